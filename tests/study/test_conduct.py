"""Whole studies: parts, resume, merge, refusal of other folders, the report."""

import html
import json
import re
from html.parser import HTMLParser

import pandas as pd
import pyarrow.parquet as pq
import pytest

from mkbalance.errors import InvalidFile, KernelFault
from mkbalance.report.build import build
from mkbalance.study import conduct as conducting
from mkbalance.study.conduct import conduct, plan
from mkbalance.study.results import Interrupted, simulate
from mkbalance.study.store import Store

TEXT = """
schema = 1
name = "small"
question = "Is <war> harder & longer?"
seed = 5
games = { per_cell = 300 }
[baseline]
scenario = "against_the_dragon/solo"
players = ["tovak:competent"]
[[variants]]
name = "war7"
set = { "scenario.dragon.heads.war" = 7 }
[[factors]]
name = "skill"
skills = ["novice", "competent"]
"""


@pytest.fixture
def planned(game, tmp_path):
    def make(text=TEXT):
        path = tmp_path / "small.toml"
        path.write_text(text)
        return plan(path, game)

    return make


def facts(study):
    """Return the summary without what may differ: nothing."""
    return json.loads(json.dumps(study.summary()))


def test_whole_study(planned, tmp_path, game):
    study = conduct(planned(), tmp_path / "out", jobs=1)
    assert (study.played, study.kept) == (1200, 0)
    frame = pd.read_parquet(tmp_path / "out" / "results.parquet")
    assert len(frame) == 1200
    assert frame.groupby("cell", sort=False).game.apply(list).map(lambda games: games == list(range(300))).all()
    for cell in study.summary()["cells"]:
        rows = frame[frame.cell == cell["name"]]
        assert cell["win_rate"]["value"] == pytest.approx(rows.win.mean())
        assert sum(cell["score_counts"]["counts"]) == 300
    scenario = game.scenario("against_the_dragon/solo").set("scenario.dragon.heads.war", 7)
    alone = simulate(game, scenario, ["tovak:novice"], games=300, seed=5).summary()
    assert study.summary()["cells"][2]["checksum"] == alone["checksum"]
    assert study.summary()["cells"][2]["score"] == alone["score"]


def test_provenance(planned, tmp_path):
    conduct(planned(), tmp_path / "out", jobs=1)
    document = json.loads((tmp_path / "out" / "provenance.json").read_text())
    assert document["schema_version"] == 1
    assert {"software", "parameters", "environment", "content", "build", "cells", "fingerprint", "rows"} <= set(
        document
    )
    assert document["complete"] is True
    assert document["rows"] == 1200
    assert document["parameters"]["experiment"]["seed"] == 5
    assert set(document["environment"]) == {"os", "python", "libraries"}
    inside = pq.read_schema(tmp_path / "out" / "results.parquet").metadata[b"mkbalance.provenance"]
    assert json.loads(inside)["fingerprint"] == document["fingerprint"]


def test_jobs_do_not_matter(planned, tmp_path):
    one = conduct(planned(), tmp_path / "one", jobs=1)
    two = conduct(planned(), tmp_path / "two", jobs=2)
    threads = conduct(planned(), tmp_path / "three", jobs=2, backend="threading")
    assert facts(one) == facts(two) == facts(threads)
    tables = [pd.read_parquet(tmp_path / name / "results.parquet") for name in ("one", "two", "three")]
    pd.testing.assert_frame_equal(tables[0], tables[1])
    pd.testing.assert_frame_equal(tables[0], tables[2])


def stop_after(games):
    seen = 0

    def progress(count, label):
        nonlocal seen
        seen += count
        if seen >= games:
            raise KeyboardInterrupt

    return progress


@pytest.mark.parametrize("jobs", [1, 2])
def test_resume_equals_one_go(planned, tmp_path, jobs):
    whole = conduct(planned(), tmp_path / "whole", jobs=1)
    with pytest.raises(Interrupted, match="--resume") as caught:
        conduct(planned(), tmp_path / "out", jobs=jobs, progress=stop_after(500))
    assert caught.value.exit_code == 130
    document = json.loads((tmp_path / "out" / "provenance.json").read_text())
    assert document["complete"] is False
    assert not (tmp_path / "out" / "results.parquet").exists()
    with pytest.raises(InvalidFile, match="not complete"):
        build(tmp_path / "out")
    again = conduct(planned(), tmp_path / "out", jobs=jobs, resume=True)
    assert again.kept > 0
    assert again.kept + again.played == 1200
    assert facts(again) == facts(whole)
    assert conduct(planned(), tmp_path / "out", jobs=1).played == 0


