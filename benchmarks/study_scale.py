"""What a study costs beyond its games: speed-up of two workers, overhead per batch, a million games, resuming.

    python benchmarks/study_scale.py [GAMES]

Prints one JSON document. Times depend on what else the machine does; run it alone, or say so. Where the system stops
the whole process for a while, the time it stood still is taken off.
"""

import json
import os
import resource
import sys
import tempfile
import threading
import time
from pathlib import Path

from mkbalance.games import get_game
from mkbalance.study import runner
from mkbalance.study.conduct import conduct
from mkbalance.study.knockout import plain_plan
from mkbalance.study.runner import Setting, play_all
from mkbalance.study.seeds import experiment_key

SCENARIO, PLAYERS, SEED = "first_reconnaissance/solo", ["tovak:random"], 1


class Clock(threading.Thread):
    """Seconds without those in which the process was stopped."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.stopped = 0.0
        self.start()

    def run(self) -> None:
        last = time.perf_counter()
        while True:
            time.sleep(0.1)
            now = time.perf_counter()
            if now - last > 1.0:
                self.stopped += now - last - 0.1
            last = now

    def __call__(self) -> float:
        return time.perf_counter() - self.stopped


clock = Clock()


def played(jobs: int, games: int, batch: int | None = None) -> float:
    """Return the seconds that games take, workers started beforehand."""
    game = get_game()
    prepared = game.prepare(game.scenario(SCENARIO), PLAYERS)
    setting = Setting(prepared, SEED, experiment_key(SEED))
    probe, most = runner.PROBE, runner.MAX_CHUNK
    list(play_all([(setting, [(0, 256)])], jobs=jobs))
    if batch:
        runner.PROBE = runner.MAX_CHUNK = batch
    try:
        started = clock()
        for _ in play_all([(setting, [(0, games)])], jobs=jobs):
            pass
        return clock() - started
    finally:
        runner.PROBE, runner.MAX_CHUNK = probe, most


def main(games: int) -> dict[str, object]:
    """Measure and return a document."""
    one, two = zip(*[(played(1, 20_000), played(2, 20_000)) for _ in range(2)], strict=True)
    small, large = played(1, 4000, 4), played(1, 4000, 4000)
    small2, large2 = played(2, 8000, 16), played(2, 8000, 2000)
    game = get_game()
    planned = plain_plan(game, game.scenario(SCENARIO), PLAYERS, games=games, seed=SEED)
    with tempfile.TemporaryDirectory() as folder:
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        started = clock()
        study = conduct(planned, Path(folder), jobs=2)
        wall = clock() - started
        after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        disk = {path.name: path.stat().st_size for path in Path(folder).rglob("*") if path.is_file()}
        started = clock()
        again = conduct(planned, Path(folder), jobs=2)
        resumed = clock() - started
        assert (again.played, again.content_hash) == (0, study.content_hash)
    return {
        "scenario": SCENARIO,
        "players": PLAYERS,
        "cpus": runner.cpus(),
        "load_average": os.getloadavg(),
        "stopped_seconds": clock.stopped,
        "two_workers": {"games": 20_000, "seconds_one": one, "seconds_two": two, "best_speed_up": min(one) / min(two)},
        "overhead_per_batch_ms": {
            "in_process": 1e3 * (small - large) / 999,
            "loky": 1e3 * (small2 - large2) / (500 - 4),
        },
        "study": {
            "games": games,
            "seconds": wall,
            "memory_before_mb": before / 1024,
            "memory_peak_mb": after / 1024,
            "disk_bytes": sum(disk.values()),
            "files": disk,
            "summing_up_again_seconds": resumed,
            "rows_hash": study.content_hash,
        },
        "core": game.info()["core_hash"],
    }


if __name__ == "__main__":
    print(json.dumps(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000), indent=2))
