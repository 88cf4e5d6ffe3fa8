"""Interactive Skills (R13.3): in the common centre until the owner's next turn (R4.2.1), for others or against them."""

import pytest
from laboratory import BLACK, CENTRE, GREEN, HERO, RED, WHITE, Act, Step, card, enemy, game, space, tables, unit
from test_skills import level_up, skill, with_skills
from test_skills_conditions import next_turn
from test_two_seats import choose, two

OPEN, KEPT = 6, 7
DOWN, LYING = 2, 4
STRONG = {"attacks": [(7, "physical")], "armor": 9}


def table(name, **kwargs):
    """Two seats, the first one's turn, with a Skill; no dice, no crystals, March and Rage in both hands."""
    lab = choose(two(**kwargs))
    lab.set_seat(0, skills=[skill(name)], space=space("NW"))
    lab.set_seat(1, skills=[], space=CENTRE)
    for seat in (0, 1):
        lab.set_seat(seat, hand=[card("march"), card("march"), card("rage"), card("rage")], crystals=[0] * 4, wounds=0)
    lab.set_source([])
    lab.settle()
    assert (lab.seat, lab.step) == (0, Step.STEP_MOVE)
    return lab


def used(lab):
    return lab.player(0)["skill_used"][0]


def over(lab, source=()):
    """The turn ends; the next seat is on the move, with this Source and four cards."""
    lab.set_turn(played=1)
    lab.settle()
    lab.end_turn()
    while lab.step != Step.STEP_MOVE:
        lab.apply(0)
    lab.set_seat(lab.seat, hand=[card("march"), card("march"), card("rage"), card("rage")])
    lab.set_source(list(source))
    lab.settle()
    return lab


def test_it_comes_back_face_down_at_the_owners_next_turn():
    """R4.2.1; and it stays face down until the Round ends."""
    lab = table("norowas_calming_the_weather").do(Act.ACT_SKILL, 0, 0)
    assert used(lab) & LYING
    over(lab)
    assert (lab.seat, used(lab) & LYING) == (1, LYING)
    over(lab)
    assert (lab.seat, used(lab)) == (0, DOWN)
    assert not lab.can(Act.ACT_SKILL)


def test_calming_the_weather_is_claimed_for_one_less():
    """Another seat returns it: terrain costs 1 less, at least 1; once."""
    lab = table("norowas_calming_the_weather", field={"E": "swamp"}).do(Act.ACT_SKILL, 0, 0)
    assert not lab.can(Act.ACT_SKILL), "not its owner"
    over(lab)
    before = (lab.cost(1), lab.cost(0))
    lab.do(Act.ACT_SKILL, 0, 1, 1)
    assert (lab.cost(1), lab.cost(0)) == (before[0] - 1, before[1] - 1)
    assert not used(lab) & LYING
    assert not lab.can(Act.ACT_SKILL)


def test_prayer_of_weather_slows_the_others():
    """Terrain costs 1 more for the others, 5 at most, until the owner's next turn."""
    lab = table("norowas_prayer_of_weather", field={"E": "swamp"})
    lab.set_seat(0, space=CENTRE)
    lab.set_seat(1, space=space("NW"))
    lab.do(Act.ACT_SKILL, 0, 0)
    assert (lab.cost(1), lab.cost(0)) == (3, 1)
    over(lab)
    lab.set_seat(0, space=space("NW"))
    lab.set_seat(1, space=CENTRE)
    lab.settle()
    assert (lab.cost(1), lab.cost(0)) == (5, 3)
    over(over(lab))
    lab.set_seat(1, space=CENTRE)
    lab.settle()
    assert (lab.seat, lab.cost(0)) == (1, 2)


