"""Ziggurats and pyramids (A.5.2): traps, floors, possessed enemies, rewards, Shields."""

import pytest
from laboratory import CENTRE, GREEN, HERO, RED, Act, Step, Task, at_space, card, game, tables, unit

from mkbalance._mageknight.ids import Source
from mkbalance.mageknight.loading import load

GUARDS = {
    "ziggurat": ("green", "violet", "brown"),
    "pyramid": ("grey", "white", "red"),
}
REWARDS = {1: Task.DO_REWARD_CRYSTALS, 2: Task.DO_REWARD_SPELL, 3: Task.DO_REWARD_ARTIFACT}
COLOURS = ("green", "grey", "brown", "violet", "white", "red")


def at(site="ziggurat", extra=0, units=(), number=0, **seat):
    """The Hero on the site, the floors marked as given, two bits a seat."""
    lab = game(field={"C": {"site": site}}, number=number)
    lab.set_space(CENTRE, extra=extra)
    lab.set_seat(units=[(unit(name), 1, 0) for name in units], **{"fame": 24, "level": 5, **seat})
    lab.settle()
    return lab


def to_floor(lab, floor):
    """Enter, suffer the traps, ascend to the floor and choose to fight there; traps are blocked."""
    lab.do(Act.ACT_ENTER)
    while True:
        while lab.task == Task.DO_TRAP:
            lab.do(Act.ACT_CHOOSE, lab.options(Act.ACT_CHOOSE)[0][0])
        while lab.step == Step.STEP_BLOCK:
            foe, attack, _ = lab.options(Act.ACT_BLOCK)[0]
            lab.block(foe, attack, coldfire=20)
        if lab.step == Step.STEP_RANGED or lab.task != Task.DO_FLOOR:
            return lab
        here = floor <= 1
        floor -= 1
        lab.do(Act.ACT_CHOOSE, 0 if here else 1)


def won(lab):
    lab.block_all()
    lab.attack(*[foe for foe, _, _ in lab.options(Act.ACT_TARGET)], melee=[(99, "coldfire")])
    return lab


def foe_colours(lab):
    rows = [f["row"] for f in lab.foes() if f["source"] == int(Source.FROM_DRAW)]
    return [COLOURS[int(tables().arrays["enemies"]["colour"][row])] for row in rows]


def test_dice_by_floor():
    """Three dice, two, one; a choice only among the colours rolled; the last one is met without asking."""
    lab = at()
    before = lab.draws()[15]
    lab.do(Act.ACT_ENTER)
    assert lab.draws()[15] - before == 3
    if lab.task == Task.DO_TRAP:
        assert 2 <= len(lab.options(Act.ACT_CHOOSE)) <= 3
        lab.do(Act.ACT_CHOOSE, lab.options(Act.ACT_CHOOSE)[0][0])
    lab.block(0, 0, coldfire=20)
    lab.do(Act.ACT_CHOOSE, 1)
    assert lab.draws()[15] - before == 5
    if lab.task == Task.DO_TRAP:
        lab.do(Act.ACT_CHOOSE, lab.options(Act.ACT_CHOOSE)[0][0])
    lab.block(1, 0, coldfire=20)
    lab.do(Act.ACT_CHOOSE, 1)
    assert lab.draws()[15] - before == 6
    assert lab.step == Step.STEP_BLOCK


@pytest.mark.parametrize("floor", [1, 2, 3])
@pytest.mark.parametrize("site", ["ziggurat", "pyramid"])
def test_guard_reward_and_shield(site, floor):
    """A possessed enemy of the floor's colour; crystals, Spell or Artifact, and a token of the Cult; the Shield."""
    lab = to_floor(at(site), floor)
    assert foe_colours(lab) == [GUARDS[site][floor - 1]]
    assert lab.foes()[-1]["possessed"] is not None
    cult = {i for i, row in enumerate(tables().arrays["faction_tokens"]) if row["faction"] == 3}
    won(lab)
    assert (at_space(lab)["extra"], at_space(lab)["shields"]) == (floor, 1)
    assert set(lab.player()["faction_tokens"]) <= cult
    assert sum(lab.player()["faction_tokens"].values()) == 1
    assert lab.score()["adventurer"] == 2
    before = sum(lab.player()["crystals"]), lab.draws()[15]
    lab.hand()
    lab.do(Act.ACT_END_TURN)
    if floor == 1:
        assert lab.draws()[15] - before[1] >= 1
    else:
        assert lab.task == REWARDS[floor]


def test_the_worked_example():
    """AD p. 9: green, green and red are rolled; red is not blocked: fire 2, a Wound; floor 2 carries a Shield."""
    for number in range(400):
        lab = at(extra=2 << 2, number=number, fame=0, level=1)
        lab.do(Act.ACT_ENTER)
        if {o[0] for o in lab.options(Act.ACT_CHOOSE)} == {GREEN, RED}:
            break
    lab.do(Act.ACT_CHOOSE, RED)
    assert lab.foes()[0]["attacks"] == [(2, 1, 0, 0)]
    lab.end_phase()
    lab.assign(HERO)
    assert lab.player()["wounds"] == 1
    assert lab.options(Act.ACT_CHOOSE) == [(0, 0, 0), (1, 0, 0)], "fight here, or two more traps"
    lab.do(Act.ACT_CHOOSE, 0)
    assert foe_colours(lab) == ["green"]
    won(lab)
    assert at_space(lab)["extra"] == (2 << 2) + 1
    lab.hand()
    dice = lab.draws()[15]
    lab.do(Act.ACT_END_TURN)
    while lab.task == Task.DO_REWARD_CRYSTAL:
        lab.apply(0)
    assert lab.draws()[15] - dice == 2, "two random crystals"


