"""The effect notation: parse it into options of instructions, and print options back.

An effect is a list of alternatives ``|`` of parts joined by ``+``; parentheses nest alternatives, and the result is the
flat list of options one may choose from. A part is a word with its arguments (``words``), ``if``, ``per`` and
``optional`` govern the parenthesis behind them, ``during`` names the windows where the printed timing differs from what
``timing`` infers. The language is described in docs/effect-notation.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from mkbalance.errors import ContentError, nearest_name
from mkbalance.mageknight.timing import FLAG_COMBAT_START, PEACE, infer_flags, infer_windows
from mkbalance.mageknight.words import (
    BY_OP,
    COMBAT_START,
    DURING,
    FIELD_RANGES,
    WINDOW_GROUPS,
    WINDOWS,
    WORDS,
    Mask,
    Number,
    Word,
)

__all__ = ["MAX_INSTRS", "NOTHING", "UNIMPLEMENTED", "NotationError", "Option", "ops_used", "parse", "unparse"]

UNIMPLEMENTED = "unimplemented"
NOTHING = "none"  # a side with no effect of its own
MAX_INSTRS = 255  # OptionRow.n is one byte

_TOKEN = re.compile(r"\s*(?:(?P<word>[a-z_][a-z_0-9]*)|(?P<number>[+-]?\d+)|(?P<mark>[|+()]))")
_FIELDS = "abcd"
_PER = WORDS["per"].op
_BLOCKS = frozenset(word.op for word in WORDS.values() if word.block)

Instr = tuple[int, int, int, int, int]


class NotationError(ContentError):
    """An effect that cannot be read; ``position`` counts characters from 0."""

    def __init__(self, message: str, *, where: str = "", position: int = 0, **details: object) -> None:
        super().__init__(f"{message} (at character {position})", where or None, **details)
        self.position = position


@dataclass(frozen=True)
class Option:
    """One way to use an effect.

    Attributes
    ----------
    instrs : tuple of tuple of int
        Instructions ``(op, a, b, c, d)``; ``if`` and ``optional`` count in ``a`` how many of the next ones they govern.
    windows : int
        ``WIN_`` bits: when it may be played.
    flags : int
        ``OptionRow.flags``.
    """

    instrs: tuple[Instr, ...]
    windows: int
    flags: int


@dataclass(frozen=True)
class _Token:
    kind: str
    text: str
    at: int


@dataclass(frozen=True)
class _During:
    windows: int
    flags: int


_Items = tuple[Instr | _During, ...]


def parse(text: str, *, where: str = "", healing: bool = False) -> list[Option]:
    """Read an effect.

    Parameters
    ----------
    text : str
        The effect in notation; not ``UNIMPLEMENTED``.
    where : str
        File and key path, for error messages.
    healing : bool
        The printed icon is healing: no option may be played in combat.

    Returns
    -------
    list of Option
        In the order written, alternatives in parentheses varying last to first; empty for ``NOTHING``.

    Raises
    ------
    NotationError
        With file, key path, position and the nearest known word.
    """
    if text.strip() == UNIMPLEMENTED:
        raise NotationError("an unimplemented effect has no options", where=where)
    if text.strip() == NOTHING:
        return []
    return [_option(items, where, healing) for items in _Parser(text, where).read()]


def unparse(options: Iterable[Option]) -> str:
    """Print options so that `parse` gives them back."""
    return " | ".join(_show_option(option) for option in options) or NOTHING


def ops_used(options: Iterable[Option]) -> set[int]:
    """Return the opcodes the options hold."""
    return {instr[0] for option in options for instr in option.instrs}


def _option(items: _Items, where: str, healing: bool) -> Option:
    instrs = tuple(item for item in items if not isinstance(item, _During))
    if len(instrs) > MAX_INSTRS:
        raise NotationError(f"an option of {len(instrs)} instructions; at most {MAX_INSTRS} fit", where=where)
    marks = [item for item in items if isinstance(item, _During)]
    windows, flags = infer_windows(instrs), infer_flags(instrs)
    for mark in marks:
        windows = mark.windows
        flags |= mark.flags
    return Option(instrs, windows & PEACE if healing else windows, flags)


class _Parser:
    """Recursive descent over one effect; every rule returns its list of alternatives."""

    def __init__(self, text: str, where: str) -> None:
        self.where = where
        self.tokens = self._split(text)
        self.next = 0

    def _split(self, text: str) -> list[_Token]:
        tokens: list[_Token] = []
        at = 0
        end = len(text.rstrip())
        while at < end:
            match = _TOKEN.match(text, at)
            if match is None:
                at += len(text[at:]) - len(text[at:].lstrip())
                raise NotationError(f"unexpected {text[at]!r}", where=self.where, position=at)
            kind = match.lastgroup or ""
            tokens.append(_Token(kind, match[kind], match.start(kind)))
            at = match.end()
        tokens.append(_Token("end", "the end", end))
        return tokens

    def error(self, message: str, token: _Token, known: Iterable[str] = ()) -> NotationError:
        names = sorted(known)
        nearest = nearest_name(token.text, names) if names else None
        return NotationError(
            message, where=self.where, position=token.at, given=token.text, nearest=nearest, allowed=names or None
        )

    @property
    def token(self) -> _Token:
        return self.tokens[self.next]

    def take(self, text: str) -> bool:
        if self.token.kind == "mark" and self.token.text == text:
            self.next += 1
            return True
        return False

    def need(self, text: str, after: str) -> None:
        if not self.take(text):
            raise self.error(f"expected {text!r} {after}, found {self.token.text!r}", self.token)

    def read(self) -> list[_Items]:
        found = self.alternatives()
        if self.token.kind != "end":
            raise self.error(f"expected '|', '+' or the end, found {self.token.text!r}", self.token)
        return found

    def alternatives(self) -> list[_Items]:
        found = self.sequence()
        while self.take("|"):
            found = found + self.sequence()
        return found

    def sequence(self) -> list[_Items]:
        found = self.part()
        while self.take("+"):
            tail = self.part()
            found = [head + rest for head in found for rest in tail]
        return found

    def part(self) -> list[_Items]:
        token = self.token
        if self.take("("):
            inner = self.alternatives()
            self.need(")", "to close the parenthesis")
            return inner
        if token.kind != "word":
            raise self.error(f"expected a word of the notation, found {token.text!r}", token)
        self.next += 1
        if token.text == DURING:
            return [(self.during(token),)]
        word = WORDS.get(token.text)
        if word is None:
            raise self.error(f"unknown word {token.text!r}", token, [*WORDS, DURING])
        values = self.arguments(word, token)
        return self.block(word, token, values) if word.block else [((word.op, *values),)]

    def block(self, word: Word, token: _Token, values: tuple[int, ...]) -> list[_Items]:
        self.need("(", f"behind {word.name!r}")
        inner = self.alternatives()
        self.need(")", "to close the parenthesis")
        found = []
        for items in inner:
            if any(isinstance(item, _During) for item in items):
                raise self.error(f"{DURING!r} speaks of a whole option, not of a part of one", token)
            if word.op == _PER and (len(items) != 1 or items[0][0] in _BLOCKS):
                raise self.error("'per' multiplies exactly one part", token)
            head = values if word.op == _PER else (len(items), *values[1:])
            found.append(((word.op, *head), *items))
        return found

    def during(self, token: _Token) -> _During:
        windows = flags = 0
        while self.token.kind == "word":
            name = self.token.text
            if name == COMBAT_START:
                windows |= WINDOWS["ranged"]
                flags |= FLAG_COMBAT_START
            elif name in WINDOW_GROUPS:
                windows |= WINDOW_GROUPS[name]
            elif name in WINDOWS:
                windows |= WINDOWS[name]
            else:
                known = [*WINDOWS, *WINDOW_GROUPS, COMBAT_START]
                raise self.error(f"unknown window {name!r}", self.token, known)
            self.next += 1
        if not windows:
            raise self.error(f"{DURING!r} needs a window", token)
        return _During(windows, flags)

    def arguments(self, word: Word, start: _Token) -> tuple[int, ...]:
        given: dict[str, int] = {}
        while self.token.kind in ("word", "number"):
            token = self.token
            self.next += 1
            if token.kind == "number":
                numbers = (a for a in word.args if isinstance(a, Number) and not a.keyword)
                arg = next((a for a in numbers if a.field not in given), None)
                if arg is None:
                    raise self.error(f"{word.name!r} takes no number here, found {token.text}", token)
                given[arg.field] = self.number(word, arg, token)
                continue
            arg = next((a for a in word.args if token.text in a.words()), None)
            if arg is None:
                known = [name for a in word.args for name in a.words()]
                raise self.error(f"unknown argument {token.text!r} of {word.name!r}", token, known)
            if isinstance(arg, Mask):
                bit = arg.groups.get(token.text) or arg.values[token.text]
                given[arg.field] = given.get(arg.field, 0) | bit
                continue
            if arg.field in given:
                raise self.error(f"{word.name!r} has {token.text!r} after another word of its kind", token)
            if isinstance(arg, Number):
                if self.token.kind != "number":
                    raise self.error(f"expected a number behind {token.text!r}, found {self.token.text!r}", self.token)
                given[arg.field] = self.number(word, arg, self.token)
                self.next += 1
            else:
                given[arg.field] = arg.values[token.text]
        for arg in word.args:
            if arg.field not in given:
                if arg.default is None:
                    kind = "a number" if isinstance(arg, Number) else "one of " + ", ".join(arg.words())
                    raise self.error(f"{word.name!r} needs {kind}", start)
                given[arg.field] = arg.default
        return tuple(given.get(name, 0) for name in _FIELDS)

    def number(self, word: Word, arg: Number, token: _Token) -> int:
        value = int(token.text)
        low, high = (-128, 127) if arg.wrapped else FIELD_RANGES[arg.field]
        if not max(low, arg.low) <= value <= high:
            raise self.error(f"{value} is out of range for {word.name!r}: {max(low, arg.low)} to {high}", token)
        return value & 255 if arg.wrapped else value


def _show_option(option: Option) -> str:
    parts = _show_parts(option.instrs)
    start = option.flags & FLAG_COMBAT_START
    if start or option.windows != infer_windows(option.instrs):
        names = [COMBAT_START] if start else [n for n, bit in WINDOWS.items() if option.windows & bit]
        names = next(([n] for n, bits in WINDOW_GROUPS.items() if bits == option.windows), names)
        parts.insert(0, " ".join([DURING, *names]))
    return " + ".join(parts)


def _show_parts(instrs: tuple[Instr, ...]) -> list[str]:
    parts = []
    at = 0
    while at < len(instrs):
        op, *values = instrs[at]
        word = BY_OP[op]
        at += 1
        shown = [word.name]
        for arg in word.args:
            value = values[_FIELDS.index(arg.field)]
            if value != arg.default:
                shown += arg.show(value)
        if word.block:
            length = 1 if op == _PER else values[0]
            shown.append("(" + " + ".join(_show_parts(instrs[at : at + length])) + ")")
            at += length
        parts.append(" ".join(shown))
    return parts
