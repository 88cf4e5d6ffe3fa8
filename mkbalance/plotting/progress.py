"""What happens in the course of the games: fans over rounds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from mkbalance.plotting.style import COLOURS, LINES, MARKERS, bare, legend, made, plain

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

__all__ = ["fan"]


def fan(frame: pd.DataFrame | Sequence[tuple[str, pd.DataFrame]], column: str, ax: Axes | None = None) -> Axes:
    """Draw a column by round: median, middle half and 5 % to 95 % of the games that were still going.

    Parameters
    ----------
    frame : DataFrame, or sequence of (name, DataFrame)
        With columns ``game``, ``round`` and `column`, one row for each round of each game, as `Results.by_round`
        returns it. Several frames are drawn with their middle halves alone.
    column : str
        What to draw, as ``fame``.
    """
    ax = made(ax)
    named = [("", frame)] if hasattr(frame, "columns") else list(frame)
    last = 1
    for number, (name, one) in enumerate(named):
        found = one.groupby("round")[column].quantile([0.05, 0.25, 0.5, 0.75, 0.95]).unstack()
        rounds, colour = found.index.to_numpy(), COLOURS["series"][number % 8]
        last = max(last, rounds.max())
        if len(named) == 1:
            ax.fill_between(rounds, found[0.05], found[0.95], color=colour, alpha=0.15, lw=0, label="5 % to 95 %")
        label = "middle half" if len(named) == 1 else None
        ax.fill_between(rounds, found[0.25], found[0.75], color=colour, alpha=0.28, lw=0, label=label)
        ax.plot(
            rounds,
            found[0.5],
            MARKERS[number % 8],
            linestyle=LINES[number % 8],
            color=colour,
            label=plain(name) or "median",
            linewidth=2,
        )
        if len(named) == 1:
            counts = one.groupby("round")["game"].nunique()
            if counts.nunique() > 1:  # games that were won leave
                ax.set_xticks(rounds, [f"{at}\nn = {counts[at]:,}" for at in rounds])
            else:
                ax.set_xticks(rounds)
    if len(named) > 1:
        ax.set_xticks(np.arange(1, last + 1))
    games = sorted({int(one["game"].nunique()) for _, one in named})
    ax.set_xlabel(f"End of Round (n = {games[0]:,} games{' each' if len(named) > 1 else ''})")
    ax.set_ylabel(plain(column))
    legend(ax)
    return bare(ax)
