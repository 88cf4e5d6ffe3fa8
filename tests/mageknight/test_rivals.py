"""The competitive Spells in games of several seats (R16.8), and their absence from solo games."""

import pytest
from laboratory import (
    BLACK,
    BLUE,
    GREEN,
    NONE,
    RED,
    WHITE,
    Act,
    Step,
    Task,
    card,
    game,
    tables,
    tactic,
    unit,
)

from mkbalance._mageknight.trace import Told

HEROES = tables().index["heroes"]
SPELLS = ("mana_meltdown", "mana_claim", "energy_flow", "mind_read")


def table(seats=2, *, night=False, **setup):
    """Seat 0 at the start of its turn, mana of every colour, rivals with known hands and without crystals."""
    names = ["tovak", "arythea", "norowas", "goldyx"]
    heroes = [HEROES[name] for name in names[:seats]] + [NONE] * (4 - seats)
    values = {"dragon": 0, "ends": 0, "competitive": 1, "remove_tactics": 0, **setup}
    lab = game(seats=seats, heroes=heroes, dummy_hero=NONE, start_tactic=None, **values)
    order = ("early_bird", "planning", "great_start", "the_right_moment")
    for _ in range(seats):
        lab.do(Act.ACT_TACTIC, tactic(order[lab.seat]))
    while lab.can(Act.ACT_DONE):
        lab.do(Act.ACT_DONE)
    assert (lab.seat, lab.step) == (0, Step.STEP_MOVE)
    for seat in range(seats):
        lab.set_seat(seat, crystals=[0, 0, 0, 0], wounds=0, hand=[card("march")] * 3, units=[])
    lab.set_time(night=night)
    lab.set_source([RED, BLUE, GREEN, WHITE])
    lab.set_turn(mana=[3, 3, 3, 3, 0, 3 if night else 0])
    lab.settle()
    return lab


def cast(lab, name, powered=False, option=0):
    """Cast the Spell with tokens."""
    lab.set_seat(0, hand=[card(name), card("rage")])
    lab.settle()
    lab.do(Act.ACT_PLAY, card(name), int(powered), option)
    while lab.can(Act.ACT_PAY):
        token = next(o for o in lab.options(Act.ACT_PAY) if o[1] == 0)
        lab.do(Act.ACT_PAY, *token)
    return lab


def next_turn(lab):
    """End the turn going on and begin the next seat's."""
    lab.end_turn()
    while lab.step == Step.STEP_BEFORE_TURN:
        lab.do(Act.ACT_DONE)
    return lab


@pytest.mark.parametrize("competitive", [0, 1])
def test_the_spells_are_in_competitive_games_only(competitive):
    """R16.8: solo and cooperative games leave the four out."""
    lab = game(competitive=competitive)
    deck = set(lab.decks()["spells"]) | set(lab.table()["spells"])
    assert {card(name) in deck for name in SPELLS} == {bool(competitive)}
    assert len(deck) == 24 if competitive else 20


def test_meltdown_takes_a_crystal_or_gives_a_wound():
    """Each rival loses one crystal, one without takes a Wound; the caster may have one of those lost."""
    lab = table(3)
    lab.set_seat(1, crystals=[0, 2, 0, 0])
    cast(lab, "mana_meltdown")
    assert lab.task is not None
    lab.do(Act.ACT_CHOOSE, 1)
    assert lab.player(1)["crystals"] == [0, 1, 0, 0]
    assert lab.player(2)["wounds"] == 1
    assert lab.player(0)["crystals"] == [0, 1, 0, 0]
    assert lab.player(0)["wounds"] == lab.player(1)["wounds"] == 0


def test_meltdown_gain_may_be_declined_and_needs_a_lost_crystal():
    lab = table(3)
    lab.set_seat(1, crystals=[0, 2, 0, 0])
    cast(lab, "mana_meltdown").do(Act.ACT_DECLINE)
    assert lab.player(0)["crystals"] == [0, 0, 0, 0]
    lab = cast(table(2), "mana_meltdown")
    assert (lab.task, lab.player(1)["wounds"], lab.player(0)["crystals"]) == (None, 1, [0, 0, 0, 0])


