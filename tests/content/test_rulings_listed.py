"""Rulings as listed: every number once, docs and content in step, wrong values refused with the nearest.

`python tests/content/test_rulings_listed.py` writes the table of docs/rulings.md anew.
"""

import re
from pathlib import Path

import pytest

from mkbalance.errors import ContentError, UsageError
from mkbalance.mageknight import facts
from mkbalance.mageknight.model import scenario, switches
from mkbalance.mageknight.rulings import markdown, rows

DOCS = Path(__file__).parents[2] / "docs" / "rulings.md"
TABLE = re.compile(r"^\| Number \|.*?\n(?=\n)", re.MULTILINE | re.DOTALL)


def test_docs_hold_the_rulings_of_the_content():
    assert TABLE.search(DOCS.read_text(encoding="utf-8")).group() == markdown()


def test_numbers():
    """1 to 107 in order, a letter behind where one number covers several questions."""
    numbers = [row["number"] for row in rows()]
    assert sorted({int(number.rstrip("abcdef")) for number in numbers}) == list(range(1, 108))
    assert numbers == sorted(numbers, key=lambda number: (int(number.rstrip("abcdef")), number))
    assert len(set(numbers)) == len(numbers)


def test_one_ruling():
    shown = facts.show("rules", "dummy_two_colours")
    assert (shown["number"], shown["kind"], shown["default"]) == ("56", "ruling", "larger_count")
    assert shown["values"] == ["larger_count", "sum", "smaller_count"]
    assert shown["reason"] and shown["reading"]
    assert facts.show("rules", "rest_forced")["values"] == [False, True]
    assert facts.show("rules", "defend_target")["state"] == "not yet played"
    assert facts.show("rules", "level_above_ten")["state"] == "settled"


def test_values_are_checked_with_the_nearest():
    plain = scenario("solo_conquest")
    with pytest.raises(ContentError) as caught:
        plain.set("rules.night_costs", "all_lands")
    assert (caught.value.exit_code, caught.value.nearest) == (3, "all_land")
    assert caught.value.allowed == ["forest_and_desert", "all_land"]
    with pytest.raises(UsageError) as caught:
        plain.set("rules.level_above_ten", True)
    assert caught.value.exit_code == 2
    assert "ruling 17 is settled" in str(caught.value)
    with pytest.raises(UsageError) as caught:
        plain.set("rules.swift_reductions", "reduce_then_double")
    assert caught.value.nearest == "swift_reduction"


def test_a_switch_reaches_the_scenario_and_no_other():
    changed = scenario("solo_conquest").set("rules.reward_order", "fixed")
    assert {id_ for id_, value in changed.rules().items() if value != switches()[id_].default} == {"reward_order"}


if __name__ == "__main__":
    DOCS.write_text(TABLE.sub(lambda _: markdown(), DOCS.read_text(encoding="utf-8")), encoding="utf-8")
