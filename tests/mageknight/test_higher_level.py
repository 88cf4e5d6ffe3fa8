"""Starting at a higher level (T.7, AD pp. 20-21): what is drawn, what is free, what Influence buys, what goes back."""

from collections import Counter

import numpy as np
import pytest
from laboratory import BLUE, GREEN, RED, Act, Game, Step, Task, card, tables, unit
from layout import read

from mkbalance._mageknight import content
from mkbalance._mageknight.exercise import exercise
from mkbalance.errors import ContentError
from mkbalance.mageknight.game import GAME
from mkbalance.mageknight.model import scenario

HEROES = ["arythea", "tovak", "goldyx", "norowas", "wolfhawk", "krang", "braevalar", "coral"]
KINDS = tables().arrays["cards"]["kind"]
ACTION, SPELL, ARTIFACT = 1, 2, 3


def start(level, hero="tovak", id_="solo_conquest/solo", number=0, skills=True, kept=(), kept_units=(), **changes):
    """A game at the first decision of its character, Skills chosen if asked."""
    record = scenario(id_).set_all({"scenario.start_level": level, **changes}).expand([hero], tables()).copy()
    if kept or kept_units:
        record["campaign"], record["n_kept"], record["n_kept_units"] = 1, len(kept), len(kept_units)
        record["kept"][: len(kept)] = [card(name) for name in kept]
        record["kept_units"][: len(kept_units)] = [unit(name) for name in kept_units]
    lab = Game(content.Tables(dict(tables().arrays)), record, 5, number)
    lab.settle()
    while skills and lab.task == Task.DO_LEVEL_SKILL:
        lab.apply(0)
    return lab


def pool(lab):
    """Cards and Units drawn, by kind."""
    kinds = Counter(int(KINDS[row]) for row in lab.player()["hand"])
    return kinds[ACTION], len(lab.table()["units"]), kinds[SPELL], kinds[ARTIFACT]


def of_kind(lab, kind):
    return [row for row in lab.player()["hand"] if KINDS[row] == kind]


def buy(lab, row, crystal=0):
    return lab.do(Act.ACT_CHOOSE, row, crystal)


def finish(lab):
    while lab.step == Step.STEP_SETUP:
        if lab.can(Act.ACT_DONE):
            lab.do(Act.ACT_DONE)
        else:
            lab.apply(0)
    return lab


def test_the_example_of_the_rulebook():
    """AD p.21: level 3, 18 Influence, 5 + 4 + 3 + 2 cards.

    One Advanced Action free, Peasants 4, a Spell 9, a crystal 3, and the 2 left over are Fame 1: nine in all.
    """
    lab = start(3)
    assert pool(lab) == (5, 4, 3, 2)
    assert lab.turn()["influence"] == 18
    assert (lab.player()["fame"], lab.player()["level"]) == (8, 3)
    assert len(lab.player()["skills"]) == 1, "one Skill for level 2"
    assert set(lab.options(Act.ACT_CHOOSE)) == {(row, 0, 0) for row in of_kind(lab, ACTION)}, "the free one first"
    assert not lab.can(Act.ACT_DONE)
    action, spell = of_kind(lab, ACTION)[0], of_kind(lab, SPELL)[0]
    lab.set_offers(units=[unit("peasants"), *lab.table()["units"][1:]])
    lab.settle()
    buy(lab, action)
    assert lab.turn()["influence"] == 18
    lab.do(Act.ACT_BUY_UNIT, 0)
    buy(lab, spell)
    assert lab.turn()["influence"] == 18 - 4 - 9
    lab.do(Act.ACT_BUY_CRYSTAL, GREEN)  # 2 are left, which buy nothing
    assert [u["kind"] for u in lab.player()["units"]] == [unit("peasants")]
    assert lab.player()["crystals"] == [1, 1, 1, 0], "one of each of Tovak's two colours, and the one bought"
    assert lab.step == Step.STEP_TACTIC
    player = lab.player()
    assert player["fame"] == 9
    deed = player["hand"] + player["deck_cards"]
    assert len(deed) == 16 + 2 and {action, spell} <= set(deed)
    assert len(player["hand"]) == 5


def test_the_example_of_a_campaign():
    """AD p.21: level 2, 12 Influence; of 4 Advanced Actions one is free, a Spell for 9 and a crystal for 3; Fame 3."""
    actions = ["fire_bolt", "ice_bolt", "swift_bolt", "crushing_bolt"]
    lab = start(
        2,
        kept=[*actions, "fireball", "snowstorm", "ruby_ring"],
        kept_units=["peasants", "altem_mages"],
    )
    assert pool(lab) == (4, 2, 2, 1)
    assert lab.turn()["influence"] == 12
    buy(lab, card("ice_bolt"))
    buy(lab, card("fireball")).do(Act.ACT_BUY_CRYSTAL, RED)
    while lab.step == Step.STEP_SETUP:
        lab.do(Act.ACT_DONE)
    player = lab.player()
    assert (player["fame"], player["level"], player["units"]) == (3, 2, [])
    deed = player["hand"] + player["deck_cards"]
    assert len(deed) == 18 and {card("ice_bolt"), card("fireball")} <= set(deed)
    state = read(lab)
    decks = [*state.deck_actions.items[: state.deck_actions.size], *state.actions]
    assert {card(name) for name in actions} - {card("ice_bolt")} <= set(decks), "back in the deck"


