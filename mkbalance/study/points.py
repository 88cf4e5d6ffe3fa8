"""Designs: which levels of the factors are played together.

`grid` plays every combination, `one_at_a_time` the baseline and each level alone. `latin_hypercube` and `sobol` spread
a number of points over the ranges of the factors: every factor is cut into as many slices as there are points, and
each slice is used once (Latin hypercube), or the points fill the space as evenly as a scrambled Sobol' sequence does.

References
----------
McKay, Beckman and Conover (1979), doi:10.1080/00401706.1979.10489755; Sobol' (1967),
doi:10.1016/0041-5553(67)90144-9; Owen (1998), doi:10.1006/jcom.1998.0487.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from mkbalance.study.experiment import Experiment, Factor

__all__ = ["Level", "levels", "points", "size"]

DESIGN_STREAM = 21  # keeps the design's random numbers apart from those of the bootstrap


@dataclass(frozen=True)
class Level:
    """One level of a factor."""

    factor: Factor
    value: object
    text: str
    where: str  #: key path in the file


def levels(factor: Factor) -> list[Level]:
    """Return the levels that are named, or spread evenly from low to high."""
    kind = factor.kind
    if kind == "range":
        count = factor.levels or 2
        steps = [factor.low + (factor.high - factor.low) * step / (count - 1) for step in range(count)]
        return [_ranged(factor, value) for value in dict.fromkeys(_rounded(factor, step) for step in steps)]
    named = f"{factor.name} " if kind == "values" else ""
    return [
        Level(factor, value, named + _text(value), f"factors[{factor.place}].{kind}[{number}]")
        for number, value in enumerate(getattr(factor, kind))
    ]


def size(experiment: Experiment) -> int:
    """Return how many combinations the design asks for, without making them."""
    kind, counts = experiment.design.kind, [len(levels(factor)) for factor in experiment.factors]
    if kind in ("latin_hypercube", "sobol"):
        return experiment.design.points or 1
    if kind == "one_at_a_time":
        return 1 + sum(counts)
    out = 1
    for count in counts:
        out *= count
    return out


def points(experiment: Experiment) -> list[tuple[Level, ...]]:
    """Return the combinations of levels in a fixed order; a combination that comes up twice is played once."""
    factors, kind = experiment.factors, experiment.design.kind
    if kind in ("latin_hypercube", "sobol"):
        chosen = [
            tuple(_at(factor, float(share)) for factor, share in zip(factors, row, strict=True))
            for row in _spread(kind, len(factors), experiment.design.points, experiment.seed)
        ]
        return list({tuple(level.text for level in point): point for point in chosen}.values())
    if kind == "one_at_a_time":
        return [(), *((level,) for factor in factors for level in levels(factor))]
    return list(itertools.product(*map(levels, factors)))


def _spread(kind: str, dimensions: int, count: int, seed: int):
    import numpy as np
    from scipy.stats import qmc

    sampler = {"latin_hypercube": qmc.LatinHypercube, "sobol": qmc.Sobol}[kind]
    return sampler(d=dimensions, rng=np.random.default_rng([seed, DESIGN_STREAM])).random(count)


def _at(factor: Factor, share: float) -> Level:
    """Return the level a share of the way through a factor."""
    if factor.kind == "range":
        low, high = factor.low, factor.high
        whole = isinstance(low, int) and isinstance(high, int)
        # whole numbers get equal slices, so that the two ends come up as often as the middle
        return _ranged(factor, min(high, low + int(share * (high - low + 1))) if whole else low + share * (high - low))
    named = levels(factor)
    return named[min(int(share * len(named)), len(named) - 1)]


def _rounded(factor: Factor, value: float) -> object:
    return round(value) if isinstance(factor.low, int) and isinstance(factor.high, int) else float(value)


def _ranged(factor: Factor, value: object) -> Level:
    end = "low" if value == factor.low else "high"
    return Level(factor, value, f"{factor.name} {_text(value)}", f"factors[{factor.place}].{end}")


def _text(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.6g}"
    return " + ".join(map(_text, value)) if isinstance(value, Sequence) and not isinstance(value, str) else str(value)
