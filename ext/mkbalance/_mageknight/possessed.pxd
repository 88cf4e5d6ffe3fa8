"""Possessed tokens (A.2): their pile, and what one does to an enemy. See possessed.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport Foe, GameState


cdef int draw_possessed(GameState *g) noexcept nogil
cdef void return_possessed(GameState *g, int token) noexcept nogil
cdef void possess(const Env *e, GameState *g, Foe *f) noexcept nogil
cdef void possess_with(const Env *e, Foe *f, int token) noexcept nogil
cdef void free_possessed(GameState *g, const Foe *f) noexcept nogil
