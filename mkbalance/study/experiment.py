"""The experiment file: question, seed, baseline, variants, factors, design, games, metrics and report.

What each key may hold is here; `reading` turns a file into an `Experiment` and reports every mistake in it at once.
Overrides may be written with quoted paths (``"scenario.dragon.heads.war" = 7``) or as nested keys; both mean the same.
An experiment is data: nothing in it is run, and sizes are bounded.
"""

from __future__ import annotations

import math
import unicodedata
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, PrivateAttr

from mkbalance.games import STANDARD_METRICS
from mkbalance.study.runner import MAX_GAMES

__all__ = [
    "DESIGNS",
    "MAX_CELLS",
    "SECTIONS",
    "Baseline",
    "Decide",
    "Design",
    "Estimates",
    "Experiment",
    "Factor",
    "Games",
    "Parameter",
    "Precision",
    "Report",
    "Sensitivity",
    "Tune",
    "Variant",
]

MAX_CELLS = 5000
MAX_ITEMS = 1000  #: variants, factors, levels, overrides of one file
FLOOR = 1000  #: fewest games before a precision is believed; also the distance of its looks
DESIGNS = ("grid", "one_at_a_time", "latin_hypercube", "sobol")
SECTIONS = ("cells", "figures", "victory", "metrics", "ranks", "differences", "again")


def _value(value: Any) -> Any:
    """Accept a TOML scalar or a list of them, which may be empty: an enemy without attacks."""
    items = value if isinstance(value, list) else [value]
    if not all(isinstance(item, bool | int | float | str) for item in items):
        raise ValueError("must be a number, true or false, text, or a list of these")
    for item in items:
        if isinstance(item, int | float) and not _bounded(item):
            raise ValueError("must be a finite number" if isinstance(item, float) else "must be a smaller whole number")
        if isinstance(item, str):
            _plain(item)
    if len(items) > MAX_ITEMS:
        raise ValueError(f"must hold at most {MAX_ITEMS}")
    return value


def _plain(text: str) -> str:
    """Refuse characters that would move a cursor or turn the direction of a line."""
    if any(unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp") and char not in "\n\t" for char in text):
        raise ValueError("must not hold control characters")
    return text


def _flat(tree: Any, prefix: str = "") -> Any:
    """Turn nested keys into dotted paths."""
    if not isinstance(tree, dict):
        return tree
    out: dict[str, Any] = {}
    for key, value in tree.items():
        path = f"{prefix}{key}"
        out.update(_flat(value, f"{path}.") if isinstance(value, dict) else {path: value})
    return out


def _number(value: Any) -> Any:
    if isinstance(value, bool) or not isinstance(value, int | float) or not _bounded(value):
        raise ValueError("must be a finite number")
    return value


def _bounded(value: int | float) -> bool:
    """Whether a number is finite and no whole number that a column or a computation could not hold."""
    return abs(value) < 2**63 if isinstance(value, int) else math.isfinite(value)


def _listed(value: Any) -> Any:
    return [value] if isinstance(value, str) else value


Value = Annotated[Any, BeforeValidator(_value)]
Name = Annotated[str, Field(min_length=1, max_length=80), AfterValidator(_plain)]
Path = Annotated[str, Field(min_length=1, max_length=200), AfterValidator(_plain)]
Overrides = Annotated[dict[Path, Value], BeforeValidator(_flat), Field(max_length=MAX_ITEMS)]
Seat = Annotated[str, Field(min_length=1, max_length=400), AfterValidator(_plain)]
Players = Annotated[list[Seat], BeforeValidator(_listed), Field(min_length=1, max_length=8)]
Number = Annotated[Any, BeforeValidator(_number)]
Count = Annotated[int, Field(ge=1, le=MAX_GAMES)]
Margin = Annotated[float, BeforeValidator(_number), Field(gt=0, allow_inf_nan=False)]


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, populate_by_name=True)
    _place: int = PrivateAttr(-1)  # position in the file, where some items before it may be broken

    @property
    def place(self) -> int:
        """Position among its kind in the file."""
        return self._place


class Precision(_Section):
    """Play each cell until the interval of a metric is narrow enough; looked at every 1,000 games."""

    metric: Name
    half_width: Annotated[float, Field(gt=0, allow_inf_nan=False)]
    max: Count
    min: Annotated[int, Field(ge=FLOOR, le=MAX_GAMES)] = FLOOR


class Decide(_Section):
    """Play each variant until it is known to be better or worse than the baseline, or hopeless to tell."""

    metric: Name
    max: Annotated[int, Field(ge=FLOOR, le=MAX_GAMES)]
    alpha: Annotated[float, Field(ge=1e-6, le=0.5)] = 0.05
    looks: Annotated[int, Field(ge=1, le=50)] = 5
    hopeless: Annotated[float, Field(ge=0, lt=0.5)] = 0.01  #: give up when deciding has become less likely than this


class Games(_Section):
    """How many games each cell plays: a number, or a rule that ends it."""

    per_cell: Count | None = None
    precision: Precision | None = None
    decide: Decide | None = None

    @property
    def most(self) -> int:
        """Most games a cell can play."""
        return self.per_cell or (self.precision or self.decide).max


