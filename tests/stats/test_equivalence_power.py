"""Equivalence against scipy's one-sided tests, sample sizes against printed ones and by simulation."""

import numpy as np
import pytest
from scipy import stats

from mkbalance.stats.counts import Counts
from mkbalance.stats.equivalence import equivalent, equivalent_proportions
from mkbalance.stats.power import (
    games_for_difference,
    games_for_half_width,
    games_for_win_rates,
    power_of_difference,
)
from mkbalance.stats.proportions import wilson
from mkbalance.stats.tables import mcnemar


def test_two_one_sided_tests_are_scipys():
    values = np.random.default_rng(2).integers(-5, 7, 300)
    found = equivalent(Counts(values), 1.0)
    upper = stats.ttest_1samp(values, 1.0, alternative="less").pvalue
    lower = stats.ttest_1samp(values, -1.0, alternative="greater").pvalue
    assert found.p == pytest.approx(max(upper, lower))
    ends = stats.ttest_1samp(values, 0).confidence_interval(0.90)
    assert (found.low, found.high) == pytest.approx((ends.low, ends.high))
    assert found.equivalent == (ends.low > -1 and ends.high < 1)


def test_equivalence_needs_games():
    assert not equivalent_proportions(3, 3, 100, margin=0.02).equivalent
    assert equivalent_proportions(300, 300, 100_000, margin=0.02).equivalent
    assert not equivalent(Counts([5, 5, 5]), 4.0).equivalent
    assert equivalent(Counts([0, 0, 0]), 4.0).equivalent
    for margin in (0, -1):
        with pytest.raises(ValueError, match="margin"):
            equivalent(Counts([1, 2]), margin)
        with pytest.raises(ValueError, match="margin"):
            equivalent_proportions(1, 1, 5, margin)


@pytest.mark.statistical
def test_equivalence_error_at_the_margin():
    """A true difference of exactly the margin is called equivalent in 5 % of 4,000 studies (4 sd: 1.4 points)."""
    rng = np.random.default_rng(3)
    tables = rng.multinomial(800, [0.12, 0.07, 0.81], size=4000)
    called = np.mean([equivalent_proportions(int(b), int(a), 800, margin=0.05).equivalent for b, a, _ in tables])
    assert called < 0.05 + 0.014


@pytest.mark.parametrize("rate", [0.5, 0.1, 0.0])
def test_half_width(rate):
    games = games_for_half_width(0.01, rate)
    for count, enough in ((games, True), (games - 2, False)):
        found = wilson(round(rate * count), count)
        assert (found.high - found.low <= 0.02) == enough


def test_games_for_difference_printed():
    """Two groups, half a standard deviation, 80 % at 5 %: 62.8, so 63 each by the normal formula (Lachin 1981)."""
    assert games_for_difference(0.5, 1.0, power=0.8) == 63
    assert games_for_difference(0.5, 1.0, variance_ratio=0.25, power=0.8) == 16
    assert power_of_difference(63, 0.5, 1.0) == pytest.approx(0.8, abs=0.005)


def test_paired_proportions_printed():
    """Connor (1987): psi = 0.3, difference 0.2, power 0.8, alpha 0.05: 57 pairs by the formula (by hand 56.8)."""
    reach = 1.959964 * np.sqrt(0.3) + 0.841621 * np.sqrt(0.3 - 0.04)
    assert games_for_win_rates(0.2, 0.3, power=0.8) == int(np.ceil((reach / 0.2) ** 2))


@pytest.mark.statistical
def test_the_games_give_the_power():
    """1,500 studies of that size see the difference in 90 % (4 sd: 3.1 points)."""
    games = games_for_win_rates(0.05, 0.15)
    tables = np.random.default_rng(6).multinomial(games, [0.10, 0.05, 0.85], size=1500)
    assert np.mean([mcnemar(int(b), int(a)) <= 0.05 for b, a, _ in tables]) == pytest.approx(0.9, abs=0.031)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: games_for_half_width(0),
        lambda: games_for_half_width(0.01, 1.5),
        lambda: games_for_difference(0, 1),
        lambda: games_for_difference(1, 0),
        lambda: games_for_win_rates(0.2, 0.1),
        lambda: games_for_win_rates(0, 0.1),
    ],
)
def test_refused(wrong):
    with pytest.raises(ValueError, match=r"must|lies"):
        wrong()
