"""Differences and what follows from them: forests, the worth of entries, ranks with ties, shares of the variance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from mkbalance.plotting.style import COLOURS, LINES, MARKERS, bare, legend, made, plain, rows, values
from mkbalance.study.levels import level

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["changes", "differences", "paired", "ranking", "variance_shares", "worth"]


def _difference(item: dict, metric: str) -> tuple[float, float, float]:
    """Return difference and ends; in percentage points for the win rate."""
    metric = {"win": "win_rate"}.get(metric, metric)
    found = item["metrics"][metric] if metric in item.get("metrics", {}) else item[metric]
    scale = 100 if metric == "win_rate" else 1
    value = scale * found["difference"]
    ends = (value if found[end] is None else scale * found[end] for end in ("low", "high"))
    return value, *ends


def _unit(metric: str) -> str:
    if metric in ("win", "win_rate"):
        return "win rate, percentage points"
    return "score, points" if metric == "score" else plain(metric)


def _forest(ax: Axes, names: Sequence[str], found: np.ndarray, xlabel: str) -> Axes:
    """Draw intervals about a line at zero; filled marks where zero is outside."""
    where = np.arange(len(names))
    clear = (found[:, 1] > 0) | (found[:, 2] < 0)
    colour = COLOURS["series"][0]
    ax.axvline(0, color=COLOURS["ink"], linewidth=1)
    ax.hlines(where, found[:, 1], found[:, 2], color=colour, linewidth=2.2)
    ax.plot(found[clear, 0], where[clear], "o", color=colour, markersize=6)
    ax.plot(
        found[~clear, 0], where[~clear], "o", color=colour, markersize=6, markerfacecolor="none", markeredgewidth=1.6
    )
    for place, (value, *_) in zip(where, found, strict=True):  # in a column of their own, clear of the line at zero
        text = f"{value:+.1f}".replace("-", "\N{MINUS SIGN}") if round(value, 1) else "0.0"
        ax.text(1.01, place, text, transform=ax.get_yaxis_transform(), va="center", fontsize=9).set_color(
            COLOURS["ink"]
        )
    return rows(ax, names, xlabel)


def differences(comparisons: Sequence[dict], metric: str = "win_rate", ax: Axes | None = None) -> Axes:
    """Draw each paired difference with its simultaneous interval; an open mark where zero lies inside.

    Parameters
    ----------
    comparisons : sequence of dict
        As in ``summary.json``.
    metric : str
        ``win_rate``, ``score``, ``rounds`` or a metric of the study.
    """
    ax = made(ax, width=8, height=1.2 + 0.38 * len(comparisons))
    names = [_name(item) for item in comparisons]
    found = np.array([_difference(item, metric) for item in comparisons])
    games = max(item["games"] for item in comparisons)
    return _forest(ax, names, found, f"Difference of {_unit(metric)}\n(95 % together; n = {games:,} pairs of games)")


def _name(item: dict) -> str:
    """Return what changes and, where the study has more factors, at which of their levels."""
    held = [part for part in item["b"].split(", ") if part not in item["what"]]
    return ": ".join(filter(None, [item["what"], ", ".join(held)])) if held != [item["b"]] else item["what"]


def changes(
    comparisons: Sequence[dict],
    cells: Sequence[dict],
    factor: str,
    metric: str = "win_rate",
    marks: Mapping[float, str] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw what a variant changes over the levels of a factor: as the control head taken away, by start level.

    A line for each variant and each setting of the other factors, with simultaneous intervals; an open mark where zero
    lies inside.

    Parameters
    ----------
    comparisons, cells : sequence of dict
        As in ``summary.json``.
    factor : str
        A factor with numbers as levels, the same in both cells of a comparison.
    metric : str
        As in `differences`.
    marks : mapping of float to str, optional
        Levels to point out.
    """
    ax = made(ax)
    by_name = {cell["name"]: cell for cell in cells}
    lines: dict[str, list[tuple[float, ...]]] = {}
    for item in comparisons:
        at, a = level(by_name[item["b"]], factor), level(by_name[item["a"]], factor)
        if isinstance(at, float) and at == a:
            held = [text for name, text in by_name[item["b"]]["levels"].items() if name != factor]
            lines.setdefault(", ".join([item["what"], *held]), []).append((at, *_difference(item, metric)))
    order = sorted({at for line in lines.values() for at, *_ in line})
    step = min(np.diff(order), default=1)
    shared = {name.partition(", ")[0] for name in lines}
    ax.axhline(0, color=COLOURS["ink"], linewidth=1)
    for number, (name, line) in enumerate(lines.items()):
        found = np.array(sorted(line))
        at = found[:, 0] + (number - (len(lines) - 1) / 2) * 0.05 * step
        colour, marker = COLOURS["series"][number % 8], MARKERS[number % 8]
        name = name.partition(", ")[2] or name if len(shared) == 1 else name
        clear = (found[:, 2] > 0) | (found[:, 3] < 0)
        ax.vlines(at, found[:, 2], found[:, 3], color=colour, linewidth=2)
        ax.plot(at, found[:, 1], color=colour, linestyle=LINES[number % 8], linewidth=1.2)
        ax.plot(at[clear], found[clear, 1], marker, color=colour, markersize=6.5)
        ax.plot(at[~clear], found[~clear, 1], marker, color=colour, markersize=6.5, mfc="none", markeredgewidth=1.6)
        ax.plot([], [], marker, color=colour, linestyle=LINES[number % 8], label=plain(name))
    for at, text in (marks or {}).items():
        ax.axvline(at, color=COLOURS["faint"], linewidth=1, linestyle=":")
        ax.text(at, 1, f" {plain(text)}", transform=ax.get_xaxis_transform(), va="top", fontsize=8).set_color(
            COLOURS["faint"]
        )
    ax.set_xticks(order, [f"{one:g}" for one in order])
    games = max(item["games"] for item in comparisons)
    ax.set_xlabel(f"{plain(factor)} (95 % together; n = {games:,} pairs of games each)")
    ax.set_ylabel(f"Change of {_unit(metric)}", wrap=True)
    legend(ax, 4 if max(map(len, lines)) < 24 else 2)
    return bare(ax)


