"""How much of the spread of a quantity is due to each factor, to the deal and to the rest.

All cells of a study play the same game numbers, so a game number is a factor as well: the deal, which is the map, the
order of every deck and pile, and the dice as far as both settings use them. The shares are those of an analysis of
variance of main effects over a complete grid, less what chance alone would give each of them (omega squared), so a
factor that does nothing has a share near zero and may come out below it.

References
----------
Olejnik and Algina (2003), doi:10.1037/1082-989X.8.4.434.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["DEAL", "REST", "variance_shares"]

DEAL, REST = "the deal (map, decks, dice)", "all else: choices, interplay, chance within"


def variance_shares(frame: pd.DataFrame, value: str, factors: Sequence[str], game: str = "game") -> dict[str, float]:
    """Return the share of the variance of `value` by factor; the shares add up to 1.

    Parameters
    ----------
    frame : DataFrame
        One row for each game of each cell, the same games in every cell of a complete grid of the factors.
    value : str
        Column of the quantity.
    factors : sequence of str
        Columns that hold the levels.
    game : str
        Column of the game number.
    """
    x = frame[value].to_numpy(dtype=float)
    total = float(((x - x.mean()) ** 2).sum())
    names = {**{factor: factor for factor in factors}, DEAL: game}
    sums, freedom = {}, {}
    for name, column in names.items():
        codes, found = frame[column].factorize()
        means = np.bincount(codes, x) / np.bincount(codes)
        sums[name] = float((np.bincount(codes) * (means - x.mean()) ** 2).sum())
        freedom[name] = len(found) - 1
    left = len(x) - 1 - sum(freedom.values())
    if left < 1 or freedom[DEAL] < 1 or total == 0:
        raise ValueError("needs several games in several cells, and scores that differ")
    noise = max(total - sum(sums.values()), 0) / left
    shares = {name: (sums[name] - freedom[name] * noise) / (total + noise) for name in names}
    shares[REST] = 1 - sum(shares.values())
    return shares
