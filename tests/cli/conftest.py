"""Every test of this folder plays the small game of `fakegame`."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "study"))

import fakegame


@pytest.fixture(autouse=True)
def game(monkeypatch):
    from mkbalance import games

    monkeypatch.setattr(games, "_LOCATIONS", dict(games._LOCATIONS))
    monkeypatch.setattr(games, "_LOADED", {})
    fakegame.install()
    return games.get_game()
