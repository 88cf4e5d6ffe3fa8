"""Mage Knights ruling cities (A.13.4, pp. 43-44), and the dragon in place of a city (A.13.2, p. 43)."""

import pytest
from laboratory import (
    BLACK,
    BLUE,
    CENTRE,
    GOLD,
    GREEN,
    RED,
    WHITE,
    Act,
    Element,
    Step,
    Task,
    enemy,
    game,
    space,
    tables,
    unit,
)

from mkbalance._mageknight import content, ids
from mkbalance._mageknight.exercise import exercise
from mkbalance.errors import MkbalanceError
from mkbalance.mageknight.game import GAME
from mkbalance.mageknight.model import scenario, scenarios

HEROES = tables().index["heroes"]
ROWS = tables().arrays["enemies"]
PHYSICAL, FIRE, ICE, COLDFIRE = (int(e) for e in list(Element)[:4])
ICE_RESISTANCE, FIRE_RESISTANCE = 4, 2
SWIFT, BRUTAL, POISON = 1, 2, 4
# changed tokens: Fame and attacks as the test needs them
STRONG, MIDDLE, WEAK = "freezers", "altem_guardsmen", "prowlers"


def ruled(ruler, garrison=(STRONG, MIDDLE), *, colour=WHITE, dice=(BLACK,), around=None, drawn=None, **kwargs):
    """A city next to the Hero, its garrison face up and ruled by a Hero."""
    enemies = {
        STRONG: {"fame": 9, "armor": 7, "attacks": kwargs.pop("attacks", None) or [(4, "physical")]},
        MIDDLE: {"fame": 6, "armor": 5, "attacks": [(3, "physical")]},
        WEAK: {"fame": 2, "armor": 3, "attacks": [(2, "physical")]},
        **kwargs.pop("enemies", {}),
    }
    field = {"E": {"site": "city", "city": colour}, **(around or {})}
    lab = game("solo_conquest", rulers=1, field=field, enemies=enemies, place=space("W"), **kwargs)
    lab.set_seat(space=CENTRE)
    lab.set_garrison(0, [enemy(name) for name in garrison], True)
    lab.set_source(list(dice))
    if drawn:
        lab.next_token(enemy(drawn))
    lab.rule(0, HEROES[ruler])
    return lab


def assault(lab):
    lab.set_seat(units=[(unit("catapults"), 1, 0)])
    lab.set_turn(move=6)
    lab.settle()
    lab.move("E")
    while lab.task == Task.DO_ADD_RAMPAGERS:
        lab.do(Act.ACT_DONE)
    assert lab.step == Step.STEP_RANGED
    return lab.foes()


def strikes(foe):
    """Value and element of each attack."""
    return [tuple(attack[:2]) for attack in foe["attacks"]]


def foe(lab, name, nth=0):
    return [f for f in lab.foes() if f["row"] == enemy(name)][nth]


# ---------------------------------------------------------------- who rules


def test_a_hero_nobody_plays_when_the_garrison_is_first_seen():
    """A.13.4: by Day from next to the city; one of the Heroes not in this game; the city keeps its ruler."""
    seen = set()
    for number in range(40):
        lab = game(
            "solo_conquest", rulers=1, field={"E": {"site": "city", "city": RED}}, number=number, place=0, cities=1
        )
        assert lab.cities()[0]["ruler"] is None
        lab.set_seat(space=space("W"))
        lab.set_turn(move=6)
        lab.settle()
        lab.move("E")
        while lab.task is not None:
            lab.apply(0)
        ruler = lab.cities()[0]["ruler"]
        assert ruler is not None and ruler not in (HEROES["tovak"], lab.table()["dummy_hero"])
        seen.add(ruler)
    assert len(seen) == 6 or len(seen) == 7


def test_without_the_variant_nobody_rules():
    lab = game("solo_conquest", field={"E": {"site": "city", "city": RED}})
    lab.set_turn(move=6)
    lab.settle()
    lab.move("E")
    assert lab.cities()[0]["ruler"] is None


