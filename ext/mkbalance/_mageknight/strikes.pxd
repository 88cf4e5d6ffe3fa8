"""Instructions of a fight that ask nothing. See strikes.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport Foe, GameState, Pending

cdef void strip(const Env *e, GameState *g, int foe, int what) noexcept nogil
cdef int soul_colours(const Foe *f) noexcept nogil
cdef bint run_strike(const Env *e, GameState *g, const Pending *t) noexcept nogil
cdef bint run_strike(const Env *e, GameState *g, const Pending *t) noexcept nogil
