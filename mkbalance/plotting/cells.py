"""Figures of cells: win rate, score distribution, means of a group of columns, games not yet won."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from mkbalance.plotting.style import COLOURS, LINES, MARKERS, bare, games, heat, legend, made, plain, rows, values

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["groups", "not_yet_won", "score", "win_rate"]

MOST_LINES = len(MARKERS)


def _names(cells: Sequence[dict]) -> list[str]:
    return [cell["name"] for cell in cells]


def win_rate(cells: Sequence[dict], ax: Axes | None = None) -> Axes:
    """Draw the win rate of each cell with its interval."""
    ax = made(ax, height=1.2 + 0.42 * len(cells))
    found = np.array([[100 * cell["win_rate"][end] for end in ("value", "low", "high")] for cell in cells])
    where = np.arange(len(cells))
    colour = COLOURS["series"][0]
    ax.hlines(where, found[:, 1], found[:, 2], color=colour, linewidth=2.5)
    ax.plot(found[:, 0], where, "o", color=colour, markersize=6, clip_on=False)
    values(ax, [(max(f[0], f[2]), y) for y, f in zip(where, found, strict=True)], [f"{f[0]:.1f} %" for f in found])
    ax.set_xlim(0, min(100, max(5, 1.3 * found.max())))  # low rates get a scale of their own
    return rows(ax, _names(cells), f"Games won, % (95 % interval; {games(cells)})")


def score(cells: Sequence[dict], ax: Axes | None = None, bins: int = 40) -> Axes:
    """Draw the score distribution of each cell: shape by outcome, middle half and median.

    Where the cells hold ``score_parts``, each distribution is a stack of its parts: games not won, and games won in
    each round. A scenario that pays for every round left shifts the parts against each other, so the whole is a mixture
    with a hump for each round of victory; shown without its parts it would look like noise.
    """
    ax = made(ax, height=1.6 + 0.75 * len(cells))
    lowest = min(cell["score_counts"]["values"][0] for cell in cells)
    highest = max(cell["score_counts"]["values"][-1] for cell in cells)
    width = max(1, int(np.ceil((highest - lowest + 1) / bins)))
    edges = np.arange(lowest, highest + 1 + width, width) - 0.5
    rounds = sorted({part["round"] or 0 for cell in cells for part in cell.get("score_parts", ()) if part["values"]})
    named: set[int] = set()
    for place, cell in enumerate(cells):
        parts = cell.get("score_parts") or [{"round": None, **cell["score_counts"]}]
        parts = sorted(parts, key=lambda part: part["round"] or 0)
        heights = [np.histogram(p["values"], bins=edges, weights=p["counts"])[0] for p in parts]
        scale = 0.75 / max(np.sum(heights, axis=0).max(), 1)
        base = np.zeros(len(edges) - 1)
        for part, height in zip(parts, heights, strict=True):
            won = part["round"] or 0
            number = rounds.index(won) if len(rounds) > 1 else 0
            label = None
            if len(rounds) > 1 and won not in named:
                label = f"won in Round {won}" if won else "not won"
                named.add(won)
            ax.stairs(
                place - scale * (base + height),
                edges,
                baseline=place - scale * base,
                fill=True,
                color=COLOURS["faint"] if not won and len(rounds) > 1 else COLOURS["series"][number % 8],
                alpha=0.45,
                linewidth=0,
                label=label,
            )
            base = base + height
        quantiles = cell["score"]
        ax.hlines(place + 0.08, quantiles["q05"], quantiles["q95"], color=COLOURS["faint"], linewidth=1.2)
        ax.hlines(place + 0.08, quantiles["q25"], quantiles["q75"], color=COLOURS["series"][0], linewidth=4)
        ax.plot([quantiles["q50"]], [place + 0.08], "o", color=COLOURS["ink"], markersize=5)
    rows(ax, _names(cells), f"Score, points ({games(cells)})")
    ax.set_ylim(len(cells) - 0.6, -0.95)
    if named:
        legend(ax)
    return ax


def groups(cells: Sequence[dict], group: str, label: str, ax: Axes | None = None) -> Axes:
    """Draw the means of a group of columns: a mark for each member, or a table once they are too many to tell apart."""
    members = list(cells[0][group])
    if len(members) > 6:
        return _table(cells, group, label, ax)
    ax = made(ax, height=1.4 + 0.6 * len(cells))
    for number, member in enumerate(members):
        shift = (number - (len(members) - 1) / 2) * 0.14
        ax.plot(
            [cell[group][member] for cell in cells],
            np.arange(len(cells)) + shift,
            MARKERS[number],
            color=COLOURS["series"][number],
            label=plain(member),
            markersize=6,
            clip_on=False,
        )
    rows(ax, _names(cells), f"{plain(label)}, mean ({games(cells)})")
    ax.set_xlim(left=0)
    legend(ax, min(4, len(members)))
    return ax


def _table(cells: Sequence[dict], group: str, label: str, ax: Axes | None) -> Axes:
    """Write the means of a group into a shaded table, a column for each member."""
    ax = made(ax, width=9, height=1.4 + 0.5 * len(cells))
    members = list(cells[0][group])
    largest = max((abs(cell[group][member]) for cell in cells for member in members), default=0) or 1
    for row, cell in enumerate(cells):
        for column, member in enumerate(members):
            value = cell[group][member]
            heat(ax, column, row, abs(value) / largest, f"{value:.1f}", 0 if value >= 0 else 1)
    rows(ax, _names(cells), f"{plain(label)}, mean ({games(cells)})")
    ax.grid(visible=False)
    ax.set_xticks(range(len(members)), [plain(member) for member in members], rotation=35, ha="right", fontsize=9)
    ax.set_xlim(-0.6, len(members) - 0.4)
    return ax


def not_yet_won(cells: Sequence[dict], ax: Axes | None = None) -> Axes:
    """Draw the share of games not yet won after each round, a step line with its band for each cell.

    Kaplan-Meier: a game that reaches its last round unwon is censored there. A cell without a win is a line at 100 %.
    """
    if len(cells) > MOST_LINES:
        raise ValueError(f"at most {MOST_LINES} cells can be told apart, not {len(cells)}")
    ax = made(ax)
    last = max(int(cell["rounds"].get("max") or np.ceil(cell["rounds"]["mean"])) for cell in cells)
    for number, cell in enumerate(cells):
        steps = (cell.get("survival") or {}).get("rounds", [])
        at = [0, *[step["round"] for step in steps], last + 0.6]
        unwon = [100.0, *[100 * (1 - step["won_by"]) for step in steps]]
        unwon.append(unwon[-1])
        colour = COLOURS["series"][number]
        ax.step(at, unwon, where="post", color=colour, linestyle=LINES[number], linewidth=2, label=plain(cell["name"]))
        ax.plot(at[1:-1], unwon[1:-1], MARKERS[number], color=colour, markersize=5)
        for step, until in zip(steps, at[2:], strict=True):
            if step["low"] is not None and step["high"] is not None:
                ends = [step["round"], until]
                ax.fill_between(ends, 100 * (1 - step["high"]), 100 * (1 - step["low"]), color=colour, alpha=0.13, lw=0)
    ax.set_xlabel(f"Round ({games(cells)}; 95 % bands)")
    ax.set_xticks(range(last + 1))
    ax.set_xlim(0, last + 0.6)
    ax.set_ylim(0, 103)
    ax.set_ylabel("Games not yet won, %")
    legend(ax, 2 if max(map(len, _names(cells))) > 16 else 4)
    return bare(ax)
