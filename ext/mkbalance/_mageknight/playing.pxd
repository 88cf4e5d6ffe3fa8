"""What may be played in a window (R6, R7.3). See playing.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport GameState, Options


cdef void list_plays(const Env *e, const GameState *g, Options *o, int win) noexcept nogil
cdef bint unit_usable(const Env *e, const GameState *g, int slot, int win) noexcept nogil
cdef void healing(const GameState *g, Options *o, const Env *e) noexcept nogil
cdef void mana_search(const Env *e, const GameState *g, Options *o) noexcept nogil
