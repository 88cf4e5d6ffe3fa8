"""Skills with conditions, markers and lasting effects: the printed values of each, and what ends them (R13.3)."""

from laboratory import BLACK, BLUE, GOLD, GREEN, HERO, RED, WHITE, Act, Step, card, fight, game, space, tables, unit
from test_skills import level_up, skill, with_skills

DEFEATED = 1
STRONG = {"attacks": [(7, "physical")], "armor": 9}


def struck(attacks, *names, **foe):
    """Fight one enemy with these attacks, at the Assign Damage phase, with Skills."""
    lab = fight(["prowlers"], enemies={"prowlers": {"attacks": attacks, **foe}})
    with_skills(lab, *names)
    lab.end_phase().end_phase()
    assert lab.step == Step.STEP_DAMAGE
    return lab


def wounds_from(attack, name):
    lab = struck([attack], name)
    lab.do(Act.ACT_SKILL, 0, 0).assign(HERO)
    return lab.player()["wounds"]


def test_battle_hardened():
    """2 damage of a physical attack is ignored, 1 of any other; Armor 2 takes 4 as two Wounds."""
    assert wounds_from((4, "physical"), "krang_battle_hardened") == 1
    assert wounds_from((5, "physical"), "krang_battle_hardened") == 2
    assert wounds_from((5, "fire"), "krang_battle_hardened") == 2
    assert wounds_from((6, "fire"), "krang_battle_hardened") == 3


def test_elemental_resistance():
    """2 damage of a Fire or Ice attack, 1 of a physical or Cold Fire one."""
    assert wounds_from((6, "fire"), "braevalar_elemental_resistance") == 2
    assert wounds_from((6, "ice"), "braevalar_elemental_resistance") == 2
    assert wounds_from((6, "coldfire"), "braevalar_elemental_resistance") == 3
    assert wounds_from((5, "physical"), "braevalar_elemental_resistance") == 2


def test_ignored_damage_comes_after_brutal_and_serves_one_attack():
    lab = struck([(2, "physical"), (2, "physical")], "krang_battle_hardened", abilities=["brutal"])
    lab.do(Act.ACT_SKILL, 0, 0).assign(HERO, 0, 0)
    assert lab.player()["wounds"] == 1
    lab.assign(HERO, 0, 1)
    assert lab.player()["wounds"] == 3


def test_poison_does_nothing_if_all_damage_is_ignored():
    lab = struck([(2, "physical")], "krang_battle_hardened", abilities=["poison"])
    discard = len(lab.player()["discard"])
    lab.do(Act.ACT_SKILL, 0, 0).assign(HERO)
    assert (lab.player()["wounds"], len(lab.player()["discard"])) == (0, discard)


def next_turn(lab):
    lab.set_turn(played=1)
    lab.settle()
    lab.end_turn()
    while lab.step != Step.STEP_MOVE:
        lab.apply(0)
    return lab


def test_feral_allies_explore_for_one_less_every_turn():
    """Exploring costs 1 from the turn after it is gained; in combat Attack 1 or an enemy attack -1, once."""
    lab = next_turn(with_skills(game(stack=["countryside_3"], place=space("E")), "braevalar_feral_allies"))
    lab.set_seat(space=space("NE"))
    lab.set_turn(move=1)
    lab.settle()
    assert lab.can(Act.ACT_EXPLORE)
    lab.do(Act.ACT_EXPLORE, *lab.options(Act.ACT_EXPLORE)[0][:2])
    assert lab.turn()["move"] == 0
    lab = with_skills(fight(["prowlers"], enemies={"prowlers": STRONG}), "braevalar_feral_allies")
    lab.end_phase().do(Act.ACT_SKILL, 0, 1)
    assert lab.foes()[0]["attacks"][0][0] == 6
    lab.end_phase()
    lab.assign(HERO).do(Act.ACT_TARGET, 0)
    assert not lab.can(Act.ACT_SKILL)


