"""The proxy player (A.11): objective, clock, its place among the players, whole games (pp. 16-19)."""

import numpy as np
import pytest
from laboratory import CENTRE, NONE, Act, Step, card, game, tables, tactic
from proxying import GREEN_CARD, RED_CARD, acts, it, named, proxy

from mkbalance._mageknight import content, laws
from mkbalance._mageknight.exercise import exercise
from mkbalance._mageknight.session import Session
from mkbalance._mageknight.trace import Told
from mkbalance.errors import MkbalanceError
from mkbalance.mageknight.board import Board
from mkbalance.mageknight.game import GAME
from mkbalance.mageknight.model import scenario, scenarios
from mkbalance.mageknight.names import Names
from mkbalance.mageknight.playerfiles import load
from mkbalance.mageknight.tell import tell

HEROES = tables().names["heroes"]


def test_it_counts_as_a_player_for_dice_and_units():
    """A.11.1: one more die and one more Unit than with a dummy player."""
    one, other = (game("solo_conquest", start_tactic=None, proxies=p).table() for p in (0, 1))
    assert len(other["dice"]) == len(one["dice"]) + 1
    assert len(other["units"]) == len(one["units"]) + 1


@pytest.mark.parametrize("objective", [None, RED_CARD])
def test_three_cards_and_those_of_its_crystals(objective):
    """A.11.1: without an objective the first card becomes it, two more follow; with one a Shield and three cards."""
    lab = proxy(objective, crystals=(0, 2, 0, 0), deck=9)  # Stamina is blue
    acts(lab)
    assert it(lab)["deck"] == 4
    if objective:
        assert (it(lab)["objective"], it(lab)["shields"]) == (card(objective), 1)
        assert len(it(lab)["discard"]) == 5
    else:
        assert (it(lab)["objective"], it(lab)["shields"]) == (card("stamina"), 0)
        assert len(it(lab)["discard"]) == 4


def test_the_last_card_may_be_its_objective():
    """A.11.1: with one card left its colour counts, though it is the objective."""
    lab = proxy(None, crystals=(0, 3, 0, 0), deck=1)
    acts(lab)
    assert (it(lab)["deck"], it(lab)["objective"]) == (0, card("stamina"))


def test_empty_deck_ends_the_round():
    """A.11.1: it announces, its turn is over, nothing is done on the map."""
    lab = proxy(RED_CARD, deck=0)
    assert acts(lab) == []
    assert lab.table()["announced"] == 5


def test_objective_goes_back_with_the_new_round():
    """A.11.5: its Shields come off, the card is shuffled in with the others; then as for a dummy (R16.4)."""
    lab = game("solo_conquest", proxies=1)
    lab.set_dummy(deck=[card("stamina")] * 3, objective=card(RED_CARD), shields=2)
    lab.go_to(Step.STEP_ROUND_END)
    lab.settle()
    assert (it(lab)["objective"], it(lab)["shields"], it(lab)["deck"]) == (None, 0, 5)
    assert card(RED_CARD) in lab.decks()["dummy"]


def test_it_starts_on_the_portal_and_leaves_it():
    """A.11.1: placed on the portal when it is off the map; taken off if it still stands there."""
    lab = proxy(RED_CARD, at=NONE, place=CENTRE, stack=())
    lab.set_dummy(space=NONE)
    found = acts(lab)
    assert named(found, "SETS_OUT")
    assert it(lab)["space"] is None or it(lab)["space"] != 0


def test_its_clock_is_that_of_a_dummy():
    """The same deck and crystals give the same turns, game by game: the law of R16.3 holds for both."""
    core = content.Tables(dict(tables().arrays))
    plain = scenario("solo_conquest").expand(["tovak"], tables())
    walking = scenario("solo_conquest").set("scenario.opponents", "proxy").expand(["tovak"], tables())
    one, other = (laws.dummy_clock(core, setup, 5, 0, 4000) for setup in (plain, walking))
    assert np.array_equal(one, other)
    assert set(one.tolist()) == {4, 5, 6}


def test_its_clock_in_whole_games():
    """Round 1 of whole games: as many turns of the opponent with a proxy as with a dummy, objectives kept or done."""

    def turns(opponent, number):
        setup = scenario("solo_conquest").set("scenario.opponents", opponent).expand(["tovak"], tables())
        session = Session(content.Tables(dict(tables().arrays)), setup, 3, number, 20000)
        n = 0
        while session.table()["round"] == 1 and not session.over:
            session.apply(len(session.actions()) - 1)
            n += sum(e["kind"] == Told.TOLD_DUMMY and e["round"] == 1 for e in session.events())
        return n

    found = [(turns("dummy", i), turns("proxy", i)) for i in range(30)]
    whole = [(a, b) for a, b in found if a >= 4 and b >= 4]
    assert len(whole) > 5
    assert all(a == b for a, b in whole)


def test_its_turns_are_told():
    """What it goes for, how far, which way and what it did stand in the told game; the map shows its Hero."""
    prepared = GAME.prepare(GAME.scenario("solo_conquest").set("scenario.opponents", "proxy"), ["tovak:quick"])
    told_game = list(tell(prepared, 5, 0))
    lines = [line.strip() for line in told_game if isinstance(line, str)]
    for words in ("as its objective", "may move", "heads for", "goes to", "a Shield is placed"):
        assert any(line.startswith("The proxy") and words in line for line in lines), words
    assert any(line.startswith("Proxy: ") for line in lines)
    events = [event for event in told_game if isinstance(event, dict) and event["event"] == "proxy"]
    assert {"proxy", "what", "value", "extra", "text"} <= set(events[0])
    lab = proxy(GREEN_CARD, field={"E": {"site": "dungeon"}})
    acts(lab)
    assert "(proxy) stands here" in str(Board.of(lab, Names(tables())))


