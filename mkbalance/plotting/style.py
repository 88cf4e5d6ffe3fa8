"""One look for every figure: colours that survive colour blindness and grey print, quiet axes, n in every label.

Series differ in colour, marker and line style. The hues are those of Okabe and Ito (2008). A report maps each of
the colours named here to one of its light or dark theme, so figures use no other; shades are the same colours, more or
less opaque.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["COLOURS", "LINES", "MARKERS", "bare", "games", "heat", "legend", "made", "plain", "rows", "values"]

COLOURS = {
    "ink": "#1b1f24",
    "faint": "#8a9099",
    "grid": "#d5d9de",
    "series": ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#666633", "#882255"),
}
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
LINES = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)), (0, (8, 2)), (0, (3, 1)), (0, (1, 1)))


def made(ax: Axes | None, width: float = 7.5, height: float = 4.0) -> Axes:
    """Return `ax`, or an Axes of a new figure of this size in inches."""
    if ax is None:
        import matplotlib.pyplot as plt

        ax = plt.figure(figsize=(width, height), layout="constrained").add_subplot()
    return ax


def bare(ax: Axes, grid: str = "both") -> Axes:
    """Take away what carries no data."""
    ax.grid(visible=False)
    if grid != "none":
        ax.grid(axis=grid, color=COLOURS["grid"], linewidth=0.8)
    ax.set_axisbelow(True)
    ax.tick_params(colors=COLOURS["ink"], length=0)
    for axis in (ax.xaxis, ax.yaxis):
        axis.label.set_color(COLOURS["ink"])
    ax.title.set_color(COLOURS["ink"])
    for side in ("top", "right", "left"):
        ax.spines[side].set_visible(False)
    ax.spines["bottom"].set_color(COLOURS["grid"])
    return ax


def rows(ax: Axes, names: Sequence[str], xlabel: str) -> Axes:
    """Give each name a row, the first on top."""
    ax.set_yticks(range(len(names)), [plain(name) for name in names])
    ax.set_xlabel(xlabel)
    ax.set_ylim(len(names) - 0.4, -0.6)
    return bare(ax, "x")


def values(ax: Axes, places: Sequence[tuple[float, float]], texts: Sequence[str]) -> None:
    """Write a number to the right of each place."""
    for place, text in zip(places, texts, strict=True):
        ax.annotate(
            text, place, xytext=(7, 0), textcoords="offset points", va="center", fontsize=9, color=COLOURS["ink"]
        )


def heat(ax: Axes, column: float, row: float, share: float, text: str, series: int = 0) -> None:
    """Shade a cell of a map by `share`, 0 to 1, and write its number into it."""
    ax.fill_between(
        [column - 0.48, column + 0.48],
        row - 0.46,
        row + 0.46,
        color=COLOURS["series"][series],
        alpha=0.04 + 0.56 * min(max(share, 0), 1),
        linewidth=0,
    )
    ax.text(column, row, text, ha="center", va="center", fontsize=8.5, color=COLOURS["ink"])


def legend(ax: Axes, columns: int = 4, title: str | None = None) -> None:
    """Put the names of the series above the axes."""
    found = ax.legend(
        loc="lower center",
        bbox_to_anchor=(0.5, 1.0),
        ncols=columns,
        frameon=False,
        labelcolor=COLOURS["ink"],
        fontsize=9,
        title=title,
        title_fontsize=9,
    )
    found.get_title().set_color(COLOURS["ink"])


def plain(text: object) -> str:
    """Return text in which a dollar sign is one, and no formula begins."""
    return str(text).replace("$", r"\$")


def games(cells: Sequence[dict]) -> str:
    """Return how many games the cells played, as ``n = 2,000 games each``."""
    numbers = sorted({cell["games"] for cell in cells})
    if len(numbers) > 1:
        return f"n = {numbers[0]:,} to {numbers[-1]:,} games"
    return f"n = {numbers[0]:,} games" + (" each" if len(cells) > 1 else "")
