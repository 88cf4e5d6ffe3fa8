"""Turn validated content into the structured arrays that the core reads.

Row order is file order, except for the tables whose ids the core fixes (heads, cities, levels, sites, terrain,
reputation). The Wound is a card row of its own, the last one. A card or Unit with a side or ability whose behaviour is
missing keeps its row but loses its "dealt" flag, so it never enters a game.
"""

from __future__ import annotations

import hashlib
import importlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import get_args

import numpy as np

from mkbalance.mageknight.crosschecks import TERRAINS, required_ids, wall_direction
from mkbalance.mageknight.loading import Content, load
from mkbalance.mageknight.overrides import apply_overrides
from mkbalance.mageknight.programs import Programs, implemented_ops
from mkbalance.mageknight.schema import CARD_TABLES
from mkbalance.mageknight.vocabulary import DIRECTIONS, Ability

__all__ = ["Tables", "compile_tables", "load"]

NONE = 255
EXPANSIONS = {"base": 0, "lost_legion": 1, "shades_of_tezla": 2, "apocalypse_dragon": 3, "krang": 4}
FACTIONS = {"none": 0, "elementalist": 1, "dark_crusader": 2, "apocalypse_cult": 3, "council_of_the_void": 4}


@dataclass(frozen=True)
class Tables:
    """Compiled content.

    Attributes
    ----------
    arrays : dict of str to numpy.ndarray
        Structured arrays by table, dtypes of `mkbalance._mageknight.content.DTYPES`.
    names : dict of str to list of str
        Ids in row order.
    index : dict of str to dict of str to int
        Row by id.
    hash : str
        SHA-256 of the array bytes and the names.
    estimated : list of str
        `table.id` of every entry that holds an estimate.
    unimplemented : list of str
        `table.id` of every entry whose behaviour is missing or incomplete.
    """

    arrays: dict[str, np.ndarray]
    names: dict[str, list[str]]
    index: dict[str, dict[str, int]]
    hash: str
    estimated: list[str]
    unimplemented: list[str]
    content: Content

    def card_table(self, id_: str) -> str:
        """Return the content table a card belongs to."""
        return "cards" if id_ == "wound" else self.content.cards()[id_][0]


def _mask(enum: type, words: list[str], prefix: str = "") -> int:
    return sum(int(enum[prefix + word.upper()]) for word in dict.fromkeys(words))


def _bits(enum: type, words: list[str], prefix: str = "") -> int:
    return sum(1 << int(enum[prefix + word.upper()]) for word in dict.fromkeys(words))


