"""Random players with every conservation law checked after each decision (300 games for each Hero and scenario)."""

import numpy as np
import pytest
from laboratory import WHITE, Act, game, tables, unit

from mkbalance._mageknight import content, ids
from mkbalance._mageknight.exercise import LIMITS, exercise
from mkbalance._mageknight.session import Session
from mkbalance.mageknight.exercise import STARTS, Block, blocks, play, report
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
    faults, ledger = exercise(core, scenario(id_).expand([hero], tables()), 11, 0, GAMES)
    acts = ledger["acts"]
    assert faults == []
    assert acts[int(ids.Act.ACT_END_TURN)] > GAMES
    assert acts[int(ids.Act.ACT_TACTIC)] >= GAMES


@pytest.fixture(scope="module")
def exercised():
    return report(play(blocks(7680), 1), 1)


def test_every_start_keeps_the_laws(exercised):
    """Seasoned Heroes, near cities and lairs, Nights, friendly cities, every expansion, steered games."""
    assert exercised["faults"] == []
    assert exercised["games"] == 7680


def test_every_kind_of_action_is_taken(exercised):
    """`mkbalance check --exercise` holds the bars of 100,000 games; these few reach all but the dearest purchases."""
    rare = {"buy_artifact", "buy_elite", "faction", "trade_in"}
    assert {name for name, n in exercised["counts"]["actions"].items() if n == 0} <= rare
    least = {"cards": 310, "Skills": 60, "Units": 95, "Tactics": 12, "sites": 30, "enemies": 90, "cities": 4}
    for group, number in least.items():
        assert sum(n > 0 for n in exercised["counts"][group].values()) >= number, group


def test_steered_games_come_to_what_is_rare(exercised):
    """Quest steps, floors, traps, faction and possessed tokens, heads and Horsemen by level (A.2, A.5.2 to A.9)."""
    counts = exercised["counts"]
    assert all(counts["Horsemen"].values())
    assert all(counts["possessed"].values())
    assert all(counts["traps"].values())
    assert all(counts["floors"].values())
    assert sum(n > 0 for n in counts["head levels"].values()) >= 40
    assert sum(n > 0 for n in counts["quests"].values()) >= 100
    assert sum(n > 0 for n in counts["faction tokens"].values()) >= 10
    ways = counts["quests"]["hunters_moon step 1a"], counts["quests"]["hunters_moon step 1b"]
    assert min(ways) >= 15, "the way for Influence is not lost to the one for nothing"


def test_a_steered_block_repeats_and_knows_of_the_blocks_before_it(core):
    """What was met before steers it and is not counted again; the same call gives the same games."""
    block = Block("against_the_dragon/solo", "coral", "steered", 0, 12, 5)
    _, first = block.play(core, tables(), 3)
    _, again = block.play(core, tables(), 3)
    _, told = block.play(core, tables(), 3, first)
    assert first == again
    assert told != first
    assert 0 < told["decisions"] < 2 * first["decisions"]


def test_blocks_share_the_games_by_weight():
    """A steered start has three times the games of another, at twelve levels."""
    found = blocks(8960, ["solo_blitz/solo"], ["tovak"])
    assert sum(block.count for block in found) == 8960
    games = {start: sum(block.count for block in found if block.start == start) for start in STARTS}
    assert games["steered"] == 3 * games["printed"] == 1920
    assert [block.level for block in found if block.start == "steered"] == list(range(1, 13))


def test_no_capacity_is_reached(exercised):
    """The largest numbers stay below the capacities of ids.pxd; the slots for Units may all be taken (R7.2)."""
    assert set(exercised["most"]) == set(LIMITS)
    for name, facts in exercised["most"].items():
        assert 0 < facts["seen"] < facts["capacity"] + (name == "Units"), name


def test_blocks_share_the_games_out():
    for games in (3, 1000):
        found = blocks(games)
        assert sum(block.count for block in found) == games
        assert [block.first for block in found] == [sum(b.count for b in found[:i]) for i in range(len(found))]
    assert len(blocks(3)) == 3


def test_the_same_games_again(core):
    """A block repeats exactly, curious decisions too; another key gives other games."""
    block = Block("solo_conquest/solo", "tovak", "near", 40, 30)
    one, same, other = (block.play(core, tables(), seed)[1] for seed in (3, 3, 4))
    assert one.tobytes() == same.tobytes()
    assert one.tobytes() != other.tobytes()


def test_more_actions_than_fit_are_a_fault():
    """MAX_OPTIONS: an action that found no room is never dropped in silence."""
    lab = game()
    room = LIMITS["options"] - len(lab.actions())
    assert lab.crowd(room)
    assert lab.fault == ids.Fault.FAULT_NONE
    assert not lab.crowd(room + 1)
    assert lab.fault == ids.Fault.FAULT_CAPACITY


def test_more_units_than_the_offer_holds_are_a_fault():
    """MAX_OFFER: what a purchase would add to a full offer latches a fault."""
    lab = game(field={"C": {"site": "city", "city": WHITE}}, city_mode=1, start_tactic="early_bird")
    lab.do(Act.ACT_INTERACT).set_turn(influence=10)
    lab.set_offers(units=[unit("peasants")] * LIMITS["Unit offer"])
    lab.settle()
    assert lab.apply_action(int(Act.ACT_BUY_ELITE))
    assert lab.fault == ids.Fault.FAULT_CAPACITY


def test_an_attempt_with_nothing_in_it_is_not_repeated(core):
    """A player that only names targets and attacks to block, and closes what was begun, comes to a phase's end."""
    naming = {int(a) for a in (ids.Act.ACT_TARGET, ids.Act.ACT_BLOCK)}
    picks, empty = np.random.Generator(np.random.Philox(5)), 0
    for number in range(120):
        record = scenario("solo_conquest/solo").expand([HEROES[number % len(HEROES)]], tables()).copy()
        record["start_fame"], record["start_rep"] = 60, 7
        session, in_row = Session(core, record, 5, number), 0
        while not session.over:
            kinds = [kind for kind, *_ in session.actions()]
            named = [i for i, kind in enumerate(kinds) if kind in naming]
            resolve = int(ids.Act.ACT_RESOLVE)
            if session.task is not None or not (named or (in_row and resolve in kinds)):
                in_row = 0
                session.apply(int(picks.integers(len(kinds))))
                continue
            in_row += 1
            assert in_row < 100, (number, session.decisions)
            empty += resolve in kinds
            session.apply(kinds.index(resolve) if resolve in kinds else named[0])
    assert empty > 5


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
