"""Play ranges of games in batches: in this process, over processes, threads or a cluster.

A batch takes 0.2 to 1 s, judged from the batches of its cell before it; the first plays 64 games. Rows do not depend on
the split, so batch size, jobs and backend are free choices. With one job nothing is started: the batches run in this
process. Batches are handed out as they finish, in any order.

joblib does the work: ``loky`` processes (the default: a crash of one does not take the study with it), ``threading``
(the core plays without the GIL), or ``dask`` for a cluster whose scheduler is named.

A worker that dies is reported and its batches are played again, each alone. A batch that faults is played again too;
when it faults twice nothing new is started, what is under way is kept, and the error names the command that plays the
broken game.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field

import numpy as np

from mkbalance.errors import KernelFault, MkbalanceError, UsageError, nearest_name
from mkbalance.games import Prepared, metrics_of
from mkbalance.study import replay

__all__ = [
    "BACKENDS",
    "Setting",
    "check_backend",
    "check_games",
    "check_jobs",
    "cpus",
    "play",
    "play_all",
]

BACKENDS = ("loky", "threading", "dask")
PROBE = 64
TARGET_SECONDS = 0.5
MAX_CHUNK = 20_000
MAX_GAMES = 1_000_000_000

Progress = Callable[[int, str], None]
Note = Callable[[str], None]


@dataclass
class Setting:
    """One prepared scenario with its players and seed: what a batch of games is played from."""

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


def check_backend(backend: str, scheduler: str | None = None) -> str:
    """Refuse an unknown backend, a cluster without an address and an address without a cluster."""
    if backend not in BACKENDS:
        raise UsageError(
            f"no backend is called {backend!r}",
            "backend",
            given=backend,
            allowed=BACKENDS,
            nearest=nearest_name(backend, BACKENDS),
        )
    if backend == "dask" and not scheduler:
        raise UsageError("the dask backend needs the address of a scheduler", "--scheduler", allowed="tcp://HOST:PORT")
    if scheduler and backend != "dask":
        raise UsageError("belongs to the dask backend", "--scheduler", given=scheduler, allowed="--backend dask")
    return backend


def play(
    setting: Setting,
    games: int,
    *,
    jobs: int = 1,
    backend: str = "loky",
    scheduler: str | None = None,
    progress: Progress | None = None,
) -> Iterator[np.ndarray]:
    """Play games 0 to `games - 1` of one setting; yield the rows of batches in any order."""
    work = [(setting, [(0, games)])]
    for _, rows in play_all(work, jobs=jobs, backend=backend, scheduler=scheduler, progress=progress):
        yield rows


def play_all(
    work: Sequence[tuple[Setting, Sequence[tuple[int, int]]]],
    *,
    jobs: int = 1,
    backend: str = "loky",
    scheduler: str | None = None,
    progress: Progress | None = None,
    note: Note | None = None,
) -> Iterator[tuple[int, np.ndarray]]:
    """Play ranges ``(first, count)`` of several settings; yield ``(index of the setting, rows)`` in any order.

    Parameters
    ----------
    scheduler : str, optional
        Address of a Dask scheduler, with ``backend="dask"``.
    progress : callable, optional
        Told the number of games and the name of the setting after each batch.
    note : callable, optional
        Told in a sentence when a batch has to be played again.

    Raises
    ------
    KernelFault
        A batch faulted twice. The message holds the command that plays the game again.
    """
    check_backend(backend, scheduler)
    source = _Run(work, jobs, backend, scheduler, note or (lambda text: None)).results()
    try:
        for index, rows in source:
            if progress is not None:
                progress(len(rows), work[index][0].name)
            yield index, rows
    finally:
        source.close()


@dataclass(frozen=True)
class _Batch:
    index: int
    first: int
    count: int


@dataclass
class _Played:
    """What came back of a batch: rows, or what went wrong."""

    batch: _Batch
    rows: np.ndarray | None
    seconds: float
    error: str = ""
    cause: Exception | None = None  #: kept where it need not travel


class _Pace:
    """How many games make a batch of about half a second."""

    def __init__(self) -> None:
        self._seconds_per_game: float | None = None

    def size(self) -> int:
        if self._seconds_per_game is None:
            return PROBE
        return int(min(max(TARGET_SECONDS / self._seconds_per_game, 1), MAX_CHUNK))

    def timed(self, seconds: float, games: int) -> None:
        self._seconds_per_game = max(seconds / games, 1e-7)


class _Run:
    """One call of `play_all`."""

    def __init__(self, work, jobs: int, backend: str, scheduler: str | None, note: Note) -> None:
        self._work, self._jobs, self._backend, self._scheduler = work, jobs, backend, scheduler
        self._note = note
        self._paces = [_Pace() for _ in work]
        self._out: dict[_Batch, None] = {}  # handed out and not come back
        self._again: list[_Batch] = []  # faulted once
        self._fault: KernelFault | None = None

    def results(self) -> Iterator[tuple[int, np.ndarray]]:
        """Play everything; faulted batches once more at the end."""
        batches = self._batches()
        yield from self._pass(batches)
        while self._again and self._fault is None:
            again, self._again = self._again, []
            for batch in again:
                yield from self._once_more(batch)
        if self._fault is not None:
            raise self._fault

    def _batches(self) -> Iterator[_Batch]:
        for index, (_, ranges) in enumerate(self._work):
            for start, total in ranges:
                first, end = start, start + total
                while first < end:
                    if self._fault is not None:
                        return
                    count = min(self._paces[index].size(), end - first)
                    batch = _Batch(index, first, count)
                    self._out[batch] = None
                    yield batch
                    first += count

    def _pass(self, batches: Iterator[_Batch]) -> Iterator[tuple[int, np.ndarray]]:
        if self._jobs == 1 and self._backend != "dask":
            for batch in batches:
                yield from self._take(self._play_here(batch))
            return
        while True:
            try:
                with _pool(self._backend, self._jobs, self._scheduler) as pool:
                    for played in pool(self._task(batch) for batch in batches):
                        yield from self._take(played)
                return
            except Exception as error:
                if type(error).__name__ not in ("TerminatedWorkerError", "BrokenProcessPool", "KilledWorker"):
                    raise
                lost, self._out = list(self._out), {}
                what = "1 batch" if len(lost) == 1 else f"{len(lost)} batches"
                self._note(f"a worker died: {what} under way, played again one by one")
                for batch in lost:
                    yield from self._alone(batch)

    def _task(self, batch: _Batch):
        from joblib import delayed

        setting = self._work[batch.index][0]
        return delayed(_play)(batch, setting.prepared, setting.key)

    def _play_here(self, batch: _Batch) -> _Played:
        setting = self._work[batch.index][0]
        return _play(batch, setting.prepared, setting.key, keep_cause=True)

    def _take(self, played: _Played, second: bool = False) -> Iterator[tuple[int, np.ndarray]]:
        """Pass sound rows on; keep a faulted batch for a second try, and stop at the second fault."""
        batch, setting = played.batch, self._work[played.batch.index][0]
        self._out.pop(batch, None)
        fault = _fault_of(setting, played)
        if fault is None:
            if played.seconds > 0:
                self._paces[batch.index].timed(played.seconds, batch.count)
            yield batch.index, played.rows
        elif second:
            self._fault = self._fault or fault
        else:
            self._note(f"{fault.message}; its batch of {batch.count} games is played again")
            self._again.append(batch)

    def _once_more(self, batch: _Batch) -> Iterator[tuple[int, np.ndarray]]:
        if self._jobs == 1 or self._backend == "threading":
            yield from self._take(self._play_here(batch), second=True)
        else:
            yield from self._alone(batch)

    def _alone(self, batch: _Batch) -> Iterator[tuple[int, np.ndarray]]:
        """Play a batch in a worker of its own; a second death ends the study at the game that causes it."""
        played = self._try_alone(batch)
        if played is not None:
            yield from self._take(played, second=True)
            return
        game = self._killer(batch)
        setting = self._work[batch.index][0]
        if game is None:
            where = f"a game from {batch.first} to {batch.first + batch.count - 1}"
            game = batch.first
        else:
            where = f"game {game}"
        self._fault = self._fault or KernelFault(
            f"{where} of seed {setting.seed} ended its worker twice; play it again with: {setting.replay(game)}",
            setting.prepared.scenario_id,
        )

    def _try_alone(self, batch: _Batch) -> _Played | None:
        try:
            with _pool("loky", 2, None) as pool:  # two jobs, for one would run in this process
                return next(iter(pool([self._task(batch)])))
        except Exception as error:
            if type(error).__name__ not in ("TerminatedWorkerError", "BrokenProcessPool"):
                raise
            return None

    def _killer(self, batch: _Batch) -> int | None:
        """Return the game that ends its worker, by halving; None when the halves get through."""
        first, count = batch.first, batch.count
        while count > 1:
            half = count // 2
            for start, size in ((first, half), (first + half, count - half)):
                if self._try_alone(_Batch(batch.index, start, size)) is None:
                    first, count = start, size
                    break
            else:
                return None
        return first


def _play(batch: _Batch, prepared: Prepared, key: int, keep_cause: bool = False) -> _Played:
    """Play one batch, wherever this is; what goes wrong comes back as text."""
    started = time.perf_counter()
    try:
        rows = prepared.run(key, batch.first, batch.count)
    except MkbalanceError:
        raise  # a refusal with its own words, as of a Python player that returns no option
    except Exception as error:
        return _Played(batch, None, 0.0, f"{type(error).__name__}: {error}", error if keep_cause else None)
    return _Played(batch, rows, time.perf_counter() - started)


def _fault_of(setting: Setting, played: _Played) -> KernelFault | None:
    batch, where = played.batch, setting.prepared.scenario_id
    if played.rows is None:
        fault = KernelFault(
            f"{played.error} in games {batch.first} to {batch.first + batch.count - 1} of seed {setting.seed}; "
            f"play the first again with: {setting.replay(batch.first)}",
            where,
        )
        fault.__cause__ = played.cause
        return fault
    column = metrics_of(setting.prepared).fault
    if column not in (played.rows.dtype.names or ()):
        return None
    broken = played.rows[played.rows[column] != 0]
    if not len(broken):
        return None
    row = broken[np.argmin(broken["game"])]
    game, code = int(row["game"]), int(row[column])
    return KernelFault(
        f"fault {code} in game {game} of seed {setting.seed}; play it again with: {setting.replay(game)}",
        where,
        given=code,
    )


@contextmanager
def _pool(backend: str, jobs: int, scheduler: str | None):
    """Give a joblib pool that hands results out as they finish, and stop it however it is left."""
    from joblib import Parallel, parallel_config

    options: dict[str, object] = {"n_jobs": jobs, "return_as": "generator_unordered", "pre_dispatch": "2*n_jobs"}
    running: list[object] = []
    with ExitStack() as stack:
        if backend == "dask":
            client = stack.enter_context(_client(scheduler))
            stack.enter_context(parallel_config(backend="dask", client=client, wait_for_workers_timeout=30))
            options["n_jobs"] = -1  # every worker of the cluster
            # two batches for each thread of the cluster, as known now
            options["pre_dispatch"] = 2 * max(1, sum(client.nthreads().values()))
        else:
            options.update(backend=backend, max_nbytes=None)
            if backend == "loky":
                options.update(initializer=_be_a_worker, initargs=(os.getpid(),))

        def run(tasks) -> Iterator[object]:
            results = Parallel(**options)(tasks)
            running.append(results)
            for result in results:  # noqa: UP028, not `yield from`: closing the results is left to `_stop`
                yield result
            running.pop()

        try:
            yield run
        finally:
            if running:
                _stop(running[0], backend)


@contextmanager
def _client(scheduler: str | None):
    """Connect to a Dask scheduler."""
    try:
        from distributed import Client
    except ImportError as error:
        raise UsageError("the dask backend needs Dask", "--backend", allowed='pip install "mkbalance[dask]"') from error
    try:
        client = Client(scheduler, timeout=10, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise UsageError("no scheduler answers there", "--scheduler", given=scheduler) from error
    try:
        yield client
    finally:
        with suppress(Exception):
            client.close()


def _stop(results, backend: str) -> None:
    """Give up the batches that are still out."""
    import warnings

    with suppress(Exception), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        results.close()
    if backend == "loky":
        from joblib.externals.loky import get_reusable_executor

        with suppress(Exception):
            get_reusable_executor().shutdown(wait=True, kill_workers=True)


def _be_a_worker(parent: int) -> None:
    """Leave Ctrl-C to the parent, which the terminal interrupts too, and do not outlive it."""
    import signal
    import threading

    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
