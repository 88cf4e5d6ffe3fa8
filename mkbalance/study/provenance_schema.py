"""The shape of a provenance document, version 1; further keys are allowed, missing ones are not."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

__all__ = ["Provenance"]


class _Loose(BaseModel):
    model_config = ConfigDict(extra="allow", strict=True)


class Software(_Loose):
    """The program."""

    name: str
    version: str


class Parameters(_Loose):
    """The command and everything that changes results: enough to run it again."""

    command: str
    experiment: dict[str, Any] | None = None


class System(_Loose):
    """The operating system."""

    system: str
    release: str
    machine: str


class Python(_Loose):
    """The interpreter."""

    implementation: str
    version: str


class Environment(_Loose):
    """Where it ran."""

    os: System
    python: Python
    libraries: dict[str, str | None]


class Content(_Loose):
    """What was played: hashes of the content of all cells, and its entries that are estimates."""

    hash: str | list[str]
    estimated: list[str]


class Cell(_Loose):
    """One setting, with the command that tells its first game."""

    name: str
    slug: str
    scenario: str
    players: list[str]
    overrides: dict[str, Any]
    content_hash: str
    replay: str


class Resources(_Loose):
    """What the last run took."""

    elapsed_time: float
    games_played: int
    jobs: int
    backend: str


class Provenance(_Loose):
    """The whole document."""

    schema_version: Literal[1]
    software: Software
    parameters: Parameters
    environment: Environment
    content: Content
    complete: bool
    build: dict[str, Any] | None = None
    cells: list[Cell] = []
    study_id: str | None = None
    fingerprint: str | None = None
    identity: dict[str, Any] | None = None
    rows: int | None = None
    rows_hash: str | None = None
    checksum: str | None = None
    checksums: dict[str, str] | None = None
    resources: Resources | None = None
