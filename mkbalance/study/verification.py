"""Check the tool on itself: what must be exactly zero is, intervals hold as often as they say, seeds and splits do
not leak.

Every check plays games of one setting and judges a number against a bound stated before. Random checks have a stated
false-alarm rate; a seed makes them repeat.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from mkbalance.errors import UsageError, nearest_name
from mkbalance.games import Game, Scenario, metrics_of
from mkbalance.stats.counts import Counts
from mkbalance.stats.paired import Paired
from mkbalance.stats.proportions import wilson
from mkbalance.study.results import Results, simulate

__all__ = ["CHECKS", "Check", "verify"]

FALSE_ALARM = 1e-4
REPLICATES = 200
REPLICATE_GAMES = 250
TRUTH_GAMES = 40_000
GAMES = 2000


@dataclass(frozen=True)
class Check:
    """One check: what was measured, against what, and whether it passed."""

    name: str
    passed: bool
    measured: str
    bound: str

    def document(self) -> dict[str, object]:
        """Return the check as JSON-able fields."""
        return asdict(self)


@dataclass
class _Bench:
    game: Game
    scenario: Scenario
    players: list[str]
    seed: int
    jobs: int

    def play(self, games: int, seed: int | None = None, **options) -> Results:
        seed = self.seed if seed is None else seed
        return simulate(
            self.game, self.scenario, self.players, games=games, seed=seed, **{"jobs": self.jobs, **options}
        )


def verify(
    game: Game,
    scenario: Scenario | None = None,
    players: Sequence[str] = (),
    *,
    only: Sequence[str] | None = None,
    seed: int = 1,
    jobs: int = 1,
    note: Callable[[str], None] | None = None,
) -> list[Check]:
    """Run the checks.

    Parameters
    ----------
    game : Game
    scenario : Scenario, optional
        The first of the game's measured scenarios by default.
    players : sequence of str
    only : sequence of str, optional
        Names of checks; all by default.
    seed : int
        Of the games; other seeds are made from it.
    jobs : int
        Workers.
    """
    for name in only or ():
        if name not in CHECKS:
            raise UsageError("no such check", "-c", given=name, allowed=CHECKS, nearest=nearest_name(name, CHECKS))
    if scenario is None:
        playable = [info.id for info in game.scenarios().values() if info.playable]
        scenario = game.scenario(next(iter(getattr(game, "bench_scenarios", playable))))
    bench = _Bench(game, scenario, list(players), seed, jobs)
    out = []
    for name in only or CHECKS:
        for check in CHECKS[name](bench):
            out.append(check)
            if note:
                note(f"{'ok  ' if check.passed else 'FAIL'} {check.name}: {check.measured} ({check.bound})")
    return out


def placebo(bench: _Bench) -> list[Check]:
    """Two runs of one setting differ by exactly zero, in every column."""
    a, b = bench.play(GAMES), bench.play(GAMES, jobs=2)
    columns = [name for name in a.rows.dtype.names if name not in ("game", "key")]
    paired = Paired(columns)
    paired.add(a.rows, b.rows)
    apart = [name for name in columns if paired.mean(name, np.random.default_rng(0))["difference"] != 0]
    wins = paired.proportion(a.metrics.win)
    return [
        Check(
            "placebo",
            not apart and paired.identical and wins["difference"] == 0,
            f"{len(apart)} of {len(columns)} columns differ over {GAMES:,} games",
            "exactly zero",
        )
    ]


def coverage(bench: _Bench) -> list[Check]:
    """Intervals of replicate studies hold the truth as often as they say.

    The truth is the mean of many more games of another seed. A replicate misses it at the nominal rate and, for the
    truth is an estimate too, a little more often; the band of the binomial law allows for that.
    """
    from scipy.stats import binom, norm

    truth = bench.play(TRUTH_GAMES, bench.seed + 10**6).rows
    metrics = metrics_of(bench.game.prepare(bench.scenario, bench.players))
    held = {"win rate (Wilson)": 0, "score (bootstrap)": 0}
    wins, score = truth[metrics.win].astype(float), truth[metrics.score].astype(float)
    for replicate in range(REPLICATES):
        rows = bench.play(REPLICATE_GAMES, bench.seed + 2 + replicate, jobs=1).rows
        found = wilson(int(rows[metrics.win].sum()), len(rows))
        held["win rate (Wilson)"] += found.low <= wins.mean() <= found.high
        found = Counts(rows[metrics.score]).mean_interval(np.random.default_rng([bench.seed, replicate]))
        held["score (bootstrap)"] += found.low <= score.mean() <= found.high
    # an interval of z standard errors about a replicate, against a truth with an error of its own
    inflation = np.sqrt(1 + REPLICATE_GAMES / TRUTH_GAMES)
    nominal = 1 - 2 * norm.sf(norm.ppf(0.975) / inflation)
    out = []
    for name, count in held.items():
        exact = wins.mean() in (0.0, 1.0) and name.startswith("win")
        low = int(binom.ppf(FALSE_ALARM / 2, REPLICATES, nominal))
        # Wilson's interval of a rate near 0 or 1 holds more often than it says: only its lower side is a failure
        high = (
            REPLICATES if exact or name.startswith("win") else int(binom.ppf(1 - FALSE_ALARM / 2, REPLICATES, nominal))
        )
        out.append(
            Check(
                f"coverage of {name}",
                low <= count <= high,
                f"{count} of {REPLICATES} studies of {REPLICATE_GAMES} games hold the truth",
                f"{low} to {high}, false alarm {FALSE_ALARM:g}",
            )
        )
    return out


def seeds(bench: _Bench) -> list[Check]:
    """Games of seeds s and s + 1 have nothing to do with each other."""
    from scipy.stats import norm

    a, b = bench.play(GAMES).rows, bench.play(GAMES, bench.seed + 1).rows
    metrics = metrics_of(bench.game.prepare(bench.scenario, bench.players))
    out = []
    limit = float(norm.isf(FALSE_ALARM / 2))
    for lag in (0, 1):
        x = a[metrics.score].astype(float)[lag:]
        y = b[metrics.score].astype(float)[: len(x)]
        moves = x.std() > 0 and y.std() > 0
        z = float(np.corrcoef(x, y)[0, 1] * np.sqrt(len(x))) if moves else 0.0
        what = "the same game" if lag == 0 else "the next game"
        out.append(
            Check(
                f"seeds, {what}",
                abs(z) <= limit and not np.array_equal(x, y),
                f"correlation of scores {z:+.2f} standard errors",
                f"within {limit:.2f}, false alarm {FALSE_ALARM:g}",
            )
        )
    return out


def determinism(bench: _Bench) -> list[Check]:
    """Rows do not depend on workers, batches, backends or interruptions."""
    from mkbalance.study import runner

    expected = bench.play(GAMES, jobs=1).summary()["checksum"]
    out = []

    def compare(name: str, checksum: str) -> None:
        out.append(Check(f"determinism, {name}", checksum == expected, checksum[:16], f"equal to {expected[:16]}"))

    for jobs, backend in ((2, "loky"), (3, "loky"), (2, "threading")):
        compare(f"{jobs} jobs, {backend}", bench.play(GAMES, jobs=jobs, backend=backend).summary()["checksum"])
    probe, most = runner.PROBE, runner.MAX_CHUNK
    try:
        for size in (7, 333):
            runner.PROBE = runner.MAX_CHUNK = size
            compare(f"batches of {size}", bench.play(GAMES, jobs=1).summary()["checksum"])
    finally:
        runner.PROBE, runner.MAX_CHUNK = probe, most
    compare("stopped and resumed", _resumed(bench))
    return out


def _resumed(bench: _Bench) -> str:
    """Return the checksum of a study that was interrupted after a while and continued."""
    from mkbalance.study.conduct import conduct
    from mkbalance.study.knockout import plain_plan
    from mkbalance.study.results import Interrupted

    planned = plain_plan(bench.game, bench.scenario, bench.players, games=GAMES, seed=bench.seed)
    seen = [0]

    def stop(games: int, _name: str) -> None:
        seen[0] += games
        if seen[0] > GAMES // 3:
            raise KeyboardInterrupt

    with tempfile.TemporaryDirectory() as folder:
        with suppress(Interrupted):
            conduct(planned, Path(folder), jobs=1, progress=stop)
        return conduct(planned, Path(folder), jobs=2).summary()["cells"][0]["checksum"]


CHECKS: dict[str, Callable[[_Bench], list[Check]]] = {
    "placebo": placebo,
    "coverage": coverage,
    "seeds": seeds,
    "determinism": determinism,
}