def test_hawk_eyes_explores_by_night_and_sees_by_day():
    """Move 1; Night: exploring -1; Day: garrisons two spaces away are seen."""
    lab = game(stack=["countryside_3"], place=space("NE"))
    lab.set_time(night=True)
    with_skills(lab, "wolfhawk_hawk_eyes").do(Act.ACT_SKILL, 0, 0)
    assert lab.turn()["move"] == 1
    assert lab.can(Act.ACT_EXPLORE)
    lab = game(field={"E": {"terrain": "plains", "site": "keep"}}, place=space("W"))
    lab.put(space("E"), [tables().index["enemies"]["prowlers"]], face_up=False)
    with_skills(lab, "wolfhawk_hawk_eyes").do(Act.ACT_SKILL, 0, 0)
    assert not lab.can(Act.ACT_EXPLORE)
    assert lab.spaces()[space("E")]["tokens"][0][1]


def test_secret_ways():
    """Move 1; mountains for 5, safe; with a blue mana lakes for 2, safe."""
    lab = with_skills(game(field={"E": "mountain", "W": "lake"}), "braevalar_secret_ways").tokens(blue=1)
    assert (lab.cost(1), lab.cost(4)) == (255, 255)
    lab.do(Act.ACT_SKILL, 0, 0).do(Act.ACT_CHOOSE, 1)
    assert lab.turn()["move"] == 1
    assert (lab.cost(1), lab.cost(4)) == (5, 2)
    assert lab.safe(space("E"))
    assert lab.safe(space("W"))
    lab = with_skills(game(field={"E": "mountain", "W": "lake"}), "braevalar_secret_ways")
    lab.do(Act.ACT_SKILL, 0, 0)
    assert (lab.cost(1), lab.cost(4)) == (5, 255)


def test_deadly_aim():
    """An Attack card +2 in the Attack phase, +1 before; a card played sideways too, and only one."""
    lab = with_skills(fight(["prowlers"], enemies={"prowlers": STRONG}), "wolfhawk_deadly_aim")
    lab.hand("rage", "march", "swiftness").to_attack_phase()
    lab.do(Act.ACT_SKILL, 0, 0).do(Act.ACT_TARGET, 0).sideways("march", "attack").sideways("rage", "attack")
    assert sum(lab.combat()["points"]) == 4
    lab = with_skills(fight(["prowlers"], enemies={"prowlers": STRONG}), "wolfhawk_deadly_aim").hand("swiftness")
    lab.tokens(white=1).do(Act.ACT_SKILL, 0, 0).do(Act.ACT_TARGET, 0).play("swiftness", powered=True)
    assert sum(lab.combat()["points"]) == 4


def test_spirit_guides():
    """Move 1 and one block +1, in the element of that block."""
    lab = with_skills(fight(["prowlers"], enemies={"prowlers": STRONG}), "krang_spirit_guides").hand("rage")
    lab.end_phase().do(Act.ACT_BLOCK, 0, 0).do(Act.ACT_SKILL, 0, 0).sideways("rage", "block")
    lab.do(Act.ACT_CONVERT, 6, 0)
    assert sum(lab.combat()["block"]) == 2
    assert not lab.can(Act.ACT_CONVERT)


def test_battle_frenzy_stays_down_until_a_rest():
    """Attack 2 every turn, or 4 and face down until a turn spent resting."""
    lab = with_skills(fight(["prowlers"], enemies={"prowlers": STRONG}), "krang_battle_frenzy")
    lab.to_attack_phase().do(Act.ACT_TARGET, 0).do(Act.ACT_SKILL, 0, 1)
    assert sum(lab.combat()["points"]) == 4
    lab = game()
    with_skills(lab, "krang_battle_frenzy").set_skill(0, 2)
    lab.hand("rage", "march")
    lab.do(Act.ACT_REST)
    while lab.step != Step.STEP_REST:
        lab.apply(0)
    assert lab.player()["skill_used"] == [0]


