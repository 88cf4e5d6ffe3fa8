"""The course of the games of one cell: what is held at the end of each round, kept with a study for its report."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from mkbalance.errors import InvalidFile
from mkbalance.games import Game, Scenario
from mkbalance.study import files, provenance, seeds

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["follow", "frame", "read", "write"]

NAME = "course.json"
MOST = 200_000
Column = Annotated[list[int], Field(max_length=MOST)]


class _Document(BaseModel):
    model_config = ConfigDict(extra="allow", strict=True)
    cell: str
    seed: int
    games: Annotated[int, Field(ge=1)]
    columns: Annotated[dict[str, Column], Field(min_length=2, max_length=200)]

    @model_validator(mode="after")
    def _is_a_table(self):
        if not {"game", "round"} <= self.columns.keys() or len({len(column) for column in self.columns.values()}) != 1:
            raise ValueError("is no table")
        return self


def follow(
    game: Game, scenario: Scenario, players: Sequence[str], *, games: int, seed: int, cell: str = ""
) -> dict | None:
    """Follow games of a setting round by round; None where the game cannot tell its rounds."""
    prepared = game.prepare(scenario, list(players))
    if not hasattr(prepared, "by_round"):
        return None
    found = prepared.by_round(seeds.experiment_key(seed), 0, games)
    kept = found.select_dtypes(include=["number", "bool"]).astype(int)
    columns = {name: kept[name].tolist() for name in kept.columns}
    return {"cell": cell or ", ".join(players), "seed": seed, "games": games, "columns": columns}


def frame(document: dict) -> pd.DataFrame:
    """Return the table of a document."""
    import pandas as pd

    return pd.DataFrame(document["columns"])


def write(folder: Path, document: dict) -> None:
    """Keep the document with its study."""
    files.write_text(Path(folder) / NAME, json.dumps(document, ensure_ascii=False) + "\n")


def read(folder: Path) -> dict | None:
    """Return the document of a study, None where there is none."""
    path = Path(folder) / NAME
    if not path.exists():
        return None
    found = provenance.read_json(path, "a record of rounds", 50_000_000)
    try:
        _Document.model_validate(found)
    except ValidationError as error:
        raise InvalidFile("is not a record of rounds", str(path)) from error
    return found
