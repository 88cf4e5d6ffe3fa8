"""Games of one setting, held in memory."""

from __future__ import annotations

import json
import time
from functools import cached_property
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from mkbalance.errors import MkbalanceError, UsageError
from mkbalance.games import NO_VICTORY, Game, Metrics, Prepared, Scenario, metrics_of
from mkbalance.study import files, provenance, replay, seeds
from mkbalance.study.rows import in_game_order
from mkbalance.study.runner import Setting, check_backend, check_games, check_jobs, play
from mkbalance.study.summary import SCHEMA_VERSION, Tally, told

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Interrupted", "Results", "simulate"]


class Interrupted(MkbalanceError):
    """The user stopped the run; `results` holds the games that finished, or None."""

    exit_code = 130

    def __init__(self, message: str, results: Results | None = None) -> None:
        super().__init__(message)
        self.results = results


class Results:
    """Rows of one setting in game order.

    Attributes
    ----------
    rows : numpy structured array
        One row per game.
    frame : pandas.DataFrame
        The same with names in place of ids.
    seed, key : int
        What the games were played from.
    """

    def __init__(self, setting: Setting, rows: np.ndarray, seconds: float) -> None:
        self.setting = setting
        self.rows = rows
        self.seconds = seconds
        self.seed = setting.seed
        self.key = setting.key

    @property
    def prepared(self) -> Prepared:
        """The scenario with its players."""
        return self.setting.prepared

    @property
    def metrics(self) -> Metrics:
        """Which columns answer which question."""
        return metrics_of(self.prepared)

    @cached_property
    def frame(self) -> pd.DataFrame:
        """The rows with names in place of ids."""
        return self.prepared.decode(self.rows)

    def by_round(self, games: int = 200) -> pd.DataFrame:
        """Return what is held at the end of each round, of the first `games` games.

        The games are played once more, step by step, so this costs about as much as they did.

        Returns
        -------
        DataFrame
            One row for each round of each game: ``game``, ``round`` and the columns of the game.
        """
        follow = getattr(self.prepared, "by_round", None)
        if follow is None:
            raise UsageError("this game does not tell its rounds", "by_round")
        return follow(self.key, int(self.rows["game"][0]) if len(self) else 0, min(games, len(self)))

    @cached_property
    def _document(self) -> dict[str, object]:
        return Tally(self.prepared).add(self.rows).document(self.seed)

    def summary(self) -> dict[str, object]:
        """Return the summary as ``mkbalance simulate --json`` prints it."""
        games = len(self.rows)
        return {
            "schema_version": SCHEMA_VERSION,
            "scenario": self.prepared.scenario_id,
            "players": list(self.prepared.players),
            "overrides": dict(self.setting.overrides),
            "games": games,
            "seed": self.seed,
            "key": f"0x{self.key:016x}",
            **told(self._document),
            "seconds": round(self.seconds, 3),
            "games_per_second": round(games / self.seconds, 1) if self.seconds > 0 else None,
        }

    @property
    def plot(self):
        """Figures: ``.plot.score()``, ``.plot.win_rate()``, ``.plot.groups()``."""
        from mkbalance.plotting import ResultsPlots

        return ResultsPlots(self)

    def write(self, path: Path, game: Game | None = None, complete: bool = True) -> None:
        """Write the frame as Parquet with its provenance in the file's metadata; whole or not at all."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        parameters = {
            "command": replay.command(
                "simulate",
                self.prepared.scenario_id,
                self.prepared.players,
                self.setting.overrides,
                self.seed,
                "-n",
                str(len(self.rows)),
            ),
            "scenario": self.prepared.scenario_id,
            "players": list(self.prepared.players),
            "overrides": dict(self.setting.overrides),
            "seed": self.seed,
            "games": len(self.rows),
        }
        document = provenance.document(
            parameters,
            content=self._document["content"],
            build=game.info() if game else None,
            rows=len(self.rows),
            checksum=self._document["checksum"],
            complete=complete,
        )
        table = pa.Table.from_pandas(self.frame, preserve_index=False)
        table = table.replace_schema_metadata(
            {**(table.schema.metadata or {}), b"mkbalance.provenance": json.dumps(document, default=str).encode()}
        )
        files.write_atomic(Path(path), lambda scratch: pq.write_table(table, scratch, compression="zstd"))

    def __len__(self) -> int:
        return len(self.rows)

    def __repr__(self) -> str:
        win, score = self.summary()["win_rate"], self._document["score"]
        found = (
            f"win rate {win['value']:.3f} ({win['low']:.3f} to {win['high']:.3f})"
            if win
            else f"mean score {score['mean']:.1f}"
        )
        return f"<Results {self.prepared.scenario_id}, {', '.join(self.prepared.players)}: {len(self)} games, {found}>"

    def _repr_html_(self) -> str:
        document = self.summary()
        win, score = document["win_rate"], document["score"]
        cells = {
            "Scenario": document["scenario"],
            "Players": ", ".join(document["players"]),
            "Games": f"{document['games']:,} (seed {document['seed']})",
            "Win rate": f"{win['value']:.1%} (95 %: {win['low']:.1%} to {win['high']:.1%})" if win else NO_VICTORY,
            "Score": f"{score['mean']:.1f}, median {score['q50']:.0f}",
            "Scores from 5 % to 95 %": f"{score['q05']:.0f} to {score['q95']:.0f}",
            "Rounds played": f"{document['rounds']['mean']:.2f}",
        }
        body = "".join(f"<tr><th>{escape(name)}</th><td>{escape(str(text))}</td></tr>" for name, text in cells.items())
        return f"<table>{body}</table>"


def simulate(
    game: Game,
    scenario: Scenario,
    players: list[str],
    *,
    games: int,
    seed: int | None = None,
    jobs: int | None = 1,
    backend: str = "loky",
    scheduler: str | None = None,
    progress=None,
) -> Results:
    """Play `games` games of one setting.

    Raises
    ------
    Interrupted
        On Ctrl-C, with the games that finished.
    """
    check_games(games)
    jobs, backend, seed = check_jobs(jobs), check_backend(backend, scheduler), seeds.as_seed(seed)
    prepared = game.prepare(scenario, list(players))
    setting = Setting(prepared, seed, seeds.experiment_key(seed), dict(scenario.overrides))
    parts: list[np.ndarray] = []
    started = time.perf_counter()
    try:
        for rows in play(setting, games, jobs=jobs, backend=backend, scheduler=scheduler, progress=progress):
            parts.append(rows)
    except KeyboardInterrupt:
        done = sum(map(len, parts))
        kept = Results(setting, in_game_order(parts), time.perf_counter() - started) if parts else None
        raise Interrupted(f"interrupted after {done} of {games} games of seed {seed}", kept) from None
    return Results(setting, in_game_order(parts), time.perf_counter() - started)
