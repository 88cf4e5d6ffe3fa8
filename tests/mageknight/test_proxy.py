"""The proxy player (A.11): objective, movement, what it takes, its clock, its place among the players (pp. 16-19)."""

import numpy as np
import pytest
from laboratory import (
    BLACK,
    CENTRE,
    GOLD,
    NONE,
    RED,
    Act,
    Step,
    Task,
    card,
    enemy,
    game,
    space,
    tables,
    tactic,
    unit,
)

from mkbalance._mageknight import content, ids, laws
from mkbalance._mageknight.exercise import exercise
from mkbalance._mageknight.session import Session
from mkbalance._mageknight.trace import ProxyTold, Told
from mkbalance.errors import MkbalanceError
from mkbalance.mageknight.board import Board
from mkbalance.mageknight.game import GAME
from mkbalance.mageknight.model import scenario, scenarios
from mkbalance.mageknight.names import Names
from mkbalance.mageknight.tell import tell

CONQUERED, BURNED = 4, 2
SHIELD = 2  # the proxy's bit on a space: the seat after the only one
RED_CARD, BLUE_CARD, GREEN_CARD, WHITE_CARD = "rage", "crystallize", "march", "swiftness"
RED_UNIQUE = "battle_versatility"
AWAY = 3  # a space of the starting tile, for the player's Hero
HEROES = tables().names["heroes"]


def proxy(objective, *, at=CENTRE, shields=0, dice=(BLACK,), crystals=(0, 0, 0, 0), night=False, deck=9, **kwargs):
    """The proxy's turn is next; its objective as given, nothing in the Source that lengthens its way."""
    kwargs.setdefault("place", AWAY)
    scenario_id = kwargs.pop("scenario_id", "solo_conquest")
    lab = game(scenario_id, proxies=1, trace=4000, **kwargs)
    lab.set_time(night=night)
    lab.set_source(list(dice))
    lab.set_dummy(deck=[card("stamina")] * deck, crystals=list(crystals), space=at)
    if objective:
        lab.set_dummy(objective=card(objective), shields=shields)
    lab.go_to(Step.STEP_NEXT)
    return lab


def acts(lab):
    """Let the proxy act, ties by the first answer, up to the player's turn."""
    lab.events()
    lab.settle()
    while lab.task is not None and Task.DO_PROXY_OVER <= lab.task <= Task.DO_PROXY_CARD:
        lab.apply(0)
    return told(lab)


def told(lab):
    return [
        (ProxyTold(int(e["b"])).name, int(e["c"]), int(e["d"]))
        for e in lab.events()
        if e["kind"] == Told.TOLD_PROXY and e["b"] != ProxyTold.HEADS_FOR
    ]


def named(found, name):
    return [values for what, *values in found if what == name]


def it(lab):
    return lab.table()["dummies"][0]


def at(lab, index):
    return next(s for s in lab.spaces() if s["space"] == index)


# ---------------------------------------------------------------- setup and cards (p. 16)


def test_it_counts_as_a_player_for_dice_and_units():
    """A.11.1: one more die and one more Unit than with a dummy player."""
    one, other = (game("solo_conquest", start_tactic=None, proxies=p).table() for p in (0, 1))
    assert len(other["dice"]) == len(one["dice"]) + 1
    assert len(other["units"]) == len(one["units"]) + 1


@pytest.mark.parametrize("objective", [None, RED_CARD])
def test_three_cards_and_those_of_its_crystals(objective):
    """A.11.1: without an objective the first card becomes it, two more follow; with one a Shield and three cards."""
    lab = proxy(objective, crystals=(0, 2, 0, 0), deck=9)  # Stamina is blue
    acts(lab)
    assert it(lab)["deck"] == 4
    if objective:
        assert (it(lab)["objective"], it(lab)["shields"]) == (card(objective), 1)
        assert len(it(lab)["discard"]) == 5
    else:
        assert (it(lab)["objective"], it(lab)["shields"]) == (card("stamina"), 0)
        assert len(it(lab)["discard"]) == 4


def test_the_last_card_may_be_its_objective():
    """A.11.1: with one card left its colour counts, though it is the objective."""
    lab = proxy(None, crystals=(0, 3, 0, 0), deck=1)
    acts(lab)
    assert (it(lab)["deck"], it(lab)["objective"]) == (0, card("stamina"))


