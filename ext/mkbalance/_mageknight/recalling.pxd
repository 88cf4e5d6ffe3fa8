"""Cards put back from the discard pile (OP_RECALL). See recalling.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport Action, GameState, Options, Pending


cdef void pick_recalled(const Env *e, GameState *g, const Pending *t) noexcept nogil
cdef void recall_options(const Env *e, const GameState *g, const Pending *t, Options *o) noexcept nogil
cdef void recall_answer(const Env *e, GameState *g, Pending *t, Action act) noexcept nogil
