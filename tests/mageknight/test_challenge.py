"""The Solo Conquest Challenge (A.12.8, AD pp.41-42): tiles, first Skill, goal and points of each Hero."""

import numpy as np
import pytest
from laboratory import Act, card, enemy, game, space, tables, unit
from layout import read as state_of
from test_skills import level_up, skill

from mkbalance._mageknight import content, ids
from mkbalance._mageknight.exercise import exercise
from mkbalance._mageknight.session import Session
from mkbalance._mageknight.trace import Told
from mkbalance.errors import ContentError
from mkbalance.mageknight.game import GAME
from mkbalance.mageknight.model import scenario
from mkbalance.mageknight.names import Names
from mkbalance.mageknight.sentences import sentence
from mkbalance.mageknight.situation import Situation

ID = "solo_conquest_challenge/solo"
HEROES = ["arythea", "tovak", "goldyx", "norowas", "wolfhawk", "krang", "braevalar", "coral"]
PRINTED_TILES = {  # p. 41, by printed number; typed from the rulebook
    "goldyx": [{4}, {9}, {11}],
    "tovak": [{3}, {4}, {10}, {11}],
    "wolfhawk": [{7, 9}, {6, 10}, {12}, {14}],
    "braevalar": [{5}, {7}],
    "coral": [{7}, {9}, {16}, {17}],
}
FIRST = {  # p. 41
    "arythea": "power_of_pain",
    "goldyx": "glittering_fortune",
    "norowas": "bonds_of_loyalty",
    "tovak": "shield_mastery",
    "wolfhawk": "know_your_prey",
    "krang": "puppet_master",
    "braevalar": "shapeshift",
    "coral": "treasure_hunter",
}


def lab_of(hero, **kwargs):
    lab = game(ID, "tovak", **kwargs)
    lab.set_hero(tables().index["heroes"][hero])
    lab.set_seat(hand=[], deck=[], discard=[], wounds=0)
    lab.settle()
    return lab


def objective(lab):
    return int(lab.row()["objective"])


def lines(lab, *names):
    return [int(lab.row()[f"score_{name}"]) for name in names]


def shields(lab, *sites):
    for where, site in zip(("NE", "E", "SE", "SW", "W", "NW"), sites, strict=False):
        lab.set_space(space(where), site=int(ids.Site[site.upper()]), shields=1, flags=["conquered"])


@pytest.fixture(scope="module")
def core():
    return content.Tables(dict(tables().arrays))


# ---- setup


@pytest.mark.parametrize("hero", HEROES)
def test_tiles_of_the_hero_are_on_the_map(core, hero):
    """p. 41: the tiles named are among the seven; the others are random, and so is the order."""
    record = scenario(ID).expand([hero], tables())
    numbers, kinds = tables().arrays["tiles"]["number"], tables().arrays["tiles"]["kind"]
    tops, rest = set(), set()
    for number in range(60):
        state = state_of(Session(core, record, 3, number))
        laid = [state.tiles[1].id, state.tiles[2].id, *state.stack[: state.n_stack]]
        country = [int(numbers[row]) for row in laid if kinds[row] == 1]
        assert len(country) == len(set(country)) == 7
        for choice in PRINTED_TILES.get(hero, []):
            assert choice & set(country), (number, choice)
        tops.add(country[0])
        rest |= set(country)
    assert len(tops) > 5 and len(rest) == 17


def test_either_tile_is_drawn_where_there_are_two(core):
    """p. 41: Wolfhawk takes 7 or 9, 6 or 10."""
    record = scenario(ID).set("scenario.countryside", 4).expand(["wolfhawk"], tables())
    numbers, kinds = tables().arrays["tiles"]["number"], tables().arrays["tiles"]["kind"]
    seen = set()
    for number in range(60):
        state = state_of(Session(core, record, 5, number))
        laid = [state.tiles[1].id, state.tiles[2].id, *state.stack[: state.n_stack]]
        seen.add(tuple(sorted(int(numbers[row]) for row in laid if kinds[row] == 1)))
    assert seen == {(6, 7, 12, 14), (6, 9, 12, 14), (7, 10, 12, 14), (9, 10, 12, 14)}


def test_the_other_scenarios_meet_the_same_map(core):
    """Common random numbers: a Hero without tiles plays the map of Solo Conquest with the same tiles to choose from."""
    plain = scenario("solo_conquest").set("scenario.tiles.expansions", ["base", "lost_legion", "apocalypse_dragon"])
    one = state_of(Session(core, plain.expand(["norowas"], tables()), 3, 1))
    two = state_of(Session(core, scenario(ID).expand(["norowas"], tables()), 3, 1))
    assert sorted(one.stack[: one.n_stack]) == sorted(two.stack[: two.n_stack]) or one.n_stack == two.n_stack


def test_missing_tiles_are_refused():
    few = scenario(ID).set("scenario.tiles.expansions", ["base", "lost_legion"])
    with pytest.raises(ContentError, match="countryside_16") as caught:
        GAME.prepare(few, ["coral:random"])
    assert caught.value.exit_code == 3
    GAME.prepare(few, ["tovak:random"])


