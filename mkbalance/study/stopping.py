"""When a cell has played enough: a fixed number, a precise metric, or a decision between variants.

Rules look at the games only at fixed numbers of them, in game order. Where a cell ends therefore depends on its rows
and on nothing else: workers, chunks and interruptions change nothing, and games played beyond the end are left out.

`precision` ends a cell when the half-width of the 95 % interval of its metric is small enough, looked at every 1,000
games and never before 1,000: with that floor the interval keeps its level although the games chose the end.
`decide` follows each variant against the baseline at a few looks with spent alpha (`stats.sequential`), shared by
Bonferroni between the variants. A variant known to be better or worse ends; so does one for which a decision has become
too unlikely to wait for. Each end is recorded with its reason.

References
----------
Chow and Robbins (1965), doi:10.1214/aoms/1177700156; Glynn and Whitt (1992), doi:10.1214/aoap/1177005777 (fixed-width
intervals); see `stats.sequential` for the looks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import inf, sqrt

import numpy as np

from mkbalance.games import metrics_of
from mkbalance.stats.counts import Counts
from mkbalance.stats.proportions import wilson, z_value
from mkbalance.stats.sequential import boundaries, conditional_power
from mkbalance.study.design import Cell, column_of
from mkbalance.study.experiment import FLOOR, Decide, Games, Precision

__all__ = ["Pair", "Rule", "rule_for", "told"]


def told(games: Games) -> str | None:
    """Return the rule in a sentence, or None for a fixed number of games."""
    if rule := games.precision:
        return (
            f"each cell when the 95 % interval of {rule.metric} is at most {rule.half_width:g} to each side, "
            f"looked at every {FLOOR:,} games from {rule.min:,} to {rule.max:,}"
        )
    if rule := games.decide:
        return (
            f"each variant when it is known to be better or worse than the baseline in {rule.metric} "
            f"(alpha {rule.alpha:g} over all variants and {rule.looks} look{'s' * (rule.looks > 1)}), "
            f"or when a decision is less likely than {rule.hopeless:g}; at most {rule.max:,} games"
        )
    return None


@dataclass
class Pair:
    """Two cells that are compared, and where their comparison ended."""

    a: int
    b: int
    games: int = 0
    looks: int = 0
    verdict: str = ""
    reason: str = ""
    critical: float | None = None  #: value of ``|z|`` at the last look; makes the repeated confidence interval
    _counts: Counts = field(default_factory=Counts, repr=False)


class Rule:
    """A fixed number of games for every cell."""

    def __init__(self, cells: list[Cell], games: int) -> None:
        self.games = [games] * len(cells)
        self.reasons = ["" for _ in cells]
        self.pairs: list[Pair] = []
        self._asked = False

    def wanted(self) -> dict[int, int]:
        """Return the games each unfinished cell must have before the next look; nothing when all have ended."""
        if self._asked:
            return {}
        self._asked = True
        return dict(enumerate(self.games))

    def look(self, store) -> None:
        """Look at the games that were wanted."""


class _PrecisionRule(Rule):
    """Every cell on its own."""

    def __init__(self, cells: list[Cell], rule: Precision) -> None:
        super().__init__(cells, rule.max)
        self._rule, self._cells = rule, cells
        self._counts = [Counts() for _ in cells]
        self._seen = [0] * len(cells)
        self._target = [min(_up(rule.min), rule.max)] * len(cells)
        self._open = set(range(len(cells)))

    def wanted(self) -> dict[int, int]:
        return {cell: self._target[cell] for cell in sorted(self._open)}

    def look(self, store) -> None:
        for cell in sorted(self._open):
            self._look(cell, store)

    def _look(self, cell: int, store) -> None:
        column = column_of(self._rule.metric, self._cells[cell].prepared)
        target, width = self._target[cell], inf
        for rows in store.blocks(self._cells[cell], target, FLOOR, start=self._seen[cell]):
            self._counts[cell].add(rows[column])
            self._seen[cell] += len(rows)
            width = self._half_width(cell, column)
            if width <= self._rule.half_width and self._seen[cell] >= self._rule.min:
                seen = f"{self._seen[cell]:,} games"
                return self._end(cell, f"half-width {width:.4g} of {self._rule.metric} after {seen}")
        if self._seen[cell] >= self._rule.max:
            return self._end(cell, f"the limit of {self._rule.max:,} games, half-width {width:.4g}")
        guess = self._seen[cell] * (width / self._rule.half_width) ** 2
        step = max(FLOOR, (guess - self._seen[cell]) / 2)  # half way, so that little is played in vain
        self._target[cell] = min(self._rule.max, _up(self._seen[cell] + step))
        return None

    def _half_width(self, cell: int, column: str) -> float:
        counts = self._counts[cell]
        if column == metrics_of(self._cells[cell].prepared).win:
            wins = int(counts.counts[counts.values != 0].sum())
            found = wilson(wins, counts.games)
            return (found.high - found.low) / 2
        return z_value() * counts.sd / sqrt(counts.games) if counts.games > 1 else inf

    def _end(self, cell: int, reason: str) -> None:
        self.games[cell], self.reasons[cell] = self._seen[cell], reason
        self._open.discard(cell)


class _DecideRule(Rule):
    """Variants against the baseline, in looks they share."""

    def __init__(self, cells: list[Cell], rule: Decide, pairs: Iterable[tuple[int, int]]) -> None:
        super().__init__(cells, rule.max)
        self._rule, self._cells = rule, cells
        self.pairs = [Pair(a, b) for a, b in pairs]
        self._looks = sorted({min(_up(rule.max * (look + 1) / rule.looks), rule.max) for look in range(rule.looks)})
        self._shares = [look / self._looks[-1] for look in self._looks]
        self._bounds = boundaries(self._shares, rule.alpha / max(1, len(self.pairs)))
        self._number = 0
        self.games = [0] * len(cells)

    def wanted(self) -> dict[int, int]:
        active = [pair for pair in self.pairs if not pair.verdict]
        return {cell: self._looks[self._number] for cell in sorted({c for pair in active for c in (pair.a, pair.b)})}

    def look(self, store) -> None:
        for pair in self.pairs:
            if not pair.verdict:
                self._add(pair, store)
                self._judge(pair)
        for pair in self.pairs:
            for cell in (pair.a, pair.b):
                self.games[cell] = max(self.games[cell], pair.games)
        self._number += 1
        for pair in self.pairs:
            if pair.verdict:
                self.reasons[pair.b] = pair.reason

    def _add(self, pair: Pair, store) -> None:
        games, a, b = self._looks[self._number], self._cells[pair.a], self._cells[pair.b]
        columns = column_of(self._rule.metric, a.prepared), column_of(self._rule.metric, b.prepared)
        for left, right in _both(store, a, b, games, pair.games):
            pair._counts.add(right[columns[1]].astype(np.int64) - left[columns[0]].astype(np.int64))
        pair.games, pair.looks = games, self._number + 1

    def _judge(self, pair: Pair) -> None:
        pair.critical = self._bounds[self._number]
        z = _z(pair._counts)
        at = f"at look {pair.looks} of {len(self._looks)}, {pair.games:,} games"
        if abs(z) >= pair.critical:
            pair.verdict = "better" if z > 0 else "worse"
            pair.reason = f"{pair.verdict}: z = {z:+.2f}, beyond {pair.critical:.2f} {at}"
        elif pair.looks == len(self._looks):
            pair.verdict = "undecided"
            pair.reason = f"undecided: z = {z:+.2f}, within {pair.critical:.2f} {at}"
        else:
            chance = conditional_power(z, self._shares[self._number], self._bounds[-1])
            if chance < self._rule.hopeless:
                pair.verdict = "hopeless"
                pair.reason = f"hopeless: a decision has become {chance:.2%} likely {at}, z = {z:+.2f}"


def _both(store, a: Cell, b: Cell, games: int, start: int) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    return zip(store.blocks(a, games, start=start), store.blocks(b, games, start=start), strict=True)


def _z(differences: Counts) -> float:
    """Return the studentized mean difference; 0 where no game differs."""
    if differences.games < 2 or differences.variance == 0:
        return 0.0 if differences.mean == 0 else float(np.copysign(inf, differences.mean))
    return differences.mean / sqrt(differences.variance / differences.games)


def _up(games: float) -> int:
    """Return the next full block of games."""
    return max(1, -int(-games // FLOOR)) * FLOOR


def rule_for(games: Games, cells: list[Cell], contrasts: Iterable[tuple[Cell, Cell, str]]) -> Rule:
    """Return the rule an experiment asks for."""
    if games.precision:
        return _PrecisionRule(cells, games.precision)
    if games.decide:
        at = {id(cell): number for number, cell in enumerate(cells)}
        return _DecideRule(cells, games.decide, [(at[id(a)], at[id(b)]) for a, b, _ in contrasts])
    return Rule(cells, games.per_cell)
