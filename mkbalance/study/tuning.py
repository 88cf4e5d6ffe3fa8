"""Find the value of a parameter that meets a target.

One parameter: the metric is assumed to rise or fall with it, never both. Points are played where the fit meets the
target, until nothing lies between the two values that bracket it. The fit is the monotone (isotonic) regression of the
means; its crossing with the target is the answer, and the crossings of fits to means redrawn from their joint law give
the interval: all points are played over the same games, so the law includes what they have in common.

Several parameters: a search guided by a model of the points so far (Optuna's tree-structured Parzen estimator), with
the best point played again over new games, for the best of many looks better than it is.

References
----------
Barlow, Bartholomew, Bremner and Brunk (1972), Statistical Inference under Order Restrictions; Bergstra, Bardenet,
Bengio and Kégl (2011), https://papers.nips.cc/paper/4443; Akiba and others (2019), doi:10.1145/3292500.3330701.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from mkbalance.errors import InvalidFile, UsageError
from mkbalance.games import Game
from mkbalance.stats.counts import Counts
from mkbalance.study.evaluate import Evaluator, at
from mkbalance.study.experiment import Experiment, Parameter

__all__ = ["tune"]

DRAWS = 2000
TUNE_STREAM = 41
Note = Callable[[str], None]


def tune(experiment: Experiment, game: Game, *, note: Note | None = None, **how) -> dict[str, object]:
    """Return the parameters that meet the target of an experiment's ``[tune]`` section.

    Parameters
    ----------
    experiment : Experiment
        With a ``[tune]`` section.
    note : callable, optional
        Told about every point.
    **how
        `jobs`, `backend`, `scheduler`, `progress` of the runner.

    Returns
    -------
    dict
        The points played, the answer and its uncertainty, JSON-able.
    """
    asked = experiment.tune
    if asked is None:
        raise InvalidFile("is missing", "tune", allowed="[tune] with metric, target and parameters")
    note = note or (lambda text: None)
    evaluator = Evaluator(experiment, game, [asked.metric], asked.games, **how)
    head = {
        "metric": asked.metric,
        "target": asked.target,
        "games_per_point": asked.games,
        "seed": experiment.seed,
        "scenario": experiment.baseline.scenario,
        "players": list(experiment.baseline.players),
    }
    if len(asked.parameters) == 1:
        return {**head, **_one(asked.parameters[0], asked, evaluator, experiment.seed, note)}
    return {**head, **_several(experiment, game, evaluator, how, note)}


def _one(parameter: Parameter, asked, evaluator: Evaluator, seed: int, note: Note) -> dict[str, object]:
    whole = isinstance(parameter.low, int) and isinstance(parameter.high, int)
    rows: dict[float, np.ndarray] = {}

    def play(*values) -> None:
        for value, found in zip(values, evaluator.rows([at([parameter], [v]) for v in values]), strict=True):
            rows[value] = found[0]
            note(f"{parameter.name} = {value:g}: {asked.metric} {found[0].mean():.4g}")

    play(parameter.low, parameter.high)
    ends = rows[parameter.low].mean(), rows[parameter.high].mean()
    sign = 1 if ends[1] >= ends[0] else -1
    while len(rows) < asked.points:
        xs = sorted(rows)
        fit = _fit(np.array([rows[x].mean() for x in xs]), sign)
        place = _bracket(fit, asked.target, sign)
        if place is None:
            break
        low, high = xs[place], xs[place + 1]
        value = _between(low, high, fit[place], fit[place + 1], asked.target, whole)
        if value is None or (not whole and high - low <= asked.tolerance * (parameter.high - parameter.low)):
            break
        play(value)
    return _answer(parameter, asked, rows, sign, whole, seed)


def _fit(means: np.ndarray, sign: int) -> np.ndarray:
    """Return the monotone fit of means at rising values."""
    from scipy.optimize import isotonic_regression

    return sign * isotonic_regression(sign * means).x


def _bracket(fit: np.ndarray, target: float, sign: int) -> int | None:
    """Return the place of the pair of neighbours that encloses the target."""
    above = sign * (fit - target) >= 0
    return int(np.argmax(above)) - 1 if above.any() and not above[0] else None


def _between(low, high, at_low: float, at_high: float, target: float, whole: bool):
    """Return where to play next: the straight line's guess, kept off the ends so that the bracket shrinks."""
    if whole and high - low <= 1:
        return None
    share = (target - at_low) / (at_high - at_low) if at_high != at_low else 0.5
    guess = low + min(max(share, 0.1), 0.9) * (high - low)
    return min(max(round(guess), low + 1), high - 1) if whole else guess


