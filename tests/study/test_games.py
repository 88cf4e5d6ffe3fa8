"""The registry of games and the order of overrides."""

from types import SimpleNamespace

import pytest

from mkbalance import games
from mkbalance.errors import KernelFault, MkbalanceError, UsageError, nearest_name


def test_registry(game):
    assert games.get_game() is games.get_game("mageknight") is game
    assert isinstance(game, games.Game)
    with pytest.raises(UsageError, match="did you mean 'mageknight'"):
        games.get_game("mageknigth")
    games.register("other", "fakegame:HEROES")
    assert "tovak" in games.get_game("other")


def test_overrides_are_set_together_the_last_one_winning():
    seen = []
    scenario = SimpleNamespace(set_all=lambda values: seen.append(list(values.items())) or scenario)
    games.with_overrides(scenario, {"a": 1, "b": 2}, {"c": 3}, {"a": 4})
    assert seen == [[("b", 2), ("c", 3), ("a", 4)]]
    games.with_overrides(scenario)
    assert len(seen) == 1


def test_overrides_one_by_one(game):
    scenario = game.scenario("against_the_dragon/solo")
    made = games.with_overrides(scenario, {"scenario.rounds": 5}, {"scenario.rounds": 4})
    assert made.overrides == {"scenario.rounds": 4}


def test_default_players(game):
    assert games.default_players(game) == ["tovak:competent"]
    assert games.default_players(SimpleNamespace(heroes=lambda: {"goldyx": ""})) == ["goldyx"]


def test_errors_say_everything_in_one_line_and_survive_pickling():
    import pickle

    error = UsageError("no such thing", "--flag", given="tovac", allowed=["tovak", "goldyx"], nearest="tovak")
    assert str(error) == "--flag: no such thing (given 'tovac'); did you mean 'tovak'?; allowed: tovak, goldyx"
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.exit_code, type(again)) == (str(error), 2, UsageError)
    assert [kind.exit_code for kind in (MkbalanceError, KernelFault, UsageError)] == [1, 1, 2]
    assert nearest_name("zzz", ["tovak"]) is None
