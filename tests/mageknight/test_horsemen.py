"""The four Horsemen (A.8.2) and Apocalypse is Here (A.12.5): how they come, ride, destroy, fight and leave."""

import pytest
from laboratory import CENTRE, HERO, Act, Step, Task, enemy, game, space, tables

from mkbalance.errors import MkbalanceError
from mkbalance.mageknight.model import scenario

WAR, FAMINE, DEATH, PESTILENCE = range(4)
HERE = "apocalypse_is_here/solo"
BIT = 8  # answers from here on name Horsemen
ROWS = tables().index["tiles"]
HORSE = enemy("minotaur")


def riding(*horsemen, settle=True, **kwargs):
    """The player's turn is over and the Horsemen's next; Horsemen as (kind, space) or (kind, space, level, sites)."""
    lab = game(HERE, **kwargs)
    for kind, where, *rest in horsemen:
        level, sites = rest or (4, 0)
        lab.set_horseman(kind, space=where, level=level, sites=sites)
    lab.go_to(Step.STEP_NEXT)
    if settle:
        lab.settle()
    return lab


def horseman(lab, kind):
    return lab.table()["horsemen"][kind]


def gone(lab):
    return {s["space"] for s in lab.spaces() if s["flags"] & 1}


def away(lab, one, other):
    """Steps between two spaces as the crow flies."""
    a, b = lab.spaces()[one], lab.spaces()[other]
    dq, dr = a["q"] - b["q"], a["r"] - b["r"]
    return max(abs(dq), abs(dr), abs(dq + dr))


def explore(lab):
    """Turn up the next tile from some space that allows it."""
    for s in lab.spaces():
        lab.set_seat(space=s["space"])
        lab.set_turn(move=20)
        lab.settle()
        if lab.options(Act.ACT_EXPLORE):
            lab.do(Act.ACT_EXPLORE, *lab.options(Act.ACT_EXPLORE)[0])
            return
    raise AssertionError("nowhere to explore")


def before(lab, target):
    """Put the Hero next to a space of the dragon, with Move to attack it, and go there."""
    here = next(
        n for n in (lab.neighbour(target, d) for d in range(6))
        if n < 255 and n not in lair(lab) and not lab.spaces()[n]["tokens"]
    )  # fmt: skip
    lab.set_seat(space=here)
    lab.set_turn(move=20)
    lab.settle()
    lab.do(Act.ACT_MOVE, next(d for d in range(6) if lab.neighbour(here, d) == target))
    while lab.task is not None:
        lab.do(Act.ACT_DONE)


def lair(lab):
    return {s["space"] for s in lab.spaces() if s["lair"]}


# ---------------------------------------------------------------- coming (p. 35)


@pytest.mark.parametrize(("turned", "there"), [(1, 1), (2, 2), (3, 2), (4, 3), (5, 3), (6, 4)])
def test_tiles_bring_them(turned, there):
    """Alone the first comes with the first tile of the stack, then with the second, fourth and sixth, on its centre."""
    stack = [f"countryside_{i}" for i in range(3, 9)]
    lab = game(HERE, stack=stack, shape=1)
    for _ in range(turned):
        then = [h["space"] for h in lab.table()["horsemen"]]
        explore(lab)
        after = [h["space"] for h in lab.table()["horsemen"]]
        new = [s for s, old in zip(after, then, strict=True) if s is not None and old is None]
        assert new in ([], [len(lab.spaces()) - 7])
    assert sum(h["space"] is not None for h in lab.table()["horsemen"]) == there


def test_each_comes_at_its_start_level_in_a_random_order():
    """Four shuffled cards: every Horseman is first in some game, all at level 4 (p. 38)."""
    first = set()
    for number in range(24):
        lab = game(HERE, number=number, stack=["countryside_3"], shape=1)
        explore(lab)
        (kind,) = [k for k, h in enumerate(lab.table()["horsemen"]) if h["space"] is not None]
        assert horseman(lab, kind)["level"] == 4
        first.add(kind)
    assert first == {WAR, FAMINE, DEATH, PESTILENCE}


def test_a_late_one_comes_after_the_tactics():
    """No tile by the start of Round 2: one is turned up as far as possible from the Hero, with the Horseman (p. 35)."""
    lab = game(HERE, stack=["countryside_3"], start_tactic=None, shape=1, place=space("SW"))
    lab.set_time(round_=2, night=True)
    lab.settle()
    assert len(lab.spaces()) == 21
    lab.do(Act.ACT_TACTIC, tables().index["tactics"]["long_night"])
    if lab.task == Task.DO_HORSEMAN_TILE:
        lab.apply(0)
    assert len(lab.spaces()) == 28
    (kind,) = [k for k, h in enumerate(lab.table()["horsemen"]) if h["space"] is not None]
    assert horseman(lab, kind)["space"] == 21
    assert away(lab, lab.player()["space"], 21) >= 5
    assert lab.row()["tiles"] == 0, "nobody explored it"


