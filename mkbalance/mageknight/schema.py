"""Shape of the content files: one pydantic model per table, strict, no unknown keys.

A file is a TOML document whose top-level tables are entries keyed by id; the key `source` says where its numbers come
from. `TABLES` maps table names to models. Descriptive fields (`DESCRIPTIVE`) never reach the core and cannot be
overridden. The models are in `card_schema`, `enemy_schema`, `map_schema` and `quest_schema`; levels, Reputation,
numbers of the rules and rulings are here. What holds between entries (ids that must exist, rows that must be complete)
is in `crosschecks`.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from mkbalance.mageknight.card_schema import (
    AdvancedAction,
    Artifact,
    BasicAction,
    FactionToken,
    Hero,
    Skill,
    Spell,
    Tactic,
    Unit,
)
from mkbalance.mageknight.enemy_schema import (
    Enemy,
    HeadLevel,
    HorsemanLevel,
    Possessed,
    Preference,
    Ruler,
    Trap,
)
from mkbalance.mageknight.map_schema import (
    City,
    Floor,
    Restoration,
    Ruins,
    Site,
    TerrainCost,
    Tile,
)
from mkbalance.mageknight.quest_schema import Challenge, Quest
from mkbalance.mageknight.vocabulary import (
    Entry,
    whole,
)


class Level(Entry):
    """A Hero level (R1.1)."""

    fame: whole(0, 255)
    armor: whole(1, 20)
    hand_limit: whole(1, 20)
    command: whole(0, 8)


class ReputationSpace(Entry):
    """Modifier of one Reputation space; `X` = no interaction (R1.2)."""

    modifier: whole(-20, 20) | Literal["X"]


class Number(Entry):
    """A number of the rules that stands on no card, token or site, and the bounds of what it may be set to."""

    value: whole(-20, 20)
    least: whole(-20, 20) = 0
    most: whole(-20, 20) = 0

    @model_validator(mode="after")
    def _within_its_bounds(self):
        if not self.least <= self.value <= self.most:
            raise ValueError(f"value is from {self.least} to {self.most}")
        return self


class Rule(Entry):
    """A ruling: the reading played; with a `default` it is a switch `rules.ID`, true or false or one of `values`."""

    number: Annotated[str, Field(pattern=r"^\d+[a-z]?$")]
    reading: str
    kind: Literal["text", "ruling", "estimated"]
    reason: str
    default: bool | str | None = None
    values: list[str] = []
    #: what a scenario must have for it to matter
    needs: Literal["", "dragon", "cities", "dummy", "possessed", "faction_tokens"] = ""
    played: bool = True  # false: its part is not yet in the core

    @property
    def choices(self) -> tuple[bool | str, ...]:
        """What the switch may be set to; nothing for a settled ruling."""
        if self.default is None:
            return ()
        return tuple(self.values) or (False, True)

    @model_validator(mode="after")
    def _default_is_a_choice(self):
        if self.values and (self.default not in self.values or len(set(self.values)) < 2):
            raise ValueError("values are two or more different words, default one of them")
        if not self.values and isinstance(self.default, str):
            raise ValueError("a default that is a word needs values")
        if not self.played and self.default is not None:
            raise ValueError("what is not played has no switch")
        return self


TABLES: dict[str, type[Entry]] = {
    "basic_actions": BasicAction,
    "advanced_actions": AdvancedAction,
    "spells": Spell,
    "artifacts": Artifact,
    "units": Unit,
    "enemies": Enemy,
    "heads": HeadLevel,
    "horsemen": HorsemanLevel,
    "preferences": Preference,
    "possessed": Possessed,
    "cities": City,
    "ruins": Ruins,
    "tiles": Tile,
    "sites": Site,
    "tactics": Tactic,
    "heroes": Hero,
    "rulers": Ruler,
    "skills": Skill,
    "challenges": Challenge,
    "faction_tokens": FactionToken,
    "traps": Trap,
    "floors": Floor,
    "quests": Quest,
    "restoration": Restoration,
    "levels": Level,
    "terrain": TerrainCost,
    "reputation": ReputationSpace,
    "numbers": Number,
    "rules": Rule,
}


CARD_TABLES = ("basic_actions", "advanced_actions", "spells", "artifacts")
