"""The Python face of studies: the same as the command line, as values."""

import numpy as np
import pytest

import mkbalance as mk
from mkbalance.errors import InvalidFile, UsageError
from mkbalance.study.comparison import Comparison

TEXT = """
schema = 1
name = "api"
question = "Is <b>war</b> hard?"
seed = 5
games = { per_cell = 300 }
metrics = ["win", "score", "war_removed"]
[baseline]
scenario = "against_the_dragon/solo"
players = ["tovak:competent"]
[[variants]]
name = "war7"
set = { "scenario.dragon.heads.war" = 7 }
"""


@pytest.fixture
def path(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "api.toml").write_text(TEXT)
    return tmp_path / "api.toml"


def test_run(path, tmp_path):
    study = mk.run("api.toml", n_jobs=1)
    assert study.folder.name == "api"
    assert (study.played, study.kept) == (600, 0)
    assert mk.run(mk.plan(path), n_jobs=1).kept == 600
    assert study.cells.index.tolist() == ["baseline", "war7"]
    assert study.cells.loc["war7", "win_rate"] == study.summary()["cells"][1]["win_rate"]["value"]
    assert "war_removed" in study.cells
    assert len(study.frame) == 600
    rows = study.rows("war7", ["game", "win", "score"])
    assert rows.columns.tolist() == ["game", "win", "score"]
    assert rows.game.tolist() == list(range(300))
    assert rows.win.mean() == pytest.approx(study.cells.loc["war7", "win_rate"])
    assert "<b>" not in study._repr_html_()
    assert "&lt;b&gt;war" in study._repr_html_()
    assert "2 cells" in repr(study)
    for ax in (study.plot.win_rate(), study.plot.score(), study.plot.groups("heads")):
        assert "n = 300 games each" in ax.get_xlabel()
    assert study.report(tmp_path / "r.html").exists()
    again = mk.Study(study.folder)
    assert again.content_hash == study.content_hash


def test_compare_stored_cells_is_compare_of_played_ones(path, monkeypatch):
    from mkbalance.study import study as module

    study = mk.run(path, n_jobs=1)
    monkeypatch.setattr(module, "BATCH", 64)
    found = study.compare("baseline", "war7")
    s = mk.scenario("against_the_dragon/solo")
    played = mk.compare(s, s.set("scenario.dragon.heads.war", 7), players="tovak:competent", games=300, seed=5)
    assert isinstance(played, Comparison)
    expected = played.summary()["difference"]
    for key in ("difference", "low", "high", "variance_ratio"):
        assert found.loc["win", key] == pytest.approx(expected["win_rate"][key])
    assert found.loc["score", "difference"] == pytest.approx(expected["score"]["difference"])
    assert found.loc["war_removed", "a"] == pytest.approx(study.cells.loc["baseline", "war_removed"])
    assert study.comparisons.metric.tolist() == ["win_rate", "score", "rounds", "war_removed"]
    assert np.isfinite(study.comparisons.difference).all()


def test_same_words_as_the_command_line(path, tmp_path):
    study = mk.run(path, n_jobs=1)
    with pytest.raises(UsageError, match="did you mean 'war7'"):
        study.compare("baseline", "war")
    with pytest.raises(UsageError, match="did you mean 'score'"):
        study.rows(columns=["scor"])
    with pytest.raises(InvalidFile, match="holds no study"):
        mk.Study(tmp_path / "nowhere")
    path.write_text(TEXT.replace("seed = 5", "seed = -1"))
    with pytest.raises(InvalidFile, match="seed: must be 0 or more, not -1"):
        mk.plan(path)
    (study.folder / "results.parquet").write_bytes(b"PAR1 nonsense")
    with pytest.raises(InvalidFile, match="is damaged"):
        _ = mk.Study(study.folder).frame


def test_searches(path):
    path.write_text(
        TEXT
        + "[tune]\ntarget = 0.5\ngames = 500\npoints = 6\n"
        + 'parameters = [{ path = "scenario.dragon.heads.war", low = 1, high = 12 }]\n'
    )
    assert mk.tune(path, n_jobs=1)["best_point"]["value"] in (4, 5, 6, 7)
    study = mk.knockout("against_the_dragon/solo", players="tovak", kinds=["heads"], games=200, seed=1, n_jobs=1)
    assert len(study.cells) == 3


def test_names_are_public():
    assert {"run", "plan", "tune", "sensitivity", "knockout", "verify", "Study"} <= set(dir(mk))
    for name in mk.__all__:
        assert getattr(mk, name) is not None
