"""How many games a question needs.

References
----------
Connor (1987), doi:10.2307/2531961 (paired proportions); Lachin (1981), doi:10.1016/0197-2456(81)90001-5.
"""

from __future__ import annotations

from math import ceil, sqrt
from statistics import NormalDist

from mkbalance.stats.proportions import wilson, z_value

__all__ = ["games_for_difference", "games_for_half_width", "games_for_win_rates", "power_of_difference"]


def games_for_half_width(half_width: float, rate: float = 0.5, level: float = 0.95) -> int:
    """Return the games after which the Wilson interval of a win rate is narrow enough.

    Examples
    --------
    >>> games_for_half_width(0.01)
    9600
    """
    if not 0 < half_width < 0.5 or not 0 <= rate <= 1:
        raise ValueError("half_width lies between 0 and 0.5, a rate between 0 and 1")

    def wide(games: int) -> bool:
        found = wilson(round(rate * games), games, level)
        return found.high - found.low > 2 * half_width

    low, high = 1, 2
    while wide(high):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if wide(middle) else (low, middle)
    return high


def games_for_difference(
    difference: float, sd: float, variance_ratio: float = 1.0, power: float = 0.9, alpha: float = 0.05
) -> int:
    """Return the games each side must play to see a difference of means.

    Parameters
    ----------
    difference : float
        What is worth seeing.
    sd : float
        Standard deviation of one game.
    variance_ratio : float
        What pairing leaves of the variance of unpaired games; `mkbalance compare` prints it. 1 for unpaired games.
    power : float
        Chance to see it.
    alpha : float
        Two-sided error.
    """
    if difference == 0 or sd <= 0 or variance_ratio <= 0:
        raise ValueError("difference must not be 0; sd and variance_ratio must be more than 0")
    reach = z_value(1 - alpha) + NormalDist().inv_cdf(power)
    return max(2, ceil(2 * variance_ratio * (reach * sd / difference) ** 2))


def power_of_difference(
    games: int, difference: float, sd: float, variance_ratio: float = 1.0, alpha: float = 0.05
) -> float:
    """Return the chance that `games` paired games show a difference of means."""
    expected = abs(difference) / (sd * sqrt(2 * variance_ratio / games))
    z, normal = z_value(1 - alpha), NormalDist()
    return normal.cdf(expected - z) + normal.cdf(-expected - z)


def games_for_win_rates(difference: float, changed: float, power: float = 0.9, alpha: float = 0.05) -> int:
    """Return the games McNemar's test needs to see a difference of paired win rates.

    Parameters
    ----------
    difference : float
        Difference of the win rates.
    changed : float
        Share of games that only one side wins, at least the difference. For unpaired games it is
        ``p (1 - q) + q (1 - p)``.
    """
    gap = abs(difference)
    if gap == 0 or not gap <= changed <= 1:
        raise ValueError("changed lies between the difference and 1, and the difference is not 0")
    reach = z_value(1 - alpha) * sqrt(changed) + NormalDist().inv_cdf(power) * sqrt(changed - gap**2)
    return max(2, ceil((reach / gap) ** 2))
