"""The legal actions of the present decision. See legal.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport GameState, Options


cdef void list_actions(const Env *e, const GameState *g, Options *o) noexcept nogil
