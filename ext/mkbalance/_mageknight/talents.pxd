"""Instructions that only Skills use, those that ask nothing. See talents.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport GameState, Pending

cdef void run_talent(const Env *e, GameState *g, const Pending *t) noexcept nogil
