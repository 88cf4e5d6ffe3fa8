"""Our statistics against statsmodels on random inputs: the same numbers from code that shares none with ours.

    pip install statsmodels
    python verification/against_statsmodels.py [--cases N] [--seed S]

Prints one line per method with the largest difference seen. Exits with 1 if one exceeds its tolerance.
"""

import argparse
import sys

import numpy as np

from mkbalance.stats.counts import Counts
from mkbalance.stats.equivalence import equivalent
from mkbalance.stats.multiplicity import holm
from mkbalance.stats.power import games_for_difference
from mkbalance.stats.proportions import wilson
from mkbalance.stats.sequential import boundaries, spent
from mkbalance.stats.survival import Survival
from mkbalance.stats.tables import mcnemar, newcombe


def _wilson(rng):
    from statsmodels.stats.proportion import proportion_confint

    games = int(rng.integers(1, 5000))
    wins = int(rng.integers(0, games + 1))
    found = wilson(wins, games)
    return (found.low, found.high), proportion_confint(wins, games, method="wilson")


def _newcombe(rng):
    from statsmodels.stats.proportion import confint_proportions_2indep

    games_b, games_a = (int(n) for n in rng.integers(2, 3000, 2))
    wins_b, wins_a = int(rng.integers(0, games_b + 1)), int(rng.integers(0, games_a + 1))
    found = newcombe(wins_b, games_b, wins_a, games_a)
    return (found.low, found.high), confint_proportions_2indep(wins_b, games_b, wins_a, games_a, method="newcomb")


def _mcnemar(rng):
    from statsmodels.stats.contingency_tables import mcnemar as theirs

    only_b, only_a = (int(n) for n in rng.integers(0, 200, 2))
    return mcnemar(only_b, only_a, "exact"), theirs([[0, only_b], [only_a, 0]], exact=True).pvalue


def _holm(rng):
    from statsmodels.stats.multitest import multipletests

    p = rng.random(int(rng.integers(1, 40))) ** 3
    return holm(p), multipletests(p, method="holm")[1]


def _equivalence(rng):
    from statsmodels.stats.weightstats import DescrStatsW

    differences = rng.integers(-30, 31, int(rng.integers(3, 500)))
    margin = float(rng.uniform(0.5, 10))
    return equivalent(Counts(differences), margin).p, DescrStatsW(differences).ttost_mean(-margin, margin)[0]


def _survival(rng):
    from statsmodels.duration.survfunc import SurvfuncRight

    rounds, won = rng.integers(1, 9, 200), rng.random(200) < 0.4
    theirs = SurvfuncRight(rounds, won.astype(int))
    ours = {step.round: step.unwon for step in Survival().add(rounds, won).steps()}
    return [ours[int(time)] for time in theirs.surv_times], theirs.surv_prob


def _power(rng):
    from statsmodels.stats.power import TTestPower

    effect = float(rng.uniform(0.02, 0.5))
    theirs = TTestPower().solve_power(effect_size=effect, alpha=0.05, power=0.9)
    return games_for_difference(effect, 1.0 / np.sqrt(2)) / theirs, 1.0


def _spending(rng):
    """Two looks: the error of crossing either boundary from the distribution of both values at once."""
    from scipy.stats import multivariate_normal

    share = float(rng.uniform(0.3, 0.9))
    first, last = boundaries([share, 1.0])
    both = multivariate_normal([0, 0], [[1, np.sqrt(share)], [np.sqrt(share), 1]], allow_singular=True)
    inside = (
        both.cdf([first, last]) - both.cdf([-first, last]) - both.cdf([first, -last]) + both.cdf([-first, -last])
    )
    return [1 - inside, spent(1.0)], [0.05, 0.05]


METHODS = {  # name: (what it compares, largest difference allowed)
    "Wilson interval": (_wilson, 1e-9),
    "Newcombe interval": (_newcombe, 1e-9),
    "McNemar exact": (_mcnemar, 1e-9),
    "Holm": (_holm, 1e-12),
    "two one-sided t tests": (_equivalence, 1e-9),
    "Kaplan-Meier": (_survival, 1e-9),
    "games for a difference": (_power, 0.1),  # theirs by the t distribution, ours by the normal one
    "alpha spending, two looks": (_spending, 2e-5),
}


def main(argv=None):
    """Compare and report; the exit code is 0 if nothing differs by more than it may."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cases", type=int, default=300, help="random inputs per method")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(argv)
    wrong = 0
    for name, (compare, allowed) in METHODS.items():
        rng = np.random.default_rng([options.seed, len(name)])
        most = 0.0
        for _ in range(options.cases):
            ours, theirs = compare(rng)
            most = max(most, float(np.max(np.abs(np.asarray(ours, float) - np.asarray(theirs, float)))))
        wrong += most > allowed
        print(f"{name:<26} {options.cases} cases, largest difference {most:.2g} (allowed {allowed:g})")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
