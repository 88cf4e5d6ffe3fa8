"""Printed values of cards whose effects last, wait, or change other plays (R6). Each test plays the card itself."""

import pytest
from laboratory import (
    BLACK,
    BLUE,
    CENTRE,
    GREEN,
    HERO,
    RED,
    WHITE,
    Act,
    Step,
    card,
    enemy,
    space,
    unit,
)
from laboratory import fight as fight_with_dice
from laboratory import game as game_with_dice

SWIFT = {"prowlers": {"attacks": [(3, "physical")], "armor": 5, "abilities": ["swift"]}}


def game(**kwargs):
    """A game without Source dice: mana comes from tokens and crystals alone."""
    lab = game_with_dice(**kwargs)
    lab.set_source([])
    lab.settle()
    return lab


def fight(foes, **kwargs):
    lab = fight_with_dice(foes, **kwargs)
    lab.set_source([])
    lab.settle()
    return lab


def at_block(lab):
    lab.end_phase()
    assert lab.step == Step.STEP_BLOCK
    return lab


def at_attack(lab):
    return lab.to_attack_phase()


def test_path_finding_never_lowers_below_two_in_either_order():
    """Song of Wind -1 (min 0) and Path Finding -1 (min 2): plains end at 1, wasteland at 2."""
    for order in (("song_of_wind", "path_finding"), ("path_finding", "song_of_wind")):
        lab = game(field={"NE": "plains", "E": "wasteland"}).hand(*order)
        for name in order:
            lab.play(name)
        assert (lab.cost(0), lab.cost(1)) == (1, 2)


@pytest.mark.parametrize(("kept", "left", "costs"), [(0, 6, (2, 5)), (1, 5, (2, 4))])
def test_druidic_paths_lowers_one_space_of_the_players_choice(kept, left, costs):
    """Move 2 and one space -1 (min 2): named on entering, and that space stays it; or kept for a later one."""
    lab = game(field={"NE": "hills", "E": "swamp", "SE": "plains"}).hand("druidic_paths")
    lab.play("druidic_paths")
    lab.set_turn(move=8)
    lab.settle()
    assert {o[:2] for o in lab.options(Act.ACT_MOVE) if o[0] < 3} == {(0, 0), (0, 1), (1, 0), (1, 1), (2, 0)}
    lab.do(Act.ACT_MOVE, 0, kept)
    assert lab.turn()["move"] == left
    lab.set_seat(space=CENTRE)
    lab.settle()
    assert (lab.cost(0), lab.cost(1)) == costs
    assert lab.can(Act.ACT_MOVE, 0, 1) == bool(kept)


def test_druidic_paths_repeated_lowers_three_spaces():
    """Maximal Effect: three choices, also thrice the same space."""
    lab = game(field={"NE": "swamp", "E": "hills", "SE": "plains"}).hand("maximal_effect", "druidic_paths")
    lab.play("maximal_effect")
    lab.set_turn(move=12)
    lab.settle()
    assert (lab.cost(0), lab.cost(1)) == (2, 2)
    assert [o[1] for o in lab.options(Act.ACT_MOVE) if o[0] == 0] == [0, 1, 2, 3]
    lab.do(Act.ACT_MOVE, 0, 1)
    assert lab.turn()["move"] == 12 - 3, "two of the three"
    lab.set_seat(space=CENTRE)
    lab.settle()
    assert (lab.cost(0), lab.cost(1)) == (2, 2)
    lab.do(Act.ACT_MOVE, 1, 0)
    lab.set_seat(space=CENTRE)
    lab.settle()
    assert (lab.cost(0), lab.cost(1)) == (3, 2), "all three are named"


def test_crystal_mastery_returns_crystals_paid_this_turn():
    """Powered: every crystal spent this turn comes back, that for the card too."""
    lab = game()
    lab.set_seat(crystals=[1, 1, 0, 0])
    lab.set_source([])
    lab.hand("crystal_mastery", "rage", "march")
    lab.play("crystal_mastery", powered=True)
    assert lab.player()["crystals"][:2] == [1, 0]
    lab.end_turn()
    assert lab.player()["crystals"][:2] == [1, 1]