@pytest.mark.parametrize("hero", HEROES)
def test_first_skill(hero):
    """p. 42: at level 2 the Skill set aside, and any Advanced Action of the offer; it is in no pile."""
    lab = game(ID, hero, start_tactic=None)
    first = skill(f"{hero}_{FIRST[hero]}")
    state = state_of(lab)
    assert first not in list(state.skill_piles[0].items[: state.skill_piles[0].size])
    if hero == "coral":
        return  # her opening hand asks first
    lab = level_up(game(ID, hero), 3)
    assert lab.player()["skills"] == [first]
    assert len(lab.options(Act.ACT_CHOOSE)) == 3, "any of the Advanced Action offer"


def test_the_first_skill_is_told():
    """It is gained without a choice, so the told game says which."""
    lab = level_up(game(ID, "tovak", trace=200), 3)
    events = [e for e in lab.events() if e["kind"] in (int(Told.TOLD_LEVEL), int(Told.TOLD_SKILL))]
    assert [int(e["a"]) for e in events] == [2, skill("tovak_shield_mastery")]
    seen = Situation(lab, Names(tables()))
    assert sentence("skill", seen, seen, (int(events[1]["a"]), 0, 0, 0)) == (
        "gains the Skill Shield Mastery, set aside for it"
    )


def test_no_common_area_later():
    """p. 42: at levels 4 and above one of the two flipped, never of the common area."""
    lab = game(ID, "tovak")
    lab.set_common([skill("goldyx_flight")])
    lab.set_seat(level=3)
    level_up(lab, 15)
    heroes = tables().arrays["skills"]["hero"]
    rows = [o[0] for o in lab.options(Act.ACT_CHOOSE)]
    assert len(rows) == 2 and {int(heroes[row]) for row in rows} == {lab.player()["hero"]}
    plain = game("solo_conquest/solo", "tovak")
    plain.set_common([skill("goldyx_flight")])
    plain.set_seat(level=3)
    level_up(plain, 15)
    assert len(plain.options(Act.ACT_CHOOSE)) == 3


# ---- goals and points


def test_arythea():
    """Ten Wounds in the deck and on Units; wounded Units count fully, Wounds cost nothing."""
    lab = lab_of("arythea")
    lab.set_seat(
        wounds=5, discard=[card("wound")] * 3, units=[(unit("peasants"), 1, 1), (unit("utem_swordsmen"), 1, 0)]
    )
    assert objective(lab) == 90
    assert lines(lab, "leader", "beating") == [1 + 2, 0]
    lab.set_seat(units=[(unit("peasants"), 1, 1), (unit("utem_swordsmen"), 1, 1)])
    assert objective(lab) == 100


def test_goldyx():
    """Four Spells and a crystal of each colour; a Spell 3, each crystal 1."""
    lab = lab_of("goldyx")
    lab.set_seat(deck=[card("fireball"), card("snowstorm"), card("restoration")], crystals=[3, 1, 0, 1])
    assert objective(lab) == (75 + 75) // 2
    assert lines(lab, "knowledge", "loot") == [9, 5]
    lab.set_seat(hand=[card("expose")], crystals=[1, 1, 1, 1])
    assert objective(lab) == 100


def test_cards_count_wherever_they_lie():
    """Hand, deck, discard pile, play area and beside the deck are all of the Deed deck (A.12.8)."""
    lab = lab_of("coral")
    lab.set_seat(
        hand=[card("ruby_ring"), card("rage")], discard=[card("horn_of_wrath")], deck=[card("march")], crystals=[1] * 4
    )
    assert objective(lab) == (66 + 100) // 2
    lab.set_seat(set_aside=card("endless_bag_of_gold"))
    assert objective(lab) == 100
    lab.settle()
    lab.play("ruby_ring")
    assert card("ruby_ring") not in lab.player()["hand"]
    assert objective(lab) == 100


