"""Teleporting over fractured lands (A.12.7): to a safe space without a site, of the terrain of one's own.

It costs 1 Move for each space of the shortest way over revealed spaces of any terrain (ruling 83). It provokes nobody and is not
moving: no effect that answers a move answers it. The portal, the space of a rampager that is gone and a burned monastery count
as spaces without a site.
"""

from libc.stdint cimport uint8_t

from mkbalance._mageknight.hexmap cimport Far, active_site, distances, safe_space, terrain_at
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.revealing cimport reveal_near
from mkbalance._mageknight.state cimport add_option
from mkbalance._mageknight.trace cimport TOLD_TELEPORT, told

cdef bint teleport_goal(const Env *e, const GameState *g, int here, int space) noexcept nogil:
    """Whether a Hero on one space may teleport to another, the Move aside."""
    cdef int site = active_site(g, space)
    if space == here or terrain_at(e, g, space) != terrain_at(e, g, here):
        return False
    if site != NO_SITE and site != PORTAL:
        return False
    return safe_space(e, g, space, g.seat)


cdef int teleport_cost(const GameState *g, int here, int space) noexcept nogil:
    """Move points, 255 = no way over revealed spaces."""
    cdef Far far
    distances(g, here, &far.to[0])
    return far.to[space]


cdef void teleport_options(const Env *e, const GameState *g, Options *o) noexcept nogil:
    """Spaces within the Move points at hand."""
    cdef Far far
    cdef int space
    cdef int here = g.players[g.seat].space
    if g.turn.move == 0:
        return
    distances(g, here, &far.to[0])
    for space in range(g.n_tiles * 7):
        if far.to[space] <= g.turn.move and teleport_goal(e, g, here, space):
            add_option(o, ACT_TELEPORT, space, far.to[space], 0)


cdef void teleport(const Env *e, GameState *g, int space) noexcept nogil:
    """Spend the Move and stand there; the space is safe, so no way back from farther off is needed."""
    cdef int cost = teleport_cost(g, g.players[g.seat].space, space)
    g.turn.move -= <short> cost
    g.turn.moved = 1
    g.players[g.seat].space = <uint8_t> space
    g.turn.path[0] = <uint8_t> space
    g.turn.n_path = 1
    g.teleports[g.seat] += 1
    told(e, g, TOLD_TELEPORT, space, cost, 0, 0)
    reveal_near(e, g)
