"""Effects on the other players (R16.8). See rivals.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport Action, GameState, Options, Pending

cdef bint run_rivals(const Env *e, GameState *g, const Pending *t) noexcept nogil
cdef void energize(const Env *e, GameState *g, Action act) noexcept nogil
cdef bint list_rivals(const Env *e, const GameState *g, Options *o) noexcept nogil
cdef bint answer_rivals(const Env *e, GameState *g, Action act) noexcept nogil
