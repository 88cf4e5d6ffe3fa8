"""The game object: rows, players, facts, and what an override changes."""

import json
import pickle
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from walker import walker

from mkbalance import games
from mkbalance._mageknight.trace import Told
from mkbalance.errors import MkbalanceError, UsageError
from mkbalance.mageknight import facts
from mkbalance.mageknight.game import GAME, core_hash
from mkbalance.mageknight.stepping import StepGame, View

ATD = "against_the_dragon/solo"
KEY = 0x5EED


def prepared(scenario=ATD, player="tovak:random", **overrides):
    found = GAME.scenario(scenario)
    if overrides:
        found = found.set_all({path.replace("__", "."): value for path, value in overrides.items()})
    return GAME.prepare(found, [player])


def first(view, options):
    return 0


def test_follows_the_protocol():
    assert isinstance(GAME, games.Game)
    assert games.get_game("mageknight") is GAME
    info = GAME.scenarios()[ATD]
    for name in ("id", "name", "mode", "players", "rounds", "playable", "source", "parameters"):
        assert hasattr(info, name)
    for scenario in GAME.bench_scenarios:
        assert GAME.scenarios()[scenario].playable


def test_rows_do_not_depend_on_the_split_or_the_thread():
    game = prepared()
    whole = game.run(KEY, 0, 60)
    parts = np.concatenate([game.run(KEY, 0, 7), game.run(KEY, 7, 1), game.run(KEY, 8, 52)])
    assert np.array_equal(whole, parts)
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda i: game.run(KEY, 15 * i, 15), range(4)))
    assert np.array_equal(whole, np.concatenate(found))


def test_pickled_setting_plays_the_same_games():
    game = prepared(scenario__dragon__heads__war=6)
    other = pickle.loads(pickle.dumps(game))
    assert np.array_equal(game.run(KEY, 3, 20), other.run(KEY, 3, 20))
    assert other.describe() == game.describe()
    assert other.content_hash == game.content_hash


def test_decoded_rows_have_names():
    game = prepared(player="goldyx:random")
    frame = game.decode(game.run(KEY, 0, 5))
    assert set(frame["hero"]) == {"goldyx"}
    assert set(frame["player"]) == {"random"}
    assert list(frame["game"]) == [0, 1, 2, 3, 4]
    assert set(frame["key"]) == {KEY}


def test_metrics_name_columns_of_the_row():
    game = prepared()
    names = game.run(KEY, 0, 1).dtype.names
    metrics = games.metrics_of(game)
    for name in (metrics.win, metrics.score, metrics.rounds, metrics.round_won, metrics.actions, metrics.fault):
        assert name in names
    for group in metrics.groups.values():
        assert set(group.values()) <= set(names)
    rows = game.run(KEY, 0, 50)
    total = sum(rows[column].astype(int) for column in metrics.groups["score_lines"].values())
    assert np.array_equal(total, rows["score"])


def test_estimates_are_those_in_play():
    assert (
        "basic_actions.quick_witted"
        in GAME.prepare(GAME.scenario(ATD), ["coral:random"]).estimated + prepared(player="krang:random").estimated
    )
    drawn = prepared(player="tovak:random").estimated  # the dummy may be any Hero, and its Skills are for the taking
    assert {name.split(".")[0] for name in drawn} == {"skills", "sites", "traps"}
    assert [name for name in drawn if name.startswith("sites.")] == ["sites.oasis"]
    old = ["base", "lost_legion"]  # without the tiles there is neither an oasis nor a trap
    drawn = prepared(player="tovak:random", **{"scenario.tiles.expansions": old}).estimated
    assert drawn == [name for name in drawn if name.startswith("skills.")]


def test_python_player_is_the_same_in_batch_and_by_hand():
    game = GAME.prepare(GAME.scenario(ATD), [{"tovak": first}])
    assert game.players == ["tovak:first"]
    rows = game.run(KEY, 4, 3)
    assert np.array_equal(rows, np.concatenate([game.run(KEY, 4, 1), game.run(KEY, 5, 2)]))
    session = game.session(KEY, 5)
    while not session.over:
        session.apply(0)
    assert session.row() == rows[1]


@pytest.mark.parametrize("answer", [-1, 10_000, None, True, "0", 0.0])
def test_python_player_must_return_an_option(answer):
    game = GAME.prepare(GAME.scenario(ATD), [{"tovak": lambda view, options: answer}])
    with pytest.raises(UsageError, match="index of an option"):
        game.run(KEY, 0, 1)


