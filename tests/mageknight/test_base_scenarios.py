"""The solo scenarios of the base game: parameters, scoring and end as printed (R19, R19.1, A.12.1, R17.4)."""

import numpy as np
import pytest
from laboratory import Act, game, tables
from test_cities import city

from mkbalance._mageknight import content, ids
from mkbalance._mageknight.exercise import exercise
from mkbalance._mageknight.session import Session
from mkbalance.errors import ContentError
from mkbalance.mageknight.model import scenario

GOAL = {"score_round": 30, "score_dummy": 1, "score_unannounced": 5}
PRINTED = {  # typed from the scenario books, not from the files
    "first_reconnaissance/solo": {
        "rounds": 4, "countryside": 8, "cores": 2, "cities": 1, "city_mode": 2, "ends": ids.Ends.END_CITY_REVEALED,
        "fame_per_tile": 1, "elites": 0, "village_units": 1, "sorted_tiles": 1, "core_on_coast": 1,
        "start_fame": 0, "start_rep": 0, "extra_dice": 0, "extra_units": 0, "fame_per_level": 0,
        "score_city": 0, "score_goal": 10, **GOAL, "expansions": 1, "tile_expansions": 1,
    },
    "solo_conquest/solo": {
        "rounds": 6, "countryside": 7, "cores": 2, "cities": 2, "city_mode": 0, "ends": ids.Ends.END_CITIES,
        "fame_per_tile": 0, "elites": 1, "village_units": 0, "sorted_tiles": 0, "core_on_coast": 0,
        "start_fame": 0, "start_rep": 0, "extra_dice": 0, "extra_units": 0, "fame_per_level": 0,
        "score_city": 10, "score_goal": 15, **GOAL, "city_levels": [5, 8, 0, 0],
    },
    "solo_blitz/solo": {
        "rounds": 4, "countryside": 6, "cores": 1, "cities": 1, "city_mode": 0, "ends": ids.Ends.END_CITIES,
        "fame_per_tile": 0, "elites": 1, "village_units": 0, "sorted_tiles": 0, "core_on_coast": 0,
        "start_fame": 1, "start_rep": 2, "extra_dice": 1, "extra_units": 1, "fame_per_level": 1,
        "score_city": 10, "score_goal": 15, **GOAL, "city_levels": [6, 0, 0, 0],
    },
}
EVERY = {"seats": 1, "dummy_hero": 254, "remove_tactics": 1, "competitive": 0, "first_night": 0, "dragon": 0}


def setup(id_, **overrides):
    return scenario(id_).set_all(overrides).expand(["tovak"], tables())


@pytest.fixture(scope="module")
def core():
    return content.Tables(dict(tables().arrays))


@pytest.mark.parametrize("id_", PRINTED)
def test_parameters(id_):
    record = setup(id_)
    for name, value in {**PRINTED[id_], **EVERY, "shape": ids.Shape.WEDGE}.items():
        assert np.array_equal(record[name], value), name


@pytest.mark.parametrize("id_", PRINTED)
def test_table_at_the_start(core, id_):
    """R2.4, R2.5, R2.7: two tiles of the stack lie by the start; players + 2 dice and Units, one more with Blitz."""
    printed, game_ = PRINTED[id_], Session(core, setup(id_), 3, 0)
    table = game_.table()
    tiles = printed["countryside"] + printed["cores"] + printed["cities"]
    assert (table["stack"], len(game_.spaces())) == (tiles - 2, 3 * 7)
    assert len(table["dice"]) == 3 + printed["extra_dice"]
    assert len(table["units"]) == 3 + printed["extra_units"]
    assert (game_.player()["fame"], game_.player()["reputation"]) == (printed["start_fame"], printed["start_rep"])


def test_reconnaissance_turns_up_the_countryside_in_order(core):
    """R19: the eight lowest numbers, lowest first; the core tiles below them are the city and two others."""
    rows = tables().arrays["tiles"]
    game_ = Session(core, setup("first_reconnaissance/solo"), 3, 0)
    laid = [s["tile"] for s in game_.spaces() if s["hex"] == 0][1:]
    assert [int(rows[tile]["number"]) for tile in laid] == [1, 2]


def test_reconnaissance_ends_when_the_city_is_seen():
    """R19, R3.3.3: Fame 1 for the tile, then one last turn, in which nobody enters the city."""
    lab = game("first_reconnaissance/solo", stack=["core_5"])
    lab.set_seat(space=8)
    lab.hand("rage", "swiftness")
    lab.set_turn(move=2)
    lab.settle()
    places = lab.options(Act.ACT_EXPLORE)
    lab.do(Act.ACT_EXPLORE, *places[0][:2])
    assert lab.player()["fame"] == 1
    lab.sideways("rage", "move").end_turn()
    assert (lab.table()["won"], lab.over) == (1, False)
    while not lab.over:
        assert lab.table()["round"] == 1
        lab.apply(len(lab.actions()) - 1)


