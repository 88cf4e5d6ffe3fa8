"""The search of the players' weights: it finds a better player where there is one, and measures it on other games."""

import importlib.util
import tomllib
from pathlib import Path

import numpy as np
import pytest

from mkbalance.mageknight.playerfiles import LIMITS, NAMES, load

ROOT = Path(__file__).parents[2]
pytest.importorskip("cma")


@pytest.fixture(scope="module")
def tuner():
    spec = importlib.util.spec_from_file_location("tune_players", ROOT / "verification" / "tune_players.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def document():
    return tomllib.loads((ROOT / "experiments" / "tune_players.toml").read_text())


def test_the_file_names_weights_scenarios_and_heroes_that_exist(tuner, document):
    base = load(document["player"]["base"])
    assert set(document["player"]["weights"]) <= set(NAMES)
    assert all(int(base[name]) for name in document["player"]["weights"])
    for part in (document["search"], document["held_out"]):
        for scenario in part["scenarios"]:
            rows = tuner.played(scenario, part["heroes"][-1], load("quick"), part["seed"], 0, 1)
            assert tuner.worths(scenario, rows).shape == (1,)


def test_held_out_games_were_not_searched(document):
    assert document["search"]["seed"] != document["held_out"]["seed"]


def test_factors_stay_within_limits(tuner):
    base = load("competent")
    made = tuner.weights_of(base, ["daring", "wound"], [9.0, np.log(2.0)])
    assert made["daring"] == LIMITS["daring"][1]
    assert made["wound"] == 2 * base["wound"]
    assert made["level"] == base["level"]


def test_every_generation_leaves_a_player_file(tuner, document, tmp_path, monkeypatch):
    """A search that is cut short has an end all the same."""
    monkeypatch.setattr(tuner, "generation", lambda search, made, number, jobs: np.arange(len(made), dtype=float))
    document["search"]["generations"] = 2
    target, kept = tmp_path / "found.toml", []

    def keep(weights):
        tuner.write(document, weights, target)
        kept.append(load(target))

    last, _ = tuner.search_weights(document, say=lambda text: None, keep=keep)
    assert len(kept) == 2
    assert kept[1] == last
    assert [path.name for path in tmp_path.iterdir()] == ["found.toml"]


def test_the_search_climbs(tuner, document, monkeypatch):
    """Games whose score is all in one weight, which should come out far above the base."""

    def played(scenario, hero, weights, seed, first, games):
        return np.array([(int(weights["wound"]), 0)] * games, dtype=[("score", int), ("win", int)])

    monkeypatch.setattr(tuner, "played", played)
    monkeypatch.setattr(tuner.joblib, "delayed", lambda call: lambda *arguments: (call, arguments))
    monkeypatch.setattr(
        tuner.joblib, "Parallel", lambda n_jobs: lambda tasks: [call(*arguments) for call, arguments in tasks]
    )
    document["player"]["weights"] = ["wound", "level"]
    document["search"] |= {"generations": 12, "population": 8, "scenarios": [{"id": "x"}], "heroes": ["tovak"]}
    said = []
    weights, _ = tuner.search_weights(document, say=said.append)
    assert weights["wound"] > 1.5 * load("competent")["wound"]
    assert len(said) == 12


def test_measured_on_the_same_games(tuner, document):
    document["held_out"] |= {
        "games": 3,
        "heroes": ["tovak"],
        "scenarios": [{"id": "first_reconnaissance/solo"}],
    }
    document["player"]["base"] = "quick"
    ((_, before, after),) = tuner.measure(document, load("quick"))
    assert np.array_equal(before["score"], after["score"])
    ((_, before, after),) = tuner.measure(document, load("random"))
    assert np.array_equal(before["game"], after["game"])
    assert before["score"].mean() > after["score"].mean()


def test_the_player_file_names_what_differs(tuner, document, tmp_path):
    weights = load("competent")
    weights["wound"] += 3
    file = tmp_path / "found.toml"
    file.write_text(tuner.player_file(document, weights))
    assert load(file) == weights
    assert file.read_text().count("=") == 2
