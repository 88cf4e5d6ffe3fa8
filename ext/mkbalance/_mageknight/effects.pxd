"""Effect programs (R6): plays, the interpreter of their instructions, what a play needs. See effects.pyx."""

from mkbalance._mageknight.content cimport Env, Instr, OptionRow
from mkbalance._mageknight.state cimport Action, Foe, GameState, Options

cdef enum:  # Pending.source
    SOURCE_CARD = 0
    SOURCE_UNIT = 1
    SOURCE_SKILL = 2
    SOURCE_RULE = 3

cdef enum:
    NOTHING = 256         # mask of colours none of which would do

cdef void start_option(const Env *e, GameState *g, int option, int source, int ref, int colours, bint free) noexcept nogil
cdef void lay_option(const Env *e, GameState *g, int option, int source, int ref, int colours, bint free) noexcept nogil
cdef bint option_ready(const Env *e, const GameState *g, const OptionRow *o, int card, bint free) noexcept nogil
cdef void run_instruction(const Env *e, GameState *g) noexcept nogil
cdef int window(const GameState *g) noexcept nogil
cdef bint useful(const Env *e, const GameState *g, const OptionRow *o, int win) noexcept nogil
cdef void gain_move(const Env *e, GameState *g, int n, bint card) noexcept nogil
cdef void gain_attack(const Env *e, GameState *g, int n, int kind, int element, int source) noexcept nogil
cdef void gain_block(const Env *e, GameState *g, int n, int element, int source, bint swift) noexcept nogil
cdef bint ready_as(const Env *e, const GameState *g, const OptionRow *o, int held, int held2, int colours, bint free,
                   int times) noexcept nogil
cdef int wanted(const Env *e, const GameState *g, const Instr *then, int mask, int held, int held2) noexcept nogil
cdef int windows_of(const Env *e, const GameState *g, const OptionRow *o) noexcept nogil
cdef bint boostable(const Env *e, const GameState *g, const OptionRow *o, int card, int held, int win) noexcept nogil
cdef void end_play(GameState *g) noexcept nogil
cdef void crystal_others(const Env *e, GameState *g) noexcept nogil
cdef int soul_colours(const Foe *f) noexcept nogil
cdef void strip(const Env *e, GameState *g, int foe, int what) noexcept nogil
cdef void take_wounds(const Env *e, GameState *g, int n) noexcept nogil
cdef void random_crystal(const Env *e, GameState *g, bint or_token) noexcept nogil
cdef bint heroes_to_pay(const Env *e, const GameState *g) noexcept nogil
