"""A turn (R4): forfeits, the minimum of one card, rests, plundering, one action."""

import pytest
from laboratory import Act, Step, card, game


def at_turn_start(hand, deck, wounds=0, **kwargs):
    """The player's second turn is about to begin with this hand and deck."""
    lab = game(**kwargs)
    lab.set_seat(hand=[card(n) for n in hand], deck=[card(n) for n in deck], wounds=wounds)
    lab.set_dragon(attacked=1)
    lab.go_to(Step.STEP_NEXT)
    return lab


def test_full_deck_gives_no_choice_at_the_start_of_a_turn():
    """R4.3.1: only an empty Deed deck allows a forfeit."""
    lab = at_turn_start(["rage"], ["march"])
    lab.settle()
    assert lab.step == Step.STEP_MOVE


def test_empty_deck_allows_the_end_of_the_round():
    """R4.3.1, R4.3.4, R3.3.2: the dummy gets one more turn, then the Round is over."""
    lab = at_turn_start(["rage"], [])
    lab.settle()
    assert lab.step == Step.STEP_TURN_START
    assert {o[0] for o in lab.listed()} == {"ACT_FORFEIT", "ACT_TAKE_TURN"}
    lab.do(Act.ACT_FORFEIT)
    assert lab.table()["round"] == 2


def test_taking_the_turn_instead():
    """R4.3.4."""
    lab = at_turn_start(["rage"], [])
    lab.settle()
    lab.do(Act.ACT_TAKE_TURN)
    assert lab.step == Step.STEP_MOVE
    assert lab.table()["announced"] == 0


def test_empty_hand_and_deck_must_announce():
    """R4.3.2, R4.3.5: nothing is drawn and nothing asked."""
    lab = at_turn_start([], [])
    lab.settle()
    assert lab.table()["round"] == 2


def test_announced_by_the_dummy_leaves_one_turn():
    """R16.3, R16.5, R4.3.3: the dummy's empty deck ends the Round after one more turn of the player."""
    lab = game(key=3)
    lab.set_dummy(deck=[])
    lab.settle()
    lab.play("swiftness").end_turn()
    assert lab.table()["announced"] != 0
    assert lab.step == Step.STEP_MOVE
    lab.do(Act.ACT_SIDEWAYS, lab.player()["hand"][0], 0)
    lab.end_turn()
    assert lab.table()["round"] == 2


def test_announced_and_cards_in_hand_leave_the_choice():
    """R4.3.4: the last turn may be taken or forfeited; forfeiting announces nothing again."""
    for act, rounds in ((Act.ACT_TAKE_TURN, 1), (Act.ACT_FORFEIT, 2)):
        lab = game(key=3)
        lab.set_dummy(deck=[])
        lab.set_seat(hand=[card("march"), card("rage")], deck=[])
        lab.settle()
        lab.play("march").end_turn()
        assert lab.table()["announced"] != 0
        assert {o[0] for o in lab.listed()} == {"ACT_FORFEIT", "ACT_TAKE_TURN"}
        lab.do(act)
        assert lab.table()["round"] == rounds


def test_announced_and_nothing_left_forfeits():
    """R4.3.3."""
    lab = game(key=3)
    lab.set_dummy(deck=[])
    lab.set_seat(hand=[card("march")], deck=[])
    lab.settle()
    lab.play("march").end_turn()
    assert lab.table()["round"] == 2


def test_a_card_must_be_played_or_discarded():
    """R4.4.1, R12.7: without a played card the end of the turn asks for a discard."""
    lab = game()
    lab.do(Act.ACT_END_TURN)
    assert lab.step == Step.STEP_DISCARD
    assert not lab.can(Act.ACT_DONE)
    lab.do(Act.ACT_DISCARD, card("rage"))
    assert lab.can(Act.ACT_DONE)


def test_a_played_card_is_enough():
    """R4.4.1."""
    lab = game()
    lab.sideways("rage", "move")
    lab.do(Act.ACT_END_TURN)
    assert lab.can(Act.ACT_DONE)


