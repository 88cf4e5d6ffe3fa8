"""The four Horsemen of the Apocalypse (A.8.2, A.12.5): their cards, how they come and go, how they are fought.

A Horseman is indexed by the head it empowers (War, Famine, Death, Pestilence). Their turns are in rides.pyx.
"""

from libc.stdint cimport uint8_t

from mkbalance._kernel.rng cimport Stream, shuffle8
from mkbalance._mageknight.chance cimport event
from mkbalance._mageknight.foes cimport add_foe, add_horseman
from mkbalance._mageknight.hexmap cimport ritual_here, space_at
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.state cimport FOE_DEFEATED, Foe, GameState, Horseman, Options, add_option
from mkbalance._mageknight.tokens cimport discard_token, draw_token
from mkbalance._mageknight.trace cimport COMES, FALLS, LEAVES, TOLD_HORSEMAN, told


cdef void horsemen_set_up(const Env *e, GameState *g) noexcept nogil:
    """Shuffle the four cards; none is on the map (A.12.5)."""
    cdef Stream s
    cdef int i
    for i in range(4):
        g.horsemen[i].space = NONE
        g.horsemen[i].horse = NONE
        g.horsemen[i].level = e.setup.horseman_level
        g.horsemen[i].start = e.setup.horseman_level
        g.horsemen_order[i] = <uint8_t> i
    if e.setup.horsemen:
        event(g, DRAW_HORSEMEN, &s)
        shuffle8(&s, &g.horsemen_order[0], 4)
    if e.setup.horsemen == HORSEMEN_GATHER:
        _lie_in_wait(e, g)


cdef void _lie_in_wait(const Env *e, GameState *g) noexcept nogil:
    """One face-down Horseman on the centre of every core tile of the predefined map, its horse with it (A.12.3)."""
    cdef int i
    cdef int n = 0
    for i in range(e.setup.n_layout):
        if e.setup.layout_kind[i] == TILE_CORE and n < 4:
            g.rider_q[n] = 3 * e.setup.layout_x[i] + e.setup.layout_y[i]
            g.rider_r[n] = -2 * e.setup.layout_x[i] - 3 * e.setup.layout_y[i]
            n += 1
    if e.setup.horses:
        for i in range(4):
            g.horsemen[i].horse = <uint8_t> draw_token(g, TOKEN_BROWN)


cdef void reveal_riders(const Env *e, GameState *g) noexcept nogil:
    """A face-down Horseman on a revealed space is turned up for good; all know where they stand (A.12.3)."""
    cdef int i, n, kind, space
    for i in range(4):
        space = space_at(g, g.rider_q[i], g.rider_r[i])
        if i >= g.n_horsemen:
            if space == NONE:
                continue
            n = g.n_horsemen
            g.horsemen_order[i], g.horsemen_order[n] = g.horsemen_order[n], g.horsemen_order[i]
            g.rider_q[i], g.rider_q[n] = g.rider_q[n], g.rider_q[i]
            g.rider_r[i], g.rider_r[n] = g.rider_r[n], g.rider_r[i]
            g.n_horsemen += 1
            kind = g.horsemen_order[n]
            told(e, g, TOLD_HORSEMAN, kind, COMES, space, g.horsemen[kind].horse)
        else:
            kind = g.horsemen_order[i]
        if not g.horsemen[kind].round:
            g.horsemen[kind].space = <uint8_t> space


cdef int all_horsemen(const GameState *g) noexcept nogil:
    """Those undefeated, as a mask of a challenge."""
    cdef int mask = 0
    cdef int i
    for i in range(4):
        if not g.horsemen[i].round:
            mask |= 1 << (HORSEMAN_BIT + i)
    return mask


cdef void horseman_comes(const Env *e, GameState *g, int space) noexcept nogil:
    """Reveal the next card; the Horseman, and its horse in that variant, stand on the space."""
    cdef int kind = g.horsemen_order[g.n_horsemen]
    cdef Horseman *h = &g.horsemen[kind]
    g.n_horsemen += 1
    h.space = <uint8_t> space
    if e.setup.horses:
        h.horse = <uint8_t> draw_token(g, TOKEN_BROWN)
    told(e, g, TOLD_HORSEMAN, kind, COMES, space, h.horse)


cdef void tile_brings_horseman(const Env *e, GameState *g, int slot) noexcept nogil:
    """A tile of the map stack was revealed: its centre may be where the next Horseman comes (A.12.5)."""
    g.tiles_turned += 1
    while e.setup.horsemen and g.n_horsemen < 4 and not g.lair_attacked:
        if g.tiles_turned < e.setup.horseman_tiles[g.n_horsemen]:
            return
        horseman_comes(e, g, slot * 7)


cdef void horseman_leaves(const Env *e, GameState *g, int kind) noexcept nogil:
    """Off the map, not defeated; the horse goes with it."""
    cdef Horseman *h = &g.horsemen[kind]
    if h.horse != NONE:
        discard_token(e, g, h.horse)
        h.horse = NONE
    h.space = NONE
    told(e, g, TOLD_HORSEMAN, kind, LEAVES, 0, 0)


cdef void horsemen_leave(const Env *e, GameState *g) noexcept nogil:
    """The dragon is attacked for the first time: those on the map are removed (A.12.5)."""
    cdef int i
    for i in range(4):
        if e.setup.horsemen and g.horsemen[i].space != NONE:
            horseman_leaves(e, g, i)


# ---------------------------------------------------------------- fights (A.8.2)

cdef void horsemen_options(const GameState *g, int taken, int kind, Options *o) noexcept nogil:
    """Horsemen on the Hero's space that may be fought, by themselves or together with others; not in the lair."""
    cdef int there = horsemen_on(g, g.players[g.seat].space)
    cdef int i
    for i in range(4):
        if (there >> i) & 1 and not (taken >> (HORSEMAN_BIT + i)) & 1:
            add_option(o, kind, HORSEMAN_BIT + i, 0, 0)


cdef void horsemen_join(const Env *e, GameState *g) noexcept nogil:
    """Those challenged take the field, each with its horse."""
    cdef int i
    cdef int foe
    for i in range(4):
        if not (g.combat.challenge >> (HORSEMAN_BIT + i)) & 1:
            continue
        foe = add_horseman(e, g, i)
        if foe >= 0 and ritual_here(g, g.horsemen[i].space):
            g.combat.foes[foe].fort_site = 1
        if g.horsemen[i].horse == NONE:
            continue
        foe = add_foe(e, g, g.horsemen[i].horse, FROM_HORSE, i, g.horsemen[i].space, 0)
        if foe >= 0 and ritual_here(g, g.horsemen[i].space) and not g.combat.foes[foe].abilities & UNFORTIFIED:
            g.combat.foes[foe].fort_site = 1


cdef void horsemen_after(const Env *e, GameState *g) noexcept nogil:
    """A defeated Horseman is off the map and its horse with it; a defeated horse is gone."""
    cdef const Foe *f
    cdef Horseman *h
    cdef int i
    for i in range(g.combat.n):
        f = &g.combat.foes[i]
        if f.source == FROM_HORSE and f.flags & FOE_DEFEATED:
            g.horsemen[f.slot].horse = NONE
    for i in range(g.combat.n):
        f = &g.combat.foes[i]
        if f.source != FROM_HORSEMAN or not f.flags & FOE_DEFEATED:
            continue
        h = &g.horsemen[f.slot]
        if h.horse != NONE:
            discard_token(e, g, h.horse)
            h.horse = NONE
        h.space = NONE
        h.round = g.round
        told(e, g, TOLD_HORSEMAN, f.slot, FALLS, h.level, 0)
