"""Estimates: every one is listed where it is played, has its alternatives, and can be left out.

`python tests/content/test_estimates.py` writes the table of docs/estimates.md anew.
"""

import re
from pathlib import Path

import pytest

from mkbalance.errors import ContentError, UsageError
from mkbalance.mageknight import estimates
from mkbalance.mageknight.compile import compile_tables
from mkbalance.mageknight.game import GAME, compiled
from mkbalance.mageknight.loading import CONTENT_DIR, Content, load, read_content
from mkbalance.mageknight.model import scenario, scenarios
from mkbalance.mageknight.overrides import apply_overrides

DOCS = Path(__file__).parents[2] / "docs" / "estimates.md"
TABLE = re.compile(r"^\| Estimate \|.*?\n(?=\n|\Z)", re.MULTILINE | re.DOTALL)
ATD, ATH = "against_the_dragon/solo", "against_the_horsemen/solo"
FLAGGED = {f"{table}.{id_}": e for table, of in load().tables.items() for id_, e in of.items() if e.estimated}
PLAYABLE = [id_ for id_, found in scenarios().items() if found.playable]


def prepared(id_=ATD, hero="coral", **changes):
    return GAME.prepare(scenario(id_).set_all(changes), [f"{hero}:random"])


def test_docs_hold_the_estimates_of_the_content():
    """A new one is written by ``python tests/content/test_estimates.py``."""
    assert TABLE.search(DOCS.read_text(encoding="utf-8")).group() == estimates.markdown()


def test_every_estimate_is_listed_where_it_is_played():
    """Each flagged entry of a solo game is in `content.estimated` of some result; so is each estimated scenario."""
    competitive = {n for n, e in FLAGGED.items() if getattr(e, "frequency", "") == "interactive_competitive"}
    listed = {name for id_ in PLAYABLE for hero in GAME.heroes() for name in prepared(id_, hero).estimated}
    listed |= set(prepared(**{"scenario.quests": True}).estimated)
    assert {name for name in FLAGGED if name not in competitive} <= listed
    for id_ in PLAYABLE:
        assert (f"scenarios.{id_.split('/')[0]}" in listed) == any(
            found.estimated for other, found in scenarios().items() if other.split("/")[0] == id_.split("/")[0]
        )


@pytest.mark.parametrize("name", FLAGGED)
def test_each_alternative_is_another_table(name):
    """It compiles, differs from the estimate and from its fellows, and stays flagged unless it is left out.

    What is played without the estimate may be one of the others.
    """
    table, id_ = name.split(".")
    plain, seen = compile_tables(), set()
    for other in estimates.choices(FLAGGED[name]):
        found = compile_tables(overrides={f"content.{name}.estimate": other})
        assert found.hash not in (seen if other != estimates.LEFT_OUT else set()) | {plain.hash}, other
        assert (name in found.estimated) == (other != estimates.LEFT_OUT)
        seen.add(found.hash)
    assert seen, f"{name} has no alternative"
    assert compile_tables(overrides={f"content.{name}.estimate": "used"}).hash == plain.hash


@pytest.mark.parametrize("hero", ["coral", "tovak", "krang"])
def test_left_out_nothing_is_an_estimate(hero):
    """rules.estimates: the switch is the same as leaving each of them out by hand."""
    without = prepared(hero=hero, **{"rules.estimates": "leave_out"})
    assert without.estimated == []
    by_hand = {f"content.{name}.estimate": "left_out" for name in FLAGGED}
    assert prepared(hero=hero, **by_hand).content_hash == without.content_hash != prepared(hero=hero).content_hash
    summary = without.run(5, 0, 50)
    assert len(summary) == 50 and not summary["fault"].any()


def test_one_estimate_may_stay():
    kept = prepared(**{"rules.estimates": "leave_out", "content.sites.oasis.crystal_cost": 5})
    site = kept.tables.content["sites"]["oasis"]
    assert (site.crystal_cost, site.crystal_price) == (5, 0)  # a field set by hand stands above the alternative
    with pytest.raises(UsageError, match="cannot be left out") as caught:
        prepared(**{"rules.estimates": "leave_out", "content.sites.oasis.estimate": "harder"})
    assert caught.value.given == "sites.oasis"


