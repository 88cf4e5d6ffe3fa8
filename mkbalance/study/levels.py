"""The levels of a factor as the cells of a summary hold them."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["level", "levels"]


def level(cell: dict, factor: str) -> str | float | None:
    """Return the level of a factor in a cell, a number where it is one; None where the cell has none."""
    text = cell["levels"].get(factor)
    if text is None:
        return None
    text = text.removeprefix(factor).strip() or text
    try:
        return float(text)
    except ValueError:
        return text


def levels(cells: Sequence[dict], factor: str) -> list:
    """Return the levels of a factor: numbers ascending, names in the order of the cells."""
    found = list(dict.fromkeys(level(cell, factor) for cell in cells if level(cell, factor) is not None))
    return sorted(found) if all(isinstance(one, float) for one in found) else found
