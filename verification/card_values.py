"""What each card, Skill, Unit and Tactic is to a scripted player: how often taken and played, what its denial costs.

    python verification/card_values.py experiments/card_values.toml [-j N] [--games N] [-o VALUES.csv]

The games of the file's baseline are played once and watched. Each entry is then denied (as by `mkbalance run`) in the
games in which it was taken, and these alone are played again: the change of the score, game by game, is what it was
worth to this player, with the luck of guesses at what is hidden. An entry worth less than nothing, or hardly played,
is a blind spot.
"""

import argparse
import collections
import csv
from pathlib import Path

import joblib
import numpy as np

from mkbalance._mageknight import batch
from mkbalance._mageknight.ids import Act, CardKind
from mkbalance._mageknight.session import Session
from mkbalance.errors import UsageError
from mkbalance.mageknight.game import GAME
from mkbalance.mageknight.playerfiles import load
from mkbalance.mageknight.removals import removable
from mkbalance.study import seeds
from mkbalance.study.reading import load as load_experiment

KINDS = {
    CardKind.ADVANCED_ACTION: "advanced_actions",
    CardKind.SPELL: "spells",
    CardKind.ARTIFACT: "artifacts",
}
CHANGING = {Act.ACT_CHOOSE, Act.ACT_BUY_UNIT, Act.ACT_BUY_SPELL, Act.ACT_BUY_ACTION, Act.ACT_TACTIC, Act.ACT_END_TURN}
WAYS = ("basic", "powered", "sideways", "used")
FEWEST = 2  # games from which a mean has a spread


def wanted(path):
    """Return what an experiment with a `[knockout]` section asks for."""
    experiment = load_experiment(Path(path))
    base, knockout = experiment.baseline, experiment.knockout
    if knockout is None:
        raise UsageError("needs a [knockout] section", str(path))
    hero, _, player = base.players[0].partition(":")
    return {
        "scenario": base.scenario,
        "set": dict(base.set),
        "player": player,
        "heroes": next((factor.heroes for factor in experiment.factors if factor.heroes), [hero]),
        "games": experiment.games.per_cell,
        "seed": experiment.seed,
        "kinds": knockout.kinds,
    }


def prepared_for(asked, hero, overrides=()):
    """Return the scenario made ready for a Hero, with some overrides."""
    made = GAME.scenario(asked["scenario"])
    for path, value in {**asked.get("set", {}), **dict(overrides)}.items():
        made = made.set(path, value)
    return GAME.prepare(made, [f"{hero}:{asked['player']}"])


class Watch:
    """What a seat takes and plays in one game, by kind and id of the entry."""

    def __init__(self, tables):
        self.names = tables.names
        self.cards = tables.arrays["cards"]["kind"]
        self.taken = set()
        self.plays = collections.Counter()

    def card(self, row):
        """Return the kind and id of a card of an offer, None for others."""
        kind = KINDS.get(int(self.cards[row])) if row < len(self.cards) else None
        return (kind, self.names["cards"][row]) if kind else None

    def look(self, player):
        """Note what the seat holds."""
        piles = ("hand", "discard", "deck_cards", "stored_cards", "played")
        rows = {row for pile in piles for row in player[pile]} | {player["set_aside"]} - {None}
        self.taken |= {self.card(row) for row in rows} - {None}
        self.taken |= {("units", self.names["units"][unit["kind"]]) for unit in player["units"]}
        self.taken |= {("skills", self.names["skills"][row]) for row in player["skills"]}
        if player["tactic"] is not None:
            self.taken.add(("tactics", self.names["tactics"][player["tactic"]]))

    def act(self, player, kind, a, b, c):
        """Note how something is played."""
        if kind in (Act.ACT_PLAY, Act.ACT_SIDEWAYS):
            entry, way = self.card(a), "sideways" if kind == Act.ACT_SIDEWAYS else "powered" if b else "basic"
        elif kind == Act.ACT_UNIT:
            entry, way = ("units", self.names["units"][player["units"][a]["kind"]]), "used"
        elif kind == Act.ACT_SKILL and not c and a < len(player["skills"]):
            entry, way = ("skills", self.names["skills"][player["skills"][a]]), "used"
        else:
            return
        if entry:
            self.plays[entry, way] += 1


