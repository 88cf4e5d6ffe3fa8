"""Assigning damage (R9.5): Units, resistances, Poison, Paralyze, the Hero, knock-out."""

import pytest
from laboratory import HERO, Act, Step, card, fight, tables

STONE = {"peasants": {"armor": 4, "resist": 1}}


def struck(foe, *targets, units=(), flags=(), **kwargs):
    """Let the only enemy strike unblocked and assign its damage; returns the game and the damage left after each."""
    lab = fight([foe], units=units, flags=flags, **kwargs)
    lab.end_phase()
    lab.end_phase()
    assert lab.step == Step.STEP_DAMAGE
    left = []
    for target in targets:
        lab.assign(target)
        damage = lab.combat()["damage"]
        left.append(damage[2] if damage else 0)
    return lab, left


CASES = {
    # id: enemy, Units, targets, damage left after each, Wounds on the Units, Wounds in hand, in the discard pile
    "B1-R9.5.2": ({"attacks": [(7, "physical")]}, ["utem_guardsmen"], [0, HERO], [2, 0], [1], 1, 0),
    "B2-R9.5.2": ({"attacks": [(1, "physical")]}, ["utem_guardsmen"], [0], [0], [1], 0, 0),
    "B3-R9.5.5": ({"attacks": [(7, "physical")]}, ["peasants"], [0, HERO], [4, 0], [1], 2, 0),
    "B4-R9.5.2": ({"attacks": [(3, "physical")], "abilities": ["poison"]}, ["peasants"], [0], [0], [2], 0, 0),
    "B6-R9.5.4": ({"attacks": [(5, "physical")]}, ["guardian_golems"], [0], [0], [1], 0, 0),
    "B24-R9.5.1": ({"attacks": [(4, "physical")], "abilities": ["brutal"]}, [], [HERO], [0], [], 4, 0),
    "R9.5.1-exact": ({"attacks": [(4, "physical")]}, [], [HERO], [0], [], 2, 0),
    "R9.5.5-poison": ({"attacks": [(3, "physical")], "abilities": ["poison"]}, [], [HERO], [0], [], 2, 2),
    "R9.5.4-fire-on-golems": ({"attacks": [(5, "fire")]}, ["guardian_golems"], [0, HERO], [2, 0], [1], 1, 0),
    "R9.5.4-cold-fire-needs-both": ({"attacks": [(5, "coldfire")]}, ["fire_golems"], [0, HERO], [1, 0], [1], 1, 0),
    "A.3.3-A8-psychic": ({"attacks": [(4, "psychic")]}, ["utem_guardsmen"], [0, HERO], [2, 0], [1], 1, 0),
    "R9.5.2-R9.5.6-two-units": (
        {"attacks": [(9, "physical")]},
        ["peasants", "foresters"],
        [1, 0, HERO],
        [5, 2, 0],
        [1, 1],
        1,
        0,
    ),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_damage(case):
    spec, units, targets, left, unit_wounds, hand, discarded = case
    lab, got = struck("prowlers", *targets, units=units, enemies={"prowlers": spec})
    assert got == left
    player = lab.player()
    assert [u["wounds"] for u in player["units"]] == unit_wounds
    assert player["wounds"] == hand
    assert player["discard"].count(card("wound")) == discarded


def test_resistance_absorbs_and_bars():
    """B5, B7, R9.5.4: a resistant Unit of Armor 4 absorbs 4 without a Wound and may take no more damage this combat."""
    spec = {"attacks": [(4, "physical"), (1, "physical")], "abilities": ["paralyze"]}
    lab, left = struck("prowlers", 0, units=["peasants"], enemies={"prowlers": spec}, changed_units=STONE)
    assert left == [0]
    assert [(u["ready"], u["wounds"]) for u in lab.player()["units"]] == [(1, 0)]
    assert lab.options(Act.ACT_ASSIGN) == [(0, 1, HERO)]


def test_paralyze_destroys_a_unit_that_would_be_wounded():
    """R9.5.3: the damage is still reduced by its Armor."""
    lab, left = struck(
        "prowlers",
        0,
        units=["peasants"],
        enemies={"prowlers": {"attacks": [(5, "physical")], "abilities": ["paralyze"]}},
    )
    assert left == [2]
    assert lab.player()["units"] == []


def test_paralyze_empties_the_hand():
    """R9.5.5: one Wound is enough; Wounds stay."""
    lab, _ = struck("prowlers", HERO, enemies={"prowlers": {"attacks": [(1, "physical")], "abilities": ["paralyze"]}})
    assert (lab.player()["hand"], lab.player()["wounds"]) == ([], 1)
    assert len(lab.player()["discard"]) == 5


def test_assassination_spares_the_units():
    """R9.5.6."""
    lab, _ = struck(
        "prowlers",
        units=["peasants"],
        enemies={"prowlers": {"attacks": [(3, "physical")], "abilities": ["assassination"]}},
    )
    assert lab.options(Act.ACT_ASSIGN) == [(0, 0, HERO)]


def test_wounded_units_take_no_damage_spent_ones_do():
    """R9.5.2."""
    lab, _ = struck("prowlers", units=["peasants", "foresters"], enemies={"prowlers": {"attacks": [(3, "physical")]}})
    kinds = tables().index["units"]
    lab.set_seat(units=[(kinds["peasants"], 1, 1), (kinds["foresters"], 0, 0)])
    lab.settle()
    assert lab.options(Act.ACT_ASSIGN) == [(0, 0, HERO), (0, 0, 1)]


def test_units_are_left_out_where_they_are_forbidden():
    """R9.5.9: neither activated nor wounded."""
    lab, _ = struck("prowlers", units=["peasants"], flags=["no_units"])
    assert lab.options(Act.ACT_ASSIGN) == [(0, 0, HERO)]
    lab = fight(["prowlers"], units=["utem_crossbowmen"], flags=["no_units"])
    lab.hand()
    assert not lab.can(Act.ACT_TARGET)


@pytest.mark.parametrize(("wounds", "knocked"), [(4, False), (5, True)], ids=["R9.5.8-four", "B8-R9.5.8-five"])
def test_knock_out_at_the_hand_limit(wounds, knocked):
    lab, _ = struck("prowlers", HERO, enemies={"prowlers": {"attacks": [(2 * wounds, "physical")]}})
    assert lab.player()["wounds"] == wounds
    assert (lab.player()["hand"] == []) is knocked
    assert len(lab.player()["discard"]) == (5 if knocked else 0)


def test_knock_out_counts_the_wounds_of_one_combat():
    """R9.5.8: Wounds that were in hand before do not count; those of several attacks add up."""
    spec = {"attacks": [(4, "physical"), (4, "physical"), (2, "physical")]}
    lab = fight(["prowlers"], enemies={"prowlers": spec})
    lab.set_seat(wounds=4)
    lab.settle()
    lab.end_phase().end_phase()
    lab.assign(HERO, 0, 0).assign(HERO, 0, 1)
    assert (lab.player()["wounds"], len(lab.player()["hand"])) == (8, 5)
    lab.assign(HERO, 0, 2)
    assert (lab.player()["wounds"], lab.player()["hand"]) == (9, [])


def test_each_attack_is_divided_by_armor_on_its_own():
    """B30, R9.3.5: three attacks of 2 unblocked against Armor 2."""
    lab = fight(["hydra"])
    lab.end_phase().end_phase()
    for attack in range(3):
        lab.assign(HERO, 0, attack)
    assert lab.player()["wounds"] == 3


def test_a_level_three_hero_has_armor_three():
    """R1.1, R9.5.5: 7 damage against Armor 3 is three Wounds."""
    lab = fight(["werewolf"])
    lab.set_seat(level=3)
    lab.end_phase().end_phase()
    lab.assign(HERO)
    assert lab.player()["wounds"] == 3


def test_vampiric_enemy_grows():
    """R9.5.7: Armor +1 per Unit wounded and per Wound to hand; both values of an Elusive one."""
    spec = {"attacks": [(5, "physical")], "abilities": ["vampiric", "elusive"], "armor": 3, "armor_high": 6}
    lab, left = struck("prowlers", 0, HERO, units=["peasants"], enemies={"prowlers": spec})
    assert left == [2, 0]
    foe = lab.foes()[0]
    assert (foe["armor"], foe["armor_high"]) == (5, 8)


def test_vampiric_enemy_gains_nothing_from_a_unit_that_is_destroyed():
    """R9.5.3, R9.5.7: destroyed instead of wounded."""
    spec = {"attacks": [(5, "physical")], "abilities": ["vampiric", "paralyze"], "armor": 3}
    lab, left = struck("prowlers", 0, HERO, units=["peasants"], enemies={"prowlers": spec})
    assert left == [2, 0]
    assert lab.foes()[0]["armor"] == 3 + 1  # the Wound of the Hero


def test_thugs_ask_for_influence_before_they_take_damage():
    """R7.8, L.3.2: 2 Influence once in the combat."""
    lab = fight(["prowlers"], units=["thugs"])
    lab.end_phase().end_phase()
    assert lab.options(Act.ACT_ASSIGN) == [(0, 0, HERO)]
    lab.set_turn(influence=3)
    lab.settle()
    lab.assign(0)
    assert lab.turn()["influence"] == 1
