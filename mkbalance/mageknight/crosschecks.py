"""What must hold between entries: referenced ids exist, effects parse, numbered tables are complete."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from mkbalance.errors import nearest_name
from mkbalance.mageknight import notation
from mkbalance.mageknight.estimates import misfits
from mkbalance.mageknight.schema import CARD_TABLES
from mkbalance.mageknight.vocabulary import DIRECTIONS, Entry, SiteId

Tables = Mapping[str, Mapping[str, Entry]]

# axial offsets of the seven spaces of a tile, and the six directions between neighbours
OFFSETS = {"C": (0, 0), "NE": (1, -1), "E": (1, 0), "SE": (0, 1), "SW": (-1, 1), "W": (-1, 0), "NW": (0, -1)}
SITE_IDS = get_args(SiteId)
HEADS = ("war", "famine", "death", "pestilence", "control")
COLOURS = ("red", "blue", "green", "white")
CARD_ROWS = ("village", "oasis", "refugee_camp", "keep", "mage_tower", "glade", "rampagers", "mine", "monastery")
NUMBERS = (
    *("explore_move", "crystal_limit", "dummy_flips", "wound_score", "orc_reputation", "draconum_reputation"),
    *("assault_reputation", "plunder_reputation", "plunder_cards", "burning_reputation"),
    *("horseman_ride", "horseman_sites", "horseman_first_round", "horseman_last_round"),
)
TERRAINS = ("plains", "hills", "forest", "wasteland", "desert", "swamp", "lake", "mountain", "ocean")


def required_ids() -> dict[str, tuple[str, ...]]:
    """Return the tables whose ids are fixed by the core, with those ids in row order."""
    return {
        "heads": tuple(f"{head}_{level}" for head in HEADS for level in range(1, 13)),
        "horsemen": tuple(f"{horseman}_{level}" for horseman in HEADS[:4] for level in range(1, 7)),
        "preferences": HEADS[:4],
        "cities": tuple(f"{colour}_{level}" for colour in COLOURS for level in range(1, 12)),
        "traps": tuple(f"{site}_{mana}" for site in ("ziggurat", "pyramid") for mana in (*COLOURS, "gold", "black")),
        "floors": tuple(f"{site}_{floor}" for site in ("ziggurat", "pyramid") for floor in (1, 2, 3)),
        "restoration": CARD_ROWS,
        "levels": tuple(str(level) for level in range(1, 11)),
        "sites": SITE_IDS,
        "terrain": TERRAINS,
        "reputation": tuple(str(position) for position in range(-7, 8)),
        "numbers": NUMBERS,
    }


def wall_direction(one: str, other: str) -> int | None:
    """Return the direction 0..5 (NE, E, SE, SW, W, NW) from `one` space of a tile to its neighbour `other`."""
    (q0, r0), (q1, r1) = OFFSETS[one], OFFSETS[other]
    for number, name in enumerate(DIRECTIONS[1:]):
        if OFFSETS[name] == (q1 - q0, r1 - r0):
            return number
    return None


def effects_of(tables: Tables) -> list[tuple[str, str, str, str]]:
    """Return every effect text as (table, id, field path, text)."""
    found = [
        (t, i, side, getattr(e, side))
        for t in CARD_TABLES
        for i, e in tables[t].items()
        for side in ("basic", "powered")
    ]
    found += [
        ("units", i, f"abilities.{n}.effect", a.effect)
        for i, e in tables["units"].items()
        for n, a in enumerate(e.abilities)
    ]
    found += [
        ("quests", i, f"steps.{n}.gains.{k}", text)
        for i, e in tables["quests"].items()
        for n, step in enumerate(e.steps)
        for k, text in enumerate(step.gains)
    ]
    for table in ("skills", "faction_tokens"):
        found += [(table, i, "effect", e.effect) for i, e in tables[table].items()]
    return found


def crosscheck(tables: Tables, files: Mapping[str, str]) -> list:
    """Return the problems between entries of validated `tables`."""
    from mkbalance.mageknight.loading import Problem

    problems = []

    def report(table: str, path: str, message: str, nearest: str | None = None) -> None:
        problems.append(Problem(files.get(table, f"{table}.toml"), path, message, nearest))

    for table, ids in required_ids().items():
        for id_ in ids:
            if id_ not in tables[table]:
                report(table, id_, "the entry is missing")
        for id_ in tables[table]:
            if id_ not in ids:
                report(table, id_, "unknown id", nearest_name(id_, ids))
    for table, id_, path, text in effects_of(tables):
        if text != notation.UNIMPLEMENTED:
            try:
                notation.parse(text, where=f"{table}.{id_}.{path}")
            except notation.NotationError as error:
                report(table, f"{id_}.{path}", error.message, error.nearest)
    for table, entries in tables.items():
        for id_, entry in entries.items():
            for other, message in misfits(entry).items() if entry.alternatives else ():
                report(table, f"{id_}.alternatives.{other}", message)
    _check_heroes(tables, report)
    _check_ids(tables, report)
    _check_tiles(tables, report)
    levels = [tables["levels"][id_].fame for id_ in required_ids()["levels"] if id_ in tables["levels"]]
    if levels != sorted(set(levels)):
        report("levels", "fame", "the first Fame of the levels does not rise")
    return problems


def _check_heroes(tables: Tables, report) -> None:
    basics = tables["basic_actions"]
    for id_, hero in tables["heroes"].items():
        for card in hero.deck:
            if card not in basics:
                report("heroes", f"{id_}.deck.{card}", "no such basic action", nearest_name(card, basics))
            elif basics[card].hero not in ("common", id_):
                report("heroes", f"{id_}.deck.{card}", f"the card belongs to {basics[card].hero}")
        if id_ not in tables["rulers"]:
            report("rulers", id_, "the Hero has no entry as a ruler of cities")
    for id_ in tables["rulers"]:
        if id_ not in tables["heroes"]:
            report("rulers", id_, "no such hero", nearest_name(id_, tables["heroes"]))
    for id_ in {*tables["heroes"], *tables["challenges"]}:
        if id_ not in tables["challenges"]:
            report("challenges", id_, "the Hero has no challenge")
        elif id_ not in tables["heroes"]:
            report("challenges", id_, "no such hero", nearest_name(id_, tables["heroes"]))
        else:
            _check_challenge(tables, id_, report)
    known = ("common", *tables["heroes"])
    for table in ("basic_actions", "skills"):
        for id_, entry in tables[table].items():
            if entry.hero not in known:
                report(table, f"{id_}.hero", f"no such hero {entry.hero!r}", nearest_name(entry.hero, known))


def _check_challenge(tables: Tables, id_: str, report) -> None:
    entry = tables["challenges"][id_]
    if entry.skill not in tables["skills"] or tables["skills"][entry.skill].hero != id_:
        own = [name for name, skill in tables["skills"].items() if skill.hero == id_]
        report("challenges", f"{id_}.skill", f"no Skill of {id_}", nearest_name(entry.skill, own))
    for number, names in enumerate(entry.tiles):
        for name in names:
            if name not in tables["tiles"] or tables["tiles"][name].kind != "countryside":
                country = [tile for tile, found in tables["tiles"].items() if found.kind == "countryside"]
                where = f"{id_}.tiles.{number}"
                report("challenges", where, f"no countryside tile {name!r}", nearest_name(name, country))


def _check_ids(tables: Tables, report) -> None:
    seen: dict[str, str] = {"wound": "the Wound"}
    for table in CARD_TABLES:
        for id_ in tables[table]:
            if id_ in seen:
                report(table, id_, f"the id is taken by {seen[id_]}")
            seen[id_] = table
    for id_, head in tables["heads"].items():
        if id_ != f"{head.head}_{head.level}":
            report("heads", id_, f"is head {head.head} level {head.level}")
    for id_, horseman in tables["horsemen"].items():
        if id_ != f"{horseman.horseman}_{horseman.level}":
            report("horsemen", id_, f"is Horseman {horseman.horseman} level {horseman.level}")
    for id_, city in tables["cities"].items():
        if id_ != f"{city.colour}_{city.level}":
            report("cities", id_, f"is colour {city.colour} level {city.level}")
    numbers: dict[int, str] = {}
    for id_, quest in tables["quests"].items():
        if quest.number in numbers:
            report("quests", f"{id_}.number", f"is the number of {numbers[quest.number]}")
        numbers[quest.number] = id_
        if quest.enemy and quest.enemy not in tables["enemies"]:
            report("quests", f"{id_}.enemy", "no such enemy", nearest_name(quest.enemy, tables["enemies"]))
        elif quest.reveal == "enemy" and not quest.enemy:
            report("quests", f"{id_}.enemy", "the card reveals an enemy, name it")
    for number, (id_, line) in enumerate(tables["restoration"].items(), start=1):
        if line.row != number:
            report("restoration", f"{id_}.row", f"is row {number} of the card")
    times = [(tactic.time, tactic.number) for tactic in tables["tactics"].values()]
    for time in ("day", "night"):
        if sorted(number for when, number in times if when == time) != [1, 2, 3, 4, 5, 6]:
            report("tactics", time, "the six numbers are 1 to 6, each once")


def _check_tiles(tables: Tables, report) -> None:
    numbers: dict[tuple[str, int], str] = {}
    for id_, tile in tables["tiles"].items():
        side = "core" if tile.kind == "city" else tile.kind
        if (side, tile.number) in numbers:
            report("tiles", f"{id_}.number", f"is the number of {numbers[side, tile.number]}")
        numbers[side, tile.number] = id_
        for number, wall in enumerate(tile.walls):
            if wall_direction(*wall.split("-")) is None:
                report("tiles", f"{id_}.walls.{number}", f"{wall} are not two neighbouring spaces")
        cities = [name for name in DIRECTIONS if getattr(tile.hexes, name).city]
        if len(cities) != (tile.kind == "city"):
            report("tiles", f"{id_}.kind", f"{tile.kind} with {len(cities)} city spaces")