def test_a_unit_does_not_ready_itself():
    """Herbalists ready another Unit."""
    lab = game()
    lab.set_seat(units=[(unit("herbalists"), 1, 0), (unit("peasants"), 0, 0)])
    lab.settle()
    lab.do(Act.ACT_UNIT, 0, 1)
    assert [u["ready"] for u in lab.player()["units"]] == [0, 1]


def test_tirelessness_helps_each_card_once():
    """Powered: +1 for every later card giving Move; two Move parts of one card get it once."""
    lab = game().tokens(blue=2)
    lab.set_seat(crystals=[1, 1, 1, 1])
    lab.hand("tirelessness", "power_of_crystals", "march")
    lab.play("tirelessness", powered=True, pay=(BLUE, 0))
    lab.play("power_of_crystals", powered=True, pay=(BLUE, 0))
    assert lab.turn()["move"] == 4 + (4 + 2 + 1)
    lab.sideways("march", "move")
    assert lab.turn()["move"] == 4 + 7 + 2


def test_expose_strips_before_the_targets_are_named():
    """Loses fortification and resistances, then Ranged Attack 2 in the same play."""
    lab = (
        fight(
            ["prowlers"],
            enemies={
                "prowlers": {
                    "attacks": [(1, "physical")],
                    "armor": 2,
                    "abilities": ["fortified"],
                    "resist": ["physical"],
                }
            },
        )
        .tokens(white=1)
        .hand("expose")
    )
    lab.play("expose")
    lab.do(Act.ACT_TARGET, 0).do(Act.ACT_RESOLVE)
    assert lab.row()["defeated_green"] == 1


def test_counterattack_counts_a_summoner_once_all_it_summoned_is_blocked():
    """2, and 2 more per enemy blocked; a double summoner counts once."""
    for blocked, beaten in ((1, 0), (2, 1)):
        lab = fight(["dragon_summoner"], enemies={"dragon_summoner": {"armor": 4}})
        lab.hand("counterattack")
        at_block(lab)
        for foe in range(1, 1 + blocked):
            lab.block(foe, coldfire=20)
        while lab.step != Step.STEP_ATTACK:
            lab.assign(foe=2) if lab.step == Step.STEP_DAMAGE else lab.end_phase()
        lab.hand("counterattack")
        lab.do(Act.ACT_TARGET, 0).play("counterattack").do(Act.ACT_RESOLVE)
        assert lab.row()["defeated_red"] == beaten, f"2 + 2 x {blocked - 1} against 4"


def test_harvest_discards_on_entering():
    """Savage Harvesting, basic: once this turn a card for a crystal of its colour."""
    lab = game().hand("savage_harvesting", "rage", "march")
    lab.play("savage_harvesting")
    lab.move("NE").do(Act.ACT_DISCARD, card("rage"))
    assert lab.player()["crystals"] == [1, 0, 0, 0]
    lab.set_turn(move=4)
    lab.settle()
    lab.move("SE")
    assert lab.task is None


def test_steady_tempo_may_stay_out_of_the_deck():
    """Bottom of the Deed deck: a choice."""
    lab = game().hand("steady_tempo", "rage")
    lab.play("steady_tempo").do(Act.ACT_END_TURN).do(Act.ACT_DECLINE)
    assert card("steady_tempo") in lab.player()["discard"]


def test_decompose_dual_colour_card_counts_as_one_colour():
    lab = game().tokens(red=1).hand("decompose", "power_of_crystals")
    lab.play("decompose", powered=True)
    lab.do(Act.ACT_CHOOSE, GREEN)
    assert lab.player()["crystals"] == [1, 1, 0, 1]


def test_learning_makes_influence_useful_while_moving():
    """Influence cards count towards its price of 6, once."""
    lab = game().hand("learning", "promise", "promise", "rage")
    lab.set_offers(actions=[card("fire_bolt"), card("ice_bolt"), card("swift_bolt")])
    lab.play("learning").play("promise").play("promise")
    assert lab.turn()["influence"] == 6
    lab.do(Act.ACT_BUY_ACTION, 1, 2)
    assert card("ice_bolt") in lab.player()["discard"]
    assert lab.turn()["influence"] == 0


