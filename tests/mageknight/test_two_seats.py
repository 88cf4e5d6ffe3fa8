"""Two Heroes at one table: who chooses first, whose turn it is (R3.2, R3.3), whom the dragon takes (A.12.4)."""

from laboratory import NONE, Act, Step, Task, game, space, tables, tactic

HEROES = tables().index["heroes"]


def two(**kwargs):
    heroes = [HEROES["tovak"], HEROES["arythea"], NONE, NONE]
    values = {"dragon": 0, "ends": 0, **kwargs}
    return game(seats=2, heroes=heroes, dummy_hero=NONE, start_tactic=None, **values)


def choose(lab, first="early_bird", second="planning"):
    for _ in range(2):
        lab.do(Act.ACT_TACTIC, tactic(first if lab.seat == 0 else second))
    return lab


def test_lowest_fame_chooses_first():
    """R3.2.1: on a tie the one lower in last Round's order; in Round 1 the last Hero picked."""
    lab = two()
    assert lab.seat == 1
    lab = two()
    lab.set_seat(0, fame=0)
    lab.settle()
    assert lab.seat == 0


def three(*fame, **kwargs):
    """Arythea, Goldyx and Tovak in this order, who may pass when Tactics are chosen."""
    heroes = [HEROES[name] for name in ("arythea", "goldyx", "tovak")] + [NONE]
    values = {"dragon": 0, "ends": 0, "pass_tactics": 1, **kwargs}
    lab = game(seats=3, heroes=heroes, dummy_hero=NONE, start_tactic=None, **values)
    for seat, value in enumerate(fame):
        lab.set_seat(seat, fame=value)
    lab.settle()
    return lab


def test_the_printed_example_of_passing():
    """A.13.5, p. 45: Arythea passes twice, takes what is left over and has the first turn."""
    lab = three(1, 2, 3)
    assert lab.seat == 0 and lab.can(Act.ACT_DECLINE)
    lab.do(Act.ACT_DECLINE)
    assert lab.seat == 1 and lab.can(Act.ACT_DECLINE)
    lab.do(Act.ACT_TACTIC, tactic("great_start"))
    assert lab.seat == 0 and lab.can(Act.ACT_DECLINE)  # Tovak is skipped
    lab.do(Act.ACT_DECLINE)
    assert lab.seat == 2 and not lab.can(Act.ACT_DECLINE)  # Goldyx must pass, Tovak may not
    lab.do(Act.ACT_TACTIC, tactic("planning"))
    assert lab.seat == 0 and not lab.can(Act.ACT_DECLINE)
    lab.do(Act.ACT_TACTIC, tactic("mana_steal"))
    while lab.task is not None:
        lab.apply(0)
    assert lab.table()["order"] == [0, 2, 1]


def test_passing_with_equal_fame():
    """A.13.5: of equals the one lower in the Round order has the lower Fame: the first in the order may not pass."""
    lab = three(1, 1, 1)
    assert lab.seat == 2
    lab.do(Act.ACT_DECLINE)
    assert lab.seat == 1
    lab.do(Act.ACT_DECLINE)
    assert lab.seat == 0 and not lab.can(Act.ACT_DECLINE)


def test_no_passing_without_the_variant():
    assert not three(1, 2, 3, pass_tactics=0).can(Act.ACT_DECLINE)


def test_turns_go_by_tactic_number():
    """R3.2.3, R3.3.1."""
    lab = choose(two(), "planning", "early_bird")
    assert lab.table()["order"] == [1, 0]
    assert lab.seat == 1
    lab.sideways_any().end_turn()
    assert lab.seat == 0


def test_a_tactic_is_taken_once():
    """R3.2.3."""
    lab = two()
    lab.do(Act.ACT_TACTIC, tactic("early_bird"))
    assert tactic("early_bird") not in [o[0] for o in lab.options(Act.ACT_TACTIC)]


def test_everybody_else_gets_one_more_turn():
    """R3.3.2."""
    lab = choose(two())
    lab.sideways_any().end_turn()
    lab.set_seat(0, deck=[])
    lab.settle()
    lab.sideways_any().end_turn()
    assert (lab.seat, lab.step) == (0, Step.STEP_TURN_START)
    lab.do(Act.ACT_FORFEIT)
    assert (lab.seat, lab.table()["round"]) == (1, 1)
    lab.sideways_any().end_turn()
    assert lab.table()["round"] == 2


def test_no_two_heroes_on_a_space():
    """R8.9, R8.12: but the portal."""
    lab = choose(two())
    lab.set_seat(1, space=7)
    assert not lab.safe(7, 0)
    lab.set_seat(1, space=0)
    assert lab.safe(0, 0)


def test_dragon_attacks_the_farthest():
    """A.12.4: 2 players: nothing, attack, destroy, attack, destroy; each attacked once a Round."""
    lab = choose(two(dragon=1, dragon_turns=[2, 2, 2, 2, 1]))
    lab.set_seat(1, space=space("NE"))
    lab.set_seat(0, space=space("SW"))
    lab.settle()
    lab.sideways_any().end_turn()
    lab.sideways_any().end_turn()
    assert (lab.seat, lab.task) == (1, Task.DO_ATTEND)
