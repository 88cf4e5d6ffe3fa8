"""Player files: named weights of the scripted players, from TOML to the record that the core reads.

A file has `name`, `description`, `scripted` and a table `[weights]`, which may leave names out when the file
says `base = "competent"` (or another built-in skill): the base's values stand. `value` is the path of a file of value
functions (valuefiles.py), seen from the player file; the weight `learned` says how much it counts. Every weight is
explained in docs/players.md. Styles are percentages on the weights of a skill (`players/styles.toml`).
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from mkbalance._mageknight.players.weights import WEIGHTS_DTYPE
from mkbalance.errors import ContentError, UsageError, nearest_name
from mkbalance.mageknight import valuefiles
from mkbalance.wording import short

PLAYER_DIR = Path(__file__).parent / "players"
KEYS = ("name", "description", "scripted", "base", "value", "weights")
NAMES = tuple(name for name in WEIGHTS_DTYPE.names if name not in ("scripted", "nets"))
SWITCHES = ("sideways", "crystals", "units", "ranged", "block", "rounds")
LIMITS = {  # others 0 to 2000
    "plans": (1, 7),
    "samples": (1, 16),
    "deep": (0, 13),
    "guesses": (1, 16),
    "turns": (1, 60),
    "manners": (0, 60),
    "search": (0, 12),
    "beam": (1, 8),
    "doubt": (0, 16),
    "rivals": (1, 8),
    "move": (0, 90),
    "daring": (0, 100),
    "dragon_round": (0, 30),
    "learned": (0, 200),
}
STYLES_FILE = "styles.toml"
VALUE_FILE = "values.toml"


def available() -> dict[str, str]:
    """Return the built-in skills: name -> what the player does.

    Examples
    --------
    >>> "competent" in available()
    True
    """
    return {name: _built_in(name)["description"] for name in sorted(_built_in_names())}


def load(skill: str | Path, style: str = "balanced") -> np.ndarray:
    """Return the weights of a built-in skill and style, or of a player file.

    Parameters
    ----------
    skill : str or Path
        A name of `available`, or the path of a TOML file.
    style : str
        A table of `players/styles.toml`.

    Raises
    ------
    UsageError
        An unknown skill or style, a file that is not there.
    ContentError
        A file that does not pass its schema; the message lists every problem.
    """
    text = str(skill)
    if text.endswith(".toml"):
        document = _read(Path(text))
    elif text in _built_in_names():
        document = _built_in(text)
    else:
        raise UsageError(
            f"no such player {text!r}",
            "player",
            given=text,
            allowed=sorted(_built_in_names()),
            nearest=nearest_name(text, _built_in_names()),
        )
    record = np.zeros((), WEIGHTS_DTYPE)
    record["scripted"] = document["scripted"]
    percent = _style(style)
    for name, value in document["weights"].items():
        value = int(value)
        low, high = LIMITS.get(name, (0, 2000))
        record[name] = min(high, max(low, value * percent.get(name, 100) // 100)) if name in percent else value
    if record["learned"] and document["value"] is not None:
        record["nets"] = _nets(document["value"])
    return record


def _built_in_names() -> list[str]:
    return [file.stem for file in PLAYER_DIR.glob("*.toml") if file.name not in (STYLES_FILE, VALUE_FILE)]


@lru_cache(maxsize=32)
def _built_in(name: str) -> dict[str, Any]:
    return _read(PLAYER_DIR / f"{name}.toml")


@lru_cache(maxsize=8)
def _nets_of(path: Path, changed: int) -> np.ndarray:
    return valuefiles.load(path)


def _nets(path: Path) -> np.ndarray:
    """Networks of a file, read once as long as the file stays the same."""
    return _nets_of(path, path.stat().st_mtime_ns if path.exists() else 0)


@lru_cache(maxsize=1)
def _styles() -> dict[str, dict[str, int]]:
    return tomllib.loads((PLAYER_DIR / STYLES_FILE).read_text(encoding="utf-8"))


def _style(style: str) -> dict[str, int]:
    styles = _styles()
    if style not in styles:
        raise UsageError(
            f"no such style {style!r}", "player", given=style, allowed=list(styles), nearest=nearest_name(style, styles)
        )
    return styles[style]


def _read(path: Path) -> dict[str, Any]:
    """Read and check one file; every problem is reported at once."""
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise UsageError(f"no such player file {str(path)!r}", "player", given=str(path)) from None
    except (OSError, ValueError, RecursionError) as error:
        raise ContentError(f"cannot be read: {short(error, 200)}", path.name) from None
    problems: list[tuple[str, str, str | None]] = []
    for key in document:
        if key not in KEYS:
            problems.append((key, "unknown key", nearest_name(key, KEYS)))
    for key in ("name", "description"):
        if not isinstance(document.get(key, ""), str):
            problems.append((key, "must be a text", None))
    if not isinstance(document.get("scripted", True), bool):
        problems.append(("scripted", "must be true or false", None))
    document.setdefault("name", path.stem)
    document.setdefault("description", "player file")
    document.setdefault("scripted", True)
    if not isinstance(document.get("value", ""), str):
        problems.append(("value", "must be the path of a file of value functions", None))
    given = document.get("weights", {})
    if not isinstance(given, dict):
        problems.append(("weights", "must be a table", None))
        given = {}
    problems += [problem for name, value in given.items() if (problem := _problem(name, value))]
    base = document.get("base")
    if base is not None and base not in _built_in_names():
        problems.append(("base", "no such player", nearest_name(base, _built_in_names())))
        base = path.stem
    weights = dict(_built_in(base)["weights"]) if base is not None and not problems else {}
    weights |= given
    if document["scripted"] and base is None:
        for name in NAMES:
            if name not in weights:
                problems.append((f"weights.{name}", "is missing (or name a base)", None))
    if problems:
        if len(problems) == 1:
            where, message, nearest = problems[0]
            raise ContentError(message, f"{path.name}: {where}", nearest=nearest)
        lines = "\n".join(
            f"  {path.name}: {where}: {message}" + (f" (did you mean {nearest!r}?)" if nearest else "")
            for where, message, nearest in problems
        )
        raise ContentError(f"{len(problems)} problems\n{lines}", "player")
    document["weights"] = weights
    if "value" in document:
        document["value"] = path.parent / document["value"]
    else:
        document["value"] = _built_in(base)["value"] if base is not None else None
    return document


def _problem(name: str, value: object) -> tuple[str, str, str | None] | None:
    """What is wrong with one weight, if anything."""
    where = f"weights.{name}"
    if name not in NAMES:
        return where, "no such weight", nearest_name(name, NAMES)
    if name in SWITCHES:
        return None if isinstance(value, bool) else (where, "must be true or false", None)
    if isinstance(value, bool) or not isinstance(value, int):
        return where, "must be a whole number", None
    low, high = LIMITS.get(name, (0, 2000))
    return None if low <= value <= high else (where, f"must lie between {low} and {high}", None)
