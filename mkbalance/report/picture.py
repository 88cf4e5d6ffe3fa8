"""A figure of a report that is still to be drawn, and what its text needs."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mkbalance.report import figures

__all__ = ["MOST_CELLS", "MOST_LINES", "Picture", "first", "percent", "slug", "told"]

MOST_CELLS = 24  #: rows of a figure that can still be read
MOST_LINES = 8


@dataclass(frozen=True)
class Picture:
    """A figure to be drawn.

    Attributes
    ----------
    title, caption : str
        What it is, and how to read it.
    about : str
        Number of games and kind of interval.
    alt : str
        What it shows, in numbers, for readers who cannot see it.
    table : str
        The file of the page's data that holds the numbers.
    """

    title: str
    caption: str
    about: str
    alt: str
    table: str
    draw: Callable
    height: float
    name: str

    def shown(self) -> dict[str, str]:
        """Return the texts, with the drawing as SVG."""
        texts = {key: getattr(self, key) for key in ("title", "caption", "about", "table")}
        return {**texts, "svg": figures.svg(self.draw, self.name, self.alt, self.height)}


def first(cells: Sequence[dict], most: int = MOST_CELLS) -> tuple[list[dict], str]:
    """Return as many cells as can be shown, and a sentence where that is not all of them."""
    left = len(cells) - most
    return list(cells[:most]), f" The first {most} of {len(cells)} cells; the table has them all." if left > 0 else ""


def slug(*parts: str) -> str:
    """Return a name for ids."""
    return re.sub(r"[^a-z0-9]+", "-", "-".join(parts).lower()).strip("-") or "figure"


def percent(cell: dict) -> str:
    """Return a cell with its win rate."""
    return f"{cell['name']} {100 * cell['win_rate']['value']:.1f} %"


def told(cell: dict, metric: str) -> str:
    """Return a cell with its win rate or mean score."""
    return percent(cell) if metric == "win_rate" else f"{cell['name']} {cell['score']['mean']:.1f}"
