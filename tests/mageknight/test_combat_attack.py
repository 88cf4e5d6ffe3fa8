"""Attacks (R9.2, R9.6): groups, resistances, fortifications, Elusive enemies, what is lost."""

import pytest
from laboratory import ELEMENTS, Act, Step, enemy, fight

SIEGE_HAND = ["catapults", "utem_crossbowmen"]


def armed(*specs, flags=(), kinds=(), **kwargs):
    """A fight against one to three made-up enemies, with something of every kind to attack with."""
    names = ["prowlers", "diggers", "cursed_hags"][: len(specs)]
    foes = [(name, kinds[i]) if i < len(kinds) and kinds[i] else name for i, name in enumerate(names)]
    lab = fight(foes, flags=flags, units=SIEGE_HAND, enemies=dict(zip(names, specs, strict=True)), **kwargs)
    lab.tokens(white=1)
    return lab


def defeated(lab):
    return [bool(foe["flags"] & 1) for foe in lab.foes()]


PLAIN = {"armor": 4, "attacks": [(2, "physical")]}
TOTALS = {
    # id: enemies, points (n, element), total they make (R9.2.3)
    "B17-R9.2.3-halved-once": ([{"armor": 4, "resist": ["physical", "fire"]}], [(3, "physical"), (3, "fire")], 3),
    "R9.2.3-one-element-resisted": ([{"armor": 4, "resist": ["physical"]}], [(3, "physical"), (2, "ice")], 3),
    "R9.2.3-union-over-targets": ([{"armor": 4, "resist": ["fire"]}, PLAIN], [(5, "fire")], 2),
    "R9.2.3-cold-fire-full-against-one": ([{"armor": 4, "resist": ["fire"]}], [(4, "coldfire")], 4),
    "R9.2.3-cold-fire-halved-by-both": ([{"armor": 4, "resist": ["fire", "ice"]}], [(5, "coldfire")], 2),
    "R9.2.3-cold-fire-needs-one-target-with-both": (
        [{"armor": 4, "resist": ["fire"]}, {"armor": 4, "resist": ["ice"]}],
        [(5, "coldfire"), (2, "fire")],
        6,
    ),
    "R9.2.3-odd-halves-add-up": (
        [{"armor": 4, "resist": ["physical", "ice"]}],
        [(3, "physical"), (3, "ice"), (1, "fire")],
        4,
    ),
}


@pytest.mark.parametrize("case", TOTALS.values(), ids=TOTALS)
def test_attack_total(case):
    specs, points, total = case
    lab = armed(*specs)
    for foe in range(len(specs)):
        lab.do(Act.ACT_TARGET, foe)
    for n, element in points:
        lab.attack_with(n, 1, ELEMENTS[element])
    assert lab.combat()["attack_total"] == total


def test_ranged_and_siege_beat_an_unfortified_enemy_in_the_first_phase():
    """B31, R9.2: ranged 2 + siege 2 against Armor 4; Fame at once."""
    lab = armed({"armor": 4, "fame": 3})
    lab.attack(0, ranged=[(2, "physical")], siege=[(2, "physical")])
    assert lab.player()["fame"] == 1 + 3
    assert lab.step == Step.STEP_AFTER


def test_attack_is_all_or_nothing_and_leftovers_are_lost():
    """B32, R9.2.1, R9.2.3: three points do nothing to Armor 4, and nothing remains of them."""
    lab = armed(PLAIN)
    lab.attack(0, ranged=[(3, "physical")])
    assert defeated(lab) == [False]
    assert lab.combat()["points"] == [0] * 12
    lab.attack(0, ranged=[(1, "physical")])
    assert defeated(lab) == [False]
    lab.to_attack_phase()
    lab.attack(0, melee=[(3, "physical")])
    assert defeated(lab) == [False]


def test_a_group_needs_the_sum_of_its_armor():
    """R9.2.3."""
    lab = armed(PLAIN, {"armor": 5, "attacks": [(2, "physical")]})
    lab.attack(0, 1, ranged=[(8, "physical")])
    assert defeated(lab) == [False, False]
    lab.attack(0, 1, ranged=[(9, "physical")])
    assert lab.step == Step.STEP_AFTER
    assert lab.player()["fame"] == 1 + 2 + 2


def test_a_site_fortified_enemy_takes_siege_only():
    """R9.2.2; in the Attack phase walls are ignored (R9.6.1)."""
    lab = armed(PLAIN, flags=["assault"], kinds=["garrison"])
    lab.do(Act.ACT_TARGET, 0)
    lab.attack_with(4, 1, 0)
    assert lab.combat()["attack_total"] == 0
    lab.attack_with(4, 2, 0)
    assert lab.combat()["attack_total"] == 4
    lab = armed(PLAIN, flags=["assault"], kinds=["garrison"])
    lab.to_attack_phase()
    lab.do(Act.ACT_TARGET, 0)
    lab.attack_with(4, 1, 0)
    assert lab.combat()["attack_total"] == 4


def test_one_fortified_target_asks_the_whole_attack_for_siege():
    """R9.2.2."""
    lab = armed({"armor": 1, "abilities": ["fortified"]}, {"armor": 1})
    lab.do(Act.ACT_TARGET, 0).do(Act.ACT_TARGET, 1)
    lab.attack_with(5, 1, 0)
    assert lab.combat()["attack_total"] == 0


