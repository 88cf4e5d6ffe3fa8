"""Which way a tile of the fractured lands is turned (A.12.7): each is tried on a copy in which everything hidden is forgotten."""

from mkbalance._mageknight.engine cimport apply
from mkbalance._mageknight.players.hidden cimport forget
from mkbalance._mageknight.players.travel cimport Roads, attract, survey


cdef int choose_orientation(const Env *e, const GameState *g, const Options *o, const Policy *p) noexcept nogil:
    """The orientation that makes where the Hero stands most attractive: good places near, dear terrain off the way."""
    cdef Env quiet = e[0]
    cdef GameState base = g[0]
    cdef GameState h
    cdef Roads roads
    cdef int i, space
    cdef int index = 0
    cdef int best = -(1 << 20)
    quiet.trace = NULL
    forget(&quiet, &base, 0)
    space = g.players[g.seat].space
    for i in range(o.n):
        h = base
        apply(&quiet, &h, o.items[i])
        survey(&quiet, &h, &roads)
        attract(&quiet, &h, p, &roads)
        if roads.pull[space] + roads.aim[space] > best:
            best = roads.pull[space] + roads.aim[space]
            index = i
    return index
