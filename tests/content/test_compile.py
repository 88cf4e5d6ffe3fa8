"""Compiled tables: dtypes, rows, flags, hash, overrides, and the setup record."""

import pickle

import numpy as np
import pytest

from mkbalance._mageknight import content as core_content
from mkbalance._mageknight import ids
from mkbalance.errors import ContentError, UsageError
from mkbalance.mageknight import notation, programs
from mkbalance.mageknight.compile import compile_tables
from mkbalance.mageknight.loading import load
from mkbalance.mageknight.model import scenario, scenarios
from mkbalance.mageknight.setup_record import setup_record


@pytest.fixture(scope="module")
def tables():
    return compile_tables()


def row(tables, table, id_):
    return tables.arrays[table][tables.index[table][id_]]


def test_dtypes_and_names(tables):
    for table, array in tables.arrays.items():
        assert array.dtype == core_content.DTYPES[table], table
        if table not in ("instrs", "options"):
            assert len(array) == len(tables.names[table]), table
            assert tables.names[table][tables.index[table][tables.names[table][-1]]] == tables.names[table][-1]


def test_the_core_accepts_the_arrays(tables):
    core_content.Tables(dict(tables.arrays))


def test_options_stay_inside_their_program(tables):
    options, instrs = tables.arrays["options"], tables.arrays["instrs"]
    assert np.all(options["first"].astype(int) + options["n"] <= len(instrs))
    assert np.all(options["n"] > 0)
    assert np.all(instrs["op"] < ids.Op.N_OPS)


def test_card_costs(tables):
    """R6.2, R6.3, R6.4: cost by kind and colour."""
    options = tables.arrays["options"]
    red, black = 1 << ids.Colour.RED, 1 << ids.Colour.BLACK
    rage = row(tables, "cards", "rage")
    assert rage["n_basic"] == 2
    assert set(options["cost"][rage["basic"] : rage["basic"] + rage["n_basic"]]) == {0}
    assert options[rage["powered"]]["cost"] == red
    fireball = row(tables, "cards", "fireball")
    assert (options[fireball["basic"]]["cost"], options[fireball["basic"]]["cost2"]) == (red, 0)
    assert (options[fireball["powered"]]["cost"], options[fireball["powered"]]["cost2"]) == (red, black)
    for id_ in load()["artifacts"]:
        card = row(tables, "cards", id_)
        for side in ("basic", "powered"):
            for option in options[card[side] : card[side] + card[f"n_{side}"]]:
                assert (option["cost"], option["cost2"]) == (0, 0)


def test_rage_program(tables):
    rage, options, instrs = row(tables, "cards", "rage"), tables.arrays["options"], tables.arrays["instrs"]
    basic = [instrs[options[rage["basic"] + n]["first"]] for n in range(2)]
    assert [(i["op"], i["a"]) for i in basic] == [(ids.Op.OP_ATTACK, 2), (ids.Op.OP_BLOCK, 2)]


def test_the_wound_is_one_row(tables):
    cards = tables.arrays["cards"]
    assert list(np.flatnonzero(cards["kind"] == ids.CardKind.WOUND)) == [tables.index["cards"]["wound"]]
    assert row(tables, "cards", "wound")["flags"] == 0


def test_dealt_means_whole(tables):
    """An entry is dealt exactly when it is not listed as unimplemented."""
    cards = {f"{table}.{id_}": id_ for id_, (table, _card) in load().cards().items()}
    for name, id_ in cards.items():
        assert bool(row(tables, "cards", id_)["flags"] & ids.CardFlag.CARD_DEALT) == (name not in tables.unimplemented)
    for id_ in load()["units"]:
        dealt = bool(row(tables, "units", id_)["flags"] & ids.UnitFlag.UNIT_DEALT)
        assert dealt == (f"units.{id_}" not in tables.unimplemented)
    for id_ in load()["skills"]:
        assert bool(row(tables, "skills", id_)["flags"] & 4) == (f"skills.{id_}" not in tables.unimplemented)
    assert "sites.volkares_camp" in tables.unimplemented