def test_empty_deck_ends_the_round():
    """A.11.1: it announces, its turn is over, nothing is done on the map."""
    lab = proxy(RED_CARD, deck=0)
    assert acts(lab) == []
    assert lab.table()["announced"] == 5


def test_objective_goes_back_with_the_new_round():
    """A.11.5: its Shields come off, the card is shuffled in with the others; then as for a dummy (R16.4)."""
    lab = game("solo_conquest", proxies=1)
    lab.set_dummy(deck=[card("stamina")] * 3, objective=card(RED_CARD), shields=2)
    lab.go_to(Step.STEP_ROUND_END)
    lab.settle()
    assert (it(lab)["objective"], it(lab)["shields"], it(lab)["deck"]) == (None, 0, 5)
    assert card(RED_CARD) in lab.decks()["dummy"]


def test_it_starts_on_the_portal_and_leaves_it():
    """A.11.1: placed on the portal when it is off the map; taken off if it still stands there."""
    lab = proxy(RED_CARD, at=NONE, place=CENTRE, stack=())
    lab.set_dummy(space=NONE)
    found = acts(lab)
    assert named(found, "SETS_OUT")
    assert it(lab)["space"] is None or it(lab)["space"] != 0


def test_its_clock_is_that_of_a_dummy():
    """The same deck and crystals give the same turns, game by game: the law of R16.3 holds for both."""
    core = content.Tables(dict(tables().arrays))
    plain = scenario("solo_conquest").expand(["tovak"], tables())
    walking = scenario("solo_conquest").set("scenario.opponents", "proxy").expand(["tovak"], tables())
    one, other = (laws.dummy_clock(core, setup, 5, 0, 4000) for setup in (plain, walking))
    assert np.array_equal(one, other)
    assert set(one.tolist()) == {4, 5, 6}


def test_its_clock_in_whole_games():
    """Round 1 of whole games: as many turns of the opponent with a proxy as with a dummy, objectives kept or done."""

    def turns(opponent, number):
        setup = scenario("solo_conquest").set("scenario.opponents", opponent).expand(["tovak"], tables())
        session = Session(content.Tables(dict(tables().arrays)), setup, 3, number, 20000)
        n = 0
        while session.table()["round"] == 1 and not session.over:
            session.apply(len(session.actions()) - 1)
            n += sum(e["kind"] == Told.TOLD_DUMMY and e["round"] == 1 for e in session.events())
        return n

    found = [(turns("dummy", i), turns("proxy", i)) for i in range(30)]
    whole = [(a, b) for a, b in found if a >= 4 and b >= 4]
    assert len(whole) > 5
    assert all(a == b for a, b in whole)


# ---------------------------------------------------------------- how far (pp. 17, 19)


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


# ---------------------------------------------------------------- where to (pp. 16-17)


def sites(lab):
    lab.events()
    lab.settle()
    return {int(e["c"]) for e in lab.events() if e["kind"] == Told.TOLD_PROXY and e["b"] == ProxyTold.HEADS_FOR}


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


def distances(lab):
    """Steps of every space from the portal."""
    found, queue = {0: 0}, [0]
    while queue:
        here = queue.pop(0)
        for d in range(6):
            n = lab.neighbour(here, d)
            if n < 250 and n not in found:
                found[n] = found[here] + 1
                queue.append(n)
    return found


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


# ---------------------------------------------------------------- which way (p. 17)


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


# ---------------------------------------------------------------- what it takes (p. 18)


@pytest.mark.parametrize("site", ["dungeon", "tomb", "monster_den", "spawning_grounds"])
def test_adventure_sites(site):
    """A.11.4: all tokens are discarded, a Shield is placed."""
    lab = proxy(GREEN_CARD, field={"E": {"site": site}})
    acts(lab)
    where = at(lab, space("E"))
    assert where["flags"] & CONQUERED and where["shields"] == SHIELD and where["tokens"] == []
    assert it(lab)["objective"] is None
    assert lab.row()["proxy_adventures"] == 1