def test_ritual_of_pain_lets_another_play_a_wound():
    """Two Wounds leave the game; another Hero plays one sideways for 3."""
    lab = table("arythea_ritual_of_pain")
    lab.set_seat(0, wounds=2)
    lab.settle()
    lab.do(Act.ACT_SKILL, 0, 1)
    assert lab.player(0)["wounds"] == 0
    over(lab)
    assert not lab.can(Act.ACT_SKILL), "no Wound in hand"
    lab.set_seat(1, wounds=1)
    lab.settle()
    lab.do(Act.ACT_SKILL, 0, 2, 1)
    assert (lab.turn()["move"], lab.player(1)["wounds"]) == (3, 0)


def test_healing_ritual_hands_one_wound_on():
    """One of the Wounds removed goes to the closest other Hero."""
    lab = table("arythea_healing_ritual")
    lab.set_seat(0, wounds=3)
    lab.settle()
    lab.do(Act.ACT_SKILL, 0, 1)
    assert (lab.player(0)["wounds"], lab.player(1)["wounds"]) == (1, 1)
    alone = with_skills(game(), "arythea_healing_ritual").hand("march", wounds=3)
    alone.do(Act.ACT_SKILL, 0, 1)
    assert alone.player()["wounds"] == 1


def brawl(lab, foe="prowlers", **kwargs):
    lab.set_seat(lab.seat, **kwargs)
    lab.fight([enemy(foe)])
    lab.settle()
    return lab


def test_howl_of_the_pack_helps_who_enters_a_fight():
    """Armor -1 of an enemy and an attack -1, before anything else in the fight."""
    lab = table("wolfhawk_howl_of_the_pack", enemies={"prowlers": STRONG})
    lab.do(Act.ACT_SKILL, 0, 0).do(Act.ACT_CHOOSE, card("march"), 0)
    assert used(lab) & LYING
    brawl(over(lab)).do(Act.ACT_SKILL, 0, 1, 1).do(Act.ACT_CHOOSE, 1)
    lab.do(Act.ACT_CHOOSE, 1)
    assert (lab.foes()[0]["armor"], lab.foes()[0]["attacks"][0][0]) == (8, 6)
    lab = table("wolfhawk_howl_of_the_pack", enemies={"prowlers": STRONG})
    lab.do(Act.ACT_SKILL, 0, 0).do(Act.ACT_CHOOSE, card("march"), 0)
    brawl(over(lab)).end_phase()
    assert not lab.can(Act.ACT_SKILL)


@pytest.mark.parametrize("howled", [False, True])
def test_wolfs_howl_weakens_the_units_of_others(howled):
    """A card sideways for 4 and more; the others' Units have 1 less in every Attack and Block."""
    lab = table("wolfhawk_wolfs_howl", enemies={"prowlers": STRONG})
    if howled:
        lab.do(Act.ACT_SKILL, 0, 0).do(Act.ACT_CHOOSE, card("march"), 0)
        assert lab.turn()["move"] >= 4
    brawl(over(lab), units=[(unit("utem_guardsmen"), 1, 0)]).end_phase().do(Act.ACT_BLOCK, 0, 0)
    lab.do(Act.ACT_UNIT, *lab.options(Act.ACT_UNIT)[0][:2])
    assert sum(lab.combat()["block"]) == 4 - howled


def test_natures_vengeance_strengthens_attacks_while_they_are_blocked():
    """Competitive: enemies of the others have attack +1 in the Block phase, and only there."""
    lab = table("braevalar_natures_vengeance", enemies={"prowlers": STRONG})
    brawl(lab).end_phase().do(Act.ACT_SKILL, 0, 0)
    assert lab.foes()[0]["attacks"][0][0] == 6
    lab.end_phase().assign(HERO)
    while lab.step != Step.STEP_AFTER:
        lab.do(Act.ACT_END_PHASE)
    brawl(over(lab))
    assert lab.foes()[0]["attacks"][0][0] == 7
    lab.end_phase()
    assert lab.foes()[0]["attacks"][0][0] == 8
    lab.end_phase()
    assert (lab.step, lab.foes()[0]["attacks"][0][0]) == (Step.STEP_DAMAGE, 7)


