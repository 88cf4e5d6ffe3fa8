"""Tactics at work (R3.2.4). See tacticuses.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport Action, GameState, Options


cdef void before_turn_options(const Env *e, const GameState *g, Options *o, bint stored) noexcept nogil
cdef void use_before_turn(const Env *e, GameState *g, Action act) noexcept nogil
cdef bint long_night_left(const Env *e, const GameState *g) noexcept nogil
cdef void use_long_night(const Env *e, GameState *g) noexcept nogil
cdef bint list_tactic(const Env *e, const GameState *g, Options *o) noexcept nogil
cdef bint answer_tactic(const Env *e, GameState *g, Action act) noexcept nogil
