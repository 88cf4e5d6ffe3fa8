"""Writes content/coverage.json from what the rule tests played: `make coverage`.

For each entry the test is taken that names the entry, then the one that plays the fewest others. Files that did not run
keep their entries, so a run of one file is enough after adding a test there.
"""

import json
import sys
from pathlib import Path

from mkbalance.mageknight.coverage import FILE


def main(directory: str) -> None:
    """Merge the notes of a run into the shipped file."""
    ran: set[str] = set()
    plays: dict[str, list[tuple[bool, int, str]]] = {}
    for file in Path(directory).glob("*.jsonl"):
        for line in file.read_text(encoding="utf-8").splitlines():
            test, entries = json.loads(line)
            ran.add(test.split("::")[0])
            for entry in entries:
                names = entry.split(".")[1] in test
                plays.setdefault(entry, []).append((not names, len(entries), test))
    shipped = json.loads(FILE.read_text(encoding="utf-8"))
    kept = {entry: test for entry, test in shipped.items() if test.split("::")[0] not in ran}
    found = kept | {entry: min(tests)[2] for entry, tests in plays.items() if entry not in kept}
    FILE.write_text(json.dumps(found, indent=0, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