def test_cure_counts_healing_done_before():
    """Per Wound healed from hand this turn draw one, per Unit healed ready it."""
    lab = game().tokens(green=1)
    lab.set_seat(units=[(unit("peasants"), 0, 1)], deck=[card("rage")] * 4)
    lab.set_turn(heal=2)
    lab.hand("cure", wounds=2)
    lab.do(Act.ACT_HEAL_HAND).do(Act.ACT_HEAL_UNIT, 0)
    lab.play("cure")
    assert lab.player()["hand"] == [card("rage")]
    assert lab.player()["units"][0]["ready"] == 1


def test_stout_resolve_discards_a_wound_for_one_more():
    lab = game().hand("stout_resolve", wounds=1)
    lab.play("stout_resolve", option=4)
    assert (lab.turn()["move"], lab.player()["wounds"]) == (3, 0)


def test_stout_resolve_powered_two_per_card_one_wound_at_most():
    lab = game().tokens(green=1).hand("stout_resolve", "rage", wounds=2)
    lab.play("stout_resolve", powered=True, option=0)
    wound = next(a[1] for a in lab.actions() if a[0] == Act.ACT_DISCARD and a[1] != card("rage"))
    lab.do(Act.ACT_DISCARD, wound)
    assert not lab.can(Act.ACT_DISCARD, wound)
    lab.do(Act.ACT_DISCARD, card("rage"))
    if lab.task is not None:
        lab.do(Act.ACT_DECLINE)
    assert lab.turn()["move"] == 3 + 2 * 2


def test_rebirth_readies_more_in_forest():
    """Heal 3 and levels of 3; in forest 5 and 5."""
    for terrain, healed, ready in (("plains", 3, 1), ("forest", 5, 2)):
        lab = game(field={"C": terrain})
        lab.set_time(night=True)
        lab.tokens(green=1, black=1)
        lab.set_seat(units=[(unit("fire_golems"), 0, 0), (unit("utem_swordsmen"), 0, 0)])
        lab.hand("restoration", wounds=6)
        lab.play("restoration", powered=True)
        while lab.can(Act.ACT_CHOOSE):
            lab.do(Act.ACT_CHOOSE, lab.options(Act.ACT_CHOOSE)[0][0])
        assert lab.turn()["heal"] == healed
        assert sum(u["ready"] for u in lab.player()["units"]) == ready


def test_wings_of_night_each_further_enemy_costs_one_more():
    """Three enemies: 0 + 1 + 2 Move."""
    lab = fight(["prowlers", "cursed_hags", "ironclads"])
    lab.set_time(night=True)
    lab.tokens(white=1, black=1)
    lab.set_turn(move=2)
    lab.hand("wings_of_wind")
    lab.play("wings_of_wind", powered=True)
    lab.do(Act.ACT_CHOOSE, 0).do(Act.ACT_CHOOSE, 1)
    assert lab.turn()["move"] == 1
    assert not lab.can(Act.ACT_CHOOSE, 2), "the third costs 2"


def test_shield_bash_lowers_armor_by_the_excess_before_doubling():
    """Block 5 doubled against Swift 3: Armor -2."""
    lab = at_block(fight(["prowlers"], enemies=SWIFT).tokens(blue=1).hand("shield_bash"))
    lab.do(Act.ACT_BLOCK, 0, 0).play("shield_bash", powered=True).do(Act.ACT_RESOLVE)
    assert lab.foes()[0]["armor"] == 3


def test_chivalry_gives_reputation_per_enemy_of_the_attack():
    """Powered: Attack 4, Reputation and Fame 1 each."""
    lab = at_attack(fight(["prowlers"], enemies={"prowlers": {"attacks": [(1, "physical")], "armor": 4, "fame": 2}}))
    lab.tokens(white=1).hand("chivalry")
    fame, reputation = lab.player()["fame"], lab.player()["reputation"]
    lab.do(Act.ACT_TARGET, 0).play("chivalry", powered=True, option=1).do(Act.ACT_RESOLVE)
    assert lab.player()["fame"] == fame + 2 + 1
    assert lab.player()["reputation"] == reputation + 1


