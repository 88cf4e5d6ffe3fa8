"""Shape of a scenario: the parameters of one mode, and the scenario file that holds several modes.

A file has `[common]` parameters, `[modes.MODE]` with what differs, and `[modes.MODE.by_players.N]` with what depends on
the number of players. The parameters are also the override paths `scenario.…`.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, field_validator, model_validator

from mkbalance.mageknight.vocabulary import Direction, Entry, Model, SiteId

HEAD_LEVELS = 12
DUMMY_CARDS = 64  # places that the dummies' decks share in the core (PILE_CAP)
CROWDED = 18  # level of a Megapolis from which it may have ten defenders, all that the core holds
DIAL = 11  # highest level on the dial of a city (R11.1); a Megapolis has two of them (R20.9)
HEADS = ("war", "famine", "death", "pestilence")
PlayedExpansion = Literal["base", "lost_legion", "shades_of_tezla", "apocalypse_dragon"]
Level = Annotated[int, Field(ge=1, le=12)]
DragonAction = Literal["none", "destroy", "attack"]
Opponent = Literal["dummy", "proxy"]  # a dummy player (R16), a proxy player (A.11)
Count = Annotated[int, Field(ge=0, le=255)]
DEALS = 1 << 16  # uint16_t of the core
Deal = Annotated[int, Field(ge=0, le=DEALS - 1)]


class Start(Model):
    """Where every Hero starts (R2.9, R19.1)."""

    fame: Annotated[int, Field(ge=0, le=119)] = 0
    reputation: Annotated[int, Field(ge=-7, le=7)] = 0


class Place(Model):
    """A place of a predefined map: lattice coordinates, x to the north-east, y to the north, and the tile's back."""

    x: Annotated[int, Field(ge=-3, le=3)]
    y: Annotated[int, Field(ge=-3, le=3)]
    kind: Literal["countryside", "core", "city"]


class KeptSites(Model):
    """Exactly so many of the tiles of a kind have this site (A.12.2)."""

    site: SiteId | Literal[""] = ""
    number: Annotated[int, Field(ge=0, le=17)] = 0


class TileRules(Model):
    """Map shape and choice of tiles (R2.6, R18)."""

    shape: Literal["wedge", "open", "open_4", "open_3", "predefined"] = "wedge"
    layout: Annotated[list[Place], Field(max_length=19)] = []
    first: str = ""
    core_on_coast: bool = False
    sorted: bool = False
    forced_core: str = ""
    countryside: KeptSites = KeptSites()
    core: KeptSites = KeptSites()
    top: SiteId | Literal[""] = ""  # a site of the first countryside tile (A.12.1)
    free: bool = False  # an explored tile may be turned before it is placed (A.12.7)
    expansions: Annotated[list[PlayedExpansion], Field(min_length=1)] = ["base", "lost_legion"]

    @model_validator(mode="after")
    def _layout_is_whole(self):
        if (self.shape == "predefined") != bool(self.layout and self.first):
            raise ValueError("a predefined map has a layout and a first tile, another shape has neither")
        if len({(place.x, place.y) for place in self.layout}) != len(self.layout):
            raise ValueError("two places of the layout are the same")
        if self.layout and (self.layout[0].x, self.layout[0].y) != (0, 0):
            raise ValueError("the layout begins with the middle, x = 0 and y = 0")
        if self.forced_core and self.core.site:
            raise ValueError("forced_core and core.site cannot both choose the core tiles")
        if self.shape == "predefined" and (self.countryside.site or self.core.site or self.top):
            raise ValueError("a predefined map chooses no tiles by their sites")
        if self.sorted and (self.countryside.site or self.top):
            raise ValueError("sorted tiles cannot be chosen by their sites too")
        return self


class TokenRules(Model):
    """Expansions whose enemy tokens and Units are mixed in."""

    expansions: Annotated[list[Literal["base", "lost_legion", "shades_of_tezla"]], Field(min_length=1)] = [
        "base",
        "lost_legion",
    ]


class UnitRules(Model):
    """Restrictions on the Unit offer."""

    elites: bool = True
    village: bool = False


