"""Situations for the rule tests: a small map of chosen spaces, enemies with chosen values, cards and Units by name.

The field is a countryside tile next to the starting tile; the Hero stands on its centre, the six spaces around it lie
in directions 0 to 5 (NE, E, SE, SW, W, NW).
"""

from functools import lru_cache
from types import MappingProxyType, SimpleNamespace

import exercised

from mkbalance._mageknight import content, ids
from mkbalance._mageknight.ids import Act, Colour, Element, Site, Step, Terrain
from mkbalance._mageknight.lab import Lab
from mkbalance._mageknight.state import Task
from mkbalance.mageknight.compile import compile_tables
from mkbalance.mageknight.model import scenario

NONE, HERO = 255, 254
DIRECTIONS = ("NE", "E", "SE", "SW", "W", "NW")
CENTRE = 7  # space of the Hero in the field
FIELD = "countryside_1"
SIDE = "countryside_2"
ACTIONS = {int(a): a.name for a in Act}
ABILITIES = {a.name.lower(): int(a) for a in ids.Ability}
RESISTANCES = {"physical": 1, "fire": 2, "ice": 4}
ELEMENTS = {e.name.lower(): int(e) for e in Element}
RED, BLUE, GREEN, WHITE, GOLD, BLACK = (int(c) for c in Colour)
NIGHT_TACTICS = 6
PAY = SimpleNamespace(token=0, crystal=1, die=2, unlimited=3, stored=4)


@lru_cache
def tables():
    return compile_tables()


def card(name):
    return tables().index["cards"][name]


def enemy(name):
    return tables().index["enemies"][name]


def unit(name):
    return tables().index["units"][name]


def tactic(name):
    return tables().index["tactics"][name]


def space(direction):
    """Space of the field in a direction, by name or number."""
    return CENTRE + 1 + (DIRECTIONS.index(direction) if isinstance(direction, str) else direction)


def _hex(row, spec):
    spec = {"terrain": spec} if isinstance(spec, str) else spec
    row["terrain"] = int(Terrain[spec.get("terrain", "plains").upper()])
    row["site"] = int(Site[spec.get("site", "no_site").upper()])
    row["mines"] = spec.get("mines", 0)
    row["city"] = spec.get("city", 0)
    row["walls"] = spec.get("walls", 0)


def _enemy(row, spec):
    if "attacks" in spec:
        row["n_attacks"] = len(spec["attacks"])
        row["value"], row["element"] = 0, 0
        for i, (value, element) in enumerate(spec["attacks"]):
            row["value"][i], row["element"][i] = value, ELEMENTS[element]
    row["armor"] = spec.get("armor", row["armor"])
    row["armor_high"] = spec.get("armor_high", spec.get("armor", row["armor_high"]))
    row["abilities"] = sum(ABILITIES[name] for name in spec.get("abilities", ()))
    row["resist"] = sum(RESISTANCES[name] for name in spec.get("resist", ()))
    row["fame"] = spec.get("fame", row["fame"])
    row["rep"] = spec.get("rep", 0)


def changed_tables(
    field=None, side=None, enemies=None, units=None, tiles=None, possessed=None, prices=None, numbers=None
):
    """Content with a field of chosen spaces (all others plains) and changed rows of other tables."""
    arrays = {name: array.copy() for name, array in tables().arrays.items()}
    laid = {FIELD: field or {}, SIDE: side or {}, **(tiles or {})}
    for tile, spaces in laid.items():
        first = tables().index["tiles"][tile] * 7
        for i, name in enumerate(("C", *DIRECTIONS)):
            _hex(arrays["hexes"][first + i], spaces.get(name, "plains"))
    for name, spec in (enemies or {}).items():
        row = arrays["enemies"][enemy(name)]
        _enemy(row, spec)
        arrays["enemies"][enemy(name)] = row
    for name, spec in (units or {}).items():
        for key, value in spec.items():
            arrays["units"][key][unit(name)] = value
    for name, spec in (possessed or {}).items():
        for key, value in spec.items():
            arrays["possessed"][key][tables().index["possessed"][name]] = value
    for name, spec in (prices or {}).items():
        for key, value in spec.items():
            arrays["sites"][key][int(Site[name.upper()])] = value
    for name, value in (numbers or {}).items():
        arrays["numbers"][tables().index["numbers"][name]] = value
    return content.Tables(arrays)