def test_explosive_bolt_lowers_the_armor_of_another():
    """Ranged Attack 3; per enemy it beats another's Armor -1."""
    lab = fight(["prowlers", "cursed_hags"], enemies={"prowlers": {"armor": 3}, "cursed_hags": {"armor": 5}})
    lab.tokens(red=1).hand("explosive_bolt")
    lab.do(Act.ACT_TARGET, 0).play("explosive_bolt", powered=True).do(Act.ACT_RESOLVE)
    assert lab.foes()[1]["armor"] == 4


def test_soul_harvester_takes_a_crystal_of_a_resistance():
    """White always, red for Fire resistance."""
    lab = at_attack(
        fight(["prowlers"], enemies={"prowlers": {"attacks": [(1, "physical")], "armor": 3, "resist": ["fire"]}})
    )
    lab.hand("soul_harvester")
    lab.do(Act.ACT_TARGET, 0).play("soul_harvester").do(Act.ACT_RESOLVE)
    assert sorted(o[0] for o in lab.options(Act.ACT_CHOOSE)) == [RED, WHITE]
    lab.do(Act.ACT_CHOOSE, RED)
    assert lab.player()["crystals"][RED] == 1


def test_shield_of_the_fallen_kings_blocks_two_attacks():
    """Block 4 and 4 against different attacks."""
    lab = at_block(
        fight(
            ["prowlers", "cursed_hags"],
            enemies={"prowlers": {"attacks": [(4, "physical")]}, "cursed_hags": {"attacks": [(4, "physical")]}},
        )
    )
    lab.hand("shield_of_the_fallen_kings")
    lab.do(Act.ACT_BLOCK, 0, 0).play("shield_of_the_fallen_kings", option=1)
    assert not lab.can(Act.ACT_CONVERT), "not twice against one attack"
    lab.do(Act.ACT_RESOLVE).do(Act.ACT_BLOCK, 1, 0).do(Act.ACT_CONVERT, 5, 0).do(Act.ACT_RESOLVE)
    assert lab.step == Step.STEP_ATTACK


def test_sacrifice_turns_pairs_into_siege_attack_and_mana():
    """Green and red pairs: Siege Fire 4 each."""
    lab = fight(["prowlers"], enemies={"prowlers": {"armor": 8, "abilities": ["fortified"]}})
    lab.set_time(night=True)
    lab.set_seat(crystals=[2, 0, 3, 0])
    lab.tokens(red=1, black=1).hand("offering")
    lab.do(Act.ACT_TARGET, 0).play("offering", powered=True, option=0, pay=(RED, 0)).do(Act.ACT_RESOLVE)
    assert lab.row()["defeated_green"] == 1
    assert lab.player()["crystals"] == [0, 0, 1, 0]
    assert (lab.turn()["mana"][RED], lab.turn()["mana"][GREEN]) == (2, 2)


def test_possess_uses_the_attack_against_others():
    """Its attack 5 ice beats Armor 5, not itself."""
    lab = fight(
        ["prowlers", "cursed_hags"],
        enemies={"prowlers": {"attacks": [(5, "ice")]}, "cursed_hags": {"attacks": [(1, "physical")], "armor": 5}},
    )
    lab.set_time(night=True)
    lab.tokens(white=1, black=1).hand("charm")
    lab.play("charm", powered=True).do(Act.ACT_CHOOSE, 0)
    at_attack(lab)
    lab.do(Act.ACT_TARGET, 1).do(Act.ACT_CONVERT, 4).do(Act.ACT_RESOLVE)
    assert lab.row()["defeated_green"] == 1


def test_bow_of_starsdawn_doubles_or_turns_into_siege():
    lab = fight(["prowlers"], enemies={"prowlers": {"armor": 3, "abilities": ["fortified"]}}).tokens(white=1)
    lab.hand("bow_of_starsdawn", "swiftness")
    lab.play("bow_of_starsdawn", powered=True)
    lab.do(Act.ACT_TARGET, 0).play("swiftness", powered=True).do(Act.ACT_CHOOSE, 1).do(Act.ACT_RESOLVE)
    assert lab.row()["defeated_green"] == 1


