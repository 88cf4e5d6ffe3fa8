"""Faction tokens (A.6): piles, how they are gained, used, handed over and scored; what each of them does."""

import pytest
from laboratory import (
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
    fight,
    game,
    space,
    tables,
    unit,
)

from mkbalance._mageknight.ids import Faction

CULT, COUNCIL = int(Faction.FACTION_CULT), int(Faction.FACTION_COUNCIL)
CANCELLED, DEALT = 2, 3


def token(name):
    return tables().index["faction_tokens"][name]


def holding(lab, *names):
    lab.set_factions([token(name) for name in names])
    lab.set_source([])
    lab.settle()
    return lab


def use(lab, name, option=0):
    return lab.do(Act.ACT_FACTION, token(name), option)


def held(lab):
    names = list(tables().index["faction_tokens"])
    return {names[row]: n for row, n in lab.player()["faction_tokens"].items()}


def attacks(*values, **more):
    return {"prowlers": {"attacks": list(values), "armor": 5, **more}}


# ---------------------------------------------------------------- piles and use


def test_two_piles_of_twelve_shuffled_apart():
    """A.6.1, A.1.1: twelve tokens of either faction, two of each name."""
    piles = game(start_tactic=None).faction_piles()
    factions = tables().arrays["faction_tokens"]["faction"]
    for pile, faction in zip(piles, (CULT, COUNCIL), strict=True):
        assert sorted(pile) == sorted([row for row in range(12) if factions[row] == faction] * 2)
        assert pile != sorted(pile)


def test_the_top_token_is_gained_and_used_ones_are_shuffled_in_when_the_pile_is_empty():
    """A.6.1: what neither the pile nor a seat holds comes back, what is held does not."""
    lab = holding(game(), "mask_of_fear", "mask_of_fear", "blood_fury_dagger")
    lab.set_factions(cult=[token("ring_of_shadows")])
    lab.gain_faction(CULT)
    assert held(lab)["ring_of_shadows"] == 1
    assert lab.faction_piles()[0] == []
    lab.gain_faction(CULT)
    pile = lab.faction_piles()[0]
    assert len(pile) == 12 - 3 - 1 - 1
    assert pile.count(token("mask_of_fear")) == 0
    assert sum(held(lab).values()) == 5


def test_a_possessed_enemy_gives_a_token_of_the_faction_named():
    """A.2.1: beside its Fame; none if all possessed tokens are in use (A9)."""
    lab = fight(["prowlers"])
    lab.set_factions(council=[token("aura_gauntlet")])
    lab.possess(0, 0, COUNCIL)
    lab.settle()
    lab.attack(0, ranged=[(40, "coldfire")])
    assert held(lab) == {"aura_gauntlet": 1}
    lab = fight(["prowlers"])
    lab.attack(0, ranged=[(40, "coldfire")])
    assert held(lab) == {}


def test_just_fame():
    """A.6.1, ruling 85: without the tokens Fame 1 is gained instead."""
    lab = game(rules={"just_fame": True})
    assert lab.faction_piles() == [[], []]
    before = lab.player()["fame"]
    lab.gain_faction(CULT)
    assert (lab.player()["fame"], held(lab)) == (before + 1, {})


def test_one_of_a_name_a_turn():
    """A.6.1: a second token of the same name waits for the next turn."""
    lab = holding(fight(["prowlers", "diggers"], enemies=attacks((4, "physical"))), "mask_of_fear", "mask_of_fear")
    lab.end_phase()
    use(lab, "mask_of_fear").do(Act.ACT_CHOOSE, 0, 0)
    assert held(lab) == {"mask_of_fear": 1}
    assert not lab.can(Act.ACT_FACTION)


def test_a_token_is_used_when_knocked_out():
    """A.6.1, R9.5.8: an empty hand does not matter."""
    lab = holding(fight(["prowlers"], enemies=attacks((3, "physical"))), "mask_of_fear")
    lab.hand(wounds=5)
    lab.end_phase()
    assert lab.can(Act.ACT_FACTION, token("mask_of_fear"))


