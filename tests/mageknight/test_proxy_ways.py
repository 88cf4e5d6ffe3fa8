"""Where a proxy player goes (A.11.2, A.11.3): its goal, its way, how far, whom it fights on it."""

import pytest
from laboratory import BLACK, CENTRE, GOLD, RED, Act, Task, card, enemy, game, space, unit
from proxying import (
    BLUE_CARD,
    GREEN_CARD,
    RED_CARD,
    RED_UNIQUE,
    WHITE_CARD,
    acts,
    at,
    distances,
    it,
    named,
    proxy,
    sites,
)

from mkbalance._mageknight import ids


@pytest.mark.case("A30")
def test_the_printed_example():
    """Page 19: a unique red card, a Shield, a red and a gold die by Day: four spaces; the red die is rerolled."""
    lab = proxy(RED_UNIQUE, dice=(GOLD, RED, BLACK), shields=0)
    before = lab.draws()[ids.Purpose.DRAW_PROXY]
    assert named(acts(lab), "SETS_OUT") == [[4, 1]]
    assert lab.draws()[ids.Purpose.DRAW_PROXY] == before + 1
    assert lab.table()["dice"][0] == GOLD


@pytest.mark.parametrize(
    ("objective", "shields", "dice", "night", "spaces"),
    [
        ("rage", 0, (BLACK,), False, 2),  # the Shield of this turn
        ("rage", 2, (BLACK,), False, 4),
        ("rage", 0, (GOLD,), False, 3),
        ("rage", 0, (GOLD,), True, 2),
        ("rage", 0, (RED,), True, 3),
        ("blood_rage", 0, (BLACK,), False, 3),
        ("battle_versatility", 0, (BLACK,), False, 3),
    ],
)
def test_spaces_it_may_move(objective, shields, dice, night, spaces):
    """A.11.3: 2 for an Advanced Action or a card of one Hero, else 1; Shields; a matching die, gold by Day."""
    lab = proxy(objective, shields=shields, dice=dice, night=night)
    assert named(acts(lab), "SETS_OUT")[0][0] == spaces


def test_green_goes_for_adventure_sites():
    """A.11.2: the closest unconquered one."""
    lab = proxy(GREEN_CARD, field={"E": {"site": "keep"}}, side={"C": {"site": "dungeon"}})
    assert sites(lab) == {14}


def test_green_passes_by_what_is_conquered():
    """A.11.2: a conquered dungeon is none, a maze without its own Shield is one."""
    lab = proxy(GREEN_CARD, field={"E": {"site": "dungeon"}, "W": {"site": "maze"}})
    lab.set_space(space("E"), flags=["conquered"], shields=1)
    lab.set_space(space("W"), flags=["conquered"], shields=1, extra=1)
    assert sites(lab) == {space("W")}


def test_red_goes_for_fortified_sites_and_monasteries():
    lab = proxy(RED_CARD, field={"E": {"site": "keep"}, "W": {"site": "monastery"}, "SW": {"site": "tomb"}})
    assert sites(lab) == {space("E"), space("W")}


def test_red_leaves_what_others_conquered():
    """A.11.2: a keep of another player is not unconquered, a burned monastery is destroyed."""
    lab = proxy(RED_CARD, field={"E": {"site": "keep"}, "W": {"site": "monastery"}}, side={"C": {"site": "keep"}})
    lab.clear(space("E"))
    lab.set_space(space("E"), flags=["conquered"], shields=1)
    lab.set_space(space("W"), flags=["burned"], shields=1)
    assert sites(lab) == {14}


def test_white_goes_where_something_is_to_be_had():
    """A.11.2: a village only with a Unit for it, a mage tower once it is conquered and with a crystal for a Spell."""
    field = {"E": {"site": "village"}, "W": {"site": "mage_tower"}}
    lab = proxy(WHITE_CARD, field=field, crystals=(1, 0, 0, 0))
    lab.clear(space("W"))
    lab.set_space(space("W"), flags=["conquered"], shields=1)
    lab.set_offers(units=[unit("guardian_golems")], spells=[card("fireball")])
    assert sites(lab) == {space("W")}
    lab = proxy(WHITE_CARD, field=field, crystals=(0, 3, 0, 0))
    lab.set_offers(units=[unit("peasants")], spells=[card("fireball")])
    assert sites(lab) == {space("E")}


def test_blue_goes_for_any_site_farther_from_the_portal():
    """A.11.2: of sites one step off only those that lie farther out than the Hero."""
    around = {d: {"site": "keep"} for d in ("NE", "E", "SE", "SW", "W", "NW")}
    lab = proxy(BLUE_CARD, field=around)
    found = sites(lab)
    far = {s: steps for s, steps in distances(lab).items()}
    assert found == {s for s in range(CENTRE + 1, CENTRE + 7) if far[s] > far[CENTRE]}
    assert found and len(found) < 6


def test_without_a_site_it_explores():
    """A.11.2, A.11.4: the closest space to explore from; the tile is its action, no Fame is gained."""
    lab = proxy(RED_CARD, at=space("NE"), stack=["countryside_3"], shape=1)
    fame = lab.player()["fame"]
    tiles = len(lab.spaces())
    found = acts(lab)
    assert named(found, "EXPLORES")
    assert len(lab.spaces()) == tiles + 7
    assert it(lab)["objective"] is None and lab.player()["fame"] == fame
    assert lab.row()["proxy_tiles"] == 1 and lab.row()["tiles"] == 0


