"""Campaigns: a file that lists scenarios, the games of each played one after the other, and what came of them.

A campaign is data, like an experiment: nothing in it is run. Campaign `i` of a seed is the same for any number of
workers; scenario `k` draws from a key of its own, so that two campaigns that differ in one scenario meet the same luck
in the others.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import numpy as np
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from mkbalance.errors import InvalidFile, MkbalanceError, UsageError
from mkbalance.games import Game, with_overrides
from mkbalance.stats.bootstrap import percentile
from mkbalance.stats.counts import Counts
from mkbalance.stats.proportions import wilson
from mkbalance.study import seeds
from mkbalance.study.experiment import Name, Overrides, Players
from mkbalance.study.mistakes import mistake, raise_mistakes
from mkbalance.study.reading import read_text
from mkbalance.study.runner import check_games, check_jobs
from mkbalance.study.summary import Tally, told
from mkbalance.wording import key_path, short, words

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Campaign", "CampaignResults", "Stage", "load", "play", "prepare"]

SCHEMA_VERSION = 1
CHUNK = 32  #: campaigns of one task


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, populate_by_name=True)


class Stage(_Section):
    """One scenario of a campaign."""

    scenario: Name
    level: Annotated[int, Field(ge=0, le=10)] = 0  #: 0 = the printed start, for the first scenario only
    set: Overrides = {}


def _stage(value: Any) -> Any:
    return {"scenario": value} if isinstance(value, str) else value


class Campaign(_Section):
    """A whole campaign file."""

    version: Annotated[Literal[1], Field(alias="schema")] = 1
    name: Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$", max_length=80)] = "campaign"
    question: Annotated[str, Field(max_length=500)] = ""
    seed: Annotated[int, Field(ge=0, le=2**63 - 1)] | None = None
    games: Annotated[int, Field(ge=1, le=10_000_000)] = 500
    players: Players | None = None
    on_loss: Literal["go_on", "end"] = "go_on"
    scenarios: Annotated[list[Annotated[Stage, BeforeValidator(_stage)]], Field(min_length=1, max_length=20)]


def load(source: Path | str | Sequence[Mapping[str, object] | str] | Campaign) -> Campaign:
    """Return a campaign from a TOML file, or from a list of scenarios."""
    if isinstance(source, Campaign):
        return source
    if isinstance(source, str | Path):
        where = str(source)
        try:
            raw = tomllib.loads(read_text(Path(source)))
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            raise InvalidFile(f"is not TOML: {short(error, 200)}", where) from error
    else:
        where, raw = "campaign", {"scenarios": list(source)}
    try:
        return Campaign.model_validate(raw)
    except ValidationError as invalid:
        found = []
        for item in invalid.errors(include_url=False):
            message, allowed = words(item)
            found.append(UsageError(message, key_path(item["loc"]) or "file", allowed=allowed))
        raise_mistakes(found, where)
        raise AssertionError("unreachable") from invalid


def prepare(campaign: Campaign, game: Game, players: list[str] | None = None) -> Any:
    """Return what plays a campaign; report every mistake in it at once.

    Parameters
    ----------
    campaign : Campaign
    game : Game
        Joins prepared scenarios through ``chain(stages, go_on)``.
    players : list of str, optional
        In place of those of the file.
    """
    if not hasattr(game, "chain"):
        raise UsageError(f"{game.name} has no campaigns", "game")
    chosen = players or campaign.players or list(game.default_players)
    found: list[MkbalanceError] = []
    stages = []
    for number, stage in enumerate(campaign.scenarios):
        changes = {**({"scenario.start_level": stage.level} if stage.level else {}), **stage.set}
        try:
            scenario = with_overrides(game.scenario(stage.scenario), changes)
            stages.append(game.prepare(scenario, list(chosen)))
        except MkbalanceError as error:
            found.append(mistake(f"scenarios[{number}]", error))
    raise_mistakes(found, campaign.name)
    return game.chain(stages, campaign.on_loss == "go_on")


def keys(seed: int, stages: int) -> list[int]:
    """Return the key of each scenario; that of the first is the seed's own."""
    more = [int(np.random.SeedSequence([seed, k]).generate_state(1, np.uint64)[0]) for k in range(1, stages)]
    return [seeds.experiment_key(seed), *more]


