"""Rewards, Skills and cards of a new level, Units given up: what the turn ends with, chosen by the value function.

Each option is taken on a copy in which everything hidden is forgotten, the rules of thumb answer what follows from it, and
what that comes to is appraised as the end of the turn is.
"""

from mkbalance._mageknight.engine cimport advance, apply
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.players.appraise cimport appraise
from mkbalance._mageknight.players.errands cimport choose_pending
from mkbalance._mageknight.players.hidden cimport forget
from mkbalance._mageknight.players.lands cimport Lands, roads_of
from mkbalance._mageknight.players.value cimport voice

cdef enum:
    ANSWERS = 16          # questions that follow from an answer, at most


cdef int choose_gain(const Env *e, const GameState *g, const Options *o, const Policy *p, const Memory *m) noexcept nogil:
    """The option after which the turn's end is worth most; -1 if the value function has nothing to say."""
    cdef Env quiet = e[0]
    cdef GameState base
    cdef GameState h, later
    cdef Options after
    cdef Lands lands
    cdef int i, worth, _k
    cdef int best = -(1 << 24)
    cdef int index = -1
    if m.simulated or g.step != STEP_END_TURN or not g.n_pending or g.players[g.seat].space == NONE or voice(e, p) == NULL:
        return -1
    quiet.trace = NULL
    lands.n = 0
    base = g[0]
    forget(&quiet, &base, 0)
    for i in range(o.n):
        h = base
        apply(&quiet, &h, o.items[i])
        for _k in range(ANSWERS):
            later = h
            if not h.n_pending or not advance(&quiet, &later, &after) or later.turn.stage != g.turn.stage or not later.n_pending:
                break
            h = later
            apply(&quiet, &h, after.items[choose_pending(&quiet, &h, &after, p)])
        if h.fault:
            continue
        worth = appraise(&quiet, &h, p, roads_of(&quiet, &h, p, &lands))
        if worth > best:
            best = worth
            index = i
    return index
