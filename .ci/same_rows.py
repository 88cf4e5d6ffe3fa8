"""Compare the result rows of two study directories: exit 1 unless they are equal, in whatever order they lie."""

import sys
from pathlib import Path

import pandas as pd


def rows(directory: Path) -> pd.DataFrame:
    """Read every Parquet part below a directory as one table, in the order of its key columns."""
    parts = sorted(directory.rglob("*.parquet"))
    if not parts:
        raise SystemExit(f"{directory}: no result rows")
    table = pd.concat([pd.read_parquet(part) for part in parts], ignore_index=True)
    return table.sort_values(list(table.columns)).reset_index(drop=True)


def main() -> None:
    """Compare the two directories named on the command line."""
    one, two = (rows(Path(name)) for name in sys.argv[1:3])
    pd.testing.assert_frame_equal(one, two)
    print(f"{len(one)} equal rows")


if __name__ == "__main__":
    main()
