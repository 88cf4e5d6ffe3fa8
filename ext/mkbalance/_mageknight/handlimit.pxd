"""The Hand limit (R12.8). See handlimit.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport GameState

cdef int hand_limit(const Env *e, const GameState *g, int seat) noexcept nogil
cdef int knockout_limit(const Env *e, const GameState *g, int seat) noexcept nogil
