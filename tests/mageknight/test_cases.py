"""The list of rule cases that engines get wrong: each row is a test with its id (B = base game, A = Apocalypse Dragon).

The combat rows are written once and played twice, through the compiled core and through the plain model of
`mkbalance.mageknight.reference`. The other rows are tests elsewhere, marked `case("B33")`; the last test here knows
that none is missing.
"""

import re
from pathlib import Path

import pytest
from laboratory import ELEMENTS, HERO, Act, Step, card, enemy, fight, tables

from mkbalance.mageknight.reference import combat as c
from mkbalance.mageknight.reference import damage as d

NAMES = ("prowlers", "diggers", "cursed_hags")
WORDS = {"coldfire": c.COLD_FIRE}  # elements the model calls otherwise
BLOCKED = 1
RESISTANCES = {"physical": 1, "fire": 2, "ice": 4}


def foe(*attacks, armor=4, abilities=(), resist=(), **more):
    """An enemy as both sides build it; attacks as (value, element)."""
    return {"attacks": list(attacks), "armor": armor, "abilities": list(abilities), "resist": list(resist), **more}


class Core:
    """A fight in the compiled core."""

    def __init__(self, *foes, units=(), changed=None, hand=3, rows=None, token=None):
        names = [name for name, _ in zip(NAMES, foes, strict=False)]
        specs = {} if rows else dict(zip(names, foes, strict=True))
        token = {"possessed_01": {"armor": 0, "attack": 0, "psychic": 0, "fame": 0, **(token or {})}}
        self.lab = fight(
            rows or names, enemies=specs, units=units, changed_units=changed, possessed=token, expansions=7
        )
        self.lab.set_seat(hand=[card("rage")] * hand)
        self.lab.set_source([])
        self.lab.settle()

    def possess(self, index):
        """Lay the token made for this fight under an enemy."""
        self.lab.possess(index, tables().index["possessed"]["possessed_01"])
        self.lab.settle()

    def armors(self, index):
        found = self.lab.foes()[index]
        return found["armor"], found["armor_high"]

    def values(self, index):
        return [attack[0] for attack in self.lab.foes()[index]["attacks"]]

    def open(self, index):
        """Attacks of an enemy that may still be blocked or strike."""
        return sum(attack[2] == 0 for attack in self.lab.foes()[index]["attacks"])

    def to_block(self, drawn=()):
        for name in drawn:
            self.lab.next_token(enemy(name))
        self.lab.end_phase()
        return self

    def reduce(self, index, attack, n):
        self.lab.set_turn(move=n)
        self.lab.settle()
        for _ in range(n):
            self.lab.do(Act.ACT_REDUCE, index, attack)

    def block(self, index, attack, **points):
        self.lab.block(index, attack, **points)
        return self.lab.foes()[index]["attacks"][attack][2] == BLOCKED

    def damage(self, index, attack, *targets):
        """Damage left after each target."""
        if self.lab.step == Step.STEP_BLOCK:
            self.lab.end_phase()
        left = []
        for target in targets:
            self.lab.assign(target, index, attack)
            going = self.lab.combat()["damage"]
            left.append(going[2] if going else 0)
        return left

    def may_take(self, index, attack, slot):
        if self.lab.step == Step.STEP_BLOCK:
            self.lab.end_phase()
        return (index, attack, slot) in self.lab.options(Act.ACT_ASSIGN)

    def attack(self, phase, targets, points):
        """Total of an attack with points (n, element, kind), and whether it succeeds."""
        while phase == c.ATTACK_PHASE and self.lab.step != Step.STEP_ATTACK:
            strikes = self.lab.options(Act.ACT_ASSIGN)
            self.lab.do(Act.ACT_ASSIGN, *strikes[0][:2], HERO) if strikes else self.lab.end_phase()
        for target in targets:
            self.lab.do(Act.ACT_TARGET, target)
        for n, element, kind in points:
            self.lab.attack_with(n, (c.MELEE, c.RANGED, c.SIEGE).index(kind), ELEMENTS[element])
        total, needed = self.lab.combat()["attack_total"], self.lab.combat()["attack_need"]
        if total >= needed:
            self.lab.do(Act.ACT_RESOLVE)
        return total, total >= needed

    def units(self):
        return [unit["wounds"] for unit in self.lab.player()["units"]]

    def hero(self):
        """Wounds in hand, Wounds in the discard pile, other cards in hand."""
        player = self.lab.player()
        return player["wounds"], player["discard"].count(card("wound")), len(player["hand"])


