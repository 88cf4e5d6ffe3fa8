"""The look beyond the turn: lines of a turn judged by the turns after them. See ahead.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.players.memory cimport Memory
from mkbalance._mageknight.players.policy cimport Policy
from mkbalance._mageknight.state cimport GameState

cdef enum:
    MOST_LINES = 14

cdef struct Thoughts:     # lines through the turn that were thought of, and what each comes to
    Memory lines[14]
    int worth[14]
    int n

cdef int look_ahead(const Env *e, const GameState *g, const Policy *p, const Thoughts *thoughts) noexcept nogil
