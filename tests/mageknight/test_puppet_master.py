"""Puppet Master: tokens of defeated enemies are kept, and spent for half of what they have (R13.3)."""

from laboratory import Act, Step, enemy, fight
from test_skills import with_skills
from test_skills_conditions import next_turn

WEAK = {"attacks": [(1, "physical")], "armor": 1}
FIRE = {"attacks": [(5, "fire")], "armor": 5, "resist": ["fire"]}


def puppets(*foes, kept=(), enemies=None):
    lab = with_skills(fight(foes, enemies=enemies or {}), "krang_puppet_master")
    lab.keep([enemy(name) for name in kept])
    lab.settle()
    return lab


def beat(lab, foe=0):
    lab.to_attack_phase()
    lab.do(Act.ACT_TARGET, foe).attack_with(20, 0, 0)
    return lab.do(Act.ACT_RESOLVE)


def test_the_token_of_an_enemy_just_defeated_is_kept():
    """Its Fame is gained all the same; or it is left, and the Skill is not used."""
    for answer in (Act.ACT_CHOOSE, Act.ACT_DECLINE):
        lab = puppets("prowlers", enemies={"prowlers": WEAK | {"fame": 2}})
        fame = lab.player()["fame"]
        beat(lab)
        lab.do(answer, *((1,) if answer == Act.ACT_CHOOSE else ()))
        assert lab.kept() == ([enemy("prowlers")] if answer == Act.ACT_CHOOSE else [])
        assert lab.player()["fame"] == fame + 2
        assert lab.player()["skill_used"] == [int(answer == Act.ACT_CHOOSE)]


def test_one_of_the_three_uses_a_turn():
    """Two enemies beaten at once: one token; and no Attack with it in the same turn."""
    lab = puppets("prowlers", "diggers", "ironclads", enemies=dict.fromkeys(("prowlers", "diggers", "ironclads"), WEAK))
    lab.to_attack_phase()
    lab.do(Act.ACT_TARGET, 0).do(Act.ACT_TARGET, 1).attack_with(20, 0, 0)
    lab.do(Act.ACT_RESOLVE).do(Act.ACT_CHOOSE, 1)
    assert len(lab.kept()) == 1
    assert lab.task is None
    lab.do(Act.ACT_TARGET, 2)
    assert not lab.can(Act.ACT_SKILL)


def test_half_of_its_attack_rounded_up_in_its_element():
    lab = puppets("prowlers", kept=["diggers"], enemies={"prowlers": WEAK | {"armor": 9}, "diggers": FIRE})
    lab.to_attack_phase().do(Act.ACT_TARGET, 0).do(Act.ACT_SKILL, 0, 1)
    assert lab.combat()["points"][:4] == [0, 3, 0, 0]
    assert lab.kept() == []


def test_half_of_its_armor_against_what_it_resists():
    """Fire resistance blocks with ice, Ice resistance with fire, both with Cold Fire."""
    for resist, element in ((["fire"], 2), (["ice"], 1), (["fire", "ice"], 3), (["physical"], 0)):
        foes = {"prowlers": WEAK | {"attacks": [(7, "physical")]}, "diggers": FIRE | {"resist": resist}}
        lab = puppets("prowlers", kept=["diggers"], enemies=foes)
        lab.end_phase().do(Act.ACT_BLOCK, 0, 0).do(Act.ACT_SKILL, 0, 2)
        assert lab.combat()["block"][element] == 3


def test_an_enemy_without_an_attack_only_blocks():
    lab = puppets("prowlers", kept=["orc_summoners"], enemies={"prowlers": WEAK | {"armor": 9}})
    lab.to_attack_phase().do(Act.ACT_TARGET, 0)
    assert not lab.can(Act.ACT_SKILL)


def test_tokens_stay_between_turns_and_piles_are_kept_whole():
    """Kept tokens are out of the piles, also when a pile is refilled (R2.2)."""
    lab = puppets("prowlers", kept=["diggers", "cursed_hags", "diggers"], enemies={"prowlers": WEAK})
    before = sorted(lab.kept())
    beat(lab).do(Act.ACT_DECLINE)
    while lab.step != Step.STEP_AFTER:
        lab.do(Act.ACT_END_PHASE)
    next_turn(lab)
    assert sorted(lab.kept()) == before
    lab.fight([enemy("ironclads")])
    lab.settle()
    assert lab.fault == 0
