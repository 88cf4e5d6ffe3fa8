"""What factors do: lines over levels, maps of two factors, main effects with interactions, the difficulty surface."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from mkbalance.plotting.style import COLOURS, LINES, MARKERS, bare, games, heat, legend, made, plain
from mkbalance.study.levels import level, levels

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["effect", "effects", "factorial", "interaction", "members", "surface"]


def _measured(cell: dict, metric: str) -> tuple[float, float, float]:
    """Return value, low and high: in per cent for the win rate, as they are for a mean."""
    if metric in ("win", "win_rate"):
        return tuple(100 * cell["win_rate"][end] for end in ("value", "low", "high"))
    found = cell["metrics"][metric] if metric in cell.get("metrics", {}) else cell[metric]
    if not isinstance(found, Mapping):
        return found, found, found
    mean = found["mean"]
    return mean, mean if found["low"] is None else found["low"], mean if found["high"] is None else found["high"]


def _label(metric: str) -> str:
    return {"win": "Games won, %", "win_rate": "Games won, %", "score": "Score, mean, points"}.get(
        metric, f"{plain(metric)}, mean"
    )


def _line(ax: Axes, number: int, at: Sequence[float], found: np.ndarray, label: str | None) -> None:
    colour = COLOURS["series"][number % 8]
    ax.fill_between(at, found[:, 1], found[:, 2], color=colour, alpha=0.16, linewidth=0)
    ax.plot(
        at, found[:, 0], MARKERS[number % 8], color=colour, linestyle=LINES[number % 8], label=label, lw=1.8, ms=5.5
    )


def _marked(ax: Axes, marks: Mapping[float, str] | None) -> None:
    """Draw a dotted line at each marked level, with its word."""
    for at, text in (marks or {}).items():
        ax.axvline(at, color=COLOURS["faint"], linewidth=1, linestyle=":")
        ax.annotate(
            plain(text),
            (at, 1),
            xycoords=("data", "axes fraction"),
            xytext=(3, -3),
            textcoords="offset points",
            va="top",
            fontsize=8,
            color=COLOURS["faint"],
        )


def effect(
    cells: Sequence[dict],
    factor: str,
    metric: str = "win_rate",
    by: str | None = None,
    marks: Mapping[float, str] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw a metric over the levels of a factor, with intervals, a line for each level of another.

    Parameters
    ----------
    cells : sequence of dict
        Cells that differ in `factor` and `by` alone.
    factor : str
        Name of a factor.
    metric : str
        ``win_rate``, ``score``, ``rounds`` or a metric of the study.
    by : str, optional
        Another factor.
    marks : mapping of float to str, optional
        Levels to point out.
    """
    ax = made(ax)
    order = levels(cells, factor)
    numbers = all(isinstance(one, float) for one in order)
    places = {one: one if numbers else place for place, one in enumerate(order)}
    series = levels(cells, by) if by else [None]
    for number, name in enumerate(series):
        mine = [cell for cell in cells if (name is None or level(cell, by) == name) and level(cell, factor) in places]
        mine.sort(key=lambda cell: places[level(cell, factor)])
        at = [places[level(cell, factor)] for cell in mine]
        found = np.array([_measured(cell, metric) for cell in mine])
        if numbers:
            _line(ax, number, at, found, None if name is None else _text(name, by))
        else:
            at = np.array(at) + (number - (len(series) - 1) / 2) * 0.14
            colour = COLOURS["series"][number % 8]
            ax.vlines(at, found[:, 1], found[:, 2], color=colour, linewidth=2.2)
            name = None if name is None else _text(name, by)
            ax.plot(at, found[:, 0], MARKERS[number % 8], color=colour, markersize=6, label=name)
    if numbers:
        ax.set_xticks(order, [f"{one:g}" for one in order])
    else:
        ax.set_xticks(range(len(order)), [plain(one) for one in order])
    _marked(ax, marks)
    ax.set_xlabel(f"{plain(factor)} ({games(cells)}; 95 % intervals)")
    ax.set_ylabel(_label(metric))
    if metric in ("win", "win_rate"):
        ax.set_ylim(bottom=0)
    if by:
        legend(ax)
    return bare(ax)


