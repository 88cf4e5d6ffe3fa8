"""Arguments of every command, and the way errors leave the program.

stdout is data, stderr is progress and messages. Exit codes: 0 done, 1 a fault, 2 usage, 3 an invalid file or value,
4 a check the user asked for failed, 130 interrupted with the finished parts kept.
"""

from __future__ import annotations

import argparse
import importlib
import os
import re
import sys
from collections.abc import Sequence

from mkbalance.errors import InvalidFile, MkbalanceError, UsageError, nearest_name
from mkbalance.wording import printable

__all__ = ["main", "parser"]

EXAMPLES = """examples:
  mkbalance simulate against_the_dragon/solo -p tovak:competent -n 2000 --seed 7
  mkbalance compare against_the_dragon/solo --set-b scenario.dragon.heads.war=7 -n 2000 --seed 7
  mkbalance play against_the_dragon/solo -p tovak --seed 7 --game 12
  mkbalance run experiments/against_the_dragon.toml

exit codes: 0 done, 1 fault, 2 usage, 3 invalid file or value, 4 failed check, 130 interrupted"""


class _Parser(argparse.ArgumentParser):
    """Raise UsageError, with the nearest name, in place of printing the usage and leaving."""

    def error(self, message: str) -> None:
        given = re.search(r"invalid choice: '([^']*)' \(choose from (.*)\)", message)
        if given:
            names = [name.strip().strip("'") for name in given[2].split(",")]
            what = re.match(r"argument ([^:]+):", message)
            raise UsageError(
                f"no such choice: {given[1]!r}",
                what[1] if what else None,
                given=given[1],
                allowed=names,
                nearest=nearest_name(given[1], names),
            )
        unknown = re.match(r"unrecognized arguments: (.*)", message)
        if unknown:
            first = unknown[1].split()[0]
            known = _flags(self)
            raise UsageError("no such argument", first, given=first, nearest=nearest_name(first.split("=")[0], known))
        where = re.match(r"argument ([^:]+): (.*)", message)
        raise UsageError(f"{where[2] if where else message} (see {self.prog} --help)", where[1] if where else None)


def _flags(parser: argparse.ArgumentParser) -> list[str]:
    """Return every flag of a parser and of its commands."""
    out = []
    for action in parser._actions:
        out += action.option_strings
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                out += _flags(command)
    return sorted(set(out))


def _whole(text: str) -> int:
    """Read a whole number; ``20_000`` and ``20000`` are the same."""
    if not re.fullmatch(r"[+-]?\d+(_\d+)*", text):
        raise argparse.ArgumentTypeError(f"must be a whole number, not {text!r}")
    return int(text)


def _number(text: str) -> float:
    """Read a finite number."""
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not abs(value) < float("inf"):
        raise argparse.ArgumentTypeError(f"must be a number, not {text!r}")
    return value


def parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    formatter = argparse.RawDescriptionHelpFormatter
    root = _Parser(
        prog="mkbalance",
        description="Monte Carlo balance studies of Mage Knight.",
        epilog=EXAMPLES,
        formatter_class=formatter,
        allow_abbrev=False,
    )
    root.add_argument("--version", action="store_true", help="print the version and leave")
    commands = root.add_subparsers(dest="command", metavar="COMMAND")

    def command(name: str, module: str, text: str, example: str = "") -> argparse.ArgumentParser:
        made = commands.add_parser(
            name,
            help=text,
            description=text[0].upper() + text[1:] + ".",
            formatter_class=formatter,
            allow_abbrev=False,
            epilog=f"example:\n  {example}" if example else None,
        )
        made.set_defaults(module=f"mkbalance.cli.{module}", function=name)
        made.add_argument("--json", action="store_true", help="print one JSON document on stdout")
        made.add_argument("-q", "--quiet", action="store_true", help="no progress and no notes on stderr")
        return made

    def setting(made: argparse.ArgumentParser) -> None:
        made.add_argument("scenario", metavar="SCENARIO", help="a scenario id, as against_the_dragon/solo")
        made.add_argument(
            "-p",
            "--player",
            action="append",
            metavar="HERO[:PLAYER]",
            default=None,
            help="a seat: hero, then how it is played (skill[/style] or a player file); once per seat",
        )
        made.add_argument("--seed", type=_whole, metavar="S", help="whole number; drawn and printed when left out")
        made.add_argument(
            "--set", action="append", metavar="PATH=VALUE", default=[], dest="changes", help="an override; repeatable"
        )

    def batch(made: argparse.ArgumentParser, games: int, jobs: str) -> None:
        made.add_argument("-n", "--games", type=_whole, metavar="N", default=games, help=f"games (default {games})")
        workers(made, jobs)

    def workers(made: argparse.ArgumentParser, jobs: str) -> None:
        made.add_argument(
            "-j", "--jobs", type=_whole, metavar="JOBS", help=f"workers, -1 for every CPU (default {jobs})"
        )
        made.add_argument(
            "--backend", metavar="NAME", default="loky", help="loky (processes, the default), threading or dask"
        )
        made.add_argument("--scheduler", metavar="ADDR", help="Dask scheduler, tcp://HOST:PORT (with --backend dask)")

    listed = command(
        "scenarios",
        "listing",
        "list the scenarios, or show parameters, source and switches of one",
        "mkbalance scenarios solo_conquest",
    )
    listed.add_argument("id", metavar="ID", nargs="?", help="one scenario; the list when left out")
    command("players", "listing", "list heroes and scripted players")
    show = command(
        "show", "listing", "show facts: the kinds, the ids of a kind, or one entry", "mkbalance show enemies prowlers"
    )
    show.add_argument("kind", metavar="KIND", nargs="?", help="a kind of fact; the list of kinds when left out")
    show.add_argument("id", metavar="ID", nargs="?", help="one entry; the list of ids when left out")

    simulate = command(
        "simulate",
        "simulating",
        "play many games of one setting and sum them up",
        "mkbalance simulate against_the_dragon/solo -p tovak -n 2000 --seed 7 -o games.parquet",
    )
    setting(simulate)
    batch(simulate, 1000, "1")
    simulate.add_argument("-o", "--output", metavar="FILE.parquet", help="also write one row per game")

    play = command(
        "play",
        "simulating",
        "play one game and tell it",
        "mkbalance play against_the_dragon/solo -p tovak --seed 7 --game 12 --map map.svg",
    )
    setting(play)
    play.add_argument("--game", type=_whole, metavar="I", default=0, help="game number (default 0)")
    play.add_argument("--map", metavar="FILE.svg", help="also draw the map at the end")

    compare = command(
        "compare",
        "simulating",
        "play the same games under two settings and print the paired difference",
        "mkbalance compare against_the_dragon/solo --set-b scenario.dragon.heads.war=7 -n 2000",
    )
    setting(compare)
    compare.add_argument("--set-a", action="append", metavar="PATH=VALUE", default=[], help="an override of side a")
    compare.add_argument("--set-b", action="append", metavar="PATH=VALUE", default=[], help="an override of side b")
    compare.add_argument(
        "--margin",
        action="append",
        metavar="METRIC=VALUE",
        default=[],
        help="a difference of win (0.02: two points), score or rounds that does not matter: test whether it is less",
    )
    batch(compare, 1000, "1")

    new = command(
        "new", "studying", "write a commented experiment file NAME.toml", "mkbalance new war-head -o experiments"
    )
    new.add_argument("name", metavar="NAME")
    new.add_argument("-o", "--output", metavar="DIR", help="folder of the file (default: this one)")

    run = command(
        "run",
        "studying",
        "run a study and write its report",
        "mkbalance run experiments/against_the_dragon.toml -o results/dragon",
    )
    run.add_argument("experiment", metavar="EXPERIMENT.toml")
    run.add_argument("-o", "--output", metavar="DIR", help="folder of the study (default results/NAME)")
    workers(run, "every CPU")
    run.add_argument("--resume", action="store_true", help="insist on an earlier run in DIR")
    run.add_argument("--dry-run", action="store_true", help="print cells, games, time and size; keep nothing")

    power = command(
        "power",
        "studying",
        "say how many games a question needs",
        "mkbalance power --difference 2 --sd 25 --variance-ratio 0.6",
    )
    power.add_argument("--half-width", type=_number, metavar="W", help="of the interval of a win rate")
    power.add_argument("--rate", type=_number, metavar="P", default=0.5, help="the win rate expected (default 0.5)")
    power.add_argument("--difference", type=_number, metavar="D", help="of means, as of the score")
    power.add_argument("--sd", type=_number, metavar="S", help="standard deviation of one game")
    power.add_argument(
        "--variance-ratio", type=_number, metavar="R", default=1.0, help="as compare prints it (default 1: unpaired)"
    )
    power.add_argument("--win-difference", type=_number, metavar="D", help="of win rates over the same games")
    power.add_argument("--changed", type=_number, metavar="C", help="share of games that only one side wins")
    power.add_argument("--power", type=_number, metavar="B", default=0.9, help="chance to see it (default 0.9)")
    power.add_argument("--alpha", type=_number, metavar="A", default=0.05, help="two-sided error (default 0.05)")

    tune = command(
        "tune", "searching", "find the parameter that meets a target", "mkbalance tune experiments/even_odds.toml"
    )
    sensitivity = command(
        "sensitivity", "searching", "say which parameters matter", "mkbalance sensitivity experiments/heads.toml"
    )
    for made in (tune, sensitivity):
        made.add_argument("experiment", metavar="EXPERIMENT.toml")
        made.add_argument("-o", "--output", metavar="FILE.json", help="also write the result to a file")
        workers(made, "every CPU")

    knockout = command(
        "knockout",
        "searching",
        "take each card, skill, unit … out in turn and say what it was worth",
        "mkbalance knockout against_the_dragon/solo -p tovak --kind units -n 4000 --seed 7",
    )
    setting(knockout)
    batch(knockout, 2000, "every CPU")
    knockout.add_argument("--kind", action="append", metavar="KIND", help="only these, as units; repeatable")
    knockout.add_argument("--metric", metavar="NAME", default="score", help="what to order by (default score)")
    knockout.add_argument("-o", "--output", metavar="DIR", help="folder of the study (default results/NAME)")

    chance = command(
        "chance",
        "searching",
        "deal the map, the decks, the dice … anew in turn and say what luck each accounts for",
        "mkbalance chance against_the_dragon/solo -p tovak -n 1000 --seed 7",
    )
    setting(chance)
    batch(chance, 2000, "every CPU")
    chance.add_argument("--metric", metavar="NAME", default="score", help="whose variance (default score)")
    chance.add_argument("-o", "--output", metavar="DIR", help="folder of the study (default results/NAME)")

    campaign = command(
        "campaign",
        "playing_campaigns",
        "play scenarios one after the other with the cards kept from each",
        "mkbalance campaign experiments/campaign.toml -n 500 --seed 7",
    )
    campaign.add_argument("campaign", metavar="CAMPAIGN.toml")
    campaign.add_argument("-p", "--player", action="append", metavar="HERO[:PLAYER]", help="in place of the file's")
    campaign.add_argument("-n", "--games", type=_whole, metavar="N", help="campaigns (default: the file's)")
    campaign.add_argument("--seed", type=_whole, metavar="S", help="in place of the file's")
    campaign.add_argument("-j", "--jobs", type=_whole, metavar="JOBS", help="workers (default 1; -1 every CPU)")
    campaign.add_argument("-o", "--output", metavar="FILE.parquet", help="also write a row per scenario and campaign")

    report = command("report", "studying", "write the report of a finished study again")
    report.add_argument("folder", metavar="DIR")
    report.add_argument("-o", "--output", metavar="FILE.html", help="default DIR/report.html")
    report.add_argument(
        "--shake",
        type=_whole,
        metavar="N",
        help="first play N games of the baseline with every estimate of the content moved, and show what changes",
    )
    report.add_argument(
        "--follow",
        type=_whole,
        metavar="N",
        help="first follow N games of the baseline round by round, and show Fame, level, cards … by round",
    )
    report.add_argument("-j", "--jobs", type=_whole, metavar="JOBS", help="workers of --shake (default every CPU)")

    check = command("check", "listing", "check the content and print what is covered")
    check.add_argument("--strict", action="store_true", help="entries without behaviour fail the check (exit 4)")
    check.add_argument("--entries", action="store_true", help="list every entry with behaviour, rule and test")
    check.add_argument("--exercise", action="store_true", help="play random games and count what they meet")
    check.add_argument("-n", "--games", type=_whole, metavar="N", help="games of --exercise (default: as its bars ask)")
    check.add_argument("--scenario", action="append", metavar="SCENARIO", default=[], help="of --exercise; repeatable")
    check.add_argument("--seed", type=_whole, metavar="S", default=1, help="of --exercise (default 1)")
    verify = command(
        "verify",
        "studying",
        "check the tool on itself: placebo, coverage of intervals, seeds, determinism",
        "mkbalance verify -c coverage -p tovak:random",
    )
    verify.add_argument("scenario", metavar="SCENARIO", nargs="?", help="default: the game's first measured one")
    verify.add_argument("-p", "--player", action="append", metavar="HERO[:PLAYER]", help="a seat; once per seat")
    verify.add_argument("-c", "--check", action="append", metavar="CHECK", help="placebo, coverage, seeds, determinism")
    verify.add_argument("--seed", type=_whole, metavar="S", default=1, help="seed of the games (default 1)")
    verify.add_argument("-j", "--jobs", type=_whole, metavar="JOBS", help="workers (default every CPU)")
    bench = command("bench", "simulating", "measure games per second, with a checksum of the rows")
    bench.add_argument("scenario", metavar="SCENARIO", nargs="?", help="default: those the game names")
    bench.add_argument(
        "-p",
        "--player",
        action="append",
        metavar="HERO:PLAYER",
        help="players to measure, one at a time (default: the first hero with each skill)",
    )
    bench.add_argument("-n", "--games", type=_whole, metavar="N", default=1000, help="games (default 1000)")
    bench.add_argument("--repeat", type=_whole, metavar="R", default=3, help="best of R (default 3)")
    bench.add_argument("--history", metavar="FILE.jsonl", help="also append the result to a file")
    command("info", "listing", "print versions, build and content hash")
    return root


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    as_json = "--json" in arguments
    try:
        code = _run(arguments)
        sys.stdout.flush()
        return code
    except SystemExit as left:  # --help
        return int(left.code or 0)
    except MkbalanceError as error:
        return _failed(error, as_json)
    except KeyboardInterrupt:
        error = MkbalanceError("interrupted")
        error.exit_code = 130
        return _failed(error, as_json)
    except BrokenPipeError:  # the reader had enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        failure = InvalidFile(error.strerror or str(error), str(error.filename or "standard output"))
        code = _failed(failure, False)
        if error.filename is None:  # stdout itself is full: what is still buffered cannot be written at exit either
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return code


def _run(arguments: list[str]) -> int:
    root = parser()
    if not arguments:
        root.print_help()
        return 0
    options = root.parse_args(arguments)
    if options.version:
        from mkbalance.study.provenance import software_version

        print(f"mkbalance {software_version()}")
        return 0
    if options.command is None:
        raise UsageError("a command is missing (see mkbalance --help)", "COMMAND")
    function = getattr(importlib.import_module(options.module), options.function)
    return int(function(options) or 0)


def _failed(error: MkbalanceError, as_json: bool) -> int:
    """Say what went wrong: one message on stderr, and a document on stdout where one was asked for."""
    sys.stderr.write(printable(f"error: {error}\n"))
    if as_json:
        import json

        try:
            print(
                json.dumps({"schema_version": 1, "error": error.document()}, indent=2, ensure_ascii=False), flush=True
            )
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return error.exit_code