def worth(
    comparisons: Sequence[dict], metric: str = "score", most: int = 20, drop: str = "without ", ax: Axes | None = None
) -> Axes:
    """Draw what each entry taken out of the game was worth, the dearest first.

    Parameters
    ----------
    comparisons : sequence of dict
        Those of a knock-out study (`mk.knockout`).
    metric : str
        As in `differences`.
    most : int
        Entries to draw; the rest, nearest to zero, is left out and counted in the label.
    drop : str
        What the name of a variant begins with.
    """
    found = [(item["b"].removeprefix(drop), *(-v for v in _difference(item, metric))) for item in comparisons]
    found = [(name, value, high, low) for name, value, low, high in found]
    found.sort(key=lambda one: -abs(one[1]))
    left = len(found) - most
    shown = sorted(found[:most], key=lambda one: -one[1])
    ax = made(ax, width=8, height=1.2 + 0.36 * len(shown))
    games = max(item["games"] for item in comparisons)
    rest = f"; {left} entries nearer to zero not shown" if left > 0 else ""
    label = f"Worth in {_unit(metric)}\n(95 % together; n = {games:,} pairs of games{rest})"
    return _forest(ax, [name for name, *_ in shown], np.array([one[1:] for one in shown]), label)


def paired(a: np.ndarray, b: np.ndarray, label: str = "score, points", ax: Axes | None = None, bins: int = 40) -> Axes:
    """Draw how the same games differ under two settings, `b - a`; games that did not change are told in a word.

    Parameters
    ----------
    a, b : array
        The quantity in games 0, 1, 2, … of both.
    label : str
        Name and unit of the quantity.
    """
    from mkbalance.stats.proportions import z_value

    ax = made(ax)
    found = np.asarray(b, dtype=float) - np.asarray(a, dtype=float)
    mean, half = found.mean(), z_value(0.95) * found.std(ddof=1) / np.sqrt(len(found))
    changed = found[found != 0]
    low, high = (changed.min(), changed.max()) if len(changed) else (-1, 1)
    width = max(1, int(np.ceil((high - low + 1) / bins)))
    edges = np.arange(low - 0.5, high + width + 0.5, width)
    ax.stairs(np.histogram(changed, edges)[0], edges, fill=True, color=COLOURS["series"][0], alpha=0.45)
    ax.axvline(0, color=COLOURS["ink"], linewidth=1)
    ax.axvspan(mean - half, mean + half, color=COLOURS["series"][1], alpha=0.3, linewidth=0)
    ax.axvline(mean, color=COLOURS["series"][1], linewidth=2, linestyle="--")
    same = 100 * (found == 0).mean()
    around = f"95 %: {mean - half:+.1f} to {mean + half:+.1f}"
    ax.set_title(f"mean {mean:+.1f} ({around}); {same:.0f} % unchanged", fontsize=10)
    ax.set_xlabel(f"Difference of {plain(label)}, the same game twice (n = {len(found):,} pairs)")
    ax.set_ylabel("Games that changed")
    return bare(ax)


