"""A quest card in place of a random crystal (A.13.7, ruling 107)."""

import pytest
from laboratory import CENTRE, NONE, Act, Step, Task, game, space, tables
from questing import SETUP, can, card, do, next_turn, points, quest, slot_of, there

from mkbalance._mageknight import ids
from mkbalance._mageknight.trace import Told
from mkbalance.errors import ContentError
from mkbalance.mageknight.labels import label
from mkbalance.mageknight.model import scenario
from mkbalance.mageknight.names import Names
from mkbalance.mageknight.sentences import sentence
from mkbalance.mageknight.situation import Situation

BLACK, ALL_FULL, FULL = ids.CrystalElse.WHEN_BLACK, ids.CrystalElse.WHEN_ALL_FULL, ids.CrystalElse.WHEN_FULL
REROLL, TOKEN, QUEST = ids.CrystalElse.ELSE_REROLL, ids.CrystalElse.ELSE_FACTION, ids.CrystalElse.ELSE_QUEST
ALWAYS = {"crystal_when": int(BLACK | ALL_FULL | FULL), "crystal_else": int(QUEST)}
OFFER = ("magic_overload", "ill_omens")


def rows(lab):
    """Rows of the cards and whose each is."""
    return [(c["row"], c["owner"]) for c in lab.table()["quests"]]


def lab_of(*cards, crystals=(3, 3, 3, 3), two=False, **setup):
    """The Hero with as many crystals as may be, for whom every face of the die has an alternative."""
    seats = {"seats": 2, "dummy_hero": NONE, "start_tactic": None} if two else {}
    if two:
        seats["heroes"] = [tables().index["heroes"][name] for name in ("tovak", "arythea")] + [NONE, NONE]
    lab = game(**{**SETUP, "quests": 2, **ALWAYS, **seats, **setup})
    if two:
        for row in (3, 0):
            lab.do(Act.ACT_TACTIC, row)
        while lab.step != Step.STEP_MOVE or lab.task is not None:
            lab.apply(0)
        lab.set_seat(0, space=CENTRE)
        lab.set_seat(1, space=space("W"))
    lab.set_quests([card(c) if isinstance(c, str) else c for c in cards or OFFER])
    lab.set_seat(crystals=list(crystals))
    lab.set_turn(mana=[3, 3, 3, 3, 0, 0])
    lab.settle()
    return lab


def roll(lab):
    """A random crystal; the only alternative is taken without a question."""
    lab.roll_crystal()
    if lab.task == Task.DO_OTHER_CRYSTAL:
        lab.do(Act.ACT_CHOOSE, int(QUEST))
    return lab


def test_a_card_for_the_player_alone():
    """It lies behind the offer, which keeps its cards in their places, and comes out of the deck."""
    lab = lab_of()
    fame = lab.player()["fame"]
    roll(lab)
    found = rows(lab)
    assert found[:2] == [(quest(name), None) for name in OFFER]
    assert len(found) == 3 and found[2][1] == 0
    deck, discard = lab.quest_piles()
    assert found[2][0] not in deck and (len(deck), discard) == (27, [])
    assert (lab.player()["fame"], lab.player()["crystals"]) == (fame, [3, 3, 3, 3])


def test_what_may_be_chosen():
    """Each alternative that is allowed, and nothing where the faces are not among the situations."""
    lab = lab_of(crystal_else=int(REROLL | TOKEN | QUEST), crystal_factions=3)
    lab.roll_crystal()
    assert [o[0] for o in lab.options(Act.ACT_CHOOSE)] == [int(REROLL), int(TOKEN), int(QUEST)]
    lab.do(Act.ACT_CHOOSE, int(QUEST))
    assert len(rows(lab)) == 3


