"""Every step of the quest cards 10 to 20: where it is done, what it asks, what comes of it (A.9.3, A.9.9)."""

import exercised
import pytest
from laboratory import BLUE, CENTRE, GREEN, RED, WHITE, Act, Step, Task, at_space, enemy, space, tables, unit
from laboratory import card as deed
from questing import (
    VILLAGE,
    again,
    can,
    card,
    choices,
    colour,
    colours,
    do,
    interact,
    last_roll,
    lose,
    next_turn,
    points,
    questing,
    slot_of,
    there,
    win,
)


def free_wine(**kwargs):
    lab = questing("free_wine", field={"C": {"site": "village"}, "E": "hills"}, side={"W": {"site": "keep"}}, **kwargs)
    return lab, next(s["space"] for s in lab.spaces() if s["site"] == 4)


def test_free_wine_won():
    """A Wound, then the keep is assaulted from afar; the Wound does not count for a knock-out (A.9.9)."""
    lab, keep = free_wine()
    lab.put(keep, [enemy("crossbowmen")])
    lab.settle()
    assert choices(lab, "free_wine", "1a") == [keep]
    do(lab, "free_wine", "1a")
    assert (lab.player()["wounds"], lab.combat()["wounds"], lab.player()["space"]) == (1, 0, keep)
    assert (lab.player()["reputation"], lab.foes()[0]["fort_site"]) == (-1, 1)
    win(lab)
    assert (points(lab), slot_of(lab, "free_wine"), at_space(lab)["shields"]) == (1, None, 1)
    exercised.note("quests.free_wine.2")


def test_the_assault_for_wine_takes_in_no_rampager():
    """A.9.8."""
    side = {"W": {"site": "keep"}, "C": {"site": "marauding_orcs"}}
    lab = questing("free_wine", field={"C": {"site": "village"}}, side=side)
    do(lab, "free_wine", "1a")
    assert (lab.task, lab.step, len(lab.foes())) == (None, Step.STEP_RANGED, 1)


def test_free_wine_lost():
    lab, keep = free_wine()
    lose(do(lab, "free_wine", "1a"))
    assert (lab.player()["space"], points(lab), lab.player()["reputation"]) == (CENTRE, 0, -2)
    assert slot_of(lab, "free_wine") is None


def test_free_wine_declined():
    lab, _keep = free_wine()
    interact(lab, 3)
    do(lab, "free_wine", "1b")
    assert (points(lab), slot_of(lab, "free_wine")) == (1, None)


@pytest.mark.parametrize(
    "colour, expected",
    [(RED, ["red"]), (BLUE, ["violet"] * 2), (GREEN, ["green"] * 3), (WHITE, ["grey", "white"])],
)
def test_mine_of_doom(colour, expected):
    lab = questing("mine_of_doom", field={"C": {"site": "mine", "mines": 1 << colour}})
    assert choices(lab, "mine_of_doom", "1") == [colour]
    do(lab, "mine_of_doom", "1")
    assert points(lab) == 0
    do(lab, "mine_of_doom", "2")
    assert sorted(colours(lab)) == sorted(expected)
    assert all(foe["possessed"] is not None for foe in lab.foes())
    lose(lab)
    assert (points(lab), lab.player()["reputation"]) == (0, 0)
    again(lab)
    win(do(lab, "mine_of_doom", "2"))
    assert (points(lab), slot_of(lab, "mine_of_doom")) == (1, None)
    assert sum(lab.player()["faction_tokens"].values()) == len(expected)


def test_a_mine_of_several_colours_is_worse():
    """Each attack 1 higher."""
    values = {}
    for mines in (1 << RED, 1 << RED | 1 << BLUE):
        lab = questing("mine_of_doom", field={"C": {"site": "mine", "mines": mines}})
        do(lab, "mine_of_doom", "1", RED)
        do(lab, "mine_of_doom", "2")
        values[mines] = [(f["row"], f["possessed"], f["attacks"][0][0]) for f in lab.foes()]
    plain, deep = values.values()
    assert plain[0][:2] == deep[0][:2]
    assert (
        deep[0][2] == plain[0][2] + 1 or plain[0][2] == 0 or tables().arrays["enemies"]["element"][plain[0][0]][0] > 4
    )


def personal_quest():
    lab = questing("a_very_personal_quest", field={"C": {"site": "village"}, "E": {"site": "mage_tower"}})
    lab.set_offers(units=[unit("peasants"), unit("magic_familiars"), unit("guardian_golems")])
    lab.settle()
    return lab


