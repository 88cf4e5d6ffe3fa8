"""Which figures a study gets, by what was varied and how many cells there are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from mkbalance import plotting
from mkbalance.plotting.style import games
from mkbalance.report.by_factor import changes, crossed, effects, members, pairs
from mkbalance.report.picture import MOST_CELLS, MOST_LINES, Picture, first, percent, slug

__all__ = ["Picture", "one_kind", "pictures"]

FOLLOWED = ("fame", "level", "cards", "wounds", "tokens", "score")  #: columns of a followed game that are drawn


def pictures(
    summary: dict,
    shares: dict | None = None,
    course: dict | None = None,
    factorial: Sequence[dict] | None = None,
    chance: dict | None = None,
) -> list[Picture]:
    """Return the figures of a study in the order of the page.

    Parameters
    ----------
    summary : dict
        ``summary.json``.
    shares : dict, optional
        Shares of the variance of the score.
    course : dict, optional
        Games followed round by round.
    factorial : sequence of dict, optional
        Main effects and interactions by metric, as `mkbalance.Study.factorial` returns them.
    chance : dict, optional
        What each source of chance accounts for, as `mkbalance.Study.chance` returns it.
    """
    cells = summary["cells"]
    many, changed = crossed(summary, factorial), list(changes(summary))
    drawn = [*many, *changed, *effects(summary), *pairs(summary)]
    winnable = any(cell.get("winnable", True) for cell in cells)
    if winnable and not any(picture.title.startswith("Win rate by") for picture in drawn):
        drawn.insert(0, _rates(cells))
    drawn[:0] = _sources(chance)
    drawn += _shares(cells, shares)
    drawn += _rankings(summary)
    if not changed and not (many and len(summary["factors"]) > 2):  # one by one they say nothing new
        drawn += _differences(summary)
    drawn += [_scores(cells), *_survival(cells), *_course(course)]
    by_level = members(summary)
    drawn += [picture for found in by_level.values() for picture in found]
    drawn += _groups(summary, set(by_level))
    return drawn


def _rates(cells: list[dict]) -> Picture:
    shown, rest = first(cells)
    return Picture(
        "Win rate",
        "Share of games won in each cell." + rest,
        f"{games(shown)}; bars: 95 % Wilson intervals, each cell alone",
        f"Win rate by cell: {'; '.join(map(percent, shown))}.",
        "cells.csv",
        partial(plotting.win_rate, shown),
        1.1 + 0.42 * len(shown),
        "win",
    )


def _scores(cells: list[dict]) -> Picture:
    shown, rest = first(cells)
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


def _sources(chance: dict | None) -> Iterator[Picture]:
    if chance:
        shares = chance["shares"]
        yield Picture(
            "Where the chance comes from",
            "Share of the variance of the score. Bars: what a source accounts for by itself. Diamonds: all that it "
            "takes part in, with others or without; these overlap, so they add up to more than the whole. What the "
            "bars leave is the interplay of sources: luck of one kind that matters because of luck of another.",
            f"n = {chance['games']:,} games of each cell; lines: 95 % intervals that hold together (jackknife)",
            "Shares by themselves: "
            + "; ".join(f"{name} {100 * share['first']['value']:.0f} %" for name, share in shares.items())
            + ". With all they take part in: "
            + "; ".join(
                f"{name} {100 * share['total']['value']:.0f} %" for name, share in shares.items() if "total" in share
            )
            + ".",
            "chance.csv",
            partial(plotting.variance_shares, shares, title="Share of the variance of the score"),
            1.5 + 0.5 * len(shares),
            "chance",
        )


def _rankings(summary: dict) -> Iterator[Picture]:
    if "ranks" not in summary.get("sections", ["ranks"]) or not one_kind(summary):
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
            slug("ranks", found["metric"]),
        )


def one_kind(summary: dict) -> bool:
    """Whether the cells differ in one thing, so that ranks among them answer a question."""
    cells = summary["cells"]
    varied = [name for name in summary.get("factors", ()) if len({cell["levels"].get(name) for cell in cells}) > 1]
    return len(varied) + (len({cell["variant"] for cell in cells}) > 1) == 1


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
            slug("differences", metric),
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
            slug("course", column),
        )


def _groups(summary: dict, drawn: set[str]) -> Iterator[Picture]:
    shown, rest = first(summary["cells"])
    for group, about in summary["groups"].items():
        if group in drawn or not any(any(cell[group].values()) for cell in shown):
            continue
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
            slug("group", group),
        )
