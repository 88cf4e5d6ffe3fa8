"""Options and instructions of all effects, collected into two arrays, equal programs stored once."""

from __future__ import annotations

import importlib
from collections.abc import Mapping

import numpy as np

from mkbalance.mageknight import notation


def implemented_ops() -> frozenset[int] | None:
    """Return the opcodes the core executes, None when the compiled interpreter is not there to be asked."""
    try:
        effects = importlib.import_module("mkbalance._mageknight.effects")
    except ImportError:
        return None
    return frozenset(int(op) for op in effects.implemented())


class Programs:
    """A growing list of options.

    Parameters
    ----------
    implemented : frozenset of int or None
        Opcodes with behaviour; None counts every opcode as implemented.
    """

    def __init__(self, implemented: frozenset[int] | None):
        self._implemented = implemented
        self._instrs: list[tuple[int, ...]] = []
        self._options: list[tuple[int, ...]] = []
        self._known: dict[tuple, int] = {}

    def next_option(self) -> int:
        """Return the row the next option will get."""
        return len(self._options)

    def add(
        self, text: str, *, cost: int = 0, cost2: int = 0, group: int = 0, healing: bool = False
    ) -> tuple[int, int, bool]:
        """Add the options of one effect.

        Parameters
        ----------
        text : str
            The effect in notation, or `unimplemented`.
        cost, cost2 : int
            Masks of the colours that pay for it.
        group : int
            Ordinal of the printed ability.
        healing : bool
            Never in combat.

        Returns
        -------
        tuple
            First option row, number of options, and whether all of its behaviour exists.
        """
        first = len(self._options)
        if text == notation.UNIMPLEMENTED:
            return first, 0, False
        options = notation.parse(text, where=text, healing=healing)
        for option in options:
            program = tuple((a, op, b, c, d) for op, a, b, c, d in option.instrs)
            if program not in self._known:
                self._known[program] = len(self._instrs)
                self._instrs += program
            first_instr = self._known[program]
            self._options.append((first_instr, option.windows, len(program), cost, cost2, group, option.flags))
        used = notation.ops_used(options)
        return first, len(options), self._implemented is None or used <= self._implemented

    def arrays(self, dtypes: Mapping[str, np.dtype]) -> tuple[np.ndarray, np.ndarray]:
        """Return the tables `instrs` and `options`."""
        instrs = np.array(self._instrs, dtype=dtypes["instrs"])
        options = np.array(self._options, dtype=dtypes["options"])
        return instrs, options
