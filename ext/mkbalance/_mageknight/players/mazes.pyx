"""Inside a maze or labyrinth: which path to pay for (L.2.3)."""

from libc.stdint cimport int16_t

from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.players.fight cimport find, find_kind
from mkbalance._mageknight.players.sources cimport WANT_MOVE, Cover, Sources, cover, gather

cdef enum:
    LEFT_FOR_FIGHT = 3    # cards spent on the way are missed in the fight: so many halves of their cost


cdef int path_reward(const Policy *p, int path) noexcept nogil:
    """Two crystals, a Spell or an Artifact."""
    if path == 1:
        return 2 * p.weights.crystal
    return p.weights.spell if path == 2 else p.weights.artifact


cdef int choose_path(const Env *e, const GameState *g, const Options *o, const Policy *p) noexcept nogil:
    """Play Move for the path that is most worth its cards, then take it."""
    cdef Sources s
    cdef Cover found
    cdef Cover chosen
    cdef int16_t points[96]
    cdef int i, k, path, net, index
    cdef int best = -(1 << 20)
    cdef int way = 0
    gather(e, g, p, WIN_MOVE, WANT_MOVE, &s)
    for i in range(s.n):
        points[i] = 1 if s.items[i].gain == NULL else s.items[i].gain.move
        if find(o, s.items[i].kind, s.items[i].a, s.items[i].b, s.items[i].c) < 0:
            points[i] = 0
    chosen.n = 0
    for path in range(1, 4):
        if (g.spaces[g.players[g.seat].space].extra >> (path - 1)) & 1:
            continue
        if not cover(g, &s, points, 2 * path - g.turn.move, 0, &found):
            continue
        net = path_reward(p, path) - found.cost * LEFT_FOR_FIGHT // 2
        if net > best:
            best = net
            way = path
            chosen = found
    if way and g.turn.move >= 2 * way:
        index = find(o, ACT_ENTER, way, 0, 0)
        if index >= 0:
            return index
    for k in range(chosen.n if way else 0):
        i = chosen.at[k]
        index = find(o, s.items[i].kind, s.items[i].a, s.items[i].b, s.items[i].c)
        if index >= 0:
            return index
    index = find_kind(o, ACT_DONE)
    return index if index >= 0 else 0
