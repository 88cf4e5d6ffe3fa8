"""The map at setup (R2.6, R2.7). See mapstack.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport GameState


cdef void map_stack(const Env *e, GameState *g) noexcept nogil
cdef bint tile_has(const Env *e, int row, int site) noexcept nogil
cdef void lay_initial(const Env *e, GameState *g) noexcept nogil