def test_several_parts_lowest_first():
    """A.11.4: a maze, a ziggurat: the lowest part without a Shield; then no longer an objective of its own."""
    lab = proxy(GREEN_CARD, field={"E": {"site": "maze"}})
    lab.set_space(space("E"), flags=["conquered"], shields=1, extra=1)
    acts(lab)
    assert (at(lab, space("E"))["extra"], at(lab, space("E"))["shields"]) == (3, 1 | SHIELD)
    lab = proxy(GREEN_CARD, field={"E": {"site": "ziggurat"}})
    lab.set_space(space("E"), flags=["conquered"], shields=1, extra=1)
    acts(lab)
    assert at(lab, space("E"))["extra"] == 1 | 2 << 2
    lab = proxy(GREEN_CARD, field={"E": {"site": "ziggurat"}}, proxy_floors=0)
    assert sites(lab) == set()


def test_ruins_lose_an_enemy_at_a_time():
    """A.11.4: the token of lowest Fame; the ruins are conquered once none is left."""
    lab = proxy(GREEN_CARD, field={"E": {"site": "ruins"}})
    lab.set_space(space("E"), extra=tables().index["ruins"]["ruin_green_green"], flags=["drawn"])
    lab.put(space("E"), [enemy("cursed_hags"), enemy("prowlers")])
    acts(lab)
    assert [row for row, _ in at(lab, space("E"))["tokens"]] == [enemy("cursed_hags")]
    assert not at(lab, space("E"))["flags"] & CONQUERED and it(lab)["objective"] is None
    lab.set_dummy(objective=card(GREEN_CARD), deck=[card("stamina")] * 3)
    lab.go_to(Step.STEP_NEXT)
    while lab.table()["dummies"][0]["deck"]:
        lab.settle()
        lab.go_to(Step.STEP_NEXT)
    assert at(lab, space("E"))["flags"] & CONQUERED and at(lab, space("E"))["extra"] is None


def test_equal_enemies_of_ruins_are_a_choice():
    lab = proxy(GREEN_CARD, field={"E": {"site": "ruins"}})
    lab.set_space(space("E"), extra=tables().index["ruins"]["ruin_green_green"], flags=["drawn"])
    lab.put(space("E"), [enemy("prowlers"), enemy("ironclads")])
    lab.settle()
    rows = tables().arrays["enemies"]
    alike = rows[enemy("prowlers")]["fame"] == rows[enemy("ironclads")]["fame"]
    assert (lab.task == Task.DO_PROXY_TOKEN) == alike


def test_altars_are_conquered_outright():
    lab = proxy(GREEN_CARD, field={"E": {"site": "ruins"}})
    lab.set_space(space("E"), extra=tables().index["ruins"]["altar_four_colours"])
    acts(lab)
    assert at(lab, space("E"))["flags"] & CONQUERED and at(lab, space("E"))["extra"] is None


@pytest.mark.parametrize("site", ["keep", "mage_tower"])
def test_keeps_and_mage_towers(site):
    """A.11.4: the garrison is discarded, the site bears its Shield; Reputation of nobody changes."""
    lab = proxy(RED_CARD, field={"E": {"site": site}})
    rep = lab.player()["reputation"]
    acts(lab)
    where = at(lab, space("E"))
    assert where["flags"] & CONQUERED and where["shields"] == SHIELD and where["tokens"] == []
    assert lab.player()["reputation"] == rep
    assert lab.row()["proxy_fortified"] == 1


def test_a_monastery_is_burned():
    lab = proxy(RED_CARD, field={"E": {"site": "monastery"}})
    acts(lab)
    assert at(lab, space("E"))["flags"] & BURNED and at(lab, space("E"))["shields"] == SHIELD
    assert lab.row()["proxy_monasteries"] == 1


def test_another_players_keep_on_its_way_changes_hands():
    """A.11.3, A.11.4: the other Shield comes off."""
    ring = {d: "lake" for d in ("NE", "SE", "SW", "W", "NW")}
    lab = proxy(GREEN_CARD, field={**ring, "E": {"site": "keep"}}, side={"C": {"site": "dungeon"}}, shields=5)
    lab.clear(space("E"))
    lab.set_space(space("E"), flags=["conquered"], shields=1)
    acts(lab)
    assert at(lab, space("E"))["shields"] == SHIELD


def city(lab, rows):
    lab.set_garrison(0, [enemy(name) for name in rows], True)
    return lab


