"""Small situations for the oracle: a fight, an interaction or a walk to be paid for, made from a seed.

A Hero with up to five cards and two Units stands in a field of seven spaces, with crystals, Source dice, day or night
as the seed has it. Its Deed deck is empty and no enemy summons: nothing that the players cannot see matters.
"""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np

from mkbalance._mageknight import content
from mkbalance._mageknight.ids import Act, CardFlag, CardKind, Element, Site, Step, Terrain, TokenColour, UnitFlag
from mkbalance._mageknight.lab import Lab
from mkbalance.mageknight.compile import compile_tables
from mkbalance.mageknight.model import scenario

CENTRE = 7
CITY = CENTRE + 2  # the space in the east of the field
KEEP = CENTRE + 1
RAMPAGERS = (CENTRE + 3, CENTRE + 4, CENTRE + 5)
EAST, NORTH_EAST = 1, 0
FAMILIES = ("rampagers", "site", "city", "interact", "walk")
FIGHTS = ("rampagers", "site", "city")
TERRAINS = ("hills", "forest", "wasteland", "desert", "swamp", "plains")
DARK = (Site.DUNGEON, Site.TOMB)
COLOURS = {
    Site.KEEP: TokenColour.TOKEN_GREY,
    Site.MAGE_TOWER: TokenColour.TOKEN_VIOLET,
    Site.MONSTER_DEN: TokenColour.TOKEN_BROWN,
    Site.SPAWNING_GROUNDS: TokenColour.TOKEN_BROWN,
    Site.TOMB: TokenColour.TOKEN_RED,
}


@dataclass
class Situation:
    """A game at the decision that is asked about."""

    family: str
    lab: Lab
    path: tuple[int, ...] = ()
    facts: dict[str, Any] = field(default_factory=dict)


@lru_cache
def printed():
    """The printed content."""
    return compile_tables()


@lru_cache
def fields(kind: int) -> content.Tables:
    """Content whose first field is plains: 0 to 3 with a city of that colour in the east, 4 with six terrains."""
    arrays = {name: array.copy() for name, array in printed().arrays.items()}
    first = printed().index["tiles"]["countryside_1"] * 7
    side = printed().index["tiles"]["countryside_2"] * 7
    hexes = arrays["hexes"]
    for row in (*range(first, first + 7), *range(side, side + 7)):
        for name in hexes.dtype.names:
            hexes[name][row] = 0
        hexes["terrain"][row] = int(Terrain.PLAINS)
    if kind < 4:
        hexes["site"][first + 1 + EAST] = int(Site.CITY)
        hexes["city"][first + 1 + EAST] = kind
    else:
        for i, name in enumerate(TERRAINS):
            hexes["terrain"][first + 1 + i] = int(Terrain[name.upper()])
    return content.Tables(arrays)


@lru_cache
def _record(hero: str, fame: int):
    record = scenario("solo_conquest/solo").expand([hero], printed()).copy()
    record["city_mode"] = 0
    record["city_levels"] = [4, 0, 0, 0]
    return record


@lru_cache
def _rows(table: str, kind: int) -> tuple[int, ...]:
    arrays = printed().arrays
    if table == "cards":
        cards = arrays["cards"]
        return tuple(
            i for i in range(len(cards)) if cards["kind"][i] == kind and cards["flags"][i] & CardFlag.CARD_DEALT
        )
    if table == "units":
        units = arrays["units"]
        return tuple(
            i
            for i in range(len(units))
            if units["flags"][i] & UnitFlag.UNIT_DEALT
            and not units["flags"][i] & UnitFlag.UNIT_FAMILIAR
            and (units["flags"][i] & UnitFlag.UNIT_ELITE) == kind
        )
    enemies = arrays["enemies"]
    return tuple(
        i
        for i in range(len(enemies))
        if enemies["colour"][i] == kind
        and enemies["count"][i]
        and enemies["expansion"][i] <= 1
        and not any(
            enemies["element"][i][a] in (Element.SUMMON, Element.SUMMON_POSSESSED)
            for a in range(enemies["n_attacks"][i])
        )
    )


