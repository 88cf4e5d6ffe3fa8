"""The plain model against worked examples of the rules, by hand."""

import pytest

from mkbalance.mageknight.reference import combat as c
from mkbalance.mageknight.reference import damage as d
from mkbalance.mageknight.reference.mana import Purse, payable, ways


def foe(armor=4, *attacks, resist=(), abilities=(), **more):
    return c.Enemy(armor, list(attacks), resistances=frozenset(resist), abilities=frozenset(abilities), **more)


@pytest.mark.parametrize(
    ("targets", "points", "total"),
    [
        ([foe(resist=[c.PHYSICAL, c.FIRE])], [(3, c.PHYSICAL), (3, c.FIRE)], 3),
        ([foe(resist=[c.FIRE]), foe()], [(5, c.FIRE)], 2),
        ([foe(resist=[c.FIRE]), foe(resist=[c.ICE])], [(5, c.COLD_FIRE), (2, c.FIRE)], 6),
        ([foe(resist=[c.FIRE, c.ICE])], [(5, c.COLD_FIRE)], 2),
    ],
    ids=["halved-over-the-sum", "union", "cold-fire-needs-one-with-both", "cold-fire-resisted"],
)
def test_attack_total(targets, points, total):
    """R9.2.3."""
    played = [c.Points(n, element, c.SIEGE) for n, element in points]
    assert c.attack_total(played, targets, c.RANGED_PHASE) == total


def test_fortifications():
    """R9.2.2, R9.6.1, R9.7: Siege only; twice out of reach; none in the Attack phase; Unfortified."""
    icon, unfortified = foe(abilities=["fortified"]), foe(abilities=["unfortified"])
    points = [c.Points(4, kind=c.RANGED), c.Points(3, kind=c.SIEGE)]
    assert c.attack_total(points, [icon], c.RANGED_PHASE) == 3
    assert c.attack_total(points, [icon], c.ATTACK_PHASE) == 7
    icon.at_fortified_site = unfortified.at_fortified_site = unfortified.behind_wall = True
    assert not c.can_be_targeted(icon, c.RANGED_PHASE)
    assert c.can_be_targeted(icon, c.ATTACK_PHASE)
    assert c.attack_total(points, [unfortified], c.RANGED_PHASE) == 7


def test_elusive():
    """R9.6.2."""
    shadow = foe(3, c.Attack(2), c.Attack(2), abilities=["elusive"], high_armor=6)
    shadow.attacks[0].blocked = True
    assert c.armor_of(shadow, c.ATTACK_PHASE) == 6
    c.change_attack(shadow.attacks[1], -2)
    assert (c.armor_of(shadow, c.ATTACK_PHASE), c.armor_of(shadow, c.RANGED_PHASE)) == (3, 6)


@pytest.mark.parametrize(
    ("attack", "abilities", "points", "stops"),
    [
        (c.Attack(3), ["swift"], [(5, c.PHYSICAL)], False),
        (c.Attack(3), ["swift"], [(6, c.PHYSICAL)], True),
        (c.Attack(4, c.FIRE), [], [(2, c.ICE), (3, c.PHYSICAL)], False),
        (c.Attack(4, c.FIRE), [], [(2, c.ICE), (4, c.PHYSICAL)], True),
        (c.Attack(4, c.PSYCHIC), ["swift"], [(4, c.PSYCHIC)], True),
        (c.Attack(2), [], [(4, c.PSYCHIC)], False),
    ],
)
def test_block(attack, abilities, points, stops):
    """R9.3.2, A.3."""
    enemy = foe(4, attack, abilities=abilities)
    assert c.block_succeeds([c.Points(n, element) for n, element in points], enemy, attack) is stops


def test_damage():
    """R9.5: a resistant Unit of Armor 3 takes 3, then a Wound and 3 more; the rest is the Hero's, with Poison twice."""
    attack = c.Attack(9)
    enemy = foe(4, attack, abilities=["poison", "vampiric"])
    golems = d.Unit(3, 2, frozenset({c.PHYSICAL}))
    hero = d.Hero(2, 5, ["rage"] * 3, units=[golems])
    left = d.to_unit(hero, golems, d.damage_of(enemy, attack), enemy, attack)
    assert (left, golems.wounds, enemy.armor) == (3, 2, 5)
    d.to_hero(hero, left, enemy, attack)
    assert (hero.wounds, hero.discarded_wounds, enemy.armor, len(hero.hand)) == (2, 2, 7, 3)


@pytest.mark.parametrize(
    ("marks", "total", "allowed"),
    [
        ([1, 1], 3, True),
        ([2, 1], 3, False),  # not paid for
        ([1, 1], 4, False),  # a level more could be had
        ([1, 2], 4, True),  # what was aimed at is out of reach
        ([1, 3], 5, False),  # it is not
        ([2, 1], 5, True),
        ([0, 3], 3, False),  # all or nothing
    ],
)
def test_levels_of_two_heads(marks, total, allowed):
    """A.7.3: Armor 2 and 1, aimed at two levels of the first and one of the second."""
    heads = [foe(2, levels=5), foe(1, levels=4)]
    ids = [id(head) for head in heads]
    split = dict(zip(ids, marks, strict=True))
    assert c.marks_allowed(split, dict(zip(ids, [2, 1], strict=True)), total, heads, c.ATTACK_PHASE) is allowed


def test_possessed_summoner():
    """A.2.1, R9.3.1: what it draws for its topmost attack changes, no more than that one."""
    summoner = foe(4, c.Attack(0, summons="brown"), c.Attack(0, summons="brown"))
    c.possess(summoner, armor=1, attack=2)
    enemies = [summoner]
    c.summon(enemies, [foe(5, c.Attack(5)), foe(5, c.Attack(5))])
    assert (summoner.armor, [enemy.attacks[0].value for enemy in enemies[1:]]) == (5, [7, 5])
    assert [c.strikes(enemy, enemies) for enemy in enemies] == [False, True, True]


def test_payments():
    """R5.2, R5.4: one die a turn; gold stands in for a colour by Day only."""
    purse = Purse(tokens=["gold"], dice=["red", "red", "black"])
    assert payable([{"red"}, {"red"}], purse)
    assert not payable([{"red"}] * 3, purse)
    assert not payable([{"black"}], purse)
    assert ways([{"red"}], purse) == {("red", "token", "gold"), ("red", "die", "red")}
    purse.night = True
    assert not payable([{"red"}, {"red"}], purse)
    assert ways([{"black"}, {"black"}], purse) == set()