def test_no_late_one_where_a_tile_brought_it():
    lab = game(HERE, stack=["countryside_3"], start_tactic=None)
    lab.set_horseman(DEATH, space=14)
    lab.set_time(round_=2, night=True)
    lab.settle()
    lab.do(Act.ACT_TACTIC, tables().index["tactics"]["long_night"])
    assert len(lab.spaces()) == 21


# ---------------------------------------------------------------- riding (pp. 35-36)


def test_two_spaces_closer_then_the_site_falls():
    """A site three away is not reached; the way is one of the shortest."""
    lab = game(HERE, field={"NE": {"site": "village"}})
    start = next(s["space"] for s in lab.spaces() if away(lab, s["space"], space("NE")) == 3)
    lab.set_horseman(FAMINE, space=start)
    lab.go_to(Step.STEP_NEXT)
    lab.settle()
    if lab.task == Task.DO_HORSEMAN_STEP:
        assert all(
            away(lab, o[0], space("NE")) == 1 and away(lab, o[0], start) == 2 for o in lab.options(Act.ACT_CHOOSE)
        )
        lab.apply(0)
    assert gone(lab) == set()
    assert horseman(lab, FAMINE)["level"] == 4
    assert away(lab, horseman(lab, FAMINE)["space"], space("NE")) == 1


@pytest.mark.parametrize("distance", [0, 1, 2])
def test_a_site_within_reach_is_destroyed_at_once(distance):
    """It moves one space or none if that is enough (ruling 26)."""
    where = {0: space("NE"), 1: CENTRE, 2: space("SW")}[distance]
    lab = riding((FAMINE, where), field={"NE": {"site": "village"}})
    assert gone(lab) == {space("NE")}
    assert horseman(lab, FAMINE) == {
        "level": 3,
        "space": space("NE"),
        "horse": None,
        "sites": 1,
        "round": 0,
        "start": 4,
    }
    assert lab.table()["heads"] == [5, 6, 5, 5]


@pytest.mark.case("A25")
def test_a_level_one_horseman_stays_at_one():
    """cases A25: head +1, the Horseman keeps level 1."""
    lab = riding((FAMINE, CENTRE, 1, 0), field={"NE": {"site": "village"}})
    assert horseman(lab, FAMINE)["level"] == 1
    assert lab.table()["heads"][FAMINE] == 6


@pytest.mark.case("A24")
def test_with_the_fourth_site_it_leaves_undefeated():
    """cases A24: it leaves the game, its head still gains the level; it is not defeated."""
    lab = riding((FAMINE, CENTRE, 2, 3), field={"NE": {"site": "village"}})
    assert gone(lab) == {space("NE")}
    assert horseman(lab, FAMINE)["space"] is None
    assert horseman(lab, FAMINE)["round"] == 0
    assert lab.table()["heads"][FAMINE] == 6
    assert lab.row()["horsemen_defeated"] == 0
    assert lab.score()["horsemen"] == 0


LISTS = [
    (WAR, ["marauding_orcs", "keep", "village"]),
    (FAMINE, ["village", "mine", "marauding_orcs"]),
    (DEATH, ["mage_tower", "marauding_orcs", "monastery"]),
    (PESTILENCE, ["keep", "refugee_camp", "draconum"]),
]


@pytest.mark.parametrize(("kind", "order"), LISTS)
def test_list_a_before_b_before_c(kind, order):
    """Distance counts only within a list (p. 35)."""
    field = {name: {"site": site, "mines": 1} for name, site in zip(("NE", "E", "SE"), reversed(order), strict=True)}
    where = {site: space(name) for name, site in zip(("NE", "E", "SE"), reversed(order), strict=True)}
    for number, site in enumerate(order):
        lab = riding((kind, CENTRE), field=field, settle=False)
        for earlier in order[:number]:
            lab.clear(where[earlier])
            lab.set_space(where[earlier], site=0)
        for later in order[number:]:
            if later in ("marauding_orcs", "draconum"):
                lab.put(where[later], [enemy("prowlers")])
        lab.settle()
        assert horseman(lab, kind)["space"] == where[site]
        assert lab.spaces()[where[site]]["tokens"] == []


