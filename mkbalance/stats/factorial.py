"""Main effects and interactions of factors with two levels each, over games that every cell played.

A main effect is the mean change from a factor's low to its high level, over all levels of the others. The interaction
of two factors is how much that change differs: the effect of one where the other is high, less the effect where it is
low. Both are contrasts taken game by game, so the deal that a game number brings to every cell cancels, and their
intervals hold together (max-T over whole games).

References
----------
Box, Hunter and Hunter, Statistics for Experimenters, 2nd edition (2005), chapter 5.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np

from mkbalance.stats.multiplicity import max_t

__all__ = ["effects"]


def effects(
    values: np.ndarray, high: np.ndarray, factors: Sequence[str], rng: np.random.Generator, level: float = 0.95
) -> list[dict[str, object]]:
    """Return every main effect and every interaction of two factors.

    Parameters
    ----------
    values : array, shape (games, cells)
        The quantity in the same games of each cell.
    high : array of bool, shape (cells, factors)
        Which cell holds which factor at its high level; every combination once.
    factors : sequence of str
        Their names.
    rng : numpy.random.Generator
        Redraws the games.
    level : float
        Of all intervals together.

    Returns
    -------
    list of dict
        ``a``, ``b`` (None for a main effect), ``value``, ``low``, ``high``.
    """
    values, high = np.asarray(values, dtype=float), np.asarray(high, dtype=bool)
    if high.shape != (2 ** len(factors), len(factors)) or len({tuple(line) for line in high.tolist()}) != len(high):
        raise ValueError("needs every combination of the two levels once")
    if values.shape[1] != len(high) or len(values) < 2:
        raise ValueError("needs at least two games of each cell")
    signs = np.where(high, 1.0, -1.0)
    terms: list[tuple[int, int | None]] = [(place, None) for place in range(len(factors))]
    terms += list(itertools.combinations(range(len(factors)), 2))
    contrasts = []
    for a, b in terms:  # half of the cells each way; an interaction is a difference of two differences
        weights = signs[:, a] if b is None else signs[:, a] * signs[:, b] * 2
        contrasts.append(values @ (weights / (len(high) / 2)))
    found = max_t(np.stack(contrasts, axis=1), rng, level)
    return [
        {
            "a": factors[a],
            "b": None if b is None else factors[b],
            "value": float(found["mean"][place]),
            "low": float(found["low"][place]),
            "high": float(found["high"][place]),
        }
        for place, (a, b) in enumerate(terms)
    ]
