"""Two settings that played the same games."""

from __future__ import annotations

from dataclasses import asdict
from html import escape

import numpy as np

from mkbalance.errors import UsageError, nearest_name
from mkbalance.games import STANDARD_METRICS, metrics_of
from mkbalance.stats.paired import Paired
from mkbalance.study.results import Results
from mkbalance.study.summary import SCHEMA_VERSION

__all__ = ["Comparison", "check_margins", "difference", "equivalences", "verdict"]


def difference(paired: Paired, metrics, seed: int, level: float = 0.95) -> dict[str, object]:
    """Return the differences of win rate, score and rounds of a filled `Paired`."""
    return {
        "win_rate": paired.proportion(metrics.win, level),
        "score": paired.mean(metrics.score, np.random.default_rng([seed, 11]), level),
        "rounds": paired.mean(metrics.rounds, np.random.default_rng([seed, 12]), level),
        "identical": paired.identical,
    }


def equivalences(paired: Paired, columns: dict[str, str], win: str, margins: dict[str, float]) -> dict[str, dict]:
    """Return two one-sided tests of each metric that has a margin.

    Parameters
    ----------
    paired : Paired
        Filled, with the columns of these metrics.
    columns : dict
        Column of each metric.
    win : str
        The column that is 0 or 1.
    margins : dict
        By metric, the difference that does not matter.
    """
    return {
        name: asdict(paired.equivalence(columns[name], margin, proportion=columns[name] == win))
        for name, margin in margins.items()
    }


class Comparison:
    """The paired difference `b - a` of two results.

    Parameters
    ----------
    a, b : Results
        Played from one seed, the same games each.
    margins : dict, optional
        By metric (``win``, ``score``, ``rounds``), a difference that does not matter, decided before looking: the
        summary then says whether the settings are equivalent (two one-sided tests at 5 %).
    """

    def __init__(self, a: Results, b: Results, margins: dict[str, float] | None = None) -> None:
        if a.seed != b.seed:
            raise UsageError(
                "two results are paired only when they share a seed", "seed", given=f"{a.seed} and {b.seed}"
            )
        if len(a) != len(b):
            raise UsageError(
                "two results are paired only when they hold the same games", "games", given=f"{len(a)} and {len(b)}"
            )
        self.a, self.b = a, b
        self.metrics = metrics_of(a.prepared)
        self.columns = {name: getattr(self.metrics, name) for name in STANDARD_METRICS}
        self.margins = check_margins(margins or {}, len(a))
        self.paired = Paired(list(self.columns.values()))
        self.paired.add(a.rows, b.rows)

    def summary(self, level: float = 0.95) -> dict[str, object]:
        """Return the comparison as ``mkbalance compare --json`` prints it."""
        a, b = self.a.summary(), self.b.summary()
        return {
            "schema_version": SCHEMA_VERSION,
            "scenario": a["scenario"],
            "players": a["players"],
            "games": a["games"],
            "seed": a["seed"],
            "a": {
                "overrides": a["overrides"],
                "scenario": a["scenario"],
                "players": a["players"],
                "win_rate": a["win_rate"],
                "score": a["score"],
                "checksum": a["checksum"],
            },
            "b": {
                "overrides": b["overrides"],
                "scenario": b["scenario"],
                "players": b["players"],
                "win_rate": b["win_rate"],
                "score": b["score"],
                "checksum": b["checksum"],
            },
            "difference": difference(self.paired, self.metrics, self.a.seed, level),
            "equivalence": equivalences(self.paired, self.columns, self.metrics.win, self.margins),
            "variance_ratio_is": "variance of the paired difference over the sum of both variances",
            "content": {
                "hash": a["content"]["hash"],
                "hash_b": b["content"]["hash"],
                "estimated": sorted({*a["content"]["estimated"], *b["content"]["estimated"]}),
            },
            "notes": a["notes"],
            "seconds": round(a["seconds"] + b["seconds"], 3),
        }

    def __str__(self) -> str:
        summary = self.summary()
        lines = [f"b - a, paired over {summary['games']:,} games (seed {summary['seed']}), 95 % intervals"]
        for name, value in summary["difference"].items():
            if isinstance(value, dict) and not (
                name == "win_rate" and summary["a"]["win_rate"] is summary["b"]["win_rate"] is None
            ):
                lines.append(
                    f"{name:<9} {value['a']:9.4g} -> {value['b']:<9.4g} {value['difference']:+.4g}"
                    f" ({_end(value['low'])} to {_end(value['high'])})"
                )
        lines += [f"{name:<9} {verdict(one)}" for name, one in summary["equivalence"].items()]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><th>{escape(name)}</th><td>{value['a']:.4g}</td><td>{value['b']:.4g}</td>"
            f"<td>{value['difference']:+.4g}</td><td>{_end(value['low'])} to {_end(value['high'])}</td></tr>"
            for name, value in self.summary()["difference"].items()
            if isinstance(value, dict)
        )
        head = "<tr><th></th><th>a</th><th>b</th><th>b − a</th><th>95 %</th></tr>"
        return f"<table>{head}{rows}</table>"


def verdict(found: dict, scale: float = 1) -> str:
    """Say what two one-sided tests found."""
    ends = f"90 % interval {scale * found['low']:+.4g} to {scale * found['high']:+.4g}, p = {found['p']:.2g}"
    margin = f"{scale * found['margin']:g}"
    if found["equivalent"]:
        return f"no difference beyond {margin}: {ends}"
    return f"not shown to differ by less than {margin}: {ends}"


def check_margins(margins: dict[str, float], games: int | None = None, key: str = "margins") -> dict[str, float]:
    """Refuse a margin of no metric, one that is no positive number, and any for less than two games."""
    for name, margin in margins.items():
        if name not in STANDARD_METRICS:
            near = nearest_name(name, STANDARD_METRICS)
            raise UsageError("no such metric", key, given=name, allowed=STANDARD_METRICS, nearest=near)
        if not (isinstance(margin, int | float) and not isinstance(margin, bool) and 0 < margin < float("inf")):
            raise UsageError("must be a number above 0", f"{key}, {name}", given=margin, allowed="for example 0.02")
    if margins and games is not None and games < 2:
        raise UsageError("equivalence needs two games at least", "games", given=games)
    return dict(margins)


def _end(value: float | None) -> str:
    return "unknown" if value is None else f"{value:+.4g}"
