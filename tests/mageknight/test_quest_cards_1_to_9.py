"""Every step of the quest cards 1 to 9: where it is done, what it asks, what comes of it (A.9.3, A.9.9)."""

import pytest
from laboratory import BLUE, CENTRE, GREEN, RED, WHITE, Act, Step, Task, at_space, enemy, space, tables, unit
from laboratory import card as deed
from questing import (
    VILLAGE,
    again,
    can,
    card,
    choices,
    colour,
    colours,
    do,
    interact,
    last_roll,
    lose,
    points,
    quest,
    questing,
    slot_of,
    there,
    win,
)


def test_the_execution():
    """1a is paid in an interaction, 1b is a fight, 1c is free; each ends the quest."""
    lab = questing("the_execution", field=VILLAGE)
    assert not can(lab, "the_execution", "1a")
    assert can(lab, "the_execution", "1b") and can(lab, "the_execution", "1c")
    interact(lab, 3)
    do(lab, "the_execution", "1a")
    assert lab.turn()["influence"] == 0
    assert (lab.player()["fame"] >= 1, lab.player()["reputation"], points(lab)) == (True, 1, 1)
    assert sum(lab.player()["crystals"]) == 1 or lab.player()["fame"] == 2
    assert slot_of(lab, "the_execution") is None

    lab = questing("the_execution", field=VILLAGE)
    do(lab, "the_execution", "1c")
    assert (lab.player()["fame"], lab.player()["reputation"], points(lab)) == (1, -1, 1)
    assert lab.can(Act.ACT_INTERACT)

    lab = questing("the_execution", field=VILLAGE)
    do(lab, "the_execution", "1b")
    assert colours(lab) == ["grey"]
    fame = lab.foes()[0]["fame"]
    win(lab)
    assert (lab.player()["fame"], points(lab), lab.step) == (fame + 1, 1, Step.STEP_AFTER)

    lab = questing("the_execution", field=VILLAGE)
    lose(do(lab, "the_execution", "1b"))
    assert (points(lab), lab.player()["reputation"], slot_of(lab, "the_execution")) == (0, -1, None)


def test_the_execution_costs_more_in_a_keep():
    lab = questing("the_execution", field={"C": {"site": "keep"}})
    lab.set_space(CENTRE, flags=("conquered",), shields=1)
    lab.clear(CENTRE)
    lab.settle()
    interact(lab, 4)
    assert not can(lab, "the_execution", "1a")
    lab.set_turn(influence=5)
    lab.settle()
    assert can(lab, "the_execution", "1a")


def test_guard_duty_pays_by_distance():
    """A random crystal up to three spaces from the marker, two up to six, two of chosen colours beyond."""
    for far, crystals in ((space("E"), 1), (14 + 2, 2)):
        field = {"C": {"site": "village"}, "E": {"site": "village"}}
        lab = questing("guard_duty", field=field, side={"E": {"site": "village"}})
        interact(lab, 3)
        do(lab, "guard_duty", "1")
        assert (points(lab), there(lab, "guard_duty")["marker"], there(lab, "guard_duty")["shield"]) == (1, CENTRE, 1)
        lab.do(Act.ACT_DONE)
        assert not can(lab, "guard_duty", "2")
        lab.set_seat(space=far)
        lab.settle()
        before = lab.draws()[15]
        do(lab, "guard_duty", "2")
        assert points(lab) == 2
        assert lab.draws()[15] - before == crystals
        assert slot_of(lab, "guard_duty") is None


def test_guard_duty_far_away_lets_choose():
    lab = questing(card("guard_duty", marker=0, reached=1, shield=1), field={}, side={"NE": {"site": "village"}})
    lab.set_seat(space=15)
    lab.settle()
    at = {s["space"]: (s["q"], s["r"]) for s in lab.spaces()}
    assert max(abs(at[15][0]), abs(at[15][1]), abs(sum(at[15]))) < 7
    do(lab, "guard_duty", "2")
    assert lab.task is None  # four to six: rolled

    lab = questing(
        card("guard_duty", marker=0, reached=1, shield=1),
        field={},
        tiles={"countryside_3": {"NE": {"site": "village"}}},
    )
    rows = tables().index["tiles"]
    tiles = [(rows["start_a"], 0, 0), (rows["countryside_1"], 0, 1), (rows["countryside_2"], 1, 0)]
    lab.lay([*tiles, (rows["countryside_3"], 1, 1)])
    lab.set_seat(space=22)
    lab.settle()
    before = lab.draws()[15]
    do(lab, "guard_duty", "2")
    while lab.task is not None:
        lab.do(Act.ACT_CHOOSE, GREEN)
    expected = lab.draws()[15] - before
    assert (expected, lab.player()["crystals"][GREEN]) in ((0, 2), (2, 0), (2, 1), (2, 2))


