"""Coral: her deck with Set Aside (A.4), her Skills as far as they are known (AD p.46), the estimates of the rest."""

import pytest
from laboratory import CENTRE, Act, Step, card, enemy, fight, game, space, unit
from test_exploring import wedge
from test_skills import skill, with_skills

from mkbalance.mageknight.game import GAME, compiled
from mkbalance.mageknight.loading import load
from mkbalance.mageknight.model import scenario

SKILLS = {id_: entry for id_, entry in load()["skills"].items() if entry.hero == "coral"}
KNOWN = {"coral_coordinated_attack"}


# ---- Skills


def coordinated(*cards, foe="high_dragon", **kwargs):
    lab = with_skills(fight([foe], **kwargs), "coral_coordinated_attack")
    lab.to_attack_phase()
    lab.set_seat(hand=[card(name) for name in cards], wounds=0)
    lab.tokens(red=2)
    return lab.do(Act.ACT_TARGET, 0)


def total(lab):
    return sum(lab.combat()["points"])


def test_the_example_of_the_rulebook():
    """A33, AD p.46: 1 + sideways 1 + Determination 2 (+1) + Improvisation 3 (+1) are 9 and beat a High Dragon."""
    lab = coordinated("march", "determination", "improvisation", "rage")
    assert lab.foes()[0]["armor"] == 9
    lab.do(Act.ACT_SKILL, 0, 0)
    assert total(lab) == 1
    lab.sideways("march", "attack")
    assert total(lab) == 2, "the Attack 1 of the Skill was played already"
    lab.play("determination")
    assert total(lab) == 5
    option = next(o for o in range(8) if lab.can(Act.ACT_PLAY, card("improvisation"), 0, o))
    lab.do(Act.ACT_PLAY, card("improvisation"), 0, option)
    assert total(lab) == 9
    lab.do(Act.ACT_RESOLVE)
    assert lab.foes()[0]["flags"] & 1, "9 against Armor 9: all physical, which it does not resist"


def test_values_are_compared_before_one_is_added():
    """A.15.1: 2 made 3 leaves 3 free; a second 2 gets nothing, whatever element or card it comes from."""
    lab = coordinated("rage", "determination", "rage", foe="prowlers", enemies={"prowlers": {"armor": 30}})
    lab.do(Act.ACT_SKILL, 0, 0).play("rage")
    assert total(lab) == 1 + 3
    lab.play("determination")
    assert total(lab) == 1 + 3 + 2
    lab.do(Act.ACT_PLAY, card("rage"), 1, 0)
    while lab.can(Act.ACT_PAY):
        lab.apply(0)
    assert total(lab) == 1 + 3 + 2 + 5, "an Attack of 4"


def test_what_was_played_before_the_skill_counts():
    """A.15.1: compared with attacks already played; these get nothing themselves."""
    lab = coordinated("rage", "determination", foe="prowlers", enemies={"prowlers": {"armor": 30}})
    lab.play("rage").do(Act.ACT_SKILL, 0, 0)
    assert total(lab) == 2 + 1
    lab.play("determination")
    assert total(lab) == 2 + 1 + 2


def test_attacks_of_the_ranged_phase_do_not_count():
    """Ruling 101: those of the Attack phase are compared."""
    lab = fight(["prowlers"], units=["utem_crossbowmen"], enemies={"prowlers": {"armor": 30}})
    with_skills(lab, "coral_coordinated_attack").hand("rage")
    lab.do(Act.ACT_TARGET, 0)
    lab.do(Act.ACT_UNIT, *lab.options(Act.ACT_UNIT)[0][:2])
    assert total(lab) == 2, "Ranged Attack 2"
    lab.do(Act.ACT_RESOLVE)
    lab.to_attack_phase()
    lab.do(Act.ACT_TARGET, 0).do(Act.ACT_SKILL, 0, 0).play("rage")
    assert total(lab) == 1 + 3, "no 2 was played in this phase yet"


def test_a_unit_attacks_in_time_with_her():
    lab = coordinated(foe="prowlers", units=["peasants"], enemies={"prowlers": {"armor": 30}})
    lab.do(Act.ACT_SKILL, 0, 0).do(Act.ACT_UNIT, 0, 0)
    assert total(lab) == 1 + 3, "Attack 2 of the Peasants"