class Maker:
    """Makes the situation of one seed."""

    def __init__(self, seed: int, family: str | None = None) -> None:
        self.rng = np.random.Generator(np.random.Philox(key=seed))
        self.family = family or str(self.rng.choice(FAMILIES, p=[0.3, 0.3, 0.15, 0.1, 0.15]))
        self.colour = 4 if self.family == "walk" else int(self.rng.integers(4))

    def pick(self, rows) -> int:
        """One of the rows."""
        return int(rows[int(self.rng.integers(len(rows)))])

    def lab(self) -> Lab:
        """A game whose Hero is at the start of a turn in the field, with cards, Units and mana of the seed."""
        rng, tables = self.rng, printed()
        hero = str(rng.choice([name for name in tables.names["heroes"]][:4]))
        lab = Lab(fields(self.colour), _record(hero, 0), 1, 0)
        index = tables.index["tiles"]
        lab.lay([(index["start_a"], 0, 0), (index["countryside_1"], 0, 1), (index["countryside_2"], 1, 0)])
        lab.set_seat(space=CENTRE)
        lab.settle()
        lab.apply_action(int(Act.ACT_TACTIC), tables.index["tactics"]["early_bird"])
        while lab.step == Step.STEP_BEFORE_TURN:
            lab.apply_action(int(Act.ACT_DONE))
        round_ = int(rng.integers(1, 6))
        lab.set_time(round_=round_, night=round_ % 2 == 0)
        level = int(rng.integers(1, 8))
        fame = tables.arrays["levels"]["fame"]
        lab.set_seat(level=level, fame=int(rng.integers(fame[level - 1], fame[level])), rep=int(rng.integers(-2, 4)))
        wounds = int(rng.choice([0, 1, 2], p=[0.65, 0.25, 0.1]))
        lab.set_seat(hand=self.hand(int(rng.integers(2, 6)) - wounds), wounds=wounds, deck=[], discard=[], skills=[])
        lab.set_seat(units=self.units(int(rng.choice([0, 1, 2], p=[0.4, 0.35, 0.25]))))
        crystals = [0, 0, 0, 0]
        for _ in range(int(rng.integers(0, 3))):
            crystals[int(rng.integers(4))] += 1
        lab.set_seat(crystals=crystals)
        lab.set_source([int(die) for die in rng.integers(0, 6, size=3)])
        lab.settle()
        return lab

    def hand(self, n: int) -> list[int]:
        """Cards without Wounds: most of them Basic Actions, no two alike among the others."""
        found: list[int] = []
        for _ in range(max(n, 1)):
            kind = int(self.rng.choice([0, 1, 2, 3], p=[0.55, 0.23, 0.14, 0.08]))
            card = self.pick(_rows("cards", kind))
            if kind == CardKind.BASIC_ACTION or card not in found:
                found.append(card)
        return found

    def units(self, n: int) -> list[tuple[int, int, int]]:
        """Units as (row, ready, Wounds)."""
        found = []
        for _ in range(n):
            row = self.pick(_rows("units", int(self.rng.random() < 0.3)))
            found.append((row, int(self.rng.random() < 0.85), int(self.rng.random() < 0.15)))
        return found

    def foes(self, colours) -> list[int]:
        """Enemies of these token colours, no more of one than the box holds."""
        found: list[int] = []
        for colour in colours:
            row = self.pick(_rows("enemies", int(colour)))
            while found.count(row) >= printed().arrays["enemies"]["count"][row]:
                row = self.pick(_rows("enemies", int(colour)))
            found.append(row)
        return found

    def make(self) -> Situation | None:
        """The situation; None where the seed gives nothing to decide, or a token that lies elsewhere already."""
        try:
            made = getattr(self, f"_{self.family}")(self.lab())
        except ValueError:
            return None
        return made if made is None or not made.lab.over else None

    def _rampagers(self, lab: Lab) -> Situation | None:
        n = int(self.rng.choice([1, 2, 3], p=[0.4, 0.4, 0.2]))
        strong = [bool(self.rng.random() < 0.2) for _ in range(n)]
        foes = self.foes([TokenColour.TOKEN_RED if red else TokenColour.TOKEN_GREEN for red in strong])
        for at, red, row in zip(RAMPAGERS, strong, foes, strict=False):
            lab.set_space(at, site=int(Site.DRACONUM if red else Site.MARAUDING_ORCS))
            lab.put(at, [row])
        lab.settle()
        return self._begin(lab, foes, int(Act.ACT_CHALLENGE), RAMPAGERS[0] - CENTRE - 1)

    def _site(self, lab: Lab) -> Situation | None:
        site = self.pick(tuple(COLOURS))
        n = 2 if site == Site.SPAWNING_GROUNDS else 1
        foes = self.foes([COLOURS[Site(site)]] * n)
        at = KEEP if site in (Site.KEEP, Site.MAGE_TOWER) else CENTRE
        lab.set_space(at, site=site)
        lab.put(at, foes)
        if at == KEEP:
            lab.set_turn(move=2)
            lab.settle()
            return self._begin(lab, foes, int(Act.ACT_MOVE), NORTH_EAST)
        lab.settle()
        return self._begin(lab, foes, int(Act.ACT_ENTER), 0)

    def _city(self, lab: Lab) -> Situation | None:
        n = int(self.rng.choice([1, 2, 3], p=[0.4, 0.4, 0.2]))
        colours = [TokenColour.TOKEN_GREY, TokenColour.TOKEN_VIOLET, TokenColour.TOKEN_WHITE]
        foes = self.foes([colours[int(self.rng.integers(3))] for _ in range(n)])
        lab.set_garrison(0, foes, True)
        lab.set_turn(move=2)
        lab.settle()
        return self._begin(lab, foes, int(Act.ACT_MOVE), EAST)

    def _begin(self, lab: Lab, foes: list[int], kind: int, a: int) -> Situation | None:
        if not lab.apply_action(kind, a):
            return None
        names = printed().names["enemies"]
        rows = [foe["row"] for foe in lab.foes()] or foes
        return Situation(self.family, lab, facts={"enemies": [names[row] for row in rows]})

    def _interact(self, lab: Lab) -> Situation | None:
        site = Site(self.pick((Site.VILLAGE, Site.MONASTERY)))
        lab.set_space(CENTRE, site=int(site))
        offer = [self.pick(_rows("units", int(self.rng.random() < 0.3))) for _ in range(int(self.rng.integers(1, 4)))]
        lab.set_offers(units=offer, monastery=[self.pick(_rows("cards", int(CardKind.ADVANCED_ACTION)))])
        lab.settle()
        if not lab.apply_action(int(Act.ACT_INTERACT)):
            return None
        names = printed().names["units"]
        return Situation(self.family, lab, facts={"site": site.name.lower(), "offer": [names[row] for row in offer]})

    def _walk(self, lab: Lab) -> Situation | None:
        path = [int(self.rng.integers(6))]
        if self.rng.random() < 0.5:
            turn = (path[0] + int(self.rng.choice([0, 1, 5]))) % 6
            if lab.neighbour(lab.neighbour(CENTRE, path[0]), turn) != 255:
                path.append(turn)
        lab.settle()
        return Situation(self.family, lab, tuple(path), {"terrain": TERRAINS[path[0]], "steps": len(path)})


def situation(seed: int, case: int, family: str | None = None) -> Situation | None:
    """The situation of a case; None if there is nothing to decide in it.

    Parameters
    ----------
    seed, case : int
        The case of a seed is always the same.
    family : str, optional
        One of ``FAMILIES``; drawn if it is not given.
    """
    return Maker(seed * 1_000_003 + case, family).make()
