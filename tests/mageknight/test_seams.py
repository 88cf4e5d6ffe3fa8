"""Where two effects meet: what one takes away the other may not count again."""

from laboratory import Act, Step, card, enemy, game, tables, unit

from mkbalance._mageknight.session import Session
from mkbalance.mageknight.model import scenario
from mkbalance.mageknight.playerfiles import load


def test_forgotten_wounds_are_counted_before_a_swap_takes_one():
    """Banner of Protection thrown away, Crystal Joy powered: a Wound of the hand leaves once."""
    lab = game(hero="goldyx")
    lab.set_seat(hand=[card(n) for n in ("banner_of_protection", "crystal_joy", "march")], wounds=0, level=5, fame=24)
    lab.set_turn(mana=[1, 1, 1, 1, 0, 0])
    lab.settle()
    lab.do(Act.ACT_PLAY, card("banner_of_protection"), 1, 0)
    lab.play("crystal_joy", powered=True)
    while lab.task is not None:
        lab.apply(0)
    lab.fight([enemy("orc_war_beasts")])
    lab.settle()
    lab.to_attack_phase().end_phase()
    assert lab.player()["wounds"] == 2
    lab.do(Act.ACT_END_TURN)
    lab.do(Act.ACT_CHOOSE, 2, 0)
    assert lab.player()["wounds"] == 0
    lab.do(Act.ACT_DECLINE)
    assert (lab.player()["wounds"], lab.fault) == (0, 0)


def test_a_unit_under_banner_of_command_makes_no_room():
    """R7.2: with every Command token in use, one of the Units under them leaves."""
    lab = game(field={"C": {"site": "village"}})
    lab.set_seat(hand=[card("banner_of_command"), card("march")], units=[], wounds=0)
    lab.set_offers(units=[unit("peasants"), unit("herbalists"), unit("foresters")])
    lab.settle()
    lab.do(Act.ACT_INTERACT)
    lab.set_turn(influence=30)
    lab.settle()
    lab.do(Act.ACT_BUY_UNIT, 1, 0)
    lab.do(Act.ACT_PLAY, card("banner_of_command"), 0, 0)
    lab.do(Act.ACT_BUY_UNIT, 0, 0)
    lab.do(Act.ACT_CHOOSE, 1)
    assert {u["kind"] for u in lab.player()["units"]} == {unit("herbalists"), unit("peasants")}
    lab.set_turn(influence=30)
    lab.settle()
    lab.do(Act.ACT_BUY_UNIT, 0, 0)  # only one Unit can leave, so nothing is asked
    assert {u["kind"] for u in lab.player()["units"]} == {unit("foresters"), unit("peasants")}


def test_a_hero_without_known_skills_draws_on_the_common_area():
    """R16.7: each time a Skill is due, one of the dummy's joins the common area."""
    from mkbalance._mageknight.content import Tables

    held = []
    for number in range(6):
        setup = scenario("solo_conquest/solo").expand(["coral"], tables())
        session = Session(Tables(dict(tables().arrays)), setup, 3, number)
        weights = load("quick", "balanced")
        while not session.over:
            session.apply(session.suggest(weights))
        if session.player()["level"] >= 4:
            held.append(len(session.player()["skills"]))
    assert held
    assert all(held)


def test_a_skill_pays_for_a_path():
    """L.2.3, R13.4: a maze keeps Units out, not Skills."""
    lab = game(field={"C": {"site": "maze"}})
    lab.set_seat(skills=[tables().index["skills"]["tovak_double_time"]])
    lab.settle()
    lab.do(Act.ACT_ENTER)
    assert lab.step == Step.STEP_MAZE
    lab.do(Act.ACT_SKILL, *lab.options(Act.ACT_SKILL)[0][:2])
    assert lab.turn()["move"] == 2
    assert [path for path, _, _ in lab.options(Act.ACT_ENTER)] == [1]
