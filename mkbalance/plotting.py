"""Figures of cells and results; every function takes `ax=None` and returns the Axes.

A cell is a dict as in ``summary.json``: `name`, `games`, `win_rate`, `score`, `score_counts` and the groups of its
game.
Without `ax` a figure is made through pyplot; nothing is ever shown or saved here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from mkbalance.study.results import Results

__all__ = ["COLOURS", "ResultsPlots", "StudyPlots", "groups", "score", "win_rate"]

COLOURS = {  # the report maps each of these to a colour of its light or dark theme
    "ink": "#1b1f24",
    "faint": "#8a9099",
    "grid": "#d5d9de",
    "series": ("#2a6fbb", "#c8642a", "#2f8f6b", "#9455a8", "#b23a5e", "#7a6a1f"),
}
MARKERS = ("o", "s", "^", "D", "v", "P")


def _axes(ax: Axes | None, cells: Sequence[dict], row: float = 0.42) -> Axes:
    if ax is None:
        import matplotlib.pyplot as plt

        ax = plt.figure(figsize=(7.5, 1.2 + row * len(cells)), layout="constrained").add_subplot()
    return ax


def _rows(ax: Axes, cells: Sequence[dict], xlabel: str) -> None:
    """Give each cell a row, the first on top."""
    ax.set_yticks(range(len(cells)), [_plain(cell["name"]) for cell in cells])
    ax.set_xlabel(xlabel)
    ax.grid(axis="x", color=COLOURS["grid"], linewidth=0.8)
    ax.set_axisbelow(True)
    ax.tick_params(colors=COLOURS["ink"], length=0)
    ax.xaxis.label.set_color(COLOURS["ink"])
    for side in ("top", "right", "left"):
        ax.spines[side].set_visible(False)
    ax.spines["bottom"].set_color(COLOURS["grid"])


def _plain(text: str) -> str:
    """Return text in which a dollar sign is one, and no formula begins."""
    return text.replace("$", r"\$")


def _games(cells: Sequence[dict]) -> str:
    numbers = sorted({cell["games"] for cell in cells})
    return (
        f"n = {numbers[0]:,} games" + (" each" if len(cells) > 1 else "")
        if len(numbers) == 1
        else (f"n = {numbers[0]:,} to {numbers[-1]:,} games")
    )


def win_rate(cells: Sequence[dict], ax: Axes | None = None) -> Axes:
    """Draw the win rate of each cell with its interval."""
    ax = _axes(ax, cells)
    values = np.array([[100 * cell["win_rate"][end] for end in ("value", "low", "high")] for cell in cells])
    where = np.arange(len(cells))
    colour = COLOURS["series"][0]
    ax.hlines(where, values[:, 1], values[:, 2], color=colour, linewidth=2.5)
    ax.plot(values[:, 0], where, "o", color=colour, markersize=6, clip_on=False)
    for place, (value, _, high) in enumerate(values):
        ax.annotate(
            f"{value:.1f} %",
            (max(value, high), place),
            xytext=(7, 0),
            textcoords="offset points",
            va="center",
            fontsize=9,
            color=COLOURS["ink"],
        )
    _rows(ax, cells, f"Games won, % (95 % interval; {_games(cells)})")
    ax.set_xlim(0, min(100, max(5, 1.3 * values.max())))  # low rates get a scale of their own
    ax.set_ylim(len(cells) - 0.4, -0.6)
    return ax


def score(cells: Sequence[dict], ax: Axes | None = None, bins: int = 40) -> Axes:
    """Draw the score distribution of each cell: shape, middle half and median."""
    ax = _axes(ax, cells, row=0.7)
    lowest = min(cell["score_counts"]["values"][0] for cell in cells)
    highest = max(cell["score_counts"]["values"][-1] for cell in cells)
    width = max(1, int(np.ceil((highest - lowest + 1) / bins)))
    edges = np.arange(lowest, highest + 1 + width, width) - 0.5
    colour = COLOURS["series"][0]
    for place, cell in enumerate(cells):
        counts, _ = np.histogram(cell["score_counts"]["values"], bins=edges, weights=cell["score_counts"]["counts"])
        heights = 0.75 * counts / counts.max()
        ax.stairs(place - heights, edges, baseline=place, fill=True, color=colour, alpha=0.35, linewidth=0)
        quantiles = cell["score"]
        ax.hlines(place + 0.08, quantiles["q05"], quantiles["q95"], color=COLOURS["faint"], linewidth=1.2)
        ax.hlines(place + 0.08, quantiles["q25"], quantiles["q75"], color=colour, linewidth=4)
        ax.plot([quantiles["q50"]], [place + 0.08], "o", color=COLOURS["ink"], markersize=5)
    _rows(ax, cells, f"Score, points ({_games(cells)})")
    ax.set_ylim(len(cells) - 0.6, -0.95)
    return ax


def groups(cells: Sequence[dict], group: str, label: str, ax: Axes | None = None) -> Axes:
    """Draw the means of a group of columns: a mark for each member, or a table once they are too many to tell apart."""
    members = list(cells[0][group])
    if len(members) > len(MARKERS):
        return _table(cells, group, label, ax)
    ax = _axes(ax, cells)
    for number, member in enumerate(members):
        shift = (number - (len(members) - 1) / 2) * 0.14
        ax.plot(
            [cell[group][member] for cell in cells],
            np.arange(len(cells)) + shift,
            MARKERS[number % len(MARKERS)],
            color=COLOURS["series"][number % len(COLOURS["series"])],
            label=_plain(member),
            markersize=6,
            clip_on=False,
        )
    _rows(ax, cells, f"{_plain(label)}, mean ({_games(cells)})")
    ax.set_xlim(left=0)
    ax.set_ylim(len(cells) - 0.4, -0.6)
    ax.legend(
        loc="lower center",
        bbox_to_anchor=(0.5, 1.0),
        ncols=min(4, len(members)),
        frameon=False,
        labelcolor=COLOURS["ink"],
        fontsize=9,
    )
    return ax


def _table(cells: Sequence[dict], group: str, label: str, ax: Axes | None) -> Axes:
    """Write the means of a group into a shaded table, a column for each member."""
    ax = _axes(ax, cells)
    members = list(cells[0][group])
    largest = max((abs(cell[group][member]) for cell in cells for member in members), default=0) or 1
    for row, cell in enumerate(cells):
        for column, member in enumerate(members):
            value = cell[group][member]
            shade = COLOURS["series"][0 if value >= 0 else 1]
            ends, alpha = [column - 0.48, column + 0.48], 0.55 * abs(value) / largest
            ax.fill_between(ends, row - 0.42, row + 0.42, color=shade, alpha=alpha, linewidth=0)
            ax.text(column, row, f"{value:.1f}", ha="center", va="center", fontsize=8.5, color=COLOURS["ink"])
    _rows(ax, cells, f"{_plain(label)}, mean ({_games(cells)})")
    ax.grid(visible=False)
    ax.set_xticks(range(len(members)), [_plain(member) for member in members], rotation=35, ha="right", fontsize=9)
    ax.set_xlim(-0.6, len(members) - 0.4)
    ax.set_ylim(len(cells) - 0.4, -0.6)
    return ax


class ResultsPlots:
    """Figures of one `Results`."""

    def __init__(self, results: Results) -> None:
        summary = results.summary()
        values, counts = np.unique(results.rows[results.metrics.score].astype(np.int64), return_counts=True)
        self._results = results
        self._cells = [
            {
                **summary,
                "name": ", ".join(summary["players"]),
                "score_counts": {"values": values.tolist(), "counts": counts.tolist()},
            }
        ]

    def win_rate(self, ax: Axes | None = None) -> Axes:
        """Draw the win rate with its interval."""
        return win_rate(self._cells, ax)

    def score(self, ax: Axes | None = None) -> Axes:
        """Draw the score distribution."""
        return score(self._cells, ax)

    def groups(self, group: str, ax: Axes | None = None) -> Axes:
        """Draw the means of a group of columns of the game."""
        return groups(self._cells, group, self._results.metrics.labels.get(group, group), ax)


class StudyPlots:
    """Figures of the cells of a study."""

    def __init__(self, summary: dict) -> None:
        self._summary, self._cells = summary, summary["cells"]

    def win_rate(self, ax: Axes | None = None) -> Axes:
        """Draw the win rate of each cell with its interval."""
        return win_rate(self._cells, ax)

    def score(self, ax: Axes | None = None) -> Axes:
        """Draw the score distribution of each cell."""
        return score(self._cells, ax)

    def groups(self, group: str, ax: Axes | None = None) -> Axes:
        """Draw the means of a group of columns of the game in each cell."""
        return groups(self._cells, group, self._summary["groups"][group]["label"], ax)