class CityRules(Model):
    """To be conquered, friendly (R11.7) or closed; levels in order of reveal, above 11 a Megapolis (R20.9)."""

    mode: Literal["hostile", "friendly", "closed"] = "hostile"
    levels: Annotated[list[Annotated[int, Field(ge=1, le=2 * DIAL)]], Field(max_length=4)] = []
    rulers: bool = False  # a Mage Knight rules each city to be conquered (A.13.4)
    dragon: Literal["none", "last", "die"] = "none"  # the dragon in place of a city (A.13.2)


class HeadLevels(Model):
    """Start level of each head; the control head follows the highest (A.7.1)."""

    war: Level = 1
    famine: Level = 1
    death: Level = 1
    pestilence: Level = 1


class DragonRules(Model):
    """The Apocalypse Dragon: turns in the air and lair (A.12.4)."""

    present: bool = False
    heads: HeadLevels = HeadLevels()
    turns: Annotated[list[DragonAction], Field(min_length=5, max_length=5)] = ["none"] * 5
    lair_tile: str = ""
    lair_hexes: Annotated[list[Direction], Field(max_length=3)] = []
    place: Literal["lair", "last_city"] = "lair"
    destroyed_tokens: Annotated[int, Field(ge=0, le=64)] = 0
    random_heads: bool = False

    @model_validator(mode="after")
    def _lair_is_whole(self):
        if self.present and len(set(self.lair_hexes)) != 3:
            raise ValueError("a dragon needs three different lair_hexes")
        if self.present and (self.place == "lair") != bool(self.lair_tile):
            raise ValueError("a dragon in its lair needs lair_tile, one on the last city tile has none")
        return self


class HorsemenRules(Model):
    """The four Horsemen: what they are up to, their level, when they come, the horses variant (A.12.3, A.12.5)."""

    present: bool = False
    goal: Literal["destroy", "ritual"] = "destroy"
    level: Annotated[int, Field(ge=1, le=6)] = 1
    tiles: Annotated[list[Annotated[int, Field(ge=1, le=31)]], Field(min_length=4, max_length=4)] = [1, 2, 4, 6]
    horses: bool = False


class QuestRules(Model):
    """Quests (A.9): how many cards the offer holds (0 = players + 2, alone 4), are there at first, leave each Round;
    Fame a quest point and for the Greatest Quester, who is named in competitive games (A.13.1).
    """

    present: bool = False
    offer: Annotated[int, Field(ge=0, le=6)] = 0
    first: Annotated[int, Field(ge=0, le=6)] = 2
    leave: Annotated[int, Field(ge=0, le=6)] = 2
    fame: Annotated[int, Field(ge=0, le=10)] = 1
    title: Annotated[int, Field(ge=0, le=20)] = 3
    title_tied: Annotated[int, Field(ge=0, le=20)] = 1


class StartDraws(Model):
    """Cards drawn beyond the level when a character is made (T.7, AD p.21)."""

    actions: Annotated[int, Field(ge=-10, le=10)] = 2
    units: Annotated[int, Field(ge=-10, le=10)] = 1
    spells: Annotated[int, Field(ge=-10, le=10)] = 0
    artifacts: Annotated[int, Field(ge=-10, le=10)] = -1
    tokens: Annotated[int, Field(ge=-10, le=10)] = -2


class StartPrices(Model):
    """Influence of what is bought when a character is made; Units cost what is printed (T.7, AD p.21)."""

    action: Annotated[int, Field(ge=1, le=60)] = 6
    spell: Annotated[int, Field(ge=1, le=60)] = 9
    spell_with_crystal: Annotated[int, Field(ge=1, le=60)] = 7
    artifact: Annotated[int, Field(ge=1, le=60)] = 12
    token: Annotated[int, Field(ge=1, le=60)] = 3
    crystal: Annotated[int, Field(ge=1, le=60)] = 3


class HigherLevel(Model):
    """How characters of a higher level are made (T.7); `tokens` are the factions drawn from, if any."""

    influence: Annotated[int, Field(ge=0, le=25)] = 6
    draws: StartDraws = StartDraws()
    prices: StartPrices = StartPrices()
    tokens: list[Literal["apocalypse_cult", "council_of_the_void"]] = []


class RandomCrystals(Model):
    """Variant: what may be gained in place of a random crystal, and when (A.13.7); `factions` gives the tokens.

    `quest` turns up a quest card for the player alone.
    """

    when: list[Literal["full_colour", "all_full", "black"]] = []
    instead: list[Literal["reroll", "faction_token", "quest"]] = []
    factions: Annotated[list[Literal["apocalypse_cult", "council_of_the_void"]], Field(min_length=1)] = [
        "apocalypse_cult",
        "council_of_the_void",
    ]

    @model_validator(mode="after")
    def _both_or_neither(self):
        if bool(self.when) != bool(self.instead):
            raise ValueError("random_crystals names both when and instead, or neither")
        return self