class _Compiler:
    """Fills the arrays of one `Content`."""

    def __init__(self, content: Content):
        self.ids = importlib.import_module("mkbalance._mageknight.ids")
        self.dtypes = importlib.import_module("mkbalance._mageknight.content").DTYPES
        self.content = content
        self.arrays: dict[str, np.ndarray] = {}
        self.names: dict[str, list[str]] = {}
        self.missing: list[str] = []
        self.programs = Programs(implemented_ops())

    def rows(self, table: str, names: list[str]) -> np.ndarray:
        self.names[table] = names
        self.arrays[table] = np.zeros(len(names), dtype=self.dtypes[table])
        return self.arrays[table]

    def entries(self, table: str, names: list[str] | None = None):
        """Return (row, id, entry) for a table whose rows are its entries."""
        found = self.content[table]
        names = list(found) if names is None else names
        return [(row, id_, found[id_]) for row, id_ in zip(self.rows(table, names), names, strict=True)]

    # ---------------------------------------------------------------- cards, Units, Skills

    def cards(self) -> None:
        kinds, flags = self.ids.CardKind, self.ids.CardFlag
        cards = self.content.cards()
        names = [*cards, "wound"]
        heroes = list(self.content["heroes"])
        array = self.rows("cards", names)
        kind_of = dict(zip(CARD_TABLES, ("BASIC_ACTION", "ADVANCED_ACTION", "SPELL", "ARTIFACT"), strict=True))
        for row, (id_, (table, card)) in zip(array, cards.items(), strict=False):
            colours = _bits(self.ids.Colour, getattr(card, "colours", []))
            costs = {"basic": (0, 0), "powered": (colours, 0)}
            if table == "spells":
                costs = {"basic": (colours, 0), "powered": (colours, 1 << int(self.ids.Colour.BLACK))}
            elif table == "artifacts":
                costs["powered"] = (0, 0)
            whole = True
            for side, (cost, cost2) in costs.items():
                text = getattr(card, side)
                first, count, done = self.programs.add(text, cost=cost, cost2=cost2, healing=card.healing)
                row[side], row[f"n_{side}"] = first, count
                whole = whole and done
            if not whole:
                self.missing.append(f"{table}.{id_}")
            row["kind"] = int(kinds[kind_of[table]])
            row["colours"] = colours
            row["hero"] = heroes.index(card.hero) if getattr(card, "hero", "common") != "common" else NONE
            row["healing"] = card.healing
            row["flags"] = (
                int(flags.CARD_COMPETITIVE) * getattr(card, "competitive", False)
                | int(flags.CARD_BANNER) * getattr(card, "banner", False)
                | int(flags.CARD_SET_ASIDE) * getattr(card, "set_aside", False)
                | int(flags.CARD_DEALT) * (whole and getattr(card, "dealt", True))
                | int(flags.CARD_ESTIMATED) * card.estimated
            )
        array[-1]["kind"], array[-1]["hero"] = int(kinds.WOUND), NONE

    def units(self) -> None:
        flags = self.ids.UnitFlag
        for row, id_, unit in self.entries("units"):
            first, whole = self.programs.next_option(), True
            for group, ability in enumerate(unit.abilities):
                cost = 1 << int(self.ids.Colour[ability.mana.upper()]) if ability.mana else 0
                whole = self.programs.add(ability.effect, cost=cost, group=group)[2] and whole
            if not whole:
                self.missing.append(f"units.{id_}")
            row["options"], row["n_options"] = first, self.programs.next_option() - first
            row["sites"] = _bits(self.ids.Site, unit.sites)
            for name in ("level", "cost", "armor", "copies", "rep_factor", "assault_cost", "damage_cost"):
                row[name] = getattr(unit, name)
            row["resist"] = _mask(self.ids.Resistance, unit.resistances, "RESIST_")
            row["flags"] = (
                int(flags.UNIT_ELITE) * (unit.kind == "elite")
                | int(flags.UNIT_DEALT) * whole
                | int(flags.UNIT_MULTI) * unit.multi
                | int(flags.UNIT_FAMILIAR) * unit.familiar
            )

    def skills(self) -> None:
        heroes = list(self.content["heroes"])
        for row, id_, skill in self.entries("skills"):
            row["options"], row["n_options"], whole = self.programs.add(skill.effect, healing=skill.healing)
            if not whole:
                self.missing.append(f"skills.{id_}")
            row["hero"] = heroes.index(skill.hero)
            row["per_round"] = skill.frequency not in ("once_per_turn", "passive")
            row["flags"] = (
                (skill.frequency == "interactive_cooperative")
                | 2 * (skill.frequency == "interactive_competitive")
                | 4 * (whole and skill.dealt)
            )

    def challenges(self) -> None:
        """Fill a row for each Hero; tiles are rows of the table of tiles, two places a choice."""
        skills, tiles = list(self.content["skills"]), list(self.content["tiles"])
        names = {
            "spell": "per_spell",
            "action": "per_action",
            "artifact": "per_artifact",
            "conqueror": "per_conqueror",
            "adventurer": "per_adventurer",
            "level": "per_level",
            "highest_kept": "score_kept",
            "kept": "per_kept",
            "last_space": "score_space",
        }
        for row, _id, challenge in self.entries("challenges", list(self.content["heroes"])):
            row["skill"] = skills.index(challenge.skill)
            row["tiles"] = NONE
            for number, choice in enumerate(challenge.tiles):
                for place, tile in enumerate(choice):
                    row["tiles"][2 * number + place] = tiles.index(tile)
            for name, asked in challenge.asked.model_dump().items():
                row[name] = asked
            for name, points in challenge.points.model_dump().items():
                row[names.get(name, name)] = points

    def faction_tokens(self) -> None:
        for row, id_, token in self.entries("faction_tokens"):
            row["options"], row["n_options"], whole = self.programs.add(token.effect, healing=token.healing)
            if not whole:
                self.missing.append(f"faction_tokens.{id_}")
            row["faction"], row["count"] = FACTIONS[token.faction], token.count

    def quests(self) -> None:
        steps = [
            (id_, step, quest.payment_change)
            for id_, quest in self.content["quests"].items()
            for step in quest.steps
        ]
        array = self.rows("quest_steps", [f"{id_}.{step.id}" for id_, step, _ in steps])
        for row, (id_, step, change) in zip(array, steps, strict=True):
            self._step(row, id_, step, change)
        enemies = self.names["enemies"]
        first = 0
        for row, _id, quest in self.entries("quests"):
            row["first"], row["n_steps"] = first, len(quest.steps)
            first += len(quest.steps)
            row["numbers"] = int(quest.steps[-1].id[0])
            row["kind"] = int(self.ids.QuestKind[f"QUEST_{quest.kind.upper()}"])
            row["starting"], row["number"], row["dealt"] = quest.starting, quest.number, quest.dealt
            row["requires"] = -128 if quest.requires is None else quest.requires
            row["reveal"] = int(self.ids.Reveal[f"REVEAL_{quest.reveal.upper()}"])
            row["enemy"] = enemies.index(quest.enemy) if quest.enemy else NONE
            row["holds"] = sum(1 << place for place in quest.holds)
            row["flags"] = _mask(self.ids.QuestFlag, quest.flags, "QUEST_") | (
                quest.keeps_marker * int(self.ids.QuestFlag.QUEST_KEEPS)
            )

    def _step(self, row: np.void, id_: str, step: object, change: int) -> None:
        token, sites = self.ids.TokenColour, self.content["sites"]
        groups = {
            group: [name for name in sites if getattr(sites[name], group)] for group in ("inhabited", "adventure")
        }
        names = [name for word in step.sites if word != "none" for name in groups.get(word, [word])]
        row["sites"] = _bits(self.ids.Site, names) | ("none" in step.sites)
        row["terrain"] = _bits(self.ids.Terrain, step.terrain)
        row["where"] = _mask(self.ids.Where, step.place, "WHERE_")
        row["number"], row["letter"] = int(step.id[0]), " abc".index(step.id[1:] or " ")
        asked = {name: change if name in step.estimates else 0 for name in ("influence", "mana")}
        for name in ("influence", "mana"):
            row[name] = max(getattr(step, name) + asked[name], 0) if getattr(step, name) else 0
        row["influence_strong"] = max(step.influence_strong + asked["influence"], 0) or row["influence"]
        row["wounds"], row["rep"], row["points"] = step.wounds, step.rep, step.points
        row["measure"] = int(self.ids.Measure[f"BY_{step.by.upper()}"])
        row["limits"] = NONE
        row["limits"][: len(step.limits)] = step.limits
        row["foes"] = NONE
        for band, colours in enumerate(step.foes):
            row["foes"][3 * band : 3 * band + len(colours)] = [int(token[f"TOKEN_{c.upper()}"]) for c in colours]
        row["feat"] = int(self.ids.Feat[f"FEAT_{step.does.upper()}"])
        row["flags"] = _mask(self.ids.StepFlag, step.flags, "STEP_")
        row["gain"], row["n_gains"] = self.programs.next_option(), len(step.gains)
        for text in step.gains:
            if not self.programs.add(text)[2]:
                self.missing.append(f"quests.{id_}")

    # ---------------------------------------------------------------- tokens

    def foe(self, row: np.void, foe: object) -> None:
        element, token = self.ids.Element, self.ids.TokenColour
        row["abilities"] = _mask(self.ids.Ability, foe.abilities)
        row["fame"], row["armor"], row["armor_high"] = foe.fame, foe.armor, foe.armor
        row["resist"] = _mask(self.ids.Resistance, foe.resistances, "RESIST_")
        row["n_attacks"] = len(foe.attacks)
        for number, attack in enumerate(foe.attacks):
            *words, last = attack.split()
            if words[0] == "summon":
                row["element"][number] = int(element.SUMMON if len(words) == 1 else element.SUMMON_POSSESSED)
                row["value"][number] = int(token[f"TOKEN_{last.upper()}"])
            else:
                row["element"][number] = int(element[last.upper()])
                row["value"][number] = int(words[0])

    def tokens(self) -> None:
        token = self.ids.TokenColour
        for row, _id, enemy in self.entries("enemies"):
            self.foe(row, enemy)
            row["colour"] = int(token[f"TOKEN_{enemy.colour.upper()}"])
            if enemy.armor_high is not None:
                row["armor_high"] = enemy.armor_high
            row["count"], row["rep"], row["defend"] = enemy.count, enemy.rep, enemy.defend
            row["expansion"], row["faction"] = EXPANSIONS[enemy.expansion], FACTIONS[enemy.faction]
        for row, _id, head in self.entries("heads", list(required_ids()["heads"])):
            self.foe(row, head)
            row["colour"], row["count"], row["bonus"] = NONE, 1, head.bonus
        for row, _id, horseman in self.entries("horsemen", list(required_ids()["horsemen"])):
            self.foe(row, horseman)
            row["colour"], row["count"] = NONE, 1
        for row, _id, preference in self.entries("preferences", list(required_ids()["preferences"])):
            for number, sites in enumerate(preference.lists):
                row["lists"][number] = _bits(self.ids.Site, sites)
        for row, _id, extra in self.entries("possessed"):
            for name in ("armor", "attack", "psychic", "fame", "count"):
                row[name] = getattr(extra, name)
        for row, _id, trap in self.entries("traps", list(required_ids()["traps"])):
            self.foe(row, trap)
        for row, _id, floor in self.entries("floors", list(required_ids()["floors"])):
            row["colour"] = int(token[f"TOKEN_{floor.enemy.upper()}"])
            for name in ("crystals", "spells", "artifacts"):
                row[name] = getattr(floor, name)
        for row, _id, line in self.entries("restoration", list(required_ids()["restoration"])):
            self.restoration(row, line)
        for row, _id, ruin in self.entries("ruins"):
            for name in ("fame", "artifacts", "spells", "actions", "units", "crystals", "count"):
                row[name] = getattr(ruin, name)
            row["n_enemies"] = len(ruin.enemies)
            row["enemies"][: len(ruin.enemies)] = [int(token[f"TOKEN_{name.upper()}"]) for name in ruin.enemies]
            row["altar"] = ruin.altar is not None
            if ruin.altar is not None:
                for colour, amount in ruin.altar.model_dump().items():
                    row["cost"][int(self.ids.Colour[colour.upper()])] = amount
        for row, _id, city in self.entries("cities", list(required_ids()["cities"])):
            for colour, amount in city.garrison.model_dump().items():
                row["garrison"][int(token[f"TOKEN_{colour.upper()}"])] = amount

    def restoration(self, row: np.void, line: object) -> None:
        for name in ("start", "restorable", "influence", "crystals", "different", "rep", "fame", "actions", "shield"):
            row[name] = getattr(line, name)
        row["sites"] = _bits(self.ids.Site, line.sites)
        row["mana"] = _bits(self.ids.Colour, line.mana)
        row["crystal_mask"] = _bits(self.ids.Colour, line.crystal_colours)
        row["fight"] = int(self.ids.TokenColour[f"TOKEN_{line.fight.upper()}"]) if line.fight else NONE
        row["tokens"] = (line.tokens.green, line.tokens.red)

    # ---------------------------------------------------------------- map

    def map(self) -> None:
        colour, site, terrain = self.ids.Colour, self.ids.Site, self.ids.Terrain
        tiles = self.content["tiles"]
        hexes = self.rows("hexes", [f"{id_}.{name}" for id_ in tiles for name in DIRECTIONS])
        for number, (row, _id, tile) in enumerate(self.entries("tiles")):
            row["kind"] = int(self.ids.TileKind[f"TILE_{tile.kind.upper()}"])
            row["number"], row["expansion"], row["copies"] = tile.number, EXPANSIONS[tile.expansion], 1
            for place, name in enumerate(DIRECTIONS):
                space, hex_ = getattr(tile.hexes, name), hexes[7 * number + place]
                hex_["terrain"] = int(terrain[space.terrain.upper()])
                hex_["site"] = int(site[space.site.upper()]) if space.site else int(site.NO_SITE)
                hex_["mines"] = _bits(colour, space.mines)
                hex_["city"] = int(colour[space.city.upper()]) if space.city else NONE
            for wall in tile.walls:
                one, other = wall.split("-")
                for here, there in ((one, other), (other, one)):
                    hexes[7 * number + DIRECTIONS.index(here)]["walls"] |= 1 << wall_direction(here, there)
        sites = self.rows("sites", ["no_site", *required_ids()["sites"]])
        played = importlib.import_module("mkbalance._mageknight.sites").played()
        for id_, entry in self.content["sites"].items():
            if int(site[id_.upper()]) not in played:
                self.missing.append(f"sites.{id_}")
            row = sites[int(site[id_.upper()])]
            for name in row.dtype.names:
                row[name] = getattr(entry, name)
        rows = [self.content["terrain"][name] for name in TERRAINS]
        costs = [(t.day, t.night, t.night if t.night_other is None else t.night_other) for t in rows]
        self.names["terrain"] = list(TERRAINS)
        self.arrays["terrain"] = np.array([[NONE if c == "x" else c for c in row] for row in costs], dtype=np.uint8)

    def ruler(self, row: np.void, ruler: object) -> None:
        element = {"": 0} | {name: int(self.ids.Element[name.upper()]) for name in ("fire", "ice")}
        ability = {"": 0} | {name: int(self.ids.Ability[name.upper()]) for name in get_args(Ability)}
        row["mark"] = int(self.ids.Mark[f"MARK_{ruler.mark.upper()}"])
        for name in ("moves", "summons", "armor", "attack"):
            row[name] = getattr(ruler, name)
        row["alone"] = ruler.attack if ruler.attack_alone is None else ruler.attack_alone
        row["instead"] = ruler.attack if ruler.attack_with_element is None else ruler.attack_with_element
        row["resist"] = _mask(self.ids.Resistance, ruler.resistances, "RESIST_")
        row["element"] = element[ruler.element]
        for name, gain in ruler.in_source.items():
            colour = int(self.ids.Colour[name.upper()])
            row["source_armor"][colour], row["source_attack"][colour] = gain.armor, gain.attack
            row["source_element"][colour], row["source_ability"][colour] = element[gain.element], ability[gain.ability]
        for name, ground in ruler.from_terrain.items():
            terrain = int(self.ids.Terrain[name.upper()])
            row["from_attack"][terrain] = ground.attack
            row["from_cold"][terrain] = ("day" in ground.cold_fire) + 2 * ("night" in ground.cold_fire)

    def rest(self) -> None:
        for row, _id, tactic in self.entries("tactics"):
            row["number"], row["night"] = tactic.number, tactic.time == "night"
            row["behaviour"] = int(self.ids.Tactic[f"TACTIC_{tactic.behaviour.upper()}"])
        card_row = {id_: number for number, id_ in enumerate(self.names["cards"])}
        for row, _id, hero in self.entries("heroes"):
            row["deck"] = [card_row[card] for card, copies in hero.deck.items() for _ in range(copies)]
            for colour in hero.crystals:
                row["crystals"][int(self.ids.Colour[colour.upper()])] += 1
        for row, _id, ruler in self.entries("rulers", list(self.content["heroes"])):
            self.ruler(row, ruler)
        for row, _id, level in self.entries("levels", list(required_ids()["levels"])):
            for name in row.dtype.names:
                row[name] = getattr(level, name)
        spaces = required_ids()["reputation"]
        self.names["reputation"] = list(spaces)
        modifiers = [self.content["reputation"][space].modifier for space in spaces]
        self.arrays["reputation"] = np.array([-128 if m == "X" else m for m in modifiers], dtype=np.int8)
        self.names["numbers"] = list(required_ids()["numbers"])
        self.arrays["numbers"] = np.zeros(int(self.ids.Number.N_NUMBERS), dtype=np.int8)
        for id_, number in self.content["numbers"].items():
            self.arrays["numbers"][int(self.ids.Number[f"NUMBER_{id_.upper()}"])] = number.value

    def run(self) -> Tables:
        self.cards()
        self.units()
        self.skills()
        self.challenges()
        self.faction_tokens()
        self.tokens()
        self.quests()
        self.map()
        self.rest()
        self.arrays["instrs"], self.arrays["options"] = self.programs.arrays(self.dtypes)
        estimated = [
            f"{table}.{id_}"
            for table, entries in self.content.tables.items()
            for id_, entry in entries.items()
            if entry.estimated
        ]
        index = {table: {id_: number for number, id_ in enumerate(names)} for table, names in self.names.items()}
        return Tables(
            self.arrays, self.names, index, _hash(self.arrays, self.names), estimated, self.missing, self.content
        )


def _hash(arrays: Mapping[str, np.ndarray], names: Mapping[str, list[str]]) -> str:
    digest = hashlib.sha256()
    for table in sorted(arrays):
        digest.update(f"{table}:{arrays[table].shape}:".encode())
        digest.update(np.ascontiguousarray(arrays[table]).tobytes())
    digest.update(json.dumps(names, sort_keys=True).encode())
    return digest.hexdigest()


def compile_tables(content: Content | None = None, overrides: Mapping[str, object] | None = None) -> Tables:
    """Compile `content` with the `content.…` paths of `overrides` applied; other roots are left to the scenario.

    Parameters
    ----------
    content : Content, optional
        Default: the content of the package.
    overrides : mapping of str to object, optional
        Values by path, such as `{"content.enemies.prowlers.armor": 4}`.

    Returns
    -------
    Tables

    Examples
    --------
    >>> tables = compile_tables(overrides={"content.enemies.prowlers.armor": 4})
    >>> int(tables.arrays["enemies"][tables.index["enemies"]["prowlers"]]["armor"])
    4
    """
    return _Compiler(apply_overrides(load() if content is None else content, overrides or {})).run()
