"""Combat with enemies (R9): its start and its phases. See combat.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.state cimport GameState


cdef inline bint in_combat(const GameState *g) noexcept nogil:
    return STEP_RANGED <= g.step <= STEP_ATTACK


cdef void combat_begin(const Env *e, GameState *g, int space, int site, int flags) noexcept nogil
cdef void open_phase(const Env *e, GameState *g, int step) noexcept nogil
cdef void close_phase(const Env *e, GameState *g) noexcept nogil
