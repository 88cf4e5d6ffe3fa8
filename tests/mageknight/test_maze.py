"""Mazes and labyrinths (L.2.3)."""

import pytest
from laboratory import Act, Step, Task, at_space, enemy, game, tables, unit

PATH_REWARDS = {1: Task.DO_REWARD_CRYSTAL, 2: Task.DO_REWARD_SPELL, 3: Task.DO_REWARD_ARTIFACT}


def inside(site, units=(), move=6, token="gargoyle"):
    """The Hero in a maze with Move made there, the next token of its colour known."""
    lab = game(field={"C": {"site": site}})
    lab.set_seat(units=[(unit(name), 1, 0) for name in units], fame=24, level=5)
    lab.next_token(enemy(token))
    lab.settle()
    lab.do(Act.ACT_ENTER)
    if units:
        lab.do(Act.ACT_CHOOSE, 0)
    lab.set_turn(move=move)
    lab.settle()
    return lab


def won(lab):
    lab.block_all()
    lab.attack(*[foe for foe, _, _ in lab.options(Act.ACT_TARGET)], melee=[(99, "coldfire")])
    return lab


def test_move_of_the_movement_does_not_count():
    """L.2.3: the path is paid with fresh points."""
    lab = game(field={"C": {"site": "maze"}})
    lab.set_turn(move=5)
    lab.settle()
    lab.do(Act.ACT_ENTER)
    assert (lab.step, lab.turn()["move"]) == (Step.STEP_MAZE, 0)
    assert not lab.can(Act.ACT_ENTER)


@pytest.mark.parametrize(("move", "paths"), [(1, []), (2, [1]), (5, [1, 2]), (6, [1, 2, 3])])
def test_paths_cost_2_4_6(move, paths):
    lab = inside("maze", move=move)
    assert [path for path, _, _ in lab.options(Act.ACT_ENTER)] == paths


@pytest.mark.parametrize("path", [1, 2, 3])
@pytest.mark.parametrize(("site", "token"), [("maze", "gargoyle"), ("labyrinth", "fire_dragon")])
def test_reward_and_shield(site, token, path):
    """Crystals of choice, Spell, Artifact; a labyrinth adds an Advanced Action; one path a seat."""
    lab = inside(site, token=token)
    lab.do(Act.ACT_ENTER, path)
    assert [f["row"] for f in lab.foes()] == [enemy(token)]
    assert not lab.combat()["flags"] & 2  # by Day no night rules
    won(lab)
    space = at_space(lab)
    assert (space["shields"], space["extra"]) == (1, 1 << (path - 1))
    lab.hand()
    lab.do(Act.ACT_END_TURN)
    if site == "labyrinth":
        assert lab.task == Task.DO_REWARDS
        lab.apply(0)
    assert lab.task == PATH_REWARDS[path]
    asked = []
    while lab.task is not None:
        asked.append(lab.task)
        lab.apply(0)
    assert asked.count(Task.DO_REWARD_ACTION) == (site == "labyrinth")


def test_lost_token_is_discarded_and_the_path_stays():
    lab = inside("maze", move=2)
    lab.do(Act.ACT_ENTER, 1)
    lab.to_attack_phase()
    lab.end_phase()
    assert at_space(lab)["shields"] == 0
    assert at_space(lab)["tokens"] == []
    assert at_space(lab)["extra"] == 0


def test_only_the_chosen_unit_fights_and_suffers():
    """L.2.3: no other Unit may be activated or take damage."""
    lab = inside("maze", units=("peasants", "foresters"), move=2)
    lab.do(Act.ACT_ENTER, 1)
    lab.end_phase()
    lab.do(Act.ACT_BLOCK, 0, 0)
    assert {slot for slot, _, _ in lab.options(Act.ACT_UNIT)} == {0}
    lab.do(Act.ACT_UNIT, *lab.options(Act.ACT_UNIT)[0][:2])
    lab.do(Act.ACT_RESOLVE)
    lab.end_phase()
    assert {target for _, _, target in lab.options(Act.ACT_ASSIGN)} == {0, 254}


def test_turning_back_ends_the_action():
    lab = inside("maze", move=2)
    lab.do(Act.ACT_DONE)
    assert (lab.step, lab.turn()["move"]) == (Step.STEP_AFTER, 0)


def test_a_won_path_is_closed():
    """Each path once in a game; a seat with a Shield may not enter again."""
    lab = game(field={"C": {"site": "maze"}})
    lab.set_space(lab.player()["space"], extra=0b101)
    lab.settle()
    lab.do(Act.ACT_ENTER)
    lab.set_turn(move=6)
    lab.settle()
    assert [path for path, _, _ in lab.options(Act.ACT_ENTER)] == [2]
    lab = game(field={"C": {"site": "maze"}})
    lab.set_space(lab.player()["space"], shields=1, extra=1)
    lab.settle()
    assert not lab.can(Act.ACT_ENTER)


def test_sites_without_behaviour_are_named():
    """A site that stands on the map and offers nothing is not called implemented."""
    missing = {name for name in tables().unimplemented if name.startswith("sites.")}
    assert missing == {"sites.volkares_camp"}
