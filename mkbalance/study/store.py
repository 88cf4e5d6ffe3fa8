"""The folder of a study: Parquet parts as games finish, then one table of results.

    experiment.toml       the question as it was asked
    provenance.json       what is needed to run it again, and whether it is complete
    parts/CELL/FIRST-COUNT.parquet   raw rows; each part appears whole or not at all
    results.parquet       every row with names, sorted by cell and game
    summary.json          cells and comparisons, what reports read

Rows do not depend on the split, so a study goes on from whatever parts exist.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from mkbalance.errors import InvalidFile
from mkbalance.study import files
from mkbalance.study.rows import from_table, to_table

if TYPE_CHECKING:
    from mkbalance.study.design import Cell

__all__ = ["BLOCK", "Store"]

BLOCK = 50_000  # games read at a time
_PART = re.compile(r"^(\d{12})-(\d+)\.parquet$")


class Store:
    """Parts and tables below one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = Path(folder)

    @property
    def experiment(self) -> Path:
        """Path of the copied experiment file."""
        return self.folder / "experiment.toml"

    @property
    def provenance(self) -> Path:
        """Path of the provenance document."""
        return self.folder / "provenance.json"

    @property
    def results(self) -> Path:
        """Path of the merged table."""
        return self.folder / "results.parquet"

    @property
    def summary(self) -> Path:
        """Path of the summary document."""
        return self.folder / "summary.json"

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep a second run out of the folder; the lock goes with the process, however it ends."""
        try:
            import fcntl
        except ImportError:  # no such lock on this system
            yield
            return
        with (self.folder / ".lock").open("w") as handle:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                raise InvalidFile("another run is writing to this folder", str(self.folder)) from error
            yield

    def write_part(self, cell: Cell, rows: np.ndarray) -> None:
        """Store one finished chunk."""
        import pyarrow.parquet as pq

        path = self._cell(cell) / f"{int(rows['game'][0]):012d}-{len(rows)}.parquet"
        path.parent.mkdir(parents=True, exist_ok=True)
        files.write_atomic(path, lambda scratch: pq.write_table(to_table(rows), scratch, compression="zstd"))

    def parts(self, cell: Cell) -> list[tuple[int, int, Path]]:
        """Return first game, number of games and path of the parts of a cell, in game order."""
        folder = self._cell(cell)
        found = (
            [(match, path) for path in folder.glob("*.parquet") if (match := _PART.match(path.name))]
            if folder.is_dir()
            else []
        )
        return sorted((int(match[1]), int(match[2]), path) for match, path in found)

    def missing(self, cell: Cell, games: int) -> list[tuple[int, int]]:
        """Return the ranges ``(first, count)`` below `games` that no part holds."""
        out, reached = [], 0
        for first, count, _ in self.parts(cell):
            if first >= games:
                break
            if first > reached:
                out.append((reached, first - reached))
            reached = max(reached, first + count)
        if reached < games:
            out.append((reached, games - reached))
        return out

    def blocks(self, cell: Cell, games: int, size: int = BLOCK) -> Iterator[np.ndarray]:
        """Yield the rows of a cell in game order, in blocks of `size` games whatever the parts."""
        waiting: list[np.ndarray] = []
        reached = 0
        for first, count, path in self.parts(cell):
            rows = self._read(path, first, count)
            rows = rows[max(0, reached - first) : max(0, games - first)]
            if len(rows):
                if int(rows["game"][0]) != reached:
                    break
                waiting.append(rows)
                reached += len(rows)
            while sum(map(len, waiting)) >= size:
                joined = np.concatenate(waiting)
                yield joined[:size]
                waiting = [joined[size:]]
        if reached != games:
            raise InvalidFile(
                f"game {reached} of {cell.name!r} is missing; run the study again to fill it in", str(self.folder)
            )
        if sum(map(len, waiting)):
            yield np.concatenate(waiting)

    def merge(self, cells: Sequence[Cell], games: int, metadata: bytes) -> int:
        """Write the table of all results; return its number of rows."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        total = 0

        def write(scratch: Path) -> None:
            nonlocal total
            writer = None
            try:
                for cell in cells:
                    for rows in self.blocks(cell, games):
                        frame = cell.prepared.decode(rows)
                        frame = frame.astype({n: str for n in frame.columns if frame[n].dtype == "category"})
                        frame.insert(0, "cell", cell.name)
                        table = pa.Table.from_pandas(frame, preserve_index=False).replace_schema_metadata(
                            {b"mkbalance.provenance": metadata}
                        )
                        writer = writer or pq.ParquetWriter(scratch, table.schema, compression="zstd")
                        writer.write_table(table.cast(writer.schema), row_group_size=BLOCK)
                        total += len(rows)
            finally:
                if writer is not None:
                    writer.close()

        files.write_atomic(self.results, write)
        return total

    def _cell(self, cell: Cell) -> Path:
        return self.folder / "parts" / cell.slug

    def _read(self, path: Path, first: int, count: int) -> np.ndarray:
        import pyarrow as pa
        import pyarrow.parquet as pq

        try:
            rows = from_table(pq.read_table(path, partitioning=None))
        except (OSError, pa.ArrowException) as error:
            raise InvalidFile("is damaged; delete it and run the study again", str(path)) from error
        if len(rows) != count or not np.array_equal(rows["game"], np.arange(first, first + count)):
            raise InvalidFile("does not hold the games of its name; delete it and run the study again", str(path))
        return rows
