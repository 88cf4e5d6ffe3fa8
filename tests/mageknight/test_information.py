"""Honest sight (docs/players.md): a player's choice may not change when everything hidden is permuted.

tests/golden/sight.json says of every field of the state who sees it: ``hidden`` from everybody (face-down cards and
tokens, and what lies in no order yet), ``own`` to the seat alone, ``public``, or ``machine``, which is no part of the
table. A new field has to be put there; a new hidden one has to be permuted.
"""

import json
import re
from ctypes import sizeof
from functools import cache
from itertools import cycle
from pathlib import Path

import layout
import numpy as np
import pytest
from laboratory import HERO, NONE, Act, enemy, space, tactic
from laboratory import game as field
from laboratory import tables as content
from questing import card, questing

from mkbalance._mageknight import ids, state
from mkbalance._mageknight.session import Session
from mkbalance.mageknight.board import Board
from mkbalance.mageknight.game import GAME
from mkbalance.mageknight.model import scenario, scenarios
from mkbalance.mageknight.names import Names
from mkbalance.mageknight.seats import SKILLS, STYLES
from mkbalance.mageknight.stepping import View, list_options
from mkbalance.mageknight.tell import Teller

SIGHT = json.loads((Path(__file__).parents[1] / "golden" / "sight.json").read_text())
PLAYABLE = [id_ for id_ in scenarios() if scenario(id_).playable]
HEROES = content().names["heroes"]
SCRIPTED = [f"{skill}/{style}" for skill in SKILLS if skill != "random" for style in STYLES]
ASKED = [  # balanced players in every scenario, each other style in three of them
    (player, id_)
    for k, player in enumerate(SCRIPTED)
    for i, id_ in enumerate(PLAYABLE)
    if player.endswith("/balanced") or (i - k) % len(PLAYABLE) in (0, 3, 6)
]
# decisions from one question to the next: experts think long
EVERY = {"quick": 11, "novice": 13, "competent": 17, "expert": 29}
SALTS = (1, 2)


@cache
def prepared(id_, hero, player):
    return GAME.prepare(GAME.scenario(id_), [f"{hero}:{player}"])


def positions(id_, hero, player, game, every):
    """Sessions of one game at every so many decisions, without the plans remembered; played by the rules of thumb."""
    ready = prepared(id_, hero, player)
    weights = ready.weights[0].copy()
    weights["guesses"] = min(weights["guesses"], 2)  # each is looked at alike
    quick = weights.copy()
    quick["search"], quick["deep"] = 0, 0
    session = ready.session(11, game)
    while not session.over:
        if session.decisions % every == game % every and len(session.actions()) > 1:
            here = session.copy()
            here.forget_plans()
            yield here, weights
        session.apply(session.suggest(quick))


def worlds(here, salts=SALTS):
    """Copies that look the same from the seat at turn."""
    for salt in salts:
        other = here.copy()
        other.forget_plans()
        other.shuffle_hidden(salt)
        yield other


@pytest.mark.parametrize(("player", "id_"), ASKED)
def test_choice_does_not_depend_on_what_is_hidden(player, id_):
    """Every skill and style, every scenario, all Heroes in turn, from the first Tactic to the last turn."""
    asked = 0
    first = (len(player) + PLAYABLE.index(id_)) % len(HEROES)
    for game in range(2):
        hero = HEROES[(first + 3 * game) % len(HEROES)]
        for here, weights in positions(id_, hero, player, game, EVERY[player.partition("/")[0]]):
            chosen = here.suggest(weights)
            for other in worlds(here):
                assert other.actions() == here.actions(), (hero, game, here.decisions)
                assert other.suggest(weights) == chosen, (hero, game, here.decisions)
                asked += 1
    assert asked > 20


@pytest.mark.parametrize("id_", PLAYABLE)
def test_legal_actions_and_random_choice_do_not_depend_on_what_is_hidden(id_):
    asked = 0
    for game, hero in zip(range(8), cycle(HEROES)):
        for here, weights in positions(id_, hero, "random", game, 5):
            for other in worlds(here):
                assert other.actions() == here.actions(), (hero, game, here.decisions)
                assert other.suggest(weights) == here.suggest(weights)
                asked += 1
    assert asked > 200


