"""The command that plays a campaign."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from mkbalance.cli import output
from mkbalance.errors import UsageError
from mkbalance.games import get_game


def campaign(options: Namespace) -> int:
    """Play scenarios one after the other with the cards kept from each."""
    from mkbalance.study import campaign as module
    from mkbalance.study import files

    target = Path(options.output) if options.output else None
    if target is not None:
        if target.suffix != ".parquet":
            raise UsageError("must end in .parquet", "-o/--output", given=options.output, allowed="FILE.parquet")
        files.check_writable(target, "-o/--output")
    asked = module.load(Path(options.campaign))
    with output.progress(asked.games if options.games is None else options.games, options.quiet) as moved:
        results = module.play(
            asked,
            get_game(),
            players=options.player,
            games=options.games,
            seed=options.seed,
            jobs=options.jobs,
            progress=moved,
        )
    summary = results.summary()
    if target is not None:
        frame = results.frame
        files.write_atomic(target, lambda scratch: frame.to_parquet(scratch, index=False))
        summary["output"] = str(target)
        output.note(f"wrote {target}", options.quiet)
    if options.json:
        output.document(summary)
        return 0
    who = ", ".join(summary["players"])
    print(f"{summary['name']}: {who}, {summary['games']:,} campaigns (seed {summary['seed']})")
    output.table(
        [
            (
                str(number + 1),
                stage["scenario"],
                str(stage["level"] or "-"),
                f"{stage['games']:,}",
                *(
                    (_rate(stage["win_rate"]), f"{stage['score']['mean']:.1f}", f"{stage['rounds']['mean']:.2f}")
                    if stage["games"]
                    else ("", "", "")
                ),
            )
            for number, stage in enumerate(summary["scenarios"])
        ],
        ("", "SCENARIO", "LEVEL", "PLAYED", "WIN RATE (95 %)", "SCORE", "ROUNDS"),
    )
    score = summary["score"]
    between = "" if score["low"] is None else f" (95 % {score['low']:.1f} to {score['high']:.1f})"
    print(f"all won: {_rate(summary['win_rate'])}; scenarios won: mean {summary['won']:.2f}")
    print(f"score over all scenarios: mean {score['mean']:.1f}{between}")
    if summary["content"]["estimated"]:
        print(f"{len(summary['content']['estimated'])} content entries in use are estimates.")
    return 0


def _rate(rate: dict) -> str:
    return f"{rate['value']:.1%} ({rate['low']:.1%} to {rate['high']:.1%})"
