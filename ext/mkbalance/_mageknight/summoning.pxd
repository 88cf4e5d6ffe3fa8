"""Summoned enemies (R9.3.1). See summoning.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport GameState


cdef void call_summoned(const Env *e, GameState *g) noexcept nogil
cdef void dismiss_summoned(const Env *e, GameState *g) noexcept nogil
