"""Main effects and interactions: known contrasts, cover of their intervals, what is refused."""

import itertools

import numpy as np
import pytest

from mkbalance.stats.factorial import effects

CORNERS = np.array(list(itertools.product([False, True], repeat=3)))
NAMES = ("a", "b", "c")


def played(rng, games=200, noise=1.0):
    """Games with effects a 2, b 0, c -1, and 3 more of a where b is high; the deal is common to all cells."""
    a, b, c = CORNERS.T.astype(float)
    deal = rng.normal(0, 5, size=(games, 1))
    return 2 * a - c + 3 * a * b + deal + rng.normal(0, noise, size=(games, len(CORNERS)))


def test_effects_are_the_contrasts():
    found = effects(played(np.random.default_rng(1), noise=0.0), CORNERS, NAMES, np.random.default_rng(2))
    values = {(term["a"], term["b"]): term["value"] for term in found}
    assert values["a", None] == pytest.approx(3.5)  # 2 where b is low, 5 where it is high
    assert values["b", None] == pytest.approx(1.5)
    assert values["c", None] == pytest.approx(-1)
    assert values["a", "b"] == pytest.approx(3)
    assert values["a", "c"] == pytest.approx(0, abs=1e-9)
    assert values["b", "c"] == pytest.approx(0, abs=1e-9)


def test_order_of_cells_does_not_matter():
    values = played(np.random.default_rng(1))
    order = np.random.default_rng(3).permutation(len(CORNERS))
    one = effects(values, CORNERS, NAMES, np.random.default_rng(2))
    two = effects(values[:, order], CORNERS[order], NAMES, np.random.default_rng(2))
    assert [term["value"] for term in one] == pytest.approx([term["value"] for term in two])


def test_intervals_hold_together_about_as_often_as_they_say():
    truth = [3.5, 1.5, -1, 3, 0, 0]
    held = 0
    for seed in range(150):
        rng = np.random.default_rng([7, seed])
        found = effects(played(rng, games=60), CORNERS, NAMES, rng)
        held += all(term["low"] <= true <= term["high"] for term, true in zip(found, truth, strict=True))
    assert 0.88 <= held / 150 <= 0.99  # 95 % +- 4 standard errors


def test_an_incomplete_design_is_refused():
    values = played(np.random.default_rng(1))
    with pytest.raises(ValueError, match="every combination"):
        effects(values, np.concatenate([CORNERS[:7], CORNERS[:1]]), NAMES, np.random.default_rng(2))
    with pytest.raises(ValueError, match="two games"):
        effects(values[:1], CORNERS, NAMES, np.random.default_rng(2))
