"""Random games with every conservation law checked after each decision, for every Hero of a scenario.

    python verification/random_games.py [--games N] [--scenario ID]... [--seed S]

Prints one line per scenario and Hero; exits with 1 if a game broke a law and names it, so that it can be replayed.
"""

import argparse
import sys
import time

from mkbalance._mageknight import content
from mkbalance._mageknight.exercise import exercise
from mkbalance._mageknight.ids import Fault
from mkbalance.mageknight.compile import compile_tables
from mkbalance.mageknight.model import scenario, scenarios

BLOCK = 1000


def main(argv=None):
    """Play the games and report; the exit code is 0 if all laws held."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=20_000, help="games per scenario and Hero")
    parser.add_argument("--scenario", action="append", help="scenario id; default: every playable one")
    parser.add_argument("--seed", type=int, default=7, help="experiment key")
    args = parser.parse_args(argv)
    tables = compile_tables()
    core = content.Tables(dict(tables.arrays))
    ids = args.scenario or [id_ for id_ in scenarios() if scenario(id_).playable]
    broken = 0
    for id_ in ids:
        for hero in tables.names["heroes"]:
            record = scenario(id_).expand([hero], tables)
            began, faults, decisions = time.perf_counter(), [], 0
            for first in range(0, args.games, BLOCK):
                count = min(BLOCK, args.games - first)
                found, ledger = exercise(core, record, args.seed, first, count)
                faults += found
                decisions += int(ledger["decisions"])
            seconds = time.perf_counter() - began
            print(f"{id_} {hero}: {args.games} games, {decisions} decisions, {seconds:.0f} s, {len(faults)} faults")
            for game, fault, *_ in faults[:5]:
                print(f"    seed {args.seed} game {game}: {Fault(fault).name}")
            broken += len(faults)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
