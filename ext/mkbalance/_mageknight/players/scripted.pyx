"""The scripted player: a turn planner over named weights."""

from mkbalance._mageknight.players.planner cimport decide


cdef int choose_scripted(const Env *e, const GameState *g, const Options *o, const Policy *p, Memory *m) noexcept nogil:
    return decide(e, g, o, p, m)