def test_shamanic_ritual_is_turned_up_for_the_action():
    """Any mana once; the action of a later turn turns it up, not a second use in that turn."""
    lab = with_skills(game(), "krang_shamanic_ritual").hand("march", "rage")
    lab.do(Act.ACT_SKILL, 0, 0).do(Act.ACT_CHOOSE, GOLD)
    assert lab.turn()["mana"][GOLD] == 1
    lab.do(Act.ACT_SKILL, 0, 1)
    assert lab.step == Step.STEP_AFTER
    assert not lab.can(Act.ACT_SKILL), "not twice in one turn"
    next_turn(lab)
    assert lab.can(Act.ACT_SKILL, 0, 0)
    assert not lab.can(Act.ACT_SKILL, 0, 1)


def test_arcane_disguise_hides_a_bad_name():
    """Influence 2, or Reputation counts for nothing this turn; a green mana turns it up."""
    lab = game(field={"C": {"site": "village"}})
    lab.set_seat(rep=-7)
    with_skills(lab, "krang_arcane_disguise").tokens(green=1)
    assert not lab.can(Act.ACT_INTERACT)
    lab.do(Act.ACT_SKILL, 0, 1).do(Act.ACT_INTERACT)
    assert lab.turn()["influence"] == 0
    assert lab.player()["skill_used"] == [3]
    lab.do(Act.ACT_SKILL, 0, 2)
    assert lab.player()["skill_used"] == [1]
    assert lab.turn()["mana"][GREEN] == 0


def test_leadership():
    """The activated Unit: Block +3, Attack +2, Ranged Attack +1, in the ability's element; Siege gains nothing."""
    foe = {"prowlers": STRONG}
    lab = with_skills(fight(["prowlers"], enemies=foe, units=["utem_guardsmen"]), "norowas_leadership")
    lab.end_phase().do(Act.ACT_BLOCK, 0, 0)
    plain = fight(["prowlers"], enemies=foe, units=["utem_guardsmen"])
    plain.end_phase().do(Act.ACT_BLOCK, 0, 0)
    option = plain.options(Act.ACT_UNIT)[0]
    plain.do(Act.ACT_UNIT, *option[:2])
    lab.do(Act.ACT_SKILL, 0, 0).do(Act.ACT_UNIT, *option[:2])
    assert sum(lab.combat()["block"]) == sum(plain.combat()["block"]) + 3
    got = []
    for names in ((), ("norowas_leadership",)):
        lab = with_skills(fight(["prowlers"], enemies=foe, units=["utem_guardsmen"]), *names)
        lab.to_attack_phase().do(Act.ACT_TARGET, 0)
        if names:
            lab.do(Act.ACT_SKILL, 0, 0)
        lab.do(Act.ACT_UNIT, *lab.options(Act.ACT_UNIT)[0][:2])
        got.append(sum(lab.combat()["points"]))
    assert got[1] == got[0] + 2


def test_dueling():
    """Block 1, later Attack 1 against the same enemy alone; Fame 1 if no Unit had a part in it."""
    foes = {"prowlers": {"attacks": [(1, "physical")], "armor": 2, "fame": 2}}
    lab = with_skills(fight(["prowlers", "diggers"], enemies=foes), "wolfhawk_dueling").hand("rage")
    lab.end_phase().do(Act.ACT_BLOCK, 0, 0).do(Act.ACT_SKILL, 0, 0).do(Act.ACT_RESOLVE)
    lab.end_phase().assign(HERO, 1, 0)
    fame = lab.player()["fame"]
    lab.do(Act.ACT_TARGET, 1)
    assert not lab.can(Act.ACT_CONVERT, 3, 5)
    lab.sideways("rage", "attack").do(Act.ACT_RESOLVE)
    lab.do(Act.ACT_TARGET, 0).do(Act.ACT_CONVERT, 3, 5).attack_with(1, 0, 0)
    lab.do(Act.ACT_RESOLVE)
    assert lab.player()["fame"] == fame + 3


