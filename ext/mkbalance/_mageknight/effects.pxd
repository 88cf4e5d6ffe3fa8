"""Effect programs (R6): how a play starts, the interpreter of its instructions. See effects.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport GameState

cdef enum:  # Pending.source
    SOURCE_CARD = 0
    SOURCE_UNIT = 1
    SOURCE_SKILL = 2
    SOURCE_RULE = 3

cdef void start_option(const Env *e, GameState *g, int option, int source, int ref, int colours, bint free) noexcept nogil
cdef void lay_option(const Env *e, GameState *g, int option, int source, int ref, int colours, bint free) noexcept nogil
cdef void take_wounds(const Env *e, GameState *g, int n) noexcept nogil
cdef void other_crystal(const Env *e, GameState *g, int what, bint or_token) noexcept nogil
cdef void random_crystal(const Env *e, GameState *g, bint or_token) noexcept nogil
cdef int other_crystals(const Env *e, const GameState *g) noexcept nogil
cdef void run_instruction(const Env *e, GameState *g) noexcept nogil
cdef void end_play(GameState *g) noexcept nogil
cdef void crystal_others(const Env *e, GameState *g) noexcept nogil
