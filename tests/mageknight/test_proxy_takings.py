"""What a proxy player takes (A.11.4): sites, enemies, Units and cards; what others find there."""

import pytest
from laboratory import CENTRE, RED, Act, Step, Task, card, enemy, game, space, tables, unit
from proxying import (
    BLUE_CARD,
    BURNED,
    CONQUERED,
    GREEN_CARD,
    RED_CARD,
    SHIELD,
    WHITE_CARD,
    acts,
    at,
    distances,
    it,
    proxy,
    sites,
)

from mkbalance._mageknight import ids


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
