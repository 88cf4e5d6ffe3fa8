"""Reads the effects of the second table (tests/content/retyped) and brings both tables into one form.

The form is a sorted tuple of options, an option a sorted tuple of terms, a term its words in alphabetical order and its
numbers as they stand. `(a | b) + c` is two options; `if`, `per` and `optional` hold the terms in their parentheses.
This reader knows no word and no default of the notation; it only splits.
"""

from __future__ import annotations

import csv
import itertools
import re
from pathlib import Path

from mkbalance.mageknight.notation import parse, unparse

RETYPED = Path(__file__).parent / "retyped"
BLOCKS = ("if", "per", "optional")
NUMBER = re.compile(r"[-+]?\d+")


def rows(name: str) -> list[dict[str, str]]:
    """Rows of one of the retyped tables."""
    with (RETYPED / f"{name}.csv").open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def read(text: str, in_order: bool = False) -> tuple:
    """Options of an effect as typed, sorted or in the order typed."""
    tokens = re.findall(r"[|+()]|[-;:\w]+(?: +[-;:\w]+)*", text)
    options = _alternatives(tokens)
    assert not tokens, f"cannot read {text!r} from {tokens}"
    return tuple(options if in_order else sorted(options))


def shown(notation: str, healing: bool = False, in_order: bool = False) -> tuple:
    """Options of an effect in the notation, timing left out."""
    text = unparse(parse(notation, healing=healing))
    return read(re.sub(r"during [a-z_ ]+\+ ", "", text), in_order)


def _alternatives(tokens: list[str]) -> list[tuple]:
    options = _option(tokens)
    while tokens and tokens[0] == "|":
        tokens.pop(0)
        options += _option(tokens)
    return options


def _option(tokens: list[str]) -> list[tuple]:
    parts = [_part(tokens)]
    while tokens and tokens[0] == "+":
        tokens.pop(0)
        parts.append(_part(tokens))
    return [tuple(sorted(itertools.chain(*choice))) for choice in itertools.product(*parts)]


def _part(tokens: list[str]) -> list[tuple]:
    first = tokens.pop(0)
    if first == "(":
        return _inside(tokens)
    words = first.split()
    if words[0] in BLOCKS:
        assert tokens.pop(0) == "("
        return [((" ".join(words), option),) for option in _inside(tokens)]
    names = sorted(word for word in words if not NUMBER.fullmatch(word))
    return [((" ".join(names + [word for word in words if NUMBER.fullmatch(word)]), ()),)]


def _inside(tokens: list[str]) -> list[tuple]:
    options = _alternatives(tokens)
    assert tokens.pop(0) == ")"
    return options
