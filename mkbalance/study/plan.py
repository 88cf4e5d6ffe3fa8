"""An experiment with its cells, before any game is played, and what tells it from another."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path

from mkbalance.games import Game
from mkbalance.study import design, provenance, reading, replay, stopping
from mkbalance.study.entries import with_knockout
from mkbalance.study.estimates import with_estimates
from mkbalance.study.experiment import Experiment
from mkbalance.study.mistakes import raise_mistakes
from mkbalance.study.summary import SCHEMA_VERSION
from mkbalance.wording import short

__all__ = ["Plan", "changes", "plan"]


@dataclass
class Plan:
    """An experiment with its cells, before any game is played."""

    path: Path
    text: str
    experiment: Experiment
    cells: list[design.Cell]
    contrasts: list[tuple[design.Cell, design.Cell, str]]
    identity: dict[str, object]  #: what decides the rows: seed, version, core, cells
    build: dict[str, object] = field(default_factory=dict)

    @property
    def games(self) -> int:
        """Games per cell; the most of them where a rule ends the cell."""
        return self.experiment.games.most

    @property
    def fingerprint(self) -> str:
        """SHA-256 of everything that decides the rows; a folder goes on only with the same."""
        return _digest(self.identity)

    @property
    def study_id(self) -> str:
        """Sixteen digits for the whole question: the experiment in canonical form, with the content it plays."""
        asked = self.experiment.model_dump(by_alias=True, exclude={"question", "report"})
        return _digest([asked, sorted({cell.prepared.content_hash for cell in self.cells})])[:16]

    def document(self) -> dict[str, object]:
        """Return the plan as JSON-able fields."""
        return {
            "schema_version": SCHEMA_VERSION,
            "name": self.experiment.name,
            "question": self.experiment.question,
            "study_id": self.study_id,
            "seed": self.experiment.seed,
            "games_per_cell": self.games,
            "games": self.games * len(self.cells),
            "stopping": stopping.told(self.experiment.games),
            "cells": [cell_document(cell, self.experiment.seed) for cell in self.cells],
            "comparisons": [{"a": a.name, "b": b.name, "what": what} for a, b, what in self.contrasts],
        }


def plan(path: Path, game: Game) -> Plan:
    """Read an experiment and work out its cells; report every mistake in it at once."""
    path = Path(path)
    return plan_text(reading.read_text(path), path, game)


def plan_text(text: str, path: Path, game: Game) -> Plan:
    """Work out the cells of an experiment given as text; `path` names it in messages and provenance."""
    experiment, found = reading.partial(text, str(path))
    if experiment:
        for made_from_content in (with_estimates, with_knockout):
            experiment, wrong = made_from_content(experiment, game)
            found += wrong
    if found:
        raise_mistakes(found + (design.check(experiment, game) if experiment else []), str(path))
    made = design.cells(experiment, game, str(path))
    build = game.info()
    identity = {
        "seed": experiment.seed,
        "version": provenance.software_version(),
        "core": build.get("core_hash"),
        "cells": {
            cell.slug: [
                cell.name,
                cell.scenario.id,
                dict(cell.scenario.overrides),
                list(getattr(cell.prepared, "identities", cell.players)),
                cell.prepared.content_hash,
            ]
            for cell in made
        },
    }
    return Plan(path, text, experiment, made, design.contrasts(experiment, made), identity, build)


def changes(earlier: object, now: dict[str, object]) -> list[str]:
    """Return what differs between the identities of two studies, in sentences."""
    if not isinstance(earlier, dict):
        return ["it was written by another version"]
    out = []
    for key, label in (("seed", "the seed"), ("version", "the version of mkbalance"), ("core", "the compiled core")):
        if earlier.get(key) != now[key]:
            out.append(f"{label} was {short(earlier.get(key), 24)} and is {short(now[key], 24)}")
    before = earlier.get("cells") if isinstance(earlier.get("cells"), dict) else {}
    after = now["cells"]
    gone, new = [slug for slug in before if slug not in after], [slug for slug in after if slug not in before]
    for label, slugs, table in (("no longer has", gone, before), ("now has", new, after)):
        if slugs:
            names = ", ".join(repr(short(_field(table[slug], 0))) for slug in slugs[:3])
            out.append(f"it {label} the cell{'s' * (len(slugs) > 1)} {names}" + (" and more" if len(slugs) > 3 else ""))
    fields = ("name", "scenario", "settings", "players", "content")
    for slug in after:
        if slug in before:
            for place, label in enumerate(fields):
                was, is_ = _field(before[slug], place), after[slug][place]
                if was != is_:
                    name = short(after[slug][0])
                    out.append(f"{label} of {name!r}: {short(was)} became {short(is_)}")
        if len(out) > 8:
            return [*out[:8], "and more"]
    return out or ["its provenance was altered"]


def _field(item: object, place: int) -> object:
    return item[place] if isinstance(item, list) and len(item) > place else None


def cell_document(cell: design.Cell, seed: int) -> dict[str, object]:
    """Return what a cell is, as JSON-able fields."""
    overrides = dict(cell.scenario.overrides)
    return {
        "name": cell.name,
        "slug": cell.slug,
        "variant": cell.variant,
        "levels": cell.levels,
        "scenario": cell.scenario.id,
        "players": list(cell.players),
        "overrides": overrides,
        "content_hash": cell.prepared.content_hash,
        "replay": replay.command("play", cell.scenario.id, cell.players, overrides, seed, "--game", "0"),
    }


def _digest(value: object) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True, default=str).encode()).hexdigest()
