"""Commands that list and check: scenarios, players, show, check, info."""

from __future__ import annotations

from argparse import Namespace

from mkbalance.cli import output
from mkbalance.errors import CheckFailed, UsageError, nearest_name
from mkbalance.games import get_game

SCHEMA = 1


def scenarios(options: Namespace) -> None:
    """List the scenarios, or show one."""
    found = get_game().scenarios()
    if options.id is not None:
        _scenario(get_game().scenario(options.id), options.json)
        return
    if options.json:
        output.document(
            {
                "schema_version": SCHEMA,
                "scenarios": [
                    {
                        name: getattr(info, name)
                        for name in ("id", "name", "mode", "players", "rounds", "playable", "source", "parameters")
                    }
                    for info in found.values()
                ],
            }
        )
        return
    output.table(
        [
            (info.id, info.name, _seats(info.players), info.rounds, "yes" if info.playable else "not yet")
            for info in found.values()
        ],
        ("ID", "NAME", "SEATS", "ROUNDS", "PLAYABLE"),
    )


def _scenario(info: object, as_json: bool) -> None:
    """Show parameters, source and switches of a scenario."""
    facts = {
        name: getattr(info, name) for name in ("id", "name", "mode", "players", "playable", "source", "parameters")
    }
    if hasattr(info, "rules_in_play"):
        facts["rules"] = info.rules_in_play()
    if as_json:
        output.document({"schema_version": SCHEMA, "scenario": facts})
        return
    _facts(facts)
    if path := _path(facts["parameters"]):
        name, value = path
        print(f"\nTo change one, join its names by dots: --set scenario.{name}={value}")
        print("To change a switch: --set rules.NAME=VALUE. Yes and no are written true and false.")


def _path(parameters: object) -> tuple[str, object] | None:
    """Return the path of the last of the whole numbers that lie deepest, with its value."""
    found: list[tuple[str, object]] = []

    def walk(part: object, path: tuple[str, ...]) -> None:
        if isinstance(part, dict):
            for name, value in part.items():
                walk(value, (*path, name))
        elif isinstance(part, int) and not isinstance(part, bool):
            found.append((".".join(path), part))

    walk(parameters, ())
    return max(reversed(found), key=lambda one: one[0].count("."), default=None)


def _seats(players: object) -> str:
    """Return a number of seats, or the first and last of several."""
    if isinstance(players, list | tuple):
        return str(players[0]) if len(players) == 1 else f"{players[0]} to {players[-1]}"
    return str(players)


def players(options: Namespace) -> None:
    """List heroes and scripted players."""
    game = get_game()
    if options.json:
        output.document({"schema_version": SCHEMA, "heroes": game.heroes(), "players": game.players()})
        return
    output.table(game.heroes().items(), ("HERO", ""))
    print()
    output.table(game.players().items(), ("PLAYER", ""))


def show(options: Namespace) -> None:
    """Show the kinds of fact, the ids of a kind, or one entry."""
    game = get_game()
    kinds = list(game.kinds())
    if options.kind is None:
        facts: object = kinds
    elif options.kind not in kinds:
        raise UsageError(
            f"no such kind: {options.kind!r}",
            "KIND",
            given=options.kind,
            allowed=kinds,
            nearest=nearest_name(options.kind, kinds),
        )
    else:
        facts = game.show(options.kind, options.id)
    if options.json:
        output.document({"schema_version": SCHEMA, "kind": options.kind, "id": options.id, "facts": facts})
        return
    if isinstance(facts, list) and facts and all(isinstance(fact, dict) for fact in facts):
        output.table([[_text(value) for value in fact.values()] for fact in facts], [name.upper() for name in facts[0]])
    else:
        _facts(facts)


def _facts(facts: object, indent: int = 0) -> None:
    """Print JSON-able facts as indented lines."""
    pad = "  " * indent
    if isinstance(facts, dict):
        for name, value in facts.items():
            if isinstance(value, dict | list) and value and not _short(value):
                print(f"{pad}{name}")
                _facts(value, indent + 1)
            else:
                print(f"{pad}{name}  {_text(value)}")
    elif isinstance(facts, list | tuple):
        for value in facts:
            if isinstance(value, dict) and not _short(value):
                _facts(value, indent + 1)
                print()
            else:
                print(f"{pad}{_text(value)}")
    else:
        print(f"{pad}{_text(facts)}")


