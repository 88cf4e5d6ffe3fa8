"""Teleporting over fractured lands (A.12.7). See teleporting.pyx."""

from libc.stdint cimport uint8_t

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport GameState, Options

cdef bint teleport_goal(const Env *e, const GameState *g, int here, int space) noexcept nogil
cdef int teleport_cost(const GameState *g, int here, int space) noexcept nogil
cdef void teleport_options(const Env *e, const GameState *g, Options *o) noexcept nogil
cdef void teleport(const Env *e, GameState *g, int space) noexcept nogil