def test_twice_fortified_enemies_are_out_of_reach():
    """R9.2.2: icon and site."""
    lab = armed({"armor": 1, "abilities": ["fortified"]}, flags=["assault"], kinds=["garrison"])
    assert not lab.can(Act.ACT_TARGET)
    lab.to_attack_phase()
    assert lab.can(Act.ACT_TARGET, 0)


def test_unfortified_enemies_ignore_the_walls_of_their_site():
    """R9.7."""
    lab = armed({"armor": 4, "abilities": ["unfortified"]}, flags=["assault"], kinds=["garrison"])
    lab.attack(0, ranged=[(4, "physical")])
    assert lab.step == Step.STEP_AFTER


def test_rampagers_in_an_assault_are_not_behind_the_walls():
    """R9.1.3."""
    lab = armed(PLAIN, PLAIN, flags=["assault"], kinds=["garrison", "rampaging"])
    assert [foe["fort_site"] for foe in lab.foes()] == [1, 0]


ELUSIVE = {"armor": 3, "armor_high": 6, "attacks": [(2, "physical"), (2, "physical")], "abilities": ["elusive"]}


@pytest.mark.parametrize(
    ("blocked", "armor"),
    [((), 6), ((0,), 6), ((0, 1), 3)],
    ids=["R9.6.2-none", "R9.6.2-one-of-two", "R9.6.2-all-blocked"],
)
def test_elusive(blocked, armor):
    lab = armed(ELUSIVE)
    lab.do(Act.ACT_TARGET, 0)
    assert lab.combat()["attack_need"] == 6
    lab.attack_with(1, 1, 0)
    lab.do(Act.ACT_RESOLVE)
    lab.end_phase()
    for attack in blocked:
        lab.block(0, attack, physical=2)
    if lab.step == Step.STEP_BLOCK:
        lab.end_phase()
    while lab.step == Step.STEP_DAMAGE:
        lab.do(Act.ACT_ASSIGN, *lab.options(Act.ACT_ASSIGN)[0])
    lab.do(Act.ACT_TARGET, 0)
    assert lab.combat()["attack_need"] == armor


def test_elusive_attack_worn_down_counts_as_blocked():
    """R9.6.2, R9.3.4."""
    lab = armed({**ELUSIVE, "attacks": [(1, "physical")], "abilities": ["elusive", "cumbersome"]})
    lab.end_phase()
    lab.set_turn(move=1)
    lab.settle()
    lab.do(Act.ACT_REDUCE, 0, 0)
    assert lab.step == Step.STEP_ATTACK
    lab.do(Act.ACT_TARGET, 0)
    assert lab.combat()["attack_need"] == 3


def test_melee_and_sideways_attacks_belong_to_the_attack_phase():
    """R6.5, R9.6.1."""
    lab = fight(["prowlers"])
    assert not lab.can(Act.ACT_SIDEWAYS)
    assert not lab.can(Act.ACT_PLAY, 0)
    lab.to_attack_phase()
    lab.do(Act.ACT_TARGET, 0)
    lab.play("rage", option=0)
    lab.sideways("swiftness", "attack")
    assert lab.combat()["attack_total"] == 3
    lab.do(Act.ACT_RESOLVE)
    assert lab.player()["fame"] == 1 + 2
    assert lab.player()["played"] == [0, 2]


def test_points_of_a_summoner_come_only_with_the_summoner():
    """R9.3.1: what was summoned cannot be attacked and gives no Fame; the summoner stands there again afterwards."""
    lab = fight(["orc_summoners"])
    lab.next_token(enemy("minotaur"))
    lab.end_phase()
    assert [foe["row"] for foe in lab.foes()] == [enemy("orc_summoners"), enemy("minotaur")]
    assert lab.options(Act.ACT_BLOCK) == [(1, 0, 0)]
    draw, discard = lab.token_piles(2)
    lab.block(1, 0, physical=5)
    assert lab.step == Step.STEP_ATTACK
    assert lab.token_piles(2) == (draw, discard + 1)
    assert lab.options(Act.ACT_TARGET) == [(0, 0, 0)]
    lab.attack(0, melee=[(4, "physical")])
    assert lab.player()["fame"] == 1 + 4


def test_a_summoner_beaten_early_summons_nobody():
    """R9.3.1: no brown token is drawn."""
    lab = fight(["orc_summoners"], units=SIEGE_HAND)
    before = lab.draws(), lab.token_piles(2)
    lab.attack(0, ranged=[(4, "physical")])
    assert (lab.draws(), lab.token_piles(2)) == before
    assert lab.step == Step.STEP_AFTER


def test_reputation_printed_on_a_token():
    """L.1.3: Thugs +1, Heroes -1, beside what rampaging gives (R9.8.1)."""
    for name, change in (("thugs", 1), ("heroes_swift", -1)):
        lab = fight([name], units=SIEGE_HAND)
        lab.attack(0, ranged=[(9, "physical")])
        assert lab.player()["reputation"] == 2 + change