@pytest.mark.parametrize("level", range(1, 11))
def test_what_a_level_draws(level):
    """AD p.21: level + 2, + 1, + 0, - 1; 6 Influence a level; a free action and a Skill for every even level passed."""
    lab = start(level, number=level)
    assert pool(lab) == (level + 2, level + 1, level, max(level - 1, 0))
    assert lab.turn()["influence"] == 6 * level
    assert len(lab.player()["skills"]) == level // 2
    printed = tables().arrays["levels"][level - 1]
    assert lab.player()["fame"] == printed["fame"]
    free = 0
    while not lab.can(Act.ACT_DONE):
        lab.apply(0)
        free += 1
    assert free == level // 2
    assert lab.turn()["influence"] == 6 * level
    finish(lab)
    assert lab.player()["level"] == level
    assert len(lab.player()["hand"]) == printed["hand_limit"]


def test_no_common_skill_and_the_other_one_there():
    """AD p.20: of the two drawn one is chosen, the other goes to the common area; no other is to be had."""
    lab = start(4, skills=False)
    heroes = tables().arrays["skills"]["hero"]
    for number in range(2):
        assert lab.task == Task.DO_LEVEL_SKILL
        rows = [o[0] for o in lab.options(Act.ACT_CHOOSE)]
        assert len(rows) == 2 and {int(heroes[row]) for row in rows} == {lab.player()["hero"]}
        lab.do(Act.ACT_CHOOSE, rows[0])
        state = read(lab)
        common = list(state.common_skills.items[: state.common_skills.size])
        assert rows[1] in common
        assert len(common) == 2 * (number + 1), "and one of the dummy's (R16.7)"


def ready_to_buy(level, **kwargs):
    lab = start(level, **kwargs)
    while not lab.can(Act.ACT_DONE):
        lab.apply(0)
    return lab


def test_a_spell_with_a_crystal_is_cheaper():
    """AD p.21: 9, or 7 and a crystal of its colour."""
    lab = ready_to_buy(4)
    lab.set_seat(hand=[card("fireball"), card("snowstorm"), card("restoration")], crystals=[1, 1, 0, 0])
    lab.settle()
    assert lab.can(Act.ACT_CHOOSE, card("fireball"), 1) and lab.can(Act.ACT_CHOOSE, card("snowstorm"), 1)
    assert not lab.can(Act.ACT_CHOOSE, card("restoration"), 1), "no green crystal"
    buy(lab, card("fireball"), 1)
    assert (lab.turn()["influence"], lab.player()["crystals"]) == (24 - 7, [0, 1, 0, 0])
    buy(lab, card("snowstorm"))
    assert (lab.turn()["influence"], lab.player()["crystals"]) == (24 - 7 - 9, [0, 1, 0, 0])
    assert not lab.can(Act.ACT_CHOOSE, card("restoration"))


def test_units_need_a_command_token():
    """AD p.20: Units are arranged under the Command tokens of the level."""
    lab = ready_to_buy(4)
    lab.set_offers(units=[unit("peasants")] * 4)
    lab.settle()
    lab.do(Act.ACT_BUY_UNIT, 0).do(Act.ACT_BUY_UNIT, 0)
    assert not lab.can(Act.ACT_BUY_UNIT), "two tokens at level 4"
    assert int(lab.row()["recruits"]) == 0, "nobody was recruited"


def test_a_familiar_lies_on_a_crystal():
    """Ruling 102."""
    lab = ready_to_buy(4)
    lab.set_offers(units=[unit("magic_familiars")])
    lab.settle()
    assert {o[:2] for o in lab.options(Act.ACT_BUY_UNIT)} == {(0, 1), (0, 2)}
    lab.do(Act.ACT_BUY_UNIT, 0, 2)
    assert lab.player()["crystals"][BLUE] == 0


def test_faction_tokens_where_they_are_played_with():
    """AD p.21: level - 2 tokens drawn, 3 Influence each."""
    lab = ready_to_buy(4, **{"scenario.higher_level.tokens": ["council_of_the_void"]})
    found = lab.options(Act.ACT_FACTION)
    assert 1 <= len(found) <= 2
    factions = tables().arrays["faction_tokens"]["faction"]
    assert {int(factions[o[0]]) for o in found} == {4}
    before = lab.turn()["influence"]
    lab.do(Act.ACT_FACTION, found[0][0])
    assert lab.turn()["influence"] == before - 3
    assert sum(lab.player()["faction_tokens"].values()) == 1
    finish(lab)
    state = read(lab)
    assert state.faction_piles[3].size == 11
    assert not ready_to_buy(4).can(Act.ACT_FACTION)