class RestorationRules(Model):
    """The scenario card that destroys sites, and what the goal asks for (A.12.2)."""

    present: bool = False
    destroyed_tokens: Annotated[int, Field(ge=0, le=64)] = 16
    tokens: Annotated[int, Field(ge=0, le=64)] = 0
    floors: Annotated[int, Field(ge=0, le=12)] = 0
    ziggurats: Annotated[int, Field(ge=0, le=2)] = 0
    pyramids: Annotated[int, Field(ge=0, le=2)] = 0


class Scoring(Model):
    """Points beside Fame and the standard achievements (R17)."""

    head: Count = 0
    horseman: Count = 0
    goal: Count = 0
    city: Count = 0
    round: Count = 0
    dummy: Count = 0
    unannounced: Count = 0
    restored: Count = 0  # per Destroyed Site token
    reputation: Count = 0  # per point of the Reputation modifier
    outcast: Count = 0  # lost at X
    base: Literal["fame", "quests"] = "fame"  # Fame and achievements, or quest points in their place
    ascended: Count = 0  # per ziggurat or pyramid with a floor conquered


class Victory(Model):
    """What must hold when the game is over, where its end is no victory by itself (A.12.1)."""

    reputation: Annotated[int, Field(ge=-5, le=5)] | None = None


class Chance(Model):
    """Which deal of each source of chance a game gets: 0 is that of its number, every other number another one
    (docs/random-streams.md). Two settings that differ in a deal alone are the same setting with other luck.
    """

    map: Deal = 0
    tokens: Deal = 0
    decks: Deal = 0
    hands: Deal = 0
    dice: Deal = 0
    opponents: Deal = 0
    player: Deal = 0


