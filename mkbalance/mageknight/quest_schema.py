"""What is to be reached: quest cards and the challenges of the Heroes.

Parts of `schema`, which says how content is checked.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from mkbalance.mageknight.vocabulary import (
    Entry,
    Model,
    SiteId,
    Small,
    Terrain,
    TokenColour,
    whole,
)


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
