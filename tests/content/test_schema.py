"""Refusals of the content schema and of override paths: all at once, with key path and nearest name."""

import shutil

import pytest

from mkbalance.errors import ContentError, UsageError
from mkbalance.mageknight.loading import CONTENT_DIR, load, read_content
from mkbalance.mageknight.model import parse_seat, parse_seats, scenario, scenarios


@pytest.fixture
def folder(tmp_path):
    shutil.copytree(CONTENT_DIR, tmp_path / "content")
    return tmp_path / "content"


def change(folder, file, old, new):
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_the_copy_is_valid(folder):
    assert read_content([folder]).tables == load().tables


def test_all_problems_at_once_with_file_path_and_nearest_name(folder):
    change(folder, "enemies.toml", "colour =", "color =")
    change(folder, "tiles.toml", 'terrain = "forest", site = "glade"', 'terrain = "forrest", site = "glade"')
    change(folder, "units.toml", 'effect = "influence 2"', 'effect = "influense 2"')
    change(folder, "levels.toml", "fame = 3", "fame = 3.5")
    with pytest.raises(ContentError) as caught:
        read_content([folder])
    found = {(p.file, p.path, p.nearest) for p in caught.value.problems}
    assert ("enemies.toml", "prowlers.color", "colour") in found
    assert ("enemies.toml", "prowlers.colour", None) in found
    assert ("tiles.toml", "countryside_1.hexes.C.terrain", "forest") in found
    assert ("levels.toml", "2.fame", None) in found
    assert "prowlers.color" in str(caught.value) and "countryside_1" in str(caught.value)


def test_effects_are_parsed_with_their_key_path(folder):
    change(folder, "units.toml", 'effect = "influence 2"', 'effect = "influense 2"')
    with pytest.raises(ContentError, match=r"units.toml: peasants.abilities.1.effect.*influense") as caught:
        read_content([folder])
    assert caught.value.nearest == "influence"


@pytest.mark.parametrize(
    "file, old, new, path",
    [
        ("heroes.toml", "rage = 1, determination", "rages = 1, determination", "arythea.deck.rages"),
        ("heroes.toml", "rage = 1, determination", "cold_toughness = 1, determination", "arythea.deck.cold_toughness"),
        ("heroes.toml", "rage = 1, determination", "rage = 2, determination", "arythea"),
        ("tiles.toml", '"C-W"', '"SW-NE"', "countryside_12.walls.0"),
        ("heads.toml", "[war_4]", "[war_40]", "war_40"),
        ("cities.toml", "level = 2", "level = 3", "blue_2"),
        ("tactics.toml", "number = 2", "number = 1", "day"),
        ("levels.toml", "fame = 8", "fame = 2", "fame"),
        ("skills.toml", 'hero = "arythea"', 'hero = "aritea"', "arythea_dark_paths.hero"),
        ("sites.toml", "[oasis]", "[oassis]", "oassis"),
        ("ruins.toml", "altar = { green = 3 }\n", "", "altar_green"),
        ("tiles.toml", ', mines = ["green"] }', " }", "countryside_2.hexes.SW"),
        ("enemies.toml", "armor_high = 6", "armor_high = 2", "orc_trackers"),
        ("sites.toml", "estimate_reason = ", "note = ", "oasis"),
    ],
)
def test_what_must_hold_between_entries(folder, file, old, new, path):
    change(folder, file, old, new)
    with pytest.raises(ContentError) as caught:
        read_content([folder])
    assert (file, path) in {(p.file, p.path) for p in caught.value.problems}


def test_broken_toml_names_the_file(folder):
    (folder / "units.toml").write_text("[peasants\n", encoding="utf-8")
    with pytest.raises(ContentError, match=r"units.toml: file: cannot be read"):
        read_content([folder])


def test_later_directories_replace_entries(tmp_path):
    raw = dict(load().raw["enemies"]["prowlers"], armor=9)
    lines = [f"{key} = {value!r}" for key, value in raw.items() if isinstance(value, int | str | list)]
    (tmp_path / "enemies.toml").write_text("[prowlers]\n" + "\n".join(lines), encoding="utf-8")
    changed = read_content([CONTENT_DIR, tmp_path])
    assert changed["enemies"]["prowlers"].armor == 9
    assert changed["enemies"]["diggers"] == load()["enemies"]["diggers"]


UNKNOWN = [
    ("content.enemies.prowler.armor", "prowlers"),
    ("content.enemies.prowlers.armour", "armor"),
    ("content.enemy.prowlers.armor", "enemies"),
    ("content.heads.war_4.armr", "armor"),
    ("content.heads.war_4.level", None),
    ("content.tiles.core_3.hexes.NNE.terrain", "NE"),
    ("content.cities.blue_1.garrison.gray", "grey"),
    ("content.heroes.tovak.deck.rages", "rage"),
    ("content.units.peasants.abilities.7.effect", None),
    ("content.units.peasants.name", None),
    ("content.enemies.prowlers", None),
    ("scenario.dragon.heads.wor", "war"),
    ("scenario.round", "rounds"),
    ("scenario.tiles", None),
    ("scenario.rounds.extra", None),
    ("scenarios.rounds", "scenario"),
    ("rules.rest_force", "rest_forced"),
    ("rules.sideways_while_resting", None),
    ("rules.fractured_lands_end", None),
]


