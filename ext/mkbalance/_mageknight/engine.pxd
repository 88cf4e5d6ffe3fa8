"""The state machine (advance, legal, apply). See engine.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport Action, GameState, Options


cdef bint fits(GameState *g, const Options *o) noexcept nogil
cdef bint advance(const Env *e, GameState *g, Options *o) noexcept nogil
cdef void apply(const Env *e, GameState *g, Action act) noexcept nogil
cdef bint is_legal(const Options *o, Action act) noexcept nogil
