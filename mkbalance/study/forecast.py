"""What a study will take: games, time and space, judged from a few games of its cells."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from mkbalance.study.seeds import experiment_key

if TYPE_CHECKING:
    from mkbalance.study.design import Cell

__all__ = ["forecast"]

SAMPLE_SECONDS = 2.0
SAMPLE_CELLS = 12
SAMPLE_GAMES = 64
PACKED = 0.9  # stored over raw bytes, both parts and results; measured, see docs/studies.md


def forecast(cells: Sequence[Cell], games: int, seed: int, jobs: int) -> dict[str, object]:
    """Return games, seconds on `jobs` workers and bytes on disk, the last two rounded estimates.

    Some cells spread over the study are played for about two seconds together; no row is kept.
    """
    step = max(1, len(cells) // SAMPLE_CELLS)
    chosen = cells[::step][:SAMPLE_CELLS]
    paces, row_bytes = [], 0
    for cell in chosen:
        cell.prepared.run(experiment_key(seed), 0, 1)  # the first game pays for the tables
        deadline, played, size = time.perf_counter() + SAMPLE_SECONDS / len(chosen), 0, 1
        started = time.perf_counter()
        while played < SAMPLE_GAMES and (played == 0 or time.perf_counter() < deadline):
            rows = cell.prepared.run(experiment_key(seed), played, size)
            played += size
            size *= 2
            row_bytes = rows.dtype.itemsize
        paces.append((time.perf_counter() - started) / played)
    total = games * len(cells)
    return {
        "cells": len(cells),
        "games_per_cell": games,
        "games": total,
        "seconds": _round(total * sum(paces) / len(paces) / jobs),
        "bytes": _round(total * row_bytes * PACKED),
        "jobs": jobs,
    }


def _round(value: float) -> float:
    """Return a number with two figures: more would pretend."""
    return float(f"{value:.2g}")
