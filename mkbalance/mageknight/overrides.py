"""Run-time overrides of content: `content.TABLE.ID.FIELD = value` without touching a file.

An unknown path is a `UsageError` with the nearest existing name; a value the schema refuses is a `ContentError`. All
overrides are applied together before the entries are validated again.
"""

from __future__ import annotations

import copy
import typing
from collections.abc import Iterable, Mapping

from pydantic import BaseModel

from mkbalance.errors import UsageError, nearest_name
from mkbalance.mageknight.loading import Content, Problem, raise_problems, validate_entry
from mkbalance.mageknight.schema import DESCRIPTIVE, TABLES

FROZEN = {  # fields that are the identity of a row
    "heads": {"head", "level"},
    "cities": {"colour", "level"},
    "basic_actions": {"hero"},
    "skills": {"hero"},
}
NOT_CONTENT = {"rules"}  # has a root of its own


def submodel(model: type, key: object) -> type | None:
    """Return the model below field (or list index) `key` of `model`, None when it holds plain values."""
    if isinstance(key, int):
        return model
    info = model.model_fields.get(key)
    if info is None:
        return None
    return next((found for found in _models_in(info.annotation)), None)


def _models_in(annotation: object) -> Iterable[type]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for argument in typing.get_args(annotation):
        yield from _models_in(argument)


def _fail(path: str, message: str, given: object, names: Iterable[object]) -> typing.NoReturn:
    names = [str(name) for name in names]
    raise UsageError(message, path, given=given, allowed=names, nearest=nearest_name(given, names))


def split_path(content: Content, path: str) -> tuple[str, str, list[str]]:
    """Check the path `content.TABLE.ID.FIELD…` and return table, id and the keys below.

    `cards` stands for the four card tables together.
    """
    parts = path.split(".")
    tables = [name for name in TABLES if name not in NOT_CONTENT]
    if len(parts) < 2 or parts[0] != "content":
        _fail(path, "a content override starts with content.TABLE.ID.FIELD", parts[0], ["content"])
    table = parts[1]
    if table not in tables and table != "cards":
        _fail(path, f"no such content table {table!r}", table, [*tables, "cards"])
    ids = content.cards() if table == "cards" else content[table]
    if len(parts) < 3 or parts[2] not in ids:
        given = parts[2] if len(parts) > 2 else ""
        _fail(path, f"no entry {given!r} in {table}", given, ids)
    if table == "cards":
        table = content.cards()[parts[2]][0]
    model = TABLES[table]
    fields = [name for name in model.model_fields if name not in DESCRIPTIVE | FROZEN.get(table, set())]
    if len(parts) < 4:
        _fail(path, "the path names a whole entry, add a field", "", fields)
    if parts[3] not in fields:
        message = "does not change play" if parts[3] in model.model_fields else f"no field {parts[3]!r} in {table}"
        _fail(path, message, parts[3], fields)
    return table, parts[2], parts[3:]


def _assign(path: str, content: Content, table: str, raw: dict, keys: list[str], value: object) -> None:
    """Set `value` at `keys` inside `raw`, refusing keys that the schema does not know."""
    model: type | None = TABLES[table]
    place: object = raw
    for depth, key in enumerate(keys):
        last = depth == len(keys) - 1
        if isinstance(place, list):
            if not key.isdigit() or int(key) >= len(place):
                _fail(path, f"no element {key!r}, the list has {len(place)}", key, range(len(place)))
            slot: object = int(key)
        elif isinstance(place, dict):
            if model is not None and key not in model.model_fields:
                _fail(path, f"no field {key!r}", key, model.model_fields)
            if model is None and table == "heroes" and key not in content["basic_actions"]:
                _fail(path, f"no basic action {key!r}", key, content["basic_actions"])
            slot = key
            below = submodel(model, key) if model is not None else None
            if not last and key not in place:
                place[key] = {}
            model = below
        else:
            _fail(path, f"{'.'.join(keys[:depth])} is a value, nothing lies below it", key, [])
        if last:
            if isinstance(place[slot] if isinstance(place, list) else place.get(slot), dict):
                _fail(path, "the path names a group of fields, add one", "", _names_below(place[slot], model))
            place[slot] = copy.deepcopy(value)
        else:
            place = place[slot]


def _names_below(place: Mapping, model: type | None) -> list[str]:
    return list(model.model_fields) if model is not None else list(place)


def apply_overrides(content: Content, overrides: Mapping[str, object]) -> Content:
    """Return `content` with the `content.…` paths of `overrides` set; other roots are ignored here.

    Raises
    ------
    UsageError
        A path that does not exist.
    ContentError
        A value that the schema refuses.
    """
    from mkbalance.mageknight.crosschecks import crosscheck

    mine = {path: value for path, value in overrides.items() if path.split(".")[0] == "content"}
    if not mine:
        return content
    raw: dict[str, dict[str, dict]] = {table: dict(entries) for table, entries in content.raw.items()}
    changed: dict[tuple[str, str], str] = {}
    for path, value in mine.items():
        table, id_, keys = split_path(content, path)
        if (table, id_) not in changed:
            raw[table][id_] = copy.deepcopy(raw[table][id_])
        changed[table, id_] = path
        _assign(path, content, table, raw[table][id_], keys, value)
    tables = {table: dict(entries) for table, entries in content.tables.items()}
    problems: list[Problem] = []
    for table, id_ in changed:
        entry, wrong = validate_entry(table, id_, raw[table][id_], f"content.{table}")
        problems += [Problem("override", f"content.{table}.{p.path}", p.message, p.nearest) for p in wrong]
        if entry is not None:
            tables[table][id_] = entry
    if not problems:
        problems += crosscheck(tables, {table: f"override content.{table}" for table in TABLES})
    raise_problems(problems)
    return Content(tables, raw, content.files)
