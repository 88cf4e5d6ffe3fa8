"""Learn value functions from games, and measure what they bring on games that were not learned from.

    python verification/learn_values.py experiments/learn_values.toml -o VALUES.toml [--from VALUES] [--work DIR]
                                        [-j N] [--pieces N]
    python verification/learn_values.py experiments/learn_values.toml --measure VALUES.toml [-j N] [--games N]

Each generation plays games of every kind of goal with what was learned so far, keeps what the player saw at the end of
every turn (shards in DIR), and learns anew from all shards: a network of two layers foretells what comes of the game
beyond the rules of thumb, first from the outcome, then from a mixture of the outcome and of what it foretells at later
turns (TD(lambda), Sutton 1988). Eight of them, which begin at other random weights and may count a win for more or
less, make a value function together: their mean is less often wrong than one (an ensemble, Dietterich 2000). With
``--from`` the games are played by a value function that is there, its first networks are kept as they are and the
others learn on from new games alone, so that older games need not be at hand. While it learns anew
a network is told which shard a turn comes from, since weaker players are met in older ones; in the file that is written
it takes every turn for one of the newest. The weights are rounded to whole numbers. What the games brought after a
card, Unit or Skill was gained, beyond what the networks foretold, is its worth to this player (random effects, drawn
towards 0). A shard that is there is not played again.
"""

import argparse
import math
import tomllib
from dataclasses import dataclass
from pathlib import Path

import joblib
import numpy as np
from sklearn.neural_network import MLPRegressor

from mkbalance._mageknight import batch
from mkbalance._mageknight.players import learning
from mkbalance._mageknight.players.features import FEATURES
from mkbalance._mageknight.players.weights import NET_DTYPE
from mkbalance.mageknight import valuefiles
from mkbalance.mageknight.game import GAME
from mkbalance.mageknight.playerfiles import LIMITS, load
from mkbalance.stats.effects import random_effects
from mkbalance.stats.paired import Paired
from mkbalance.study import seeds

MOST = 2000  # of a weight without limits of its own
MEMBERS, HIDDEN = valuefiles.MEMBERS, valuefiles.HIDDEN
POINTS = 30.0  # a number of the network's output, while it learns
ALPHA = 1e-3  # weight decay
ALL_TURNS = 32  # turns left from which what is owned counts in full (owned.pyx)


@dataclass
class Turns:
    """What was seen at the ends of turns, those of all shards one after the other."""

    x: np.ndarray  # features, by name
    score: np.ndarray  # of the game
    win: np.ndarray
    first: np.ndarray  # whether a game begins
    piece: np.ndarray  # number of the piece, apart for each shard
    shard: np.ndarray
    known: np.ndarray  # features that each shard has; one of an older build may lack some
    owned: np.ndarray  # cards, Units and Skills that the player had; zeros where a shard does not say
    told: np.ndarray  # shards that say it


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
    """Play a piece; return what was seen and owned at the ends of turns, and their score, win, game and piece."""
    asked, entries = document["play"], document[kind]
    rng = np.random.default_rng([asked["seed"], valuefiles.KINDS.index(kind), generation, number])
    share = np.array([entry.get("share", 1) for entry in entries], float)
    made = prepared(entries[rng.choice(len(entries), p=share / share.sum())], rng.choice(asked["heroes"]))
    weights = player_with(document, nets, rng.choice(asked["learned"]) if nets["scale"].any() else 0)
    for name in document["player"]["varied"]:
        low, high = LIMITS.get(name, (0, MOST))
        weights[name] = min(high, max(low, round(int(weights[name]) * math.exp(rng.normal() * asked["spread"]))))
    judge = player_with(document, nets, 1)
    weights["noise"] = rng.choice(asked["noise"])
    entries = len(valuefiles.possessions())
    strange = np.round(rng.normal(0, asked["owned_spread"], entries)).astype(np.int16)  # some cards are liked more
    weights["nets"]["owned"][:, :entries] += strange
    first = (generation * asked["pieces"] + number) * asked["games"]
    key = seeds.experiment_key(asked["seed"] + valuefiles.KINDS.index(kind))
    seen, owned, rows = learning.play(made.core, made.setup, weights, judge, key, first, asked["games"])
    turns = [len(one) for one in seen]
    return (
        np.concatenate(seen),
        np.repeat(rows["score"].astype(float), turns),
        np.repeat(rows["win"], turns),
        np.repeat(rows["game"].astype(np.int64), turns),
        np.full(sum(turns), number),
        np.concatenate(owned),
    )


