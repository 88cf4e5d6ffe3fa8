"""The map: every space at its place, names for what lies open, marks for what happened."""

import xml.etree.ElementTree as ElementTree

import pytest
from test_game import ATD, KEY, NEAR_LAIR, prepared
from walker import walker

from mkbalance.mageknight.board import BACK, Board, _centre
from mkbalance.mageknight.game import GAME
from mkbalance.mageknight.names import Names
from mkbalance.mageknight.stepping import StepGame

SVG = "{http://www.w3.org/2000/svg}"


def drawn(game, number, decisions=10**9):
    session = game.session(KEY, number)
    while not session.over and session.decisions < decisions:
        session.apply(game.choose(session))
    return Board.of(session, Names(game.tables))


def test_one_hex_for_each_space_and_neighbours_touch():
    board = drawn(prepared(), 0)
    root = ElementTree.fromstring(board.svg())
    hexes = root.findall(f"{SVG}polygon")
    assert len(hexes) == len(board.spaces)
    corners = [{tuple(map(float, pair.split(","))) for pair in polygon.get("points").split()} for polygon in hexes]
    assert all(len(found) == 6 for found in corners)
    at = {(s["q"], s["r"]): i for i, s in enumerate(board.spaces)}
    assert len(at) == len(board.spaces)
    touching = 0
    for (q, r), i in at.items():
        for dq, dr in ((1, 0), (0, 1), (1, -1)):
            j = at.get((q + dq, r + dr))
            if j is None:
                continue
            near = [(a, b) for a in corners[i] for b in corners[j] if abs(a[0] - b[0]) + abs(a[1] - b[1]) < 0.25]
            assert len(near) == 2
            touching += 1
    assert touching > len(board.spaces)


def test_north_is_up():
    (x0, y0), (x1, y1) = _centre(0, 0), _centre(1, -1)  # north-east
    assert x1 > x0
    assert y1 < y0
    assert _centre(1, 0)[1] == y0


def test_names_of_open_tokens_and_no_others():
    hidden = 0
    for number in range(12):
        board = drawn(prepared(), number, 3)
        text = board.svg()
        open_rows = {row for space in board.spaces for row, up in space["tokens"] if up}
        down = [row for space in board.spaces for row, up in space["tokens"] if not up]
        for row in open_rows:
            assert board.names.enemy(row) in text
        for row in set(down) - open_rows:
            assert board.names.enemy(row) not in text
        assert text.count(">?</text>") == len(down) + 1  # one in the legend
        hidden += len(down)
    assert hidden


def test_hero_destroyed_sites_shields_and_heads():
    session = prepared().session(KEY, 0)
    board = Board.of(session, Names(prepared().tables))
    spaces = [dict(space) for space in board.spaces]
    spaces[0].update(flags=0)
    spaces[1].update(flags=1, site=2, shields=1, lair=True)
    plain = Board(spaces[:1] + [dict(spaces[1], flags=0, shields=0, lair=False)], {}, {}, [0] * 4, "t", board.names)
    marked = Board(spaces[:2], {spaces[0]["space"]: "Tovak"}, {}, [4, 0, 2, 1], "t", board.names)
    assert "Tovak stands here" in marked.svg()
    assert "Tovak" not in plain.svg()
    assert marked.svg().count("#922b21") == plain.svg().count("#922b21") + 1  # the cross
    assert marked.svg().count("#f1c40f") == plain.svg().count("#f1c40f") + 1  # the Shield
    assert marked.svg().count("#5b2c6f") > plain.svg().count("#5b2c6f")  # lair and heads
    assert "defeated" in marked.svg()
    assert "Dragon heads" not in plain.svg()


def test_lair_is_drawn_once_revealed():
    game = GAME.prepare(GAME.scenario(ATD).set_all(NEAR_LAIR), [{"tovak": walker}])
    before, after = drawn(game, 1, 1), drawn(game, 1)
    assert not any(space["lair"] for space in before.spaces)
    assert sum(space["lair"] for space in after.spaces) == 3
    assert after.svg().count(">lair</text>") == 3
    assert "lair of the dragon" in str(after)


def test_board_of_a_game_by_hand():
    board = StepGame(ATD, players="tovak:random", seed=3).board()
    assert board._repr_svg_() == board.svg()
    assert str(board).splitlines()[0] == "Round 1, Day"
    assert "(0,0) plains, portal" in str(board)


@pytest.mark.parametrize("number", range(6))
def test_svg_is_well_formed(number):
    for hero in ("norowas", "braevalar"):
        root = ElementTree.fromstring(drawn(prepared(player=f"{hero}:random"), number).svg())
        left, top, width, height = map(float, root.get("viewBox").split())
        for text in root.iter(f"{SVG}text"):
            assert left <= float(text.get("x")) <= left + width
            assert top <= float(text.get("y")) <= top + height


def test_every_token_colour_has_a_back():
    names = Names(prepared().tables)
    assert {names.enemy_back(row) for row in range(len(names.tables.names["enemies"]))} <= set(BACK)
