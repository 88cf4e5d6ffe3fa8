"""Result rows: their bytes, their checksum, their way to Parquet and back.

A row is one game in fixed-width integer columns. The checksum is SHA-256 over the bytes of the rows in game order and
nothing else, so that any split of the games, any number of workers and any backend gives the same one.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["Checksum", "from_table", "in_game_order", "packed", "to_table"]


def packed(rows: np.ndarray) -> np.ndarray:
    """Return rows without padding between columns, whose bytes mean nothing."""
    tight = np.dtype([(name, rows.dtype[name]) for name in rows.dtype.names])
    if tight == rows.dtype:
        return np.ascontiguousarray(rows)
    out = np.empty(len(rows), dtype=tight)
    for name in tight.names:
        out[name] = rows[name]
    return out


def in_game_order(parts: list[np.ndarray]) -> np.ndarray:
    """Join chunks that finished in any order."""
    rows = np.concatenate(parts)
    return rows[np.argsort(rows["game"], kind="stable")]


class Checksum:
    """SHA-256 over rows, fed in game order."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256()

    def add(self, rows: np.ndarray) -> Checksum:
        """Add the next rows."""
        self._hash.update(packed(rows).tobytes())
        return self

    def hexdigest(self) -> str:
        """Return the checksum so far."""
        return self._hash.hexdigest()


def to_table(rows: np.ndarray) -> pa.Table:
    """Return rows as an Arrow table with the same columns and widths."""
    import pyarrow as pa

    return pa.table({name: np.ascontiguousarray(rows[name]) for name in rows.dtype.names})


def from_table(table: pa.Table) -> np.ndarray:
    """Return the packed rows of an Arrow table written by `to_table`."""
    columns = {name: table[name].to_numpy() for name in table.column_names}
    out = np.empty(table.num_rows, dtype=[(name, column.dtype) for name, column in columns.items()])
    for name, column in columns.items():
        out[name] = column
    return out
