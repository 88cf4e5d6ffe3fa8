"""The dummy player (R16). See dummy.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport GameState

cdef void dummy_set_up(const Env *e, GameState *g, int hero) noexcept nogil
cdef bint dummy_turn(const Env *e, GameState *g) noexcept nogil
cdef void dummy_new_round(const Env *e, GameState *g) noexcept nogil
