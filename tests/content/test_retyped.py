"""The content against a table typed a second time from the printed facts (tests/content/retyped/README.md).

One test per table; a difference is named by entry and field.
"""

from __future__ import annotations

import pytest
from statements import read, rows, shown

from mkbalance.mageknight.loading import load
from mkbalance.mageknight.notation import UNIMPLEMENTED

SITES = {"crystal_mine": "mine", "deep_mine": "mine", "magical_glade": "glade", "ancient_ruins": "ruins"}
DIRECTIONS = ("C", "NE", "E", "SE", "SW", "W", "NW")


@pytest.fixture(scope="module")
def content():
    return load()


def number(text: str) -> int:
    return int(text or 0)


def words(text: str) -> list[str]:
    return sorted(text.split())


def parts(text: str) -> list[str]:
    return [part for part in text.split("; ") if part]


def differences(table: str, typed: dict[str, dict[str, object]], entries: dict[str, object]) -> list[str]:
    """Every entry and field in which the two tables differ."""
    found = [f"{table}.{id_}: only in one table" for id_ in sorted(typed.keys() ^ entries.keys())]
    for id_, fields in typed.items():
        for field, expected in fields.items():
            there = getattr(entries[id_], field) if id_ in entries else expected
            if isinstance(there, list):
                there = sorted(there) if field != "attacks" else there
            if there != expected:
                found.append(f"{table}.{id_}.{field}: {there!r}, typed {expected!r}")
    return found


def test_enemies(content):
    typed = {
        row["id"]: {
            "name": row["name"],
            "colour": row["colour"],
            "expansion": row["expansion"],
            "faction": row["faction"],
            "count": number(row["count"]),
            "fame": number(row["fame"]),
            "armor": number(row["armor"]),
            "armor_high": number(row["armor_elusive"]) or None,
            "attacks": parts(row["attacks"]),
            "abilities": words(row["abilities"]),
            "defend": number(row["defend"]),
            "resistances": words(row["resistances"]),
            "rep": number(row["reputation"]),
        }
        for row in rows("enemies")
    }
    assert differences("enemies", typed, content["enemies"]) == []


def test_heads(content):
    typed = {
        f"{row['head']}_{row['level']}": {
            "head": row["head"],
            "level": number(row["level"]),
            "armor": number(row["armor"]),
            "attacks": parts(row["attacks"]),
            "abilities": words(row["abilities"]),
            "resistances": words(row["resistances"]),
            "fame": number(row["fame"]),
            "bonus": number(row["bonus"]),
        }
        for row in rows("heads")
    }
    assert differences("heads", typed, content["heads"]) == []


def test_possessed(content):
    typed = {
        row["id"]: {field: number(row[field]) for field in ("armor", "attack", "psychic", "fame", "count")}
        for row in rows("possessed")
    }
    assert differences("possessed", typed, content["possessed"]) == []


def test_cities(content):
    colours = ("grey", "violet", "brown", "white")
    typed = {f"{row['colour']}_{row['level']}": {c: number(row[c]) for c in colours} for row in rows("cities")}
    garrisons = {id_: city.garrison for id_, city in content["cities"].items()}
    assert differences("cities", typed, garrisons) == []
    assert all(garrison.green == garrison.red == 0 for garrison in garrisons.values())
    assert all(id_ == f"{city.colour}_{city.level}" for id_, city in content["cities"].items())


def test_ruins(content):
    typed = {
        row["id"]: {
            "expansion": row["expansion"],
            "count": number(row["count"]),
            "fame": number(row["fame"]),
            "enemies": words(row["enemies"]),
            "artifacts": number(row["artifacts"]),
            "spells": number(row["spells"]),
            "actions": number(row["advanced_actions"]),
            "units": number(row["units"]),
        }
        for row in rows("ruins")
    }
    assert differences("ruins", typed, content["ruins"]) == []
    for row in rows("ruins"):
        token = content["ruins"][row["id"]]
        cost = token.altar.model_dump() if token.altar else {}
        assert words(row["altar"]) == sorted(f"{colour}{n}" for colour, n in cost.items() if n), row["id"]
        assert number(row["crystals"]) == 4 * token.crystals, row["id"]  # one of each basic colour


def test_tiles(content):
    typed, there = {}, {}
    for row in rows("tiles"):
        typed[row["id"]] = {"kind": row["kind"], "expansion": row["expansion"]}
        if row["number"].isdigit():
            typed[row["id"]]["number"] = number(row["number"])
    assert differences("tiles", typed, content["tiles"]) == []
    spaces, walls = [], []
    for row in rows("tiles"):
        tile = content["tiles"][row["id"]]
        walls.append((row["id"], words(row["walls"]), sorted("-".join(sorted(_ends(wall))) for wall in tile.walls)))
        for direction in DIRECTIONS:
            there = getattr(tile.hexes, direction)
            terrain, *rest = row[direction].split()
            site, colours = (SITES.get(rest[0], rest[0]) if rest else None), rest[1:]
            found = (there.terrain, there.site, sorted([*there.mines, *([there.city] if there.city else [])]))
            spaces.append((f"{row['id']}.{direction}", (terrain, site, sorted(colours)), found))
    assert [(where, typed, found) for where, typed, found in spaces if typed != found] == []
    assert [(where, typed, found) for where, typed, found in walls if typed != found] == []


