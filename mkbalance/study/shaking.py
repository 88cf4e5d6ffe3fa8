"""Shake what is estimated: a setting played again with each of the alternatives that several estimates share."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from mkbalance.errors import InvalidFile
from mkbalance.games import Game, Scenario, with_overrides
from mkbalance.study import files, provenance
from mkbalance.study.comparison import Comparison
from mkbalance.study.estimates import together
from mkbalance.study.results import simulate
from mkbalance.study.summary_schema import Difference

__all__ = ["read", "shake", "write"]

NAME = "estimates.json"


class _Line(BaseModel):
    model_config = ConfigDict(extra="allow", strict=True)
    what: str
    overrides: dict[str, object]
    win_rate: Difference
    score: Difference


class _Document(BaseModel):
    model_config = ConfigDict(extra="allow", strict=True)
    cell: str
    games: Annotated[int, Field(ge=2)]
    seed: int
    comparisons: list[_Line]


def shake(
    game: Game, scenario: Scenario, players: Sequence[str], *, games: int, seed: int, jobs: int = 1, cell: str = ""
) -> dict | None:
    """Play a setting with its estimates and with each way of shaking them; return the paired differences.

    None where nothing that takes part is an estimate with an alternative. The overrides of the
    scenario stay.
    """
    found = getattr(game, "estimates", lambda prepared: {})(game.prepare(scenario, list(players)))
    ways = {variant.name.removeprefix("all: "): variant.set for variant in together(found)}
    if not ways:
        return None
    base = simulate(game, scenario, list(players), games=games, seed=seed, jobs=jobs)
    lines = []
    for what, overrides in ways.items():
        other = simulate(game, with_overrides(scenario, overrides), list(players), games=games, seed=seed, jobs=jobs)
        found = Comparison(base, other).summary()["difference"]
        lines.append({"what": what, "overrides": dict(overrides)} | {k: found[k] for k in ("win_rate", "score")})
    return {"cell": cell or ", ".join(players), "games": games, "seed": seed, "comparisons": lines}


def write(folder: Path, document: dict) -> None:
    """Keep the document with its study."""
    files.write_text(Path(folder) / NAME, json.dumps(document, indent=2, ensure_ascii=False) + "\n")


def read(folder: Path) -> dict | None:
    """Return the document of a study, None where there is none."""
    path = Path(folder) / NAME
    if not path.exists():
        return None
    found = provenance.read_json(path, "a record of shaken estimates", 10_000_000)
    try:
        _Document.model_validate(found)
    except ValidationError as error:
        raise InvalidFile("is not a record of shaken estimates", str(path)) from error
    return found
