"""The content against the printed components and against rows read off them (R1, R2.2, R11.1, R16.1, A.2, A.7)."""

import pytest

from mkbalance.mageknight import check
from mkbalance.mageknight.loading import load


@pytest.fixture(scope="module")
def content():
    return load()


@pytest.mark.parametrize("what, found, printed", check.counts(load()), ids=lambda value: str(value))
def test_printed_counts(what, found, printed):
    assert found == printed, what


def test_a_lost_token_is_noticed(content):
    short = {**content.tables, "enemies": {k: v for k, v in content["enemies"].items() if k != "prowlers"}}
    wrong = [line for line in check.counts(type(content)(short, content.raw, content.files)) if line[1] != line[2]]
    assert wrong == [("green enemy tokens of base", 10, 12)]


@pytest.mark.parametrize(
    "id_, armor, fame, attacks, abilities, resistances",
    [
        ("prowlers", 3, 2, ["4 physical"], [], []),
        ("altem_mages", 8, 8, ["4 coldfire"], ["brutal", "poison"], ["physical"]),
        ("dragon_summoner", 8, 9, ["summon brown", "summon brown"], ["arcane_immunity"], ["physical"]),
        ("hydra", 6, 5, ["2 physical", "2 physical", "2 physical"], [], ["ice"]),
        ("heroes_ice", 4, 5, ["3 physical", "3 ice"], [], ["ice"]),
    ],
)
def test_enemy_rows(content, id_, armor, fame, attacks, abilities, resistances):
    enemy = content["enemies"][id_]
    assert (enemy.armor, enemy.fame) == (armor, fame)
    assert (enemy.attacks, enemy.abilities, enemy.resistances) == (attacks, abilities, resistances)


def test_printed_reputation_is_only_on_lost_legion_grey_tokens(content):
    """L.1.3."""
    changes = {id_: enemy.rep for id_, enemy in content["enemies"].items() if enemy.rep}
    assert changes.pop("thugs") == 1
    assert changes == {f"heroes_{kind}": -1 for kind in ("fortified", "swift", "fire", "ice")}


def test_every_head_is_arcane_immune_and_only_control_summons(content):
    """A.7.2, A.7.4."""
    for id_, head in content["heads"].items():
        assert "arcane_immunity" in head.abilities, id_
        summons = any(attack.startswith("summon possessed") for attack in head.attacks)
        assert summons == (head.head == "control" and head.level in (3, 7, 11)), id_
        assert bool(head.bonus) == (head.head == "control" and head.level in (4, 8, 12)), id_


def test_air_attack_levels_hold_only_the_abilities_the_rule_names(content):
    """A.12.4: levels 1 to 4 of the four heads."""
    printed = {
        "war_1": (["2 fire"], "brutal"),
        "famine_1": (["2 physical"], "swift"),
        "death_1": (["2 ice"], "paralyze"),
        "pestilence_1": (["2 physical"], "poison"),
        "war_3": (["3 fire"], "brutal"),
        "pestilence_3": (["2 physical", "2 physical"], "poison"),
        "war_4": (["4 physical"], "paralyze"),
        "pestilence_4": (["5 physical"], "poison"),
        "death_4": (["4 physical"], "paralyze"),
    }
    for id_, (attacks, ability) in printed.items():
        assert content["heads"][id_].attacks == attacks
        assert ability in content["heads"][id_].abilities


def test_levels_follow_the_line_lengths_of_the_board(content):
    """R1.1: lines of 3, 5, 7, … spaces, so level n starts at n * n - 1."""
    assert [level.fame for level in content["levels"].values()] == [n * n - 1 for n in range(1, 11)]


def test_reputation_track(content):
    """R1.2."""
    track = [content["reputation"][str(position)].modifier for position in range(-7, 8)]
    assert track == ["X", -5, -3, -2, -1, -1, 0, 0, 0, 1, 1, 2, 2, 3, 5]


def test_only_forest_and_desert_change_at_night(content):
    """R1.3."""
    changed = {id_: (cost.day, cost.night) for id_, cost in content["terrain"].items() if cost.day != cost.night}
    assert changed == {"forest": (3, 5), "desert": (5, 3)}


def test_sites_of_single_tiles(content):
    """Tile remarks of the rulebooks: which countryside tiles carry a tower, a dungeon, a maze or a ziggurat."""

    def tiles_with(site, kind="countryside"):
        return {
            tile.number
            for tile in content["tiles"].values()
            if tile.kind == kind and any(space.site == site for _d, space in tile.hexes)
        }

    assert tiles_with("mage_tower") == {4, 9, 11, 13, 15}
    assert tiles_with("dungeon") == {7, 9}
    assert tiles_with("monster_den") == {6, 10}
    assert tiles_with("maze") == {12, 14}
    assert tiles_with("ziggurat") == {16, 17}
    assert tiles_with("pyramid", "core") == {11, 12}
    assert content["tiles"]["core_3"].hexes.C.terrain == "wasteland"
    assert content["tiles"]["core_3"].hexes.NE.site == "ruins"


def test_decks_have_four_cards_of_each_colour(content):
    """R2.9."""
    for id_, hero in content["heroes"].items():
        colours = [content["basic_actions"][c].colours[0] for c, n in hero.deck.items() for _ in range(n)]
        assert {colour: colours.count(colour) for colour in set(colours)} == dict.fromkeys(
            ("red", "blue", "green", "white"), 4
        ), id_


def test_each_hero_has_one_pair_of_interactive_skills(content):
    """R2.10."""
    for hero in content["heroes"]:
        kinds = [skill.frequency for skill in content["skills"].values() if skill.hero == hero]
        if hero != "coral":  # texts not found
            assert kinds.count("interactive_competitive") == kinds.count("interactive_cooperative") == 1, hero


def test_dots_of_the_dummy(content):
    """R16.1, case B20."""
    assert sorted(content["heroes"]["goldyx"].crystals) == ["blue", "green", "green"]


def test_estimates_are_flagged(content):
    estimated = {f"{t}.{i}" for t, entries in content.tables.items() for i, e in entries.items() if e.estimated}
    assert {"sites.oasis", "basic_actions.quick_witted", "basic_actions.tempered_steel"} <= estimated


def test_check_adds_up():
    report = check.check()
    assert report["failed"] == []
    assert report["entries"] == sum(table["entries"] for table in report["tables"].values())
    missing = sum(table["entries"] - table["implemented"] for table in report["tables"].values())
    assert missing == len(report["unimplemented"]) + len(report["waiting"])
    assert all(":" in line for line in report["checked"])
