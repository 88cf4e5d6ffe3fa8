"""Rulings as rows for `show rules` and as the table of docs/rulings.md."""

from __future__ import annotations

from mkbalance.mageknight.loading import load
from mkbalance.mageknight.schema import Rule

__all__ = ["details", "markdown", "rows"]


def _word(value: bool | str) -> str:
    """Return a value as it is typed behind `--set rules.ID=`."""
    return str(value).lower() if isinstance(value, bool) else value


def _state(rule: Rule) -> str:
    if not rule.played:
        return "not yet played"
    return "switch" if rule.choices else "settled"


def rows() -> list[dict[str, object]]:
    """Return every ruling in the order of its number: id, kind, what may be set, the reading played."""
    return [
        {
            "number": rule.number,
            "id": id_,
            "kind": rule.kind,
            "state": _state(rule),
            "default": None if rule.default is None else _word(rule.default),
            "values": "|".join(map(_word, rule.choices)) or None,
            "reading": rule.reading,
        }
        for id_, rule in load()["rules"].items()
    ]


def details(id_: str, rule: Rule) -> dict[str, object]:
    """Return all that is known of one ruling."""
    return {
        "id": id_,
        "number": rule.number,
        "question": rule.name,
        "reading": rule.reading,
        "kind": rule.kind,
        "state": _state(rule),
        "default": rule.default,
        "values": list(rule.choices),
        "reason": rule.reason,
    }


def markdown() -> str:
    """Return the table of docs/rulings.md."""
    lines = ["| Number | Question | Reading played | Kind | Switch |", "|---|---|---|---|---|"]
    for id_, rule in load()["rules"].items():
        switch = "not yet played" if not rule.played else ""
        if rule.choices:
            values = " or ".join(_word(v) for v in sorted(rule.choices, key=lambda v: v != rule.default))
            switch = f"`rules.{id_}`: {values}"
        lines.append(f"| {rule.number} | {rule.name} | {rule.reading} | {rule.kind} | {switch} |")
    return "\n".join(lines) + "\n"
