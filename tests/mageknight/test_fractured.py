"""Fractured lands (A.12.7): teleporting, and tiles turned before they are placed."""

import pytest
from laboratory import DIRECTIONS, Act, Site, Step, Task, Terrain, enemy, game, space, tables

import mkbalance as mk
from mkbalance.mageknight.model import scenario

NAME = "fractured_lands/solo"
PORTAL = 0


def lands(field=None, side=None, *, move=10, **keywords):
    """The Hero in the middle of the field, forest all around, with Move points."""
    forest = {d: "forest" for d in ("C", *DIRECTIONS)}
    keywords.setdefault("teleport", 1)
    lab = game("solo_conquest/solo", field=forest | (field or {}), side=forest | (side or {}), **keywords)
    lab.set_turn(move=move)
    lab.settle()
    return lab


def goals(lab):
    """Spaces that may be teleported to, with the Move each costs."""
    return {a: b for a, b, _ in lab.options(Act.ACT_TELEPORT)}


def test_one_move_for_each_space_of_the_way():
    """1 Move a space, over any terrain (p. 40, ruling 83)."""
    lab = lands({"E": "lake", "SE": "plains"})
    found = goals(lab)
    assert found[space("W")] == 1
    assert {s for s in found if s // 7 == 1} == {space(d) for d in ("NE", "SW", "W", "NW")}
    assert 14 in found
    assert found[14] == 3, "across the lake"


def test_no_farther_than_the_move_at_hand():
    assert 14 not in goals(lands(move=2))
    lab = lands(move=3)
    lab.do(Act.ACT_TELEPORT, 14, 3)
    assert lab.player()["space"] == 14
    assert lab.turn()["move"] == 0
    assert lab.player()["teleports"] == 1
    assert lab.row()["teleports"] == 1


def test_the_terrain_must_be_the_same():
    lab = lands({"C": "hills", "E": "hills"})
    assert goals(lab) == {space("E"): 1}


@pytest.mark.parametrize("site", ["village", "glade", "mine", "dungeon", "keep"])
def test_not_to_a_site(site):
    assert space("E") not in goals(lands({"E": {"terrain": "forest", "site": site}}))


def test_what_counts_as_a_space_without_a_site():
    """The portal, a rampager's space once it is gone, a burned monastery (p. 40)."""
    orcs = {"terrain": "forest", "site": "marauding_orcs"}
    lab = lands({"E": orcs, "W": {"terrain": "forest", "site": "monastery"}})
    assert not {space("E"), space("W")} & set(goals(lab))
    lab.clear(space("E"))
    lab.set_space(space("E"), site=0)
    lab.set_space(space("W"), flags=["burned"])
    lab.settle()
    assert {space("E"), space("W")} <= set(goals(lab))
    assert PORTAL in goals(lands({"C": "plains"}))


def test_a_rampager_is_no_safe_space_and_is_not_provoked():
    """No provoking; its own space is not entered (p. 40)."""
    lab = lands({"E": {"terrain": "forest", "site": "marauding_orcs"}})
    lab.put(space("E"), [enemy("prowlers")])
    lab.settle()
    assert space("E") not in goals(lab)
    lab.do(Act.ACT_TELEPORT, space("NE"), 1)
    assert lab.step == Step.STEP_MOVE
    assert not lab.foes()


def test_the_goal_is_a_safe_space():
    """From one lake to another is no way: nobody stands there safely (p. 40, R4.6.4)."""
    lakes = {d: "lake" for d in ("C", "NE", "E")}
    assert not goals(lands(lakes))
    lab = lands({"C": "lake", "NE": "hills", "E": "lake"}, {"C": "hills"})
    lab.set_seat(space=space("NE"))
    lab.settle()
    assert set(goals(lab)) == {14}


def test_the_way_back_begins_at_the_goal():
    """Forced Withdrawal goes back to where the Hero teleported to, a Wound for the step since (R12.2)."""
    lab = lands(side={"E": "lake"})
    lab.hand("rage", "rage")
    lab.set_turn(move=9)
    lab.pass_over("lake", cost=0)
    lab.settle()
    lab.sideways("rage", "move")
    lab.do(Act.ACT_TELEPORT, 14, goals(lab)[14])
    lab.move("E")
    assert lab.spaces()[lab.player()["space"]]["terrain"] == Terrain.LAKE
    lab.do(Act.ACT_END_TURN)
    assert (lab.player()["space"], lab.player()["wounds"]) == (14, 1)


def test_other_move_effects_do_not_answer_it():
    """Teleporting is not moving: Savage Harvesting stays silent (FAQ, p. 47)."""
    lab = lands(hero="krang")
    lab.hand("savage_harvesting", "rage", "rage")
    lab.play("savage_harvesting")
    while lab.task:
        lab.apply(0)
    lab.set_turn(move=5)
    lab.settle()
    lab.do(Act.ACT_TELEPORT, space("W"), 1)
    assert lab.task != Task.DO_HARVEST
    lab.move("E")
    assert lab.task == Task.DO_HARVEST


def test_moves_and_teleports_alternate_and_a_rest_is_over():
    """As much as you like, also with exploring; it is movement of the turn, so no resting after it (R4.7.1)."""
    lab = lands()
    assert lab.can(Act.ACT_REST)
    lab.do(Act.ACT_TELEPORT, space("W"), 1)
    assert not lab.can(Act.ACT_REST)
    lab.move("E")
    lab.do(Act.ACT_TELEPORT, space("E"), 1)
    assert lab.step == Step.STEP_MOVE


def test_only_where_the_scenario_allows_it():
    assert not goals(lands(teleport=0))


def test_garrisons_beside_the_goal_are_seen_by_day():
    """Next to a fortified site by Day its tokens are turned up (R8.8)."""
    lab = lands({"C": "hills"}, {"C": "hills", "E": {"terrain": "forest", "site": "keep"}}, move=9)
    keep = 14 + 1 + DIRECTIONS.index("E")
    lab.put(keep, [enemy("guardsmen")], face_up=False)
    lab.settle()
    lab.do(Act.ACT_TELEPORT, 14, goals(lab)[14])
    assert lab.spaces()[keep]["tokens"][0][1]


# ---------------------------------------------------------------- free tiles (p. 40)


def explored(turned, tile="countryside_3", **keywords):
    lab = game("solo_conquest/solo", stack=[tile], free_tiles=1, **keywords)
    lab.set_seat(space=space("NE"))
    lab.set_turn(move=4)
    lab.settle()
    lab.do(Act.ACT_EXPLORE, *lab.options(Act.ACT_EXPLORE)[0])
    assert lab.task == Task.DO_ORIENT
    assert lab.player()["fame"] == 0
    lab.do(Act.ACT_CHOOSE, turned)
    return lab


@pytest.mark.parametrize("turned", range(6))
def test_a_tile_is_turned_by_sixths(turned):
    """Clockwise: what was printed to the north-east lies a sixth further; tokens come where it lies."""
    printed = tables().content["tiles"]["countryside_3"].hexes
    lab = explored(turned)
    new = lab.spaces()[21:]
    assert {s["turned"] for s in new} == {turned}
    for place, name in enumerate(("C", *DIRECTIONS)):
        was = "C" if place == 0 else DIRECTIONS[(place - 1 - turned) % 6]
        there = getattr(printed, was)
        assert Terrain(new[place]["terrain"]).name.lower() == there.terrain, (name, was)
        assert (Site(new[place]["site"]).name.lower() if new[place]["site"] else None) == there.site
        assert len(new[place]["tokens"]) == (there.site in ("keep", "mage_tower", "marauding_orcs", "draconum"))
    assert lab.step == Step.STEP_MOVE
    assert lab.turn()["move"] == 2


def test_walls_turn_with_the_tile():
    """Both sides of each wall (L.2.1)."""
    walled = next(id_ for id_, tile in tables().content["tiles"].items() if tile.walls and tile.kind == "countryside")
    plain = {(s["hex"], d) for s in explored(0, walled).spaces()[21:] for d in range(6) if s["walls"] >> d & 1}
    lab = explored(2, walled)
    found = {(s["hex"], d) for s in lab.spaces()[21:] for d in range(6) if s["walls"] >> d & 1}
    assert found == {(h and (h - 1 + 2) % 6 + 1, (d + 2) % 6) for h, d in plain}


def test_fame_for_the_new_tile():
    """1 Fame for each tile revealed (p. 40)."""
    assert explored(3, fame_per_tile=1).player()["fame"] == 1


def test_tiles_lie_as_printed_elsewhere():
    lab = game("solo_conquest/solo", stack=["countryside_3"])
    lab.set_seat(space=space("NE"))
    lab.set_turn(move=4)
    lab.settle()
    lab.do(Act.ACT_EXPLORE, *lab.options(Act.ACT_EXPLORE)[0])
    assert lab.task != Task.DO_ORIENT


# ---------------------------------------------------------------- the scenario (pp. 40-41)


def test_parameters_of_the_scenario():
    """Blitz start, Fame for tiles, quests and the Greatest Quester, one city of level 2; four Rounds (ruling 24)."""
    p = scenario(NAME).resolve()
    assert (p.rounds, p.countryside, p.cores, p.cities) == (4, 7, 2, 1)
    assert (p.city.mode, p.city.levels) == ("hostile", [2])
    assert (p.start.fame, p.start.reputation, p.fame_per_level, p.extra_dice, p.extra_units) == (1, 2, 1, 1, 1)
    assert (p.fame_per_tile, p.tiles.free, p.teleport, p.remove_tactics) == (1, True, True, True)
    assert (p.quests.present, p.quests.fame) == (True, 1)
    assert not any(value for name, value in p.scoring.model_dump().items() if name != "base")


def test_the_other_reading_of_its_length():
    """The end of the second Day is the end of Round 3 (ruling 24)."""
    r = mk.simulate(mk.scenario(NAME).set("scenario.rounds", 3), players="tovak:random", games=20, seed=3)
    assert set(r.frame["rounds"]) == {3}


def test_players_use_the_folds():
    """Scripted players teleport, explore, do quests, and score above random play."""
    columns = ["score", "tiles", "quest_points", "teleports"]
    means = {
        player: mk.simulate(mk.scenario(NAME), players=f"tovak:{player}", games=40, seed=3).frame[columns].mean()
        for player in ("random", "quick", "competent")
    }
    assert means["random"]["score"] < means["quick"]["score"] < means["competent"]["score"], means
    assert means["competent"]["teleports"] > 1
    assert means["competent"]["quest_points"] > means["random"]["quest_points"]


def test_there_is_no_victory():
    """No goal but the score (p. 40): no win rate is told, where there is one it is."""
    played = mk.simulate(mk.scenario(NAME), players="tovak:quick", games=40, seed=3)
    assert played.frame["win"].sum() == 0
    found = played.summary()
    assert (found["winnable"], found["win_rate"], found["wins"], found["survival"]) == (False, None, None, None)
    assert "win rate" not in repr(played)
    assert "no victory" in played._repr_html_()
    for name in ("for_the_council/solo", "against_the_apocalypse/solo", "first_reconnaissance/solo"):
        assert mk.simulate(mk.scenario(name), players="tovak:random", games=3, seed=3).summary()["win_rate"] is not None
