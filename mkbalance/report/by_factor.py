"""Figures over the levels of factors: lines, what variants change, groups of columns, maps, interactions."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from functools import partial

from mkbalance import plotting
from mkbalance.plotting.style import games
from mkbalance.report.picture import MOST_LINES, Picture, slug, told
from mkbalance.study.levels import level, levels

__all__ = ["changes", "crossed", "effects", "members", "pairs"]

MOST_FACETS = 4
MOST_MEMBERS = 6
VARIANT = "variant"


def _numeric(summary: dict) -> list[str]:
    """Return the factors with at least two numbers as levels."""
    cells = summary["cells"]
    found = {name: levels(cells, name) for name in summary.get("factors", ())}
    return [name for name, all_ in found.items() if len(all_) > 1 and all(isinstance(one, float) for one in all_)]


def _facets(cells: Sequence[dict], factors: Sequence[str]) -> Iterator[tuple[str, list[dict], str]]:
    """Yield the cells apart by variant and by the levels of the given factors, and a sentence where not all are."""

    def key(cell: dict) -> tuple:
        return (
            "" if VARIANT in cell["levels"] else cell["variant"],
            *(cell["levels"].get(name, "") for name in factors),
        )

    found: dict[tuple, list[dict]] = {}
    for cell in cells:
        found.setdefault(key(cell), []).append(cell)
    several = len({one[0] for one in found}) > 1
    rest = f" {MOST_FACETS} of {len(found)} such figures; the table has all cells." if len(found) > MOST_FACETS else ""
    for one, mine in itertools.islice(found.items(), MOST_FACETS):
        yield ", ".join(filter(None, one if several else one[1:])), mine, rest


def _many_of_two(summary: dict) -> bool:
    """Whether there are three or more numeric factors with two levels each: one map of `crossed` shows them all."""
    two = [name for name in _numeric(summary) if len(levels(summary["cells"], name)) == 2]
    return len(two) > 2 and len(two) == len(_numeric(summary))


def effects(summary: dict) -> Iterator[Picture]:
    """Yield win rate and score over the levels of each numeric factor, a line for each level of another."""
    cells, numeric = summary["cells"], _numeric(summary)
    if not numeric or _many_of_two(summary):
        return
    if summary["design"]["kind"] == "one_at_a_time" and len(numeric) > 1:
        for metric, word in (("win_rate", "Win rate"), ("score", "Score")):
            shown = [cell for cell in cells if any(level(cell, name) is not None for name in numeric)]
            yield Picture(
                f"{word} by level",
                "One line for each quantity that was moved alone, while the others stayed at the baseline.",
                f"{games(shown)}; bands: 95 % intervals, each cell alone",
                f"{word} by cell: " + "; ".join(told(cell, metric) for cell in shown) + ".",
                "cells.csv",
                partial(plotting.effects, shown, numeric, metric),
                4.2,
                slug("effects", metric),
            )
        return
    if summary["design"]["kind"] in ("latin_hypercube", "sobol"):
        return
    for name in numeric:
        cells = summary["cells"]
        others = [other for other in summary["factors"] if other != name and len(levels(cells, other)) > 1]
        by = next((other for other in others if len(levels(cells, other)) <= MOST_LINES), None)
        held = [other for other in others if other != by]
        variants = len({cell["variant"] for cell in cells})
        if by is None and 1 < variants <= MOST_LINES:  # the variants are the lines
            cells = [{**cell, "levels": {**cell["levels"], VARIANT: cell["variant"]}} for cell in cells]
            by = VARIANT
        for metric, word in (("win_rate", "Win rate"), ("score", "Score")):
            for where, mine, rest in _facets(cells, held):
                if metric == "win_rate" and sum(cell["wins"] > 0 for cell in mine) < 2:
                    continue  # a flat line at nothing
                yield Picture(
                    f"{word} by {name}" + (f": {where}" if where else ""),
                    f"{word} over the levels of {name}" + (f", a line for each {by}." if by else ".") + rest,
                    f"{games(mine)}; bands: 95 % intervals, each cell alone",
                    f"{word}: " + "; ".join(told(cell, metric) for cell in mine) + ".",
                    "cells.csv",
                    partial(plotting.effect, mine, name, metric, by),
                    4.0,
                    slug("effect", name, metric, where),
                )


def pairs(summary: dict) -> Iterator[Picture]:
    """Yield maps of two factors: the difficulty surface where both are numbers."""
    cells = summary["cells"]
    if summary["design"]["kind"] != "grid" or _many_of_two(summary):
        return
    varied = [name for name in summary.get("factors", ()) if len(levels(cells, name)) > 1]
    numeric = _numeric(summary)
    for x, y in itertools.combinations(varied, 2):
        flat = x in numeric and y in numeric
        if not flat and (numeric or not (len(levels(cells, x)) > 2 and len(levels(cells, y)) > 2)):
            continue  # the lines show it already
        for where, mine, rest in _facets(cells, [name for name in varied if name not in (x, y)]):
            win = any(cell["wins"] for cell in mine)
            metric = "win_rate" if win else "score"
            draw = plotting.surface if flat and win else partial(plotting.interaction, metric=metric)
            lines = "; lines join equal win rates on a logistic surface fitted to the games" if flat and win else ""
            yield Picture(
                f"{x} and {y}" + (f": {where}" if where else ""),
                f"{'Win rate, %' if win else 'Mean score'} of each pair of levels{lines}.{rest}",
                f"{games(mine)}; no intervals are drawn, the table has them",
                "; ".join(told(cell, metric) for cell in mine) + ".",
                "cells.csv",
                partial(draw, mine, x, y),
                1.5 + 0.5 * len(levels(mine, y)),
                slug("map", x, y, where),
            )


def changes(summary: dict) -> Iterator[Picture]:
    """Yield what the variants change over the levels of the first numeric factor, a line for each."""
    items, cells, numeric = summary["comparisons"], summary["cells"], _numeric(summary)
    if not items or not numeric or len({cell["variant"] for cell in cells}) < 2 or summary["design"]["kind"] != "grid":
        return
    if len(items) // len(levels(cells, numeric[0])) > MOST_LINES:
        return
    whole = 100 * summary["comparison_level"]
    for metric, word, scale in (("win_rate", "win rate", 100), ("score", "score", 1)):
        if metric == "win_rate" and not any(cell["wins"] for cell in cells):
            continue
        yield Picture(
            f"Change of {word} by {numeric[0]}",
            f"What the variant changes at each level of {numeric[0]}, the same games under both settings. Open mark: "
            "zero lies inside the interval.",
            f"n = {max(item['games'] for item in items):,} pairs each; intervals of {whole:.2f} % each, together 95 %",
            "; ".join(f"{item['b']} {scale * item[metric]['difference']:+.1f}" for item in items) + ".",
            "differences.csv",
            partial(plotting.changes, items, cells, numeric[0], metric),
            4.0,
            slug("changes", metric),
        )


def members(summary: dict) -> dict[str, list[Picture]]:
    """Return the means of small groups of columns over the levels of a factor, the others at their first level."""
    found: dict[str, list[Picture]] = {}
    cells = summary["cells"]
    alone = summary["design"]["kind"] == "one_at_a_time"
    if summary["design"]["kind"] not in ("grid", "one_at_a_time") or _many_of_two(summary):
        return found
    for (group, about), name in itertools.product(summary["groups"].items(), _numeric(summary)):
        if len(about["members"]) > MOST_MEMBERS or not any(any(cell[group].values()) for cell in cells):
            continue
        first = {other: text for other, text in cells[0]["levels"].items() if other != name}
        mine = [
            cell
            for cell in cells
            if name in cell["levels"]
            and (alone or cell["variant"] == cells[0]["variant"])
            and (alone or {other: text for other, text in cell["levels"].items() if other != name} == first)
        ]
        where = ", ".join(first.values()) if not alone else ""
        means = "; ".join(
            f"{cell['name']}: " + ", ".join(f"{member} {value:.2f}" for member, value in cell[group].items())
            for cell in mine
        )
        picture = Picture(
            f"{about['label']} by {name}" + (f": {where}" if where else ""),
            f"{about['label']}: mean over all games, won or lost, at each level of {name}"
            + (", the others as in the baseline." if alone else "."),
            f"{games(mine)}; no intervals are drawn",
            f"{about['label']}, mean by cell: {means}.",
            "groups.csv",
            partial(plotting.members, mine, name, group, about["label"]),
            3.4,
            slug("members", group, name),
        )
        found.setdefault(group, []).append(picture)
    return found


def crossed(summary: dict, factorial: Sequence[dict] | None) -> list[Picture]:
    """Return the map of main effects and interactions for each metric."""
    out = []
    for found in factorial or ():
        metric = {"win": "win rate", "win_rate": "win rate"}.get(found["metric"], found["metric"])
        scale = 100 if metric == "win rate" else 1
        picture = Picture(
            f"Main effects and interactions: {metric}",
            "On the diagonal what each factor changes from its low to its high level, over all levels of the others. "
            "Below it how much more, or less, the one of the column changes where the one of the row is high. Shaded: "
            "zero lies outside the interval; the hue is the sign.",
            f"n = {found['games']:,} games in each of {len(summary['cells'])} cells; intervals hold together at 95 % "
            "(max-T)",
            "; ".join(
                (f"{term['a']} and {term['b']}" if term["b"] else term["a"])
                + f" {scale * term['value']:+.1f} ({scale * term['low']:+.1f} to {scale * term['high']:+.1f})"
                for term in found["terms"]
            )
            + ".",
            "interactions.csv",
            partial(plotting.factorial, found),
            1.6 + 0.75 * len(found["factors"]),
            slug("crossed", found["metric"]),
        )
        out.append(picture)
    return out
