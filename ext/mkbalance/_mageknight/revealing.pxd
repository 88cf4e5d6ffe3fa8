"""What comes to light on the map (R8.7.5, R8.8). See revealing.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport GameState


cdef void put_token(const Env *e, GameState *g, int space, int colour, bint face_up) noexcept nogil
cdef void reveal_tile(const Env *e, GameState *g, int slot, bint played, bint stacked) noexcept nogil
cdef void turn_up(const Env *e, GameState *g, int space) noexcept nogil
cdef void reveal_near(const Env *e, GameState *g) noexcept nogil
cdef void reveal_around(const Env *e, GameState *g, int space) noexcept nogil
