"""A small game that follows the protocol: a coin, a score and four heads, decided by Philox from key and game."""

import os
import time
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace

import numpy as np

from mkbalance import games
from mkbalance.errors import InvalidFile, UsageError, nearest_name

HEADS = ("war", "famine", "death", "pestilence")
HEROES = {"tovak": "a hero", "arythea": "a hero", "goldyx": "a hero"}
SKILLS = {"novice": 0.15, "competent": 0.55, "expert": 0.85}
DTYPE = np.dtype(
    [
        ("game", "u4"),
        ("key", "u8"),
        ("hero", "u1"),
        ("player", "u1"),
        ("win", "u1"),
        ("round_won", "u1"),
        ("turn_won", "u2"),
        ("score", "i2"),
        ("score_fame", "i2"),
        ("fame", "u2"),
        ("rounds", "u1"),
        ("turns", "u2"),
        ("actions", "u2"),
    ]
    + [(f"{head}_removed", "u1") for head in HEADS]
    + [("fault", "u2")]
)
RANGES = {
    "scenario.rounds": (1, 12),
    "scenario.dragon.heads.war": (1, 12),
    "scenario.chance.coin": (0, 9),
    "scenario.chance.deal": (0, 9),
    "scenario.slow_us": (0, 10**6),
    "scenario.fault_at": (-1, 10**9),
    "scenario.raise_at": (-1, 10**9),
    "scenario.die_at": (-1, 10**9),
}


def _once(name):
    """Whether this is the first time; always so where no flag file is named."""
    flag = os.environ.get(name)
    if flag is None:
        return True
    first = not Path(flag).exists()
    Path(flag).touch()
    return first


@dataclass(frozen=True)
class FakeScenario:
    id: str
    overrides: dict = field(default_factory=dict)

    def set(self, path, value):
        if path not in RANGES:
            raise UsageError("no such path", path, given=path, nearest=nearest_name(path, RANGES))
        low, high = RANGES[path]
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise InvalidFile("is out of range", path, given=value, allowed=f"{low} to {high}")
        return FakeScenario(self.id, {**self.overrides, path: value})


@dataclass
class FakePrepared:
    scenario_id: str
    players: list
    overrides: dict
    content_hash: str = "fake0001"
    estimated: tuple = ("enemies.guess",)

    metrics = games.Metrics(
        groups={"heads": {head: f"{head}_removed" for head in HEADS}}, labels={"heads": "Levels removed per head"}
    )

    def run(self, key, first, count):
        out = np.zeros(count, DTYPE)
        hero, _, skill = self.players[0].partition(":")
        strength = SKILLS[skill or "competent"] - 0.03 * (self.overrides.get("scenario.dragon.heads.war", 4) - 4)
        strength = max(0.0, strength + 0.02 * list(HEROES).index(hero))
        if "FAKEGAME_STARTED" in os.environ:  # lets a test wait until games are being played
            Path(os.environ["FAKEGAME_STARTED"]).touch()
        for path in ("scenario.raise_at", "scenario.die_at"):
            if first <= self.overrides.get(path, -1) < first + count and _once("FAKEGAME_ONCE"):
                if path == "scenario.die_at":
                    os._exit(9)
                raise RuntimeError("the dice fell off the table")
        slow = self.overrides.get("scenario.slow_us", 0) / 1e6
        for row, number in zip(out, range(first, first + count), strict=True):
            draws = np.random.Generator(np.random.Philox(key=[key, number])).random(8)
            for source, part in (("coin", slice(0, 1)), ("deal", slice(1, 8))):
                if anew := self.overrides.get(f"scenario.chance.{source}", 0):
                    other = np.random.Philox(key=[key, number], counter=[0, anew, 0, 0])
                    draws[part] = np.random.Generator(other).random(8)[part]
            row["game"], row["key"] = number, key
            row["hero"], row["player"] = list(HEROES).index(hero), list(SKILLS).index(skill or "competent")
            row["win"] = draws[0] < strength
            row["rounds"] = 6 if not row["win"] else 4 + int(draws[1] * 3)
            row["round_won"] = row["rounds"] * row["win"]
            row["fame"] = int(20 + 60 * draws[2] * strength)
            row["score_fame"] = row["fame"]
            row["score"] = int(row["fame"]) + 40 * int(row["win"]) - int(10 * draws[3])
            row["turns"], row["actions"] = 30 + int(draws[3] * 20), 150 + int(draws[3] * 100)
            for head, draw in zip(HEADS, draws[4:], strict=True):
                row[f"{head}_removed"] = int(draw * 5 * strength)
            row["fault"] = 7 * (self.overrides.get("scenario.fault_at", -1) == number and _once("FAKEGAME_ONCE"))
            if slow:
                time.sleep(slow)
        return out

    def decode(self, rows):
        import pandas as pd

        frame = pd.DataFrame({name: rows[name] for name in rows.dtype.names})
        frame["hero"] = pd.Categorical.from_codes(frame["hero"], list(HEROES))
        frame["player"] = pd.Categorical.from_codes(frame["player"], list(SKILLS))
        return frame

    def describe(self):
        return {"scenario": self.scenario_id, "players": list(self.players), "overrides": dict(self.overrides)}