def test_view_hides_what_lies_face_down():
    hidden = 0
    for number in range(12):
        game = StepGame(ATD, players="tovak:random", seed=5, game=number)
        while not game.over and game.session.decisions < 25:
            for seen, true in zip(game.view.spaces(), game.session.spaces(), strict=True):
                for (row, up), (real, really_up) in zip(seen["tokens"], true["tokens"], strict=True):
                    assert up == really_up
                    assert row == (real if up else None)
                    hidden += not up
            game.apply(game.suggest())
    assert hidden


def test_step_game_is_the_game_of_the_batch():
    import mkbalance as mk

    game = mk.Game(ATD, players="arythea:random", seed=9, game=2)
    texts = [option.text for option in game.options()]
    assert texts[0] == "takes the Tactic Early Bird"
    assert isinstance(game.view, View)
    game.play()
    assert game.over
    assert game.options() == []
    rows = mk.simulate(ATD, players="arythea:random", games=3, seed=9).rows
    assert game.row() == rows[2]
    assert game.score()["total"] == rows[2]["score"]


NEAR_LAIR = {  # the third tile is the dragon's, and it stays at home: a walker gets there
    "scenario.countryside": 2,
    "scenario.cores": 1,
    "scenario.cities": 0,
    "scenario.dragon.turns": ["none"] * 5,
    "scenario.tiles.expansions": ["base", "lost_legion"],
}


def log(game, number):
    """Told events of a game, and what was set up before the first decision."""
    session = game.session(KEY, number, 200_000)
    setup = session.spaces(), session.table(), session.player(), [tuple(e) for e in session.events()]
    game.play(session)
    return setup, [tuple(e) for e in session.events()], session.row()


def lair_fight(events):
    """Index of the first fight in the lair, the number of events if there is none."""
    return next((i for i, e in enumerate(events) if e[0] == Told.TOLD_COMBAT and e[3] & 32), len(events))


@pytest.mark.parametrize("player", ["tovak:random", {"tovak": walker}])
def test_a_stronger_head_changes_nothing_before_the_lair(player):
    scenario = GAME.scenario(ATD)
    if player != "tovak:random":
        scenario = scenario.set_all(NEAR_LAIR)
    base = GAME.prepare(scenario, [player])
    strong = GAME.prepare(scenario.set("scenario.dragon.heads.war", 9), [player])
    fights = 0
    for number in range(12):
        setup_a, events_a, row_a = log(base, number)
        setup_b, events_b, row_b = log(strong, number)
        assert (row_a["war_start"], row_b["war_start"]) == (4, 9)
        assert row_a["famine_start"] == row_b["famine_start"] == 4
        assert setup_b[1].pop("heads") == [9, *setup_a[1].pop("heads")[1:]]
        assert setup_a == setup_b
        here = lair_fight(events_a)
        fights += here < len(events_a)
        assert lair_fight(events_b) == here
        assert events_a[:here] == events_b[:here]
    if player != "tovak:random":
        assert fights >= 2


def test_info():
    info = GAME.info()
    assert info["state_bytes"] <= 8192
    assert len(info["content_hash"]) == len(info["core_hash"]) == 64
    assert info["core_hash"] == core_hash()
    assert info["content_hash"] == prepared().content_hash
    assert info["content_hash"] != prepared(content__enemies__prowlers__armor=4).content_hash


@pytest.mark.parametrize("kind", GAME.kinds())
def test_show(kind):
    ids = [row["id"] if kind == "rules" else row for row in GAME.show(kind)]
    assert ids
    for id_ in ids:
        assert len(json.dumps(GAME.show(kind, id_))) > 4
    with pytest.raises(UsageError) as caught:
        GAME.show(kind, ids[0] + "x")
    assert caught.value.nearest


def test_facts_carry_notation_source_and_flags():
    march = facts.show("cards", "march")
    assert (march["basic"], march["powered"], march["table"]) == ("move 2", "move 4", "basic_actions")
    assert march["implemented"] is True
    assert march["source"]
    assert march["estimated"] is False


@pytest.mark.parametrize(
    ("players", "part"),
    [
        (["tovk"], "tovak"),
        (["tovak:compitent"], "competent"),
        (["tovak:random", "arythea:random"], "2 players"),
        (["tovak:nowhere.toml"], "nowhere.toml"),
        ([3], "function"),
    ],
)
def test_refused_players(players, part):
    with pytest.raises(MkbalanceError) as caught:
        GAME.prepare(GAME.scenario(ATD), players)
    assert part in str(caught.value)
    assert caught.value.exit_code in (2, 3)
