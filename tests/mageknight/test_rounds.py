"""Rounds, the dummy player, offers and the end of the game (R2, R3, R16), scoring (R17)."""

import pytest
from laboratory import BLUE, GREEN, RED, WHITE, Step, card, game, space, tables, unit

from mkbalance._mageknight.ids import Fault, Purpose

HEROES = tables().index["heroes"]


def next_round(lab):
    lab.go_to(Step.STEP_ROUND_END)
    lab.settle()
    return lab


def test_a_new_round():
    """R3.1: Night, dice rolled anew, Units ready but still wounded, everything shuffled, an opening hand."""
    lab = game()
    lab.set_seat(
        hand=[card("rage")],
        deck=[card("march")] * 2,
        discard=[card("stamina")] * 3 + [card("wound")],
        wounds=2,
        units=[(unit("peasants"), 0, 1)],
    )
    lab.settle()
    draws = lab.draws()
    next_round(lab)
    table, player = lab.table(), lab.player()
    assert (table["round"], table["night"], lab.step) == (2, 1, Step.STEP_TACTIC)
    assert player["units"] == [{"kind": unit("peasants"), "ready": 1, "wounds": 1}]
    assert (len(player["hand"]) + player["wounds"], player["deck"], player["discard"]) == (5, 4, [])
    cards = sorted(player["hand"] + player["deck_cards"] + [card("wound")] * player["wounds"])
    assert cards == sorted([card("rage")] + [card("march")] * 2 + [card("stamina")] * 3 + [card("wound")] * 3)
    after = lab.draws()
    assert after[Purpose.DRAW_SOURCE] == draws[Purpose.DRAW_SOURCE] + 1
    assert after[Purpose.DRAW_DECK] == draws[Purpose.DRAW_DECK] + 1
    assert after[Purpose.DRAW_DUMMY] == draws[Purpose.DRAW_DUMMY] + 1


def test_wounds_have_no_bound():
    """R2.3: more of them than a byte counts are shuffled and drawn like any card; past the room, a fault."""
    lab = game()
    lab.set_seat(hand=[], deck=[card("wound")] * 160, discard=[card("wound")] * 115 + [card("rage")], wounds=4)
    lab.settle()
    assert (lab.player()["deck"], len(lab.player()["discard"])) == (160, 116)
    next_round(lab)
    player = lab.player()
    cards = player["hand"] + player["deck_cards"] + [card("wound")] * player["wounds"]
    assert (player["deck"], len(player["hand"]) + player["wounds"], player["discard"]) == (275, 5, [])
    assert sorted(cards) == sorted([card("wound")] * 279 + [card("rage")])
    lab = game()
    lab.set_seat(hand=[], deck=[card("wound")] * 144, discard=[card("wound")] * 144, wounds=1)
    lab.settle()
    lab.go_to(Step.STEP_ROUND_END)
    lab.settle()
    assert lab.fault == Fault.FAULT_CAPACITY


def test_ruins_are_turned_up_at_daybreak():
    """R10.9 (ruling 51): even if nobody is near."""
    lab = game(field={"NE": {"site": "ruins"}}, first_night=1, start_tactic="from_the_dusk")
    assert lab.spaces()[space("NE")]["flags"] & 8 == 0
    next_round(lab)
    assert lab.spaces()[space("NE")]["flags"] & 8


def test_unit_offer_of_a_new_round():
    """R3.1.3, R2.4: players + 2 (+ 1 here) Units; old ones to the bottom; a card per standing monastery."""
    lab = game(field={"NE": {"site": "monastery"}, "SW": {"site": "monastery"}, "E": {"site": "monastery"}})
    lab.set_space(space("SW"), flags=["burned"])
    lab.set_space(space("E"), flags=["destroyed"])
    old, decks = lab.table(), lab.decks()
    next_round(lab)
    new = lab.table()
    assert len(new["units"]) == 1 + 2 + 1
    assert new["units"] == decks["regulars"][-1:-5:-1]
    assert set(lab.decks()["regulars"][:4]) >= set(old["units"])
    assert len(new["monastery_actions"]) == 1


