"""The Hand limit (R12.8): level token, own keeps and cities near by, what effects add to the next draw."""

from mkbalance._mageknight.content cimport rule
from mkbalance._mageknight.hexmap cimport active_site, neighbour
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.progress cimport level_row
from mkbalance._mageknight.state cimport City, Player


cdef int _proximity(const Env *e, const GameState *g, int seat) noexcept nogil:
    """Hand-limit bonus of own keeps or a city near by, the higher one (R12.8.2)."""
    cdef const Player *p = &g.players[seat]
    cdef const City *c
    cdef int keeps = 0
    cdef int city = 0
    cdef int d, n, i, mine, best, s
    cdef bint near = False
    if p.space == NONE:
        return 0
    for d in range(7):
        n = p.space if d == 6 else neighbour(g, p.space, d)
        if n == NONE:
            continue
        if active_site(g, n) == KEEP and (g.spaces[n].shields >> seat) & 1:
            near = True
        if active_site(g, n) == CITY and g.spaces[n].extra != NONE and e.setup.city_mode != 2:
            c = &g.cities[g.spaces[n].extra]
            if c.n_garrison:
                continue
            mine = 0
            best = 0
            for i in range(c.n_shields):
                mine += c.shields[i] == seat
            if mine:
                if e.setup.city_mode == 0 and _leader(c) == seat:
                    best = 1
                city = max(city, 1 + best)
    if near:
        for s in range(g.n_tiles * 7):
            if active_site(g, s) == KEEP and (g.spaces[s].shields >> seat) & 1:
                keeps += 1
    return keeps if keeps > city else city


cdef int _leader(const City *c) noexcept nogil:
    """Most Shields, earliest on a tie (R11.4)."""
    cdef int count[MAX_SEATS]
    cdef int i, best
    for i in range(MAX_SEATS):
        count[i] = 0
    for i in range(c.n_shields):
        if c.shields[i] < MAX_SEATS:
            count[c.shields[i]] += 1
    best = c.shields[0]
    for i in range(c.n_shields):
        if c.shields[i] < MAX_SEATS and best < MAX_SEATS and count[c.shields[i]] > count[best]:
            best = c.shields[i]
    return best


cdef int hand_limit(const Env *e, const GameState *g, int seat) noexcept nogil:
    """Cards to draw up to: level token, proximity, what effects added to the next draw, Planning (R12.8)."""
    cdef const Player *p = &g.players[seat]
    return level_row(e, p).hand_limit + _proximity(e, g, seat) + p.draw_bonus


cdef int knockout_limit(const Env *e, const GameState *g, int seat) noexcept nogil:
    """Wounds that knock a Hero out (R9.5.8): the Hand limit of the level token, or with keeps and cities (ruling 21)."""
    cdef int limit = level_row(e, &g.players[seat]).hand_limit
    return limit + (_proximity(e, g, seat) if rule(e, RULE_KNOCKOUT_LIMIT) else 0)