def _answer(parameter: Parameter, asked, rows: dict, sign: int, whole: bool, seed: int) -> dict[str, object]:
    xs = np.array(sorted(rows), dtype=float)
    table = np.stack([rows[x] for x in sorted(rows)]).astype(float)
    means, games = table.mean(axis=1), table.shape[1]
    crossing = _cross(xs, _fit(means, sign), asked.target, sign)
    rng = np.random.default_rng([seed, TUNE_STREAM])
    covariance = np.atleast_2d(np.cov(table)) / games
    drawn = rng.multivariate_normal(means, covariance, size=DRAWS, method="eigh", check_valid="ignore")
    crossings = np.array([_cross(xs, _fit(draw, sign), asked.target, sign) for draw in drawn])
    low, high = (float(np.quantile(crossings, q, method="inverted_cdf")) for q in (0.025, 0.975))
    points = []
    for x, row in zip(xs, table, strict=True):
        interval = Counts(row.astype(np.int64)).mean_interval(np.random.default_rng([seed, TUNE_STREAM, len(points)]))
        points.append(
            {"value": int(x) if whole else float(x), "mean": interval.value, "low": interval.low, "high": interval.high}
        )
    inside = bool(np.isfinite(crossing))
    best = min(points, key=lambda point: abs(point["mean"] - asked.target))
    return {
        "method": "monotone fit, bracketing",
        "parameter": parameter.name,
        "paths": parameter.all_paths,
        "points": points,
        "direction": "rises" if sign > 0 else "falls",
        "reached": inside,
        "value": crossing if inside else None,
        "low": _end(low),
        "high": _end(high),
        "level": 0.95,
        "best_point": best,
        "says": _says(parameter, asked, crossing, low, high, best, sign, points),
    }


def _cross(xs: np.ndarray, fit: np.ndarray, target: float, sign: int) -> float:
    """Return where the fit meets the target; infinite beyond the end it would have to leave by."""
    above = sign * (fit - target) >= 0
    if above.all():
        return float(xs[0]) if fit[0] == target else -np.inf
    if not above.any():
        return np.inf
    place = int(np.argmax(above))
    a, b = fit[place - 1], fit[place]
    return float(xs[place - 1] + (target - a) / (b - a) * (xs[place] - xs[place - 1]))


def _end(value: float) -> float | None:
    return value if np.isfinite(value) else None


def _says(parameter, asked, crossing: float, low: float, high: float, best: dict, sign: int, points: list) -> str:
    if not np.isfinite(crossing):
        means = [point["mean"] for point in points]
        return (
            f"{asked.metric} does not reach {asked.target:g} for {parameter.name} from {parameter.low:g} to "
            f"{parameter.high:g}: it runs from {min(means):.4g} to {max(means):.4g}"
        )
    left = f"{low:.3g}" if np.isfinite(low) else f"below {parameter.low:g}"
    right = f"{high:.3g}" if np.isfinite(high) else f"above {parameter.high:g}"
    return (
        f"{asked.metric} meets {asked.target:g} at {parameter.name} = {crossing:.3g} "
        f"(95 % interval {left} to {right}); "
        f"of the values played {best['value']:g} is closest, with {best['mean']:.4g}"
    )


def _several(experiment: Experiment, game: Game, evaluator: Evaluator, how: dict, note: Note) -> dict[str, object]:
    try:
        import optuna
    except ImportError as error:
        raise UsageError(
            "several parameters need Optuna", "tune.parameters", allowed='pip install "mkbalance[tune]"'
        ) from error
    asked = experiment.tune
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    sampler = optuna.samplers.TPESampler(
        seed=experiment.seed % 2**32, n_startup_trials=min(10, max(2, asked.points // 3))
    )
    search = optuna.create_study(sampler=sampler, direction="minimize")
    points: list[dict[str, object]] = []
    for _ in range(asked.points):
        trial = search.ask()
        values = [
            trial.suggest_int(p.name, p.low, p.high)
            if isinstance(p.low, int) and isinstance(p.high, int)
            else trial.suggest_float(p.name, p.low, p.high)
            for p in asked.parameters
        ]
        mean = float(evaluator.means([at(asked.parameters, values)])[0, 0])
        search.tell(trial, abs(mean - asked.target))
        named = dict(zip([p.name for p in asked.parameters], values, strict=True))
        points.append({"values": named, "mean": mean})
        note(", ".join(f"{name} = {value:g}" for name, value in named.items()) + f": {asked.metric} {mean:.4g}")
    best = min(points, key=lambda point: abs(point["mean"] - asked.target))
    again = Evaluator(experiment, game, [asked.metric], 2 * asked.games, first=asked.games, **how)
    fresh = again.rows([at(asked.parameters, [best["values"][p.name] for p in asked.parameters])])[0][0]
    interval = Counts(fresh).mean_interval(np.random.default_rng([experiment.seed, TUNE_STREAM]))
    told = ", ".join(f"{name} = {value:g}" for name, value in best["values"].items())
    return {
        "method": "model-guided search (tree-structured Parzen estimator), best point played again over new games",
        "points": points,
        "best_point": best,
        "again": {"games": 2 * asked.games, **interval.document()},
        "says": f"closest to {asked.target:g}: {told}, with {asked.metric} {interval.value:.4g} over new games "
        f"(95 % interval {interval.low:.4g} to {interval.high:.4g})",
    }
