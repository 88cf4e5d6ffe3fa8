"""Documents say what is so: columns have a meaning, notebooks their executed twin, reports their experiment."""

import ast
import json
import re
import sys
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
    for name in ("simulate", "compare", "report", "knockout"):
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

    if "[[scenarios]]" in path.read_text():  # a campaign: `mkbalance campaign`
        assert load(path).question
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
