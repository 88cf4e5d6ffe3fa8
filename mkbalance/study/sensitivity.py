"""Which parameters matter: Morris screening and Sobol' indices over override paths, by SALib.

The model is the mean of a metric over the same games at every point (common random numbers), so that what is attributed
to the parameters is their doing and not the luck of the draw. What luck is left after averaging is reported as the
noise of a mean; indices of an effect that is not well above it mean nothing.

References
----------
Morris (1991), doi:10.1080/00401706.1991.10484804; Campolongo, Cariboni and Saltelli (2007),
doi:10.1016/j.envsoft.2006.10.004; Saltelli and others (2010), doi:10.1016/j.cpc.2009.09.018; Herman and Usher (2017),
doi:10.21105/joss.00097 (SALib).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from mkbalance.errors import InvalidFile, UsageError
from mkbalance.games import Game
from mkbalance.study.evaluate import Evaluator, at, value_at
from mkbalance.study.experiment import Experiment

__all__ = ["sensitivity"]

LEVELS = 4  # of Morris' grid


def sensitivity(
    experiment: Experiment, game: Game, *, note: Callable[[str], None] | None = None, **how
) -> dict[str, object]:
    """Return the indices an experiment's ``[sensitivity]`` section asks for.

    Returns
    -------
    dict
        For each metric and parameter: Morris' `mu_star` (mean absolute effect over the whole range), `mu`, `sigma`, or
        Sobol's `first` and `total` shares of the variance; each with the half-width of its 95 % bootstrap interval.
    """
    asked = experiment.sensitivity
    if asked is None:
        raise InvalidFile("is missing", "sensitivity", allowed="[sensitivity] with method, points and parameters")
    try:
        import SALib  # noqa: F401
    except ImportError as error:
        raise UsageError("needs SALib", "sensitivity", allowed='pip install "mkbalance[sensitivity]"') from error
    names = [parameter.name for parameter in asked.parameters]
    problem = {"num_vars": len(names), "names": names, "bounds": [[0.0, 1.0]] * len(names)}
    seed = 1 + experiment.seed % (2**32 - 1)  # SALib takes 0 for no seed
    shares = _sample(asked, problem, seed)
    points = [
        at(asked.parameters, [value_at(p, float(u)) for p, u in zip(asked.parameters, row, strict=True)])
        for row in shares
    ]
    if note:
        note(f"{len(points)} points of {len(names)} parameters, {asked.games:,} games each")
    metrics = list(experiment.metrics)
    evaluator = Evaluator(experiment, game, metrics, asked.games, **how)
    rows = evaluator.rows(points)
    means = np.array([item.mean(axis=1) for item in rows])
    noise = np.array([item.std(axis=1, ddof=1) / np.sqrt(item.shape[1]) for item in rows]).mean(axis=0)
    return {
        "method": {"morris": "Morris", "sobol": "Sobol'"}[asked.method],
        "scenario": experiment.baseline.scenario,
        "players": list(experiment.baseline.players),
        "seed": experiment.seed,
        "points": len(points),
        "points_played": evaluator.points,
        "games_per_point": asked.games,
        "parameters": [{"name": p.name, "paths": p.all_paths, "low": p.low, "high": p.high} for p in asked.parameters],
        "metrics": {
            name: {
                "mean": float(means[:, place].mean()),
                "spread": float(means[:, place].std()),
                "noise": float(noise[place]),
                "effects": _indices(asked.method, problem, shares, means[:, place], seed),
            }
            for place, name in enumerate(metrics)
        },
    }


def _sample(asked, problem: dict, seed: int) -> np.ndarray:
    if asked.method == "morris":
        from SALib.sample.morris import sample

        return sample(problem, asked.points, num_levels=LEVELS, seed=seed)
    from SALib.sample.sobol import sample

    return sample(problem, asked.points, calc_second_order=False, seed=seed)


def _indices(method: str, problem: dict, shares: np.ndarray, values: np.ndarray, seed: int) -> list[dict]:
    names = problem["names"]
    if np.ptp(values) == 0:  # nothing moves, so nothing is attributed
        zero = {"mu_star": 0.0, "mu_star_half": 0.0, "mu": 0.0, "sigma": 0.0}
        none = {"first": None, "first_half": None, "total": None, "total_half": None}
        return [{"name": name, **(zero if method == "morris" else none)} for name in names]
    if method == "morris":
        from SALib.analyze.morris import analyze

        found = analyze(problem, shares, values, num_levels=LEVELS, seed=seed)
        keys = {"mu_star": "mu_star", "mu_star_half": "mu_star_conf", "mu": "mu", "sigma": "sigma"}
    else:
        from SALib.analyze.sobol import analyze

        found = analyze(problem, values, calc_second_order=False, seed=seed)
        keys = {"first": "S1", "first_half": "S1_conf", "total": "ST", "total_half": "ST_conf"}
    return [
        {"name": name, **{ours: float(found[theirs][place]) for ours, theirs in keys.items()}}
        for place, name in enumerate(names)
    ]
