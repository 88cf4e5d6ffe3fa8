"""Corners of card effects: what repeats add up to, what is chosen anew, what is optional (R6, R7)."""

import pytest
from laboratory import BLACK, BLUE, GREEN, PAY, RED, Act, Step, card, fight, game, unit


def bare(lab, **tokens):
    """No Source dice: mana comes from tokens."""
    lab.set_source([])
    lab.tokens(**tokens)
    return lab


def maximal(lab, partner, powered=False, option=0, *, first=()):
    """Maximal Effect with this partner; answers to its first choices."""
    lab.do(Act.ACT_PLAY, card("maximal_effect"), int(powered), 0)
    while lab.can(Act.ACT_PAY):
        lab.do(Act.ACT_PAY, *lab.options(Act.ACT_PAY)[0])
    if lab.can(Act.ACT_CHOOSE, card(partner), option):
        lab.do(Act.ACT_CHOOSE, card(partner), option)
    for answer in first:
        lab.do(Act.ACT_CHOOSE, *answer)
    return lab


def weak(*names, **spec):
    return {name: {"attacks": [(2, "physical")], "armor": 4, **spec} for name in names}


def test_a_boost_reaches_the_attack_set_aside():
    """Concentration on Dodge and Weave: the Attack 2 of the Attack phase is 4."""
    lab = fight(["prowlers"], enemies=weak("prowlers"))
    bare(lab, green=1).hand("concentration", "dodge_and_weave", "rage")
    lab.end_phase()
    lab.play("concentration", powered=True)
    lab.do(Act.ACT_CHOOSE, card("dodge_and_weave"), 0) if lab.can(Act.ACT_CHOOSE, card("dodge_and_weave"), 0) else None
    while lab.step == Step.STEP_BLOCK:
        lab.end_phase()
    assert lab.step == Step.STEP_ATTACK, "attack -4: nothing strikes"
    lab.do(Act.ACT_TARGET, 0).do(Act.ACT_CONVERT, 3, 4)
    assert lab.combat()["attack_total"] == 4


def test_a_black_die_used_as_black_leaves_the_wild_one():
    """Mana Pull by Night: the die of the turn pays black, the extra one any colour."""
    lab = game()
    lab.set_time(night=True)
    lab.set_seat(crystals=[0, 0, 0, 0])
    lab.tokens(green=1).hand("mana_pull", "meditation", "crystallize", "rage")
    lab.set_source([BLACK, BLACK])
    lab.settle()
    lab.play("mana_pull")
    lab.play("meditation", powered=True, pay=(GREEN, PAY.token))
    assert lab.turn()["dice_rights"] == 1
    assert lab.payable() & 1 << RED


def test_one_wild_die_is_not_two():
    """By Day two black dice and one right to a wild one pay one mana."""
    lab = game()
    lab.set_seat(crystals=[0, 0, 0, 0])
    lab.tokens().hand("mana_pull", "rage")
    lab.set_source([BLACK, BLACK])
    lab.settle()
    lab.play("mana_pull")
    assert lab.can_pay([1 << RED])
    assert not lab.can_pay([1 << RED, 1 << BLUE])


def test_cold_toughness_reads_the_printed_token():
    """A resistance taken away is printed there still."""
    spec = {"attacks": [(9, "physical")], "resist": ["fire", "physical"], "armor": 3}
    lab = fight(["prowlers"], enemies={"prowlers": spec})
    bare(lab, white=1, blue=1).hand("expose", "cold_toughness", "rage")
    lab.play("expose")
    lab.do(Act.ACT_TARGET, 0).do(Act.ACT_RESOLVE)
    assert lab.foes()[0]["resist"] == 0
    lab.end_phase()
    lab.do(Act.ACT_BLOCK, 0, 0).play("cold_toughness", powered=True)
    assert sum(lab.combat()["block"]) == 5 + 2


def test_harvest_repeated_is_as_many_spaces():
    """Savage Harvesting three times: a card on each of three moves, none on the fourth."""
    lab = game().hand("maximal_effect", "savage_harvesting", *["rage"] * 5)
    maximal(lab, "savage_harvesting")
    asked = 0
    for direction in ("NE", "SE", "SW", "W"):
        lab.set_turn(move=6)
        lab.settle()
        lab.move(direction)
        if lab.can(Act.ACT_DISCARD):
            asked += 1
            lab.do(Act.ACT_DISCARD, card("rage"))
    assert (asked, lab.player()["crystals"][RED]) == (3, 3)


