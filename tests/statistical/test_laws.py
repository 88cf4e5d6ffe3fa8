"""Exact laws of chance, run through the core: chi-squared at n = 100,000, false-alarm rate 1e-6 for each test.

The probabilities are counted, not simulated: hands by binomials, dice by conditioning on at least half basic faces, the
dummy's clock by counting the orders of its deck.
"""

from math import comb

import numpy as np
import pytest
from scipy.stats import chisquare

from mkbalance._mageknight import content, laws
from mkbalance._mageknight.ids import Purpose
from mkbalance.mageknight.compile import compile_tables
from mkbalance.mageknight.model import scenario

pytestmark = pytest.mark.statistical

N = 100_000
ALARM = 1e-6
KEY = 20_261


@pytest.fixture(scope="module")
def tables():
    return compile_tables()


@pytest.fixture(scope="module")
def core(tables):
    return content.Tables(dict(tables.arrays))


def setup(tables, hero="tovak", **values):
    record = scenario("against_the_dragon/solo").expand([hero], tables).copy()
    for name, value in values.items():
        record[name] = value
    return record


def agrees(observed, law):
    """Assert that counts by outcome follow the law; outcomes outside it must not occur."""
    assert set(observed) <= set(law), f"impossible outcomes {set(observed) - set(law)}"
    assert abs(sum(law.values()) - 1) < 1e-12
    counts = [observed.get(outcome, 0) for outcome in law]
    if len(law) == 1:
        return  # certain, and nothing else was seen
    p = chisquare(counts, [N * share for share in law.values()]).pvalue
    assert p > ALARM, f"p = {p:.2g}: {dict(zip(law, counts, strict=True))}"


def tally(values):
    outcomes, counts = np.unique(values, return_counts=True)
    return dict(zip(outcomes.tolist(), counts.tolist(), strict=True))


def clock_law(crystals):
    """Distribution of the dummy's turns with 4 cards of each of 4 colours, by recursion over what is left."""
    from fractions import Fraction
    from functools import lru_cache

    @lru_cache(None)
    def law(left):
        total = sum(left)
        if total == 0:
            return {0: Fraction(1)}
        out = {}
        flipped = min(3, total)
        for first in splits(left, flipped - 1):
            ways = 1
            for have, take in zip(left, first, strict=True):
                ways *= comb(have, take)
            p_first = Fraction(ways, comb(total, flipped - 1))
            rest = tuple(h - t for h, t in zip(left, first, strict=True))
            for colour in range(4):
                if rest[colour] == 0:
                    continue
                p_last = p_first * Fraction(rest[colour], sum(rest))
                after = tuple(h - (c == colour) for c, h in enumerate(rest))
                more = min(crystals[colour], sum(after))
                for extra in splits(after, more):
                    ways = 1
                    for have, take in zip(after, extra, strict=True):
                        ways *= comb(have, take)
                    p = p_last * Fraction(ways, comb(sum(after), more))
                    for turns, share in law(tuple(h - t for h, t in zip(after, extra, strict=True))).items():
                        out[turns + 1] = out.get(turns + 1, 0) + p * share
        return out

    return {turns: float(p) for turns, p in law((4, 4, 4, 4)).items()}


def splits(left, n):
    """Ways to take n cards by colour."""
    if not left:
        return [()] if n == 0 else []
    return [(take, *rest) for take in range(min(left[0], n) + 1) for rest in splits(left[1:], n - take)]


def test_clock_of_the_dummy(tables, core):
    """R16.3: crystals 2 + 1; P(4), P(5), P(6) and the mean as derived elsewhere by hand."""
    law = clock_law((0, 1, 2, 0))
    assert {turns: round(p, 4) for turns, p in law.items()} == {4: 0.3593, 5: 0.6278, 6: 0.0128}
    assert abs(sum(turns * p for turns, p in law.items()) - 6352 / 1365) < 1e-12
    turns = laws.dummy_clock(core, setup(tables, dummy_hero=tables.index["heroes"]["goldyx"]), KEY, 0, N)
    agrees(tally(turns), law)


def test_clock_without_crystals(tables, core):
    """R16.3: sixteen cards three by three are always six turns."""
    assert set(laws.dummy_clock(core, setup(tables), KEY, 0, 2000, crystals=(0, 0, 0, 0)).tolist()) == {6}


def test_opening_hand_without_a_move_card(tables, core):
    """R2.9: C(10, 5) / C(16, 5) = 5.77 %."""
    moves = [tables.index["cards"][name] for name in ("march", "stamina", "swiftness")]
    deck = tables.arrays["heroes"][tables.index["heroes"]["tovak"]]["deck"]
    assert np.isin(deck, moves).sum() == 6
    hands, _, _ = laws.openings(core, setup(tables), KEY, 0, N)
    share = comb(10, 5) / comb(16, 5)
    assert round(share, 4) == 0.0577
    agrees(tally(~np.isin(hands, moves).any(axis=1)), {True: share, False: 1 - share})


@pytest.mark.parametrize(
    ("dice", "law"),
    [(3, {2: 15 / 26, 3: 11 / 26}), (4, {2: 21 / 65, 3: 29 / 65, 4: 3 / 13})],
    ids=["three", "four"],
)
def test_basic_faces_of_the_source(tables, core, dice, law):
    """R2.5: at least half basic; gold and black ones are rerolled together until then."""
    _, faces, _ = laws.openings(core, setup(tables, extra_dice=dice - 3), KEY, 0, N)
    assert faces.shape[1] == dice
    agrees(tally((faces < 4).sum(axis=1)), law)


