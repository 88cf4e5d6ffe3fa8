"""The state of the core as Python structures, read from the declarations in ext/: every field by name.

The sizes are compared with the compiled ones in test_information.py, so that what is read here is what is there.
"""

import ctypes
import re
from functools import lru_cache
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "ext" / "mkbalance"
SIGNED = [f"int{bits}" for bits in (8, 16, 32, 64)]
INTEGERS = {f"{name}_t": getattr(ctypes, f"c_{name}") for name in (*SIGNED, *(f"u{name}" for name in SIGNED))}


def _constants():
    found = {}
    for file in ("_mageknight/ids.pxd", "_mageknight/state.pxd", "_kernel/pile.pxd"):
        for name, value in re.findall(r"^    (\w+) = (\d+)\b", (SOURCE / file).read_text(), re.MULTILINE):
            found[name] = int(value)
    return found


@lru_cache
def structures():
    """Return the structures of pile.pxd and state.pxd by name."""
    constants, known = _constants(), dict(INTEGERS)
    text = (SOURCE / "_kernel/pile.pxd").read_text() + (SOURCE / "_mageknight/state.pxd").read_text()
    for name, body in re.findall(r"^cdef struct (\w+):[^\n]*\n((?:    [^\n]*\n)+)", text, re.MULTILINE):
        fields = []
        for kind, field, _, length in re.findall(r"^    (\w+) (\w+)(\[(\w+)\])?", body, re.MULTILINE):
            size = int(length) if length.isdigit() else constants.get(length)
            fields.append((field, known[kind] * size if length else known[kind]))
        known[name] = type(name, (ctypes.Structure,), {"_fields_": fields})
    return {name: kind for name, kind in known.items() if name not in INTEGERS}


def leaves(kind=None, path=""):
    """Yield the fields that hold numbers, as ``players[].units[].wounds``."""
    for name, field in (kind or structures()["GameState"])._fields_:
        inner = field
        text = f"{path}.{name}" if path else name
        while issubclass(inner, ctypes.Array):
            inner = inner._type_
        if issubclass(inner, ctypes.Structure):
            yield from leaves(inner, text + ("[]" if issubclass(field, ctypes.Array) else ""))
        else:
            yield text


def values(state, path):
    """Return the numbers that a path names, seats and places one after the other."""
    found = [state]
    for part in path.split("."):
        name = part.removesuffix("[]")
        found = [getattr(one, name) for one in found]
        if part.endswith("[]"):
            found = [one for several in found for one in several]
    return [tuple(one) if isinstance(one, ctypes.Array) else one for one in found]


def read(session):
    """Return the state of a session."""
    return structures()["GameState"].from_buffer_copy(session.state_bytes())