class Model:
    """The same fight by the plain rules."""

    def __init__(self, *foes, units=(), changed=None, hand=3, rows=None, token=None):
        self.token = token
        self.enemies = [self._enemy(spec) for spec in foes]
        content, changed = tables().content["units"], changed or {}
        made = []
        for name in units:
            entry, new = content[name], changed.get(name, {})
            bits = new.get("resist", sum(RESISTANCES[word] for word in entry.resistances))
            resist = {word for word, bit in RESISTANCES.items() if bits & bit}
            made.append(d.Unit(new.get("armor", entry.armor), entry.level, frozenset(resist)))
        self.who = d.Hero(2, 5, ["rage"] * hand, units=made)
        self.first = list(made)

    def _enemy(self, spec):
        attacks = [c.Attack(v, WORDS.get(e, e)) if v else c.Attack(0, summons="brown") for v, e in spec["attacks"]]
        abilities = frozenset(name.replace("_", " ") for name in spec["abilities"])
        return c.Enemy(spec["armor"], attacks, spec.get("armor_high"), frozenset(spec["resist"]), abilities)

    def possess(self, index):
        c.possess(self.enemies[index], **self.token)

    def armors(self, index):
        return self.enemies[index].armor, self.enemies[index].high_armor

    def values(self, index):
        return [attack.value for attack in self.enemies[index].attacks]

    def open(self, index):
        return sum(not attack.blocked for attack in self.enemies[index].attacks)

    def to_block(self, drawn=()):
        entries = [tables().content["enemies"][name] for name in drawn]
        pairs = [[attack.split() for attack in entry.attacks] for entry in entries]
        made = [foe(*((int(v), e) for v, e in p), armor=e_.armor) for p, e_ in zip(pairs, entries, strict=True)]
        c.summon(self.enemies, [self._enemy(spec) for spec in made])
        return self

    def reduce(self, index, attack, n):
        for _ in range(n):
            assert c.can_be_reduced(self.enemies[index], self.enemies[index].attacks[attack])
            c.change_attack(self.enemies[index].attacks[attack], -1)

    def block(self, index, attack, **points):
        struck = self.enemies[index].attacks[attack]
        played = [c.Points(n, WORDS.get(element, element)) for element, n in points.items()]
        struck.blocked = c.block_succeeds(played, self.enemies[index], struck)
        return struck.blocked

    def damage(self, index, attack, *targets):
        strikes = self.enemies[index].attacks[attack]
        going, left = d.damage_of(self.enemies[index], strikes), []
        for target in targets:
            if target == HERO:
                going = d.to_hero(self.who, going, self.enemies[index], strikes)
            else:
                going = d.to_unit(self.who, self.first[target], going, self.enemies[index], strikes)
            left.append(going)
        return left

    def may_take(self, index, attack, slot):
        strikes = self.enemies[index].attacks[attack]
        return d.may_take(self.who, self.who.units[slot], self.enemies[index], strikes)

    def attack(self, phase, targets, points):
        there = [self.enemies[target] for target in targets]
        played = [c.Points(n, WORDS.get(element, element), kind) for n, element, kind in points]
        total = c.attack_total(played, there, phase)
        for target in there:
            target.defeated = c.attack_succeeds(played, there, phase)
        return total, there[0].defeated

    def units(self):
        return [unit.wounds for unit in self.who.units]

    def hero(self):
        return self.who.wounds, self.who.discarded_wounds, len(self.who.hand)


PLAIN = (7, "physical")
ARMED = ("catapults", "utem_crossbowmen")  # something of every kind to attack with
STONE = {"peasants": {"armor": 4, "resist": 1}}


def struck(table, *attacks, units=(), changed=None, **more):
    """One enemy strikes, nothing is blocked."""
    return table(foe(*attacks, **more), units=units, changed=changed).to_block()


def b1(table):
    """Utem Guardsmen (Armor 5) take 7: wounded, 2 left for someone else."""
    t = struck(table, PLAIN, units=["utem_guardsmen"])
    assert (t.damage(0, 0, 0, HERO), t.units()) == ([2, 0], [1])


