"""What a fight leaves behind (R9.8, R10, R11.3, A.7.5). See outcomes.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport GameState

cdef void after_combat(const Env *e, GameState *g) noexcept nogil
cdef void lose_protection(const Env *e, GameState *g) noexcept nogil