def test_a_city_loses_a_defender_at_a_time():
    """A.11.4: the lowest Fame, a Shield on the city, back to the last safe space; the last one conquers it."""
    lab = city(proxy(RED_CARD, field={"E": {"site": "city", "city": RED}}), ["freezers", "altem_guardsmen"])
    acts(lab)
    there = lab.cities()[0]
    assert there["garrison"] == [enemy("altem_guardsmen")] and there["shields"] == [1]
    assert it(lab)["space"] == CENTRE and lab.row()["proxy_city_tokens"] == 1
    lab = city(proxy(RED_CARD, field={"E": {"site": "city", "city": RED}}), ["freezers"])
    acts(lab)
    assert lab.cities()[0]["garrison"] == [] and it(lab)["space"] == space("E")
    assert lab.row()["cities_conquered"] == 1


def test_the_last_city_ends_the_scenario():
    """R3.3.3: what a proxy conquers counts; the player has one last turn."""
    lab = city(proxy(RED_CARD, field={"E": {"site": "city", "city": RED}}, cities=1), ["freezers"])
    acts(lab)
    assert lab.table()["ending"] == 1 and lab.table()["won"]


@pytest.mark.parametrize(
    ("offer", "taken"),
    [(["peasants", "foresters"], "peasants"), (["guardian_golems", "foresters"], "foresters")],
)
def test_it_recruits_the_cheapest(offer, taken):
    """A.11.4: the lowest Influence cost among those whose icon fits."""
    lab = proxy(WHITE_CARD, field={"E": {"site": "village"}})
    lab.set_offers(units=[unit(name) for name in offer])
    acts(lab)
    assert unit(taken) not in lab.table()["units"] and len(lab.table()["units"]) == len(offer) - 1
    assert lab.row()["proxy_units"] == 1


@pytest.mark.parametrize("cost", [5, 6, 7])
def test_unit_before_action_at_equal_cost(cost):
    """A.11.4: a Unit for 6 rather than the Advanced Action; a dearer one leaves the action to be taken."""
    changed = {"northern_monks": {"cost": cost}}
    lab = proxy(WHITE_CARD, field={"E": {"site": "monastery"}}, changed_units=changed)
    lab.set_offers(units=[unit("northern_monks")], monastery=[card("blood_rage")])
    acts(lab)
    assert (lab.table()["units"] == []) == (cost <= 6)
    assert (lab.table()["monastery_actions"] == []) == (cost > 6)


@pytest.mark.parametrize("cost", [7, 8])
def test_unit_before_spell_at_equal_cost(cost):
    """A.11.4: a Unit for 7 rather than the Spell."""
    changed = {"northern_monks": {"cost": cost, "sites": 1 << int(ids.Site.MAGE_TOWER)}}
    lab = proxy(WHITE_CARD, field={"E": {"site": "mage_tower"}}, crystals=(1, 0, 0, 0), changed_units=changed)
    lab.clear(space("E"))
    lab.set_space(space("E"), flags=["conquered"], shields=1)
    lab.set_offers(units=[unit("northern_monks")], spells=[card("fireball"), card("tremor"), card("snowstorm")])
    acts(lab)
    assert (lab.table()["units"] == []) == (cost == 7)
    assert (card("fireball") in lab.table()["spells"]) == (cost == 7)


def test_a_spell_it_has_a_crystal_for():
    """A.11.4: discarded from the offer, which is refilled; the crystal stays."""
    lab = proxy(WHITE_CARD, field={"E": {"site": "mage_tower"}}, crystals=(1, 0, 0, 0))
    lab.clear(space("E"))
    lab.set_space(space("E"), flags=["conquered"], shields=1)
    lab.set_offers(units=[], spells=[card("fireball"), card("tremor"), card("snowstorm")])
    acts(lab)
    assert card("fireball") not in lab.table()["spells"] and len(lab.table()["spells"]) == 3
    assert lab.decks()["spells"][0] == card("fireball")
    assert it(lab)["crystals"] == [1, 0, 0, 0]


def test_blue_at_a_monastery_burns_or_deals():
    """A.11.2: red and white conditions both hold, so the seat decides (A.11.5)."""
    for answer in (0, 1):
        lab = proxy(BLUE_CARD, field={"E": {"site": "monastery"}}, at=CENTRE)
        lab.set_space(space("E"), site=0)
        out = next(s for s in range(CENTRE + 1, CENTRE + 7) if distances(lab)[s] > distances(lab)[CENTRE])
        lab.set_space(out, site=ids.Site.MONASTERY, flags=[])
        lab.set_offers(units=[], monastery=[card("blood_rage")])
        lab.settle()
        assert lab.task == Task.DO_PROXY_CARD
        lab.do(Act.ACT_CHOOSE, answer)
        assert bool(at(lab, out)["flags"] & BURNED) == (answer == 0)
        assert (lab.table()["monastery_actions"] == []) == (answer == 1)