def test_natures_vengeance_is_claimed_in_a_cooperative_game():
    lab = table("braevalar_natures_vengeance_coop", enemies={"prowlers": STRONG})
    brawl(lab).end_phase().do(Act.ACT_SKILL, 0, 0).end_phase().assign(HERO)
    while lab.step != Step.STEP_AFTER:
        lab.do(Act.ACT_END_PHASE)
    brawl(over(lab)).end_phase().do(Act.ACT_SKILL, 0, 1, 1)
    assert lab.foes()[0]["attacks"][0][0] == 6
    lab.set_turn(move=1)
    lab.settle()
    assert lab.can(Act.ACT_REDUCE, 0, 0), "Cumbersome"


def test_source_freeze():
    """The others have no die of their own; the owner gains a crystal of a colour showing, the die stays."""
    lab = table("goldyx_source_freeze").do(Act.ACT_SKILL, 0, 0)
    over(lab, [GREEN])
    assert lab.turn()["dice_rights"] == 0
    assert not lab.can(Act.ACT_PLAY, card("march"), 1)
    lab.set_turn(played=1)
    lab.set_source([WHITE, BLACK])
    lab.settle()
    lab.end_turn()
    while lab.step != Step.STEP_MOVE:
        lab.apply(0)
    assert (lab.seat, lab.player(0)["crystals"]) == (0, [0, 0, 0, 1])
    assert lab.table()["dice"] == [WHITE, BLACK]
    assert lab.turn()["dice_rights"] == 1


def test_source_opening_lends_a_die():
    """Another Hero uses one more basic die, rerolled or not; the owner gains its crystal."""
    lab = over(table("goldyx_source_opening").do(Act.ACT_SKILL, 0, 0), [GREEN, GREEN])
    lab.do(Act.ACT_PLAY, card("march"), 1, 0)
    assert lab.turn()["move"] == 4
    assert not lab.can(Act.ACT_PLAY, card("march"), 1)
    lab.do(Act.ACT_SKILL, 0, 2, 1).do(Act.ACT_PLAY, card("march"), 1, 0)
    assert sorted(o[1] for o in lab.options(Act.ACT_PAY)) == [OPEN, KEPT]
    lab.do(Act.ACT_PAY, GREEN, KEPT, GREEN)
    assert lab.turn()["move"] == 8
    assert lab.player(0)["crystals"] == [0, 0, 1, 0]
    assert lab.player(1)["crystals"] == [0] * 4


def test_source_opening_alone():
    """Solo: put into play one turn, claimed by its owner in the next, who gains the crystal; not in the same turn."""
    lab = with_skills(game(), "goldyx_source_opening").do(Act.ACT_SKILL, 0, 0)
    assert not lab.can(Act.ACT_SKILL)
    next_turn(lab)
    lab.set_source([GREEN, GREEN])
    lab.set_seat(crystals=[0] * 4)
    lab.hand("march", "march").do(Act.ACT_SKILL, 0, 2, 1)
    lab.do(Act.ACT_PLAY, card("march"), 1, 0).do(Act.ACT_PAY, GREEN, OPEN, GREEN)
    assert lab.player()["crystals"] == [0, 0, 1, 0]
    lab.do(Act.ACT_PLAY, card("march"), 1, 0)
    lab = with_skills(game(), "goldyx_source_opening").do(Act.ACT_SKILL, 0, 0)
    next_turn(next_turn(lab))
    assert lab.player()["skill_used"] == [DOWN], "not in the turn after that"


def test_source_opening_may_reroll_a_die():
    lab = with_skills(game(), "goldyx_source_opening")
    assert not lab.can(Act.ACT_SKILL, 0, 1)
    lab.set_source([BLACK, RED])
    lab.settle()
    lab.do(Act.ACT_SKILL, 0, 1)
    assert {o[0] for o in lab.options(Act.ACT_CHOOSE)} == {0, 1}


