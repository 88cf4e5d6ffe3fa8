"""Units in use (R7.3) and effects on enemies (R9.1.6, R9.7): what works on whom."""

import pytest
from laboratory import Act, Step, card, fight, game, unit


def blocking(units, foe="prowlers", **kwargs):
    """The Block phase of a fight, the attack chosen; Units as (name, ready, Wounds)."""
    lab = fight([foe], **kwargs)
    lab.set_seat(level=5, units=[(unit(name), ready, wounds) for name, ready, wounds in units])
    lab.settle()
    lab.end_phase()
    return lab.do(Act.ACT_BLOCK, 0, 0)


def test_ready_and_unwounded_units_act_once():
    """R7.3, R7.1."""
    lab = blocking([("foresters", 1, 0), ("foresters", 0, 0), ("foresters", 1, 1)])
    assert {slot for slot, _, _ in lab.options(Act.ACT_UNIT)} == {0}
    lab.do(Act.ACT_UNIT, *lab.options(Act.ACT_UNIT)[0])
    assert not lab.can(Act.ACT_UNIT)
    assert [u["ready"] for u in lab.player()["units"]] == [0, 0, 1]


def test_spent_until_the_end_of_the_round():
    """R7.3: not readied by the end of a turn."""
    lab = game()
    lab.set_seat(units=[(unit("peasants"), 1, 0)])
    lab.settle()
    move = next(o for o in lab.options(Act.ACT_UNIT) if o[0] == 0)
    lab.do(Act.ACT_UNIT, *move)
    lab.play("swiftness").end_turn()
    assert lab.step == Step.STEP_MOVE
    assert lab.player()["units"][0]["ready"] == 0


@pytest.mark.parametrize(("colour", "options"), [(None, 1), ("red", 2), ("blue", 2)])
def test_abilities_that_cost_mana(colour, options):
    """R7.3: Guardian Golems: Block 2, or 4 of an element for a mana of red or blue."""
    lab = blocking([("guardian_golems", 1, 0)])
    lab.set_source([])
    lab.tokens(**({colour: 1} if colour else {}))
    assert len(lab.options(Act.ACT_UNIT)) == options
    lab.do(Act.ACT_UNIT, *lab.options(Act.ACT_UNIT)[-1])
    element = {None: 0, "red": 1, "blue": 2}[colour]
    assert lab.combat()["block"][element] == (4 if colour else 2)
    assert lab.turn()["mana"] == [0] * 6


def test_illusionists_do_not_reach_a_fortified_enemy():
    """Illusionists: white mana, an enemy that is not fortified does not attack."""
    for name, fits in (("prowlers", True), ("diggers", False)):
        lab = fight([name], units=["illusionists"])
        lab.tokens(white=1)
        assert lab.can(Act.ACT_UNIT, 0, 1) is fits
    lab = fight(["prowlers"], units=["illusionists"])
    lab.tokens(white=1)
    lab.set_source([])
    lab.settle()
    lab.do(Act.ACT_UNIT, 0, 1)
    lab.end_phase()
    assert lab.step == Step.STEP_ATTACK
    assert lab.foes()[0]["attacks"][0][2] == 2  # prevented, not blocked (R9.6.2)


CHILL = {
    # id: enemy, whether Chill (blue) may be played on it
    "R9.1.6-plain": ("prowlers", True),
    "R9.1.6-ice-resistance": ("ice_mages", False),
    "R9.1.6-fire-resistance": ("fire_mages", True),
    "R9.7-arcane-immunity": ("sorcerers", False),
}


@pytest.mark.parametrize("case", CHILL.values(), ids=CHILL)
def test_effects_of_a_blue_card(case):
    """R9.1.6, R9.7; Chill also takes Fire resistance away."""
    name, fits = case
    lab = fight([name])
    lab.hand("chill")
    lab.set_source([])
    lab.tokens(blue=1)
    assert lab.can(Act.ACT_PLAY, card("chill"), 0) is fits
    if fits:
        lab.play("chill")
        assert lab.foes()[0]["resist"] & 2 == 0
        lab.end_phase()
        assert lab.step == Step.STEP_ATTACK


def test_a_cancelled_summoner_summons_nobody():
    """R9.3.1: "does not attack" ends the summoning too."""
    lab = fight(["orc_summoners"])
    lab.hand("chill")
    lab.tokens(blue=1)
    lab.set_source([])
    lab.settle()
    piles = lab.token_piles(2)
    lab.play("chill")
    lab.end_phase()
    assert (lab.step, lab.token_piles(2)) == (Step.STEP_ATTACK, piles)
    assert len(lab.foes()) == 1


def test_attack_points_of_a_resisted_colour_still_count_half():
    """R9.1.6, R9.2.3: an attack is no effect; Snowstorm's ice 5 against Ice resistance makes 2."""
    lab = fight(["ice_mages"])
    lab.hand("snowstorm")
    lab.set_source([])
    lab.tokens(blue=1)
    lab.do(Act.ACT_TARGET, 0)
    lab.play("snowstorm")
    assert lab.combat()["attack_total"] == 2


def test_heroes_are_paid_in_the_midst_of_an_assault():
    """R7.8: 2 Influence once, made in any phase, before Heroes act in an assault."""
    lab = fight([("prowlers", "garrison")], flags=("assault",), units=("heroes_white",))
    lab.hand("rage", "rage", "promise")
    lab.settle()
    assert not lab.can(Act.ACT_UNIT)
    lab.sideways("rage", "influence")
    assert lab.turn()["influence"] == 1
    lab.sideways("rage", "influence")
    assert not lab.options(Act.ACT_SIDEWAYS)
    lab.end_phase()
    lab.do(Act.ACT_BLOCK, 0, 0)
    lab.do(Act.ACT_UNIT, *lab.options(Act.ACT_UNIT)[0][:2])
    assert lab.turn()["influence"] == 0
