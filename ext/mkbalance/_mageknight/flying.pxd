"""Moves by an effect to a space within reach. See flying.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport Action, GameState, Options, Pending


cdef bint sails(const Env *e, const GameState *g) noexcept nogil
cdef void reach_options(const Env *e, const GameState *g, int range_, bint under, bint forts, bint coast, Options *o) noexcept nogil
cdef void fly(const Env *e, GameState *g, const Pending *was, Action act) noexcept nogil
cdef void temporal(const Env *e, GameState *g, int bonus, Action act) noexcept nogil
