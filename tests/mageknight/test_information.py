"""Honest sight (docs/players.md): a player's choice may not change when everything hidden is permuted."""

import pytest

from mkbalance._mageknight.session import Session
from mkbalance.mageknight import playerfiles
from mkbalance.mageknight.game import GAME

SCENARIOS = ["against_the_dragon/solo", "first_reconnaissance/solo"]


def positions(scenario, player, game, every):
    """Sessions of one game at every so many decisions, without the plans remembered."""
    prepared = GAME.prepare(GAME.scenario(scenario), [f"tovak:{player}"])
    weights = playerfiles.load(player)
    session = prepared.session(11, game)
    while not session.over:
        if session.decisions % every == game % every:
            here = session.copy()
            here.forget_plans()
            yield here, weights
        session.apply(session.suggest(weights))


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("player", ["novice", "competent", "expert"])
def test_choice_does_not_depend_on_what_is_hidden(scenario, player):
    asked = 0
    for game in range(6):
        for here, weights in positions(scenario, player, game, 5):
            if len(here.actions()) < 2:
                continue
            chosen = here.suggest(weights)
            for salt in (1, 2, 3):
                other = here.copy()
                other.forget_plans()
                other.shuffle_hidden(salt)
                assert other.actions() == here.actions()
                assert other.suggest(weights) == chosen, (game, here.decisions, salt)
                asked += 1
    assert asked > 300


def test_shuffling_really_changes_what_is_hidden():
    prepared = GAME.prepare(GAME.scenario(SCENARIOS[0]), ["tovak:random"])
    session = prepared.session(11, 0)
    other = session.copy()
    other.shuffle_hidden(1)
    assert other.state_bytes() != session.state_bytes()
    assert other.player() == session.player()
    assert other.table() == session.table()
    known = [(s["space"], s["tile"], s["site"], [t for t in s["tokens"] if t[1]]) for s in session.spaces()]
    assert known == [(s["space"], s["tile"], s["site"], [t for t in s["tokens"] if t[1]]) for s in other.spaces()]


def test_a_player_that_peeks_would_be_caught():
    """The deck order is among what is permuted: the next draw differs for some salt."""
    prepared = GAME.prepare(GAME.scenario(SCENARIOS[0]), ["tovak:random"])
    session = prepared.session(11, 0)
    ends = set()
    for salt in range(1, 8):
        other = session.copy()
        other.shuffle_hidden(salt)
        ends.add(other.state_bytes())
    assert len(ends) > 5


@pytest.mark.parametrize("player", ["novice", "competent"])
def test_asking_twice_changes_nothing(player):
    for here, weights in positions(SCENARIOS[0], player, 3, 3):
        before = here.state_bytes()
        assert here.suggest(weights) == here.suggest(weights)
        assert here.state_bytes() == before
        assert isinstance(here, Session)
