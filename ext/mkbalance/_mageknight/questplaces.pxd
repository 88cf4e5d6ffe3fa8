"""Where quest steps are done (A.9.3). See questplaces.pyx."""

from libc.stdint cimport uint8_t

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport GameState, Options

cdef bint step_here(const Env *e, const GameState *g, int slot, int step, int space) noexcept nogil
cdef int step_price(const Env *e, const GameState *g, int step, int space) noexcept nogil
cdef int step_mana(const Env *e, const GameState *g, int step, int space) noexcept nogil
cdef int steps_between(const GameState *g, int one, int other) noexcept nogil
cdef bint keep_to_assault(const GameState *g, int space, const uint8_t *far) noexcept nogil
cdef void marker_spaces(const Env *e, const GameState *g, int slot, int step, Options *o) noexcept nogil
