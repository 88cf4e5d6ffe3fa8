"""What each entry of the content does, which rule it follows and which test plays it.

An entry is a card side, a Unit ability, or an entry of any other table. The test of each stands in
content/coverage.json, written by `make coverage` from what the rule tests play through the core
(tests/mageknight/exercised.py).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path

from mkbalance.mageknight.loading import Content
from mkbalance.mageknight.notation import UNIMPLEMENTED
from mkbalance.mageknight.schema import CARD_TABLES

FILE = Path(__file__).parent / "content" / "coverage.json"
REQUIRED = ("base", "lost_legion")  # expansions whose entries all need behaviour and a test

RULES = {  # rule of a table
    "basic_actions": "R6.2",
    "advanced_actions": "R6.2",
    "spells": "R6.3",
    "artifacts": "R6.4",
    "units": "R7.3",
    "enemies": "R9.2",
    "heads": "A.7.2",
    "possessed": "A.2",
    "cities": "R11.1",
    "ruins": "R10.9",
    "tiles": "R2.6",
    "quests": "A.9",
    "tactics": "R3.2",
    "heroes": "R2.9",
    "rulers": "A.13.4",
    "skills": "R13.3",
    "restoration": "A.12.2",
    "levels": "R1.1",
    "terrain": "R1.3",
    "reputation": "R1.2",
}
SITE_RULES = {
    "village": "R10.1",
    "monastery": "R10.2",
    "keep": "R10.3",
    "mage_tower": "R10.4",
    "city": "R11",
    "dungeon": "R10.5",
    "tomb": "R10.6",
    "monster_den": "R10.7",
    "spawning_grounds": "R10.8",
    "ruins": "R10.9",
    "glade": "R10.10",
    "mine": "R10.11, R10.12",
    "maze": "L.2.3",
    "labyrinth": "L.2.3",
    "refugee_camp": "L.2.5",
    "portal": "R10.15",
    "marauding_orcs": "R10.16",
    "draconum": "R10.16",
    "volkares_camp": "L.5",
    "oasis": "A.5",
    "ziggurat": "A.5",
    "pyramid": "A.5",
}
QUEST_RULES = {  # rule of a quest step by what it is about
    "fight": "A.9.3, A.9.8",
    "card": "A.9.3, A.9.8",
    "one": "A.9.3, A.9.8",
    "goblins": "A.9.3, A.9.8",
    "assault": "A.9.9, R8.3",
    "restore": "A.9.9",
    "beat": "A.9.3, A.9.9",
    "beat_fame": "A.9.9",
    "recruit": "A.9.9",
    "leave": "A.9.6",
}
WORD_RULES = {  # further rules of an effect, by the word it begins with
    "charge": "A.6",
    "reward": "R12.5",
    "move": "R8.1",
    "influence": "R14.2",
    "attack": "R9.6",
    "block": "R9.3",
    "heal": "R13.1",
    "crystal": "R5.7",
    "mana": "R5.6",
    "ready": "R7.1",
    "extra_die": "R5.5",
    "gain_unit": "R7.2",
    "gain_spell": "R6.11",
    "gain_action": "R6.11",
    "boost": "R6.9",
    "maximal": "R6.9",
    "foe_cancel": "R9.3.5",
    "foe_armor": "R9.1.6",
    "foe_destroy": "R9.1.6",
    "foe_strip": "R9.1.6",
    "hand_limit": "R12.8",
    "banner": "R7.6",
    "terrain": "R8.2",
    "fly": "R8.10",
    "tunnel": "R8.10",
    "wound": "R13.2",
    "throw": "R6.8",
    "discard": "R6.8",
}
ABILITY_RULES = {
    "brutal": "R9.5.1",
    "poison": "R9.5.5",
    "paralyze": "R9.5.3",
    "assassination": "R9.5.6",
    "vampiric": "R9.5.7",
    "cumbersome": "R9.3.4",
    "elusive": "R9.6.2",
    "swift": "R9.3.2",
    "fortified": "R9.2.2",
}


@dataclass(frozen=True)
class Covered:
    """One entry: its name, the expansion it belongs to, what it does, the rule, the test that plays it ("" = none)."""

    entry: str
    expansion: str
    behaviour: str
    rule: str
    test: str

    @property
    def required(self) -> bool:
        """Whether the entry needs behaviour and a test."""
        return self.expansion in REQUIRED


@lru_cache(maxsize=1)
def played_by() -> dict[str, str]:
    """Return the test that plays each entry, by `table.id` or `table.id.side`."""
    return json.loads(FILE.read_text(encoding="utf-8"))


def covered(content: Content, unimplemented: tuple[str, ...]) -> list[Covered]:
    """Return every entry of the content with its rule and its test.

    Parameters
    ----------
    content : Content
    unimplemented : tuple of str
        Entries, `table.id`, whose behaviour is not complete in the core.

    Returns
    -------
    list of Covered
        An entry without behaviour has an empty one.
    """
    tests = played_by()
    found = []
    for table, entries in content.tables.items():
        for id_, entry in entries.items():
            expansion = _expansion(content, table, entry)
            for side, behaviour, rule in _sides(table, id_, entry):
                name = f"{table}.{id_}{side}"
                if f"{table}.{id_}" in unimplemented:
                    behaviour = ""
                found.append(Covered(name, expansion, behaviour, rule, tests.get(name, "")))
    return found


def rows(entries: list[Covered]) -> list[dict[str, object]]:
    """Return the entries as JSON-able facts."""
    return [asdict(entry) | {"required": entry.required} for entry in entries]


def _expansion(content: Content, table: str, entry: object) -> str:
    hero = getattr(entry, "hero", "common")
    if table == "skills" or hero != "common":
        return content["heroes"][hero].expansion if table == "skills" else entry.expansion
    if table in ("heads", "possessed", "rulers", "quests", "restoration"):
        return "apocalypse_dragon"
    return getattr(entry, "expansion", "base" if table in RULES else "")


def _sides(table: str, id_: str, entry: object) -> Iterator[tuple[str, str, str]]:
    """Suffix of the name, behaviour and rule of each part of an entry."""
    if table in CARD_TABLES:
        for side in ("basic", "powered"):
            yield f".{side}", _shown(getattr(entry, side)), _effect_rule(RULES[table], getattr(entry, side))
    elif table == "units":
        for n, ability in enumerate(entry.abilities, 1):
            cost = f"{ability.mana}: " if ability.mana else ""
            yield f".{n}", cost + _shown(ability.effect), _effect_rule(RULES[table], ability.effect)
    elif table == "skills":
        yield "", _shown(entry.effect), _effect_rule(RULES[table], entry.effect)
    elif table in ("enemies", "heads"):
        extra = [ABILITY_RULES[name] for name in entry.abilities if name in ABILITY_RULES]
        words = [f"armor {entry.armor}", *entry.attacks, *entry.abilities, *(f"resists {r}" for r in entry.resistances)]
        yield "", ", ".join(words), ", ".join(dict.fromkeys([RULES[table], *extra]))
    elif table == "quests":
        for step in entry.steps:
            yield f".{step.id}", _quest_step(step), QUEST_RULES.get(step.does, "A.9.3")
    elif table == "sites":
        yield "", entry.name, SITE_RULES[id_]
    elif table == "rules":
        yield "", entry.name, f"ruling {entry.number}"
    else:
        yield "", getattr(entry, "behaviour", "") or getattr(entry, "name", "") or id_, RULES.get(table, "")


def _quest_step(step: object) -> str:
    """What a step is, in its own keys."""
    aside = ("id", "estimates", "note")
    given = {k: v for k, v in step.model_dump().items() if v and k not in aside and v not in ("nothing", "none")}
    return "; ".join(f"{key} {', '.join(map(str, v)) if isinstance(v, list) else v}" for key, v in given.items())


def _shown(effect: str) -> str:
    return "" if effect == UNIMPLEMENTED else effect


def _effect_rule(first: str, effect: str) -> str:
    """Rule of the table and those of the words of an effect."""
    words = effect.replace("(", " ").replace(")", " ").split()
    return ", ".join(dict.fromkeys([first, *(WORD_RULES[word] for word in words if word in WORD_RULES)]))
