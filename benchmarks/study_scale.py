"""What a study costs beyond its games: speed-up of two workers, overhead per batch, a million games, resuming.

    python benchmarks/study_scale.py [GAMES ...]

Studies of 10,000, 100,000 and 1,000,000 games unless sizes are given, each in a process of its own: does memory grow
with the games? Prints one JSON document. Times depend on what else the machine does; run it alone, or say so. Where
the system stops the whole process for a while, the time it stood still is taken off.
"""

import json
import os
import resource
import subprocess
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


def study_of(games: int) -> dict[str, object]:
    """Conduct one study in this process, then go on with it when nothing is left to do; return what both cost."""
    game = get_game()
    planned = plain_plan(game, game.scenario(SCENARIO), PLAYERS, games=games, seed=SEED)
    with tempfile.TemporaryDirectory() as folder:
        before = peak()
        started = clock()
        study = conduct(planned, Path(folder), jobs=2)
        wall = clock() - started
        after = peak()
        disk = {path.name: path.stat().st_size for path in Path(folder).rglob("*") if path.is_file()}
        started = clock()
        again = conduct(planned, Path(folder), jobs=2)
        resumed = clock() - started
        assert (again.played, again.content_hash) == (0, study.content_hash)
    return {
        "games": games,
        "seconds": wall,
        "memory_before_mb": before,
        "memory_peak_mb": after,
        "worker_peak_mb": resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024,
        "disk_bytes": sum(disk.values()),
        "disk_bytes_a_game": sum(disk.values()) / games,
        "files": disk,
        "summing_up_again_seconds": resumed,
        "rows_hash": study.content_hash,
    }


def peak() -> float:
    """Return the most memory this process has held, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def apart(games: int) -> dict[str, object]:
    """Return `study_of` from a process of its own, whose memory nothing else has used."""
    done = subprocess.run([sys.executable, __file__, "--study", str(games)], check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def main(sizes: list[int]) -> dict[str, object]:
    """Measure and return a document."""
    pairs = [(played(1, 60_000), played(2, 60_000)) for _ in range(5)]
    one, two = zip(*pairs, strict=True)
    small, large = played(1, 4000, 4), played(1, 4000, 4000)
    small2, large2 = played(2, 8000, 16), played(2, 8000, 2000)
    return {
        "scenario": SCENARIO,
        "players": PLAYERS,
        "cpus": runner.cpus(),
        "load_average": os.getloadavg(),
        "stopped_seconds": clock.stopped,
        "two_workers": {
            "games": 60_000,
            "seconds_one": one,
            "seconds_two": two,
            "speed_up_of_each_pair": [a / b for a, b in pairs],
            "best_speed_up": min(one) / min(two),
        },
        "overhead_per_batch_ms": {
            "in_process": 1e3 * (small - large) / 999,
            "loky": 1e3 * (small2 - large2) / (500 - 4),
        },
        "studies": [apart(games) for games in sizes],
        "core": get_game().info()["core_hash"],
    }


if __name__ == "__main__":
    numbers = [int(text) for text in sys.argv[1:] if text != "--study"]
    result = study_of(numbers[0]) if "--study" in sys.argv else main(numbers or [10_000, 100_000, 1_000_000])
    print(json.dumps(result, indent=2))
