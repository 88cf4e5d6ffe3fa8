"""Tables of counts against numpy and scipy on the games themselves."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from mkbalance.stats.counts import QUANTILES, Counts

games = st.lists(st.integers(-50, 300), min_size=2, max_size=200)


@given(games)
def test_moments_and_quantiles_are_numpys(values):
    counts = Counts(values)
    assert counts.games == len(values)
    assert counts.mean == pytest.approx(np.mean(values))
    assert counts.sd == pytest.approx(np.std(values, ddof=1))
    for share in (0.0, 1.0, *QUANTILES.values()):
        assert counts.quantile(share) == pytest.approx(np.quantile(values, share))


@given(games, st.integers(1, 199))
def test_blocks_add_up(values, cut):
    split = Counts(values[:cut])
    _ = split.values, split.counts  # what was read before must not stay
    split.add(np.array(values[cut:], dtype=np.int16))
    whole = Counts(values)
    assert split.values.tolist() == whole.values.tolist()
    assert split.counts.tolist() == whole.counts.tolist()


def test_unsigned_and_narrow_columns_do_not_wrap():
    counts = Counts(np.array([255, 255], dtype=np.uint8))
    counts.add(np.array([-128], dtype=np.int8))
    assert counts.mean == pytest.approx((255 + 255 - 128) / 3)


@pytest.mark.statistical
def test_bootstrap_agrees_with_scipy():
    values = np.random.default_rng(3).poisson(7, 400)
    ours = Counts(values).mean_interval(np.random.default_rng(1), resamples=20_000)
    theirs = stats.bootstrap(
        (values,), np.mean, n_resamples=20_000, method="percentile", rng=np.random.default_rng(2)
    ).confidence_interval
    assert ours.low == pytest.approx(theirs.low, abs=0.02)
    assert ours.high == pytest.approx(theirs.high, abs=0.02)


@pytest.mark.statistical
def test_bootstrap_coverage():
    """Of 1,000 samples at least 92 % of the intervals hold the truth (95 % less 4 standard errors, small samples)."""
    rng = np.random.default_rng(5)
    held = 0
    for _ in range(1000):
        found = Counts(rng.poisson(4, 200)).mean_interval(rng, resamples=800)
        held += found.low <= 4 <= found.high
    assert held > 920


def test_same_seed_same_interval():
    counts = Counts(np.arange(100))
    assert counts.mean_interval(np.random.default_rng(7)) == counts.mean_interval(np.random.default_rng(7))


def test_one_game_has_no_interval():
    summary = Counts([12]).summary(np.random.default_rng(1))
    assert (summary["mean"], summary["low"], summary["high"], summary["sd"]) == (12, None, None, None)
    assert summary["q50"] == 12


def test_narrow_levels_get_enough_resamples():
    assert "40000 resamples" in Counts([1, 2, 3]).mean_interval(np.random.default_rng(1), level=0.999).method


def test_no_games():
    with pytest.raises(ValueError, match="at least 1 game"):
        _ = Counts().mean
