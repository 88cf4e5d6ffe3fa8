"""The end of a turn (R12): withdrawal, benefits of the place, rewards, levels, drawing."""

import pytest
from laboratory import GREEN, RED, WHITE, Act, Step, Task, card, enemy, game, space, unit

from mkbalance._mageknight.ids import Purpose


def test_forced_withdrawal():
    """R12.2, R8.9: back along the path to a safe space, a Wound to hand for each space; cards stay in hand."""
    lab = game(field={"E": "lake", "SE": "lake"})
    lab.hand("rage", "rage", "rage", "rage", "rage")
    lab.set_turn(move=6)
    lab.pass_over("lake", cost=0)
    lab.settle()
    lab.sideways("rage", "move")
    lab.move("E").move("SW")
    assert lab.player()["space"] == space("SE")
    lab.do(Act.ACT_END_TURN)
    assert (lab.player()["space"], lab.player()["wounds"]) == (7, 2)


def test_withdrawal_without_a_way_back():
    """R12.2 (ruling 19): the turn began on an unsafe space: the nearest safe ones, the player's choice among them."""
    lab = game(field={"C": "lake", "E": "lake", "SE": "lake"})
    lab.play("swiftness").do(Act.ACT_END_TURN)
    assert lab.task == Task.DO_WITHDRAW
    assert {o[0] for o in lab.options(Act.ACT_CHOOSE)} == {space(d) for d in ("NE", "SW", "W", "NW")}
    lab.do(Act.ACT_CHOOSE, space("W"))
    assert (lab.player()["space"], lab.player()["wounds"]) == (space("W"), 1)


def stranded(*, wounds=0, **lakes):
    """On a lake with no way back: the turn began there."""
    lab = game(field={"C": "lake", **lakes})
    lab.hand("rage", "rage", wounds=wounds)
    lab.pass_over("lake", cost=0)
    lab.settle()
    lab.sideways("rage", "move").do(Act.ACT_END_TURN)
    return lab


def test_nearest_safe_space_is_the_players_choice():
    """Ruling 19: a tie of nearest safe spaces; a Wound for each space of the way; then the turn ends as always."""
    lab = stranded(NE="lake", E="lake", SE="lake", W="lake")
    assert lab.task == Task.DO_WITHDRAW
    assert sorted(o[0] for o in lab.options(Act.ACT_CHOOSE)) == sorted((space("SW"), space("NW")))
    lab.do(Act.ACT_CHOOSE, space("NW"))
    assert (lab.player()["space"], lab.player()["wounds"]) == (space("NW"), 1)
    assert lab.step == Step.STEP_DISCARD


def test_one_nearest_safe_space_is_not_asked_for():
    lab = stranded(NE="lake", E="lake", SE="lake", W="lake", SW="lake")
    assert (lab.player()["space"], lab.player()["wounds"]) == (space("NW"), 1)


def test_wounds_of_a_withdrawal_may_be_forgotten():
    """Banner of Protection thrown away: those of the chosen way were received this turn too."""
    lab = game(field={"C": "lake", "NE": "lake", "E": "lake", "SE": "lake", "W": "lake"})
    lab.hand("banner_of_protection", "rage")
    lab.pass_over("lake", cost=0)
    lab.settle()
    lab.play("banner_of_protection", powered=True)
    lab.do(Act.ACT_END_TURN).do(Act.ACT_CHOOSE, space("SW"))
    assert lab.task == Task.DO_FORGET
    lab.do(Act.ACT_CHOOSE, 1, 0)
    assert lab.player()["wounds"] == 0


def test_mine_gives_a_crystal():
    """R10.11, R12.4.2: its colour; nothing at three."""
    for held, after in ((0, 1), (2, 3), (3, 3)):
        lab = game(field={"C": {"site": "mine", "mines": 1 << GREEN}})
        lab.set_seat(crystals=[0, 0, held, 0])
        lab.settle()
        lab.play("swiftness").end_turn()
        assert lab.player()["crystals"] == [0, 0, after, 0]
        assert lab.turn()["mana"] == [0] * 6


