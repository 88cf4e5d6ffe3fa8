"""Adjusted p-values against known answers; the error of a family of comparisons by simulation."""

import numpy as np
import pytest

from mkbalance.stats.multiplicity import holm, max_t, max_z, ranks


def test_holm_known_answer():
    """By hand, as R's ``p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm")`` prints it."""
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([]) == []
    assert holm([0.7, 0.9]) == [1.0, 1.0]
    with pytest.raises(ValueError, match="between 0 and 1"):
        holm([1.2])


@pytest.mark.statistical
def test_max_t_keeps_the_family_error():
    """Five comparisons that share a baseline, no difference: some interval misses 0 in 5 % of 250 studies."""
    rng, missed = np.random.default_rng(12), 0
    for _ in range(250):
        base = rng.normal(size=(100, 1))
        found = max_t(rng.normal(size=(100, 5)) - base, rng, resamples=300)
        missed += bool((found["low"] > 0).any() or (found["high"] < 0).any())
    assert missed / 250 < 0.105


def test_max_t_is_narrower_than_bonferroni_and_knows_certainty():
    rng = np.random.default_rng(3)
    base = rng.normal(size=(800, 1))
    same = 0.2 * rng.normal(size=(800, 6)) - base
    same[:, 5] = 0
    found = max_t(same, rng, resamples=1500)
    assert 1.9 < found["critical"] < 2.5  # Bonferroni would need 2.64
    assert found["low"][5] == found["high"][5] == 0
    assert found["p"][5] == 1
    apart = max_t(rng.normal(0.5, 1, (800, 1)), rng, resamples=1500)
    assert apart["p"][0] < 0.001
    assert max_z(np.cov(same.T), rng) == pytest.approx(found["critical"], abs=0.1)
    assert max_z(np.zeros((2, 2)), rng) == 0
    assert max_z(np.eye(4), rng) == pytest.approx(2.491, abs=0.02)  # Sidak: norm.ppf((1 + 0.95 ** (1 / 4)) / 2)


def test_ranks():
    p = np.ones((3, 3))
    p[0, 2] = p[2, 0] = 0.001
    assert ranks([0.9, 0.6, 0.3], p) == [(1, 2), (1, 3), (2, 3)]
    assert ranks([0.9, 0.6, 0.3], np.zeros((3, 3))) == [(1, 1), (2, 2), (3, 3)]
    assert ranks([0.5, 0.5], np.zeros((2, 2))) == [(1, 2), (1, 2)]


@pytest.mark.statistical
def test_ranks_hold_together():
    """Ten settings in steps of half an error: some rank interval is wrong in at most 5 % of 500 studies (4 sd)."""
    from scipy.stats import norm

    truth, rng, wrong = np.arange(10) * 0.5, np.random.default_rng(9), 0
    rank = 10 - np.arange(10)
    for _ in range(500):
        seen = truth + rng.normal(size=10)
        p = 2 * norm.sf(np.abs(seen[:, None] - seen[None, :]) / np.sqrt(2))
        wrong += any(not low <= true <= high for (low, high), true in zip(ranks(seen, p), rank, strict=True))
    assert wrong / 500 < 0.05 + 4 * np.sqrt(0.05 * 0.95 / 500)
