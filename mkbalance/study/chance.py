"""Deal each source of chance anew by itself and see what it accounts for: an experiment with a variant for each.

Every variant plays the games of the baseline with one source, or with all of them, from another deal. Dealing anew
changes single games and no average: the comparisons of such a study are a check of the tool, its shares are the answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from mkbalance.errors import UsageError
from mkbalance.games import Game, Scenario
from mkbalance.stats.chance import chance_shares
from mkbalance.study.knockout import with_variants
from mkbalance.study.plan import Plan, plan_text

__all__ = ["ALL", "ANEW", "chance_plan", "shares_of"]

ANEW = " dealt anew"
ALL = "everything" + ANEW
SECTIONS = ("figures", "cells", "differences", "again")


def chance_plan(
    game: Game,
    scenario: Scenario,
    players: Sequence[str],
    *,
    games: int,
    seed: int,
    metrics: Sequence[str] = ("win", "score", "rounds"),
) -> Plan:
    """Return the study that deals each source of chance anew in turn, and all of them.

    Parameters
    ----------
    game : Game
        Says through `chance` what its sources are, and how each is dealt anew.
    """
    offered = getattr(game, "chance", None)
    if offered is None:
        raise UsageError(f"{game.name} does not say where its chance comes from", "game")
    sources: Mapping[str, Mapping[str, object]] = offered(game.prepare(scenario, list(players)))
    together = {path: value for overrides in sources.values() for path, value in overrides.items()}
    variants = [(ALL, together), *((name + ANEW, overrides) for name, overrides in sources.items())]
    name = f"chance-{scenario.id.replace('/', '-')}"
    question = f"Where does the chance in {scenario.id} come from?"
    text = with_variants(name, question, scenario, players, games, seed, metrics, variants, SECTIONS)
    return plan_text(text, Path(f"{name}.toml"), game)


def shares_of(values: Mapping[str, np.ndarray], seed: int, level: float = 0.95) -> dict[str, dict]:
    """Return the shares of the sources by name.

    Parameters
    ----------
    values : mapping of str to array
        By cell of the study, the quantity in the same games.
    seed : int
        Of the study.
    level : float
        Of all intervals together.

    Returns
    -------
    dict
        As `mkbalance.stats.chance.chance_shares` returns it.
    """
    moved = {name.removesuffix(ANEW): found for name, found in values.items() if name.endswith(ANEW) and name != ALL}
    if set(values) != {"baseline", ALL, *(name + ANEW for name in moved)} or not moved:
        raise UsageError(
            "needs a study that deals each source of chance anew", "study", allowed="what mk.chance returns"
        )
    return chance_shares(values["baseline"], values[ALL], moved, np.random.default_rng([seed, 91]), level)