def test_an_unimplemented_opcode_takes_a_card_out(monkeypatch):
    all_ops = {op for text in ("attack 1", "block 1") for op in notation.ops_used(notation.parse(text))}
    monkeypatch.setattr("mkbalance.mageknight.compile.implemented_ops", lambda: frozenset(all_ops))
    few = compile_tables()
    assert row(few, "cards", "rage")["flags"] & ids.CardFlag.CARD_DEALT
    assert not row(few, "cards", "march")["flags"] & ids.CardFlag.CARD_DEALT
    assert "basic_actions.march" in few.unimplemented


def test_unit_row(tables):
    unit = row(tables, "units", "altem_mages")
    options = tables.arrays["options"][unit["options"] : unit["options"] + unit["n_options"]]
    assert list(options["group"]) == sorted(options["group"])
    assert set(options["group"]) == {0, 1, 2}
    assert set(options["cost"][options["group"] == 2]) == {1 << ids.Colour.BLACK}
    assert unit["sites"] == 1 << ids.Site.CITY
    assert unit["resist"] == ids.Resistance.RESIST_FIRE | ids.Resistance.RESIST_ICE
    assert unit["flags"] & ids.UnitFlag.UNIT_ELITE
    assert row(tables, "units", "delphana_masters")["flags"] & ids.UnitFlag.UNIT_MULTI
    assert row(tables, "units", "heroes_red")["rep_factor"] == 2
    assert row(tables, "units", "thugs")["rep_factor"] == -1


def test_enemy_rows(tables):
    """R9.3.1, R9.6.2, A.7.4."""
    summoner = row(tables, "enemies", "dragon_summoner")
    assert summoner["n_attacks"] == 2
    assert list(summoner["element"][:2]) == [ids.Element.SUMMON] * 2
    assert list(summoner["value"][:2]) == [ids.TokenColour.TOKEN_BROWN] * 2
    shadow = row(tables, "enemies", "shadow")
    assert (shadow["armor"], shadow["armor_high"]) == (4, 8)
    assert shadow["abilities"] == ids.Ability.ELUSIVE | ids.Ability.ARCANE_IMMUNITY
    assert row(tables, "enemies", "prowlers")["armor_high"] == row(tables, "enemies", "prowlers")["armor"]
    control = row(tables, "heads", "control_11")
    assert list(control["element"][:2]) == [ids.Element.SUMMON_POSSESSED] * 2
    assert (control["armor"], control["fame"]) == (0, 0)
    assert row(tables, "heads", "control_12")["bonus"] == 3
    assert tables.names["heads"][12 * ids.Head.HEAD_DEATH + 6] == "death_7"


def test_walls_are_seen_from_both_sides(tables):
    """L.2.1."""
    directions = ["NE", "E", "SE", "SW", "W", "NW"]
    centre, west = row(tables, "hexes", "countryside_12.C"), row(tables, "hexes", "countryside_12.W")
    assert centre["walls"] == sum(1 << directions.index(name) for name in ("W", "SW", "E"))
    assert west["walls"] == 1 << directions.index("E")
    total = sum(int(space["walls"]).bit_count() for space in tables.arrays["hexes"])
    assert total == 2 * sum(len(tile.walls) for tile in load()["tiles"].values())


def test_map_rows(tables):
    mine = row(tables, "hexes", "core_10.NW")
    assert (mine["site"], mine["mines"]) == (ids.Site.MINE, 15)
    city = row(tables, "hexes", "core_6.C")
    assert (city["site"], city["city"]) == (ids.Site.CITY, ids.Colour.BLUE)
    assert tables.arrays["terrain"].shape == (9, 3)
    assert list(tables.arrays["terrain"][ids.Terrain.DESERT]) == [5, 3, 3]
    assert list(tables.arrays["terrain"][ids.Terrain.LAKE]) == [255, 255, 255]
    assert tables.arrays["reputation"][0] == -128


def test_site_rows_stand_at_their_enum_value(tables):
    for site in ids.Site:
        if site.name != "N_SITES":
            assert tables.names["sites"][site] == site.name.lower()
    assert row(tables, "sites", "village")["heal_cost"] == 3
    assert row(tables, "sites", "mine")["protects"] == 2


