"""What a play needs and when it is of use. See readiness.pyx."""

from mkbalance._mageknight.content cimport Env, Instr, OptionRow
from mkbalance._mageknight.state cimport GameState

cdef enum:
    NOTHING = 256         # mask of colours none of which would do

cdef int window(const GameState *g) noexcept nogil
cdef bint option_ready(const Env *e, const GameState *g, const OptionRow *o, int card, bint free) noexcept nogil
cdef bint ready_as(const Env *e, const GameState *g, const OptionRow *o, int held, int held2, int colours, bint free,
                   int times) noexcept nogil
cdef int wanted(const Env *e, const GameState *g, const Instr *then, int mask, int held, int held2) noexcept nogil
cdef bint boostable(const Env *e, const GameState *g, const OptionRow *o, int card, int held, int win) noexcept nogil
cdef int windows_of(const Env *e, const GameState *g, const OptionRow *o) noexcept nogil
cdef bint heroes_to_pay(const Env *e, const GameState *g) noexcept nogil
cdef bint useful(const Env *e, const GameState *g, const OptionRow *o, int win) noexcept nogil
cdef bint still_ready(const Env *e, const GameState *g, int card) noexcept nogil
