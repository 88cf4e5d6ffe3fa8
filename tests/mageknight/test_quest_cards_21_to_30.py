"""Every step of the quest cards 21 to 30: where it is done, what it asks, what comes of it (A.9.3, A.9.9)."""

import pytest
from laboratory import BLUE, CENTRE, GREEN, RED, Act, Step, Task, at_space, enemy, space, tables
from questing import (
    VILLAGE,
    again,
    can,
    card,
    choices,
    colours,
    do,
    interact,
    lose,
    points,
    quest,
    questing,
    slot_of,
    there,
    win,
)


def test_the_child_seer():
    lab = questing("the_child_seer", field={"C": {"site": "monastery"}})
    before = lab.draws()[15]
    do(lab, "the_child_seer", "1")
    assert (lab.draws()[15] - before, there(lab, "the_child_seer")["marker"]) == (1, CENTRE)
    do(lab, "the_child_seer", "2")
    assert (points(lab), slot_of(lab, "the_child_seer")) == (2, None)


def test_travelling_merchant():
    lab = questing(card("travelling_merchant", held=(RED, None, None, None)))
    do(lab, "travelling_merchant", "1")
    assert (points(lab), slot_of(lab, "travelling_merchant")) == (1, None)  # the only player has been there


def test_traitor_flees():
    """To the nearest safe space at least three away."""
    lab = questing("traitor", field=VILLAGE)
    interact(lab, 3)
    do(lab, "traitor", "1")
    spaces = {s["space"]: s for s in lab.spaces()}
    for s, _, _ in lab.options(Act.ACT_CHOOSE):
        q, r = spaces[s]["q"] - spaces[CENTRE]["q"], spaces[s]["r"] - spaces[CENTRE]["r"]
        assert max(abs(q), abs(r), abs(q + r)) == 3
        assert lab.safe(s)
    at = lab.options(Act.ACT_CHOOSE)[0][0]
    lab.do(Act.ACT_CHOOSE, at)
    assert (there(lab, "traitor")["marker"], points(lab)) == (at, 0)


