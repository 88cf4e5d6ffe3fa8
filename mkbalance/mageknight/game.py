"""Mage Knight as the study layer sees it: `GAME`, and scenarios prepared for the compiled core."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from mkbalance._mageknight import batch, state
from mkbalance._mageknight import content as core_content
from mkbalance._mageknight.players.weights import WEIGHTS_DTYPE
from mkbalance._mageknight.record import ROW_DTYPE
from mkbalance._mageknight.session import Session
from mkbalance.errors import UsageError
from mkbalance.games import Metrics
from mkbalance.mageknight import check as coverage
from mkbalance.mageknight import facts, model, playerfiles
from mkbalance.mageknight.compile import Tables, compile_tables
from mkbalance.mageknight.estimates import LEAVE_OUT, SWITCH
from mkbalance.mageknight.names import HERO
from mkbalance.mageknight.scenario_schema import DEALS, Chance
from mkbalance.mageknight.seats import SKILLS, STYLES, Seat, heroes, parse_seats
from mkbalance.mageknight.setup_record import NO_GOAL

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["GAME", "MageKnight", "Prepared", "StepGame"]  # noqa: F822 (StepGame comes when asked for)

HEADS = ("war", "famine", "death", "pestilence")
RIDING = 1  # Setup.horsemen: from site to site (A.12.5)
SCORE_LINES = (
    *("fame", "knowledge", "loot", "leader", "conqueror", "adventurer", "beating"),
    *("heads", "horsemen", "cities", "goal", "rounds", "dummy", "unannounced", "tokens", "quests", "challenge"),
    *("restored", "ascended", "reputation"),
)
METRICS = Metrics(
    groups={
        "heads": {head: f"{head}_removed" for head in HEADS},
        "horsemen": {head: f"{head}_horseman_sites" for head in HEADS},
        "quests": {
            name: f"quests_{name}" if name in ("taken", "completed", "failed", "abandoned") else f"quest_{name}"
            for name in ("taken", "steps", "completed", "failed", "abandoned", "points")
        },
        "score_lines": {line: f"score_{line}" for line in SCORE_LINES},
    },
    labels={
        "heads": "Levels removed from each dragon head",
        "horsemen": "Sites destroyed by each Horseman",
        "quests": "Quests",
        "score_lines": "Points by line of the score",
    },
    skip=("game", "key", "hero", "player", "fault", *(f"{head}_start" for head in HEADS)),
)


def metrics(setup: np.void) -> Metrics:
    """Return the columns worth reporting for games of this setup: of Horsemen and quests only where they are."""
    absent = {"horsemen": setup["horsemen"] != RIDING, "quests": not setup["quests"]}
    groups = {name: group for name, group in METRICS.groups.items() if not absent.get(name)}
    return replace(METRICS, groups=groups, winnable=bool(setup["ends"] or setup["goal_reputation"] != NO_GOAL))


Policy = Callable[[Any, list], int]


def __getattr__(name: str) -> Any:
    if name == "StepGame":  # one game stepped by hand
        from mkbalance.mageknight.stepping import StepGame

        return StepGame
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


@lru_cache(maxsize=8)
def _compiled(key: str) -> Tables:
    return compile_tables(overrides=json.loads(key))


def compiled(overrides: Mapping[str, object]) -> Tables:
    """Return the content compiled with the `content.…` paths of `overrides`."""
    mine = {path: value for path, value in overrides.items() if path.startswith("content.") or path == SWITCH}
    return _compiled(json.dumps(mine, sort_keys=True))


def player_weights(seat: Seat) -> np.ndarray:
    """Return the record of a scripted player; a random one needs no weights."""
    if seat.skill == "random":
        return np.zeros((), WEIGHTS_DTYPE)
    return playerfiles.load(Path(seat.path)) if seat.path else playerfiles.load(seat.skill, seat.style)


def _in_play(name: str, tables: Tables, setup: np.void) -> bool:
    """Whether a content entry can take part in games of this setup."""
    table, _, id_ = name.partition(".")
    if table == "basic_actions":
        row, deck = tables.index["cards"][id_], tables.arrays["heroes"]["deck"]
        hero = tables.arrays["cards"][row]["hero"]
        playing = [int(hero) for hero in setup["heroes"][: setup["seats"]]]
        return int(hero) in playing or any(row in deck[seat] for seat in playing)
    if table == "enemies" and not tables.content[table][id_].count:  # printed on a quest card
        return bool(setup["quests"])
    if table in ("enemies", "units"):
        expansion = getattr(tables.content[table][id_], "expansion", "base")
        bit = ("base", "lost_legion", "shades_of_tezla").index(expansion)
        return bool(setup["expansions"] >> bit & 1)
    if table in ("sites", "traps"):
        from mkbalance._mageknight import ids

        tiles = np.flatnonzero([setup["tile_expansions"] >> int(e) & 1 for e in tables.arrays["tiles"]["expansion"]])
        rows = (7 * tiles[:, None] + np.arange(7)).ravel()
        site = id_ if table == "sites" else tables.content["traps"][id_].site
        return int(ids.Site[site.upper()]) in tables.arrays["hexes"]["site"][rows]
    if table == "skills":
        hero = int(tables.arrays["skills"]["hero"][tables.index["skills"][id_]])
        dummy = int(setup["dummy_hero"])  # HERO = drawn at random
        if tables.content["skills"][id_].frequency == "interactive_competitive" and not setup["competitive"]:
            return False  # R16.8
        return dummy in (hero, HERO) or hero in [int(hero) for hero in setup["heroes"][: setup["seats"]]]
    if table == "restoration":
        return bool(setup["restoration"])
    if table == "possessed":
        return bool(setup["dragon"] or setup["restoration"])
    if table == "heads":
        return bool(setup["dragon"])
    if table == "quests":
        return bool(setup["quests"])
    if table == "cities":
        return setup["city_mode"] == 0 and setup["cities"] > 0
    return True


class Prepared:
    """A scenario with its players, compiled; picklable.

    Attributes
    ----------
    scenario_id : str
    players : list of str
        One text for each seat.
    overrides : dict
    identities : list of str
        The same, with what a player file says as a number, so that a file that changed is noticed.
    content_hash : str
    estimated : list of str
        Content entries of this scenario that hold an estimate.
    setup : numpy.void
        The record the core reads.
    """

    metrics: Metrics = METRICS

    def __init__(self, scenario: model.Scenario, seats: list[Seat], policies: Mapping[int, Policy]):
        tables = compiled(scenario.overrides)
        self.scenario_id = scenario.id
        self.overrides = dict(scenario.overrides)
        self.seats = seats
        self.policies = dict(policies)
        self.players = [
            f"{seat.hero}:{getattr(policies[i], '__name__', 'python')}" if i in policies else str(seat)
            for i, seat in enumerate(seats)
        ]
        self.setup = scenario.expand([seat.hero for seat in seats], tables)
        self.weights = [
            np.zeros((), WEIGHTS_DTYPE) if i in policies else player_weights(s) for i, s in enumerate(seats)
        ]
        self.identities = [
            f"{text} {hashlib.sha256(self.weights[i].tobytes()).hexdigest()[:12]}" if seats[i].path else text
            for i, text in enumerate(self.players)
        ]
        self.content_hash = tables.hash
        self.rules = scenario.rules_in_play()
        self.estimated = [name for name in tables.estimated if _in_play(name, tables, self.setup)]
        if scenario.estimated:
            self.estimated.append(f"scenarios.{scenario.id.split('/')[0]}")
        for id_, rule in tables.content["rules"].items():
            if rule.kind == "estimated" and rule.played and id_ in self.rules:
                self.estimated.append(f"rules.{id_}")
        if self.estimated and scenario.overrides.get(SWITCH) == LEAVE_OUT:
            raise UsageError("these estimates cannot be left out", SWITCH, given=", ".join(self.estimated))
        self.metrics = metrics(self.setup)
        self._hero_names = tables.names["heroes"]
        self._arrays = dict(tables.arrays)
        self._core: core_content.Tables | None = None

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_core": None, "setup": self.setup.tobytes()}

    def __setstate__(self, values: dict[str, Any]) -> None:
        self.__dict__.update(values)
        self.setup = np.frombuffer(values["setup"], core_content.DTYPES["Setup"])[0]

    @property
    def core(self) -> core_content.Tables:
        """The tables as the core holds them."""
        if self._core is None:
            self._core = core_content.Tables(self._arrays)
        return self._core

    @property
    def tables(self) -> Tables:
        """The compiled content, with names."""
        return compiled(self.overrides)

    def run(self, key: int, first: int, count: int) -> np.ndarray:
        """Play games `first` to `first + count - 1`; one row each, without the GIL unless a seat is Python."""
        if not self.policies:
            return batch.run(self.core, self.setup, self.weights, key, first, count)
        rows = np.zeros(count, ROW_DTYPE)
        for i in range(count):
            rows[i] = self.play(self.session(key, first + i)).row()
        return rows

    def in_play(self, name: str) -> bool:
        """Whether the content entry ``TABLE.ID`` can take part in these games."""
        return _in_play(name, self.tables, self.setup)

    def session(self, key: int, game: int, trace: int = 0) -> Session:
        """Return one game to be stepped: the same game as in `run`."""
        return Session(self.core, self.setup, key, game, trace)

    def choose(self, session: Session) -> int:
        """Return the option that the player of the seat at turn takes."""
        seat = session.seat
        if seat not in self.policies:
            return session.suggest(self.weights[seat])
        from mkbalance.mageknight.stepping import View, list_options

        options = list_options(session, self)
        index = self.policies[seat](View(session, seat), options)
        if isinstance(index, bool) or not isinstance(index, int | np.integer) or not 0 <= index < len(options):
            raise UsageError(
                "the player must return the index of an option",
                self.players[seat],
                given=index,
                allowed=f"0 to {len(options) - 1}",
            )
        return int(index)

    def play(self, session: Session) -> Session:
        """Play a game to its end."""
        while not session.over:
            session.apply(self.choose(session))
        return session

    def by_round(self, key: int, first: int, count: int) -> pd.DataFrame:
        """Return how things stand at the end of each Round of games `first` to `first + count - 1`."""
        from mkbalance.mageknight.rounds import by_round

        return by_round(self, key, first, count)

    def decode(self, rows: np.ndarray) -> pd.DataFrame:
        """Return the rows with Hero and player as names."""
        import pandas as pd

        frame = pd.DataFrame({name: rows[name] for name in rows.dtype.names})
        frame["hero"] = pd.Categorical.from_codes(frame["hero"], self._hero_names)
        named = [text.partition(":")[2] or text for text in self.players]
        frame["player"] = pd.Categorical.from_codes(frame["player"], list(dict.fromkeys(named)))
        return frame

    def describe(self) -> dict[str, Any]:
        """Return the settings as JSON-able facts."""
        setup = {
            name: value.tolist() if hasattr(value, "tolist") else value
            for name, value in zip(self.setup.dtype.names, self.setup.tolist(), strict=True)
        }
        return {
            "scenario": self.scenario_id,
            "players": list(self.players),
            "overrides": dict(self.overrides),
            "setup": setup,
            "content_hash": self.content_hash,
        }


class MageKnight:
    """The game, after `mkbalance.games.Game`."""

    name = "mageknight"
    default_players = ["tovak:competent"]
    bench_scenarios = ["against_the_dragon/solo", "first_reconnaissance/solo"]
    example = {  # what `mkbalance new` fills in
        "variant": {"war7": {"scenario.dragon.heads.war": 7}},
        "factor": {"name": "all heads", "path": "scenario.dragon.heads.all", "values": [2, 3, 4]},
    }

    def scenarios(self) -> dict[str, model.Scenario]:
        """Return the scenarios by id."""
        return model.scenarios()

    def scenario(self, id: str) -> model.Scenario:
        """Return one scenario."""
        return model.scenario(id)

    def players(self) -> dict[str, str]:
        """Return the scripted players and what each is."""
        return playerfiles.available()

    def heroes(self) -> dict[str, str]:
        """Return the Heroes by id."""
        return heroes()

    def kinds(self) -> list[str]:
        """Return the kinds of fact that `show` knows."""
        return facts.kinds()

    def show(self, kind: str, id: str | None = None) -> object:
        """Return the ids of a kind, or one entry."""
        if kind == "players":
            return facts.pick(kind, self.players(), id)
        return facts.show(kind, id)

    def prepare(self, scenario: model.Scenario, players: Iterable[str | Policy | Mapping]) -> Prepared:
        """Compile a scenario with its players.

        Parameters
        ----------
        scenario : Scenario
        players : iterable
            ``"HERO[:PLAYER]"`` for each seat; a Python player is ``{"HERO": function}``, or a function alone for the
            default Hero. A function is called as ``function(view, options)`` and returns the index of an option.
        """
        texts, policies = [], {}
        for seat, given in enumerate(players):
            if isinstance(given, Mapping) and len(given) == 1 and callable(next(iter(given.values()))):
                hero, policies[seat] = next(iter(given.items()))
            elif callable(given):
                hero, policies[seat] = self.default_players[0].partition(":")[0], given
            elif isinstance(given, str):
                texts.append(given)
                continue
            else:
                raise UsageError("a player is a text or a function", "players", given=given, allowed="HERO[:PLAYER]")
            texts.append(f"{hero}:random")
        return Prepared(scenario, parse_seats(texts), policies)

    def removable(self, prepared: Prepared) -> dict[str, dict[str, Mapping[str, object]]]:
        """Return by kind and id the overrides that take an entry out of the game."""
        from mkbalance.mageknight.removals import removable

        return removable(prepared)

    def chance(self, prepared: Prepared) -> dict[str, dict[str, object]]:
        """Return for each source of chance the overrides that deal it anew."""
        deals = zip(Chance.model_fields, prepared.setup["chance"], strict=True)
        return {name: {f"scenario.chance.{name}": (int(deal) + 1) % DEALS} for name, deal in deals}

    def chain(self, stages: list[Prepared], go_on: bool = True) -> object:
        """Join prepared scenarios to a campaign that keeps cards from one to the next."""
        from mkbalance.mageknight.campaign import Chain

        return Chain(stages, go_on)

    def estimates(self, prepared: Prepared) -> dict[str, dict[str, Mapping[str, object]]]:
        """Return for each estimate in play the overrides that play each of its alternatives."""
        from mkbalance.mageknight.estimates import estimates

        return estimates(prepared)

    def strength(self) -> dict[str, Any] | None:
        """Return how strong the built-in players were when last measured, with the core that played them."""
        path = Path(__file__).parent / "players" / "strength.json"
        return json.loads(path.read_text(encoding="utf-8")) if path.exists() else None

    def check(self) -> dict[str, Any]:
        """Check the content and say what is covered."""
        return coverage.check()

    exercise_games = 100_000  #: what the bars of `exercise` are for

    def exercise(
        self,
        games: int,
        scenarios: Iterable[str] = (),
        seed: int = 1,
        moved: Callable[[int, str], object] | None = None,
    ) -> dict[str, Any]:
        """Play random games with every check on and say what they met."""
        from mkbalance.mageknight import exercise

        return exercise.report(exercise.play(exercise.blocks(games, list(scenarios)), seed, moved), seed)

    def info(self) -> dict[str, Any]:
        """Return content hash, state size and build."""
        from mkbalance._kernel import build

        tables = compiled({})
        return {
            "content_hash": tables.hash,
            "estimated": len(tables.estimated),
            "unimplemented": len(tables.unimplemented),
            "state_bytes": state.sizes()["GameState"],
            "row_bytes": ROW_DTYPE.itemsize,
            "build": build.VARIANT,
            "compiler": build.COMPILER,
            "core_hash": core_hash(),
            "skills": list(SKILLS),
            "styles": list(STYLES),
        }

    def tell(self, prepared: Prepared, key: int, game: int, map_path: str | None = None) -> Iterable[str | dict]:
        """Play one game and tell it."""
        from mkbalance.mageknight.tell import tell

        return tell(prepared, key, game, map_path)


@lru_cache(maxsize=1)
def core_hash() -> str:
    """Return the SHA-256 of the compiled modules and of the built-in players."""
    digest = hashlib.sha256()
    package = Path(__file__).parents[1]
    for folder in ("_kernel", "_mageknight"):
        for file in sorted(p for p in (package / folder).rglob("*") if p.suffix in (".so", ".pyd")):
            digest.update(file.relative_to(package).as_posix().encode())
            digest.update(file.read_bytes())
    for file in sorted(playerfiles.PLAYER_DIR.glob("*.toml")):
        digest.update(file.name.encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()


GAME = MageKnight()
