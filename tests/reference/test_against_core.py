"""The compiled core against the plain model on made-up situations; and that it would notice a wrong rule."""

import math
import random
from collections import Counter

import pytest

from mkbalance.mageknight.reference import combat, damage, mana, situations
from mkbalance.mageknight.reference.against_core import Bench, Disagreement, run

SITUATIONS = {"field": 9000, "city": 4000, "lair": 4000, "mana": 8000}
EXPECTED = {  # steps that many situations at least must have compared
    "field": {
        "successful attacks": 8000,
        "successful blocks": 5000,
        "damage to Units": 3000,
        "damage to the Hero": 5000,
    },
    "city": {"successful attacks": 4000, "successful blocks": 4000, "reductions": 1500},
    "lair": {"successful attacks": 5000, "successful blocks": 6000, "damage to Units": 3000},
    "mana": {"payments": 8000, "mana paid": 4000},
}


@pytest.fixture(scope="module")
def bench():
    return Bench()


@pytest.mark.slow
@pytest.mark.parametrize("kind", SITUATIONS)
def test_core_agrees_with_the_model(bench, kind):
    counts = Counter()
    for number in range(SITUATIONS[kind]):
        try:
            run(kind, random.Random(f"1:{kind}:{number}"), bench, counts)
        except Disagreement as problem:
            pytest.fail(f"situation {number}: {problem}")
    short = {name: counts[name] for name, least in EXPECTED[kind].items() if counts[name] < least}
    assert not short


def no_union(targets):
    return set(targets[0].resistances)


def cold_fire_over_the_group(targets):
    halved = set().union(*(target.resistances for target in targets))
    return halved | ({combat.COLD_FIRE} if {combat.FIRE, combat.ICE} <= halved else set())


def always(*_):
    return True


def half_up(points, attack):
    efficient = sum(p.amount for p in points if p.element in combat.EFFICIENT_BLOCKS[attack.element])
    return efficient + (sum(p.amount for p in points if p.element != combat.PSYCHIC) - efficient + 1) // 2


def psychic_with_abilities(enemy, attack):
    return (enemy.abilities & combat.OFFENSIVE) | attack.gained


def without(ability):
    def abilities_of(enemy, attack):
        return combat.OFFENSIVE & enemy.abilities - {ability} if attack.element != combat.PSYCHIC else frozenset()

    return abilities_of


def armor_always_low(enemy, _phase):
    return enemy.armor


def any_attack_blocked(enemy):
    return any(attack.blocked for attack in enemy.attacks)


def icons_only(enemy):
    return int("fortified" in enemy.abilities)


def either_element(unit, element):
    if element == combat.COLD_FIRE:
        return bool({combat.FIRE, combat.ICE} & unit.resistances)
    return element in unit.resistances


def no_bonus(enemy, colour):
    enemy.city = colour


def gold_by_night(colour, purse):
    return {*mana.BASIC, "gold"} if colour == "gold" else mana_pays_for(colour, purse)


def no_growth(*_):
    return None


def no_swift(_enemy, attack):
    return attack.value


def first_token_only(enemies, tokens):
    for enemy in list(enemies):
        if combat.strikes(enemy, enemies) and enemy.attacks and enemy.attacks[0].summons:
            enemy.replaced = True
            token = next(iter(tokens))
            token.summoned, token.fame = True, 0
            enemies.append(token)


mana_pays_for = mana.pays_for
later_knock_out = {level: (armor, limit + 1) for level, (armor, limit) in situations.LEVELS.items()}

WRONG = {
    # id: situations, module, function, its wrong twin
    "resistances-of-the-first-target": ("field", combat, "halved_elements", no_union),
    "cold-fire-over-the-group": ("field", combat, "halved_elements", cold_fire_over_the_group),
    "elusive-ignored": ("field", combat, "armor_of", armor_always_low),
    "elusive-after-one-block": ("field", combat, "wholly_blocked", any_attack_blocked),
    "walls-ignored": ("field", combat, "fortifications", icons_only),
    "city-walls-ignored": ("city", combat, "fortifications", icons_only),
    "blocks-rounded-up": ("field", combat, "block_total", half_up),
    "psychic-with-abilities": ("field", combat, "abilities_of", psychic_with_abilities),
    "psychic-damage-with-abilities": ("field", damage, "abilities_of", psychic_with_abilities),
    "no-city-bonus": ("city", combat, "give_city_bonus", no_bonus),
    "no-control-bonus": ("lair", combat, "give_control_bonus", no_growth),
    "silent-heads-strike": ("lair", combat, "strikes", lambda enemy, _: not (enemy.defeated or enemy.replaced)),
    "assassination-ignored": ("field", damage, "abilities_of", without("assassination")),
    "brutal-ignored": ("field", damage, "abilities_of", without("brutal")),
    "poison-ignored": ("field", damage, "abilities_of", without("poison")),
    "paralyze-ignored": ("field", damage, "abilities_of", without("paralyze")),
    "vampiric-ignored": ("field", damage, "grow", no_growth),
    "everybody-takes-damage": ("field", damage, "may_take", always),
    "cold-fire-resisted-by-one-element": ("field", damage, "resists", either_element),
    "wounds-rounded-down": ("field", damage, "ceil", math.floor),
    "knock-out-a-wound-later": ("field", situations, "LEVELS", later_knock_out),
    "swift-ignored": ("field", combat, "block_needed", no_swift),
    "one-token-a-summoner": ("field", combat, "summon", first_token_only),
    "gold-by-night": ("mana", mana, "pays_for", gold_by_night),
}


@pytest.mark.parametrize("case", WRONG.values(), ids=WRONG)
def test_a_wrong_rule_is_noticed(bench, monkeypatch, case):
    kind, module, name, wrong = case
    monkeypatch.setattr(module, name, wrong)
    with pytest.raises(Disagreement):
        for number in range(3000):
            run(kind, random.Random(f"1:{kind}:{number}"), bench, Counter())