@pytest.mark.parametrize(("what", "fame", "influence"), [(0, 1, 0), (1, 0, 3)])
def test_handed_over_while_interacting(what, fame, influence):
    """A.6.1: Fame 1 or Influence 3, any number of them."""
    lab = holding(game(field={"C": {"site": "village"}}), "mask_of_fear", "mask_of_fear")
    lab.do(Act.ACT_INTERACT)
    before = (lab.player()["fame"], lab.turn()["influence"])
    lab.do(Act.ACT_TRADE_IN, token("mask_of_fear"), what).do(Act.ACT_TRADE_IN, token("mask_of_fear"), what)
    assert (lab.player()["fame"], lab.turn()["influence"]) == (before[0] + 2 * fame, before[1] + 2 * influence)
    assert held(lab) == {}


def test_left_over_tokens_score_a_point_each():
    """A.6.1."""
    lab = holding(game(), "mask_of_fear", "mask_of_fear", "aura_gauntlet")
    score = lab.score()
    assert score["tokens"] == 3
    assert score["total"] == sum(points for line, points in score.items() if line != "total")


def test_every_token_has_its_use():
    from mkbalance.mageknight.compile import compile_tables

    assert [name for name in compile_tables().unimplemented if name.startswith("faction_tokens")] == []


# ---------------------------------------------------------------- the Apocalypse Cult


def charging(field, **kwargs):
    return holding(game(field=field, enemies=attacks((4, "physical")), **kwargs), "boot_of_charging")


def orcs(lab, direction):
    lab.put(space(direction), [enemy("prowlers")])
    lab.settle()
    return lab


def test_boot_of_charging_into_a_provoked_fight():
    """Move 2 that must lead on; Attack 2 in the Attack phase, against that enemy alone."""
    lab = orcs(charging({"E": {"site": "marauding_orcs"}}), "E")
    use(lab, "boot_of_charging")
    assert lab.turn()["move"] == 2
    assert sorted(d for d, _, _ in lab.options(Act.ACT_MOVE)) == [0, 2]  # still next to it
    assert not lab.can(Act.ACT_END_TURN)
    assert not lab.can(Act.ACT_CHALLENGE)  # the Move has to bring the Hero there
    assert not lab.can(Act.ACT_REST)
    lab.move("NE")
    while lab.task is not None:
        lab.do(Act.ACT_DONE)
    assert [foe["row"] for foe in lab.foes()] == [enemy("prowlers")]
    lab.end_phase()
    lab.block(0, 0, physical=9)
    lab.do(Act.ACT_TARGET, 0)
    lab.do(Act.ACT_CONVERT, 3, 7)
    assert lab.combat()["points"][0] == 2
    assert not lab.can(Act.ACT_CONVERT, 3, 7)


def test_boot_of_charging_counts_for_no_other_enemy():
    field = {"E": {"site": "marauding_orcs"}, "SE": {"site": "marauding_orcs"}}
    lab = charging(field)
    lab.put(space("E"), [enemy("prowlers")])
    lab.put(space("SE"), [enemy("diggers")])
    lab.settle()
    use(lab, "boot_of_charging")
    assert {a for a, _, _ in lab.options(Act.ACT_CHOOSE)} == {space("E"), space("SE")}
    lab.do(Act.ACT_CHOOSE, space("SE"))
    lab.move("SW")
    while lab.task is not None:
        lab.do(Act.ACT_DONE)
    assert [foe["row"] for foe in lab.foes()] == [enemy("diggers")]


