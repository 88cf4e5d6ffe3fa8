"""What fights: enemy tokens, dragon heads, Horsemen, possessed tokens, traps, rulers of cities.

Parts of `schema`, which says how content is checked.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from mkbalance.mageknight.vocabulary import (
    Ability,
    Attack,
    Colour,
    Count,
    Entry,
    Expansion,
    Mana,
    Model,
    Points,
    Resistance,
    SiteId,
    Small,
    Terrain,
    TokenColour,
    whole,
)


class Foe(Entry):
    """Numbers common to enemy tokens and dragon heads."""

    fame: Points
    armor: Points = 0
    attacks: Annotated[list[Attack], Field(max_length=4)]
    abilities: list[Ability] = []
    resistances: list[Resistance] = []


class Enemy(Foe):
    """An enemy token (R9)."""

    colour: TokenColour
    expansion: Expansion
    count: whole(0, 40)
    armor: whole(1, 60)
    armor_high: Points | None = None
    defend: Small = 0
    rep: whole(-7, 7) = 0
    faction: Literal["none", "elementalist", "dark_crusader"] = "none"
    attacks: Annotated[list[Attack], Field(min_length=1, max_length=4)]

    @model_validator(mode="after")
    def _elusive_has_two_armors(self):
        if ("elusive" in self.abilities) != (self.armor_high is not None):
            raise ValueError("armor_high is given exactly for an elusive enemy (R9.6.2)")
        if self.armor_high is not None and self.armor_high < self.armor:
            raise ValueError("armor_high is below armor")
        return self


class HeadLevel(Foe):
    """One level of a dragon head (A.7)."""

    head: Literal["war", "famine", "death", "pestilence", "control"]
    level: whole(1, 12)
    bonus: Small = 0

    @model_validator(mode="after")
    def _control_is_not_attacked(self):
        if (self.head == "control") != (self.armor == 0):
            raise ValueError("armor is left out for the control head and at least 1 for the others (A.7.3)")
        return self


class HorsemanLevel(Foe):
    """One level of a Horseman (A.8.2)."""

    horseman: Literal["war", "famine", "death", "pestilence"]
    level: whole(1, 6)
    armor: whole(1, 60)
    attacks: Annotated[list[Attack], Field(min_length=1, max_length=4)]


class Preference(Entry):
    """Where a Horseman rides: lists of sites, the first with one left counts (A.12.5)."""

    lists: Annotated[list[Annotated[list[SiteId], Field(min_length=1)]], Field(min_length=3, max_length=3)]


class Possessed(Entry):
    """A possessed token (A.2)."""

    armor: whole(-5, 10)
    attack: whole(-5, 10)
    psychic: Small
    fame: whole(-5, 10)
    count: Count


class Trap(Foe):
    """A trap of a ziggurat or pyramid, by the colour rolled (A.5.2): one attack, no Armor."""

    site: Literal["ziggurat", "pyramid"]
    colour: Mana
    fame: Literal[0] = 0
    attacks: Annotated[list[Attack], Field(min_length=1, max_length=1)]


class RulerGain(Model):
    """What a defender gains while a colour shows in the Source (A.13.4)."""

    armor: Small = 0
    attack: Small = 0
    element: Literal["", "fire", "ice"] = ""
    ability: Literal["", "swift", "brutal", "poison", "paralyze"] = ""


class RulerGround(Model):
    """What its attacks gain by the terrain of the space the city is assaulted from (A.13.4)."""

    attack: Small = 0
    cold_fire: list[Literal["day", "night"]] = []


class Ruler(Entry):
    """A Mage Knight ruling a city: what it does for the defender that carries its Shield (A.13.4)."""

    mark: Literal["none", "highest", "lowest", "added"]
    moves: bool = False
    summons: bool = False
    armor: Small = 0
    attack: Small = 0
    attack_alone: Small | None = None
    resistances: list[Resistance] = []
    element: Literal["", "fire", "ice"] = ""
    attack_with_element: Small | None = None
    in_source: dict[Colour, RulerGain] = {}
    from_terrain: dict[Terrain, RulerGround] = {}