def test_meltdown_takes_every_crystal_as_likely():
    """Three red and one white: about three in four are red."""
    red = 0
    for number in range(120):
        lab = table(2, number=number)
        lab.set_seat(1, crystals=[3, 0, 0, 1])
        cast(lab, "mana_meltdown")
        red += lab.player(1)["crystals"][RED] == 2
    assert 70 < red < 110


def test_radiance_wounds_for_each_crystal_of_the_colour():
    """Every player, the caster too, and only then the caster's two crystals."""
    lab = table(2, night=True)
    lab.set_seat(0, crystals=[1, 0, 0, 0])
    lab.set_seat(1, crystals=[2, 3, 0, 0])
    cast(lab, "mana_meltdown", powered=True, option=0)
    assert (lab.player(0)["wounds"], lab.player(1)["wounds"]) == (1, 2)
    assert lab.player(0)["crystals"] == [3, 0, 0, 0]
    assert lab.player(1)["crystals"] == [2, 3, 0, 0]


def test_claim_gives_three_mana_now_and_keeps_the_die():
    lab = table(2)
    cast(lab, "mana_claim")
    before = lab.turn()["mana"][GREEN]
    lab.do(Act.ACT_CHOOSE, GREEN, 0)
    assert lab.turn()["mana"][GREEN] == before + 3
    lab.set_turn(mana=[0] * 6, dice_rights=4)
    lab.settle()
    assert not lab.payable() & 1 << GREEN, "the die is not in the Source"
    assert lab.payable() & 1 << RED
    next_turn(lab)
    assert lab.turn()["mana"][GREEN] == 0
    next_turn(lab)
    assert (lab.seat, lab.turn()["mana"][GREEN]) == (0, 0)
    assert not lab.payable() & 1 << GREEN


def test_claim_gives_one_mana_at_each_later_turn_of_the_round():
    lab = cast(table(2), "mana_claim")
    lab.do(Act.ACT_CHOOSE, WHITE, 1)
    assert lab.turn()["mana"][WHITE] == 3, "nothing this turn"
    next_turn(lab)
    assert (lab.seat, lab.turn()["mana"][WHITE]) == (1, 0)
    next_turn(lab)
    assert (lab.seat, lab.turn()["mana"][WHITE]) == (0, 1)


def test_a_claimed_die_returns_with_the_next_round():
    lab = cast(table(2), "mana_claim")
    lab.do(Act.ACT_CHOOSE, WHITE, 1)
    assert any(lab.table()["claims"])
    for _ in range(60):
        if lab.table()["round"] > 1:
            break
        lab.set_seat(lab.seat, deck=[], hand=[])
        lab.go_to(Step.STEP_NEXT)
        lab.settle()
    assert lab.table()["round"] == 2
    assert not any(lab.table()["claims"])


def test_a_gold_or_black_die_cannot_be_claimed():
    lab = table(2)
    lab.set_source([4, 5])
    lab.set_seat(0, hand=[card("mana_claim"), card("rage")])
    lab.settle()
    assert not lab.can(Act.ACT_PLAY, card("mana_claim"))


def test_curse_wounds_a_rival_once_a_turn_for_that_mana():
    """Whatever the mana comes from; not the caster; not another colour."""
    lab = cast(table(2, night=True), "mana_claim", powered=True)
    lab.do(Act.ACT_CHOOSE, RED, 0)
    lab.set_seat(0, hand=[card("rage")])
    lab.settle()
    lab.go_to(Step.STEP_MOVE)
    next_turn(lab)
    lab.set_seat(1, hand=[card("threaten"), card("threaten"), card("march")], crystals=[1, 0, 1, 0])
    lab.set_turn(mana=[1, 0, 0, 0, 0, 0], dice_rights=0)
    lab.go_to(Step.STEP_INTERACT)
    lab.settle()
    lab.do(Act.ACT_PLAY, card("threaten"), 1, 0)
    lab.do(Act.ACT_PAY, *next(o for o in lab.options(Act.ACT_PAY) if o[1] == 1))
    assert lab.player(1)["wounds"] == 1
    lab.do(Act.ACT_PLAY, card("threaten"), 1, 0)
    assert lab.player(1)["wounds"] == 1, "once a turn"
    assert lab.player(0)["wounds"] == 0