def b2(table):
    """One point wounds it too."""
    t = struck(table, (1, "physical"), units=["utem_guardsmen"])
    assert (t.damage(0, 0, 0), t.units()) == ([0], [1])


def b3(table):
    """Peasants take 7 of 7: 4 left, two Wounds for the Hero."""
    t = struck(table, PLAIN, units=["peasants"])
    assert (t.damage(0, 0, 0, HERO), t.units(), t.hero()[0]) == ([4, 0], [1], 2)


def b4(table):
    """Poison: two Wounds on the Unit, which is not destroyed."""
    t = struck(table, (3, "physical"), units=["peasants"], abilities=["poison"])
    assert (t.damage(0, 0, 0), t.units()) == ([0], [2])


def b5(table):
    """Paralyze 4 on a resistant Unit of Armor 4: no Wound, not destroyed, barred from more damage."""
    t = struck(table, (4, "physical"), (1, "physical"), units=["peasants"], changed=STONE, abilities=["paralyze"])
    assert (t.damage(0, 0, 0), t.units(), t.may_take(0, 1, 0)) == ([0], [0], False)


def b6(table):
    """Guardian Golems, physical resistance, Armor 3: 5 - 3 = 2, wounded, the 2 are 0 after its Armor again."""
    t = struck(table, (5, "physical"), units=["guardian_golems"])
    assert (t.damage(0, 0, 0), t.units()) == ([0], [1])


def b7(table):
    """A resistant Unit of Armor 4 absorbs 4 without a Wound, and takes no more damage this combat."""
    t = struck(table, (4, "physical"), (1, "physical"), units=["peasants"], changed=STONE)
    assert (t.damage(0, 0, 0), t.units(), t.may_take(0, 1, 0)) == ([0], [0], False)


def b8(table):
    """Five Wounds at Hand limit 5: knocked out, everything else is discarded."""
    t = struck(table, (9, "physical"))
    t.damage(0, 0, HERO)
    assert t.hero() == (5, 0, 0)
    t = struck(table, (8, "physical"))
    t.damage(0, 0, HERO)
    assert t.hero() == (4, 0, 3)


def b12(table):
    """Cumbersome 7, four Move spent, Block 3: blocked."""
    t = struck(table, PLAIN, abilities=["cumbersome"])
    t.reduce(0, 0, 4)
    assert t.values(0) == [3]
    assert t.block(0, 0, physical=3)


def b13(table):
    """Three Cumbersome attacks of 1, one Move spent: two remain."""
    t = struck(table, *[(1, "physical")] * 3, abilities=["cumbersome"])
    t.reduce(0, 0, 1)
    assert t.open(0) == 2


def b17(table):
    """Physical 3 and fire 3 against both resistances: the total is halved once."""
    t = table(foe((1, "physical"), armor=9, resist=["physical", "fire"]), units=ARMED)
    played = [(3, "physical", c.SIEGE), (3, "fire", c.SIEGE)]
    assert t.attack(c.RANGED_PHASE, [0], played) == (3, False)


def b24(table):
    """Brutal and Cumbersome 4, two Move spent, unblocked: (4 - 2) x 2 = 4 damage."""
    t = struck(table, (4, "physical"), units=["peasants"], abilities=["brutal", "cumbersome"])
    t.reduce(0, 0, 2)
    assert t.damage(0, 0, 0) == [4 - 3]


def b27(table):
    """Swift 3 asks for Block 6."""
    assert not struck(table, (3, "physical"), abilities=["swift"]).block(0, 0, physical=5)
    assert struck(table, (3, "physical"), abilities=["swift"]).block(0, 0, physical=6)


def b28(table):
    """Fire 4 against ice 2 and physical 3: 2 + 1."""
    assert not struck(table, (4, "fire")).block(0, 0, ice=2, physical=3)
    assert struck(table, (3, "fire")).block(0, 0, ice=2, physical=3)


def b29(table):
    """Fire 6 against physical 3 and 3: 3, halved over the sum."""
    assert not struck(table, (6, "fire")).block(0, 0, physical=6)
    assert struck(table, (3, "fire")).block(0, 0, physical=6)


