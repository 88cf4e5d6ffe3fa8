"""Intervals of proportions: Wilson for one, Agresti and Min for the difference of two paired ones.

References
----------
Wilson (1927), doi:10.1080/01621459.1927.10502953; Agresti and Min (2005), doi:10.1002/sim.1781.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

__all__ = ["Interval", "paired_proportions", "wilson", "z_value"]


@dataclass(frozen=True)
class Interval:
    """An estimate with the ends of its interval; the ends are None where the games do not support one."""

    value: float
    low: float | None
    high: float | None
    method: str

    def document(self) -> dict[str, object]:
        """Return the interval as JSON-able fields."""
        return {"value": self.value, "low": self.low, "high": self.high, "method": self.method}


def z_value(level: float = 0.95) -> float:
    """Return the two-sided normal quantile of a confidence level."""
    if not 0 < level < 1:
        raise ValueError(f"level must lie between 0 and 1, not {level}")
    return NormalDist().inv_cdf(0.5 + level / 2)


def percent(level: float) -> str:
    """Return a confidence level as text: ``95 %``, ``99.17 %``."""
    return f"{100 * level:.4g} %"


def wilson(successes: int, games: int, level: float = 0.95) -> Interval:
    """Return the Wilson score interval of a proportion.

    Parameters
    ----------
    successes, games : int
        Games won and games played.
    level : float
        Confidence level.
    """
    if games < 1 or not 0 <= successes <= games:
        raise ValueError(f"{successes} of {games} is not a proportion")
    z2 = z_value(level) ** 2
    share = successes / games
    centre = (successes + z2 / 2) / (games + z2)
    half = z_value(level) * sqrt(share * (1 - share) * games + z2 / 4) / (games + z2)
    low = 0.0 if successes == 0 else max(0.0, centre - half)
    high = 1.0 if successes == games else min(1.0, centre + half)
    return Interval(share, low, high, f"Wilson, {percent(level)}")


def paired_proportions(only_b: int, only_a: int, games: int, level: float = 0.95) -> Interval:
    """Return the difference `b - a` of two proportions seen in the same games.

    The interval adds half a game to each of the four cells of the two-by-two table before the Wald interval, so that
    it does not collapse when no game, or every game, changed hands. The value is the plain difference.

    Parameters
    ----------
    only_b, only_a : int
        Games won only by `b` and only by `a`.
    games : int
        Games played by both.
    """
    if games < 1 or only_a < 0 or only_b < 0 or only_a + only_b > games:
        raise ValueError(f"{only_b} and {only_a} of {games} are not the two sides of a paired table")
    value = (only_b - only_a) / games
    n, b, a = games + 2, only_b + 0.5, only_a + 0.5
    half = z_value(level) * sqrt(max(0.0, (b + a) - (b - a) ** 2 / n)) / n
    centre = (b - a) / n
    low, high = max(-1.0, centre - half), min(1.0, centre + half)
    return Interval(value, min(low, value), max(high, value), f"paired, Agresti and Min, {percent(level)}")
