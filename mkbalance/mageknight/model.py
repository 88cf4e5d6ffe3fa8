"""Scenarios as immutable values: list them, override them, expand them to the record the core reads.

Override roots: `scenario.…` (parameters of `scenario_schema.Parameters`; `scenario.dragon.heads.all` means all four
heads), `content.TABLE.ID.FIELD` (see `overrides`) and `rules.ID` (content/rules.toml).
"""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType

import numpy as np
from pydantic import ValidationError

from mkbalance.errors import ContentError, UsageError, nearest_name
from mkbalance.mageknight.estimates import FIELD, USED
from mkbalance.mageknight.loading import Problem, load, problem_of, raise_problems
from mkbalance.mageknight.overrides import apply_overrides, assign, refuse
from mkbalance.mageknight.scenario_schema import HEADS, Mode, Parameters
from mkbalance.mageknight.schema import Rule
from mkbalance.mageknight.seats import Seat, heroes, parse_seat, parse_seats
from mkbalance.mageknight.setup_record import setup_record

__all__ = ["Scenario", "Seat", "heroes", "parse_seat", "parse_seats", "scenario", "scenarios", "switches"]

SCENARIO_DIR = Path(__file__).parent / "scenarios"
ROOTS = ("scenario", "content", "rules")


@dataclass(frozen=True)
class Scenario:
    """One mode of a scenario with overrides.

    Attributes
    ----------
    id : str
        `name/mode`.
    name, mode, source, note : str
    players : tuple of int
        Allowed numbers of players.
    playable : bool
        The core can play it.
    estimated : str
        Why part of the mode is an estimate, empty if none is.
    alternatives : mapping of str to mapping
        Parameters that may be played in place of the estimate, by name: `scenario.estimate`.
    overrides : mapping of str to object
        Values by path, in the order they were set.
    """

    id: str
    name: str
    mode: str
    players: tuple[int, ...]
    playable: bool
    source: str = ""
    note: str = ""
    estimated: str = ""
    alternatives: Mapping[str, Mapping[str, object]] = field(default_factory=dict, repr=False, compare=False)
    overrides: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))
    _common: Mapping[str, object] = field(default_factory=dict, repr=False, compare=False)
    _by_players: Mapping[str, Mapping[str, object]] = field(default_factory=dict, repr=False, compare=False)

    def __reduce__(self):
        values = {name: getattr(self, name) for name in self.__dataclass_fields__}
        values["overrides"] = dict(self.overrides)
        return _restore, (values,)

    @property
    def rounds(self) -> int:
        """Number of Rounds."""
        return self.resolve().rounds

    @property
    def parameters(self) -> dict[str, object]:
        """Parameters for the smallest number of players, overrides applied."""
        return self.resolve().model_dump()

    def resolve(self, seats: int | None = None) -> Parameters:
        """Return the parameters for `seats` players (default: the smallest allowed number)."""
        raw = _merged(self._common, self._by_players.get(str(self.players[0] if seats is None else seats), {}))
        raw = _merged(raw, self._alternative())
        for path, value in self.overrides.items():
            root, *keys = path.split(".")
            if root == "scenario" and keys != [FIELD]:
                _set_parameter(path, raw, keys, value)
        _choose_edition(raw)
        try:
            return Parameters.model_validate(raw)
        except ValidationError as invalid:
            where = f"scenario {self.id}"
            found = [problem_of(where, "scenario", Parameters, e) for e in invalid.errors(include_url=False)]
            raise_problems(found)
            raise AssertionError("unreachable") from invalid

    def _alternative(self) -> Mapping[str, object]:
        """Return the parameters of the alternative that `scenario.estimate` chooses."""
        path = f"scenario.{FIELD}"
        value = self.overrides.get(path, USED)
        if path in self.overrides and not self.estimated:
            raise UsageError("the scenario holds no estimate of its own", path, given=value)
        known = {USED: {}, **self.alternatives}
        if value not in known:
            raise ContentError(
                "must be an alternative of the estimate",
                path,
                given=value,
                allowed=list(known),
                nearest=nearest_name(value, known),
            )
        return known[value]

    def set(self, path: str, value: object) -> Scenario:
        """Return a copy with `path` set to `value`.

        Raises
        ------
        UsageError
            The path does not exist; the message names the nearest existing one.
        ContentError
            The value is of the wrong type or out of range.

        Examples
        --------
        >>> s = scenario("against_the_dragon/solo").set("scenario.dragon.heads.war", 7)
        >>> s.resolve().dragon.heads.war
        7
        """
        return self.set_all({path: value})

    def set_all(self, values: Mapping[str, object]) -> Scenario:
        """Return a copy with several paths set together; only the result has to be valid."""
        changed = {path: value for path, value in self.overrides.items() if path not in values} | dict(values)
        new = replace(self, overrides=MappingProxyType(copy.deepcopy(changed)))
        for path, value in values.items():
            root = path.split(".")[0]
            if root not in ROOTS:
                refuse(path, f"no such root {root!r}", root, ROOTS)
            if root == "rules":
                _check_rule(path, value)
        if any(path.startswith("scenario.") or path == "scenario" for path in values):
            for seats in new.players:
                new.resolve(seats)
        if any(path.split(".")[0] == "content" for path in values):
            apply_overrides(load(), new.overrides)
        return new

    def rules(self) -> dict[str, bool | str]:
        """Return every rules switch with its value."""
        return {id_: self.overrides.get(f"rules.{id_}", rule.default) for id_, rule in switches().items()}

    def rules_in_play(self) -> dict[str, bool | str]:
        """Return the switches that matter for this scenario, with their values."""
        p = self.resolve()
        hostile = p.city.mode == "hostile" and p.cities > 0
        dragon = p.dragon.present or p.city.dragon != "none"
        possessed = dragon or p.horsemen.present or p.restoration.present or p.quests.present
        possessed = possessed or "apocalypse_dragon" in p.tiles.expansions
        given = (p.start_level and p.higher_level.tokens) or "faction_token" in p.random_crystals.instead
        there = {"": True, "dragon": dragon, "cities": hostile, "dummy": bool(p.opponents)}
        there |= {"possessed": possessed, "faction_tokens": bool(possessed or given)}
        return {id_: value for id_, value in self.rules().items() if there[switches()[id_].needs]}

    def expand(self, heroes: Iterable[str], tables: object) -> np.void:
        """Return the setup record the core reads.

        Parameters
        ----------
        heroes : iterable of str
            Hero ids by seat.
        tables : compile.Tables
            Compiled content, with this scenario's overrides.

        Returns
        -------
        numpy.void
            A record of `DTYPES["Setup"]`.
        """
        chosen = list(heroes)
        if not self.playable:
            reason = f" ({self.note})" if self.note else ""
            raise UsageError(f"the scenario cannot be played yet{reason}", self.id)
        if len(chosen) not in self.players:
            allowed = [str(number) for number in self.players]
            raise UsageError(f"{len(chosen)} players", self.id, given=len(chosen), allowed=allowed)
        known = switches()
        rules = {id_: known[id_].choices.index(value) for id_, value in self.rules().items()}
        return setup_record(self.id, self.resolve(len(chosen)), rules, chosen, tables)