def test_combat_healer_lets_a_unit_serve_again():
    """AD p.46: wound Utem Swordsmen for Block 6, prevent the Wound, assign damage to them later in the same combat."""
    lab = with_skills(
        fight(
            ["prowlers"],
            units=["utem_swordsmen"],
            enemies={"prowlers": {"attacks": [(5, "physical"), (5, "physical")]}},
        ),
        "coral_combat_healer",
    )
    lab.end_phase().do(Act.ACT_BLOCK, 0, 0)
    assert not lab.can(Act.ACT_SKILL), "nothing to prevent yet"
    wounding = next(o for o in lab.options(Act.ACT_UNIT) if o[1] == max(p[1] for p in lab.options(Act.ACT_UNIT)))
    lab.do(Act.ACT_UNIT, *wounding)
    assert (lab.combat()["block"][0], lab.player()["units"][0]["wounds"]) == (6, 1)
    lab.do(Act.ACT_RESOLVE).do(Act.ACT_SKILL, 0, 0)
    assert lab.player()["units"][0]["wounds"] == 0
    lab.end_phase()
    lab.assign(0, 0, 1)
    assert lab.player()["units"][0]["wounds"] == 1


def test_damage_is_assigned_to_a_unit_once_all_the_same():
    """AD p.46: what took damage in this combat takes no more, its Wound prevented or not."""
    lab = with_skills(
        fight(
            ["prowlers"],
            units=["utem_swordsmen"],
            enemies={"prowlers": {"attacks": [(3, "physical"), (3, "physical")]}},
        ),
        "coral_combat_healer",
    )
    lab.end_phase().end_phase().assign(0, 0, 0)
    assert lab.player()["units"][0]["wounds"] == 1
    lab.do(Act.ACT_SKILL, 0, 0)
    assert lab.player()["units"][0]["wounds"] == 0
    assert not lab.can(Act.ACT_ASSIGN, 0, 1, 0), "not a second time"
    assert not lab.can(Act.ACT_SKILL), "once a Round"


def test_an_old_wound_is_not_prevented():
    lab = fight(["prowlers"])
    lab.set_seat(units=[(unit("utem_swordsmen"), 1, 1)])
    with_skills(lab, "coral_combat_healer")
    assert not lab.can(Act.ACT_SKILL)


def shore(lab):
    return {o[0] for o in lab.options(Act.ACT_CHOOSE)}


def test_commandeer_vessel_sails_along_the_coast():
    """AD p.46: from a space of the coastline to another, in between nothing is entered; again and again in a turn."""
    lab = wedge(at=(0, 6), extra=[("countryside_3", (0, 2))])  # plains north-west on the starting tile, beside the sea
    with_skills(lab, "coral_commandeer_vessel")
    lab.hand("rage")
    lab.set_turn(move=4)
    lab.settle()
    lab.do(Act.ACT_SKILL, 0, 0)
    found = shore(lab)
    assert found
    west = {slot * 7 + h for slot in (1, 3) for h in (4, 5, 6)}
    east = {2 * 7 + h for h in (2, 3, 4)}
    assert found <= west | east | set(range(7)), "the shore only: no space inland"
    assert found & west and found & east
    far = max(lab.options(Act.ACT_CHOOSE), key=lambda o: o[1])
    assert far[1] > 1
    lab.do(Act.ACT_CHOOSE, far[0], far[1])
    assert (lab.player()["space"], lab.turn()["move"]) == (far[0], 4 - far[1])
    lab.set_turn(move=2)
    lab.settle()
    assert lab.can(Act.ACT_SKILL, 0), "several times in a turn"


def test_no_ship_sails_from_inland_or_for_nothing():
    lab = wedge(at=(1, 0))
    with_skills(lab, "coral_commandeer_vessel")
    assert not lab.can(Act.ACT_SKILL), "the centre of a tile lies inland"
    lab = wedge(at=(0, 6))
    lab.set_turn(move=0)
    with_skills(lab, "coral_commandeer_vessel")
    assert not lab.can(Act.ACT_SKILL), "each space takes Move"


