"""Commands on whole studies: new, power, run, verify, report."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from mkbalance.cli import output
from mkbalance.games import get_game
from mkbalance.wording import short

SCHEMA = 1


def new(options: Namespace) -> int:
    """Write a commented experiment file."""
    import re

    from mkbalance.errors import InvalidFile, UsageError
    from mkbalance.study import files, seeds
    from mkbalance.study.template import template

    name = options.name.removesuffix(".toml")
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,79}", name, re.ASCII):
        allowed = "letters, digits, '.', '_' and '-', a letter or digit first; -o names a folder"
        raise UsageError("is not the name of a study", "NAME", given=short(options.name), allowed=allowed)
    target = Path(options.output or ".") / f"{name}.toml"
    if target.exists():
        raise InvalidFile("exists already; choose another name, or delete it", str(target))
    files.check_writable(target, "NAME")
    files.write_text(target, template(name, get_game(), seeds.fresh_seed() % 10**8))
    if options.json:
        output.document({"schema_version": SCHEMA, "experiment": str(target)})
    else:
        print(target)
        output.note(f"edit it, then: mkbalance run {target} --dry-run", options.quiet)
    return 0


def run(options: Namespace) -> int:
    """Run a study and write its report."""
    from mkbalance.study.plan import plan
    from mkbalance.study.runner import check_backend, check_jobs, cpus

    jobs = check_jobs(options.jobs, default=cpus())
    check_backend(options.backend, options.scheduler)
    planned = plan(Path(options.experiment), get_game())
    folder = Path(options.output) if options.output else Path("results") / planned.experiment.name
    if options.dry_run:
        from mkbalance.study.forecast import forecast

        guess = forecast(planned.cells, planned.games, planned.experiment.seed, jobs)
        _tell_plan({**planned.document(), "forecast": guess}, folder, options.json)
        return 0
    study = conducted(planned, folder, options, resume=options.resume)
    from mkbalance.report.build import build

    page = build(folder)
    if options.json:
        output.document(
            {
                **study.summary(),
                "folder": str(folder),
                "report": str(page),
                "games_played": study.played,
                "games_kept": study.kept,
            }
        )
        return 0
    output.table(
        [
            (
                cell["name"],
                f"{rate['value']:.1%} ({rate['low']:.1%} to {rate['high']:.1%})" if cell["winnable"] else "-",
                f"{cell['score']['mean']:.1f}",
                f"{cell['rounds']['mean']:.2f}",
                cell["games"],
            )
            for cell in study.summary()["cells"]
            for rate in [cell["win_rate"]]
        ],
        ("CELL", "WIN RATE (95 %)", "SCORE", "ROUNDS", "GAMES"),
    )
    print(f"report: {page}")
    return 0


def conducted(planned, folder: Path, options: Namespace, resume: bool = False):
    """Run a plan with the workers of the arguments, telling progress."""
    from mkbalance.study.conduct import conduct

    total = planned.games * len(planned.cells)
    most = "at most " if planned.document()["stopping"] else ""
    seed = planned.experiment.seed
    output.note(f"{len(planned.cells)} cells of {most}{planned.games:,} games, seed {seed}", options.quiet)
    with output.progress(total, options.quiet) as moved:
        study = conduct(
            planned,
            folder,
            jobs=options.jobs,
            backend=options.backend,
            scheduler=options.scheduler,
            resume=resume,
            progress=moved,
            note=lambda text: output.note(text, options.quiet),
        )
    if study.kept:
        output.note(f"{study.kept:,} games were kept from an earlier run", options.quiet)
    return study


def _tell_plan(document: dict, folder: Path, as_json: bool) -> None:
    if as_json:
        output.document({**document, "folder": str(folder)})
        return
    print(f"{document['name']}: {document['question']}")
    guess, most = document["forecast"], "at most " if document["stopping"] else ""
    size = f"{len(document['cells'])} cells x {most}{document['games_per_cell']:,} games = {document['games']:,} games"
    print(f"{size}, seed {document['seed']}, {len(document['comparisons'])} comparisons")
    if document["stopping"]:
        print(f"stops: {document['stopping']}")
    print(
        f"about {output.duration(guess['seconds'])} on {guess['jobs']} worker{'s' * (guess['jobs'] > 1)}, "
        f"about {output.size(guess['bytes'])} on disk"
    )
    output.table(
        [
            (
                cell["name"],
                cell["scenario"],
                ", ".join(cell["players"]),
                ", ".join(f"{path} = {value}" for path, value in cell["overrides"].items()),
            )
            for cell in document["cells"]
        ],
        ("CELL", "SCENARIO", "PLAYERS", "SET"),
    )
    print(f"folder: {folder}")


def report(options: Namespace) -> int:
    """Write the report of a finished study again."""
    from mkbalance.report.build import build

    if options.shake is not None:
        _shake(Path(options.folder), options)
    if options.follow is not None:
        _follow(Path(options.folder), options)
    page = build(Path(options.folder), Path(options.output) if options.output else None)
    if options.json:
        output.document({"schema_version": SCHEMA, "report": str(page)})
    else:
        print(page)
    return 0


def _baseline(folder: Path):
    """Return the summary, and name, scenario and players of the cell that plays as the baseline, else of the first."""
    from mkbalance.games import with_overrides
    from mkbalance.study.study import Study

    study, game = Study(folder), get_game()
    summary, base = study.summary(), study.provenance["parameters"]["experiment"]["baseline"]

    def setting(scenario: str, overrides: dict, players: list[str]):
        changed = with_overrides(game.scenario(scenario), overrides)
        described = game.prepare(changed, players).describe()
        return changed, {name: value for name, value in described.items() if name != "overrides"}

    wanted = setting(base["scenario"], base["set"], base["players"])[1]
    cells = summary["cells"]
    for cell in (*cells, cells[0]):
        scenario, described = setting(cell["scenario"], cell["overrides"], cell["players"])
        if described == wanted:
            break
    return summary, cell["name"], scenario, cell["players"]


def _shake(folder: Path, options: Namespace) -> None:
    """Play the baseline of a study again with its estimates shaken, and keep the result with the study."""
    from mkbalance.errors import UsageError
    from mkbalance.study import shaking
    from mkbalance.study.runner import check_games, check_jobs, cpus

    if options.shake < 2:
        raise UsageError("must be a number of games, 2 or more", "--shake", given=options.shake)
    games, jobs = check_games(options.shake, "--shake"), check_jobs(options.jobs, default=cpus())
    summary, name, scenario, players = _baseline(folder)
    found = shaking.shake(get_game(), scenario, players, games=games, seed=summary["seed"], jobs=jobs, cell=name)
    if found is None:
        output.note("nothing that takes part in these games is an estimate that can be moved", options.quiet)
    else:
        shaking.write(folder, found)


def _follow(folder: Path, options: Namespace) -> None:
    """Follow games of the baseline of a study round by round, and keep them with the study."""
    from mkbalance.study import course
    from mkbalance.study.runner import check_games

    games = check_games(options.follow, "--follow")
    summary, name, scenario, players = _baseline(folder)
    found = course.follow(get_game(), scenario, players, games=games, seed=summary["seed"], cell=name)
    if found is None:
        output.note("this game does not tell its rounds", options.quiet)
    else:
        course.write(folder, found)


def power(options: Namespace) -> int:
    """Say how many games a question needs."""
    from mkbalance.errors import UsageError
    from mkbalance.stats import power as sizes

    asked = {
        "half_width": options.half_width,
        "difference": options.difference,
        "win_difference": options.win_difference,
    }
    chosen = [name for name, value in asked.items() if value is not None]
    if len(chosen) != 1:
        allowed = "--half-width, --difference with --sd, --win-difference with --changed"
        raise UsageError("give exactly one question", allowed=allowed)
    for flag, value in (("--alpha", options.alpha), ("--power", options.power)):
        if not 0 < value < 1:
            raise UsageError("must lie between 0 and 1", flag, given=value)
    try:
        if chosen == ["half_width"]:
            games = sizes.games_for_half_width(options.half_width, options.rate, 1 - options.alpha)
            what = f"the {100 * (1 - options.alpha):g} % interval of a win rate near {options.rate:g} to reach "
            what += f"{options.half_width:g} to each side"
        elif chosen == ["difference"]:
            if options.sd is None:
                raise UsageError("is missing", "--sd", allowed="standard deviation of one game")
            games = sizes.games_for_difference(
                options.difference, options.sd, options.variance_ratio, options.power, options.alpha
            )
            what = f"a difference of {options.difference:g} to be seen with probability {options.power:g}"
        else:
            if options.changed is None:
                raise UsageError("is missing", "--changed", allowed="share of games that only one side wins")
            games = sizes.games_for_win_rates(options.win_difference, options.changed, options.power, options.alpha)
            what = f"a difference of win rates of {options.win_difference:g} to be seen with "
            what += f"probability {options.power:g}"
    except (ValueError, OverflowError) as error:
        raise UsageError(str(error), "--" + chosen[0].replace("_", "-"), given=asked[chosen[0]]) from error
    if options.json:
        output.document({"schema_version": SCHEMA, "games": games, "for": what})
    else:
        print(f"{games:,} games of each setting for {what}")
    return 0


def verify(options: Namespace) -> int:
    """Check the tool on itself; exit 4 when a check fails."""
    from mkbalance.errors import CheckFailed
    from mkbalance.games import default_players
    from mkbalance.study.runner import check_jobs, cpus
    from mkbalance.study.seeds import as_seed
    from mkbalance.study.verification import verify as run

    game = get_game()
    scenario = game.scenario(options.scenario) if options.scenario else None
    checks = run(
        game,
        scenario,
        options.player or default_players(game),
        only=options.check,
        seed=as_seed(options.seed),
        jobs=check_jobs(options.jobs, default=cpus()),
        note=lambda text: output.note(text, options.quiet),
    )
    failed = [check.name for check in checks if not check.passed]
    if options.json and not failed:
        output.document({"schema_version": SCHEMA, "checks": [check.document() for check in checks]})
    elif not options.json:
        output.table(
            [("ok" if c.passed else "FAIL", c.name, c.measured, c.bound) for c in checks],
            ("", "CHECK", "MEASURED", "BOUND"),
        )
    if failed:
        raise CheckFailed(f"{len(failed)} of {len(checks)} failed: {', '.join(failed)}", "verify")
    return 0
