"""How much of the spread of a quantity each source of chance accounts for: pick and freeze.

A game is a function of independent sources of chance. It is played as it is, with everything dealt anew, and with one
source at a time dealt anew. The game with one source anew shares that source alone with the game in which everything is
anew: how far the two go together is the share that the source has *by itself* (Sobol's first-order index). It shares
all but that source with the game as it is: how far the two differ is the share of everything the source *takes part in*
(the total index). What the first shares leave of the whole is the interplay of sources.

The covariance of the first share is taken less what the game as it is has in common with the game dealt anew, which is
nothing but noise, in the proportion that leaves the least of it. Standard errors leave one game out at a time, and one
critical value makes all intervals hold together. A source without a share may come out below zero.

References
----------
Sobol' (1993), Mathematical Modelling and Computational Experiments 1:407; Jansen (1999),
doi:10.1016/S0010-4655(98)00154-4 (total index); Saltelli and others (2010), doi:10.1016/j.cpc.2009.09.018; Owen (2013),
doi:10.1145/2457459.2457460 (less noise for small shares); Efron and Stein (1981), doi:10.1214/aos/1176345462
(jackknife).
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from mkbalance.stats.multiplicity import max_z
from mkbalance.stats.proportions import Interval, percent

__all__ = ["INTERPLAY", "chance_shares"]

INTERPLAY = "interplay of sources"


def chance_shares(
    base: np.ndarray,
    anew: np.ndarray,
    moved: Mapping[str, np.ndarray],
    rng: np.random.Generator,
    level: float = 0.95,
) -> dict[str, dict[str, Interval]]:
    """Return the first and total share of each source of chance, and the share of their interplay.

    Parameters
    ----------
    base : array, shape (games,)
        The quantity in games as they are.
    anew : array, shape (games,)
        In the same games with every source dealt anew.
    moved : mapping of str to array
        By source, in the same games with that source alone dealt anew, the same deal as in `anew`.
    rng : numpy.random.Generator
        Draws the critical value.
    level : float
        Of all intervals together.

    Returns
    -------
    dict
        By source ``first`` and ``total``; last `INTERPLAY` with its ``first`` alone.

    Examples
    --------
    >>> a, b = np.random.default_rng(1).normal(size=(2, 2, 4000))
    >>> y = lambda a, b: 3 * a + b
    >>> found = chance_shares(y(a[0], b[0]), y(a[1], b[1]), {"a": y(a[1], b[0]), "b": y(a[0], b[1])},
    ...                       np.random.default_rng(2))
    >>> round(found["a"]["first"].value, 1), round(found["b"]["total"].value, 1)
    (0.9, 0.1)
    """
    y = np.stack([np.asarray(part, dtype=float) for part in (base, anew, *moved.values())], axis=1)
    games, sources = len(y), len(moved)
    if games < 3 or not sources or np.ptp(y) == 0:
        raise ValueError("needs several games, a source of chance, and values that differ")
    y = y - y.mean()
    features = np.hstack([y, (y**2).mean(axis=1, keepdims=True), y[:, 1:2] * np.delete(y, 1, axis=1)])
    features = np.hstack([features, (y[:, 2:] - y[:, :1]) ** 2 / 2])
    value = _shares(features.mean(axis=0, keepdims=True), sources)[0]
    left_out = _shares((features.sum(axis=0) - features) / (games - 1), sources)
    apart = left_out - left_out.mean(axis=0)
    covariance = (games - 1) / games * apart.T @ apart
    half = max_z(covariance, rng, level) * np.sqrt(np.diag(covariance))
    method = f"jackknife over games, {percent(level)} together"
    found = [Interval(float(v), float(v - h), float(v + h), method) for v, h in zip(value, half, strict=True)]
    shares = {name: {"first": found[place], "total": found[sources + place]} for place, name in enumerate(moved)}
    return {**shares, INTERPLAY: {"first": found[-1]}}


def _shares(means: np.ndarray, sources: int) -> np.ndarray:
    """Return first shares, total shares and interplay for each row of means of the features."""
    ends = np.cumsum([sources + 2, 1, sources + 1])
    y, square, product, apart = np.split(means, ends, axis=1)
    centre = y.mean(axis=1, keepdims=True)
    variance = square - centre**2
    total = apart / variance
    base, anew, moved = y[:, :1], y[:, 1:2], y[:, 2:]
    alone = product[:, 1:] - centre * (anew + moved) + centre**2
    noise = product[:, :1] - centre * (anew + base) + centre**2
    first = (alone - (1 - total) * noise) / variance
    return np.hstack([first, total, 1 - first.sum(axis=1, keepdims=True)])