def test_veil_of_mist_voids_the_first_wound():
    lab = fight(["prowlers"], enemies={"prowlers": {"attacks": [(3, "physical")], "abilities": ["poison"]}})
    lab.set_time(night=True)
    lab.tokens(blue=1, black=1).hand("mist_form")
    lab.play("mist_form", powered=True)
    lab.end_phase().end_phase().assign()
    assert lab.player()["wounds"] == 1
    assert len(lab.player()["discard"]) == 1, "the Poison of the void Wound is void too"


def adrenaline(*hand, before=0, powered=False):
    """Rush of Adrenaline played after so many Wounds of this turn, by itself or through another card."""
    lab = game()
    lab.set_seat(deck=[card("march")] * 30, hand=[card(name) for name in hand])
    lab.tokens(red=9, green=9)
    for _ in range(before):
        lab.set_seat(hand=[card("blood_ritual"), *(card(name) for name in hand)])
        lab.settle()
        lab.play("blood_ritual").do(Act.ACT_CHOOSE, BLACK)
    lab.do(Act.ACT_PLAY, card(hand[0]), int(powered), 0)
    while lab.can(Act.ACT_PAY):
        lab.do(Act.ACT_PAY, *lab.options(Act.ACT_PAY)[0])
    return lab


def later_wound(lab):
    """One more Wound of the turn; returns the cards it drew."""
    here = lab.player()["hand"].count(card("march"))
    lab.set_seat(hand=[*lab.player()["hand"], card("blood_ritual")])
    lab.settle()
    lab.play("blood_ritual").do(Act.ACT_CHOOSE, BLACK)
    return lab.player()["hand"].count(card("march")) - here


@pytest.mark.parametrize(("before", "at_once", "later"), [(0, 0, [1, 1, 1, 0]), (1, 1, [1, 1, 0]), (4, 3, [0])])
def test_rush_of_adrenaline_draws_for_the_first_three_wounds(before, at_once, later):
    """Those of the turn already taken count."""
    lab = adrenaline("rush_of_adrenaline", before=before)
    assert lab.player()["hand"].count(card("march")) == at_once
    assert [later_wound(lab) for _ in later] == later


@pytest.mark.parametrize(("before", "at_once", "later"), [(0, 0, [3, 3, 3, 0]), (2, 6, [3, 0])])
def test_rush_of_adrenaline_three_times_draws_three_for_each_wound(before, at_once, later):
    """Maximal Effect repeats the basic effect: the same first three Wounds, three cards each."""
    lab = adrenaline("maximal_effect", "rush_of_adrenaline", before=before)
    assert lab.player()["hand"].count(card("march")) == at_once
    assert [later_wound(lab) for _ in later] == later


@pytest.mark.parametrize("before", [0, 1])
def test_rush_of_adrenaline_powered_throws_the_first_wound_away(before):
    """That Wound draws too, and the next three: twice as many cards through Maximal Effect, one Wound thrown away."""
    for hand, times in ((("rush_of_adrenaline",), 1), (("maximal_effect", "rush_of_adrenaline"), 2)):
        lab = adrenaline(*hand, before=before, powered=True)
        found = [lab.player()["hand"].count(card("march"))] if before else []
        found += [later_wound(lab) for _ in range(5 - before)]
        assert found == [times] * 4 + [0]
        assert lab.player()["wounds"] == 4


def test_temporal_portal_takes_the_action():
    """A step past everything, and one card more at the next draw."""
    lab = game(field={"NE": "mountain"}).hand("temporal_portal")
    lab.play("temporal_portal")
    assert not lab.can(Act.ACT_CHOOSE, space("NE")), "not safe"
    lab.do(Act.ACT_CHOOSE, space("E"), 1)
    assert lab.player()["space"] == space("E")
    assert lab.step == Step.STEP_AFTER
    lab.end_turn()
    assert len(lab.player()["hand"]) == 6


def test_peaceful_moment_as_the_action_heals_for_two():
    lab = game().hand("peaceful_moment", "promise", wounds=2)
    lab.play("peaceful_moment", option=1)
    assert lab.step == Step.STEP_AFTER
    lab.do(Act.ACT_BUY_HEAL, 1).do(Act.ACT_HEAL_HAND)
    assert lab.turn()["influence"] == 1
    lab.play("promise").do(Act.ACT_BUY_HEAL, 1).do(Act.ACT_HEAL_HAND)
    assert (lab.turn()["influence"], lab.player()["wounds"]) == (1, 0)