def test_norowas():
    """Ten levels of Units; an unwounded one scores twice its level, a wounded one half as ever."""
    lab = lab_of("norowas")
    lab.set_seat(units=[(unit("altem_mages"), 1, 0), (unit("altem_guardians"), 1, 1), (unit("peasants"), 1, 0)])
    assert objective(lab) == 90
    assert lines(lab, "leader") == [2 * 4 + 4 // 2 + 2 * 1]
    lab.set_seat(units=[(unit("altem_mages"), 1, 0), (unit("altem_guardians"), 1, 1), (unit("utem_swordsmen"), 1, 0)])
    assert objective(lab) == 100


def test_tovak():
    """Four Shields that count for the Greatest Conqueror, 4 points each."""
    lab = lab_of("tovak")
    shields(lab, "keep", "mage_tower", "keep", "dungeon")
    assert objective(lab) == 75
    assert lines(lab, "conqueror", "adventurer") == [12, 2]
    shields(lab, "keep", "mage_tower", "keep", "keep")
    assert (objective(lab), *lines(lab, "conqueror")) == (100, 16)


def test_wolfhawk():
    """Four Shields that count for the Greatest Adventurer, 4 points each."""
    lab = lab_of("wolfhawk")
    shields(lab, "dungeon", "tomb", "monster_den", "keep")
    assert objective(lab) == 75
    assert lines(lab, "conqueror", "adventurer") == [2, 12]
    shields(lab, "dungeon", "tomb", "monster_den", "ruins")
    assert (objective(lab), *lines(lab, "adventurer")) == (100, 16)


def test_krang():
    """Four tokens of Puppet Master of different Fame; the highest Fame, and 2 for each different one."""
    lab = lab_of("krang")
    fame = {name: int(tables().arrays["enemies"]["fame"][enemy(name)]) for name in tables().index["enemies"]}
    names = {}
    for name in ("prowlers", "diggers", "orc_summoners", "ironclads", "minotaur", "high_dragon", "crypt_worm"):
        names.setdefault(fame[name], name)
    four = [names[f] for f in sorted(names)[:4]]
    lab.keep([enemy(four[0])])
    assert objective(lab) == 25
    assert lines(lab, "challenge") == [fame[four[0]] + 2]
    lab.keep([enemy(name) for name in four[1:]])
    assert objective(lab) == 100
    assert lines(lab, "challenge") == [fame[four[3]] + 8]


def test_braevalar():
    """All sixteen Basic Actions and an Advanced Action of each colour, a card of two colours for one; 2 points each."""
    lab = lab_of("braevalar")
    basics = [int(row) for row in tables().arrays["heroes"]["deck"][tables().index["heroes"]["braevalar"]]]
    colours = tables().arrays["cards"]["colours"]
    single, double = {}, {}
    for name in tables().content["advanced_actions"]:
        mask = int(colours[card(name)])
        (double if bin(mask).count("1") > 1 else single).setdefault(mask, card(name))
    lab.set_seat(deck=[*basics, single[1], single[2], single[4]])
    assert objective(lab) == (100 + 75) // 2
    assert lines(lab, "knowledge") == [6]
    mask, row = next((m, r) for m, r in double.items() if m & 7)
    other = next((m, r) for m, r in double.items() if not m & 8)
    lab.set_seat(deck=[*basics, single[1], single[2], single[4], other[1]])
    assert objective(lab) == (100 + 75) // 2, "white is missing"
    pair = [bit for bit in (1, 2, 4, 8) if mask & bit]
    rest = [bit for bit in (1, 2, 4, 8) if not mask & bit]
    lab.set_seat(deck=[*basics, row, *(single[bit] for bit in rest)])
    assert objective(lab) == (100 + 75) // 2, "one of its two colours only"
    lab.set_seat(deck=[*basics, row, single[pair[0]], *(single[bit] for bit in rest)])
    assert objective(lab) == 100
    lab.set_seat(deck=[*basics[1:], row, single[pair[0]], *(single[bit] for bit in rest)])
    assert objective(lab) < 100, "a Basic Action was thrown away"


@pytest.mark.parametrize(
    ("terrain", "cost"), [("plains", 2), ("forest", 5), ("desert", 3), ("swamp", 5), ("mountain", 5), ("lake", 2)]
)
def test_braevalar_ends_in_rough_country(terrain, cost):
    """p. 42: the Move cost at Night of the last space; mountains 5, lakes 2."""
    lab = game(ID, "braevalar", field={"C": terrain})
    assert lines(lab, "challenge") == [cost]
    assert lines(game(ID, "tovak", field={"C": terrain}), "challenge") == [0]


def test_coral():
    """Three Artifacts and four crystals; an Artifact 4, each crystal 1."""
    lab = lab_of("coral")
    lab.set_seat(deck=[card("ruby_ring"), card("endless_bag_of_gold")], crystals=[3, 0, 0, 0])
    assert objective(lab) == (66 + 75) // 2
    assert lines(lab, "loot") == [8 + 3]
    lab.set_seat(hand=[card("golden_grail")], crystals=[3, 1, 0, 0])
    assert objective(lab) == 100


def test_victory_takes_both(core):
    """p. 42: both cities and the goal; the cities' points are as ever."""
    lab = lab_of("coral")
    assert (int(lab.row()["win"]), objective(lab)) == (0, 0)
    lab.set_won(3)
    row = lab.row()
    assert (row["win"], row["round_won"], row["score_goal"]) == (0, 0, 15)
    lab.set_seat(deck=[card("ruby_ring"), card("endless_bag_of_gold"), card("golden_grail")], crystals=[3, 1, 0, 0])
    row = lab.row()
    assert (row["win"], row["round_won"], row["score_goal"]) == (1, 3, 15)
    plain = game("solo_conquest/solo", "tovak")
    plain.set_won(3)
    assert plain.row()["win"] == 1


@pytest.mark.parametrize("hero", HEROES)
def test_random_games_keep_every_law(core, hero):
    record = scenario(ID).expand([hero], tables()).copy()
    for fame in (0, 60):
        record["start_fame"] = fame
        faults, _ = exercise(core, record, 5, 0, 60)
        assert faults == []
    rows = GAME.prepare(scenario(ID), [f"{hero}:random"]).run(5, 0, 50)
    total = sum(rows[name].astype(int) for name in rows.dtype.names if name.startswith("score_"))
    assert np.array_equal(total, rows["score"])
