"""Two settings that played the same games."""

from __future__ import annotations

from html import escape

import numpy as np

from mkbalance.errors import UsageError
from mkbalance.games import metrics_of
from mkbalance.stats.paired import Paired
from mkbalance.study.results import Results
from mkbalance.study.summary import SCHEMA_VERSION

__all__ = ["Comparison", "difference"]


def difference(paired: Paired, metrics, seed: int, level: float = 0.95) -> dict[str, object]:
    """Return the differences of win rate, score and rounds of a filled `Paired`."""
    return {
        "win_rate": paired.proportion(metrics.win, level),
        "score": paired.mean(metrics.score, np.random.default_rng([seed, 11]), level),
        "rounds": paired.mean(metrics.rounds, np.random.default_rng([seed, 12]), level),
        "identical": paired.identical,
    }


class Comparison:
    """The paired difference `b - a` of two results.

    Parameters
    ----------
    a, b : Results
        Played from one seed, the same games each.
    """

    def __init__(self, a: Results, b: Results) -> None:
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
        self.paired = Paired([self.metrics.win, self.metrics.score, self.metrics.rounds])
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
            if isinstance(value, dict):
                lines.append(
                    f"{name:<9} {value['a']:9.4g} -> {value['b']:<9.4g} {value['difference']:+.4g}"
                    f" ({_end(value['low'])} to {_end(value['high'])})"
                )
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


def _end(value: float | None) -> str:
    return "unknown" if value is None else f"{value:+.4g}"
