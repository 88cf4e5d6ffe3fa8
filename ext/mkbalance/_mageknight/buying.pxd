"""Interaction carried out (R14). See buying.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport Action, GameState


cdef void interact(const Env *e, GameState *g) noexcept nogil
cdef void buy(const Env *e, GameState *g, Action act) noexcept nogil
