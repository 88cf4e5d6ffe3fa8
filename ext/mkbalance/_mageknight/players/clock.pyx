"""How much of the game is still to come, and what its length does to worths.

A level, a Unit or a card gained pays in every turn after it; a card in hand or a Wound counts for the next few.
"""

from mkbalance._mageknight.dummy cimport dummy_left
from mkbalance._mageknight.state cimport Player

cdef enum:
    MOST = 400            # per cent that growth may reach


cdef int turns_left(const Env *e, const GameState *g) noexcept nogil:
    """Own turns to come, about, by the dummy's clock."""
    cdef int turns
    if g.ending:
        return 1 if g.ending == 1 else 2
    turns = (e.setup.rounds - g.round) * 5
    if not g.announced:
        turns += dummy_left(g) // 3 + 1
    return turns


cdef int horizon(const Env *e, const GameState *g) noexcept nogil:
    """Share of the game still to come, per cent of eight turns."""
    cdef int turns
    if g.ending:
        return 10 if g.ending == 1 else 25
    turns = turns_left(e, g)
    return 100 if turns >= 8 else turns * 100 // 8


cdef int growth(const Env *e, const GameState *g, const Policy *p) noexcept nogil:
    """What pays in every turn to come counts by the turns left, per cent of ``span`` turns."""
    cdef int n
    if g.ending or not p.weights.span:
        return horizon(e, g)
    n = 100 * turns_left(e, g) // p.weights.span
    return n if n < MOST else MOST


cdef int fame_worth(const Env *e, const GameState *g, const Policy *p, int grown) noexcept nogil:
    """Worth of a point of Fame on the way to the next level."""
    cdef const Player *q = &g.players[g.seat]
    if q.level >= 10:
        return p.weights.fame
    return p.weights.fame + p.weights.level * grown // (100 * (e.levels[q.level].fame - e.levels[q.level - 1].fame))