def test_fragments_of_power():
    lab = questing("fragments_of_power", field=VILLAGE)
    interact(lab, 3)
    do(lab, "fragments_of_power", "1")
    lab.do(Act.ACT_DONE)
    do(lab, "fragments_of_power", "2")
    do(lab, "fragments_of_power", "3")
    assert points(lab) == 3
    assert not can(lab, "fragments_of_power", "4")
    lab.set_space(CENTRE, site=8)
    lab.settle()
    do(lab, "fragments_of_power", "4")
    assert (points(lab), slot_of(lab, "fragments_of_power"), sum(lab.turn()["mana"])) == (4, None, 9)


def test_the_eager_herbalist():
    lab = questing("the_eager_herbalist", field={"C": {"site": "village"}, "E": "forest", "W": "hills"})
    interact(lab, 3)
    do(lab, "the_eager_herbalist", "1")
    lab.do(Act.ACT_DONE)
    assert not can(lab, "the_eager_herbalist", "2")  # the village is no space without a site
    lab.set_seat(space=space("W"))
    lab.settle()
    assert not can(lab, "the_eager_herbalist", "2")
    lab.set_seat(space=space("E"))
    lab.settle()
    do(lab, "the_eager_herbalist", "2")
    assert there(lab, "the_eager_herbalist")["held"][0] == GREEN
    lab.set_seat(space=CENTRE)
    lab.settle()
    before = lab.draws()[15]
    do(lab, "the_eager_herbalist", "3")
    assert (points(lab), lab.draws()[15] - before, slot_of(lab, "the_eager_herbalist")) == (3, 1, None)
    assert quest("the_eager_herbalist") not in sum(lab.quest_piles(), [])  # it lies beside the marker


def test_prove_yourself():
    """A Unit of level II without its price, and a Command token (A.9.9)."""
    lab = questing(card("prove_yourself", held=(unit("utem_guardsmen"), None, None, None)), field=VILLAGE)
    before = lab.command()
    interact(lab, 3)
    do(lab, "prove_yourself", "1")
    lab.do(Act.ACT_DONE)
    assert not can(lab, "prove_yourself", "2")
    lab.set_kills(1)
    lab.settle()
    do(lab, "prove_yourself", "2")
    assert not can(lab, "prove_yourself", "3")
    lab.set_kills(1 | 4 | 64)
    lab.settle()
    assert not can(lab, "prove_yourself", "3")  # the one enemy counted already
    lab.set_kills(2 | 4 | 64)
    lab.settle()
    do(lab, "prove_yourself", "3")
    assert [u["kind"] for u in lab.player()["units"]] == [unit("utem_guardsmen")]
    assert (lab.command(), points(lab)) == (before + 1, 3)


def test_prove_yourself_asks_for_good_reputation():
    lab = questing("prove_yourself", field=VILLAGE)
    lab.set_seat(rep=-3)
    lab.settle()
    interact(lab, 9)
    assert not can(lab, "prove_yourself", "1")


def test_two_enemies_in_one_turn_prove_enough():
    """Two defeated in the same turn, one of them worth Fame 4 (A.9.9)."""
    lab = questing(
        card("prove_yourself", reached=1, held=(unit("utem_guardsmen"), None, None, None)),
        enemies={"prowlers": {"fame": 2}, "diggers": {"fame": 4}},
    )
    lab.fight([enemy("prowlers"), enemy("diggers")])
    lab.settle()
    win(lab)
    do(lab, "prove_yourself", "2")
    do(lab, "prove_yourself", "3")
    assert points(lab) == 2


@pytest.mark.parametrize("chosen", [1, 2, 3])
def test_the_goblin_warrens(chosen):
    """One to three Goblins, one more for red or green, two for black."""
    seen = {}
    for number in range(14):
        lab = questing("the_goblin_warrens", field={"C": "hills"}, number=number, trace=4000)
        assert choices(lab, "the_goblin_warrens", "1") == [1, 2, 3]
        do(lab, "the_goblin_warrens", "1", chosen)
        seen.setdefault(last_roll(lab), set()).add(len(lab.foes()))
    more = {RED: 1, GREEN: 1, 5: 2}
    assert seen == {face: {chosen + more.get(face, 0)} for face in seen}
    assert len(seen) > 3
    fame = len(lab.foes())
    win(lab)
    assert (lab.player()["fame"], points(lab)) == (fame, 1)
    assert there(lab, "the_goblin_warrens")["marker"] == CENTRE
    assert choices(lab, "the_goblin_warrens", "2") == [RED, BLUE, GREEN, WHITE]
    do(lab, "the_goblin_warrens", "2", BLUE)
    assert (at_space(lab)["site"], at_space(lab)["mines"], points(lab)) == (7, 1 << BLUE, 2)
    lab.hand("rage")
    lab.set_turn(played=1)
    lab.end_turn()
    assert lab.player()["crystals"][BLUE] == 1


