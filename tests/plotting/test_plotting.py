"""Figures hold the numbers they were given: read from the artists, no picture is compared."""

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest

mpl.use("Agg")

import matplotlib.pyplot as plt

from mkbalance import plotting
from mkbalance.plotting.style import COLOURS
from mkbalance.stats.proportions import wilson
from mkbalance.stats.response import fit
from mkbalance.stats.shares import DEAL, REST, variance_shares


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


def cell(name, wins=30, games=100, mean=20.0, levels=None, parts=None):
    values, counts = [mean - 10, mean, mean + 30], [40, 40, 20]
    return {
        "name": name,
        "games": games,
        "wins": wins,
        "win_rate": wilson(wins, games).document(),
        "score": {"mean": mean, "low": mean - 2, "high": mean + 2, "q05": mean - 10, "q25": mean - 10, "q50": mean}
        | {"q75": mean, "q95": mean + 30},
        "rounds": {"mean": 4.0, "low": 4.0, "high": 4.0, "max": 4},
        "metrics": {},
        "levels": levels or {},
        "score_counts": {"values": [int(v) for v in values], "counts": counts},
        "score_parts": parts or [],
        "survival": {
            "rounds": [
                {"round": 3, "won_by": 0.1, "low": 0.05, "high": 0.2},
                {"round": 4, "won_by": 0.3, "low": None, "high": None},
            ]
            if wins
            else []
        },
        "heads": {"war": 0.5, "death": 1.5},
    }


def texts(ax):
    return [item.get_text() for item in ax.texts]


def legend(ax):
    return [item.get_text() for item in ax.get_legend().get_texts()]


def test_win_rate_has_value_interval_and_n():
    cells = [cell("a", 30), cell("b", 60)]
    ax = plotting.win_rate(cells)
    assert ax.lines[0].get_xdata().tolist() == [30, 60]
    segments = ax.collections[0].get_segments()
    assert segments[0][:, 0] == pytest.approx([100 * cells[0]["win_rate"][end] for end in ("low", "high")])
    assert texts(ax) == ["30.0 %", "60.0 %"]
    assert "n = 100 games each" in ax.get_xlabel()
    assert "95 %" in ax.get_xlabel()
    assert [label.get_text() for label in ax.get_yticklabels()] == ["a", "b"]
    low, high = ax.get_ylim()
    assert low > high  # the first on top


def test_score_is_a_stack_of_its_outcomes():
    parts = [{"round": None, "values": [10, 20], "counts": [40, 40]}, {"round": 3, "values": [50], "counts": [20]}]
    ax = plotting.score([cell("a", parts=parts)])
    assert legend(ax) == ["not won", "won in Round 3"]
    drawn = {patch.get_label(): patch.get_data() for patch in ax.patches}
    base = drawn["won in Round 3"]
    heights = base.baseline - base.values
    unwon = drawn["not won"].baseline - drawn["not won"].values
    assert heights.sum() / unwon.sum() == pytest.approx(20 / 80)
    at = base.edges[np.argmax(heights)]
    assert at <= 50 <= at + np.diff(base.edges)[0]


def test_score_without_outcomes_is_one_shape():
    ax = plotting.score([cell("a"), cell("b")])
    assert ax.get_legend() is None
    assert len(ax.patches) == 2


def test_groups_are_marks_that_differ_in_shape_and_colour():
    ax = plotting.groups([cell("a"), cell("b")], "heads", "Levels")
    assert legend(ax) == ["war", "death"]
    assert list(ax.lines[0].get_xdata()) == [0.5, 0.5]
    assert len({line.get_marker() for line in ax.lines}) == len({line.get_color() for line in ax.lines}) == 2


def test_many_members_are_a_table():
    many = {**cell("a"), "lines": {f"line{i}": i - 4.0 for i in range(9)}}
    ax = plotting.groups([many], "lines", "Points")
    assert texts(ax) == [f"{i - 4.0:.1f}" for i in range(9)]


