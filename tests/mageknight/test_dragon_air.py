"""The dragon in the air (A.12.4): its turns, what it destroys, whom it attacks, what a site keeps off."""

import pytest
from laboratory import HERO, RED, Act, Step, Task, card, enemy, game, space, tables

WAR, FAMINE, DEATH, PESTILENCE = range(4)


def dragon(turn, *, settle=True, **kwargs):
    """The player's turn is over and the dragon's next, its turn number ``turn`` of the Round (0 = first)."""
    lab = game(**kwargs)
    lab.set_dragon(turn=turn)
    lab.go_to(Step.STEP_NEXT)
    if settle:
        lab.settle()
    return lab


def sites(lab):
    return {s["space"]: (s["site"], s["flags"] & 1) for s in lab.spaces() if s["site"]}


def destroyed(lab):
    return {where for where, (_, gone) in sites(lab).items() if gone}


FAR, NEAR = space("NE"), space("SW")
TWO = {"NE": {"site": "village"}, "SW": {"site": "mine", "mines": 1}}


@pytest.mark.parametrize(
    ("turn", "what"), [(0, "destroy"), (1, None), (2, "attack"), (3, None), (4, "destroy"), (5, "destroy")]
)
def test_turn_table(turn, what):
    """A.12.4 (ruling 25): alone: destroy, nothing, attack, nothing, destroy ever after."""
    lab = dragon(turn, field=TWO)
    assert (lab.task == Task.DO_ATTEND) is (what == "attack")
    assert bool(destroyed(lab)) is (what == "destroy")


def test_farthest_from_the_portal_while_the_lair_is_hidden():
    """A.12.4: over revealed spaces."""
    assert destroyed(dragon(0, field=TWO)) == {FAR}


def test_nearest_to_the_lair_once_it_is_revealed():
    """A.12.4: the lair's tile lies beyond the near one."""
    rows = tables().index["tiles"]
    lab = game(field={"W": {"site": "village"}, "E": {"site": "mine", "mines": 1}})
    lab.lay(
        [(rows["start_a"], 0, 0), (rows["countryside_1"], 0, 1), (rows["countryside_2"], 1, 0), (rows["core_3"], 1, 1)]
    )
    for s in lab.spaces():
        if s["space"] >= 21:
            lab.clear(s["space"])
            lab.set_space(s["space"], site=0)
    lab.set_seat(space=7)
    lab.set_dragon(turn=0)
    lab.go_to(Step.STEP_NEXT)
    lab.settle()
    assert destroyed(lab) == {space("E")}


def test_ties_are_settled_by_the_player():
    """A.12.4: lowest Tactic, alone the player."""
    lab = dragon(0, field={"NW": {"site": "village"}, "NE": {"site": "monastery"}})
    assert lab.task == Task.DO_DESTROY_TIE
    assert {o[0] for o in lab.options(Act.ACT_CHOOSE)} == {space("NW"), space("NE")}
    lab.do(Act.ACT_CHOOSE, space("NW"))
    assert destroyed(lab) == {space("NW")}


def test_what_may_be_destroyed():
    """A.12.4: inhabited sites but cities, mines; never adventure sites, glades, the portal."""
    for site, fits in (
        ("village", True),
        ("monastery", True),
        ("keep", True),
        ("mage_tower", True),
        ("mine", True),
        ("refugee_camp", True),
        ("oasis", True),
        ("glade", False),
        ("dungeon", False),
        ("tomb", False),
        ("ruins", False),
        ("monster_den", False),
        ("spawning_grounds", False),
        ("city", False),
    ):
        lab = dragon(0, field={"NE": {"site": site, "mines": 1 if site == "mine" else 0}})
        assert bool(destroyed(lab)) is fits, site


def test_rampagers_are_just_removed():
    """A.12.4: no Destroyed Site token, no Fame, the space is plain."""
    lab = game(field={"NE": {"site": "marauding_orcs"}})
    lab.put(FAR, [enemy("prowlers")])
    fame, left = lab.player()["fame"], lab.table()["destroyed_left"]
    lab.set_dragon(turn=0)
    lab.go_to(Step.STEP_NEXT)
    lab.settle()
    assert FAR not in sites(lab)
    assert (lab.player()["fame"], lab.table()["destroyed_left"]) == (fame, left)


def test_a_destroyed_site_is_gone():
    """A.8.1: no interaction, no crystal; the terrain and the token count change."""
    lab = dragon(0, field={"NE": {"site": "village"}})
    assert lab.table()["destroyed_left"] == 15
    lab.set_seat(space=FAR)
    lab.settle()
    assert not lab.can(Act.ACT_INTERACT)