def test_an_empty_hand_before_a_full_deck_owes_nothing():
    """R4.4.1: the hand was empty while the deck was not; a card that came later may be kept."""
    lab = at_turn_start([], ["rage"] * 6)
    lab.settle()
    assert lab.step == Step.STEP_MOVE
    lab.hand("march")
    lab.do(Act.ACT_END_TURN)
    lab.do(Act.ACT_DONE)
    assert len(lab.player()["hand"]) == 5


def test_standard_rest():
    """R4.7.2, R4.7.3: one non-Wound card, any number of Wounds; no move afterwards, healing is allowed (R4.7.5)."""
    lab = game()
    lab.hand("rage", "march", "tranquility", wounds=2)
    lab.do(Act.ACT_REST)
    assert {o[0] for o in lab.listed()} == {"ACT_DISCARD"}
    assert card("wound") not in [o[0] for o in lab.options(Act.ACT_DISCARD)]
    lab.do(Act.ACT_DISCARD, card("rage"))
    assert [o[0] for o in lab.options(Act.ACT_CHOOSE)] == [0, 1, 2]
    lab.do(Act.ACT_CHOOSE, 1)
    assert lab.step == Step.STEP_REST
    player = lab.player()
    assert (player["wounds"], player["discard"]) == (1, [card("rage"), card("wound")])
    for kind in (Act.ACT_MOVE, Act.ACT_EXPLORE, Act.ACT_SIDEWAYS, Act.ACT_REST):
        assert not lab.can(kind)
    assert not lab.can(Act.ACT_PLAY, card("march"))
    lab.play("tranquility", option=0)
    lab.do(Act.ACT_HEAL_HAND)
    assert lab.player()["wounds"] == 0


def test_slow_recovery():
    """R4.7.4, R4.7.6 (ruling 3): a hand of Wounds may only rest, and loses exactly one Wound."""
    lab = at_turn_start([], ["rage"] * 3, wounds=3)
    lab.settle()
    assert {o[0] for o in lab.listed()} == {"ACT_REST"}
    lab.do(Act.ACT_REST)
    assert lab.step == Step.STEP_REST
    assert (lab.player()["wounds"], lab.player()["discard"][-1]) == (2, card("wound"))


def test_no_rest_after_a_move():
    """R4.7.1."""
    lab = game()
    lab.hand("march", "rage")
    lab.play("march")
    assert lab.can(Act.ACT_REST)
    lab.move("E")
    assert not lab.can(Act.ACT_REST)


def test_points_left_from_movement_are_lost_in_the_action():
    """R4.6.3: the interaction begins with the Reputation modifier alone (R14.1)."""
    lab = game(field={"C": {"site": "village"}})
    lab.set_turn(move=3, influence=4)
    lab.set_seat(rep=-3)
    lab.settle()
    lab.do(Act.ACT_INTERACT)
    assert (lab.turn()["move"], lab.turn()["influence"]) == (0, -1)


def test_one_action_a_turn():
    """R4.6.3, R14.1: neither movement nor another action after the interaction."""
    lab = game(field={"C": {"site": "monastery"}})
    lab.do(Act.ACT_INTERACT).do(Act.ACT_DONE)
    assert lab.step == Step.STEP_AFTER
    for kind in (Act.ACT_MOVE, Act.ACT_INTERACT, Act.ACT_BURN, Act.ACT_REST):
        assert not lab.can(kind)


@pytest.mark.case("B33")
def test_plunder_before_the_turn():
    """B33, R10.1.3, R4.1: Reputation -1, two cards; once; the village is still there."""
    lab = at_turn_start(["rage"], ["march"] * 5, field={"C": {"site": "village"}})
    lab.settle()
    assert lab.step == Step.STEP_BEFORE_TURN
    lab.do(Act.ACT_PLUNDER)
    assert lab.player()["reputation"] == 2 - 1
    assert lab.player()["hand"] == [card("rage"), card("march"), card("march")]
    assert lab.step == Step.STEP_MOVE
    assert lab.can(Act.ACT_INTERACT)


def test_plunder_may_be_left():
    """R10.1.3."""
    lab = at_turn_start(["rage"], ["march"] * 5, field={"C": {"site": "village"}})
    lab.settle()
    lab.do(Act.ACT_DONE)
    assert (lab.player()["reputation"], lab.player()["hand"]) == (2, [card("rage")])