def test_boot_of_charging_ends_in_a_challenge():
    """Next to it without provoking: nothing but the challenge ends the charge, whatever it takes to get there."""
    lab = charging({"C": "plains", "E": "hills", "NE": "mountain", "SE": "mountain"})
    side = lab.neighbour(lab.neighbour(CENTRE, 1), 1)
    lab.set_space(side, site=20)
    lab.put(side, [enemy("prowlers")])
    lab.settle()
    assert not lab.can(Act.ACT_FACTION, token("boot_of_charging"))  # hills cost 3
    lab.sideways("rage", "move")
    use(lab, "boot_of_charging")
    assert [d for d, _, _ in lab.options(Act.ACT_MOVE)] == [1]
    lab.move("E")
    assert lab.options(Act.ACT_CHALLENGE) == [(1, 0, 0)]
    assert not lab.can(Act.ACT_END_TURN)
    lab.do(Act.ACT_CHALLENGE, 1)
    while lab.task is not None:
        lab.do(Act.ACT_DONE)
    assert [foe["row"] for foe in lab.foes()] == [enemy("prowlers")]
    lab.end_phase()
    lab.block(0, 0, physical=9)
    lab.do(Act.ACT_TARGET, 0)
    assert lab.can(Act.ACT_CONVERT, 3, 7)


def test_boot_of_charging_needs_somebody_to_charge_at():
    lab = charging({})
    assert not lab.can(Act.ACT_FACTION, token("boot_of_charging"))


def test_cloak_of_the_martyr():
    """A wounded Unit takes damage once more and leaves the game; its Armor counts."""
    lab = fight(["prowlers"], enemies=attacks((9, "physical")), units=["utem_guardsmen"])
    holding(lab, "cloak_of_the_martyr")
    lab.set_seat(units=[(unit("utem_guardsmen"), 0, 1)])
    lab.end_phase().end_phase()
    assert lab.options(Act.ACT_ASSIGN) == [(0, 0, HERO)]
    use(lab, "cloak_of_the_martyr")
    lab.assign(0)
    assert lab.player()["units"] == []
    assert lab.combat()["damage"] == (0, 0, 9 - 5)


def test_the_martyr_is_gone_even_without_damage():
    """Ruling 86."""
    lab = holding(fight(["prowlers"], units=["utem_guardsmen"]), "cloak_of_the_martyr")
    lab.end_phase().end_phase()
    use(lab, "cloak_of_the_martyr")
    lab.assign(HERO)
    assert lab.player()["units"] == []


def test_mask_of_fear():
    """One attack is 2 less; Regular Units are of no use any more, Elite ones are."""
    units = ["utem_guardsmen", "altem_guardians"]
    lab = holding(fight(["prowlers"], enemies=attacks((5, "physical")), units=units), "mask_of_fear")
    lab.end_phase()
    lab.do(Act.ACT_BLOCK, 0, 0)
    assert {slot for slot, _, _ in lab.options(Act.ACT_UNIT)} == {0, 1}
    use(lab, "mask_of_fear")
    assert lab.foes()[0]["attacks"][0][0] == 3
    assert {slot for slot, _, _ in lab.options(Act.ACT_UNIT)} == {1}
    lab.do(Act.ACT_SIDEWAYS, card("rage"), 3).do(Act.ACT_RESOLVE).end_phase()
    assert {target for _, _, target in lab.options(Act.ACT_ASSIGN)} == {HERO, 1}


def test_blade_of_dominance():
    """Ranged Attack equal to the sum of its attacks is paid: they are prevented, not blocked."""
    lab = holding(fight(["prowlers"], enemies=attacks((2, "physical"), (3, "fire"))), "blade_of_dominance")
    lab.hand("swiftness").tokens(white=1)
    lab.do(Act.ACT_TARGET, 0)
    lab.attack_with(4, 1, 0)
    assert not lab.can(Act.ACT_FACTION)
    lab.attack_with(2, 1, 0)
    use(lab, "blade_of_dominance")
    assert sum(lab.combat()["points"]) == 6 - 5
    assert all(attack[2] == CANCELLED for attack in lab.foes()[0]["attacks"])


def test_arcane_immunity_keeps_the_blade_off():
    """R9.7."""
    lab = fight(["prowlers"], enemies=attacks((2, "physical"), abilities=["arcane_immunity"]))
    holding(lab, "blade_of_dominance")
    lab.hand("swiftness").tokens(white=1)
    lab.do(Act.ACT_TARGET, 0)
    lab.attack_with(9, 1, 0)
    assert not lab.can(Act.ACT_FACTION)