def test_a_destroyed_keep_can_be_entered_and_its_shield_scores():
    """A.8.1, R17.1."""
    lab = game(field={"NE": {"site": "keep"}})
    lab.clear(FAR)
    lab.set_space(FAR, flags=["conquered"], shields=1)
    lab.set_seat(space=FAR)
    assert lab.limit() == 6
    lab.set_dragon(turn=0)
    lab.go_to(Step.STEP_NEXT)
    lab.settle()
    assert destroyed(lab) == {FAR}
    assert lab.limit() == 5
    assert lab.safe(FAR)
    assert lab.score()["conqueror"] == 2


def test_without_tokens_only_rampagers_are_considered():
    """A.12.4."""
    lab = dragon(0, settle=False, field={"NE": {"site": "village"}, "SW": {"site": "marauding_orcs"}})
    lab.set_dragon(tokens=0)
    lab.settle()
    assert destroyed(lab) == set()
    assert NEAR not in sites(lab)


def test_nothing_to_destroy():
    """A.12.4."""
    lab = dragon(0)
    assert destroyed(lab) == set()
    assert lab.step == Step.STEP_MOVE


@pytest.mark.case("A22")
def test_no_turn_after_the_announcement():
    """A22: End of the Round announced before the dragon's turn."""
    lab = dragon(2, settle=False)
    lab.set_dummy(deck=[])
    lab.settle()
    assert lab.table()["announced"] == 1 + 4
    assert lab.step == Step.STEP_MOVE


def test_no_turn_after_the_attack_in_its_lair():
    """A.12.4."""
    lab = dragon(2, settle=False)
    lab.set_dragon(attacked=1)
    lab.settle()
    assert lab.step == Step.STEP_MOVE


def attacked(round_=1, full=True, night=False, **kwargs):
    lab = dragon(2, settle=False, **kwargs)
    lab.set_time(round_=round_, night=night)
    lab.settle()
    assert lab.task == Task.DO_ATTEND
    lab.do(Act.ACT_CHOOSE, int(full))
    return lab


HEADS = {  # A.12.4: Round: attacks of War, Famine, Death, Pestilence as (value, element, traits)
    1: [[(2, 1, 2)], [(2, 0, 1)], [(2, 2, 8)], [(2, 0, 4)]],
    2: [[(2, 0, 2)], [(2, 0, 1 | 4)], [(3, 0, 8)], [(3, 0, 2)]],
    3: [[(3, 1, 2)], [(3, 0, 1)], [(3, 2, 8)], [(2, 0, 4), (2, 0, 4)]],
    4: [[(4, 0, 8)], [(3, 0, 1 | 4)], [(4, 0, 8)], [(5, 0, 4)]],
}


@pytest.mark.case("A20")
@pytest.mark.parametrize("round_", HEADS)
def test_heads_of_the_round(round_):
    """A20, A.12.4: level = Round whatever the markers say, no control head, nothing to be attacked."""
    lab = attacked(round_)
    lab.set_heads([4, 4, 4, 4])
    assert [[(a[0], a[1], a[3]) for a in f["attacks"]] for f in lab.foes()] == HEADS[round_]
    assert lab.step == Step.STEP_BLOCK
    while lab.step == Step.STEP_BLOCK:
        foe, attack, _ = lab.options(Act.ACT_BLOCK)[0]
        lab.block(foe, attack, coldfire=20)
    assert lab.step == Step.STEP_AFTER
    assert lab.player()["fame"] == 1 + round_
    assert lab.table()["heads"] == [4, 4, 4, 4]


def test_damage_of_an_air_attack():
    """A.12.4, R9.5: Round 1 unblocked: War 2 Brutal = 4, Famine 2, Death 2, Pestilence 2 Poison; knock-out at five."""
    lab = attacked(1)
    lab.end_phase()
    assert lab.step == Step.STEP_DAMAGE
    for foe, wounds in ((WAR, 2), (FAMINE, 3), (PESTILENCE, 4)):
        lab.assign(HERO, foe, 0)
        assert lab.player()["wounds"] == wounds
    assert lab.player()["discard"].count(card("wound")) == 1
    assert len(lab.player()["hand"]) == 5
    lab.assign(HERO, DEATH, 0)
    assert (lab.player()["wounds"], lab.player()["hand"]) == (5, [])
    assert lab.player()["fame"] == 1 + 1


def test_full_attendance_is_the_next_turn_in_advance():
    """A.12.4, R15.2.1, R4.2.1: a die may be used, the end of the turn follows, the next turn is skipped."""
    lab = attacked(1)
    assert lab.turn()["dice_rights"] == 1
    lab.end_phase()
    while lab.step == Step.STEP_DAMAGE:
        lab.assign(HERO, *lab.options(Act.ACT_ASSIGN)[0][:2])
    assert lab.step == Step.STEP_AFTER
    assert lab.player()["flags"] & 1
    dummy = lab.table()["dummy_deck"]
    lab.end_turn()
    assert lab.step == Step.STEP_MOVE
    assert not lab.player()["flags"] & 1
    assert lab.table()["dummy_deck"] < dummy


