"""Run a whole study: plan, play what is missing, merge, sum up."""

from __future__ import annotations

import hashlib
import json
import time
from dataclasses import dataclass, field
from pathlib import Path

from mkbalance.errors import InvalidFile
from mkbalance.games import Game, metrics_of
from mkbalance.stats.paired import Paired
from mkbalance.study import design, files, provenance, replay
from mkbalance.study import experiment as experiments
from mkbalance.study.comparison import difference
from mkbalance.study.results import Interrupted
from mkbalance.study.runner import check_backend, check_jobs, cpus, play_all
from mkbalance.study.store import Store
from mkbalance.study.summary import SCHEMA_VERSION, Tally

__all__ = ["Plan", "Study", "conduct", "plan"]


@dataclass
class Plan:
    """An experiment with its cells, before any game is played."""

    path: Path
    text: str
    experiment: experiments.Experiment
    cells: list[design.Cell]
    contrasts: list[tuple[design.Cell, design.Cell, str]]
    fingerprint: str
    build: dict[str, object] = field(default_factory=dict)

    @property
    def games(self) -> int:
        """Games per cell."""
        return self.experiment.games.per_cell

    def document(self) -> dict[str, object]:
        """Return the plan as JSON-able fields."""
        return {
            "schema_version": SCHEMA_VERSION,
            "name": self.experiment.name,
            "question": self.experiment.question,
            "seed": self.experiment.seed,
            "games_per_cell": self.games,
            "games": self.games * len(self.cells),
            "cells": [_cell(cell, self.experiment.seed) for cell in self.cells],
            "comparisons": [{"a": a.name, "b": b.name, "what": what} for a, b, what in self.contrasts],
        }


@dataclass
class Study:
    """A finished study: its folder and its documents."""

    folder: Path
    summary: dict[str, object]
    provenance: dict[str, object]
    played: int  #: games played now
    kept: int  #: games found from an earlier run


def plan(path: Path, game: Game) -> Plan:
    """Read an experiment and work out its cells."""
    path = Path(path)
    experiment = experiments.load(path)
    made = design.cells(experiment, game, str(path))
    build = game.info()
    identity = {
        "seed": experiment.seed,
        "version": provenance.software_version(),
        "core": build.get("core_hash"),
        "cells": [
            [c.slug, c.scenario.id, dict(c.scenario.overrides), list(c.players), c.prepared.content_hash] for c in made
        ],
    }
    mark = hashlib.sha256(json.dumps(identity, sort_keys=True, default=str).encode()).hexdigest()
    text = path.read_text(encoding="utf-8")
    return Plan(path, text, experiment, made, design.contrasts(experiment, made), mark, build)


def conduct(
    study: Plan,
    folder: Path,
    *,
    jobs: int | None = None,
    backend: str = "loky",
    resume: bool = False,
    progress=None,
) -> Study:
    """Play every game of a plan that `folder` does not hold yet, then merge and sum up.

    Parameters
    ----------
    jobs : int, optional
        Workers; every CPU by default.
    resume : bool
        Insist on an earlier run in `folder`. Without it, a folder that holds the same study is continued and one that
        holds another study is refused.

    Raises
    ------
    Interrupted
        On Ctrl-C; every finished part is kept.
    """
    jobs, backend = check_jobs(jobs, default=cpus()), check_backend(backend)
    folder = Path(folder)
    files.check_directory(folder)
    store = Store(folder)
    with store.locked():
        _refuse_other(store, study, resume)
        return _conduct(study, store, jobs, backend, progress)


