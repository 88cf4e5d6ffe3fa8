"""Estimates: entries whose numbers nobody has published, what stands beside each, and how to play without it.

An entry with `estimated = true` may name `alternatives`: other values its unknown fields could have. The override
`content.TABLE.ID.estimate = NAME` plays one of them, `scenario.estimate = NAME` one of a scenario. `left_out` is the
alternative that needs no estimate: what the content says it is, else the entry is taken out where its table has a
field for that. `rules.estimates = "leave_out"` chooses it for every estimate at once. Whatever is flagged is found
here; there is no other list of estimates.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from pydantic import ValidationError

from mkbalance.errors import ContentError, UsageError, nearest_name
from mkbalance.mageknight.vocabulary import DESCRIPTIVE

if TYPE_CHECKING:
    from mkbalance.mageknight.game import Prepared
    from mkbalance.mageknight.vocabulary import Entry

__all__ = [
    "FIELD",
    "LEFT_OUT",
    "USED",
    "SWITCH",
    "chosen",
    "choices",
    "estimates",
    "leaving_out",
    "markdown",
    "misfits",
]

FIELD = "estimate"  #: last key of the path that chooses an alternative
USED, LEFT_OUT = "used", "left_out"  #: the estimate itself, and what is played without it
SWITCH, LEAVE_OUT = "rules.estimates", "leave_out"
ABSENT = {"dealt": False, "copies": 0, "count": 0}  # fields that take an entry out of its deck, offer or pile


def choices(entry: Entry) -> dict[str, Mapping[str, object]]:
    """Return what may be played in place of an estimate: fields by the name of the alternative, `left_out` last."""
    found = {name: fields for name, fields in entry.alternatives.items() if name != LEFT_OUT}
    out = entry.alternatives.get(LEFT_OUT)
    if out is None:
        out = next(({name: value} for name, value in ABSENT.items() if name in type(entry).model_fields), None)
    return found if out is None else {**found, LEFT_OUT: out}


def chosen(path: str, entry: Entry, value: object) -> Mapping[str, object]:
    """Return the fields that the alternative `value` of an estimated entry sets; refuse what it has not."""
    if not entry.estimated:
        raise UsageError("the entry holds no estimate", path, given=value)
    known = {USED: {}, **choices(entry)}
    if not isinstance(value, str) or value not in known:
        raise ContentError(
            "must be an alternative of the estimate",
            path,
            given=value,
            allowed=list(known),
            nearest=nearest_name(value, known),
        )
    return known[value]


def leaving_out(tables: Mapping[str, Mapping[str, Entry]], overrides: Mapping[str, object]) -> dict[str, object]:
    """Return `overrides` with the paths that `rules.estimates = "leave_out"` stands for put in front."""
    if overrides.get(SWITCH) != LEAVE_OUT:
        return dict(overrides)
    paths = {
        f"content.{t}.{id_}.{FIELD}": e for t, entries in tables.items() for id_, e in entries.items() if e.estimated
    }
    out = {path: LEFT_OUT for path, entry in paths.items() if LEFT_OUT in choices(entry) and path not in overrides}
    return {**out, **overrides}


def misfits(entry: Entry) -> dict[str, str]:
    """Return what is wrong with the alternatives of an entry, by their names."""
    given, out = entry.model_dump(exclude_unset=True), {}
    for name, fields in entry.alternatives.items():
        unknown = [field for field in fields if field not in type(entry).model_fields or field in DESCRIPTIVE]
        if unknown or not fields:
            out[name] = f"no field {unknown[0]!r} that changes play" if unknown else "sets nothing"
            continue
        try:
            type(entry).model_validate({**given, **fields})
        except ValidationError as error:
            out[name] = error.errors(include_url=False)[0]["msg"]
    return out


def estimates(prepared: Prepared) -> dict[str, dict[str, dict[str, object]]]:
    """Return for each estimate that a game touches the overrides that play each of its alternatives.

    Returns
    -------
    dict
        By name as in `Prepared.estimated`; one without alternatives has none.
    """
    from mkbalance.mageknight.model import scenario, switches

    content = prepared.tables.content
    out: dict[str, dict[str, dict[str, object]]] = {}
    for name in prepared.estimated:
        table, _, id_ = name.partition(".")
        if table == "scenarios":
            known: Iterable[str] = scenario(prepared.scenario_id).alternatives
            out[name] = {other: {f"scenario.{FIELD}": other} for other in known}
        elif table == "rules":
            others = switches()[id_].choices if id_ in switches() else ()
            out[name] = {str(value).lower(): {name: value} for value in others if value != prepared.rules[id_]}
        else:
            out[name] = {other: {f"content.{name}.{FIELD}": other} for other in choices(content[table][id_])}
    return out


def markdown() -> str:
    """Return the table of docs/estimates.md: every estimate of content, scenarios and rulings."""
    from mkbalance.mageknight.loading import load
    from mkbalance.mageknight.model import scenarios

    lines = ["| Estimate | Why, and what is played | Alternatives |", "|---|---|---|"]

    def line(name: str, why: str, others: Mapping[str, Mapping[str, object]]) -> None:
        told = "; ".join(f"`{other}`{_told(fields)}" for other, fields in others.items()) or "none known"
        lines.append(f"| `{name}` | {why} | {told} |".replace("||", "\\|\\|"))

    for table, entries in load().tables.items():
        for id_, entry in entries.items():
            if entry.estimated:
                line(f"{table}.{id_}", entry.estimate_reason, choices(entry))
    for id_, entry in scenarios().items():
        if entry.estimated:
            line(f"scenarios.{id_.split('/')[0]}", f"{id_}: {entry.estimated}", dict.fromkeys(entry.alternatives, {}))
    for id_, rule in load()["rules"].items():
        if rule.kind == "estimated" and rule.played:
            line(f"rules.{id_}", f"ruling {rule.number}: {rule.reading}", {str(c): {} for c in rule.choices})
    return "\n".join(lines) + "\n"


def _told(fields: Mapping[str, object]) -> str:
    """Return the fields of an alternative as text that a table can hold."""
    told = ", ".join(f"{name} = {_plain(value)}" for name, value in fields.items())
    return f": {told}" if told else ""


def _plain(value: object) -> str:
    return str(value).replace("|", "or") if isinstance(value, str) else str(value).replace("'", "")
