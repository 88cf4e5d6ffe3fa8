"""Commands on whole studies: run, report."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from mkbalance.cli import output
from mkbalance.games import get_game

SCHEMA = 1


def run(options: Namespace) -> int:
    """Run a study and write its report."""
    from mkbalance.study.conduct import conduct, plan
    from mkbalance.study.runner import check_backend, check_jobs

    check_jobs(options.jobs)
    check_backend(options.backend)
    planned = plan(Path(options.experiment), get_game())
    folder = Path(options.output) if options.output else Path("results") / planned.experiment.name
    if options.dry_run:
        _tell_plan(planned.document(), folder, options.json)
        return 0
    total = planned.games * len(planned.cells)
    output.note(f"{len(planned.cells)} cells of {planned.games:,} games, seed {planned.experiment.seed}", options.quiet)
    with output.progress(total, options.quiet) as moved:
        study = conduct(
            planned, folder, jobs=options.jobs, backend=options.backend, resume=options.resume, progress=moved
        )
    if study.kept:
        output.note(f"{study.kept:,} games were kept from an earlier run", options.quiet)
    from mkbalance.report.build import build

    page = build(folder)
    if options.json:
        output.document(
            {
                **study.summary,
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
                f"{rate['value']:.1%} ({rate['low']:.1%} to {rate['high']:.1%})",
                f"{cell['score']['mean']:.1f}",
                f"{cell['rounds']['mean']:.2f}",
                cell["games"],
            )
            for cell in study.summary["cells"]
            for rate in [cell["win_rate"]]
        ],
        ("CELL", "WIN RATE (95 %)", "SCORE", "ROUNDS", "GAMES"),
    )
    print(f"report: {page}")
    return 0


def _tell_plan(document: dict, folder: Path, as_json: bool) -> None:
    if as_json:
        output.document({**document, "folder": str(folder)})
        return
    print(f"{document['name']}: {document['question']}")
    size = f"{len(document['cells'])} cells x {document['games_per_cell']:,} games = {document['games']:,}"
    print(f"{size}, seed {document['seed']}")
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

    page = build(Path(options.folder), Path(options.output) if options.output else None)
    if options.json:
        output.document({"schema_version": SCHEMA, "report": str(page)})
    else:
        print(page)
    return 0
