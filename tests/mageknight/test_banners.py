"""Banners (R7.6): assigning, replacing, what each does on its Unit, and the choice at the start of a Round."""

import pytest
from laboratory import HERO, Act, Step, card, fight, game, unit

from mkbalance.mageknight.playerfiles import load

SHIELDED = 128  # added to the Unit slot: its Banner of Fortitude ignores the Wound


def assigned(lab, banner):
    lab.hand(banner)
    lab.play(banner)
    if lab.task is not None:
        lab.do(Act.ACT_CHOOSE, 0)
    return lab


def with_banner(banner, kind="peasants", foes=None, **kwargs):
    lab = fight(["prowlers"], units=[kind], enemies={"prowlers": foes or {"attacks": [(3, "physical")]}}, **kwargs)
    return assigned(lab, banner)


def test_a_second_banner_sends_the_first_to_the_discard_pile():
    lab = game()
    lab.set_seat(units=[(unit("peasants"), 1, 0)])
    assigned(lab, "banner_of_fear")
    assigned(lab, "banner_of_courage")
    assert lab.player()["discard"] == [card("banner_of_fear")]
    assert lab.player()["played"] == []


def test_courage_readies_once_a_round():
    lab = game()
    lab.set_seat(units=[(unit("peasants"), 0, 0)])
    assigned(lab, "banner_of_courage")
    lab.do(Act.ACT_BANNER, card("banner_of_courage"), 0)
    assert lab.player()["units"][0]["ready"] == 1
    lab.do(Act.ACT_UNIT, 0, 3)
    assert not lab.can(Act.ACT_BANNER)


def test_fear_spends_the_unit_to_cancel_an_attack_for_fame():
    lab = with_banner("banner_of_fear")
    fame = lab.player()["fame"]
    lab.end_phase().do(Act.ACT_BANNER, card("banner_of_fear"), 0, 0)
    assert lab.player()["fame"] == fame + 1
    assert lab.player()["units"][0]["ready"] == 0
    assert lab.step == Step.STEP_ATTACK


def test_fear_does_nothing_to_arcane_immunity():
    lab = with_banner("banner_of_fear", foes={"attacks": [(3, "physical")], "abilities": ["arcane_immunity"]})
    assert not lab.end_phase().can(Act.ACT_BANNER)


def test_glory_adds_one_to_attack_and_armor_and_gives_fame():
    """Peasants attack 2 + 1 and give Fame 1; Armor 3 + 1 leaves nothing of 4."""
    lab = with_banner("banner_of_glory", foes={"attacks": [(4, "physical")], "armor": 3, "fame": 2})
    fame = lab.player()["fame"]
    lab.end_phase().end_phase().assign(0)
    assert lab.step == Step.STEP_ATTACK, "no damage is left"
    lab = with_banner("banner_of_glory", foes={"attacks": [(1, "physical")], "armor": 3, "fame": 2})
    lab.end_phase().end_phase().assign(HERO)
    lab.do(Act.ACT_TARGET, 0).do(Act.ACT_UNIT, 0, 0).do(Act.ACT_RESOLVE)
    assert lab.player()["fame"] == fame + 1 + 2


def test_glory_thrown_away_helps_every_unit():
    """Attacks +1, Fame 1 for each Unit that attacks."""
    lab = fight(
        ["prowlers"], units=["peasants", "peasants"], enemies={"prowlers": {"attacks": [(1, "physical")], "armor": 6}}
    )
    lab.hand("banner_of_glory")
    lab.to_attack_phase()
    fame = lab.player()["fame"]
    lab.play("banner_of_glory", powered=True)
    lab.do(Act.ACT_TARGET, 0).do(Act.ACT_UNIT, 0, 0).do(Act.ACT_UNIT, 1, 0)
    assert lab.player()["fame"] == fame + 2
    lab.do(Act.ACT_RESOLVE)
    assert lab.row()["defeated_green"] == 1


def test_protection_resists_fire():
    """Armor 3 + 1 absorbs Fire 4 without a Wound."""
    lab = with_banner("banner_of_protection", foes={"attacks": [(4, "fire")]})
    lab.end_phase().end_phase().assign(0)
    assert lab.player()["units"][0]["wounds"] == 0


def test_protection_thrown_away_forgets_the_wounds_of_the_turn():
    """Those taken to hand and, by Poison, to the discard pile; not older ones."""
    lab = fight(["prowlers"], enemies={"prowlers": {"attacks": [(2, "physical")], "abilities": ["poison"]}})
    lab.hand("banner_of_protection", "rage", wounds=2)
    lab.play("banner_of_protection", powered=True)
    lab.end_phase().end_phase().assign(HERO)
    assert lab.player()["wounds"] == 3
    while lab.step != Step.STEP_AFTER:
        lab.do(Act.ACT_END_PHASE)
    lab.do(Act.ACT_END_TURN)
    assert sorted(lab.options(Act.ACT_CHOOSE)) == [(0, 0, 0), (0, 1, 0), (1, 0, 0), (1, 1, 0)]
    before = lab.player()["discard"]
    lab.do(Act.ACT_CHOOSE, 1, 1)
    assert lab.player()["wounds"] == 2
    assert len(before) - len([c for c in lab.player()["discard"] if c in before]) == 1


def test_fortitude_ignores_one_wound_a_round():
    """Poison comes to nothing; the Unit may not be assigned damage again."""
    lab = with_banner("banner_of_fortitude", foes={"attacks": [(5, "physical")], "abilities": ["poison"]})
    lab.end_phase().end_phase().assign(SHIELDED)
    assert lab.player()["units"][0]["wounds"] == 0
    assert lab.options(Act.ACT_ASSIGN) == [(0, 0, HERO)]


@pytest.mark.parametrize("skill", ["quick", "competent"])
def test_players_let_the_banner_of_fortitude_help(skill):
    """A Wound ignored costs less than one to the Hero or to the Unit."""
    lab = with_banner("banner_of_fortitude", foes={"attacks": [(5, "physical")], "abilities": ["poison"]})
    lab.end_phase().end_phase()
    taken = lab.actions()[lab.suggest(load(skill))]
    assert taken == (int(Act.ACT_ASSIGN), 0, 0, SHIELDED)


def test_command_holds_a_unit_beyond_the_limit():
    """Influence 4, and the Banner stands in for a Command token."""
    lab = game(field={"C": {"site": "village"}})
    lab.set_seat(rep=0, level=1, units=[(unit("peasants"), 1, 0)])
    lab.set_offers(units=[unit("peasants")])
    lab.hand("banner_of_command").do(Act.ACT_INTERACT)
    lab.play("banner_of_command").do(Act.ACT_BUY_UNIT, 0).do(Act.ACT_CHOOSE, 1)
    assert len(lab.player()["units"]) == 2
    assert lab.player()["played"] == []


def test_at_a_new_round_a_banner_stays_or_is_shuffled_in():
    for stays in (True, False):
        lab = game(rounds=3)
        lab.set_seat(units=[(unit("peasants"), 1, 0)])
        assigned(lab, "banner_of_courage")
        lab.go_to(Step.STEP_ROUND_END)
        lab.settle()
        lab.do(Act.ACT_CHOOSE, 0 if stays else 1)
        held = lab.player()["hand"] + lab.player()["deck_cards"]
        assert (card("banner_of_courage") in held) != stays