def play(document, kind, nets, generation, target, *, jobs=1):
    """Play the pieces of a generation and keep them in a shard."""
    if target.exists():
        return
    found = joblib.Parallel(n_jobs=jobs)(
        joblib.delayed(piece)(document, kind, nets, generation, number) for number in range(document["play"]["pieces"])
    )
    unfinished = target.with_name(f"part-{target.name}")
    columns = zip("xywgpo", zip(*found, strict=True), strict=True)
    np.savez(unfinished, names=np.array(FEATURES), **{name: np.concatenate(parts) for name, parts in columns})
    unfinished.replace(target)


def gathered(shards):
    """Return the turns of all shards in their order."""
    parts = [dict(np.load(shard)) for shard in shards]
    lengths = [len(part["x"]) for part in parts]
    known = np.array([np.isin(FEATURES, part["names"]) for part in parts])
    x = np.zeros((sum(lengths), len(FEATURES)), np.int16)
    owned = np.zeros((sum(lengths), len(valuefiles.possessions())), np.uint8)
    at = 0
    for part, has, length in zip(parts, known, lengths, strict=True):
        places = {name: i for i, name in enumerate(part["names"].tolist())}
        x[at : at + length, has] = part["x"][:, [places[name] for name in FEATURES if name in places]]
        if "o" in part:
            owned[at : at + length] = part["o"]
        at += length
    return Turns(
        x=x,
        score=np.concatenate([part["y"] for part in parts]),
        win=np.concatenate([part["w"] for part in parts]) > 0,
        first=np.concatenate([np.r_[True, part["g"][1:] != part["g"][:-1]] for part in parts]),
        piece=np.concatenate([part.get("p", np.zeros(len(part["x"]), int)) for part in parts]),
        shard=np.repeat(np.arange(len(parts)), lengths),
        known=known,
        owned=owned,
        told=np.array(["o" in part for part in parts]),
    )


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


def scales(x, shard, known):
    """Return the scale of each feature: its standard deviation becomes 32; 0 where it never differs."""
    has = known.any(axis=0)
    spread = np.array([x[known[shard, i], i].astype(np.float32).std() if has[i] else 0 for i in range(x.shape[1])])
    return np.where(spread < 1e-6, 0, np.clip(np.round(64 * 32 / np.maximum(spread, 1e-6)), 1, 32767)).astype(np.int16)


def looked_at(x, scale):
    """Return the features as the network sees them."""
    return np.clip((x.astype(np.int32) * scale.astype(np.int32)) >> 6, -4095, 4095)


def round_member(net, member, layers, intercepts):
    """Write a network into a value function, as the whole numbers of the core (value.pyx)."""

    def whole(array):
        return np.clip(np.round(array), -32767, 32767)

    units = slice(member * HIDDEN, (member + 1) * HIDDEN)
    net["first"][units, : len(layers[0])] = whole(layers[0].T * 1024)
    net["bias"][units] = np.round(intercepts[0] * 1024 * 32)
    net["second"][member] = whole(layers[1].T * 1024)
    net["bias2"][units] = np.round(intercepts[1] * 1024 * 128)
    net["last"][units] = whole(layers[2][:, 0] * POINTS * 10 * 128)
    net["bias3"][member] = round(float(intercepts[2][0]) * POINTS * 10 * 1024)


