"""Conservation laws of the state. See invariants.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport GameState

cdef struct Census:
    int deeds             # non-Wound Deed cards anywhere
    int tokens[6]
    int units             # Unit cards anywhere but disbanded ones
    int end

cdef void count_all(const Env *e, const GameState *g, Census *c) noexcept nogil
cdef int check(const Env *e, GameState *g, const Census *start) noexcept nogil
