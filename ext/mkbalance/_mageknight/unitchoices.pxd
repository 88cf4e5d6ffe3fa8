"""Instructions that choose a Unit. See unitchoices.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport Action, GameState, Options


cdef bint list_units(const Env *e, const GameState *g, Options *o) noexcept nogil
cdef bint answer_units(const Env *e, GameState *g, Action act) noexcept nogil
