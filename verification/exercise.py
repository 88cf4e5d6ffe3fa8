"""100,000 random games with every check on: all Heroes, four scenarios, seven kinds of start; see `check --exercise`.

    python verification/exercise.py [--games N] [--seed S]

Prints what was met least of each group, the largest numbers against their capacities, and exits with 1 on a fault or
where something was met less often than its bar. `make sanitize` builds the tree in build/sanitize-tree, where the same
games run with every array bound checked:

    cd build/sanitize-tree && PYTHONPATH=. python verification/exercise.py
"""

import argparse
import sys
import time

from mkbalance._kernel import build
from mkbalance.mageknight.exercise import blocks, play, report


def main(argv=None):
    """Play the games and report; the exit code is 0 if all laws held and every bar was met."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1, help="experiment key")
    args = parser.parse_args(argv)
    began = time.perf_counter()
    found = report(play(blocks(args.games), args.seed), args.seed)
    seconds = time.perf_counter() - began
    print(f"{build.VARIANT} build: {found['games']} games, {found['decisions']} decisions, {seconds:.0f} s")
    for group, names in found["counts"].items():
        least = sorted(names.items(), key=lambda item: item[1])[:5]
        told = ", ".join(f"{name} {n}" for name, n in least)
        print(f"{group}: {len(names)} of them, bar {found['bars'][group]}; least: {told}")
    for name, facts in found["most"].items():
        print(f"most {name}: {facts['seen']} of {facts['capacity']}")
    for fault in found["faults"][:20]:
        print(f"fault: {fault}")
    for name in found["under"]:
        print(f"under the bar: {name}")
    print(f"{len(found['faults'])} faults, {len(found['under'])} under the bar")
    return 1 if found["faults"] or found["under"] else 0


if __name__ == "__main__":
    sys.exit(main())
