"""What a game must offer to be studied, and the registry of games.

The study, statistics, report and command-line layers know a game only through the protocols of this file. A game lives
in its own package and is imported when first asked for; its module holds the object that follows `Game`.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from mkbalance.errors import UsageError, nearest_name

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

__all__ = [
    "STANDARD_METRICS",
    "Game",
    "Metrics",
    "Prepared",
    "Scenario",
    "ScenarioInfo",
    "columns_of",
    "default_players",
    "get_game",
    "metrics_of",
    "register",
    "with_overrides",
]

NO_VICTORY = "none: the scenario knows no victory"  #: in place of a win rate
STANDARD_METRICS = ("win", "score", "rounds")  #: every game has them (`Metrics`)
DEFAULT_GAME = "mageknight"
_LOCATIONS: dict[str, str | Callable[[], Game]] = {DEFAULT_GAME: "mkbalance.mageknight.game:GAME"}
_LOADED: dict[str, Game] = {}


class ScenarioInfo(Protocol):
    """One line of the list of scenarios."""

    id: str
    name: str
    mode: str
    players: Any  #: number of seats, or the range of it
    rounds: int
    playable: bool
    source: str
    parameters: dict[str, Any]


class Scenario(Protocol):
    """An immutable scenario with overrides."""

    id: str
    overrides: Mapping[str, object]

    def set(self, path: str, value: object) -> Scenario:
        """Return the scenario with one more override; refuse an unknown path (UsageError) or value (InvalidFile)."""
        ...


class Prepared(Protocol):
    """A scenario with its players, ready to run; picklable and cheap to send to a worker."""

    content_hash: str
    estimated: list[str]
    scenario_id: str
    players: list[str]

    def run(self, key: int, first: int, count: int) -> np.ndarray:
        """Play games `first` to `first + count - 1`; one row each, the same for any split of the games."""
        ...

    def decode(self, rows: np.ndarray) -> pd.DataFrame:
        """Return the rows with ids replaced by names."""
        ...

    def describe(self) -> dict[str, Any]:
        """Return the settings as JSON-able facts."""
        ...


@runtime_checkable
class Game(Protocol):
    """A game that can be studied.

    What it prepares may have `identities`: the players as texts that change when a player file does.

    It may also have `default_players`, who plays when nobody is named; `bench_scenarios`, the scenarios to measure;
    `example`, a variant and a factor that a new experiment file starts from; ``removable(prepared)``, which returns by
    kind and id the overrides that take an entry out of the game; ``estimates(prepared)``, which returns for each
    number in play that is an estimate the overrides of each of its alternatives, by name; ``chance(prepared)``, which
    returns for each source of chance the overrides that deal it anew; ``chain(stages, go_on)``, which joins prepared
    scenarios to a campaign with ``stages`` and ``run(keys, first, count)``; and ``strength()``, which tells how strong
    the players were when last measured.
    """

    name: str

    def scenarios(self) -> dict[str, ScenarioInfo]:
        """Return the scenarios by id."""
        ...

    def scenario(self, id: str) -> Scenario:
        """Return one scenario; refuse an unknown id with the nearest one."""
        ...

    def players(self) -> dict[str, str]:
        """Return the scripted players and what each is."""
        ...

    def heroes(self) -> dict[str, str]:
        """Return the heroes and what each is."""
        ...

    def kinds(self) -> list[str]:
        """Return the kinds of fact that `show` knows."""
        ...

    def show(self, kind: str, id: str | None = None) -> object:
        """Return JSON-able facts: the ids of a kind, or one entry."""
        ...

    def prepare(self, scenario: Scenario, players: list[str]) -> Prepared:
        """Compile a scenario with its players."""
        ...

    def check(self) -> dict[str, Any]:
        """Check the content and say what is covered; a non-empty `failed` means that a check did not pass."""
        ...

    def info(self) -> dict[str, Any]:
        """Return content hash, state size and build; `core_hash` identifies the compiled code."""
        ...

    def tell(self, prepared: Prepared, key: int, game: int, map_path: str | None = None) -> Iterable[str | dict]:
        """Play one game and tell it: a str is a line for a reader, a dict an event."""
        ...


@dataclass(frozen=True)
class Metrics:
    """Which columns of the rows answer which question.

    `groups` are families of columns reported together, as ``{"heads": {"war": "war_removed"}}``.
    """

    win: str = "win"
    score: str = "score"
    rounds: str = "rounds"
    round_won: str = "round_won"
    actions: str = "actions"
    fault: str = "fault"
    skip: tuple[str, ...] = ("game", "key", "hero", "player", "fault")  #: ids and bookkeeping, never averaged
    groups: dict[str, dict[str, str]] = field(default_factory=dict)
    labels: dict[str, str] = field(default_factory=dict)  #: caption of a group in reports
    winnable: bool = True  #: False where the game knows no victory: no win rate is told


def metrics_of(prepared: Prepared) -> Metrics:
    """Return the metrics of a prepared game: its own, or the usual columns with none of the groups."""
    return getattr(prepared, "metrics", None) or Metrics()


def columns_of(prepared: Prepared) -> list[str]:
    """Return the names of the columns of the rows; a game that does not list them plays one game to tell."""
    return list(getattr(prepared, "columns", ())) or list(prepared.run(0, 0, 1).dtype.names)


def default_players(game: Game) -> list[str]:
    """Return who plays when nobody is named: the game's own choice, or its first hero."""
    return list(getattr(game, "default_players", ())) or [next(iter(game.heroes()))]


def with_overrides(scenario: Scenario, *groups: Mapping[str, object]) -> Scenario:
    """Return the scenario with groups of overrides, a later one before an earlier.

    They are set together where the scenario can (`set_all`), so that only the result has to be valid.
    """
    together: dict[str, object] = {}
    for group in groups:
        for path, value in group.items():
            together.pop(path, None)
            together[path] = value
    if not together:
        return scenario
    if hasattr(scenario, "set_all"):
        return scenario.set_all(together)
    for path, value in together.items():
        scenario = scenario.set(path, value)
    return scenario


def register(name: str, location: str | Callable[[], Game]) -> None:
    """Add or replace a game: ``"package.module:ATTRIBUTE"`` or a function that returns it."""
    _LOCATIONS[name] = location
    _LOADED.pop(name, None)


def get_game(name: str = DEFAULT_GAME) -> Game:
    """Return a game by name, importing it on first use."""
    if name not in _LOADED:
        if name not in _LOCATIONS:
            raise UsageError(
                f"no game is called {name!r}",
                "game",
                given=name,
                allowed=_LOCATIONS,
                nearest=nearest_name(name, _LOCATIONS),
            )
        location = _LOCATIONS[name]
        if callable(location):
            _LOADED[name] = location()
        else:
            module, _, attribute = location.partition(":")
            _LOADED[name] = getattr(importlib.import_module(module), attribute)
    return _LOADED[name]
