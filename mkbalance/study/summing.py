"""Sum a study up: cells, comparisons and ranks, one block of games at a time."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from statistics import NormalDist

import numpy as np

from mkbalance.games import metrics_of
from mkbalance.stats.multiplicity import holm
from mkbalance.stats.paired import Paired
from mkbalance.study.comparison import difference, equivalences
from mkbalance.study.design import Cell, column_of
from mkbalance.study.plan import Plan, cell_document
from mkbalance.study.ranking import ranking
from mkbalance.study.stopping import Pair, Rule, told
from mkbalance.study.store import Store
from mkbalance.study.summary import SCHEMA_VERSION, Tally

__all__ = ["summing_up"]

STANDARD = ("win", "win_rate", "score", "rounds")


def summing_up(study: Plan, store: Store, rule: Rule) -> dict[str, object]:
    """Return ``summary.json``."""
    seed, cells = study.experiment.seed, study.cells
    extra = [name for name in study.experiment.metrics if name not in STANDARD]
    shown = [_cell(cell, store, games, seed, extra) for cell, games in zip(cells, rule.games, strict=True)]
    for document, reason in zip(shown, rule.reasons, strict=True):
        document["stopped"] = reason or None
    compared, level = _comparisons(study, store, rule, extra)
    labels = metrics_of(cells[0].prepared)
    common = min(rule.games)
    hashes = hashlib.sha256("".join(document["checksum"] for document in shown).encode()).hexdigest()
    return {
        "schema_version": SCHEMA_VERSION,
        "name": study.experiment.name,
        "question": study.experiment.question,
        "study_id": study.study_id,
        "rows_hash": hashes,
        "seed": seed,
        "games_per_cell": study.games,
        "stopping": told(study.experiment.games),
        "sections": list(study.experiment.report.sections),
        "metrics": list(study.experiment.metrics),
        "columns": {"win": labels.win, "score": labels.score, "rounds": labels.rounds},
        "design": study.experiment.design.model_dump(),
        "factors": [factor.name for factor in study.experiment.factors],
        "groups": {
            name: {"members": list(group), "label": labels.labels.get(name, name)}
            for name, group in labels.groups.items()
        },
        "cells": shown,
        "comparisons": compared,
        "comparison_level": level,
        "rankings": [
            found
            for metric in study.experiment.metrics
            if (found := ranking(store, cells, common, metric, seed)) is not None
        ],
    }


def _cell(cell: Cell, store: Store, games: int, seed: int, extra: Sequence[str]) -> dict[str, object]:
    tally = Tally(cell.prepared)
    for rows in store.blocks(cell, games):
        tally.add(rows)
    score = tally.columns[tally.metrics.score]
    return {
        **cell_document(cell, seed),
        "games": games,
        **tally.document(seed),
        "metrics": {
            name: tally.columns[column_of(name, cell.prepared)].summary(np.random.default_rng([seed, 40 + place]))
            for place, name in enumerate(extra)
        },
        "score_counts": {"values": score.values.tolist(), "counts": score.counts.tolist()},
        "score_parts": tally.score_parts(),
    }


def _comparisons(study: Plan, store: Store, rule: Rule, extra: Sequence[str]) -> tuple[list[dict], float]:
    """Return the comparisons; their intervals are widened so that all hold together at 95 % (Bonferroni).

    Where the games decided when to stop, the interval is the repeated one: it uses the critical value of the last look.
    """
    level = 1 - 0.05 / max(1, len(study.contrasts))
    at = {id(cell): number for number, cell in enumerate(study.cells)}
    pairs = rule.pairs or [Pair(at[id(a)], at[id(b)]) for a, b, _ in study.contrasts]
    out = []
    for pair, (a, b, what) in zip(pairs, study.contrasts, strict=True):
        metrics = metrics_of(a.prepared)
        columns = {name: column_of(name, a.prepared) for name in extra}
        standard = {name: column_of(name, a.prepared) for name in STANDARD}
        paired = Paired(list(dict.fromkeys([*standard.values(), *columns.values()])))
        games = pair.games or min(rule.games[pair.a], rule.games[pair.b])
        for left, right in zip(store.blocks(a, games), store.blocks(b, games), strict=True):
            paired.add(left, right)
        own = level if pair.critical is None else min(1 - 1e-9, 2 * NormalDist().cdf(pair.critical) - 1)
        seed = study.experiment.seed
        found = {"a": a.name, "b": b.name, "what": what, "games": games, **difference(paired, metrics, seed, own)}
        found["metrics"] = {
            name: paired.mean(column, np.random.default_rng([seed, 60 + place]), own)
            for place, (name, column) in enumerate(columns.items())
        }
        found["equivalence"] = equivalences(paired, standard | columns, metrics.win, study.experiment.margins)
        found.update(verdict=pair.verdict or None, reason=pair.reason or None)
        out.append(found)
    if not rule.pairs:  # p-values of a fixed number of games; a sequential one has its verdict
        for item, adjusted in zip(out, holm([item["win_rate"]["p"] for item in out]), strict=True):
            item["win_rate"]["p_holm"] = adjusted
    for name in study.experiment.margins:  # Holm over the comparisons, so that all verdicts hold together
        tests = [item["equivalence"][name] for item in out]
        for test, adjusted in zip(tests, holm([test["p"] for test in tests]), strict=True):
            test.update(p_holm=adjusted, equivalent=adjusted <= 0.05)
    return out, level
