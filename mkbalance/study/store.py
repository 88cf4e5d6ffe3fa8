"""The folder of a study: Parquet parts as games finish, then one table of results.

    experiment.toml       the question as it was asked
    provenance.json       what is needed to run it again, and whether it is complete
    parts/CELL/FIRST-COUNT.parquet   raw rows; each part appears whole or not at all
    results.parquet       every row with names, sorted by cell and game
    summary.json          cells and comparisons, what reports read

Rows do not depend on the split, so a study goes on from whatever parts exist. When it is complete, the parts of each
cell are joined to one. Files are read a few thousand games at a time: memory does not grow with the games. Nothing is
ever unpickled.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
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
_PART = re.compile(r"^(\d{12})-(\d{1,10})\.parquet$", re.ASCII)


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

    def refuse_links(self) -> None:
        """Refuse a folder whose files lead elsewhere: it may come from a stranger, and it is written to."""
        names = (
            ".lock",
            "experiment.toml",
            "provenance.json",
            "results.parquet",
            "summary.json",
            "report.html",
            "estimates.json",
            "course.json",
            "parts",
        )
        inner = self.folder.glob("parts/*")
        for path in [*(self.folder / name for name in names), *inner, *self.folder.glob("parts/*/*")]:
            if path.is_symlink():
                raise InvalidFile("is a link; a study holds none", str(path))

    def tidy(self) -> None:
        """Remove half-written files of a run that was killed; call it with the lock held."""
        for path in [*self.folder.glob(".*.tmp"), *self.folder.glob("parts/*/.*.tmp")]:
            with suppress(OSError):
                path.unlink()

    def write_part(self, cell: Cell, rows: np.ndarray) -> None:
        """Store one finished batch."""
        import pyarrow.parquet as pq

        path = self._cell(cell) / _name(int(rows["game"][0]), len(rows))
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

    def blocks(self, cell: Cell, games: int, size: int = BLOCK, start: int = 0) -> Iterator[np.ndarray]:
        """Yield the rows `start` to `games - 1` of a cell in game order, `size` games at a time whatever the parts."""
        waiting: list[np.ndarray] = []
        held, reached = 0, start
        for rows in self._pieces(cell, games, start):
            if int(rows["game"][0]) != reached:
                break
            waiting.append(rows)
            held += len(rows)
            reached += len(rows)
            if held >= size:
                joined = np.concatenate(waiting)
                while len(joined) >= size:
                    yield joined[:size]
                    joined = joined[size:]
                waiting, held = [joined], len(joined)
        if reached != games:
            raise InvalidFile(
                f"game {reached} of {cell.name!r} is missing; run the study again to fill it in", str(self.folder)
            )
        if held:
            yield np.concatenate(waiting)

    def _pieces(self, cell: Cell, games: int, start: int) -> Iterator[np.ndarray]:
        """Yield what each part adds, in pieces that are small enough to hold."""
        reached = start
        for first, count, path in self.parts(cell):
            if first + count <= reached:
                continue
            if first >= games:
                return
            for rows in self._read(path, first, count):
                begin = int(rows["game"][0])
                rows = rows[max(0, reached - begin) : max(0, games - begin)]
                if len(rows):
                    yield rows
                    reached = int(rows["game"][-1]) + 1

    def merge(self, cells: Sequence[Cell], games: Sequence[int], metadata: bytes) -> int:
        """Write the table of all results; return its number of rows."""
        import pandas as pd
        import pyarrow as pa
        import pyarrow.parquet as pq

        total = 0

        def write(scratch: Path) -> None:
            nonlocal total
            writer = None
            try:
                for cell, count in zip(cells, games, strict=True):
                    for rows in self.blocks(cell, count):
                        frame = cell.prepared.decode(rows)
                        named = {n: frame[n].astype(str) if frame[n].dtype == "category" else frame[n] for n in frame}
                        frame = pd.DataFrame({"cell": cell.name, **named}, index=frame.index)
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

    def compact(self, cell: Cell, games: int) -> None:
        """Join the parts of a cell to one; games beyond `games` stay in parts of their own."""
        import pyarrow.parquet as pq

        before = self.parts(cell)
        whole = self._cell(cell) / _name(0, games)
        inside = [path for first, count, path in before if first + count <= games and path != whole]
        if not inside:
            return

        def write(scratch: Path) -> None:
            writer = None
            try:
                for rows in self.blocks(cell, games):
                    table = to_table(rows)
                    writer = writer or pq.ParquetWriter(scratch, table.schema, compression="zstd")
                    writer.write_table(table, row_group_size=BLOCK)
            finally:
                if writer is not None:
                    writer.close()

        if whole not in [path for *_, path in before]:
            files.write_atomic(whole, write)
        for path in inside:  # until here every game is held twice, so a kill loses nothing
            path.unlink(missing_ok=True)

    def _cell(self, cell: Cell) -> Path:
        return self.folder / "parts" / cell.slug

    def _read(self, path: Path, first: int, count: int) -> Iterator[np.ndarray]:
        """Yield the rows of one part, a row group or less at a time, and check that they are what its name says."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        reached = first
        wrong = InvalidFile("does not hold the games of its name; delete it and run the study again", str(path))
        try:
            with pq.ParquetFile(path) as file:
                schema = file.schema_arrow
                whole = [pa.types.is_integer(kind) or pa.types.is_boolean(kind) for kind in schema.types]
                if "game" not in schema.names or not all(whole):
                    raise wrong
                for batch in file.iter_batches(BLOCK):
                    if batch.num_rows == 0:
                        continue
                    rows = from_table(pa.Table.from_batches([batch]))
                    if not np.array_equal(rows["game"], np.arange(reached, reached + len(rows))):
                        raise wrong
                    reached += len(rows)
                    yield rows
        except (OSError, pa.ArrowException, ValueError) as error:
            raise InvalidFile("is damaged; delete it and run the study again", str(path)) from error
        if reached != first + count:
            raise wrong


def _name(first: int, count: int) -> str:
    return f"{first:012d}-{count}.parquet"
