"""Every enemy token and every level of every head fights with its printed values (R9, L.1, A.7).

What is expected comes from the second table (tests/content/retyped), not from the content.
"""

from __future__ import annotations

from math import ceil

import exercised
import pytest
from laboratory import ELEMENTS, HERO, Act, Step, card, enemy, fight, game, tables
from statements import rows

from mkbalance._mageknight.ids import Ability

BRUTAL_FACTOR, HERO_ARMOR = 2, 2
FOUR = ("war", "famine", "death", "pestilence")
EFFICIENT = {  # R9.3.2
    "physical": {"physical", "fire", "ice", "coldfire"},
    "fire": {"ice", "coldfire"},
    "ice": {"fire", "coldfire"},
    "coldfire": {"coldfire"},
}
ENEMIES = [pytest.param(row, id=row["id"]) for row in rows("enemies") if row["count"] != "0"]  # 0 = no token
HEADS = [pytest.param(row, id=f"{row['head']}_{row['level']}") for row in rows("heads")]


def met(row, units=("catapults",)):
    """A fight with one token as printed, in the open."""
    return fight([row["id"]], units=units, expansions=7)


def armor_of(row, high=False):
    """Armor, the higher one of an Elusive enemy; Defend (T.1) is not played yet."""
    return int((row["armor_elusive"] if high else "") or row["armor"])


def attacks_of(row):
    """Attacks as (value, element); none for a summoner."""
    pairs = [attack.split() for attack in row["attacks"].split("; ") if attack and not attack.startswith("summon")]
    return [(int(value), element) for value, element in pairs]


def summons_of(row):
    return [attack.split()[-1] for attack in row["attacks"].split("; ") if attack.startswith("summon")]


@pytest.mark.parametrize("row", ENEMIES)
def test_armor_and_resistances(row):
    """R9.2.3, R9.6, R9.7: what defeats it, in either attack phase, and what it gives."""
    abilities, resistances = row["abilities"].split(), row["resistances"].split()
    for element in EFFICIENT:
        lab = met(row).do(Act.ACT_TARGET, 0)
        assert lab.combat()["attack_need"] == armor_of(row, high=True)
        assert lab.foes()[0]["fort"] == ("fortified" in abilities)
        lab.attack_with(9, 2, ELEMENTS[element])
        halved = {"fire", "ice"} <= {*resistances} if element == "coldfire" else element in resistances
        assert lab.combat()["attack_total"] == (4 if halved else 9), element
    lab = met(row).block_all().do(Act.ACT_TARGET, 0)
    assert lab.combat()["attack_need"] == armor_of(row)  # wholly blocked (R9.6.2)
    points = armor_of(row) * (2 if "physical" in resistances else 1)
    lab.attack_with(points - 1, 0, ELEMENTS["physical"])
    assert lab.combat()["attack_total"] < armor_of(row)
    lab.attack_with(1, 0, ELEMENTS["physical"])
    fame, reputation = lab.player()["fame"], lab.player()["reputation"]
    lab.do(Act.ACT_RESOLVE)
    assert lab.player()["fame"] == fame + int(row["fame"])
    assert lab.player()["reputation"] == reputation + int(row["reputation"])


@pytest.mark.parametrize("row", ENEMIES)
def test_attacks(row):
    """R9.3: the Block each attack needs, which elements block it, what it summons, whether Move wears it down."""
    abilities = row["abilities"].split()
    lab = met(row).hand("whirlwind").tokens(white=1)
    lab.set_source([])
    lab.settle()
    assert lab.can(Act.ACT_PLAY, card("whirlwind")) is ("arcane_immunity" not in abilities)
    for colour in summons_of(row):
        lab.next_token(enemy({"brown": "gargoyle", "green": "prowlers"}[colour]))
    lab.end_phase()
    summoned = lab.foes()[1:]
    colours = {entry.colour for foe in summoned for entry in [entry_of(foe["row"])]}
    assert (len(summoned), colours) == (len(summons_of(row)), set(summons_of(row)))
    lab.set_turn(move=1)
    lab.settle()
    worn = {(foe, attack) for foe, attack, _ in lab.options(Act.ACT_REDUCE) if foe == 0}
    assert worn == ({(0, n) for n in range(len(attacks_of(row)))} if "cumbersome" in abilities else set())
    for n, (value, attack_element) in enumerate(attacks_of(row)):
        for element in EFFICIENT:
            lab = met(row)
            lab.end_phase().do(Act.ACT_BLOCK, 0, n)
            assert lab.combat()["block_need"] == value * (2 if "swift" in abilities else 1)
            lab.block_with(7, ELEMENTS[element])
            assert lab.combat()["block_total"] == (7 if element in EFFICIENT[attack_element] else 3), element


