"""The random player: every legal option with equal chance, one stream event per decision."""

from mkbalance._kernel.rng cimport Stream, below, stream_open
from mkbalance._mageknight.ids cimport *


cdef int choose_random(const Env *e, const GameState *g, const Options *o, const Policy *p, Memory *m) noexcept nogil:
    cdef Stream s
    if o.n == 1:
        return 0
    stream_open(&s, g.key, g.game, DRAW_POLICY + g.seat, g.n_actions)
    return <int> below(&s, o.n)
