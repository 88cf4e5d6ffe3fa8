"""From an experiment to its cells: baseline and variants, each crossed with the points of the design."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from mkbalance.errors import InvalidFile, MkbalanceError, UsageError, nearest_name
from mkbalance.games import Game, Prepared, Scenario, columns_of, metrics_of, with_overrides
from mkbalance.study.experiment import MAX_CELLS, Experiment, Factor, Variant
from mkbalance.study.mistakes import mistake, raise_mistakes
from mkbalance.study.points import Level, levels, points, size
from mkbalance.study.runner import Setting
from mkbalance.study.seeds import experiment_key

__all__ = ["BASELINE", "Cell", "cells", "check", "column_of", "contrasts"]

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


@dataclass(frozen=True)
class _Settings:
    """Everything that makes a cell, before the game has seen it."""

    scenario: str
    players: list[str]
    set: dict[str, object]

    def changed(self, change: Variant | Level) -> _Settings:
        """Return the settings with a variant or a level laid over them."""
        if isinstance(change, Variant):
            return _Settings(
                change.scenario or self.scenario, change.players or self.players, _over(self.set, change.set)
            )
        factor, value = change.factor, change.value
        if factor.path is not None:
            return _Settings(self.scenario, self.players, _over(self.set, {factor.path: value}))
        return _Settings(self.scenario, _line_up(factor, self.players, value), self.set)

    def make(self, game: Game) -> tuple[Scenario, Prepared]:
        """Return the scenario and what plays it; raise what the game refuses."""
        scenario = with_overrides(game.scenario(self.scenario), self.set)
        return scenario, game.prepare(scenario, self.players)


def _over(first: Mapping[str, object], then: Mapping[str, object]) -> dict[str, object]:
    return {**{path: value for path, value in first.items() if path not in then}, **then}


def check(experiment: Experiment, game: Game) -> list[MkbalanceError]:
    """Return what the game refuses: the baseline first, then each variant and each level alone on top of it."""
    found: list[MkbalanceError] = []
    base = experiment.baseline
    try:
        game.scenario(base.scenario)
    except MkbalanceError as error:
        return [mistake("baseline.scenario", error)]
    plain = _Settings(base.scenario, base.players, {})
    sound = _Settings(
        base.scenario, base.players, _checked_set(plain, base.set, "baseline", game, "baseline.set", found)
    )
    try:
        _, prepared = sound.make(game)
    except MkbalanceError as error:
        playable = getattr(game.scenario(base.scenario), "playable", True)
        return [*found, mistake("baseline.players" if playable else "baseline.scenario", error)]
    found += _metric_mistakes(experiment, prepared)
    for variant in experiment.variants:
        found += _variant_mistakes(sound, variant, game)
    for factor in experiment.factors:
        for level in levels(factor):
            _tried(sound.changed, level, level.where, game, found)
    for key in ("tune", "sensitivity"):
        section = getattr(experiment, key)
        for place, parameter in enumerate(section.parameters if section else ()):
            for end in ("low", "high"):
                changes = dict.fromkeys(parameter.all_paths, getattr(parameter, end))
                where = f"{key}.parameters[{place}].{end}"
                _tried(
                    lambda new: _Settings(sound.scenario, sound.players, _over(sound.set, new)),
                    changes,
                    where,
                    game,
                    found,
                )
    cells_ = size(experiment) * (1 + len(experiment.variants))
    if cells_ > MAX_CELLS:
        where = "factors" if experiment.factors else "variants"
        given = f"{cells_:,}" if cells_ < 10**15 else "more than 10^15"
        found.append(UsageError("make too many cells", where, given=given, allowed=f"at most {MAX_CELLS:,}"))
    return found


def _variant_mistakes(sound: _Settings, variant: Variant, game: Game) -> list[MkbalanceError]:
    at, found = f"variants[{variant.place}]", []
    if variant.scenario is not None:
        try:
            game.scenario(variant.scenario)
        except MkbalanceError as error:
            return [mistake(f"{at}.scenario", error)]
    bare = sound.changed(variant.model_copy(update={"set": {}}))
    _checked_set(bare, variant.set, at, game, f"{at}.set", found)
    if variant.players is not None or variant.scenario is not None:
        try:
            bare.make(game)
        except MkbalanceError as error:
            found.append(mistake(f"{at}.players" if variant.players is not None else f"{at}.scenario", error))
    return found


def _checked_set(
    under: _Settings, changes: dict, at: str, game: Game, where: str, found: list[MkbalanceError]
) -> dict[str, object]:
    """Note what is wrong with a group of overrides, each under its own path; return the sound ones."""
    scenario = game.scenario(under.scenario)
    try:
        with_overrides(scenario, _over(under.set, changes))
        return _over(under.set, changes)
    except MkbalanceError as together:
        sound, before = dict(under.set), len(found)
        for path, value in changes.items():
            try:
                with_overrides(scenario, _over(sound, {path: value}))
                sound = _over(sound, {path: value})
            except MkbalanceError as error:
                found.append(mistake(f'{where}."{path}"', error))
        if len(found) == before:  # each is sound alone, not all together
            found.append(mistake(where, together))
        return sound


def _tried(
    changed: Callable[[object], _Settings], change: object, where: str, game: Game, found: list[MkbalanceError]
) -> None:
    try:
        changed(change).make(game)
    except MkbalanceError as error:
        found.append(mistake(where, error))


def column_of(name: str, prepared: Prepared) -> str:
    """Return the column of a metric: ``win``, ``score`` and ``rounds`` in any game, or a column of its rows."""
    metrics = metrics_of(prepared)
    known = {"win": metrics.win, "win_rate": metrics.win, "score": metrics.score, "rounds": metrics.rounds}
    return known.get(name, name)


def _metric_mistakes(experiment: Experiment, prepared: Prepared) -> list[MkbalanceError]:
    metrics = metrics_of(prepared)
    names = [name for name in columns_of(prepared) if name not in metrics.skip]
    allowed = list(dict.fromkeys(["win", "score", "rounds", *names]))
    asked = [(f"metrics[{place}]", name) for place, name in enumerate(experiment.metrics)]
    for rule in ("precision", "decide"):
        if chosen := getattr(experiment.games, rule):
            asked.append((f"games.{rule}.metric", chosen.metric))
    if experiment.tune:
        asked.append(("tune.metric", experiment.tune.metric))
    return [
        UsageError("no such metric", where, given=name, allowed=allowed, nearest=nearest_name(name, allowed))
        for where, name in asked
        if column_of(name, prepared) not in names
    ]


def cells(experiment: Experiment, game: Game, where: str = "experiment") -> list[Cell]:
    """Return every cell in a fixed order; report every unknown name and refused value at once."""
    raise_mistakes(check(experiment, game), where)
    found: list[MkbalanceError] = []
    out: list[Cell] = []
    base = experiment.baseline
    start = _Settings(base.scenario, base.players, dict(base.set))
    design = points(experiment)
    for variant in (None, *experiment.variants):
        for point in design:
            settings = start if variant is None else start.changed(variant)
            for level in point:
                settings = settings.changed(level)
            texts = {level.factor.name: level.text for level in point}
            name = BASELINE if variant is None else variant.name
            title = ", ".join(([name] if experiment.variants or not texts else []) + list(texts.values()))
            try:
                scenario, prepared = settings.make(game)
            except MkbalanceError as error:  # sound alone, refused together
                found.append(mistake(f"the cell {title!r}", error))
                continue
            slug = f"{len(out):04d}-" + (re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:60] or "cell")
            out.append(Cell(title, slug, name, texts, scenario, list(prepared.players), prepared))
    raise_mistakes(found, where)
    return out


def contrasts(experiment: Experiment, made: list[Cell]) -> list[tuple[Cell, Cell, str]]:
    """Return the pairs a study compares, as ``(a, b, what differs)``.

    With variants: each against the baseline at the same levels. Without: each level of a factor against its first one,
    the other factors held; one at a time, each level against the baseline. The points of a Latin hypercube and of a
    Sobol' sequence differ in every factor at once and are not compared two by two.
    """
    at = {(cell.variant, tuple(cell.levels.items())): cell for cell in made}
    out = []
    if experiment.variants:
        for cell in made:
            if cell.variant != BASELINE:
                out.append((at[BASELINE, tuple(cell.levels.items())], cell, f"{cell.variant} against {BASELINE}"))
        return out
    if experiment.design.kind == "one_at_a_time":
        return [(made[0], cell, f"{cell.name} against {BASELINE}") for cell in made[1:]]
    if experiment.design.kind != "grid":
        return []
    for factor in experiment.factors:
        first = made[0].levels[factor.name]
        for cell in made:
            if cell.levels[factor.name] != first:
                other = tuple({**cell.levels, factor.name: first}.items())
                out.append((at[cell.variant, other], cell, f"{cell.levels[factor.name]} against {first}"))
    return out


def _line_up(factor: Factor, players: list[str], value: object) -> list[str]:
    """Return the players with another line-up, hero or skill; hero and skill apply to every seat."""
    if factor.players is not None:
        return list(value)
    if factor.heroes is not None:
        if len(players) > 1:
            raise InvalidFile("a factor of heroes needs a single seat; use a factor of players")
        return [":".join([str(value), *player.split(":", 1)[1:]]) for player in players]
    return [f"{player.split(':', 1)[0]}:{value}" for player in players]