def test_deep_mine_offers_its_colours():
    """R10.12."""
    lab = game(field={"C": {"site": "mine", "mines": (1 << GREEN) | (1 << RED)}})
    lab.play("swiftness").do(Act.ACT_END_TURN)
    assert lab.task == Task.DO_MINE
    assert [o[0] for o in lab.options(Act.ACT_CHOOSE)] == [RED, GREEN]
    lab.do(Act.ACT_CHOOSE, RED)
    assert lab.player()["crystals"] == [1, 0, 0, 0]


@pytest.mark.parametrize("where", [0, 1], ids=["R10.10-hand", "R10.10-discard"])
def test_glade_takes_a_wound(where):
    """R10.10, R12.4.1: one Wound of hand or discard pile leaves; healing is not discarding (R13.1)."""
    lab = game(field={"C": {"site": "glade"}})
    lab.hand("swiftness", "rage", wounds=1)
    lab.set_seat(discard=[card("wound")])
    lab.settle()
    lab.play("swiftness").do(Act.ACT_END_TURN)
    assert lab.task == Task.DO_GLADE
    lab.do(Act.ACT_CHOOSE, where)
    player = lab.player()
    assert (player["wounds"], player["discard"].count(card("wound"))) == ((0, 1) if where == 0 else (1, 0))


@pytest.mark.case("A28")
def test_random_crystal_of_a_reward():
    """A28, R1.7, R12.5.1: gold lets choose, black is Fame +1, a fourth crystal is nothing."""
    seen = set()
    for number in range(60):
        lab = game(number=number, field={"C": {"site": "monster_den"}})
        lab.set_seat(crystals=[3, 0, 0, 0])
        lab.put(7, [enemy("gargoyle")])
        lab.set_space(7, flags=["drawn"])
        lab.settle()
        lab.do(Act.ACT_ENTER)
        lab.block_all()
        lab.attack(0, melee=[(8, "physical")])
        fame = lab.player()["fame"]
        before = lab.draws()[Purpose.DRAW_DICE]
        lab.hand()
        lab.do(Act.ACT_END_TURN)
        rolls = lab.draws()[Purpose.DRAW_DICE] - before
        if lab.task == Task.DO_REWARD_CRYSTAL:
            assert [o[0] for o in lab.options(Act.ACT_CHOOSE)] == [1, 2, 3]
            seen.add("gold")
            continue
        crystals = sum(lab.player()["crystals"]) - 3
        gained = lab.player()["fame"] - fame
        level_up = 1 if lab.player()["level"] > 1 else 0
        assert rolls == 2
        assert crystals + (gained - level_up) <= 2
        if crystals + (gained - level_up) < 2:
            seen.add("full")
        if gained - level_up:
            seen.add("black")
    assert seen == {"gold", "black", "full"}


@pytest.mark.parametrize("won", [1, 2])
def test_artifacts_are_drawn_one_more_than_won(won):
    """R12.5.2: N + 1 drawn, one to the bottom of the deck, the others on the Deed deck in chosen order."""
    lab = game()
    rings = [card(n) for n in ("ruby_ring", "sapphire_ring", "diamond_ring", "emerald_ring")]
    lab.set_decks(artifacts=rings)
    lab.set_rewards(artifacts=won)
    lab.set_seat(hand=[card("swiftness")], deck=[card("march")] * 3)
    lab.settle()
    lab.play("swiftness").do(Act.ACT_END_TURN)
    shown = rings[-won - 1 :]
    assert sorted(o[0] for o in lab.options(Act.ACT_CHOOSE)) == sorted(shown)
    lab.do(Act.ACT_CHOOSE, shown[0])
    if won == 2:
        lab.do(Act.ACT_CHOOSE, shown[2])
    assert lab.decks()["artifacts"] == [shown[0], *rings[: -won - 1]]
    assert set(shown[1:]) <= set(lab.player()["hand"])


