"""The quest offer (A.9): setup, refilling, kinds of quest, abandoning, failing, the refresh, points, chance."""

from collections import Counter

import numpy as np
import pytest
from laboratory import CENTRE, NONE, Act, Step, Task, enemy, game, space, tables, unit
from questing import SETUP, can, card, do, interact, lose, points, quest, questing, slot_of, there, win
from scipy import stats

from mkbalance._mageknight.session import Session
from mkbalance.errors import ContentError
from mkbalance.mageknight.model import scenario

VILLAGE = {"C": {"site": "village"}}
STARTING = {i for i, row in enumerate(tables().arrays["quests"]) if row["starting"]}
ALL = set(range(30))


def printed(number=0, **changes):
    """A game as printed, with quests, at its first decision."""
    record = scenario("solo_conquest/solo").set("scenario.quests", True).expand(["tovak"], tables()).copy()
    for name, value in changes.items():
        record[name] = value
    from mkbalance._mageknight import content

    return Session(content.Tables(dict(tables().arrays)), record, 3, number)


def offer(session):
    return [c["row"] for c in session.table()["quests"]]


def two_seats(*cards, **kwargs):
    """Two Heroes in the field, the first at turn, as printed for two players."""
    heroes = [tables().index["heroes"][name] for name in ("tovak", "arythea")] + [NONE, NONE]
    lab = game(
        **{**SETUP, "seats": 2, "heroes": heroes, "dummy_hero": NONE, "start_tactic": None, **kwargs},
    )
    for row in (3, 0):  # the second seat chooses first, the first one acts first
        lab.do(Act.ACT_TACTIC, row)
    while lab.step != Step.STEP_MOVE or lab.task is not None:
        lab.apply(0)
    lab.set_quests([card(c) if isinstance(c, str) else c for c in cards])
    lab.set_turn(mana=[3, 3, 3, 3, 0, 0])
    lab.set_seat(0, space=CENTRE)
    lab.set_seat(1, space=space("W"))
    lab.settle()
    return lab


def to_seat(lab, seat):
    """End turns until this seat moves, with mana at hand."""
    for _ in range(60):
        if lab.seat == seat and lab.step == Step.STEP_MOVE and lab.task is None:
            break
        if lab.step == Step.STEP_MOVE and lab.task is None:
            lab.set_turn(played=1)
            lab.settle()
            lab.do(Act.ACT_END_TURN)
        elif lab.can(Act.ACT_DONE):
            lab.do(Act.ACT_DONE)
        else:
            lab.apply(0)
    lab.set_turn(mana=[3, 3, 3, 3, 0, 0])
    lab.settle()
    return lab


# ---------------------------------------------------------------- setup and offer


def test_two_starting_cards_lie_open_at_first():
    """A.9.1; then one card at each turn, up to four for a lone player, the first four starting cards (A.9.2)."""
    session = printed()
    assert len(offer(session)) == 2
    seen = list(reversed(offer(session)))
    while not session.over and len(seen) < 8:
        before = offer(session)
        session.apply(0)
        after = offer(session)
        seen += [row for row in reversed(after) if row not in before]
        assert len(after) <= 4
    assert set(seen[:4]) <= STARTING
    assert len(set(seen)) == len(seen)


@pytest.mark.parametrize("seats, cards", [(2, 4), (3, 5), (4, 6)])
def test_the_offer_holds_players_plus_two(seats, cards):
    """A.9.2."""
    from mkbalance.mageknight.setup_record import setup_record

    s = scenario("against_the_dragon/competitive").set("scenario.quests", True)
    heroes = ["tovak", "arythea", "goldyx", "norowas"][:seats]
    rules = dict.fromkeys(s.rules(), 0)
    assert int(setup_record(s.id, s.resolve(seats), rules, heroes, tables())["quests"]) == cards


def test_a_new_card_lies_leftmost():
    lab = questing("guard_duty", "cursed")
    old = offer(lab)
    to_seat_turn(lab)
    assert len(offer(lab)) == 3
    assert offer(lab)[1:] == old


def to_seat_turn(lab):
    """End the turn, and come to the next one."""
    lab.hand("rage", "rage")
    lab.set_turn(played=1)
    lab.end_turn()
    while lab.step != Step.STEP_MOVE or lab.task is not None:
        lab.apply([i for i, o in enumerate(lab.actions()) if o[0] != int(Act.ACT_FORFEIT)][0])


