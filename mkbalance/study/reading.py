"""Read an experiment file: every mistake at once, with its place, what was given and what is allowed.

Keys and values are checked first; what passed is then checked against the game (`design.check`), so that a wrong word
in one place does not hide a wrong path in another.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

from mkbalance.errors import InvalidFile, MkbalanceError, UsageError, nearest_name
from mkbalance.games import STANDARD_METRICS
from mkbalance.study.experiment import Baseline, Experiment, Factor, Variant
from mkbalance.study.mistakes import raise_mistakes
from mkbalance.wording import key_path, short, words

__all__ = ["load", "loads", "partial", "read_text"]

MAX_BYTES = 1_000_000
RULES = {"per_cell", "precision", "decide"}
_SPELLED = {
    "name": "letters, digits, '.', '_' and '-', a letter or digit first",
}


def read_text(path: Path) -> str:
    """Return the text of an experiment file; refuse what is no such thing."""
    path = Path(path)
    try:
        if path.is_dir():
            raise InvalidFile("is a folder, not an experiment file", str(path))
        if path.exists() and not path.is_file():
            raise InvalidFile("is not a regular file", str(path))
        if path.stat().st_size > MAX_BYTES:
            raise InvalidFile("is too large for an experiment", str(path), allowed=f"at most {MAX_BYTES:,} bytes")
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise InvalidFile(f"cannot be read ({error.strerror})", str(path), given=str(path)) from error
    except UnicodeDecodeError as error:
        raise InvalidFile("is not UTF-8 text", str(path)) from error
    except ValueError as error:  # a NUL in the name
        raise InvalidFile("is not the name of a file", short(path)) from error


def load(path: Path) -> Experiment:
    """Read an experiment file; report every mistake in it at once."""
    return loads(read_text(path), str(path))


def loads(text: str, where: str = "experiment") -> Experiment:
    """Read an experiment from text."""
    experiment, found = partial(text, where)
    raise_mistakes(found, where)
    return experiment


def partial(text: str, where: str = "experiment") -> tuple[Experiment | None, list[MkbalanceError]]:
    """Return the sound part of an experiment and the mistakes in the rest.

    Broken variants and factors are left out of it; without a sound baseline there is no experiment at all.
    """
    raw = _toml(text, where)
    found = _schema_mistakes(raw)
    found += _shape_mistakes(raw)
    broken = {tuple(item.loc[:2]) for item in found}
    kept = {key: value for key, value in raw.items() if key in _fields(Experiment)}
    for key in ("variants", "factors"):
        kept[key] = [
            (place, item) for place, item in enumerate(_list(raw.get(key))) if not broken & {(key, place), (key,)}
        ]
    stand_in = {"schema": 1, "name": "x", "seed": 0, "games": {"per_cell": 1}}
    known = ("question", "design", "metrics", "margins", "report", "tune", "sensitivity", "estimates", "knockout")
    for key in (*stand_in, *known):
        if any(loc[:1] == (key,) for loc in broken):
            kept.pop(key, None)
    whole = {**stand_in, **kept, **{key: [item for _, item in kept[key]] for key in ("variants", "factors")}}
    base = whole.get("baseline")
    if isinstance(base, dict):
        whole["baseline"] = {key: value for key, value in base.items() if ("baseline", key) not in broken}
    try:
        experiment = Experiment.model_validate(whole)
    except ValidationError:
        return None, found
    for key, items in (("variants", experiment.variants), ("factors", experiment.factors)):
        for (place, _), item in zip(kept[key], items, strict=True):
            item._place = place
    return experiment, found


def _toml(text: str, where: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InvalidFile(f"is not TOML: {short(error, 200)}", where) from error
    except RecursionError as error:
        raise InvalidFile("is not TOML that can be read: nested too deep", where) from error
    except ValueError as error:  # a number of thousands of digits
        raise InvalidFile("is not TOML that can be read: a value is out of all bounds", where) from error


class _At(UsageError):
    """A mistake that knows its place as keys and indices."""

    def __init__(self, loc: tuple[int | str, ...], message: str, **fields: object) -> None:
        super().__init__(message, key_path(loc) or "file", **fields)
        self.loc = loc


def _schema_mistakes(raw: dict[str, Any]) -> list[_At]:
    try:
        Experiment.model_validate(raw)
    except ValidationError as error:
        out = []
        for item in error.errors(include_url=False):
            loc = _clean(item["loc"])
            fields: dict[str, object] = {}
            message, allowed = words(item)
            if item["type"] == "extra_forbidden":
                allowed = _fields(_model_at(loc[:-1]))
                fields["nearest"] = nearest_name(loc[-1], allowed)
            elif item["type"] == "literal_error":
                fields["nearest"] = nearest_name(item["input"], allowed)
            elif item["type"] == "string_pattern_mismatch":
                allowed = _SPELLED.get(str(loc[-1]))
            given = item["input"]
            if item["type"] not in ("missing", "extra_forbidden") and isinstance(given, bool | int | float | str):
                fields["given"] = short(given) if isinstance(given, str) else given
            if isinstance(given, int) and not isinstance(given, bool) and abs(given) > 10**20:
                fields["given"] = short(f"a number of {len(hex(given)) * 0.301 * 4:.0f} digits")
            out.append(_At(loc, message, allowed=allowed, **fields))
        return out
    return []


def _shape_mistakes(raw: dict[str, Any]) -> list[_At]:
    """Return what is wrong between keys, each of which may be sound alone."""
    out = _name_mistakes(raw) + _parameter_mistakes(raw)
    games = raw.get("games")
    if isinstance(games, dict) and len(RULES & set(games)) != 1:
        out.append(_At(("games",), "needs exactly one of per_cell, precision and decide"))
    if isinstance(games, dict) and isinstance(rule := games.get("precision"), dict):
        low, high = rule.get("min", 1000), rule.get("max")
        if isinstance(low, int) and isinstance(high, int) and low > high:
            out.append(_At(("games", "precision", "max"), "must be min or more", given=high, allowed=f"{low} or more"))
    varied = bool(_list(raw.get("variants"))) or bool({"estimates", "knockout"} & set(raw))
    if isinstance(games, dict) and "decide" in games and not varied:
        out.append(_At(("games", "decide"), "needs variants to decide between"))
    factors = [(place, item) for place, item in enumerate(_list(raw.get("factors"))) if isinstance(item, dict)]
    design = raw.get("design") if isinstance(raw.get("design"), dict) else {}
    kind = design.get("kind", "grid")
    spread = kind in ("latin_hypercube", "sobol")
    for place, item in factors:
        out += _factor_mistakes(place, item, needs_levels=not spread)
    if spread and not factors:
        out.append(_At(("design", "kind"), "needs factors", given=kind))
    points = design.get("points")
    if spread and points is None:
        out.append(_At(("design", "points"), "is missing"))
    elif points is not None and not spread and kind in ("grid", "one_at_a_time"):
        out.append(_At(("design", "points"), f"has no meaning for {kind}, whose cells follow from the levels"))
    elif kind == "sobol" and isinstance(points, int) and points > 0 and points & (points - 1):
        below = 1 << (points.bit_length() - 1)
        out.append(_At(("design", "points"), "must be a power of two", given=points, allowed=f"{below} or {2 * below}"))
    return out


def _parameter_mistakes(raw: dict[str, Any]) -> list[_At]:
    out = []
    for key in ("tune", "sensitivity"):
        section = raw.get(key)
        seen: dict[str, int] = {}
        for place, item in enumerate(_list(section.get("parameters")) if isinstance(section, dict) else []):
            if not isinstance(item, dict):
                continue
            at = (key, "parameters", place)
            if ("path" in item) == ("paths" in item):
                out.append(_At(at, "needs exactly one of path and paths"))
            low, high = item.get("low"), item.get("high")
            if isinstance(low, int | float) and isinstance(high, int | float) and not low < high:
                out.append(_At((*at, "high"), "must be more than low", given=high, allowed=f"more than {low}"))
            for path in [item.get("path"), *_list(item.get("paths"))]:
                if isinstance(path, str) and path in seen:
                    out.append(_At(at, f"sets a path of {key}.parameters[{seen[path]}] too", given=short(path)))
                elif isinstance(path, str):
                    seen[path] = place
    section = raw.get("sensitivity")
    points = section.get("points") if isinstance(section, dict) else None
    if isinstance(points, int) and section.get("method") == "sobol" and points > 1 and points & (points - 1):
        below = 1 << (points.bit_length() - 1)
        allowed = f"{below} or {2 * below}"
        out.append(_At(("sensitivity", "points"), "must be a power of two", given=points, allowed=allowed))
    return out


def _name_mistakes(raw: dict[str, Any]) -> list[_At]:
    out = []
    for key in ("variants", "factors"):
        seen: dict[object, int] = {}
        for place, item in enumerate(_list(raw.get(key))):
            name = item.get("name") if isinstance(item, dict) else None
            if not isinstance(name, str):
                continue
            if name in seen:
                out.append(_At((key, place, "name"), f"is the name of {key}[{seen[name]}] too", given=short(name)))
            seen.setdefault(name, place)
            if key == "variants" and name == "baseline":
                out.append(_At((key, place, "name"), "a variant may not be called 'baseline'"))
    metrics = raw.get("metrics")
    for place, name in enumerate(_list(metrics)):
        if isinstance(name, str) and name in metrics[:place]:
            out.append(_At(("metrics", place), "is named twice", given=short(name)))
    return out + _margin_mistakes(raw)


def _margin_mistakes(raw: dict[str, Any]) -> list[_At]:
    """Margins belong to metrics of the study, and to a number of games that the games did not choose."""
    margins, games = raw.get("margins"), raw.get("games")
    if not isinstance(margins, dict):
        return []
    metrics = [name for name in _list(raw.get("metrics")) if isinstance(name, str)] or list(STANDARD_METRICS)
    out = []
    for name in margins:
        if name not in metrics:
            more = {"given": short(name), "allowed": metrics, "nearest": nearest_name(name, metrics)}
            out.append(_At(("margins", name), "is no metric of the study", **more))
    if margins and isinstance(games, dict) and "decide" in games:
        out.append(_At(("margins",), "needs a number of games that no comparison chose", allowed="no games.decide"))
    return out


def _factor_mistakes(place: int, item: dict[str, Any], needs_levels: bool) -> list[_At]:
    at = ("factors", place)
    ranged = "low" in item or "high" in item
    kinds = [name for name in ("values", "players", "heroes", "skills") if name in item] + ["range"] * ranged
    if len(kinds) != 1:
        return [_At(at, "needs exactly one of: path with values, path with low and high, players, heroes, skills")]
    kind = kinds[0]
    if (kind in ("values", "range")) != ("path" in item):
        return [_At(at, "path and values, or path, low and high, go together")]
    if kind != "range":
        levels = item[kind] if isinstance(item[kind], list) else []
        seen: dict[str, int] = {}
        out = []
        for number, level in enumerate(levels):
            if repr(level) in seen:
                where = f"{kind}[{seen[repr(level)]}]"
                out.append(_At((*at, kind, number), f"names the level of {where} twice", given=short(level)))
            seen.setdefault(repr(level), number)
        if "levels" in item:
            out.append(_At((*at, "levels"), "belongs to low and high"))
        return out
    out = [_At((*at, name), "is missing") for name in ("low", "high") if name not in item]
    low, high = item.get("low"), item.get("high")
    if isinstance(low, int | float) and isinstance(high, int | float) and not low < high:
        out.append(_At((*at, "high"), "must be more than low", given=high, allowed=f"more than {low}"))
    if needs_levels and "levels" not in item:
        out.append(_At((*at, "levels"), "is missing: how many levels from low to high"))
    elif not needs_levels and "levels" in item:
        out.append(_At((*at, "levels"), "has no meaning for this design, which uses the whole range"))
    return out


def _list(value: object) -> list:
    return value if isinstance(value, list) else []


def _clean(loc: tuple[int | str, ...]) -> tuple[int | str, ...]:
    """Leave out the ``[key]`` that pydantic adds where a key itself is refused."""
    return loc[:-1] if loc[-1:] == ("[key]",) else loc


def _model_at(loc: tuple[int | str, ...]) -> type[BaseModel]:
    model: type[BaseModel] = Experiment
    special = {"variants": Variant, "factors": Factor, "baseline": Baseline}
    for part in loc:
        if not isinstance(part, str):
            continue
        if part in special:
            model = special[part]
            continue
        field = model.model_fields.get(part)
        inner = [field.annotation, *get_args(field.annotation)] if field else []
        model = next((kind for kind in inner if isinstance(kind, type) and issubclass(kind, BaseModel)), model)
    return model


def _fields(model: type[BaseModel]) -> list[str]:
    return [field.alias or name for name, field in model.model_fields.items()]
