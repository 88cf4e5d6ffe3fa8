"""Entries that are played with less than is printed say so."""

from pathlib import Path

from mkbalance._mageknight import ids
from mkbalance.mageknight.check import check
from mkbalance.mageknight.compile import compile_tables


def test_check_names_what_differs_and_the_rulings_explain_it():
    found = check()["differs"]
    assert len(found) == 1
    text = (Path(__file__).parents[2] / "docs" / "rulings.md").read_text(encoding="utf-8").lower()
    for name in found:
        words = name.split(".")[1].removesuffix("_coop").split("_")
        title = " ".join(words[1:] if name.startswith("skills.") else words).replace("natures", "nature's")
        assert title in text, name


def test_what_waits_for_something_is_no_silent_gap():
    """The camp occurs in Volkare's scenarios alone, which are not there; an entry with behaviour waits for nothing."""
    report = check()
    assert list(report["waiting"]) == ["sites.volkares_camp"]
    assert "Volkare" in report["waiting"]["sites.volkares_camp"]
    assert "sites.volkares_camp" not in report["unimplemented"]
    tables = compile_tables()
    scoped = {f"{t}.{i}" for t, entries in tables.content.tables.items() for i, e in entries.items() if e.scope}
    assert scoped == set(report["waiting"])
    camp = int(ids.TileKind.TILE_CAMP)
    assert [n for n, row in zip(tables.names["tiles"], tables.arrays["tiles"], strict=True) if row["kind"] == camp] == [
        "volkares_camp"
    ]