def test_card_offers_of_a_new_round():
    """R16.4, R3.1.4, R3.1.5: the lowest Action joins the dummy, the lowest Spell gives it a crystal of its colour."""
    lab = game()
    lab.set_offers(spells=[card("tremor"), card("fireball"), card("snowstorm")])
    lab.set_dummy(crystals=[0, 0, 3, 0])
    lab.settle()
    old, spells, actions = lab.table(), lab.decks()["spells"], lab.decks()["actions"]
    next_round(lab)
    new = lab.table()
    assert new["actions"] == [*old["actions"][1:], actions[-1]]
    assert new["spells"] == [*old["spells"][1:], spells[-1]]
    assert lab.decks()["spells"][0] == card("tremor")
    assert new["dummy_crystals"] == [0, 0, 4, 0]
    assert new["dummy_deck"] == 17
    assert old["actions"][0] in lab.decks()["dummy"]


CRYSTALS = {
    "arythea": (2, 0, 0, 1),
    "goldyx": (0, 1, 2, 0),
    "norowas": (0, 0, 1, 2),
    "tovak": (1, 2, 0, 0),
    "wolfhawk": (0, 1, 0, 2),
    "braevalar": (0, 2, 1, 0),
    "coral": (1, 0, 0, 2),
}


@pytest.mark.case("B20")
@pytest.mark.parametrize("hero", CRYSTALS, ids=[f"B20-R16.1-{h}" for h in CRYSTALS])
def test_crystals_of_the_dummy(hero):
    lab = game(hero="krang" if hero != "krang" else "tovak", start_tactic=None, dummy_hero=HEROES[hero])
    assert tuple(lab.table()["dummy_crystals"]) == CRYSTALS[hero]
    assert lab.table()["dummy_deck"] == 16


FLIPS = {
    # id: deck bottom first, crystals R B G W, cards left (R16.3)
    "R16.3-three": (["march"] * 5 + ["rage", "rage", "rage"], (0, 2, 2, 2), 5),
    "R16.3-two-more": (["march"] * 5 + ["rage", "rage", "rage"], (2, 0, 0, 0), 3),
    "R16.3-last-card-counts": (["march"] * 4 + ["rage", "march", "march"], (2, 0, 1, 0), 2),
    "R16.3-fewer-cards": (["rage", "rage"], (3, 3, 3, 3), 0),
    "R16.3-extra-runs-out": (["march", "rage", "rage", "rage"], (3, 0, 0, 0), 0),
}


@pytest.mark.parametrize("case", FLIPS.values(), ids=FLIPS)
def test_dummy_turn(case):
    deck, crystals, left = case
    lab = game()
    lab.set_dummy(deck=[card(name) for name in deck], crystals=crystals)
    lab.settle()
    lab.play("swiftness").end_turn()
    assert lab.table()["dummy_deck"] == left
    assert lab.table()["announced"] == 0


def test_dummy_counts_a_card_of_two_colours_by_the_larger():
    """Ruling 56."""
    cards = tables().arrays["cards"]
    two = next(i for i, row in enumerate(cards) if row["kind"] == 1 and bin(row["colours"]).count("1") == 2)
    colours = [c for c in (RED, BLUE, GREEN, WHITE) if cards[two]["colours"] >> c & 1]
    for first, second in ((1, 2), (2, 1)):
        crystals = [0, 0, 0, 0]
        crystals[colours[0]], crystals[colours[1]] = first, second
        lab = game()
        lab.set_dummy(deck=[card("march")] * 5 + [two] * 3, crystals=crystals)
        lab.settle()
        lab.play("swiftness").end_turn()
        assert lab.table()["dummy_deck"] == 3


@pytest.mark.parametrize(("after", "flips"), [(True, True), (False, False)])
def test_dummy_after_the_players_announcement(after, flips):
    """Ruling 58: a switch; it only changes the unflipped cards that score."""
    lab = game(rounds=1, rules={"dummy_after_announcement": after})
    lab.set_seat(hand=[card("swiftness")], deck=[])
    lab.set_dummy(deck=[card("march")] * 9, crystals=[0, 0, 0, 0])
    lab.settle()
    lab.play("swiftness").end_turn()
    assert lab.over
    # the first turn of the dummy, then the announcement of the player, who has neither deck nor hand
    assert lab.score()["dummy"] == (3 if flips else 6)


def test_the_game_ends_with_its_last_round():
    """R3.3.6, R19."""
    lab = game(rounds=2)
    next_round(lab)
    assert not lab.over
    next_round(lab)
    assert lab.over
    assert lab.table()["won"] == 0


def test_source_of_the_scenario():
    """R2.5, R19.1 BLITZ: players + 2 dice, one more."""
    assert len(game(start_tactic=None).table()["dice"]) == 4
    assert len(game(start_tactic=None, extra_dice=0).table()["dice"]) == 3