def test_without_tiles_it_takes_sites_of_any_colour():
    """A.11.2: exploring no longer possible: green, red or white, near the portal or not."""
    lab = proxy(RED_CARD, field={"W": {"site": "dungeon"}})
    assert sites(lab) == {space("W")}


def test_with_nothing_left_it_waits():
    lab = proxy(RED_CARD)
    assert named(acts(lab), "WAITS")
    assert it(lab)["objective"] == card(RED_CARD)


def test_terrain_costs_nothing_but_lakes_and_mountains_bar_the_way():
    """A.11.3: a site behind a swamp is one step off, one behind a lake is reached around it."""
    lab = proxy(RED_CARD, field={"E": {"site": "keep", "terrain": "swamp"}})
    assert named(acts(lab), "CONQUERS") == [[space("E"), 1]]
    ring = {d: "lake" for d in ("NE", "E", "SE", "SW", "W", "NW")}
    lab = proxy(RED_CARD, field=ring, side={"C": {"site": "keep"}})
    assert sites(lab) == set()


def test_another_heros_space_is_not_entered():
    lab = proxy(RED_CARD, field={"E": {"site": "monastery"}, "W": {"site": "monastery"}}, place=space("E"))
    assert sites(lab) == {space("W")}


def two_ways(lab, goal):
    """Neighbours of the proxy on a shortest path to a goal two steps off."""
    near = {lab.neighbour(CENTRE, d) for d in range(6)}
    return {n for n in near if n < 250 and goal in {lab.neighbour(n, d) for d in range(6)}}


def far_goal(lab):
    """A space two steps from the field's middle with two ways to it, both inside the revealed map."""
    near = {lab.neighbour(CENTRE, d) for d in range(6)}
    for s in range(len(lab.spaces())):
        if s != CENTRE and s not in near and s != 0 and len(two_ways(lab, s)) == 2:
            return s
    raise AssertionError("no such space")


def test_equal_ways_are_the_players_choice():
    """A.11.3, A.11.5: two ways of the same length are a decision of the seat."""
    probe = game("solo_conquest")
    goal = far_goal(probe)
    lab = proxy(RED_CARD)
    lab.set_space(goal, site=ids.Site.MONASTERY, flags=[])
    lab.settle()
    assert lab.task == Task.DO_PROXY_STEP
    assert {o[0] for o in lab.options(Act.ACT_CHOOSE)} == two_ways(lab, goal)
    assert lab.seat == 0


def test_it_moves_as_far_as_possible_before_a_fight():
    """A.11.3: through a rampager or past it, which provokes it: the way that goes one space farther is taken."""
    goal = far_goal(game("solo_conquest"))
    one, other = sorted(two_ways(game("solo_conquest"), goal))
    lab = proxy(RED_CARD)
    lab.set_space(goal, site=ids.Site.MONASTERY, flags=[])
    lab.set_space(one, site=ids.Site.MARAUDING_ORCS, flags=[])
    lab.put(one, [enemy("prowlers")])
    found = acts(lab)
    assert named(found, "GOES") == [[other, 0]]
    assert named(found, "FIGHTS") == [[one, enemy("prowlers")]]
    assert it(lab)["objective"] is None


def test_a_fight_is_avoided_if_a_way_as_short_leads_around():
    """A.11.3: of two equal ways the one past a rampager is not open to choice."""
    goal = far_goal(game("solo_conquest"))
    one, other = sorted(two_ways(game("solo_conquest"), goal))
    lab = proxy(RED_CARD)
    near = {lab.neighbour(one, d) for d in range(6)} & {lab.neighbour(CENTRE, d) for d in range(6)} - {other, goal}
    (beside,) = near
    lab.set_space(goal, site=ids.Site.MONASTERY, flags=[])
    lab.set_space(beside, site=ids.Site.MARAUDING_ORCS, flags=[])
    lab.put(beside, [enemy("prowlers")])
    found = acts(lab)
    assert named(found, "GOES") == [[other, 0], [goal, 0]]
    assert not named(found, "FIGHTS") and named(found, "CONQUERS")


def test_a_rampager_in_the_only_way_is_beaten():
    """A.11.3, A.11.4: the movement ends before it, the token is discarded, the objective too."""
    ring = {d: "lake" for d in ("NE", "SE", "SW", "W", "NW")}
    lab = proxy(RED_CARD, field={**ring, "E": {"site": "marauding_orcs"}}, side={"C": {"site": "keep"}}, shields=5)
    found = acts(lab)
    assert len(named(found, "FIGHTS")) == 1
    assert it(lab)["space"] == CENTRE and it(lab)["objective"] is None
    assert at(lab, space("E"))["site"] == 0
    assert lab.row()["proxy_rampagers"] == 1


def test_a_fortified_site_in_the_only_way_is_conquered():
    """A.11.3: going for an adventure site through a keep, it takes the keep instead."""
    ring = {d: "lake" for d in ("NE", "SE", "SW", "W", "NW")}
    lab = proxy(GREEN_CARD, field={**ring, "E": {"site": "keep"}}, side={"C": {"site": "dungeon"}}, shields=5)
    found = acts(lab)
    assert named(found, "CONQUERS") == [[space("E"), 1]]
    assert it(lab)["space"] == space("E")
