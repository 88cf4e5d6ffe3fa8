"""The Python face: ``scenario``, ``simulate``, ``compare`` and ``Game``.

>>> import mkbalance as mk
>>> s = mk.scenario("against_the_dragon/solo")                                          # doctest: +SKIP
>>> r = mk.simulate(s, players="tovak:competent", games=1000, seed=7)                   # doctest: +SKIP
>>> d = mk.compare(s, s.set("scenario.dragon.heads.war", 7), games=1000, seed=7)        # doctest: +SKIP
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mkbalance.games import Scenario, default_players, get_game
from mkbalance.study import seeds
from mkbalance.study.comparison import Comparison
from mkbalance.study.results import Results
from mkbalance.study.results import simulate as _simulate

__all__ = ["Comparison", "Game", "Results", "compare", "scenario", "simulate"]  # noqa: F822 (Game comes when asked for)


def __getattr__(name: str) -> Any:
    if name == "Game":  # one game stepped by hand: options(), apply(i), board()
        from mkbalance.mageknight.game import StepGame

        return StepGame
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def scenario(id: str) -> Scenario:
    """Return a scenario by id.

    Parameters
    ----------
    id : str
        As ``mkbalance scenarios`` lists it, ``against_the_dragon/solo``.

    Returns
    -------
    Scenario
        Immutable; ``.set(path, value)`` returns another one.
    """
    return get_game().scenario(id)


def simulate(
    scenario: Scenario | str,
    *,
    players: str | Sequence[str] | None = None,
    games: int = 1000,
    seed: int | None = None,
    n_jobs: int | None = None,
    backend: str = "loky",
) -> Results:
    """Play many games of one setting.

    Parameters
    ----------
    scenario : Scenario or str
        A scenario or its id.
    players : str or sequence of str, optional
        ``HERO[:PLAYER]``, one for each seat; the game's own choice when left out. A seat may be played by Python,
        ``{"HERO": function}``: the function gets a view and the options, and returns the index of one.
    games : int
        Number of games.
    seed : int, optional
        Drawn when left out; ``Results.seed`` tells it.
    n_jobs : int, optional
        Workers: None is one, -1 every CPU. Rows do not depend on it.
    backend : {"loky", "threading"}
        Processes or threads.

    Returns
    -------
    Results
        ``.frame``, ``.rows``, ``.summary()``, ``.plot``.
    """
    return _simulate(
        get_game(), _scenario(scenario), _players(players), games=games, seed=seed, jobs=n_jobs, backend=backend
    )


def compare(
    a: Scenario | str,
    b: Scenario | str,
    *,
    players: str | Sequence[str] | None = None,
    players_b: str | Sequence[str] | None = None,
    games: int = 1000,
    seed: int | None = None,
    n_jobs: int | None = None,
    backend: str = "loky",
) -> Comparison:
    """Play the same games under two settings and return the paired difference, `b - a`.

    Parameters
    ----------
    a, b : Scenario or str
        The two settings.
    players, players_b : str or sequence of str, optional
        Who plays both; `players_b` plays `b` instead when given.
    games, seed, n_jobs, backend
        As in `simulate`.

    Returns
    -------
    Comparison
        ``.summary()`` has differences, intervals and variance ratios; ``.a`` and ``.b`` are the `Results`.
    """
    seed = seeds.as_seed(seed)
    first = simulate(a, players=players, games=games, seed=seed, n_jobs=n_jobs, backend=backend)
    other = players if players_b is None else players_b
    return Comparison(first, simulate(b, players=other, games=games, seed=seed, n_jobs=n_jobs, backend=backend))


def _scenario(given: Scenario | str) -> Scenario:
    return scenario(given) if isinstance(given, str) else given


def _players(given: Any) -> list[Any]:
    if given is None:
        return default_players(get_game())
    return [given] if isinstance(given, str | Mapping) or callable(given) else list(given)
