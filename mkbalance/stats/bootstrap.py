"""Intervals by redrawing whole games: percentile and BCa, and exact ones of quantiles.

`Counts` holds how often each value came up, so a resample is one multinomial draw whatever the number of games, and
leaving one game out gives the same answer for every game with the same value: the jackknife costs one step per value.

References
----------
Efron (1987), doi:10.1080/01621459.1987.10478410 (BCa); Efron and Tibshirani (1993), An Introduction to the Bootstrap;
Conover (1999), Practical Nonparametric Statistics, section 3.2 (quantiles from order statistics).
"""

from __future__ import annotations

from collections.abc import Callable
from statistics import NormalDist

import numpy as np

from mkbalance.stats.counts import Counts
from mkbalance.stats.proportions import Interval, percent

__all__ = ["bca", "percentile", "quantile_interval"]

RESAMPLES = 4000
Statistic = Callable[[np.ndarray, np.ndarray], np.ndarray]  #: (values, counts, one resample a row) -> one number a row


def mean_of(values: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Return the mean of each row of counts."""
    return counts @ values / counts.sum(axis=-1)


def sd_of(values: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Return the standard deviation of each row of counts."""
    games, mean = counts.sum(axis=-1), mean_of(values, counts)
    return np.sqrt(np.maximum(counts @ values.astype(float) ** 2 / games - mean**2, 0) * games / (games - 1))


def percentile(
    sample: Counts,
    rng: np.random.Generator,
    statistic: Statistic = mean_of,
    level: float = 0.95,
    resamples: int = RESAMPLES,
) -> Interval:
    """Return a statistic with its percentile interval."""
    drawn, value = _drawn(sample, rng, statistic, resamples)
    low, high = np.quantile(drawn, [(1 - level) / 2, (1 + level) / 2])
    return Interval(value, float(low), float(high), f"percentile bootstrap, {resamples} resamples, {percent(level)}")


def bca(
    sample: Counts,
    rng: np.random.Generator,
    statistic: Statistic = mean_of,
    level: float = 0.95,
    resamples: int = RESAMPLES,
) -> Interval:
    """Return a statistic with its bias-corrected and accelerated interval.

    Parameters
    ----------
    sample : Counts
        At least two games.
    statistic : callable
        Takes the values and an array of counts, one resample a row.
    """
    drawn, value = _drawn(sample, rng, statistic, resamples)
    method = f"BCa bootstrap, {resamples} resamples, {percent(level)}"
    if np.ptp(drawn) == 0:
        return Interval(value, value, value, method)
    normal = NormalDist()
    below = (np.sum(drawn < value) + 0.5 * np.sum(drawn == value)) / resamples
    bias = normal.inv_cdf(float(np.clip(below, 1 / (2 * resamples), 1 - 1 / (2 * resamples))))
    values, counts = sample.values, sample.counts
    without = statistic(values, counts[None, :] - np.eye(len(values), dtype=np.int64))
    mean = without @ counts / counts.sum()
    apart = mean - without
    spread = float(counts @ apart**2) ** 1.5
    acceleration = float(counts @ apart**3) / (6 * spread) if spread > 0 else 0.0
    ends = []
    for z in (normal.inv_cdf((1 - level) / 2), normal.inv_cdf((1 + level) / 2)):
        shifted = bias + (bias + z) / (1 - acceleration * (bias + z))
        ends.append(float(np.quantile(drawn, normal.cdf(shifted))))
    return Interval(value, ends[0], ends[1], method)


def quantile_interval(sample: Counts, share: float, level: float = 0.95) -> Interval:
    """Return a quantile with an interval of order statistics, which holds for any distribution.

    The ranks are the binomial quantiles of the number of games below the true quantile; with ties the interval holds
    at least as often as it says. Where the games are too few for one, its ends are None.
    """
    from scipy.stats import binom

    games = sample.games
    if not 0 < share < 1:
        raise ValueError(f"a quantile lies between 0 and 1, not {share}")
    value, method = sample.quantile(share), f"order statistics, {percent(level)}"
    low = int(binom.ppf((1 - level) / 2, games, share))  # the low-th smallest game
    high = int(binom.ppf((1 + level) / 2, games, share)) + 1
    if low < 1 or high > games:
        return Interval(value, None, None, method)
    ends = np.cumsum(sample.counts)
    places = np.searchsorted(ends, [low - 1, high - 1], side="right")
    return Interval(value, float(sample.values[places[0]]), float(sample.values[places[1]]), method)


def _drawn(sample: Counts, rng, statistic: Statistic, resamples: int) -> tuple[np.ndarray, float]:
    if sample.games < 2:
        raise ValueError(f"needs at least 2 games, has {sample.games}")
    counts = rng.multinomial(sample.games, sample.counts / sample.games, size=resamples)
    return statistic(sample.values, counts), float(statistic(sample.values, sample.counts[None, :])[0])