def test_what_never_counts():
    """A burned monastery, a destroyed village, an emptied rampager's space; then the Horseman stays (p. 35)."""
    field = {"NE": {"site": "monastery"}, "E": {"site": "village"}, "SE": {"site": "marauding_orcs"}}
    lab = riding((FAMINE, CENTRE), field=field, settle=False)
    lab.set_space(space("NE"), flags=["burned"])
    lab.set_space(space("E"), flags=["destroyed"])
    lab.clear(space("SE"))
    lab.set_space(space("SE"), site=0)
    before = gone(lab)
    lab.settle()
    assert horseman(lab, FAMINE)["space"] == CENTRE
    assert gone(lab) == before
    assert lab.table()["heads"] == [5, 5, 5, 5]


def test_ties_are_the_players():
    """The player with the lowest Tactic chooses which of the tied sites."""
    lab = riding((FAMINE, CENTRE), field={"NE": {"site": "village"}, "W": {"site": "monastery"}})
    assert lab.task == Task.DO_HORSEMAN_GOAL
    assert {o[0] for o in lab.options(Act.ACT_CHOOSE)} == {space("NE"), space("W")}
    lab.do(Act.ACT_CHOOSE, space("W"))
    assert gone(lab) == {space("W")}


def test_it_rides_over_any_terrain_and_past_a_hero():
    lab = riding((FAMINE, space("SW")), field={"NE": {"site": "village"}, "C": {"terrain": "lake"}}, place=space("E"))
    assert gone(lab) == {space("NE")}


def test_they_ride_in_order_of_reveal():
    """The second finds the site that the first has destroyed gone."""
    lab = riding((PESTILENCE, CENTRE), (DEATH, CENTRE), field={"NE": {"site": "keep"}})
    assert horseman(lab, PESTILENCE)["sites"] == 1
    assert horseman(lab, DEATH)["sites"] == 0


def test_none_rides_once_the_end_of_the_round_is_announced():
    lab = game(HERE, field={"NE": {"site": "village"}})
    lab.set_horseman(FAMINE, space=CENTRE)
    lab.set_dummy(deck=[])
    lab.go_to(Step.STEP_NEXT)
    lab.settle()
    assert gone(lab) == set()


def test_a_destroyed_rampager_returns_its_possessed_token():
    lab = riding((WAR, CENTRE), field={"NE": {"site": "marauding_orcs"}}, settle=False)
    pile = sorted(lab.decks()["possessed"])
    token = pile.pop()
    lab.put(space("NE"), [enemy("prowlers")])
    lab.set_decks(possessed=pile)
    lab.set_space(space("NE"), extra=token)
    lab.settle()
    assert lab.spaces()[space("NE")]["tokens"] == []
    assert (sorted(lab.decks()["possessed"]), lab.decks()["possessed_discard"]) == (pile, [token])


# ---------------------------------------------------------------- fighting (A.8.2, p. 11)


def challenged(kind=DEATH, level=2, **kwargs):
    """The Hero fights a Horseman on its own space."""
    lab = game(HERE, **kwargs)
    lab.set_horseman(kind, space=lab.player()["space"], level=level)
    lab.settle()
    lab.do(Act.ACT_CHALLENGE, BIT + kind)
    return lab


@pytest.mark.parametrize(
    ("kind", "level", "armor", "attack", "element"),
    [(WAR, 1, 4, 4, 1), (FAMINE, 6, 11, 11, 0), (DEATH, 5, 10, 6, 2), (PESTILENCE, 3, 8, 6, 0)],
)
def test_its_level_is_on_the_card(kind, level, armor, attack, element):
    (foe,) = challenged(kind, level).foes()
    assert foe["armor"] == armor
    assert foe["attacks"][0][:2] == (attack, element)
    assert foe["fame"] == level + 3


def test_defeat():
    """Fame by level, off the map for good, three points at the end (p. 38)."""
    lab = challenged(FAMINE, 2)
    lab.attack(0, siege=[(7, "physical")])
    assert lab.player()["fame"] == 5
    assert horseman(lab, FAMINE) == {"level": 2, "space": None, "horse": None, "sites": 0, "round": 1, "start": 4}
    assert lab.score()["horsemen"] == 3
    assert lab.row()["horsemen_defeated"] == 1
    assert lab.row()["famine_horseman_round"] == 1
    assert lab.row()["defeated_green"] == 0, "no enemy token"


def test_undefeated_it_stays_and_so_does_the_hero():
    lab = challenged(FAMINE, 2)
    lab.end_phase()
    lab.block(0, coldfire=40)
    lab.end_phase()
    assert horseman(lab, FAMINE)["space"] == CENTRE == lab.player()["space"]