def test_only_on_the_faces_that_are_named():
    """The other faces give their crystals, and gold its choice."""
    colours, cards = set(), set()
    for key in range(1, 40):
        lab = lab_of(crystal_when=int(BLACK), crystals=(0, 0, 0, 0), key=key)
        fame = lab.player()["fame"]
        lab.roll_crystal()
        assert lab.player()["fame"] == fame
        if lab.task == Task.DO_REWARD_CRYSTAL:
            colours.add(4)
        elif sum(lab.player()["crystals"]):
            colours.add(lab.player()["crystals"].index(1))
        else:
            cards.add(len(rows(lab)))
    assert (colours, cards) == ({0, 1, 2, 3, 4}, {3})


def test_its_steps_are_done_like_any_others():
    """A.9.5: points and progress; it keeps its place behind the offer."""
    lab = lab_of("ill_omens", card("magic_overload", owner=0))
    do(lab, "magic_overload", "1")
    assert (points(lab), there(lab, "magic_overload")["reached"]) == (1, [1])
    assert rows(lab) == [(quest("ill_omens"), None), (quest("magic_overload"), 0)]


def test_it_fills_no_place_of_the_offer():
    """A.9.2: the offer is short of a card although two lie there."""
    lab = lab_of("ill_omens", card("magic_overload", owner=0))
    next_turn(lab)
    found = rows(lab)
    assert [owner for _, owner in found] == [None, None, 0]
    assert found[1][0] == quest("ill_omens") and found[2][0] == quest("magic_overload")
    next_turn(lab)
    assert len(rows(lab)) == 3


def test_no_refresh_takes_it():
    """A.9.7: the two rightmost cards of the offer go."""
    lab = lab_of("ill_omens", "cursed", card("magic_overload", owner=0), card("random_objects", owner=0))
    lab.refresh_quests()
    assert rows(lab) == [(quest("magic_overload"), 0), (quest("random_objects"), 0)]


def test_an_abandoned_one_stays_there():
    """A.9.6, ruling 107: Reputation -1 and a neutral Shield, but no place in the offer."""
    lab = lab_of("ill_omens", "cursed", card("fragments_of_power", reached=1, shield=1, owner=0))
    lab.do(Act.ACT_QUEST_LEAVE, 2)
    assert rows(lab)[2] == (quest("fragments_of_power"), 0)
    assert (there(lab, "fragments_of_power")["shield"], lab.player()["reputation"]) == (5, -1)
    lab.do(Act.ACT_QUEST_TAKE, 2)
    assert there(lab, "fragments_of_power")["shield"] == 1


def test_one_that_is_over_leaves_the_others_their_owners():
    """The cards behind it move up, with who may do their steps."""
    lab = lab_of(two=True, field={"C": "hills"})
    lab.set_quests(
        [
            card("ill_omens"),
            card("magic_overload", owner=0, reached=2),
            card("fragments_of_power", owner=1),
            card("random_objects", owner=0, open=True),
        ]
    )
    lab.settle()
    do(lab, "magic_overload", "3")
    while lab.task is not None:
        lab.apply(0)
    left = [(quest("ill_omens"), None), (quest("fragments_of_power"), 1), (quest("random_objects"), 0)]
    assert rows(lab) == left
    assert [c["open"] for c in lab.table()["quests"]] == [True, False, True]


def test_a_seventh_is_not_turned_up():
    """Ruling 107: what else is allowed, or the printed gain, stands in its place."""
    names = [name for name in tables().names["quests"] if name not in OFFER][:6]
    full = [*OFFER, *(card(name, owner=0) for name in names)]
    lab = lab_of(*full, crystal_else=int(TOKEN | QUEST), crystal_factions=1)
    assert not any(lab.player()["faction_tokens"])
    lab.roll_crystal()
    assert any(lab.player()["faction_tokens"]) and len(rows(lab)) == 8
    printed = set()
    for key in range(1, 40):
        lab = lab_of(*full, crystals=(0, 0, 0, 0), crystal_when=int(BLACK), key=key)
        fame = lab.player()["fame"]
        roll(lab)
        printed.add(lab.player()["fame"] - fame)
        assert len(rows(lab)) == 8
    assert printed == {0, 1}, "a black face is Fame 1 as printed"


