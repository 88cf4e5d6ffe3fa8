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
from mkbalance.mageknight.estimates import FIELD, LEFT_OUT, chosen, leaving_out
from mkbalance.mageknight.loading import Content, Problem, raise_problems, validate_entry
from mkbalance.mageknight.schema import TABLES
from mkbalance.mageknight.vocabulary import DESCRIPTIVE

FROZEN = {  # fields that name a row or that no row holds
    "heads": {"head", "level"},
    "horsemen": {"horseman", "level"},
    "cities": {"colour", "level"},
    "basic_actions": {"hero", "number", "expansion"},
    "advanced_actions": {"number", "expansion"},
    "spells": {"number", "expansion"},
    "artifacts": {"number", "expansion"},
    "units": {"expansion"},
    "ruins": {"expansion"},
    "sites": {"expansion"},
    "heroes": {"expansion"},
    "challenges": {"skill", "tiles"},
    "skills": {"hero"},
    "numbers": {"least", "most"},
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


def refuse(path: str, message: str, given: object, names: Iterable[object]) -> typing.NoReturn:
    """Raise the `UsageError` of an override path that does not exist."""
    names = [str(name) for name in names]
    raise UsageError(message, path, given=given, allowed=names, nearest=nearest_name(given, names))


def split_path(content: Content, path: str) -> tuple[str, str, list[str]]:
    """Check the path `content.TABLE.ID.FIELD…` and return table, id and the keys below.

    `cards` stands for the four card tables together.
    """
    parts = path.split(".")
    tables = [name for name in TABLES if name not in NOT_CONTENT]
    if len(parts) < 2 or parts[0] != "content":
        refuse(path, "a content override starts with content.TABLE.ID.FIELD", parts[0], ["content"])
    table = parts[1]
    if table not in tables and table != "cards":
        refuse(path, f"no such content table {table!r}", table, [*tables, "cards"])
    ids = content.cards() if table == "cards" else content[table]
    if len(parts) < 3 or parts[2] not in ids:
        given = parts[2] if len(parts) > 2 else ""
        refuse(path, f"no entry {given!r} in {table}", given, ids)
    if table == "cards":
        table = content.cards()[parts[2]][0]
    if parts[3:] == [FIELD]:
        return table, parts[2], parts[3:]
    model = TABLES[table]
    fields = [name for name in model.model_fields if name not in DESCRIPTIVE | FROZEN.get(table, set())]
    if len(parts) < 4:
        refuse(path, "the path names a whole entry, add a field", "", fields)
    if parts[3] not in fields:
        message = "does not change play" if parts[3] in model.model_fields else f"no field {parts[3]!r} in {table}"
        refuse(path, message, parts[3], fields)
    return table, parts[2], parts[3:]


def assign(path: str, model: type | None, raw: dict, keys: list[str], value: object, free: Iterable[str] = ()) -> None:
    """Set `value` at `keys` inside `raw`, refusing keys that `model` does not know.

    Parameters
    ----------
    path : str
        The whole override path, for messages.
    model : type
        Schema of `raw`.
    raw : dict
        Changed in place.
    keys : list of str
        Field names and list indices.
    value : object
        The new value, not checked here.
    free : iterable of str
        Allowed keys of tables that are not models.
    """
    place: object = raw
    for depth, key in enumerate(keys):
        last = depth == len(keys) - 1
        if isinstance(place, list):
            if not key.isdigit() or int(key) >= len(place):
                refuse(path, f"no element {key!r}, the list has {len(place)}", key, range(len(place)))
            slot: object = int(key)
        elif isinstance(place, dict):
            names = free if model is None else model.model_fields
            if key not in names or (depth and key in DESCRIPTIVE):
                refuse(path, f"no field {key!r} that changes play", key, [n for n in names if n not in DESCRIPTIVE])
            slot = key
            model = submodel(model, key) if model is not None else None
            if key not in place and model is not None:
                place[key] = {}
        else:
            refuse(path, f"{keys[depth - 1]} is a value, nothing lies below it", key, [])
        below = place[slot] if isinstance(place, list) else place.get(slot)
        if not last:
            place = below
        elif isinstance(below, dict):
            refuse(path, "the path names a group of fields, add one", "", free if model is None else model.model_fields)
        else:
            place[slot] = copy.deepcopy(value)


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

    overrides = leaving_out(content.tables, overrides)
    mine = {path: value for path, value in overrides.items() if path.split(".")[0] == "content"}
    if not mine:
        return content
    mine = dict(sorted(mine.items(), key=lambda item: not item[0].endswith(f".{FIELD}")))  # single fields stand above
    raw: dict[str, dict[str, dict]] = {table: dict(entries) for table, entries in content.raw.items()}
    changed: dict[tuple[str, str], str] = {}
    for path, value in mine.items():
        table, id_, keys = split_path(content, path)
        if (table, id_) not in changed:
            raw[table][id_] = copy.deepcopy(raw[table][id_])
        changed[table, id_] = path
        if keys == [FIELD]:
            raw[table][id_].update(copy.deepcopy(dict(chosen(path, content[table][id_], value))))
            if value == LEFT_OUT:  # nothing of it is an estimate any more
                raw[table][id_].update(estimated=False, alternatives={})
            continue
        assign(path, TABLES[table], raw[table][id_], keys, value, content["basic_actions"])
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
