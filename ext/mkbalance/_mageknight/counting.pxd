"""Conditions and counters of effects. See counting.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport Foe, GameState, Pending

cdef bint holds(const Env *e, const GameState *g, const Pending *t) noexcept nogil
cdef int counted(const Env *e, const GameState *g, int which) noexcept nogil
cdef int icons(const Env *e, const Foe *f) noexcept nogil