@pytest.mark.parametrize("path, nearest", UNKNOWN)
def test_unknown_override_path(path, nearest):
    with pytest.raises(UsageError) as caught:
        scenario("against_the_dragon").set(path, 3)
    assert caught.value.exit_code == 2
    assert caught.value.where == path
    if nearest:
        assert caught.value.nearest == nearest


@pytest.mark.parametrize(
    "path, value",
    [
        ("content.enemies.prowlers.armor", 0),
        ("content.enemies.prowlers.armor", "4"),
        ("content.enemies.prowlers.armor", True),
        ("content.enemies.prowlers.attacks", ["4 fires"]),
        ("content.enemies.prowlers.abilities", ["elusive"]),
        ("content.cards.rage.basic", "attak 3"),
        ("content.tiles.core_3.hexes.C.terrain", "plain"),
        ("content.heroes.tovak.deck.rage", 3),
        ("scenario.dragon.heads.war", 13),
        ("scenario.dragon.heads.all", 0),
        ("scenario.rounds", 0),
        ("scenario.rounds", 13),
        ("scenario.rounds", 4.0),
        ("scenario.start.reputation", 8),
        ("scenario.city.mode", "hostil"),
        ("scenario.city.mode", "hostile"),
        ("scenario.dragon.turns", ["attack"]),
        ("scenario.dragon.present", False),
        ("rules.rest_forced", 1),
        ("rules.rest_forced", "yes"),
        ("rules.night_costs", "all_lands"),
        ("rules.night_costs", True),
    ],
)
def test_bad_override_value(path, value):
    with pytest.raises(ContentError) as caught:
        scenario("against_the_dragon").set(path, value)
    assert caught.value.exit_code == 3


def test_overrides_leave_the_original_alone():
    original = scenario("against_the_dragon/solo")
    changed = original.set("scenario.dragon.heads.all", 6).set("scenario.dragon.heads.war", 7)
    heads = changed.resolve().dragon.heads
    assert (heads.war, heads.famine, heads.death, heads.pestilence) == (7, 6, 6, 6)
    assert original.resolve().dragon.heads.war == 4
    assert dict(original.overrides) == {}
    assert list(changed.overrides) == ["scenario.dragon.heads.all", "scenario.dragon.heads.war"]


def test_set_all_judges_only_the_result():
    deck = {"content.heroes.tovak.deck.rage": 1, "content.heroes.tovak.deck.determination": 1}
    assert scenario("against_the_dragon").set_all(deck).overrides == deck


def test_scenario_names():
    assert scenario("against_the_dragon").id == "against_the_dragon/solo"
    assert scenario("first_reconnaissance").id == "first_reconnaissance/solo"
    playable = {s.id for s in scenarios().values() if s.playable}
    assert {"against_the_dragon/solo", "first_reconnaissance/solo"} <= playable
    with pytest.raises(UsageError) as caught:
        scenario("against_the_dragons/solo")
    assert caught.value.nearest == "against_the_dragon/solo"


def test_dragon_turn_table():
    """A.12.4, ruling 25: 10 attacks, 7 destructions, 3 rests; a Round has as many attacks as players."""
    rows = {1: scenario("against_the_dragon/solo").resolve().dragon.turns}
    rows |= {n: scenario("against_the_dragon/coop").resolve(n).dragon.turns for n in (2, 3, 4)}
    cells = [cell for row in rows.values() for cell in row]
    assert (cells.count("attack"), cells.count("destroy"), cells.count("none")) == (10, 7, 3)
    assert all(row.count("attack") == players for players, row in rows.items())
    assert all(rows[n] == scenario("against_the_dragon/competitive").resolve(n).dragon.turns for n in (2, 3, 4))


@pytest.mark.parametrize(("mode", "extra"), [("coop", 3), ("competitive", 1)])
def test_start_levels_grow_with_the_players(mode, extra):
    """A.12: heads at players + 3 (cooperative), players + 1 (competitive)."""
    for players in (2, 3, 4):
        heads = scenario(f"against_the_dragon/{mode}").resolve(players).dragon.heads
        assert {heads.war, heads.famine, heads.death, heads.pestilence} == {players + extra}


@pytest.mark.parametrize(
    ("text", "nearest"), [("tovk", "tovak"), ("tovak:exprt", "expert"), ("tovak:expert/fightr", "fighter")]
)
def test_unknown_player(text, nearest):
    with pytest.raises(UsageError) as caught:
        parse_seat(text)
    assert caught.value.nearest == nearest


def test_player_strings():
    assert str(parse_seat("Tovak:expert/fighter")) == "tovak:expert/fighter"
    assert str(parse_seat("goldyx")) == "goldyx:competent"
    assert parse_seat("krang:mine.toml").path == "mine.toml"
    assert [str(seat) for seat in parse_seats()] == ["tovak:competent"]
    with pytest.raises(UsageError, match="taken twice"):
        parse_seats(["tovak", "tovak:novice"])