def test_an_estimated_map_cannot_be_left_out():
    with pytest.raises(UsageError, match="cannot be left out"):
        prepared(ATH, **{"rules.estimates": "leave_out"})
    other = prepared(ATH, **{"scenario.estimate": "cities_far"})
    one, two = (
        {(int(x), int(y), int(kind)) for x, y, kind in zip(s["layout_x"], s["layout_y"], s["layout_kind"], strict=True)}
        for s in (prepared(ATH).setup, other.setup)
    )
    assert {p[:2] for p in one} == {p[:2] for p in two}
    assert len(one - two) == 8  # four cities and the four countryside tiles of the ring
    assert "scenarios.against_the_horsemen" in other.estimated


def test_what_is_no_alternative_is_refused_with_the_nearest():
    with pytest.raises(ContentError) as caught:
        scenario(ATD).set("content.sites.oasis.estimate", "easy")
    assert (caught.value.exit_code, caught.value.nearest) == (3, "easier")
    assert caught.value.allowed == ["used", "easier", "harder", "left_out"]
    with pytest.raises(UsageError, match="holds no estimate"):
        scenario(ATD).set("content.sites.village.estimate", "easier")
    with pytest.raises(UsageError, match="no estimate of its own"):
        scenario(ATD).set("scenario.estimate", "cities_far")
    with pytest.raises(ContentError) as caught:
        scenario(ATH).set("scenario.estimate", "cities_fa")
    assert caught.value.nearest == "cities_far"


def test_alternatives_are_checked_when_the_content_is_read(tmp_path):
    text = (CONTENT_DIR / "sites.toml").read_text(encoding="utf-8")
    assert "alternatives.easier = { heal_cost" in text
    (tmp_path / "sites.toml").write_text(
        text.replace("alternatives.easier = { heal_cost", "alternatives.easier = { heal_costs"), encoding="utf-8"
    )
    with pytest.raises(ContentError, match="no field 'heal_costs'") as caught:
        read_content([CONTENT_DIR, tmp_path])
    assert "oasis.alternatives.easier" in str(caught.value)
    (tmp_path / "sites.toml").write_text(
        text.replace("alternatives.harder = { heal_cost = 4", "alternatives.harder = { heal_cost = 400"),
        encoding="utf-8",
    )
    with pytest.raises(ContentError, match="less than or equal to 20"):
        read_content([CONTENT_DIR, tmp_path])


def test_a_new_estimate_is_found_without_a_list():
    """An entry flagged today needs nothing else: it is listed, and its table's field takes it out."""
    plain = load()
    tables = {table: dict(entries) for table, entries in plain.tables.items()}
    raw = {table: dict(entries) for table, entries in plain.raw.items()}
    flags = {"estimated": True, "estimate_reason": "a test"}
    tables["units"]["peasants"] = tables["units"]["peasants"].model_copy(update=flags)
    raw["units"]["peasants"] = {**raw["units"]["peasants"], **flags}
    content = Content(tables, raw, plain.files)
    assert "units.peasants" in compile_tables(content).estimated
    assert estimates.choices(tables["units"]["peasants"]) == {"left_out": {"copies": 0}}
    without = apply_overrides(content, {"rules.estimates": "leave_out"})
    assert without["units"]["peasants"].copies == 0
    assert not [e for entries in without.tables.values() for e in entries.values() if e.estimated]


def test_estimates_of_a_game_are_its_overrides():
    """`GAME.estimates`: each alternative can be set, and is what an experiment plays."""
    found = GAME.estimates(prepared())
    assert set(found) == set(prepared().estimated)
    for alternatives in found.values():
        assert alternatives
        for overrides in alternatives.values():
            scenario(ATD).set_all(overrides)
    assert GAME.estimates(prepared(ATH))["scenarios.against_the_horsemen"] == {
        "cities_far": {"scenario.estimate": "cities_far"}
    }
    assert compiled({"rules.estimates": "leave_out"}).estimated == []


if __name__ == "__main__":
    DOCS.write_text(TABLE.sub(lambda _: estimates.markdown(), DOCS.read_text(encoding="utf-8")), encoding="utf-8")