def test_more_games_later(planned, tmp_path):
    conduct(planned(), tmp_path / "out", jobs=1)
    more = conduct(planned(TEXT.replace("300", "400")), tmp_path / "out", jobs=1)
    assert (more.kept, more.played) == (1200, 400)
    fewer = conduct(planned(TEXT.replace("300", "77")), tmp_path / "out", jobs=1)
    fresh = conduct(planned(TEXT.replace("300", "77")), tmp_path / "fresh", jobs=1)
    assert fewer.played == 0
    assert facts(fewer) == facts(fresh)


def test_missing_and_odd_parts(planned, tmp_path):
    made = planned()
    whole = conduct(made, tmp_path / "out", jobs=1)
    store, cell = Store(tmp_path / "out"), made.cells[1]
    first, count, path = store.parts(cell)[0]
    path.unlink()
    assert store.missing(cell, 300)[0] == (first, count)
    with pytest.raises(InvalidFile, match="is missing"):
        list(store.blocks(cell, 300))
    again = conduct(made, tmp_path / "out", jobs=1)
    assert again.played == count
    assert facts(again) == facts(whole)
    rows = next(store.blocks(cell, 300))
    store.write_part(cell, rows[40:140])  # a part that overlaps others changes nothing
    assert facts(conduct(made, tmp_path / "out", jobs=1)) == facts(whole)
    assert [len(block) for block in store.blocks(cell, 300, size=128)] == [128, 128, 44]
    store.parts(cell)[0][2].write_bytes(b"PAR1 nonsense")
    with pytest.raises(InvalidFile, match="damaged"):
        conduct(made, tmp_path / "out", jobs=1)


def test_small_blocks_change_nothing(planned, tmp_path, monkeypatch):
    whole = conduct(planned(), tmp_path / "one", jobs=1)
    blocks = Store.blocks
    monkeypatch.setattr(Store, "blocks", lambda self, cell, games, size=7: blocks(self, cell, games, size))
    assert facts(conduct(planned(), tmp_path / "two", jobs=1)) == facts(whole)


@pytest.mark.parametrize("change", [("seed = 5", "seed = 6"), ("= 7", "= 8"), ("tovak", "goldyx")])
def test_another_study_is_refused(planned, tmp_path, change):
    conduct(planned(), tmp_path / "out", jobs=1)
    with pytest.raises(InvalidFile, match="another study"):
        conduct(planned(TEXT.replace(*change)), tmp_path / "out", jobs=1)


def test_other_code_is_refused(planned, tmp_path, game, monkeypatch):
    conduct(planned(), tmp_path / "out", jobs=1)
    monkeypatch.setattr(type(game), "info", lambda self: {"core_hash": "other"})
    with pytest.raises(InvalidFile, match="another study"):
        conduct(planned(), tmp_path / "out", jobs=1)


def test_strange_folder_and_nothing_to_resume(planned, tmp_path):
    with pytest.raises(InvalidFile, match="no earlier run"):
        conduct(planned(), tmp_path / "new", resume=True)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear")
    with pytest.raises(InvalidFile, match="holds no study"):
        conduct(planned(), tmp_path / "mine")
    (tmp_path / "file").write_text("")
    with pytest.raises(InvalidFile):
        conduct(planned(), tmp_path / "file")


def test_one_run_at_a_time(planned, tmp_path):
    (tmp_path / "out").mkdir()
    with Store(tmp_path / "out").locked(), pytest.raises(InvalidFile, match="another run"):
        conduct(planned(), tmp_path / "out")


def test_fault_keeps_parts(planned, tmp_path):
    text = TEXT.replace(
        "[[factors]]", '[[variants]]\nname = "broken"\nset = { "scenario.fault_at" = 250 }\n[[factors]]'
    )
    with pytest.raises(KernelFault, match="--game 250"):
        conduct(planned(text), tmp_path / "out", jobs=1)
    assert json.loads((tmp_path / "out" / "provenance.json").read_text())["complete"] is False


def test_comparisons_hold_together(planned, tmp_path):
    summary = conduct(planned(), tmp_path / "out", jobs=1).summary()
    assert summary["comparison_level"] == pytest.approx(1 - 0.05 / 2)
    assert [item["what"] for item in summary["comparisons"]] == ["war7 against baseline"] * 2
    assert all("97.5 %" in item["win_rate"]["method"] for item in summary["comparisons"])


