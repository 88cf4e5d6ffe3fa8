"""A charge (OP_CHARGE). See charge.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport GameState, Options

cdef void charge_targets(const Env *e, const GameState *g, int move, Options *o) noexcept nogil
cdef void begin_charge(GameState *g, int space, int move, int points) noexcept nogil
cdef void charge_only(const Env *e, const GameState *g, Options *o) noexcept nogil
cdef int charged_direction(const GameState *g, int space) noexcept nogil
