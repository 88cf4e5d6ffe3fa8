"""Tiles, garrisons, ruins, possessed tokens, Heroes, levels and tracks in the core are the printed ones.

What is expected comes from the second table (tests/content/retyped), not from the content.
"""

from __future__ import annotations

from collections import Counter
from math import ceil

import exercised
import pytest
from laboratory import ELEMENTS, Act, Game, Site, Step, Task, Terrain, card, fight, game, space, tables
from statements import rows

from mkbalance._mageknight.content import Tables
from mkbalance.mageknight.model import scenario

SITES = {"crystal_mine": "mine", "deep_mine": "mine", "magical_glade": "glade", "ancient_ruins": "ruins"}
PLACES = {"C": (0, 0), "NE": (1, -1), "E": (1, 0), "SE": (0, 1), "SW": (-1, 1), "W": (-1, 0), "NW": (0, -1)}
COLOURS = ("red", "blue", "green", "white")


def cases(table, name=lambda row: row["id"]):
    return pytest.mark.parametrize("row", [pytest.param(row, id=name(row)) for row in rows(table)])


def printed_game(**setup):
    """A game on the content as it is; no field is made up."""
    record = scenario("against_the_dragon/solo").expand(["tovak"], tables()).copy()
    for name, value in setup.items():
        record[name] = value
    return Game(Tables(dict(tables().arrays)), record, 1, 0, 0)


def lay(id_, **setup):
    """The spaces of one tile beside the starting tile, or of a starting tile."""
    lab = printed_game(expansions=7, **setup)
    number = tables().index["tiles"]
    start = id_ if id_.startswith("start") else "start_a"
    laid = [(number[start], 0, 0)] + ([] if id_ == start else [(number[id_], 0, 1)])
    lab.lay(laid)
    return lab, [s for s in lab.spaces() if s["tile"] == number[id_]]


@cases("tiles")
def test_tile(row):
    """R1.6, L.2.1: terrain, site, mines and walls of the seven spaces; what stands on it when it is revealed (R8.7)."""
    lab, spaces = lay(row["id"], city_mode=0)
    walls = {tuple(wall.split("-")) for wall in row["walls"].split()}
    found = {}
    for direction, printed in zip(PLACES, spaces, strict=True):
        terrain, *rest = row[direction].split()
        name = SITES.get(rest[0], rest[0]) if rest else "no_site"
        assert (Terrain(printed["terrain"]).name.lower(), Site(printed["printed_site"]).name.lower()) == (terrain, name)
        mines = [c for n, c in enumerate(COLOURS) if printed["mines"] >> n & 1]
        assert sorted(mines) == sorted(rest[1:] if name == "mine" else [])
        drawn = {"marauding_orcs": "green", "draconum": "red", "keep": "grey", "mage_tower": "violet"}.get(name)
        tokens = [tables().content["enemies"][exercised.names()["enemies"][t]].colour for t, _ in printed["tokens"]]
        assert tokens == ([drawn] if drawn else [])
        found[direction] = printed["walls"]
    for a in PLACES:
        for n, step in enumerate(PLACES[d] for d in ("NE", "E", "SE", "SW", "W", "NW")):
            b = next((d for d, at in PLACES.items() if at == tuple(map(sum, zip(PLACES[a], step, strict=True)))), None)
            assert bool(found[a] >> n & 1) is bool({(a, b), (b, a)} & walls), (a, b)


@cases("cities", lambda row: f"{row['colour']}_{row['level']}")
def test_garrison(row):
    """R11.1: tokens by colour of the city and its level."""
    tile = next(r["id"] for r in rows("tiles") if any(f"city {row['colour']}" in r[d] for d in PLACES))
    lab, _ = lay(tile, city_mode=0, city_levels=[int(row["level"]), 0, 0, 0])
    garrison = lab.cities()[0]["garrison"]
    colours = Counter(tables().content["enemies"][exercised.names()["enemies"][t]].colour for t in garrison)
    assert colours == Counter({c: int(row[c]) for c in ("grey", "violet", "brown", "white") if int(row[c])})
    exercised.note(f"cities.{row['colour']}_{row['level']}")


def at_ruins(row):
    lab = game(field={"C": {"site": "ruins"}})
    lab.set_space(7, extra=tables().index["ruins"][row["id"]], flags=["ruin_up"])
    lab.set_source([])
    lab.settle()
    exercised.note(f"ruins.{row['id']}")
    return lab


@pytest.mark.parametrize("row", [pytest.param(row, id=row["id"]) for row in rows("ruins") if row["altar"]])
def test_altar(row):
    """R10.9: the mana shown, then Fame."""
    lab = at_ruins(row)
    cost = {part[:-1]: int(part[-1]) for part in row["altar"].split()}
    short = dict(cost)
    short[next(iter(cost))] -= 1
    assert not lab.tokens(**short).can(Act.ACT_ALTAR)
    lab.tokens(**cost)
    fame = lab.player()["fame"]
    lab.do(Act.ACT_ALTAR)
    while lab.options(Act.ACT_PAY):
        lab.do(Act.ACT_PAY, *lab.options(Act.ACT_PAY)[0])
    assert lab.player()["fame"] == fame + int(row["fame"])
    assert sum(lab.turn()["mana"]) == 0


REWARDS = {
    "artifacts": Task.DO_REWARD_ARTIFACT,
    "spells": Task.DO_REWARD_SPELL,
    "advanced_actions": Task.DO_REWARD_ACTION,
    "units": Task.DO_REWARD_UNIT,
}


