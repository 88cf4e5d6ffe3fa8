"""Showing that a change does not matter: two one-sided tests against a margin.

No significant difference is no evidence of no difference. Equivalence is: the whole interval at ``1 - 2 alpha`` lies
within the margin that was called negligible beforehand.

References
----------
Schuirmann (1987), doi:10.1007/BF01068419.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

from mkbalance.stats.counts import Counts

__all__ = ["Equivalence", "equivalent", "equivalent_proportions"]


@dataclass(frozen=True)
class Equivalence:
    """Result of two one-sided tests."""

    difference: float
    low: float  #: ends of the interval at 1 - 2 alpha
    high: float
    margin: float
    p: float  #: the larger of the two one-sided p-values
    equivalent: bool


def equivalent(differences: Counts, margin: float, alpha: float = 0.05) -> Equivalence:
    """Test whether a paired mean difference lies within ``-margin`` to ``margin``.

    Parameters
    ----------
    differences : Counts
        Differences game by game.
    margin : float
        What counts as negligible, decided before looking.
    """
    from scipy.stats import t as student

    if margin <= 0:
        raise ValueError(f"the margin must be more than 0, not {margin}")
    mean, games = differences.mean, differences.games
    error = sqrt(differences.variance / games)
    if error == 0:
        return Equivalence(mean, mean, mean, margin, float(abs(mean) >= margin), abs(mean) < margin)
    p = max(student.sf((mean + margin) / error, games - 1), student.sf((margin - mean) / error, games - 1))
    half = float(student.ppf(1 - alpha, games - 1)) * error
    return Equivalence(mean, mean - half, mean + half, margin, float(p), bool(p <= alpha))


def equivalent_proportions(only_b: int, only_a: int, games: int, margin: float, alpha: float = 0.05) -> Equivalence:
    """Test whether two paired win rates differ by less than `margin`, with half a game added to each cell.

    The additions keep the interval honest when few games change hands, as in `paired_proportions`.
    """
    if margin <= 0:
        raise ValueError(f"the margin must be more than 0, not {margin}")
    n, b, a = games + 2, only_b + 0.5, only_a + 0.5
    mean, error = (b - a) / n, sqrt(max(0.0, (b + a) - (b - a) ** 2 / n)) / n
    normal = NormalDist()
    p = max(1 - normal.cdf((mean + margin) / error), 1 - normal.cdf((margin - mean) / error))
    half = normal.inv_cdf(1 - alpha) * error
    return Equivalence((only_b - only_a) / games, mean - half, mean + half, margin, p, p <= alpha)
