"""The checks of the tool on itself pass, and each of them can fail."""

import numpy as np
import pytest

import mkbalance.api as mk
from mkbalance.errors import UsageError
from mkbalance.study import verification
from mkbalance.study.verification import verify


@pytest.fixture(autouse=True)
def small(monkeypatch):
    monkeypatch.setattr(verification, "TRUTH_GAMES", 8000)
    monkeypatch.setattr(verification, "REPLICATE_GAMES", 60)
    monkeypatch.setattr(verification, "GAMES", 400)


def failed(checks):
    return [check.name for check in checks if not check.passed]


@pytest.mark.slow
def test_all_pass():
    notes = []
    checks = mk.verify(jobs=1, note=notes.append)
    assert failed(checks) == []
    assert len(checks) == len(notes) == 1 + 2 + 2 + 6
    assert all(note.startswith("ok") for note in notes)


def breaking(monkeypatch, change):
    import fakegame

    play = fakegame.FakePrepared.run
    monkeypatch.setattr(
        fakegame.FakePrepared, "run", lambda self, key, first, count: change(play, self, key, first, count)
    )


def test_placebo_can_fail(game, monkeypatch):
    state = np.random.default_rng(1)

    def noisy(play, self, key, first, count):
        rows = play(self, key, first, count)
        rows["score"] += state.integers(0, 2, count).astype("i2")
        return rows

    breaking(monkeypatch, noisy)
    assert failed(verify(game, players=["tovak"], only=["placebo"])) == ["placebo"]


def test_coverage_can_fail(game, monkeypatch):
    def in_pairs(play, self, key, first, count):
        """Every game is played four times: whole games are no longer independent."""
        rows = np.concatenate([play(self, key, game // 4, 1) for game in range(first, first + count)])
        rows["game"] = np.arange(first, first + count)
        return rows

    breaking(monkeypatch, in_pairs)
    monkeypatch.setattr(verification, "TRUTH_GAMES", 4000)
    assert failed(verify(game, players=["tovak"], only=["coverage"])) == [
        "coverage of win rate (Wilson)",
        "coverage of score (bootstrap)",
    ]


def test_seeds_can_fail(game, monkeypatch):
    breaking(monkeypatch, lambda play, self, key, first, count: play(self, 7, first, count))
    assert "seeds, the same game" in failed(verify(game, players=["tovak"], only=["seeds"]))


def test_determinism_can_fail(game, monkeypatch):
    def by_batch(play, self, key, first, count):
        rows = play(self, key, first, count)
        rows["score"] += count % 5
        return rows

    breaking(monkeypatch, by_batch)
    found = failed(verify(game, players=["tovak"], only=["determinism"]))
    assert "determinism, batches of 7" in found


def test_unknown_check(game):
    with pytest.raises(UsageError, match="did you mean 'placebo'"):
        verify(game, players=["tovak"], only=["placeb"])
