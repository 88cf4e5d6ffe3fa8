"""Commands that play games: simulate, compare, play, bench."""

from __future__ import annotations

import time
from argparse import Namespace
from pathlib import Path

from mkbalance.cli import output
from mkbalance.errors import InvalidFile, UsageError
from mkbalance.games import NO_VICTORY, Game, Scenario, default_players, get_game, with_overrides

SCHEMA = 1


def scenario_of(game: Game, options: Namespace, changes: list[str], flag: str = "--set") -> Scenario:
    """Return the scenario of the arguments with its overrides."""
    scenario = game.scenario(options.scenario)
    return _apply(scenario, changes, flag)


def _apply(scenario: Scenario, changes: list[str], flag: str) -> Scenario:
    return with_overrides(scenario, *(dict([output.override(text, flag)]) for text in changes))


def simulate(options: Namespace) -> int:
    """Play many games of one setting and sum them up."""
    from mkbalance.study import files
    from mkbalance.study.results import Interrupted
    from mkbalance.study.results import simulate as run
    from mkbalance.study.runner import check_backend, check_games, check_jobs

    check_games(options.games, "-n/--games")
    check_jobs(options.jobs)
    check_backend(options.backend, options.scheduler)
    target = Path(options.output) if options.output else None
    game = get_game()
    scenario = scenario_of(game, options, options.changes)
    if target is not None:
        if target.suffix != ".parquet":
            raise UsageError("must end in .parquet", "-o/--output", given=options.output, allowed="FILE.parquet")
        files.check_writable(target, "-o/--output")
    try:
        with output.progress(options.games, options.quiet) as moved:
            results = run(
                game,
                scenario,
                options.player or default_players(game),
                games=options.games,
                seed=options.seed,
                jobs=options.jobs,
                backend=options.backend,
                scheduler=options.scheduler,
                progress=moved,
            )
    except Interrupted as stopped:
        if target is not None and stopped.results is not None:
            kept = target.with_suffix(".partial.parquet")
            stopped.results.write(kept, game, complete=False)
            stopped.message += f"; the finished ones are in {kept}"
        raise
    summary = results.summary()
    if target is not None:
        if target.exists():
            output.note(f"replacing {target}", options.quiet)
        results.write(target, game)
        summary["output"] = str(target)
        output.note(f"wrote {target}", options.quiet)
    if options.json:
        output.document(summary)
    else:
        _tell_summary(summary)
    return 0


def _tell_summary(summary: dict) -> None:
    win, score, rounds = summary["win_rate"], summary["score"], summary["rounds"]
    rows = [
        ("scenario", summary["scenario"]),
        ("players", ", ".join(summary["players"])),
        *[("set", f"{path} = {value}") for path, value in summary["overrides"].items()],
        ("games", f"{summary['games']:,} (seed {summary['seed']})"),
        (
            "win rate",
            f"{win['value']:.1%}, 95 % interval {win['low']:.1%} to {win['high']:.1%} (Wilson)" if win else NO_VICTORY,
        ),
        ("score", f"mean {score['mean']:.1f}{_between(score)}, sd {_number(score['sd'])}"),
        (
            "",
            f"5 %, 25 %, 50 %, 75 %, 95 %: {', '.join(f'{score[q]:.0f}' for q in ('q05', 'q25', 'q50', 'q75', 'q95'))}",
        ),
        ("rounds played", f"mean {rounds['mean']:.2f}"),
    ]
    if summary["round_won"]:
        rows.append(("round of victory", f"mean {summary['round_won']['mean']:.2f}"))
    rows += [
        (name, ", ".join(f"{member} {value:.2f}" for member, value in group.items()) + " (mean)")
        for name, group in summary.items()
        if isinstance(group, dict)
        and group
        and all(isinstance(value, float) for value in group.values())
        and name not in ("means",)
    ]
    if summary["actions"] is not None:
        rows.append(("decisions a game", f"{summary['actions']:.0f}"))
    rows += [
        ("speed", f"{summary['games_per_second']:,.0f} games/s, {summary['seconds']:.2f} s"),
        ("checksum", summary["checksum"]),
        ("content", summary["content"]["hash"]),
        *[("note", text) for text in summary["notes"]],
    ]
    output.table(rows)


