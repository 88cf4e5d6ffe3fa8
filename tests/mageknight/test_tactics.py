"""Tactics (R3.2): who chooses, the order they give, what each of the twelve does, which leave the game."""

import pytest
from laboratory import BLUE, GOLD, GREEN, RED, WHITE, Act, Step, Task, card, game, tables, tactic

from mkbalance._mageknight.ids import Purpose

DAY = [i for i, row in enumerate(tables().arrays["tactics"]) if not row["night"]]
NIGHT = [i for i, row in enumerate(tables().arrays["tactics"]) if row["night"]]


def choosing(night=False, hand=(), deck=(), discard=(), **kwargs):
    lab = game(start_tactic=None, first_night=night, **kwargs)
    lab.set_seat(hand=[card(n) for n in hand], deck=[card(n) for n in deck], discard=[card(n) for n in discard])
    lab.settle()
    return lab


def taking(name, night=False, **kwargs):
    lab = choosing(night, **kwargs)
    lab.do(Act.ACT_TACTIC, tactic(name))
    return lab


@pytest.mark.parametrize("night", [False, True], ids=["R2.8-day", "R2.8-night"])
def test_six_tactics_of_the_half_day(night):
    assert [o[0] for o in choosing(night).options(Act.ACT_TACTIC)] == (NIGHT if night else DAY)


def test_the_dummy_takes_another_one():
    """R16.2: at random among the rest, one draw; the numbers give the order, the dragon last (R3.2.3, A.12.4)."""
    seen = set()
    for number in range(60):
        lab = choosing(number=number)
        before = lab.draws()[Purpose.DRAW_TACTICS]
        lab.do(Act.ACT_TACTIC, tactic("planning"))
        assert lab.draws()[Purpose.DRAW_TACTICS] == before + 1
        order = lab.table()["order"]
        assert order[2] == 7
        seen.add(order.index(4))
    assert seen == {0, 1}


def test_used_tactics_leave_the_game():
    """R16.9: alone, both of them, each Round."""
    lab = game(start_tactic="the_right_moment")
    lab.go_to(Step.STEP_ROUND_END)
    lab.settle()
    assert len(lab.options(Act.ACT_TACTIC)) == 6
    lab.set_time(night=False)
    lab.settle()
    left = [o[0] for o in lab.options(Act.ACT_TACTIC)]
    assert len(left) == 4
    assert tactic("the_right_moment") not in left


def test_rethink():
    """Day 2 (ruling 1): up to three cards go, as many are drawn, then the discard pile is shuffled in."""
    lab = taking("rethink", hand=["rage", "march"], deck=["stamina", "stamina", "swiftness", "swiftness"])
    assert lab.task == Task.DO_RETHINK
    lab.do(Act.ACT_DISCARD, card("rage")).do(Act.ACT_DISCARD, card("march"))
    player = lab.player()
    assert player["hand"] == [card("swiftness"), card("swiftness")]
    assert player["deck_cards"] == sorted(card(n) for n in ("rage", "march", "stamina", "stamina"))
    assert player["discard"] == []


def test_rethink_takes_three_at_most():
    """Day 2; a Wound may be among them."""
    lab = choosing(hand=["rage", "rage", "rage", "rage"], deck=["march"] * 5)
    lab.set_seat(wounds=1)
    lab.settle()
    lab.do(Act.ACT_TACTIC, tactic("rethink"))
    lab.do(Act.ACT_DISCARD, card("wound")).do(Act.ACT_DISCARD, card("rage")).do(Act.ACT_DISCARD, card("rage"))
    player = lab.player()
    assert (player["wounds"], player["hand"].count(card("march"))) == (0, 3)


@pytest.mark.parametrize(("held", "drawn"), [(2, 6), (1, 5), (0, 5)], ids=["two-cards", "one-card", "none"])
def test_planning(held, drawn):
    """Day 4: Hand limit +1 if at least two cards are held before drawing."""
    lab = game(start_tactic="planning")
    lab.set_seat(hand=[card("swiftness")] + [card("rage")] * held, deck=[card("march")] * 9)
    lab.settle()
    lab.play("swiftness").end_turn()
    assert len(lab.player()["hand"]) == drawn


def test_planning_counts_wounds():
    """Day 4: Wounds count among the two cards."""
    lab = game(start_tactic="planning")
    lab.set_seat(hand=[card("swiftness"), card("rage")], deck=[card("march")] * 9, wounds=1)
    lab.settle()
    lab.play("swiftness").end_turn()
    assert len(lab.player()["hand"]) + lab.player()["wounds"] == 6


def test_great_start():
    """Day 5: draw two."""
    lab = taking("great_start", hand=["rage"], deck=["march"] * 5)
    assert lab.player()["hand"] == [card("rage"), card("march"), card("march")]


def test_the_right_moment():
    """Day 6: once, another turn right after this one, before the dummy and the dragon."""
    lab = game(start_tactic="the_right_moment")
    lab.set_seat(hand=[card("swiftness"), card("rage")])
    lab.settle()
    dummy = lab.table()["dummy_deck"]
    lab.do(Act.ACT_TACTIC_USE)
    lab.play("swiftness").end_turn()
    assert lab.step == Step.STEP_MOVE
    assert lab.table()["dummy_deck"] == dummy
    assert not lab.can(Act.ACT_TACTIC_USE)
    lab.sideways_any().end_turn()
    assert lab.table()["dummy_deck"] < dummy