def test_maximal_effect_three_basics_in_one_attack():
    """Rage thrown away: Attack 2 three times."""
    lab = at_attack(fight(["prowlers"], enemies={"prowlers": {"attacks": [(1, "physical")], "armor": 6}}))
    lab.hand("maximal_effect", "rage")
    out = lab.out()
    lab.do(Act.ACT_TARGET, 0).play("maximal_effect")
    lab.do(Act.ACT_RESOLVE)
    assert lab.row()["defeated_green"] == 1
    assert lab.out() == out + 1
    assert card("rage") not in lab.player()["hand"] + lab.player()["played"] + lab.player()["discard"]


def test_maximal_effect_needs_costs_for_every_repeat():
    """Improvisation three times asks for three discards beside Maximal Effect."""
    for others, legal in ((2, False), (3, True)):
        lab = game().hand("maximal_effect", "improvisation", *["noble_manners"] * others)
        assert lab.can(Act.ACT_PLAY, card("maximal_effect"), 0) == legal


def test_magic_talent_casts_a_spell_of_the_offer():
    """Discard a red card: Fireball from the offer for a red mana; the Spell stays there."""
    lab = fight(["prowlers"], enemies={"prowlers": {"armor": 5}})
    lab.set_offers(spells=[card("fireball"), card("chill"), card("cure")])
    lab.tokens(red=1).hand("magic_talent", "rage", "march")
    lab.do(Act.ACT_TARGET, 0).play("magic_talent")
    assert not lab.can(Act.ACT_DISCARD, card("march")), "no green Spell of use in a fight"
    if lab.can(Act.ACT_DISCARD, card("rage")):
        lab.do(Act.ACT_DISCARD, card("rage"))
    lab.do(Act.ACT_RESOLVE)
    assert lab.row()["defeated_green"] == 1
    assert card("fireball") in lab.table()["spells"]


def test_tome_of_all_spells_is_free_by_day():
    """Powered: the black side without mana, Day or Night."""
    lab = fight(["prowlers"], enemies={"prowlers": {"armor": 8}})
    lab.set_offers(spells=[card("fireball")])
    lab.hand("tome_of_all_spells", "rage")
    lab.do(Act.ACT_TARGET, 0).play("tome_of_all_spells", powered=True)
    lab.do(Act.ACT_RESOLVE)
    assert lab.row()["defeated_green"] == 1


def test_blood_of_ancients_uses_the_offer():
    """A Wound to the discard pile, Swift Bolt's Ranged Attack 4 from the offer."""
    lab = fight(["prowlers"], enemies={"prowlers": {"armor": 4}})
    lab.set_offers(actions=[card("swift_bolt")])
    lab.tokens(red=1).hand("blood_of_ancients")
    lab.do(Act.ACT_TARGET, 0).play("blood_of_ancients", powered=True, option=1).do(Act.ACT_RESOLVE)
    assert lab.row()["defeated_green"] == 1
    assert lab.player()["wounds"] == 0
    assert card("swift_bolt") in lab.table()["actions"]


def test_call_to_arms_borrows_an_ability():
    """Amotep Gunners in the offer: Attack 5, and they stay there."""
    lab = at_attack(fight(["prowlers"], enemies={"prowlers": {"attacks": [(1, "physical")], "armor": 5}}))
    lab.set_offers(units=[unit("amotep_gunners")])
    lab.tokens(white=1).hand("call_to_arms")
    lab.do(Act.ACT_TARGET, 0).play("call_to_arms")
    lab.do(Act.ACT_CHOOSE, 0, 0) if lab.can(Act.ACT_CHOOSE, 0, 0) else None
    lab.do(Act.ACT_RESOLVE)
    assert lab.row()["defeated_green"] == 1
    assert lab.table()["units"] == [unit("amotep_gunners")]