def test_both_editions_of_the_reconnaissance():
    """A.12.1 scores the goal, Rounds and dummy; the base game's book Fame and achievements alone."""
    names = ("score_goal", "score_round", "score_dummy", "score_unannounced")
    seen = {
        edition: [int(setup("first_reconnaissance/solo", **{"scenario.edition": edition})[name]) for name in names]
        for edition in ("apocalypse_dragon", "base")
    }
    assert seen == {"apocalypse_dragon": [10, 30, 1, 5], "base": [0, 0, 0, 0]}
    assert (
        setup("first_reconnaissance/solo", **{"scenario.edition": "base", "scenario.scoring.goal": 7})["score_goal"]
        == 7
    )
    with pytest.raises(ContentError) as caught:
        setup("first_reconnaissance/solo", **{"scenario.edition": "bas"})
    assert (caught.value.exit_code, caught.value.nearest) == (3, "base")
    with pytest.raises(ContentError, match="single edition"):
        setup("solo_conquest/solo", **{"scenario.edition": "base"})


def test_editions_score_the_same_games_apart(core):
    """The same games, won or not; only the lines of the goal differ."""
    totals = {}
    for edition in ("apocalypse_dragon", "base"):
        record = setup("first_reconnaissance/solo", **{"scenario.edition": edition})
        session = Session(core, record, 5, 1)
        picks = np.random.Generator(np.random.Philox(7))
        while not session.over:
            session.apply(int(picks.integers(len(session.actions()))))
        totals[edition] = session.score()
    other, base = totals["apocalypse_dragon"], totals["base"]
    lines = ("goal", "rounds", "dummy", "unannounced")
    assert [base[line] for line in lines] == [0, 0, 0, 0]
    assert other["total"] - base["total"] == sum(other[line] for line in lines)
    assert {k: v for k, v in other.items() if k not in (*lines, "total")} == {
        k: v for k, v in base.items() if k not in (*lines, "total")
    }


def test_conquest_scores_each_city_and_all_of_them():
    """R17.4, R19: 10 for a city, 15 for all, 30 for each of the five Rounds left, no titles."""
    lab = city(1, ["swordsmen"], scenario_id="solo_conquest/solo")
    lab.move("E").block_all().attack(0, melee=[(9, "coldfire")])
    lab.hand()
    lab.do(Act.ACT_END_TURN).finish()
    one = lab.score()
    assert (one["cities"], one["goal"], one["rounds"], lab.table()["won"]) == (10, 0, 0, 0)
    lab = city(1, ["swordsmen"], scenario_id="solo_conquest/solo", cities=1)
    lab.move("E").block_all().attack(0, melee=[(9, "coldfire")])
    lab.hand()
    lab.do(Act.ACT_END_TURN).finish()
    all_ = lab.score()
    assert (all_["cities"], all_["goal"], all_["rounds"], lab.table()["won"]) == (10, 15, 150, 1)


@pytest.mark.parametrize("id_", PRINTED)
def test_both_tactics_leave_each_round(id_):
    """R16.9: the player first, then the dummy at random among the others; neither card comes back."""
    lab = game(id_)
    days = [i for i, row in enumerate(tables().arrays["tactics"]) if not row["night"]]
    while lab.table()["round"] < 3:
        lab.apply(len(lab.actions()) - 1)
    assert len([o[0] for o in lab.options(Act.ACT_TACTIC)]) == len(days) - 2


@pytest.mark.parametrize("levels", [[1, 1], [11, 11], [3, 7], [12, 22], [22, 22], [2, 15]])
def test_any_level_of_the_cities(core, levels):
    """R11.1, R20.9: 1 to 11 on the dial, above it a Megapolis; random players keep every law."""
    record = setup("solo_conquest/solo", **{"scenario.city.levels": levels}).copy()
    for fame, rep in ((0, 0), (70, 7)):
        record["start_fame"], record["start_rep"] = fame, rep
        faults, ledger = exercise(core, record, 31, 0, 200)
        assert faults == []
        assert ledger["acts"][int(Act.ACT_END_TURN)] > 200


def test_levels_that_no_city_has():
    with pytest.raises(ContentError):
        scenario("solo_conquest").set("scenario.city.levels", [5, 23])
    with pytest.raises(ContentError):
        scenario("solo_conquest").set("scenario.city.levels", [0, 5])
    with pytest.raises(ContentError, match="four in all"):
        scenario("solo_conquest").set_all({"scenario.cities": 3, "scenario.city.levels": [12, 12, 5]})
    assert scenario("solo_conquest").set("scenario.city.levels", [22, 22]).resolve().city.levels == [22, 22]


def test_switches_that_matter():
    """The dragon's rulings are not shown for a game without it."""
    assert "deep_mine_protects" not in scenario("solo_conquest").rules_in_play()
    assert "deep_mine_protects" in scenario("against_the_dragon").rules_in_play()
    assert "just_fame" in scenario("against_the_apocalypse").rules_in_play()
    assert "just_fame" in scenario("against_the_horsemen").rules_in_play()
    assert "just_fame" not in scenario("solo_conquest").rules_in_play()
    assert "just_fame" in scenario("solo_conquest").set("scenario.quests", True).rules_in_play()
    level = {"scenario.start_level": 3, "scenario.higher_level.tokens": ["apocalypse_cult"]}
    assert "just_fame" in scenario("solo_conquest").set_all(level).rules_in_play()
    assert "possessed_summoner_strikes" not in scenario("solo_conquest").set_all(level).rules_in_play()
    assert "summoned_city_bonus" not in scenario("first_reconnaissance").rules_in_play()
    assert "summoned_city_bonus" in scenario("solo_blitz").rules_in_play()
