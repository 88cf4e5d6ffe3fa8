"""Sources of chance dealt anew one by one (docs/random-streams.md): each moves what is its own and nothing else."""

import re
from functools import cache
from pathlib import Path

import layout
import numpy as np
import pytest
from laboratory import Game, changed_tables, tables

from mkbalance._mageknight import ids
from mkbalance.errors import ContentError, UsageError
from mkbalance.mageknight.game import GAME
from mkbalance.mageknight.model import scenario, scenarios

SOURCES = ("map", "tokens", "decks", "hands", "dice", "opponents", "player")
GAMES = 8
OWN = {  # what of a game that has just been set up each source decides, where no tile shows anything yet
    "map": {"stack"},
    "tokens": {"deck_ruins.items", "faction_piles[].items", "tokens"},
    "decks": {
        *("actions", "deck_actions.items", "deck_artifacts.items", "deck_elites.items", "deck_regulars.items"),
        *("deck_regulars.size", "deck_spells.items", "deck_spells.size", "dummy_skill_pile.items", "offer_units"),
        *("quest_deck", "quests[].held", "quests[].row", "skill_piles[].items", "spells"),
    },
    "hands": {"players[].cards", "players[].hand"},
    "dice": {"dice"},
    "opponents": {
        *("dummies[].crystals", "dummies[].hero", "dummy_cards", "dummy_skill_pile.items", "horsemen_order"),
        *("heads", "heads_start"),
    },
    "player": set(),
}


@cache
def setting(name, source=None, deal=1):
    chosen = {
        "horsemen": scenario("against_the_horsemen/solo").set("scenario.quests.present", True),
        "dragon": scenario("against_the_dragon/solo").set("scenario.dragon.random_heads", True),
        "conquest": scenario("solo_conquest/solo"),
    }[name]
    return chosen.set(f"scenario.chance.{source}", deal) if source else chosen


def start(which, game):
    return Game(
        changed_tables(None, None, None, None, None, None, None, None), which.expand(["tovak"], tables()), 11, game
    )


def differing(a, b):
    a, b = layout.read(a), layout.read(b)
    return {name for name in layout.leaves() if layout.values(a, name) != layout.values(b, name)} - {"draws"}


@pytest.mark.parametrize("source", SOURCES)
def test_a_source_moves_its_own(source):
    """R2: in the horsemen's scenario nothing lies on the first tiles, so no source reaches into another's."""
    found = set()
    for game in range(GAMES):
        found |= differing(start(setting("horsemen"), game), start(setting("horsemen", source), game))
    heads = {"heads", "heads_start"}
    assert found - {"spaces[].tokens"} == OWN[source] - heads
    if source == "opponents":
        dragon = [differing(start(setting("dragon"), n), start(setting("dragon", source), n)) for n in range(GAMES)]
        assert set().union(*dragon) & heads == heads


@pytest.mark.parametrize("source", [name for name in SOURCES if name != "map"])
def test_the_map_stays(source):
    """R2.6: the same tiles in the same order, whatever else is dealt anew."""
    for game in range(GAMES):
        found = differing(start(setting("conquest"), game), start(setting("conquest", source), game))
        assert not found & {"stack", "tiles[].id", "spaces[].site"}


def test_the_n_th_roll_stays_when_the_map_is_another():
    """Rolls of a Source of the same size at setup (R2.5)."""
    for game in range(GAMES):
        a, b = start(setting("conquest"), game), start(setting("conquest", "map"), game)
        assert a.table()["dice"] == b.table()["dice"]
        assert a.table()["order"] == b.table()["order"]


def test_deals_are_different_from_one_another():
    stacks = {tuple(layout.read(start(setting("conquest", "map", deal), 0)).stack) for deal in (1, 2, 65535)}
    assert len(stacks) == 3


@pytest.mark.parametrize("id_", ["against_the_dragon/solo", "solo_conquest/solo"])
@pytest.mark.parametrize("player", ["random", "quick"])
def test_deal_zero_is_no_deal(id_, player):
    plain = GAME.scenario(id_)
    zero = plain.set_all({f"scenario.chance.{name}": 0 for name in SOURCES})
    rows = [GAME.prepare(one, [f"tovak:{player}"]).run(5, 0, 40) for one in (plain, zero)]
    assert (rows[0] == rows[1]).all()


@pytest.mark.parametrize("player", ["random", "quick", "competent"])
def test_every_source_changes_games(player):
    plain = scenario("against_the_dragon/solo")
    base = GAME.prepare(plain, [f"tovak:{player}"]).run(5, 0, 12)
    for source in SOURCES:
        rows = GAME.prepare(plain.set(f"scenario.chance.{source}", 1), [f"tovak:{player}"]).run(5, 0, 12)
        names = [name for name in rows.dtype.names if name not in ("game", "key")]
        assert any((rows[name] != base[name]).any() for name in names), source


