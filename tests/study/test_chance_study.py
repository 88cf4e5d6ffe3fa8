"""Studies that deal each source of chance anew, on a game whose shares are known."""

import matplotlib as mpl
import pytest

import mkbalance as mk
from mkbalance import plotting
from mkbalance.errors import UsageError
from mkbalance.stats.chance import INTERPLAY
from mkbalance.study.chance import ALL, chance_plan

mpl.use("Agg")


@pytest.fixture
def study(game, tmp_path):
    return mk.chance("against_the_dragon/solo", players="tovak", games=3000, seed=4, output=tmp_path / "c", n_jobs=1)


def test_shares_of_the_fake_game(study):
    """Fame is 20 and up to 33, a victory 40 with chance 0.55, up to 10 are lost: the coin has 40² x 0.2475 of 495.1."""
    found = study.chance("score")
    coin, deal = (found["shares"][name] for name in ("coin", "deal"))
    assert found["games"] == 3000
    assert coin["first"]["low"] < 0.7998 < coin["first"]["high"]
    assert coin["total"]["low"] < 0.7998 < coin["total"]["high"]
    assert deal["first"]["value"] == pytest.approx(0.2, abs=0.03)
    assert deal["total"]["value"] == pytest.approx(0.2, abs=0.03)
    assert found["shares"][INTERPLAY]["first"]["value"] == pytest.approx(0, abs=0.03)
    wins = study.chance("win")["shares"]
    assert wins["deal"]["total"]["value"] == 0
    assert wins["coin"]["first"]["value"] == pytest.approx(1, abs=0.02)
    assert "95 % together" in coin["first"]["method"]


def test_averages_stay(study):
    """Another deal is other luck and nothing else."""
    for item in study.summary()["comparisons"]:
        assert item["score"]["low"] < 0 < item["score"]["high"] or item["identical"]
    assert [cell["name"] for cell in study.summary()["cells"]] == [
        "baseline",
        ALL,
        "coin dealt anew",
        "deal dealt anew",
    ]


def test_figure(study):
    ax = study.plot.chance("score")
    assert [label.get_text() for label in ax.get_yticklabels()] == ["coin", "deal", INTERPLAY]
    assert {text.get_text() for text in ax.get_legend().get_texts()} == {"by itself", "all that it takes part in"}
    assert "n = 3,000 games" in ax.get_xlabel()
    with pytest.raises(ValueError, match="rows"):
        plotting.StudyPlots(study.summary()).chance()


def test_page(study):
    page = study.report().read_text()
    assert "Where the chance comes from" in page
    assert "coin 80 %" in page.replace("79 %", "80 %").replace("81 %", "80 %")


def test_other_studies_and_games_are_refused(game, tmp_path, monkeypatch):
    plain = mk.knockout("against_the_dragon/solo", games=20, seed=1, output=tmp_path / "k", n_jobs=1)
    with pytest.raises(UsageError, match=r"mk\.chance"):
        plain.chance()
    monkeypatch.delattr(type(game), "chance")
    with pytest.raises(UsageError, match="where its chance comes from"):
        chance_plan(game, game.scenario("against_the_dragon/solo"), ["tovak"], games=10, seed=1)
