"""A campaign: scenarios played one after the other with the cards kept from each (A.14, AD pp. 6, 21).

Between two scenarios Wounds are removed, Basic Actions come back, other cards thrown away are lost, Reputation moves
three spaces towards the middle and then by what the next scenario gives; the character of the next scenario is made by
the rules of starting at a higher level (T.7), choosing from what was kept. Which scenario follows, and at what level,
is the campaign's; the tree of the printed campaigns is not in the sources at hand.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mkbalance._mageknight import batch
from mkbalance._mageknight import content as core_content
from mkbalance.errors import KernelFault, UsageError
from mkbalance.mageknight.game import Prepared

__all__ = ["DRIFT", "Chain"]

DRIFT = 3  # spaces of Reputation between two scenarios (AD p.21)


class Chain:
    """The scenarios of a campaign with one player; picklable.

    Parameters
    ----------
    stages : sequence of Prepared
        In the order played, each for one seat and the same Hero; `scenario.start_level` of all but the first is the
        level the campaign gives.
    go_on : bool
        Whether a lost scenario is followed by the next.
    """

    def __init__(self, stages: Sequence[Prepared], go_on: bool = True):
        self.stages, self.go_on = list(stages), go_on
        first = self.stages[0]
        for number, stage in enumerate(self.stages):
            where = f"scenarios[{number}]"
            if stage.setup["seats"] != 1 or stage.policies:
                raise UsageError("a campaign is played by one scripted player", where, given=", ".join(stage.players))
            if stage.setup["heroes"][0] != first.setup["heroes"][0]:
                raise UsageError("a campaign has one Hero", where, given=stage.players[0], allowed=first.players)
            if number and not stage.setup["start_level"]:
                raise UsageError("needs the level it starts at", f"{where}.level", allowed="1 to 10")

    def run(self, keys: Sequence[int], first: int, count: int) -> list[np.ndarray]:
        """Play campaigns `first` to `first + count - 1`; the rows of each scenario, of those that came to it.

        Parameters
        ----------
        keys : sequence of int
            The experiment key of each scenario.
        """
        games = np.arange(first, first + count, dtype=np.uint64)
        setups = np.repeat(self.stages[0].setup.reshape(1), count)
        out = []
        for number, (stage, key) in enumerate(zip(self.stages, keys, strict=True)):
            if not len(games):
                out.append(out[0][:0])
                continue
            rows, kept = batch.run_each(stage.core, setups, stage.weights, key, games)
            out.append(rows)
            if rows["fault"].any() or (kept["n"] == 255).any():
                bad = int(games[np.flatnonzero(rows["fault"] | (kept["n"] == 255))[0]])
                raise KernelFault(f"scenario {number + 1} of campaign {bad} broke an invariant", stage.scenario_id)
            if not self.go_on:
                games, kept = games[rows["win"] > 0], kept[rows["win"] > 0]
            if number + 1 < len(self.stages):
                setups = self._next(self.stages[number + 1].setup, kept)
        return out

    @staticmethod
    def _next(setup: np.void, kept: np.ndarray) -> np.ndarray:
        """Return the setups of the next scenario: what was kept, and the Reputation as it drifts (A.14.1)."""
        setups = np.repeat(np.asarray(setup, dtype=core_content.DTYPES["Setup"]).reshape(1), len(kept))
        setups["campaign"] = 1
        setups["n_kept"], setups["kept"] = kept["n"], kept["cards"]
        setups["n_kept_units"], setups["kept_units"] = kept["n_units"], kept["units"]
        rep = kept["reputation"].astype(int)
        drifted = np.sign(rep) * np.maximum(np.abs(rep) - DRIFT, 0)
        setups["start_rep"] = np.clip(drifted + setups["start_rep"], -7, 7)
        return setups