def _conduct(study: Plan, store: Store, jobs: int, backend: str, progress) -> Study:
    started = time.perf_counter()
    experiment = study.experiment
    _write_provenance(study, store, complete=False)  # first: with it the folder is this study's
    files.write_text(store.experiment, study.text)
    work = [(cell.setting(experiment.seed), store.missing(cell, study.games)) for cell in study.cells]
    total = sum(count for _, ranges in work for _, count in ranges)
    played = 0
    try:
        for index, rows in play_all(work, jobs=jobs, backend=backend, progress=progress):
            store.write_part(study.cells[index], rows)
            played += len(rows)
    except KeyboardInterrupt:
        raise Interrupted(
            f"interrupted after {played} of {total} games; finished parts are kept in {store.folder}: "
            "run the same command with --resume"
        ) from None
    summary = _summary(study, store)
    document = _write_provenance(
        study,
        store,
        complete=True,
        rows=study.games * len(study.cells),
        checksums={cell["name"]: cell["checksum"] for cell in summary["cells"]},
        resources={
            "elapsed_time": round(time.perf_counter() - started, 3),
            "games_played": played,
            "jobs": jobs,
            "backend": backend,
        },
        write=False,
    )
    store.merge(study.cells, study.games, json.dumps(document, default=str).encode())
    files.write_text(store.summary, json.dumps(summary, indent=2, ensure_ascii=False) + "\n")
    provenance.write(store.provenance, document)
    return Study(store.folder, summary, document, played, study.games * len(study.cells) - played)


def _refuse_other(store: Store, study: Plan, resume: bool) -> None:
    """Refuse a folder with another study in it, or with files that are no study."""
    if store.provenance.exists():
        earlier = provenance.read(store.provenance)
        if earlier.get("fingerprint") != study.fingerprint:
            raise InvalidFile(
                "holds another study (its seed, cells, content, code or version differ); choose another folder with "
                "-o, or delete this one",
                str(store.folder),
            )
        return
    if resume:
        raise InvalidFile("holds no earlier run to resume", str(store.folder))
    strange = [path.name for path in store.folder.iterdir() if path.name != ".lock"]
    if strange:
        raise InvalidFile(
            f"is not empty and holds no study ({sorted(strange)[0]}); choose another folder with -o", str(store.folder)
        )


def _write_provenance(study: Plan, store: Store, *, complete: bool, write: bool = True, **fields) -> dict[str, object]:
    estimated = sorted({name for cell in study.cells for name in cell.prepared.estimated})
    document = provenance.document(
        {"command": f"mkbalance run {_shown(study.path)}", "experiment": study.experiment.model_dump(by_alias=True)},
        fingerprint=study.fingerprint,
        content={"hash": sorted({cell.prepared.content_hash for cell in study.cells}), "estimated": estimated},
        build=study.build,
        cells=[_cell(cell, study.experiment.seed) for cell in study.cells],
        complete=complete,
        **fields,
    )
    if write:
        provenance.write(store.provenance, json.loads(json.dumps(document, default=str)))
    return json.loads(json.dumps(document, default=str))


def _cell(cell: design.Cell, seed: int) -> dict[str, object]:
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


def _summary(study: Plan, store: Store) -> dict[str, object]:
    """Sum up cells and comparisons, one block of games at a time."""
    seed, games = study.experiment.seed, study.games
    out = []
    for cell in study.cells:
        tally = Tally(cell.prepared)
        for rows in store.blocks(cell, games):
            tally.add(rows)
        score = tally.columns[tally.metrics.score]
        out.append(
            {
                **_cell(cell, seed),
                "games": games,
                **tally.document(seed),
                "score_counts": {"values": score.values.tolist(), "counts": score.counts.tolist()},
            }
        )
    # every comparison's interval is widened so that all hold together at 95 % (Bonferroni)
    level = 1 - 0.05 / max(1, len(study.contrasts))
    compared = []
    for a, b, what in study.contrasts:
        metrics = metrics_of(a.prepared)
        paired = Paired([metrics.win, metrics.score, metrics.rounds])
        for left, right in zip(store.blocks(a, games), store.blocks(b, games), strict=True):
            paired.add(left, right)
        compared.append({"a": a.name, "b": b.name, "what": what, **difference(paired, metrics, seed, level)})
    labels = metrics_of(study.cells[0].prepared)
    return {
        "schema_version": SCHEMA_VERSION,
        "name": study.experiment.name,
        "question": study.experiment.question,
        "seed": seed,
        "games_per_cell": games,
        "factors": [factor.name for factor in study.experiment.factors],
        "groups": {
            name: {"members": list(group), "label": labels.labels.get(name, name)}
            for name, group in labels.groups.items()
        },
        "cells": out,
        "comparisons": compared,
        "comparison_level": level,
    }


def _shown(path: Path) -> str:
    """Return a path as a reader can type it: from here if it lies below, its name alone otherwise."""
    try:
        return str(path.resolve().relative_to(Path.cwd()))
    except ValueError:
        return path.name