def test_a_very_personal_quest():
    """A Unit without its price, Magic Familiars excepted (A.9.9), then a mage tower with it."""
    lab = personal_quest()
    assert not can(lab, "a_very_personal_quest", "1")
    interact(lab, 0)
    assert choices(lab, "a_very_personal_quest", "1") == [0]
    do(lab, "a_very_personal_quest", "1")
    assert [u["kind"] for u in lab.player()["units"]] == [unit("peasants")]
    assert points(lab) == 1
    lab.go_to(Step.STEP_AFTER)
    lab.set_space(space("E"), flags=("conquered",), shields=1)
    lab.clear(space("E"))
    lab.set_seat(space=space("E"))
    lab.settle()
    assert not can(lab, "a_very_personal_quest", "2")
    lab.set_kills(0, space("E"))
    lab.settle()
    do(lab, "a_very_personal_quest", "2")
    assert (points(lab), len(lab.player()["units"])) == (2, 1)


def test_without_the_unit_the_quest_fails():
    lab = personal_quest()
    interact(lab, 0)
    do(lab, "a_very_personal_quest", "1")
    lab.do(Act.ACT_DONE)
    lab.lose_unit(0)
    lab.hand()
    lab.end_turn()
    assert slot_of(lab, "a_very_personal_quest") is None
    assert lab.player()["reputation"] == -1


def test_the_unit_leaves_with_the_quest():
    lab = personal_quest()
    interact(lab, 0)
    do(lab, "a_very_personal_quest", "1")
    lab.refresh_quests()
    assert (slot_of(lab, "a_very_personal_quest"), lab.player()["units"], lab.player()["reputation"]) == (None, [], -1)


def monastery(*flags, **kwargs):
    lab = questing("the_burned_monastery", field={"C": {"site": "monastery"}, "E": {"site": "village"}}, **kwargs)
    lab.set_space(CENTRE, flags=flags)
    lab.settle()
    return lab


@pytest.mark.parametrize("flag", ["burned", "destroyed"])
def test_the_burned_monastery_restored(flag):
    """A.9.9: a destroyed one may be restored too."""
    assert not can(monastery(), "the_burned_monastery", "1")
    lab = monastery(flag)
    do(lab, "the_burned_monastery", "1")
    lab.set_seat(space=space("E"))
    lab.settle()
    interact(lab, 3)
    before = len(lab.table()["monastery_actions"])
    do(lab, "the_burned_monastery", "2a")
    monk = next(s for s in lab.spaces() if s["space"] == CENTRE)
    assert (monk["flags"], len(lab.table()["monastery_actions"])) == (0, before + 1)
    assert (points(lab), lab.player()["reputation"], lab.row()["sites_restored"]) == (1, 1, 1)


def test_the_burned_monastery_other_ways():
    lab = monastery("burned")
    do(lab, "the_burned_monastery", "1")
    lab.set_seat(space=space("E"))
    lab.settle()
    other = lab
    interact(other, 3)
    do(other, "the_burned_monastery", "2b")
    assert (points(other), other.row()["sites_restored"]) == (2, 0)

    for end, expected in ((win, (2, 0)), (lose, (1, -1))):
        lab = monastery("burned")
        do(lab, "the_burned_monastery", "1")
        lab.set_seat(space=space("E"))
        lab.settle()
        do(lab, "the_burned_monastery", "2c")
        assert colours(lab) == ["violet"]
        end(lab)
        assert (points(lab), lab.player()["reputation"]) == expected


def test_who_burned_a_monastery_may_not():
    lab = monastery("burned")
    lab.set_space(CENTRE, shields=1)
    lab.settle()
    assert not can(lab, "the_burned_monastery", "1")


@pytest.mark.parametrize("foe, step, fame", [("prowlers", "2a", 1), ("minotaur", "2b", 2), ("fire_dragon", "2c", 3)])
def test_the_admiring_bard(foe, step, fame):
    lab = questing("the_admiring_bard", field=VILLAGE)
    interact(lab, 3)
    do(lab, "the_admiring_bard", "1")
    lab.fight([enemy(foe)])
    lab.settle()
    win(lab)
    assert [s for s in ("2a", "2b", "2c") if can(lab, "the_admiring_bard", s)] == [step]
    do(lab, "the_admiring_bard", step)
    before = lab.player()["fame"]
    do(lab, "the_admiring_bard", "3")
    assert (lab.player()["fame"] - before, lab.player()["reputation"], points(lab)) == (fame, 1, 3)