def test_a_tie_is_the_players_choice():
    """A.13.4: of equal Fame the player who revealed the garrison names one."""
    lab = ruled("coral", (WEAK, "ironclads", STRONG), enemies={"ironclads": {"fame": 2, "armor": 3}})
    assert lab.task == Task.DO_RULER
    assert {o[0] for o in lab.options(Act.ACT_CHOOSE)} == {0, 1}
    lab.do(Act.ACT_CHOOSE, 1)
    assert lab.cities()[0]["marked"] == 1


# ---------------------------------------------------------------- the eight of them


def test_arythea():
    """Highest Fame: Ice resistance, attacks +2 and Fire as well; those that were Fire already +3 instead."""
    attacks = [(4, "physical"), (3, "ice"), (2, "fire"), (1, "coldfire")]
    lab = ruled("arythea", attacks=attacks)
    assault(lab)
    strong = foe(lab, STRONG)
    assert strikes(strong) == [(6, FIRE), (5, COLDFIRE), (5, FIRE), (4, COLDFIRE)]
    assert strong["resist"] & ICE_RESISTANCE
    assert strikes(foe(lab, MIDDLE)) == [(3, PHYSICAL)]


@pytest.mark.parametrize(
    ("dice", "armor", "attack", "swift"),
    [
        ((BLACK, GOLD), 8, (4, PHYSICAL), False),
        ((GREEN, GREEN), 9, (4, PHYSICAL), False),
        ((BLUE,), 8, (4, ICE), False),
        ((RED,), 8, (5, PHYSICAL), False),
        ((WHITE,), 8, (4, PHYSICAL), True),
        ((RED, BLUE, GREEN, WHITE), 9, (5, ICE), True),
    ],
)
def test_goldyx(dice, armor, attack, swift):
    """Highest Fame: Armor +1, and by each basic colour in the Source."""
    lab = ruled("goldyx", colour=RED, dice=dice)
    assault(lab)
    strong = foe(lab, STRONG)
    assert (strong["armor"], strikes(strong)[0]) == (armor, attack)
    assert bool(strong["attacks"][0][3] & SWIFT) == swift
    assert strong["attacks"][0][3] & BRUTAL  # the city's bonus follows the printed attack


def test_goldyx_changes_with_the_source():
    """A.13.4: these bonuses change as the Source changes."""
    lab = ruled("goldyx", colour=RED, dice=(RED, BLUE, GREEN, WHITE))
    assault(lab)
    lab.set_source([BLUE, BLACK])
    lab.settle()
    strong = foe(lab, STRONG)
    assert (strong["armor"], strikes(strong)[0]) == (8, (4, ICE))
    assert not strong["attacks"][0][3] & SWIFT
    lab.set_source([BLACK])
    lab.settle()
    assert strikes(foe(lab, STRONG))[0] == (4, PHYSICAL)


def test_norowas():
    """One more token of the type of the second highest Fame, its attacks +1."""
    lab = ruled("norowas", (WEAK, STRONG), drawn="ironclads")
    there = lab.cities()[0]
    assert there["garrison"] == [enemy(WEAK), enemy(STRONG), enemy("ironclads")] and there["marked"] == 2
    assault(lab)
    printed = int(ROWS[enemy("ironclads")]["value"][0])
    assert strikes(foe(lab, "ironclads"))[0][0] == printed + 1
    assert strikes(foe(lab, STRONG)) == [(4, PHYSICAL)]


def test_norowas_and_a_lone_defender():
    """A single defender: a gray token is added."""
    lab = ruled("norowas", (STRONG,))
    assert ROWS[lab.cities()[0]["garrison"][1]]["colour"] == int(ids.TokenColour.TOKEN_GREY)


def test_tovak():
    """Highest Fame: Armor +2, Fire resistance, attacks +1."""
    lab = ruled("tovak", hero="goldyx", colour=RED)
    assault(lab)
    strong = foe(lab, STRONG)
    assert (strong["armor"], strikes(strong)) == (9, [(5, PHYSICAL)])
    assert strong["resist"] & FIRE_RESISTANCE


@pytest.mark.parametrize(("garrison", "attack"), [((STRONG, MIDDLE), 5), ((STRONG,), 6)])
def test_wolfhawk(garrison, attack):
    """Highest Fame: Armor +1, attacks +1, +2 for the only defender."""
    lab = ruled("wolfhawk", garrison, colour=RED)
    assault(lab)
    strong = foe(lab, STRONG)
    assert (strong["armor"], strikes(strong)) == (8, [(attack, PHYSICAL)])