def test_blood_fury_dagger():
    """Attack 2 per Wound of one enemy, 6 at most; not without a Wound."""
    for damage in (2, 6, 30):
        lab = holding(fight(["prowlers"], enemies=attacks((damage, "physical"))), "blood_fury_dagger")
        lab.set_seat(level=9)
        lab.end_phase().end_phase()
        armor = int(tables().arrays["levels"][8]["armor"])
        lab.assign(HERO)
        wounds = lab.player()["wounds"]
        assert wounds == -(-damage // armor)
        lab.do(Act.ACT_TARGET, 0)
        use(lab, "blood_fury_dagger")
        assert lab.combat()["points"][0] == min(6, 2 * wounds)
    lab = holding(fight(["prowlers"]), "blood_fury_dagger").block_all()
    lab.do(Act.ACT_TARGET, 0)
    assert not lab.can(Act.ACT_FACTION)


def test_ring_of_shadows():
    """No damage from one enemy, of any of its attacks; no Fame and no Reputation in this combat any more."""
    spec = {**attacks((5, "physical"), (5, "fire")), "diggers": {"attacks": [(1, "physical")], "armor": 3, "rep": 0}}
    lab = holding(fight([("prowlers", "rampaging"), "diggers"], enemies=spec), "ring_of_shadows")
    lab.end_phase().end_phase()
    use(lab, "ring_of_shadows").do(Act.ACT_CHOOSE, 0)
    assert [attack[2] for attack in lab.foes()[0]["attacks"]] == [DEALT, DEALT]
    lab.assign(HERO, 1, 0)
    before = (lab.player()["fame"], lab.player()["reputation"], lab.player()["wounds"])
    lab.attack(0, melee=[(40, "coldfire")])
    lab.attack(1, melee=[(40, "coldfire")])
    assert lab.row()["defeated_green"] >= 1
    assert (lab.player()["fame"], lab.player()["reputation"], lab.player()["wounds"]) == before


# ---------------------------------------------------------------- the Council of the Void


def at_village(*names):
    lab = holding(game(field={"C": {"site": "village"}}, start_rep=0), *names)
    lab.set_offers(units=[unit("peasants"), unit("utem_swordsmen")])
    lab.set_turn(influence=0)
    lab.settle()
    return lab.do(Act.ACT_INTERACT)


def test_binding_contract():
    """A Unit costs 2 less, or 4 less for a card or a crystal; one Unit."""
    price = int(tables().arrays["units"][unit("peasants")]["cost"])
    for option, influence, answer in ((0, price - 2, None), (1, 0, Act.ACT_DISCARD), (2, 0, Act.ACT_CHOOSE)):
        lab = at_village("binding_contract")
        lab.set_seat(crystals=[1, 0, 0, 1])
        lab.set_turn(influence=influence)
        lab.settle()
        use(lab, "binding_contract", option)
        if answer is not None:
            lab.do(*[o for o in lab.actions() if o[0] == int(answer)][0])
        before = lab.turn()["influence"]
        lab.do(Act.ACT_BUY_UNIT, 0)
        assert lab.turn()["influence"] == before - max(0, price - (2 if option == 0 else 4))
        assert sum(lab.player()["crystals"]) == (1 if option == 2 else 2)


def test_the_contract_needs_its_crystal():
    lab = at_village("binding_contract")
    assert [option for _, option, _ in lab.options(Act.ACT_FACTION)] == [0, 1]


def test_helm_of_mind_shielding():
    """Psychic Block 2, and the Hero's other Block counts in full against psychic attacks, that of Units by half."""
    lab = fight(["prowlers"], enemies=attacks((9, "psychic")), units=["utem_guardsmen"])
    holding(lab, "helm_of_mind_shielding")
    lab.end_phase()
    lab.do(Act.ACT_BLOCK, 0, 0)
    lab.block_with(3, 0)
    assert lab.combat()["block_total"] == 1
    use(lab, "helm_of_mind_shielding")
    assert lab.combat()["block_total"] == 2 + 3
    before = lab.combat()["block_total"]
    lab.do(*[o for o in lab.actions() if o[0] == int(Act.ACT_UNIT)][0])
    made = sum(lab.combat()["block"]) - 2 - 3
    assert made > 1
    assert lab.combat()["block_total"] == before + made // 2


def test_mask_of_impersonation():
    """Used when Reputation is lost: one step less; kept if one likes."""
    lab = holding(game(field={"C": {"site": "monastery"}}), "mask_of_impersonation")
    lab.set_seat(rep=0)
    lab.settle()
    lab.do(Act.ACT_BURN)
    assert lab.player()["reputation"] == -3
    lab.do(Act.ACT_CHOOSE, 255)
    assert (lab.player()["reputation"], held(lab)) == (-2, {})
    lab = holding(game(field={"C": {"site": "monastery"}}), "mask_of_impersonation")
    lab.set_seat(rep=-6)
    lab.settle()
    lab.do(Act.ACT_BURN)
    assert lab.player()["reputation"] == -7
    assert not lab.can(Act.ACT_CHOOSE, 255), "two steps less would still be the end of the track"


def test_scroll_of_seeking_while_interacting():
    """One Unit of any icon; the next has to fit the place."""
    lab = at_village("scroll_of_seeking")
    lab.set_offers(units=[unit("fire_mages"), unit("fire_mages")])
    lab.set_seat(level=9)
    lab.set_turn(influence=40)
    lab.settle()
    assert not lab.can(Act.ACT_BUY_UNIT)
    use(lab, "scroll_of_seeking")
    lab.do(Act.ACT_BUY_UNIT, 0)
    assert not lab.can(Act.ACT_BUY_UNIT)


def test_scroll_of_seeking_as_the_action():
    """Anywhere: one Unit as if at a village, and nothing else."""
    lab = holding(game(), "scroll_of_seeking")
    lab.set_offers(units=[unit("peasants"), unit("peasants"), unit("fire_mages")])
    lab.settle()
    use(lab, "scroll_of_seeking")
    assert lab.step == Step.STEP_INTERACT
    lab.set_seat(level=9)
    lab.set_turn(influence=40)
    lab.settle()
    assert [slot for slot, _, _ in lab.options(Act.ACT_BUY_UNIT)] == [0, 1]
    assert not lab.can(Act.ACT_BUY_HEAL)
    lab.do(Act.ACT_BUY_UNIT, 0)
    assert not lab.can(Act.ACT_BUY_UNIT)
    lab.do(Act.ACT_DONE)
    assert lab.step == Step.STEP_AFTER


def test_tome_of_trading():
    """An Advanced Action of the hand for one of its colour in the offer, which takes its place."""
    lab = holding(game(), "tome_of_trading")
    arrays = tables().arrays["cards"]
    blue = [row for row in range(len(arrays)) if arrays["kind"][row] == 1 and arrays["colours"][row] == 1 << BLUE]
    red = next(row for row in range(len(arrays)) if arrays["kind"][row] == 1 and arrays["colours"][row] == 1 << RED)
    lab.set_seat(hand=[blue[0], card("rage")])
    lab.set_offers(actions=[red, blue[1], red])
    lab.settle()
    use(lab, "tome_of_trading")
    assert blue[1] in lab.player()["hand"]
    assert blue[0] not in lab.player()["hand"]
    assert lab.table()["actions"] == [red, blue[0], red]


def test_aura_gauntlet():
    """Only the colours shown by dice in the Source; the die stays."""
    lab = holding(game(field={"C": {"site": "village"}}), "aura_gauntlet")
    lab.set_source([WHITE, GREEN])
    lab.hand("rage", wounds=1)
    assert [option for _, option, _ in lab.options(Act.ACT_FACTION)] == [1]
    use(lab, "aura_gauntlet", 1)
    assert lab.turn()["heal"] == 1
    assert lab.table()["dice"] == [WHITE, GREEN]


def test_gauntlet_in_a_fight():
    lab = fight(["prowlers"])
    holding(lab, "aura_gauntlet")
    lab.set_source([BLUE, RED])
    lab.settle()
    lab.end_phase()
    lab.do(Act.ACT_BLOCK, 0, 0)
    use(lab, "aura_gauntlet", 0)
    assert lab.combat()["block_total"] == 2