def test_spell_and_action_rewards_come_from_the_offers():
    """R12.5.3, R6.11: on top of the deck, drawn at once; the offer refills on the top position."""
    lab = game()
    lab.set_rewards(spells=1, actions=1)
    lab.hand("swiftness")
    offered = lab.table()
    next_spell = lab.decks()["spells"][-1]
    lab.settle()
    lab.play("swiftness").do(Act.ACT_END_TURN)
    assert (lab.task, [o[0] for o in lab.options(Act.ACT_CHOOSE)]) == (Task.DO_REWARDS, [2, 3])
    lab.do(Act.ACT_CHOOSE, 2).do(Act.ACT_CHOOSE, 1)
    assert lab.table()["spells"] == [offered["spells"][0], offered["spells"][2], next_spell]
    lab.do(Act.ACT_CHOOSE, 0)
    assert {offered["spells"][1], offered["actions"][0]} <= set(lab.player()["hand"])


def test_rewards_come_in_any_order():
    """R12.5: what is taken last lies on top of the deck."""
    for first, last in ((2, 3), (3, 2)):
        lab = game()
        lab.set_rewards(spells=1, actions=1)
        lab.set_seat(hand=[card("swiftness")], deck=[])
        lab.settle()
        offered = {2: lab.table()["spells"][0], 3: lab.table()["actions"][0]}
        lab.play("swiftness").do(Act.ACT_END_TURN)
        lab.set_seat(hand=[card("march")] * 4)
        lab.settle()
        lab.do(Act.ACT_CHOOSE, first).do(Act.ACT_CHOOSE, 0)
        lab.do(Act.ACT_CHOOSE, 0)
        lab.finish()
        assert offered[last] in lab.player()["hand"]
        assert offered[first] not in lab.player()["hand"]


def test_fame_of_a_unit_won_levels_up_in_the_same_turn():
    """R12.5.4, R12.6: the Unit may wait for the level-up, the Fame that it brings crosses the next line."""
    lab = game(field={"C": {"site": "village"}})
    lab.set_rewards(units=1)
    lab.set_offers(units=[unit("catapults")])
    lab.hand("heroic_tale", "swiftness")
    lab.set_seat(fame=2)
    lab.tokens(white=1)
    lab.do(Act.ACT_INTERACT)
    lab.play("heroic_tale", powered=True, pay=(WHITE, 0)).do(Act.ACT_DONE).do(Act.ACT_END_TURN)
    while lab.task != Task.DO_REWARD_UNIT:
        lab.do(Act.ACT_DONE)
    assert lab.player()["level"] == 1
    lab.do(Act.ACT_CHOOSE, 0)
    assert (lab.player()["fame"], lab.player()["level"]) == (3 + 1, 2)


def test_unit_reward_needs_room_or_a_disband():
    """R12.5.4, R7.2: any Unit of the offer, free; at the limit one leaves first; it may be declined."""
    lab = game()
    lab.set_rewards(units=1)
    lab.set_offers(units=[unit("catapults"), unit("peasants")])
    lab.set_seat(units=[(unit("foresters"), 0, 1)])
    lab.settle()
    lab.play("swiftness").do(Act.ACT_END_TURN)
    assert lab.can(Act.ACT_DECLINE)
    lab.do(Act.ACT_CHOOSE, 0)
    lab.finish()
    assert lab.player()["units"] == [{"kind": unit("catapults"), "ready": 1, "wounds": 0}]
    assert lab.table()["units"] == [unit("peasants")]


def test_unit_reward_may_wait_for_the_command_token_of_a_level():
    """R12.5.4, R1.1: level 3 reached in the same turn makes room; nobody has to leave."""
    lab = game()
    lab.set_rewards(units=1)
    lab.set_offers(units=[unit("catapults")])
    lab.set_seat(units=[(unit("foresters"), 1, 0)], fame=8, level=2)
    lab.settle()
    lab.play("swiftness").do(Act.ACT_END_TURN)
    lab.do(Act.ACT_CHOOSE, 0)
    assert [u["kind"] for u in lab.player()["units"]] == [unit("foresters"), unit("catapults")]