def test_goblins_left_cost_the_point_not_the_step():
    lab = questing("the_goblin_warrens", field={"C": "hills"})
    lose(do(lab, "the_goblin_warrens", "1", 1))
    assert (points(lab), there(lab, "the_goblin_warrens")["reached"]) == (0, [1])


def test_random_objects():
    field = {"C": "hills", "E": "plains", "W": "forest", "NE": "desert", "SE": "hills"}
    lab = questing("random_objects", field=field)
    do(lab, "random_objects", "1")
    lab.set_seat(space=space("E"))
    lab.settle()
    do(lab, "random_objects", "2")
    lab.set_seat(space=space("W"))
    lab.settle()
    do(lab, "random_objects", "3")
    assert there(lab, "random_objects")["markers"] == [CENTRE, space("E"), space("W")]
    lab.set_seat(space=space("NE"))
    lab.settle()
    assert not can(lab, "random_objects", "4")  # in a line with C and E, not with W
    lab.set_seat(space=CENTRE)
    lab.settle()
    before = lab.draws()[15]
    do(lab, "random_objects", "4")
    assert (points(lab), lab.draws()[15] - before) == (4, 2)


def test_one_marker_a_space():
    """A.9.8: no second Quest marker on a space."""
    lab = questing(
        card("stray", marker=CENTRE, reached=1), "random_objects", "travelling_merchant", field={"C": "hills"}
    )
    assert not can(lab, "random_objects", "1")
    assert not can(lab, "travelling_merchant", "1")


def spell_thief(**kwargs):
    field = {"C": {"site": "village"}}
    side = {"E": {"site": "monster_den"}}
    return questing(
        card("the_spell_thief", held=(deed("fireball"), None, None, None), **kwargs), field=field, side=side
    )


def test_the_spell_thief():
    lab = spell_thief()
    interact(lab, 3)
    do(lab, "the_spell_thief", "1")
    assert lab.task == Task.DO_QUEST_SPACE
    spaces = {s["space"]: s for s in lab.spaces()}
    here = spaces[CENTRE]
    for s, _, _ in lab.options(Act.ACT_CHOOSE):
        q, r = spaces[s]["q"] - here["q"], spaces[s]["r"] - here["r"]
        assert max(abs(q), abs(r), abs(q + r)) == 3
        assert spaces[s]["site"] in (0, 1)
    at = lab.options(Act.ACT_CHOOSE)[0][0]
    lab.do(Act.ACT_CHOOSE, at)
    assert (there(lab, "the_spell_thief")["marker"], points(lab)) == (at, 1)


@pytest.mark.parametrize("level, back", [(1, "grey"), (3, "grey"), (4, "violet"), (6, "violet"), (7, "white")])
def test_the_spell_thief_is_met_by_level(level, back):
    lab = spell_thief(reached=1, marker=15)
    lab.set_seat(space=15, level=level, fame=level * level - 1)
    lab.settle()
    do(lab, "the_spell_thief", "2")
    while lab.task == Task.DO_QUEST_SPACE:
        lab.do(Act.ACT_CHOOSE, *lab.options(Act.ACT_CHOOSE)[0])
    den = next(s["space"] for s in lab.spaces() if s["site"] == 11)
    assert there(lab, "the_spell_thief")["marker"] == den
    token = there(lab, "the_spell_thief")["held"][1]
    assert colour(token) == back
    lab.set_seat(space=den)
    lab.settle()
    lose(do(lab, "the_spell_thief", "3"))
    assert there(lab, "the_spell_thief")["held"][1] == token  # it stays on the card
    again(lab)
    win(do(lab, "the_spell_thief", "3"))
    assert lab.deck()[-1] == deed("fireball")
    assert (points(lab), lab.player()["reputation"]) == (2, 0)


def test_a_fistful_of_crystals():
    lab = questing("a_fistful_of_crystals", field=VILLAGE)
    interact(lab, 3)
    do(lab, "a_fistful_of_crystals", "1")
    held = there(lab, "a_fistful_of_crystals")["held"][:2]
    assert [colour(row) for row in held] == ["grey", "grey"]
    again(lab)
    assert choices(lab, "a_fistful_of_crystals", "2") == [0, 1]
    win(do(lab, "a_fistful_of_crystals", "2", 1))
    again(lab)
    assert choices(lab, "a_fistful_of_crystals", "3") == [0]
    win(do(lab, "a_fistful_of_crystals", "3"))
    assert (points(lab), slot_of(lab, "a_fistful_of_crystals")) == (3, None)


def test_the_village_of_the_crystals_is_not_plundered():
    for marker, listed in ((CENTRE, False), (15, True)):
        lab = questing(card("a_fistful_of_crystals", reached=1, marker=marker), field=VILLAGE)
        lab.go_to(Step.STEP_BEFORE_TURN)
        lab.settle()
        assert lab.can(Act.ACT_PLUNDER) is listed
