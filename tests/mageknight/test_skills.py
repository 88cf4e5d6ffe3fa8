"""Skills (R12.6, R13.3, R16.7): the draft, use once a turn or a Round, printed values."""

from laboratory import BLUE, CENTRE, GREEN, RED, WHITE, Act, Step, card, fight, game, space, tables, unit


def skill(name):
    return tables().index["skills"][name]


def with_skills(lab, *names):
    lab.set_seat(skills=[skill(name) for name in names])
    lab.set_source([])
    lab.settle()
    return lab


def level_up(lab, fame):
    lab.set_seat(fame=fame)
    lab.settle()
    lab.do(Act.ACT_END_TURN)
    while lab.task is None and lab.can(Act.ACT_DONE):
        lab.do(Act.ACT_DONE)
    return lab


def test_a_level_offers_two_own_skills_and_then_an_action():
    """R12.6: an even level flips two Skills of one's own."""
    lab = level_up(game(), 3)
    rows = [o[0] for o in lab.options(Act.ACT_CHOOSE)]
    assert len(rows) == 2
    heroes = tables().arrays["skills"]["hero"]
    assert {int(heroes[row]) for row in rows} == {lab.player()["hero"]}
    lab.do(Act.ACT_CHOOSE, rows[0])
    assert len(lab.options(Act.ACT_CHOOSE)) == 3, "any of the Advanced Action offer"


def test_once_per_turn_and_once_per_round():
    """R13.3: a turn Skill comes back next turn, a Round Skill does not."""
    lab = with_skills(game(), "tovak_double_time", "goldyx_white_crystal_craft")
    lab.hand("march", "rage")
    lab.do(Act.ACT_SKILL, 0, 0).do(Act.ACT_SKILL, 1, 0)
    assert lab.turn()["move"] == 2
    assert lab.player()["crystals"][BLUE] == 1
    assert lab.turn()["mana"][WHITE] == 1
    assert not lab.can(Act.ACT_SKILL)
    lab.do(Act.ACT_SIDEWAYS, card("march"), 0).end_turn()
    while lab.step != Step.STEP_MOVE:
        lab.apply(0)
    assert lab.can(Act.ACT_SKILL, 0)
    assert not lab.can(Act.ACT_SKILL, 1)


def test_motivation_draws_two_and_gives_no_mana_alone():
    """Draw 2; strictly lowest Fame is not to be had in a solo game; no second one before the end of the next turn."""
    lab = game()
    lab.set_seat(deck=[card("march")] * 9)
    with_skills(lab, "tovak_motivation", "goldyx_motivation")
    lab.hand("rage")
    lab.do(Act.ACT_SKILL, 0, 0)
    assert lab.player()["hand"].count(card("march")) == 2
    assert sum(lab.turn()["mana"]) == 0
    assert not lab.can(Act.ACT_SKILL)


def test_sideways_skills():
    """I Don't Give a Damn: 2, or 3 for more than a Basic Action; Power of Pain: a Wound for 2."""
    lab = with_skills(game(), "tovak_i_dont_give_a_damn", "arythea_power_of_pain").hand("rage", "fire_bolt", wounds=1)
    lab.do(Act.ACT_SKILL, 0, 0).do(Act.ACT_CHOOSE, card("fire_bolt"), 0)
    assert lab.turn()["move"] == 3
    lab.do(Act.ACT_SKILL, 1, 0)
    assert (lab.turn()["move"], lab.player()["wounds"]) == (5, 0)


def test_universal_power_matches_the_colour_paid():
    """A basic mana: 3, or 4 with a card of that colour."""
    lab = with_skills(game(), "goldyx_universal_power").tokens(red=1).hand("rage", "march")
    lab.do(Act.ACT_SKILL, 0, 0).do(Act.ACT_CHOOSE, card("rage"), 0)
    assert lab.turn()["move"] == 4


def test_who_needs_magic_without_the_source():
    """3 if no Source die is used this turn, and then none may be."""
    lab = with_skills(game(), "tovak_who_needs_magic")
    lab.set_source([RED, RED])
    lab.hand("march", "rage")
    lab.do(Act.ACT_SKILL, 0, 1).do(Act.ACT_CHOOSE, card("march"), 0)
    assert lab.turn()["move"] == 3
    assert lab.turn()["dice_rights"] == 0


def test_resistance_break():
    """Armor -1 per resistance."""
    lab = with_skills(
        fight(["prowlers"], enemies={"prowlers": {"armor": 5, "resist": ["fire", "ice"]}}), "tovak_resistance_break"
    )
    lab.do(Act.ACT_SKILL, 0, 0)
    assert lab.foes()[0]["armor"] == 3


