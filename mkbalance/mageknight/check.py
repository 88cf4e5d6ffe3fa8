"""Coverage of the content: what is there, what has behaviour, what is estimated, and whether it counts up.

`check` compares the content with the printed component counts (`COUNTS`) and says in words what was compared.
"""

from __future__ import annotations

from collections.abc import Callable

from mkbalance.mageknight import coverage
from mkbalance.mageknight.compile import Tables, compile_tables
from mkbalance.mageknight.loading import Content
from mkbalance.mageknight.schema import TABLES

TOKENS = {  # printed enemy tokens by expansion and colour
    "base": {"green": 12, "grey": 10, "brown": 10, "violet": 10, "white": 10, "red": 8},
    "lost_legion": {"green": 8, "grey": 8, "brown": 6, "violet": 4, "white": 6, "red": 6},
    "shades_of_tezla": {"green": 16, "brown": 8, "red": 8},
}
UNITS = {
    ("regular", "base"): 20,
    ("regular", "lost_legion"): 8,
    ("elite", "base"): 20,
    ("elite", "lost_legion"): 8,
}
TILES = {"start": 2, "countryside": 17, "core": 8, "city": 4, "camp": 1}
RUINS = {"base": 12, "lost_legion": 3}
QUESTS = {"simple": 3, "personal": 9, "independent": 8, "collective": 10}  # A.1.1
SIZES = {  # entries of the other tables
    "basic_actions": 28,
    "advanced_actions": 44,
    "spells": 24,
    "artifacts": 25,
    "heads": 60,
    "horsemen": 24,
    "preferences": 4,
    "restoration": 9,
    "cities": 44,
    "tactics": 12,
    "heroes": 8,
    "rulers": 8,
    "skills": 88,
    "faction_tokens": 12,
    "quests": 30,
    "levels": 10,
    "reputation": 15,
    "numbers": 14,
    "terrain": 9,
    "sites": 22,
}


def _total(content: Content, table: str, amount: Callable[[object], int], **where: str) -> int:
    entries = content[table].values()
    return sum(amount(e) for e in entries if all(getattr(e, key) == value for key, value in where.items()))


def counts(content: Content) -> list[tuple[str, int, int]]:
    """Return every count as (what, found, printed)."""
    found = []
    for expansion, colours in TOKENS.items():
        for colour in TOKENS["base"]:
            there = _total(content, "enemies", lambda e: e.count, expansion=expansion, colour=colour)
            found.append((f"{colour} enemy tokens of {expansion}", there, colours.get(colour, 0)))
    for (kind, expansion), printed in UNITS.items():
        there = _total(content, "units", lambda e: e.copies, kind=kind, expansion=expansion)
        found.append((f"{kind} Unit cards of {expansion}", there, printed))
    for kind, printed in TILES.items():
        found.append((f"{kind} tiles", _total(content, "tiles", lambda e: 1, kind=kind), printed))
    for expansion, printed in RUINS.items():
        there = _total(content, "ruins", lambda e: e.count, expansion=expansion)
        found.append((f"ruins tokens of {expansion}", there, printed))
    found.append(("possessed tokens", _total(content, "possessed", lambda e: e.count), 12))
    for kind, printed in QUESTS.items():
        found.append((f"{kind} quests", _total(content, "quests", lambda e: 1, kind=kind), printed))
    found.append(("starting quests", _total(content, "quests", lambda e: 1, starting=True), 9))
    found.append(("Quest markers", _total(content, "quests", lambda e: e.markers), 31))
    for table, printed in SIZES.items():
        found.append((f"{table} entries", len(content[table]), printed))
    for hero in content["heroes"]:
        found.append((f"skills of {hero}", _total(content, "skills", lambda e: 1, hero=hero), 11))
        found.append((f"cards in the deck of {hero}", sum(content["heroes"][hero].deck.values()), 16))
    return found


def check(tables: Tables | None = None) -> dict[str, object]:
    """Return the coverage of the content.

    Parameters
    ----------
    tables : Tables, optional
        Compiled content; default: the content of the package.

    Returns
    -------
    dict
        `entries` (number), `unimplemented`, `estimated` and `differs` (lists of `table.id`; what differs is played with
        less than is printed), `waiting` (entries without behaviour that no game of the program can meet, with what they
        wait for), `tables` (entries, implemented and tested entries by table), `coverage` (each card side, Unit ability
        and other entry with behaviour, rule and test, see `coverage.Covered`),
        `checked` (what was compared and agrees) and `failed` (what does not agree).
    """
    compiled = compile_tables() if tables is None else tables
    content = compiled.content
    missing = {table: 0 for table in TABLES}
    waiting = {}
    for name in compiled.unimplemented:
        table, id_ = name.split(".")
        missing[table] += 1
        if content[table][id_].scope:
            waiting[name] = content[table][id_].scope
    results = counts(content)
    entries = coverage.covered(content, compiled.unimplemented)
    untested = [e.entry for e in entries if e.required and e.behaviour and not e.test]
    tested = {table: len(content[table]) for table in TABLES}
    for name in {".".join(e.entry.split(".")[:2]) for e in entries if not e.test}:
        tested[name.split(".")[0]] -= 1
    return {
        "entries": sum(len(content[table]) for table in TABLES),
        "unimplemented": [name for name in compiled.unimplemented if name not in waiting],
        "waiting": waiting,
        "estimated": list(compiled.estimated),
        "differs": [
            f"{table}.{id_}"
            for table in TABLES
            for id_, entry in content[table].items()
            if getattr(entry, "differs", "")
        ],
        "tables": {
            table: {
                "entries": len(content[table]),
                "implemented": len(content[table]) - missing[table],
                "tested": tested[table],
            }
            for table in TABLES
        },
        "coverage": coverage.rows(entries),
        "checked": [f"{what}: {found}" for what, found, printed in results if found == printed],
        "failed": [f"{what}: {found}, printed {printed}" for what, found, printed in results if found != printed]
        + [f"{name}: no test plays it" for name in untested],
    }
