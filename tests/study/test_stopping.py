"""Rules that end cells: precision and decisions, their reasons, their errors, and that nothing else decides."""

import json

import numpy as np
import pytest

from mkbalance.stats.counts import Counts
from mkbalance.study.conduct import conduct
from mkbalance.study.experiment import Games
from mkbalance.study.plan import plan
from mkbalance.study.results import Interrupted
from mkbalance.study.stopping import rule_for

HEAD = """
schema = 1
name = "s"
seed = 5
GAMES
[baseline]
scenario = "against_the_dragon/solo"
players = ["tovak:competent"]
"""
PRECISE = '[games]\nprecision = { metric = "win", half_width = 0.025, max = 4000 }'
DECIDE = '[games]\ndecide = { metric = "win", max = 4000, looks = 4, alpha = 0.05 }'
VARIANTS = """
[[variants]]
name = "hard"
set = { "scenario.dragon.heads.war" = 8 }
[[variants]]
name = "same"
set = { "scenario.dragon.heads.war" = 4 }
[[variants]]
name = "strong"
players = ["tovak:expert"]
"""


@pytest.fixture
def planned(game, tmp_path):
    def make(text):
        (tmp_path / "e.toml").write_text(text)
        return plan(tmp_path / "e.toml", game)

    return make


def test_precision(planned, tmp_path):
    skills = '[[factors]]\nname = "skill"\nskills = ["novice", "competent"]'
    made, notes = planned(HEAD.replace("GAMES", PRECISE) + skills), []
    study = conduct(made, tmp_path / "out", jobs=1, note=notes.append)
    novice, competent = study.summary()["cells"]
    assert (novice["games"], competent["games"]) == (1000, 2000)  # 0.15 needs 784 games, 0.55 needs 1,520
    for cell in (novice, competent):
        rate = cell["win_rate"]
        assert (rate["high"] - rate["low"]) / 2 <= 0.025
        assert "half-width 0.02" in cell["stopped"]
    assert notes == [f"{cell['name']}: {cell['stopped']}" for cell in (novice, competent)]
    assert study.summary()["stopping"].startswith("each cell when the 95 % interval of win")
    assert study.provenance["rows"] == 3000
    # resumed, with other workers and other batches, the same cells end at the same games
    seen = []

    def stop(games, label):
        seen.append(games)
        if sum(seen) > 1200:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted):
        conduct(made, tmp_path / "again", jobs=1, progress=stop)
    again = conduct(made, tmp_path / "again", jobs=2)
    assert json.loads(json.dumps(again.summary())) == json.loads(json.dumps(study.summary()))
    assert again.content_hash == study.content_hash


def test_precision_stops_at_its_limit_and_not_before_its_least(planned, tmp_path):
    text = HEAD.replace("GAMES", PRECISE.replace("0.025", "0.0001").replace("4000", "1500"))
    cell = conduct(planned(text), tmp_path / "a", jobs=1).summary()["cells"][0]
    assert cell["games"] == 1500
    assert cell["stopped"].startswith("the limit of 1,500 games")
    text = HEAD.replace("GAMES", PRECISE.replace("0.025", "0.4").replace("max = 4000", "max = 4000, min = 2000"))
    assert conduct(planned(text), tmp_path / "b", jobs=1).summary()["cells"][0]["games"] == 2000
    text = HEAD.replace("GAMES", PRECISE.replace('"win"', '"score"').replace("0.025", "1.2"))
    cell = conduct(planned(text), tmp_path / "c", jobs=1).summary()["cells"][0]
    assert 1.96 * cell["score"]["sd"] / cell["games"] ** 0.5 <= 1.2
    assert cell["games"] == 2000


def test_decide(planned, tmp_path):
    notes = []
    made = planned(HEAD.replace("GAMES", DECIDE) + VARIANTS)
    study = conduct(made, tmp_path / "out", jobs=1, note=notes.append)
    found = {item["b"]: item for item in study.summary()["comparisons"]}
    games = {cell["name"]: cell["games"] for cell in study.summary()["cells"]}
    assert found["hard"]["verdict"] == "worse"
    assert found["strong"]["verdict"] == "better"
    assert found["same"]["verdict"] == "hopeless"
    assert set(games.values()) == {1000}
    assert "z = " in found["hard"]["reason"]
    assert "beyond" in found["hard"]["reason"]
    assert [note.split(":")[0] for note in notes] == ["hard", "same", "strong"]
    # the interval after a look is the repeated one, wider than 95 %
    assert found["hard"]["win_rate"]["high"] < 0
    assert float(found["hard"]["win_rate"]["method"].split(", ")[-1].split()[0]) > 99.9
    from mkbalance.report.build import build

    page = build(tmp_path / "out").read_text()
    assert "A rule fixed before the run ended each variant when" in page
    assert "hopeless: a decision has become" in page
    assert conduct(made, tmp_path / "two", jobs=2).content_hash == study.content_hash


class Rows:
    """A store of games that are drawn, not played."""

    def __init__(self, columns):
        self.columns = columns

    def blocks(self, cell, games, size=50_000, start=0):
        for first in range(start, games, size):
            win = self.columns[cell.name][first : min(first + size, games)]
            rows = np.zeros(len(win), dtype=[("game", "u4"), ("win", "u1")])
            rows["win"] = win
            yield rows


def run_rule(planned, columns):
    rule = rule_for(planned.experiment.games, planned.cells, planned.contrasts)
    while rule.wanted():
        rule.look(Rows(columns))
    return rule


@pytest.mark.statistical
def test_error_of_a_decision(planned):
    """Two settings without a difference: at most 5 % of 600 studies call one (4 standard errors: 8.6 %)."""
    made = planned(HEAD.replace("GAMES", DECIDE) + VARIANTS.split("[[variants]]\nname = 'same'".replace("'", '"'))[0])
    rng, called = np.random.default_rng(3), 0
    for _ in range(600):
        rule = run_rule(made, {"baseline": rng.random(4000) < 0.4, "hard": rng.random(4000) < 0.4})
        called += rule.pairs[0].verdict in ("better", "worse")
    assert 0.01 < called / 600 < 0.086


@pytest.mark.statistical
@pytest.mark.parametrize("rate", [0.02, 0.3])
def test_coverage_of_a_precise_interval(planned, rate):
    """Games that choose their end: of 800 studies at least 92 % of the intervals hold the truth (95 % less 4 sd)."""
    from mkbalance.stats.proportions import wilson

    width = {0.02: 0.005, 0.3: 0.0201}[rate]
    made = planned(HEAD.replace("GAMES", PRECISE.replace("0.025", str(width)).replace("4000", "6000")))
    rng, held, ends = np.random.default_rng(4), 0, set()
    for _ in range(800):
        wins = rng.random(6000) < rate
        games = run_rule(made, {"baseline": wins}).games[0]
        ends.add(games)
        found = wilson(int(wins[:games].sum()), games)
        held += found.low <= rate <= found.high
    assert len(ends) > 1  # the rule really chose
    assert held > 0.92 * 800


def test_looks_follow_the_file():
    games = Games.model_validate({"decide": {"metric": "win", "max": 3500, "looks": 3}})
    rule = rule_for(games, [], [])
    assert rule._looks == [2000, 3000, 3500]
    assert Counts([0, 0]).variance == 0
