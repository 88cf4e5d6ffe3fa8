"""A line through the rest of the turn, improved decision by decision. See lines.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.players.memory cimport Memory
from mkbalance._mageknight.players.policy cimport Policy
from mkbalance._mageknight.state cimport GameState, Options

cdef bint in_turn(const GameState *g) noexcept nogil
cdef int next_of_line(const GameState *g, const Options *o, Memory *m) noexcept nogil
cdef int draw_line(const Env *e, const GameState *base, const Policy *p, const Memory *m, bint wide, Memory *out) noexcept nogil
cdef void think_on(const Env *e, const GameState *g, const Policy *p, Memory *m) noexcept nogil