def test_wolfhawk_goes_on_to_the_next():
    """With its defender beaten the Shield moves to the highest left at the end of the combat."""
    lab = ruled("wolfhawk", (STRONG, WEAK, MIDDLE))
    assault(lab)
    lab.attack(lab.foes().index(foe(lab, STRONG)), siege=[(40, "physical")])
    assert strikes(foe(lab, MIDDLE)) == [(3, PHYSICAL)]
    lab.to_attack_phase().end_phase()
    there = lab.cities()[0]
    assert there["garrison"][there["marked"]] == enemy(MIDDLE)


def test_wolfhawk_left_alone_in_the_fight():
    """+2 instead of +1 as soon as the others are beaten."""
    lab = ruled("wolfhawk", (STRONG, WEAK))
    assault(lab)
    lab.attack(lab.foes().index(foe(lab, WEAK)), siege=[(40, "physical")])
    assert strikes(foe(lab, STRONG)) == [(6, PHYSICAL)]


def test_krang():
    """Each assault, Block phase: a token of the type of the highest Fame, attacks halved up, gone after the damage."""
    lab = ruled("krang", (STRONG, WEAK), attacks=[(5, "physical"), (2, "fire")])
    assert lab.cities()[0]["marked"] is None
    assault(lab)
    lab.next_token(enemy(STRONG))
    lab.end_phase()
    assert lab.step == Step.STEP_BLOCK
    summoned = foe(lab, STRONG, 1)
    assert strikes(foe(lab, STRONG)) == [(5, PHYSICAL), (2, FIRE)]
    assert strikes(summoned) == [(3, PHYSICAL), (1, FIRE)]
    assert summoned["fame"] == 0
    while lab.step == Step.STEP_BLOCK:
        lab.end_phase()
    while lab.step == Step.STEP_DAMAGE:
        index, attack, _ = lab.options(Act.ACT_ASSIGN)[0]
        lab.assign(254, index, attack)
    assert 2 not in [o[0] for o in lab.options(Act.ACT_TARGET)]


def test_krang_and_tied_types():
    """A tie of types for the highest Fame is the player's choice."""
    lab = ruled("krang", (STRONG, "sorcerers"), enemies={"sorcerers": {"fame": 9, "armor": 3}})
    assault(lab)
    lab.end_phase()
    assert lab.task == Task.DO_KRANG and len(lab.options(Act.ACT_CHOOSE)) == 2


@pytest.mark.parametrize(
    ("terrain", "night", "attack"),
    [
        ("plains", False, (5, COLDFIRE)),
        ("hills", True, (5, COLDFIRE)),
        ("forest", False, (5, COLDFIRE)),
        ("forest", True, (5, PHYSICAL)),
        ("desert", False, (5, PHYSICAL)),
        ("desert", True, (5, COLDFIRE)),
        ("wasteland", False, (5, PHYSICAL)),
        ("swamp", False, (5, PHYSICAL)),
        ("lake", False, (4, PHYSICAL)),
        ("mountain", True, (4, PHYSICAL)),
    ],
)
def test_braevalar(terrain, night, attack):
    """Highest Fame: Armor +2; attacks by the terrain the city is assaulted from."""
    lab = ruled("braevalar", colour=RED, around={"C": terrain})
    lab.set_time(night=night)
    assault(lab)
    strong = foe(lab, STRONG)
    assert (strong["armor"], strikes(strong)) == (9, [attack])


def test_coral():
    """Lowest Fame: Armor +3, attacks +3."""
    lab = ruled("coral", (STRONG, WEAK))
    assault(lab)
    assert (foe(lab, WEAK)["armor"], strikes(foe(lab, WEAK))) == (7, [(5, PHYSICAL)])  # a white city adds 1
    assert strikes(foe(lab, STRONG)) == [(4, PHYSICAL)]


def test_the_citys_bonus_follows_the_printed_attack():
    """A.13.4: blue: +2 for Fire, +1 for Cold Fire as printed; green: a physical attack with Fire still poisons."""
    lab = ruled("arythea", colour=BLUE, attacks=[(3, "ice"), (2, "coldfire")])
    assault(lab)
    assert strikes(foe(lab, STRONG)) == [(7, COLDFIRE), (6, COLDFIRE)]
    lab = ruled("arythea", colour=GREEN)
    assault(lab)
    assert foe(lab, STRONG)["attacks"][0][3] & POISON