def paid(lab, tokens, cards=1):
    """Power March that often with tokens of these colours."""
    lab.tokens(**tokens)
    for _ in range(cards):
        lab.do(Act.ACT_PLAY, card("march"), 1, 0)
    return lab


def test_mana_exploit():
    """A mana now; each other Hero takes a Wound for a mana of another colour, one a colour; gold as what it serves."""
    lab = table("tovak_mana_exploit").do(Act.ACT_SKILL, 0, 0)
    assert lab.turn()["mana"][RED] == 1
    paid(over(lab), {"green": 2}, 2)
    assert lab.player(1)["wounds"] == 1
    assert lab.player(0)["wounds"] == 0
    lab = table("tovak_mana_exploit").do(Act.ACT_SKILL, 0, 2)
    paid(over(lab), {"gold": 1})
    assert lab.player(1)["wounds"] == 0, "gold used as green, the colour marked"
    over(over(lab))
    paid(lab, {"green": 1})
    assert lab.player(1)["wounds"] == 0, "it lies in the centre no more"


def test_mana_overload():
    """The first card powered with the colour gets 4 more on what it gives, its owner's too; then it is over."""
    lab = table("tovak_mana_overload").do(Act.ACT_SKILL, 0, 2)
    assert lab.turn()["mana"][GREEN] == 1
    lab.do(Act.ACT_PLAY, card("march"), 1, 0)
    assert lab.turn()["move"] == 8
    assert not used(lab) & LYING
    paid(lab, {"green": 1})
    assert lab.turn()["move"] == 12
    lab = paid(over(table("tovak_mana_overload").do(Act.ACT_SKILL, 0, 2)), {"green": 1})
    assert (lab.seat, lab.turn()["move"]) == (1, 8)
    lab = paid(over(table("tovak_mana_overload").do(Act.ACT_SKILL, 0, 0)), {"green": 1})
    assert lab.turn()["move"] == 4, "another colour"


def test_mana_enhancement():
    """A crystal of the basic colour just spent; another Hero claims a token of it. Nothing for gold."""
    lab = paid(table("krang_mana_enhancement"), {"gold": 1})
    assert lab.task is None
    lab.tokens(green=1).do(Act.ACT_PLAY, card("march"), 1, 0)
    lab.do(Act.ACT_CHOOSE, 1)
    assert lab.player(0)["crystals"][GREEN] == 1
    assert lab.turn()["move"] == 8
    over(lab).do(Act.ACT_SKILL, 0, 1, 1)
    assert lab.turn()["mana"] == [0, 0, 1, 0, 0, 0]
    assert used(lab) & LYING == 0


def test_mana_suppression():
    """Estimate: the first mana of each other Hero's turn costs a basic one more; the owner gains a crystal so paid."""
    lab = over(table("krang_mana_suppression").do(Act.ACT_SKILL, 0, 0))
    lab.tokens(green=1)
    assert not lab.can(Act.ACT_PLAY, card("march"), 1), "one mana is not enough"
    paid(lab, {"green": 1, "blue": 1})
    assert lab.turn()["mana"] == [0] * 6
    paid(lab, {"green": 1})
    assert lab.turn()["move"] == 8, "the second costs no more"
    over(lab)
    assert lab.player(0)["crystals"] == [0, 1, 0, 0]


def dealt(hero, **setup):
    """Skills of a Hero seen at first level-ups."""
    seen = set()
    for number in range(40):
        seen |= {o[0] for o in level_up(game(hero=hero, number=number, **setup), 3).options(Act.ACT_CHOOSE)}
    return {name for name in tables().index["skills"] if skill(name) in seen and name.startswith(hero)}


def test_one_of_each_pair_leaves_by_the_kind_of_game():
    """R2.10, R16.8: ten Skills a Hero."""
    names = {name for name in tables().index["skills"] if name.startswith("braevalar")}
    assert dealt("braevalar") == names - {"braevalar_natures_vengeance"}
    assert dealt("braevalar", competitive=1) == names - {"braevalar_natures_vengeance_coop"}
