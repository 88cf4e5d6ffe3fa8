"""Watching what a player takes and plays, and denying it in the games in which it was taken."""

import importlib.util
from pathlib import Path

import pytest

from mkbalance._mageknight import batch
from mkbalance.mageknight.playerfiles import load
from mkbalance.mageknight.removals import removable
from mkbalance.study import seeds

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def denial():
    spec = importlib.util.spec_from_file_location("card_values", ROOT / "verification" / "card_values.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def asked(denial):
    found = denial.wanted(ROOT / "experiments" / "card_values.toml")
    return found | {"player": "quick", "heroes": ["tovak", "norowas"], "games": 6}


def test_a_game_watched_is_the_game_played(denial, asked):
    prepared = denial.prepared_for(asked, "tovak")
    key = seeds.experiment_key(asked["seed"])
    rows = batch.run(prepared.core, prepared.setup, [load("quick")], key, 0, 3)
    seen = [denial.watched(asked, "tovak", number) for number in range(3)]
    assert [score for score, _, _ in seen] == rows["score"].tolist()
    for (_, taken, plays), row in zip(seen, rows, strict=True):
        count = {kind: sum(one == kind for one, _ in taken) for kind in ("skills", "spells", "artifacts")}
        assert count["skills"] == row["level"] // 2
        assert count["spells"] >= row["spells_gained"]
        assert count["artifacts"] >= row["artifacts_gained"]
        assert {entry for entry, _ in plays} <= taken


def test_every_entry_taken_is_valued_over_the_games_in_which_it_was(denial, asked):
    rows = denial.values(asked)
    assert {"skills", "units", "tactics"} <= {row["kind"] for row in rows}
    taken = {}
    for hero in asked["heroes"]:
        for number in range(asked["games"]):
            for entry in denial.watched(asked, hero, number)[1]:
                taken[entry] = taken.get(entry, 0) + 1
    assert all(taken[row["kind"], row["id"]] == row["taken"] for row in rows)
    plain = {entry for entry in taken if entry[1] not in removable(denial.prepared_for(asked, "tovak"))[entry[0]]}
    assert {(row["kind"], row["id"]) for row in rows} | plain >= set(taken)
    assert any(row["change"] for row in rows)
