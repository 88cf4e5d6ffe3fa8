"""Text and JSON on stdout; notes and progress on stderr."""

from __future__ import annotations

import json
import os
import re
import sys
import time
import tomllib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from mkbalance.errors import UsageError
from mkbalance.wording import printable

__all__ = ["document", "note", "override", "progress", "table"]


def document(content: object) -> None:
    """Print one JSON document."""
    print(json.dumps(content, indent=2, ensure_ascii=False, default=_plain))


def _plain(value: object) -> object:
    """Return numpy scalars, arrays and sets as JSON knows them."""
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, set | frozenset | tuple):
        return sorted(value) if isinstance(value, set | frozenset) else list(value)
    return str(value)


def note(text: str, quiet: bool = False) -> None:
    """Print a note on stderr."""
    if not quiet:
        print(printable(text), file=sys.stderr, flush=True)


def table(rows: Iterable[Iterable[object]], head: Iterable[object] | None = None) -> None:
    """Print columns padded to their widest cell; with a head, numbers stand right."""
    lines = [[printable(str(cell)) for cell in row] for row in ([head] if head else []) + list(rows)]
    if not lines:
        return
    widths = [max(len(line[i]) if i < len(line) else 0 for line in lines) for i in range(max(map(len, lines)))]
    for line in lines:
        cells = [
            cell.rjust(width) if head and re.fullmatch(r"[-+]?[\d,.]+ ?%?", cell) else cell.ljust(width)
            for cell, width in zip(line, widths, strict=False)
        ]
        print("  ".join(cells).rstrip())


def duration(seconds: float) -> str:
    """Return a time as a reader says it."""
    for unit, length in (("days", 86400), ("hours", 3600), ("minutes", 60)):
        if seconds >= 2 * length:
            return f"{seconds / length:.0f} {unit}"
    return f"{max(seconds, 1):.0f} s"


def size(count: float) -> str:
    """Return a number of bytes as a reader says it."""
    for unit, length in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if count >= length:
            return f"{count / length:.3g} {unit}"
    return f"{count:.0f} bytes"


def override(text: str, flag: str = "--set") -> tuple[str, object]:
    """Read ``PATH=VALUE``: a TOML value, or a bare word as text."""
    path, sign, value = text.partition("=")
    path, value = path.strip(), value.strip()
    if not sign or not path or not value:
        raise UsageError("must read PATH=VALUE", f"{flag} {text}", given=text, allowed="scenario.rounds=5")
    try:
        read = tomllib.loads(f"value = {value}")
    except tomllib.TOMLDecodeError:
        read = {}
    if set(read) == {"value"} and not isinstance(read["value"], dict):
        return path, read["value"]
    if re.fullmatch(r"[A-Za-z_][\w./:+ -]*", value):
        return path, value
    raise UsageError(
        "is not a value", f"{flag} {text}", given=value, allowed="a number, true, false, text, or a list as [1, 2]"
    )


class _Lines:
    """Progress where there is no terminal: a plain line after ten seconds and then every half minute."""

    FIRST, EVERY = 10.0, 30.0

    def __init__(self, total: int) -> None:
        self._total, self._done = total, 0
        self._started = time.monotonic()
        self._next = self._started + self.FIRST

    def __call__(self, games: int, label: str) -> None:
        self._done += games
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + self.EVERY
        left = (self._total - self._done) * (now - self._started) / max(self._done, 1)
        share = self._done / max(self._total, 1)
        note(f"{self._done:,} of {self._total:,} games ({share:.0%}), about {duration(max(left, 0))} left")


@contextmanager
def progress(total: int, quiet: bool = False) -> Iterator[object]:
    """Give a function ``(games, label)`` that moves a bar on a terminal, or prints a line now and then elsewhere."""
    if quiet:
        yield None
        return
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield _Lines(total)
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("games"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("playing", total=total)
        yield lambda games, label: bar.update(task, advance=games, description=label or "playing")
