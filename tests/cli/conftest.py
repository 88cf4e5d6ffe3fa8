"""Every test of this folder plays the small game of `fakegame`, through the command line."""

import json
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "study"))

import fakegame

from mkbalance.cli.app import main


@pytest.fixture(autouse=True)
def game(monkeypatch):
    from mkbalance import games

    monkeypatch.setattr(games, "_LOCATIONS", dict(games._LOCATIONS))
    monkeypatch.setattr(games, "_LOADED", {})
    fakegame.install()
    return games.get_game()


@pytest.fixture
def cli(capsys):
    def run(*words):
        code = main(list(words))
        caught = capsys.readouterr()
        return code, caught.out, caught.err

    return run


@pytest.fixture
def document(cli):
    def run(*words):
        code, out, err = cli(*words, "--json")
        assert code == 0, err
        return json.loads(out)

    return run
