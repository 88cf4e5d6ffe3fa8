"""An integer quantity of whole games kept as a table of values and how often each came up.

Scores, rounds and levels are small integers, so the table holds everything that their mean, spread and quantiles need
while its size does not grow with the number of games. Drawing the counts anew from a multinomial law is the same as
drawing whole games with replacement: the bootstrap costs the same for a thousand games as for a hundred million.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

import numpy as np

from mkbalance.stats.proportions import Interval, percent, z_value

__all__ = ["QUANTILES", "RESAMPLES", "Counts"]

QUANTILES = {"q05": 0.05, "q25": 0.25, "q50": 0.50, "q75": 0.75, "q95": 0.95}
RESAMPLES = 2000
MOST_RESAMPLES = 50_000  #: levels that need more get the normal interval


class Counts:
    """Values and their counts, sorted by value.

    Parameters
    ----------
    values : iterable of int
        One value per game; add more with `add`.
    """

    def __init__(self, values: Iterable[int] = ()) -> None:
        self._table: dict[int, int] = {}
        self.add(np.asarray(values if isinstance(values, np.ndarray) else list(values), dtype=np.int64))

    def add(self, values: np.ndarray) -> None:
        """Count more games."""
        for value, count in zip(*np.unique(np.asarray(values, dtype=np.int64), return_counts=True), strict=True):
            self._table[int(value)] = self._table.get(int(value), 0) + int(count)
        self.__dict__.pop("values", None)
        self.__dict__.pop("counts", None)

    @cached_property
    def values(self) -> np.ndarray:
        """The distinct values, ascending."""
        return np.array(sorted(self._table), dtype=np.int64)

    @cached_property
    def counts(self) -> np.ndarray:
        """How often each value came up."""
        return np.array([self._table[value] for value in sorted(self._table)], dtype=np.int64)

    @property
    def games(self) -> int:
        """Number of games."""
        return int(self.counts.sum())

    @property
    def mean(self) -> float:
        """Mean over games."""
        self._require(1)
        return float(self.values @ self.counts) / self.games

    @property
    def variance(self) -> float:
        """Variance over games with n - 1; None needs two games, so one game raises ValueError."""
        self._require(2)
        return float(((self.values - self.mean) ** 2) @ self.counts) / (self.games - 1)

    @property
    def sd(self) -> float | None:
        """Standard deviation over games, or None for a single game."""
        return float(np.sqrt(self.variance)) if self.games > 1 else None

    def quantile(self, share: float) -> float:
        """Return a quantile, interpolated between games as `numpy.quantile` does."""
        self._require(1)
        ends = np.cumsum(self.counts)
        place = (self.games - 1) * share
        below = int(np.floor(place))
        above = min(below + 1, self.games - 1)
        low, high = self.values[np.searchsorted(ends, [below, above], side="right")]
        return float(low + (high - low) * (place - below))

    def bootstrap_means(self, rng: np.random.Generator, resamples: int = RESAMPLES) -> np.ndarray:
        """Return the means of whole-game resamples."""
        self._require(1)
        return rng.multinomial(self.games, self.counts / self.games, size=resamples) @ self.values / self.games

    def mean_interval(self, rng: np.random.Generator, level: float = 0.95, resamples: int = RESAMPLES) -> Interval:
        """Return the mean with its percentile bootstrap interval; one game has no interval."""
        method = f"percentile bootstrap over whole games, {resamples} resamples, {percent(level)}"
        if self.games < 2:
            return Interval(self.mean, None, None, method)
        needed = round(40 / (1 - level))  # twenty resamples beyond each end at least
        if needed > MOST_RESAMPLES:
            half = z_value(level) * float(np.sqrt(self.variance / self.games))
            return Interval(self.mean, self.mean - half, self.mean + half, f"normal, {percent(level)}")
        resamples = max(resamples, needed)
        low, high = np.quantile(self.bootstrap_means(rng, resamples), [(1 - level) / 2, (1 + level) / 2])
        method = f"percentile bootstrap over whole games, {resamples} resamples, {percent(level)}"
        return Interval(self.mean, float(low), float(high), method)

    def summary(self, rng: np.random.Generator, level: float = 0.95) -> dict[str, object]:
        """Return mean, interval, spread and quantiles as JSON-able fields."""
        mean = self.mean_interval(rng, level)
        return {
            "mean": mean.value,
            "low": mean.low,
            "high": mean.high,
            "sd": self.sd,
            "method": mean.method,
            **{name: self.quantile(share) for name, share in QUANTILES.items()},
            "min": int(self.values[0]),
            "max": int(self.values[-1]),
        }

    def _require(self, games: int) -> None:
        if self.games < games:
            raise ValueError(f"needs at least {games} game{'s' if games > 1 else ''}, has {self.games}")
