"""Commands that search: tune, sensitivity, knockout, chance."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from mkbalance.cli import output
from mkbalance.games import default_players, get_game

if TYPE_CHECKING:
    from mkbalance.study.study import Study

SCHEMA = 1


def tune(options: Namespace) -> int:
    """Find the parameters that meet a target."""
    from mkbalance.study.tuning import tune as run

    found = _searched(options, "tune", run)
    if options.json:
        output.document({"schema_version": SCHEMA, **found})
        return 0
    print(f"{found['scenario']}, {', '.join(found['players'])}: {found['metric']} to meet {found['target']:g}")
    if "parameter" in found:
        rows = [
            (f"{point['value']:g}", f"{point['mean']:.4g}", f"{point['low']:.4g} to {point['high']:.4g}")
            for point in found["points"]
        ]
        output.table(rows, (found["parameter"].upper(), "MEAN", "95 % INTERVAL"))
    print(found["says"])
    return 0


def sensitivity(options: Namespace) -> int:
    """Say which parameters matter."""
    from mkbalance.study.sensitivity import sensitivity as run

    found = _searched(options, "sensitivity", run)
    if options.json:
        output.document({"schema_version": SCHEMA, **found})
        return 0
    print(
        f"{found['scenario']}, {', '.join(found['players'])}: {found['method']}, {found['points']} points, "
        f"{found['games_per_point']:,} games each"
    )
    for name, metric in found["metrics"].items():
        print(
            f"\n{name}: mean {metric['mean']:.4g}, spread {metric['spread']:.3g}, noise of a mean {metric['noise']:.2g}"
        )
        morris = found["method"] == "Morris"
        key, half, others = (
            ("mu_star", "mu_star_half", ("mu", "sigma")) if morris else ("total", "total_half", ("first",))
        )
        effects = sorted(metric["effects"], key=lambda effect: -(effect[key] or 0))
        heads = ("EFFECT OVER THE RANGE", "SIGNED", "SPREAD") if morris else ("TOTAL SHARE", "FIRST ORDER")
        output.table(
            [
                (
                    effect["name"],
                    f"{_shown(effect[key])} ± {_shown(effect[half])}",
                    *(_shown(effect[o]) for o in others),
                )
                for effect in effects
            ],
            ("PARAMETER", *heads),
        )
    return 0


def _shown(value: float | None) -> str:
    return "unknown" if value is None else f"{value:.3g}"


def _searched(options: Namespace, section: str, run) -> dict:
    from mkbalance.study import files
    from mkbalance.study.plan import plan
    from mkbalance.study.runner import check_backend, check_jobs, cpus

    jobs = check_jobs(options.jobs, default=cpus())
    check_backend(options.backend, options.scheduler)
    game = get_game()
    planned = plan(Path(options.experiment), game)
    asked = getattr(planned.experiment, section)
    if options.output:
        files.check_writable(Path(options.output), "-o/--output")
    total = asked.games * asked.evaluations if asked else 0
    with output.progress(total, options.quiet) as moved:
        found = run(
            planned.experiment,
            game,
            note=lambda text: output.note(text, options.quiet),
            jobs=jobs,
            backend=options.backend,
            scheduler=options.scheduler,
            progress=moved,
        )
    if options.output:
        import json

        files.write_text(Path(options.output), json.dumps({"schema_version": SCHEMA, **found}, indent=2) + "\n")
        output.note(f"wrote {options.output}", options.quiet)
    return found


def _varied(options: Namespace, planner, **asked) -> tuple[Study, Path]:
    """Run the study that a planner makes of one setting; return it and its folder."""
    from mkbalance.cli.simulating import scenario_of
    from mkbalance.cli.studying import conducted
    from mkbalance.study import seeds
    from mkbalance.study.runner import check_backend, check_games, check_jobs

    check_games(options.games, "-n/--games")
    check_jobs(options.jobs)
    check_backend(options.backend, options.scheduler)
    game = get_game()
    planned = planner(
        game,
        scenario_of(game, options, options.changes),
        options.player or default_players(game),
        games=options.games,
        seed=seeds.as_seed(options.seed),
        metrics=list(dict.fromkeys(["win", "score", "rounds", options.metric])),
        **asked,
    )
    folder = Path(options.output) if options.output else Path("results") / planned.experiment.name
    return conducted(planned, folder, options), folder


def knockout(options: Namespace) -> int:
    """Take each entry out in turn and say what it was worth."""
    from mkbalance.study.knockout import knockout_plan, ordered

    study, folder = _varied(options, knockout_plan, kinds=options.kind)
    found = ordered(study.summary()["comparisons"], options.metric)
    if options.json:
        output.document(
            {
                **study.summary(),
                "comparisons": found,
                "folder": str(folder),
                "metric": options.metric,
                "by": options.metric,
            }
        )
        return 0
    standard = {"win": "win_rate", "score": "score", "rounds": "rounds"}
    rows = []
    for item in found:
        one = item["metrics"].get(options.metric) or item[standard.get(options.metric, options.metric)]
        ends = "unknown" if one["low"] is None else f"{one['low']:+.4g} to {one['high']:+.4g}"
        rows.append((item["b"], f"{one['difference']:+.4g}", ends, "same games" if item["identical"] else ""))
    level = 100 * study.summary()["comparison_level"]
    output.table(rows, ("SETTING", f"CHANGE OF {options.metric.upper()}", f"{level:.4g} % INTERVAL", ""))
    print(f"The intervals hold together at 95 %. Folder: {folder}")
    return 0


def chance(options: Namespace) -> int:
    """Deal each source of chance anew in turn and say what it accounts for."""
    from mkbalance.study.chance import chance_plan

    study, folder = _varied(options, chance_plan)
    found = study.chance(options.metric)
    if options.json:
        output.document({"schema_version": SCHEMA, **found, "seed": study.summary()["seed"], "folder": str(folder)})
        return 0
    order = sorted(found["shares"].items(), key=lambda item: -item[1]["total"]["value"] if "total" in item[1] else 1)
    rows = [(name, *(_share(one.get(kind)) for kind in ("first", "total"))) for name, one in order]
    output.table(rows, ("SOURCE", "BY ITSELF", "WITH ALL IT TAKES PART IN"))
    print(f"Shares of the variance of {found['metric']}, {found['games']:,} games. Intervals hold together at 95 %.")
    print(f"Folder: {folder}")
    return 0


def _share(interval: dict | None) -> str:
    if interval is None:
        return ""
    return f"{100 * interval['value']:.1f} % ({100 * interval['low']:.1f} to {100 * interval['high']:.1f})"
