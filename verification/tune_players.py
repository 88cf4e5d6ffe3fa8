"""Search for better weights of a scripted player by CMA-ES, and measure the gain on games that the search has not seen.

    python verification/tune_players.py experiments/tune_players.toml [-o FOUND.toml] [-j N] [--generations N]
    python verification/tune_players.py experiments/tune_players.toml --measure FOUND.toml [-j N] [--games N]

A weight is searched as a factor on what the base says. All candidates of a generation play the same games, each
generation new ones; the middle of the last generation is kept. `--measure` searches nothing and measures a player file.
"""

import argparse
import math
import tomllib
from pathlib import Path

import cma
import joblib
import numpy as np

from mkbalance._mageknight import batch
from mkbalance.mageknight.game import GAME
from mkbalance.mageknight.playerfiles import LIMITS, SWITCHES, load
from mkbalance.stats.paired import Paired
from mkbalance.study import seeds

MOST = 2000  # of a weight without limits of its own


def weights_of(base, names, factors):
    """Return the base's weights with some of them multiplied."""
    made = base.copy()
    for name, factor in zip(names, factors, strict=True):
        low, high = LIMITS.get(name, (0, MOST))
        made[name] = min(high, max(low, round(int(base[name]) * math.exp(factor))))
    return made


def played(scenario, hero, weights, seed, first, games):
    """Return the rows of some games."""
    made = GAME.scenario(scenario["id"])
    for path, value in scenario.get("set", {}).items():
        made = made.set(path, value)
    prepared = GAME.prepare(made, [f"{hero}:competent"])
    return batch.run(prepared.core, prepared.setup, [weights], seeds.experiment_key(seed), first, games)


def worths(scenario, rows):
    """Return the worth of each game to the search: its score, and what else counts."""
    total = rows["score"].astype(float)
    for metric, worth in scenario.get("also", {}).items():
        total += worth * rows[metric]
    return total


def generation(search, candidates, number, jobs):
    """Return the mean worth of each candidate over the games of a generation."""
    tasks = [
        (k, scenario, hero)
        for k in range(len(candidates))
        for scenario in search["scenarios"]
        for hero in search["heroes"]
    ]
    rows = joblib.Parallel(n_jobs=jobs)(
        joblib.delayed(played)(scenario, hero, candidates[k], search["seed"], number * search["games"], search["games"])
        for k, scenario, hero in tasks
    )
    total = np.zeros(len(candidates))
    for (k, scenario, _), found in zip(tasks, rows, strict=True):
        total[k] += scenario.get("share", 1.0) * worths(scenario, found).mean() / len(search["heroes"])
    return total


def search_weights(document, *, jobs=1, say=print, keep=lambda weights: None):
    """Return the weights that the search ends at, and their factors; ``keep`` is given those of each generation."""
    search, names = document["search"], document["player"]["weights"]
    base = load(document["player"]["base"])
    if unfit := [name for name in names if name in SWITCHES or not base[name]]:
        raise SystemExit(f"cannot be multiplied: {', '.join(unfit)}")
    strategy = cma.CMAEvolutionStrategy(
        [0.0] * len(names),
        search["spread"],
        {"popsize": search["population"], "seed": search["seed"] % (1 << 31), "verbose": -9},
    )
    for number in range(search["generations"]):
        asked = strategy.ask()
        found = generation(search, [weights_of(base, names, one) for one in asked], number, jobs)
        strategy.tell(asked, [-worth for worth in found])
        say(f"generation {number + 1}: mean {found.mean():.2f}, best {found.max():.2f}, step {strategy.sigma:.3f}")
        keep(weights_of(base, names, strategy.mean))
    middle = strategy.mean
    return weights_of(base, names, middle), dict(zip(names, middle, strict=True))


def measure(document, weights, *, jobs=1):
    """Yield per scenario of `held_out` the rows of the base and of the weights, game by game the same."""
    asked = document["held_out"]
    base = load(document["player"]["base"])
    for scenario in asked["scenarios"]:
        tasks = [(hero, one) for hero in asked["heroes"] for one in (base, weights)]
        rows = joblib.Parallel(n_jobs=jobs)(
            joblib.delayed(played)(scenario, hero, one, asked["seed"], 0, asked["games"]) for hero, one in tasks
        )
        yield scenario, np.concatenate(rows[::2]), np.concatenate(rows[1::2])


def player_file(document, weights):
    """Return the text of a player file that differs from the base where the weights do."""
    base = load(document["player"]["base"])
    lines = [f'base = "{document["player"]["base"]}"', "", "[weights]"]
    lines += [f"{name} = {int(weights[name])}" for name in document["player"]["weights"] if weights[name] != base[name]]
    return "\n".join(lines) + "\n"


def write(document, weights, target):
    """Write a player file, if a place was named: after every generation, so that a search cut short has an end too."""
    if target:
        unfinished = target.with_suffix(".part")
        unfinished.write_text(player_file(document, weights))
        unfinished.replace(target)


def main():
    """Search as the file says, or measure a player file against its base."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("-o", "--output", type=Path)
    parser.add_argument("-j", "--jobs", type=int, default=1)
    parser.add_argument("--generations", type=int)
    parser.add_argument("--games", type=int, help="held-out games per Hero")
    parser.add_argument("--measure", metavar="PLAYER")
    options = parser.parse_args()
    document = tomllib.loads(options.file.read_text())
    if options.generations:
        document["search"]["generations"] = options.generations
    if options.games:
        document["held_out"]["games"] = options.games
    if options.measure:
        weights = load(options.measure)
    else:

        def keep(found):
            write(document, found, options.output)

        weights, _ = search_weights(document, jobs=options.jobs, keep=keep)
        print(player_file(document, weights))
    for scenario, before, after in measure(document, weights, jobs=options.jobs):
        pair = Paired(["score"])
        pair.add(before, after)
        change = pair.mean("score", np.random.default_rng(document["held_out"]["seed"]))
        name = " ".join([scenario["id"], *(f"{path}={value}" for path, value in scenario.get("set", {}).items())])
        print(
            f"{name}: {len(before)} games, score {before['score'].mean():.1f}, "
            f"changed by {change['difference']:+.2f} ({change['low']:+.2f} to {change['high']:+.2f}), "
            f"wins {100 * before['win'].mean():.1f} % to {100 * after['win'].mean():.1f} %",
            flush=True,
        )


if __name__ == "__main__":
    main()
