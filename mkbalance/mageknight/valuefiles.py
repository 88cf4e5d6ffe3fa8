"""Files of value functions: the networks that a player goes by, one for each kind of goal, from TOML to records.

A file has a table for each kind of goal that was learned (`cities`, `dragon`, `horsemen`, `revealed`). In it, `first`
holds for each feature its scale and its weight to each unit of the first layer, all whole numbers; a feature left out,
any but `worth`, is not looked at. `verification/learn_values.py` writes such files; docs/players.md explains what they
say.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from mkbalance._mageknight.players.features import FEATURES
from mkbalance._mageknight.players.weights import NET_DTYPE
from mkbalance.errors import ContentError, UsageError, nearest_name
from mkbalance.wording import short

KINDS = ("cities", "dragon", "horsemen", "revealed")  # in the order of NetKind
HIDDEN = NET_DTYPE["bias"].shape[0]
SHAPES = {"bias": (HIDDEN,), "second": (HIDDEN, HIDDEN), "bias2": (HIDDEN,), "last": (HIDDEN,), "bias3": ()}


def load(path: str | Path) -> np.ndarray:
    """Return the networks of a file.

    Parameters
    ----------
    path : str or Path
        A TOML file.

    Returns
    -------
    numpy.ndarray of ``NET_DTYPE``, shape (4,)
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


def save(path: str | Path, nets: np.ndarray, heads: Mapping[str, str]) -> None:
    """Write networks to a file; ``heads`` says in a line what each kind was learned from, and which kinds to write."""
    lines = ["# Value functions, learned by verification/learn_values.py. Whole numbers; see docs/players.md.", ""]
    for kind, net in zip(KINDS, nets, strict=True):
        if kind not in heads:
            continue
        lines += [f"[{kind}]  # {heads[kind]}"]
        lines += [f"{name} = {_numbers(net[name])}" for name in SHAPES]
        lines += ["", f"[{kind}.first]  # scale, then the weights to the units"]
        for i, name in enumerate(FEATURES):
            if net["scale"][i]:
                lines.append(f"{name} = {_numbers(np.concatenate([[net['scale'][i]], net['first'][:, i]]))}")
        lines.append("")
    temporary = Path(f"{path}.part")
    temporary.write_text("\n".join(lines), encoding="utf-8")
    temporary.replace(path)


def _too_large(net: np.void) -> str | None:
    """Which layer could sum up beyond 32 bits, with the bounds that value.pyx puts on what goes into it."""
    sums = {
        "first": 4095 * np.abs(net["first"].astype(np.int64)).sum(1) + np.abs(net["bias"].astype(np.int64)),
        "second": 32767 * np.abs(net["second"].astype(np.int64)).sum(1) + np.abs(net["bias2"].astype(np.int64)),
        "last": (32767 * np.abs(net["last"].astype(np.int64)) // 16 + 1).sum() + abs(int(net["bias3"])),
    }
    return next((name for name, total in sums.items() if np.max(total) >= 1 << 31), None)


def _numbers(array: np.ndarray) -> str:
    return str(np.asarray(array).tolist()).replace(" ", "")


def _whole(value: Any, dtype: Any, shape: tuple[int, ...], where: str) -> np.ndarray:
    """An array of whole numbers of this shape that fit the record."""
    try:
        array = np.array(value)
    except ValueError:
        array = np.array(None)
    if array.shape != shape or array.dtype.kind != "i":
        wanted = " x ".join(str(n) for n in shape) or "one"
        raise ContentError(f"must be {wanted} whole number{'s' if shape else ''}", where)
    limits = np.iinfo(dtype)
    if (array < limits.min).any() or (array > limits.max).any():
        raise ContentError(f"must lie between {limits.min} and {limits.max}", where)
    return array


def _fill(net: np.void, table: dict[str, Any], where: str) -> None:
    for name in table:
        if name != "first" and name not in SHAPES:
            raise ContentError("unknown key", f"{where}.{name}", nearest=nearest_name(name, ("first", *SHAPES)))
    for name, shape in SHAPES.items():
        if name not in table:
            raise ContentError("is missing", f"{where}.{name}")
        net[name] = _whole(table[name], NET_DTYPE[name].base, shape, f"{where}.{name}")
    first = table.get("first", {})
    if not isinstance(first, dict):
        raise ContentError("must be a table", f"{where}.first")
    for name, row in first.items():
        if name not in FEATURES:
            raise ContentError("no such feature", f"{where}.first.{name}", nearest=nearest_name(name, FEATURES))
        numbers = _whole(row, np.int16, (1 + HIDDEN,), f"{where}.first.{name}")
        net["scale"][FEATURES.index(name)] = numbers[0]
        net["first"][:, FEATURES.index(name)] = numbers[1:]
    if not net["scale"][FEATURES.index("worth")]:  # the core takes such a network for one that was not learned
        raise ContentError("is missing, or its scale is 0", f"{where}.first.worth")
