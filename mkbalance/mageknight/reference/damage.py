"""Damage to Units and the Hero (R9.5, A.3.3, L.3.2)."""

from dataclasses import dataclass, field
from math import ceil

from mkbalance.mageknight.reference.combat import COLD_FIRE, FIRE, ICE, PSYCHIC, abilities_of

HERO = "hero"


@dataclass
class Unit:
    """A Unit of the Hero."""

    armor: int
    level: int
    resistances: frozenset = frozenset()
    price: int = 0  # Influence once in a combat before Units of this sort take damage (Thugs)
    ready: bool = True
    wounds: int = 0
    barred: bool = False  # absorbed damage without a Wound in this combat (R9.5.4)


@dataclass
class Hero:
    """Whoever takes the damage, with the Units at hand."""

    armor: int
    hand_limit: int  # of the level token, unmodified (R9.5.8)
    hand: list = field(default_factory=list)  # cards other than Wounds
    wounds: int = 0  # in hand
    units: list = field(default_factory=list)
    discard: list = field(default_factory=list)
    discarded_wounds: int = 0
    influence: int = 0
    price_paid: bool = False
    wounds_in_combat: int = 0
    units_allowed: bool = True

    def drop_hand(self):
        """Discard everything that is not a Wound."""
        self.discard += self.hand
        self.hand = []


def damage_of(enemy, attack):
    """Attack value, twice if Brutal (R9.5.1)."""
    return attack.value * (2 if "brutal" in abilities_of(enemy, attack) else 1)


def may_take(hero, unit, enemy, attack):
    """Whether damage of the attack may be assigned to the Unit."""
    if not hero.units_allowed:  # R9.5.9
        return False
    if "assassination" in abilities_of(enemy, attack):  # R9.5.6
        return False
    if unit.wounds or unit.barred:  # R9.5.2, R9.5.4
        return False
    return not unit.price or hero.price_paid or hero.influence >= unit.price  # L.3.2


def resists(unit, element):
    """R9.5.4: the matching element, both for Cold Fire; nothing resists psychic attacks by itself (A.3)."""
    if element == COLD_FIRE:
        return {FIRE, ICE} <= unit.resistances
    return element in unit.resistances


def grow(enemy, attack, amount):
    """Vampiric (R9.5.7)."""
    if "vampiric" in abilities_of(enemy, attack):
        enemy.armor += amount
        if enemy.high_armor is not None:
            enemy.high_armor += amount


def to_unit(hero, unit, damage, enemy, attack):
    """Assign damage to a Unit; returns what is left (R9.5.2 - R9.5.4)."""
    if unit.price and not hero.price_paid:
        hero.influence -= unit.price
        hero.price_paid = True
    armor = unit.level if attack.element == PSYCHIC else unit.armor  # A.3.3
    if resists(unit, attack.element):
        damage -= armor
        if damage <= 0:
            unit.barred = True
            return 0
    traits = abilities_of(enemy, attack)
    if "paralyze" in traits:
        hero.units = [u for u in hero.units if u is not unit]
    else:
        unit.wounds = 2 if "poison" in traits else 1
        grow(enemy, attack, 1)
    return max(0, damage - armor)


def to_hero(hero, damage, enemy, attack):
    """Assign all damage that is left to the Hero (R9.5.5, R9.5.8)."""
    traits = abilities_of(enemy, attack)
    wounds = ceil(damage / hero.armor)
    hero.wounds += wounds
    hero.wounds_in_combat += wounds
    if "poison" in traits:
        hero.discarded_wounds += wounds
    grow(enemy, attack, wounds)
    if wounds and "paralyze" in traits:
        hero.drop_hand()
    if hero.wounds_in_combat >= hero.hand_limit:
        hero.drop_hand()
    return 0
