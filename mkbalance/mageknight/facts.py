"""Facts for `show`: the content as JSON-able entries, with notation, source and flags."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from mkbalance.errors import UsageError, nearest_name
from mkbalance.mageknight import model, rulings
from mkbalance.mageknight.loading import load
from mkbalance.mageknight.seats import STYLES

__all__ = ["kinds", "pick", "show"]

TABLES = {  # kind: content table
    "spells": "spells",
    "artifacts": "artifacts",
    "basic_actions": "basic_actions",
    "advanced_actions": "advanced_actions",
    "units": "units",
    "enemies": "enemies",
    "heads": "heads",
    "horsemen": "horsemen",
    "possessed": "possessed",
    "ruins": "ruins",
    "tiles": "tiles",
    "sites": "sites",
    "cities": "cities",
    "tactics": "tactics",
    "heroes": "heroes",
    "rulers": "rulers",
    "skills": "skills",
    "challenges": "challenges",
    "faction_tokens": "faction_tokens",
    "traps": "traps",
    "floors": "floors",
    "quests": "quests",
    "restoration": "restoration",
    "levels": "levels",
    "terrain": "terrain",
    "reputation": "reputation",
    "numbers": "numbers",
    "rules": "rules",
}
FLAGS = ("verified", "estimated")


def kinds() -> list[str]:
    """Return the kinds of fact."""
    return ["cards", *TABLES, "scenarios", "players", "styles"]


def pick(kind: str, entries: Mapping[str, object], id_: str | None) -> object:
    """Return the ids of `entries`, or one of them; refuse an unknown id with the nearest."""
    if id_ is None:
        return list(entries)
    if id_ not in entries:
        raise UsageError(
            f"no such entry {id_!r}",
            f"show {kind}",
            given=id_,
            allowed=list(entries),
            nearest=nearest_name(id_, entries),
        )
    return entries[id_]


def show(kind: str, id_: str | None = None) -> object:
    """Return the ids of a kind (of the rulings a row each), or one entry as JSON-able facts."""
    if kind == "scenarios":
        found = pick(kind, model.scenarios(), id_)
        return found if id_ is None else _scenario(found)
    if kind == "styles":
        return pick(kind, {style: {"style": style} for style in STYLES}, id_)
    if kind == "cards":
        cards = load().cards()
        found = pick(kind, cards, id_)
        return found if id_ is None else _entry(*found, id_)
    table = TABLES[kind]
    found = pick(kind, load()[table], id_)
    if kind == "rules":
        return rulings.rows() if id_ is None else rulings.details(id_, found)
    return found if id_ is None else _entry(table, found, id_)


def _scenario(scenario: model.Scenario) -> dict[str, object]:
    names = ("id", "name", "mode", "playable", "note", "source", "parameters")
    shown = {name: getattr(scenario, name) for name in names}
    return {**shown, "players": list(scenario.players), "rules": scenario.rules_in_play()}


def _entry(table: str, entry: object, id_: str) -> dict[str, object]:
    """Return the fields of an entry; what is empty and only describes is left out."""
    fields = entry.model_dump(exclude_defaults=False)
    flags = {name: fields.pop(name) for name in FLAGS if name in fields}
    for name in ("note", "estimate_reason", "alternatives"):
        if not fields.get(name):
            fields.pop(name, None)
    missing = f"{table}.{id_}" in _unimplemented()
    return {"id": id_, "table": table, **fields, **flags, "implemented": not missing}


@lru_cache(maxsize=1)
def _unimplemented() -> frozenset[str]:
    from mkbalance.mageknight.compile import compile_tables

    return frozenset(compile_tables().unimplemented)
