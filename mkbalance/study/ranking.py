"""Which cells lead, with what the games leave open: ranks and intervals of a metric that hold together."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mkbalance.stats.multiplicity import max_z, ranks
from mkbalance.study.design import Cell, column_of

__all__ = ["MAX_RANKED", "ranking"]

MAX_RANKED = 200  # every pair is compared


def ranking(store, cells: Sequence[Cell], games: int, metric: str, seed: int, alpha: float = 0.05) -> dict | None:
    """Return mean, rank and the ranks left open for each cell, over the games that all of them played.

    All pairs are compared over the same games with Holm's correction; None for one cell or too many of them.
    """
    from scipy.stats import norm

    if not 2 <= len(cells) <= MAX_RANKED:
        return None
    total, products = np.zeros(len(cells)), np.zeros((len(cells), len(cells)))
    columns = [column_of(metric, cell.prepared) for cell in cells]
    shift = None
    for blocks in zip(*(store.blocks(cell, games, 10_000) for cell in cells), strict=True):
        x = np.stack([rows[column] for rows, column in zip(blocks, columns, strict=True)], axis=1).astype(float)
        shift = x.mean(axis=0) if shift is None else shift  # keeps the products small and the variances exact
        x -= shift
        total += x.sum(axis=0)
        products += x.T @ x
    mean = total / games
    covariance = (products - games * np.outer(mean, mean)) / max(games - 1, 1)
    variances = np.diag(covariance)
    apart = np.maximum(variances[:, None] + variances[None, :] - 2 * covariance, 0) / games
    values = mean + shift
    with np.errstate(divide="ignore", invalid="ignore"):
        z = np.abs(values[:, None] - values[None, :]) / np.sqrt(apart)
    p = np.where(np.isnan(z), 1.0, 2 * norm.sf(z))
    critical = max_z(covariance, np.random.default_rng([seed, 31]), 1 - alpha)
    half = critical * np.sqrt(np.maximum(variances, 0) / games)
    order = np.argsort(-values, kind="stable")
    place = np.empty(len(cells), dtype=int)
    place[order] = np.arange(1, len(cells) + 1)
    return {
        "metric": metric,
        "games": games,
        "method": "paired z-tests of every pair, Holm; intervals by max-T; all hold together",
        "level": 1 - alpha,
        "critical": critical,
        "cells": [
            {
                "name": cell.name,
                "mean": float(values[i]),
                "low": float(values[i] - half[i]),
                "high": float(values[i] + half[i]),
                "rank": int(place[i]),
                "best": best,
                "worst": worst,
            }
            for i, (cell, (best, worst)) in enumerate(zip(cells, ranks(values.tolist(), p, alpha), strict=True))
        ],
    }
