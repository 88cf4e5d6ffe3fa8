"""Tasks that the rules themselves put on the pending stack: rewards, level-ups, Tactics, rests. See duties.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport Action, GameState, Options


cdef bint list_duty(const Env *e, const GameState *g, Options *o) noexcept nogil
cdef void answer_duty(const Env *e, GameState *g, Action act) noexcept nogil
cdef void run_duty(const Env *e, GameState *g) noexcept nogil
