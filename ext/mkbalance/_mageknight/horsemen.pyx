"""The four Horsemen of the Apocalypse (A.8.2, A.12.5): their cards, how they come and go, how they are fought.

A Horseman is indexed by the head it empowers (War, Famine, Death, Pestilence). Their turns are in rides.pyx.
"""

from libc.stdint cimport uint8_t

from mkbalance._kernel.rng cimport Stream, shuffle8
from mkbalance._mageknight.chance cimport event
from mkbalance._mageknight.combat cimport add_foe, add_horseman
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
    for i in range(4):
        if not (g.combat.challenge >> (HORSEMAN_BIT + i)) & 1:
            continue
        add_horseman(e, g, i)
        if g.horsemen[i].horse != NONE:
            add_foe(e, g, g.horsemen[i].horse, FROM_HORSE, i, g.horsemen[i].space, 0)


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
