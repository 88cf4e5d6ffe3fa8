"""A state of a game in words: who and what is there, by name."""

from __future__ import annotations

from mkbalance._mageknight import ids
from mkbalance._mageknight import state as _state
from mkbalance._mageknight.session import Session
from mkbalance.mageknight.names import (
    ABILITIES,
    HEADS,
    NONE,
    Names,
    bits,
    colours,
    direction,
    element,
    site,
    terrain,
)

__all__ = ["TASKS", "Situation", "place"]

TASKS = {int(v): n.removeprefix("OP_").lower() for n, v in ids.Op.__members__.items()} | {
    int(v): n.lower() for n, v in _state.Task.__members__.items()
}
RUIN_UP = 8  # Space.flags
STEPS = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))  # in q and r, from north-east clockwise
OFFENSIVE = 127  # Ability bits that belong to an attack


class Situation:
    """Everything a reader needs to know about a state, taken once.

    Parameters
    ----------
    session : Session
    names : Names
    """

    def __init__(self, session: Session, names: Names):
        self.names = names
        self.seat, self.step, self.over = session.seat, session.step, session.over
        self.player = session.player(session.seat)
        self.skills = [session.player(seat)["skills"] for seat in range(session.n_seats)]
        self.table, self.turn = session.table(), session.turn()
        self.foes, self.combat = session.foes(), session.combat()
        self.spaces, self.cities = session.spaces(), session.cities()
        self.acting: int | None = None  # the dummy whose turn is told
        self.pending, self.drawn = session.pending(), session.drawn()

    @property
    def task(self) -> str:
        """Name of the opcode or task that asks, empty at an ordinary step."""
        return TASKS.get(self.pending[0], "") if self.pending else ""

    def foe(self, index: int) -> str:
        """Name of an enemy of the fight; numbered where several are alike."""
        if index >= len(self.foes):
            return f"enemy {index}"
        all_ = [self.names.foe(foe) for foe in self.foes]
        alike = [i for i, name in enumerate(all_) if name == all_[index]]
        return all_[index] + (f" #{alike.index(index) + 1}" if len(alike) > 1 else "")

    def attack(self, foe: int, attack: int) -> str:
        """One attack of an enemy."""
        if foe >= len(self.foes) or attack >= len(self.foes[foe]["attacks"]):
            return "attack"
        value, kind, _, traits = self.foes[foe]["attacks"][attack]
        return " ".join([f"attack {value}", *([element(kind)] if kind else []), *bits(traits & OFFENSIVE, ABILITIES)])

    def unit(self, slot: int) -> str:
        """Name of an own Unit."""
        units = self.player["units"]
        return self.names.unit(units[slot]["kind"]) if slot < len(units) else f"Unit {slot}"

    def _skill_row(self, slot: int, owner: int) -> int | None:
        skills = self.skills[owner - 1] if owner else self.player["skills"]
        return skills[slot] if slot < len(skills) else None

    def skill(self, slot: int, owner: int = 0) -> str:
        """Name of an own Skill, or of one in the centre: `owner` is 1 + its seat."""
        row = self._skill_row(slot, owner)
        return f"Skill {slot}" if row is None else self.names.skill(row)

    def skill_effect(self, slot: int, option: int, owner: int = 0) -> str:
        """What an option of that Skill does, in the effect notation."""
        row = self._skill_row(slot, owner)
        return "" if row is None else self.names.skill_effect(row, option)

    def place(self, index: int | None) -> str:
        """A space: coordinates, terrain, site."""
        if index is None or index == NONE:
            return "the portal" if index is None else "nowhere"
        space = self.spaces[index]
        ruin = space["site"] == int(ids.Site.RUINS) and space["flags"] & RUIN_UP and space["extra"] is not None
        return place(space) + (f" ({self.names.ruins(space['extra'])})" if ruin else "")

    def beside(self, towards: int) -> str:
        """The space next to the Hero in a direction, with its tokens; from 6 on one of the twelve two steps away."""
        q, r = STEPS[towards] if towards < len(STEPS) else ring(towards - len(STEPS))
        here = self.spaces[self.player["space"]]
        for space in self.spaces:
            if (space["q"], space["r"]) == (here["q"] + q, here["r"] + r):
                tokens = [self.names.enemy(row) for row, up in space["tokens"] if up]
                return place(space) + (f" with {', '.join(tokens)}" if tokens else "")
        return direction(towards)


def ring(number: int) -> tuple[int, int]:
    """Return how far in q and r the places lie that are two steps away, from north-east clockwise."""
    one, other = STEPS[number // 2], STEPS[(number + 1) // 2 % len(STEPS)]
    return one[0] + other[0], one[1] + other[1]


def place(space: dict) -> str:
    """Return a space in words: ``(2,-1) hills, keep``."""
    parts = [terrain(space["terrain"])]
    if space["lair"]:
        parts.append("lair of the dragon")
    if space["site"]:
        name = site(space["site"])
        if space["mines"]:
            name = f"{colours(space['mines'])} {name}"
        if space["flags"] & 1:
            name = f"destroyed {name}"
        elif space["flags"] & 2:
            name = f"burned {name}"
        elif space["flags"] & 4:
            name = f"conquered {name}"
        parts.append(name)
    parts += [f"Horseman {HEADS[kind]}" for kind in space["horsemen"]]
    parts += ["proxy"] * len(space["proxies"])
    return f"({space['q']},{space['r']}) {', '.join(parts)}"