def village(*offer, influence):
    lab = game(field={"C": {"site": "village"}})
    lab.set_offers(units=[unit(name) for name in offer])
    lab.set_seat(level=9)
    lab.settle()
    lab.do(Act.ACT_INTERACT)
    lab.set_turn(influence=influence)
    lab.settle()
    return lab


@pytest.mark.parametrize(("kept", "left", "reputation"), [(0, 8, -1), (1, 6, 0)])
def test_a_discount_is_an_offer(kept, left, reputation):
    """Ruthless Coercion: 2 less for Reputation -1, or the full price for none; kept, it is there for another Unit."""
    lab = village("peasants", "foresters", influence=8).hand("ruthless_coercion", "rage")
    lab.play("ruthless_coercion")
    before = lab.player()["reputation"]
    lab.do(Act.ACT_BUY_UNIT, 0, 0, kept)
    assert (lab.turn()["influence"], lab.player()["reputation"] - before) == (left, reputation)
    assert lab.can(Act.ACT_BUY_UNIT, 0, 0, 1) == bool(kept)


def test_discounts_add_up_or_go_to_several_units():
    """Three of them: all on one Unit, or any number of them."""
    lab = village("foresters", influence=0).hand("maximal_effect", "ruthless_coercion", "rage")
    maximal(lab, "ruthless_coercion")
    assert lab.turn()["influence"] == 6
    assert len(lab.options(Act.ACT_BUY_UNIT)) == 4, "three, two, one or none of equal ones"
    before = lab.player()["reputation"]
    lab.do(Act.ACT_BUY_UNIT, 0, 0, 0)
    assert (lab.turn()["influence"], lab.player()["reputation"] - before) == (6, -3)


def test_learning_repeated_teaches_as_often():
    """Powered twice: an Advanced Action for 9 Influence, twice."""
    lab = bare(game(), red=1).hand("maximal_effect", "learning", "rage")
    lab.set_offers(actions=[card("fire_bolt"), card("ice_bolt"), card("swift_bolt")])
    lab.settle()
    maximal(lab, "learning", powered=True)
    lab.set_turn(influence=30)
    lab.settle()
    for left in (21, 12):
        lab.do(Act.ACT_BUY_ACTION, 0, 2)
        assert lab.turn()["influence"] == left
    assert not lab.can(Act.ACT_BUY_ACTION)


def test_a_repeat_chooses_its_enemy_anew():
    """Swift Reflexes three times: -1 on attacks of different enemies."""
    lab = fight(["prowlers", "cursed_hags"], enemies=weak("prowlers", "cursed_hags"))
    bare(lab).hand("maximal_effect", "swift_reflexes", "rage")
    lab.end_phase()
    maximal(lab, "swift_reflexes", option=2)
    for answer in ((0, 0), (1, 0), (1, 0)):
        lab.do(Act.ACT_CHOOSE, 0, 0) if lab.can(Act.ACT_CHOOSE, 0, 0) and answer == (0, 0) else lab.do(
            Act.ACT_CHOOSE, *answer
        )
        while lab.task is not None and not lab.can(Act.ACT_CHOOSE, 1, 0):
            lab.apply(len(lab.actions()) - 1)
    assert [f["attacks"][0][0] for f in lab.foes()] == [1, 0]


def test_ambush_repeated_adds_up():
    """Three times +1 on the first Attack card."""
    lab = bare(fight(["prowlers"], enemies=weak("prowlers"))).hand("maximal_effect", "ambush", "rage")
    lab.to_attack_phase()
    lab.hand("maximal_effect", "ambush", "rage")
    lab.do(Act.ACT_TARGET, 0)
    maximal(lab, "ambush")
    lab.play("rage", option=0)
    assert lab.combat()["attack_total"] == 2 + 3


def test_mountain_lore_repeated_adds_up():
    """Three times one card more for ending in hills."""
    lab = game(field={"C": "hills"}, dragon=0).hand("maximal_effect", "mountain_lore", "rage")
    maximal(lab, "mountain_lore")
    lab.end_turn()
    assert len(lab.player()["hand"]) == 5 + 3


