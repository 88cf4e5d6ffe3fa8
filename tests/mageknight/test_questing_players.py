"""Scripted players and quests: they pursue them, see no more than a person would, and their rows say so (A.9)."""

from functools import cache

import numpy as np
import pytest
from laboratory import CENTRE, Act
from questing import VILLAGE, card, questing, slot_of

from mkbalance.mageknight import playerfiles
from mkbalance.mageknight.game import GAME

PLAYERS = ("novice", "competent", "expert")


@cache
def prepared(player, quests=True, id_="solo_conquest/solo"):
    return GAME.prepare(GAME.scenario(id_).set("scenario.quests", quests), [f"tovak:{player}"])


@pytest.mark.parametrize("player", PLAYERS)
def test_players_pursue_quests(player):
    """More points than a random player, hardly any failed; without quests nothing of them in the rows."""
    games = 3 if player == "expert" else 12  # it thinks long
    rows = prepared(player).run(3, 0, games)
    chance = prepared("random").run(3, 0, 12)
    assert not rows["fault"].any()
    assert rows["quest_points"].mean() > 4 > chance["quest_points"].mean()
    assert rows["quests_completed"].mean() > 1
    assert rows["quests_failed"].mean() < 1
    assert not rows["quests_abandoned"].any()
    assert np.all(rows["score_quests"] == rows["quest_points"])
    without = prepared(player, False).run(3, 0, games // 2)
    for name in ("quests_taken", "quest_steps", "quests_completed", "quest_points", "score_quests"):
        assert not without[name].any()


def test_every_chunk_gives_the_same_rows():
    whole = prepared("competent").run(9, 0, 8)
    parts = np.concatenate([prepared("competent").run(9, first, 4) for first in (0, 4)])
    assert whole.tobytes() == parts.tobytes()


@pytest.mark.parametrize("player", (*PLAYERS, "random"))
def test_choice_does_not_depend_on_what_is_hidden(player):
    ready = prepared(player)
    every, mover = (31, playerfiles.load("competent")) if player == "expert" else (7, ready.weights[0])
    asked = 0
    for game in range(2):
        session = ready.session(17, game)
        while not session.over:
            if session.decisions % every == game and len(session.actions()) > 1:
                here = session.copy()
                here.forget_plans()
                chosen = here.suggest(ready.weights[0])
                for salt in (1, 2):
                    other = session.copy()
                    other.forget_plans()
                    other.shuffle_hidden(salt)
                    assert other.actions() == session.actions()
                    assert other.suggest(ready.weights[0]) == chosen, (game, session.decisions)
                    asked += 1
            session.apply(session.suggest(mover))
    assert asked > (10 if player == "expert" else 20)


def test_influence_left_over_goes_into_a_quest():
    lab = questing("guard_duty", field=VILLAGE)
    lab.hand()
    lab.set_offers(units=[])
    lab.settle()
    lab.do(Act.ACT_INTERACT)
    lab.set_turn(influence=3)
    lab.settle()
    taken = lab.actions()[lab.suggest(playerfiles.load("competent"))]
    assert taken[:2] == (int(Act.ACT_QUEST), slot_of(lab, "guard_duty"))


def test_a_weak_fight_for_a_quest_is_sought():
    """Goblins beside the way are fought for their point."""
    lab = questing(card("the_goblin_warrens", marker=CENTRE), field={"C": "hills"})
    taken = lab.actions()[lab.suggest(playerfiles.load("competent"))]
    assert taken[:2] == (int(Act.ACT_QUEST), slot_of(lab, "the_goblin_warrens"))
