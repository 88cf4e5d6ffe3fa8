"""The compiled core against the plain model of combat and mana (docs/reference-model.md), for as long as asked.

    python verification/reference.py [--cases N] [--seed S] [--kind KIND]... [--case I]

Prints one line per kind of situation with what was compared. Exits with 1 if model and core differ anywhere and names
the situations; ``--kind KIND --case I`` plays one of them alone.
"""

import argparse
import random
import sys
import time
from collections import Counter

from mkbalance.mageknight.reference.against_core import Bench, Disagreement, run

SHARES = {"field": 4, "city": 2, "lair": 2, "mana": 2}


def main(argv=None):
    """Compare and report; the exit code is 0 if model and core agree throughout."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cases", type=int, default=1_000_000, help="situations over all kinds")
    parser.add_argument("--seed", type=int, default=7, help="part of the name of every situation")
    parser.add_argument("--kind", action="append", choices=SHARES, help="kind of situation; default: all")
    parser.add_argument("--case", type=int, help="only this situation")
    args = parser.parse_args(argv)
    kinds = args.kind or list(SHARES)
    bench, differing = Bench(), 0
    for kind in kinds:
        cases = args.cases * SHARES[kind] // sum(SHARES[k] for k in kinds)
        numbers = range(cases) if args.case is None else [args.case]
        began, counts, problems = time.perf_counter(), Counter(), []
        for number in numbers:
            try:
                run(kind, random.Random(f"{args.seed}:{kind}:{number}"), bench, counts)
            except Disagreement as problem:
                problems.append((number, problem))
        seconds = time.perf_counter() - began
        told = ", ".join(f"{n} {name}" for name, n in sorted(counts.items()))
        print(f"{kind}: {len(numbers)} situations, {seconds:.0f} s, {len(problems)} disagreements; {told}", flush=True)
        for number, problem in problems[:10]:
            print(f"    seed {args.seed} {kind} {number}: {problem}")
        differing += len(problems)
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