def test_faces_of_the_source_within_their_kind(tables, core):
    """R1.4: the four basic faces are alike, gold and black are alike, on every die."""
    _, faces, _ = laws.openings(core, setup(tables), KEY, 0, N)
    for die in faces.T:
        basic, special = die[die < 4], die[die >= 4]
        for values, n in ((basic, 4), (special - 4, 2)):
            counts = np.bincount(values, minlength=n)
            assert chisquare(counts).pvalue > ALARM / 8


def test_hero_of_the_dummy(tables, core):
    """R16.1: each unused Hero as often."""
    _, _, heroes = laws.openings(core, setup(tables), KEY, 0, N)
    others = [i for i in range(len(tables.names["heroes"])) if i != tables.index["heroes"]["tovak"]]
    agrees(tally(heroes), {hero: 1 / len(others) for hero in others})


def test_randomized_heads(tables, core):
    """A.13.3 at level 4: the highest level by counting where four dice of four colours fall; the sum stays 16."""
    levels = laws.head_levels(core, setup(tables, random_heads=1), KEY, 0, N)
    assert set(levels.sum(axis=1).tolist()) == {16}
    agrees(tally(levels.max(axis=1)), {4: 3 / 32, 5: 45 / 64, 6: 3 / 16, 7: 1 / 64})
    for head in range(4):
        agrees(tally(levels[:, head] - 3), {n: comb(4, n) * 3 ** (4 - n) / 4**4 for n in range(5)})


def test_heads_stay_without_the_variant(tables, core):
    assert (laws.head_levels(core, setup(tables), KEY, 0, 100) == 4).all()


def test_each_colour_raises_its_own_head(tables, core):
    """A.13.3: blue Death, white Famine, green Pestilence, red War; the dice recomputed outside the core."""
    levels = laws.head_levels(core, setup(tables, random_heads=1), KEY, 0, 40)
    war, famine, death, pestilence = range(4)
    raised = (war, death, pestilence, famine)  # by die: red, blue, green, white
    for number in range(40):
        stream = np.random.Generator(np.random.Philox(key=[KEY, number], counter=[0, 0, Purpose.DRAW_HEADS, 0]))
        expected = [3, 3, 3, 3]
        for _ in range(4):
            expected[raised[stream.integers(4, dtype=np.uint32)]] += 1
        assert levels[number].tolist() == expected


NOTHING, FULL = (0, 0, 0, 0), (3, 3, 3, 3)
FACES = {0: 1 / 6, 1: 1 / 6, 2: 1 / 6, 3: 1 / 6, 4: 1 / 6, 5: 1 / 6}
CRYSTALS = {  # id: held, when, instead, factions, law by outcome of laws.random_crystals
    "R1.7 printed": (NOTHING, [], [], None, FACES),
    "R1.7 red full": ((3, 0, 0, 0), [], [], None, {6: 1 / 6, 1: 1 / 6, 2: 1 / 6, 3: 1 / 6, 4: 1 / 6, 5: 1 / 6}),
    "A.13.7 black rerolled": (NOTHING, ["black"], ["reroll"], None, {k: 1 / 5 for k in range(5)}),
    "A.13.7 full and black rerolled": (
        (3, 0, 3, 0),
        ["full_colour", "black"],
        ["reroll"],
        None,
        {1: 1 / 3, 3: 1 / 3, 4: 1 / 3},
    ),
    "A.13.7 all full, one face left": (FULL, ["full_colour", "all_full"], ["reroll"], None, {5: 1.0}),
    "A.13.7 all full, no face left": (FULL, ["full_colour", "all_full", "black"], ["reroll"], None, {6: 1.0}),
    "A.13.7 gold with one gap is no full": (
        (3, 3, 3, 2),
        ["full_colour", "all_full"],
        ["reroll"],
        None,
        {3: 1 / 3, 4: 1 / 3, 5: 1 / 3},
    ),
    "A.13.7 a token for black": (
        NOTHING,
        ["black"],
        ["faction_token"],
        ["council_of_the_void"],
        {**{k: 1 / 6 for k in range(5)}, 8: 1 / 6},
    ),
    "A.13.7 a token of either faction": (
        FULL,
        ["full_colour", "all_full", "black"],
        ["faction_token"],
        None,
        {7: 1 / 2, 8: 1 / 2},
    ),
    "A.13.7 a quest card for black": (
        NOTHING,
        ["black"],
        ["quest"],
        None,
        {**{k: 1 / 6 for k in range(5)}, 9: 1 / 6},
    ),
}


@pytest.mark.parametrize("case", CRYSTALS.values(), ids=CRYSTALS)
def test_random_crystal(tables, core, case):
    """A reroll goes on to the first face allowed: uniform over those."""
    held, when, instead, factions, law = case
    chosen = {"scenario.random_crystals.when": when, "scenario.random_crystals.instead": instead}
    if factions:
        chosen["scenario.random_crystals.factions"] = factions
    if "quest" in instead:
        chosen["scenario.quests"] = True
    record = scenario("solo_conquest").set_all(chosen if when else {}).expand(["tovak"], tables)
    what = {"reroll": 1, "faction_token": 2, "quest": 4}[instead[0]] if instead else 1
    agrees(tally(laws.random_crystals(core, record, KEY, 0, N, held, what)), law)
