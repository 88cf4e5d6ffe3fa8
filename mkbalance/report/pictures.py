"""Which figures a study gets, by what was varied and how many cells there are."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from mkbalance import plotting
from mkbalance.plotting.factors import level, levels
from mkbalance.plotting.style import games
from mkbalance.report import figures

__all__ = ["Picture", "pictures"]

MOST_CELLS = 24  #: rows of a figure that can still be read
MOST_LINES = 8
FOLLOWED = ("fame", "level", "cards", "wounds", "tokens", "score")  #: columns of a followed game that are drawn
MOST_FACETS = 4


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


def pictures(summary: dict, shares: dict | None = None, course: dict | None = None) -> list[Picture]:
    """Return the figures of a study in the order of the page.

    Parameters
    ----------
    summary : dict
        ``summary.json``.
    shares : dict, optional
        Shares of the variance of the score.
    course : dict, optional
        Games followed round by round.
    """
    cells = summary["cells"]
    drawn = [*_effects(summary), *_pairs(summary)]
    if len(cells) <= MOST_CELLS or not drawn:
        drawn.insert(0, _rates(cells))
    drawn += _shares(cells, shares)
    drawn += [*_rankings(summary), *_differences(summary), _scores(cells), *_survival(cells), *_course(course)]
    drawn += _groups(summary)
    return drawn


def _first(cells: Sequence[dict], most: int = MOST_CELLS) -> tuple[list[dict], str]:
    """Return as many cells as can be shown, and a sentence where that is not all of them."""
    left = len(cells) - most
    return list(cells[:most]), f" The first {most} of {len(cells)} cells; the table has them all." if left > 0 else ""


def _slug(*parts: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", "-".join(parts).lower()).strip("-") or "figure"


def _percent(cell: dict) -> str:
    return f"{cell['name']} {100 * cell['win_rate']['value']:.1f} %"


def _rates(cells: list[dict]) -> Picture:
    shown, rest = _first(cells)
    return Picture(
        "Win rate",
        "Share of games won in each cell." + rest,
        f"{games(shown)}; bars: 95 % Wilson intervals, each cell alone",
        f"Win rate by cell: {'; '.join(map(_percent, shown))}.",
        "cells.csv",
        partial(plotting.win_rate, shown),
        1.1 + 0.42 * len(shown),
        "win",
    )


def _scores(cells: list[dict]) -> Picture:
    shown, rest = _first(cells)
    parts = any(len(cell.get("score_parts", ())) > 1 for cell in shown)
    return Picture(
        "Score",
        "How scores spread in each cell. "
        + ("Colours stack the games by how they ended: not won, or won in which round. " if parts else "")
        + "Dot: median. Thick bar: middle half of the games. Thin bar: from 5 % to 95 %."
        + rest,
        f"{games(shown)}; the bars are quantiles of the games, not intervals of the mean",
        "Distribution of scores by cell: "
        + "; ".join(f"{cell['name']} median {cell['score']['q50']:.0f}" for cell in shown)
        + ".",
        "scores.csv",
        partial(plotting.score, shown),
        1.4 + 0.7 * len(shown),
        "score",
    )


def _numeric(summary: dict) -> list[str]:
    """Return the factors with at least two numbers as levels."""
    cells = summary["cells"]
    found = {name: levels(cells, name) for name in summary.get("factors", ())}
    return [name for name, all_ in found.items() if len(all_) > 1 and all(isinstance(one, float) for one in all_)]


def _facets(cells: Sequence[dict], factors: Sequence[str]) -> Iterator[tuple[str, list[dict]]]:
    """Yield the cells apart by variant and by the levels of the given factors."""

    def key(cell: dict) -> tuple:
        return (cell["variant"], *(cell["levels"].get(name, "") for name in factors))

    found: dict[tuple, list[dict]] = {}
    for cell in cells:
        found.setdefault(key(cell), []).append(cell)
    several = len({one[0] for one in found}) > 1
    for one, mine in itertools.islice(found.items(), MOST_FACETS):
        yield ", ".join(filter(None, one if several else one[1:])), mine


def _effects(summary: dict) -> Iterator[Picture]:
    cells, numeric = summary["cells"], _numeric(summary)
    if not numeric:
        return
    if summary["design"]["kind"] == "one_at_a_time" and len(numeric) > 1:
        for metric, word in (("win_rate", "Win rate"), ("score", "Score")):
            shown = [cell for cell in cells if any(level(cell, name) is not None for name in numeric)]
            yield Picture(
                f"{word} by level",
                "One line for each quantity that was moved alone, while the others stayed at the baseline.",
                f"{games(shown)}; bands: 95 % intervals, each cell alone",
                f"{word} by cell: " + "; ".join(_told(cell, metric) for cell in shown) + ".",
                "cells.csv",
                partial(plotting.effects, shown, numeric, metric),
                4.2,
                _slug("effects", metric),
            )
        return
    if summary["design"]["kind"] in ("latin_hypercube", "sobol"):
        return
    for name in numeric:
        others = [other for other in summary["factors"] if other != name and len(levels(cells, other)) > 1]
        by = next((other for other in others if len(levels(cells, other)) <= MOST_LINES), None)
        held = [other for other in others if other != by]
        for metric, word in (("win_rate", "Win rate"), ("score", "Score")):
            for where, mine in _facets(cells, held):
                if metric == "win_rate" and not any(cell["wins"] for cell in mine):
                    continue
                yield Picture(
                    f"{word} by {name}" + (f": {where}" if where else ""),
                    f"{word} over the levels of {name}" + (f", a line for each {by}." if by else "."),
                    f"{games(mine)}; bands: 95 % intervals, each cell alone",
                    f"{word}: " + "; ".join(_told(cell, metric) for cell in mine) + ".",
                    "cells.csv",
                    partial(plotting.effect, mine, name, metric, by),
                    4.0,
                    _slug("effect", name, metric, where),
                )


def _told(cell: dict, metric: str) -> str:
    return _percent(cell) if metric == "win_rate" else f"{cell['name']} {cell['score']['mean']:.1f}"


def _pairs(summary: dict) -> Iterator[Picture]:
    """Yield maps of two factors: the difficulty surface where both are numbers."""
    cells = summary["cells"]
    if summary["design"]["kind"] != "grid":
        return
    varied = [name for name in summary.get("factors", ()) if len(levels(cells, name)) > 1]
    numeric = _numeric(summary)
    for x, y in itertools.combinations(varied, 2):
        flat = x in numeric and y in numeric
        if not flat and not (len(levels(cells, x)) > 2 and len(levels(cells, y)) > 2):
            continue  # the lines show it already
        for where, mine in _facets(cells, [name for name in varied if name not in (x, y)]):
            win = any(cell["wins"] for cell in mine)
            metric = "win_rate" if win else "score"
            draw = plotting.surface if flat and win else partial(plotting.interaction, metric=metric)
            lines = "; lines join equal win rates on a logistic surface fitted to the games" if flat and win else ""
            yield Picture(
                f"{x} and {y}" + (f": {where}" if where else ""),
                f"{'Win rate, %' if win else 'Mean score'} of each pair of levels{lines}.",
                f"{games(mine)}; no intervals are drawn, the table has them",
                "; ".join(_told(cell, metric) for cell in mine) + ".",
                "cells.csv",
                partial(draw, mine, x, y),
                1.5 + 0.5 * len(levels(mine, y)),
                _slug("map", x, y, where),
            )


def _shares(cells: list[dict], shares: dict | None) -> Iterator[Picture]:
    if shares:
        yield Picture(
            "Where the spread of the scores comes from",
            "Share of the variance of the score over all games: the factors of the study, the deal that a game number "
            "brings to every cell, and the rest.",
            f"{games(cells)}; main effects, corrected for chance (omega squared); no intervals are drawn",
            "Shares of the variance: "
            + "; ".join(f"{name} {100 * share:.1f} %" for name, share in shares.items())
            + ".",
            "cells.csv",
            partial(plotting.variance_shares, shares, title="Share of the variance of the score"),
            1.0 + 0.42 * len(shares),
            "shares",
        )


def _rankings(summary: dict) -> Iterator[Picture]:
    if "ranks" not in summary.get("sections", ["ranks"]):
        return
    for found in summary["rankings"]:
        if found["metric"] not in ("win", "win_rate", "score") or not 2 < len(found["cells"]) <= MOST_CELLS:
            continue
        metric = {"win": "win rate", "win_rate": "win rate"}.get(found["metric"], found["metric"])
        ranked = sorted(found["cells"], key=lambda cell: cell["rank"])
        yield Picture(
            f"Ranks by {metric}",
            "Best on top, with the ranks that the games leave open. Filled: the rank is settled. Open: tied with the "
            "others that may hold the same ranks.",
            f"n = {found['games']:,} games each; 95 % intervals that hold together (max-T), ranks by Holm",
            "; ".join(f"{c['name']}: rank {c['best']} to {c['worst']}, mean {c['mean']:.3g}" for c in ranked) + ".",
            "ranks.csv",
            partial(plotting.ranking, found),
            1.2 + 0.42 * len(ranked),
            _slug("ranks", found["metric"]),
        )


def _differences(summary: dict) -> Iterator[Picture]:
    items = summary["comparisons"]
    if not 0 < len(items) <= 2 * MOST_CELLS or "differences" not in summary.get("sections", ["differences"]):
        return
    level_ = 100 * summary["comparison_level"]
    for metric, word, scale in (("win_rate", "win rate", 100), ("score", "score", 1)):
        told = (f"{item['what']} ({item['b']}) {scale * item[metric]['difference']:+.1f}" for item in items)
        yield Picture(
            f"Differences of {word}",
            "Each line takes the same games under two settings and subtracts game by game. Open mark: zero lies inside "
            "the interval.",
            f"n = {max(item['games'] for item in items):,} pairs; intervals of {level_:.2f} % each, together 95 %",
            "; ".join(told) + ".",
            "differences.csv",
            partial(plotting.differences, items, metric),
            1.3 + 0.36 * len(items),
            _slug("differences", metric),
        )


def _survival(cells: list[dict]) -> Iterator[Picture]:
    won = sorted((cell for cell in cells if cell["wins"] and cell.get("survival")), key=lambda c: -c["wins"])
    shown = sorted(won[:MOST_LINES], key=cells.index)
    if not shown:
        return
    rest = f" The {MOST_LINES} cells with most wins." if len(won) > MOST_LINES else ""
    steps = (
        f"{cell['name']}: "
        + ", ".join(f"Round {s['round']} {100 * (1 - s['won_by']):.0f} %" for s in cell["survival"]["rounds"])
        for cell in shown
    )
    yield Picture(
        "Not yet won",
        "Share of games not yet won after each round. A game that reaches its last round unwon is censored there."
        + rest,
        f"{games(shown)}; bands: 95 %, Kaplan-Meier with Greenwood's variance",
        f"Not yet won: {'; '.join(steps)}.",
        "victory.csv",
        partial(plotting.not_yet_won, shown),
        4.2,
        "survival",
    )


def _course(document: dict | None) -> Iterator[Picture]:
    if not document:
        return
    from mkbalance.study.course import frame

    table = frame(document)
    for column in (name for name in FOLLOWED if name in table.columns):
        middle = table.groupby("round")[column].median()
        yield Picture(
            f"{column.capitalize()} by round",
            f"{column.capitalize()} at the end of each round, {document['cell']}: median, middle half, 5 % to 95 % "
            "of the games still going.",
            f"n = {document['games']:,} games followed; the bands are quantiles of the games, not intervals",
            f"Median of {column} by round: " + "; ".join(f"{at}: {value:g}" for at, value in middle.items()) + ".",
            "rounds.csv",
            partial(plotting.fan, table, column),
            3.0,
            _slug("course", column),
        )


def _groups(summary: dict) -> Iterator[Picture]:
    shown, rest = _first(summary["cells"])
    for group, about in summary["groups"].items():
        means = "; ".join(
            f"{cell['name']}: " + ", ".join(f"{name} {value:.2f}" for name, value in cell[group].items())
            for cell in shown
        )
        yield Picture(
            about["label"],
            f"{about['label']}: mean over all games of a cell, won or lost." + rest,
            f"{games(shown)}; no intervals are drawn",
            f"{about['label']}, mean by cell: {means}.",
            "groups.csv",
            partial(plotting.groups, shown, group, about["label"]),
            1.3 + 0.6 * len(shown),
            _slug("group", group),
        )
