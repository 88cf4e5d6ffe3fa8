"""Paired differences: known answers, the placebo, and the refusal of games that do not match."""

import numpy as np
import pytest

from mkbalance.stats.paired import Paired


def rows(win, score, first=0):
    out = np.zeros(len(win), dtype=[("game", "u4"), ("win", "u1"), ("score", "u1")])
    out["game"], out["win"], out["score"] = np.arange(first, first + len(win)), win, score
    return out


def test_known_answer():
    a, b = rows([0, 0, 1, 1], [10, 20, 30, 40]), rows([1, 0, 1, 0], [13, 21, 32, 38])
    paired = Paired(["win", "score"])
    paired.add(a[:1], b[:1])
    paired.add(a[1:], b[1:])
    score = paired.mean("score", np.random.default_rng(1))
    assert score["difference"] == pytest.approx(1.0)
    difference = np.array([3, 1, 2, -2])
    apart = np.var([10, 20, 30, 40], ddof=1) + np.var([13, 21, 32, 38], ddof=1)
    assert score["variance_ratio"] == pytest.approx(np.var(difference, ddof=1) / apart)
    assert (score["a"], score["b"]) == (25, 26)
    win = paired.proportion("win")
    assert (win["a"], win["b"], win["difference"]) == (0.5, 0.5, 0)
    assert not paired.identical


def test_placebo_is_exactly_zero():
    a = rows([0, 1, 1], [5, 6, 250])
    paired = Paired(["win", "score"])
    paired.add(a, a.copy())
    score = paired.mean("score", np.random.default_rng(1))
    assert (score["difference"], score["low"], score["high"], score["variance_ratio"]) == (0, 0, 0, 0)
    assert paired.identical


def test_other_games_are_refused():
    with pytest.raises(ValueError, match="same games"):
        Paired(["win"]).add(rows([1], [1]), rows([1], [1], first=1))


def test_constant_columns_have_no_ratio():
    paired = Paired(["win"])
    paired.add(rows([0, 0], [1, 2]), rows([0, 0], [1, 2]))
    assert paired.proportion("win")["variance_ratio"] is None