def test_only_one_card_a_turn():
    lab = questing()
    for n in (1, 2, 3, 4, 4):
        to_seat_turn(lab)
        assert len(offer(lab)) == n


def test_refresh_before_a_round():
    """A.9.7: the two rightmost leave, what lies on them goes back; the own personal one costs Reputation."""
    cards = [
        "cursed",
        card("guard_duty", shield=1, reached=1, marker=CENTRE),
        card("a_fistful_of_crystals", reached=1, marker=9),
    ]
    cards[2]["held"] = (enemy("crossbowmen"), enemy("thugs"), None, None)
    lab = questing(*cards)
    grey = sum(lab.token_piles(1))
    lab.refresh_quests()
    assert offer(lab) == [quest("cursed")]
    assert sum(lab.token_piles(1)) == grey + 2
    assert lab.player()["reputation"] == -1
    assert set(lab.quest_piles()[1]) == {quest("guard_duty"), quest("a_fistful_of_crystals")}
    assert lab.row()["quests_failed"] == 0


def test_an_abandoned_quest_leaves_for_nothing():
    lab = questing(card("guard_duty", shield=5, reached=1, marker=CENTRE))
    lab.refresh_quests()
    assert (offer(lab), lab.player()["reputation"]) == ([], 0)


def test_deck_out():
    """A.9.8: the discarded cards make a new deck."""
    lab = questing("cursed")
    lab.set_quests([card("cursed"), card("stray")], deck=[])
    lab.refresh_quests()
    to_seat_turn(lab)
    assert len(offer(lab)) == 1
    assert offer(lab)[0] in (quest("cursed"), quest("stray"))


def test_no_cards_at_all():
    lab = questing()
    lab.set_quests([], deck=[])
    to_seat_turn(lab)
    assert offer(lab) == []


@pytest.mark.parametrize(
    "name, what",
    [
        ("prove_yourself", "regulars"),
        ("the_spell_thief", "spells"),
        ("hunters_moon", "brown"),
        ("travelling_merchant", "die"),
    ],
)
def test_what_a_card_asks_when_it_is_revealed(name, what):
    """A.9.1: a Regular Unit of level II, Magic Familiars skipped (A.9.9); the top Spell; a mana token; the Werewolf."""
    lab = questing()
    regulars = [unit("peasants"), unit("utem_guardsmen"), unit("peasants"), unit("magic_familiars")]
    lab.set_decks(regulars=regulars, spells=[tables().index["cards"]["fireball"], tables().index["cards"]["snowstorm"]])
    lab.set_offers(spells=[tables().index["cards"][n] for n in ("restoration", "mana_bolt", "tremor")])
    lab.set_quests([], deck=[quest(name)])
    brown = sum(lab.token_piles(2))
    dice = lab.draws()[15]
    to_seat_turn(lab)
    held = there(lab, name)["held"][0]
    if what == "regulars":
        assert held == unit("utem_guardsmen")
        assert lab.decks()["regulars"] == [unit("peasants"), unit("magic_familiars"), unit("peasants")]
    elif what == "spells":
        assert held == tables().index["cards"]["snowstorm"]
    elif what == "brown":
        assert (held, sum(lab.token_piles(2))) == (enemy("werewolf"), brown - 1)
    else:
        assert lab.draws()[15] == dice + 1
        assert held in range(6)


# ---------------------------------------------------------------- kinds


def test_progress_moves_the_card_to_the_left():
    """A.9.5."""
    lab = questing("cursed", "ill_omens", "magic_overload")
    do(lab, "magic_overload", "1")
    assert offer(lab) == [quest(n) for n in ("magic_overload", "cursed", "ill_omens")]


