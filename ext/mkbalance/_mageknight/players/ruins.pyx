"""Destroyed sites to be restored (A.12.2): what they promise, and which crystals are given up for them."""

from mkbalance._mageknight.content cimport RestoreRow
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.mana cimport payable
from mkbalance._mageknight.players.goals cimport token_worth
from mkbalance._mageknight.players.promises cimport likely
from mkbalance._mageknight.restoring cimport restore_row

cdef enum:
    TALK = 12             # what a point of Influence is thought to cost, in tenths


cdef int restored_worth(const Env *e, const GameState *g, const Policy *p, int space) noexcept nogil:
    """The token and the reward of the row; 0 where nothing is to be restored."""
    cdef const RestoreRow *row = restore_row(e, g, space)
    if row == NULL:
        return 0
    return (token_worth(e, g, p, 1) + row.rep * p.weights.reputation + row.fame * p.weights.fame
            + (p.weights.shield if row.shield else 0))


cdef bint paid_in_talk(const Env *e, const GameState *g, int space) noexcept nogil:
    cdef const RestoreRow *row = restore_row(e, g, space)
    return row != NULL and row.influence > 0


cdef bint paid_otherwise(const Env *e, const GameState *g, int space) noexcept nogil:
    """By a fight, or with mana or crystals that are there."""
    cdef const RestoreRow *row = restore_row(e, g, space)
    cdef int i
    cdef int n = 0
    if row == NULL or row.influence:
        return False
    if row.fight != NONE or payable(g) & row.mana:
        return True
    for i in range(4):
        if (row.crystal_mask >> i) & 1:
            n += min(g.players[g.seat].crystals[i], 1) if row.different else g.players[g.seat].crystals[i]
    return row.crystals != 0 and n >= row.crystals


cdef int ruin_promise(const Env *e, const GameState *g, const Policy *p, const Outlook *l, int space) noexcept nogil:
    """Promise of a destroyed site."""
    cdef const RestoreRow *row = restore_row(e, g, space)
    cdef int worth = restored_worth(e, g, p, space)
    if row == NULL:
        return 0
    if row.fight != NONE:
        return likely(p, worth + p.digest.fame_colour[row.fight] * l.fame, p.digest.tough_colour[row.fight], l.might)
    if row.influence:
        return max(worth - TALK * row.influence, 0)
    return worth if paid_otherwise(e, g, space) else worth // 3


cdef int choose_crystal(const GameState *g, const Options *o) noexcept nogil:
    """The colour held most."""
    cdef int i
    cdef int index = 0
    for i in range(o.n):
        if g.players[g.seat].crystals[o.items[i].a] > g.players[g.seat].crystals[o.items[index].a]:
            index = i
    return index
