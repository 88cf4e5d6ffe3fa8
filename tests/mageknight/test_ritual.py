"""Against the Horsemen (A.12.3): a predefined map, four Horsemen that gather in the glade in its middle."""

import pytest
from laboratory import Act, Game, Step, Task, content, enemy, tables

import mkbalance as mk
from mkbalance.errors import MkbalanceError
from mkbalance.mageknight.model import scenario

WAR, FAMINE, DEATH, PESTILENCE = range(4)
NAME = "against_the_horsemen/solo"
BIT = 8  # answers from here on name Horsemen
GLADE = 0  # space in the middle


def start(key=1, number=0, tactic="early_bird", **setup):
    """The first turn of a game on the printed map."""
    record = scenario(NAME).expand(["tovak"], tables()).copy()
    for name, value in setup.items():
        record[name] = value
    lab = Game(content.Tables(dict(tables().arrays)), record, key, number, 0)
    if tactic:
        lab.do(Act.ACT_TACTIC, tables().index["tactics"][tactic])
        while lab.step == Step.STEP_BEFORE_TURN and lab.can(Act.ACT_DONE):
            lab.do(Act.ACT_DONE)
    return lab


def away(q, r):
    return max(abs(q), abs(r), abs(q + r))


def riders(lab):
    """Distance of each Horseman from the glade, in order of the cards."""
    return [away(q, r) for q, r in lab.table()["riders"]]


def close_round(lab):
    """Let the Round end now."""
    lab.go_to(Step.STEP_ROUND_END)
    lab.set_stage(0)
    lab.settle()
    return lab


def march(lab):
    while lab.task == Task.DO_HORSEMAN_MARCH:
        lab.apply(0)
    return lab


# ---------------------------------------------------------------- setup (p. 28)


def test_one_tile_lies_open_the_hero_starts_on_its_glade():
    lab = start()
    assert len(lab.spaces()) == 7
    assert lab.spaces()[0]["tile"] == tables().index["tiles"]["countryside_1"]
    assert lab.player()["space"] == GLADE
    assert lab.turn()["mana"][4] == 1, "the glade's gold mana by Day, on the first turn too"


def test_horsemen_lie_face_down_six_spaces_away():
    lab = start()
    assert riders(lab) == [6, 6, 6, 6]
    assert [h["space"] for h in lab.table()["horsemen"]] == [None] * 4
    assert [h["level"] for h in lab.table()["horsemen"]] == [2] * 4


def test_every_place_turns_up_a_tile_of_its_kind():
    """Eleven countryside tiles with the first, four core tiles, four cities; each place once (p. 28)."""
    p = scenario(NAME).resolve()
    kinds = {(place.x, place.y): place.kind for place in p.tiles.layout}
    lab = start()
    while len(lab.spaces()) < 19 * 7:
        for s in lab.spaces():
            lab.set_seat(space=s["space"])
            lab.set_turn(move=20)
            lab.settle()
            if lab.options(Act.ACT_EXPLORE):
                lab.do(Act.ACT_EXPLORE, *lab.options(Act.ACT_EXPLORE)[0])
                break
        else:
            pytest.fail(f"nowhere to explore with {len(lab.spaces()) // 7} tiles")
    found = {}
    for s in lab.spaces()[::7]:
        x, y = (3 * s["q"] + s["r"]) // 7, (-2 * s["q"] - 3 * s["r"]) // 7  # q = 3x + y, r = -2x - 3y
        kind = tables().content["tiles"][tables().names["tiles"][s["tile"]]].kind
        found[x, y] = kind
    assert found == kinds
    assert not lab.options(Act.ACT_EXPLORE)


# ---------------------------------------------------------------- the march (p. 29)


def test_two_spaces_closer_at_the_end_of_each_round():
    lab = start()
    assert riders(close_round(lab)) == [6, 6, 6, 6] or lab.task is None
    march(lab)
    assert riders(lab) == [4, 4, 4, 4]
    lab = march(close_round(lab))
    assert riders(lab) == [2, 2, 2, 2]


def test_the_player_chooses_among_equal_spaces():
    lab = close_round(start())
    assert lab.task == Task.DO_HORSEMAN_MARCH
    assert len(lab.options(Act.ACT_CHOOSE)) > 1


def test_on_a_revealed_space_it_is_turned_up_for_good():
    lab = march(close_round(start()))
    lab = march(close_round(lab))
    assert riders(lab) == [2, 2, 2, 2]
    while not any(h["space"] is not None for h in lab.table()["horsemen"]):
        for s in lab.spaces():
            lab.set_seat(space=s["space"])
            lab.set_turn(move=20)
            lab.go_to(Step.STEP_MOVE)
            lab.settle()
            if lab.options(Act.ACT_EXPLORE):
                lab.do(Act.ACT_EXPLORE, *lab.options(Act.ACT_EXPLORE)[0])
                break
    (found,) = [h for h in lab.table()["horsemen"] if h["space"] is not None][:1]
    here = lab.spaces()[found["space"]]
    assert away(here["q"], here["r"]) == 2


def before_the_last_round(where):
    """Three Rounds are over; the Hero stood on this space when the third ended."""
    lab = start()
    lab.set_time(round_=3)
    lab.set_seat(space=where)
    return march(close_round(lab))


def test_before_the_last_round_they_hold_the_glade():
    lab = before_the_last_round(1)
    assert not lab.over
    assert {h["space"] for h in lab.table()["horsemen"]} == {GLADE}
    assert lab.table()["ritual"]


