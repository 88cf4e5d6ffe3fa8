"""The random player: every legal option with equal chance, one stream event per decision."""

from mkbalance._kernel.rng cimport Stream, below
from mkbalance._mageknight.chance cimport policy_event
from mkbalance._mageknight.ids cimport *


cdef int choose_random(const Env *e, const GameState *g, const Options *o, const Policy *p, Memory *m) noexcept nogil:
    cdef Stream s
    if o.n == 1:
        return 0
    policy_event(g, g.n_actions, &s)
    return <int> below(&s, o.n)
