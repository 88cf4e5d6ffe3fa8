"""Mysterious Box: the topmost Artifact is shown and may be used in its place (R6.4)."""

import pytest
from laboratory import BLACK, RED, Act, Step, Task, card, enemy, game, space, unit

BOX = "mysterious_box"


def shown(artifact, lab=None, *hand, deck=("ruby_ring",), units=()):
    """The box played, with this Artifact on top of the deck."""
    lab = lab or game()
    lab.set_decks(artifacts=[card(name) for name in (*deck, artifact)])
    lab.set_seat(units=[(unit(name), 1, 0) for name in units])
    lab.hand(BOX, *(hand or ("rage",)))
    lab.do(Act.ACT_PLAY, card(BOX), 0, 0)
    assert lab.table()["shown"] == card(artifact)
    return lab


def test_the_basic_effect_of_the_artifact_shown():
    """Ruby Ring: red mana, red crystal, Fame 1, and Fame 1 for using the box so; both cards end where they belong."""
    lab = shown("ruby_ring", deck=("horn_of_wrath",))
    fame = lab.player()["fame"]
    lab.do(Act.ACT_PLAY, card("ruby_ring"), 0, 0)
    assert (lab.player()["crystals"], lab.player()["fame"]) == ([1, 0, 0, 0], fame + 2)
    assert not lab.can(Act.ACT_PLAY, card("ruby_ring")), "once"
    lab.end_turn()
    assert lab.player()["discard"] == [card(BOX)]
    assert lab.decks()["artifacts"] == [card("ruby_ring"), card("horn_of_wrath")], "to the bottom"


def test_the_strong_effect_throws_the_box_away():
    lab = shown("endless_bag_of_gold")
    fame = lab.player()["fame"]
    lab.do(Act.ACT_PLAY, card("endless_bag_of_gold"), 1, 0)
    assert lab.player()["fame"] == fame + 3 + 1
    assert card(BOX) not in lab.player()["played"]
    lab.end_turn()
    assert card(BOX) not in lab.player()["discard"] + lab.player()["hand"]
    assert lab.decks()["artifacts"][0] == card("endless_bag_of_gold")


def test_an_equal_card_in_hand_is_played_from_there():
    """Where the deck is not the printed one: after the shown Artifact was used, its like is a card of the hand."""
    lab = shown("ruby_ring", None, "ruby_ring", "rage", deck=("horn_of_wrath",))
    lab.do(Act.ACT_PLAY, card("ruby_ring"), 0, 0)
    assert card("ruby_ring") in lab.player()["hand"]
    lab.do(Act.ACT_PLAY, card("ruby_ring"), 0, 0)
    assert sorted(lab.player()["played"]) == sorted([card(BOX), card("ruby_ring")])
    assert card("ruby_ring") not in lab.player()["hand"]


def test_unused_it_comes_back_to_hand_and_was_no_card_of_the_turn():
    """R4.4: another card has to be played or discarded."""
    lab = shown("horn_of_wrath", None, "rage", "march")
    assert lab.turn()["played"] == 0
    lab.do(Act.ACT_END_TURN)
    assert lab.step == Step.STEP_DISCARD
    assert not lab.can(Act.ACT_DONE)
    assert card(BOX) in lab.player()["hand"]
    assert lab.decks()["artifacts"][0] == card("horn_of_wrath")
    lab.do(Act.ACT_DISCARD, card("rage"))
    assert lab.can(Act.ACT_DONE)


def test_it_may_be_shown_now_and_used_later_in_the_turn():
    """Shown while moving, used in the fight."""
    lab = shown("horn_of_wrath")
    lab.fight([enemy("prowlers")])
    lab.settle()
    lab.do(Act.ACT_TARGET, 0).do(Act.ACT_PLAY, card("horn_of_wrath"), 0, 0).do(Act.ACT_RESOLVE)
    assert lab.row()["defeated_green"] == 1


def test_it_needs_an_artifact_and_shows_one_only():
    lab = game()
    lab.set_decks(artifacts=[])
    lab.hand(BOX, "rage")
    assert not lab.can(Act.ACT_PLAY, card(BOX))
    lab = shown("ruby_ring")
    assert not lab.can(Act.ACT_PLAY, card(BOX))


def test_sideways_it_is_a_card_like_others():
    lab = game().hand(BOX, "rage")
    before = lab.decks()["artifacts"]
    lab.sideways(BOX, "move").end_turn()
    assert card(BOX) in lab.player()["discard"]
    assert lab.decks()["artifacts"] == before