def test_one_personal_quest_at_a_time():
    """A.9.4; abandoning costs Reputation, puts a neutral Shield there and moves the card to the left (A.9.6)."""
    lab = questing("random_objects", "fragments_of_power", field={"C": "hills"})
    assert not lab.can(Act.ACT_QUEST_LEAVE)
    do(lab, "random_objects", "1")
    lab.set_space(CENTRE, site=2)
    lab.settle()
    interact(lab, 9)
    assert not can(lab, "fragments_of_power", "1")
    lab.set_quests(
        [card("fragments_of_power"), card("random_objects", reached=1, shield=1, held=(CENTRE, None, None, None))]
    )
    lab.settle()
    lab.do(Act.ACT_QUEST_LEAVE, 1)
    assert (lab.player()["reputation"], there(lab, "random_objects")["shield"]) == (-1, 5)
    assert offer(lab) == [quest("random_objects"), quest("fragments_of_power")]
    assert can(lab, "fragments_of_power", "1")
    assert lab.can(Act.ACT_QUEST_TAKE, 0)
    lab.do(Act.ACT_QUEST_TAKE, 0)
    assert there(lab, "random_objects")["shield"] == 1
    assert not can(lab, "fragments_of_power", "1")
    row = lab.row()
    assert (row["quests_taken"], row["quests_abandoned"]) == (2, 1)


def test_a_personal_quest_is_nobody_elses():
    """A.9.4; abandoned, anyone without one may go on with it (A.9.6)."""
    lab = two_seats("fragments_of_power", card("magic_overload", reached=1))
    lab.set_quests([card("fragments_of_power", reached=1, shield=1), card("magic_overload", reached=1)])
    to_seat(lab, 1)
    assert not can(lab, "fragments_of_power", "2")
    assert not lab.can(Act.ACT_QUEST_TAKE)
    assert can(lab, "magic_overload", "2")  # a collective one is everybody's
    to_seat(lab, 0)
    lab.do(Act.ACT_QUEST_LEAVE, slot_of(lab, "fragments_of_power"))
    to_seat(lab, 1)
    lab.do(Act.ACT_QUEST_TAKE, slot_of(lab, "fragments_of_power"))
    assert there(lab, "fragments_of_power")["shield"] == 2
    do(lab, "fragments_of_power", "2")
    assert lab.player(1)["quest_points"] == 1
    assert points(lab) == 0


def test_an_independent_quest_is_done_by_each():
    """A.9.4: own progress; once placed, the marker is where the others have to go."""
    lab = two_seats("the_child_seer", field={"C": {"site": "monastery"}, "W": {"site": "monastery"}, "E": "plains"})
    do(lab, "the_child_seer", "1")
    to_seat(lab, 1)
    assert there(lab, "the_child_seer")["reached"] == [1, 0]
    assert not can(lab, "the_child_seer", "1")
    lab.set_seat(0, space=space("E"))
    lab.set_seat(1, space=CENTRE)
    lab.settle()
    do(lab, "the_child_seer", "1")
    do(lab, "the_child_seer", "2")
    assert slot_of(lab, "the_child_seer") is not None  # it stays until every player has finished
    to_seat(lab, 0)
    do(lab, "the_child_seer", "2")
    assert slot_of(lab, "the_child_seer") is None


def test_the_curse_passes_on():
    """To a Hero on the same or an adjacent space that never had it."""
    lab = two_seats("cursed")
    do(lab, "cursed", "1")
    do(lab, "cursed", "2a", 1)
    assert (points(lab), there(lab, "cursed")["held"][:2], there(lab, "cursed")["reached"]) == (2, [2, 1], [2, 1])
    to_seat(lab, 1)
    assert not can(lab, "cursed", "2a")
    do(lab, "cursed", "2b")
    assert (lab.player(1)["quest_points"], slot_of(lab, "cursed")) == (1, None)


def test_only_the_first_curse_scores():
    lab = two_seats("cursed")
    do(lab, "cursed", "1")
    to_seat(lab, 1)
    do(lab, "cursed", "1")
    assert lab.player(1)["quest_points"] == 0


def test_the_travelling_merchant_moves_on():
    """To a safe space exactly three away; every player gets the point once."""
    lab = two_seats(card("travelling_merchant", held=(0, None, None, None)))
    do(lab, "travelling_merchant", "1")
    assert lab.task == Task.DO_QUEST_SPACE
    at = lab.options(Act.ACT_CHOOSE)[-1][0]
    lab.do(Act.ACT_CHOOSE, at)
    assert there(lab, "travelling_merchant")["marker"] == at
    assert not can(lab, "travelling_merchant", "1")
    to_seat(lab, 1)
    lab.set_seat(1, space=at)
    lab.settle()
    do(lab, "travelling_merchant", "1")
    assert slot_of(lab, "travelling_merchant") is None


