"""Words and base classes of the content files: colours, terrains, sites, abilities, and the strict `Entry`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

Colour = Literal["red", "blue", "green", "white"]
Mana = Literal["red", "blue", "green", "white", "gold", "black"]
TokenColour = Literal["green", "grey", "brown", "violet", "white", "red"]
Expansion = Literal["base", "lost_legion", "shades_of_tezla", "apocalypse_dragon", "krang", "ultimate_bonus"]
Terrain = Literal["plains", "hills", "forest", "wasteland", "desert", "swamp", "lake", "mountain", "ocean"]
SiteId = Literal[
    "portal",
    "village",
    "monastery",
    "keep",
    "mage_tower",
    "city",
    "mine",
    "glade",
    "dungeon",
    "tomb",
    "monster_den",
    "spawning_grounds",
    "ruins",
    "maze",
    "labyrinth",
    "refugee_camp",
    "oasis",
    "ziggurat",
    "pyramid",
    "marauding_orcs",
    "draconum",
    "volkares_camp",
]
Ability = Literal[
    "swift",
    "brutal",
    "poison",
    "paralyze",
    "assassination",
    "cumbersome",
    "vampiric",
    "fortified",
    "unfortified",
    "elusive",
    "arcane_immunity",
]
Resistance = Literal["physical", "fire", "ice"]
Attack = Annotated[
    str,
    Field(
        pattern=(
            r"^(\d{1,2} (physical|fire|ice|coldfire|psychic)|summon (possessed )?(green|grey|brown|violet|white|red))$"
        )
    ),
]
Direction = Literal["C", "NE", "E", "SE", "SW", "W", "NW"]
Word = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$", max_length=40)]
Wall = Annotated[str, Field(pattern=r"^(C|NE|E|SE|SW|W|NW)-(C|NE|E|SE|SW|W|NW)$")]

DIRECTIONS = ("C", "NE", "E", "SE", "SW", "W", "NW")
DESCRIPTIVE = frozenset(
    {
        "name",
        "source",
        "note",
        "verified",
        "estimated",
        "estimate_reason",
        "alternatives",
        "known",
        "powered_name",
    }
)


def whole(low: int, high: int) -> object:
    """Return the type of a whole number from `low` to `high`."""
    return Annotated[int, Field(ge=low, le=high)]


Count = whole(0, 40)
Small = whole(0, 20)
Points = whole(0, 60)


class Model(BaseModel):
    """Strict, immutable, without unknown keys."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Entry(Model):
    """What every entry may carry besides its numbers."""

    name: str = ""
    source: str = ""
    note: str = ""
    verified: bool = False
    estimated: bool = False
    estimate_reason: str = ""
    alternatives: dict[
        Word, dict[str, Any]
    ] = {}  # beside an estimate: other values of its fields, by name (estimates.py)
    differs: str = ""  # where what is played is less than what is printed
    scope: str = ""  # an entry without behaviour: what would have to be there before it can occur in a game

    @model_validator(mode="after")
    def _estimates_say_why(self):
        if self.estimated and not self.estimate_reason:
            raise ValueError("estimated = true needs estimate_reason")
        if self.alternatives and not self.estimated:
            raise ValueError("alternatives stand beside an estimate, but estimated is false")
        if "used" in self.alternatives:
            raise ValueError("'used' is the estimate itself, an alternative has another name")
        return self
