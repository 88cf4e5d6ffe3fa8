"""Play ranges of games in chunks, over one process, several processes or threads.

A chunk takes 0.2 to 1 s, judged from the chunks before it; the first 64 games of a setting are the first judge. Rows do
not depend on the split, so chunk size, jobs and backend are free choices. With one job nothing is started: the chunks
run in this process. Chunks are handed out as they finish, in any order.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from mkbalance.errors import KernelFault, UsageError, nearest_name
from mkbalance.games import Prepared, metrics_of
from mkbalance.study import replay

__all__ = ["BACKENDS", "Setting", "check_backend", "check_games", "check_jobs", "play", "play_all"]

BACKENDS = ("loky", "threading")
PROBE = 64
TARGET_SECONDS = 0.5
MAX_CHUNK = 20_000
MAX_GAMES = 1_000_000_000

Progress = Callable[[int, str], None]


@dataclass
class Setting:
    """One prepared scenario with its players and seed: what a chunk of games is played from."""

    prepared: Prepared
    seed: int
    key: int
    overrides: dict[str, object] = field(default_factory=dict)
    name: str = ""

    def replay(self, game: int) -> str:
        """Return the command that tells one game."""
        return replay.command(
            "play", self.prepared.scenario_id, self.prepared.players, self.overrides, self.seed, "--game", str(game)
        )


def check_games(games: int, where: str = "games") -> int:
    """Refuse a number of games that is not between 1 and a thousand million."""
    if isinstance(games, bool) or not isinstance(games, int) or not 1 <= games <= MAX_GAMES:
        raise UsageError("must be a whole number of games", where, given=games, allowed=f"1 to {MAX_GAMES}")
    return games


def check_jobs(jobs: int | None, default: int = 1) -> int:
    """Return the number of jobs: None is the default, -1 every CPU."""
    if jobs is None:
        return default
    if isinstance(jobs, bool) or not isinstance(jobs, int) or (jobs < 1 and jobs != -1):
        raise UsageError("must be a whole number of jobs", "jobs", given=jobs, allowed="1, 2, … or -1 for every CPU")
    return cpus() if jobs == -1 else jobs


def cpus() -> int:
    """Return how many CPUs this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def check_backend(backend: str) -> str:
    """Refuse an unknown backend."""
    if backend not in BACKENDS:
        raise UsageError(
            f"no backend is called {backend!r}",
            "backend",
            given=backend,
            allowed=BACKENDS,
            nearest=nearest_name(backend, BACKENDS),
        )
    return backend


def play(
    setting: Setting,
    games: int,
    *,
    jobs: int = 1,
    backend: str = "loky",
    progress: Progress | None = None,
) -> Iterator[np.ndarray]:
    """Play games 0 to `games - 1` of one setting; yield the rows of chunks in any order."""
    for _, rows in play_all([(setting, [(0, games)])], jobs=jobs, backend=backend, progress=progress):
        yield rows


def play_all(
    work: Sequence[tuple[Setting, Sequence[tuple[int, int]]]],
    *,
    jobs: int = 1,
    backend: str = "loky",
    progress: Progress | None = None,
) -> Iterator[tuple[int, np.ndarray]]:
    """Play ranges ``(first, count)`` of several settings; yield ``(index of the setting, rows)`` in any order.

    Raises
    ------
    KernelFault
        A row carries a fault code, or a worker died. The message holds the command that plays the game again.
    """
    source = _in_process(work) if jobs == 1 else _parallel(work, jobs, check_backend(backend))
    try:
        for index, rows in source:
            _refuse_faults(work[index][0], rows)
            if progress is not None:
                progress(len(rows), work[index][0].name)
            yield index, rows
    finally:
        source.close()


def _in_process(work) -> Iterator[tuple[int, np.ndarray]]:
    for index, (setting, ranges) in enumerate(work):
        pace = _Pace()
        for first, count in ranges:
            end = first + count
            while first < end:
                size = min(pace.size(), end - first)
                yield index, pace.timed(setting, first, size)
                first += size


def _parallel(work, jobs: int, backend: str) -> Iterator[tuple[int, np.ndarray]]:
    from joblib import Parallel, delayed

    paces = []
    tasks = []
    for index, (setting, ranges) in enumerate(work):
        pace = _Pace()
        ranges = list(ranges)
        if ranges:  # the probe counts: it plays the first games that are asked for
            first, count = ranges[0]
            size = min(PROBE, count)
            yield index, pace.timed(setting, first, size)
            ranges[0] = (first + size, count - size)
        paces.append(pace)
        tasks += [
            (index, start, min(pace.size(), first + count - start))
            for first, count in ranges
            for start in range(first, first + count, pace.size())
        ]
    if not tasks:
        return
    processes = {"initializer": _leave_ctrl_c_to_the_parent} if backend == "loky" else {}
    results = Parallel(
        n_jobs=jobs,
        backend=backend,
        return_as="generator_unordered",
        pre_dispatch="2*n_jobs",
        max_nbytes=None,
        **processes,
    )(
        delayed(_chunk)(index, work[index][0].prepared, work[index][0].key, first, count)
        for index, first, count in tasks
    )
    finished = False
    try:
        for result in results:  # noqa: UP028, not `yield from`: closing the results is left to `_stop`
            yield result
        finished = True
    except Exception as error:
        if type(error).__name__ == "TerminatedWorkerError":
            raise KernelFault(
                f"a worker process died while playing ({work[0][0].prepared.scenario_id}); "
                "run again with -j 1 to find the game"
            ) from error
        raise
    finally:
        if not finished:
            _stop(results, backend)


def _stop(results, backend: str) -> None:
    """Give up the chunks that are still out."""
    import contextlib
    import warnings

    with contextlib.suppress(Exception), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        results.close()
    if backend == "loky":
        from joblib.externals.loky import get_reusable_executor

        with contextlib.suppress(Exception):
            get_reusable_executor().shutdown(wait=True, kill_workers=True)


def _leave_ctrl_c_to_the_parent() -> None:
    """Let a worker play on: the terminal interrupts the whole group, and the parent ends its workers itself."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _chunk(index: int, prepared: Prepared, key: int, first: int, count: int) -> tuple[int, np.ndarray]:
    return index, prepared.run(key, first, count)


class _Pace:
    """How many games make a chunk of about half a second."""

    def __init__(self) -> None:
        self._seconds_per_game: float | None = None

    def size(self) -> int:
        if self._seconds_per_game is None:
            return PROBE
        return int(min(max(TARGET_SECONDS / self._seconds_per_game, 1), MAX_CHUNK))

    def timed(self, setting: Setting, first: int, count: int) -> np.ndarray:
        started = time.perf_counter()
        rows = setting.prepared.run(setting.key, first, count)
        self._seconds_per_game = max((time.perf_counter() - started) / count, 1e-7)
        return rows


def _refuse_faults(setting: Setting, rows: np.ndarray) -> None:
    column = metrics_of(setting.prepared).fault
    if column not in (rows.dtype.names or ()):
        return
    broken = rows[rows[column] != 0]
    if len(broken):
        row = broken[np.argmin(broken["game"])]
        game, code = int(row["game"]), int(row[column])
        raise KernelFault(
            f"fault {code} in game {game} of seed {setting.seed}; play it again with: {setting.replay(game)}",
            setting.prepared.scenario_id,
            given=code,
        )
