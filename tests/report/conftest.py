"""Reports of studies of the small game in tests/study/fakegame.py."""

import shutil
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "study"))

import fakegame

TEXT = """
schema = 1
name = "page"
question = "Does <the> war head matter?"
seed = 5
games = { per_cell = 120 }
[baseline]
scenario = "against_the_dragon/solo"
players = ["tovak:competent"]
[[factors]]
name = "war"
path = "scenario.dragon.heads.war"
values = [1, 12]
[[factors]]
name = "rounds"
path = "scenario.rounds"
values = [3, 7]
[[factors]]
name = "skill"
skills = ["novice", "competent"]
"""
ALONE = """
schema = 1
name = "alone"
seed = 5
games = { per_cell = 60 }
[baseline]
scenario = "against_the_dragon/solo"
players = ["tovak:competent"]
[design]
kind = "one_at_a_time"
[[factors]]
name = "war"
path = "scenario.dragon.heads.war"
values = [1, 8]
[[factors]]
name = "rounds"
path = "scenario.rounds"
values = [3, 7]
"""


@pytest.fixture(autouse=True)
def game(monkeypatch):
    from mkbalance import games

    monkeypatch.setattr(games, "_LOCATIONS", dict(games._LOCATIONS))
    monkeypatch.setattr(games, "_LOADED", {})
    fakegame.install()
    return games.get_game()


@pytest.fixture(scope="session")
def played(tmp_path_factory):
    """Folders of studies that were played already, by their experiment."""
    return {"": tmp_path_factory.mktemp("studies")}


@pytest.fixture
def study(game, tmp_path, played):
    """Return a function that plays an experiment, once in all tests, and returns a copy of its study."""
    from mkbalance.study.conduct import conduct, plan
    from mkbalance.study.study import Study

    def make(text=TEXT):
        if text not in played:
            path = played[""] / f"{len(played)}.toml"
            path.write_text(text)
            played[text] = conduct(plan(path, game), path.with_suffix(""), jobs=1).folder
        return Study(shutil.copytree(played[text], tmp_path / "out"))

    return make


@pytest.fixture
def alone():
    """A small experiment, one quantity at a time."""
    return ALONE