@pytest.mark.parametrize(
    "step, level, colour, reward",
    [
        ("2a", 4, "grey", None),
        ("2a", 5, "violet", Task.DO_REWARD_ACTION),
        ("2a", 9, "white", Task.DO_REWARD_SPELL),
        ("2b", 2, "grey", Task.DO_REWARD_ACTION),
        ("2b", 3, "violet", Task.DO_REWARD_SPELL),
        ("2b", 7, "white", Task.DO_REWARD_ARTIFACT),
    ],
)
def test_traitor(step, level, colour, reward):
    lab = questing(card("traitor", reached=1, marker=CENTRE))
    lab.set_seat(level=level, fame=level * level - 1)
    lab.settle()
    do(lab, "traitor", step)
    assert colours(lab) == [colour]
    foe = lab.foes()[0]
    printed = int(tables().arrays["enemies"]["fame"][foe["row"]])
    more = int(tables().arrays["possessed"]["fame"][foe["possessed"]])
    assert foe["fame"] == (printed + more if step == "2a" else (printed + more + 1) // 2)
    before = lab.draws()[15]
    win(lab)
    council = {i for i, row in enumerate(tables().arrays["faction_tokens"]) if row["faction"] == 4}
    assert set(lab.player()["faction_tokens"]) <= council
    assert points(lab) == 1
    if reward is None:
        assert lab.draws()[15] - before == 1
        return
    lab.hand()
    lab.set_turn(played=1)
    lab.do(Act.ACT_END_TURN)
    assert lab.task == reward


def test_the_traitor_escapes():
    for step, failed in (("2a", True), ("2b", False)):
        lab = questing(card("traitor", reached=1, marker=CENTRE))
        lose(do(lab, "traitor", step))
        assert (slot_of(lab, "traitor") is None, lab.player()["reputation"]) == (failed, -1 if failed else 0)


def test_stray():
    lab = questing("stray", field={"C": {"site": "monster_den"}})
    do(lab, "stray", "1")
    assert not can(lab, "stray", "2")
    lab.set_space(CENTRE, flags=("conquered",), shields=1)
    lab.settle()
    do(lab, "stray", "2")
    do(lab, "stray", "3")
    assert (points(lab), slot_of(lab, "stray")) == (3, None)
    assert not can(questing("stray", field={"C": {"site": "monster_den"}}), "stray", "3")


def test_a_conquered_den_is_no_stray():
    lab = questing("stray", field={"C": {"site": "monster_den"}})
    lab.set_space(CENTRE, flags=("conquered",), shields=1)
    lab.settle()
    assert not can(lab, "stray", "1")


def test_ill_omens():
    """Every step leaves its marker with whoever did it: the card is kept even if the rest stays undone."""
    lab = questing("ill_omens", field={"C": {"site": "village"}})
    interact(lab, 3)
    do(lab, "ill_omens", "1")
    lab.set_space(CENTRE, site=5, flags=("conquered",), shields=1)
    lab.settle()
    lab.set_turn(influence=5)
    lab.settle()
    do(lab, "ill_omens", "2")
    lab.set_space(CENTRE, site=3, flags=())
    lab.set_turn(influence=3)
    lab.settle()
    do(lab, "ill_omens", "3")
    lab.set_space(CENTRE, site=11, flags=())
    lab.settle()
    do(lab, "ill_omens", "4")
    assert (points(lab), slot_of(lab, "ill_omens")) == (4, None)

    lab = questing(card("ill_omens", reached=1))
    lab.refresh_quests()
    assert quest("ill_omens") not in sum(lab.quest_piles(), [])


@pytest.mark.parametrize("level, site", [(5, 11), (6, 12)])
def test_magic_overload(level, site):
    """A monster den up to level 5, spawning grounds above; it can be entered like any other."""
    lab = questing("magic_overload")
    lab.set_seat(level=level, fame=level * level - 1)
    lab.settle()
    do(lab, "magic_overload", "1")
    do(lab, "magic_overload", "2")
    do(lab, "magic_overload", "3")
    assert (points(lab), at_space(lab)["site"]) == (3, site)
    lab.do(Act.ACT_ENTER)
    assert colours(lab) == ["brown"] * (site - 10)


def test_misadventure():
    lab = questing("misadventure", field={"C": {"site": "village"}, "E": "hills"})
    lab.set_seat(rep=3)
    lab.settle()
    interact(lab, 3)
    assert not can(lab, "misadventure", "1")  # no dungeon or tomb within two spaces
    lab = questing("misadventure", field={"C": {"site": "village"}, "E": {"site": "dungeon"}})
    lab.set_seat(rep=3)
    lab.settle()
    interact(lab, 3)
    do(lab, "misadventure", "1")
    lab.go_to(Step.STEP_AFTER)
    lab.set_seat(space=space("E"))
    lab.settle()
    do(lab, "misadventure", "2")
    assert points(lab) == 2
    assert quest("misadventure") not in sum(lab.quest_piles(), [])


def test_the_fog():
    """Not to be defeated at first, then possessed, and met without a Ranged and Siege phase."""
    lab = questing("the_fog", field=VILLAGE)
    interact(lab, 3)
    do(lab, "the_fog", "1")
    token = there(lab, "the_fog")["held"][0]
    again(lab)
    do(lab, "the_fog", "2")
    assert colours(lab) == ["brown"]
    assert not lab.options(Act.ACT_TARGET)
    lab.end_phase()
    while lab.step == Step.STEP_BLOCK:
        foe, attack, _ = lab.options(Act.ACT_BLOCK)[0]
        lab.block(foe, attack, coldfire=40)
    assert (lab.step, points(lab), there(lab, "the_fog")["held"][0]) == (Step.STEP_AFTER, 2, token)
    again(lab)
    do(lab, "the_fog", "3")
    assert lab.step in (Step.STEP_BLOCK, Step.STEP_ATTACK)
    assert lab.foes()[0]["possessed"] == there(lab, "the_fog")["held"][3]
    while lab.step == Step.STEP_BLOCK:
        foe, attack, _ = lab.options(Act.ACT_BLOCK)[0]
        lab.block(foe, attack, coldfire=40)
    lab.attack(0, melee=[(99, "coldfire")])
    assert (points(lab), sum(lab.player()["faction_tokens"].values())) == (3, 1)


def test_the_fog_needs_the_coast():
    """A tile beside which no other may lie."""
    lab = questing("the_fog", field={}, side={}, tiles={"countryside_3": {"C": {"site": "village"}}})
    rows = tables().index["tiles"]
    lab.lay(
        [
            (rows["start_a"], 0, 0),
            (rows["countryside_1"], 0, 1),
            (rows["countryside_2"], 1, 0),
            (rows["countryside_3"], 1, 1),
        ]
    )
    lab.set_seat(space=21)
    lab.settle()
    interact(lab, 3)
    assert not can(lab, "the_fog", "1")


def test_the_artificer():
    """A crystal of a colour not yet there, one point each; the last step after one of them or more."""
    lab = questing("the_artificer", field={"C": {"site": "monastery"}, "E": {"site": "mine", "mines": 1}})
    lab.set_seat(crystals=[2, 1, 1, 0])
    lab.settle()
    interact(lab, 3)
    do(lab, "the_artificer", "1")
    lab.go_to(Step.STEP_AFTER)
    lab.settle()
    assert not can(lab, "the_artificer", "3")
    lab.set_seat(space=space("E"))
    lab.settle()
    assert choices(lab, "the_artificer", "2") == [RED, BLUE, GREEN]
    do(lab, "the_artificer", "2", RED)
    assert (points(lab), lab.player()["crystals"][RED]) == (2, 1)
    assert choices(lab, "the_artificer", "2") == [BLUE, GREEN]
    do(lab, "the_artificer", "2", BLUE)
    assert points(lab) == 3
    lab.set_seat(space=CENTRE)
    lab.settle()
    assert can(lab, "the_artificer", "3")
    lab.set_seat(space=space("E"))
    lab.settle()
    do(lab, "the_artificer", "2", GREEN)
    assert not can(lab, "the_artificer", "2")
    lab.set_seat(space=CENTRE)
    lab.settle()
    do(lab, "the_artificer", "3")
    assert points(lab) == 5


@pytest.mark.parametrize("night, omen", [(0, False), (0, True), (1, True)])
def test_hunters_moon(night, omen):
    """The Werewolf loses Swift by Day if the black mana lies on the card."""
    lab = questing(card("hunters_moon", held=(enemy("werewolf"), None, None, None)), field=VILLAGE)
    lab.set_time(night=night)
    lab.settle()
    if omen:
        do(lab, "hunters_moon", "1b")
        assert lab.player()["reputation"] == -1
    else:
        interact(lab, 3)
        do(lab, "hunters_moon", "1a")
        lab.go_to(Step.STEP_MOVE)
        lab.set_turn(action=0)
        lab.settle()
    do(lab, "hunters_moon", "2")
    foe = lab.foes()[0]
    assert foe["row"] == enemy("werewolf")
    assert bool(foe["attacks"][0][3] & 1) == (not omen or bool(night))
    win(lab)
    assert points(lab) == 2


def test_hunters_moon_lost():
    lab = questing(
        card("hunters_moon", reached=1, marker=CENTRE, held=(enemy("werewolf"), None, None, None)), field=VILLAGE
    )
    lose(do(lab, "hunters_moon", "2"))
    assert (slot_of(lab, "hunters_moon"), lab.player()["reputation"]) == (None, -1)