def test_not_yet_won_goes_down_at_the_rounds_of_victory():
    ax = plotting.not_yet_won([cell("a"), cell("none", wins=0)])
    steps = {line.get_label(): line.get_ydata() for line in ax.lines if not line.get_label().startswith("_")}
    assert list(steps["a"]) == pytest.approx([100, 90, 70, 70])
    assert set(steps["none"]) == {100}
    with pytest.raises(ValueError, match="told apart"):
        plotting.not_yet_won([cell(str(i)) for i in range(9)])


GRID = [
    cell(f"{x}/{hero}", int(90 - 10 * x - 20 * (hero == "b")), 100, 50 - x, {"heads": f"heads {x}", "hero": hero})
    for x in (4, 1, 2)
    for hero in ("a", "b")
]


def test_effect_orders_numbers_and_splits_by_another_factor():
    ax = plotting.effect(GRID, "heads", by="hero", marks={4: "control"})
    a, b = (line for line in ax.lines if line.get_label() in ("a", "b"))
    assert list(a.get_xdata()) == [1, 2, 4]
    assert list(a.get_ydata()) == [80, 70, 50]
    assert list(b.get_ydata()) == [60, 50, 30]
    assert a.get_linestyle() != b.get_linestyle()
    assert "control" in texts(ax)
    assert "n = 100" in ax.get_xlabel()
    band = ax.collections[0].get_paths()[0].vertices[:, 1]
    assert band.min() < 50
    assert band.max() > 80


def test_effect_of_names_keeps_their_order():
    ax = plotting.effect(GRID, "hero", "score", by="heads")
    assert [label.get_text() for label in ax.get_xticklabels()] == ["a", "b"]
    assert legend(ax) == ["heads 1", "heads 2", "heads 4"]


def test_effects_draw_a_line_for_each_factor():
    cells = [cell(f"{head} {n}", 50 - n, levels={head: f"{head} {n}"}) for head in ("war", "death") for n in (3, 1, 12)]
    ax = plotting.effects([cell("baseline"), *cells], ["war", "death"])
    assert legend(ax) == ["war", "death"]
    assert all(list(line.get_xdata()) == [1, 3, 12] for line in ax.lines)


def test_interaction_writes_every_pair():
    ax = plotting.interaction(GRID, "heads", "hero")
    assert sorted(texts(ax)) == sorted(["80", "70", "50", "60", "50", "30"])


def test_surface_draws_the_line_of_equal_win_rate_where_the_games_have_it():
    cells = []
    for x in range(1, 6):
        for y in range(1, 6):
            rate = 1 / (1 + np.exp(x + y - 6))
            cells.append(cell(f"{x}{y}", round(2000 * rate), 2000, levels={"x": f"x {x}", "y": f"y {y}"}))
    ax = plotting.surface(cells, "x", "y", targets=(0.5,))
    line = next(found for found in ax.collections if hasattr(found, "levels"))
    assert list(line.levels) == [0.5]
    points = np.concatenate([path.vertices for path in line.get_paths()])
    assert np.abs(points.sum(axis=1) + 2 - 6).max() < 0.05  # places are levels less one
    assert "50 %" in texts(ax)


def test_response_surface_repeats_what_made_it():
    points = np.array([[x, y] for x in range(5) for y in range(4)], dtype=float)
    rate = 1 / (1 + np.exp(-(0.5 - 0.8 * points[:, 0] + 0.3 * points[:, 1] * points[:, 0])))
    games = np.full(len(points), 100_000)
    model = fit(points, np.round(rate * games), games)
    assert model(points) == pytest.approx(rate, abs=0.002)
    assert model.deviance < 1
    bent = fit(points, np.where(points[:, 0] == 2, games, 0), games)  # no surface of second degree does this exactly
    assert np.isfinite(bent.coefficients).all()