def _between(value: dict) -> str:
    return "" if value["low"] is None else f" (95 % {value['low']:.1f} to {value['high']:.1f})"


def _number(value: float | None) -> str:
    return "unknown" if value is None else f"{value:.1f}"


def play(options: Namespace) -> int:
    """Play one game and tell it."""
    from mkbalance.study import files, seeds

    if options.game < 0:
        raise UsageError("must be a game number, 0 or more", "--game", given=options.game, allowed="0, 1, 2, …")
    game = get_game()
    scenario = scenario_of(game, options, options.changes)
    if options.map:
        files.check_writable(Path(options.map), "--map")
    prepared = game.prepare(scenario, options.player or default_players(game))
    seed = seeds.as_seed(options.seed)
    if options.seed is None:
        output.note(f"seed {seed}", options.quiet)
    told = game.tell(prepared, seeds.experiment_key(seed), options.game, options.map)
    if not options.json:
        for item in told:
            if isinstance(item, str):
                print(item)
        return 0
    items = list(told)
    output.document(
        {
            "schema_version": SCHEMA,
            "scenario": prepared.scenario_id,
            "players": list(prepared.players),
            "overrides": dict(scenario.overrides),
            "seed": seed,
            "game": options.game,
            "lines": [item for item in items if isinstance(item, str)],
            "events": [item for item in items if not isinstance(item, str)],
            "content": {"hash": prepared.content_hash, "estimated": list(prepared.estimated)},
        }
    )
    return 0


def compare(options: Namespace) -> int:
    """Play the same games under two settings and print the paired difference."""
    from mkbalance.study import seeds
    from mkbalance.study.comparison import Comparison, check_margins, verdict
    from mkbalance.study.results import simulate as run
    from mkbalance.study.runner import check_backend, check_games, check_jobs

    check_games(options.games, "-n/--games")
    check_jobs(options.jobs)
    check_backend(options.backend, options.scheduler)
    if not options.set_a and not options.set_b:
        raise UsageError("give at least one override for a side", "--set-a, --set-b", allowed="--set-b PATH=VALUE")
    margins = dict(output.override(text, "--margin") for text in options.margin)
    check_margins(margins, options.games, "--margin")
    game = get_game()
    both = scenario_of(game, options, options.changes)
    sides = [_apply(both, options.set_a, "--set-a"), _apply(both, options.set_b, "--set-b")]
    players = options.player or default_players(game)
    seed = seeds.as_seed(options.seed)
    with output.progress(2 * options.games, options.quiet) as moved:
        a, b = (
            run(
                game,
                side,
                players,
                games=options.games,
                seed=seed,
                jobs=options.jobs,
                backend=options.backend,
                scheduler=options.scheduler,
                progress=moved,
            )
            for side in sides
        )
    summary = Comparison(a, b, margins).summary()
    if options.json:
        output.document(summary)
        return 0
    who = f"{summary['scenario']}, {', '.join(summary['players'])}"
    print(f"{who}: {summary['games']:,} games of seed {seed} played by both")
    for side in "ab":
        changes = ", ".join(f"{path} = {value}" for path, value in summary[side]["overrides"].items())
        print(f"  {side}: {changes or 'as printed'}")
    found = summary["difference"]
    rows = []
    no_victory = summary["a"]["win_rate"] is None and summary["b"]["win_rate"] is None
    for name, label, scale in (("win_rate", "win rate, %", 100), ("score", "score", 1), ("rounds", "rounds played", 1)):
        one = found[name]
        if no_victory and name == "win_rate":
            continue
        ends = "unknown" if one["low"] is None else f"{scale * one['low']:+.2f} to {scale * one['high']:+.2f}"
        ratio = "-" if one["variance_ratio"] is None else f"{one['variance_ratio']:.3f}"
        rows.append(
            (
                label,
                f"{scale * one['a']:.2f}",
                f"{scale * one['b']:.2f}",
                f"{scale * one['difference']:+.2f}",
                ends,
                ratio,
            )
        )
    output.table(rows, ("", "a", "b", "b - a", "95 % interval", "variance ratio"))
    print(
        "Variance ratio: paired over unpaired; below 1 the pairing helped. Intervals: "
        + "; ".join(dict.fromkeys(found[name]["method"] for name in ("win_rate", "score")))
        + "."
    )
    for name, one in summary["equivalence"].items():
        label, scale = ("win rate", 100) if name == "win" else (name, 1)
        print(f"Equivalence of {label}, two one-sided tests: {verdict(one, scale)}.")
    if found["identical"]:
        print("Every game ended the same on both sides.")
    return 0


