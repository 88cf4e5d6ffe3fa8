"""Blocks (R9.3). See blocking.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport GameState


cdef int block_need(const GameState *g, int foe, int attack) noexcept nogil
cdef int block_total(const GameState *g) noexcept nogil
cdef void resolve_block(const Env *e, GameState *g) noexcept nogil
cdef void mark_blocked(const Env *e, GameState *g, int foe, int attack) noexcept nogil
cdef void clear_block(GameState *g) noexcept nogil
