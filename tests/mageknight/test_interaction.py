"""Interaction (R14, R7, R10, L.2.5, L.3): healing, Units, cards; what Reputation changes."""

import pytest
from laboratory import BLACK, BLUE, RED, Act, card, enemy, game, space, tables, unit


def trading(site, influence, rep=0, **kwargs):
    lab = game(field={"C": {"site": site}}, **kwargs)
    lab.set_seat(rep=rep)
    lab.settle()
    lab.do(Act.ACT_INTERACT)
    lab.set_turn(influence=influence)
    lab.settle()
    return lab


def test_healing_is_sold():
    """R10.1, R10.2, R14.2: 3 Influence a point in a village, 2 in a monastery, as often as it lasts."""
    for site, price in (("village", 3), ("monastery", 2)):
        lab = trading(site, 2 * price)
        lab.set_seat(wounds=3)
        lab.settle()
        for left in (price, 0):
            lab.do(Act.ACT_BUY_HEAL)
            assert lab.turn()["influence"] == left
            lab.do(Act.ACT_HEAL_HAND)
        assert not lab.can(Act.ACT_BUY_HEAL)
        assert lab.player()["wounds"] == 1


def test_healing_a_unit_costs_its_level():
    """R13.1."""
    lab = trading("village", 6)
    lab.set_seat(units=[(unit("utem_guardsmen"), 1, 1)])
    lab.settle()
    lab.do(Act.ACT_BUY_HEAL)
    assert not lab.can(Act.ACT_HEAL_UNIT)
    lab.do(Act.ACT_BUY_HEAL).do(Act.ACT_HEAL_UNIT, 0)
    assert lab.player()["units"][0]["wounds"] == 0
    assert lab.turn()["heal"] == 0


def test_learning_at_a_monastery():
    """R10.2, R6.11: 6 Influence for any Advanced Action of the Unit offer, to the deck top; not refilled."""
    lab = trading("monastery", 6)
    lab.set_offers(monastery=[card("fire_bolt"), card("ice_bolt")])
    lab.settle()
    lab.do(Act.ACT_BUY_ACTION, 1, 0)
    assert lab.table()["monastery_actions"] == [card("fire_bolt")]
    assert lab.turn()["influence"] == 0
    assert card("ice_bolt") in lab.player()["deck_cards"]


def test_spell_of_a_mage_tower():
    """R10.4: 7 Influence and a mana of its colour."""
    lab = game(field={"C": {"site": "mage_tower"}})
    lab.clear(7)
    lab.set_space(7, flags=["conquered"], shields=2)
    lab.set_offers(spells=[card("fireball"), card("snowstorm"), card("tremor")])
    lab.set_source([BLACK, RED, BLUE, BLUE])
    lab.settle()
    lab.do(Act.ACT_INTERACT)
    lab.set_turn(influence=7)
    lab.settle()
    assert [o[0] for o in lab.options(Act.ACT_BUY_SPELL)] == [0, 1]
    lab.do(Act.ACT_BUY_SPELL, 1)
    assert lab.turn()["influence"] == 0
    assert lab.turn()["dice_rights"] == 0
    assert card("snowstorm") in lab.player()["deck_cards"]


def test_recruiting():
    """R14.3, R7.2, R7.4: icon and price; the Unit is ready and may be used at once; the offer is not refilled."""
    lab = trading("village", 9)
    lab.set_offers(units=[unit("peasants"), unit("utem_swordsmen"), unit("foresters")])
    lab.settle()
    assert [o[0] for o in lab.options(Act.ACT_BUY_UNIT)] == [0, 2]
    lab.do(Act.ACT_BUY_UNIT, 0)
    assert lab.turn()["influence"] == 5
    assert lab.table()["units"] == [unit("utem_swordsmen"), unit("foresters")]
    assert lab.can(Act.ACT_UNIT, 0)
    lab.do(Act.ACT_BUY_UNIT, 1)
    assert lab.player()["units"] == [{"kind": unit("foresters"), "ready": 1, "wounds": 0}]