def test_long_night():
    """Night 2: once, with an empty deck: three random cards of the discard pile become the deck, also while drawing."""
    lab = taking("long_night", night=True, hand=["swiftness"], discard=["march"] * 2 + ["stamina"] * 3)
    assert lab.step == Step.STEP_BEFORE_TURN
    before = lab.draws()[Purpose.DRAW_RANDOM_PICK]
    lab.do(Act.ACT_TACTIC_USE)
    assert lab.draws()[Purpose.DRAW_RANDOM_PICK] == before + 1
    assert (lab.player()["deck"], len(lab.player()["discard"])) == (3, 2)
    lab.set_seat(deck=[])
    lab.settle()
    assert not lab.can(Act.ACT_TACTIC_USE)


def test_long_night_while_drawing():
    """Night 2: asked when the deck runs out in the middle of a draw; what is still due is drawn from the new deck."""
    lab = taking("long_night", night=True, hand=["swiftness"], deck=["rage"], discard=["march"] * 5)
    lab.play("swiftness").do(Act.ACT_END_TURN)
    assert (lab.player()["hand"], lab.can(Act.ACT_DECLINE)) == ([card("rage")], True)
    lab.do(Act.ACT_TACTIC_USE)
    assert len(lab.player()["hand"]) == 4
    assert lab.player()["deck"] == 0


def night_turn(name, **kwargs):
    lab = taking(name, night=True, **kwargs)
    while lab.step != Step.STEP_MOVE and lab.task is None and not lab.can(Act.ACT_TACTIC_USE):
        lab.apply(0)
    return lab


def test_mana_search():
    """Night 3: once a turn, before Source mana is used, up to two dice; gold ones first; one draw a die."""
    lab = night_turn("mana_search", hand=["march", "march", "rage"], deck=["rage"] * 9)
    lab.set_source([GOLD, BLUE, RED, WHITE])
    lab.settle()
    lab.do(Act.ACT_MANA_SEARCH)
    assert [o[0] for o in lab.options(Act.ACT_CHOOSE)] == [0]
    lab.do(Act.ACT_CHOOSE, 0)
    assert [o[0] for o in lab.options(Act.ACT_CHOOSE)] == [1, 2, 3]
    before = lab.draws()[Purpose.DRAW_SOURCE]
    lab.do(Act.ACT_CHOOSE, 2)
    assert lab.draws()[Purpose.DRAW_SOURCE] == before + 2
    assert (lab.table()["dice"][1], lab.table()["dice"][3]) == (BLUE, WHITE)
    assert not lab.can(Act.ACT_MANA_SEARCH)


def test_mana_search_comes_before_the_source_die():
    """Night 3."""
    lab = night_turn("mana_search", hand=["march", "march", "rage"], deck=["rage"] * 9)
    lab.set_source([GREEN, BLUE, RED, WHITE])
    lab.settle()
    assert lab.can(Act.ACT_MANA_SEARCH)
    lab.play("march", powered=True)
    assert not lab.can(Act.ACT_MANA_SEARCH)


def test_midnight_meditation():
    """Night 4: once, before a turn: up to five cards, Wounds too, into the deck, shuffled; as many drawn."""
    lab = taking("midnight_meditation", night=True, hand=["rage", "rage"], deck=["march"] * 2)
    assert lab.step == Step.STEP_BEFORE_TURN
    lab.do(Act.ACT_TACTIC_USE)
    before = lab.draws()[Purpose.DRAW_RANDOM_PICK]
    lab.do(Act.ACT_DISCARD, card("rage")).do(Act.ACT_DONE)
    assert lab.draws()[Purpose.DRAW_RANDOM_PICK] == before + 1
    player = lab.player()
    assert (len(player["hand"]), player["deck"]) == (2, 2)
    assert sorted(player["hand"] + player["deck_cards"]) == sorted([card("rage")] * 2 + [card("march")] * 2)
    assert lab.step == Step.STEP_MOVE


def test_preparation():
    """Night 5: any one card of the deck to hand, then shuffle."""
    lab = choosing(night=True, hand=["rage"], deck=["march", "stamina", "swiftness"])
    before = lab.draws()[Purpose.DRAW_RANDOM_PICK]
    lab.do(Act.ACT_TACTIC, tactic("preparation"))
    assert sorted(o[0] for o in lab.options(Act.ACT_CHOOSE)) == sorted(
        card(n) for n in ("march", "stamina", "swiftness")
    )
    lab.do(Act.ACT_CHOOSE, card("stamina"))
    assert lab.player()["hand"] == [card("rage"), card("stamina")]
    assert lab.player()["deck_cards"] == sorted([card("march"), card("swiftness")])
    assert lab.draws()[Purpose.DRAW_RANDOM_PICK] == before + 1


def test_sparing_power():
    """Night 6: before each turn a card of the deck under it, or, once, all of them to hand."""
    lab = taking("sparing_power", night=True, hand=["swiftness", "rage"], deck=["march"] * 7 + ["stamina"] * 3)
    for stored in (1, 2):
        assert lab.step == Step.STEP_BEFORE_TURN
        assert {o[0] for o in lab.options(Act.ACT_TACTIC_USE)} == {0, 1}
        assert not lab.can(Act.ACT_DONE)
        lab.do(Act.ACT_TACTIC_USE, 0)
        assert lab.player()["stored"] == stored
        if lab.can(Act.ACT_DONE):
            lab.do(Act.ACT_DONE)
        lab.sideways_any().do(Act.ACT_END_TURN)
        while lab.step == Step.STEP_DISCARD:
            lab.do(Act.ACT_DONE)
    hand = len(lab.player()["hand"])
    lab.do(Act.ACT_TACTIC_USE, 1)
    assert (lab.player()["stored"], len(lab.player()["hand"])) == (0, hand + 2)
