"""Instructions that ask: what may be answered, and what the answer does. See choices.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport Action, GameState, Options, Pending

cdef bint list_choices(const Env *e, const GameState *g, Options *o) noexcept nogil
cdef bint sails(const Env *e, const GameState *g) noexcept nogil
cdef void answer_choice(const Env *e, GameState *g, Action act) noexcept nogil
cdef void pick_recalled(const Env *e, GameState *g, const Pending *t) noexcept nogil
cdef void throw_away(GameState *g, int card) noexcept nogil
cdef int guard(int resist) noexcept nogil
