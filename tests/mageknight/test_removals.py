"""What can be taken out is out: no game sees it, and the rest of the game stays."""

import numpy as np
import pytest

from mkbalance.mageknight.game import GAME

ATD = "against_the_dragon/solo"


@pytest.fixture(scope="module")
def prepared():
    return GAME.prepare(GAME.scenario(ATD), ["tovak:random"])


def test_kinds(prepared):
    found = GAME.removable(prepared)
    assert {"units", "enemies", "advanced_actions", "spells", "artifacts", "skills", "tactics"} == set(found)
    assert set(prepared.tables.unimplemented).isdisjoint(f"{kind}.{id_}" for kind in found for id_ in found[kind])
    assert "early_bird" not in found["tactics"]


@pytest.mark.parametrize("kind", ["units", "enemies", "advanced_actions", "spells", "artifacts", "skills", "tactics"])
def test_removals_prepare(prepared, kind):
    for overrides in list(GAME.removable(prepared)[kind].values())[:: 1 if kind == "tactics" else 8]:
        scenario = GAME.scenario(ATD).set_all(overrides)
        made = GAME.prepare(scenario, ["tovak:random"])
        assert made.content_hash != prepared.content_hash


def test_cards_and_skills_lose_their_deal(prepared):
    from mkbalance._mageknight import ids

    for table, flag, kind in (("cards", int(ids.CardFlag.CARD_DEALT), "spells"), ("skills", 4, "skills")):
        id_, overrides = next(iter(GAME.removable(prepared)[kind].items()))
        tables = GAME.prepare(GAME.scenario(ATD).set_all(overrides), ["tovak:random"]).tables
        before, after = (t.arrays[table]["flags"] & flag for t in (prepared.tables, tables))
        changed = np.flatnonzero(before != after)
        assert changed.tolist() == [tables.index[table][id_]]
        assert not after[changed[0]]


def test_games_go_on_without(prepared):
    for kind, entries in GAME.removable(prepared).items():
        overrides = next(iter(entries.values()))
        rows = GAME.prepare(GAME.scenario(ATD).set_all(overrides), ["tovak:random"]).run(5, 0, 40)
        assert not rows["fault"].any(), kind