def test_curse_leaves_its_owner_and_other_colours_alone():
    lab = cast(table(2, night=True), "mana_claim", powered=True)
    lab.do(Act.ACT_CHOOSE, RED, 1)
    lab.set_turn(mana=[2, 0, 0, 0, 0, 0], dice_rights=0)
    lab.set_seat(0, hand=[card("threaten"), card("rage")], crystals=[0, 0, 0, 0])
    lab.go_to(Step.STEP_INTERACT)
    lab.settle()
    lab.play("threaten", powered=True)
    assert (lab.player(0)["wounds"], lab.turn()["mana"][RED]) == (0, 1)
    lab.go_to(Step.STEP_MOVE)
    lab.settle()
    next_turn(lab)
    lab.set_seat(1, hand=[card("march"), card("march")])
    lab.set_turn(mana=[0, 0, 1, 0, 0, 0], dice_rights=0)
    lab.settle()
    lab.play("march", powered=True)
    assert lab.player(1)["wounds"] == 0


def test_energy_flow_readies_a_unit_and_may_spend_one_of_each_rival():
    """Level 2 at most, chosen for each rival; a Wounded one may be."""
    lab = table(3)
    lab.set_seat(0, units=[(unit("catapults"), 0, 1), (unit("peasants"), 1, 0)])
    lab.set_seat(1, units=[(unit("fire_golems"), 1, 0), (unit("peasants"), 1, 1), (unit("utem_swordsmen"), 1, 0)])
    lab.set_seat(2, units=[(unit("peasants"), 1, 0)])
    cast(lab, "energy_flow")
    assert lab.task == Task.DO_SPEND_UNIT
    assert [o[0] for o in lab.options(Act.ACT_CHOOSE)] == [1, 2], "not the Golems of level 3"
    lab.do(Act.ACT_CHOOSE, 1)
    lab.do(Act.ACT_DECLINE)
    assert [u["ready"] for u in lab.player(0)["units"]] == [1, 1]
    assert lab.player(0)["units"][0]["wounds"] == 1
    assert [u["ready"] for u in lab.player(1)["units"]] == [1, 0, 1]
    assert [u["ready"] for u in lab.player(2)["units"]] == [1]


def test_energy_steal_heals_and_reaches_level_three():
    lab = table(2, night=True)
    lab.set_seat(0, units=[(unit("catapults"), 0, 2)])
    lab.set_seat(1, units=[(unit("fire_golems"), 1, 0), (unit("altem_mages"), 1, 0)])
    cast(lab, "energy_flow", powered=True)
    assert [o[0] for o in lab.options(Act.ACT_CHOOSE)] == [0]
    lab.do(Act.ACT_CHOOSE, 0)
    assert (lab.player(0)["units"][0]["ready"], lab.player(0)["units"][0]["wounds"]) == (1, 1)


def test_energy_needs_a_spent_unit():
    """An unspent Unit cannot be chosen only to heal it."""
    lab = table(2, night=True)
    lab.set_seat(0, units=[(unit("catapults"), 1, 1)], hand=[card("energy_flow"), card("rage")])
    lab.settle()
    assert not lab.can(Act.ACT_PLAY, card("energy_flow"))


