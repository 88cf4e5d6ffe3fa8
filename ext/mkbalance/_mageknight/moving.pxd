"""Moving (R8.1 to R8.5). See moving.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport GameState


cdef int beyond(const GameState *g, int d) noexcept nogil
cdef bint may_step(const Env *e, const GameState *g, int d, int kept) noexcept nogil
cdef void step(const Env *e, GameState *g, int d, int kept) noexcept nogil
cdef int provoked_at(const Env *e, const GameState *g, int old, int new) noexcept nogil
cdef int provoking(const Env *e, const GameState *g, int old, int new) noexcept nogil
cdef void arrive(const Env *e, GameState *g, int old, int d) noexcept nogil
cdef void assault(const Env *e, GameState *g, int target, int from_space, bint wall, int provoked) noexcept nogil