def test_command_tokens_limit_the_units():
    """R1.1, R7.2: one at level 1, two from level 3."""
    lab = trading("village", 9)
    lab.set_offers(units=[unit("peasants"), unit("foresters")])
    lab.set_seat(level=3, units=[(unit("peasants"), 1, 0)])
    lab.settle()
    lab.do(Act.ACT_BUY_UNIT, 1)
    assert len(lab.player()["units"]) == 2


@pytest.mark.parametrize("name", ["heroes_red", "thugs"])
@pytest.mark.parametrize(("rep", "modifier"), [(2, 1), (-3, -1), (0, 0)])
def test_heroes_and_thugs_count_reputation_their_own_way(name, rep, modifier):
    """R7.8, L.3: in all twice for Heroes, the other way round for Thugs; once is in the Influence already."""
    lab = trading("refugee_camp", 30, rep=rep)
    lab.set_offers(units=[unit(name), unit(name)])
    lab.set_seat(level=3)
    lab.settle()
    row = tables().arrays["units"][unit(name)]
    surcharge = 0 if row["sites"] >> 2 & 1 else 1 if row["sites"] & 0b111000 else 3
    lab.do(Act.ACT_BUY_UNIT, 0)
    change = -modifier if name == "heroes_red" else 2 * modifier
    assert lab.turn()["influence"] == 30 - int(row["cost"]) - surcharge - change
    lab.do(Act.ACT_BUY_UNIT, 0)
    assert lab.turn()["influence"] == 30 - 2 * (int(row["cost"]) + surcharge) - change


@pytest.mark.parametrize("name", ["heroes_red", "thugs"])
@pytest.mark.parametrize("later", [-6, 5])
def test_reputation_lost_or_won_meanwhile_changes_no_price(name, later):
    """R14.1: the modifier of the beginning of the interaction counts, for what Heroes and Thugs cost as well."""
    prices = []
    for rep in (2, later):
        lab = trading("refugee_camp", 30, rep=2)
        lab.set_offers(units=[unit(name)])
        lab.set_seat(level=3, rep=rep)
        lab.settle()
        before = lab.turn()["influence"]
        lab.do(Act.ACT_BUY_UNIT, 0)
        prices.append(before - lab.turn()["influence"])
    assert prices[0] == prices[1]


def test_heroes_ask_for_influence_in_an_assault():
    """R7.8, L.3.1: 2 Influence, once, before Heroes may be activated."""
    lab = game(field={"E": {"site": "keep"}})
    lab.put(space("E"), [enemy("swordsmen")])
    lab.set_turn(move=9)
    lab.set_seat(level=3, units=[(unit("heroes_red"), 1, 0), (unit("heroes_blue"), 1, 0)])
    lab.settle()
    lab.move("E")
    lab.end_phase()
    lab.do(Act.ACT_BLOCK, 0, 0)
    assert not lab.can(Act.ACT_UNIT)
    lab.set_turn(influence=3)
    lab.settle()
    assert lab.can(Act.ACT_UNIT, 1)
    lab.do(Act.ACT_UNIT, *lab.options(Act.ACT_UNIT)[0])
    assert lab.turn()["influence"] == 1
    assert lab.can(Act.ACT_UNIT, 1)


@pytest.mark.parametrize(
    ("name", "price"),
    [("peasants", 4), ("utem_swordsmen", 6 + 1), ("altem_mages", 12 + 3)],
    ids=["L.2.5-village", "L.2.5-keep", "L.2.5-city"],
)
def test_refugee_camp(name, price):
    lab = trading("refugee_camp", 30)
    lab.set_offers(units=[unit(name)])
    lab.settle()
    lab.do(Act.ACT_BUY_UNIT, 0)
    assert lab.turn()["influence"] == 30 - price
