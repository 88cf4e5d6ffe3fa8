"""Variants without an entry: each card, Skill, Unit … that a game can take out, in turn.

An experiment with a `[knockout]` section gets them beside its own. The game says what can be taken out and how, so
that an entry added later is taken out without a change here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mkbalance.errors import MkbalanceError, UsageError, nearest_name
from mkbalance.games import Game, Scenario, with_overrides
from mkbalance.study.estimates import extended
from mkbalance.study.experiment import Experiment, Variant

__all__ = ["removals", "with_knockout"]


def removals(
    game: Game, scenario: Scenario, players: Sequence[str], kinds: Sequence[str] | None, where: str, whole: str
) -> dict[str, Mapping[str, object]]:
    """Return the overrides that take each entry out, by the name of the variant.

    Parameters
    ----------
    game : Game
        Says through ``removable(prepared)`` what can be taken out, and how.
    kinds : sequence of str, optional
        As ``units`` or ``skills``; all of them by default.
    where, whole : str
        Names of the kinds and of what asks for them, for errors.

    Raises
    ------
    UsageError
        If the game takes nothing out, or nothing of a kind.
    """
    offered = getattr(game, "removable", None)
    if offered is None:
        raise UsageError(f"{game.name} does not say what can be removed", whole)
    table = offered(game.prepare(scenario, list(players)))
    for kind in kinds or ():
        if kind not in table:
            raise UsageError(
                "nothing of this kind can be removed",
                where,
                given=kind,
                allowed=table,
                nearest=nearest_name(kind, table),
            )
    return {
        f"without {kind}.{id_}": overrides for kind in (kinds or table) for id_, overrides in table[kind].items()
    }


def with_knockout(experiment: Experiment, game: Game) -> tuple[Experiment, list[MkbalanceError]]:
    """Return the experiment with the variants its `[knockout]` section asks for, and what is wrong with that."""
    asked, base = experiment.knockout, experiment.baseline
    if asked is None:
        return experiment, []
    try:
        scenario = with_overrides(game.scenario(base.scenario), base.set)
        game.prepare(scenario, list(base.players))
    except MkbalanceError:
        return experiment, []  # the check of the baseline says what is wrong with it
    try:
        found = removals(game, scenario, base.players, asked.kinds, "knockout.kinds", "knockout")
    except UsageError as error:
        return experiment, [error]
    variants = [Variant(name=name, set=dict(overrides)) for name, overrides in found.items()]
    return extended(experiment, variants, "knockout")
