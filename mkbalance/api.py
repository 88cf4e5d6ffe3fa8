"""The Python face: ``scenario``, ``simulate``, ``compare`` and ``Game``.

>>> import mkbalance as mk
>>> s = mk.scenario("against_the_dragon/solo")                                          # doctest: +SKIP
>>> r = mk.simulate(s, players="tovak:competent", games=1000, seed=7)                   # doctest: +SKIP
>>> d = mk.compare(s, s.set("scenario.dragon.heads.war", 7), games=1000, seed=7)        # doctest: +SKIP
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mkbalance.games import Scenario, default_players, get_game
from mkbalance.study import seeds
from mkbalance.study.comparison import Comparison, check_margins
from mkbalance.study.results import Results
from mkbalance.study.results import simulate as _simulate
from mkbalance.study.runner import check_jobs, cpus

if TYPE_CHECKING:
    from mkbalance.study.campaign import CampaignResults
    from mkbalance.study.plan import Plan
    from mkbalance.study.study import Study

__all__ = [  # noqa: F822 (Game comes when asked for)
    "Comparison",
    "Game",
    "Results",
    "Study",
    "campaign",
    "chance",
    "compare",
    "knockout",
    "plan",
    "run",
    "scenario",
    "sensitivity",
    "simulate",
    "tune",
    "verify",
]


def __getattr__(name: str) -> Any:
    if name == "Game":  # one game stepped by hand: options(), apply(i), board()
        from mkbalance.mageknight.game import StepGame

        return StepGame
    if name == "Study":
        from mkbalance.study.study import Study

        return Study
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
    margins: dict[str, float] | None = None,
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
    margins : dict, optional
        By metric (``win``, ``score``, ``rounds``), a difference that does not matter: the summary tests equivalence.

    Returns
    -------
    Comparison
        ``.summary()`` has differences, intervals and variance ratios; ``.a`` and ``.b`` are the `Results`.
    """
    check_margins(margins or {}, games)
    seed = seeds.as_seed(seed)
    first = simulate(a, players=players, games=games, seed=seed, n_jobs=n_jobs, backend=backend)
    other = players if players_b is None else players_b
    second = simulate(b, players=other, games=games, seed=seed, n_jobs=n_jobs, backend=backend)
    return Comparison(first, second, margins)


def plan(path: str | Path) -> Plan:
    """Read an experiment and work out its cells without playing.

    Parameters
    ----------
    path : str or Path
        An experiment file.

    Returns
    -------
    Plan
        ``.cells``, ``.contrasts``, ``.study_id``, ``.document()``; every mistake in the file is one `Mistakes` error.
    """
    from mkbalance.study.plan import plan as work_out

    return work_out(Path(path), get_game())


def run(
    experiment: str | Path | Plan,
    output: str | Path | None = None,
    *,
    n_jobs: int | None = None,
    backend: str = "loky",
    scheduler: str | None = None,
    resume: bool = False,
    progress: Callable[[int, str], None] | None = None,
    note: Callable[[str], None] | None = None,
) -> Study:
    """Run a study, or go on with it, as ``mkbalance run`` does.

    Parameters
    ----------
    experiment : str, Path or Plan
        An experiment file, or what `plan` returned.
    output : str or Path, optional
        Folder of the study; ``results/NAME`` by default.
    n_jobs : int, optional
        Workers; every CPU by default.
    backend, scheduler : str
        ``loky``, ``threading``, or ``dask`` with the address of a scheduler.
    resume : bool
        Insist on an earlier run in the folder.
    progress, note : callable, optional
        Told games and cell after each batch; told why cells end and what is played again.

    Returns
    -------
    Study
        ``.summary()``, ``.cells``, ``.comparisons``, ``.frame``, ``.rows()``, ``.compare()``, ``.plot``, ``.report()``.
    """
    from mkbalance.study.conduct import conduct

    planned = plan(experiment) if isinstance(experiment, str | Path) else experiment
    folder = Path(output) if output else Path("results") / planned.experiment.name
    how = {"jobs": n_jobs, "backend": backend, "scheduler": scheduler, "progress": progress, "note": note}
    return conduct(planned, folder, resume=resume, **how)


