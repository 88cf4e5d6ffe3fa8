"""Rounds (R3.1, R3.2.3, R3.3). See rounds.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport GameState


cdef void next_actor(const Env *e, GameState *g) noexcept nogil
cdef void announce(const Env *e, GameState *g, int actor) noexcept nogil
cdef void look_at_end(const Env *e, GameState *g, int seat) noexcept nogil
cdef void turn_over(const Env *e, GameState *g, int seat) noexcept nogil
cdef void end_round(const Env *e, GameState *g) noexcept nogil
cdef void turn_order(const Env *e, GameState *g) noexcept nogil
