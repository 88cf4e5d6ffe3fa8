"""Learn value functions from games, and measure what they bring on games that were not learned from.

    python verification/learn_values.py experiments/learn_values.toml -o VALUES.toml [--work DIR] [-j N] [--pieces N]
    python verification/learn_values.py experiments/learn_values.toml --measure VALUES.toml [-j N] [--games N]

Each generation plays games of every kind of goal with what was learned so far, keeps what the player saw at the end of
every turn (shards in DIR), and learns anew from all shards: a network of two layers foretells what comes of the game
beyond the rules of thumb, first from the outcome, then from a mixture of the outcome and of what it foretells at later
turns (TD(lambda), Sutton 1988). Its weights are rounded to whole numbers. A shard that is there is not played again.
"""

import argparse
import math
import tomllib
from pathlib import Path

import joblib
import numpy as np
from sklearn.neural_network import MLPRegressor

from mkbalance._mageknight import batch
from mkbalance._mageknight.players import learning
from mkbalance._mageknight.players.weights import NET_DTYPE
from mkbalance.mageknight import valuefiles
from mkbalance.mageknight.game import GAME
from mkbalance.mageknight.playerfiles import LIMITS, load
from mkbalance.stats.paired import Paired
from mkbalance.study import seeds

MOST = 2000  # of a weight without limits of its own
HIDDEN = valuefiles.HIDDEN
POINTS = 30.0  # a number of the network's output, while it learns
ALPHA = 1e-3  # weight decay


def prepared(entry, hero):
    """Return a scenario of the file made ready for one Hero."""
    made = GAME.scenario(entry["id"])
    for path, value in entry.get("set", {}).items():
        made = made.set(path, value)
    return GAME.prepare(made, [f"{hero}:competent"])


def player_with(document, nets, learned):
    """Return the base with these value functions."""
    weights = load(document["player"]["base"])
    weights["nets"] = nets
    weights["learned"] = learned
    return weights


def piece(document, kind, nets, generation, number):
    """Play a piece; return what was seen at the ends of turns, and the outcome, win and game that each belongs to."""
    asked, entries = document["play"], document[kind]
    rng = np.random.default_rng([asked["seed"], valuefiles.KINDS.index(kind), generation, number])
    share = np.array([entry.get("share", 1) for entry in entries], float)
    made = prepared(entries[rng.choice(len(entries), p=share / share.sum())], rng.choice(asked["heroes"]))
    weights = player_with(document, nets, rng.choice(asked["learned"]) if generation else 0)
    for name in document["player"]["varied"]:
        low, high = LIMITS.get(name, (0, MOST))
        weights[name] = min(high, max(low, round(int(weights[name]) * math.exp(rng.normal() * asked["spread"]))))
    judge = player_with(document, nets, 1)
    first = (generation * asked["pieces"] + number) * asked["games"]
    key = seeds.experiment_key(asked["seed"] + valuefiles.KINDS.index(kind))
    seen, rows = learning.play(made.core, made.setup, weights, judge, key, first, asked["games"])
    turns = [len(one) for one in seen]
    return (
        np.concatenate(seen),
        np.repeat(rows["score"].astype(float), turns),
        np.repeat(rows["win"], turns),
        np.repeat(rows["game"].astype(np.int64), turns),
    )


def play(document, kind, nets, generation, target, *, jobs=1):
    """Play the pieces of a generation and keep them in a shard."""
    if target.exists():
        return
    found = joblib.Parallel(n_jobs=jobs)(
        joblib.delayed(piece)(document, kind, nets, generation, number) for number in range(document["play"]["pieces"])
    )
    unfinished = target.with_name(f"part-{target.name}")
    columns = zip("xywg", zip(*found, strict=True), strict=True)
    np.savez(unfinished, **{name: np.concatenate(parts) for name, parts in columns})
    unfinished.replace(target)