def b30(table):
    """Attacks of 2, 2, 2 on Armor 2: three Wounds, each attack on its own."""
    t = struck(table, *[(2, "physical")] * 3)
    for n in range(3):
        t.damage(0, n, HERO)
    assert t.hero()[0] == 3
    t = struck(table, *[(1, "physical")] * 3)
    for n in range(3):
        t.damage(0, n, HERO)
    assert t.hero()[0] == 3


def b31(table):
    """Ranged 2 and siege 2 beat Armor 4 in the first phase."""
    t = table(foe((1, "physical"), armor=4), units=ARMED)
    assert t.attack(c.RANGED_PHASE, [0], [(2, "physical", c.RANGED), (2, "physical", c.SIEGE)]) == (4, True)


def b32(table):
    """Ranged points left over are lost with their phase."""
    t = table(foe((1, "physical"), armor=2), foe((1, "physical"), armor=1), units=ARMED)
    assert t.attack(c.RANGED_PHASE, [0], [(5, "physical", c.RANGED)]) == (5, True)
    assert t.attack(c.ATTACK_PHASE, [1], []) == (0, False)


def a1(table):
    """Attack +2 on 2, 2, 2."""
    t = table(foe(*[(2, "physical")] * 3), token={"attack": 2})
    t.possess(0)
    assert t.values(0) == [4, 2, 2]


def a2(table):
    """Attack +2 on a summoner: the topmost attack of what it draws."""
    t = table(foe((0, "summon")), rows=["orc_summoners"], token={"attack": 2})
    t.possess(0)
    t.to_block(["hydra"])
    assert t.values(1) == [4, 2, 2]


def a3(table):
    """Armor +1 on an Elusive 3 / 6."""
    t = table(foe((4, "physical"), armor=3, armor_high=6, abilities=["elusive"]), token={"armor": 1})
    t.possess(0)
    assert t.armors(0) == (4, 7)


def a4(table):
    """A Swift enemy with psychic 2: Block 2 is enough, and the psychic attack has no ability."""
    t = table(foe((3, "physical"), (2, "psychic"), abilities=["swift", "brutal", "poison", "paralyze", "vampiric"]))
    assert t.to_block().block(0, 1, psychic=2)
    t = table(foe((3, "physical"), (2, "psychic"), abilities=["swift", "brutal", "poison", "paralyze", "vampiric"]))
    t.to_block().damage(0, 1, HERO)
    assert (t.hero(), t.armors(0)[0]) == ((1, 0, 3), 4)


def a5(table):
    """Psychic 4 against cold fire 6 and psychic 1: 6 / 2 + 1."""
    assert struck(table, (4, "psychic")).block(0, 0, coldfire=6, psychic=1)
    assert not struck(table, (4, "psychic")).block(0, 0, coldfire=5, psychic=1)


def a8(table):
    """Psychic 4 on a Unit of level 2 and Armor 5: wounded, 2 left."""
    t = struck(table, (4, "psychic"), units=["utem_guardsmen"])
    assert (t.damage(0, 0, 0, HERO), t.units()) == ([2, 0], [1])


COMBAT = {
    name.upper(): function
    for name, function in list(globals().items())
    if re.fullmatch(r"[ab]\d+", name) and callable(function)
}
LISTED = {f"B{n}" for n in (1, 2, 3, 4, 5, 6, 7, 8, 12, 13, 17, 20, 24, *range(27, 41))} | {
    f"A{n}" for n in (1, 2, 3, 4, 5, 6, 8, 9, 12, 13, 14, 15, 17, 20, 22, 24, 25, 28, 30)
}
NOT_PLAYED = {"A33": "Coordinated Attack"}


@pytest.mark.parametrize("table", [Core, Model])
@pytest.mark.parametrize("row", COMBAT, ids=COMBAT)
def test_combat_case(row, table):
    """R9, A.2, A.3: see the row's own words."""
    COMBAT[row](table)


def test_every_row_of_the_list_is_a_test():
    """Rows that are no fight are marked where their rule is tested."""
    marked = set()
    for file in Path(__file__).parents[1].rglob("test_*.py"):
        for ids in re.findall(r"pytest\.mark\.case\(([^)]*)\)", file.read_text(encoding="utf-8")):
            marked |= set(re.findall(r'"([AB]\d+)"', ids))
    assert COMBAT.keys() | marked == LISTED
    assert not LISTED & NOT_PLAYED.keys()
