"""Every Deed card: counts as printed, effects that read and print, a dozen spelled out."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from importlib.resources import files
from pathlib import Path

import pytest

from mkbalance._mageknight import ids
from mkbalance.mageknight.notation import UNIMPLEMENTED, Option, ops_used, parse, unparse

TABLES = {
    name: {
        id_: card
        for id_, card in tomllib.loads(
            (files("mkbalance.mageknight") / "content" / f"{name}.toml").read_text(encoding="utf-8")
        ).items()
        if id_ != "source"
    }
    for name in ("basic_actions", "advanced_actions", "spells", "artifacts")
}
BASICS, ADVANCED, SPELLS, ARTIFACTS = TABLES.values()
SIDES = [
    pytest.param(card, side, f"{table}.{id_}.{side}", id=f"{id_}-{side}")
    for table, cards in TABLES.items()
    for id_, card in cards.items()
    for side in ("basic", "powered")
    if card[side] != UNIMPLEMENTED
]
OPS = {member.name.removeprefix("OP_").lower(): int(member) for member in ids.Op}
COMBAT = sum(int(ids.Effect[f"WIN_{name}"]) for name in ("RANGED", "BLOCK", "DAMAGE", "ATTACK"))


def options(cards: dict, id_: str, side: str) -> list[Option]:
    return parse(cards[id_][side], where=f"{id_}.{side}", healing=cards[id_].get("healing", False))


def programs(cards: dict, id_: str, side: str) -> list[list[tuple]]:
    return [[tuple(instr) for instr in option.instrs] for option in options(cards, id_, side)]


def instr(word: str, a: int = 0, b: int = 0, c: int = 0, d: int = 0) -> tuple:
    return (OPS[word], a, b, c, d)


def test_counts_as_printed():
    assert {name: len(cards) for name, cards in TABLES.items()} == {
        "basic_actions": 28, "advanced_actions": 44, "spells": 24, "artifacts": 25,
    }
    assert sum(card["hero"] == "common" for card in BASICS.values()) == 12
    heroes = Counter(card["hero"] for card in BASICS.values() if card["hero"] != "common")
    assert len(heroes) == 8
    assert set(heroes.values()) == {2}
    assert len({id_ for cards in TABLES.values() for id_ in cards}) == 28 + 44 + 24 + 25


def test_colours_as_printed():
    def by_colour(cards: dict, expansion: str) -> Counter:
        return Counter(tuple(c["colours"]) for c in cards.values() if c["expansion"] == expansion)

    basic = [(colour,) for colour in ("red", "blue", "green", "white")]
    assert by_colour(ADVANCED, "base") == dict.fromkeys(basic, 7)
    assert by_colour(ADVANCED, "lost_legion") == dict.fromkeys(basic, 3)
    dual = by_colour(ADVANCED, "ultimate_bonus")
    assert len(dual) == 4
    assert all(len(pair) == 2 for pair in dual)
    assert by_colour(SPELLS, "base") == dict.fromkeys(basic, 5)
    assert by_colour(SPELLS, "lost_legion") == dict.fromkeys(basic, 1)
    assert all("colours" not in card for card in ARTIFACTS.values())


def test_numbers_as_printed():
    def numbers(cards: dict, expansion: str) -> list[int]:
        return sorted(card["number"] for card in cards.values() if card["expansion"] == expansion)

    assert numbers(ADVANCED, "base") == list(range(1, 29))
    assert numbers(ADVANCED, "lost_legion") == list(range(287, 299))
    assert numbers(ADVANCED, "ultimate_bonus") == [266, 267, 268, 269]
    assert numbers(SPELLS, "base") == list(range(1, 21))
    assert numbers(SPELLS, "lost_legion") == list(range(299, 303))
    assert numbers(ARTIFACTS, "base") == list(range(1, 17))
    assert numbers(ARTIFACTS, "lost_legion") == list(range(303, 311))


def test_kinds_of_card():
    competitive = [card["number"] for card in SPELLS.values() if card.get("competitive")]
    assert sorted(competitive) == [17, 18, 19, 20]  # R16.8
    assert sum(card.get("banner", False) for card in ARTIFACTS.values()) == 6
    assert {id_ for cards in TABLES.values() for id_, card in cards.items() if card.get("healing")} == {
        "tranquility", "rejuvenate", "regeneration", "restoration", "energy_flow", "golden_grail",
    }
    assert {id_ for id_, card in BASICS.items() if card.get("set_aside")} == {"quick_witted"}  # A.4
    assert {id_ for cards in TABLES.values() for id_, card in cards.items() if card.get("estimated")} == {
        "quick_witted", "tempered_steel",
    }
    assert all(c.get("estimate_reason") for c in BASICS.values() if c.get("estimated"))


@pytest.mark.parametrize(("card", "side", "where"), SIDES)
def test_every_side_reads_and_prints(card, side, where):
    found = parse(card[side], where=where)
    assert parse(unparse(found), where=where) == found
    assert all(option.windows for option in found)
    assert len(set(found)) == len(found)


@pytest.mark.parametrize(("card", "side", "where"), SIDES)
def test_healing_never_in_combat(card, side, where):
    """R6.6: a healing effect has no window in combat unless the part behind it stands under `if peace`."""
    heals = {OPS[name] for name in ("heal", "heal_forest", "ready", "ready_total", "ready_all", "heal_units_all")}
    for option in parse(card[side], where=where, healing=card.get("healing", False)):
        guarded = (OPS["if"], 1, int(ids.Cond.IF_PEACE), 0, 0) in option.instrs
        if card.get("healing") or (ops_used([option]) & heals and OPS["move"] not in ops_used([option])):
            assert option.windows & COMBAT == 0
        elif ops_used([option]) & heals:
            assert guarded


def test_unimplemented_cards_are_exactly_those_documented():
    text = (Path(__file__).parents[2] / "docs" / "effect-notation.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([^|]+) \| (basic|powered|both) \|", text.split("## Not said yet")[1], flags=re.MULTILINE)
    documented = {
        (name, side)
        for names, sides in rows
        for name in names.strip().split(", ")
        for side in (("basic", "powered") if sides == "both" else (sides,))
    }
    found = {
        (card["name"], side)
        for cards in TABLES.values()
        for card in cards.values()
        for side in ("basic", "powered")
        if card[side] == UNIMPLEMENTED
    }
    assert found == documented


RED, BLUE, GREEN, WHITE, BLACK = 1, 2, 4, 8, 32
RANGED, SIEGE = int(ids.AttackKind.RANGED), int(ids.AttackKind.SIEGE)
FIRE, ICE, COLDFIRE = (int(ids.Element[name]) for name in ("FIRE", "ICE", "COLDFIRE"))
LAKE, SWAMP = 1 << int(ids.Terrain.LAKE), 1 << int(ids.Terrain.SWAMP)


def test_rage():
    """R6.2: two options on the basic side, one on the powered side."""
    assert programs(BASICS, "rage", "basic") == [[instr("attack", 2)], [instr("block", 2)]]
    assert programs(BASICS, "rage", "powered") == [[instr("attack", 4)]]


def test_crystallize_pays_before_it_gains():
    """R6.8: the mana is a cost on top of the power mana."""
    assert programs(BASICS, "crystallize", "basic") == [[instr("pay", b=15), instr("crystal_paid", 1)]]


def test_mana_draw():
    """R5.5: the powered side takes a die without using the right of the turn."""
    assert programs(BASICS, "mana_draw", "basic") == [[instr("extra_die", 1)]]
    assert programs(BASICS, "mana_draw", "powered") == [[instr("set_die", 1, 2)]]


def test_threaten_loses_reputation():
    """R1.2."""
    assert programs(BASICS, "threaten", "powered") == [[instr("influence", 5), instr("rep", -1)]]


def test_noble_manners_in_an_interaction_only():
    """R14."""
    assert programs(BASICS, "noble_manners", "powered") == [
        [instr("influence", 4), instr("if", 2, int(ids.Cond.IF_INTERACTION)), instr("fame", 1), instr("rep", 1)]
    ]


def test_pure_magic_colours():
    """R6.8."""
    assert programs(ADVANCED, "pure_magic", "powered") == [
        [instr("pay", b=GREEN), instr("move", 7)],
        [instr("pay", b=WHITE), instr("influence", 7)],
        [instr("pay", b=BLUE), instr("block", 7)],
        [instr("pay", b=RED), instr("attack", 7)],
    ]


def test_ritual_attack_colours():
    """R6.8, R9.2."""
    assert programs(ADVANCED, "ritual_attack", "powered") == [
        [instr("throw", b=RED), instr("attack", 6, 0, FIRE)],
        [instr("throw", b=BLUE), instr("attack", 4, 0, COLDFIRE)],
        [instr("throw", b=WHITE), instr("attack", 4, RANGED, FIRE)],
        [instr("throw", b=GREEN), instr("attack", 3, SIEGE, FIRE)],
    ]


def test_frost_bridge_opens_lakes():
    """R8.9: a lake is entered, not made safe."""
    assert programs(ADVANCED, "frost_bridge", "powered") == [
        [instr("move", 4), instr("pass", LAKE), instr("terrain", LAKE | SWAMP, 1, 1)]
    ]


def test_path_finding_floor():
    """R8.2: a printed minimum is respected."""
    assert programs(ADVANCED, "path_finding", "basic") == [[instr("move", 2), instr("terrain", 511, 0, -1, 2)]]


def test_in_need_counts_wounds():
    """Wounds in hand and on own Units."""
    assert programs(ADVANCED, "in_need", "powered") == [
        [instr("influence", 5), instr("per", 0, int(ids.Counter.PER_WOUND)), instr("influence", 2)]
    ]


def test_snowstorm_and_its_wound():
    """R6.3, R9.5.8: the Wound is part of casting."""
    assert programs(SPELLS, "snowstorm", "basic") == [[instr("attack", 5, RANGED, ICE)]]
    assert programs(SPELLS, "snowstorm", "powered") == [[instr("wound", 1), instr("attack", 8, SIEGE, ICE)]]


def test_chill_reaches_every_phase_of_combat():
    """R6.6: the second part is of use after the enemy attacked."""
    (option,) = options(SPELLS, "chill", "powered")
    assert [tuple(i) for i in option.instrs] == [instr("foe_cancel", 1), instr("foe_armor", -4)]
    assert option.windows == COMBAT


def test_tremor_and_fortified_enemies():
    """R9.2.2."""
    assert programs(SPELLS, "tremor", "powered") == [
        [instr("foe_armor", -3, 0, -3)], [instr("foe_armor", -2, 1, -2)],
    ]


def test_rings():
    """R5.2: black mana without limit, where it may be used."""
    assert programs(ARTIFACTS, "sapphire_ring", "powered") == [
        [instr("unlimited", b=BLUE | BLACK), instr("spell_fame", b=int(ids.Colour.BLUE))]
    ]


def test_horn_of_wrath_rolls_as_many_dice_as_it_adds():
    """R1.4."""
    assert programs(ARTIFACTS, "horn_of_wrath", "powered") == [[instr("attack", 5, SIEGE)]] + [
        [instr("attack", 5 + n, SIEGE), instr("dice_wounds", n)] for n in range(1, 6)
    ]


def test_refreshing_walk_heals_outside_combat():
    """R6.6, R9.1.5."""
    (option,) = options(ADVANCED, "refreshing_walk", "powered")
    assert [tuple(i) for i in option.instrs] == [
        instr("move", 4), instr("if", 1, int(ids.Cond.IF_PEACE)), instr("heal", 2)
    ]
    assert option.windows & COMBAT == int(ids.Effect.WIN_BLOCK)
