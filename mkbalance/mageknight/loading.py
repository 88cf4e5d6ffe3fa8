"""Read the content files and validate them, reporting every problem at once.

`load` gives a `Content`: validated entries by table. Problems carry file, key path, what is wrong and the nearest
allowed name. Validation of one entry is `validate_entry`, which overrides use again.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from pydantic import ValidationError

from mkbalance.errors import ContentError, nearest_name
from mkbalance.mageknight.schema import CARD_TABLES, TABLES
from mkbalance.mageknight.vocabulary import Entry
from mkbalance.wording import short, words

CONTENT_DIR = Path(__file__).parent / "content"
TWO_TABLES = {"tracks": ("terrain", "reputation")}  # files that hold tables instead of entries


@dataclass(frozen=True)
class Problem:
    """One thing wrong with the content."""

    file: str
    path: str
    message: str
    nearest: str | None = None

    def __str__(self) -> str:
        hint = f" (did you mean {self.nearest!r}?)" if self.nearest else ""
        return f"{self.file}: {self.path}: {self.message}{hint}"


@dataclass(frozen=True)
class Content:
    """Validated content.

    Attributes
    ----------
    tables : mapping of str to mapping of str to Entry
        Entries by table and id, in file order.
    raw : mapping of str to mapping of str to dict
        The same as read, for overrides.
    files : mapping of str to str
        File each table came from.
    """

    tables: Mapping[str, Mapping[str, Entry]]
    raw: Mapping[str, Mapping[str, dict]] = field(repr=False)
    files: Mapping[str, str] = field(repr=False)

    def __getitem__(self, table: str) -> Mapping[str, Entry]:
        return self.tables[table]

    def cards(self) -> dict[str, tuple[str, Entry]]:
        """Return every Deed card but the Wound: id -> (table, entry)."""
        return {id_: (table, entry) for table in CARD_TABLES for id_, entry in self.tables[table].items()}


def raise_problems(problems: list[Problem]) -> None:
    """Raise one `ContentError` that lists all `problems`; do nothing when there are none."""
    if not problems:
        return
    if len(problems) == 1:
        only = problems[0]
        error = ContentError(only.message, f"{only.file}: {only.path}", nearest=only.nearest)
    else:
        lines = "\n".join(f"  {problem}" for problem in problems)
        error = ContentError(f"{len(problems)} problems\n{lines}", "content")
    error.problems = problems
    raise error


def validate_entry(table: str, id_: str, raw: object, file: str) -> tuple[Entry | None, list[Problem]]:
    """Validate one entry; return it, or None and what is wrong with it."""
    if not isinstance(raw, dict):
        return None, [Problem(file, id_, f"expected a table of fields, got {raw!r}")]
    try:
        return TABLES[table].model_validate(raw), []
    except ValidationError as invalid:
        return None, [problem_of(file, id_, TABLES[table], error) for error in invalid.errors(include_url=False)]


def problem_of(file: str, id_: str, model: type, error: Mapping) -> Problem:
    """Return the `Problem` of one pydantic error below the key path `id_`."""
    path = ".".join([id_, *(str(part) for part in error["loc"])])
    if error["type"] == "extra_forbidden":
        names = _fields_at(model, error["loc"][:-1])
        return Problem(file, path, "unknown key", nearest_name(error["loc"][-1], names))
    if error["type"] == "literal_error":
        allowed = [name.strip("'") for name in error["ctx"]["expected"].replace(" or ", ", ").split(", ")]
        return Problem(
            file, path, f"{error['input']!r} is not one of {', '.join(allowed)}", nearest_name(error["input"], allowed)
        )
    if error["type"] == "missing":
        return Problem(file, path, "missing")
    message, _ = words(error)
    shown = repr(error["input"])
    return Problem(file, path, message if len(shown) > 60 else f"{message}, got {shown}")


def _fields_at(model: type, loc: Iterable) -> list[str]:
    from mkbalance.mageknight.overrides import submodel

    for part in loc:
        found = submodel(model, part)
        model = found if found is not None else model
    return list(model.model_fields)


def _read(file: Path, tables: dict[str, dict[str, dict]], files: dict[str, str], problems: list[Problem]) -> None:
    try:
        document = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        problems.append(Problem(file.name, "file", f"cannot be read: {short(error, 200)}"))
        return
    source = document.pop("source", "")
    parts = {file.stem: document}
    if file.stem in TWO_TABLES:
        parts = {name: document.pop(name, {}) for name in TWO_TABLES[file.stem]}
        problems += [
            Problem(file.name, key, "unknown table", nearest_name(key, TWO_TABLES[file.stem])) for key in document
        ]
    for table, entries in parts.items():
        if not isinstance(entries, dict):
            problems.append(Problem(file.name, table, "must be a table of entries"))
            continue
        if table not in TABLES:
            problems.append(Problem(file.name, table, "no such content table", nearest_name(table, TABLES)))
            continue
        files[table] = file.name
        for id_, raw in entries.items():
            if source and isinstance(raw, dict):
                raw = {"source": source, **raw}
            tables.setdefault(table, {})[id_] = raw


def read_content(paths: Iterable[Path]) -> Content:
    """Read and validate the directories `paths`; a later one adds entries to, or replaces entries of, the earlier."""
    from mkbalance.mageknight.crosschecks import crosscheck

    raw: dict[str, dict[str, dict]] = {}
    files: dict[str, str] = {}
    problems: list[Problem] = []
    for directory in paths:
        found = sorted(Path(directory).glob("*.toml"))
        if not found:
            problems.append(Problem(str(directory), "directory", "holds no content files"))
        for file in found:
            _read(file, raw, files, problems)
    for table in TABLES:
        if table not in raw:
            problems.append(Problem(f"{table}.toml", table, "the table is missing"))
    tables: dict[str, dict[str, Entry]] = {}
    for table in TABLES:
        tables[table] = {}
        for id_, entry in raw.get(table, {}).items():
            valid, wrong = validate_entry(table, id_, entry, files[table])
            problems += wrong
            if valid is not None:
                tables[table][id_] = valid
    if not problems:
        problems += crosscheck(tables, files)
    raise_problems(problems)
    return Content(tables, raw, files)


@lru_cache(maxsize=4)
def _cached(paths: tuple[Path, ...]) -> Content:
    return read_content(paths)


def load(paths: Iterable[str | Path] | None = None) -> Content:
    """Return the validated content.

    Parameters
    ----------
    paths : iterable of path, optional
        Directories of content files. Default: the content of the package. Give the package's directory
        (`CONTENT_DIR`) first to add to it.

    Returns
    -------
    Content

    Raises
    ------
    ContentError
        With every problem found.

    Examples
    --------
    >>> load()["enemies"]["prowlers"].armor
    3
    """
    return _cached((CONTENT_DIR,) if paths is None else tuple(Path(path) for path in paths))
