"""Files written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from mkbalance.errors import InvalidFile

__all__ = ["check_directory", "check_writable", "write_atomic"]


def check_writable(path: Path, where: str = "output") -> None:
    """Refuse a path that could not be written later, before any work is done for it."""
    path = Path(os.path.realpath(path))
    if path.is_dir():
        raise InvalidFile("is a directory, not a file", f"{where} {path}", given=path)
    if path.exists() and not path.is_file():
        raise InvalidFile("is not a regular file", f"{where} {path}", given=path)
    if not path.parent.is_dir():
        raise InvalidFile("its folder does not exist", f"{where} {path}", given=path)
    _try(path.parent, where)


def check_directory(path: Path, where: str = "output") -> None:
    """Create a directory if need be and refuse one that cannot be written."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InvalidFile(f"cannot be created ({error.strerror})", f"{where} {path}", given=path) from error
    _try(path, where)


def _try(folder: Path, where: str) -> None:
    probe = folder / f".mkbalance-{os.getpid()}.probe"
    try:
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise InvalidFile(f"cannot be written ({error.strerror})", f"{where} {folder}", given=folder) from error


def write_atomic(path: Path, write: Callable[[Path], object]) -> None:
    """Let `write` fill a temporary file beside `path`, then move it into place.

    Whatever happens, `path` holds its old content or the whole new one.
    """
    path = Path(os.path.realpath(path))
    scratch = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        scratch.unlink(missing_ok=True)  # whatever lies there, it is not followed
        write(scratch)
        with scratch.open("rb+") as handle:
            os.fsync(handle.fileno())
        scratch.replace(path)
    except OSError as error:
        raise InvalidFile(f"cannot be written ({error.strerror or error})", str(path), given=path) from error
    finally:
        scratch.unlink(missing_ok=True)


def write_text(path: Path, text: str) -> None:
    """Write a text file whole or not at all."""
    write_atomic(path, lambda scratch: scratch.write_text(text, encoding="utf-8"))
