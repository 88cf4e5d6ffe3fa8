"""Cards played sideways for more than 1 (OP_SIDEWAYS). See strengthened.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport Action, GameState, Options, Pending


cdef void sideways_options(const Env *e, const GameState *g, int how, Options *o) noexcept nogil
cdef void play_strengthened(const Env *e, GameState *g, const Pending *t, Action act) noexcept nogil
