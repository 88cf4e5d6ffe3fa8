"""Instructions that ask: what may be answered, and what the answer does. See choices.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport Action, GameState, Options


cdef bint list_choices(const Env *e, const GameState *g, Options *o) noexcept nogil
cdef void answer_choice(const Env *e, GameState *g, Action act) noexcept nogil
cdef void throw_away(GameState *g, int card) noexcept nogil
cdef int next_op(const GameState *g) noexcept nogil
