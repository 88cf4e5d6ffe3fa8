"""Games followed round by round: what a seat holds when each Round is over.

A row says how things stand after the end of a Round, which is before the first choice of the next one, or when the game
is over; what the end of the Round and the dragon do is in it. The games are those of a batch with the same key.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import pandas as pd

    from mkbalance.mageknight.game import Prepared

__all__ = ["COLUMNS", "by_round"]

COLUMNS = (  # of the result row, as the game stands
    *("score", "fame", "level", "reputation", "wounds", "crystals", "units", "tiles", "combats", "turns"),
    *("sites_destroyed", "war_removed", "famine_removed", "death_removed", "pestilence_removed"),
)


def by_round(prepared: Prepared, key: int, first: int, count: int) -> pd.DataFrame:
    """Return one row for each Round of each game.

    Parameters
    ----------
    prepared : Prepared
    key, first, count : int
        Games `first` to `first + count - 1` of `Prepared.run`.

    Returns
    -------
    DataFrame
        ``game``, ``round``, the columns of `COLUMNS`, ``cards`` (in deck, hand and discard pile, without Wounds),
        ``tokens`` (enemy tokens defeated so far), ``tactic`` (taken in this Round) and ``won`` (the game, in the end).
    """
    import pandas as pd

    tactics = prepared.tables.names["tactics"]
    out = []
    for game in range(first, first + count):
        session = prepared.session(key, game)
        round_, tactic, mine = 1, None, []
        while not session.over:
            session.apply(prepared.choose(session))
            row = session.row()
            if row["rounds"] != round_ and not session.over:
                mine.append(_row(session, row, round_, tactic))
                round_ = int(row["rounds"])
            tactic = session.player()["tactic"]
        row = session.row()
        mine.append(_row(session, row, round_, tactic))
        for one in mine:
            one["game"], one["won"] = game, bool(row["win"])
            one["tactic"] = None if one["tactic"] is None else tactics[one["tactic"]]
        out += mine
    return pd.DataFrame(out, columns=["game", "round", *COLUMNS, "cards", "tokens", "tactic", "won"])


def _row(session, row: np.void, round_: int, tactic: int | None) -> dict:
    held = session.player()
    cards = len(held["hand"]) + held["deck"] + len(held["discard"]) + len(held["played"]) + held["stored"]
    cards += held["wounds"] - int(row["wounds"])  # those in the piles are among the cards
    return {
        "round": round_,
        **{name: int(row[name]) for name in COLUMNS},
        "cards": cards,
        "tokens": sum(int(row[name]) for name in row.dtype.names if name.startswith("defeated_")),
        "tactic": tactic,
    }
