"""Streams: known answers, equality with numpy's Philox, unbiased draws, copies.

Statistical tests use fixed streams, so they either pass always or fail always. Their threshold is the
1 - 1e-6 quantile of the exact chi-squared law: a correct generator would have failed with that chance, once.
"""

from itertools import permutations

import numpy as np
import pytest
from scipy.stats import chi2

from mkbalance._kernel.checks import SIZES, StreamBox, block

FALSE_ALARM = 1e-6
ONES = 2**64 - 1

KNOWN = [  # Random123 known-answer vectors of philox4x64-10: counter, key, output
    (
        [0, 0, 0, 0],
        [0, 0],
        [0x16554D9ECA36314C, 0xDB20FE9D672D0FDC, 0xD7E772CEE186176B, 0x7E68B68AEC7BA23B],
    ),
    (
        [ONES, ONES, ONES, ONES],
        [ONES, ONES],
        [0x87B092C3013FE90B, 0x438C3C67BE8D0224, 0x9CC7D7C69CD777B6, 0xA09CAEBF594F0BA0],
    ),
    (
        [0x243F6A8885A308D3, 0x13198A2E03707344, 0xA4093822299F31D0, 0x082EFA98EC4E6C89],
        [0x452821E638D01377, 0xBE5466CF34E90C6C],
        [0xA528F45403E61D95, 0x38C72DBD566E9788, 0xA5A1610E72FD18B5, 0x57BD43B5E52B7FE6],
    ),
]

NAMES = [(0, 0, 0, 0), (1, 2, 3, 4), (ONES, 0, 7, ONES), (0x0123456789ABCDEF, 10**12, 2**40, 17), (5, ONES, ONES, 0)]


def numpy_twin(key: int, game: int, purpose: int, index: int) -> np.random.Philox:
    return np.random.Philox(
        key=np.array([key, game], dtype=np.uint64), counter=np.array([0, index, purpose, 0], dtype=np.uint64)
    )


def assert_uniform(counts: np.ndarray) -> None:
    expected = counts.sum() / counts.size
    statistic = ((counts - expected) ** 2 / expected).sum()
    assert statistic < chi2.isf(FALSE_ALARM, counts.size - 1)


@pytest.mark.parametrize(("counter", "key", "output"), KNOWN)
def test_known_answers(counter, key, output):
    assert block(counter, key) == output


@pytest.mark.parametrize("name", NAMES)
def test_words_equal_numpy(name):
    assert StreamBox(*name).words(1000) == numpy_twin(*name).random_raw(1000).tolist()


@pytest.mark.parametrize("name", NAMES)
def test_half_words_equal_numpy(name):
    wanted = np.random.Generator(numpy_twin(*name)).integers(0, 2**32, size=999, dtype=np.uint32)
    assert StreamBox(*name).halves(999) == wanted.tolist()


@pytest.mark.parametrize("bound", [2, 3, 6, 40, 1000, 2**31 + 1, 2**32 - 1])
def test_below_equals_numpy(bound):
    # 2**31 + 1 rejects nearly half of the draws: the rejection branch is walked hundreds of times
    wanted = np.random.Generator(numpy_twin(9, 8, 7, 6)).integers(0, bound, size=1000, dtype=np.uint32)
    assert StreamBox(9, 8, 7, 6).below(bound, 1000) == wanted.tolist()


def test_rejection_costs_more_draws():
    plain, rejecting = StreamBox(9, 8, 7, 6), StreamBox(9, 8, 7, 6)
    plain.below(2**31, 1000)
    rejecting.below(2**31 + 1, 1000)
    assert plain.draws() == 500
    assert 900 < rejecting.draws() < 1100


@pytest.mark.parametrize("bound", [0, 1])
def test_a_bound_of_one_draws_nothing(bound):
    stream = StreamBox(1, 2, 3, 4)
    assert stream.below(bound, 5) == [0] * 5
    assert stream.draws() == 0


@pytest.mark.statistical
@pytest.mark.parametrize("bound", [2, 6, 7, 20, 100])
def test_below_is_uniform(bound):
    counts = np.bincount(StreamBox(11, bound, 0, 0).below(bound, 100_000), minlength=bound)
    assert_uniform(counts)


@pytest.mark.statistical
def test_every_order_of_a_shuffle_is_equally_likely():
    orders = {bytes(order): i for i, order in enumerate(permutations(range(5)))}
    stream = StreamBox(12, 0, 0, 0)
    counts = np.zeros(len(orders), dtype=int)
    for _ in range(60_000):
        counts[orders[stream.shuffled(b"\x00\x01\x02\x03\x04")]] += 1
    assert_uniform(counts)


@pytest.mark.statistical
def test_each_card_reaches_each_place_equally():
    stream = StreamBox(13, 0, 0, 0)
    cards = bytes(range(16))
    drawn = np.frombuffer(b"".join(stream.shuffled(cards) for _ in range(20_000)), dtype=np.uint8).reshape(-1, 16)
    for place in range(16):
        assert_uniform(np.bincount(drawn[:, place], minlength=16))


@pytest.mark.parametrize(("n", "words"), [(0, 0), (1, 0), (2, 1), (3, 1), (16, 8), (17, 8)])
def test_a_shuffle_draws_one_half_word_less_than_it_has_items(n, words):
    # the rejection chance of such small bounds is below 17 / 2**32 per draw and does not happen on this stream
    stream = StreamBox(1, 2, 3, 4)
    assert sorted(stream.shuffled(bytes(range(n)))) == list(range(n))
    assert stream.draws() == words


def test_shuffle_is_fisher_yates_from_the_end():
    items, draws = list(range(10)), StreamBox(3, 1, 4, 1)
    for i in range(9, 0, -1):
        (j,) = draws.below(i + 1, 1)
        items[i], items[j] = items[j], items[i]
    assert StreamBox(3, 1, 4, 1).shuffled(bytes(range(10))) == bytes(items)


@pytest.mark.parametrize("position", range(4))
def test_streams_with_other_names_differ(position):
    name = [1, 2, 3, 4]
    name[position] += 1
    assert not set(StreamBox(*name).words(100)) & set(StreamBox(1, 2, 3, 4).words(100))


@pytest.mark.parametrize("used", range(10))
def test_a_copy_goes_on_alike(used):
    stream = StreamBox(1, 2, 3, 4)
    stream.halves(used)
    copy = stream.copy()
    assert copy.raw() == stream.raw()
    assert copy.halves(20) == stream.halves(20)


def test_the_size_of_a_stream_is_fixed():
    assert SIZES["Stream"] == 88
