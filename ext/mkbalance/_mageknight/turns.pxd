"""A seat's turn (R4, R12): start, rest, the end-of-turn sequence. See turns.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport GameState

cdef void clear_turn(const Env *e, GameState *g, int dice) noexcept nogil
cdef void begin_turn(const Env *e, GameState *g, int seat) noexcept nogil
cdef void start_benefits(const Env *e, GameState *g) noexcept nogil
cdef void take_turn(const Env *e, GameState *g) noexcept nogil
cdef void end_turn_stage(const Env *e, GameState *g) noexcept nogil
cdef int hand_limit(const Env *e, const GameState *g, int seat) noexcept nogil
cdef void draw_up(const Env *e, GameState *g) noexcept nogil
cdef bint must_rest(const Env *e, const GameState *g) noexcept nogil
