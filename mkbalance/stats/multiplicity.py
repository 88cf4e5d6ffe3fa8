"""Many comparisons at once: adjusted p-values, simultaneous intervals and ranks that may be believed together.

References
----------
Holm (1979), Scandinavian Journal of Statistics 6:65, https://www.jstor.org/stable/4615733; Westfall and Young (1993),
Resampling-Based Multiple Testing (max-T); Romano and Wolf (2005), doi:10.1111/j.1468-0262.2005.00615.x; Mohamad,
Goeman and van Zwet (2022), doi:10.1214/21-AOS2147 (simultaneous ranks from pairwise tests).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

__all__ = ["holm", "max_t", "max_z", "ranks"]


def holm(p_values: Sequence[float]) -> list[float]:
    """Return Holm's adjusted p-values, in the order given."""
    p = np.asarray(p_values, dtype=float)
    if p.size and not ((p >= 0) & (p <= 1)).all():
        raise ValueError("p-values lie between 0 and 1")
    order = np.argsort(p, kind="stable")
    factors = np.arange(len(p), 0, -1)
    stepped = np.minimum(1.0, np.maximum.accumulate(p[order] * factors))
    out = np.empty_like(p)
    out[order] = stepped
    return out.tolist()


def max_t(
    differences: np.ndarray, rng: np.random.Generator, level: float = 0.95, resamples: int = 4000
) -> dict[str, np.ndarray | float]:
    """Return simultaneous intervals and adjusted p-values of several paired mean differences.

    Whole games are redrawn, all differences of a game together, and the largest studentized deviation of each resample
    gives one critical value for all. Unlike Bonferroni it makes use of what the comparisons have in common.

    Parameters
    ----------
    differences : array, shape (games, comparisons)
        Differences game by game.
    rng : numpy.random.Generator
    level : float
    resamples : int

    Returns
    -------
    dict
        ``mean``, ``low``, ``high``, ``p`` by comparison and the ``critical`` value.
    """
    differences = np.asarray(differences, dtype=float)
    games = len(differences)
    mean, error = differences.mean(axis=0), differences.std(axis=0, ddof=1) / np.sqrt(games)
    moving = error > 0
    largest = np.zeros(resamples)
    squares = differences**2
    for start in range(0, resamples, 64):  # a few resamples at a time keep the weights small
        count = min(64, resamples - start)
        weights = rng.multinomial(games, np.full(games, 1 / games), size=count)
        means = weights @ differences / games
        spread = np.sqrt(np.maximum(weights @ squares / games - means**2, 0) / (games - 1))
        with np.errstate(divide="ignore", invalid="ignore"):
            t = np.abs((means - mean) / spread)[:, moving]
        largest[start : start + count] = np.nan_to_num(t, posinf=0.0).max(axis=1, initial=0.0)
    critical = float(np.quantile(largest, level))
    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.where(moving, np.abs(mean / error), 0.0)
    p = (1 + (largest[:, None] >= t[None, :]).sum(axis=0)) / (1 + resamples)
    return {
        "mean": mean,
        "low": mean - critical * error,
        "high": mean + critical * error,
        "p": np.where(moving, p, 1.0),
        "critical": critical,
    }


def max_z(covariance: np.ndarray, rng: np.random.Generator, level: float = 0.95, draws: int = 40_000) -> float:
    """Return the critical value of the largest of several z-values with this covariance.

    The same as `max_t` for so many games that means are normal; it needs the covariance only.
    """
    spread = np.sqrt(np.maximum(np.diag(covariance), 0))
    moving = spread > 0
    if not moving.any():
        return 0.0
    correlation = covariance[np.ix_(moving, moving)] / np.outer(spread[moving], spread[moving])
    values, vectors = np.linalg.eigh(correlation)
    root = vectors * np.sqrt(np.maximum(values, 0))
    largest = np.empty(draws)
    for start in range(0, draws, 10_000):
        count = min(10_000, draws - start)
        largest[start : start + count] = np.abs(rng.normal(size=(count, len(root))) @ root.T).max(axis=1)
    return float(np.quantile(largest, level))


def ranks(values: Sequence[float], p_values: np.ndarray, alpha: float = 0.05) -> list[tuple[int, int]]:
    """Return for each setting the best and the worst rank that the games leave open, 1 for the highest value.

    Parameters
    ----------
    values : sequence of float
        Estimates.
    p_values : array, shape (settings, settings)
        Two-sided p-values of each pair; they are adjusted by Holm here, so that all ranks hold together.
    alpha : float
        Chance that any of the ranks is wrong.
    """
    count = len(values)
    pairs = [(i, j) for i in range(count) for j in range(i + 1, count)]
    adjusted = holm([p_values[i, j] for i, j in pairs])
    below, above = [0] * count, [0] * count
    for (i, j), p in zip(pairs, adjusted, strict=True):
        if p <= alpha and values[i] != values[j]:
            better, worse = (i, j) if values[i] > values[j] else (j, i)
            above[worse] += 1
            below[better] += 1
    return [(1 + above[i], count - below[i]) for i in range(count)]
