"""Mana (R5): tokens, crystals and Source dice by Day, by Night and underground; several payments together."""

import itertools

import pytest
from laboratory import BLACK, BLUE, GOLD, GREEN, PAY, RED, WHITE, Act, Step, card, enemy, game, tactic

from mkbalance._mageknight.ids import Purpose

BASIC = 15


def bits(*colours):
    return sum(1 << c for c in colours)


def purse(night=False, mana=None, crystals=(0, 0, 0, 0), dice=(), rights=1, die=None):
    lab = game()
    lab.set_time(night=night)
    lab.set_turn(mana=mana or [0] * 6, dice_rights=rights)
    lab.set_source(list(dice))
    lab.set_seat(crystals=crystals, tactic_die=die)
    lab.settle()
    return lab


PAYABLE = {
    # id: Night, tokens, crystals, dice, colours that can be paid
    "R5.2-gold-by-day": (False, [0, 0, 0, 0, 1, 0], (0,) * 4, [], BASIC | bits(GOLD)),
    "R5.2-gold-by-night": (True, [0, 0, 0, 0, 1, 0], (0,) * 4, [], 0),
    "R5.2-black-by-day": (False, [0, 0, 0, 0, 0, 1], (0,) * 4, [], 0),
    "R5.2-black-by-night": (True, [0, 0, 0, 0, 0, 1], (0,) * 4, [], bits(BLACK)),
    "R5.4-black-die-is-depleted-by-day": (False, [0] * 6, (0,) * 4, [BLACK, RED], bits(RED)),
    "R5.4-gold-die-is-depleted-by-night": (True, [0] * 6, (0,) * 4, [GOLD, BLACK], bits(BLACK)),
    "R5.4-gold-die-by-day": (False, [0] * 6, (0,) * 4, [GOLD], BASIC | bits(GOLD)),
    "R5.6-crystal": (True, [0] * 6, (0, 0, 1, 0), [], bits(GREEN)),
}


@pytest.mark.parametrize("case", PAYABLE.values(), ids=PAYABLE)
def test_payable_colours(case):
    night, mana, crystals, dice, colours = case
    assert purse(night, mana, crystals, dice).payable() == colours


def test_one_die_of_the_source_a_turn():
    """R1.5, R5.4: the right is used up with the first die, not with tokens."""
    lab = purse(dice=[RED, RED, BLUE])
    assert lab.can_pay([bits(RED)])
    assert not lab.can_pay([bits(RED), bits(RED)])
    assert not lab.can_pay([bits(RED), bits(BLUE)])
    lab.set_turn(mana=[1, 0, 0, 0, 0, 0])
    assert lab.can_pay([bits(RED), bits(BLUE)])


def brute_force(sources, dice, rights, demands):
    """Whether some assignment of distinct sources meets the demands; sources and dice are masks."""
    pool = [(mask, False) for mask in sources] + [(mask, True) for mask in dice]
    for chosen in itertools.permutations(range(len(pool)), len(demands)):
        if sum(pool[i][1] for i in chosen) <= rights and all(
            pool[i][0] & demand for i, demand in zip(chosen, demands, strict=True)
        ):
            return True
    return False


def test_payments_together_agree_with_trying_everything():
    """R6.7: several mana of one play, against a search of every assignment."""
    import numpy as np

    rng = np.random.Generator(np.random.Philox(5))
    lab = game()
    verdicts = set()
    for _ in range(300):
        night = bool(rng.integers(2))
        mana = [int(n) for n in rng.integers(0, 2, 6)]
        crystals = [int(n) for n in rng.integers(0, 2, 4)]
        dice = [int(n) for n in rng.integers(0, 6, 3)]
        rights = int(rng.integers(0, 3))
        lab.set_time(night=night)
        lab.set_turn(mana=mana, dice_rights=rights)
        lab.set_seat(crystals=crystals)
        lab.set_source(dice)
        as_ = {
            **{c: bits(c) for c in range(4)},
            GOLD: 0 if night else BASIC | bits(GOLD),
            BLACK: bits(BLACK) if night else 0,
        }
        sources = [as_[c] for c in range(6) for _ in range(mana[c])] + [
            bits(c) for c in range(4) for _ in range(crystals[c])
        ]
        demands = [
            bits(*rng.choice(6, size=int(rng.integers(1, 3)), replace=False).tolist())
            for _ in range(int(rng.integers(1, 5)))
        ]
        expected = brute_force(sources, [as_[c] for c in dice], rights, demands)
        assert lab.can_pay(demands) == expected, (night, mana, crystals, dice, rights, demands)
        verdicts.add(expected)
    assert verdicts == {True, False}


def test_used_die_is_rolled_at_the_end_of_the_turn():
    """R5.4, R12.1: one draw for one die; a token costs none."""
    lab = purse(dice=[GREEN, RED, RED])
    lab.hand("march", "rage", "rage", "rage", "rage")
    before = lab.draws()[Purpose.DRAW_SOURCE]
    lab.play("march", powered=True)
    assert lab.turn()["move"] == 4
    assert lab.turn()["dice_rights"] == 0
    assert lab.table()["dice"] == [GREEN, RED, RED]
    lab.end_turn()
    assert lab.draws()[Purpose.DRAW_SOURCE] == before + 1
    assert lab.table()["dice"][1:] == [RED, RED]


