"""Piles and bit sets against plain Python lists and sets."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mkbalance._kernel.checks import CAPACITY, SHORT_CAPACITY, SIZES, PileBox, ShortBox, bits_after, ones

FULL = bytes(i % 7 for i in range(CAPACITY))
ITEMS = st.integers(0, 9)


def test_the_last_pushed_comes_first():
    pile = PileBox(b"\x01\x02")
    assert pile.push(3) == 0
    assert [pile.pop() for _ in range(3)] == [3, 2, 1]


def test_bottom_goes_under_everything():
    pile = PileBox(b"\x01\x02")
    assert pile.push_bottom(3) == 0
    assert pile.items() == b"\x03\x01\x02"


def test_an_empty_pile_gives_no_item():
    pile = PileBox()
    assert pile.pop() == 255
    assert pile.items() == b""


@pytest.mark.parametrize("push", [PileBox.push, PileBox.push_bottom])
def test_a_full_pile_refuses_and_keeps_its_items(push):
    pile = PileBox(FULL)
    before = pile.raw()
    assert push(pile, 9) == 1
    assert pile.raw() == before
    assert pile.pop() == FULL[-1]
    assert push(pile, 9) == 0
    assert pile.count(9) == 1


@pytest.mark.parametrize("index", [0, 1, CAPACITY // 2, CAPACITY - 1])
def test_taking_from_a_full_pile_keeps_the_order(index):
    pile = PileBox(FULL)
    assert pile.take(index) == FULL[index]
    assert pile.items() == FULL[:index] + FULL[index + 1 :]


def test_find_gives_the_lowest_place():
    pile = PileBox(b"\x05\x06\x05")
    assert (pile.find(5), pile.find(6), pile.find(7)) == (0, 1, -1)


def test_what_left_a_pile_is_not_found():
    pile = PileBox(b"\x05\x06")
    pile.pop()
    assert (pile.find(6), pile.find(0), pile.count(0)) == (-1, -1, 0)


@given(st.lists(st.tuples(st.sampled_from(["push", "push_bottom", "pop", "take", "clear"]), ITEMS), max_size=150))
def test_any_use_equals_a_list(steps):
    pile, model = PileBox(), []
    for step, item in steps:
        if step == "push":
            assert pile.push(item) == (len(model) == CAPACITY)
            model = [*model, item][:CAPACITY]
        elif step == "push_bottom":
            assert pile.push_bottom(item) == (len(model) == CAPACITY)
            model = [item, *model] if len(model) < CAPACITY else model
        elif step == "pop":
            assert pile.pop() == (model.pop() if model else 255)
        elif step == "take" and model:
            assert pile.take(item % len(model)) == model.pop(item % len(model))
        elif step == "clear":
            pile.clear()
            model = []
        assert pile.items() == bytes(model)
        assert pile.raw() == PileBox(bytes(model)).raw()  # no trace of what was there: equal piles, equal bytes
    assert {item: pile.count(item) for item in range(10) if item in model} == Counter(model)


@given(st.lists(st.tuples(st.sampled_from(["push", "push", "pop", "take"]), ITEMS), max_size=60))
def test_any_use_of_a_short_pile_equals_a_list(steps):
    pile, model = ShortBox(), []
    for step, item in steps:
        if step == "push":
            assert pile.push(item) == (len(model) == SHORT_CAPACITY)
            model = [*model, item][:SHORT_CAPACITY]
        elif step == "pop":
            assert pile.pop() == (model.pop() if model else 255)
        elif model:
            assert pile.take(item % len(model)) == model.pop(item % len(model))
        assert pile.items() == bytes(model)
        assert pile.raw() == ShortBox(bytes(model)).raw()


def test_the_size_of_a_pile_is_fixed():
    assert SIZES["Pile"] == CAPACITY + 1
    assert SIZES["ShortPile"] == SHORT_CAPACITY + 1


@given(st.sets(st.integers(0, 255)), st.sets(st.integers(0, 255)))
def test_bits_equal_a_set(setting, clearing):
    assert bits_after(256, setting, clearing) == sorted(setting - clearing)


@given(st.integers(0, 2**64 - 1))
def test_ones_are_counted(word):
    assert ones(word) == word.bit_count()
