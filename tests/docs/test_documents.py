"""Documents say what is so: columns have a meaning, notebooks their executed twin, reports their experiment."""

import ast
import json
import re
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "docs" / "_ext"))
NOTEBOOKS = sorted((ROOT / "notebooks").glob("[0-9]*.py"))


def test_every_column_has_a_meaning():
    from mkbalance._mageknight.record import ROW_DTYPE
    from mkbalance.mageknight.metrics import COLUMNS, define

    missing = [name for name, text in define(ROW_DTYPE.names) if not text]
    assert missing == [], "add them to mkbalance/mageknight/metrics.py"
    assert set(COLUMNS) <= set(ROW_DTYPE.names)


def test_generated_pages():
    import generated

    commands = generated.cli()
    for name in ("simulate", "compare", "report", "knockout", "chance"):
        assert f"## mkbalance {name}" in commands
    assert "--shake" in commands
    paths = generated.paths()
    for path in (
        "scenario.dragon.heads.war",
        "scenario.horsemen.level",
        "content.enemies.ID.armor",
        "rules.rest_forced",
    ):
        assert f"`{path}`" in paths
    assert "`scenario.rounds` | whole number, ≥ 1, ≤ 12" in paths
    assert "not described yet" not in generated.metrics()
    assert "## against_the_dragon/solo" in generated.scenarios()


def cells(path):
    """Return the sources of the cells of a percent script."""
    text = path.read_text().partition("# ---\n\n")[2]
    parts = re.split(r"^# %%(.*)\n", text, flags=re.M)[1:]
    out = []
    for head, body in zip(parts[::2], parts[1::2], strict=True):
        body = body.strip()
        out.append(re.sub(r"^# ?", "", body, flags=re.M) if "[markdown]" in head else body)
    return out


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook(path):
    text = path.read_text()
    ast.parse(text)
    assert "Verdict: " in text
    assert re.search(r"^# # .*\?$|write your own|tune a variant", text, re.M | re.I)
    twin = path.with_suffix(".ipynb")
    if not twin.exists():
        pytest.skip("not executed yet: make notebooks")
    notebook = json.loads(twin.read_text())
    assert ["".join(cell["source"]).strip() for cell in notebook["cells"]] == cells(path), "make notebooks"
    assert "Verdict: " in twin.read_text()
    assert not [out for cell in notebook["cells"] for out in cell.get("outputs", ()) if out["output_type"] == "error"]


def test_every_report_is_published_from_its_experiment():
    sys.path.insert(0, str(ROOT / "reports"))
    import publish

    for name in publish.PUBLISHED:
        experiment = ROOT / "experiments" / f"{name}.toml"
        assert experiment.exists()
        folder = ROOT / "reports" / name
        if folder.exists():
            asked, played = (
                re.sub(r"per_cell = \d+", "", text.read_text()) for text in (experiment, folder / "experiment.toml")
            )
            assert played == asked, f"make reports ONLY={name}"
            assert {"report.html", "cells.csv", "provenance.json"} <= {path.name for path in folder.iterdir()}


@pytest.mark.parametrize("path", sorted((ROOT / "experiments").glob("*.toml")), ids=lambda path: path.stem)
def test_experiments_can_be_run(path):
    import mkbalance as mk
    from mkbalance.study.campaign import load

    text = path.read_text()
    if "[[scenarios]]" in text:  # a campaign: `mkbalance campaign`
        assert load(path).question
    elif "run" in (document := tomllib.loads(text)):  # by a program of its own, tested with it
        assert f"python {document['run']} experiments/{path.name}" in text
        assert (ROOT / document["run"]).exists()
    else:
        assert mk.plan(path).experiment.question


def test_links_of_the_readme_lead_somewhere():
    text = (ROOT / "README.md").read_text()
    for link in re.findall(r"\]\(([^)#]+)", text):
        if "://" not in link:
            assert (ROOT / link).exists(), link


def test_links_between_pages_lead_somewhere():
    pages = [page for page in (ROOT / "docs").rglob("*.md") if not {"generated", "_build"} & set(page.parts)]
    assert len(pages) > 20
    for page in pages:
        for link in re.findall(r"\]\(([^)#\s]+)", page.read_text()):
            if "://" not in link and "generated/" not in link:
                assert (page.parent / link).exists(), f"{page.name}: {link}"