def test_differences_mark_what_is_clear():
    items = [
        {"what": "up", "a": "a", "b": "b", "games": 50, "metrics": {}}
        | {"win_rate": {"difference": 0.1, "low": 0.05, "high": 0.15}},
        {"what": "none", "a": "a", "b": "c", "games": 50, "metrics": {}}
        | {"win_rate": {"difference": 0.0, "low": -0.02, "high": 0.02}},
    ]
    ax = plotting.differences(items)
    filled, open_ = (line for line in ax.lines if line.get_marker() == "o")
    assert filled.get_xdata() == pytest.approx([10])
    assert open_.get_xdata() == pytest.approx([0])
    assert open_.get_markerfacecolor() == "none"
    assert texts(ax) == ["+10.0", "0.0"]


def test_worth_turns_the_sign_and_counts_what_it_leaves_out():
    items = [
        {"what": f"x{i}", "a": "baseline", "b": f"without x{i}", "games": 9, "metrics": {}}
        | {"score": {"difference": -float(i), "low": -i - 1.0, "high": -i + 1.0}}
        for i in range(5)
    ]
    ax = plotting.worth(items, most=3)
    assert [label.get_text() for label in ax.get_yticklabels()] == ["x4", "x3", "x2"]
    assert texts(ax) == ["+4.0", "+3.0", "+2.0"]
    assert "2 entries nearer to zero not shown" in ax.get_xlabel()
    assert ax.collections[0].get_segments()[0][:, 0].tolist() == [3, 5]


def test_ranking_says_what_is_open():
    names = ("a", "b", "c")
    cells = [
        {"name": n, "mean": m, "low": m - 1, "high": m + 1, "rank": r, "best": b, "worst": w}
        for n, m, r, b, w in zip(names, (5, 9, 4.5), (2, 1, 3), (2, 1, 2), (3, 1, 3), strict=True)
    ]
    ax = plotting.ranking({"metric": "score", "games": 10, "cells": cells})
    assert texts(ax) == ["rank 1", "rank 2 to 3", "rank 2 to 3"]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["b", "a", "c"]


def test_paired_differences_tell_the_games_that_did_not_change():
    a, b = np.array([1, 2, 3, 4]), np.array([1, 5, 3, 1])
    ax = plotting.paired_differences(a, b)
    assert "50 % unchanged" in ax.get_title()
    assert "mean +0.0" in ax.get_title()
    assert ax.patches[0].get_data().values.sum() == 2
    plotting.paired_differences(a, a)


def test_fan_is_the_quantiles_by_round():
    frame = pd.DataFrame({"game": np.repeat(range(100), 2), "round": [1, 2] * 100, "fame": np.repeat(range(100), 2)})
    ax = plotting.fan(frame, "fame")
    assert list(ax.lines[0].get_ydata()) == pytest.approx([49.5, 49.5])
    assert legend(ax) == ["5 % to 95 %", "middle half", "median"]
    assert "n = 100 games" in ax.get_xlabel()
    fewer = plotting.fan(frame[(frame["round"] == 1) | (frame["game"] < 40)], "fame")
    assert "n = 40" in [label.get_text() for label in fewer.get_xticklabels()][1]
    assert legend(plotting.fan([("x", frame), ("y", frame)], "fame")) == ["x", "y"]


def test_variance_shares_find_their_sources():
    rng = np.random.default_rng(1)
    deal = rng.normal(size=400) * 2
    frame = pd.DataFrame(
        [
            {"game": g, "hero": h, "skill": s, "score": deal[g] + 3 * s + rng.normal()}
            for g in range(400)
            for h in "ab"
            for s in (0, 1)
        ]
    )
    shares = variance_shares(frame, "score", ["hero", "skill"])
    assert sum(shares.values()) == pytest.approx(1)
    assert abs(shares["hero"]) < 0.01
    assert shares["skill"] == pytest.approx(2.25 / 7.25, abs=0.06)
    assert shares[DEAL] == pytest.approx(4 / 7.25, abs=0.06)
    assert shares[REST] == pytest.approx(1 / 7.25, abs=0.04)
    ax = plotting.variance_shares(shares)
    assert len(ax.patches) == 4
    with pytest.raises(ValueError, match="several games"):
        variance_shares(frame[frame.game == 0], "score", ["hero", "skill"])