def _restore(values: dict[str, object]) -> Scenario:
    return Scenario(**{**values, "overrides": MappingProxyType(values["overrides"])})


def _merged(base: Mapping, extra: Mapping) -> dict:
    """Return `base` with `extra` laid over it, tables merged key by key."""
    result = copy.deepcopy(dict(base))
    for key, value in extra.items():
        both = isinstance(value, Mapping) and isinstance(result.get(key), Mapping)
        result[key] = _merged(result[key], value) if both else copy.deepcopy(value)
    return result


def _choose_edition(raw: dict) -> None:
    """Lay the scoring set by hand over that of the chosen edition."""
    known, chosen = raw.get("editions", {}), raw.get("edition", "")
    if not known and not chosen:
        return
    if chosen not in known:
        message = "must be an edition of this scenario" if known else "the scenario has a single edition"
        raise ContentError(
            message, "scenario.edition", given=chosen, allowed=list(known), nearest=nearest_name(chosen, known)
        )
    raw["scoring"] = _merged(known[chosen], raw.get("scoring", {}))


def _set_parameter(path: str, raw: dict, keys: list[str], value: object) -> None:
    if not keys:
        refuse(path, "the path names a group of fields, add one", "", Parameters.model_fields)
    if keys == ["quests"] and isinstance(value, bool):
        keys = ["quests", "present"]
    if keys == ["dragon", "heads", "all"]:
        for head in HEADS:
            assign(path, Parameters, raw, ["dragon", "heads", head], value)
        return
    if keys[:2] == ["dragon", "heads"] and len(keys) == 3 and keys[2] not in HEADS:
        refuse(path, f"no head {keys[2]!r}", keys[2], (*HEADS, "all"))
    assign(path, Parameters, raw, keys, value)