def test_it_reveals_garrisons_by_day():
    """A.11.1, R8.8: standing next to a keep by Day turns its token up, by Night it does not."""
    for night in (False, True):
        lab = proxy(GREEN_CARD, field={"E": {"site": "keep"}, "W": {"site": "dungeon"}}, night=night)
        acts(lab)
        assert [up for _, up in at(lab, space("E"))["tokens"]] == [not night]


# ---------------------------------------------------------------- the player meets it


def test_no_turn_ends_on_its_space():
    """R8.9: its Hero makes a space unsafe, but the portal and a conquered city."""
    lab = game("solo_conquest", proxies=1)
    assert lab.safe(space("E"))
    lab.set_dummy(space=space("E"))
    assert not lab.safe(space("E"))


def test_its_keep_is_assaulted():
    """R8.3, R9.8.6 (ruling 32): a fresh gray token each time, half its Fame, and the Shield is replaced."""
    lab = game("solo_conquest", proxies=1, field={"E": {"site": "keep"}})
    lab.clear(space("E"))
    lab.set_space(space("E"), flags=["conquered"], shields=SHIELD)
    lab.next_token(enemy("swordsmen"))
    lab.set_turn(move=5)
    lab.settle()
    lab.move("E")
    assert lab.step == Step.STEP_RANGED
    fame = int(tables().arrays["enemies"][enemy("swordsmen")]["fame"])
    assert lab.foes()[0]["fame"] == (fame + 1) // 2
    before = lab.player()["fame"]
    lab.block_all()
    lab.attack(0, melee=[(30, "physical")])
    assert lab.player()["fame"] == before + (fame + 1) // 2
    assert at(lab, space("E"))["shields"] == 1


# ---------------------------------------------------------------- seen and told


def test_its_turns_are_told():
    """What it goes for, how far, which way and what it did stand in the told game; the map shows its Hero."""
    prepared = GAME.prepare(GAME.scenario("solo_conquest").set("scenario.opponents", "proxy"), ["tovak:novice"])
    told_game = list(tell(prepared, 5, 0))
    lines = [line.strip() for line in told_game if isinstance(line, str)]
    for words in ("as its objective", "may move", "heads for", "goes to", "a Shield is placed"):
        assert any(line.startswith("The proxy") and words in line for line in lines), words
    assert any(line.startswith("Proxy: ") for line in lines)
    events = [event for event in told_game if isinstance(event, dict) and event["event"] == "proxy"]
    assert {"proxy", "what", "value", "extra", "text"} <= set(events[0])
    lab = proxy(GREEN_CARD, field={"E": {"site": "dungeon"}})
    acts(lab)
    assert "(proxy) stands here" in str(Board.of(lab, Names(tables())))


def test_scripted_players_play_on_with_it():
    """Every skill plays whole games; a stronger player still scores more."""
    plain = GAME.scenario("solo_conquest").set("scenario.opponents", "proxy")
    means = []
    for skill in ("random", "novice", "competent"):
        rows = GAME.prepare(plain, [f"tovak:{skill}"]).run(7, 0, 60)
        assert not rows["fault"].any()
        assert rows["proxy_adventures"].sum() > 60 and rows["proxy_units"].sum() > 60
        means.append(rows["score"].mean())
    assert means == sorted(means)


# ---------------------------------------------------------------- switches


@pytest.mark.parametrize(
    ("id_", "values"),
    [
        ("against_the_horsemen/solo", {"scenario.opponents": "proxy"}),
        ("solo_conquest", {"scenario.opponents": "proxy", "scenario.competitive": True}),
        ("solo_conquest", {"scenario.opponents": "ally"}),
        ("solo_conquest", {"scenario.opponents": "proxy+proxy+dummy+dummy"}),
        ("solo_conquest", {"scenario.opponents": "proxy+proxy+dummy", "scenario.rounds": 8}),
        ("solo_conquest", {"scenario.opponents": "proxy+proxy", "scenario.extra_dice": 3}),
        ("solo_conquest", {"scenario.tactic_order": "passing"}),
    ],
)
def test_combinations_without_rules_are_refused(id_, values):
    with pytest.raises(MkbalanceError):
        scenario(id_).set_all(values).expand(["tovak"], tables())