def test_moving_onto_its_space_starts_no_fight():
    lab = game(HERE)
    lab.set_horseman(WAR, space=space("NE"))
    lab.set_turn(move=4)
    lab.settle()
    assert not lab.can(Act.ACT_CHALLENGE)
    lab.move("NE")
    assert lab.step == Step.STEP_MOVE
    assert lab.can(Act.ACT_CHALLENGE, BIT + WAR)


@pytest.mark.parametrize("join", [True, False])
def test_an_assault_may_include_it(join):
    """The site must be assaulted, the Horseman may be fought too and is not fortified."""
    lab = game(HERE, field={"NE": {"site": "keep"}})
    lab.put(space("NE"), [enemy("crossbowmen")], False)
    lab.set_horseman(WAR, space=space("NE"))
    lab.set_turn(move=6)
    lab.settle()
    lab.move("NE")
    lab.do(Act.ACT_CHOOSE, BIT + WAR) if join else lab.do(Act.ACT_DONE)
    forts = [f["fort"] + f["fort_site"] for f in lab.foes()]
    assert forts == ([1, 0] if join else [1])


def test_a_provoked_fight_and_a_challenge_may_include_it():
    """Rampagers beside it too (p. 11)."""
    lab = game(HERE, field={"NE": {"site": "marauding_orcs"}, "E": {}})
    lab.put(space("NE"), [enemy("prowlers")])
    lab.set_horseman(WAR, space=CENTRE)
    lab.settle()
    lab.do(Act.ACT_CHALLENGE, BIT + WAR)
    lab.do(Act.ACT_CHOOSE, 0)
    assert len(lab.foes()) == 2
    lab = game(HERE, field={"NE": {"site": "marauding_orcs"}})
    lab.put(space("NE"), [enemy("prowlers")])
    lab.set_horseman(WAR, space=space("E"))
    lab.set_turn(move=4)
    lab.settle()
    lab.move("E")
    lab.do(Act.ACT_CHOOSE, BIT + WAR)
    assert len(lab.foes()) == 2


# ---------------------------------------------------------------- the horses variant (pp. 29, 37)


def mounted(level=2):
    lab = game(HERE, horses=1)
    lab.set_horseman(FAMINE, space=CENTRE, level=level, horse=HORSE)
    lab.settle()
    lab.do(Act.ACT_CHALLENGE, BIT + FAMINE)
    return lab


def test_it_must_be_fought_with_its_horse():
    assert [f["row"] for f in mounted().foes()][1] == HORSE


def test_the_horse_of_a_fallen_horseman_goes_without_fame():
    lab = mounted()
    brown = sum(lab.token_piles(2))
    lab.attack(0, siege=[(7, "physical")])
    lab.end_phase()
    lab.block(1, coldfire=40)
    lab.end_phase()
    assert lab.player()["fame"] == 5
    assert horseman(lab, FAMINE)["horse"] is None
    assert sum(lab.token_piles(2)) == brown + 1


def test_a_defeated_horse_gives_its_fame_and_is_gone():
    lab = mounted()
    armor, fame = lab.foes()[1]["armor"], lab.foes()[1]["fame"]
    lab.attack(1, siege=[(armor, "physical")])
    lab.end_phase()
    lab.block(0, coldfire=40)
    lab.end_phase()
    assert lab.player()["fame"] == fame
    assert horseman(lab, FAMINE)["horse"] is None
    assert horseman(lab, FAMINE)["space"] == CENTRE


# ---------------------------------------------------------------- the dragon on the second city (p. 36)


def at_the_city(*, cities=1, **kwargs):
    """One city stands; the tile of the second lies beside the field, its rampager's token known."""
    lab = game(HERE, **kwargs)
    tiles = [(ROWS["start_a"], 0, 0), (ROWS["countryside_1"], 0, 1), (ROWS["countryside_2"], 1, 0)]
    lab.lay([*tiles, (ROWS["core_5"], 0, 2), (ROWS["core_6"], 1, 1)][: 3 + cities])
    return lab


def test_the_first_city_is_friendly():
    lab = at_the_city()
    assert lair(lab) == set()
    assert [c["shields"] for c in lab.cities()] == [[0]]


def test_the_dragon_lies_on_the_second():
    """City space, the two above; the city is none, its space plains; rampagers are possessed."""
    lab = at_the_city(cities=2)
    base = 28
    assert lair(lab) == {base, base + 1, base + 6}
    assert len(lab.cities()) == 1
    city = lab.spaces()[base]
    assert (city["site"], city["terrain"]) == (0, 0)
    assert lab.spaces()[base + 1]["site"] == 0, "the monastery under the dragon is ignored"
    rampagers = [s for s in lab.spaces()[base:] if s["tokens"]]
    assert rampagers
    assert all(s["extra"] is not None for s in rampagers)


