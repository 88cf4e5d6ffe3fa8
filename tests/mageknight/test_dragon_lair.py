"""The dragon in its lair (A.7): heads, levels, the control head, what remains after the fight."""

import pytest
from laboratory import ELEMENTS, GREEN, PAY, Act, Step, enemy, game, tables

WAR, FAMINE, DEATH, PESTILENCE, CONTROL = range(5)
NAMES = ("war", "famine", "death", "pestilence", "control")


def head(name, level):
    return tables().arrays["heads"][NAMES.index(name) * 12 + level - 1]


def lair(levels, foes=(), place=7, **kwargs):
    lab = game(**kwargs)
    lab.set_seat(units=[(tables().index["units"]["catapults"], 1, 0)], space=place)
    lab.fight_dragon(levels, [enemy(name) for name in foes])
    lab.settle()
    return lab


def index(lab, name):
    """Foe index of a head."""
    return next(i for i, f in enumerate(lab.foes()) if f["source"] == 4 and f["row"] // 12 == NAMES.index(name))


def aim(lab, *targets, points=0, element="physical", kind=2):
    for foe in targets:
        lab.do(Act.ACT_TARGET, foe)
    if points:
        lab.attack_with(points, kind, ELEMENTS[element])
    return lab.do(Act.ACT_RESOLVE)


def test_all_heads_stand_at_their_levels():
    """A.7.1, A.7.2: control at the highest of the others; each an enemy of its own; Arcane Immunity."""
    lab = lair([4, 2, 7, 1])
    assert [f["row"] for f in lab.foes()] == [3, 12 + 1, 24 + 6, 36, 48 + 6]
    assert all(f["abilities"] & 1024 for f in lab.foes())
    assert [i for i, _, _ in lab.options(Act.ACT_TARGET)] == [0, 1, 2, 3]


def test_a_defeated_head_is_not_there():
    """A.7.1: level 0 is defeated."""
    lab = lair([0, 2, 0, 1])
    assert [f["row"] // 12 for f in lab.foes()] == [FAMINE, PESTILENCE, CONTROL]


@pytest.mark.case("A12")
@pytest.mark.parametrize(("points", "levels"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3), (99, 5)])
def test_levels_per_attack(points, levels):
    """A12, A.7.3: k times the Armor takes k levels; its attacks stay those of the level it began with."""
    lab = lair([5, 0, 0, 0])
    row = head("war", 5)
    assert row["armor"] == 2
    aim(lab, 0, points=points, element="fire")
    war = lab.foes()[0]
    assert war["marks"] == levels
    assert [a[:2] for a in war["attacks"]] == [(int(row["value"][0]), int(row["element"][0]))]


@pytest.mark.case("A13")
def test_one_attack_a_head_and_phase():
    """A13, A.7.3: no second attack at it in the phase, a failed one counts; the next phase is open again."""
    lab = lair([5, 4, 0, 0])
    aim(lab, 0, points=2, element="fire")
    assert [i for i, _, _ in lab.options(Act.ACT_TARGET)] == [1]
    aim(lab, 1, points=0 + 1, element="fire")
    assert not lab.can(Act.ACT_TARGET)
    lab.block_all()
    assert [i for i, _, _ in lab.options(Act.ACT_TARGET)] == [0, 1]


def test_a_failed_attack_is_the_attack_of_the_phase():
    """A13."""
    lab = lair([5, 4, 0, 0])
    aim(lab, 0, points=1, element="fire")
    assert lab.foes()[0]["marks"] == 0
    assert [i for i, _, _ in lab.options(Act.ACT_TARGET)] == [1]


@pytest.mark.case("A14")
def test_a_head_and_another_enemy_together():
    """A14, A.7.3, R9.2.3: the sum of both Armors; the resistances of both count."""
    lab = lair([5, 0, 0, 0], foes=["ice_mages"])
    mage = next(i for i, f in enumerate(lab.foes()) if f["row"] == enemy("ice_mages") and f["source"] != 4)
    targets = sorted([0 if mage else 1, mage])
    for foe in targets:
        lab.do(Act.ACT_TARGET, foe)
    assert lab.combat()["attack_need"] == 2 + 6
    lab.attack_with(9, 2, ELEMENTS["ice"])
    assert lab.combat()["attack_total"] == 9 // 2
    lab.attack_with(4, 2, ELEMENTS["fire"])
    assert lab.combat()["attack_total"] == 9 // 2 + 4
    lab.do(Act.ACT_RESOLVE)
    assert [f["marks"] for f in lab.foes() if f["source"] == 4][0] == 1
    assert lab.foes()[mage]["flags"] & 1


@pytest.mark.parametrize(("points", "marks"), [(2, [0, 0]), (3, [1, 1]), (4, [1, 2]), (5, [2, 1]), (6, [2, 2])])
def test_levels_of_two_heads_in_one_attack(points, marks):
    """A.7.3, R9.2.3: the Armor of both for anything at all; the rest goes where it was aimed first."""
    lab = lair([5, 4, 0, 0])
    lab.do(Act.ACT_TARGET, 0).do(Act.ACT_TARGET, 0).do(Act.ACT_TARGET, 1)
    assert lab.combat()["attack_need"] == 2 + 1
    lab.attack_with(points, 2, ELEMENTS["coldfire"])
    lab.do(Act.ACT_RESOLVE)
    assert [f["marks"] for f in lab.foes()[:2]] == marks


@pytest.mark.case("A15")
def test_a_head_with_its_last_level_marked_is_silent():
    """A15, A.7.4: it does not strike in the Block phase of this combat; the others do."""
    lab = lair([1, 2, 0, 0])
    aim(lab, 0, points=2, element="fire")
    lab.end_phase()
    assert {foe for foe, _, _ in lab.options(Act.ACT_BLOCK)} == {1, index(lab, "control")}


def test_all_silent_and_control_is_too():
    """A.7.4."""
    lab = lair([1, 1, 0, 0])
    assert lab.foes()[2]["attacks"][0][1] == ELEMENTS["psychic"]
    aim(lab, 0, points=2, element="fire")
    aim(lab, 1, points=2, element="physical")
    lab.end_phase()
    assert lab.step == Step.STEP_ATTACK


@pytest.mark.parametrize(
    ("level", "bonus"), [(4, 1), (8, 2), (12, 3), (5, 0)], ids=["A17-4", "A17-8", "A17-12", "A.7.4-5"]
)
@pytest.mark.case("A17")
def test_control_bonus(level, bonus):
    """A17, A.7.4: on every attack of the heads that are left; the control head itself does not strike then."""
    lab = lair([level, 0, 0, 3])
    assert [a[0] for a in lab.foes()[0]["attacks"]] == [int(head("war", level)["value"][0]) + bonus]
    assert [a[0] for a in lab.foes()[1]["attacks"]] == [2 + bonus, 2 + bonus]
    assert (lab.foes()[2]["attacks"] == []) is (bonus > 0)


@pytest.mark.parametrize(("level", "colours"), [(3, [2]), (7, [5]), (11, [2, 5])])
def test_control_summons_possessed_enemies(level, colours):
    """A.7.4, R9.3.1: they strike and go, without Fame; their possessed tokens return."""
    lab = lair([level, 0, 0, 0])
    pile = sorted(lab.decks()["possessed"])
    fame = lab.player()["fame"]
    lab.end_phase()
    called = [f for f in lab.foes() if f["source"] == 3]
    assert [int(tables().arrays["enemies"][f["row"]]["colour"]) for f in called] == colours
    assert all(f["possessed"] is not None and f["fame"] == 0 for f in called)
    assert len(lab.decks()["possessed"]) == len(pile) - len(colours)
    while lab.step == Step.STEP_BLOCK:
        foe, attack, _ = lab.options(Act.ACT_BLOCK)[0]
        lab.block(foe, attack, coldfire=60, psychic=60)
    assert lab.step == Step.STEP_ATTACK
    assert sorted(lab.decks()["possessed"] + lab.decks()["possessed_discard"]) == pile
    assert lab.player()["fame"] == fame
    assert [foe for foe, _, _ in lab.options(Act.ACT_TARGET)] == [0]


def test_a_summoner_that_control_summons_draws_in_turn():
    """A.7.4, R9.3.1, A.2.1: its possessed token changes the topmost attack of the first token it draws."""
    lab = game()
    lab.set_seat(units=[(tables().index["units"]["catapults"], 1, 0)])
    lab.next_token(enemy("dragon_summoner"))
    changed = next(i for i, row in enumerate(tables().arrays["possessed"]) if row["attack"] == 1)
    lab.set_decks(possessed=[changed])
    piles = lab.token_piles(2)
    lab.fight_dragon([7, 0, 0, 0])
    lab.settle()
    lab.end_phase()
    drawn = [(f["row"], f["attacks"][0][0]) for f in lab.foes() if f["source"] == 3][1:]
    printed = [int(tables().arrays["enemies"][row]["value"][0]) for row, _ in drawn]
    assert [value for _, value in drawn] == [printed[0] + 1, printed[1]]
    while lab.step == Step.STEP_BLOCK:
        foe, attack, _ = lab.options(Act.ACT_BLOCK)[0]
        lab.block(foe, attack, coldfire=60, psychic=60)
    assert lab.step == Step.STEP_ATTACK
    assert sum(lab.token_piles(2)) == sum(piles)
    assert [foe for foe, _, _ in lab.options(Act.ACT_TARGET)] == [0]


def test_levels_drop_after_the_fight_with_one_fame_each():
    """A.7.5: not before; control gives nothing."""
    lab = lair([5, 4, 4, 4])
    fame = lab.player()["fame"]
    aim(lab, 0, points=6, element="fire")
    assert (lab.table()["heads"], lab.player()["fame"]) == ([5, 4, 4, 4], fame)
    lab.block_all()
    lab.end_phase()
    assert (lab.table()["heads"], lab.player()["fame"]) == ([2, 4, 4, 4], fame + 3)


def core_map(**kwargs):
    """The lair's tile north-east of the field; the Hero on the space below its centre."""
    rows = tables().index["tiles"]
    lab = game(**kwargs)
    lab.lay(
        [(rows["start_a"], 0, 0), (rows["countryside_1"], 0, 1), (rows["countryside_2"], 1, 0), (rows["core_3"], 1, 1)]
    )
    lab.set_seat(space=3 * 7 + 4)
    lab.pass_over("plains", "hills", "wasteland", "swamp", "desert", "forest", "lake", "mountain", cost=1)
    lab.set_turn(move=4)
    lab.settle()
    return lab


def test_lair_spaces():
    """A.12.4: the central space of its tile and the two above it; unsafe; its ruins are not there."""
    lab = core_map()
    assert lab.table()["lair"] == 3
    assert [s["space"] - 21 for s in lab.spaces() if s["lair"]] == [0, 1, 6]
    assert not any(lab.safe(21 + h) for h in (0, 1, 6))
    assert all(s["site"] != 13 for s in lab.spaces() if s["lair"])


def enter(lab):
    """Step from the south-west of the centre into the lair."""
    return lab.do(Act.ACT_MOVE, 0)


def test_moving_in_is_the_attack():
    """A.7.1, R4.6.3: and the dragon acts no more (A.12.4)."""
    lab = core_map()
    enter(lab)
    assert lab.step == Step.STEP_RANGED
    assert len(lab.foes()) == 5
    lab.block_all()
    lab.end_phase()
    assert lab.player()["space"] == 21
    lab.hand()
    wounds = lab.player()["wounds"]
    lab.do(Act.ACT_END_TURN)
    assert (lab.player()["space"], lab.player()["wounds"]) == (21 + 4, wounds + 1)
    assert lab.row()["air_attacks"] == 0


def test_last_head_wins_with_one_last_turn():
    """A.7.5, A.12.4, R3.3.3, R17.4: the figure leaves, the space is safe; one last turn, then the end."""
    lab = core_map()
    lab.set_heads([1, 0, 0, 0])
    lab.settle()
    enter(lab)
    lab.block_all()
    aim(lab, 0, points=2, element="fire", kind=0)
    lab.end_phase()
    assert lab.table()["heads"] == [0, 0, 0, 0]
    assert lab.safe(21)
    lab.hand()
    lab.do(Act.ACT_END_TURN)
    assert (lab.player()["space"], lab.player()["wounds"]) == (21, 0)
    assert (lab.table()["won"], lab.over) == (1, False)
    assert lab.step == Step.STEP_MOVE
    lab.sideways_any()
    lab.end_turn()
    assert lab.over
    assert lab.table()["round"] == 1
    score = lab.score()
    assert (score["heads"], score["goal"], score["rounds"]) == (20, 15, 90)


def test_effects_do_not_reach_the_heads():
    """A.7.2, R9.7: Tremor's Armor -2 on all works on the enemy beside them only."""
    lab = lair([4, 4, 0, 0], foes=["prowlers"])
    lab.hand("tremor")
    lab.tokens(green=1)
    armor = [f["armor"] for f in lab.foes()]
    lab.play("tremor", option=1, pay=(GREEN, PAY.token))
    changed = [old - f["armor"] for old, f in zip(armor, lab.foes(), strict=True)]
    assert changed == [2 if f["source"] != 4 else 0 for f in lab.foes()]
    assert sum(changed) == 2