@pytest.mark.parametrize("row", [pytest.param(row, id=row["id"]) for row in rows("ruins") if not row["altar"]])
def test_ruins(row):
    """R10.9, R12.5: the enemies shown, and what beating them is worth."""
    lab = at_ruins(row).do(Act.ACT_ENTER)
    met = sorted(tables().content["enemies"][exercised.names()["enemies"][foe["row"]]].colour for foe in lab.foes())
    assert met == sorted(row["enemies"].split())
    lab.block_all()
    lab.attack(*[foe for foe, _, _ in lab.options(Act.ACT_TARGET)], melee=[(99, "coldfire")])
    lab.hand()
    before = lab.player()
    lab.set_seat(fame=0)
    lab.settle()
    lab.do(Act.ACT_END_TURN)
    asked = Counter()
    for _ in range(30):
        if lab.over or lab.step != Step.STEP_END_TURN or lab.task is None:
            break
        asked[lab.task] += 1
        lab.apply(0)
    for reward, task in REWARDS.items():
        assert bool(asked[task]) is bool(int(row[reward])), reward
    gained = sum(lab.player()["crystals"]) - sum(before["crystals"])
    assert gained == int(row["crystals"])


@cases("possessed")
def test_possessed(row):
    """A.2: Armor, top attack, Fame, and a psychic attack beside it."""
    lab = fight(["swordsmen"])
    plain = lab.foes()[0]
    lab.possess(0, tables().index["possessed"][row["id"]])
    lab.settle()
    foe = lab.foes()[0]
    assert foe["armor"] == plain["armor"] + int(row["armor"])
    assert foe["fame"] == plain["fame"] + int(row["fame"])
    expected = [(plain["attacks"][0][0] + int(row["attack"]), ELEMENTS["physical"])]
    if int(row["psychic"]):
        expected.append((int(row["psychic"]), ELEMENTS["psychic"]))
    assert [attack[:2] for attack in foe["attacks"]] == expected
    exercised.note(f"possessed.{row['id']}")


@cases("heroes")
def test_hero(row):
    """R2.9: the sixteen cards of the starting deck."""
    lab = game(hero=row["id"], start_tactic=None)
    player = lab.player()
    cards = Counter(player["deck_cards"]) + Counter(player["hand"])
    if player["set_aside"] is not None:
        cards[player["set_aside"]] += 1
    printed = {card(name): int(n) for name, n in (part.split("*") for part in row["deck"].split())}
    assert cards == Counter(printed)
    exercised.note(f"heroes.{row['id']}")


@cases("levels", lambda row: row["level"])
def test_level(row):
    """R1.1: the Fame it begins at, Armor, Hand limit."""
    level, fame = int(row["level"]), int(row["fame"])
    for reached, expected in ((fame, level), (max(fame - 1, 0), max(level - 1, 1))):
        lab = game()
        lab.set_seat(fame=reached, level=max(level - 1, 1), hand=[card("march")])
        lab.settle()
        lab.play("march").end_turn()
        assert lab.player()["level"] == expected
    lab = fight(["prowlers"], enemies={"prowlers": {"attacks": [(12, "physical")]}})
    lab.set_seat(level=level)
    lab.settle()
    assert lab.limit() == int(row["hand_limit"])
    lab.end_phase().end_phase().assign()
    assert lab.player()["wounds"] == ceil(12 / int(row["armor"]))
    exercised.note(f"levels.{level}")


@cases("terrain", lambda row: row["terrain"])
def test_terrain(row):
    """R1.3."""
    for night, cost in ((False, row["day"]), (True, row["night"])):
        lab = game(field={"NE": row["terrain"]})
        lab.set_time(night=night)
        lab.settle()
        assert lab.cost(0) == (255 if cost == "x" else int(cost))
    exercised.note(f"terrain.{row['terrain']}")


@cases("reputation", lambda row: row["position"])
def test_reputation(row):
    """R1.2, R14.1: the modifier counts once an interaction; none at X."""
    lab = game(field={"C": {"site": "village"}}).hand("promise", "promise", "promise")
    lab.set_seat(rep=int(row["position"]))
    lab.settle()
    assert lab.can(Act.ACT_INTERACT) is (row["modifier"] != "X")
    if row["modifier"] != "X":
        lab.do(Act.ACT_INTERACT)
        for _ in range(3):
            lab.play("promise")
        assert lab.turn()["influence"] == 6 + int(row["modifier"])
    exercised.note(f"reputation.{row['position']}")


@pytest.mark.parametrize(("site", "foe"), [("marauding_orcs", "prowlers"), ("draconum", "swamp_dragon")])
def test_rampagers_are_challenged(site, foe):
    """R8.5, R9.1.1, R9.8: the action of the turn; Reputation 1 for orcs, 2 for draconum; nothing is left there."""
    lab = game(field={"NE": {"site": site}})
    lab.put(space("NE"), [tables().index["enemies"][foe]])
    lab.set_seat(rep=0)
    lab.settle()
    lab.do(Act.ACT_CHALLENGE, 0)
    lab.block_all()
    lab.attack(0, melee=[(99, "coldfire")])
    assert lab.player()["reputation"] == (1 if site == "marauding_orcs" else 2)
    assert not next(s for s in lab.spaces() if s["space"] == space("NE"))["tokens"]
