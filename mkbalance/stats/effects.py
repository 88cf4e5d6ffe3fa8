"""Effects of many treatments at once, each drawn towards nothing as far as chance may have made it."""

from __future__ import annotations

import numpy as np

__all__ = ["random_effects"]


def random_effects(
    outcome: np.ndarray, design: np.ndarray, cell: np.ndarray, group: np.ndarray, *, steps: int = 40
) -> tuple[np.ndarray, np.ndarray]:
    """Estimate random effects within cells, with a variance of its own for each group of effects.

    Outcomes and design are compared within cells only, so what differs between cells (another Hero, another Round)
    does not count. The effects of a group are taken as drawn from a normal distribution round 0, whose variance is
    found by the EM algorithm; the estimates are their posterior means.

    Parameters
    ----------
    outcome : numpy.ndarray, shape (n,)
    design : numpy.ndarray, shape (n, k)
        How much of each treatment each observation has had.
    cell : numpy.ndarray of int, shape (n,)
        Cell of each observation; any numbers.
    group : numpy.ndarray, shape (k,)
        Group of each treatment; any labels.
    steps : int
        Steps of the EM algorithm.

    Returns
    -------
    effects, errors : numpy.ndarray, shape (k,)
        Posterior means and standard deviations; treatments that never differ within a cell stay at 0 with the standard
        deviation of their group.

    References
    ----------
    Searle, Casella and McCulloch (1992), Variance Components, chapter 8.

    Examples
    --------
    >>> rng = np.random.default_rng(1)
    >>> given = rng.integers(0, 2, (4000, 3)).astype(float)
    >>> seen = given @ [4.0, 0.0, -4.0] + rng.normal(0, 2, 4000)
    >>> effects, _ = random_effects(seen, given, np.zeros(4000, int), np.zeros(3, int))
    >>> [round(float(effect)) for effect in effects]
    [4, 0, -4]
    """
    outcome, design = np.asarray(outcome, float), np.asarray(design, float)
    if design.shape[0] != len(outcome) or len(cell) != len(outcome) or design.shape[1] != len(group):
        raise ValueError(
            f"outcome {outcome.shape}, design {design.shape}, cell {np.shape(cell)}, group {np.shape(group)} do not fit"
        )
    _, cell = np.unique(cell, return_inverse=True)
    _, group = np.unique(group, return_inverse=True)
    count = np.bincount(cell).astype(float)
    y = outcome - (np.bincount(cell, outcome) / count)[cell]
    sums = np.zeros((len(count), design.shape[1]))
    np.add.at(sums, cell, design)
    x = design - (sums / count[:, None])[cell]
    free = max(1, len(y) - len(count))  # a mean was taken off in every cell
    cross, along, total = x.T @ x, x.T @ y, float(y @ y)
    noise = total / free
    spread = np.full(group.max() + 1, noise / 100)
    seen = np.diag(cross) > 0
    for _ in range(steps):
        inverse = np.linalg.inv(cross + np.diag(noise / spread[group]))
        effects = inverse @ along
        left = total - 2 * effects @ along + effects @ cross @ effects
        variance = noise * np.diag(inverse)
        noise = max(1e-12, (left + noise * float((cross * inverse).sum())) / free)
        for k in range(len(spread)):
            here = (group == k) & seen
            if here.any():
                spread[k] = max(1e-9, float((effects[here] ** 2 + variance[here]).mean()))
    return effects, np.sqrt(variance)