def test_levels_are_gained_line_by_line():
    """R12.6, R1.1, R20: level 1 to 3 over one turn; BLITZ Fame +1 a level; an even level takes an Advanced Action."""
    lab = game()
    lab.set_seat(fame=8)
    lab.settle()
    lab.play("swiftness").do(Act.ACT_END_TURN)
    offered = lab.table()["actions"]
    while lab.step != Step.STEP_DISCARD and lab.table()["actions"] == offered:
        lab.apply(0)
    lab.finish()
    player = lab.player()
    assert (player["level"], player["fame"]) == (3, 10)
    assert len(set(offered) & set(player["hand"])) == 1


def test_no_level_beyond_ten():
    """R1.1 (ruling 17)."""
    lab = game()
    lab.set_seat(fame=118, level=10)
    lab.settle()
    lab.play("swiftness").end_turn()
    assert (lab.player()["level"], lab.player()["fame"]) == (10, 118)


@pytest.mark.case("B35")
def test_hand_limit_and_drawing():
    """R12.8, R12.8.1, R12.8.3: up to the limit, never more, no reshuffle of an empty deck (B35)."""
    lab = game()
    lab.hand("swiftness", "rage")
    lab.set_seat(deck=[card("march")] * 2, discard=[card("rage")] * 6)
    lab.settle()
    lab.play("swiftness").end_turn()
    assert lab.player()["hand"] == [card("rage"), card("march"), card("march")]
    assert (lab.player()["deck"], len(lab.player()["discard"])) == (0, 7)
    lab = game()
    lab.hand("swiftness", *["rage"] * 7)
    lab.play("swiftness").end_turn()
    assert len(lab.player()["hand"]) == 7


@pytest.mark.parametrize(
    ("keeps", "place", "bonus"),
    [(["E"], "C", 1), (["C", "W"], "C", 2), (["E", "W"], "NE", 2), (["W"], "E", 0)],
    ids=["R12.8.2-adjacent", "R12.8.2-on", "R12.8.2-adjacent-counts-all", "R12.8.2-too-far"],
)
def test_keeps_raise_the_hand_limit(keeps, place, bonus):
    lab = game(field={name: {"site": "keep"} for name in keeps})
    for name in keeps:
        where = 7 if name == "C" else space(name)
        lab.clear(where)
        lab.set_space(where, flags=["conquered"], shields=1)
    lab.set_seat(space=7 if place == "C" else space(place))
    lab.settle()
    assert lab.limit() == 5 + bonus


def test_friendly_city_raises_the_hand_limit():
    """R12.8.2, R11.7: +1, no leader."""
    lab = game(field={"E": {"site": "city", "city": WHITE}})
    assert lab.limit() == 6


def test_only_the_higher_bonus_counts():
    """R12.8.2: two own keeps and a city near by: +2, not +3; one keep and the city: +1."""
    for keeps, bonus in ((("W", "SW"), 2), (("W",), 1)):
        field = {"E": {"site": "city", "city": WHITE}, **{name: {"site": "keep"} for name in keeps}}
        lab = game(field=field)
        for name in keeps:
            lab.clear(space(name))
            lab.set_space(space(name), flags=["conquered"], shields=1)
        assert lab.limit() == 5 + bonus


def test_portal_is_left_at_the_end_of_the_turn():
    """R8.12, R4.2.2: off the map, and back at the start of the next turn."""
    lab = game(place=None)
    assert lab.player()["space"] == 0
    lab.play("swiftness")
    lab.do(Act.ACT_END_TURN)
    while lab.step == Step.STEP_DISCARD:
        lab.do(Act.ACT_DONE)
    assert lab.player()["space"] == 0
    assert lab.step == Step.STEP_MOVE