def test_dueling_helps_an_attack_on_a_group():
    """Its Attack 1 counts in any attack that has the enemy among its targets (R9.2.3)."""
    weak = {"attacks": [(1, "physical")], "armor": 2}
    foes = {"prowlers": weak, "diggers": weak | {"armor": 3}}
    lab = with_skills(fight(["prowlers", "diggers"], enemies=foes), "wolfhawk_dueling").hand("rage")
    lab.end_phase().do(Act.ACT_BLOCK, 0, 0).do(Act.ACT_SKILL, 0, 0).do(Act.ACT_RESOLVE)
    lab.end_phase().assign(HERO, 1, 0)
    lab.do(Act.ACT_TARGET, 0).do(Act.ACT_TARGET, 1).do(Act.ACT_CONVERT, 3, 5).attack_with(4, 0, 0)
    lab.do(Act.ACT_RESOLVE)
    assert all(foe["flags"] & DEFEATED for foe in lab.foes())


def test_know_your_prey_has_no_dragon_head_for_a_target():
    """A.7.2: every head is Arcane Immune, and the Skill does nothing to such an enemy."""
    lab = with_skills(game(), "wolfhawk_know_your_prey")
    lab.fight_dragon([4, 4, 4, 4])
    lab.settle()
    assert not lab.can(Act.ACT_SKILL)


def test_dueling_with_a_units_help_gives_no_fame():
    foes = {"prowlers": {"attacks": [(1, "physical")], "armor": 2, "fame": 2}}
    lab = with_skills(fight(["prowlers"], enemies=foes, units=["utem_guardsmen"]), "wolfhawk_dueling")
    lab.end_phase().do(Act.ACT_BLOCK, 0, 0).do(Act.ACT_SKILL, 0, 0).do(Act.ACT_RESOLVE)
    fame = lab.player()["fame"]
    lab.do(Act.ACT_TARGET, 0).do(Act.ACT_UNIT, *lab.options(Act.ACT_UNIT)[0][:2]).do(Act.ACT_RESOLVE)
    assert lab.player()["fame"] == fame + 2


def test_forked_lightning():
    """Ranged Cold Fire Attack 1 against each of up to three different enemies, in one phase."""
    foes = {"prowlers": {"armor": 1}, "diggers": {"armor": 2, "abilities": ["fortified"]}}
    lab = with_skills(fight(["prowlers", "prowlers", "diggers"], enemies=foes), "braevalar_forked_lightning")
    lab.do(Act.ACT_SKILL, 0, 0).do(Act.ACT_TARGET, 0).do(Act.ACT_CONVERT, 3, 6)
    assert not lab.can(Act.ACT_CONVERT), "one point an enemy"
    lab.do(Act.ACT_RESOLVE)
    assert lab.foes()[0]["flags"] & DEFEATED
    lab.do(Act.ACT_TARGET, 1).do(Act.ACT_CONVERT, 3, 6).do(Act.ACT_RESOLVE)
    assert lab.foes()[1]["flags"] & DEFEATED
    assert not lab.can(Act.ACT_TARGET, 2), "no Ranged Attack on a fortified enemy"


def test_know_your_prey():
    """One ability, resistance or fortification goes, or one element of an attack; nothing of an Arcane Immune enemy."""
    spec = {"attacks": [(4, "coldfire")], "armor": 5, "resist": ["physical"], "abilities": ["swift", "fortified"]}
    chosen = {0: None, 10: None, 13: None, 16: None, 17: None}
    for what in chosen:
        lab = with_skills(fight(["prowlers"], enemies={"prowlers": spec}), "wolfhawk_know_your_prey")
        lab.end_phase().do(Act.ACT_SKILL, 0, 0)
        assert {o[1] for o in lab.options(Act.ACT_CHOOSE)} == set(chosen)
        lab.do(Act.ACT_CHOOSE, 0, what)
        chosen[what] = lab.foes()[0]
    assert chosen[0]["attacks"][0][3:] != chosen[10]["attacks"][0][3:] or chosen[0] != chosen[10]
    assert (chosen[10]["resist"], chosen[0]["resist"]) == (0, 1)
    assert [chosen[what]["attacks"][0][1] for what in (0, 16, 17)] == [3, 2, 1]
    immune = spec | {"abilities": ["arcane_immunity", "swift"]}
    lab = with_skills(fight(["prowlers"], enemies={"prowlers": immune}), "wolfhawk_know_your_prey")
    assert not lab.can(Act.ACT_SKILL)


