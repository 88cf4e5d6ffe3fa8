"""Intervals of proportions against scipy, printed values and their own coverage."""

import numpy as np
import pytest
from scipy import stats

from mkbalance.stats.proportions import paired_proportions, wilson, z_value


@pytest.mark.parametrize(("wins", "games"), [(0, 1), (1, 1), (0, 20), (7, 20), (20, 20), (411, 2000), (1, 100_000)])
@pytest.mark.parametrize("level", [0.9, 0.95, 0.999])
def test_wilson_is_scipys(wins, games, level):
    ours = wilson(wins, games, level)
    theirs = stats.binomtest(wins, games).proportion_ci(level, method="wilson")
    assert ours.value == wins / games
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=1e-12)


def test_wilson_known_answer():
    """Newcombe (1998), doi:10.1002/(SICI)1097-0258(19980430)17:8<857::AID-SIM777>3.0.CO;2-E: 81 of 263."""
    found = wilson(81, 263)
    assert (round(found.low, 4), round(found.high, 4)) == (0.2553, 0.3662)


@pytest.mark.parametrize(("wins", "games"), [(-1, 5), (6, 5), (0, 0)])
def test_wilson_refuses_what_is_no_proportion(wins, games):
    with pytest.raises(ValueError, match="not a proportion"):
        wilson(wins, games)


def test_z_value_is_scipys():
    assert z_value(0.95) == pytest.approx(stats.norm.ppf(0.975), abs=1e-12)
    with pytest.raises(ValueError, match="level"):
        z_value(1.0)


def test_paired_known_answer():
    """By hand: b = 12.5, a = 4.5, n = 102; half = z * sqrt(17 - 64 / 102) / 102."""
    found = paired_proportions(12, 4, 100)
    half = stats.norm.ppf(0.975) * np.sqrt(17 - 64 / 102) / 102
    assert found.value == pytest.approx(0.08)
    assert (found.low, found.high) == pytest.approx((8 / 102 - half, 8 / 102 + half))


def test_paired_without_discordant_games_is_zero_but_not_certain():
    found = paired_proportions(0, 0, 1000)
    assert found.value == 0
    assert found.low < 0 < found.high
    assert found.high < 0.005


def test_paired_refuses_an_impossible_table():
    with pytest.raises(ValueError, match="paired table"):
        paired_proportions(6, 5, 10)


@pytest.mark.statistical
@pytest.mark.parametrize(("only_b", "only_a", "games"), [(0.10, 0.05, 400), (0.02, 0.02, 300), (0.3, 0.2, 100)])
def test_paired_coverage(only_b, only_a, games):
    """Of 4,000 tables at least 93.5 % of the intervals hold the truth (95 % less 4 standard errors)."""
    rng = np.random.default_rng(11)
    tables = rng.multinomial(games, [only_b, only_a, 1 - only_b - only_a], size=4000)
    truth = only_b - only_a
    held = [
        found.low <= truth <= found.high for found in (paired_proportions(int(b), int(a), games) for b, a, _ in tables)
    ]
    assert np.mean(held) > 0.935


@pytest.mark.statistical
@pytest.mark.parametrize(("share", "games"), [(0.05, 200), (0.4, 100), (0.9, 1000)])
def test_wilson_coverage(share, games):
    """Exact coverage from the binomial law, no sampling; Wilson is at worst a few points below nominal."""
    wins = np.arange(games + 1)
    weights = stats.binom.pmf(wins, games, share)
    held = [found.low <= share <= found.high for found in (wilson(int(w), games) for w in wins)]
    assert 0.92 < float(weights @ np.array(held)) < 0.99
