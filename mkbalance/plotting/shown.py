"""The figures as methods of results and studies."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mkbalance.plotting import cells as of_cells
from mkbalance.plotting import contrasts as of_differences
from mkbalance.plotting import factors as of_factors
from mkbalance.plotting import progress
from mkbalance.plotting.style import plain
from mkbalance.study.summary import Tally

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from mkbalance.study.results import Results
    from mkbalance.study.study import Study

__all__ = ["ResultsPlots", "StudyPlots"]


class ResultsPlots:
    """Figures of one `Results`."""

    def __init__(self, results: Results) -> None:
        summary = results.summary()
        values, counts = np.unique(results.rows[results.metrics.score].astype(np.int64), return_counts=True)
        self._results = results
        tally = Tally(results.prepared).add(results.rows)
        self._cells = [
            {
                **summary,
                "name": ", ".join(summary["players"]),
                "score_counts": {"values": values.tolist(), "counts": counts.tolist()},
                "score_parts": tally.score_parts(),
            }
        ]

    def win_rate(self, ax: Axes | None = None) -> Axes:
        """Draw the win rate with its interval."""
        return of_cells.win_rate(self._cells, ax)

    def score(self, ax: Axes | None = None) -> Axes:
        """Draw the score distribution by outcome."""
        return of_cells.score(self._cells, ax)

    def not_yet_won(self, ax: Axes | None = None) -> Axes:
        """Draw the share of games not yet won by round."""
        return of_cells.not_yet_won(self._cells, ax)

    def groups(self, group: str, ax: Axes | None = None) -> Axes:
        """Draw the means of a group of columns of the game."""
        return of_cells.groups(self._cells, group, self._results.metrics.labels.get(group, group), ax)

    def by_round(self, column: str = "fame", games: int = 200, ax: Axes | None = None) -> Axes:
        """Draw a column by round as a fan, over the first `games` games played once more."""
        return progress.fan(self._results.by_round(games), column, ax)


class StudyPlots:
    """Figures of a study."""

    def __init__(self, summary: dict, study: Study | None = None) -> None:
        self._summary, self._cells, self._study = summary, summary["cells"], study

    def win_rate(self, ax: Axes | None = None) -> Axes:
        """Draw the win rate of each cell with its interval."""
        return of_cells.win_rate(self._cells, ax)

    def score(self, ax: Axes | None = None) -> Axes:
        """Draw the score distribution of each cell by outcome."""
        return of_cells.score(self._cells, ax)

    def not_yet_won(self, ax: Axes | None = None) -> Axes:
        """Draw the share of games not yet won by round, a line for each cell."""
        return of_cells.not_yet_won(self._cells, ax)

    def groups(self, group: str, ax: Axes | None = None) -> Axes:
        """Draw the means of a group of columns of the game in each cell."""
        return of_cells.groups(self._cells, group, self._summary["groups"][group]["label"], ax)

    def effect(self, factor: str, metric: str = "win_rate", by: str | None = None, ax: Axes | None = None) -> Axes:
        """Draw a metric over the levels of a factor; see `mkbalance.plotting.effect`."""
        return of_factors.effect(self._cells, factor, metric, by, ax=ax)

    def effects(self, factors: list[str] | None = None, metric: str = "win_rate", ax: Axes | None = None) -> Axes:
        """Draw one line for each factor that was moved alone."""
        return of_factors.effects(self._cells, factors or self._summary["factors"], metric, ax=ax)

    def interaction(self, x: str, y: str, metric: str = "win_rate", ax: Axes | None = None) -> Axes:
        """Draw a map of two factors."""
        return of_factors.interaction(self._cells, x, y, metric, ax)

    def factorial(self, metric: str = "win", ax: Axes | None = None) -> Axes:
        """Draw main effects and interactions of factors with two levels each."""
        if self._study is None:
            raise ValueError("needs the rows of a study")
        return of_factors.factorial(self._study.factorial(metric), ax)

    def chance(self, metric: str = "score", ax: Axes | None = None) -> Axes:
        """Draw what each source of chance accounts for, in a study of `mk.chance`."""
        if self._study is None:
            raise ValueError("needs the rows of a study")
        found = self._study.chance(metric)
        together = f"95 % together; n = {found['games']:,} games of each cell"
        title = f"Share of the variance of {plain(metric)} ({together})"
        return of_differences.variance_shares(found["shares"], ax, title)

    def surface(self, x: str, y: str, ax: Axes | None = None) -> Axes:
        """Draw the difficulty surface with its lines of equal win rate."""
        return of_factors.surface(self._cells, x, y, ax=ax)

    def members(self, factor: str, group: str, ax: Axes | None = None) -> Axes:
        """Draw the means of a group of columns over the levels of a factor, the others at their first level."""
        label = self._summary["groups"][group]["label"]
        first = {name: text for name, text in self._cells[0]["levels"].items() if name != factor}
        mine = [
            cell
            for cell in self._cells
            if cell["variant"] == self._cells[0]["variant"]
            and {name: text for name, text in cell["levels"].items() if name != factor} == first
        ]
        if self._summary["design"]["kind"] == "one_at_a_time":
            mine = [cell for cell in self._cells if factor in cell["levels"]]
        return of_factors.members(mine, factor, group, label, ax=ax)

    def changes(self, factor: str, metric: str = "win_rate", ax: Axes | None = None) -> Axes:
        """Draw what the variants change over the levels of a factor."""
        return of_differences.changes(self._summary["comparisons"], self._cells, factor, metric, ax=ax)

    def differences(self, metric: str = "win_rate", ax: Axes | None = None) -> Axes:
        """Draw every comparison of the study."""
        return of_differences.differences(self._summary["comparisons"], metric, ax)

    def worth(self, metric: str = "score", most: int = 20, ax: Axes | None = None) -> Axes:
        """Draw what each entry was worth, in a knock-out study."""
        return of_differences.worth(self._summary["comparisons"], metric, most, ax=ax)

    def ranking(self, metric: str = "score", ax: Axes | None = None) -> Axes:
        """Draw the ranks of the cells by a metric, with what is left open."""
        found = {item["metric"]: item for item in self._summary["rankings"]}
        if metric not in found:
            from mkbalance.errors import UsageError

            raise UsageError("the study has no ranks by it", "metric", given=metric, allowed=list(found))
        return of_differences.ranking(found[metric], ax)