def test_city_and_ruins_rows(tables):
    """R11.1 row 9 red: B B V V W."""
    city = tables.arrays["cities"][11 * ids.Colour.RED + 8]
    assert city["garrison"][ids.TokenColour.TOKEN_BROWN] == 2
    assert city["garrison"][ids.TokenColour.TOKEN_VIOLET] == 2
    assert city["garrison"][ids.TokenColour.TOKEN_WHITE] == 1
    altar = row(tables, "ruins", "altar_four_colours")
    assert (altar["altar"], list(altar["cost"]), altar["fame"]) == (1, [1, 1, 1, 1], 10)
    assert row(tables, "ruins", "ruin_green_green")["crystals"] == 1


def test_hero_rows(tables):
    """R16.1: Arythea's dots are red, red, white."""
    hero = row(tables, "heroes", "arythea")
    assert list(hero["crystals"]) == [2, 0, 0, 1]
    names = [tables.names["cards"][card] for card in hero["deck"]]
    assert names.count("march") == 2 and "battle_versatility" in names


def test_overrides_change_one_row_and_the_hash(tables):
    changed = compile_tables(overrides={"content.enemies.prowlers.armor": 4, "scenario.rounds": 5})
    assert row(changed, "enemies", "prowlers")["armor"] == 4
    assert changed.hash != tables.hash
    differs = changed.arrays["enemies"] != tables.arrays["enemies"]
    assert list(np.flatnonzero(differs)) == [tables.index["enemies"]["prowlers"]]
    assert compile_tables().hash == tables.hash


def test_hash_ignores_sources(tables):
    content = load()
    other = type(content)(
        {t: {i: e.model_copy(update={"source": "other"}) for i, e in es.items()} for t, es in content.tables.items()},
        content.raw,
        content.files,
    )
    assert compile_tables(other).hash == tables.hash


def test_override_of_a_card_effect():
    changed = compile_tables(overrides={"content.cards.march.basic": "move 3"})
    card = row(changed, "cards", "march")
    assert changed.arrays["instrs"][changed.arrays["options"][card["basic"]]["first"]]["a"] == 3


def test_implemented_ops_are_ops_or_unknown():
    known = programs.implemented_ops()
    assert known is None or known <= {int(op) for op in ids.Op}


def test_setup_of_against_the_dragon_solo(tables):
    """A.12.4 and R19.1."""
    setup = scenario("against_the_dragon/solo").expand(["tovak"], tables)
    expected = {
        "seats": 1,
        "rounds": 4,
        "countryside": 5,
        "cores": 2,
        "cities": 1,
        "start_fame": 1,
        "start_rep": 2,
        "fame_per_level": 1,
        "extra_dice": 1,
        "extra_units": 1,
        "city_mode": 1,
        "dragon": 1,
        "destroyed_tokens": 16,
        "ends": ids.Ends.END_DRAGON,
        "remove_tactics": 1,
        "score_head": 5,
        "score_goal": 15,
        "score_round": 30,
        "score_dummy": 1,
        "score_unannounced": 5,
        "expansions": 3,
        "competitive": 0,
        "shape": ids.Shape.WEDGE,
        "dummy_hero": 254,
        "elites": 1,
        "first_night": 0,
    }
    assert {name: int(setup[name]) for name in expected} == expected
    assert list(setup["heads"]) == [4, 4, 4, 4]
    assert list(setup["dragon_turns"]) == [1, 0, 2, 0, 1]
    assert tables.names["tiles"][setup["lair_tile"]] == tables.names["tiles"][setup["forced_core"]] == "core_3"
    assert list(setup["lair_hexes"]) == [0, 1, 6]
    assert list(setup["heroes"]) == [tables.index["heroes"]["tovak"], 255, 255, 255]


def test_setup_follows_overrides(tables):
    changed = scenario("against_the_dragon").set_all(
        {
            "scenario.dragon.heads.war": 7,
            "scenario.rounds": 6,
            "scenario.city.mode": "closed",
            "scenario.first": "night",
            "rules.rest_forced": False,
            "rules.dummy_two_colours": "smaller_count",
            "scenario.scoring.head": 9,
        }
    )
    setup = changed.expand(["goldyx"], tables)
    assert list(setup["heads"]) == [7, 4, 4, 4]
    assert (setup["rounds"], setup["city_mode"], setup["first_night"]) == (6, 2, 1)
    rules = setup["rules"]
    assert (rules[ids.Rule.RULE_REST_FORCED], rules[ids.Rule.RULE_DUMMY_AFTER_ANNOUNCEMENT]) == (0, 1)
    assert (rules[ids.Rule.RULE_DUMMY_TWO_COLOURS], setup["score_head"]) == (2, 9)


