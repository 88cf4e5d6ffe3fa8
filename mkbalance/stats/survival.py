"""When a game is won: Kaplan-Meier over rounds, with games that end unwon as censored.

A game that reaches its limit without a victory says only that victory would have come later. Rounds are few, so the
estimate is kept as a table of rounds and its size does not grow with the games.

References
----------
Kaplan and Meier (1958), doi:10.1080/01621459.1958.10501452; Greenwood (1926); Kalbfleisch and Prentice (2002), log-log
intervals, doi:10.1002/9781118032985.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, inf, log, sqrt

import numpy as np

from mkbalance.stats.proportions import z_value

__all__ = ["Survival"]


@dataclass(frozen=True)
class _Step:
    round: int
    at_risk: int
    won: int
    unwon: float  #: share of games without a victory up to and with this round
    low: float
    high: float


class Survival:
    """Games by round, won or stopped; feed blocks in any order."""

    def __init__(self) -> None:
        self._won: dict[int, int] = {}
        self._censored: dict[int, int] = {}

    def add(self, rounds: np.ndarray, won: np.ndarray) -> Survival:
        """Count games: the round each ended in, and whether by a victory."""
        for table, chosen in ((self._won, won != 0), (self._censored, won == 0)):
            for value, count in zip(*np.unique(np.asarray(rounds)[chosen], return_counts=True), strict=True):
                table[int(value)] = table.get(int(value), 0) + int(count)
        return self

    @property
    def games(self) -> int:
        """Number of games."""
        return sum(self._won.values()) + sum(self._censored.values())

    def steps(self, level: float = 0.95) -> list[_Step]:
        """Return one step for each round in which a game was won.

        The intervals are the log-log ones on Greenwood's variance; where no game is left they are unknown (NaN).
        """
        z, left, unwon, greenwood = z_value(level), self.games, 1.0, 0.0
        out = []
        for round_ in sorted({*self._won, *self._censored}):
            won = self._won.get(round_, 0)
            if won:
                at_risk = left
                unwon *= 1 - won / at_risk
                greenwood += won / (at_risk * (at_risk - won)) if at_risk > won else inf
                if 0 < unwon < 1:
                    spread = z * sqrt(greenwood) / abs(log(unwon))
                    low, high = unwon ** exp(spread), unwon ** exp(-spread)
                else:
                    low = high = float("nan")
                out.append(_Step(round_, at_risk, won, unwon, low, high))
            left -= won + self._censored.get(round_, 0)
        return out

    def median(self) -> int | None:
        """Return the round by which half of the games are won, or None when that never happens."""
        return next((step.round for step in self.steps() if step.unwon <= 0.5), None)

    def mean(self, limit: int) -> float:
        """Return the mean number of rounds up to victory or `limit`, whichever comes first."""
        at, unwon, total = 0, 1.0, 0.0
        for step in self.steps():
            if step.round >= limit:
                break
            total += unwon * (step.round - at)
            at, unwon = step.round, step.unwon
        return total + unwon * (limit - at)

    def document(self, level: float = 0.95) -> dict[str, object]:
        """Return the estimate as JSON-able fields; an interval that is unknown is null."""
        return {
            "rounds": [
                {
                    "round": step.round,
                    "at_risk": step.at_risk,
                    "won": step.won,
                    "won_by": 1 - step.unwon,
                    "low": None if np.isnan(step.high) else 1 - step.high,
                    "high": None if np.isnan(step.low) else 1 - step.low,
                }
                for step in self.steps(level)
            ],
            "median": self.median(),
            "method": f"Kaplan-Meier, log-log interval on Greenwood's variance, {100 * level:.4g} %",
        }