def _luminance(colour):
    rgb = np.array(mpl.colors.to_rgb(colour))
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    return linear @ [0.2126, 0.7152, 0.0722]


DEUTERANOPIA = np.array([[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]])  # Machado et al. 2009
PROTANOPIA = np.array([[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]])


@pytest.mark.parametrize("eye", [DEUTERANOPIA, PROTANOPIA])
def test_the_first_colours_stay_apart_for_colour_blind_readers(eye):
    seen = [eye @ np.array(mpl.colors.to_rgb(colour)) for colour in COLOURS["series"][:4]]
    apart = [np.linalg.norm(a - b) for i, a in enumerate(seen) for b in seen[:i]]
    assert min(apart) > 0.15
    assert all(_luminance(colour) < 0.5 for colour in COLOURS["series"])  # seen on white paper


def test_text_of_strangers_is_no_formula():
    ax = plotting.win_rate([cell("$x^2$")])
    ax.figure.canvas.draw()
    assert ax.get_yticklabels()[0].get_text() == r"\$x^2\$"


TERMS = {
    "metric": "win",
    "games": 50,
    "factors": {"war": [1.0, 3.0], "death": [1.0, 3.0]},
    "terms": [
        {"a": "war", "b": None, "value": -0.2, "low": -0.3, "high": -0.1},
        {"a": "death", "b": None, "value": -0.1, "low": -0.2, "high": 0.05},
        {"a": "war", "b": "death", "value": 0.1, "low": 0.02, "high": 0.18},
    ],
}


def test_factorial_map_has_effects_on_its_diagonal_and_shades_what_is_clear():
    ax = plotting.factorial(TERMS)
    assert texts(ax) == ["−20.0\n−30.0 to −10.0", "−10.0\n−20.0 to +5.0", "+10.0\n+2.0 to +18.0"]
    assert [text.get_position() for text in ax.texts] == [(0, 0), (1, 1), (0, 1)]
    shades = [patch.get_alpha() for patch in ax.collections]
    assert shades[0] > shades[2] > shades[1]
    assert "n = 50 games in each cell" in ax.get_xlabel()
    assert "95 % together" in ax.get_xlabel()


def test_changes_are_a_line_for_each_setting_and_open_where_unclear():
    cells = [cell(f"{variant} {war}", levels={"war": f"war {war}"}) for variant in ("base", "easy") for war in (1, 4)]
    items = [
        {"a": f"base {war}", "b": f"easy {war}", "what": "easy against base", "games": 70, "metrics": {}}
        | {"win_rate": {"difference": value, "low": value - 0.1, "high": value + 0.1}}
        for war, value in ((1, 0.05), (4, 0.3))
    ]
    ax = plotting.changes(items, cells, "war")
    assert legend(ax) == ["easy against base"]
    line, clear, unclear = ax.lines[1:4]
    assert list(line.get_ydata()) == pytest.approx([5, 30])
    assert list(clear.get_ydata()) == pytest.approx([30])
    assert list(unclear.get_ydata()) == pytest.approx([5])
    assert unclear.get_markerfacecolor() == "none"
    assert "n = 70 pairs" in ax.get_xlabel()


def test_members_are_a_line_each_over_the_levels():
    cells = [{**cell("x", levels={"war": f"war {at}"}), "heads": {"war": 0.1 * at, "death": 1.0}} for at in (4, 1, 2)]
    ax = plotting.members(cells, "war", "heads", "Levels removed")
    assert legend(ax) == ["war", "death"]
    assert list(ax.lines[0].get_xdata()) == [1, 2, 4]
    assert list(ax.lines[0].get_ydata()) == pytest.approx([0.1, 0.2, 0.4])
