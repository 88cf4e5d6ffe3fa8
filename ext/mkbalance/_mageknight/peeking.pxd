"""Looking at face-down enemy tokens (OP_PEEK). See peeking.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport Action, GameState, Options


cdef void peek_options(const Env *e, const GameState *g, Options *o) noexcept nogil
cdef void peek(const Env *e, GameState *g, Action act) noexcept nogil