def test_a_banner_shown_leaves_its_unit_at_the_end_of_the_turn():
    lab = shown("banner_of_protection", units=("peasants",))
    lab.do(Act.ACT_PLAY, card("banner_of_protection"), 0, 0)
    lab.end_turn()
    assert card(BOX) in lab.player()["discard"]
    assert card("banner_of_protection") not in lab.player()["discard"]
    assert lab.decks()["artifacts"][0] == card("banner_of_protection")


@pytest.mark.parametrize("trait", ["paralyze", "swift"])
def test_a_banner_shown_is_in_no_discard_pile(trait):
    """Whether its Unit is destroyed or stays: the Artifact returns to its deck, the box is what is discarded."""
    foes = {"prowlers": {"attacks": [(4, "physical")], "armor": 3, "abilities": [trait]}}
    lab = shown("banner_of_glory", game(enemies=foes), units=("peasants",))
    lab.do(Act.ACT_PLAY, card("banner_of_glory"), 0, 0)
    lab.fight([enemy("prowlers")])
    lab.settle()
    lab.end_phase().end_phase()
    lab.assign(0)
    assert len(lab.player()["units"]) == (0 if trait == "paralyze" else 1)
    while lab.step != Step.STEP_AFTER:
        lab.end_phase()
    lab.end_turn()
    assert lab.player()["discard"] == [card(BOX)]
    assert lab.decks()["artifacts"][0] == card("banner_of_glory")


def test_command_shown_holds_its_unit_for_the_turn_only():
    """The Banner stood in for a Command token: the Unit leaves with it."""
    lab = game(field={"C": {"site": "village"}})
    lab.set_decks(artifacts=[card("ruby_ring"), card("banner_of_command")])
    lab.set_seat(units=[(unit("herbalists"), 1, 0)], level=1)
    lab.set_offers(units=[unit("peasants")])
    lab.hand(BOX, "rage")
    lab.do(Act.ACT_INTERACT)
    lab.set_turn(influence=4)
    lab.settle()
    lab.do(Act.ACT_PLAY, card(BOX), 0, 0).do(Act.ACT_PLAY, card("banner_of_command"), 0, 0)
    lab.do(Act.ACT_BUY_UNIT, 0).do(Act.ACT_CHOOSE, 1)
    assert [u["kind"] for u in lab.player()["units"]] == [unit("herbalists"), unit("peasants")]
    lab.do(Act.ACT_DONE)
    lab.end_turn()
    assert [u["kind"] for u in lab.player()["units"]] == [unit("herbalists")]
    assert card(BOX) in lab.player()["discard"]


def test_a_ring_shown_gives_its_mana_for_the_turn():
    lab = shown("ruby_ring", None, "blood_rage", "rage")
    lab.set_source([])
    lab.settle()
    lab.do(Act.ACT_PLAY, card("ruby_ring"), 1, 0)
    assert lab.payable() & 1 << RED
    assert not lab.payable() & 1 << BLACK, "not by Day"


def test_in_a_fight_attended_in_part_it_goes_back_at_the_end_of_that():
    """A.12.4, R15.2.2: no turn of one's own ends there; the Artifact returns to its deck all the same."""
    lab = game(dragon=1, dragon_turns=[2, 2, 2, 2, 2])
    lab.set_decks(artifacts=[card("ruby_ring"), card("horn_of_wrath")])
    lab.set_seat(space=space("NE"))
    lab.settle()
    lab.sideways_any().end_turn()
    while lab.task != Task.DO_ATTEND:
        lab.apply(0)
    lab.hand(BOX, "rage")
    lab.do(Act.ACT_CHOOSE, 0)
    lab.do(Act.ACT_PLAY, card(BOX), 0, 0)
    assert lab.table()["shown"] == card("horn_of_wrath")
    for _ in range(40):
        if lab.step not in (Step.STEP_BLOCK, Step.STEP_DAMAGE):
            break
        lab.do(Act.ACT_END_PHASE) if lab.can(Act.ACT_END_PHASE) else lab.assign(
            255 - 1, *lab.options(Act.ACT_ASSIGN)[0][:2]
        )
    assert lab.table()["shown"] is None
    assert lab.decks()["artifacts"] == [card("horn_of_wrath"), card("ruby_ring")]
    assert lab.fault == 0
