"""Movement (R8, L.2.1): costs, walls, what may not be entered, provoking, challenging, garrisons seen by Day."""

import pytest
from laboratory import Act, Step, Task, enemy, game, space

COSTS = [  # R1.3: terrain, by Day, by Night
    ("plains", 2, 2),
    ("hills", 3, 3),
    ("forest", 3, 5),
    ("wasteland", 4, 4),
    ("desert", 5, 3),
    ("swamp", 5, 5),
]


@pytest.mark.parametrize(("terrain", "day", "night"), COSTS, ids=[f"R1.3-{t}" for t, _, _ in COSTS])
def test_move_costs(terrain, day, night):
    lab = game(field={"E": terrain})
    for dark, cost in ((False, day), (True, night)):
        lab.set_time(night=dark)
        lab.set_turn(move=cost - 1)
        lab.settle()
        assert not lab.can(Act.ACT_MOVE, 1)
        lab.set_turn(move=cost)
        lab.settle()
        assert lab.can(Act.ACT_MOVE, 1)
    lab.move("E")
    assert lab.turn()["move"] == 0


@pytest.mark.parametrize("terrain", ["lake", "mountain", "ocean"])
def test_inaccessible_terrain(terrain):
    """R1.3."""
    lab = game(field={"E": terrain})
    lab.set_turn(move=50)
    lab.settle()
    assert not lab.can(Act.ACT_MOVE, 1)


def test_city_space_costs_two():
    """R1.3: whatever its terrain."""
    lab = game(field={"E": {"terrain": "swamp", "site": "city"}})
    assert lab.cost(1) == 2


def test_wall_costs_one_more_and_is_never_discounted():
    """L.2.1, R8.2: plains made free still cost 1 across a wall."""
    lab = game(field={"C": {"walls": 1 << 1}, "E": {"walls": 1 << 4}})
    assert (lab.cost(1), lab.cost(0)) == (3, 2)
    lab.pass_over("plains", cost=0)
    assert (lab.cost(1), lab.cost(0)) == (1, 0)


def test_no_entry_to_rampagers():
    """R8.4."""
    lab = game(field={"E": {"site": "marauding_orcs"}})
    lab.set_turn(move=9)
    lab.settle()
    assert not lab.can(Act.ACT_MOVE, 1)


def walker(field, **kwargs):
    lab = game(field=field, **kwargs)
    lab.set_turn(move=9)
    lab.settle()
    return lab


def test_provoking():
    """R8.5: from one space next to a rampager to another one next to it; movement ends in a fight."""
    lab = walker({"E": {"site": "marauding_orcs"}})
    lab.move("NE")
    assert lab.step == Step.STEP_RANGED
    assert len(lab.foes()) == 1
    assert lab.turn()["move"] == 0


def test_leaving_does_not_provoke():
    """R8.5."""
    lab = walker({"E": {"site": "marauding_orcs"}})
    lab.move("W")
    assert (lab.step, lab.turn()["move"]) == (Step.STEP_MOVE, 7)


def test_one_move_may_provoke_two():
    """R8.5: both of them fight."""
    lab = walker({"E": {"site": "marauding_orcs"}, "NW": {"site": "draconum"}})
    lab.move("NE")
    assert len(lab.foes()) == 2


def test_wall_before_the_target_prevents_provoking():
    """L.2.1: a wall between the space moved into and the rampager; one at the old space does not help."""
    east_of_ne = 2  # the space E of the centre lies SE of the space NE of it
    lab = walker({"E": {"site": "marauding_orcs", "walls": 1 << 5}, "NE": {"walls": 1 << east_of_ne}})
    lab.move("NE")
    assert lab.step == Step.STEP_MOVE
    lab = walker({"E": {"site": "marauding_orcs", "walls": 1 << 4}, "C": {"walls": 1 << 1}})
    lab.move("NE")
    assert lab.step == Step.STEP_RANGED


def test_a_move_that_provokes_may_challenge_others_next_to_the_new_space():
    """R9.1.2: rampagers adjacent to the space moved into; not those left behind."""
    lab = walker({"E": {"site": "marauding_orcs"}, "NW": {"site": "marauding_orcs"}, "SW": {"site": "marauding_orcs"}})
    lab.put(space("E"), [enemy("prowlers")])
    lab.put(space("NW"), [enemy("diggers")])
    lab.move("NE")
    assert [foe["row"] for foe in lab.foes()] == [enemy("prowlers"), enemy("diggers")]
    lab = walker({"E": {"site": "marauding_orcs"}, "SW": {"site": "marauding_orcs"}, "W": {"site": "marauding_orcs"}})
    lab.move("SE")
    assert len(lab.foes()) == 2
    lab = walker({"E": {"site": "marauding_orcs"}, "W": {"site": "marauding_orcs"}, "SE": {"site": "draconum"}})
    lab.move("NE")
    assert len(lab.foes()) == 1