def test_survivors_keep_the_shield():
    """The marked defender is found again in the next assault, wherever it stands then."""
    lab = ruled("tovak", (WEAK, STRONG), hero="goldyx")
    assault(lab)
    lab.attack(lab.foes().index(foe(lab, WEAK)), siege=[(40, "physical")])
    lab.to_attack_phase().end_phase()
    there = lab.cities()[0]
    assert there["garrison"] == [enemy(STRONG)] and there["marked"] == 0


def test_rows_say_who_ruled_and_who_fell():
    lab = ruled("tovak", (WEAK,), hero="goldyx")
    assert (lab.row()["ruler_1"], lab.row()["rulers_met"], lab.row()["rulers_defeated"]) == (HEROES["tovak"] + 1, 1, 0)
    assault(lab)
    lab.attack(0, siege=[(40, "physical")])
    assert (lab.row()["rulers_met"], lab.row()["rulers_defeated"]) == (1, 1)


@pytest.mark.parametrize(
    ("id_", "values"),
    [
        ("against_the_dragon/solo", {"scenario.city.rulers": True}),
        ("first_reconnaissance/solo", {"scenario.city.rulers": True}),
        ("solo_conquest", {"scenario.city.rulers": True, "scenario.city.levels": [5, 18]}),
        ("solo_conquest", {"scenario.city.dragon": "last", "scenario.city.levels": [5, 13]}),
        ("solo_conquest", {"scenario.city.dragon": "first"}),
        ("against_the_dragon/solo", {"scenario.city.dragon": "last"}),
    ],
)
def test_combinations_without_rules_are_refused(id_, values):
    with pytest.raises(MkbalanceError):
        scenario(id_).set_all(values)


# ---------------------------------------------------------------- the dragon in place of a city


CITY_TILES = [name for name, row in zip(tables().names["tiles"], tables().arrays["tiles"], strict=True)
              if row["kind"] == int(ids.TileKind.TILE_CITY)]  # fmt: skip


def exploring(tile, place, number=0, **kwargs):
    """The next tile of the map is a city tile."""
    lab = game("solo_conquest", stack=[tile], shape=1, dragon=1, dragon_place=place, lair_hexes=[0, 1, 6],
               number=number, **kwargs)  # fmt: skip
    for s in lab.spaces():
        lab.set_seat(space=s["space"])
        lab.set_turn(move=20)
        lab.settle()
        if lab.options(Act.ACT_EXPLORE):
            lab.do(Act.ACT_EXPLORE, *lab.options(Act.ACT_EXPLORE)[0])
            return lab
    raise AssertionError("nowhere to explore")


@pytest.mark.parametrize("tile", CITY_TILES)
def test_it_lies_on_the_last_city_tile(tile):
    """A.13.2: over the city space and the two above it, the city space plains; heads at the city's level."""
    lab = exploring(tile, 2, cities=1, city_levels=[5, 8, 0, 0])
    assert lab.cities() == []
    assert lab.table()["heads"] == [5, 5, 5, 5]
    lair = [s for s in lab.spaces() if s["lair"]]
    assert len(lair) == 3 and all(s["site"] == 0 for s in lair)
    (city,) = [s for s in lair if s["printed_site"] == int(ids.Site.CITY)]
    assert city["terrain"] == int(ids.Terrain.PLAINS)


def test_the_cities_before_it_stand():
    """A.13.2: only the final city tile brings it."""
    lab = exploring(CITY_TILES[0], 2, cities=2, city_levels=[5, 8, 0, 0])
    assert len(lab.cities()) == 1 and lab.table()["heads"] == [0, 0, 0, 0]


def test_a_black_die_brings_it():
    """A.13.2: a die for each city tile, one in six."""
    labs = (exploring(CITY_TILES[0], 3, n, cities=2, city_levels=[5, 8, 0, 0]) for n in range(240))
    found = sum(any(lab.table()["heads"]) for lab in labs)
    assert 20 < found < 64


