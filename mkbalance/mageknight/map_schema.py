"""What lies on the map: tiles and their spaces, sites, cities, ruins, floors, what is restored, terrain.

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
    Points,
    SiteId,
    Small,
    Terrain,
    TokenColour,
    Wall,
    whole,
)


class Hex(Model):
    """One space of a tile."""

    terrain: Terrain
    site: SiteId | None = None
    mines: list[Colour] = []
    city: Colour | None = None

    @model_validator(mode="after")
    def _site_and_colours_agree(self):
        if bool(self.mines) != (self.site == "mine"):
            raise ValueError("mines is given exactly for the site mine")
        if (self.city is not None) != (self.site == "city"):
            raise ValueError("city is given exactly for the site city")
        return self


class Hexes(Model):
    """The seven spaces of a tile by direction from its centre."""

    C: Hex
    NE: Hex
    E: Hex
    SE: Hex
    SW: Hex
    W: Hex
    NW: Hex


class Tile(Entry):
    """A map tile; `walls` name the two spaces they stand between (L.2.1)."""

    number: Small
    kind: Literal["start", "countryside", "core", "city", "camp"]
    expansion: Expansion
    walls: list[Wall] = []
    hexes: Hexes


class Site(Entry):
    """What a site is and sells; prices in Influence, 0 = not sold (R10, R11)."""

    expansion: Expansion = "base"
    inhabited: bool = False
    fortified: bool = False
    adventure: bool = False
    recruits: bool = False
    destructible: bool = False
    protects: whole(0, 4) = 0
    heal_cost: Small = 0
    spell_cost: Small = 0
    action_cost: Small = 0
    artifact_cost: Small = 0
    elite_cost: Small = 0
    crystal_cost: Small = 0
    crystal_price: Small = 0


class Garrison(Model):
    """Tokens by colour."""

    green: Small = 0
    grey: Small = 0
    brown: Small = 0
    violet: Small = 0
    white: Small = 0
    red: Small = 0


class City(Entry):
    """Garrison of a city colour at one level (R11.1); five tokens at most."""

    colour: Colour
    level: whole(1, 11)
    garrison: Garrison

    @model_validator(mode="after")
    def _one_to_five(self):
        if not 1 <= sum(self.garrison.model_dump().values()) <= 5:
            raise ValueError("a garrison has one to five tokens")
        return self


class ManaCost(Model):
    """Mana by basic colour."""

    red: Small = 0
    blue: Small = 0
    green: Small = 0
    white: Small = 0


class Ruins(Entry):
    """A ruins token: an altar or enemies with a reward (R10.9)."""

    expansion: Expansion
    count: Count
    altar: ManaCost | None = None
    fame: Points = 0
    enemies: Annotated[list[TokenColour], Field(max_length=3)] = []
    artifacts: whole(0, 3) = 0
    spells: whole(0, 3) = 0
    actions: whole(0, 3) = 0
    units: whole(0, 3) = 0
    crystals: whole(0, 3) = 0

    @model_validator(mode="after")
    def _altar_or_enemies(self):
        if (self.altar is None) != bool(self.enemies):
            raise ValueError("a token has either an altar or enemies")
        return self


class Floor(Entry):
    """A floor of a ziggurat or pyramid: its enemy and what leaving by it brings (A.5.2)."""

    site: Literal["ziggurat", "pyramid"]
    floor: whole(1, 3)
    enemy: TokenColour
    crystals: whole(0, 3) = 0
    spells: whole(0, 3) = 0
    artifacts: whole(0, 3) = 0


class CardTokens(Model):
    """Destroyed Site tokens for a possessed rampager, by the colour of its token."""

    green: whole(0, 4) = 0
    red: whole(0, 4) = 0


class Restoration(Entry):
    """A row of the card of Against the Apocalypse: what it strikes, what restoring costs and brings (A.12.2)."""

    row: whole(1, 9)
    sites: Annotated[list[SiteId], Field(min_length=1)]
    start: bool = False
    restorable: bool = True  # false: what it costs is left out, so it cannot be done
    influence: whole(0, 40) = 0
    mana: list[Mana] = []
    crystals: whole(0, 4) = 0
    crystal_colours: list[Colour] = []
    different: bool = False
    fight: TokenColour | None = None
    rep: whole(-7, 7) = 0
    fame: whole(0, 20) = 0
    actions: whole(0, 3) = 0
    shield: bool = False
    tokens: CardTokens = CardTokens()

    @model_validator(mode="after")
    def _costs_are_one_kind(self):
        asked = [bool(self.influence), bool(self.mana or self.crystals), self.fight is not None]
        if sum(asked) > 1:
            raise ValueError("restoring costs Influence, or mana and crystals, or a fight")
        if sum(asked) == 0 and not (self.tokens.green or self.tokens.red):
            raise ValueError("restoring costs something")
        if bool(self.crystals) != bool(self.crystal_colours):
            raise ValueError("crystals and crystal_colours go together")
        if self.different and self.crystals > len(set(self.crystal_colours)):
            raise ValueError("more different crystals than colours")
        return self


class TerrainCost(Entry):
    """Move cost by Day and Night; `x` = cannot be entered (R1.3)."""

    day: whole(0, 20) | Literal["x"]
    night: whole(0, 20) | Literal["x"]
    night_other: whole(0, 20) | Literal["x"] | None = None  # with rules.night_costs = "all_land", default as at Night
