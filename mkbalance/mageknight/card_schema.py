"""What stands on cards of the game: Action cards, Spells, Artifacts, Units, Tactics, Heroes, Skills, faction tokens.

Parts of `schema`, which says how content is checked.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from mkbalance.mageknight.vocabulary import (
    Colour,
    Count,
    Entry,
    Expansion,
    Mana,
    Model,
    Resistance,
    SiteId,
    Small,
    whole,
)


class Card(Entry):
    """A Deed card: both sides in the effect notation (R6)."""

    basic: str
    powered: str
    expansion: Expansion = "base"
    number: int | None = None
    healing: bool = False


class BasicAction(Card):
    """A card of a starting deck; `hero` is `common` or the Hero it belongs to."""

    hero: str
    colours: Annotated[list[Colour], Field(min_length=1, max_length=1)]
    set_aside: bool = False


class AdvancedAction(Card):
    """A card of the Advanced Action deck; two colours for the dual-colour ones. `dealt` false leaves it out."""

    colours: Annotated[list[Colour], Field(min_length=1, max_length=2)]
    dealt: bool = True


class Spell(Card):
    """A Spell; `competitive` ones leave the deck in solo and cooperative games (R16.8)."""

    colours: Annotated[list[Colour], Field(min_length=1, max_length=1)]
    powered_name: str = ""
    dealt: bool = True
    competitive: bool = False


class Artifact(Card):
    """An Artifact; a `banner` is assigned to a Unit (R7.6)."""

    banner: bool = False
    dealt: bool = True


class UnitAbility(Model):
    """One activation of a Unit: effect and the colour of mana it costs."""

    effect: str
    mana: Mana | Literal[""] = ""
    note: str = ""


class Unit(Entry):
    """A Unit card (R7)."""

    kind: Literal["regular", "elite"]
    expansion: Expansion
    level: whole(1, 4)
    cost: Small
    armor: whole(1, 20)
    resistances: list[Resistance] = []
    sites: Annotated[list[SiteId], Field(min_length=1)]
    copies: whole(0, 10)
    rep_factor: whole(-2, 2) = 1
    assault_cost: Small = 0
    damage_cost: Small = 0
    multi: bool = False
    familiar: bool = False
    abilities: Annotated[list[UnitAbility], Field(min_length=1, max_length=8)]


class Tactic(Entry):
    """A Tactic card (R3.2)."""

    time: Literal["day", "night"]
    number: whole(1, 6)
    behaviour: Literal[
        "plain",
        "rethink",
        "mana_steal",
        "planning",
        "great_start",
        "right_moment",
        "long_night",
        "mana_search",
        "meditation",
        "preparation",
        "sparing_power",
    ]


class Hero(Entry):
    """A Hero: crystal dots of the hero card and copies of each card in the starting deck."""

    expansion: Expansion
    crystals: Annotated[list[Colour], Field(min_length=3, max_length=3)]
    deck: dict[str, whole(0, 16)]

    @model_validator(mode="after")
    def _sixteen_cards(self):
        if sum(self.deck.values()) != 16:
            raise ValueError(f"the deck has {sum(self.deck.values())} cards, a starting deck has 16")
        return self


class Skill(Entry):
    """A Skill token (R13.3)."""

    hero: str
    frequency: Literal[
        "once_per_turn",
        "once_per_round",
        "passive",
        "interactive_competitive",
        "interactive_cooperative",
        "unknown",
    ]
    effect: str
    healing: bool = False
    known: bool = True
    dealt: bool = True


class FactionToken(Entry):
    """A faction token (A.6): what it does once, in the effect notation."""

    faction: Literal["apocalypse_cult", "council_of_the_void"]
    effect: str
    healing: bool = False
    count: Count
