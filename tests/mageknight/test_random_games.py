"""Random players with every conservation law checked after each decision (300 games for each Hero and scenario)."""

import numpy as np
import pytest
from laboratory import tables

from mkbalance._mageknight import batch, content, ids
from mkbalance._mageknight.session import Session
from mkbalance.mageknight.model import scenario, scenarios

GAMES = 300
PLAYABLE = [id_ for id_ in scenarios() if scenario(id_).playable]
HEROES = tables().names["heroes"]


@pytest.fixture(scope="module")
def core():
    return content.Tables(dict(tables().arrays))


@pytest.mark.parametrize("hero", HEROES)
@pytest.mark.parametrize("id_", PLAYABLE)
def test_no_law_is_broken(core, id_, hero):
    """Cards, tokens, dice and counters; a decision always has an option; every game ends."""
    faults, acts, _plays, _units = batch.exercise(core, scenario(id_).expand([hero], tables()), 11, 0, GAMES)
    assert faults == []
    assert acts[int(ids.Act.ACT_END_TURN)] > GAMES
    assert acts[int(ids.Act.ACT_TACTIC)] >= GAMES


RARE = {  # needs more Influence, or a site, than random play finds; other tests take these actions
    "ACT_BUY_SPELL", "ACT_BUY_ARTIFACT", "ACT_BUY_ELITE", "ACT_BUY_CRYSTAL", "ACT_SELL_CRYSTAL", "ACT_DISBAND",
    "ACT_ALTAR", "ACT_SKILL", "ACT_BANNER",
}  # fmt: skip
UNUSED = {"ACT_NONE", "ACT_ATTACK_DRAGON"}


@pytest.mark.parametrize("hostile", [0, 1], ids=["friendly-city", "hostile-city"])
def test_experienced_random_players(core, hostile):
    """Random players who start with fame and a good name go farther; every other kind of action occurs."""
    total = np.zeros(int(ids.Act.N_ACTS), dtype=np.int64)
    for hero in HEROES:
        record = scenario("against_the_dragon/solo").expand([hero], tables()).copy()
        record["start_fame"], record["start_rep"] = 60, 7
        if hostile:
            record["city_mode"], record["city_levels"] = 0, 1
        faults, acts, _plays, _units = batch.exercise(core, record, 12, 0, 2 * GAMES)
        assert faults == []
        total += acts.astype(np.int64)
    assert {ids.Act(kind).name for kind in range(len(total)) if total[kind] == 0} <= RARE | UNUSED


def test_a_copy_goes_the_same_way(core):
    """State bytes of a copied game stay equal under equal answers; the original is untouched by the copy's."""
    record = scenario("against_the_dragon/solo").expand(["tovak"], tables())
    game = Session(core, record, 5, 1)
    picks = np.random.Generator(np.random.Philox(3))
    for _step in range(400):
        if game.over:
            break
        other = game.copy()
        before = game.state_bytes()
        pick = int(picks.integers(len(game.actions())))
        other.apply(pick)
        assert game.state_bytes() == before
        game.apply(pick)
        assert game.state_bytes() == other.state_bytes()
        assert game.actions() == other.actions()
    assert game.decisions > 80


def test_an_illegal_action_changes_nothing(core):
    """Refused with False; the state keeps every byte."""
    game = Session(core, scenario("against_the_dragon/solo").expand(["tovak"], tables()), 5, 2)
    before = game.state_bytes()
    assert game.apply_action(int(ids.Act.ACT_MOVE), 0) is False
    assert game.state_bytes() == before
    with pytest.raises(IndexError):
        game.apply(len(game.actions()))
