"""From an experiment to its cells: baseline and variants, each crossed with the full grid of factors."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass, field

from mkbalance.errors import InvalidFile, MkbalanceError
from mkbalance.games import Game, Prepared, Scenario, with_overrides
from mkbalance.study.experiment import Experiment, Factor, listed
from mkbalance.study.runner import Setting
from mkbalance.study.seeds import experiment_key

__all__ = ["BASELINE", "Cell", "cells", "contrasts"]

BASELINE = "baseline"


@dataclass(frozen=True)
class Cell:
    """One setting of a study."""

    name: str
    slug: str
    variant: str
    levels: dict[str, str]  #: factor name -> level as shown
    scenario: Scenario
    players: list[str]
    prepared: Prepared = field(repr=False)

    def setting(self, seed: int) -> Setting:
        """Return what the runner plays."""
        return Setting(self.prepared, seed, experiment_key(seed), dict(self.scenario.overrides), self.name)


def cells(experiment: Experiment, game: Game, where: str = "experiment") -> list[Cell]:
    """Return every cell in a fixed order; report every unknown name and refused value at once."""
    mistakes: dict[str, None] = {}
    out: list[Cell] = []
    base = experiment.baseline
    variants = [(BASELINE, None, base.scenario, base.players, {})]
    variants += [
        (item.name, f"variants[{index}]", item.scenario or base.scenario, item.players or base.players, item.set)
        for index, item in enumerate(experiment.variants)
    ]
    grid = list(itertools.product(*[_levels(index, factor) for index, factor in enumerate(experiment.factors)]))
    for name, key, scenario_id, players, changes in variants:
        for combination in grid:
            line_up, where_of = list(players), {path: f'baseline.set."{path}"' for path in base.set}
            where_of |= {path: f'{key}.set."{path}"' for path in changes}
            at_players = f"{key}.players" if key and players != base.players else "baseline.players"
            at = f"{key}.scenario" if key and scenario_id != base.scenario else "baseline.scenario"
            try:
                scenario = game.scenario(scenario_id)
                settings: dict[str, object] = {}
                for factor, level in zip(experiment.factors, combination, strict=True):
                    at = level.where
                    if factor.path is not None:
                        settings[factor.path] = level.value
                        where_of[factor.path] = level.where
                    else:
                        line_up, at_players = _line_up(factor, line_up, level.value), level.where
                at = None  # the error names the path
                scenario = with_overrides(scenario, base.set, changes, settings)
                at = at_players
                prepared = game.prepare(scenario, line_up)
            except MkbalanceError as error:
                at = at or where_of.get(error.where, "baseline.set" if key is None else f"{key}.set")
                mistakes[f"{at}: {error}"] = None
                continue
            levels = {factor.name: level.text for factor, level in zip(experiment.factors, combination, strict=True)}
            parts = ([name] if experiment.variants or not levels else []) + list(levels.values())
            title = ", ".join(parts)
            slug = f"{len(out):03d}-" + (re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:60] or "cell")
            out.append(Cell(title, slug, name, levels, scenario, list(prepared.players), prepared))
    if mistakes:
        raise InvalidFile(listed(list(mistakes)), where)
    return out


def contrasts(experiment: Experiment, made: list[Cell]) -> list[tuple[Cell, Cell, str]]:
    """Return the pairs a study compares, as ``(a, b, what differs)``.

    With variants: each against the baseline at the same levels. Without: each level of a factor against its first one,
    the other factors held.
    """
    at = {(cell.variant, tuple(cell.levels.items())): cell for cell in made}
    out = []
    if experiment.variants:
        for cell in made:
            if cell.variant != BASELINE:
                out.append((at[BASELINE, tuple(cell.levels.items())], cell, f"{cell.variant} against {BASELINE}"))
        return out
    for factor in experiment.factors:
        first = made[0].levels[factor.name]
        for cell in made:
            if cell.levels[factor.name] != first:
                levels = tuple({**cell.levels, factor.name: first}.items())
                out.append((at[cell.variant, levels], cell, f"{cell.levels[factor.name]} against {first}"))
    return out


@dataclass(frozen=True)
class _Level:
    value: object
    text: str
    where: str


def _levels(index: int, factor: Factor) -> list[_Level]:
    kind = next(name for name in ("values", "players", "heroes", "skills") if getattr(factor, name) is not None)
    named = f"{factor.name} " if kind == "values" else ""
    return [
        _Level(
            value,
            named + (" + ".join(map(str, value)) if isinstance(value, list) else str(value)),
            f"factors[{index}].{kind}[{place}]",
        )
        for place, value in enumerate(getattr(factor, kind))
    ]


def _line_up(factor: Factor, players: list[str], value: object) -> list[str]:
    """Return the players with another line-up, hero or skill; hero and skill apply to every seat."""
    if factor.players is not None:
        return list(value)
    if factor.heroes is not None:
        if len(players) > 1:
            raise InvalidFile("a factor of heroes needs a single seat; use a factor of players")
        return [":".join([str(value), *player.split(":", 1)[1:]]) for player in players]
    return [f"{player.split(':', 1)[0]}:{value}" for player in players]