def switches() -> dict[str, Rule]:
    """Return the rulings that can be switched, by id."""
    return {id_: rule for id_, rule in load()["rules"].items() if rule.choices}


def _check_rule(path: str, value: object) -> None:
    known = switches()
    id_ = path.removeprefix("rules.")
    settled = load()["rules"].get(id_)
    if id_ not in known:
        message = f"ruling {settled.number} is settled, it has no switch" if settled else f"no such rule {id_!r}"
        refuse(path, message, id_, known)
    choices = known[id_].choices
    if type(value) is not type(choices[0]) or value not in choices:
        words = [str(choice).lower() for choice in choices]
        raise ContentError(
            "must be one of its values", path, given=value, allowed=words, nearest=nearest_name(value, words)
        )


def _read_scenarios(directory: Path) -> dict[str, Scenario]:
    found: dict[str, Scenario] = {}
    problems: list[Problem] = []
    for file in sorted(directory.glob("*.toml")):
        try:
            document = tomllib.loads(file.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            problems.append(Problem(file.name, "file", f"cannot be read: {error}"))
            continue
        allowed = ("name", "source", "common", "modes")
        for key in document:
            if key not in allowed:
                problems.append(Problem(file.name, key, "unknown key", nearest_name(key, allowed)))
        for mode, raw in document.get("modes", {}).items():
            known = {key: value for key, value in raw.items() if key in Mode.model_fields}
            rest = {key: value for key, value in raw.items() if key not in Mode.model_fields and key != "by_players"}
            try:
                checked = Mode.model_validate(known)
                new = Scenario(
                    f"{file.stem}/{mode}",
                    document["name"],
                    mode,
                    tuple(checked.players),
                    checked.playable,
                    document.get("source", ""),
                    checked.note,
                    checked.estimate_reason,
                    checked.alternatives,
                    MappingProxyType({}),
                    _merged(document.get("common", {}), rest),
                    raw.get("by_players", {}),
                )
                for seats in new.players:
                    new.resolve(seats)
                for other in new.alternatives:
                    new.set(f"scenario.{FIELD}", other)
            except ValidationError as invalid:
                for error in invalid.errors(include_url=False):
                    problems.append(problem_of(file.name, f"modes.{mode}", Mode, error))
            except ContentError as error:
                problems += [Problem(file.name, f"modes.{mode}.{p.path}", p.message, p.nearest) for p in error.problems]
            else:
                found[new.id] = new
    raise_problems(problems)
    return found


@lru_cache(maxsize=1)
def _scenarios() -> dict[str, Scenario]:
    return _read_scenarios(SCENARIO_DIR)


def scenarios() -> dict[str, Scenario]:
    """Return every scenario by id, playable or not."""
    return dict(_scenarios())


def scenario(id_: str) -> Scenario:
    """Return a scenario by `name/mode`, or by its name when one mode of it is playable.

    Raises
    ------
    UsageError
        With the nearest existing name.

    Examples
    --------
    >>> scenario("against_the_dragon").id
    'against_the_dragon/solo'
    """
    known = _scenarios()
    if id_ in known:
        return known[id_]
    modes = [s for s in known.values() if s.id.split("/")[0] == id_]
    playable = [s for s in modes if s.playable]
    if len(playable) == 1 or len(modes) == 1:
        return (playable or modes)[0]
    names = [s.id for s in modes] or list(known)
    message = f"{id_!r} has several modes" if modes else f"no such scenario {id_!r}"
    raise UsageError(message, "scenario", given=id_, allowed=names, nearest=nearest_name(id_, names))