def test_mind_read_makes_rivals_discard_what_they_choose():
    """A crystal of the colour; a Spell or Action of it from each hand; the rival chooses."""
    lab = table(3)
    lab.set_seat(1, hand=[card("march"), card("rage"), card("fireball")])
    lab.set_seat(2, hand=[card("march"), card("ruby_ring")])
    cast(lab, "mind_read", option=0)
    assert (lab.seat, lab.task) == (1, Task.DO_YIELD)
    assert {o[0] for o in lab.options(Act.ACT_DISCARD)} == {card("rage"), card("fireball")}
    lab.do(Act.ACT_DISCARD, card("fireball"))
    assert (lab.seat, lab.step, lab.task) == (0, Step.STEP_MOVE, None)
    assert lab.player(0)["crystals"] == [1, 0, 0, 0]
    assert lab.player(1)["discard"][0] == card("fireball")
    assert lab.player(1)["hand"] == [card("march"), card("rage")]
    assert lab.player(2)["hand"] == [card("march"), card("ruby_ring")], "no red card: the hand is shown"
    assert lab.turn()["played"] == 1, "a rival's discard is no card of this turn"


def test_a_hand_without_the_colour_is_shown():
    lab = table(2, trace=400)
    lab.set_seat(1, hand=[card("march"), card("ruby_ring")], wounds=1)
    lab.events()
    cast(lab, "mind_read", option=0)
    shown = [(int(e["a"]), int(e["b"])) for e in lab.events() if e["kind"] == Told.TOLD_SHOWN]
    assert shown == [(1, card("march")), (1, card("ruby_ring")), (1, card("wound"))]


def test_mind_steal_takes_an_action_into_the_hand():
    lab = table(3, night=True)
    lab.set_seat(1, hand=[card("rage")])
    lab.set_seat(2, hand=[card("fireball")])
    cast(lab, "mind_read", powered=True, option=0)
    assert (lab.seat, lab.task) == (0, Task.DO_STEAL)
    assert lab.options(Act.ACT_CHOOSE) == [(card("rage"), 1, 0)], "no Spell"
    lab.do(Act.ACT_CHOOSE, card("rage"), 1)
    assert lab.player(0)["hand"].count(card("rage")) == 2
    assert card("rage") not in lab.player(1)["discard"]
    assert card("fireball") in lab.player(2)["discard"]


def test_nothing_is_stolen_once_the_end_of_the_round_is_announced():
    """R8.13: rivals are left alone then; the discard stands."""
    lab = table(2, night=True)
    lab.set_seat(1, hand=[card("rage")], deck=[])
    lab.settle()
    lab.sideways_any()
    next_turn(lab)
    assert (lab.seat, lab.step) == (1, Step.STEP_TURN_START)
    lab.do(Act.ACT_FORFEIT)
    while lab.step != Step.STEP_MOVE:
        lab.apply(0)
    assert lab.seat == 0 and lab.table()["announced"]
    lab.set_turn(mana=[0, 0, 0, 3, 0, 3])
    cast(lab, "mind_read", powered=True, option=0)
    assert lab.seat == 0 and lab.task is None
    assert card("rage") in lab.player(1)["discard"]


def test_in_a_solo_game_they_work_on_their_owner_alone():
    """With nobody else: a crystal, mana, a ready Unit."""
    lab = game(competitive=1)
    lab.tokens(red=1, blue=1, white=1, green=1).hand("mind_read", "mana_meltdown", "rage")
    lab.set_source([RED])
    lab.settle()
    lab.play("mind_read", option=0)
    assert (lab.player()["crystals"], lab.task) == ([1, 0, 0, 0], None)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_games_with_them(seats):
    """Whatever is chosen, nothing is lost and no seat is left at another's decision."""
    import random

    for number in range(3):
        lab = table(seats, night=True, number=number)
        chance = random.Random(number)
        deck = [card(name) for name in SPELLS] + [card("rage"), card("march"), card("swiftness")]
        for seat in range(seats):
            lab.set_seat(seat, crystals=[1, 1, 1, 1], units=[(unit("peasants"), 0, 0), (unit("herbalists"), 1, 0)])
            lab.set_seat(seat, hand=deck)
        lab.settle()
        for _ in range(400):
            if lab.over:
                break
            if lab.step == Step.STEP_MOVE and lab.task is None:
                lab.set_turn(mana=[2, 2, 2, 2, 0, 2])
                lab.settle()
            lab.apply(chance.randrange(len(lab.actions())))
        assert lab.fault == 0


assert BLACK == 5
