"""The oasis (A.5.1): inhabited, village Units, healing, crystals bought and sold, Move 2 at the start of a turn."""

import pytest
from laboratory import BLUE, GREEN, RED, Act, Step, card, game, tables, unit

from mkbalance._mageknight import ids
from mkbalance.mageknight.compile import compile_tables

OASIS = {"C": {"site": "oasis"}}


def at_oasis(influence=0, **seat):
    lab = game(field=OASIS)
    lab.set_seat(rep=0, **seat)
    lab.settle()
    lab.do(Act.ACT_INTERACT)
    lab.set_turn(influence=influence)
    lab.settle()
    return lab


def test_units_that_villages_have():
    """A.5.1: Units that can be recruited at villages, and no others."""
    lab = game(field=OASIS)
    lab.set_offers(units=[unit("peasants"), unit("utem_swordsmen"), unit("herbalists")])
    lab.set_seat(rep=0)
    lab.do(Act.ACT_INTERACT)
    lab.set_turn(influence=12)
    lab.settle()
    village = 1 << int(ids.Site.VILLAGE)
    offered = {o[0] for o in lab.options(Act.ACT_BUY_UNIT)}
    sold = [unit(name) for name in ("peasants", "utem_swordsmen", "herbalists")]
    assert offered == {slot for slot, row in enumerate(sold) if int(tables().arrays["units"]["sites"][row]) & village}
    assert offered == {0, 2}


def test_healing_is_sold():
    """A.5.1; the price is an estimate: as in a village."""
    lab = at_oasis(3, wounds=2)
    lab.do(Act.ACT_BUY_HEAL)
    assert lab.turn()["influence"] == 0
    lab.do(Act.ACT_HEAL_HAND)
    assert lab.player()["wounds"] == 1
    assert not at_oasis(2, wounds=2).can(Act.ACT_BUY_HEAL)


def test_crystals_are_bought_and_sold():
    """A.5.1; the prices are estimates: bought for 3, sold for 2, so that trading cannot run in a circle."""
    lab = at_oasis(3, crystals=[0, 1, 3, 0])
    assert {o[0] for o in lab.options(Act.ACT_BUY_CRYSTAL)} == {0, 1, 3}, "no fourth green one"
    assert {o[0] for o in lab.options(Act.ACT_SELL_CRYSTAL)} == {BLUE, GREEN}
    lab.do(Act.ACT_BUY_CRYSTAL, RED)
    assert (lab.player()["crystals"], lab.turn()["influence"]) == ([1, 1, 3, 0], 0)
    assert not lab.can(Act.ACT_BUY_CRYSTAL)
    lab.do(Act.ACT_SELL_CRYSTAL, GREEN)
    assert (lab.player()["crystals"], lab.turn()["influence"]) == ([1, 1, 2, 0], 2)


@pytest.mark.parametrize("other", ["used", "easier", "harder", "left_out"])
def test_no_alternative_lets_trade_run_in_a_circle(other):
    site = compile_tables(overrides={"content.sites.oasis.estimate": other}).content["sites"]["oasis"]
    assert site.crystal_price < site.crystal_cost or site.crystal_price == site.crystal_cost == 0


def test_without_prices_nothing_is_sold():
    """rules.estimates: left out, the oasis sells neither healing nor crystals; Units and Move stay."""
    lab = game(field=OASIS, prices={"oasis": {"heal_cost": 0, "crystal_cost": 0, "crystal_price": 0}})
    lab.set_seat(rep=0, wounds=2, crystals=[1, 1, 1, 1])
    lab.set_offers(units=[unit("peasants")])
    lab.do(Act.ACT_INTERACT)
    lab.set_turn(influence=9)
    lab.settle()
    assert not any(lab.can(act) for act in (Act.ACT_BUY_HEAL, Act.ACT_BUY_CRYSTAL, Act.ACT_SELL_CRYSTAL))
    assert lab.can(Act.ACT_BUY_UNIT)


@pytest.mark.parametrize(("site", "move"), [("oasis", 2), ("village", 0)])
def test_a_turn_that_starts_there_has_move(site, move):
    """A.5.1, R4.2.3: Move 2 at the start of the turn, not on arriving."""
    lab = game("solo_conquest/solo", field={"E": {"site": site}})  # no dragon destroys it
    lab.set_turn(move=9)
    lab.settle()
    lab.move("E")
    before = lab.turn()["move"]
    assert before < 9
    lab.hand("rage")
    lab.do(Act.ACT_SIDEWAYS, card("rage"), 0)
    lab.end_turn()
    while lab.step != Step.STEP_MOVE:
        lab.apply(0)
    assert lab.turn()["move"] == move


def test_a_destroyed_oasis_gives_nothing():
    """A.8.1."""
    lab = game(field={"C": {"site": "oasis"}})
    lab.set_space(lab.player()["space"], flags=["destroyed"])
    lab.settle()
    assert not lab.can(Act.ACT_INTERACT)
