"""Pages of the reference that are written from the program: commands, override paths, metrics, scenarios."""

from __future__ import annotations

import argparse
import typing
from collections.abc import Iterator
from pathlib import Path

from pydantic import BaseModel


def write(folder: Path) -> None:
    """Write every page whose text changed."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in (("cli", cli()), ("paths", paths()), ("metrics", metrics()), ("scenarios", scenarios())):
        page = folder / f"{name}.md"
        if not page.exists() or page.read_text() != text:
            page.write_text(text)


def table(head: tuple[str, ...], rows: list[tuple]) -> str:
    """Return a Markdown table."""
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join(
        "| " + " | ".join(str(cell).replace("|", "\\|").replace("\n", " ") for cell in line) + " |" for line in lines
    )


def cli() -> str:
    """Return the commands with their arguments."""
    from mkbalance.cli.app import parser

    root = parser()
    (commands,) = [action for action in root._actions if isinstance(action, argparse._SubParsersAction)]
    out = ["# Commands", "", "stdout is data, stderr is progress and notes; `--json` prints one document.", ""]
    out += [
        table(
            ("Exit code", "Means"),
            [
                (0, "done"),
                (1, "a fault"),
                (2, "usage: an unknown command, argument, path or name"),
                (3, "an invalid file or value"),
                (4, "a check that was asked for failed"),
                (130, "interrupted; finished parts are kept"),
            ],
        ),
        "",
    ]
    for name, command in commands.choices.items():
        out += [f"## mkbalance {name}", "", command.description or "", ""]
        usage = " ".join(command.format_usage().split()).removeprefix("usage: ")
        out += ["```console", f"$ {usage}", "```", ""]
        rows = [
            (
                "`"
                + (", ".join(action.option_strings) or action.metavar or action.dest)
                + "`"
                + (f" `{action.metavar}`" if action.option_strings and action.metavar else ""),
                action.help or "",
            )
            for action in command._actions
            if action.dest != "help"
        ]
        out += [table(("Argument", "Meaning"), rows), ""]
        if command.epilog:
            example = command.epilog.partition("\n")[2].strip()
            out += ["Example:", "", "```console", f"$ {example}", "```", ""]
    return "\n".join(out)


def _type(annotation: object) -> str:
    origin, args = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is typing.Annotated:
        bounds = []
        for item in args[1:]:
            for part in getattr(item, "metadata", [item]):
                bounds += [
                    f"{sign} {getattr(part, name)}" for name, sign in (("ge", "≥"), ("le", "≤")) if hasattr(part, name)
                ]
        return _type(args[0]) + (f", {', '.join(bounds)}" if bounds else "")
    if origin is typing.Literal:
        return ", ".join(f"`{value}`" for value in args)
    if origin in (list, tuple, frozenset, set):
        return f"list of {_type(args[0])}" if args else "list"
    if origin is dict:
        return "table"
    if args:
        return " or ".join(dict.fromkeys(_type(arg) for arg in args if arg is not type(None)))
    return {int: "whole number", str: "text", bool: "true or false", float: "number"}.get(
        annotation, getattr(annotation, "__name__", str(annotation))
    )


def _bounds(info) -> str:
    names = (("ge", "≥"), ("le", "≤"))
    found = [
        f"{sign} {getattr(part, name)}"
        for part in info.metadata
        for name, sign in names
        if getattr(part, name, None) is not None
    ]
    return _type(info.annotation) + (f", {', '.join(found)}" if found else "")


def _fields(model: type[BaseModel], prefix: str, skip: frozenset = frozenset()) -> Iterator[tuple]:
    for name, info in model.model_fields.items():
        if name in skip:
            continue
        inner = info.annotation
        if isinstance(inner, type) and issubclass(inner, BaseModel):
            yield from _fields(inner, f"{prefix}{name}.")
        else:
            default = "" if info.is_required() else info.get_default(call_default_factory=True)
            default = str(default).lower() if isinstance(default, bool) else default
            yield f"`{prefix}{name}`", _bounds(info), f"`{default}`" if default not in ("", None) else ""


def paths() -> str:
    """Return every override path, from the schema."""
    from mkbalance.mageknight import rulings
    from mkbalance.mageknight.loading import load
    from mkbalance.mageknight.overrides import FROZEN, NOT_CONTENT
    from mkbalance.mageknight.scenario_schema import Parameters
    from mkbalance.mageknight.schema import TABLES
    from mkbalance.mageknight.vocabulary import DESCRIPTIVE

    out = [
        "# Override paths",
        "",
        "Every path that `--set`, `set` in an experiment and `Scenario.set` take. Written from the schema of the program.",
        "A path or value that does not exist is refused with the nearest name.",
        "",
        "## scenario.…",
        "",
        "The default is that of the schema; most scenarios have their own (`mkbalance scenarios ID`). "
        "`scenario.dragon.heads.all` sets the four heads at once, `scenario.estimate` chooses an alternative of an estimated scenario.",
        "",
        table(("Path", "Value", "Default"), [*_fields(Parameters, "scenario.", frozenset({"editions"}))]),
        "",
        "## content.TABLE.ID.FIELD",
        "",
        "`mkbalance show TABLE` lists the ids, `mkbalance show TABLE ID` the values. Parts of a list are reached by number "
        "(`content.enemies.prowlers.attacks.0`). `content.TABLE.ID.estimate` chooses an alternative of an estimate. "
        "`cards` stands for the four tables of cards.",
        "",
    ]
    content = load()
    for name, model in TABLES.items():
        if name in NOT_CONTENT:
            continue
        ids = list(content[name])
        example = f"`{ids[0]}`" + (f" … `{ids[-1]}`" if len(ids) > 1 else "")
        rows = [*_fields(model, f"content.{name}.ID.", frozenset(DESCRIPTIVE | FROZEN.get(name, set())))]
        out += [
            f"### content.{name}",
            "",
            f"{len(ids)} entries: {example}.",
            "",
            table(("Path", "Value", "Default"), rows),
            "",
        ]
    out += [
        "## rules.…",
        "",
        "Readings of unclear rules that are switches; [rulings](../../rulings.md) has all readings with their reasons.",
        "",
    ]
    rows = [
        (
            f"`rules.{row['id']}`",
            ", ".join(f"`{value}`" for value in str(row["values"]).split("|")),
            f"`{row['default']}`",
            row["reading"],
        )
        for row in rulings.rows()
        if row["state"] == "switch"
    ]
    out += [table(("Path", "Values", "Default", "Reading by default"), rows), ""]
    return "\n".join(out)


def metrics() -> str:
    """Return every column of a row."""
    from mkbalance._mageknight.record import ROW_DTYPE
    from mkbalance.mageknight.game import METRICS
    from mkbalance.mageknight.metrics import define

    rows = [(f"`{name}`", ROW_DTYPE[name].name, text or "not described yet") for name, text in define(ROW_DTYPE.names)]
    grouped = "\n".join(
        f"- `{name}` ({METRICS.labels[name]}): {', '.join(f'`{c}`' for c in group.values())}"
        for name, group in METRICS.groups.items()
    )
    return f"""# Metrics

