"""The legal actions of a fight. See fighting.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport GameState, Options


cdef void attack_step(const Env *e, const GameState *g, Options *o) noexcept nogil
cdef void block_step(const Env *e, const GameState *g, Options *o) noexcept nogil
cdef bint attack_source(const Env *e, const GameState *g) noexcept nogil
cdef bint psychic_influence(const Env *e, const GameState *g, int foe, int attack) noexcept nogil
cdef bint cumbersome_left(const GameState *g) noexcept nogil
