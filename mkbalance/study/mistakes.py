"""Every mistake of a file in one error."""

from __future__ import annotations

from collections.abc import Iterable

from mkbalance.errors import InvalidFile, MkbalanceError, UsageError
from mkbalance.wording import printable, short

__all__ = ["Mistakes", "mistake", "raise_mistakes"]

SHOWN = 40


class Mistakes(InvalidFile):
    """A file with one or more mistakes; `mistakes` holds one error for each."""

    def __init__(self, found: Iterable[MkbalanceError], where: str) -> None:
        self.mistakes = list({str(item): item for item in found}.values())
        texts = [printable(str(item)) for item in self.mistakes[:SHOWN]]
        if len(self.mistakes) > SHOWN:
            texts.append(f"and {len(self.mistakes) - SHOWN} more")
        if len(self.mistakes) == 1:
            message = texts[0]
        else:
            message = f"{len(self.mistakes)} mistakes:" + "".join(f"\n  {text}" for text in texts)
        super().__init__(message, where)

    def document(self) -> dict[str, object]:
        """Return the error and its mistakes as JSON-able fields."""
        return {**super().document(), "mistakes": [item.document() for item in self.mistakes]}


def mistake(where: str, error: MkbalanceError) -> MkbalanceError:
    """Return an error of the game as a mistake at a place of the file, said once.

    A game names the override path it refused; the place in the file already says it.
    """
    problems = getattr(error, "problems", None)
    if problems:  # a game may find several things wrong with one value
        message = "; ".join(dict.fromkeys(short(problem.message, 200) for problem in problems))
        return UsageError(message, where, nearest=next((p.nearest for p in problems if p.nearest), None))
    return UsageError(error.message, where, given=error.given, allowed=error.allowed, nearest=error.nearest)


def raise_mistakes(found: list[MkbalanceError], where: str) -> None:
    """Raise `Mistakes` when there are any."""
    if found:
        raise Mistakes(found, where)