def tune(path: str | Path, *, n_jobs: int | None = None, backend: str = "loky", scheduler: str | None = None) -> dict:
    """Find the parameters that meet the target of an experiment's ``[tune]`` section; see ``mkbalance tune``."""
    from mkbalance.study.tuning import tune as search

    return search(plan(path).experiment, get_game(), **_how(n_jobs, backend, scheduler))


def sensitivity(
    path: str | Path, *, n_jobs: int | None = None, backend: str = "loky", scheduler: str | None = None
) -> dict:
    """Say which parameters of an experiment's ``[sensitivity]`` section matter; see ``mkbalance sensitivity``."""
    from mkbalance.study.sensitivity import sensitivity as analyse

    return analyse(plan(path).experiment, get_game(), **_how(n_jobs, backend, scheduler))


def knockout(
    scenario: Scenario | str,
    *,
    players: str | Sequence[str] | None = None,
    kinds: Sequence[str] | None = None,
    games: int = 2000,
    seed: int | None = None,
    output: str | Path | None = None,
    **how,
) -> Study:
    """Take each card, skill, unit … out in turn; return the study, one variant for each.

    Parameters
    ----------
    scenario, players, games, seed
        As in `simulate`.
    kinds : sequence of str, optional
        As ``["units"]``; everything that can be removed by default.
    output : str or Path, optional
        Folder of the study.
    **how
        As in `run`.
    """
    from mkbalance.study.knockout import knockout_plan

    planned = knockout_plan(
        get_game(), _scenario(scenario), _players(players), games=games, seed=seeds.as_seed(seed), kinds=kinds
    )
    return run(planned, output, **how)


def chance(
    scenario: Scenario | str,
    *,
    players: str | Sequence[str] | None = None,
    games: int = 2000,
    seed: int | None = None,
    output: str | Path | None = None,
    **how,
) -> Study:
    """Deal each source of chance anew in turn (map, tokens, decks, dice …); return the study.

    ``study.chance("score")`` then says how much of the spread each source accounts for; ``study.plot.chance()`` draws
    it.

    Parameters
    ----------
    scenario, players, games, seed
        As in `simulate`; the games are played once for each source, and twice more.
    output : str or Path, optional
        Folder of the study.
    **how
        As in `run`.
    """
    from mkbalance.study.chance import chance_plan

    planned = chance_plan(get_game(), _scenario(scenario), _players(players), games=games, seed=seeds.as_seed(seed))
    return run(planned, output, **how)


def campaign(
    source: str | Path | Sequence[Mapping[str, object] | str],
    *,
    players: str | Sequence[str] | None = None,
    games: int | None = None,
    seed: int | None = None,
    n_jobs: int | None = 1,
) -> CampaignResults:
    """Play a campaign: scenarios one after the other, with the cards kept from each.

    Parameters
    ----------
    source : str, Path or sequence
        A campaign file, or its scenarios: ids, or ``{"scenario": …, "level": …, "set": {…}}``.
    players, games, seed : optional
        In place of those of the file.

    Returns
    -------
    CampaignResults
        `frame` has a row for each scenario of each campaign, `campaigns` one for each campaign.

    Examples
    --------
    ``mk.campaign(["first_reconnaissance/solo", {"scenario": "solo_blitz/solo", "level": 2}], games=100, seed=7)``
    """
    from mkbalance.study import campaign as module

    chosen = _players(players) if players is not None else None
    return module.play(
        module.load(source), get_game(), players=chosen, games=games, seed=seed, jobs=check_jobs(n_jobs, default=cpus())
    )


def verify(scenario: Scenario | str | None = None, *, players: str | Sequence[str] | None = None, **how) -> list:
    """Check the tool on itself: placebo, coverage, seeds, determinism; see ``mkbalance verify``."""
    from mkbalance.study.verification import verify as check

    return check(get_game(), _scenario(scenario) if scenario is not None else None, _players(players), **how)


def _how(n_jobs: int | None, backend: str, scheduler: str | None) -> dict[str, object]:
    return {"jobs": check_jobs(n_jobs, default=cpus()), "backend": backend, "scheduler": scheduler}


def _scenario(given: Scenario | str) -> Scenario:
    return scenario(given) if isinstance(given, str) else given


def _players(given: Any) -> list[Any]:
    if given is None:
        return default_players(get_game())
    return [given] if isinstance(given, str | Mapping) or callable(given) else list(given)