def test_every_page_is_in_a_table_of_contents():
    docs = ROOT / "docs"
    listed = {"index"}
    for page in docs.rglob("*.md"):
        for block in re.findall(r"```\{toctree\}(.*?)```", page.read_text(), re.S):
            for line in block.split("\n"):
                if line.strip() and not line.startswith(":"):
                    target = (page.parent / line.strip()).resolve()
                    listed.add(target.relative_to(docs.resolve()).as_posix())
    pages = {page.relative_to(docs).with_suffix("").as_posix() for page in docs.rglob("*.md")}
    assert {page for page in pages if "generated" not in page and "_build" not in page} <= listed


def test_table_of_speeds_is_replaced_and_nothing_else():
    sys.path.insert(0, str(ROOT / "reports"))
    import publish

    row = {"scenario": "x/solo", "player": "tovak:novice", "games": 200, "games_per_second": 1234.5}
    row |= {"actions_per_second": 9.0, "ns_per_action": 4321.9, "checksum": "abcdef0123456789"}
    for name, columns in (("README.md", publish.SHORT), ("docs/speed.md", publish.LONG)):
        text = (ROOT / name).read_text()
        found = publish.with_speed(text, [row], columns)
        line = next(line for line in found.splitlines() if "`x/solo`" in line)
        head = next(line for line in found.splitlines() if line.startswith("| Scenario | Player |"))
        assert line.count("|") == head.count("|")
        assert "| 1,234 |" in line
        assert "| 4,322 | `abcdef012345` |" in line
        kept = [one for one in text.splitlines() if not re.match(r"\| `\w+/solo` \| tovak:\w+ \| [\d,]+ \|", one)]
        assert [one for one in found.splitlines() if one != line] == kept


def test_width_of_a_published_study_is_the_widest(tmp_path):
    sys.path.insert(0, str(ROOT / "reports"))
    import publish

    (tmp_path / "cells.csv").write_text(
        "cell,games,win_low,win_high,score_low,score_high\na,100,0.1,0.2,10,14\nb,300,0.3,0.36,10,11\n"
    )
    text = publish.width(tmp_path)
    assert "2 cells of 100 to 300 games" in text
    assert "5.0 percentage points for a win rate and 2.0 points" in text
    assert "paired" not in text
    (tmp_path / "differences.csv").write_text(
        "metric,low,high\nwin_rate,-0.1,0.3\nscore,-4,\nscore,-5,3\nrounds,0,99\n"
    )
    assert "20.0 and 4.0 for a paired difference" in publish.width(tmp_path)


def test_published_is_what_this_build_played_from_the_same_experiment(tmp_path, monkeypatch):
    sys.path.insert(0, str(ROOT / "reports"))
    import publish

    from mkbalance.cli import app
    from mkbalance.games import get_game

    commands = []
    monkeypatch.setattr(publish, "HERE", tmp_path)
    monkeypatch.setattr(app, "main", lambda words: commands.append(words) or 1)
    info = get_game().info()
    folder = tmp_path / "hero_ranking"
    folder.mkdir()
    (folder / "experiment.toml").write_text((ROOT / "experiments" / "hero_ranking.toml").read_text())
    built = {"core_hash": info["core_hash"], "content_hash": info["content_hash"]}
    (folder / "provenance.json").write_text(json.dumps({"build": built}))
    assert publish.publish("hero_ranking", 1, tmp_path) is None
    assert commands == []
    text = (folder / "experiment.toml").read_text()
    (folder / "experiment.toml").write_text(text + "# another")
    with pytest.raises(SystemExit):
        publish.publish("hero_ranking", 1, tmp_path)
    assert commands.pop()[0] == "run"
    (folder / "experiment.toml").write_text(text)
    for again, other in ((True, {}), (False, {"core_hash": "x"}), (False, {"content_hash": "x"})):
        (folder / "provenance.json").write_text(json.dumps({"build": built | other}))
        with pytest.raises(SystemExit):
            publish.publish("hero_ranking", 1, tmp_path, again)
    assert [words[0] for words in commands] == ["run"] * 3
    assert "--resume" not in commands[0]
    half = tmp_path / "build" / "hero_ranking"
    half.mkdir()
    (half / "provenance.json").write_text("{}")
    with pytest.raises(SystemExit):
        publish.publish("hero_ranking", 1, tmp_path)
    assert "--resume" in commands[-1]  # of this build and experiment
    stamp = tmp_path / "build" / "hero_ranking.build.json"
    stamp.write_text(stamp.read_text().replace(info["core_hash"], "x"))
    with pytest.raises(SystemExit):
        publish.publish("hero_ranking", 1, tmp_path)
    assert "--resume" not in commands[-1]  # rows of another build are not gone on with
    assert not half.exists()
