"""What can be taken out of a game, and the overrides that take it out.

A Unit, an enemy token, a card of an offer, a quest card or a Skill leaves its deck or pile. A Tactic keeps its place
in the order and loses its effect, for the six of a time of day are dealt by the rules. Cards of the starting decks
stay: a deck has sixteen.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mkbalance.mageknight.game import Prepared

__all__ = ["removable"]

OFFERED = ("advanced_actions", "spells", "artifacts")


def removable(prepared: Prepared) -> dict[str, dict[str, Mapping[str, object]]]:
    """Return by kind and id the overrides that remove an entry; only what takes part in this game."""
    content, tables = prepared.tables.content, prepared.tables
    missing = set(tables.unimplemented)
    out: dict[str, dict[str, Mapping[str, object]]] = {}

    def add(kind: str, id_: str, field: str, value: object) -> None:
        if f"{kind}.{id_}" not in missing and prepared.in_play(f"{kind}.{id_}"):
            out.setdefault(kind, {})[id_] = {f"content.{kind}.{id_}.{field}": value}

    for kind, field in (("units", "copies"), ("enemies", "count")):
        for id_, entry in content[kind].items():
            if getattr(entry, field):
                add(kind, id_, field, 0)
    for kind in (*OFFERED, "skills", "quests"):
        for id_ in content[kind]:
            add(kind, id_, "dealt", False)
    for id_, entry in content["tactics"].items():
        if entry.behaviour != "plain":
            add("tactics", id_, "behaviour", "plain")
    return out