def test_forward_march_counts_three_units_at_most():
    lab = game()
    lab.set_seat(units=[(unit("peasants"), 1, 0)] * 4 + [(unit("peasants"), 1, 1)])
    with_skills(lab, "norowas_forward_march").do(Act.ACT_SKILL, 0, 0)
    assert lab.turn()["move"] == 3


def test_flight_passes_over_a_lake():
    """One space for nothing, two for 2 Move."""
    lab = with_skills(game(field={"NE": "lake"}), "goldyx_flight")
    lab.do(Act.ACT_SKILL, 0, 0).do(Act.ACT_CHOOSE, space("E"), 1)
    assert lab.player()["space"] != CENTRE
    assert lab.turn()["move"] == 0


def test_taunt_trades_attack_for_armor():
    lab = with_skills(
        fight(["prowlers"], enemies={"prowlers": {"attacks": [(4, "physical")], "armor": 5}}), "wolfhawk_taunt"
    )
    lab.end_phase().do(Act.ACT_SKILL, 0, 1)
    assert (lab.foes()[0]["attacks"][0][0], lab.foes()[0]["armor"]) == (6, 3)


def test_glittering_fortune_counts_colours():
    lab = game(field={"C": {"site": "village"}})
    lab.set_seat(crystals=[2, 1, 0, 1], rep=0)
    with_skills(lab, "goldyx_glittering_fortune").do(Act.ACT_INTERACT).do(Act.ACT_SKILL, 0, 0)
    assert lab.turn()["influence"] == 3


def test_on_her_own_gives_up_recruiting():
    lab = game(field={"C": {"site": "village"}})
    lab.set_offers(units=[unit("peasants")])
    lab.set_seat(rep=0)
    with_skills(lab, "wolfhawk_on_her_own").do(Act.ACT_INTERACT)
    lab.set_turn(influence=9)
    lab.settle()
    assert lab.can(Act.ACT_BUY_UNIT)
    lab.do(Act.ACT_SKILL, 0, 1)
    assert lab.turn()["influence"] == 12
    assert not lab.can(Act.ACT_BUY_UNIT)


def test_regenerate_throws_a_wound_away_and_red_draws():
    lab = game()
    lab.set_seat(deck=[card("march")])
    with_skills(lab, "krang_regenerate").tokens(red=1, green=1).hand("rage", wounds=2)
    lab.do(Act.ACT_SKILL, 0, 0)
    assert (lab.player()["wounds"], lab.player()["hand"].count(card("march"))) == (1, 1)
    assert lab.turn()["mana"][GREEN] == 1


def test_circlet_uses_a_common_skill_twice():
    """A once-per-turn Skill of the common area: Shield Mastery's Block 3 twice."""
    lab = game()
    lab.set_common([skill("tovak_double_time")])
    lab.hand("circlet_of_proficiency")
    lab.play("circlet_of_proficiency")
    lab.do(Act.ACT_CHOOSE, skill("tovak_double_time"), 0)
    assert lab.turn()["move"] == 4


def test_circlet_gains_a_common_skill_for_good():
    lab = game()
    lab.set_common([skill("tovak_double_time")])
    lab.hand("circlet_of_proficiency")
    lab.play("circlet_of_proficiency", powered=True)
    assert lab.can(Act.ACT_SKILL, 0)


def test_scouts_look_at_a_token_and_explore_farther():
    """One face-down token within three spaces; it gives Fame 1 if it falls this turn."""
    lab = game(field={"NE": {"terrain": "plains", "site": "keep"}})
    lab.set_time(night=True)
    lab.put(space("NE"), [tables().index["enemies"]["prowlers"]], face_up=False)
    lab.set_seat(units=[(unit("scouts"), 1, 0)])
    lab.settle()
    lab.do(Act.ACT_UNIT, 0, 1).do(Act.ACT_CHOOSE, space("NE"), 0)
    assert lab.spaces()[space("NE")]["tokens"][0][1]
    lab.set_turn(move=4)
    lab.settle()
    fame = lab.player()["fame"]
    lab.move("NE")
    lab.end_phase().end_phase()
    while lab.step == Step.STEP_DAMAGE:
        lab.apply(0)
    lab.do(Act.ACT_TARGET, 0).attack_with(20, 0, 0)
    lab.do(Act.ACT_RESOLVE)
    prowlers = int(tables().arrays["enemies"]["fame"][tables().index["enemies"]["prowlers"]])
    assert lab.player()["fame"] == fame + prowlers + 1