def test_the_mine_of_goblins_needs_everybody():
    lab = two_seats(card("the_goblin_warrens", reached=[1, 0], marker=CENTRE), field={"C": "hills"})
    assert not can(lab, "the_goblin_warrens", "2")
    lab = two_seats(card("the_goblin_warrens", reached=[1, 1], marker=CENTRE), field={"C": "hills"})
    assert can(lab, "the_goblin_warrens", "2")


# ---------------------------------------------------------------- steps together, fights


def test_several_steps_in_one_turn_and_one_interaction_for_two_quests():
    """A.9.3."""
    lab = questing("guard_duty", "ill_omens", "misadventure", field=VILLAGE, side={})
    interact(lab, 6)
    do(lab, "guard_duty", "1")
    do(lab, "ill_omens", "1")
    assert (points(lab), lab.turn()["influence"]) == (2, 0)


def test_one_fight_for_two_quests():
    lab = questing(
        card("the_admiring_bard", reached=1, shield=1),
        card("prove_yourself", reached=1),
        enemies={"prowlers": {"fame": 2}},
    )
    lab.fight([enemy("prowlers")])
    lab.settle()
    win(lab)
    do(lab, "the_admiring_bard", "2a")
    do(lab, "prove_yourself", "2")
    assert points(lab) == 2


def test_a_quest_fight_is_the_action_and_takes_in_no_rampager():
    """A.9.8."""
    lab = questing("the_execution", field={"C": {"site": "village"}, "E": {"site": "marauding_orcs"}})
    assert lab.can(Act.ACT_CHALLENGE)
    do(lab, "the_execution", "1b")
    assert lab.step == Step.STEP_RANGED
    assert len(lab.foes()) == 1
    win(lab)
    assert not lab.can(Act.ACT_INTERACT)


def test_no_fight_after_the_action():
    lab = questing("the_execution", field=VILLAGE)
    interact(lab, 9)
    assert not can(lab, "the_execution", "1b")
    assert can(lab, "the_execution", "1c")


def test_no_influence_at_x_reputation():
    lab = questing("guard_duty", "the_execution", field=VILLAGE)
    lab.set_seat(rep=-7)
    lab.settle()
    assert not lab.can(Act.ACT_INTERACT)
    assert not can(lab, "guard_duty", "1")
    assert can(lab, "the_execution", "1b")


def test_enemies_have_their_usual_fame():
    lab = questing("the_execution", field=VILLAGE)
    do(lab, "the_execution", "1b")
    fame = lab.foes()[0]["fame"]
    win(lab)
    assert lab.player()["fame"] == fame + 1


def test_failing_removes_the_card():
    """A.9.6: Reputation -1, not completed."""
    lab = questing("the_execution", field=VILLAGE)
    lose(do(lab, "the_execution", "1b"))
    row = lab.row()
    assert (row["quests_failed"], row["quests_completed"], row["quest_points"], row["quest_steps"]) == (1, 0, 0, 0)
    assert quest("the_execution") in lab.quest_piles()[1]


# ---------------------------------------------------------------- points and scores


def test_points_score():
    """A.13.1: 1 Fame a point; no title for a lone player."""
    lab = questing("cursed")
    before = lab.score()["total"]
    do(lab, "cursed", "1")
    assert lab.score()["quests"] == 1
    assert lab.score()["total"] == before + 1
    assert lab.row()["score_quests"] == 1


@pytest.mark.parametrize("mine, theirs, title", [(3, 2, 3), (3, 3, 1), (2, 3, 0), (0, 0, 0)])
def test_the_greatest_quester(mine, theirs, title):
    """A.13.1: 3 more for most points, 1 if tied, in a competitive game."""
    lab = two_seats("cursed", competitive=1, quest_title=3, quest_tied=1)
    lab.set_quests([], points=mine)
    lab.set_quest_points(1, theirs)
    assert lab.score()["quests"] == mine + title
    lab = two_seats("cursed", competitive=0, quest_title=3, quest_tied=1)
    lab.set_quests([], points=mine)
    lab.set_quest_points(1, theirs)
    assert lab.score()["quests"] == mine


def test_rows():
    lab = questing("magic_overload", "cursed")
    for step in ("1", "2", "3"):
        do(lab, "magic_overload", step)
    row = lab.row()
    assert (row["quests_taken"], row["quest_steps"], row["quests_completed"], row["quest_points"]) == (1, 3, 1, 3)