def test_every_field_of_the_setup_is_reached(tables):
    """No field of the record stays at zero through four scenarios with the other parameters overridden.

    What a campaign keeps is filled in by the campaign, game by game.
    """
    touched = set(core_content.DTYPES["Setup"].names) - {"campaign", "n_kept", "kept", "n_kept_units", "kept_units"}
    changed = scenario("against_the_dragon").set_all(
        {
            "scenario.first": "night",
            "scenario.tiles.shape": "open",
            "scenario.tiles.sorted": True,
            "scenario.tiles.core_on_coast": True,
            "scenario.fame_per_tile": 1,
            "scenario.units.village": True,
            "scenario.competitive": True,
            "scenario.scoring.city": 1,
            "scenario.dragon.random_heads": True,
            "scenario.city.levels": [3],
            "scenario.challenge": True,
            "scenario.start_level": 3,
            "scenario.higher_level.tokens": ["council_of_the_void"],
            "scenario.random_crystals.when": ["black"],
            "scenario.random_crystals.instead": ["reroll"],
        }
    )
    riding = scenario("apocalypse_is_here/solo").set("scenario.horsemen.horses", True)
    gathering = scenario("against_the_horsemen/solo").set("scenario.quests", True)
    proxies = scenario("solo_conquest").set("scenario.opponents", ["dummy", "proxy"]).set("scenario.city.rulers", True)
    restoring = scenario("against_the_apocalypse/solo").set("scenario.tiles.top", "village")
    fractured = scenario("solo_conquest/solo").set_all(
        {
            "scenario.tiles.free": True,
            "scenario.teleport": True,
            "scenario.scoring.base": "quests",
            "scenario.scoring.reputation": 1,
            "scenario.scoring.outcast": 10,
            "scenario.chance.dice": 1,
        }
    )
    setups = [s.expand(["tovak"], tables) for s in (changed, riding, gathering, proxies, restoring, fractured)]
    waiting = scenario("against_the_dragon/competitive").set("scenario.tactic_order", "passing").resolve(2)
    setups.append(setup_record("several", waiting, {}, ["tovak", "goldyx"], tables))
    assert {name for name in touched if not any(np.any(setup[name]) for setup in setups)} == set()


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("scenario.countryside", 18),
        ("scenario.cores", 9),
        ("scenario.tiles.forced_core", "core_9"),
        ("scenario.tiles.forced_core", "core_99"),
        ("scenario.dragon.lair_tile", "core_99"),
    ],
)
def test_setup_refuses_what_the_box_does_not_hold(tables, path, value):
    with pytest.raises(ContentError):
        scenario("against_the_dragon").set(path, value).expand(["tovak"], tables)


def test_setup_refuses_players_and_unplayable_modes(tables):
    game = scenario("against_the_dragon/solo")
    with pytest.raises(UsageError, match="2 players"):
        game.expand(["tovak", "goldyx"], tables)
    with pytest.raises(UsageError) as caught:
        game.expand(["tovac"], tables)
    assert caught.value.nearest == "tovak"
    for other in scenarios().values():
        if not other.playable:
            with pytest.raises(UsageError, match="cannot be played yet"):
                other.expand(["tovak", "goldyx"][: other.players[0]], tables)


def test_a_hostile_city_keeps_its_levels(tables):
    """R11.1: levels in the order of reveal."""
    game = scenario("against_the_dragon").set_all({"scenario.city.levels": [3], "scenario.city.mode": "hostile"})
    setup = game.expand(["tovak"], tables)
    assert (setup["city_mode"], list(setup["city_levels"])) == (0, [3, 0, 0, 0])
    assert list(scenario("solo_conquest").expand(["tovak"], tables)["city_levels"]) == [5, 8, 0, 0]


def test_scenarios_and_tables_can_be_sent_to_a_worker(tables):
    game = scenario("against_the_dragon").set("scenario.rounds", 5)
    copy = pickle.loads(pickle.dumps(game))
    assert copy == game and copy.rounds == 5
    assert pickle.loads(pickle.dumps(tables)).hash == tables.hash