def test_know_your_prey_lets_ranged_attacks_through_one_wall():
    spec = {"armor": 2, "abilities": ["fortified"]}
    lab = with_skills(fight(["prowlers"], enemies={"prowlers": spec}), "wolfhawk_know_your_prey").hand("swiftness")
    lab.tokens(white=1)
    assert not lab.can(Act.ACT_TARGET)
    lab.do(Act.ACT_SKILL, 0, 0)
    assert lab.can(Act.ACT_TARGET, 0)


def test_curse():
    """Attack -2, or Armor -1; not on a fortified enemy in the Ranged and Siege phase."""
    lab = with_skills(fight(["prowlers"], enemies={"prowlers": STRONG}), "krang_curse")
    lab.do(Act.ACT_SKILL, 0, 1)
    assert lab.foes()[0]["armor"] == 8
    lab = with_skills(
        fight(["prowlers"], enemies={"prowlers": STRONG | {"abilities": ["fortified"]}}), "krang_curse"
    )
    assert not lab.can(Act.ACT_SKILL)
    lab.end_phase().do(Act.ACT_SKILL, 0, 0)
    assert lab.foes()[0]["attacks"][0][0] == 5


def test_master_of_chaos_goes_round():
    """Blue, green, black, white, red, gold: the next effect only; the marker may move on for nothing."""
    lab = with_skills(game(), "krang_master_of_chaos")
    lab.set_chaos(0)
    lab.settle()
    assert [o[1] for o in lab.options(Act.ACT_SKILL)] == [1, 10]
    lab.do(Act.ACT_SKILL, 0, 1)
    assert lab.turn()["move"] == 1
    assert lab.player()["chaos"] == 1
    lab.set_chaos(4)
    with_skills(lab, "krang_master_of_chaos")
    assert [o[1] for o in lab.options(Act.ACT_SKILL)] == [6, 10], "gold: any of them, here Move"


def test_shapeshift():
    """A Basic Action's Attack as Move or Block and its Move as Attack, for the same amount, its mana paid."""
    lab = with_skills(game(), "braevalar_shapeshift").hand("rage", "march").tokens(red=1)
    lab.do(Act.ACT_SKILL, 0, 0)
    assert {o[0] for o in lab.options(Act.ACT_CHOOSE)} == {card("rage")}, "March gives Move already"
    lab.do(Act.ACT_CHOOSE, card("rage"), 0, 1)
    assert (lab.turn()["move"], lab.turn()["mana"][RED]) == (4, 0)
    lab = with_skills(fight(["prowlers"], enemies={"prowlers": STRONG}), "braevalar_shapeshift").hand("march")
    lab.end_phase().do(Act.ACT_BLOCK, 0, 0).do(Act.ACT_SKILL, 0, 0)
    assert lab.combat()["block"][0] == 2


def test_regenerate_of_braevalar_draws_for_green():
    lab = game(hero="braevalar")
    lab.set_seat(deck=[card("march")])
    with_skills(lab, "braevalar_regenerate").tokens(green=1, red=1).hand("rage", wounds=2)
    lab.do(Act.ACT_SKILL, 0, 0)
    assert (lab.player()["wounds"], lab.player()["hand"].count(card("march"))) == (1, 1)


def test_a_common_skill_is_used_not_turned_up():
    """The Circlet uses Shamanic Ritual of the common area: any of the six mana."""
    lab = game()
    lab.set_common([skill("krang_shamanic_ritual")])
    lab.hand("circlet_of_proficiency").play("circlet_of_proficiency")
    assert [o[0] for o in lab.options(Act.ACT_CHOOSE)] == [RED, BLUE, GREEN, WHITE, GOLD, BLACK]


