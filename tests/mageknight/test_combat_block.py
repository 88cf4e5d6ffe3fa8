"""Blocks (R9.3): efficiency, Swift, Cumbersome, several attacks, psychic attacks and possessed enemies (A.2, A.3)."""

import pytest
from laboratory import BLUE, PAY, Act, Step, card, enemy, fight

BLOCKED = 1


def attack_of(*attacks, **more):
    return {"prowlers": {"attacks": list(attacks), **more}}


CASES = {
    # id: attack, abilities, Block points by element, whether the attack is blocked (R9.3.2)
    "B27-R9.3.2-swift": ((3, "physical"), ["swift"], {"physical": 5}, False),
    "R9.3.2-swift-met": ((3, "physical"), ["swift"], {"physical": 6}, True),
    "B28-R9.3.2-fire": ((4, "fire"), [], {"ice": 2, "physical": 3}, False),
    "R9.3.2-fire-met": ((4, "fire"), [], {"ice": 2, "physical": 4}, True),
    "B29-R9.3.2-halved-over-the-sum": ((6, "fire"), [], {"physical": 6}, False),
    "R9.3.2-halved-over-the-sum-met": ((3, "fire"), [], {"physical": 6}, True),
    "R9.3.2-fire-by-fire": ((3, "fire"), [], {"fire": 5}, False),
    "R9.3.2-ice-by-fire": ((3, "ice"), [], {"fire": 3}, True),
    "R9.3.2-ice-by-ice": ((3, "ice"), [], {"ice": 5}, False),
    "R9.3.2-cold-fire-by-fire-and-ice": ((4, "coldfire"), [], {"fire": 3, "ice": 4}, False),
    "R9.3.2-cold-fire-by-cold-fire": ((4, "coldfire"), [], {"coldfire": 4}, True),
    "R9.3.2-cold-fire-block-anything": ((4, "ice"), [], {"coldfire": 4}, True),
    "R9.3.2-physical-by-all": ((4, "physical"), [], {"physical": 1, "fire": 1, "ice": 1, "coldfire": 1}, True),
    "R9.3.2-brutal-does-not-ask-for-more": ((4, "physical"), ["brutal"], {"physical": 4}, True),
    "A5-A.3.2-psychic": ((4, "psychic"), [], {"coldfire": 6, "psychic": 1}, True),
    "A.3.2-psychic-missed": ((4, "psychic"), [], {"coldfire": 5, "psychic": 1}, False),
    "A.3.2-psychic-block-blocks-nothing-else": ((2, "physical"), [], {"psychic": 4}, False),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_block(case):
    attack, abilities, points, blocked = case
    lab = fight(["prowlers"], enemies=attack_of(attack, abilities=abilities))
    lab.end_phase()
    lab.block(0, 0, **points)
    assert (lab.foes()[0]["attacks"][0][2] == BLOCKED) is blocked
    assert lab.step == (Step.STEP_ATTACK if blocked else Step.STEP_BLOCK)


def test_cards_make_the_same_block():
    """B29, R9.3.2: two cards with Block 3 each are halved once over their sum."""
    lab = fight(["fire_mages"])
    lab.tokens(blue=1)
    lab.hand("determination", "rage")
    lab.end_phase()
    lab.do(Act.ACT_BLOCK, 0, 0)
    lab.play("determination", powered=True, pay=(BLUE, PAY.token))
    lab.play("rage", option=1)
    assert (lab.combat()["block_total"], lab.combat()["block_need"]) == ((5 + 2) // 2, 6)


def test_failed_block_takes_nothing_from_the_attack_and_keeps_nothing():
    """R9.3.2, R9.3.3."""
    lab = fight(["prowlers"])
    lab.end_phase()
    lab.block(0, 0, physical=3)
    assert lab.combat()["block"] == [0] * 5
    lab.block(0, 0, physical=1)
    assert lab.foes()[0]["attacks"][0][:3] == (4, 0, 0)


def test_cumbersome_attack_is_worn_down():
    """B12, R9.3.4: attack 7, four Move spent, Block 3."""
    lab = fight(["orc_stonethrowers"])
    lab.end_phase()
    lab.set_turn(move=4)
    lab.settle()
    for _ in range(4):
        lab.do(Act.ACT_REDUCE, 0, 0)
    assert lab.turn()["move"] == 0
    assert not lab.can(Act.ACT_REDUCE)
    lab.block(0, 0, physical=3)
    assert lab.step == Step.STEP_ATTACK


def test_move_of_the_block_phase_only():
    """R9.3.4, R4.6.3 (ruling 43): Move left from movement is lost; cards for Move may be played against Cumbersome."""
    lab = fight(["orc_stonethrowers"])
    assert lab.turn()["move"] == 0
    lab.end_phase()
    lab.play("swiftness")
    lab.sideways("rage", "move")
    assert lab.turn()["move"] == 3


def test_one_of_three_cumbersome_attacks_is_worn_down():
    """B13, R9.3.4: Zombie Horde, three attacks of 1, one Move spent."""
    lab = fight(["zombie_horde"], expansions=7)
    lab.end_phase()
    lab.set_turn(move=1)
    lab.settle()
    lab.do(Act.ACT_REDUCE, 0, 1)
    assert [attack[2] for attack in lab.foes()[0]["attacks"]] == [0, BLOCKED, 0]
    lab.end_phase()
    assert lab.options(Act.ACT_ASSIGN) == [(0, 0, 254), (0, 2, 254)]


def test_brutal_doubles_what_is_left_of_a_cumbersome_attack():
    """B24, R9.3.4, R9.5.1: (4 - 2) x 2 = 4 damage of the Earth Elemental."""
    lab = fight(["earth_elemental"], expansions=7, units=["peasants"])
    lab.end_phase()
    lab.set_turn(move=2)
    lab.settle()
    lab.do(Act.ACT_REDUCE, 0, 0).do(Act.ACT_REDUCE, 0, 0)
    lab.end_phase()
    lab.assign(0)
    assert lab.combat()["damage"] == (0, 0, 4 - 3)


def test_swift_is_applied_after_reductions():
    """Ruling 37: 3 - 1 = 2, doubled 4."""
    lab = fight(["prowlers"], enemies=attack_of((3, "physical"), abilities=["swift", "cumbersome"]))
    lab.end_phase()
    lab.set_turn(move=1)
    lab.settle()
    lab.do(Act.ACT_REDUCE, 0, 0)
    lab.block(0, 0, physical=4)
    assert lab.step == Step.STEP_ATTACK


def test_block_that_counts_twice_against_swift():
    """Utem Guardsmen: Block 4, twice against Swift: 8 against the Swift 4 of Crossbowmen."""
    lab = fight(["crossbowmen"], units=["utem_guardsmen"])
    lab.end_phase()
    lab.do(Act.ACT_BLOCK, 0, 0)
    lab.do(Act.ACT_UNIT, 0, 1)
    assert (lab.combat()["block_total"], lab.combat()["block_need"]) == (8, 8)


def test_several_attacks_are_blocked_one_by_one():
    """R9.3.5."""
    lab = fight(["hydra"])
    lab.end_phase()
    lab.block(0, 1, physical=2)
    assert lab.options(Act.ACT_BLOCK) == [(0, 0, 0), (0, 2, 0)]
    lab.end_phase()
    assert lab.options(Act.ACT_ASSIGN) == [(0, 0, 254), (0, 2, 254)]


def test_possessed_elusive_enemy():
    """A3, A.2.3: Armor +1 on 3 / 6 gives 4 / 7."""
    lab = fight(["orc_trackers"])
    lab.possess(0, token(armor=1, psychic=0))
    foe = lab.foes()[0]
    assert (foe["armor"], foe["armor_high"]) == (4, 7)


def token(**wanted):
    """Row of the possessed token with these values."""
    from laboratory import tables

    rows = tables().arrays["possessed"]
    found = [i for i, row in enumerate(rows) if all(row[name] == value for name, value in wanted.items())]
    assert found, wanted
    return found[0]


def test_psychic_attack_of_a_possessed_enemy_has_no_abilities():
    """A4, A.3.1: Wolf Riders are Swift, their psychic 2 needs Block 2."""
    lab = fight(["wolf_riders"])
    lab.possess(0, token(psychic=2))
    lab.end_phase()
    lab.block(0, 1, psychic=2)
    assert [attack[2] for attack in lab.foes()[0]["attacks"]] == [0, BLOCKED]


def test_possessed_changes_go_to_the_topmost_attack_and_fame():
    """A1, A.2.1: attack +1 on 2, 2, 2; Fame of the token; printed minimums (ruling 71)."""
    lab = fight(["hydra"])
    row = token(attack=1, psychic=3)
    lab.possess(0, row)
    foe = lab.foes()[0]
    assert [attack[0] for attack in foe["attacks"]] == [3, 2, 2, 3]
    assert foe["fame"] == 5 + 1
    lab = fight(["prowlers"], enemies=attack_of((1, "physical"), armor=1, fame=0))
    lab.possess(0, token(attack=-1))
    assert lab.foes()[0]["attacks"][0][0] == 0
    assert lab.foes()[0]["attacks"][0][2] == BLOCKED
    assert lab.foes()[0]["fame"] == 0
    lab.possess(0, token(armor=-1))
    assert lab.foes()[0]["armor"] == 1


@pytest.mark.case("A9")
def test_no_possessed_token_when_all_are_in_use():
    """A9, A.2.2: the enemy comes without one, and nothing is drawn."""
    lab = fight(["prowlers"])
    lab.set_decks(possessed=[])
    before = lab.draws()
    lab.possess_from_pile(0)
    assert lab.foes()[0]["possessed"] is None
    assert lab.draws() == before


@pytest.mark.case("A6")
def test_influence_blocks_psychic_attacks_in_parts():
    """A6, A.3.2: Influence 5 against psychic 2 and 3; the Reputation modifier is not added (ruling 72)."""
    lab = fight(["prowlers"], enemies=attack_of((2, "psychic"), (3, "psychic")))
    lab.end_phase()
    lab.set_turn(influence=5)
    lab.settle()
    for attack, need in ((0, 2), (1, 3)):
        lab.do(Act.ACT_BLOCK, 0, attack)
        for _ in range(need):
            lab.do(Act.ACT_CONVERT, 2, 4)
        lab.do(Act.ACT_RESOLVE)
    assert lab.turn()["influence"] == 0
    assert lab.step == Step.STEP_ATTACK


def test_block_cards_do_not_carry_over_to_another_attack():
    """A6, R9.3.3: leftover Block points are lost."""
    lab = fight(["hydra"])
    lab.end_phase()
    lab.block(0, 0, physical=4)
    lab.do(Act.ACT_BLOCK, 0, 1)
    assert lab.combat()["block_total"] == 0


def test_no_healing_in_combat():
    """R9.1.5: leftover Healing is lost, healing cards wait."""
    lab = fight(["prowlers"])
    lab.hand("tranquility", "rage", wounds=2)
    for phase in (Step.STEP_RANGED, Step.STEP_BLOCK):
        assert lab.step == phase
        assert not lab.can(Act.ACT_PLAY, card("tranquility"))
        assert not lab.can(Act.ACT_HEAL_HAND)
        lab.end_phase()
    assert enemy("prowlers") == lab.foes()[0]["row"]