class Game(Lab):
    """A lab with actions by name."""

    changed = MappingProxyType(dict.fromkeys(("enemies", "units", "tiles"), frozenset()))  # rows not as printed

    def do(self, kind, a=0, b=0, c=0):
        exercised.fight(self)
        legal = self.can(kind, a, b, c)
        if legal:
            exercised.action(self, kind, a, b, c)
        assert self.apply_action(int(kind), a, b, c), f"{kind!r} {a} {b} {c} is not legal: {self.listed()}"
        assert self.fault == 0
        exercised.fight(self)
        return self

    def lay(self, tiles, *args, **kwargs):
        super().lay(tiles, *args, **kwargs)
        for row, _x, _y in tiles:
            if row not in self.changed["tiles"]:
                exercised.note(f"tiles.{exercised.names()['tiles'][row]}")

    def rule(self, city, hero):
        super().rule(city, hero)
        exercised.note(f"rulers.{exercised.names()['heroes'][hero]}")

    def listed(self):
        return [(ACTIONS[k], a, b, c) for k, a, b, c in self.actions()]

    def can(self, kind, *args):
        return any(option[0] == int(kind) and option[1 : 1 + len(args)] == args for option in self.actions())

    def options(self, kind):
        return [option[1:] for option in self.actions() if option[0] == int(kind)]

    def hand(self, *names, wounds=None):
        self.set_seat(hand=[card(name) for name in names], wounds=wounds)
        self.settle()
        return self

    def tokens(self, **colours):
        """Mana tokens by colour name."""
        self.set_turn(mana=[colours.get(c.name.lower(), 0) for c in Colour])
        self.settle()
        return self

    def play(self, name, powered=False, option=0, pay=None):
        """Play a card; pay = (colour, source) where there is a choice."""
        self.do(Act.ACT_PLAY, card(name), int(powered), option)
        if pay is not None:
            found = [o for o in self.options(Act.ACT_PAY) if o[:2] == pay]
            assert found, f"cannot pay {pay}: {self.listed()}"
            self.do(Act.ACT_PAY, *found[0])
        return self

    def sideways(self, name, what):
        return self.do(Act.ACT_SIDEWAYS, card(name), ("move", "influence", "attack", "block").index(what))

    def sideways_any(self):
        """Play the first card in hand sideways for Move."""
        return self.do(Act.ACT_SIDEWAYS, self.player(self.seat)["hand"][0], 0)

    def move(self, direction):
        return self.do(Act.ACT_MOVE, DIRECTIONS.index(direction))

    def end_phase(self):
        return self.do(Act.ACT_END_PHASE)

    def block(self, foe=0, attack=0, **points):
        """Block one attack with points by element."""
        self.do(Act.ACT_BLOCK, foe, attack)
        for element, n in points.items():
            self.block_with(n, ELEMENTS[element])
        return self.do(Act.ACT_RESOLVE)

    def attack(self, *foes, ranged=(), siege=(), melee=()):
        """Attack a group with points as (n, element); a head named twice is aimed at two levels down."""
        for foe in foes:
            self.do(Act.ACT_TARGET, foe)
        for kind, points in enumerate((melee, ranged, siege)):
            for n, element in points:
                self.attack_with(n, kind, ELEMENTS[element])
        return self.do(Act.ACT_RESOLVE)

    def block_all(self):
        """From the first phase to the Attack phase, everything blocked."""
        self.end_phase()
        while self.step == Step.STEP_BLOCK:
            foe, attack, _ = self.options(Act.ACT_BLOCK)[0]
            self.block(foe, attack, coldfire=40)
        return self

    def pass_over(self, *terrains, cost=None):
        """Let the Hero enter terrains against the rule this turn."""
        self.set_passable([Terrain[name.upper()] for name in terrains], cost)
        return self

    def assign(self, target=HERO, foe=0, attack=0):
        return self.do(Act.ACT_ASSIGN, foe, attack, target)

    def end_turn(self):
        """End the turn, discarding nothing that need not be."""
        self.do(Act.ACT_END_TURN)
        return self.finish()

    def finish(self):
        """Answer what the end of the turn asks with the first option, keeping the hand where that is allowed."""
        while not self.over and self.step in (Step.STEP_END_TURN, Step.STEP_DISCARD):
            if self.can(Act.ACT_DONE):
                self.do(Act.ACT_DONE)
            else:
                self.apply(0)
        return self

    def to_attack_phase(self):
        """From the first phase to the Attack phase, damage to the Hero where something strikes."""
        self.end_phase()
        while self.step == Step.STEP_BLOCK:
            self.end_phase()
        while self.step == Step.STEP_DAMAGE:
            foe, attack, _ = self.options(Act.ACT_ASSIGN)[0]
            self.assign(HERO, foe, attack)
        assert self.step == Step.STEP_ATTACK
        return self