def test_tokens_of_both_factions_by_turns():
    """A.6.1 with T.7: where both are played with, a token of each in turn."""
    both = ["apocalypse_cult", "council_of_the_void"]
    factions = tables().arrays["faction_tokens"]["faction"]
    for level, cult, council in ((4, 1, 1), (6, 2, 2), (5, 2, 1)):
        lab = ready_to_buy(level, **{"scenario.higher_level.tokens": both})
        state = read(lab)
        drawn = [int(factions[row]) for row in state.turn.path[: state.turn.n_path]]
        assert (drawn.count(3), drawn.count(4)) == (cult, council)


def test_advanced_actions_beyond_the_free_ones_cost_6():
    """AD p.21."""
    lab = ready_to_buy(3)
    before = lab.turn()["influence"]
    buy(lab, of_kind(lab, ACTION)[0])
    assert lab.turn()["influence"] == before - 6
    lab.set_turn(influence=5)
    lab.settle()
    assert not set(of_kind(lab, ACTION)) & {o[0] for o in lab.options(Act.ACT_CHOOSE)}


def test_what_nobody_chose_is_shuffled_back():
    """AD p.20: the offers are dealt from shuffled decks, not from what was looked at."""
    again = Counter()
    for number in range(12):
        lab = start(2, number=number)
        cards, units = set(lab.player()["hand"]), list(lab.table()["units"])
        finish(lab)
        table = lab.table()
        again["units"] += sorted(table["units"]) == sorted(units[-len(table["units"]) :])
        again["actions"] += set(table["actions"]) <= cards
        again["spells"] += set(table["spells"][:2]) <= cards
    assert all(n < 6 for n in again.values()), again


def test_nothing_left_over_gives_no_fame():
    """AD p.20: 1 Fame if any Influence remains, however much."""
    for influence, fame in ((0, 0), (1, 1), (5, 1)):
        lab = ready_to_buy(3)
        lab.set_turn(influence=influence)
        finish(lab)
        assert lab.player()["fame"] == 8 + fame


def test_blitz_rules_move_one_space_on():
    """AD p.20: where each level gains Fame 1, the Shield starts one space to the right."""
    lab = start(3, id_="solo_blitz/solo")
    assert (lab.player()["fame"], lab.player()["reputation"]) == (9, 2)


def test_what_is_missing_for_the_free_actions_is_drawn():
    """A.14.1: a random Advanced Action for each that is lacking, which must be kept."""
    lab = start(6, kept=["fire_bolt"], kept_units=[])
    state = read(lab)
    own = [row for row in lab.player()["deck_cards"] if KINDS[row] == ACTION]
    assert len(own) == 3 and card("fire_bolt") in own, "the one kept is the only choice"
    assert state.deck_actions.size + 3 == len([r for r in range(len(KINDS)) if KINDS[r] == ACTION and _dealt(r)])


def _dealt(row):
    return bool(tables().arrays["cards"]["flags"][row] & 8)


def test_influence_can_be_adjusted():
    """AD p.21: more or less Influence a level for an easier or a harder game."""
    lab = start(3, **{"scenario.higher_level.influence": 4, "scenario.higher_level.prices.spell": 5})
    assert lab.turn()["influence"] == 12
    with pytest.raises(ContentError):
        scenario("solo_conquest").set("scenario.start_level", 11)


def test_level_zero_is_the_printed_start():
    plain, zero = (
        GAME.prepare(s, ["tovak:random"])
        for s in (scenario("solo_conquest"), scenario("solo_conquest").set("scenario.start_level", 0))
    )
    assert np.array_equal(plain.run(3, 0, 20), zero.run(3, 0, 20))


def test_the_map_is_the_same_at_any_level():
    """Common random numbers: tiles, Source and enemies are those of the same game at level 1."""
    for number in range(5):
        one = finish(start(1, number=number))
        four = finish(start(4, number=number))
        plain = Game(
            content.Tables(dict(tables().arrays)), scenario("solo_conquest").expand(["tovak"], tables()), 5, number
        )
        for lab in (one, four):
            a, b = read(lab), read(plain)
            assert list(a.stack) == list(b.stack) and list(a.dice) == list(b.dice) and list(a.tokens) == list(b.tokens)


@pytest.mark.parametrize("hero", HEROES)
def test_random_games_keep_every_law(hero):
    core = content.Tables(dict(tables().arrays))
    for level in (1, 4, 10):
        changes = {
            "scenario.start_level": level,
            "scenario.higher_level.tokens": ["apocalypse_cult", "council_of_the_void"],
        }
        record = scenario("solo_conquest").set_all(changes).expand([hero], tables())
        faults, _ = exercise(core, record, 7, 0, 40)
        assert faults == []


@pytest.mark.parametrize("player", ["quick", "competent"])
def test_scripted_players_spend_their_influence(player):
    """A character that starts higher scores more."""
    low, high = (
        GAME.prepare(scenario("solo_conquest").set("scenario.start_level", level), [f"norowas:{player}"]).run(3, 0, 40)
        for level in (1, 5)
    )
    assert not low["fault"].any() and not high["fault"].any()
    assert high["score"].mean() > low["score"].mean() + 15