def bench(options: Namespace) -> int:
    """Measure games per second on one core, with a checksum of the rows."""
    from mkbalance.study.runner import check_games

    check_games(options.games, "-n/--games")
    if options.repeat < 1:
        raise UsageError("must be 1 or more", "--repeat", given=options.repeat)
    game = get_game()
    playable = [info.id for info in game.scenarios().values() if info.playable]
    if not playable and not options.scenario:
        raise InvalidFile("no scenario is playable", "SCENARIO")
    measured = [id_ for id_ in getattr(game, "bench_scenarios", playable[:1]) if id_ in playable]
    hero = default_players(game)[0].partition(":")[0]
    players = options.player or [f"{hero}:{skill}" for skill in game.players()]
    cases = [
        _measure(game, scenario, player, options.games, options.repeat)
        for scenario in ([options.scenario] if options.scenario else measured)
        for player in players
    ]
    if options.history:
        _append_history(Path(options.history), cases, game.info())
    if options.json:
        output.document(
            {
                "schema_version": SCHEMA,
                "cases": cases,
                "state_bytes": game.info().get("state_bytes"),
                "seed": BENCH_SEED,
                "repeat": options.repeat,
                "game": game.info(),
            }
        )
    else:
        print(f"seed {BENCH_SEED}, one core, best of {options.repeat}")
        output.table(
            [
                (
                    case["scenario"],
                    case["player"],
                    f"{case['games_per_second']:,.0f}",
                    f"{case['actions_per_second']:,.0f}",
                    case["checksum"][:16],
                    "" if case["repeatable"] else "ROWS DIFFER",
                )
                for case in cases
            ],
            ("SCENARIO", "PLAYER", "GAMES/S", "ACTIONS/S", "CHECKSUM", ""),
        )
    return 0 if all(case["repeatable"] for case in cases) else 1


BENCH_SEED = 1


def _measure(game: Game, scenario: str, player: str, games: int, repeat: int) -> dict[str, object]:
    """Play the same games several times; the best time counts."""
    from mkbalance.games import metrics_of
    from mkbalance.study import seeds
    from mkbalance.study.rows import Checksum

    prepared = game.prepare(game.scenario(scenario), [player])
    key = seeds.experiment_key(BENCH_SEED)
    prepared.run(key, 0, min(games, 8))
    best, checksums, actions = float("inf"), set(), 0
    for _ in range(repeat):
        started = time.perf_counter()
        rows = prepared.run(key, 0, games)
        best = min(best, time.perf_counter() - started)
        checksums.add(Checksum().add(rows).hexdigest())
        actions = int(rows[metrics_of(prepared).actions].sum())
    return {
        "scenario": scenario,
        "player": player,
        "games": games,
        "seconds": round(best, 4),
        "games_per_second": round(games / best, 1),
        "actions_per_second": round(actions / best, 1),
        "ns_per_action": round(1e9 * best / actions, 1) if actions else None,
        "checksum": sorted(checksums)[0],
        "repeatable": len(checksums) == 1,
    }


def _append_history(path: Path, cases: list[dict], info: dict) -> None:
    """Add one JSON line: when, on what build, how fast."""
    import json
    from datetime import UTC, datetime

    path.parent.mkdir(parents=True, exist_ok=True)
    line = {"time": datetime.now(UTC).isoformat(timespec="seconds"), "game": info, "cases": cases}
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")
