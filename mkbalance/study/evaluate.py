"""Means of a metric at points of a space of overrides, all played over the same games.

Common random numbers keep the differences between points small against their level, which is what searching and
sensitivity analysis need. Points that fall together are played once.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mkbalance.games import Game, Scenario, with_overrides
from mkbalance.study.design import column_of
from mkbalance.study.experiment import Experiment, Parameter
from mkbalance.study.runner import Setting, play_all
from mkbalance.study.seeds import experiment_key

__all__ = ["Evaluator", "at", "value_at"]


def value_at(parameter: Parameter, share: float) -> object:
    """Return the value a share of the way from low to high; whole numbers get equal slices."""
    low, high = parameter.low, parameter.high
    if isinstance(low, int) and isinstance(high, int):
        return min(high, low + int(share * (high - low + 1)))
    return low + share * (high - low)


def at(parameters: Sequence[Parameter], values: Sequence[object]) -> dict[str, object]:
    """Return the overrides of one point."""
    return {path: value for parameter, value in zip(parameters, values, strict=True) for path in parameter.all_paths}


class Evaluator:
    """Plays points and remembers them.

    Parameters
    ----------
    experiment : Experiment
        Its baseline and seed are used.
    metrics : sequence of str
        What to return, per game.
    games : int
        Games of every point, from `first` on.
    """

    def __init__(
        self, experiment: Experiment, game: Game, metrics: Sequence[str], games: int, *, first: int = 0, **how
    ) -> None:
        self._game, self._seed = game, experiment.seed
        base = experiment.baseline
        self._scenario: Scenario = with_overrides(game.scenario(base.scenario), base.set)
        self._players = list(base.players)
        self._metrics, self._first, self.games, self._how = list(metrics), first, games, how
        self._known: dict[tuple, np.ndarray] = {}

    @property
    def points(self) -> int:
        """Points played so far."""
        return len(self._known)

    def rows(self, points: Sequence[dict[str, object]]) -> list[np.ndarray]:
        """Return for each point an array, metrics by games, in game order."""
        new = {_key(point): point for point in points if _key(point) not in self._known}
        work, keys = [], list(new)
        for point in new.values():
            scenario = with_overrides(self._scenario, point)
            prepared = self._game.prepare(scenario, self._players)
            setting = Setting(prepared, self._seed, experiment_key(self._seed), dict(scenario.overrides), _told(point))
            work.append((setting, [(self._first, self.games)]))
        columns = [[column_of(name, setting.prepared) for name in self._metrics] for setting, _ in work]
        for key in keys:
            self._known[key] = np.zeros((len(self._metrics), self.games), dtype=np.int64)
        try:
            for index, rows in play_all(work, **self._how) if work else ():
                places = rows["game"].astype(np.int64) - self._first
                for row, column in enumerate(columns[index]):
                    self._known[keys[index]][row, places] = rows[column]
        except BaseException:
            for key in keys:
                del self._known[key]
            raise
        return [self._known[_key(point)] for point in points]

    def means(self, points: Sequence[dict[str, object]]) -> np.ndarray:
        """Return the means, points by metrics."""
        return np.array([rows.mean(axis=1) for rows in self.rows(points)])


def _key(point: dict[str, object]) -> tuple:
    return tuple(sorted((path, repr(value)) for path, value in point.items()))


def _told(point: dict[str, object]) -> str:
    return ", ".join(f"{path.rsplit('.', 1)[-1]} {value:g}" for path, value in point.items())
