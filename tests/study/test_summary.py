"""The summary against the same numbers worked out from the frame, and the Python face."""

import numpy as np
import pytest
from scipy import stats

import mkbalance.api as mk
from mkbalance.errors import UsageError


@pytest.fixture
def results():
    return mk.simulate("against_the_dragon/solo", players="goldyx:competent", games=800, seed=3)


def test_summary_is_the_frame(results):
    frame, summary = results.frame, results.summary()
    assert summary["win_rate"]["value"] == pytest.approx(frame.win.mean())
    interval = stats.binomtest(int(frame.win.sum()), 800).proportion_ci(method="wilson")
    assert summary["win_rate"]["low"] == pytest.approx(interval.low)
    assert summary["score"]["mean"] == pytest.approx(frame.score.mean())
    assert summary["score"]["sd"] == pytest.approx(frame.score.std())
    assert summary["score"]["q95"] == pytest.approx(np.quantile(frame.score, 0.95))
    assert summary["score"]["low"] < frame.score.mean() < summary["score"]["high"]
    assert summary["rounds"]["mean"] == pytest.approx(frame.rounds.mean())
    assert summary["round_won"]["mean"] == pytest.approx(frame.round_won[frame.win == 1].mean())
    assert summary["heads"] == pytest.approx(
        {head: frame[f"{head}_removed"].mean() for head in ("war", "famine", "death", "pestilence")}
    )
    assert summary["actions"] == pytest.approx(frame.actions.mean())
    assert summary["means"]["fame"] == pytest.approx(frame.fame.mean())
    assert not {"key", "game", "hero", "fault"} & set(summary["means"])
    assert set(frame.hero) == {"goldyx"}


def test_no_win_at_all(monkeypatch):
    import fakegame

    monkeypatch.setitem(fakegame.SKILLS, "novice", -1.0)
    summary = mk.simulate("against_the_dragon/solo", players=["tovak:novice"], games=60, seed=1).summary()
    assert summary["win_rate"]["low"] == 0 < summary["win_rate"]["high"]
    assert summary["round_won"] is None


def test_few_games_are_flagged():
    summary = mk.simulate("against_the_dragon/solo", games=1, seed=1).summary()
    assert summary["score"]["low"] is None
    assert any("Only 1 game:" in note for note in summary["notes"])


def test_results_show_themselves(results):
    assert "800 games" in repr(results)
    assert "Win rate" in results._repr_html_()
    for ax in (results.plot.win_rate(), results.plot.score(), results.plot.groups("heads")):
        assert "n = 800 games" in ax.get_xlabel()


def test_compare_tests_equivalence():
    """Schuirmann's two one-sided tests, against margins named beforehand."""
    s = mk.scenario("against_the_dragon/solo")
    harder = s.set("scenario.dragon.heads.war", 7)
    play = {"players": "tovak", "games": 300, "seed": 7}
    found = mk.compare(s, harder, margins={"win": 0.9, "score": 0.001}, **play).summary()
    win, score = found["equivalence"]["win"], found["equivalence"]["score"]
    assert win["equivalent"] and -0.9 < win["low"] < win["high"] < 0.9
    assert not score["equivalent"] and score["p"] > 0.05
    assert mk.compare(s, s, margins={"rounds": 0.01}, **play).summary()["equivalence"]["rounds"]["equivalent"]
    assert mk.compare(s, s, **play).summary()["equivalence"] == {}
    for margins, message in (({"scor": 1}, "score"), ({"win": 0}, "above 0"), ({"win": True}, "above 0")):
        with pytest.raises(UsageError, match=message):
            mk.compare(s, s, margins=margins, **play)
    with pytest.raises(UsageError, match="two games"):
        mk.compare(s, s, margins={"win": 0.1}, **{**play, "games": 1})


def test_compare_and_scenario():
    s = mk.scenario("against_the_dragon/solo")
    found = mk.compare(s, s.set("scenario.dragon.heads.war", 7), players="tovak", games=300, seed=7)
    assert found.summary()["difference"]["win_rate"]["difference"] < 0
    assert "<table>" in found._repr_html_()
    assert s.overrides == {}
    by_players = mk.compare(s, s, players="tovak:novice", players_b="tovak:competent", games=300, seed=7)
    assert by_players.summary()["difference"]["win_rate"]["low"] > 0.3
    with pytest.raises(UsageError, match="against_the_dragon/solo"):
        mk.scenario("against_the_dragon/slo")