def test_challenging_several_at_once():
    """R9.1.2 (ruling 45): any adjacent spaces, one fight; unbeaten ones stay, beaten ones leave an empty space."""
    lab = game(field={"E": {"site": "marauding_orcs"}, "W": {"site": "draconum"}, "NE": {"site": "marauding_orcs"}})
    lab.put(space("E"), [enemy("prowlers")])
    lab.put(space("W"), [enemy("fire_dragon")])
    assert sorted(o[0] for o in lab.options(Act.ACT_CHALLENGE)) == [0, 1, 4]
    lab.do(Act.ACT_CHALLENGE, 1)
    assert lab.task == Task.DO_ADD_RAMPAGERS
    lab.do(Act.ACT_CHOOSE, 4).do(Act.ACT_DONE)
    assert [foe["row"] for foe in lab.foes()] == [enemy("prowlers"), enemy("fire_dragon")]
    lab.block_all()
    lab.attack(0, melee=[(3, "physical")])
    lab.end_phase()
    spaces = {s["space"]: s for s in lab.spaces()}
    assert (spaces[space("E")]["site"], spaces[space("E")]["tokens"]) == (0, [])
    assert spaces[space("W")]["tokens"] == [(enemy("fire_dragon"), True)]
    assert lab.player()["reputation"] == 2 + 1
    assert lab.step == Step.STEP_AFTER


def test_reputation_for_rampagers():
    """R9.8.1: +1 for an orc token, +2 for a Draconum; Fame of the token; no Shield."""
    lab = game(field={"E": {"site": "draconum"}})
    lab.put(space("E"), [enemy("high_dragon")])
    lab.settle()
    lab.do(Act.ACT_CHALLENGE, 1)
    lab.block_all()
    lab.attack(0, melee=[(9, "physical")])
    assert (lab.player()["reputation"], lab.player()["fame"]) == (2 + 2, 1 + 9)
    assert lab.spaces()[space("E")]["shields"] == 0


def test_challenge_across_a_wall():
    """L.2.1: the rampager counts as site-fortified; an Unfortified one ignores it (R9.7)."""
    field = {"C": {"walls": 1 << 1}, "E": {"site": "marauding_orcs", "walls": 1 << 4}}
    for name, fort in (("prowlers", 1), ("diggers", 2), ("orc_war_beasts", 0)):
        lab = game(field=field)
        lab.put(space("E"), [enemy(name)])
        lab.settle()
        lab.do(Act.ACT_CHALLENGE, 1)
        foe = lab.foes()[0]
        assert foe["fort"] + foe["fort_site"] == fort, name


@pytest.mark.parametrize(("night", "up"), [(False, True), (True, False)], ids=["R8.8-day", "R8.8-night"])
def test_garrisons_are_seen_by_day(night, up):
    lab = game(
        field={"E": {"site": "keep"}, "W": {"site": "mage_tower"}},
        first_night=night,
        place=None,
        start_tactic="from_the_dusk" if night else "early_bird",
    )
    tokens = {s["space"]: s["tokens"] for s in lab.spaces()}
    assert [seen for _, seen in tokens[space("E")]] == [False]
    lab.set_seat(space=0)
    lab.set_turn(move=9)
    lab.pass_over("plains", "forest", cost=0)
    lab.settle()
    walk_to(lab, 7)
    tokens = {s["space"]: s["tokens"] for s in lab.spaces()}
    assert [seen for _, seen in tokens[space("E")]] == [up]
    assert [seen for _, seen in tokens[space("W")]] == [up]


def walk_to(lab, target):
    """Move to a space by a shortest path over the field."""
    from collections import deque

    here = lab.player()["space"]
    queue, came = deque([here]), {here: None}
    while queue:
        s = queue.popleft()
        for d in range(6):
            n = lab.neighbour(s, d)
            if n != 255 and n not in came and lab.safe(n):
                came[n] = (s, d)
                queue.append(n)
    steps = []
    while came[target] is not None:
        target, d = came[target]
        steps.append(d)
    for d in reversed(steps):
        lab.do(Act.ACT_MOVE, d)


def test_safe_spaces():
    """R8.9: no lake or mountain, no unconquered fortified site, no rampager."""
    sites = {
        "E": "lake",
        "NE": "mountain",
        "W": {"site": "keep"},
        "SW": {"site": "marauding_orcs"},
        "SE": {"site": "village"},
    }
    lab = game(field=sites)
    assert [lab.safe(space(d)) for d in ("E", "NE", "W", "SW", "SE", "NW")] == [False] * 4 + [True] * 2
    lab.set_space(space("W"), flags=["conquered"], shields=1)
    assert lab.safe(space("W"))


def test_adventure_sites_do_not_stop_movement():
    """R8.6."""
    lab = walker({"E": {"site": "dungeon"}})
    lab.move("E")
    assert (lab.step, lab.turn()["move"]) == (Step.STEP_MOVE, 7)
    assert lab.can(Act.ACT_ENTER)
    lab.move("W")
    assert not lab.can(Act.ACT_ENTER)
