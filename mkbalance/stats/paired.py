"""The difference between two settings that played the same games.

Both settings play game `i` with the same key, so they meet the same tiles, tokens and decks. The difference is taken
game by game; the variance ratio says what that pairing bought: the variance of the difference over the sum of the two
variances. Below 1 the pairing helped: a ratio of 0.25 is worth four times as many unpaired games.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mkbalance.stats.counts import Counts
from mkbalance.stats.equivalence import Equivalence, equivalent, equivalent_proportions
from mkbalance.stats.proportions import Interval, paired_proportions
from mkbalance.stats.tables import mcnemar

__all__ = ["Paired"]


@dataclass
class _Difference:
    """What one integer column needs for its paired difference."""

    a: Counts
    b: Counts
    difference: Counts

    def ratio(self) -> float | None:
        apart = self.a.variance + self.b.variance if self.a.games > 1 else 0.0
        return self.difference.variance / apart if apart > 0 else None


class Paired:
    """Collect games of `a` and `b` block by block and compare them, `b - a`.

    Parameters
    ----------
    columns : list of str
        Integer columns to compare.
    """

    def __init__(self, columns: list[str]) -> None:
        self._columns = {name: _Difference(Counts(), Counts(), Counts()) for name in columns}
        self.games = 0
        self.identical = True  #: every row so far was the same on both sides

    def add(self, a: np.ndarray, b: np.ndarray) -> None:
        """Add one block; row `i` of both must be the same game."""
        if not np.array_equal(a["game"], b["game"]):
            raise ValueError("the two settings did not play the same games")
        self.games += len(a)
        self.identical &= all(np.array_equal(a[name], b[name]) for name in self._columns)
        for name, kept in self._columns.items():
            left, right = a[name].astype(np.int64), b[name].astype(np.int64)
            kept.a.add(left)
            kept.b.add(right)
            kept.difference.add(right - left)

    def mean(self, column: str, rng: np.random.Generator, level: float = 0.95) -> dict[str, object]:
        """Return the mean difference of a column with its interval and the variance ratio."""
        kept = self._columns[column]
        return self._document(kept, kept.difference.mean_interval(rng, level))

    def proportion(self, column: str, level: float = 0.95) -> dict[str, object]:
        """Return the difference of a 0/1 column with its interval, McNemar's p and the variance ratio."""
        only_b, only_a = self._changed(column)
        found = self._document(self._columns[column], paired_proportions(only_b, only_a, self.games, level))
        return {**found, "only_a": only_a, "only_b": only_b, "p": mcnemar(only_b, only_a)}

    def equivalence(self, column: str, margin: float, *, proportion: bool = False, alpha: float = 0.05) -> Equivalence:
        """Test whether the difference of a column lies within ``-margin`` to ``margin``.

        Parameters
        ----------
        column : str
        margin : float
            What counts as negligible, decided before looking.
        proportion : bool
            Whether the column is 0/1.
        alpha : float
        """
        if proportion:
            return equivalent_proportions(*self._changed(column), self.games, margin, alpha)
        return equivalent(self._columns[column].difference, margin, alpha)

    def _changed(self, column: str) -> tuple[int, int]:
        """Return how many games only `b` has as 1 and how many only `a`."""
        kept = self._columns[column].difference
        table = dict(zip(kept.values.tolist(), kept.counts.tolist(), strict=True))
        return table.get(1, 0), table.get(-1, 0)

    def _document(self, kept: _Difference, interval: Interval) -> dict[str, object]:
        return {
            "a": kept.a.mean,
            "b": kept.b.mean,
            "difference": interval.value,
            "low": interval.low,
            "high": interval.high,
            "method": interval.method,
            "variance_ratio": kept.ratio(),
        }