def test_scripted_players_play_on_with_it():
    """Every skill plays whole games; a stronger player still scores more."""
    plain = GAME.scenario("solo_conquest").set("scenario.opponents", "proxy")
    means = []
    for skill in ("random", "quick", "competent"):
        rows = GAME.prepare(plain, [f"tovak:{skill}"]).run(7, 0, 60)
        assert not rows["fault"].any()
        assert rows["proxy_adventures"].sum() > 60 and rows["proxy_units"].sum() > 60
        means.append(rows["score"].mean())
    assert means == sorted(means)


@pytest.mark.parametrize(
    ("id_", "values"),
    [
        ("against_the_horsemen/solo", {"scenario.opponents": "proxy"}),
        ("solo_conquest", {"scenario.opponents": "proxy", "scenario.competitive": True}),
        ("solo_conquest", {"scenario.opponents": "ally"}),
        ("solo_conquest", {"scenario.opponents": "proxy+proxy+dummy+dummy"}),
        ("solo_conquest", {"scenario.opponents": "proxy+proxy+dummy", "scenario.rounds": 8}),
        ("solo_conquest", {"scenario.opponents": "proxy+proxy", "scenario.extra_dice": 3}),
        ("solo_conquest", {"scenario.opponents": "none"}),
        ("solo_conquest", {"scenario.tactic_order": "passing"}),
    ],
)
def test_combinations_without_rules_are_refused(id_, values):
    with pytest.raises(MkbalanceError):
        scenario(id_).set_all(values).expand(["tovak"], tables())


WALKING = [id_ for id_ in scenarios() if scenario(id_).playable and id_ != "against_the_horsemen/solo"]


@pytest.mark.parametrize("opponents", ["proxy", "proxy+dummy", "dummy+dummy", "proxy+proxy+proxy"])
@pytest.mark.parametrize("id_", WALKING)
def test_random_games_keep_every_law(id_, opponents):
    """Cards, tokens, dice, counters, whoever the opponents are."""
    core = content.Tables(dict(tables().arrays))
    for hero in ("tovak", "goldyx"):
        setup = scenario(id_).set("scenario.opponents", opponents).expand([hero], tables())
        faults, _ = exercise(core, setup, 12, 0, 60)
        assert faults == []


def test_each_has_its_own_hero_deck_and_tactic():
    """A.13.6: different Heroes and Tactics; the player chooses first (R16.9)."""
    lab = game("solo_conquest", dummies=3, proxies=2, start_tactic=None)
    lab.do(Act.ACT_TACTIC, tactic("planning"))
    there = lab.table()["dummies"]
    assert len({d["hero"] for d in there} | {lab.player()["hero"]}) == 4
    assert [d["proxy"] for d in there] == [False, True, False]
    assert len({d["tactic"] for d in there} | {tactic("planning")}) == 4
    assert sorted(lab.table()["order"]) == [0, 4, 5, 6]


def test_tactics_come_back_when_they_run_out():
    """A.13.6: fewer Tactics left than players to choose: all of the half are there again."""
    lab = game("solo_conquest", dummies=2, start_tactic="the_right_moment")
    seen = []
    for night in (False, True, False, True):
        lab.go_to(Step.STEP_ROUND_END)
        lab.set_time(night=not night)
        lab.settle()
        seen.append(len(lab.options(Act.ACT_TACTIC)))
        lab.apply(0)
    assert set(seen) <= {3, 6} and 6 in seen[1:]


def test_each_takes_an_action_and_a_crystal_with_the_new_round():
    """R16.4 (ruling 56b): the lowest cards go to the first dummy, the next ones to the second."""
    lab = game("solo_conquest", dummies=2, start_tactic="planning")
    old = lab.table()
    lab.go_to(Step.STEP_ROUND_END)
    lab.settle()
    new = lab.table()
    assert [d["deck"] for d in new["dummies"]] == [17, 17]
    assert new["actions"][0] == old["actions"][2] and new["spells"][0] == old["spells"][2]


def test_the_first_empty_deck_ends_the_round():
    """R16.5: the others, dummies too, have one turn left."""
    lab = game("solo_conquest", dummies=2)
    lab.set_dummy(deck=[], k=0)
    lab.set_dummy(deck=[card("march")] * 9, k=1)
    lab.go_to(Step.STEP_NEXT)
    lab.settle()
    assert lab.table()["announced"] in (5, 6)
    assert lab.table()["dummies"][1]["deck"] == 6


@pytest.mark.parametrize("player", ["quick", "competent", "expert"])
def test_no_choice_depends_on_what_is_hidden(player):
    """The other worlds of test_information.py, with proxies, rulers and the dragon that a die may bring."""
    changed = {
        "scenario.opponents": "proxy+dummy",
        "scenario.city.rulers": True,
        "scenario.city.dragon": "die",
        "scenario.countryside": 3,
    }
    prepared = GAME.prepare(GAME.scenario("solo_conquest").set_all(changed), [f"krang:{player}"])
    weights, asked = prepared.weights[0].copy(), 0
    weights["guesses"] = min(weights["guesses"], 2)  # each is looked at alike
    every, mover = (31, load("competent")) if player == "expert" else (7, weights)  # it thinks long
    for number in range(3):
        session = prepared.session(11, number)
        while not session.over:
            if session.decisions % every == number and len(session.actions()) > 1:
                here = session.copy()
                here.forget_plans()
                chosen = here.suggest(weights)
                for salt in (1, 2):
                    other = here.copy()
                    other.forget_plans()
                    other.shuffle_hidden(salt)
                    assert other.actions() == here.actions()
                    assert other.suggest(weights) == chosen
                    asked += 1
            session.apply(session.suggest(mover))
    assert asked > (20 if player == "expert" else 60)