def test_the_next_city_keeps_its_level_after_it():
    """A.13.2: the second city tile of a game is of the second level, whatever lies on the first."""
    lab = exploring(CITY_TILES[0], 2, cities=1, city_levels=[5, 8, 0, 0])
    assert lab.table()["heads"] == [5, 5, 5, 5]


def test_random_levels_when_it_is_revealed():
    """A.13.3: all heads one lower, then four dice; the sum stays."""
    lab = exploring(CITY_TILES[0], 2, cities=1, city_levels=[5, 8, 0, 0], random_heads=1)
    assert sum(lab.table()["heads"]) == 20 and min(lab.table()["heads"]) >= 4
    starts = [int(lab.row()[f"{head}_start"]) for head in ("war", "famine", "death", "pestilence")]
    assert starts == lab.table()["heads"]


def test_no_die_and_no_turn_without_the_variant():
    """The dragon in place of a city does not fly, and its turn is none (A.13.2)."""
    lab = exploring(CITY_TILES[0], 2, cities=1, city_levels=[5, 8, 0, 0])
    assert 7 not in lab.table()["order"]


def test_its_defeat_conquers_the_city():
    """Ruling 82b: with the last head gone it counts as the conquered city: for the end, for the points."""
    lab = exploring(CITY_TILES[0], 2, cities=1, city_levels=[1, 8, 0, 0])
    lair = {s["space"] for s in lab.spaces() if s["lair"]}
    target = next(s["space"] for s in lab.spaces() if s["lair"] and s["printed_site"] == int(ids.Site.CITY))
    here, way = next(
        (n, (d + 3) % 6) for d in range(6)
        if (n := lab.neighbour(target, d)) < 250 and n not in lair and not lab.spaces()[n]["tokens"]
    )  # fmt: skip
    lab.set_seat(space=here, units=[(unit("catapults"), 1, 0)])
    lab.pass_over("plains", "hills", "forest", "lake", "mountain", "swamp", "desert", "wasteland", cost=1)
    lab.set_turn(move=20)
    lab.settle()
    lab.do(Act.ACT_MOVE, way)
    while lab.task is not None:
        lab.do(Act.ACT_DONE)
    heads = [i for i, f in enumerate(lab.foes()) if f["source"] == int(ids.Source.FROM_HEAD) and f["armor"]]
    assert len(heads) == 4 and all(lab.foes()[i]["fort_site"] for i in heads)  # fortified from the city space
    lab.block_all()
    for index in heads:
        lab.attack(index, melee=[(90, "coldfire")])
    while lab.step != Step.STEP_AFTER:
        lab.end_phase()
    assert lab.row()["cities_conquered"] == 1
    assert lab.score()["cities"] == 10
    lab.end_turn()
    assert lab.table()["won"]


# ---------------------------------------------------------------- whole games

HOSTILE = [
    id_
    for id_ in scenarios()
    if scenario(id_).playable and scenario(id_).resolve().city.mode == "hostile" and scenario(id_).resolve().cities
]
VARIANTS = [
    {"scenario.city.rulers": True},
    {"scenario.city.rulers": True, "scenario.opponents": "proxy+proxy"},
    {"scenario.city.dragon": "last"},
    {"scenario.city.dragon": "die", "scenario.city.rulers": True, "scenario.opponents": "proxy"},
]


@pytest.mark.parametrize("values", VARIANTS, ids=lambda v: "+".join(name.split(".")[-1] for name in v))
@pytest.mark.parametrize("id_", HOSTILE)
def test_random_games_keep_every_law(id_, values):
    core = content.Tables(dict(tables().arrays))
    if id_ == "against_the_horsemen/solo":
        values = {path: value for path, value in values.items() if path != "scenario.opponents"}
    setup = scenario(id_).set_all(values).expand(["tovak"], tables())
    faults, _ = exercise(core, setup, 13, 0, 100)
    assert faults == []


def test_scripted_players_play_on_and_take_the_dragon_for_the_city():
    """The value of the goal counts its heads: competent players reach and fight it."""
    prepared = GAME.prepare(GAME.scenario("solo_conquest").set("scenario.city.dragon", "last"), ["tovak:competent"])
    rows = prepared.run(5, 0, 60)
    removed = sum(int(rows[f"{head}_removed"].sum()) for head in ("war", "famine", "death", "pestilence"))
    assert not rows["fault"].any() and removed > 0
