"""What the estimates of a game are worth to an answer: a variant for each alternative, and all of them together.

An experiment with an `[estimates]` section gets these variants beside its own. The game says which of its numbers are
estimates and what else each could be, so that one added later is played without a change here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from mkbalance.errors import MkbalanceError, UsageError
from mkbalance.games import Game, with_overrides
from mkbalance.study.experiment import MAX_ITEMS, Experiment, Variant

__all__ = ["extended", "together", "with_estimates"]


def with_estimates(experiment: Experiment, game: Game) -> tuple[Experiment, list[MkbalanceError]]:
    """Return the experiment with the variants its `[estimates]` section asks for, and what is wrong with that.

    Parameters
    ----------
    experiment : Experiment
    game : Game
        Says through ``estimates(prepared)`` which entries are estimates: overrides by name and alternative.
    """
    asked = experiment.estimates
    if asked is None:
        return experiment, []
    if not hasattr(game, "estimates"):
        return experiment, [UsageError(f"{game.name} does not say what it estimates", "estimates")]
    base = experiment.baseline
    try:
        scenario = with_overrides(game.scenario(base.scenario), base.set)
        found = game.estimates(game.prepare(scenario, list(base.players)))
    except MkbalanceError:
        return experiment, []  # the check of the baseline says what is wrong with it
    variants = list(_variants(found, asked.each, asked.together))
    if not variants:
        return experiment, [
            UsageError("nothing this baseline plays has an alternative", "estimates", given=base.scenario)
        ]
    return extended(experiment, variants, "estimates")


def extended(
    experiment: Experiment, variants: Sequence[Variant], section: str
) -> tuple[Experiment, list[MkbalanceError]]:
    """Return the experiment with the variants that a section asks for, and what is wrong with that."""
    taken = {variant.name for variant in experiment.variants}
    wrong = [UsageError("is the name of a variant too", section, given=v.name) for v in variants if v.name in taken]
    if len(variants) + len(taken) > MAX_ITEMS:
        wrong.append(UsageError("make too many variants", section, allowed=f"at most {MAX_ITEMS}"))
    if wrong:
        return experiment, wrong
    return experiment.model_copy(update={"variants": [*experiment.variants, *variants]}), []


def together(found: Mapping[str, Mapping[str, Mapping[str, object]]]) -> list[Variant]:
    """Return a variant for every name of an alternative, set in all estimates that have it."""
    return list(_variants(found, each=False, together=True))


def _variants(found: Mapping[str, Mapping[str, Mapping[str, object]]], each: bool, together: bool) -> Iterable[Variant]:
    """Yield the variants: each alternative alone, then every name that several share, set in all of them."""
    shared: dict[str, list[Mapping[str, object]]] = {}
    for estimate, alternatives in found.items():
        for name, overrides in alternatives.items():
            shared.setdefault(name, []).append(overrides)
            if each:
                yield Variant(name=f"{estimate}: {name}", set=dict(overrides))
    for name, several in shared.items():
        if together and (len(several) > 1 or not each):
            merged = {path: value for overrides in several for path, value in overrides.items()}
            yield Variant(name=f"all: {name}", set=merged)