def test_partial_attendance():
    """A.12.4, R15.2.2: no die, no end of turn, the own turn follows."""
    lab = attacked(1, full=False)
    assert lab.turn()["dice_rights"] == 0
    wounds = lab.player()["wounds"]
    lab.end_phase()
    while lab.step == Step.STEP_DAMAGE:
        lab.assign(HERO, *lab.options(Act.ACT_ASSIGN)[0][:2])
    assert lab.step == Step.STEP_MOVE
    assert lab.player()["wounds"] > wounds
    assert lab.turn()["dice_rights"] == 1
    assert not lab.player()["flags"] & 1
    assert lab.player()["flags"] & 2


def test_no_full_attendance_without_a_card():
    """R15.2.1."""
    lab = dragon(2, settle=False)
    lab.set_seat(hand=[], wounds=2)
    lab.settle()
    assert lab.step == Step.STEP_BLOCK
    assert lab.turn()["dice_rights"] == 0


PROTECTS = {
    "village": 1,
    "monastery": 1,
    "refugee_camp": 1,
    "oasis": 1,
    "keep": 2,
    "mage_tower": 2,
    "mine": 2,
    "city": 2,
}


@pytest.mark.parametrize("site", PROTECTS)
def test_sites_keep_heads_off(site):
    """A.12.4: so many heads of choice; a site that was used is destroyed after the combat, a city is not."""
    lab = dragon(2, settle=False, field={"C": {"site": site, "mines": 1 if site == "mine" else 0}})
    lab.clear(7)
    if site in ("keep", "mage_tower"):
        lab.set_space(7, flags=["conquered"], shields=1)
    lab.settle()
    lab.do(Act.ACT_CHOOSE, 1)
    for foe in range(PROTECTS[site]):
        assert lab.task == Task.DO_PROTECT
        lab.do(Act.ACT_CHOOSE, foe)
    assert lab.task is None
    assert {foe for foe, _, _ in lab.options(Act.ACT_BLOCK)} == set(range(PROTECTS[site], 4))
    while lab.step == Step.STEP_BLOCK:
        foe, attack, _ = lab.options(Act.ACT_BLOCK)[0]
        lab.block(foe, attack, coldfire=20)
    assert destroyed(lab) == (set() if site == "city" else {7})
    assert lab.player()["fame"] == 2


def test_unused_protection_leaves_the_site():
    """A.12.4."""
    lab = attacked(1, field={"C": {"site": "village"}})
    lab.do(Act.ACT_DECLINE)
    while lab.step == Step.STEP_BLOCK:
        foe, attack, _ = lab.options(Act.ACT_BLOCK)[0]
        lab.block(foe, attack, coldfire=20)
    assert destroyed(lab) == set()


def test_glade_takes_mana_of_the_heads_colours():
    """A.12.4: red War, white Famine, blue Death, green Pestilence; each paid."""
    lab = dragon(2, settle=False, field={"C": {"site": "glade"}}, first_night=1, start_tactic="from_the_dusk")
    lab.set_seat(crystals=[0, 1, 1, 0])
    lab.set_source([RED, RED, RED, RED])
    lab.settle()
    lab.do(Act.ACT_CHOOSE, 1)
    assert lab.task == Task.DO_HEAD_MANA
    assert [o[0] for o in lab.options(Act.ACT_CHOOSE)] == [WAR, DEATH, PESTILENCE]
    lab.do(Act.ACT_CHOOSE, DEATH)
    assert lab.player()["crystals"] == [0, 0, 1, 0]
    assert [o[0] for o in lab.options(Act.ACT_CHOOSE)] == [WAR, PESTILENCE]
    lab.do(Act.ACT_DECLINE)
    assert {foe for foe, _, _ in lab.options(Act.ACT_BLOCK)} == {WAR, FAMINE, PESTILENCE}
    while lab.step == Step.STEP_BLOCK:
        foe, attack, _ = lab.options(Act.ACT_BLOCK)[0]
        lab.block(foe, attack, coldfire=20)
    assert destroyed(lab) == {7}


def test_a_seat_off_the_map_is_marked_and_something_destroyed_instead():
    """A.12.4: the only player is on the portal."""
    lab = game(field={"NE": {"site": "village"}}, place=None)
    lab.play("swiftness")
    lab.set_dragon(turn=2)
    lab.end_turn()
    assert lab.player()["flags"] & 2
    assert destroyed(lab) == {FAR}
