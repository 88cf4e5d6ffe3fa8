"""Kept enemy tokens discarded for part of their strength (OP_PUPPET). See puppets.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport Action, GameState, Options


cdef void puppet_options(const Env *e, const GameState *g, bint block, Options *o) noexcept nogil
cdef void puppet(const Env *e, GameState *g, bint block, Action act) noexcept nogil
cdef int guard(int resist) noexcept nogil