def test_events_of_a_deal_lie_beside_each_other():
    """The n-th event of a purpose is block deal x 65536 + n of its stream, whether counted or numbered by the Round."""
    lab = start(setting("conquest", "hands", 3), 4)
    assert lab.draws()[ids.Purpose.DRAW_DECK] == (3 << 16) + 1
    stream = np.random.Generator(np.random.Philox(key=[11, 4], counter=[0, (3 << 16) + 1, ids.Purpose.DRAW_DECK, 0]))
    raw = stream.bit_generator.random_raw(8)
    halves = [int(word) >> shift & 0xFFFFFFFF for word in raw for shift in (0, 32)]
    deck = list(tables().arrays["heroes"]["deck"][tables().index["heroes"]["tovak"]])
    for i, half in zip(range(15, 0, -1), halves, strict=False):
        j = half * (i + 1) >> 32
        deck[i], deck[j] = deck[j], deck[i]
    held = layout.read(lab).players[0]
    hand = [held.hand[i] for i in range(held.n_hand)]
    assert sorted(hand) == sorted(deck[-len(hand) :])
    assert lab.deck() == deck[: -len(hand)]


@pytest.mark.parametrize(("player", "games"), [("quick", 10), ("competent", 3)])
def test_a_player_imagines_with_its_own_chance(player, games):
    """What is still to come may be dealt anew without changing any choice: it is not seen, and not used to guess."""
    weights = GAME.prepare(setting("conquest"), [f"tovak:{player}"]).weights[0]
    others = [int(one) for one in ids.Chance if one.name not in ("CHANCE_PLAYER", "N_CHANCES")]
    for game in range(games):
        lab = start(setting("conquest"), game)
        lab.settle()
        while not lab.over:
            for source in others:
                lab.deal_anew(source, 7)
            lab.forget_plans()
            elsewhere = lab.suggest(weights)
            for source in others:
                lab.deal_anew(source, 0)
            lab.forget_plans()
            here = lab.suggest(weights)
            assert here == elsewhere, f"game {game}, decision {lab.decisions}"
            lab.apply(here)


def test_the_page_lists_the_source_of_every_purpose():
    lab = start(
        scenario("solo_conquest/solo").set_all({f"scenario.chance.{n}": 1 + k for k, n in enumerate(SOURCES)}), 0
    )
    page = (Path(__file__).parents[2] / "docs" / "random-streams.md").read_text()
    told = {}
    for first, last, source in re.findall(r"^\| `DRAW_\w+` \| (\d+)(?: to (\d+))? \| (\w+) \|", page, re.M):
        told |= {number: source for number in range(int(first), int(last or first) + 1)}
    assert told == {number: SOURCES[(draws >> 16) - 1] for number, draws in enumerate(lab.draws())}
    assert set(told.values()) == set(SOURCES)


def test_the_game_says_how_to_deal_anew():
    now = scenario("against_the_dragon/solo").set_all({"scenario.chance.dice": 65535, "scenario.chance.map": 2})
    found = GAME.chance(GAME.prepare(now, ["tovak:quick"]))
    assert list(found) == list(SOURCES)
    assert found["dice"] == {"scenario.chance.dice": 0}
    assert found["map"] == {"scenario.chance.map": 3}


def test_the_published_study_deals_every_source_anew():
    from mkbalance.study.chance import chance_plan
    from mkbalance.study.plan import plan

    asked = plan(Path(__file__).parents[2] / "experiments" / "luck.toml", GAME)
    whole = chance_plan(GAME, scenario("solo_conquest/solo"), ["tovak:quick"], games=10, seed=1)
    assert [(c.name, c.scenario.overrides) for c in asked.cells] == [
        (c.name, c.scenario.overrides) for c in whole.cells
    ]


@pytest.mark.parametrize("id_", [name for name in scenarios() if scenario(name).playable])
def test_every_scenario_can_be_dealt_anew(id_):
    anew = scenario(id_).set_all({f"scenario.chance.{name}": 9 for name in SOURCES})
    rows = GAME.prepare(anew, ["tovak:random"]).run(5, 0, 20)
    assert not rows["fault"].any()


def test_a_deal_is_a_small_number():
    with pytest.raises(ContentError, match="65535"):
        scenario("solo_conquest/solo").set("scenario.chance.dice", 65536)
    with pytest.raises(UsageError, match="did you mean 'tokens'"):
        scenario("solo_conquest/solo").set("scenario.chance.token", 1)
