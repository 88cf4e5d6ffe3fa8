"""Say what a schema refused in the words of this program, and show strange text safely.

pydantic finds the mistakes; its sentences speak of inputs and types and change between its versions. `words` gives each
kind of mistake one short sentence that says what must be there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

__all__ = ["key_path", "printable", "short", "words"]

_KINDS = {
    "missing": "is missing",
    "extra_forbidden": "unknown key",
    "int_type": "must be a whole number",
    "int_from_float": "must be a whole number",
    "int_parsing": "must be a whole number",
    "int_parsing_size": "must be a smaller whole number",
    "float_type": "must be a number",
    "float_parsing": "must be a number",
    "finite_number": "must be a finite number",
    "bool_type": "must be true or false",
    "bool_parsing": "must be true or false",
    "string_type": "must be text",
    "list_type": "must be a list",
    "tuple_type": "must be a list",
    "dict_type": "must be a table of keys",
    "mapping_type": "must be a table of keys",
    "model_type": "must be a table of keys",
    "model_attributes_type": "must be a table of keys",
    "none_required": "must be left out",
    "string_pattern_mismatch": "is not written as it must be",
}
_BOUNDS = {
    "greater_than_equal": ("ge", "must be {} or more"),
    "less_than_equal": ("le", "must be {} or less"),
    "greater_than": ("gt", "must be more than {}"),
    "less_than": ("lt", "must be less than {}"),
    "multiple_of": ("multiple_of", "must be a multiple of {}"),
    "string_too_short": ("min_length", "must have at least {} characters"),
    "string_too_long": ("max_length", "must have at most {} characters"),
    "too_short": ("min_length", "must hold at least {}"),
    "too_long": ("max_length", "must hold at most {}"),
}


def words(error: Mapping) -> tuple[str, list[str] | None]:
    """Return what one pydantic error says, in our words, and the allowed values where they are few.

    Parameters
    ----------
    error : mapping
        One item of ``ValidationError.errors()``.
    """
    kind, context = error["type"], error.get("ctx", {})
    if kind in _BOUNDS:
        name, text = _BOUNDS[kind]
        bound = context.get(name)
        empty = kind in ("too_short", "string_too_short") and bound == 1
        return "must not be empty" if empty else text.format(bound), None
    if kind in ("literal_error", "enum"):
        allowed = [name.strip("'") for name in str(context["expected"]).replace(" or ", ", ").split(", ")]
        return "is not one of the choices", allowed
    if kind in ("value_error", "assertion_error"):
        return re.sub(r"^(Value|Assertion) error, ", "", error["msg"]), None
    return _KINDS.get(kind, "is not valid here"), None


def key_path(loc: tuple[int | str, ...]) -> str:
    """Return the place of a value as a reader finds it in the file: ``variants[2].set."a.b"``."""
    text = ""
    for part in loc:
        if isinstance(part, int):
            text += f"[{part}]"
        else:
            name = part if re.fullmatch(r"[\w-]+", part, re.ASCII) else f'"{short(part)}"'
            text += f".{name}" if text else name
    return text


def printable(text: str) -> str:
    """Return text that a terminal only shows: control and direction characters become their escapes."""
    return "".join(
        char if char in "\n\t" or (char.isprintable() or char == "\xa0") else char.encode("unicode_escape").decode()
        for char in text.encode("utf-8", "backslashreplace").decode()
    )


def short(text: object, limit: int = 60) -> str:
    """Return one printable line of at most `limit` characters."""
    line = printable(str(text)[: 4 * limit]).replace("\n", "\\n").replace("\t", "\\t")
    return line if len(line) <= limit else line[: limit - 1] + "…"
