"""Entries that are played with less than is printed say so."""

from pathlib import Path

from mkbalance.mageknight.check import check


def test_check_names_what_differs_and_the_rulings_explain_it():
    found = check()["differs"]
    assert len(found) == 3
    text = (Path(__file__).parents[2] / "docs" / "rulings.md").read_text(encoding="utf-8").lower()
    for name in found:
        words = name.split(".")[1].removesuffix("_coop").split("_")
        title = " ".join(words[1:] if name.startswith("skills.") else words).replace("natures", "nature's")
        assert title in text, name