def test_equivalence_of_cells(planned, tmp_path):
    """Holm over the comparisons; a cell is equivalent to itself and not to a harder one."""
    text = TEXT.replace("games =", "margins = { win = 0.05, score = 5 }\ngames =").replace(
        "[[factors]]", '[[variants]]\nname = "same"\nset = { "scenario.dragon.heads.war" = 4 }\n[[factors]]'
    )
    summary = conduct(planned(text), tmp_path / "out", jobs=1).summary()
    tests = {(item["b"], name): test for item in summary["comparisons"] for name, test in item["equivalence"].items()}
    assert {name for _, name in tests} == {"win", "score"}
    for (b, _), test in tests.items():
        assert test["equivalent"] == b.startswith("same"), (b, test)
        assert test["p"] <= test["p_holm"] <= min(1, len(summary["comparisons"]) * test["p"])
    page = build(tmp_path / "out").read_text()
    assert "not shown" in page and "Is a difference too small to matter?" in page


class Page(HTMLParser):
    """Collect tags, ids, text and whatever would load from elsewhere."""

    def __init__(self):
        super().__init__()
        self.tags, self.ids, self.loads, self.text, self.labels = [], [], [], [], []

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.tags.append(tag)
        self.ids += [attrs["id"]] if "id" in attrs else []
        self.labels += [attrs["aria-label"]] if tag == "svg" else []
        links = [attrs.get(name) for name in ("src", "href", "xlink:href")]
        self.loads += [link for link in links if link and not link.startswith("#")]

    def handle_data(self, data):
        self.text.append(data)


def test_report(planned, tmp_path):
    conduct(planned(), tmp_path / "out", jobs=1)
    path = build(tmp_path / "out")
    source = path.read_text()
    page = Page()
    page.feed(source)
    text = re.sub(r"\s+", " ", html.unescape("".join(page.text)))
    assert "Is <war> harder & longer?" in text
    assert "<war>" not in source
    assert page.loads
    assert all(link.startswith("data:") for link in page.loads)  # the tables, inside the page
    assert "script" not in page.tags
    assert "@import" not in source
    assert page.tags.count("svg") >= 3
    assert all(len(label) > 20 for label in page.labels)
    assert len(page.ids) == len(set(page.ids))
    for part in (
        "War7, competent",
        "300 games",
        "Wilson",
        "enemies.guess",
        "mkbalance run small.toml",
        "--set scenario.dragon.heads.war=7",
        "scripted",
        "Bonferroni",
        "fake0001",
    ):
        assert part.lower() in text.lower(), part
    assert set(re.findall(r"url\(#([^)]+)\)", source)) <= set(page.ids)
    assert "prefers-color-scheme: dark" in source
    other = build(tmp_path / "out", tmp_path / "copy.html")
    assert other.read_text() == source
    with pytest.raises(InvalidFile, match="folder does not exist"):
        build(tmp_path / "out", tmp_path / "no" / "copy.html")
    with pytest.raises(InvalidFile, match="no study"):
        build(tmp_path)


def test_report_without_comparisons_or_wins(planned, tmp_path, monkeypatch):
    import fakegame

    monkeypatch.setitem(fakegame.SKILLS, "competent", -1.0)
    text = TEXT.split("[[variants]]")[0].replace("300", "1")
    conduct(planned(text), tmp_path / "out", jobs=1)
    page = build(tmp_path / "out").read_text()
    assert "no win" in page
    assert "unknown" in page
    assert "Differences</h3>" not in page
    assert "<h3>Differences of" not in page


def test_answers_name_direction_and_doubt():
    from mkbalance.report.answer import _differences

    def item(what, low, value, high):
        return {"what": what, "b": "x", "games": 9, "win_rate": {"low": low, "difference": value, "high": high}}

    cells = [{"wins": 1, "win_rate": {"value": 0.5}}]
    up, down, none, mixed = (
        _differences({"cells": cells, "comparisons": [item("x against y", *numbers) for numbers in case]})[0]
        for case in (
            [(0.01, 0.02, 0.03)],
            [(-0.3, -0.2, -0.1), (-0.4, -0.3, -0.2)],
            [(-0.01, 0.0, 0.01)],
            [(-0.01, 0.0, 0.01), (0.1, 0.2, 0.3)],
        )
    )
    assert "raises the win rate: +2.0 (+1.0 to +3.0) percentage points" in up
    assert "lowers the win rate" in down
    assert "−20.0 (−30.0 to −10.0)" in down
    assert "−30.0 (−40.0 to −20.0)" in down
    assert "no clear change" in none
    assert "some of the cells only" in mixed


def test_plan_is_json(planned):
    document = conducting.plan(
        planned().path, __import__("mkbalance.games", fromlist=["get_game"]).get_game()
    ).document()
    assert json.loads(json.dumps(document))["games"] == 1200