def test_bonds_of_loyalty():
    """A Unit slot of its own: 5 Influence less, not below 0; two Regular Units join the offer when it is gained."""
    lab = game(field={"C": {"site": "village"}})
    lab.set_seat(rep=0, units=[(unit("peasants"), 1, 0)])
    with_skills(lab, "norowas_bonds_of_loyalty").set_bond()
    lab.set_offers(units=[unit("utem_guardsmen"), unit("peasants")])
    lab.do(Act.ACT_INTERACT)
    cost = int(tables().arrays["units"]["cost"][unit("utem_guardsmen")])
    assert not lab.can(Act.ACT_BUY_UNIT, 0, 0)
    lab.set_turn(influence=cost - 5)
    lab.settle()
    assert lab.options(Act.ACT_BUY_UNIT) in ([(0, 1, 0), (1, 1, 0)], [(1, 1, 0), (0, 1, 0)])
    lab.do(Act.ACT_BUY_UNIT, 0, 1)
    assert lab.turn()["influence"] == 0
    assert [u["kind"] for u in lab.player()["units"]] == [unit("peasants"), unit("utem_guardsmen")]
    assert not lab.can(Act.ACT_BUY_UNIT), "the slot is taken"
    lab.set_turn(influence=9)
    lab.settle()
    lab.do(Act.ACT_BUY_UNIT, 0, 0)
    assert [u["kind"] for u in lab.player()["units"]] == [unit("utem_guardsmen"), unit("peasants")], "never disbanded"


def test_bonds_of_loyalty_bring_two_regular_units():
    lab = game()
    lab.set_common([skill("norowas_bonds_of_loyalty")])
    before = len(lab.table()["units"])
    lab.hand("circlet_of_proficiency").play("circlet_of_proficiency", powered=True)
    assert len(lab.table()["units"]) == before + 2


def test_the_bonded_unit_acts_where_units_may_not():
    foe = {"prowlers": STRONG}
    lab = fight(["prowlers"], enemies=foe, units=["utem_guardsmen"], flags=("no_units",)).hand()
    lab.end_phase()
    assert not lab.can(Act.ACT_BLOCK)
    lab.set_bond(0)
    lab.settle()
    lab.do(Act.ACT_BLOCK, 0, 0)
    assert lab.can(Act.ACT_UNIT, 0)


def test_calming_the_weather():
    """Every terrain costs 2 less this turn, at least 1."""
    lab = with_skills(game(field={"E": "swamp", "W": "plains"}), "norowas_calming_the_weather")
    lab.do(Act.ACT_SKILL, 0, 0)
    assert (lab.cost(1), lab.cost(4)) == (3, 1)


def test_howl_of_the_pack_counts_empty_command_tokens():
    """A card sideways for 4, and 1 more for each Command token without a Unit."""
    lab = game()
    lab.set_seat(level=3, fame=9, units=[(unit("peasants"), 1, 0)])
    with_skills(lab, "wolfhawk_howl_of_the_pack").hand("march", "rage")
    lab.do(Act.ACT_SKILL, 0, 0).do(Act.ACT_CHOOSE, card("march"), 0)
    assert lab.turn()["move"] == 5


def test_ritual_of_pain():
    """Up to two Wounds of the hand leave the game."""
    lab = with_skills(game(), "arythea_ritual_of_pain").hand("march", wounds=3)
    lab.do(Act.ACT_SKILL, 0, 1)
    assert lab.player()["wounds"] == 1


def test_natures_vengeance():
    """Attack -1, and what is left of it is Cumbersome, even of an Arcane Immune enemy."""
    foe = {"prowlers": STRONG | {"abilities": ["arcane_immunity"]}}
    lab = with_skills(fight(["prowlers"], enemies=foe), "braevalar_natures_vengeance_coop")
    lab.end_phase().do(Act.ACT_SKILL, 0, 0)
    assert lab.foes()[0]["attacks"][0][0] == 6
    lab.set_turn(move=1)
    lab.settle()
    lab.do(Act.ACT_REDUCE, 0, 0)
    assert lab.foes()[0]["attacks"][0][0] == 5


def test_cooperative_skills_are_drawn_alone_and_competitive_ones_never():
    """R16.8: ten tokens a Hero in a solo game, those without behaviour left out."""
    seen = set()
    for number in range(40):
        lab = level_up(game(hero="norowas", number=number), 3)
        seen |= {o[0] for o in lab.options(Act.ACT_CHOOSE)}
    assert skill("norowas_calming_the_weather") in seen
    assert skill("norowas_prayer_of_weather") not in seen
