"""Shape of the content files: one pydantic model per table, strict, no unknown keys.

A file is a TOML document whose top-level tables are entries keyed by id; the key `source` says where its numbers come
from. `TABLES` maps table names to models. Descriptive fields (`DESCRIPTIVE`) never reach the core and cannot be
overridden. What holds between entries (ids that must exist, rows that must be complete) is in `crosschecks`.
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
    Wall,
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


class Asked(Model):
    """What a challenge asks for at the end of the game; 0 or false asks nothing."""

    wounds: Small = 0
    spells: Small = 0
    colours: bool = False
    unit_levels: Small = 0
    conqueror: Small = 0
    adventurer: Small = 0
    kept: Small = 0
    basics: bool = False
    action_colours: bool = False
    artifacts: Small = 0
    crystals: whole(0, 12) = 0


class ChallengePoints(Model):
    """Points in place of the standard ones (R17.1); 0 or false leaves those."""

    spell: Small = 0
    action: Small = 0
    artifact: Small = 0
    conqueror: Small = 0
    adventurer: Small = 0
    level: Small = 0
    each_crystal: bool = False
    wounded_full: bool = False
    no_beating: bool = False
    highest_kept: bool = False
    kept: Small = 0
    last_space: bool = False


class Challenge(Entry):
    """The challenge of a Hero (A.12.8): first Skill, tiles that must be there, what is asked, points."""

    skill: str
    tiles: Annotated[list[Annotated[list[str], Field(min_length=1, max_length=2)]], Field(max_length=4)] = []
    asked: Asked = Asked()
    points: ChallengePoints = ChallengePoints()


class FactionToken(Entry):
    """A faction token (A.6): what it does once, in the effect notation."""

    faction: Literal["apocalypse_cult", "council_of_the_void"]
    effect: str
    healing: bool = False
    count: Count


class QuestStep(Model):
    """A step of a quest card (A.9.3); `estimates` names the keys that stand for something not in the sources."""

    id: Annotated[str, Field(pattern=r"^[1-4][abc]?$")]
    sites: list[SiteId | Literal["none", "inhabited", "adventure"]] = []
    terrain: list[Terrain] = []
    place: list[
        Literal[
            *("mark", "marker", "away", "safe", "unconquered", "own", "taken", "ruined", "coast", "lakeside", "line"),
            *("keep_near", "tomb_near", "marker_near", "unmoved"),
        ]
    ] = []
    influence: Small = 0
    influence_strong: Small = 0  # 0 = as elsewhere
    mana: whole(0, 3) = 0
    wounds: whole(0, 3) = 0
    rep: whole(-3, 0) = 0
    does: Literal[
        *("none", "fight", "card", "one", "beat", "beat_fame", "beat_brown", "beat_red", "beat_other", "terrain"),
        *("herb", "goblins", "new_mine", "own_marker", "hide", "lair", "flee", "wander", "assault", "mine", "recruit"),
        *("escort", "restore", "siege", "stand", "leave", "tier", "unit", "merchant", "curse", "pass", "lift"),
        *("destiny", "crystal", "site", "omen"),
    ] = "none"
    by: Literal["nothing", "level", "distance", "note"] = "nothing"
    limits: Annotated[list[whole(0, 60)], Field(max_length=3)] = []
    foes: Annotated[list[Annotated[list[TokenColour], Field(min_length=1, max_length=3)]], Field(max_length=4)] = []
    gains: Annotated[list[str], Field(max_length=4)] = []
    points: whole(0, 3) = 0
    flags: list[
        Literal[
            *("fails", "ends", "lays", "hidden", "cult", "council", "half", "kept", "no_ranged", "unbeatable"),
        ]
    ] = []
    estimates: list[Literal["sites", "influence", "mana", "does", "gains", "kept"]] = []
    note: str = ""

    @model_validator(mode="after")
    def _bands_agree(self):
        bands = 1 if self.by == "nothing" else len(self.limits) + 1
        for name in ("foes", "gains"):
            given = getattr(self, name)
            if given and len(given) not in (1, bands):
                raise ValueError(f"{len(given)} {name} for {bands} bands")
        if (self.by == "nothing") == bool(self.limits):
            raise ValueError("limits are given exactly with what they are read by")
        return self


class Quest(Entry):
    """A quest card (A.9): what it needs to be begun, what is done when it is revealed, its steps in order."""

    number: whole(1, 30)
    kind: Literal["simple", "personal", "independent", "collective"]
    starting: bool = False
    markers: whole(0, 4) = 0
    keeps_marker: bool = False
    requires: whole(-10, 10) | None = None
    reveal: Literal["nothing", "unit", "spell", "mana", "enemy"] = "nothing"
    enemy: str = ""
    holds: list[whole(0, 3)] = []
    flags: list[Literal["unburned", "stays", "bound", "follows"]] = []
    dealt: bool = True
    payment_change: whole(-2, 3) = 0  # added to every payment of its steps that is an estimate
    steps: Annotated[list[QuestStep], Field(min_length=1, max_length=6)]

    @model_validator(mode="after")
    def _steps_are_in_order(self):
        ids = [step.id for step in self.steps]
        if ids != sorted(set(ids)) or [i for i, _ in enumerate(sorted({id_[0] for id_ in ids}), 1)] != [
            int(number) for number in sorted({id_[0] for id_ in ids})
        ]:
            raise ValueError("steps are numbered from 1 without a gap, each once")
        if self.estimated and not any(step.estimates for step in self.steps):
            raise ValueError("an estimated card names its estimates in the steps")
        if self.kind == "independent" and any(step.does == "one" for step in self.steps):
            raise ValueError("one token a seat lies on an independent quest")
        return self


class Level(Entry):
    """A Hero level (R1.1)."""

    fame: whole(0, 255)
    armor: whole(1, 20)
    hand_limit: whole(1, 20)
    command: whole(0, 8)


class TerrainCost(Entry):
    """Move cost by Day and Night; `x` = cannot be entered (R1.3)."""

    day: whole(0, 20) | Literal["x"]
    night: whole(0, 20) | Literal["x"]
    night_other: whole(0, 20) | Literal["x"] | None = None  # with rules.night_costs = "all_land", default as at Night


class ReputationSpace(Entry):
    """Modifier of one Reputation space; `X` = no interaction (R1.2)."""

    modifier: whole(-20, 20) | Literal["X"]


class Rule(Entry):
    """A ruling: the reading played; with a `default` it is a switch `rules.ID`, true or false or one of `values`."""

    number: Annotated[str, Field(pattern=r"^\d+[a-z]?$")]
    reading: str
    kind: Literal["text", "ruling", "estimated"]
    reason: str
    default: bool | str | None = None
    values: list[str] = []
    needs: Literal["", "dragon", "cities", "dummy"] = ""  # what a scenario must have for it to matter
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
    "rules": Rule,
}
CARD_TABLES = ("basic_actions", "advanced_actions", "spells", "artifacts")
