"""BCa, percentile and quantile intervals against scipy and by their coverage."""

import numpy as np
import pytest
from scipy import stats

from mkbalance.stats.bootstrap import bca, percentile, quantile_interval, sd_of
from mkbalance.stats.counts import Counts


@pytest.mark.statistical
@pytest.mark.parametrize(("name", "function"), [("bca", bca), ("percentile", percentile)])
def test_scipy(name, function):
    values = np.random.default_rng(3).geometric(0.2, 120)
    ours = function(Counts(values), np.random.default_rng(1), resamples=40_000)
    theirs = stats.bootstrap(
        (values,), np.mean, n_resamples=40_000, method={"bca": "BCa"}.get(name, name), rng=np.random.default_rng(2)
    ).confidence_interval
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=0.03)
    assert ours.value == pytest.approx(values.mean())


@pytest.mark.statistical
def test_bca_of_another_statistic_is_scipys():
    values = np.random.default_rng(5).poisson(6, 200)
    ours = bca(Counts(values), np.random.default_rng(1), sd_of, resamples=40_000)
    theirs = stats.bootstrap(
        (values,), lambda x, axis: np.std(x, axis=axis, ddof=1), n_resamples=40_000, rng=np.random.default_rng(2)
    ).confidence_interval
    assert ours.value == pytest.approx(values.std(ddof=1))
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=0.03)


@pytest.mark.statistical
def test_bca_holds_where_percentile_is_short():
    """A skewed law and 25 games: both are short of 95 %, BCa less so, and at least 89.5 % of 600 hold the mean 8."""
    rng, held = np.random.default_rng(11), {"bca": 0, "percentile": 0}
    for _ in range(600):
        sample = Counts(rng.geometric(1 / 8, 25))
        for name, function in (("bca", bca), ("percentile", percentile)):
            found = function(sample, rng, resamples=400)
            held[name] += found.low <= 8 <= found.high
    assert held["bca"] > 0.895 * 600
    assert held["bca"] > held["percentile"]


def test_constant_and_too_few():
    same = bca(Counts([4] * 9), np.random.default_rng(1))
    assert (same.value, same.low, same.high) == (4, 4, 4)
    with pytest.raises(ValueError, match="at least 2 games"):
        bca(Counts([4]), np.random.default_rng(1))


def test_quantile_interval_is_scipys():
    values = np.random.default_rng(6).permutation(500)
    for share in (0.05, 0.5, 0.9):
        ours = quantile_interval(Counts(values), share)
        theirs = stats.quantile_test(values, q=0, p=share).confidence_interval(0.95)
        assert abs(ours.low - theirs.low) <= 1
        assert abs(ours.high - theirs.high) <= 1
    few = quantile_interval(Counts([1, 2, 3]), 0.05)
    assert (few.low, few.high) == (None, None)


@pytest.mark.statistical
@pytest.mark.parametrize("share", [0.05, 0.5, 0.95])
def test_quantile_coverage(share):
    """Exact ranks: of 1,000 samples at least 92.2 % hold the true quantile of a tied law."""
    rng, truth, held = np.random.default_rng(13), stats.poisson.ppf(share, 30), 0
    for _ in range(1000):
        found = quantile_interval(Counts(rng.poisson(30, 200)), share)
        held += found.low <= truth <= found.high
    assert held > 0.922 * 1000