class Baseline(_Section):
    """The setting that variants and factors change."""

    scenario: Name
    players: Players
    set: Overrides = {}


class Variant(_Section):
    """A named change of the baseline."""

    name: Name
    scenario: Name | None = None
    players: Players | None = None
    set: Overrides = {}


class Factor(_Section):
    """A quantity with several levels: an override path with values or a range, line-ups, heroes, or skills."""

    name: Name
    path: Path | None = None
    values: Annotated[list[Value], Field(min_length=1, max_length=MAX_ITEMS)] | None = None
    low: Number | None = None
    high: Number | None = None
    levels: Annotated[int, Field(ge=2, le=MAX_ITEMS)] | None = None
    players: Annotated[list[Players], Field(min_length=1, max_length=MAX_ITEMS)] | None = None
    heroes: Annotated[list[Name], Field(min_length=1, max_length=MAX_ITEMS)] | None = None
    skills: Annotated[list[Name], Field(min_length=1, max_length=MAX_ITEMS)] | None = None

    @property
    def kind(self) -> str:
        """Which key holds the levels; ``range`` for low and high."""
        if self.low is not None:
            return "range"
        return next(name for name in ("values", "players", "heroes", "skills") if getattr(self, name) is not None)


class Design(_Section):
    """Which combinations of the factors are played."""

    kind: Literal["grid", "one_at_a_time", "latin_hypercube", "sobol"] = "grid"
    points: Annotated[int, Field(ge=1, le=MAX_CELLS)] | None = None


class Parameter(_Section):
    """An override path, or several that move together, and the range to search."""

    name: Name = ""
    path: Path | None = None
    paths: Annotated[list[Path], Field(min_length=1, max_length=MAX_ITEMS)] | None = None
    low: Number
    high: Number

    def model_post_init(self, _context: Any) -> None:
        """Name a parameter after the end of its path when it has no name."""
        if not self.name:
            object.__setattr__(self, "name", self.all_paths[0].removeprefix("scenario.").removeprefix("content."))

    @property
    def all_paths(self) -> list[str]:
        """Every path the parameter sets."""
        return [self.path] if self.path is not None else list(self.paths or ["?"])


Parameters = Annotated[list[Parameter], Field(min_length=1, max_length=50)]


class Tune(_Section):
    """Find the parameters that bring a metric to a target."""

    metric: Name = "win"
    target: Number
    parameters: Parameters
    games: Annotated[int, Field(ge=100, le=10_000_000)] = 4000  #: of every point
    points: Annotated[int, Field(ge=2, le=10_000)] = 20  #: most points that are played
    tolerance: Annotated[float, Field(gt=0, lt=1)] = 0.01  #: of the range; a bracket as narrow ends the search

    @property
    def evaluations(self) -> int:
        """Most settings that are played."""
        return self.points


class Sensitivity(_Section):
    """Which of several parameters matter: Morris screening, or Sobol' indices."""

    method: Literal["morris", "sobol"] = "morris"
    points: Annotated[int, Field(ge=2, le=16384)]  #: trajectories of Morris, base points of Sobol'
    parameters: Annotated[list[Parameter], Field(min_length=2, max_length=50)]
    games: Annotated[int, Field(ge=1, le=10_000_000)] = 500

    @property
    def evaluations(self) -> int:
        """Most settings that are played; equal ones are played once."""
        return self.points * (len(self.parameters) + (1 if self.method == "morris" else 2))


class Estimates(_Section):
    """Variants for the numbers a game estimates: each alternative alone, and one name set in all of them."""

    each: bool = True
    together: bool = True


class Knockout(_Section):
    """Variants without an entry: each card, Skill, Unit … that the game can take out, in turn."""

    kinds: Annotated[list[Name], Field(min_length=1, max_length=50)] | None = None  #: all of them when left out


class Report(_Section):
    """Which sections the report has; answer, method, limits and provenance are always there."""

    sections: Annotated[list[Literal[SECTIONS]], Field(min_length=1)] = list(SECTIONS)


class Experiment(_Section):
    """A whole experiment file."""

    version: Annotated[Literal[1], Field(alias="schema")]
    name: Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$", max_length=80)]
    question: Annotated[str, Field(max_length=500), AfterValidator(_plain)] = ""
    seed: Annotated[int, Field(ge=0, le=2**63 - 1)]
    games: Games
    baseline: Baseline
    variants: Annotated[list[Variant], Field(max_length=MAX_ITEMS)] = []
    factors: Annotated[list[Factor], Field(max_length=MAX_ITEMS)] = []
    design: Design = Design()
    metrics: Annotated[list[Name], Field(min_length=1, max_length=50)] = list(STANDARD_METRICS)
    margins: Annotated[dict[Name, Margin], Field(max_length=50)] = {}  #: of metrics: a difference that does not matter
    report: Report = Report()
    tune: Tune | None = None
    sensitivity: Sensitivity | None = None
    estimates: Estimates | None = None
    knockout: Knockout | None = None