def at_space(lab):
    """What lies where the Hero stands."""
    return next(s for s in lab.spaces() if s["space"] == lab.player()["space"])


FIGHTING = ("rage", "rage", "swiftness")


def game(
    scenario_id="against_the_dragon/solo",
    hero="tovak",
    *,
    field=None,
    side=None,
    enemies=None,
    changed_units=None,
    tiles=None,
    possessed=None,
    prices=None,
    numbers=None,
    start_tactic="early_bird",
    key=1,
    number=0,
    place=CENTRE,
    stack=(),
    trace=0,
    rules=None,
    **setup,
):
    """The Hero in the field at the start of its first turn, with a hand of three Rages and two Swiftnesses.

    ``rules`` are switches by id; further keywords change the setup record.
    """
    chosen = {f"rules.{id_}": value for id_, value in (rules or {}).items()}
    record = scenario(scenario_id).set_all(chosen).expand([hero], tables()).copy()
    for name, value in setup.items():
        record[name] = value
    core = changed_tables(field, side, enemies, changed_units, tiles, possessed, prices, numbers)
    lab = Game(core, record, key, number, trace)
    lab.changed = {
        "enemies": {enemy(name) for name in enemies or ()},
        "units": {unit(name) for name in changed_units or ()},
        "tiles": {tables().index["tiles"][name] for name in (FIELD, SIDE, *(tiles or ()))},
    }
    lay_field(lab, stack)
    if place is not None:
        lab.set_seat(space=place)
    lab.settle()
    if start_tactic is None:
        return lab
    lab.do(Act.ACT_TACTIC, tactic(start_tactic))
    if lab.step == Step.STEP_BEFORE_TURN and lab.can(Act.ACT_DONE):
        lab.do(Act.ACT_DONE)
    if lab.step == Step.STEP_MOVE and lab.seat == 0:
        lab.set_seat(hand=[card(name) for name in ("rage", "rage", "rage", "swiftness", "swiftness")])
        lab.set_source([RED, BLUE, GREEN, WHITE])
        lab.settle()
    return lab


def lay_field(lab, stack=()):
    """Starting tile, field, and a second tile of plains."""
    rows = tables().index["tiles"]
    lab.lay([(rows["start_a"], 0, 0), (rows[FIELD], 0, 1), (rows[SIDE], 1, 0)], stack=[rows[name] for name in stack])


def fight(foes, *, flags=(), units=(), **kwargs):
    """A fight just begun; foes by name, or (name, kind), kind "garrison" or "rampaging"; ready Units by name."""
    lab = game(**kwargs)
    lab.set_seat(units=[(unit(name), 1, 0) for name in units])
    named = [(enemy(f[0]), f[1]) if isinstance(f, tuple) else enemy(f) for f in foes]
    lab.fight(named, flags)
    lab.settle()
    return lab


__all__ = [name for name in dir() if not name.startswith("_")] + ["Task"]