# ---------------------------------------------------------------- what is hidden, field by field


def test_the_fields_read_are_the_compiled_ones():
    compiled = state.sizes()
    for name, kind in layout.structures().items():
        if name in compiled:
            assert sizeof(kind) == compiled[name], name


def test_tasks_and_opcodes_have_numbers_of_their_own():
    """Both stand in Pending.op: an equal number would be another task."""
    text = (layout.SOURCE / "_mageknight/state.pxd").read_text() + (layout.SOURCE / "_mageknight/ids.pxd").read_text()
    numbers = [int(value) for value in re.findall(r"^    (?:DO|OP)_\w+ = (\d+)", text, re.MULTILINE)]
    assert len(numbers) == len(set(numbers)) > 200
    assert max(numbers) < 256


def test_every_field_of_the_state_is_classed():
    """A new field is public, own, hidden or machine: say which in tests/golden/sight.json."""
    classed = [name for names in SIGHT.values() for name in names]
    assert len(classed) == len(set(classed))
    assert set(classed) == set(layout.leaves())


def two_seats():
    """The second seat of two, choosing a Tactic, beside a city and ruins that nobody has seen; the first has Wounds."""
    heroes = [HEROES.index("tovak"), HEROES.index("arythea"), NONE, NONE]
    around = {"NE": {"site": "ruins"}, "E": {"site": "city"}, "W": {"site": "ruins"}, "C": "plains"}
    hidden = {"city_mode": 0, "city_levels": [8, 8, 8, 8]}
    lab = field(seats=2, heroes=heroes, dummy_hero=HERO, dragon=0, ends=0, start_tactic=None, field=around, **hidden)
    lab.set_seat(0, wounds=2)
    for side in ("NE", "W"):
        lab.set_space(space(side), flags=())
    lab.settle()
    return lab


def sparing_power():
    """A Hero with cards put away unseen."""
    lab = field(start_tactic=None, first_night=1)
    lab.do(Act.ACT_TACTIC, tactic("sparing_power"))
    for _ in range(2):
        while not lab.can(Act.ACT_TACTIC_USE, 0):
            lab.apply(0)
        lab.do(Act.ACT_TACTIC_USE, 0)
    return lab


def tomb():
    """An enemy face down on a quest card."""
    return questing(card("tomb_of_the_lost_king", reached=2, held=(enemy("freezers"), None, None, None)))


def sample():
    """Positions of many kinds: every scenario, hostile cities with garrisons, ruins, the dragon; two seats."""
    yield two_seats()
    yield sparing_power()
    yield tomb()
    for game, id_ in enumerate(PLAYABLE):
        record = scenario(id_).expand([HEROES[game % len(HEROES)]], content()).copy()
        record["countryside"], record["cities"], record["city_mode"] = 3, 2, 0
        record["city_levels"] = 5
        session = Session(prepared(id_, HEROES[game % len(HEROES)], "random").core, record, 4, game)
        picks = np.random.Generator(np.random.Philox(game))
        while not session.over:
            if session.decisions % 17 == 0:
                yield session
            session.apply(int(picks.integers(len(session.actions()))))


def test_exactly_the_hidden_fields_are_permuted():
    """Each hidden field changes somewhere; own ones only of the other seat; nothing else ever does."""
    changed = set()
    for session in sample():
        before = layout.read(session)
        for other in worlds(session):
            after = layout.read(other)
            for name in layout.leaves():
                if layout.values(before, name) != layout.values(after, name):
                    changed.add(name)
            seat = before.seat
            for name in SIGHT["own"]:
                part = name.removeprefix("players[].")
                assert layout.values(before.players[seat], part) == layout.values(after.players[seat], part)
    assert changed == {*SIGHT["hidden"], *SIGHT["own"]}


