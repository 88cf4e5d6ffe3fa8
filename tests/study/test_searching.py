"""Tuning, sensitivity and knockouts on a game whose answers are known."""

import numpy as np
import pytest
from scipy import stats

from mkbalance.errors import InvalidFile, UsageError
from mkbalance.study.conduct import conduct
from mkbalance.study.knockout import knockout_plan, ordered
from mkbalance.study.reading import loads
from mkbalance.study.sensitivity import sensitivity
from mkbalance.study.tuning import tune

HEAD = """
schema = 1
name = "t"
seed = 5
games = { per_cell = 100 }
[baseline]
scenario = "against_the_dragon/solo"
players = "tovak:competent"
"""
# a competent player wins with 0.55 - 0.03 (war - 4): half of the games at war = 5.67
TUNE = (
    HEAD
    + """
[tune]
metric = "win"
target = 0.5
games = 4000
parameters = [{ name = "war", path = "scenario.dragon.heads.war", low = 1, high = 12 }]
"""
)


def test_tune_one_parameter(game):
    notes = []
    found = tune(loads(TUNE), game, note=notes.append, jobs=1)
    assert found["direction"] == "falls"
    assert found["low"] < 5.667 < found["high"]
    assert 0.3 < found["high"] - found["low"] < 2.5
    assert found["low"] < found["value"] < found["high"]
    assert found["best_point"]["value"] in (5, 6)
    played = [point["value"] for point in found["points"]]
    assert {5, 6} <= set(played)
    assert len(played) < 9
    assert len(notes) == len(played)
    assert "win meets 0.5 at war" in found["says"]
    assert tune(loads(TUNE), game, jobs=2) == found


def test_tune_out_of_reach(game):
    for target, low, high in (("0.9", None, None), ("0.05", None, None)):
        found = tune(loads(TUNE.replace("0.5\n", f"{target}\n")), game, jobs=1)
        assert not found["reached"]
        assert (found["value"], found["low"], found["high"]) == (None, low, high)
        assert "does not reach" in found["says"]


@pytest.mark.statistical
def test_tune_interval_coverage(game, monkeypatch):
    """Of 80 studies at least 85 % of the intervals hold the true crossing (95 % less 4 standard errors)."""
    import fakegame

    from mkbalance.study import tuning

    def run(self, key, first, count):
        """The same law without the rest of the game: one number of a game decides under every setting."""
        out = np.zeros(count, fakegame.DTYPE)
        out["game"] = np.arange(first, first + count)
        draws = np.random.Generator(np.random.Philox(key=[key, 1])).random(first + count)[first:]
        out["win"] = draws < 0.55 - 0.03 * (self.overrides.get("scenario.dragon.heads.war", 4) - 4)
        return out

    monkeypatch.setattr(fakegame.FakePrepared, "run", run)
    monkeypatch.setattr(tuning, "DRAWS", 500)
    held = 0
    for seed in range(80):
        found = tune(loads(TUNE.replace("seed = 5", f"seed = {seed}").replace("4000", "1500")), game, jobs=1)
        low, high = found["low"], found["high"]
        held += (low is None or low <= 5.6667) and (high is None or high >= 5.6667)
    assert held > 0.85 * 80


SEVERAL = TUNE.replace(
    "high = 12 }]", 'high = 12 }, { path = "scenario.rounds", low = 4, high = 8 }]\npoints = 12'
).replace("4000", "500")


def test_tune_several_parameters(game):
    pytest.importorskip("optuna")
    found = tune(loads(SEVERAL), game, jobs=1)
    assert len(found["points"]) == 12
    assert abs(found["best_point"]["mean"] - 0.5) < 0.05
    assert found["again"]["games"] == 1000
    assert found["again"]["low"] < found["again"]["value"] < found["again"]["high"]
    assert tune(loads(SEVERAL), game, jobs=1) == found


SENSITIVE = (
    HEAD
    + """
[sensitivity]
method = "METHOD"
points = 16
games = 400
parameters = [
  { name = "war", path = "scenario.dragon.heads.war", low = 1, high = 12 },
  { name = "idle", path = "scenario.rounds", low = 1, high = 12 },
]
"""
)


@pytest.mark.parametrize("method", ["morris", "sobol"])
def test_sensitivity(game, method):
    pytest.importorskip("SALib")
    text = SENSITIVE.replace("METHOD", method)
    found = sensitivity(loads(text), game, jobs=1)
    war, idle = found["metrics"]["win"]["effects"]
    assert (war["name"], idle["name"]) == ("war", "idle")
    if method == "morris":
        assert war["mu"] == pytest.approx(-0.03 * 11, abs=0.05)  # over the whole range
        assert war["mu_star"] == pytest.approx(-war["mu"], abs=0.02)
        assert idle["mu_star"] == 0  # common random numbers: exactly nothing
    else:
        assert war["total"] == pytest.approx(1, abs=0.1)
        assert idle["total"] == 0
        assert war["first"] == pytest.approx(1, abs=0.15)
    assert found["points_played"] < found["points"] == loads(text).sensitivity.evaluations
    assert found == sensitivity(loads(text), game, jobs=2)