@pytest.mark.parametrize("where", [GLADE, 255])
def test_a_hero_in_the_glade_is_out(where):
    """On the glade or, having ended a turn there, beside the map (p. 29)."""
    lab = before_the_last_round(where)
    assert lab.over
    assert lab.row()["win"] == 0
    assert lab.row()["rounds"] == 3


def beside(lab):
    """A space next to the glade from which nobody is provoked on the way in."""
    taken = [s["space"] for s in lab.spaces()[1:7] if s["tokens"]]
    near = {lab.neighbour(s, d) for s in taken for d in range(6)} | set(taken)
    return next(s for s in range(1, 7) if s not in near)


def at_the_glade(*, defeated=(), **setup):
    """The last Round, next to the glade."""
    lab = start(**setup)
    lab.set_time(round_=3)
    lab.set_seat(space=beside(lab))
    march(close_round(lab))
    for kind in defeated:
        lab.set_horseman(kind, round_=1)
    lab.do(Act.ACT_TACTIC, lab.options(Act.ACT_TACTIC)[0][0])
    while lab.step == Step.STEP_BEFORE_TURN and lab.can(Act.ACT_DONE):
        lab.do(Act.ACT_DONE)
    while lab.seat != 0 or lab.step != Step.STEP_MOVE:
        lab.apply(0)
    lab.set_turn(move=20)
    lab.settle()
    return lab


def enter(lab):
    lab.do(Act.ACT_MOVE, next(d for d in range(6) if lab.neighbour(lab.player()["space"], d) == GLADE))
    while lab.task == Task.DO_ADD_RAMPAGERS:
        lab.do(Act.ACT_DONE)
    return lab


def test_entering_means_fighting_all_of_them_behind_walls():
    """All undefeated ones, fortified by the place (p. 29)."""
    lab = enter(at_the_glade(defeated=(WAR,)))
    assert sorted(f["slot"] for f in lab.foes()) == [FAMINE, DEATH, PESTILENCE]
    assert {f["fort_site"] for f in lab.foes()} == {1}


def test_with_some_left_the_hero_withdraws_at_the_end_of_the_turn():
    lab = enter(at_the_glade(defeated=(WAR, FAMINE, DEATH)))
    lab.end_phase()
    while lab.step == Step.STEP_BLOCK:
        lab.block(0, coldfire=60)
    while lab.step in (Step.STEP_DAMAGE, Step.STEP_ATTACK):
        lab.end_phase()
    assert lab.player()["space"] == GLADE
    lab.end_turn()
    assert lab.player()["space"] == beside(lab)


def test_with_the_last_one_gone_the_mission_is_won():
    """15 for the goal, 4 for each; one more turn, then it is over (p. 31)."""
    lab = enter(at_the_glade(defeated=(WAR, FAMINE, DEATH)))
    lab.block_all()
    lab.attack(0, melee=[(60, "coldfire")])
    lab.end_turn()
    assert lab.row()["win"] == 1
    assert lab.score()["horsemen"] == 4 * 4
    assert lab.score()["goal"] == 15
    assert not lab.over


def test_horses_lie_with_them_from_the_start():
    """Four brown tokens out of their pile, fought with their Horseman (p. 29)."""
    with_, without = start(horses=1), start()
    assert sum(without.token_piles(2)) - sum(with_.token_piles(2)) == 4
    lab = enter(at_the_glade(defeated=(WAR, FAMINE, DEATH), horses=1))
    assert len(lab.foes()) == 2
    assert {f["fort_site"] for f in lab.foes()} == {1}


# ---------------------------------------------------------------- parameters


def test_parameters_of_the_scenario():
    """pp. 28-31: Blitz start, one more die and Unit, cities of level 1."""
    p = scenario(NAME).resolve()
    assert (p.rounds, p.countryside, p.cores, p.cities) == (4, 11, 4, 4)
    assert p.city.levels == [1, 1, 1, 1]
    assert (p.start.fame, p.start.reputation, p.fame_per_level, p.extra_dice, p.extra_units) == (1, 2, 1, 1, 1)
    s = p.scoring
    assert (s.horseman, s.goal, s.round, s.dummy, s.unannounced) == (4, 15, 30, 1, 5)


@pytest.mark.parametrize(
    ("path", "value", "word"),
    [
        ("scenario.countryside", 10, "layout"),
        ("scenario.tiles.shape", "wedge", "predefined"),
        ("scenario.horsemen.present", False, "Horsemen"),
    ],
)
def test_what_does_not_fit_is_refused(path, value, word):
    with pytest.raises(MkbalanceError, match=word):
        scenario(NAME).set(path, value).resolve()


def test_the_estimated_map_is_named_in_every_result():
    r = mk.simulate(mk.scenario(NAME), players="tovak:random", games=20, seed=3)
    assert "scenarios.against_the_horsemen" in r.summary()["content"]["estimated"]


def test_prowlers_are_no_horsemen():
    """A rampager next to the glade is provoked and fought with them, not fortified."""
    lab = at_the_glade(defeated=(WAR, FAMINE, DEATH))
    here = lab.player()["space"]
    other = next(s for s in range(1, 7) if here in [lab.neighbour(s, d) for d in range(6)])
    lab.set_space(other, site=20)
    lab.put(other, [enemy("prowlers")])
    lab.settle()
    enter(lab)
    forts = {f["source"]: f["fort_site"] for f in lab.foes()}
    assert forts[5] == 1
    assert forts.get(1, 0) == 0
