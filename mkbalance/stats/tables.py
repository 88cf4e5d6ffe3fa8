"""Two proportions: paired ones by McNemar and Newcombe, unpaired ones by Newcombe.

References
----------
McNemar (1947), doi:10.1007/BF02295996; Fagerland, Lydersen and Laake (2013), doi:10.1186/1471-2288-13-91 (mid-p);
Newcombe (1998), doi:10.1002/(SICI)1097-0258(19981130)17:22<2635::AID-SIM954>3.0.CO;2-C (paired, method 10) and
doi:10.1002/(SICI)1097-0258(19980430)17:8<873::AID-SIM779>3.0.CO;2-I (unpaired, method 10).
"""

from __future__ import annotations

from math import sqrt

from mkbalance.stats.proportions import Interval, percent, wilson

__all__ = ["mcnemar", "newcombe", "newcombe_paired"]


def mcnemar(only_b: int, only_a: int, method: str = "mid-p") -> float:
    """Return the two-sided p-value of McNemar's test that both win equally often.

    Parameters
    ----------
    only_b, only_a : int
        Games won by one side only.
    method : {"mid-p", "exact", "asymptotic"}
        The mid-p test keeps its level in practice without the waste of the exact one.
    """
    from scipy import stats

    if only_a < 0 or only_b < 0:
        raise ValueError(f"{only_b} and {only_a} are not numbers of games")
    games, fewer = only_a + only_b, min(only_a, only_b)
    if games == 0:
        return 1.0
    if method == "asymptotic":
        return float(stats.chi2.sf((only_b - only_a) ** 2 / games, 1))
    tail = float(stats.binom.cdf(fewer, games, 0.5))
    if method == "exact":
        return min(1.0, 2 * tail)
    if method == "mid-p":
        return min(1.0, 2 * tail - float(stats.binom.pmf(fewer, games, 0.5)))
    raise ValueError(f"no method is called {method!r}: mid-p, exact, asymptotic")


def newcombe_paired(both: int, only_b: int, only_a: int, neither: int, level: float = 0.95) -> Interval:
    """Return the difference `b - a` of two win rates over the same games, from Wilson intervals of both.

    Newcombe's method 10: the two Wilson intervals are joined with the correlation of the table.
    """
    games = both + only_b + only_a + neither
    if games < 1 or min(both, only_b, only_a, neither) < 0:
        raise ValueError("the four cells of a paired table are numbers of games")
    b, a = wilson(both + only_b, games, level), wilson(both + only_a, games, level)
    product = (both + only_b) * (neither + only_a) * (both + only_a) * (neither + only_b)
    cross = both * neither - only_b * only_a
    if product == 0:
        phi = 0.0
    elif cross > 0:
        phi = max(cross - games / 2, 0.0) / sqrt(product)
    else:
        phi = cross / sqrt(product)
    down = (b.value - b.low) ** 2 - 2 * phi * (b.value - b.low) * (a.high - a.value) + (a.high - a.value) ** 2
    up = (a.value - a.low) ** 2 - 2 * phi * (a.value - a.low) * (b.high - b.value) + (b.high - b.value) ** 2
    value = (only_b - only_a) / games
    return Interval(
        value, value - sqrt(max(down, 0.0)), value + sqrt(max(up, 0.0)), f"paired, Newcombe, {percent(level)}"
    )


def newcombe(wins_b: int, games_b: int, wins_a: int, games_a: int, level: float = 0.95) -> Interval:
    """Return the difference `b - a` of the win rates of unpaired games, from Wilson intervals of both."""
    b, a = wilson(wins_b, games_b, level), wilson(wins_a, games_a, level)
    value = b.value - a.value
    down = sqrt((b.value - b.low) ** 2 + (a.high - a.value) ** 2)
    up = sqrt((b.high - b.value) ** 2 + (a.value - a.low) ** 2)
    return Interval(value, value - down, value + up, f"unpaired, Newcombe, {percent(level)}")