def siege(**kwargs):
    """A keep just conquered, the siege declared, the next turn begun."""
    lab = questing("under_siege", field={"C": {"site": "keep"}}, **kwargs)
    lab.set_space(CENTRE, flags=("conquered",), shields=1)
    lab.clear(CENTRE)
    lab.go_to(Step.STEP_AFTER)
    lab.settle()
    assert not can(lab, "under_siege", "1")
    lab.set_kills(0, CENTRE)
    lab.settle()
    do(lab, "under_siege", "1")
    card_ = there(lab, "under_siege")
    assert [colour(row) for row in card_["held"][:2]] == ["grey", "violet"]
    assert (card_["marker"], points(lab)) == (CENTRE, 1)
    assert not can(lab, "under_siege", "2a")
    assert not lab.can(Act.ACT_QUEST_LEAVE)
    next_turn(lab)
    return lab


def test_under_siege_stood():
    """Both fought, unfortified, with Block 5 given."""
    lab = siege()
    do(lab, "under_siege", "2a")
    assert sorted(colours(lab)) == ["grey", "violet"]
    assert [foe["fort_site"] for foe in lab.foes()] == [0, 0]
    lab.end_phase()
    lab.do(Act.ACT_BLOCK, *lab.options(Act.ACT_BLOCK)[0][:2])
    lab.do(Act.ACT_CONVERT, 5, 0)
    assert lab.combat()["block"][0] == 5
    lab.block_with(40, 3)
    lab.do(Act.ACT_RESOLVE)
    while lab.step == Step.STEP_BLOCK:
        foe, attack, _ = lab.options(Act.ACT_BLOCK)[0]
        assert not lab.can(Act.ACT_CONVERT)
        lab.block(foe, attack, coldfire=40)
    lab.attack(*dict.fromkeys(f for f, _, _ in lab.options(Act.ACT_TARGET)), melee=[(99, "coldfire")])
    assert (points(lab), slot_of(lab, "under_siege"), at_space(lab)["shields"]) == (2, None, 1)


def test_under_siege_left():
    """Reputation -1, the Shield gone, both enemies in the keep; the Hero there has to withdraw."""
    lab = siege()
    held = there(lab, "under_siege")["held"][:2]
    lab.set_seat(hand=[deed("rage")])
    lab.settle()
    lab.set_turn(played=1)
    lab.end_turn()
    keep = next(s for s in lab.spaces() if s["space"] == CENTRE)
    assert [row for row, _up in keep["tokens"]] == held
    assert (keep["shields"], keep["flags"] & 4, lab.player()["reputation"]) == (0, 0, -1)
    assert lab.player()["space"] != CENTRE
    assert slot_of(lab, "under_siege") is None
    exercised.note("quests.under_siege.2b")


def test_noble_warrior():
    lab = questing("noble_warrior", field=VILLAGE)
    interact(lab, 3)
    assert not can(lab, "noble_warrior", "1")  # Reputation modifier +1 needed
    lab.set_seat(rep=3)
    lab.settle()
    do(lab, "noble_warrior", "1")
    assert points(lab) == 0
    lab.do(Act.ACT_DONE)
    do(lab, "noble_warrior", "2")
    assert there(lab, "noble_warrior")["held"][0] == 1
    before = lab.draws()[15]
    other = [*map(unit, ("peasants", "guardian_golems"))]
    lab.set_offers(units=other)
    lab.settle()
    assert choices(lab, "noble_warrior", "3b") == [0]
    do(lab, "noble_warrior", "3a")
    assert (points(lab), lab.draws()[15] - before) == (2, 1)

    lab = questing(card("noble_warrior", reached=2, shield=1, marker=CENTRE, held=(2, None, None, None)), field=VILLAGE)
    lab.set_offers(units=other)
    lab.settle()
    assert choices(lab, "noble_warrior", "3b") == [0, 1]
    do(lab, "noble_warrior", "3b", 1)
    assert ([u["kind"] for u in lab.player()["units"]], points(lab)) == ([unit("guardian_golems")], 0)


def test_a_rich_merchant():
    """Basic colour: its crystal; gold: Fame 1; black: a fight in the next turn."""
    seen = set()
    for number in range(40):
        lab = questing("a_rich_merchant", field=VILLAGE, number=number, trace=4000)
        do(lab, "a_rich_merchant", "1")
        face = last_roll(lab)
        seen.add(face)
        assert points(lab) == 1
        if face < 4:
            assert lab.player()["crystals"][face] == 1
        elif face == 4:
            assert lab.player()["fame"] == 1
        assert (slot_of(lab, "a_rich_merchant") is None) == (face < 5)
        if face == 5:
            black = lab
    assert seen == set(range(6))
    lab = black
    assert not can(lab, "a_rich_merchant", "2")
    next_turn(lab)
    do(lab, "a_rich_merchant", "2")
    assert colours(lab) == ["grey"]
    win(lab)
    assert points(lab) == 2


