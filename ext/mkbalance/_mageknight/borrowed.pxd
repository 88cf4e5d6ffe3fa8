"""Effects that use another card's or Unit's effect (R6.9). See borrowed.pyx."""

from mkbalance._mageknight.content cimport Env, Instr
from mkbalance._mageknight.state cimport Action, GameState, Options

cdef bint maximal_partner(const Env *e, const GameState *g, const Instr *code, int held, int held2) noexcept nogil
cdef bint offered_power(const Env *e, const GameState *g, int held, int held2) noexcept nogil
cdef bint shapeable(const Env *e, const GameState *g) noexcept nogil
cdef bint borrowable(const Env *e, const GameState *g) noexcept nogil
cdef int castable(const Env *e, const GameState *g, int side, bint free, int held, int held2) noexcept nogil
cdef bint list_borrowed(const Env *e, const GameState *g, Options *o) noexcept nogil
cdef bint answer_borrowed(const Env *e, GameState *g, Action act) noexcept nogil
cdef void count_spell(const Env *e, GameState *g, int card) noexcept nogil