class CampaignResults:
    """Campaigns played.

    Attributes
    ----------
    rows : list of numpy structured array
        Rows of each scenario in game order; a campaign that ended earlier has none in the later ones.
    """

    def __init__(self, campaign: Campaign, chain: Any, rows: list[np.ndarray], games: int, seed: int) -> None:
        self.campaign, self.chain, self.rows, self.games, self.seed = campaign, chain, rows, games, seed

    @cached_property
    def frame(self) -> pd.DataFrame:
        """Every scenario of every campaign: the columns of the rows, behind `campaign`, `stage` and `scenario`."""
        import pandas as pd

        parts = []
        for number, (stage, rows) in enumerate(zip(self.chain.stages, self.rows, strict=True)):
            part = stage.decode(rows).rename(columns={"game": "campaign"})
            part.insert(1, "stage", number + 1)
            part.insert(2, "scenario", stage.scenario_id)
            parts.append(part)
        return pd.concat(parts, ignore_index=True).sort_values(["campaign", "stage"], ignore_index=True)

    @cached_property
    def campaigns(self) -> pd.DataFrame:
        """One row for each campaign: scenarios played and won, won altogether, score over all scenarios."""
        import pandas as pd

        played, won, score = (np.zeros(self.games, dtype=np.int64) for _ in range(3))
        for rows in self.rows:
            at = rows["game"].astype(np.int64)
            played[at] += 1
            won[at] += rows["win"]
            score[at] += rows["score"]
        return pd.DataFrame(
            {
                "campaign": np.arange(self.games),
                "played": played,
                "won": won,
                "win": (won == len(self.rows)).astype(int),
                "score": score,
            }
        )

    def summary(self) -> dict[str, object]:
        """Return the campaign as ``mkbalance campaign --json`` prints it."""
        table = self.campaigns
        score = table["score"].to_numpy()
        counted = Counts()
        counted.add(score)
        mean = percentile(counted, np.random.default_rng([self.seed, 21])) if self.games > 1 else None
        return {
            "schema_version": SCHEMA_VERSION,
            "name": self.campaign.name,
            "question": self.campaign.question,
            "players": list(self.chain.stages[0].players),
            "games": self.games,
            "seed": self.seed,
            "on_loss": self.campaign.on_loss,
            "win_rate": wilson(int(table["win"].sum()), self.games).document(),
            "won": float(table["won"].mean()),
            "score": {
                "mean": float(score.mean()),
                "low": mean.low if mean else None,
                "high": mean.high if mean else None,
            },
            "scenarios": [
                {
                    "scenario": stage.scenario_id,
                    "level": asked.level,
                    "overrides": dict(asked.set),
                    "games": len(rows),
                    **(told(Tally(stage).add(rows).document(self.seed)) if len(rows) else {}),
                }
                for asked, stage, rows in zip(self.campaign.scenarios, self.chain.stages, self.rows, strict=True)
            ],
            "content": {
                "hash": sorted({stage.content_hash for stage in self.chain.stages}),
                "estimated": sorted({name for stage in self.chain.stages for name in stage.estimated}),
            },
        }

    def __len__(self) -> int:
        return self.games

    def __repr__(self) -> str:
        win = self.summary()["win_rate"]
        return f"<CampaignResults {self.campaign.name}: {self.games} campaigns, all won in {win['value']:.1%}>"


def play(
    campaign: Campaign,
    game: Game,
    *,
    players: list[str] | None = None,
    games: int | None = None,
    seed: int | None = None,
    jobs: int | None = 1,
    progress=None,
) -> CampaignResults:
    """Play a campaign many times.

    Parameters
    ----------
    campaign : Campaign
    players, games, seed : optional
        In place of those of the file.
    jobs : int
        Workers; the rows are the same for any number.
    """
    count = check_games(campaign.games if games is None else games)
    workers = check_jobs(jobs)
    chosen = seeds.as_seed(campaign.seed if seed is None else seed)
    chain = prepare(campaign, game, players)
    stage_keys = keys(chosen, len(chain.stages))
    starts = range(0, count, CHUNK)
    parts: list[list[np.ndarray]] = []
    if workers == 1:
        found = (chain.run(stage_keys, at, min(CHUNK, count - at)) for at in starts)
    else:
        from joblib import Parallel, delayed

        tasks = (delayed(chain.run)(stage_keys, at, min(CHUNK, count - at)) for at in starts)
        found = Parallel(n_jobs=workers, return_as="generator")(tasks)
    for part in found:
        parts.append(part)
        if progress:
            progress(len(part[0]), "")
    rows = [np.concatenate([part[k] for part in parts]) for k in range(len(chain.stages))]
    return CampaignResults(campaign, chain, rows, count, chosen)
