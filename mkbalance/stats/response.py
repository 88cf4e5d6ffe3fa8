"""A logistic surface fitted to games won at the points of a design.

The log-odds are a polynomial of second degree in the factors. A ridge on all but the constant keeps the fit finite
where every game of a corner is won or lost; it has the weight of a game or so and is invisible beside real ones.

References
----------
Myers, Montgomery and Anderson-Cook, Response Surface Methodology, 4th edition (2016), chapter 6.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

__all__ = ["Surface", "fit"]

RIDGE = 0.5


@dataclass(frozen=True)
class Surface:
    """A fitted surface; call it with points to get win rates.

    Attributes
    ----------
    coefficients : array
        Constant, linear terms, then the squares and products, of factors scaled to -1 to 1.
    low, high : array
        Range of each factor.
    deviance : float
        Of the fit; about as large as the number of points less that of coefficients where the surface holds.
    """

    coefficients: np.ndarray
    low: np.ndarray
    high: np.ndarray
    deviance: float

    def __call__(self, points: np.ndarray) -> np.ndarray:
        """Return the win rate at each point."""
        return _logistic(_terms(points, self.low, self.high) @ self.coefficients)


def fit(points: np.ndarray, wins: Sequence[int], games: Sequence[int]) -> Surface:
    """Fit the surface by maximum likelihood with the ridge.

    Parameters
    ----------
    points : array, shape (points, factors)
        Levels of the factors.
    wins, games : sequence of int
        At each point.
    """
    points = np.atleast_2d(np.asarray(points, dtype=float))
    wins, games = np.asarray(wins, dtype=float), np.asarray(games, dtype=float)
    low, high = points.min(axis=0), points.max(axis=0)
    terms = _terms(points, low, high)
    penalty = RIDGE * np.eye(terms.shape[1])
    penalty[0, 0] = 0
    beta = np.zeros(terms.shape[1])
    share = np.clip(wins.sum() / games.sum(), 1e-6, 1 - 1e-6)
    beta[0] = np.log(share / (1 - share))
    for _ in range(100):
        rate = _logistic(terms @ beta)
        weight = np.maximum(games * rate * (1 - rate), 1e-9)
        step = np.linalg.solve(
            terms.T @ (weight[:, None] * terms) + penalty, terms.T @ (wins - games * rate) - penalty @ beta
        )
        beta = beta + np.clip(step, -2, 2)
        if np.abs(step).max() < 1e-9:
            break
    rate = _logistic(terms @ beta)
    with np.errstate(divide="ignore", invalid="ignore"):
        lost = games - wins
        parts = np.where(wins > 0, wins * np.log(wins / (games * rate)), 0)
        parts += np.where(lost > 0, lost * np.log(lost / (games * (1 - rate))), 0)
    return Surface(beta, low, high, float(2 * parts.sum()))


def _terms(points: np.ndarray, low: np.ndarray, high: np.ndarray) -> np.ndarray:
    scaled = 2 * (np.asarray(points, dtype=float) - low) / np.where(high > low, high - low, 1) - 1
    factors = scaled.shape[1]
    columns = [np.ones(len(scaled)), *scaled.T]
    columns += [scaled[:, i] * scaled[:, j] for i in range(factors) for j in range(i, factors)]
    return np.stack(columns, axis=1)


def _logistic(x: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-np.clip(x, -30, 30)))
