"""The commented experiment file that ``mkbalance new`` writes."""

from __future__ import annotations

import json
from collections.abc import Mapping

from mkbalance.games import Game, default_players

__all__ = ["template"]

_TEXT = """\
# {name}: one line on what this study is for.
schema = 1
name = {name_}
question = "What does … do to …?"             # the report's title
seed = {seed}                             # same seed, same rows, whatever the machine

[games]
per_cell = 2000                              # games of every cell
# precision = {{ metric = "win", half_width = 0.01, max = 200000 }}  # or: until this narrow
# decide = {{ metric = "win", max = 50000, alpha = 0.05, looks = 5 }}  # or: until a variant is better or worse

[baseline]                                   # what variants and factors change
scenario = {scenario}
players = {players}                  # one per seat: HERO[:PLAYER]
# set = {{ "PATH" = VALUE }}

[[variants]]                                 # named settings, each compared with the baseline over the same games
name = {variant}
set = {change}

# [[factors]]                                # quantities with levels; the design says which combinations are played
# name = {factor}
# path = {path}
# values = {values}                     # or: low = …, high = …, levels = …
#
# [[factors]]
# name = "strength"
# skills = ["novice", "competent"]           # or heroes = […], or players = [[…], […]]

# [design]
# kind = "grid"                              # grid, one_at_a_time, latin_hypercube, sobol
# points = 16                                # of latin_hypercube and sobol

# metrics = ["win", "score", "rounds"]       # what is compared; any whole-number column of the rows
# margins = {{ win = 0.02, score = 2 }}        # differences that do not matter: are the cells equivalent?
# report = {{ sections = ["cells", "figures", "victory", "metrics", "ranks", "differences", "again"] }}
"""


def template(name: str, game: Game, seed: int) -> str:
    """Return an experiment file that runs as it stands and explains its keys.

    Parameters
    ----------
    name : str
        Name of the study.
    game : Game
        Its first playable scenario and its `example` fill the file in.
    seed : int
    """
    playable = [info.id for info in game.scenarios().values() if info.playable]
    scenario = next((id_ for id_ in getattr(game, "bench_scenarios", ()) if id_ in playable), (playable or [""])[0])
    example = getattr(game, "example", None) or {}
    variant, change = next(iter(example.get("variant", {"variant": {}}).items()))
    factor = example.get("factor", {"name": "factor", "path": "PATH", "values": [1, 2]})
    return _TEXT.format(
        name=name,
        name_=json.dumps(name),
        seed=seed,
        scenario=json.dumps(scenario),
        players=json.dumps(default_players(game)),
        variant=json.dumps(variant),
        change=_inline(change),
        factor=json.dumps(factor["name"]),
        path=json.dumps(factor["path"]),
        values=json.dumps(factor["values"]),
    )


def _inline(table: Mapping[str, object]) -> str:
    inner = ", ".join(f"{json.dumps(path)} = {json.dumps(value)}" for path, value in table.items())
    return f"{{ {inner} }}" if inner else "{}"
