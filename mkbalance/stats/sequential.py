"""Looking at games while they are being played, without lying about the error.

`boundaries` gives the critical values of a two-sided test at each look so that all looks together err with probability
`alpha`: the alpha-spending function of Lan and DeMets that resembles O'Brien and Fleming's test, by the recursive
integration of Armitage, McPherson and Rowe. `conditional_power` tells whether going on is hopeless.

References
----------
Lan and DeMets (1983), doi:10.1093/biomet/70.3.659; O'Brien and Fleming (1979), doi:10.2307/2530245; Armitage,
McPherson and Rowe (1969), doi:10.2307/2343787; Jennison and Turnbull (1989), doi:10.1111/j.2517-6161.1989.tb01433.x
(repeated confidence intervals); Lan and Wittes (1988), doi:10.2307/2531870 (conditional power).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import sqrt
from statistics import NormalDist

import numpy as np

__all__ = ["FAR", "boundaries", "conditional_power", "crossing", "spent"]

FAR = 12.0  #: a boundary no look can reach: what may be spent is below any number of games
_GRID = 801


def spent(share: float, alpha: float = 0.05) -> float:
    """Return how much of a two-sided `alpha` may be used up once `share` of all games have been played."""
    if not 0 < alpha < 1:
        raise ValueError(f"alpha must lie between 0 and 1, not {alpha}")
    if share <= 0:
        return 0.0
    normal = NormalDist()
    return 4 * normal.cdf(normal.inv_cdf(alpha / 4) / sqrt(min(share, 1.0)))


def boundaries(shares: Sequence[float], alpha: float = 0.05) -> list[float]:
    """Return the critical value of ``|z|`` at each look.

    Parameters
    ----------
    shares : sequence of float
        Games played at each look over the most that can be played; rising, the last at most 1.
    alpha : float
        Two-sided error of all looks together.

    Examples
    --------
    >>> [round(value, 2) for value in boundaries([0.5, 1.0])]
    [2.96, 1.97]
    """
    return list(_boundaries(tuple(map(float, shares)), float(alpha)))


@lru_cache(maxsize=64)
def _boundaries(shares: tuple[float, ...], alpha: float) -> tuple[float, ...]:
    return tuple(_walk(shares, alpha, None)[0])


def crossing(shares: Sequence[float], bounds: Sequence[float], drift: float = 0.0) -> float:
    """Return the chance that ``|z|`` reaches its boundary at some look.

    Parameters
    ----------
    drift : float
        Expected z at the end; 0 gives the error of the test, another value its power.
    """
    return sum(_walk(shares, None, bounds, drift)[1])


def conditional_power(z: float, share: float, last: float) -> float:
    """Return the chance that ``|z|`` ends beyond `last` if the trend so far goes on."""
    if share >= 1:
        return float(abs(z) >= last)
    normal, rest = NormalDist(), sqrt(1 - share)
    expected = z / sqrt(share)  # where a straight line through the present ends
    return (1 - normal.cdf((last - expected) / rest)) + normal.cdf((-last - expected) / rest)


def _excess(z: float, above, scale: float, step: float, allowed: float) -> float:
    return above(z * scale, step, 1) - allowed


def _walk(shares, alpha, bounds, drift=0.0) -> tuple[list[float], list[float]]:
    """Follow the law of the sum through the looks; find the boundaries, or use those given."""
    from scipy.integrate import simpson
    from scipy.optimize import brentq
    from scipy.stats import norm

    shares = [float(share) for share in shares]
    if not shares or any(not b - a > 0 for a, b in zip([0.0, *shares], shares, strict=False)) or shares[-1] > 1 + 1e-9:
        raise ValueError("looks must rise from above 0 to at most 1")
    found, crossed, before = [], [], 0.0
    points, density, earlier = np.zeros(1), None, 0.0

    def above(limit: float, step: float, side: int) -> float:
        """Chance to have stayed inside so far and to end beyond ``side * limit`` now."""
        spread = sqrt(step)
        if density is None:
            return float(norm.sf((limit - side * drift * step) / spread))
        tail = norm.sf((limit - side * points - side * drift * step) / spread)
        return float(simpson(density * tail, x=points))

    for number, share in enumerate(shares):
        step, scale = share - earlier, sqrt(share)
        if bounds is None:
            now = spent(share, alpha)
            allowed, before = (now - before) / 2, now
            if allowed < 1e-14:
                bound = FAR
            else:
                bound = brentq(_excess, 0, FAR, args=(above, scale, step, allowed))
        else:
            bound = bounds[number]
        found.append(float(bound))
        crossed.append(above(bound * scale, step, 1) + above(bound * scale, step, -1))
        # beyond eight standard deviations of the sum there is nothing to integrate
        reach = min(bound * scale, 8 * scale + abs(drift) * share)
        grid = np.linspace(-reach, reach, _GRID)
        spread = sqrt(step)
        if density is None:
            density_now = norm.pdf(grid, loc=drift * step, scale=spread)
        else:
            kernel = norm.pdf(grid[:, None] - points[None, :], loc=drift * step, scale=spread)
            density_now = simpson(kernel * density[None, :], x=points, axis=1)
        points, density, earlier = grid, density_now, share
    return found, crossed