def said(net, x):
    """Return what the networks of a value function say of features, in points; the same numbers as the core's."""
    total = np.zeros(len(x), np.int64)
    for rows in np.array_split(np.arange(len(x)), len(x) // 100_000 + 1):
        seen = looked_at(x[rows], net["scale"][: x.shape[1]]).astype(float)  # whole numbers far below 2^53
        for member in range(MEMBERS):
            units = slice(member * HIDDEN, (member + 1) * HIDDEN)
            n = (seen @ net["first"][units, : x.shape[1]].T.astype(float) + net["bias"][units]).astype(np.int64)
            n = np.clip(n >> 8, 0, 32767)
            n = np.clip((n @ net["second"][member].T.astype(np.int64) + net["bias2"][units]) >> 10, 0, 32767)
            out = ((n * net["last"][units].astype(np.int64)) >> 4).sum(1)
            total[rows] += (out + net["bias3"][member]) >> 10
    return (total >> 3) / 10  # of eight


def layers_of(net, member):
    """Return the weights and intercepts of a network of a value function, as round_member was given them."""
    units = slice(member * HIDDEN, (member + 1) * HIDDEN)
    layers = [
        net["first"][units, : len(FEATURES)].T / 1024,
        net["second"][member].T / 1024,
        net["last"][units, None] / (POINTS * 10 * 128),
    ]
    intercepts = [
        net["bias"][units] / (1024 * 32),
        net["bias2"][units] / (1024 * 128),
        net["bias3"][member : member + 1] / (POINTS * 10 * 1024),
    ]
    return layers, intercepts


def member(asked, seen, outcome, worth, first, kept, number, begun=None):
    """Learn one network from what is seen at the turns' ends, from ``begun`` on; those of ``kept`` are left out."""
    network = MLPRegressor(
        hidden_layer_sizes=(HIDDEN, HIDDEN),
        batch_size=min(2048, int((~kept).sum())),
        alpha=ALPHA,
        random_state=(asked["seed"] + number) % (1 << 31),
    )
    told = outcome.astype(np.float32)
    steep = asked["rate"]
    if begun:
        steep = asked["rate_on"]
        few = seen[: network.batch_size]
        network.partial_fit(few, np.zeros(len(few), np.float32))  # makes the arrays that are filled here
        for array, value in zip(network.coefs_ + network.intercepts_, begun[0] + begun[1], strict=True):
            array[...] = value
    for step in range(asked["rounds"] + 1):
        if step:
            told = returns(outcome, first, network.predict(seen) * POINTS + worth, asked["trace"])
        target = ((told - worth) / POINTS).astype(np.float32)
        for epoch in range(asked["epochs"]):
            rate = steep * (1.05 - epoch / asked["epochs"])
            network.learning_rate_init = rate
            if hasattr(network, "_optimizer"):
                network._optimizer.learning_rate = network._optimizer.learning_rate_init = rate
            network.partial_fit(seen[~kept], target[~kept])
    return network


def experience(turns, left):
    """Return the worth of each card, Unit and Skill: what is ``left`` to explain where it was just gained.

    What is owned already is not compared: it goes along with how well the game stands.
    """
    gained = np.zeros(turns.owned.shape, bool)
    gained[1:] = turns.owned[1:] > turns.owned[:-1]
    gained[turns.first | ~turns.told[turns.shard]] = False
    at = np.flatnonzero(gained.any(axis=1))
    if not len(at):
        return np.zeros(gained.shape[1])
    share = np.minimum(turns.x[at, FEATURES.index("turns_left")], ALL_TURNS) / ALL_TURNS
    rounds = turns.x[:, [FEATURES.index(f"rounds_left_{n}") for n in range(6)]].argmax(1)
    cell = np.unique(np.stack([turns.shard, turns.piece, rounds])[:, at], axis=1, return_inverse=True)[1]
    group = [name.split(".")[0] for name in valuefiles.possessions()]
    return random_effects(left[at], gained[at] * share[:, None], cell.ravel(), group)[0]


def owned_worth(net, turns):
    """Return what is owned at each turn's end is worth by a value function, in points."""
    share = np.minimum(turns.x[:, FEATURES.index("turns_left")], ALL_TURNS) / ALL_TURNS
    return turns.owned @ (net["owned"][: turns.owned.shape[1]] / 10) * share


def inputs(turns, held, net):
    """Return what new networks see at the turns' ends, centred, with marks of the shards; and the centre."""
    scale = scales(turns.x[~held], turns.shard[~held], turns.known)
    net["scale"][: len(scale)] = scale
    seen = looked_at(turns.x, scale).astype(np.float32) / 32
    has = turns.known.any(axis=0)
    centre = np.array([seen[turns.known[turns.shard, i] & ~held, i].mean() if has[i] else 0 for i in range(len(scale))])
    seen -= centre.astype(np.float32)
    for number, known in enumerate(turns.known):  # what a shard lacks is taken as average
        seen[np.ix_(turns.shard == number, ~known)] = 0
    marks = np.eye(len(turns.known), dtype=np.float32)[turns.shard]
    return np.concatenate([seen, marks], axis=1), centre


def fit(document, shards, begun=None, *, jobs=1):
    """Learn from shards, or learn on from a value function; return it, rounded, and a line on what it learned from."""
    asked = document["fit"]
    turns = gathered(shards)
    worth = turns.x[:, 0] / 10
    game = np.cumsum(turns.first) - 1
    held = np.random.default_rng(asked["seed"]).integers(100, size=game[-1] + 1)[game] < asked["held_out"]
    net = np.zeros((), NET_DTYPE) if begun is None else begun.copy()
    outcomes = [turns.score + bonus * turns.win for bonus in asked["win"]]
    numbers = range(0 if begun is None else asked["kept"], MEMBERS)
    if begun is None:
        seen, centre = inputs(turns, held, net)
        begins = dict.fromkeys(numbers)
    else:
        seen = looked_at(turns.x, net["scale"][: len(FEATURES)]).astype(np.float32) / 32
        begins = {number: layers_of(net, number) for number in numbers}
    networks = joblib.Parallel(n_jobs=jobs)(
        joblib.delayed(member)(asked, seen, outcomes[n], worth, turns.first, held, n, begins[n]) for n in numbers
    )
    for number, network in zip(numbers, networks, strict=True):
        layers, intercepts = network.coefs_, [intercept.copy() for intercept in network.intercepts_]
        if begun is None:
            intercepts[0] += layers[0][-1] - centre @ layers[0][: len(FEATURES)]
        round_member(net, number, [layers[0][: len(FEATURES)], *layers[1:]], intercepts)
    beyond = np.mean(outcomes, axis=0) - worth
    left = beyond - said(net, turns.x)
    if begun is not None:
        left -= owned_worth(begun, turns)
    most = valuefiles.MOST_OWNED
    gained = np.round(net["owned"][: turns.owned.shape[1]] + 10 * experience(turns, left))
    net["owned"][: turns.owned.shape[1]] = np.clip(gained, -most, most)
    line = f"{int(turns.first.sum())} games, {len(turns.x)} turns"
    newest = held & (turns.shard == len(shards) - 1)
    if newest.any():
        before, after = beyond[newest].std(), left[newest].std()
        line += f"; in games held out {after:.1f} points (standard deviation) are left of {before:.1f}"
    return net, line


def kinds_of(document):
    """Return the kinds of goal that the file asks for."""
    return [kind for kind in valuefiles.KINDS if kind in document]


def learn(document, target, work, begun=None, *, jobs=1, say=print):
    """Play and fit, generation after generation, from the file ``begun`` on; a file is written after each."""
    nets = valuefiles.load(begun) if begun else np.zeros(len(valuefiles.KINDS), NET_DTYPE)
    heads = valuefiles.heads(begun) if begun else {}
    earlier, origin = dict(heads), nets.copy()
    work.mkdir(parents=True, exist_ok=True)
    for generation in range(document["play"]["generations"]):
        for kind in kinds_of(document):
            play(document, kind, nets, generation, work / f"{kind}-{generation}.npz", jobs=jobs)
        for kind in kinds_of(document):
            shards = [work / f"{kind}-{number}.npz" for number in range(generation + 1)]
            row = valuefiles.KINDS.index(kind)
            nets[row], heads[kind] = fit(document, shards, origin[row] if kind in earlier else None, jobs=jobs)
            if kind in earlier:
                heads[kind] = f"{earlier[kind]}; from there on {heads[kind]}"
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
    parser.add_argument("--from", dest="begun", metavar="VALUES", type=Path, help="learn on from these")
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
        nets = learn(document, options.output, options.work, options.begun, jobs=options.jobs)
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
