"""Kaplan-Meier against scipy on the games themselves and a printed example."""

import numpy as np
import pytest
from scipy import stats

from mkbalance.stats.survival import Survival


def test_printed_example():
    """Freireich and others (1963), 6-MP arm: S(10) = 0.7529, S(23) = 0.4482 (Kleinbaum and Klein 2012)."""
    won = [6, 6, 6, 7, 10, 13, 16, 22, 23]
    unwon = [6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35]
    rounds = np.array(won + unwon)
    found = {step.round: step.unwon for step in Survival().add(rounds, np.arange(21) < 9).steps()}
    assert found[10] == pytest.approx(0.7529, abs=5e-5)
    assert found[23] == pytest.approx(0.4482, abs=5e-5)


@pytest.mark.parametrize("seed", range(5))
def test_scipy(seed):
    rng = np.random.default_rng(seed)
    rounds, won = rng.integers(1, 9, 300), rng.random(300) < 0.4
    survival = Survival().add(rounds[:100], won[:100]).add(rounds[100:], won[100:])
    theirs = stats.ecdf(stats.CensoredData.right_censored(rounds, ~won)).sf
    ends = theirs.confidence_interval(0.95, method="log-log")
    for step in survival.steps():
        assert step.unwon == pytest.approx(theirs.evaluate(step.round))
        assert step.low == pytest.approx(ends.low.evaluate(step.round))
        assert step.high == pytest.approx(ends.high.evaluate(step.round))


def test_limit_is_censoring():
    """Unwon games stay in the denominator: 4 of 10 won by round 6, never a median."""
    rounds, won = np.array([5, 5, 6, 6] + [6] * 6), np.array([1, 1, 1, 1] + [0] * 6)
    survival = Survival().add(rounds, won)
    assert [step.unwon for step in survival.steps()] == pytest.approx([0.8, 0.6])
    assert survival.median() is None
    assert survival.mean(6) == pytest.approx(5 + 0.8)
    assert survival.document()["rounds"][-1]["won_by"] == pytest.approx(0.4)


def test_all_won_and_none_won():
    all_won = Survival().add(np.array([3, 4]), np.array([1, 1]))
    assert all_won.median() == 3
    assert all_won.document()["rounds"][-1]["low"] is None
    assert Survival().add(np.array([6, 6]), np.array([0, 0])).document()["rounds"] == []


@pytest.mark.statistical
def test_coverage():
    """Of 2,000 samples at least 92.5 % of the intervals hold the truth 1 - 0.8^3 at round 3."""
    rng, truth, held = np.random.default_rng(8), 0.8**3, 0
    for _ in range(2000):
        first, limit = rng.geometric(0.2, 150), rng.integers(2, 8, 150)
        survival = Survival().add(np.minimum(first, limit), first <= limit)
        step = next(item for item in survival.steps() if item.round == 3)
        held += step.low <= truth <= step.high
    assert held > 0.93 * 2000