def test_space_bending_steps_two_spaces():
    """Only the far space is paid for, and mountains between do not matter."""
    lab = game(field={d: "mountain" for d in ("NE", "E", "SE", "SW", "W", "NW")})
    lab.tokens(blue=1).hand("space_bending")
    lab.set_turn(move=2)
    lab.settle()
    assert not lab.options(Act.ACT_MOVE)
    lab.play("space_bending")
    far = [a for (a, _, _) in lab.options(Act.ACT_MOVE)]
    assert far and min(far) >= 6
    lab.do(Act.ACT_MOVE, far[0])
    assert lab.turn()["move"] == 0


def test_time_bending_returns_the_cards_and_gives_a_turn():
    """Cards played come back, no draw, the Spell is out for the Round, another turn follows, not twice in a row."""
    lab = game()
    lab.set_time(night=True)
    lab.tokens(blue=1, black=1).hand("space_bending", "march", "rage")
    lab.play("march").play("space_bending", powered=True)
    deck = lab.player()["deck"]
    lab.end_turn()
    assert lab.step == Step.STEP_MOVE
    assert sorted(lab.player()["hand"]) == sorted([card("march"), card("rage")])
    assert lab.player()["deck"] == deck
    assert card("space_bending") not in lab.player()["discard"]


def test_fly_free_of_the_druidic_staff():
    """White card: one or two spaces over anything."""
    lab = game(field={"NE": "lake"}).hand("druidic_staff", "swiftness")
    lab.play("druidic_staff", option=0)
    if lab.can(Act.ACT_DISCARD):
        lab.do(Act.ACT_DISCARD, card("swiftness"))
    assert lab.can(Act.ACT_CHOOSE, space("E"), 1)
    assert not lab.can(Act.ACT_CHOOSE, space("NE"))


def test_amulet_of_the_sun_shows_garrisons_at_night():
    lab = game(field={"NE": {"terrain": "plains", "site": "keep"}})
    lab.set_time(night=True)
    lab.put(space("NE"), [enemy("prowlers")], face_up=False)
    lab.hand("amulet_of_the_sun")
    lab.play("amulet_of_the_sun")
    lab.set_turn(move=4)
    lab.settle()
    lab.move("E")
    assert lab.spaces()[space("NE")]["tokens"][0][1]


def test_demolish_ignores_the_site():
    """Site fortification is off, every Armor -1."""
    lab = fight([("prowlers", "garrison")], flags=("assault",), enemies={"prowlers": {"armor": 4}}).tokens(
        red=1, white=1
    )
    lab.hand("demolish", "swiftness")
    lab.play("demolish")
    assert lab.foes()[0]["armor"] == 3
    lab.do(Act.ACT_TARGET, 0).play("swiftness", powered=True).do(Act.ACT_RESOLVE)
    assert lab.row()["defeated_green"] == 1


def test_delphana_masters_use_several_abilities_at_once():
    """Armor -5 and no attack in one activation, each mana paid."""
    lab = fight(
        ["prowlers"], units=["delphana_masters"], enemies={"prowlers": {"armor": 7, "attacks": [(3, "physical")]}}
    )
    lab.tokens(blue=1, green=1)
    lab.do(Act.ACT_UNIT, 0, 2)
    lab.do(Act.ACT_CHOOSE, 0)
    assert lab.foes()[0]["armor"] == 2
    assert all(state != 0 for _, _, state, _ in lab.foes()[0]["attacks"])
    assert lab.player()["units"][0]["ready"] == 0


def test_shocktroops_take_the_damage_they_redirect():
    """Attack -3, and what is left goes to them first, Assassination or not."""
    lab = at_block(
        fight(
            ["prowlers"],
            units=["shocktroops"],
            enemies={"prowlers": {"attacks": [(5, "physical")], "abilities": ["assassination"]}},
        )
    )
    options = [o for o in lab.options(Act.ACT_UNIT)]
    lab.do(Act.ACT_UNIT, *options[-1][:2])
    lab.end_phase()
    assert lab.player()["units"][0]["wounds"] == 1 or lab.options(Act.ACT_ASSIGN) == [(0, 0, 0)]
    assert HERO not in [o[2] for o in lab.options(Act.ACT_ASSIGN)]
