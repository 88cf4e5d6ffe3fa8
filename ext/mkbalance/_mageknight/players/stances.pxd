"""How to meet a fight: which enemies to shoot first, which to block. See stances.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.players.memory cimport Memory
from mkbalance._mageknight.players.policy cimport Policy
from mkbalance._mageknight.state cimport GameState, Options

cdef struct Stances:
    unsigned int masks[40]
    int n

cdef bint stance_due(const GameState *g, const Policy *p, const Memory *m) noexcept nogil
cdef void choose_stance(const Env *e, const GameState *g, const Policy *p, Memory *m) noexcept nogil
cdef int choose_attendance(const Env *e, const GameState *g, const Options *o, const Policy *p) noexcept nogil