def test_its_rampagers_fight_with_their_tokens():
    lab = at_the_city(cities=2)
    (rampager,) = [s for s in lab.spaces()[28:] if s["tokens"]]
    beside = next(s for s in lab.spaces() if s["space"] >= 28 and s["space"] not in lair(lab) and not s["tokens"]
                  and rampager["space"] in [lab.neighbour(s["space"], d) for d in range(6)])  # fmt: skip
    lab.set_seat(space=beside["space"])
    lab.settle()
    (direction,) = [d for (d, *_) in lab.options(Act.ACT_CHALLENGE)]
    lab.do(Act.ACT_CHALLENGE, direction)
    (foe,) = lab.foes()
    token = tables().arrays["possessed"][rampager["extra"]]
    printed = tables().arrays["enemies"][foe["row"]]
    assert foe["possessed"] == rampager["extra"]
    assert foe["armor"] == max(1, printed["armor"] + token["armor"])
    assert foe["fame"] == max(0, printed["fame"] + token["fame"])
    assert lab.decks()["possessed_discard"] == []
    lab.attack(0, siege=[(60, "coldfire")])
    assert lab.decks()["possessed_discard"] == [rampager["extra"]]
    assert lab.spaces()[rampager["space"]]["extra"] is None


@pytest.mark.parametrize(("step", "forts"), [("city", 1), ("other", 0)])
def test_its_heads_are_fortified_from_the_city_space_only(step, forts):
    lab = at_the_city(cities=2)
    taken = {*lair(lab), 255, *(s["space"] for s in lab.spaces() if s["tokens"])}
    others = [n for n in lair(lab) - {28} if any(lab.neighbour(n, d) not in taken for d in range(6))]
    before(lab, 28 if step == "city" else others[0])
    heads = [f for f in lab.foes() if f["source"] == 4]
    assert len(heads) == 5
    assert {f["fort_site"] for f in heads if f["armor"]} == {forts}


def test_horsemen_leave_when_the_dragon_is_attacked():
    """They are removed, which is no defeat, and never ride again (p. 36)."""
    lab = at_the_city(cities=2)
    lab.set_horseman(WAR, space=CENTRE)
    lab.set_horseman(DEATH, space=34)
    before(lab, 28)
    assert [h["space"] for h in lab.table()["horsemen"]] == [None] * 4
    assert lab.row()["horsemen_defeated"] == 0


# ---------------------------------------------------------------- parameters


def test_parameters_of_the_scenario():
    """pp. 34-38."""
    p = scenario(HERE).resolve()
    assert (p.rounds, p.countryside, p.cores, p.cities) == (6, 7, 2, 2)
    assert p.dragon.heads.model_dump() == dict.fromkeys(("war", "famine", "death", "pestilence"), 5)
    assert (p.horsemen.level, p.horsemen.tiles) == (4, [1, 2, 4, 6])
    assert p.start.model_dump() == {"fame": 0, "reputation": 0}
    s = p.scoring
    assert (s.horseman, s.head, s.goal, s.round, s.dummy, s.unannounced) == (3, 5, 15, 30, 1, 5)


def test_horsemen_without_a_dragon_are_refused():
    with pytest.raises(MkbalanceError, match="Horsemen"):
        scenario("first_reconnaissance/solo").set("scenario.horsemen.present", True).resolve()


def test_the_rows_of_a_whole_game_add_up():
    """Every level a head has gained is a site that its Horseman destroyed; the same games twice are the same rows."""
    import mkbalance as mk

    r = mk.simulate(mk.scenario(HERE), players="tovak:random", games=200, seed=3)
    for name in ("war", "famine", "death", "pestilence"):
        assert (r.frame[f"{name}_raised"] == r.frame[f"{name}_horseman_sites"]).all()
        assert r.frame[f"{name}_horseman_sites"].max() == 4
        assert (r.frame[f"{name}_horseman_level"] == 4 - r.frame[f"{name}_horseman_sites"].clip(upper=3)).all()
    again = mk.simulate(mk.scenario(HERE), players="tovak:random", games=200, seed=3)
    assert r.frame.equals(again.frame)


def test_hero_of_the_damage():
    """Its attack wounds like any other: War at level 1, fire 4, Brutal, doubled to 8 against Armor 2."""
    lab = challenged(WAR, 1)
    lab.end_phase()
    lab.end_phase()
    lab.assign(HERO)
    assert lab.player()["wounds"] == 4