class FakeGame:
    name = "fake"
    example = {
        "variant": {"war7": {"scenario.dragon.heads.war": 7}},
        "factor": {"name": "war", "path": "scenario.dragon.heads.war", "values": [2, 3]},
    }
    default_players = ["tovak:competent"]

    def scenarios(self):
        info = dict(mode="solo", players=1, rounds=6, source="test", parameters={"rounds": 6})
        return {
            "against_the_dragon/solo": SimpleNamespace(
                id="against_the_dragon/solo", name="Against the Dragon", playable=True, **info
            ),
            "other/solo": SimpleNamespace(id="other/solo", name="Other", playable=False, **info),
        }

    def scenario(self, id):
        if id not in self.scenarios():
            raise UsageError(
                "no such scenario",
                "scenario",
                given=id,
                nearest=nearest_name(id, self.scenarios()),
                allowed=self.scenarios(),
            )
        return FakeScenario(id)

    def players(self):
        return {name: f"wins {share:.0%}" for name, share in SKILLS.items()}

    def heroes(self):
        return HEROES

    def kinds(self):
        return ["enemies"]

    def show(self, kind, id=None):
        table = {"prowlers": {"armor": 3, "attack": "4 physical"}}
        if id is None:
            return list(table)
        if id not in table:
            raise UsageError("no such entry", f"{kind} {id}", given=id, nearest=nearest_name(id, table))
        return table[id]

    def prepare(self, scenario, players):
        for player in players:
            hero, _, skill = player.partition(":")
            for name, known in ((hero, HEROES), (skill or "competent", SKILLS)):
                if name not in known:
                    raise UsageError("no such player", "player", given=player, nearest=nearest_name(name, known))
        return FakePrepared(scenario.id, list(players), dict(scenario.overrides))

    def removable(self, prepared):
        return {
            "heads": {"war": {"scenario.dragon.heads.war": 1}, "none": {"scenario.dragon.heads.war": 4}},
            "rounds": {"last": {"scenario.rounds": 5}},
        }

    def chance(self, prepared):
        return {name: {f"scenario.chance.{name}": 1} for name in ("coin", "deal")}

    def check(self):
        return {
            "entries": 1,
            "unimplemented": [],
            "estimated": ["enemies.guess"],
            "tables": {"enemies": {"entries": 1, "implemented": 1, "tested": 1}},
            "checked": ["counts"],
        }

    def info(self):
        return {"content_hash": "fake0001", "core_hash": "abc", "state_bytes": 64, "build": "release"}

    def tell(self, prepared, key, game, map_path=None):
        row = prepared.run(key, game, 1)[0]
        yield f"Game {game}: {'won' if row['win'] else 'lost'}"
        yield {"event": "end", "win": int(row["win"]), "score": int(row["score"])}
        if map_path:
            Path(map_path).write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")


def install():
    games.register("mageknight", FakeGame)
