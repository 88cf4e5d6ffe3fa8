"""Errors that a user can meet, each with the exit code the command line gives it.

A message names the key or argument (`where`), what was given, what is allowed and the nearest allowed name, so that
one line is enough to correct it.

Exit codes: 1 a fault, 2 usage, 3 an invalid file or value, 4 a check the user asked for failed, 130 interrupted.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable

__all__ = [
    "CheckFailed",
    "ContentError",
    "InvalidFile",
    "KernelFault",
    "MkbalanceError",
    "UsageError",
    "nearest_name",
]


class MkbalanceError(Exception):
    """Base of every error raised on purpose.

    Parameters
    ----------
    message : str
        One sentence, without a final full stop.
    where : str, optional
        Key path, argument or file the error is about.
    given : object, optional
        The refused value.
    allowed : str or iterable of str, optional
        What would have been accepted.
    nearest : str, optional
        The closest accepted name.
    """

    exit_code = 1

    def __init__(
        self,
        message: str,
        where: str | None = None,
        *,
        given: object = None,
        allowed: str | Iterable[str] | None = None,
        nearest: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.where = where
        self.given = given
        self.allowed = allowed if allowed is None or isinstance(allowed, str) else [str(name) for name in allowed]
        self.nearest = nearest

    def __str__(self) -> str:
        parts = [f"{self.where}: {self.message}" if self.where else self.message]
        if self.given is not None and str(self.given) not in parts[0]:
            parts[0] += f", not {self.given!r}" if "must" in self.message else f" (given {self.given!r})"
        if self.nearest:
            parts.append(f"did you mean {self.nearest!r}?")
        if isinstance(self.allowed, str):
            parts.append(f"allowed: {self.allowed}")
        elif self.allowed:
            shown = ", ".join(self.allowed[:12])
            parts.append(
                f"allowed: {shown}" + (f" and {len(self.allowed) - 12} more" if len(self.allowed) > 12 else "")
            )
        return "; ".join(parts)

    def document(self) -> dict[str, object]:
        """Return the error as JSON-able fields."""
        given = self.given
        if given is not None and not isinstance(given, bool | int | float | str):
            given = str(given)
        return {
            "kind": type(self).__name__,
            "message": self.message,
            "where": self.where,
            "given": given,
            "allowed": self.allowed,
            "nearest": self.nearest,
            "exit_code": self.exit_code,
        }

    def __reduce__(self):
        return _rebuild, (type(self), self.message, dict(self.__dict__))


def _rebuild(kind: type[MkbalanceError], message: str, fields: dict[str, object]) -> MkbalanceError:
    error = kind.__new__(kind)
    Exception.__init__(error, message)
    error.__dict__.update(fields)
    return error


class KernelFault(MkbalanceError):
    """The compiled core broke one of its own rules; the message holds the command that plays the game again."""

    exit_code = 1


class UsageError(MkbalanceError):
    """An argument, name or path that does not exist."""

    exit_code = 2


class InvalidFile(MkbalanceError):
    """A file or value that is not valid."""

    exit_code = 3


class ContentError(InvalidFile):
    """Content, a scenario or a player file that does not pass its schema."""


class CheckFailed(MkbalanceError):
    """A check the user asked for did not pass."""

    exit_code = 4


def nearest_name(given: object, names: Iterable[object]) -> str | None:
    """Return the name closest to `given`, or None when nothing is close."""
    text = [str(name) for name in names]
    found = difflib.get_close_matches(str(given), text, n=1, cutoff=0.5)
    return found[0] if found else None
