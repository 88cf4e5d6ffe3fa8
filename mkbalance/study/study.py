"""A finished study, in its folder: numbers, rows and figures, read when asked for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from mkbalance.errors import InvalidFile, UsageError, nearest_name
from mkbalance.stats.paired import Paired
from mkbalance.study import provenance
from mkbalance.study.store import Store
from mkbalance.study.summary import SCHEMA_VERSION
from mkbalance.wording import key_path, words

if TYPE_CHECKING:
    import pandas as pd
    from pyarrow.dataset import Dataset

__all__ = ["MAX_SUMMARY", "Study"]

MAX_SUMMARY = 200_000_000  #: bytes of a summary
BATCH = 50_000


class Study:
    """A finished study.

    Parameters
    ----------
    folder : Path
        As `mk.run` or ``mkbalance run`` wrote it.
    played, kept : int
        Games played by this run and found from an earlier one.

    Examples
    --------
    ``study = mk.run("experiments/war.toml")``, or later ``study = mk.Study("results/war")``; then ``study.summary()``,
    ``study.cells``, ``study.frame``, ``study.compare("baseline", "war7")``, ``study.plot.win_rate()``.
    """

    def __init__(self, folder: Path | str, *, played: int = 0, kept: int = 0) -> None:
        self.folder = Path(folder)
        self.played, self.kept = played, kept
        self._store = Store(self.folder)
        self._store.refuse_links()
        if not self._store.provenance.exists():
            raise InvalidFile("holds no study", str(folder), given=str(folder))
        if not self.provenance.get("complete"):
            raise InvalidFile("the study is not complete; run it again with --resume", str(folder))

    @cached_property
    def provenance(self) -> dict[str, object]:
        """What is needed to run it again."""
        return provenance.read(self._store.provenance)

    @cached_property
    def _summary(self) -> dict[str, object]:
        path = self._store.summary
        found = provenance.read_json(path, "a study summary", MAX_SUMMARY)
        version = found.get("schema_version")
        if version != SCHEMA_VERSION:
            raise InvalidFile("was written by another version", str(path), given=version, allowed=[SCHEMA_VERSION])
        from pydantic import ValidationError

        from mkbalance.study.summary_schema import Summary

        try:
            Summary.model_validate(found)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            where = f"{key_path(first['loc'])} {words(first)[0]}"
            raise InvalidFile(f"is not a study summary: {where}", str(path)) from error
        return found

    def summary(self) -> dict[str, object]:
        """Return the study as ``summary.json`` holds it: cells, comparisons, ranks."""
        return self._summary

    @property
    def content_hash(self) -> str:
        """SHA-256 over the rows of all cells: the same for any workers, batches and interruptions."""
        return self._summary["rows_hash"]

    @property
    def cells(self) -> pd.DataFrame:
        """One line for each cell: levels, games, win rate, score, rounds."""
        import pandas as pd

        lines = []
        for cell in self._summary["cells"]:
            rate, score = cell["win_rate"], cell["score"]
            lines.append(
                {
                    "cell": cell["name"],
                    "variant": cell["variant"],
                    **cell["levels"],
                    "games": cell["games"],
                    "win_rate": rate["value"],
                    "win_low": rate["low"],
                    "win_high": rate["high"],
                    "score": score["mean"],
                    "score_low": score["low"],
                    "score_high": score["high"],
                    "rounds": cell["rounds"]["mean"],
                    **{name: value["mean"] for name, value in cell["metrics"].items()},
                }
            )
        return pd.DataFrame(lines).set_index("cell")

    @property
    def comparisons(self) -> pd.DataFrame:
        """One line for each comparison of the study and quantity, with simultaneous intervals."""
        import pandas as pd

        lines = []
        for item in self._summary["comparisons"]:
            named = {**{name: item[name] for name in ("win_rate", "score", "rounds")}, **item["metrics"]}
            for name, value in named.items():
                keep = {key: value.get(key) for key in ("difference", "low", "high", "variance_ratio", "p_holm")}
                lines.append({"a": item["a"], "b": item["b"], "metric": name, **keep, "verdict": item["verdict"]})
        return pd.DataFrame(lines)

    @property
    def dataset(self) -> Dataset:
        """Every row, as a lazy Arrow dataset: nothing is read until it is asked for."""
        from pyarrow import dataset

        with self._reading():
            return dataset.dataset(self._store.results, format="parquet")

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """Refuse a table that is damaged."""
        import pyarrow as pa

        try:
            yield
        except (OSError, pa.ArrowException, ValueError, KeyError, TypeError) as error:
            raise InvalidFile("is damaged; run the study again to write it anew", str(self._store.results)) from error

    @cached_property
    def frame(self) -> pd.DataFrame:
        """Every row with names; for many games read `rows` with the columns you need."""
        with self._reading():
            return self.dataset.to_table().to_pandas()

    def rows(self, cell: str | None = None, columns: list[str] | None = None) -> pd.DataFrame:
        """Return the rows of one cell, or of all, with some columns, or all."""
        from pyarrow import dataset

        chosen = None if cell is None else dataset.field("cell") == self._known(cell)
        names = self._columns(columns)
        with self._reading():
            return self.dataset.to_table(columns=names, filter=chosen).to_pandas()

    def compare(self, a: str, b: str, metrics: list[str] | None = None, level: float = 0.95) -> pd.DataFrame:
        """Return the paired differences `b - a` of two cells over the games that both played.

        Parameters
        ----------
        a, b : str
            Names of cells.
        metrics : list of str, optional
            Columns of the rows; those of the study by default.
        level : float
            Of each interval alone.
        """
        import pandas as pd

        known = self._summary["columns"]
        named = {name: known.get(name, name) for name in (metrics or self._summary["metrics"])}
        self._columns(list(named.values()))
        paired = Paired(list(dict.fromkeys(named.values())))
        for left, right in zip(self._blocks(a, named), self._blocks(b, named), strict=False):
            count = min(len(left), len(right))
            with self._reading():
                paired.add(left[:count], right[:count])
        if not paired.games:
            raise InvalidFile("holds no games of both cells", str(self._store.results))
        seed, lines = self._summary["seed"], []
        for place, (name, column) in enumerate(named.items()):
            if column == known["win"]:
                found = paired.proportion(column, level)
            else:
                found = paired.mean(column, np.random.default_rng([seed, 80 + place]), level)
            lines.append({"metric": name, **found})
        return pd.DataFrame(lines).set_index("metric")

    def factorial(self, metric: str = "win", level: float = 0.95) -> dict[str, object]:
        """Return main effects and interactions of a grid whose factors have two levels each.

        Parameters
        ----------
        metric : str
            A column of the rows, or ``win``, ``score``, ``rounds``.
        level : float
            Of all intervals together.

        Returns
        -------
        dict
            ``metric``, ``games``, ``factors`` with their levels low and high, and ``terms`` as
            `mkbalance.stats.factorial.effects` returns them.
        """
        from mkbalance.stats.factorial import effects
        from mkbalance.study.levels import level as level_of
        from mkbalance.study.levels import levels

        summary = self._summary
        cells = summary["cells"]
        factors = {name: levels(cells, name) for name in summary.get("factors", ())}
        factors = {name: found for name, found in factors.items() if len(found) > 1}
        one_grid = summary.get("design", {}).get("kind") == "grid" and len({cell["variant"] for cell in cells}) == 1
        if not one_grid or len(factors) < 2 or any(len(found) != 2 for found in factors.values()):
            raise UsageError("needs a grid of factors with two levels each", "factors", given=list(factors))
        values = self._table(summary["columns"].get(metric, metric)).to_numpy(dtype=float)
        high = np.array([[level_of(cell, name) == found[1] for name, found in factors.items()] for cell in cells])
        terms = effects(values, high, list(factors), np.random.default_rng([summary["seed"], 90]), level)
        return {"metric": metric, "games": len(values), "factors": factors, "terms": terms}

    def chance(self, metric: str = "score", level: float = 0.95) -> dict[str, object]:
        """Return what each source of chance accounts for, of a study that `mk.chance` played.

        Parameters
        ----------
        metric : str
            A column of the rows, or ``win``, ``score``, ``rounds``.
        level : float
            Of all intervals together.

        Returns
        -------
        dict
            ``metric``, ``games`` and ``shares``: by source ``first``, what it accounts for by itself, and ``total``,
            all that it takes part in, each with ``value``, ``low``, ``high``; last the interplay of sources.
        """
        from mkbalance.study.chance import shares_of

        summary = self._summary
        table = self._table(summary["columns"].get(metric, metric))
        found = shares_of({name: table[name].to_numpy(dtype=float) for name in table}, summary["seed"], level)
        shares = {name: {kind: interval.document() for kind, interval in one.items()} for name, one in found.items()}
        return {"metric": metric, "games": len(table), "shares": shares}

    def _table(self, column: str) -> pd.DataFrame:
        """Return a quantity in the games that all cells played, a column for each cell."""
        cells = self._summary["cells"]
        games = min(cell["games"] for cell in cells)
        rows = self.rows(columns=list(dict.fromkeys(["cell", "game", self._columns([column])[0]])))
        table = rows[rows["game"] < games].pivot(index="game", columns="cell", values=column)
        return table[[cell["name"] for cell in cells]]

    def _blocks(self, cell: str, named: dict[str, str]):
        """Yield structured rows of a cell, in game order, in blocks of equal size."""
        from pyarrow import dataset

        names = list(dict.fromkeys(["game", *named.values()]))
        waiting = np.zeros(0, dtype=[(name, np.int64) for name in names])
        chosen = dataset.field("cell") == self._known(cell)
        with self._reading():
            for batch in self.dataset.to_batches(columns=names, filter=chosen, batch_size=BATCH):
                rows = np.zeros(batch.num_rows, dtype=waiting.dtype)
                for name in names:
                    rows[name] = batch[name].to_numpy(zero_copy_only=False)
                waiting = np.concatenate([waiting, rows])
                while len(waiting) >= BATCH:
                    yield waiting[:BATCH]
                    waiting = waiting[BATCH:]
        if len(waiting):
            yield waiting

    def _known(self, cell: str) -> str:
        names = [item["name"] for item in self._summary["cells"]]
        if cell not in names:
            raise UsageError("no such cell", "cell", given=cell, allowed=names, nearest=nearest_name(cell, names))
        return cell

    def _columns(self, asked: list[str] | None) -> list[str] | None:
        names = self.dataset.schema.names
        for name in asked or ():
            if name not in names:
                raise UsageError(
                    "no such column", "columns", given=name, allowed=names, nearest=nearest_name(name, names)
                )
        return asked

    @property
    def plot(self):
        """Figures: ``.plot.win_rate()``, ``.plot.score()``, ``.plot.groups(NAME)``; each returns Axes."""
        from mkbalance.plotting import StudyPlots

        return StudyPlots(self._summary, self)

    def report(self, output: Path | str | None = None) -> Path:
        """Write the report again and return its path."""
        from mkbalance.report.build import build

        return build(self.folder, Path(output) if output else None)

    def __repr__(self) -> str:
        return f"<Study {self._summary['name']}: {len(self._summary['cells'])} cells in {self.folder}>"

    def _repr_html_(self) -> str:
        head = "<tr><th>Cell</th><th>Games</th><th>Win rate (95 %)</th><th>Score (95 %)</th></tr>"
        body = "".join(
            f"<tr><th>{escape(name)}</th><td>{line.games:,}</td>"
            f"<td>{line.win_rate:.1%} ({line.win_low:.1%} to {line.win_high:.1%})</td>"
            f"<td>{line.score:.1f}{_between(line.score_low, line.score_high)}</td></tr>"
            for name, line in self.cells.iterrows()
        )
        question = escape(self._summary["question"] or self._summary["name"])
        return f"<table><caption>{question}</caption>{head}{body}</table>"


def _between(low: float | None, high: float | None) -> str:
    return "" if low is None or low != low else f" ({low:.1f} to {high:.1f})"