WALKING = [
    id_ for id_ in scenarios() if scenario(id_).playable and id_ != "against_the_horsemen/solo"
]


@pytest.mark.parametrize("opponents", ["proxy", "proxy+dummy", "dummy+dummy", "proxy+proxy+proxy"])
@pytest.mark.parametrize("id_", WALKING)
def test_random_games_keep_every_law(id_, opponents):
    """Cards, tokens, dice, counters, whoever the opponents are."""
    core = content.Tables(dict(tables().arrays))
    for hero in ("tovak", "goldyx"):
        setup = scenario(id_).set("scenario.opponents", opponents).expand([hero], tables())
        faults, _ = exercise(core, setup, 12, 0, 60)
        assert faults == []


# ---------------------------------------------------------------- several of them (p. 45)


def test_each_has_its_own_hero_deck_and_tactic():
    """A.13.6: different Heroes and Tactics; the player chooses first (R16.9)."""
    lab = game("solo_conquest", dummies=3, proxies=2, start_tactic=None)
    lab.do(Act.ACT_TACTIC, tactic("planning"))
    there = lab.table()["dummies"]
    assert len({d["hero"] for d in there} | {lab.player()["hero"]}) == 4
    assert [d["proxy"] for d in there] == [False, True, False]
    assert len({d["tactic"] for d in there} | {tactic("planning")}) == 4
    assert sorted(lab.table()["order"]) == [0, 4, 5, 6]


def test_tactics_come_back_when_they_run_out():
    """A.13.6: fewer Tactics left than players to choose: all of the half are there again."""
    lab = game("solo_conquest", dummies=2, start_tactic="the_right_moment")
    seen = []
    for night in (False, True, False, True):
        lab.go_to(Step.STEP_ROUND_END)
        lab.set_time(night=not night)
        lab.settle()
        seen.append(len(lab.options(Act.ACT_TACTIC)))
        lab.apply(0)
    assert set(seen) <= {3, 6} and 6 in seen[1:]


def test_each_takes_an_action_and_a_crystal_with_the_new_round():
    """R16.4 (ruling 56b): the lowest cards go to the first dummy, the next ones to the second."""
    lab = game("solo_conquest", dummies=2, start_tactic="planning")
    old = lab.table()
    lab.go_to(Step.STEP_ROUND_END)
    lab.settle()
    new = lab.table()
    assert [d["deck"] for d in new["dummies"]] == [17, 17]
    assert new["actions"][0] == old["actions"][2] and new["spells"][0] == old["spells"][2]


def test_the_first_empty_deck_ends_the_round():
    """R16.5: the others, dummies too, have one turn left."""
    lab = game("solo_conquest", dummies=2)
    lab.set_dummy(deck=[], k=0)
    lab.set_dummy(deck=[card("march")] * 9, k=1)
    lab.go_to(Step.STEP_NEXT)
    lab.settle()
    assert lab.table()["announced"] in (5, 6)
    assert lab.table()["dummies"][1]["deck"] == 6


# ---------------------------------------------------------------- honest choices


@pytest.mark.parametrize("player", ["novice", "competent", "expert"])
def test_no_choice_depends_on_what_is_hidden(player):
    """The other worlds of test_information.py, with proxies, rulers and the dragon that a die may bring."""
    changed = {
        "scenario.opponents": "proxy+dummy",
        "scenario.city.rulers": True,
        "scenario.city.dragon": "die",
        "scenario.countryside": 3,
    }
    prepared = GAME.prepare(GAME.scenario("solo_conquest").set_all(changed), [f"krang:{player}"])
    weights, asked = prepared.weights[0], 0
    for number in range(3):
        session = prepared.session(11, number)
        while not session.over:
            if session.decisions % 7 == number and len(session.actions()) > 1:
                here = session.copy()
                here.forget_plans()
                chosen = here.suggest(weights)
                for salt in (1, 2):
                    other = here.copy()
                    other.forget_plans()
                    other.shuffle_hidden(salt)
                    assert other.actions() == here.actions()
                    assert other.suggest(weights) == chosen
                    asked += 1
            session.apply(session.suggest(weights))
    assert asked > 60
