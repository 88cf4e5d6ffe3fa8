"""Points that plays give. See points.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport GameState

cdef int boosted(GameState *g, int n) noexcept nogil
cdef void gain_move(const Env *e, GameState *g, int n, bint card) noexcept nogil
cdef void gain_attack(const Env *e, GameState *g, int n, int kind, int element, int source) noexcept nogil
cdef void gain_block(const Env *e, GameState *g, int n, int element, int source, bint swift) noexcept nogil