@pytest.mark.parametrize(
    ("name", "site", "token"),
    [
        ("coral_tales_of_adventure", "monster_den", "minotaur"),
        ("coral_tales_of_conquest", "keep", "prowlers"),
        ("coral_tales_of_conquest", "mage_tower", "monks"),
    ],
)
def test_tales_count_conquests_made_while_owned(name, site, token):
    """AD, facts: a Shield on the token for each conquest of its kind while the Skill is owned."""
    other = {"coral_tales_of_adventure": "coral_tales_of_conquest"}.get(name, "coral_tales_of_adventure")
    for owned, counted in ((name, 1), (other, 0)):
        kind = 0 if "adventure" in owned else 1
        if site != "monster_den":
            lab = with_skills(game(field={"E": {"site": site}}), owned)
            lab.put(space("E"), [enemy(token)])
            lab.set_turn(move=9)
            lab.settle()
            lab.move("E")
        else:
            lab = with_skills(game(field={"C": {"site": site}}), owned)
            lab.put(CENTRE, [enemy(token)])
            lab.set_space(CENTRE, flags=["drawn"])
            lab.settle()
            lab.do(Act.ACT_ENTER)
        while lab.step != Step.STEP_RANGED:
            lab.apply(0)
        lab.block_all().attack(0, melee=[(30, "physical")])
        while lab.step == Step.STEP_ATTACK:
            lab.end_phase()
        assert lab.player()["conquests"][kind] == counted, owned


def test_a_tale_is_told_while_interacting():
    """Estimated: Influence 1 and 1 for each."""
    lab = game(field={"C": {"site": "village"}})
    lab.set_seat(rep=0)
    lab.set_seat(conquests=(2, 1))
    with_skills(lab, "coral_tales_of_adventure", "coral_tales_of_conquest").do(Act.ACT_INTERACT)
    lab.do(Act.ACT_SKILL, 0, 0)
    assert lab.turn()["influence"] == 3
    lab.do(Act.ACT_SKILL, 1, 0)
    assert lab.turn()["influence"] == 5


def test_fate_discards_no_wound():
    """AD p.47; estimated: one card is drawn."""
    lab = game()
    lab.set_seat(deck=[card("swiftness"), card("march")])
    with_skills(lab, "coral_improve_fate").hand("rage", wounds=1)
    lab.do(Act.ACT_SKILL, 0, 0)  # the Rage, not the Wound: no choice
    assert lab.player()["wounds"] == 1
    assert lab.player()["hand"] == [card("march")]
    lab = game()
    with_skills(lab, "coral_improve_fate").hand(wounds=2)
    assert not lab.can(Act.ACT_SKILL)


@pytest.mark.parametrize(
    ("name", "option", "seen"),
    [
        ("coral_treasure_hunter", 0, {"crystals": 1}),
        ("coral_unnamed_2", 1, {"move": 1}),
        ("coral_unnamed_3", 0, {"crystals": 1, "mana": 1}),
    ],
)
def test_stand_ins(name, option, seen):
    """Estimates of middle strength: what they give now."""
    lab = with_skills(game(), name).hand("rage")
    lab.do(Act.ACT_SKILL, 0, option)
    while lab.can(Act.ACT_CHOOSE):
        lab.apply(0)
    got = {"crystals": sum(lab.player()["crystals"]), "mana": sum(lab.turn()["mana"]), "move": lab.turn()["move"]}
    assert got == {"crystals": 0, "mana": 0, "move": 0} | seen


def test_the_unnamed_motivation():
    lab = game()
    lab.set_seat(deck=[card("march")] * 3)
    with_skills(lab, "coral_unnamed_1").hand("rage").do(Act.ACT_SKILL, 0, 0)
    assert lab.player()["hand"].count(card("march")) == 2


def test_change_fate_is_for_games_against_others():
    lab = game(competitive=1)
    lab.set_seat(deck=[card("march")])
    with_skills(lab, "coral_change_fate").hand("rage", "swiftness")
    lab.do(Act.ACT_SKILL, 0, 0).do(Act.ACT_DISCARD, card("rage"))
    assert sorted(lab.player()["hand"]) == sorted([card("march"), card("swiftness")])


# ---- what is known and what is not


