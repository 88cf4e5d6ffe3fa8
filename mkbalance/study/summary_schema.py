"""What must be in ``summary.json`` for it to be shown; it may come from a stranger."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

__all__ = ["Summary"]

Number = Annotated[float, Field(allow_inf_nan=False)]


class _Loose(BaseModel):
    model_config = ConfigDict(extra="allow", strict=True)


class Rate(_Loose):
    """A share with its interval."""

    value: Number
    low: Number
    high: Number


class Mean(_Loose):
    """A mean with its interval, which one game does not have."""

    mean: Number
    low: Number | None
    high: Number | None


class Difference(_Loose):
    """A difference with its interval."""

    difference: Number
    low: Number | None
    high: Number | None
    variance_ratio: Number | None


class Equivalence(_Loose):
    """Two one-sided tests against a margin."""

    margin: Number
    difference: Number
    low: Number
    high: Number
    p: Number
    p_holm: Number
    equivalent: bool


class Cell(_Loose):
    """One setting."""

    name: str
    variant: str
    levels: dict[str, str]
    games: Annotated[int, Field(ge=1)]
    wins: int
    win_rate: Rate
    score: Mean
    rounds: Mean
    metrics: dict[str, Mean]
    checksum: str
    notes: list[str]


class Comparison(_Loose):
    """Two cells over the same games."""

    a: str
    b: str
    what: str
    win_rate: Difference
    score: Difference
    rounds: Difference
    metrics: dict[str, Difference]
    equivalence: dict[str, Equivalence] = {}
    verdict: str | None


class Summary(_Loose):
    """The whole document."""

    name: str
    question: str
    seed: int
    rows_hash: str
    columns: dict[str, str]
    metrics: list[str]
    sections: list[str]
    groups: dict[str, Any]
    cells: Annotated[list[Cell], Field(min_length=1)]
    comparisons: list[Comparison]
    rankings: list[Any]