def test_each_way_to_pay_is_offered():
    """R5.4, R5.6: token, crystal and die of the colour, and gold by Day."""
    lab = purse(mana=[0, 0, 1, 0, 1, 0], crystals=(0, 0, 1, 0), dice=[GREEN, BLACK])
    lab.hand("march")
    lab.do(Act.ACT_PLAY, card("march"), 1, 0)
    ways = {(source, actual) for _, source, actual in lab.options(Act.ACT_PAY)}
    assert ways == {(PAY.token, GREEN), (PAY.token, GOLD), (PAY.crystal, GREEN), (PAY.die, GREEN)}
    lab.do(Act.ACT_PAY, GREEN, PAY.crystal, GREEN)
    assert lab.player()["crystals"] == [0, 0, 0, 0]
    assert lab.turn()["mana"] == [0, 0, 1, 0, 1, 0]


def test_tokens_vanish_and_crystals_stay():
    """R5.6, R12.3."""
    lab = purse(mana=[1, 0, 0, 0, 1, 0], crystals=(1, 0, 2, 0))
    lab.play("swiftness").end_turn()
    assert lab.turn()["mana"] == [0] * 6
    assert lab.player()["crystals"] == [1, 0, 2, 0]


@pytest.mark.case("B36")
@pytest.mark.parametrize(("held", "crystals", "mana"), [(2, 3, 0), (3, 3, 1)], ids=["R5.7-third", "B36-R5.7-fourth"])
def test_crystal_of_an_effect(held, crystals, mana):
    """R1.5, R5.7: a fourth crystal of a colour becomes a token of this turn."""
    lab = purse(mana=[0, 1, 0, 0, 0, 0], crystals=(0, held, 0, 0))
    lab.hand("crystallize", "rage")
    lab.play("crystallize", pay=(BLUE, PAY.token))
    assert lab.player()["crystals"][BLUE] == crystals
    assert lab.turn()["mana"][BLUE] == mana


@pytest.mark.case("B37")
def test_spell_by_day_and_by_night():
    """B37, R6.3: colour for the basic effect, colour and black for the strong one, and only where black works."""
    lab = purse(night=False, mana=[2, 0, 0, 0, 0, 2])
    lab.fight([enemy("prowlers")])
    lab.settle()
    lab.hand("fireball")
    lab.do(Act.ACT_TARGET, 0)
    assert lab.can(Act.ACT_PLAY, card("fireball"), 0)
    assert not lab.can(Act.ACT_PLAY, card("fireball"), 1)
    lab.set_time(night=True)
    lab.settle()
    assert lab.can(Act.ACT_PLAY, card("fireball"), 1)
    lab.set_turn(mana=[0, 0, 0, 0, 0, 2])
    lab.settle()
    assert not lab.can(Act.ACT_PLAY, card("fireball"))
    lab.set_turn(mana=[1, 0, 0, 0, 0, 0])
    lab.settle()
    assert not lab.can(Act.ACT_PLAY, card("fireball"), 1)


def test_night_rules_underground():
    """R5.3: black works and gold does not, by Day, in that combat only; dice too."""
    lab = purse(mana=[0, 0, 0, 0, 1, 0], dice=[BLACK, GOLD])
    assert lab.payable() == BASIC | bits(GOLD)
    lab.fight([enemy("prowlers")], ["night", "no_units"])
    lab.settle()
    assert lab.payable() == bits(BLACK)
    lab.hand("rage", "rage")
    lab.to_attack_phase()
    lab.attack(0, melee=[(9, "physical")])
    assert lab.step == Step.STEP_AFTER
    assert lab.payable() == BASIC | bits(GOLD)


@pytest.mark.parametrize(("night", "colour"), [(False, GOLD), (True, BLACK)], ids=["R4.2.3-day", "R4.2.3-night"])
def test_glade_gives_mana_at_the_start_of_the_turn(night, colour):
    lab = game(
        field={"C": {"site": "glade"}}, first_night=night, start_tactic="from_the_dusk" if night else "early_bird"
    )
    assert lab.turn()["mana"] == [int(c == colour) for c in range(6)]


@pytest.mark.case("B34")
def test_artifact_strong_effect_needs_no_mana_and_leaves_the_game():
    """B34, R6.4, R6.10: Ruby Ring's strong effect; the basic side stays among the Deed cards."""
    lab = purse()
    lab.hand("ruby_ring", "sapphire_ring", "rage")
    out = lab.out()
    lab.play("ruby_ring", powered=True)
    lab.play("sapphire_ring")
    assert card("ruby_ring") not in lab.player()["played"]
    assert lab.out() == out + 1
    lab.end_turn()
    assert card("sapphire_ring") in lab.player()["discard"]
    assert card("ruby_ring") not in lab.player()["discard"]


def test_mana_steal_die():
    """R3.2.4 Day 3: the die pays once beside the normal die and is rolled at the end of that turn."""
    lab = game(start_tactic=None)
    lab.set_source([WHITE, BLACK, GOLD, GREEN])
    lab.do(Act.ACT_TACTIC, tactic("mana_steal"))
    assert [o[0] for o in lab.options(Act.ACT_CHOOSE)] == [0, 3]
    lab.do(Act.ACT_CHOOSE, 3)
    assert lab.player()["tactic_die"] == GREEN
    while lab.step != Step.STEP_MOVE:
        lab.apply(0)
    lab.hand("march", "march", "rage")
    before = lab.draws()[Purpose.DRAW_SOURCE]
    lab.play("march", powered=True, pay=(GREEN, PAY.stored))
    assert lab.player()["tactic_die"] is None
    assert lab.turn()["dice_rights"] == 1
    lab.end_turn()
    assert lab.player()["tactic_die"] is None
    assert lab.draws()[Purpose.DRAW_SOURCE] == before + 1
    assert lab.table()["dice"][:3] == [WHITE, BLACK, GOLD]