def gathered(shards):
    """Return features, outcomes, wins and games of all shards; games are numbered anew, turns stay in their order."""
    parts = [dict(np.load(shard)) for shard in shards]
    width = max(part["x"].shape[1] for part in parts)
    x = np.concatenate([np.pad(part["x"], ((0, 0), (0, width - part["x"].shape[1]))) for part in parts])
    first = np.concatenate([np.r_[True, part["g"][1:] != part["g"][:-1]] for part in parts])
    return x, np.concatenate([part["y"] for part in parts]), np.concatenate([part["w"] for part in parts]), first


def returns(outcome, first, foreseen, trace):
    """Return what each turn's end is told to have led to: TD(lambda) over the turns of each game."""
    game = np.cumsum(first) - 1
    length = np.bincount(game)
    left = length[game] - 1 - (np.arange(len(first)) - np.flatnonzero(first)[game])
    told = outcome.astype(np.float32).copy()
    for k in range(1, int(left.max()) + 1):
        at = np.flatnonzero(left == k)
        told[at] = (1 - trace) * foreseen[at + 1] + trace * told[at + 1]
    return told


def scales(x):
    """Return the scale of each feature: its standard deviation becomes 32; 0 where it never differs."""
    spread = x.astype(np.float32).std(0)
    return np.where(spread < 1e-6, 0, np.clip(np.round(64 * 32 / np.maximum(spread, 1e-6)), 1, 32767)).astype(np.int16)


def looked_at(x, scale):
    """Return the features as the network sees them."""
    return np.clip((x.astype(np.int32) * scale.astype(np.int32)) >> 6, -4095, 4095)


def rounded(layers, intercepts, scale):
    """Return a network as the whole numbers of the core (value.pyx)."""
    first, second, last = (layer.T for layer in layers)
    net = np.zeros((), NET_DTYPE)

    def whole(array):
        return np.clip(np.round(array), -32767, 32767)

    net["scale"][: len(scale)] = scale
    net["first"][:, : len(scale)] = whole(first * 1024)
    net["bias"] = np.round(intercepts[0] * 1024 * 32)
    net["second"] = whole(second * 1024)
    net["bias2"] = np.round(intercepts[1] * 1024 * 128)
    net["last"] = whole(last[0] * POINTS * 10 * 128)
    net["bias3"] = round(float(intercepts[2][0]) * POINTS * 10 * 1024)
    return net


def said(net, x):
    """Return what a rounded network says of features, in points; the same numbers as the core's."""
    n = looked_at(x, net["scale"][: x.shape[1]]).astype(np.int64)
    n = np.clip((n @ net["first"][:, : x.shape[1]].T.astype(np.int64) + net["bias"]) >> 8, 0, 32767)
    n = np.clip((n @ net["second"].T.astype(np.int64) + net["bias2"]) >> 10, 0, 32767)
    return ((((n * net["last"].astype(np.int64)) >> 4).sum(1) + net["bias3"]) >> 10) / 10


def fit(document, shards):
    """Learn from shards; return the rounded network and a line on what it was learned from."""
    asked = document["fit"]
    x, score, win, first = gathered(shards)
    outcome = score + asked["win"] * (win > 0)
    worth = x[:, 0] / 10
    game = np.cumsum(first) - 1
    kept = np.random.default_rng(document["play"]["seed"]).integers(100, size=game[-1] + 1)[game] < asked["held_out"]
    scale = scales(x[~kept])
    seen = looked_at(x, scale).astype(np.float32) / 32
    centre = seen[~kept].mean(0)
    seen -= centre
    network = MLPRegressor(
        hidden_layer_sizes=(HIDDEN, HIDDEN),
        batch_size=min(2048, int((~kept).sum())),
        alpha=ALPHA,
        random_state=document["play"]["seed"] % (1 << 31),
    )
    told = outcome.astype(np.float32)
    for number in range(asked["rounds"] + 1):
        if number:
            told = returns(outcome, first, network.predict(seen) * POINTS + worth, asked["trace"])
        target = ((told - worth) / POINTS).astype(np.float32)
        for epoch in range(asked["epochs"]):
            rate = 2e-3 * (1 - epoch / asked["epochs"]) + 1e-4
            network.learning_rate_init = rate
            if hasattr(network, "_optimizer"):
                network._optimizer.learning_rate = network._optimizer.learning_rate_init = rate
            network.partial_fit(seen[~kept], target[~kept])
    layers, intercepts = network.coefs_, [intercept.copy() for intercept in network.intercepts_]
    intercepts[0] -= centre @ layers[0]
    net = rounded(layers, intercepts, scale)
    line = f"{int(first.sum())} games, {len(x)} turns"
    if kept.any():
        beyond = (outcome - worth)[kept]
        before, after = beyond.std(), (beyond - said(net, x[kept])).std()
        line += f"; in games held out {after:.1f} points (standard deviation) are left of {before:.1f}"
    return net, line