A game is one row with the columns below. `win`, `score` and `rounds` are always summed up; any other column may stand in
`metrics` of an experiment, in `Study.compare` and in `--metric`. Means are over all games of a cell, won or lost.

{table(("Column", "Stored as", "Meaning"), rows)}

## Groups

Families of columns that summaries and reports show together:

{grouped}

## What is computed from them

| Number | From |
|---|---|
| `win_rate` | mean of `win`, Wilson interval |
| `score`, `rounds` | mean, standard deviation, quantiles; bootstrap interval of the mean |
| `round_won` | mean over the games won |
| `survival` | Kaplan-Meier of `round_won`, censored at `rounds` |
| `score_parts` | counts of `score` by round of victory |
| `checksum` | SHA-256 over the rows in game order |
| `by_round` | `Results.by_round`: Fame, level, Reputation, Wounds, crystals, Units, cards, tokens, Tactic, score at the end of each Round |
"""


def scenarios() -> str:
    """Return the scenarios with their parameters."""
    from mkbalance.games import get_game

    game = get_game()
    out = [
        "# Scenarios",
        "",
        table(
            ("Id", "Name", "Rounds", "Seats", "Played"),
            [
                (
                    f"`{id_}`",
                    info.name,
                    info.rounds,
                    info.players if isinstance(info.players, int) else ", ".join(map(str, info.players)),
                    "yes" if info.playable else "not yet",
                )
                for id_, info in game.scenarios().items()
            ],
        ),
        "",
    ]
    for id_, info in game.scenarios().items():
        if info.playable:
            rows = [
                (f"`scenario.{name}`", f"`{value}`")
                for name, value in _flat(info.parameters)
                if value not in ({}, [], "")
            ]
            out += [
                f"## {id_}",
                "",
                f"{info.name}. Source: {info.source}.",
                "",
                table(("Parameter", "Value"), rows),
                "",
            ]
    return "\n".join(out)


def _flat(values: dict, prefix: str = "") -> Iterator[tuple[str, object]]:
    for name, value in values.items():
        if isinstance(value, dict) and name != "editions":
            yield from _flat(value, f"{prefix}{name}.")
        elif name != "editions":
            yield f"{prefix}{name}", value
