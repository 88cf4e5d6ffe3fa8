"""Shares of sources of chance: functions whose shares are known, and intervals that hold as often as they say."""

import numpy as np
import pytest

from mkbalance.stats.chance import INTERPLAY, chance_shares


def played(function, sources, games, seed):
    """Return the shares of a function of independent uniform numbers."""
    rng = np.random.default_rng(seed)
    a, b = rng.uniform(size=(2, sources, games))
    moved = {}
    for place in range(sources):
        mixed = a.copy()
        mixed[place] = b[place]
        moved["abcdef"[place]] = function(mixed)
    return chance_shares(function(a), function(b), moved, np.random.default_rng(seed))


def sum_of_two(x):
    return 3 * x[0] + x[1]


def ishigami(x):
    """A = 7, B = 0.1 (Saltelli and others 2008): first 0.3139, 0.4424, 0; total 0.5576, 0.4424, 0.2437."""
    x = np.pi * (2 * x - 1)
    return np.sin(x[0]) + 7 * np.sin(x[1]) ** 2 + 0.1 * x[2] ** 4 * np.sin(x[0])


def product(x):
    """First 3/7 each, total 4/7: (1 + 1/3)(1 + 1/3) - 1 = 7/9, of which 1/3 + 1/3 by themselves and 1/9 interplay."""
    return (1 + np.sqrt(12) / np.sqrt(3) * (x[0] - 0.5)) * (1 + np.sqrt(12) / np.sqrt(3) * (x[1] - 0.5))


@pytest.mark.parametrize(
    ("function", "first", "total"),
    [
        (sum_of_two, [0.9, 0.1], [0.9, 0.1]),
        (product, [3 / 7, 3 / 7], [4 / 7, 4 / 7]),
        (ishigami, [0.3139, 0.4424, 0.0], [0.5576, 0.4424, 0.2437]),
    ],
)
def test_known_shares(function, first, total):
    found = played(function, len(first), 40_000, 3)
    names = "abc"[: len(first)]
    assert [found[name]["first"].value for name in names] == pytest.approx(first, abs=0.015)
    assert [found[name]["total"].value for name in names] == pytest.approx(total, abs=0.015)
    assert found[INTERPLAY]["first"].value == pytest.approx(1 - sum(first), abs=0.02)
    assert list(found) == [*names, INTERPLAY]
    assert "total" not in found[INTERPLAY]


def test_an_idle_source_has_no_share():
    found = played(lambda x: np.floor(6 * x[0]), 2, 500, 1)
    assert found["b"]["total"].value == 0
    assert (found["b"]["total"].low, found["b"]["total"].high) == (0, 0)
    assert abs(found["b"]["first"].value) < 1e-12, "what both have in common by accident is taken off"


def test_scale_and_origin_do_not_matter():
    plain = played(ishigami, 3, 800, 5)
    moved = played(lambda x: 1e4 + 30 * ishigami(x), 3, 800, 5)
    for name in "abc":
        for kind in ("first", "total"):
            assert moved[name][kind].value == pytest.approx(plain[name][kind].value, abs=1e-9)


def test_intervals_hold_together():
    """95 % of 120 studies of 400 games should hold all seven shares; the bound is the 0.1 % quantile at 93 %."""
    first, total = [0.3139, 0.4424, 0.0], [0.5576, 0.4424, 0.2437]
    held = 0
    for seed in range(120):
        found = played(ishigami, 3, 400, 1000 + seed)
        ends = [(found[n]["first"], v) for n, v in zip("abc", first, strict=True)]
        ends += [(found[n]["total"], v) for n, v in zip("abc", total, strict=True)]
        ends.append((found[INTERPLAY]["first"], 1 - sum(first)))
        held += all(one.low <= value <= one.high for one, value in ends)
    assert held >= 102


def test_what_tells_nothing_is_refused():
    same = np.ones(50)
    with pytest.raises(ValueError, match="values that differ"):
        chance_shares(same, same, {"a": same}, np.random.default_rng(1))
