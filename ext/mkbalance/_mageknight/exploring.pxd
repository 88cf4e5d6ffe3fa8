"""Exploring (R8.7). See exploring.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport GameState


cdef int next_tile_kind(const Env *e, const GameState *g) noexcept nogil
cdef int explore_cost(const Env *e, const GameState *g) noexcept nogil
cdef int open_places(const Env *e, const GameState *g, int slot, int kind) noexcept nogil
cdef int explore_places(const Env *e, const GameState *g, int space) noexcept nogil
cdef void explore(const Env *e, GameState *g, int slot, int d) noexcept nogil
cdef int lay_tile(const Env *e, GameState *g, int slot, int d, bint played) noexcept nogil
cdef void orient_tile(const Env *e, GameState *g, int slot, int sixths, bint played, bint stacked) noexcept nogil