def _ends(wall: object) -> list[str]:
    return wall.split("-") if isinstance(wall, str) else list(wall)


def test_sites(content):
    flags = {"inhabited": "inhabited", "fortified": "fortified", "adventure": "adventure", "recruits": "recruits"}
    prices = {
        "heal": "heal_cost",
        "spell": "spell_cost",
        "advanced_action": "action_cost",
        "artifact": "artifact_cost",
        "elite": "elite_cost",
        "crystal_bought": "crystal_cost",
        "crystal_sold": "crystal_price",
        "heads_held_off": "protects",
    }
    typed = {
        SITES.get(row["id"], row["id"]): {ours: row[mine] == "1" for mine, ours in flags.items()}
        | {ours: number(row[mine]) for mine, ours in prices.items()}
        | {"destructible": row["dragon_destroys"] == "1"}
        | ({} if row["id"] == "deep_mine" else {"expansion": row["expansion"]})
        for row in rows("sites")
    }
    marks = {"marauding_orcs", "draconum", "volkares_camp"}  # no site cards: what lies there is in the rules
    assert differences("sites", typed, {i: e for i, e in content["sites"].items() if i not in marks}) == []


def test_tactics(content):
    typed = {r["id"]: {"name": r["name"], "time": r["time"], "number": number(r["number"])} for r in rows("tactics")}
    assert differences("tactics", typed, content["tactics"]) == []


def test_heroes(content):
    typed = {
        row["id"]: {"name": row["name"], "expansion": row["expansion"], "crystals": words(row["dots"])}
        | {"deck": {card: number(n) for card, n in (part.split("*") for part in words(row["deck"]))}}
        for row in rows("heroes")
    }
    assert differences("heroes", typed, content["heroes"]) == []


def test_tracks(content):
    fields = {"fame": "fame", "armor": "armor", "hand_limit": "hand_limit", "command": "command"}
    levels = {row["level"]: {ours: number(row[mine]) for mine, ours in fields.items()} for row in rows("levels")}
    assert differences("levels", levels, content["levels"]) == []
    terrain = {
        row["terrain"]: {
            time: row[time] if row[time] == "x" else number(row[time])
            for time in ("day", "night", "night_other")
            if row[time]
        }
        for row in rows("terrain")
    }
    assert differences("terrain", terrain, content["terrain"]) == []
    track = {
        row["position"]: {"modifier": row["modifier"] if row["modifier"] == "X" else number(row["modifier"])}
        for row in rows("reputation")
    }
    assert differences("reputation", track, content["reputation"]) == []


def test_units(content):
    typed = {
        row["id"]: {
            "name": row["name"],
            "kind": row["kind"],
            "expansion": row["expansion"],
            "level": number(row["level"]),
            "cost": number(row["cost"]),
            "armor": number(row["armor"]),
            "resistances": words(row["resistances"]),
            "sites": sorted(SITES.get(site, site) for site in row["sites"].split()),
            "copies": number(row["copies"]),
            "rep_factor": number(row["reputation_factor"]),
            "assault_cost": number(row["assault_influence"]),
            "damage_cost": number(row["damage_influence"]),
            "multi": row["several_abilities"] == "1",
            "familiar": row["id"] == "magic_familiars",
        }
        for row in rows("units")
    }
    assert differences("units", typed, content["units"]) == []


@pytest.mark.parametrize("table", ["basic_actions", "advanced_actions", "spells", "artifacts"])
def test_cards(content, table):
    typed = {}
    for row in rows("cards"):
        if row["table"] != table:
            continue
        fields = {"name": row["name"], "expansion": row["expansion"]}
        fields["number"] = number(row["number"]) or None
        if table != "artifacts":
            fields["colours"] = words(row["colours"])
        if table == "basic_actions":
            fields |= {"hero": row["hero"], "set_aside": row["set_aside"] == "1"}
        if table == "spells":
            fields |= {"powered_name": row["powered_name"], "competitive": row["competitive"] == "1"}
        if table == "artifacts":
            fields["banner"] = row["banner"] == "1"
        typed[row["id"]] = fields
    assert differences(table, typed, content[table]) == []


def test_skills(content):
    typed = {
        row["id"]: {"hero": row["hero"], "frequency": row["frequency"], "known": row["known"] == "1"}
        | ({"name": row["name"]} if row["name"] != "unknown" else {})
        for row in rows("skills")
    }
    assert differences("skills", typed, content["skills"]) == []


def test_quests(content):
    typed = {
        number(row["number"]): {
            "name": row["name"],
            "kind": row["kind"],
            "starting": row["starting"] == "yes",
            "requires": number(row["requires"]) if row["requires"] else None,
            "markers": number(row["markers"]),
            "keeps_marker": row["kept"] == "yes",
        }
        for row in rows("quests")
    }
    assert differences("quests", typed, {quest.number: quest for quest in content["quests"].values()}) == []


