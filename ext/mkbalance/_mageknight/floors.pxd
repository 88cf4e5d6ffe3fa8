"""Ziggurats and pyramids (A.5.2). See floors.pyx."""

from mkbalance._mageknight.content cimport Env, FloorRow
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.state cimport Action, GameState, Options, Space

cdef enum:
    FLOORS = 3


cdef inline bint has_floors(int site) noexcept nogil:
    return site == ZIGGURAT or site == PYRAMID


cdef int floor_of(const Space *s, int seat) noexcept nogil
cdef bint floor_marked(const Space *s, int floor) noexcept nogil
cdef bint floors_left(const Space *s, int above) noexcept nogil
cdef void enter_floors(const Env *e, GameState *g) noexcept nogil
cdef bint list_floor(const Env *e, const GameState *g, Options *o) noexcept nogil
cdef void answer_floor(const Env *e, GameState *g, Action act) noexcept nogil
cdef void roll_trap(const Env *e, GameState *g) noexcept nogil
cdef void trap_over(const Env *e, GameState *g) noexcept nogil
cdef void floor_won(const Env *e, GameState *g) noexcept nogil
cdef const FloorRow *floor_row(const Env *e, int site, int floor) noexcept nogil
