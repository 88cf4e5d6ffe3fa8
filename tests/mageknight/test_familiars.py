"""Magic Familiars (L.3.3): price, what the crystal on the card adds, upkeep, glades."""

from laboratory import BLUE, RED, Act, Step, card, game, tables, unit

from mkbalance.mageknight.labels import label
from mkbalance.mageknight.names import Names
from mkbalance.mageknight.situation import Situation


def recruited(colour):
    lab = game(field={"C": {"site": "glade"}})
    lab.set_source([])
    lab.set_offers(units=[unit("magic_familiars"), unit("peasants")])
    lab.set_seat(rep=-7, level=5)
    lab.tokens(**{colour: 1})
    lab.do(Act.ACT_INTERACT)
    assert lab.turn()["influence"] == 0, "no Reputation at a glade, not even X"
    lab.set_turn(influence=9)
    lab.settle()
    assert lab.options(Act.ACT_BUY_UNIT) == [(0, 0, 0)], "nobody else comes to a glade"
    lab.do(Act.ACT_BUY_UNIT, 0)
    assert lab.turn()["influence"] == 3
    assert sum(lab.turn()["mana"]) == 0
    return lab


def test_the_crystal_on_the_card_strengthens_one_ability():
    """Heal 2, or 3 with a green one."""
    for colour, healed in (("green", 3), ("red", 2)):
        lab = recruited(colour)
        lab.do(Act.ACT_DONE)
        lab.hand("rage", wounds=3)
        options = lab.options(Act.ACT_UNIT)
        lab.do(Act.ACT_UNIT, *options[-1][:2])
        assert lab.turn()["heal"] == healed


def test_without_mana_they_do_not_come():
    lab = game(field={"C": {"site": "glade"}})
    lab.set_source([])
    lab.set_offers(units=[unit("magic_familiars")])
    lab.tokens()
    lab.do(Act.ACT_INTERACT)
    lab.set_turn(influence=9)
    lab.settle()
    assert not lab.can(Act.ACT_BUY_UNIT)


def test_upkeep_is_a_crystal_or_the_unit_leaves():
    for pays in (True, False):
        lab = game(rounds=3)
        lab.set_seat(units=[(unit("magic_familiars"), 1, 0)], crystals=[1, 1, 0, 0], hand=[card("rage")])
        lab.go_to(Step.STEP_ROUND_END)
        lab.settle()
        assert sorted(o[0] for o in lab.options(Act.ACT_CHOOSE)) == [RED, BLUE]
        seen = Situation(lab, Names(tables()))
        assert [label(seen, action) for action in lab.actions()] == [
            "keeps Magic Familiars for a red crystal",
            "keeps Magic Familiars for a blue crystal",
            "pays no crystal for Magic Familiars, which leave",
        ]
        if pays:
            lab.do(Act.ACT_CHOOSE, BLUE)
            assert lab.player()["crystals"] == [1, 0, 0, 0]
        else:
            lab.do(Act.ACT_DECLINE)
        assert len(lab.player()["units"]) == pays