def test_no_card_left():
    """The deck and its discard pile are empty: the same."""
    lab = lab_of()
    lab.set_quests([card(name) for name in OFFER], deck=[])
    lab.settle()
    roll(lab)
    assert len(rows(lab)) == 2


def test_others_wait_until_it_is_opened():
    """A.13.7: they may do its steps once the owner says so, which is not taken back."""
    cards = [card("ill_omens"), card("magic_overload", owner=1, reached=1)]
    lab = lab_of(two=True)
    lab.set_quests(cards)
    lab.settle()
    assert not can(lab, "magic_overload", "2") and not lab.can(Act.ACT_QUEST_OPEN)
    cards[1] = card("magic_overload", owner=0, reached=1)
    lab.set_quests(cards)
    lab.settle()
    assert can(lab, "magic_overload", "2") and not there(lab, "magic_overload")["open"]
    lab.do(Act.ACT_QUEST_OPEN, 1)
    assert there(lab, "magic_overload")["open"] and not lab.can(Act.ACT_QUEST_OPEN)
    cards[1] = card("magic_overload", owner=1, open=True, reached=1)
    lab.set_quests(cards)
    lab.settle()
    assert can(lab, "magic_overload", "2")


def test_an_abandoned_one_of_another_is_not_continued():
    """A.9.6 with A.13.7: only the owner may, until it is opened."""
    lab = lab_of(two=True)
    for owner, opened, may in ((0, False, True), (1, False, False), (1, True, True)):
        cards = [card("ill_omens"), card("fragments_of_power", reached=1, shield=5, owner=owner, open=opened)]
        lab.set_quests(cards)
        lab.settle()
        assert lab.can(Act.ACT_QUEST_TAKE, 1) == may


def test_alone_nothing_is_opened():
    lab = lab_of("ill_omens", card("magic_overload", owner=0))
    assert not lab.can(Act.ACT_QUEST_OPEN)


def test_a_card_that_waits_for_every_player():
    """A.9.4, ruling 107: those who may not do its steps do not count."""
    for opened in (False, True):
        lab = lab_of(two=True, field={"C": {"site": "monastery"}, "W": {"site": "monastery"}})
        lab.set_quests([card("ill_omens"), card("the_child_seer", owner=0, open=opened)])
        lab.settle()
        do(lab, "the_child_seer", "1")
        lab.set_quests(
            [
                card("ill_omens"),
                card("the_child_seer", owner=0, open=opened, reached=[1, 0], marker=CENTRE),
            ]
        )
        lab.settle()
        do(lab, "the_child_seer", "2")
        assert (slot_of(lab, "the_child_seer") is None) == (not opened)


def test_without_quests_there_are_no_cards():
    """A.13.7: if you are playing with quests."""
    chosen = {"scenario.random_crystals.when": ["black"], "scenario.random_crystals.instead": ["quest"]}
    with pytest.raises(ContentError, match=r"quests.present is false"):
        scenario("solo_conquest/solo").set_all(chosen).resolve()
    record = scenario("solo_conquest/solo").set_all({"scenario.quests": True, **chosen}).expand(["tovak"], tables())
    assert (record["crystal_when"], record["crystal_else"]) == (BLACK, QUEST)


def test_it_is_told():
    """The card turned up for the Hero alone, after the roll."""
    lab = lab_of(trace=64, crystal_else=int(REROLL | QUEST))
    lab.roll_crystal()
    situation = Situation(lab, Names(tables()))
    assert [label(situation, action) for action in lab.actions()] == ["rolls again", "turns up a quest card instead"]
    lab.do(Act.ACT_CHOOSE, int(QUEST))
    facts = next(e for e in lab.events()[::-1] if e["kind"] == int(Told.TOLD_QUEST))
    name = tables().content["quests"][tables().names["quests"][rows(lab)[2][0]]].name
    situation = Situation(lab, Names(tables()))
    values = tuple(int(facts[k]) for k in "abcd")
    assert sentence("quest", situation, situation, values) == f"quest {name} is turned up for Tovak alone"
