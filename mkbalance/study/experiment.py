"""The experiment file: question, seed, baseline, variants and factors.

Every mistake in a file is reported at once, each with its key path. Overrides may be written with quoted paths
(``"scenario.dragon.heads.war" = 7``) or as nested keys; both mean the same.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from mkbalance.errors import InvalidFile, nearest_name
from mkbalance.study.runner import MAX_GAMES

__all__ = ["Baseline", "Experiment", "Factor", "Games", "Variant", "load", "loads"]


def _value(value: Any) -> Any:
    """Accept a TOML scalar or a list of them."""
    items = value if isinstance(value, list) else [value]
    if not items or not all(isinstance(item, bool | int | float | str) for item in items):
        raise ValueError("must be a number, true or false, text, or a list of these")
    return value


Value = Annotated[Any, BeforeValidator(_value)]


def _flat(tree: Any, prefix: str = "") -> Any:
    """Turn nested keys into dotted paths."""
    if not isinstance(tree, dict):
        return tree
    out: dict[str, Any] = {}
    for key, value in tree.items():
        path = f"{prefix}{key}"
        out.update(_flat(value, f"{path}.") if isinstance(value, dict) else {path: value})
    return out


def _listed(value: Any) -> Any:
    return [value] if isinstance(value, str) else value


Overrides = Annotated[dict[str, Value], BeforeValidator(_flat)]
Players = Annotated[list[str], BeforeValidator(_listed), Field(min_length=1)]
Name = Annotated[str, Field(min_length=1, max_length=80)]


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, populate_by_name=True)


class Games(_Section):
    """How many games each cell plays."""

    per_cell: Annotated[int, Field(ge=1, le=MAX_GAMES)]


class Baseline(_Section):
    """The setting that variants and factors change."""

    scenario: Name
    players: Players
    set: Overrides = {}


class Variant(_Section):
    """A named change of the baseline."""

    name: Name
    scenario: Name | None = None
    players: Players | None = None
    set: Overrides = {}


class Factor(_Section):
    """A quantity with several levels: an override path, whole lists of players, heroes, or skills."""

    name: Name
    path: str | None = None
    values: Annotated[list[Value], Field(min_length=1)] | None = None
    players: Annotated[list[Players], Field(min_length=1)] | None = None
    heroes: Annotated[list[Name], Field(min_length=1)] | None = None
    skills: Annotated[list[Name], Field(min_length=1)] | None = None

    @model_validator(mode="after")
    def _one_kind(self) -> Factor:
        if (self.path is None) != (self.values is None):
            raise ValueError("path and values go together")
        kinds = [name for name in ("values", "players", "heroes", "skills") if getattr(self, name) is not None]
        if len(kinds) != 1:
            raise ValueError("needs exactly one of: path with values, players, heroes, skills")
        levels = [repr(level) for level in getattr(self, kinds[0])]
        if len(set(levels)) != len(levels):
            raise ValueError(f"{kinds[0]} names a level twice")
        return self


class Experiment(_Section):
    """A whole experiment file."""

    version: Annotated[Literal[1], Field(alias="schema")]
    name: Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$", max_length=80)]
    question: Annotated[str, Field(max_length=500)] = ""
    seed: Annotated[int, Field(ge=0, le=2**63 - 1)]
    games: Games
    baseline: Baseline
    variants: list[Variant] = []
    factors: list[Factor] = []

    @model_validator(mode="after")
    def _names_differ(self) -> Experiment:
        for label, items in (("variants", self.variants), ("factors", self.factors)):
            names = [item.name for item in items]
            twice = sorted({name for name in names if names.count(name) > 1})
            if twice:
                raise ValueError(f"{label} use a name twice: {', '.join(twice)}")
        if any(variant.name == "baseline" for variant in self.variants):
            raise ValueError("a variant may not be called 'baseline'")
        return self


def load(path: Path) -> Experiment:
    """Read an experiment file; report every mistake in it at once."""
    try:
        return loads(Path(path).read_text(encoding="utf-8"), str(path))
    except OSError as error:
        raise InvalidFile(f"cannot be read ({error.strerror})", str(path), given=str(path)) from error
    except UnicodeDecodeError as error:
        raise InvalidFile("is not UTF-8 text", str(path)) from error


def loads(text: str, where: str = "experiment") -> Experiment:
    """Read an experiment from text."""
    try:
        return Experiment.model_validate(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise InvalidFile(f"is not TOML: {error}", where) from error
    except ValidationError as error:
        raise InvalidFile(listed(_messages(error)), where) from error


def listed(messages: list[str]) -> str:
    """Return one message for one or several mistakes."""
    if len(messages) == 1:
        return messages[0]
    return f"{len(messages)} mistakes:" + "".join(f"\n  {message}" for message in messages)


def _messages(error: ValidationError) -> list[str]:
    out: dict[str, None] = {}
    for item in error.errors(include_url=False):
        where = _path(item["loc"])
        if item["type"] == "extra_forbidden":
            allowed = _fields(item["loc"][:-1])
            nearest = nearest_name(item["loc"][-1], allowed)
            text = (
                "unknown key" + (f"; did you mean {nearest!r}?" if nearest else "") + f"; allowed: {', '.join(allowed)}"
            )
        elif item["type"] == "missing":
            text = "is missing"
        else:
            text = item["msg"].removeprefix("Value error, ")
            if not isinstance(item["input"], dict):
                text += f", not {item['input']!r}"
        out[f"{where}: {text}" if where else text] = None
    return list(out)


def _path(loc: tuple[int | str, ...]) -> str:
    text = ""
    for part in loc:
        if isinstance(part, int):
            text += f"[{part}]"
        else:
            name = part if re.fullmatch(r"[\w-]+", part) else f'"{part}"'
            text += f".{name}" if text else name
    return text


def _fields(loc: tuple[int | str, ...]) -> list[str]:
    section = next((part for part in loc if isinstance(part, str)), None)
    model = {None: Experiment, "games": Games, "baseline": Baseline, "variants": Variant, "factors": Factor}[section]
    return [field.alias or name for name, field in model.model_fields.items()]