def _short(value: object) -> bool:
    items = value.values() if isinstance(value, dict) else value
    return len(_text(value)) <= 80 and not any(isinstance(item, dict | list) for item in items)


def _text(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {_text(item)}" for name, item in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(_text(item) for item in value) or "none"
    if value is None or isinstance(value, bool):
        return {None: "-", True: "yes", False: "no"}[value]
    return str(value)


def check(options: Namespace) -> None:
    """Check the content; exit 4 when a check failed or an entry has no test, with --strict also without behaviour."""
    if options.exercise:
        return exercise(options)
    report = get_game().check()
    failed = list(report.get("failed", ()))
    missing = list(report.get("unimplemented", ()))
    if options.strict and missing:
        failed += [f"{name}: no behaviour yet" for name in missing]
    if options.json and not failed:
        output.document({"schema_version": SCHEMA, **report})
    elif not options.json:
        output.table(
            [(name, *row.values()) for name, row in report.get("tables", {}).items()],
            ("TABLE", "ENTRIES", "IMPLEMENTED", "TESTED"),
        )
        if options.entries:
            print()
            output.table(
                [(e["entry"], e["behaviour"] or "-", e["rule"], e["test"] or "-") for e in report.get("coverage", ())],
                ("ENTRY", "BEHAVIOUR", "RULE", "TEST"),
            )
        for label, names in (
            ("checked", report.get("checked", ())),
            ("without behaviour", missing),
            ("waits for what is not in the program", [f"{n}: {what}" for n, what in report.get("waiting", {}).items()]),
            ("estimated", report.get("estimated", ())),
            ("played with less than is printed", report.get("differs", ())),
            ("failed", failed),
        ):
            print(f"\n{label}: {len(names)}")
            for name in names:
                print(f"  {name}")
    if failed:
        raise CheckFailed(
            f"{len(failed)} failed: " + ", ".join(map(str, failed[:5])) + ("…" if len(failed) > 5 else ""), "check"
        )


def exercise(options: Namespace) -> None:
    """Play random games; exit 4 on a fault, and with the default games where something falls short of its bar."""
    game = get_game()
    if not hasattr(game, "exercise"):
        raise UsageError(f"{game.name} has no random games to exercise", "--exercise")
    games = game.exercise_games if options.games is None else options.games
    if games < 1:
        raise UsageError("must be 1 or more", "-n/--games", given=options.games)
    with output.progress(games, options.quiet) as moved:
        report = game.exercise(games, options.scenario, options.seed, moved)
    counts, bars, under = report["counts"], report["bars"], report["under"]
    if options.json:
        output.document({"schema_version": SCHEMA, **report})
    else:
        output.table(
            [(group, name, n, bars[group]) for group, names in counts.items() for name, n in names.items()],
            ("GROUP", "WHAT", "COUNT", "BAR"),
        )
        print()
        output.table(
            [(name, facts["seen"], facts["capacity"]) for name, facts in report["most"].items()],
            ("LARGEST NUMBER", "SEEN", "CAPACITY"),
        )
        print(f"\n{report['games']:,} games, {report['decisions']:,} decisions, {report['fights']:,} fights")
        for label, lines in (("faults", report["faults"]), ("under the bar", under)):
            print(f"{label}: {len(lines)}")
            for line in lines:
                print(f"  {_text(line)}")
    if report["faults"] or (options.games is None and not options.scenario and under):
        raise CheckFailed(f"{len(report['faults'])} faults, {len(under)} under the bar", "check --exercise")


def info(options: Namespace) -> None:
    """Print versions, build and content hash."""
    from mkbalance.study import provenance

    facts = {
        "mkbalance": provenance.software_version(),
        **provenance.environment(),
        "game": get_game().info(),
    }
    if options.json:
        output.document({"schema_version": SCHEMA, **facts})
    else:
        _facts(facts)