def kinds_of(document):
    """Return the kinds of goal that the file asks for."""
    return [kind for kind in valuefiles.KINDS if kind in document]


def learn(document, target, work, *, jobs=1, say=print):
    """Play and fit, generation after generation; the file is written after each."""
    nets = np.zeros(len(valuefiles.KINDS), NET_DTYPE)
    heads = {}
    work.mkdir(parents=True, exist_ok=True)
    for generation in range(document["play"]["generations"]):
        for kind in kinds_of(document):
            play(document, kind, nets, generation, work / f"{kind}-{generation}.npz", jobs=jobs)
        for kind in kinds_of(document):
            shards = [work / f"{kind}-{number}.npz" for number in range(generation + 1)]
            nets[valuefiles.KINDS.index(kind)], heads[kind] = fit(document, shards)
            say(f"generation {generation + 1}, {kind}: {heads[kind]}")
        valuefiles.save(target, nets, heads)
    return nets


def measure(document, nets, *, jobs=1):
    """Yield per scenario the rows of the base without value functions and with these, game by game the same."""
    asked = document["held_out"]
    learned = int(load(document["player"]["base"])["learned"]) or 50
    players = [player_with(document, nets, 0), player_with(document, nets, learned)]

    def rows_of(entry, hero, player):
        made = prepared(entry, hero)
        return batch.run(made.core, made.setup, [player], seeds.experiment_key(asked["seed"]), 0, asked["games"])

    for kind in kinds_of(document):
        for entry in document[kind]:
            tasks = [(entry, hero, player) for hero in asked["heroes"] for player in players]
            rows = joblib.Parallel(n_jobs=jobs)(joblib.delayed(rows_of)(*task) for task in tasks)
            yield entry, np.concatenate(rows[::2]), np.concatenate(rows[1::2])


def main():
    """Learn as the file says, or measure a file of value functions."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("-o", "--output", type=Path)
    parser.add_argument("--work", type=Path, default=Path("learned"), help="where the shards are kept")
    parser.add_argument("-j", "--jobs", type=int, default=1)
    parser.add_argument("--pieces", type=int, help="pieces in a generation")
    parser.add_argument("--games", type=int, help="held-out games per Hero and scenario")
    parser.add_argument("--measure", metavar="VALUES", type=Path)
    options = parser.parse_args()
    document = tomllib.loads(options.file.read_text())
    if options.pieces:
        document["play"]["pieces"] = options.pieces
    if options.games:
        document["held_out"]["games"] = options.games
    if options.measure:
        nets = valuefiles.load(options.measure)
    elif options.output:
        nets = learn(document, options.output, options.work, jobs=options.jobs)
    else:
        raise SystemExit("where to? name a file with -o, or one to measure with --measure")
    for entry, before, after in measure(document, nets, jobs=options.jobs):
        pair = Paired(["score"])
        pair.add(before, after)
        change = pair.mean("score", np.random.default_rng(document["held_out"]["seed"]))
        name = " ".join([entry["id"], *(f"{path}={value}" for path, value in entry.get("set", {}).items())])
        print(
            f"{name}: {len(before)} games, score {before['score'].mean():.1f}, "
            f"changed by {change['difference']:+.2f} ({change['low']:+.2f} to {change['high']:+.2f}), "
            f"wins {100 * before['win'].mean():.1f} -> {100 * after['win'].mean():.1f} %"
        )


if __name__ == "__main__":
    main()
