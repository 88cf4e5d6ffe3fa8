"""Run a whole study: play what is missing until its rule ends it, merge, sum up."""

from __future__ import annotations

import json
import time
from pathlib import Path

from mkbalance.errors import InvalidFile
from mkbalance.study import files, provenance
from mkbalance.study.plan import Plan, cell_document, changes, plan
from mkbalance.study.results import Interrupted
from mkbalance.study.runner import check_backend, check_jobs, cpus, play_all
from mkbalance.study.stopping import Rule, rule_for
from mkbalance.study.store import Store
from mkbalance.study.study import Study
from mkbalance.study.summing import summing_up

__all__ = ["Plan", "Study", "conduct", "plan"]


def conduct(
    study: Plan,
    folder: Path,
    *,
    jobs: int | None = None,
    backend: str = "loky",
    scheduler: str | None = None,
    resume: bool = False,
    progress=None,
    note=None,
) -> Study:
    """Play every game of a plan that `folder` does not hold yet, then merge and sum up.

    Parameters
    ----------
    jobs : int, optional
        Workers; every CPU by default. A Dask cluster uses all of its own.
    backend : {"loky", "threading", "dask"}
        Where the games are played; the rows are the same.
    scheduler : str, optional
        Address of the Dask scheduler.
    resume : bool
        Insist on an earlier run in `folder`. Without it, a folder that holds the same study is continued and one that
        holds another study is refused.
    progress : callable, optional
        Told games and cell after each batch.
    note : callable, optional
        Told in sentences why cells end and what had to be played again.

    Raises
    ------
    Interrupted
        On Ctrl-C; every finished part is kept.
    KernelFault
        A batch faulted twice; every finished part is kept.
    """
    jobs, backend = check_jobs(jobs, default=cpus()), check_backend(backend, scheduler)
    folder = Path(folder)
    files.check_directory(folder)
    store = Store(folder)
    store.refuse_links()
    with store.locked():
        _refuse_other(store, study, resume)
        store.tidy()
        how = {"jobs": jobs, "backend": backend, "scheduler": scheduler, "progress": progress, "note": note}
        return _conduct(study, store, how)


def _conduct(study: Plan, store: Store, how: dict) -> Study:
    started = time.perf_counter()
    _write_provenance(study, store, complete=False)  # first: with it the folder is this study's
    files.write_text(store.experiment, study.text)
    rule = rule_for(study.experiment.games, study.cells, study.contrasts)
    played = _play(study, store, rule, how)
    summary = summing_up(study, store, rule)
    total = sum(rule.games)
    document = _write_provenance(
        study,
        store,
        complete=True,
        rows=total,
        rows_hash=summary["rows_hash"],
        checksums={cell["name"]: cell["checksum"] for cell in summary["cells"]},
        resources={
            "elapsed_time": round(time.perf_counter() - started, 3),
            "games_played": played,
            "jobs": how["jobs"],
            "backend": how["backend"],
        },
        write=False,
    )
    store.merge(study.cells, rule.games, json.dumps(document, default=str).encode())
    for cell, games in zip(study.cells, rule.games, strict=True):
        store.compact(cell, games)
    files.write_text(store.summary, json.dumps(summary, indent=2, ensure_ascii=False) + "\n")
    provenance.write(store.provenance, document)
    return Study(store.folder, played=played, kept=max(0, total - played))


def _play(study: Plan, store: Store, rule: Rule, how: dict) -> int:
    """Play what the rule asks for, look, and go on until it asks for nothing; return the games played."""
    played, noted = 0, set()
    note = how["note"] or (lambda text: None)
    try:
        while wanted := rule.wanted():
            asked = {cell: store.missing(study.cells[cell], games) for cell, games in wanted.items()}
            seed = study.experiment.seed
            work = [(cell, study.cells[cell].setting(seed), left) for cell, left in asked.items() if left]
            options = {key: how[key] for key in ("jobs", "backend", "scheduler", "progress", "note")}
            for index, rows in play_all([item[1:] for item in work], **options) if work else ():
                store.write_part(study.cells[work[index][0]], rows)
                played += len(rows)
            rule.look(store)
            for number, reason in enumerate(rule.reasons):
                if reason and number not in noted:
                    noted.add(number)
                    note(f"{study.cells[number].name}: {reason}")
    except KeyboardInterrupt:
        raise Interrupted(
            f"interrupted after {played} of {study.games * len(study.cells)} games; "
            f"finished parts are kept in {store.folder}: run the same command with --resume"
        ) from None
    return played


def _refuse_other(store: Store, study: Plan, resume: bool) -> None:
    """Refuse a folder with another study in it, or with files that are no study."""
    if store.provenance.exists():
        earlier = provenance.read(store.provenance)
        if earlier.get("fingerprint") != study.fingerprint:
            what = "; ".join(changes(earlier.get("identity"), json.loads(json.dumps(study.identity, default=str))))
            raise InvalidFile(
                f"holds another study: {what}; choose another folder with -o, or delete this one", str(store.folder)
            )
        return
    if resume:
        raise InvalidFile("holds no earlier run to resume", str(store.folder))
    # a run killed before its first file leaves the lock, or a half-written provenance
    ours = (".lock", f".{store.provenance.name}.")
    strange = [path.name for path in store.folder.iterdir() if not path.name.startswith(ours)]
    if strange:
        raise InvalidFile(
            f"is not empty and holds no study ({sorted(strange)[0]}); choose another folder with -o", str(store.folder)
        )


def _write_provenance(study: Plan, store: Store, *, complete: bool, write: bool = True, **fields) -> dict[str, object]:
    estimated = sorted({name for cell in study.cells for name in cell.prepared.estimated})
    document = provenance.document(
        {"command": f"mkbalance run {_shown(study.path)}", "experiment": study.experiment.model_dump(by_alias=True)},
        study_id=study.study_id,
        fingerprint=study.fingerprint,
        identity=study.identity,
        content={"hash": sorted({cell.prepared.content_hash for cell in study.cells}), "estimated": estimated},
        build=study.build,
        cells=[cell_document(cell, study.experiment.seed) for cell in study.cells],
        complete=complete,
        **fields,
    )
    document = json.loads(json.dumps(document, default=str))
    if write:
        provenance.write(store.provenance, document)
    return document


def _shown(path: Path) -> str:
    """Return a path as a reader can type it: from here if it lies below, its name alone otherwise."""
    try:
        return str(path.resolve().relative_to(Path.cwd()))
    except ValueError:
        return path.name
