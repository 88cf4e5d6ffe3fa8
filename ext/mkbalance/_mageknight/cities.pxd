"""Cities (R11.1). See cities.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport GameState


cdef void reveal_city(const Env *e, GameState *g, int space, int colour) noexcept nogil
