"""Take each card, skill, Unit … out in turn and see what it was worth: an experiment with one variant for each.

Every variant plays the games of the baseline, so an entry that never came up differs by exactly zero.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from mkbalance.games import Game, Scenario
from mkbalance.study.entries import removals
from mkbalance.study.plan import Plan, plan_text

__all__ = ["knockout_plan", "ordered", "plain_plan", "with_variants"]

SECTIONS = ("cells", "differences", "again")  #: of a report of many variants


def knockout_plan(
    game: Game,
    scenario: Scenario,
    players: Sequence[str],
    *,
    games: int,
    seed: int,
    kinds: Sequence[str] | None = None,
    metrics: Sequence[str] = ("win", "score", "rounds"),
) -> Plan:
    """Return the study that removes each entry of some kinds in turn.

    Parameters
    ----------
    game : Game
        Says through `removable` what can be taken out, and how.
    kinds : sequence of str, optional
        As ``units`` or ``skills``; all of them by default.
    """
    variants = list(removals(game, scenario, players, kinds, "--kind", "game").items())
    name = f"knockout-{scenario.id.replace('/', '-')}"
    question = f"What is each entry worth in {scenario.id}?"
    text = with_variants(name, question, scenario, players, games, seed, metrics, variants)
    return plan_text(text, Path(f"{name}.toml"), game)


def plain_plan(game: Game, scenario: Scenario, players: Sequence[str], *, games: int, seed: int) -> Plan:
    """Return the study of one setting."""
    text = _experiment("plain", "", scenario, players, games, seed, ("win", "score", "rounds"))
    return plan_text(text, Path("plain.toml"), game)


def with_variants(
    name, question, scenario: Scenario, players, games: int, seed: int, metrics, variants, sections=SECTIONS
) -> str:
    """Return an experiment file with a variant for each pair of a name and overrides."""
    text = _experiment(name, question, scenario, players, games, seed, metrics, sections)
    for variant, overrides in variants:
        text += f"[[variants]]\nname = {_toml(variant)}\nset = {_table(overrides)}\n"
    return text


def _experiment(name, question, scenario: Scenario, players, games: int, seed: int, metrics, sections=SECTIONS) -> str:
    """Return an experiment file without variants."""
    lines = [
        "schema = 1",
        f"name = {_toml(name)}",
        f"question = {_toml(question)}",
        f"seed = {seed}",
        f"metrics = {_toml(list(metrics))}",
        f"games = {{ per_cell = {games} }}",
        f"report = {{ sections = {_toml(list(sections))} }}",
        "[baseline]",
        f"scenario = {_toml(scenario.id)}",
        f"players = {_toml(list(players))}",
        f"set = {_table(scenario.overrides)}",
    ]
    return "\n".join(lines) + "\n"


def ordered(comparisons: list[dict], metric: str) -> list[dict]:
    """Return the comparisons by what the removed entry was worth in a metric, the dearest first."""
    return sorted(comparisons, key=lambda item: _of(item, metric)["difference"])


def _of(item: dict, metric: str) -> dict:
    return item["metrics"].get(metric) or item[{"win": "win_rate"}.get(metric, metric)]


def _toml(value: object) -> str:
    return json.dumps(value)  # the same for texts, numbers, true, false and lists of them


def _table(overrides) -> str:
    inner = ", ".join(f"{_toml(path)} = {_toml(value)}" for path, value in dict(overrides).items())
    return f"{{ {inner} }}" if inner else "{}"
