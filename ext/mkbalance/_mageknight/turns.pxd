"""A seat's turn (R4, R12): start, rest, the end-of-turn sequence. See turns.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport GameState, Options

cdef void clear_turn(const Env *e, GameState *g, int dice) noexcept nogil
cdef void begin_turn(const Env *e, GameState *g, int seat) noexcept nogil
cdef void start_benefits(const Env *e, GameState *g) noexcept nogil
cdef void take_turn(const Env *e, GameState *g) noexcept nogil
cdef void end_turn_stage(const Env *e, GameState *g) noexcept nogil
cdef void draw_up(const Env *e, GameState *g) noexcept nogil
cdef bint must_rest(const Env *e, const GameState *g) noexcept nogil
cdef void withdraw_options(const Env *e, const GameState *g, Options *o, int distance) noexcept nogil
cdef void withdraw_to(const Env *e, GameState *g, int space, int distance, int before) noexcept nogil
cdef bint reward_options(const Env *e, const GameState *g, Options *o) noexcept nogil
cdef void take_reward(const Env *e, GameState *g, int kind) noexcept nogil
cdef void next_reward(const Env *e, GameState *g) noexcept nogil