def test_sensitivity_where_nothing_moves(game):
    pytest.importorskip("SALib")
    text = SENSITIVE.replace("METHOD", "sobol").replace("points = 16", "points = 4")
    text = text.replace("scenario.dragon.heads.war", "scenario.fault_at").replace(
        "low = 1, high = 12 },\n  {", "low = -1, high = 0 },\n  {"
    )
    text = text.replace("scenario.fault_at", "scenario.slow_us").replace("low = -1, high = 0", "low = 0, high = 1")
    found = sensitivity(loads(text), game, jobs=1)
    assert [effect["total"] for effect in found["metrics"]["win"]["effects"]] == [None, None]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            TUNE.replace("high = 12", "high = 99"),
            "tune.parameters[0].high: is out of range (given 99); allowed: 1 to 12",
        ),
        (TUNE.replace("heads.war", "heads.wra"), "did you mean 'scenario.dragon.heads.war'"),
        (TUNE.replace("high = 12", "high = 1"), "tune.parameters[0].high: must be more than low"),
        (TUNE.replace('metric = "win"', 'metric = "wins"'), "tune.metric: no such metric"),
        (TUNE.replace("path = ", 'paths = ["scenario.rounds"], path = '), "exactly one of path and paths"),
        (TUNE.replace("target = 0.5", ""), "tune.target: is missing"),
        (SENSITIVE.replace("METHOD", "sobol").replace("16", "12"), "sensitivity.points: must be a power of two"),
        (SENSITIVE.replace("METHOD", "moris"), "did you mean 'morris'"),
        (
            SENSITIVE.replace("METHOD", "morris").replace("scenario.rounds", "scenario.dragon.heads.war"),
            "sets a path of",
        ),
    ],
)
def test_refused(game, tmp_path, text, message):
    from mkbalance.study.plan import plan

    (tmp_path / "e.toml").write_text(text)
    with pytest.raises(InvalidFile) as caught:
        plan(tmp_path / "e.toml", game)
    assert message in str(caught.value)


def test_sections_are_needed(game):
    with pytest.raises(InvalidFile, match="tune: is missing"):
        tune(loads(HEAD), game)
    with pytest.raises(InvalidFile, match="sensitivity: is missing"):
        sensitivity(loads(HEAD), game)


def test_knockout(game, tmp_path):
    scenario = game.scenario("against_the_dragon/solo")
    made = knockout_plan(game, scenario, ["tovak"], games=1500, seed=3)
    assert [cell.name for cell in made.cells] == [
        "baseline",
        "without heads.war",
        "without heads.none",
        "without rounds.last",
    ]
    study = conduct(made, tmp_path / "out", jobs=1)
    found = ordered(study.summary()["comparisons"], "win")
    assert found[-1]["b"] == "without heads.war"
    assert found[-1]["win_rate"]["low"] > 0
    idle = next(item for item in found if item["b"] == "without heads.none")
    assert idle["identical"]
    assert idle["win_rate"]["difference"] == 0
    only = knockout_plan(game, scenario, ["tovak"], games=10, seed=3, kinds=["rounds"])
    assert len(only.cells) == 2
    with pytest.raises(UsageError, match="did you mean 'heads'"):
        knockout_plan(game, scenario, ["tovak"], games=10, seed=3, kinds=["head"])


def test_scenario_with_overrides_is_knocked_out_as_it_stands(game):
    scenario = game.scenario("against_the_dragon/solo").set("scenario.rounds", 7)
    made = knockout_plan(game, scenario, ["tovak"], games=10, seed=3, kinds=["heads"])
    assert all(cell.scenario.overrides["scenario.rounds"] == 7 for cell in made.cells)


def test_monotone_fit_crossing():
    from mkbalance.study.tuning import _cross, _fit

    xs = np.array([1.0, 2.0, 3.0, 4.0])
    fit = _fit(np.array([0.8, 0.5, 0.6, 0.2]), -1)
    assert fit.tolist() == pytest.approx([0.8, 0.55, 0.55, 0.2])
    assert _cross(xs, fit, 0.55, -1) == pytest.approx(2.0)
    assert _cross(xs, fit, 0.375, -1) == pytest.approx(3.5)
    assert _cross(xs, fit, 0.9, -1) == -np.inf or _cross(xs, fit, 0.9, -1) == np.inf
    assert stats.kendalltau(xs, fit).statistic < 0