def test_a_marked_floor_is_passed_and_a_full_top_is_not_ascended_to():
    """Others may not leave on a marked floor, nor ascend if all floors from there on are marked."""
    lab = at(extra=1 << 2)
    lab.do(Act.ACT_ENTER)
    while lab.task == Task.DO_TRAP:
        lab.do(Act.ACT_CHOOSE, lab.options(Act.ACT_CHOOSE)[0][0])
    lab.block(0, 0, coldfire=20)
    assert lab.task == Task.DO_TRAP or lab.step == Step.STEP_BLOCK, "straight on to the second floor"
    lab = to_floor(at(extra=(2 << 2) + (3 << 4)), 1)
    assert foe_colours(lab) == ["green"], "no way up"


@pytest.mark.parametrize(
    ("extra", "shields", "open_"), [(0, 0, True), (1, 1, False), ((1 << 2) + (2 << 4) + (3 << 6), 14, False)]
)
def test_who_may_enter(extra, shields, open_):
    """Not after an own win, not with all three floors marked."""
    lab = at(extra=extra)
    lab.set_space(CENTRE, extra=extra, shields=shields)
    lab.settle()
    assert lab.can(Act.ACT_ENTER) == open_


def test_no_units_and_wounds_count_for_the_whole_action():
    """Units neither act nor take damage; Wounds of the traps count towards the knock-out (ruling 73)."""
    lab = at(units=["utem_guardsmen"], fame=0, level=1)
    lab.do(Act.ACT_ENTER)
    while lab.task == Task.DO_TRAP:
        lab.do(Act.ACT_CHOOSE, lab.options(Act.ACT_CHOOSE)[0][0])
    lab.do(Act.ACT_BLOCK, 0, 0)
    assert not lab.can(Act.ACT_UNIT)
    if not lab.can(Act.ACT_RESOLVE):
        lab.do(Act.ACT_SIDEWAYS, lab.player()["hand"][0], 3)
    lab.do(Act.ACT_RESOLVE).end_phase()
    assert {o[2] for o in lab.options(Act.ACT_ASSIGN)} == {HERO}
    lab.assign(HERO)
    wounds = lab.combat()["wounds"]
    assert wounds >= 1
    lab.do(Act.ACT_CHOOSE, 0)
    assert lab.combat()["wounds"] == wounds


def test_a_trap_is_not_prevented_but_may_be_reduced():
    """Only effects that lower the value work on it; it has no Armor to attack."""
    lab = at()
    lab.do(Act.ACT_ENTER)
    while lab.task == Task.DO_TRAP:
        lab.do(Act.ACT_CHOOSE, lab.options(Act.ACT_CHOOSE)[0][0])
    lab.hand("chill", "rage").tokens(blue=2)
    assert not lab.can(Act.ACT_PLAY, card("chill"), 0), "it would not attack"
    mask = tables().index["faction_tokens"]["mask_of_fear"]
    lab.set_factions([mask])
    lab.settle()
    lab.do(Act.ACT_FACTION, mask, 0)
    assert lab.foes()[0]["attacks"][0][0] == 0
    assert lab.task == Task.DO_FLOOR, "an attack of 0 counts as blocked"


def test_a_lost_fight_leaves_nothing():
    """Both tokens are discarded; no Shield, and it may be tried again on a later turn."""
    lab = to_floor(at(), 1)
    row = lab.foes()[-1]["row"]
    colour = int(tables().arrays["enemies"]["colour"][row])
    piles = lab.token_piles(colour)
    lab.to_attack_phase().end_phase()
    assert (at_space(lab)["shields"], at_space(lab)["extra"]) == (0, 0)
    assert sum(lab.token_piles(colour)) > sum(piles)
    assert len(lab.decks()["possessed"]) + len(lab.decks()["possessed_discard"]) == 12
    assert lab.player()["faction_tokens"] == {}
    assert lab.step == Step.STEP_AFTER


def test_discarded_possessed_tokens_wait_for_an_empty_pile():
    """A.2.2: they are shuffled in when the pile runs out."""
    lab = to_floor(at(), 1)
    token = lab.foes()[-1]["possessed"]
    won(lab)
    assert lab.decks()["possessed_discard"] == [token]
    assert len(lab.decks()["possessed"]) == 11


def test_traps_are_estimates_but_one():
    """Only the red trap of the ziggurat is in the rulebook."""
    content = load()
    known = [id_ for id_, trap in content["traps"].items() if not trap.estimated]
    assert known == ["ziggurat_red"]
    assert content["traps"]["ziggurat_red"].attacks == ["2 fire"]


def test_a_destroyed_ziggurat_keeps_its_shields_and_is_entered_no_more():
    """A.8.1."""
    lab = at()
    assert lab.can(Act.ACT_ENTER)
    lab.set_space(CENTRE, flags=["destroyed"], shields=1, extra=2)
    lab.settle()
    assert not lab.can(Act.ACT_ENTER)
    assert lab.score()["adventurer"] == 2
