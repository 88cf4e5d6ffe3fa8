"""Instructions that choose an enemy. See foechoices.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport Action, GameState, Options, Pending


cdef void foe_options(const Env *e, const GameState *g, const Pending *t, Options *o) noexcept nogil
cdef void foe_answer(const Env *e, GameState *g, Pending *t, Action act) noexcept nogil
