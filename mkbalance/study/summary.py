"""Sum up the games of one setting, block by block, in memory that does not grow with the games."""

from __future__ import annotations

import numpy as np

from mkbalance.games import Metrics, Prepared, metrics_of
from mkbalance.stats.counts import Counts
from mkbalance.stats.proportions import wilson
from mkbalance.stats.survival import Survival
from mkbalance.study.rows import Checksum

__all__ = ["SCHEMA_VERSION", "Tally", "told"]

SCHEMA_VERSION = 1
FEW = 30


class Tally:
    """Counts of every column of one setting; feed blocks in game order."""

    def __init__(self, prepared: Prepared) -> None:
        self.prepared = prepared
        self.metrics: Metrics = metrics_of(prepared)
        self.games = 0
        self.columns: dict[str, Counts] = {}
        self.round_won = Counts()
        self.outcomes: dict[int, Counts] = {}  #: scores by round of victory, 0 for games not won
        self.survival = Survival()
        self.checksum = Checksum()

    def add(self, rows: np.ndarray) -> Tally:
        """Count the next rows."""
        metrics, names = self.metrics, rows.dtype.names
        self.games += len(rows)
        self.checksum.add(rows)
        for name in names:
            if name not in metrics.skip:
                self.columns.setdefault(name, Counts()).add(rows[name])
        if metrics.round_won in names:
            won = rows[metrics.win] != 0
            self.round_won.add(rows[metrics.round_won][won])
            ended = np.where(won, rows[metrics.round_won], 0)
            for outcome in np.unique(ended):
                self.outcomes.setdefault(int(outcome), Counts()).add(rows[metrics.score][ended == outcome])
            self.survival.add(np.where(won, rows[metrics.round_won], rows[metrics.rounds]), won)
        return self

    @property
    def wins(self) -> int:
        """Games won."""
        return sum(
            int(count)
            for value, count in zip(
                self.columns[self.metrics.win].values, self.columns[self.metrics.win].counts, strict=True
            )
            if value
        )

    def score_parts(self) -> list[dict[str, object]]:
        """Return the scores by outcome: the round of victory, None for games not won, values and counts."""
        return [
            {"round": outcome or None, "values": found.values.tolist(), "counts": found.counts.tolist()}
            for outcome, found in sorted(self.outcomes.items())
        ]

    def document(self, seed: int, level: float = 0.95) -> dict[str, object]:
        """Return the JSON-able summary: win rate, score, rounds, groups, means, checksum and content.

        Parameters
        ----------
        seed : int
            Seeds the bootstrap, so that the same rows give the same intervals.
        """
        metrics = self.metrics
        shown = {metrics.win, metrics.score, metrics.rounds, metrics.round_won}
        grouped = {column for group in metrics.groups.values() for column in group.values()}

        def rng(purpose: int) -> np.random.Generator:
            return np.random.default_rng([seed, purpose])

        document: dict[str, object] = {
            "winnable": metrics.winnable,
            "win_rate": wilson(self.wins, self.games, level).document(),
            "wins": self.wins,
            "score": self.columns[metrics.score].summary(rng(1), level),
            "rounds": self.columns[metrics.rounds].summary(rng(2), level),
            "round_won": self.round_won.summary(rng(3), level) if self.round_won.games else None,
        }
        document["survival"] = self.survival.document(level) if self.survival.games else None
        for label, group in metrics.groups.items():
            document[label] = {name: self.columns[column].mean for name, column in group.items()}
        document["actions"] = self.columns[metrics.actions].mean if metrics.actions in self.columns else None
        document["means"] = {
            name: counts.mean for name, counts in self.columns.items() if name not in shown and name not in grouped
        }
        document["checksum"] = self.checksum.hexdigest()
        document["content"] = {"hash": self.prepared.content_hash, "estimated": list(self.prepared.estimated)}
        document["notes"] = notes(self.games, self.prepared)
        return document


def told(document: dict[str, object]) -> dict[str, object]:
    """Return a summary with nothing said of victory where the scenario knows none."""
    return document if document["winnable"] else {**document, "win_rate": None, "wins": None, "survival": None}


def notes(games: int, prepared: Prepared) -> list[str]:
    """Return what a reader must know before believing the numbers."""
    out = ["The players are scripted; another player would see other numbers."]
    if games < FEW:
        out.append(
            f"Only {games} game{'s' if games > 1 else ''}: intervals of means and quantiles are rough below {FEW}."
        )
    if prepared.estimated:
        out.append(f"{len(prepared.estimated)} content entries in use are estimates.")
    return out