def test_explosive_bolt_may_spread_what_it_takes_off():
    """Two enemies beaten: -1 on one and -1 on another; the next effect on one enemy is free to choose."""
    foes = weak("prowlers", "cursed_hags", "ironclads", "wolf_riders")
    foes["prowlers"]["armor"] = foes["cursed_hags"]["armor"] = 1
    lab = fight(["prowlers", "cursed_hags", "ironclads", "wolf_riders"], enemies=foes)
    bare(lab, red=1, green=1).hand("explosive_bolt", "tremor", "rage")
    lab.do(Act.ACT_TARGET, 0).do(Act.ACT_TARGET, 1).play("explosive_bolt", powered=True).do(Act.ACT_RESOLVE)
    lab.do(Act.ACT_CHOOSE, 2).do(Act.ACT_CHOOSE, 3)
    assert [f["armor"] for f in lab.foes()][2:] == [3, 3]
    lab.play("tremor", option=0)
    assert {o[0] for o in lab.options(Act.ACT_CHOOSE)} == {2, 3}


def test_meditation_shows_its_random_cards_and_the_owner_orders_them():
    """Two random cards, then the end of the deck, then their order."""
    lab = bare(game(), green=1)
    lab.set_seat(deck=[card("march")], discard=[card("rage"), card("swiftness")])
    lab.hand("meditation", "rage")
    lab.play("meditation")
    assert sorted(lab.drawn()) == sorted((card("rage"), card("swiftness")))
    lab.do(Act.ACT_CHOOSE, 1)
    first = lab.drawn().index(card("swiftness"))
    lab.do(Act.ACT_CHOOSE, first)
    assert lab.task is None
    assert lab.deck() == [card("march"), card("swiftness"), card("rage")]


def test_expose_still_shoots_at_arcane_immunity():
    """Nothing is lost, the Ranged Attack works."""
    lab = fight(["prowlers"], enemies=weak("prowlers", abilities=["arcane_immunity"], resist=["fire"]))
    bare(lab, white=1).hand("expose", "rage")
    lab.play("expose")
    assert lab.foes()[0]["resist"] != 0
    lab.do(Act.ACT_TARGET, 0)
    assert lab.combat()["attack_total"] == 2


def test_cure_counts_every_healing_of_units():
    """Banner of Fortitude thrown away heals them, before or after Cure: they are ready."""
    for order in (("banner_of_fortitude", "cure"), ("cure", "banner_of_fortitude")):
        lab = bare(game(), green=1)
        lab.set_seat(units=[(unit("peasants"), 0, 1), (unit("foresters"), 0, 0)], deck=[card("march")] * 5)
        lab.hand("cure", "banner_of_fortitude", "rage")
        for name in order:
            lab.play(name, powered=name.startswith("banner"))
        assert [u["ready"] for u in lab.player()["units"]] == [1, 0], order


def test_heroes_and_thugs_do_not_join_together():
    """L.3: not in the same interaction, in either order."""
    lab = village("heroes_white", "thugs", "heroes_red", influence=40)
    lab.do(Act.ACT_BUY_UNIT, 1)
    assert lab.options(Act.ACT_BUY_UNIT) == []
    lab = village("heroes_white", "thugs", "heroes_red", influence=40)
    lab.do(Act.ACT_BUY_UNIT, 0)
    assert [o[0] for o in lab.options(Act.ACT_BUY_UNIT)] == [1], "the other Heroes"


def test_shocktroops_help_the_others_only():
    """Readied and used again, their own Attack is still 1; other Units have one more."""
    lab = fight(["prowlers"], units=["shocktroops", "catapults"], enemies=weak("prowlers", armor=30))
    lab.do(Act.ACT_TARGET, 0)
    lab.do(Act.ACT_UNIT, *next(o for o in lab.options(Act.ACT_UNIT) if o[0] == 0))
    assert lab.combat()["attack_total"] == 1
    lab.do(Act.ACT_RESOLVE)
    lab.ready(0)
    lab.do(Act.ACT_TARGET, 0)
    lab.do(Act.ACT_UNIT, *next(o for o in lab.options(Act.ACT_UNIT) if o[0] == 0))
    assert lab.combat()["attack_total"] == 1
    lab.do(Act.ACT_UNIT, 1, 0)
    assert lab.combat()["attack_total"] == 1 + 3 + 2