def quest_step(row: dict[str, str]) -> dict[str, object]:
    """A typed step in the fields of the content; a payment that is in no source is the placeholder of the facts."""
    sites = sorted(SITES.get(name, name) for name in row["sites"].split())
    strong = {"inhabited", "keep", "mage_tower", "city"} & set(sites)
    living = set(sites) - {"none", "glade", "dungeon", "tomb", "adventure", "mine"}
    bands = [sorted(words(band)) for band in row["enemies"].split(" / ") if band]
    unknown, paid = row["asks"] == "unknown", row["asks"].split()
    return {
        "sites": sites,
        "terrain": words(row["terrain"]),
        "place": words(row["place"]),
        "influence": 3 if unknown and living else 0,
        "influence_strong": 5 if unknown and strong else 0,
        "mana": 1 if unknown and set(sites) - living or unknown and not sites else 0,
        "wounds": number(paid[1]) if paid[:1] == ["wound"] else 0,
        "rep": number(paid[1]) if paid[:1] == ["rep"] else 0,
        "foes": bands,
        "limits": [number(text) for text in row["limits"].split()],
        "points": number(row["points"]),
        "fails": row["fails"] == "yes",
        "gains": [sorted(parts(band)) for band in row["gains"].split(" / ") if band],
        "payment_unknown": unknown,
    }


def test_quest_steps(content):
    there = {
        (str(quest.number), step.id): {
            **step.model_dump(),
            "fails": "fails" in step.flags,
            "gains": [sorted(text.split(" + ")) for text in step.gains],
            "foes": [sorted(band) for band in step.foes],
            "payment_unknown": bool({"influence", "mana"} & set(step.estimates)),
        }
        for quest in content["quests"].values()
        for step in quest.steps
    }
    typed = {(row["quest"], row["step"]): quest_step(row) for row in rows("quest_steps")}
    assert typed.keys() == there.keys()
    wrong = [
        f"quest {key}: {field} {there[key][field]!r}, typed {value!r}"
        for key, fields in typed.items()
        for field, value in fields.items()
        if (sorted(there[key][field]) if field in ("sites", "terrain", "place") else there[key][field]) != value
    ]
    assert wrong == []


def compare(effects: list[tuple[str, str, str, bool]]) -> list[str]:
    """Name every effect that the two tables state differently; `?` = typed as not sayable."""
    found = []
    for where, typed, notation, healing in effects:
        if notation == UNIMPLEMENTED:
            continue
        if typed == "?":
            found.append(f"{where}: played now, type its effect a second time from the printed text")
        elif read(typed) != shown(notation, healing):
            found.append(f"{where}: {notation!r}, typed {typed!r}")
    return found


def test_effects_of_cards(content):
    cards = content.cards()
    typed = {(row["id"], row["side"]): row["effect"] for row in rows("card_effects")}
    assert set(typed) == {(id_, side) for id_ in cards for side in ("basic", "powered")}
    sides = [
        (f"{cards[id_][0]}.{id_}.{side}", effect, getattr(cards[id_][1], side), cards[id_][1].healing)
        for (id_, side), effect in typed.items()
    ]
    assert compare(sides) == []


def test_effects_of_units(content):
    typed = {(row["unit"], number(row["ability"]) - 1): (row["mana"], row["effect"]) for row in rows("unit_effects")}
    there = {(id_, n): ability for id_, unit in content["units"].items() for n, ability in enumerate(unit.abilities)}
    assert typed.keys() == there.keys()
    assert [key for key, (mana, _effect) in typed.items() if there[key].mana != mana] == []
    effects = [(f"units.{id_}.{n}", effect, there[id_, n].effect, False) for (id_, n), (_m, effect) in typed.items()]
    assert compare(effects) == []


def test_effects_of_skills(content):
    typed = {row["id"]: row["effect"] for row in rows("skill_effects")}
    assert typed.keys() <= content["skills"].keys()
    effects = [(f"skills.{id_}", typed.get(id_, "?"), s.effect, s.healing) for id_, s in content["skills"].items()]
    assert compare(effects) == []


def test_a_changed_number_is_named():
    """The comparison sees amounts, elements, kinds, colours, order of numbers, and what stands under a condition."""
    typed = "pay red + coldfire attack 7 | ambush 1 2 + if night (mana black)"
    assert compare([("x", typed, "pay red + attack 7 coldfire | if night (mana black) + ambush 1 2", False)]) == []
    for wrong in (
        "pay red + attack 6 coldfire | if night (mana black) + ambush 1 2",
        "pay red + attack 7 fire | if night (mana black) + ambush 1 2",
        "pay red + attack 7 ranged coldfire | if night (mana black) + ambush 1 2",
        "pay blue + attack 7 coldfire | if night (mana black) + ambush 1 2",
        "pay red + attack 7 coldfire | if night (mana black) + ambush 2 1",
        "pay red + attack 7 coldfire | if day (mana black) + ambush 1 2",
        "pay red + attack 7 coldfire | mana black + ambush 1 2",
        "pay red + attack 7 coldfire",
    ):
        assert len(compare([("x", typed, wrong, False)])) == 1, wrong
    assert len(compare([("x", "?", "move 2", False)])) == 1