def test_eleven_tokens_of_the_kinds_that_are_known():
    """facts: five once a turn, four once a Round, one competitive, one cooperative."""
    kinds = [entry.frequency for entry in SKILLS.values()]
    assert {kind: kinds.count(kind) for kind in kinds} == {
        "once_per_turn": 5,
        "once_per_round": 4,
        "interactive_competitive": 1,
        "interactive_cooperative": 1,
    }
    assert SKILLS["coral_treasure_hunter"].frequency == "once_per_round"
    for name in ("tales_of_adventure", "tales_of_conquest", "coordinated_attack"):
        assert SKILLS[f"coral_{name}"].frequency == "once_per_turn"
    assert {id_ for id_, entry in SKILLS.items() if not entry.estimated} == KNOWN


def test_without_estimates_she_has_the_one_that_is_known():
    """rules.estimates: what is not known is not dealt, and her two cards are those they replace."""
    without = compiled({"rules.estimates": "leave_out"})
    flags = without.arrays["skills"]["flags"]
    assert {id_ for id_ in SKILLS if flags[skill(id_)] & 4} == KNOWN
    deck = without.content["basic_actions"]
    assert deck["quick_witted"].powered == deck["swiftness"].powered
    assert deck["tempered_steel"].powered == deck["rage"].powered


@pytest.mark.parametrize("value", ["use", "leave_out"])
def test_she_plays_whole_games(value):
    chosen = scenario("solo_conquest").set("rules.estimates", value)
    rows = GAME.prepare(chosen, ["coral:random"]).run(3, 0, 200)
    assert not rows["fault"].any()
    assert len(set(rows["score"])) > 5


# ---- Set Aside (A.4)


def test_set_aside_waits_beside_the_deck():
    """A.4.1: not shuffled in at the start of the Round; at any draw it may be taken instead, the opening hand's too."""
    row = card("quick_witted")
    for number in range(20):
        lab = game(hero="coral", start_tactic=None, number=number, place=None)
        player = lab.player()
        assert player["set_aside"] == row
        assert row not in player["deck_cards"] and len(player["deck_cards"]) == 15
        assert lab.options(Act.ACT_CHOOSE) and lab.can(Act.ACT_DECLINE), "before the first card is drawn"
    lab.do(Act.ACT_DECLINE)
    assert (len(lab.player()["hand"]), lab.player()["set_aside"]) == (1, row)
    lab.apply(0)
    assert lab.player()["hand"].count(row) == 1 and lab.player()["set_aside"] is None


def test_set_aside_must_be_taken_when_the_deck_is_empty():
    """A.4.1."""
    lab = game()
    lab.set_seat(deck=[], hand=[card("rage")], set_aside=card("quick_witted"))
    lab.settle()
    lab.do(Act.ACT_SIDEWAYS, card("rage"), 0).end_turn()
    assert lab.player()["set_aside"] is None
    assert card("quick_witted") in lab.player()["hand"]


def test_a_set_aside_card_never_taken_waits_again():
    """A.4.1: in the next Round it lies beside the deck anew."""
    lab = game(hero="coral", rounds=3, start_tactic=None)
    row = card("quick_witted")
    owned = sorted([row] * 1 + [c for c in lab.player()["deck_cards"]])
    lab.set_seat(deck=[c for c in owned if c != row], hand=[], discard=[], set_aside=row)
    lab.go_to(Step.STEP_ROUND_END)
    lab.settle()
    player = lab.player()
    assert player["set_aside"] == row
    assert sorted([row, *player["deck_cards"], *player["hand"]]) == owned


def test_taking_the_card_set_aside_is_a_draw():
    """A.4.1: it stands instead of a card of the deck."""
    lab = game()
    lab.set_seat(deck=[card("march")] * 6, hand=[card("rage")], set_aside=card("quick_witted"))
    lab.settle()
    lab.do(Act.ACT_SIDEWAYS, card("rage"), 0)
    lab.do(Act.ACT_END_TURN)
    while not lab.can(Act.ACT_CHOOSE):
        lab.apply(0)
    lab.do(Act.ACT_CHOOSE, 1)
    assert len(lab.player()["hand"]) == 5
    assert lab.player()["hand"].count(card("march")) == 4
