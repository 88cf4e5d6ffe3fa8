"""Paying mana by trying everything (R5)."""

from dataclasses import dataclass, field
from itertools import permutations

BASIC = ("red", "blue", "green", "white")
COLOURS = (*BASIC, "gold", "black")


@dataclass
class Purse:
    """Everything one turn can pay with."""

    tokens: list = field(default_factory=list)  # colours
    crystals: list = field(default_factory=list)
    dice: list = field(default_factory=list)  # faces of the Source
    dice_allowed: int = 1  # R1.5, R5.4
    stored_die: str | None = None  # Mana Steal (R3.2.4): beside the normal die
    night: bool = False
    underground: bool = False  # night rules (R5.3)


def pays_for(colour, purse):
    """Colours that one mana of a colour pays for now (R5.2, R5.3)."""
    night = purse.night or purse.underground
    if colour == "gold":
        return set() if night else {*BASIC, "gold"}
    if colour == "black":
        return {"black"} if night else set()
    return {colour}


def sources(purse):
    """Single mana in the purse as (kind, colour); depleted dice pay for nothing anyway (R5.4)."""
    found = [("token", colour) for colour in purse.tokens]
    found += [("crystal", colour) for colour in purse.crystals]
    found += [("die", colour) for colour in purse.dice]
    if purse.stored_die:
        found.append(("stored", purse.stored_die))
    return found


def payable(demands, purse):
    """Whether distinct mana meet all demands, each a set of colours that would do."""
    pool = sources(purse)
    for chosen in permutations(pool, len(demands)):
        if sum(kind == "die" for kind, _ in chosen) > purse.dice_allowed:
            continue
        if all(pays_for(colour, purse) & demand for (_, colour), demand in zip(chosen, demands, strict=True)):
            return True
    return False


def without(purse, kind, colour):
    """The purse after one mana was spent."""
    left = Purse(
        list(purse.tokens), list(purse.crystals), list(purse.dice), purse.dice_allowed, purse.stored_die, purse.night,
        purse.underground,
    )  # fmt: skip
    if kind == "stored":
        left.stored_die = None
        return left
    {"token": left.tokens, "crystal": left.crystals, "die": left.dice}[kind].remove(colour)
    if kind == "die":
        left.dice_allowed -= 1
    return left


def ways(demands, purse):
    """Mana for the first demand that leaves the others payable, as (colour it counts as, kind, colour)."""
    found = set()
    for kind, colour in set(sources(purse)):
        if kind == "die" and purse.dice_allowed < 1:
            continue
        if payable(demands[1:], without(purse, kind, colour)):
            found |= {(worth, kind, colour) for worth in pays_for(colour, purse) & demands[0]}
    return found
