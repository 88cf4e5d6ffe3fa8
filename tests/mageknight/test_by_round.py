"""Games followed by round are the games of the batch, and the map shows the way that was gone."""

import xml.etree.ElementTree as ElementTree

import pytest
from test_game import ATD, KEY, prepared

from mkbalance.mageknight.paths import path_svg
from mkbalance.mageknight.rounds import by_round
from mkbalance.mageknight.stepping import StepGame


def test_last_round_is_the_row_of_the_batch():
    game = prepared()
    rows, frame = game.run(KEY, 3, 6), by_round(game, KEY, 3, 6)
    last = frame.groupby("game").last()
    assert last.index.tolist() == [3, 4, 5, 6, 7, 8]
    for name in ("score", "fame", "level", "wounds", "crystals", "war_removed"):
        assert last[name].tolist() == rows[name].tolist(), name
    assert last["won"].tolist() == (rows["win"] == 1).tolist()
    assert frame.groupby("game")["round"].apply(list).map(lambda r: r == list(range(1, len(r) + 1))).all()


def test_what_only_grows_grows():
    frame = by_round(prepared(), KEY, 0, 6)
    for name in ("fame", "level", "tokens", "combats", "turns", "tiles"):
        assert frame.groupby("game")[name].apply(lambda found: found.is_monotonic_increasing).all(), name
    assert (frame["cards"] >= 10).all()
    assert frame["tactic"].notna().all()
    assert frame.groupby("game")["tactic"].nunique().max() > 1


def test_map_shows_the_way():
    game = StepGame(ATD, players="tovak:competent", seed=7, game=3).play()
    assert [round_ for round_, _ in game.track.steps] == sorted(round_ for round_, _ in game.track.steps)
    root = ElementTree.fromstring(game.board().svg())
    titles = [item.text for item in root.iter("{http://www.w3.org/2000/svg}title")]
    rounds = {round_ for round_, _ in game.track.steps}
    assert {f"way in Round {round_}" for round_ in rounds} <= set(titles)


def test_a_round_begins_where_the_last_ended():
    text = path_svg([(1, 0), (1, 1), (2, 2)], lambda space: (100.0 * space, 0.0))
    first, second = text.split("<polyline")[1:]
    assert 'points="-6.0,-6.0 94.0,-6.0"' in first
    assert 'points="98.0,-2.0 198.0,-2.0"' in second
    assert path_svg([(1, 9)], lambda space: None) == ""


@pytest.mark.parametrize("name", ["fame", "cards"])
def test_results_draw_it(name):
    import mkbalance as mk

    ax = mk.simulate(ATD, players="tovak:quick", games=12, seed=1).plot.by_round(name, games=8)
    assert "n = 8 games" in ax.get_xlabel()