def test_the_merchants_enemy_does_not_wait():
    merchant = card("a_rich_merchant", reached=1, shield=1, marker=CENTRE, flags=128)
    lab = questing(merchant, field=VILLAGE)
    lab.sideways("rage", "move")
    lab.sideways("rage", "move")
    lab.move("E")
    lab.sideways("rage", "move")
    assert not can(lab, "a_rich_merchant", "2")
    lab.end_turn()
    assert (slot_of(lab, "a_rich_merchant"), lab.player()["reputation"]) == (None, -1)


def test_cursed():
    """Armor and each attack of the enemies 1 higher until the curse is lifted."""
    lab = questing("cursed", enemies={"prowlers": {"armor": 3, "attacks": [(4, "physical")]}})
    do(lab, "cursed", "1")
    assert points(lab) == 1
    lab.fight([enemy("prowlers")])
    lab.settle()
    foe = lab.foes()[0]
    assert (foe["armor"], foe["attacks"][0][0]) == (4, 5)
    win(lab)
    assert not can(lab, "cursed", "2a")
    do(lab, "cursed", "2b")
    assert (points(lab), lab.player()["reputation"], slot_of(lab, "cursed")) == (2, 1, None)
    lab.fight([enemy("prowlers")])
    lab.settle()
    assert lab.foes()[0]["armor"] == 3


@pytest.mark.parametrize(
    "level, colour, reward",
    [(4, "brown", Task.DO_REWARD_ACTION), (5, "white", Task.DO_REWARD_SPELL), (9, "red", Task.DO_REWARD_ARTIFACT)],
)
def test_a_mysterious_island(level, colour, reward):
    lab = questing("a_mysterious_island", field={"C": "plains", "W": "desert"})
    assert not can(lab, "a_mysterious_island", "1")
    lab = questing("a_mysterious_island", field={"C": "plains", "E": "lake"})
    lab.set_seat(level=level, fame=level * level - 1)
    lab.settle()
    do(lab, "a_mysterious_island", "1")
    do(lab, "a_mysterious_island", "2")
    assert points(lab) == 1
    do(lab, "a_mysterious_island", "3")
    assert colours(lab) == [colour]
    win(lab)
    assert points(lab) == 2
    lab.hand()
    lab.set_turn(played=1)
    lab.do(Act.ACT_END_TURN)
    assert lab.task == reward


def test_a_mysterious_island_lost():
    lab = questing("a_mysterious_island", field={"C": "plains", "E": "lake"})
    do(lab, "a_mysterious_island", "1")
    do(lab, "a_mysterious_island", "2")
    brown = sum(lab.token_piles(2))
    lose(do(lab, "a_mysterious_island", "3"))
    assert (points(lab), lab.player()["reputation"]) == (1, -1)
    assert sum(lab.token_piles(2)) == brown + 1


def test_tomb_of_the_lost_king():
    lab = questing(
        "tomb_of_the_lost_king", field={"C": {"site": "monastery"}, "E": {"site": "village"}, "W": "wasteland"}
    )
    interact(lab, 3)
    do(lab, "tomb_of_the_lost_king", "1")
    lab.go_to(Step.STEP_MOVE)
    lab.set_seat(space=space("E"))
    lab.set_turn(action=0)
    lab.settle()
    interact(lab, 3)
    do(lab, "tomb_of_the_lost_king", "2")
    assert there(lab, "tomb_of_the_lost_king")["hidden"][0]
    assert there(lab, "tomb_of_the_lost_king")["held"][0] is None  # nobody has seen it
    lab.go_to(Step.STEP_MOVE)
    lab.set_seat(space=space("W"))
    lab.set_turn(action=0)
    lab.settle()
    lose(do(lab, "tomb_of_the_lost_king", "3"))
    assert there(lab, "tomb_of_the_lost_king")["held"][0] is not None
    assert there(lab, "tomb_of_the_lost_king")["marker"] == space("W")
    again(lab)
    do(lab, "tomb_of_the_lost_king", "3")
    assert colours(lab) == ["white"]
    win(lab)
    assert points(lab) == 3