def test_what_lies_face_up_stays():
    """Tokens face up, ruins turned up, garrisons seen, discard piles, and how many there are of everything."""
    for session in sample():
        before = layout.read(session)
        for other in worlds(session):
            after = layout.read(other)
            for one, two in zip(before.spaces, after.spaces, strict=True):
                for k in range(one.n_tokens):
                    assert one.tokens[k] == two.tokens[k] or not one.face_up >> k & 1
                assert one.extra == two.extra or one.site == 13
            for one, two in zip(before.cities, after.cities, strict=True):
                assert list(one.garrison) == list(two.garrison) or not one.face_up
            for one, two in zip(before.players, after.players, strict=True):
                n = one.n_discard
                assert list(one.cards)[len(one.cards) - n :] == list(two.cards)[len(two.cards) - n :]
                assert one.n_hand + one.hand_wounds == two.n_hand + two.hand_wounds
                known = [sorted((*list(p.cards)[: p.n_deck], *list(p.stored)[: p.n_stored])) for p in (one, two)]
                if one is before.players[before.seat]:
                    assert known[0] == known[1]


def test_many_worlds_look_alike():
    session = prepared(PLAYABLE[0], "tovak", "random").session(11, 0)
    assert len({other.state_bytes() for other in worlds(session, range(1, 20))}) == 19


# ---------------------------------------------------------------- what is shown


def shown(ready, session):
    """Everything a Python player, the board and the told game show of a position."""
    view = View(session, session.seat)
    names = Names(ready.tables)
    board = Board.of(session, names)
    teller = Teller(ready, session)
    now = teller.look()
    parts = [view.step, view.pending, view.player(), view.turn(), view.table(), view.combat(), view.foes()]
    parts += [view.spaces()]
    parts += [view.score(), str(board), board.svg(), [option.text for option in list_options(session, ready)]]
    parts += [list(teller.turn(now, (session.seat, 0), True)), list(teller.round(now, (1, 0)))]
    return parts


@pytest.mark.parametrize("id_", PLAYABLE)
def test_nothing_hidden_is_shown(id_):
    """View, options in words, the map as text and picture, and the headers of the told game are alike in all worlds."""
    seen = 0
    for game, hero in enumerate(HEROES[:4]):
        ready = prepared(id_, hero, "random")
        for here, _ in positions(id_, hero, "random", game, 13):
            told = shown(ready, here)
            for other in worlds(here, (1, 2)):
                for one, two in zip(told, shown(ready, other), strict=True):
                    assert one == two
                seen += 1
    assert seen > 40


@pytest.mark.parametrize("game", range(6))
@pytest.mark.parametrize("player", ["novice", "competent"])
def test_asking_twice_changes_nothing(player, game):
    for here, weights in positions(PLAYABLE[0], "tovak", player, game, 3):
        before = here.state_bytes()
        assert here.suggest(weights) == here.suggest(weights)
        assert here.state_bytes() == before
        assert isinstance(here, Session)


@pytest.mark.parametrize(
    ("id_", "hero", "asked"),
    [
        ("against_the_apocalypse/solo", "tovak", [["ziggurat"], ["pyramid"]]),
        ("solo_conquest_challenge/solo", "goldyx", [["countryside_4"], ["countryside_9"], ["countryside_11"]]),
    ],
)
def test_worlds_hold_the_tiles_the_scenario_asks_for(id_, hero, asked):
    """One ziggurat and one pyramid are laid (A.12.2), and the tiles of a Hero's challenge (A.12.8), in any place."""
    session = prepared(id_, hero, "random").session(11, 0)
    tiles = content().arrays["tiles"]
    sites = content().arrays["hexes"]["site"].reshape(-1, 7)

    def found(state, names):
        laid = [tile.id % len(tiles) for tile in state.tiles[: state.n_tiles]]
        drawn = laid + list(state.stack[: state.n_stack])
        if names[0] in content().index["tiles"]:
            return drawn.index(content().index["tiles"][names[0]])
        site = int(ids.Site[names[0].upper()])
        places = [place for place, row in enumerate(drawn) if (sites[row] == site).any()]
        assert len(places) == 1, names
        return places[0]

    places = [[found(layout.read(other), names) for names in asked] for other in worlds(session, range(1, 30))]
    hidden = [len(set(column)) for column in zip(*places, strict=True)]
    assert max(hidden) > 1