class Parameters(Model):
    """Everything that defines one mode of a scenario for one number of players."""

    rounds: Annotated[int, Field(ge=1, le=12)]
    first: Literal["day", "night"] = "day"
    countryside: Annotated[int, Field(ge=0, le=17)]
    cores: Annotated[int, Field(ge=0, le=8)]
    cities: Annotated[int, Field(ge=0, le=4)]
    extra_dice: Annotated[int, Field(ge=0, le=4)] = 0
    extra_units: Annotated[int, Field(ge=0, le=8)] = 0
    fame_per_level: Annotated[int, Field(ge=0, le=20)] = 0
    fame_per_tile: Annotated[int, Field(ge=0, le=20)] = 0
    remove_tactics: bool = False
    opponents: Annotated[list[Opponent], Field(max_length=3)] = ["dummy"]
    proxy_floors: bool = True  # ziggurats and pyramids are objectives of a proxy player (A.11.2)
    tactic_order: Literal["lowest_fame", "passing"] = "lowest_fame"  # A.13.5
    competitive: bool = False
    challenge: bool = False
    teleport: bool = False
    ends: list[Literal["dragon", "city_revealed", "cities", "horsemen", "restored"]]
    start_level: Annotated[int, Field(ge=0, le=10)] = 0  # 0 = the printed start, else T.7
    higher_level: HigherLevel = HigherLevel()
    start: Start = Start()
    tiles: TileRules = TileRules()
    tokens: TokenRules = TokenRules()
    units: UnitRules = UnitRules()
    city: CityRules = CityRules()
    dragon: DragonRules = DragonRules()
    horsemen: HorsemenRules = HorsemenRules()
    quests: QuestRules = QuestRules()
    random_crystals: RandomCrystals = RandomCrystals()
    restoration: RestorationRules = RestorationRules()
    victory: Victory = Victory()
    chance: Chance = Chance()
    edition: str = ""
    editions: dict[str, Scoring] = {}  # scoring of each printing; `edition` chooses, `scoring` stands above it
    scoring: Scoring = Scoring()

    @field_validator("opponents", mode="before")
    @classmethod
    def _opponents_by_name(cls, value):
        """`proxy`, or several joined by `+`, stand for the list."""
        return [name for name in value.split("+") if name != "none"] if isinstance(value, str) else value

    @model_validator(mode="after")
    def _opponents_fit(self):
        if "proxy" in self.opponents and self.competitive:
            raise ValueError("a proxy player takes part in solo and cooperative games only (A.11)")
        if "proxy" in self.opponents and self.horsemen.present and self.horsemen.goal == "ritual":
            raise ValueError("the ritual closes the portal, and the rules of the proxy player name no other way in")
        if self.opponents and 15 + self.rounds > DUMMY_CARDS // len(self.opponents):
            raise ValueError(f"{len(self.opponents)} dummy decks have no room for the cards of {self.rounds} Rounds")
        return self

    @model_validator(mode="after")
    def _variants_of_cities_fit(self):
        levels = self.city.levels[: self.cities]
        if (self.city.rulers or self.city.dragon != "none") and (self.city.mode != "hostile" or not self.cities):
            raise ValueError("city.rulers and city.dragon need cities to be conquered")
        if self.city.rulers and max(levels, default=0) >= CROWDED:
            raise ValueError(f"a city of level {CROWDED} or more has no room for the defender that a ruler may add")
        if self.city.dragon == "none":
            return self
        if self.dragon.present:
            raise ValueError("city.dragon: the dragon is in this scenario already")
        replaced = levels[-1:] if self.city.dragon == "last" else levels
        if max(replaced, default=0) > HEAD_LEVELS:
            raise ValueError(f"city.dragon: the heads go up to level {HEAD_LEVELS}, a city is of level {max(replaced)}")
        return self

    @model_validator(mode="after")
    def _goal_can_be_met(self):
        if "dragon" in self.ends and not self.dragon.present:
            raise ValueError("ends with the dragon, but dragon.present is false")
        if self.dragon.present and self.dragon.place == "last_city" and not self.cities:
            raise ValueError("dragon.place is last_city, but there is no city tile")
        if self.horsemen.present and self.horsemen.goal == "destroy" and not self.dragon.present:
            raise ValueError("Horsemen that destroy sites empower the dragon, but dragon.present is false")
        if self.horsemen.present and self.horsemen.goal == "ritual" and self.tiles.shape != "predefined":
            raise ValueError("Horsemen that gather for their ritual need a predefined map")
        if "horsemen" in self.ends and not self.horsemen.present:
            raise ValueError("ends with the Horsemen, but horsemen.present is false")
        if self.quests.present and "base" not in self.tokens.expansions:
            raise ValueError("quests draw enemies of every colour and the Werewolf: tokens.expansions needs base")
        if "quest" in self.random_crystals.instead and not self.quests.present:
            raise ValueError("random_crystals.instead names quest, but quests.present is false")
        if self.quests.present and self.quests.offer and self.quests.first > self.quests.offer:
            raise ValueError(f"quests.first is {self.quests.first}, the offer holds {self.quests.offer}")
        if "restored" in self.ends and not self.restoration.present:
            raise ValueError("ends when sites are restored, but restoration.present is false")
        if self.restoration.present and self.dragon.present:
            raise ValueError("the dragon and the scenario card both destroy sites: one of them")
        if self.dragon.present and self.tiles.free:
            raise ValueError("where a dragon lies no tile may be turned")
        for kind, field in (("countryside", "countryside"), ("core", "cores"), ("city", "cities")):
            there = sum(place.kind == kind for place in self.tiles.layout)
            if self.tiles.layout and there != getattr(self, field):
                raise ValueError(f"the layout has {there} places for {kind} tiles, {field} is {getattr(self, field)}")
        if self.city.mode == "hostile" and len(self.city.levels) < self.cities:
            raise ValueError(f"city.levels names {len(self.city.levels)} levels for {self.cities} hostile cities")
        larger = sum(level > DIAL for level in self.city.levels[: self.cities])
        if self.city.mode == "hostile" and self.cities + larger > 4:
            raise ValueError(f"{self.cities} cities, {larger} of them a Megapolis of two, but there are four in all")
        if "cities" in self.ends and (self.city.mode != "hostile" or not self.cities):
            raise ValueError("ends with the cities, but there is none to conquer")
        if "city_revealed" in self.ends and not self.cities:
            raise ValueError("ends when a city is revealed, but there is none")
        return self


class Mode(Entry):
    """What a scenario file says about one mode, apart from its parameters."""

    playable: bool
    players: Annotated[list[Annotated[int, Field(ge=1, le=4)]], Field(min_length=1)]