def effects(
    cells: Sequence[dict],
    factors: Sequence[str],
    metric: str = "win_rate",
    marks: Mapping[float, str] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw one line for each of several factors with numbers as levels, each moved alone (`one_at_a_time`).

    Parameters
    ----------
    cells : sequence of dict
        Cells of which each has a level of at most one of the factors.
    factors : sequence of str
        Factors on one scale, as the start levels of the four heads.
    metric, marks
        As in `effect`.
    """
    ax = made(ax)
    used = []
    for number, factor in enumerate(factors):
        mine = sorted((cell for cell in cells if level(cell, factor) is not None), key=lambda cell: level(cell, factor))
        used += mine
        _line(
            ax,
            number,
            [level(cell, factor) for cell in mine],
            np.array([_measured(cell, metric) for cell in mine]),
            plain(factor),
        )
    order = sorted({level(cell, factor) for factor in factors for cell in used if level(cell, factor) is not None})
    ax.set_xticks(order, [f"{one:g}" for one in order])
    _marked(ax, marks)
    ax.set_xlabel(f"Level of the one that is moved, the others stay ({games(used)}; 95 % intervals)")
    ax.set_ylabel(_label(metric))
    if metric in ("win", "win_rate"):
        ax.set_ylim(bottom=0)
    legend(ax)
    return bare(ax)


def members(
    cells: Sequence[dict],
    factor: str,
    group: str,
    label: str,
    marks: Mapping[float, str] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw the means of a group of columns over the levels of a factor, a line for each member.

    Parameters
    ----------
    cells : sequence of dict
        Cells that differ in `factor` alone.
    factor : str
        A factor with numbers as levels.
    group : str
        Name of the group, as ``heads``: levels removed from each head of the dragon.
    label : str
        What the means are of.
    marks
        As in `effect`.
    """
    ax = made(ax)
    mine = sorted((cell for cell in cells if level(cell, factor) is not None), key=lambda cell: level(cell, factor))
    order = [level(cell, factor) for cell in mine]
    for number, member in enumerate(mine[0][group]):
        ax.plot(
            order,
            [cell[group][member] for cell in mine],
            MARKERS[number % 8],
            color=COLOURS["series"][number % 8],
            linestyle=LINES[number % 8],
            label=plain(member),
            lw=1.8,
            ms=5.5,
        )
    ax.set_xticks(order, [f"{one:g}" for one in order])
    _marked(ax, marks)
    ax.set_xlabel(f"{plain(factor)} ({games(mine)})")
    ax.set_ylabel(f"{plain(label)}, mean", wrap=True)
    ax.set_ylim(bottom=0)
    legend(ax)
    return bare(ax)


def _text(name: object, factor: str = "") -> str:
    return f"{plain(factor)} {name:g}" if isinstance(name, float) else plain(name)


def _map(cells: Sequence[dict], x: str, y: str, metric: str, ax: Axes) -> tuple[list, list]:
    columns, lines = levels(cells, x), levels(cells, y)
    found = {(level(cell, x), level(cell, y)): _measured(cell, metric)[0] for cell in cells}
    low, high = min(found.values()), max(found.values())
    for (column, line), value in found.items():
        share = (value - low) / (high - low) if high > low else 0
        text = f"{value:.0f}" if abs(value) >= 10 else f"{value:.1f}"
        heat(ax, columns.index(column), lines.index(line), share, text)
    ax.set_xticks(range(len(columns)), [_text(one) for one in columns])
    ax.set_yticks(range(len(lines)), [_text(one) for one in lines])
    ax.set_xlim(-0.6, len(columns) - 0.4)
    ax.set_ylim(-0.6, len(lines) - 0.4)
    ax.set_xlabel(f"{plain(x)} (in each field: {_label(metric)}; {games(cells)})")
    ax.set_ylabel(plain(y))
    bare(ax, "none")
    ax.spines["bottom"].set_visible(False)
    return columns, lines


def interaction(cells: Sequence[dict], x: str, y: str, metric: str = "win_rate", ax: Axes | None = None) -> Axes:
    """Draw a map of two factors with the metric of each pair of levels in its field."""
    ax = made(ax, height=1.4 + 0.5 * len(levels(cells, y)))
    _map(cells, x, y, metric, ax)
    return ax


def surface(
    cells: Sequence[dict],
    x: str,
    y: str,
    targets: Sequence[float] = (0.1, 0.25, 0.5, 0.75, 0.9),
    ax: Axes | None = None,
) -> Axes:
    """Draw the difficulty surface: the win rate of each pair of levels, and lines of equal win rate.

    The lines come from a logistic surface of second degree fitted to the games won (`mkbalance.stats.response`); the
    numbers in the fields are those of the games, so that a poor fit shows.

    Parameters
    ----------
    x, y : str
        Factors with numbers as levels.
    targets : sequence of float
        Win rates to draw a line for; those that the fields do not reach have none.
    """
    from mkbalance.stats.response import fit

    ax = made(ax, height=1.4 + 0.55 * len(levels(cells, y)))
    columns, lines = _map(cells, x, y, "win_rate", ax)
    points = np.array([[level(cell, x), level(cell, y)] for cell in cells], dtype=float)
    model = fit(points, [cell["wins"] for cell in cells], [cell["games"] for cell in cells])
    across = np.linspace(0, len(columns) - 1, 80)
    up = np.linspace(0, len(lines) - 1, 80)
    at = np.meshgrid(np.interp(across, range(len(columns)), columns), np.interp(up, range(len(lines)), lines))
    rates = model(np.stack([part.ravel() for part in at], axis=1)).reshape(80, 80)
    inside = [target for target in sorted(targets) if rates.min() < target < rates.max()]
    if inside:
        drawn = ax.contour(across, up, rates, levels=inside, colors=COLOURS["ink"], linewidths=1.2)
        ax.clabel(drawn, fmt=lambda value: f"{100 * value:.0f} %", fontsize=8, colors=COLOURS["ink"])
    return ax


def factorial(found: dict, ax: Axes | None = None) -> Axes:
    """Draw main effects and interactions of factors with two levels each as one map.

    On the diagonal what a factor does from its low to its high level, over all levels of the others. Below it how much
    more, or less, the one does where the other is high. Faint where zero lies inside the interval.

    Parameters
    ----------
    found : dict
        As `mkbalance.Study.factorial` returns it.
    """
    names = list(found["factors"])
    ax = made(ax, height=1.6 + 0.7 * len(names))
    scale = 100 if found["metric"] in ("win", "win_rate") else 1
    largest = max((abs(term["value"]) for term in found["terms"]), default=0) or 1
    for term in found["terms"]:
        column, row = names.index(term["a"]), names.index(term["b"] or term["a"])
        value, low, high = (scale * term[end] for end in ("value", "low", "high"))
        inside = low <= 0 <= high
        text = f"{value:+.1f}\n{low:+.1f} to {high:+.1f}".replace("-", "\N{MINUS SIGN}")
        share = 0 if inside else abs(term["value"]) / largest
        heat(ax, column, row, share, text, 0 if value >= 0 else 1)
    ends = [" to ".join(_text(one) for one in found["factors"][name]) for name in names]
    ax.set_xticks(range(len(names)), [plain(name) for name in names])
    ax.set_yticks(range(len(names)), [f"{plain(name)}\n{end}" for name, end in zip(names, ends, strict=True)])
    ax.set_xlim(-0.6, len(names) - 0.4)
    ax.set_ylim(len(names) - 0.4, -0.6)
    unit = {"win": "percentage points of games won", "win_rate": "percentage points of games won"}.get(
        found["metric"], f"points of {plain(found['metric'])}"
    )
    ax.set_xlabel(f"In {unit} (95 % together; n = {found['games']:,} games in each cell)")
    bare(ax, "none")
    ax.spines["bottom"].set_visible(False)
    return ax