def test_start_of_a_blitz():
    """R19.1: Fame 1, Reputation +2, five cards."""
    player = game(start_tactic=None).player()
    assert (player["fame"], player["reputation"], player["level"], len(player["hand"])) == (1, 2, 1, 5)
    assert player["deck"] == 11


def test_competitive_spells_leave_the_solo_game():
    """R16.8."""
    lab = game(start_tactic=None)
    left = set(lab.decks()["spells"]) | set(lab.table()["spells"])
    assert not left & {card(n) for n in ("mana_meltdown", "mana_claim", "mind_read", "energy_flow")}


def test_score_line_by_line():
    """R17.1, R17.4, A.12.4: an example summed by hand."""
    field = {"NE": {"site": "keep"}, "E": {"site": "dungeon"}, "W": {"site": "monastery"}, "SW": {"site": "mage_tower"}}
    lab = game(field=field)
    for name, flags in (("NE", ["conquered"]), ("E", ["conquered"]), ("W", ["burned"]), ("SW", [])):
        lab.clear(space(name))
        lab.set_space(space(name), flags=flags, shields=0 if name == "SW" else 1)
    lab.set_seat(
        hand=[card("fireball"), card("rage")],
        deck=[card("fire_bolt"), card("ruby_ring"), card("wound")],
        discard=[card("ice_bolt"), card("wound")],
        wounds=1,
        crystals=[2, 0, 3, 0],
        units=[(unit("utem_guardsmen"), 1, 0), (unit("altem_mages"), 0, 1), (unit("catapults"), 1, 2)],
        fame=40,
        level=6,
    )
    lab.set_heads([4, 0, 2, 0])
    lab.set_dummy(deck=[card("rage")] * 7)
    score = lab.score()
    levels = {
        name: int(tables().arrays["units"][unit(name)]["level"])
        for name in ("utem_guardsmen", "altem_mages", "catapults")
    }
    assert levels == {"utem_guardsmen": 2, "altem_mages": 4, "catapults": 3}
    assert score == {
        "fame": 40,
        "knowledge": 2 + 1 + 1,  # a Spell, two Advanced Actions
        "loot": 2 + 5 // 2,  # an Artifact, five crystals
        "leader": 2 + 4 // 2 + 3 // 2,
        "conqueror": 2 + 2,  # keep and burned monastery; the tower has no Shield
        "adventurer": 2,
        "beating": -2 * 3,
        "heads": 2 * 5,
        "horsemen": 0,
        "cities": 0,
        "goal": 0,
        "rounds": 0,
        "dummy": 7,
        "unannounced": 5,
        "tokens": 0,
        "quests": 0,
        "challenge": 0,
        "restored": 0,
        "ascended": 0,
        "reputation": 0,
        "total": 40 + 4 + 4 + 5 + 4 + 2 - 6 + 10 + 7 + 5,
    }


def test_announced_round_loses_the_five_points():
    """R17.4 (ruling 60): also if the dummy announced it."""
    lab = game()
    lab.set_dummy(deck=[])
    lab.settle()
    assert lab.score()["unannounced"] == 5
    lab.play("swiftness").end_turn()
    assert lab.score()["unannounced"] == 0


def test_end_of_the_game_pending_first_cuts_the_round():
    """R3.3.4, R3.3.3: the trigger before the announcement: one last turn; the dummy no longer acts."""
    lab = game()
    lab.set_heads([0, 0, 0, 0])
    lab.settle()
    lab.play("swiftness").end_turn()
    dummy = lab.table()["dummy_deck"]
    assert (lab.table()["ending"], lab.step, lab.over) == (1, Step.STEP_MOVE, False)
    lab.sideways_any().end_turn()
    assert lab.over
    assert lab.table()["dummy_deck"] == dummy
    assert lab.score()["rounds"] == 3 * 30


def test_announcement_first_ends_the_round_and_the_game():
    """R3.3.4, R3.3.3: the Round's last turn was this one."""
    lab = game()
    lab.set_dummy(deck=[])
    lab.settle()
    lab.play("swiftness").end_turn()
    lab.set_heads([0, 0, 0, 0])
    lab.settle()
    lab.sideways_any().end_turn()
    assert lab.over
    assert (lab.table()["ending"], lab.table()["won"], lab.table()["round"]) == (2, 1, 1)