def ranking(found: dict, ax: Axes | None = None) -> Axes:
    """Draw a ranking with what the games leave open: means with intervals, and the ranks that each may have.

    Cells that share an open rank are tied as far as these games tell; they are drawn with open marks unless their rank
    is settled.

    Parameters
    ----------
    found : dict
        One of ``summary()["rankings"]``.
    """
    cells = sorted(found["cells"], key=lambda cell: cell["rank"])
    ax = made(ax, height=1.2 + 0.42 * len(cells))
    where = np.arange(len(cells))
    colour = COLOURS["series"][0]
    scale = 100 if found["metric"] in ("win", "win_rate") else 1
    ends = scale * np.array([[cell["mean"], cell["low"], cell["high"]] for cell in cells])
    ax.hlines(where, ends[:, 1], ends[:, 2], color=colour, linewidth=2.5)
    settled = np.array([cell["best"] == cell["worst"] for cell in cells])
    ax.plot(ends[settled, 0], where[settled], "o", color=colour, markersize=7)
    ax.plot(
        ends[~settled, 0], where[~settled], "o", color=colour, markersize=7, markerfacecolor="none", markeredgewidth=1.6
    )
    texts = [
        f"rank {cell['best']}" if cell["best"] == cell["worst"] else f"rank {cell['best']} to {cell['worst']}"
        for cell in cells
    ]
    values(ax, [(end[2], y) for y, end in zip(where, ends, strict=True)], texts)
    ax.margins(x=0.16)
    unit = {"win": "Games won, %", "win_rate": "Games won, %", "score": "Score, mean, points"}.get(
        found["metric"], f"{plain(found['metric'])}, mean"
    )
    return rows(ax, [cell["name"] for cell in cells], f"{unit} (95 % together; n = {found['games']:,} games each)")


def variance_shares(
    shares: Mapping[str, float] | Mapping[str, Mapping[str, Mapping[str, float]]],
    ax: Axes | None = None,
    title: str = "Share of the variance",
) -> Axes:
    """Draw how much of the spread each source accounts for.

    Parameters
    ----------
    shares : mapping
        By source a number, as `mkbalance.stats.shares` or `sensitivity` give it, or ``first`` and ``total`` with
        intervals, as `mkbalance.Study.chance` does: bars for the first, diamonds for the total.
    title : str
        What the shares are of.
    """
    ax = made(ax, height=(1.0 if all(isinstance(one, float) for one in shares.values()) else 1.5) + 0.42 * len(shares))
    if any(isinstance(one, Mapping) for one in shares.values()):
        return _with_totals(ax, shares, title)
    names, found = list(shares), 100 * np.array(list(shares.values()), dtype=float)
    ax.barh(range(len(names)), found, height=0.62, color=COLOURS["series"][0], alpha=0.75)
    values(ax, [(max(value, 0), place) for place, value in enumerate(found)], [f"{value:.1f} %" for value in found])
    ax.margins(x=0.14)
    return rows(ax, names, f"{title}, %")


def _with_totals(ax: Axes, shares: Mapping[str, Mapping[str, Mapping[str, float]]], title: str) -> Axes:
    """Draw first shares as bars and total shares as diamonds, each with its interval."""
    for kind, up, label in (("first", 0.16, "by itself"), ("total", -0.24, "all that it takes part in")):
        there = [(place, one[kind]) for place, one in enumerate(shares.values()) if kind in one]
        at = np.array([place - up for place, _ in there])
        found = 100 * np.array([[one["value"], one["low"], one["high"]] for _, one in there])
        colour = COLOURS["series"][kind == "total"]
        ax.hlines(at, found[:, 1], found[:, 2], color=colour, linewidth=1.8)
        if kind == "first":
            ax.barh(at, found[:, 0], height=0.34, color=colour, alpha=0.6, label=label)
        else:
            ax.scatter(found[:, 0], at, marker="D", color=colour, s=30, label=label)
        for place, (value, *_) in zip(at, found, strict=True):  # in a column of their own, clear of the intervals
            text = f"{value + 0.0:.0f} %".replace("-0 ", "0 ").replace("-", "\N{MINUS SIGN}")
            ax.text(1.01, place, text, transform=ax.get_yaxis_transform(), va="center", fontsize=8.5).set_color(
                COLOURS["ink"]
            )
    ax.axvline(0, color=COLOURS["ink"], linewidth=1)
    legend(ax, 2)
    return rows(ax, list(shares), f"{title}, %")