def watched(asked, hero, number):
    """Return score, entries taken and plays of one game."""
    prepared = prepared_for(asked, hero)
    weights = load(asked["player"])
    session = Session(prepared.core, prepared.setup, seeds.experiment_key(asked["seed"]), number)
    watch = Watch(prepared.tables)
    while options := session.actions():
        index = session.suggest(weights)
        kind = options[index][0]
        if kind in (Act.ACT_UNIT, Act.ACT_SKILL, Act.ACT_PLAY, Act.ACT_SIDEWAYS):
            watch.act(session.player(), *options[index])
        session.apply(index)
        if kind in CHANGING:
            watch.look(session.player())
    watch.look(session.player())
    return int(session.row()["score"]), watch.taken, watch.plays


def denied(asked, hero, overrides, numbers):
    """Return the scores of some games without an entry."""
    prepared = prepared_for(asked, hero, overrides)
    rows, _ = batch.run_each(
        prepared.core,
        np.repeat(np.atleast_1d(prepared.setup), len(numbers)),
        [load(asked["player"])],
        seeds.experiment_key(asked["seed"]),
        np.array(numbers, dtype=np.uint64),
    )
    return rows["score"].astype(int)


def values(asked, *, jobs=1):
    """Return one record per entry that was taken, those whose denial costs most first."""
    games = [(hero, number) for hero in asked["heroes"] for number in range(asked["games"])]
    played = joblib.Parallel(n_jobs=jobs)(joblib.delayed(watched)(asked, hero, number) for hero, number in games)
    score = {game: found[0] for game, found in zip(games, played, strict=True)}
    taken, plays = collections.defaultdict(list), collections.Counter()
    for game, (_, entries, counts) in zip(games, played, strict=True):
        plays.update(counts)
        for entry in entries:
            if asked["kinds"] is None or entry[0] in asked["kinds"]:
                taken[entry].append(game)
    removals = {hero: removable(prepared_for(asked, hero)) for hero in asked["heroes"]}
    tasks = [
        (entry, hero, removals[hero][entry[0]][entry[1]], [number for one, number in taken[entry] if one == hero])
        for entry in taken
        for hero in asked["heroes"]
        if entry[1] in removals[hero].get(entry[0], {}) and any(one == hero for one, _ in taken[entry])
    ]
    again = joblib.Parallel(n_jobs=jobs)(
        joblib.delayed(denied)(asked, hero, overrides, numbers) for _, hero, overrides, numbers in tasks
    )
    lost = collections.defaultdict(list)
    for (entry, hero, _, numbers), scores in zip(tasks, again, strict=True):
        lost[entry] += [int(after) - score[hero, number] for number, after in zip(numbers, scores, strict=True)]
    rows = []
    for entry, change in lost.items():
        mean = float(np.mean(change))
        half = 1.96 * float(np.std(change, ddof=1)) / len(change) ** 0.5 if len(change) >= FEWEST else float("nan")
        made = {way: plays[entry, way] / len(change) for way in WAYS}
        rows.append({"kind": entry[0], "id": entry[1], "taken": len(change), **made, "change": mean, "half": half})
    return sorted(rows, key=lambda row: (row["kind"], row["change"]))


def main():
    """Print the table, by kind."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("-j", "--jobs", type=int, default=1)
    parser.add_argument("--games", type=int, help="per Hero")
    parser.add_argument("-o", "--output", type=Path)
    options = parser.parse_args()
    asked = wanted(options.file)
    if options.games:
        asked["games"] = options.games
    rows = values(asked, jobs=options.jobs)
    for row in rows:
        ways = ", ".join(f"{row[way]:.1f} {way}" for way in WAYS if row[way])
        change = f"{row['change']:+6.1f} ± {row['half']:4.1f}"
        print(f"{row['kind']:16} {row['id']:28} {row['taken']:4} games  {change}  {ways}")
    if options.output:
        with options.output.open("w", newline="") as file:
            writer = csv.DictWriter(file, rows[0])
            writer.writeheader()
            writer.writerows(rows)


if __name__ == "__main__":
    main()
