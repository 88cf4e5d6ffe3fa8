"""Files of value functions: the networks that a player goes by, one for each kind of goal, from TOML to records.

A file has a table for each kind of goal that was learned (`cities`, `dragon`, `horsemen`, `revealed`, and `apocalypse`:
the dragon with the Horsemen riding), of eight networks whose mean counts. In it, `first` holds for each feature its
scale and its weight to each unit of the first layers of the eight; a feature left out, any but `worth`, is not looked
at. These arrays are texts of whole numbers with spaces between, so that the many numbers are read in no time. `owned`
says what a card, Unit or Skill is worth beyond what the networks see, by its id (`"cards.rage"`), in tenths of a point.

`verification/learn_values.py` writes such files; docs/players.md explains what they say.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from mkbalance._mageknight.players.features import FEATURES
from mkbalance._mageknight.players.owned import OWNED
from mkbalance._mageknight.players.weights import NET_DTYPE
from mkbalance.errors import ContentError, UsageError, nearest_name
from mkbalance.mageknight.compile import compile_tables
from mkbalance.wording import short

KINDS = ("cities", "dragon", "horsemen", "revealed", "apocalypse")  # in the order of NetKind
MEMBERS, HIDDEN = NET_DTYPE["second"].shape[:2]  # networks, and units in each layer of one
UNITS = MEMBERS * HIDDEN
MOST_OWNED = 2000  # tenths of a point
LAYERS = ("bias", "second", "bias2", "last", "bias3")


def load(path: str | Path) -> np.ndarray:
    """Return the networks of a file.

    Parameters
    ----------
    path : str or Path
        A TOML file.

    Returns
    -------
    numpy.ndarray of ``NET_DTYPE``, shape (5,)
        By kind of goal, in the order of ``KINDS``; zeros, which say nothing, where the file has none.

    Raises
    ------
    UsageError
        There is no such file.
    ContentError
        The file does not have the form above.
    """
    path = Path(path)
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise UsageError(f"no such file of value functions {str(path)!r}", "value", given=str(path)) from None
    except (OSError, ValueError, RecursionError) as error:
        raise ContentError(f"cannot be read: {short(error, 200)}", path.name) from None
    nets = np.zeros(len(KINDS), NET_DTYPE)
    for kind, table in document.items():
        if kind not in KINDS:
            raise ContentError("no such kind of goal", f"{path.name}: {kind}", nearest=nearest_name(kind, KINDS))
        if not isinstance(table, dict):
            raise ContentError("must be a table", f"{path.name}: {kind}")
        _fill(nets[KINDS.index(kind)], table, f"{path.name}: {kind}")
        if too_large := _too_large(nets[KINDS.index(kind)]):
            raise ContentError("its weights are too large together for 32 bits", f"{path.name}: {kind}.{too_large}")
    return nets


def heads(path: str | Path) -> dict[str, str]:
    """Return what a file that was written by ``save`` says of where each kind was learned from."""
    lines = re.findall(r"^\[(\w+)\]  # (.*)$", Path(path).read_text(encoding="utf-8"), re.MULTILINE)
    return {kind: line for kind, line in lines if kind in KINDS}


def save(path: str | Path, nets: np.ndarray, heads: Mapping[str, str]) -> None:
    """Write networks to a file; ``heads`` says in a line what each kind was learned from, and which kinds to write."""
    lines = ["# Value functions, learned by verification/learn_values.py. Whole numbers; see docs/players.md.", ""]
    for kind, net in zip(KINDS, nets, strict=True):
        if kind not in heads:
            continue
        lines += [f"[{kind}]  # {heads[kind]}"]
        lines += [f"{name} = {_numbers(net[name])}" for name in LAYERS]
        lines += ["", f"[{kind}.first]  # scale, then the weights to the units"]
        for i, name in enumerate(FEATURES):
            if net["scale"][i]:
                lines.append(f"{name} = {_numbers(np.concatenate([[net['scale'][i]], net['first'][:, i]]))}")
        lines += ["", f"[{kind}.owned]  # what a card, Unit or Skill is worth beyond that, in tenths of a point"]
        lines += [f'"{name}" = {n}' for name, n in zip(possessions(), net["owned"].tolist(), strict=False) if n]
        lines.append("")
    temporary = Path(f"{path}.part")
    temporary.write_text("\n".join(lines), encoding="utf-8")
    temporary.replace(path)


@cache
def possessions() -> tuple[str, ...]:
    """Return the names of all cards, Units and Skills in the order of `owned`."""
    names = compile_tables().names
    return tuple(f"{table}.{entry}" for table in OWNED for entry in names[table])


def _too_large(net: np.void) -> str | None:
    """Which layer could sum up beyond 32 bits, with the bounds that value.pyx puts on what goes into it."""
    sums = {
        "first": 4095 * np.abs(net["first"].astype(np.int64)).sum(1) + np.abs(net["bias"].astype(np.int64)),
        "second": 32767 * np.abs(net["second"].astype(np.int64)).sum(2).ravel() + np.abs(net["bias2"].astype(np.int64)),
        "last": (32767 * np.abs(net["last"].astype(np.int64)) // 16 + 1).reshape(MEMBERS, HIDDEN).sum(1)
        + np.abs(net["bias3"].astype(np.int64)),
    }
    return next((name for name, total in sums.items() if np.max(total) >= 1 << 31), None)


def _numbers(array: np.ndarray) -> str:
    return '"' + " ".join(map(str, np.asarray(array).ravel().tolist())) + '"'


def _whole(value: Any, dtype: Any, shape: tuple[int, ...], where: str) -> np.ndarray:
    """An array of whole numbers of this shape that fit the record."""
    try:
        array = np.array(value.split(" "), dtype=np.int64).reshape(shape)
    except (AttributeError, OverflowError, ValueError):
        wanted = " x ".join(str(n) for n in shape)
        raise ContentError(f"must be a text of {wanted} whole numbers", where) from None
    limits = np.iinfo(dtype)
    if (array < limits.min).any() or (array > limits.max).any():
        raise ContentError(f"must lie between {limits.min} and {limits.max}", where)
    return array


def _fill(net: np.void, table: dict[str, Any], where: str) -> None:
    allowed = ("first", "owned", *LAYERS)
    for name in table:
        if name not in allowed:
            raise ContentError("unknown key", f"{where}.{name}", nearest=nearest_name(name, allowed))
    for name in LAYERS:
        if name not in table:
            raise ContentError("is missing", f"{where}.{name}")
        net[name] = _whole(table[name], NET_DTYPE[name].base, NET_DTYPE[name].shape, f"{where}.{name}")
    first = table.get("first", {})
    if not isinstance(first, dict):
        raise ContentError("must be a table", f"{where}.first")
    for name, row in first.items():
        if name not in FEATURES:
            raise ContentError("no such feature", f"{where}.first.{name}", nearest=nearest_name(name, FEATURES))
        numbers = _whole(row, np.int16, (1 + UNITS,), f"{where}.first.{name}")
        net["scale"][FEATURES.index(name)] = numbers[0]
        net["first"][:, FEATURES.index(name)] = numbers[1:]
    if not net["scale"][FEATURES.index("worth")]:  # the core takes such a network for one that was not learned
        raise ContentError("is missing, or its scale is 0", f"{where}.first.worth")
    owned = table.get("owned", {})
    if not isinstance(owned, dict):
        raise ContentError("must be a table", f"{where}.owned")
    rows = {name: i for i, name in enumerate(possessions())}
    for name, number in owned.items():
        if name not in rows:
            raise ContentError("no such card, Unit or Skill", f"{where}.owned.{name}", nearest=nearest_name(name, rows))
        if isinstance(number, bool) or not isinstance(number, int) or abs(number) > MOST_OWNED:
            raise ContentError(f"must be a whole number from {-MOST_OWNED} to {MOST_OWNED}", f"{where}.owned.{name}")
        net["owned"][rows[name]] = number