def entry_of(number):
    return tables().content["enemies"][exercised.names()["enemies"][number]]


@pytest.mark.parametrize("row", [p for p in ENEMIES if attacks_of(p.values[0])])
def test_damage(row):
    """R9.5: Wounds for each attack on its own, and what Poison, Paralyze, Assassination and Vampiric add."""
    abilities = row["abilities"].split()
    lab = met(row, units=("foresters",))
    lab.hand("rage", "march")
    lab.end_phase().end_phase()
    assert lab.step == Step.STEP_DAMAGE
    takers = {target for _foe, _attack, target in lab.options(Act.ACT_ASSIGN)}
    assert takers == ({HERO} if "assassination" in abilities else {HERO, 0})
    for n in range(len(attacks_of(row))):
        lab.assign(HERO, 0, n)
    factor = BRUTAL_FACTOR if "brutal" in abilities else 1
    wounds = sum(ceil(value * factor / HERO_ARMOR) for value, _ in attacks_of(row))
    player = lab.player()
    assert player["wounds"] == wounds
    assert player["discard"].count(card("wound")) == (wounds if "poison" in abilities else 0)
    knocked_out = wounds >= 5
    assert bool(player["hand"]) is not (knocked_out or "paralyze" in abilities)
    grown = wounds if "vampiric" in abilities else 0
    assert lab.foes()[0]["armor"] == int(row["armor"]) + grown


def dragon(row):
    """A fight in the lair with the heads of one row's level; the control head is always there (A.7.1)."""
    lab = game()
    lab.set_seat(units=[(tables().index["units"]["catapults"], 1, 0)])
    lab.fight_dragon([int(row["level"]) * (row["head"] in (name, "control")) for name in FOUR])
    lab.settle()
    found = {exercised.names()["heads"][foe["row"]]: (i, foe) for i, foe in enumerate(lab.foes())}
    exercised.note(f"heads.{row['head']}_{row['level']}")
    return lab, found


def printed_attacks(head, level):
    return attacks_of(next(row for row in rows("heads") if (row["head"], row["level"]) == (head, level)))


def fights_as(lab, foe, row, bonus=0):
    """Whether a head has its printed abilities and attacks, each attack with the control head's bonus."""
    names = {a.name.lower() for a in Ability if foe["abilities"] & a}
    attacks = [(value, element) for value, element, _, _ in foe["attacks"] if element < ELEMENTS["summon"]]
    printed = [(value + bonus, ELEMENTS[element]) for value, element in attacks_of(row)]
    return names == {*row["abilities"].split()} and attacks == printed


@pytest.mark.parametrize("row", [p for p in HEADS if p.values[0]["head"] != "control"])
def test_head(row):
    """A.7.2, A.7.3: Armor of a level, resistances, attacks and their abilities."""
    lab, found = dragon(row)
    bonus = next(int(r["bonus"]) for r in rows("heads") if (r["head"], r["level"]) == ("control", row["level"]))
    i, foe = found[f"{row['head']}_{row['level']}"]
    assert fights_as(lab, foe, row, bonus)
    resistances = row["resistances"].split()
    for element in ("physical", "fire", "ice"):
        lab, _ = dragon(row)
        lab.do(Act.ACT_TARGET, i)
        assert lab.combat()["attack_need"] == int(row["armor"])
        lab.attack_with(9, 2, ELEMENTS[element])
        assert lab.combat()["attack_total"] == (4 if element in resistances else 9), element


@pytest.mark.parametrize("row", [p for p in HEADS if p.values[0]["head"] == "control"])
def test_control_head(row):
    """A.7.4: psychic attack, possessed tokens or a bonus to the attacks of the others; nothing can be aimed at it."""
    lab, found = dragon(row)
    i, foe = found[f"control_{row['level']}"]
    assert fights_as(lab, foe, row)
    for name in FOUR:
        values = [value for value, _, _, _ in found[f"{name}_{row['level']}"][1]["attacks"] if value]
        printed = printed_attacks(name, row["level"])
        assert values == [value + int(row["bonus"]) for value, _ in printed]
    assert i not in [target for target, _, _ in lab.options(Act.ACT_TARGET)]
    for colour in summons_of(row):
        lab.next_token(enemy({"brown": "gargoyle", "red": "fire_dragon"}[colour]))
    before = len(lab.foes())
    lab.end_phase()
    drawn = lab.foes()[before:]
    assert sorted(entry_of(foe["row"]).colour for foe in drawn) == sorted(summons_of(row))
    assert all(foe["possessed"] is not None for foe in drawn)
