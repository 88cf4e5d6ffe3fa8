"""For the Council (A.12.1): a first tile with a village, score by quest points and Reputation, victory at the end."""

import pytest
from laboratory import Game, Site, Step, content, tables

import mkbalance as mk
from mkbalance.errors import MkbalanceError
from mkbalance.mageknight.model import scenario

NAME = "for_the_council/solo"
BASE = "against_the_apocalypse/solo"


def start(number=0, changes=None, **setup):
    """A game with parameters changed, Tactics to be chosen."""
    record = scenario(BASE).set_all(changes or {}).expand(["tovak"], tables()).copy()
    for name, value in setup.items():
        record[name] = value
    return Game(content.Tables(dict(tables().arrays)), record, 1, number, 0)


def test_the_first_countryside_tile_has_a_village():
    """Each of the tiles with a village is as likely, the rest is random (p. 24)."""
    changes = {"scenario.tiles.top": "village", "scenario.tiles.countryside.site": ""}
    first, second = [], []
    for number in range(300):
        lab = start(number, changes)
        tiles = [lab.spaces()[7 * slot]["tile"] for slot in (1, 2)]
        sites = [s["printed_site"] for s in lab.spaces() if s["space"] // 7 == 1]
        assert Site.VILLAGE in sites
        first.append(tiles[0])
        second.append(tiles[1])
    kinds = tables().arrays["tiles"]["kind"]
    sites = tables().arrays["hexes"]["site"].reshape(-1, 7)
    villages = [row for row in range(len(kinds)) if kinds[row] == 1 and Site.VILLAGE in sites[row]]
    assert set(first) <= set(villages)
    assert len(set(first)) == len(set(villages) & set(first)) > len(villages) // 2
    assert max(first.count(row) for row in villages) < 3 * 300 / len(villages)
    assert any(row not in villages for row in second)


REPUTATION = [(-7, -10), (-6, -5), (-3, -1), (0, 0), (2, 1), (4, 2), (7, 5)]


@pytest.mark.parametrize(("position", "points"), REPUTATION)
def test_reputation_scores_its_modifier(position, points):
    """The modifier of the track's space, -10 on X (p. 25)."""
    lab = start(changes={"scenario.scoring.reputation": 1, "scenario.scoring.outcast": 10})
    lab.set_seat(rep=position)
    assert lab.score()["reputation"] == points
    assert lab.row()["score_reputation"] == points


def test_fame_and_achievements_do_not_count():
    """Quest points are the base (p. 25)."""
    lab = start(changes={"scenario.scoring.base": "quests", "scenario.scoring.reputation": 1})
    lab.set_seat(fame=40, crystals=[3, 3, 3, 3], wounds=3, rep=5)
    lines = {name: n for name, n in lab.score().items() if n and name not in ("dummy", "unannounced")}
    assert lines["reputation"] == 2
    assert not {"fame", "loot", "beating"} & set(lines)


@pytest.mark.parametrize(("position", "won"), [(3, 0), (4, 1), (7, 1), (-7, 0)])
def test_victory_is_judged_when_the_game_is_over(position, won):
    """A Reputation of +2 or higher after the last Round (p. 25, ruling 92)."""
    lab = start(changes={"scenario.victory.reputation": 2, "scenario.ends": []})
    lab.set_seat(rep=position)
    assert lab.row()["win"] == 0
    lab.set_time(round_=3)
    lab.go_to(Step.STEP_ROUND_END)
    lab.set_stage(0)
    lab.settle()
    assert lab.over
    assert lab.row()["win"] == won
    assert lab.row()["round_won"] == 3 * won


def test_without_such_a_goal_reputation_wins_nothing():
    lab = start(changes={"scenario.ends": []})
    lab.set_seat(rep=7)
    lab.set_time(round_=3)
    lab.go_to(Step.STEP_ROUND_END)
    lab.set_stage(0)
    lab.settle()
    assert lab.over
    assert lab.row()["win"] == 0


@pytest.mark.parametrize(("path", "value"), [("scenario.victory.reputation", 9), ("scenario.scoring.base", "glory")])
def test_what_does_not_fit_is_refused(path, value):
    with pytest.raises(MkbalanceError):
        scenario(BASE).set(path, value)


# ---------------------------------------------------------------- the scenario (pp. 24-25)


def council(number=0):
    record = scenario(NAME).expand(["tovak"], tables())
    return Game(content.Tables(dict(tables().arrays)), record, 1, number, 0)


def test_parameters_of_the_scenario():
    """Three Rounds, six countryside tiles, two core tiles, a friendly city, no Blitz start (p. 25)."""
    p = scenario(NAME).resolve()
    assert (p.rounds, p.countryside, p.cores, p.cities) == (3, 6, 2, 1)
    assert p.city.mode == "friendly"
    assert (p.start.fame, p.start.reputation, p.fame_per_level, p.extra_dice, p.extra_units) == (0, 0, 0, 0, 0)
    assert p.victory.reputation == 2
    assert (p.scoring.base, p.scoring.reputation, p.scoring.outcast) == ("quests", 1, 10)
    assert (p.scoring.goal, p.scoring.round, p.scoring.dummy, p.scoring.unannounced) == (0, 0, 0, 0)
    assert p.ends == []


def test_a_village_and_two_quests_are_there_at_the_start():
    """The first tile has a village; two of the four set aside are revealed (pp. 12, 24)."""
    for number in range(20):
        lab = council(number)
        assert Site.VILLAGE in [s["printed_site"] for s in lab.spaces()[7:14]]
        assert len(lab.table()["quests"]) == 2


def test_quest_points_and_reputation_are_the_score():
    """Nothing else counts, a victory brings no points of its own (p. 25)."""
    lab = council()
    lab.set_seat(fame=50, rep=4, wounds=2)
    lab.set_quest_points(0, 7)
    score = lab.score()
    assert (score["quests"], score["reputation"], score["total"]) == (7, 2, 9)
    lab.set_seat(rep=-7)
    assert lab.score()["total"] == 7 - 10


def test_players_do_quests_for_the_council():
    """Scripted players gain quest points and Reputation, random ones hardly any."""
    means = {
        player: mk.simulate(mk.scenario(NAME), players=f"tovak:{player}", games=60, seed=3).frame[
            ["score", "quest_points"]
        ].mean()
        for player in ("random", "quick", "competent")
    }
    for weaker, stronger in (("random", "quick"), ("quick", "competent")):
        assert (means[weaker] < means[stronger]).all(), means
    assert means["competent"]["quest_points"] > 3