# ---------------------------------------------------------------- chance, sight, scenarios


def test_the_offer_is_uniform():
    """Every set of first cards alike, and every later card: chi-squared, alarm 1 in 1,000."""
    first, fifth = Counter(), Counter()
    for number in range(900):
        session = printed(number, quest_first=6, quests=4)
        rows = offer(session)
        first.update(rows[2:])
        fifth[rows[0]] += 1
        assert set(rows[2:]) <= STARTING
    assert set(first) == STARTING
    assert stats.chisquare([first[row] for row in sorted(STARTING)]).pvalue > 0.001
    # the fifth card: any starting card not among the first four, or any other
    expected = np.array([900 * (5 / 9) / 26 if row in STARTING else 900 / 26 for row in sorted(ALL)])
    assert stats.chisquare([fifth[row] for row in sorted(ALL)], expected).pvalue > 0.001


def test_quests_draw_from_a_purpose_of_their_own():
    """With quests the map, decks, tokens and dice at the start are the same as without."""
    with_, without = printed(5), printed(5, quests=0)
    assert [s["tokens"] for s in with_.spaces()] == [s["tokens"] for s in without.spaces()]
    one, other = with_.table(), without.table()
    assert (one["dice"], one["units"], one["actions"], one["spells"]) == (
        other["dice"],
        other["units"],
        other["actions"],
        other["spells"],
    )
    assert with_.player()["hand"] == without.player()["hand"]


def test_a_switch_for_any_scenario():
    for id_ in ("first_reconnaissance/solo", "against_the_horsemen/solo"):
        s = scenario(id_)
        assert not s.resolve().quests.present
        assert int(s.expand(["tovak"], tables())["quests"]) == 0
        on = s.set("scenario.quests", True)
        assert on.resolve().quests.present
        assert int(on.expand(["tovak"], tables())["quests"]) == 4
        assert int(on.set("scenario.quests.offer", 3).expand(["tovak"], tables())["quests"]) == 3


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_random_games_with_every_check_on(seats):
    """Cards, tokens and ranges hold for one player and for several; four seats share the progress of a card."""
    from mkbalance._mageknight import content
    from mkbalance._mageknight import exercise as core

    record = scenario("solo_conquest/solo").set("scenario.quests", True).expand(["tovak"], tables()).copy()
    record["seats"], record["heroes"][:seats] = seats, range(seats)
    record["quests"] = seats + 2 if seats > 1 else 4
    faults, ledger = core.exercise(content.Tables(dict(tables().arrays)), record, 5, 0, 60, seats == 1)
    assert faults == []
    assert ledger["quest_steps"].sum() > 60


def test_refused_combinations_say_why():
    with pytest.raises(ContentError, match="Werewolf"):
        scenario("solo_conquest/solo").set_all({"scenario.quests": True, "scenario.tokens.expansions": ["lost_legion"]})
    with pytest.raises(ContentError, match="first is 5"):
        scenario("solo_conquest/solo").set_all(
            {"scenario.quests": True, "scenario.quests.offer": 4, "scenario.quests.first": 5}
        )


def test_results_name_the_estimates_they_touch():
    from mkbalance.mageknight.game import GAME

    plain = GAME.prepare(GAME.scenario("solo_conquest/solo"), ["tovak"])
    quests = GAME.prepare(GAME.scenario("solo_conquest/solo").set("scenario.quests", True), ["tovak"])
    named = set(quests.estimated) - set(plain.estimated)
    assert {name for name in named if not name.startswith("quests.")} == {"enemies.goblin"}
    assert "quests.guard_duty" in named
    assert "quests.mine_of_doom" not in named


def test_told():
    """The offer, a step with what it asks, its points, and the end of the quest are told."""
    from mkbalance.mageknight.game import GAME
    from mkbalance.mageknight.tell import tell

    ready = GAME.prepare(GAME.scenario("solo_conquest/solo").set("scenario.quests", True), ["tovak:random"])
    lines = [line for game in range(4) for line in tell(ready, 8, game) if isinstance(line, str)]
    text = "\n".join(lines)
    for words in (
        "joins the offer",
        "leaves the offer",
        "Does step 1 of the quest",
        "for 1 mana",
        "1 quest point",
        "completed",
    ):
        assert words in text, words
