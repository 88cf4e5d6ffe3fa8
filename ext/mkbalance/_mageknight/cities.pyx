"""Cities (R11.1): one comes into play, with its garrison or its Shields; the two halves of a Megapolis (R20.9)."""

from mkbalance._mageknight.chance cimport pick
from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.hexmap cimport neighbour
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.knowledge cimport LOOKED
from mkbalance._mageknight.state cimport City, GameState, city_is, fault
from mkbalance._mageknight.tokens cimport draw_token


cdef enum:
    MEGAPOLIS = 1         # direction of its second half: one space to the right (R20.9)


cdef void reveal_city(const Env *e, GameState *g, int space, int colour) noexcept nogil:
    """A city comes into play (R11.1, R11.7)."""
    cdef City *c
    cdef int i
    cdef int index = g.n_cities
    if index >= MAX_CITIES:
        fault(g, FAULT_CAPACITY)
        return
    c = &g.cities[index]
    g.n_cities += 1
    g.spaces[space].extra = <unsigned char> index
    c.space = <unsigned char> space
    c.colour = <unsigned char> colour
    c.second = NONE
    c.ruler = NONE
    c.marked = NONE
    c.level = e.setup.city_levels[index + (e.setup.dragon_place >= DRAGON_FOR_LAST and g.lair != NONE)]
    c.n_garrison = 0
    c.face_up = 0
    c.n_shields = 0
    if e.setup.city_mode == 1:
        for i in range(g.n_seats):
            c.shields[c.n_shields] = <unsigned char> i
            c.n_shields += 1
            g.players[i].cities += 1
        return
    if e.setup.city_mode == 2 or c.level == 0:
        return
    if c.level <= 11:
        _man(e, g, c, colour, c.level)
        return
    c.second = <unsigned char> _other_city(e, g)
    i = neighbour(g, space, MEGAPOLIS)
    g.spaces[i].site = CITY
    g.spaces[i].extra = <unsigned char> index
    _man(e, g, c, colour, (c.level + 1) // 2)
    _man(e, g, c, c.second, c.level // 2)


cdef void _man(const Env *e, GameState *g, City *c, int colour, int level) noexcept nogil:
    """The garrison of a city of this colour and level (R11.1)."""
    cdef int i, row, _k
    for i in range(N_TOKEN_COLOURS):
        for _k in range(e.city_rows[colour * 11 + level - 1].garrison[i]):
            row = draw_token(g, i)
            if c.n_garrison >= MAX_GARRISON:
                fault(g, FAULT_CAPACITY)
            elif row != NONE:
                c.garrison[c.n_garrison] = <unsigned char> row
                c.seen[c.n_garrison] = LOOKED if g.turn.drawn_looked else 0
                c.n_garrison += 1


cdef int _other_city(const Env *e, GameState *g) noexcept nogil:
    """A city for the second half of a Megapolis (R20.9): at random among those not in this game."""
    cdef unsigned char free_[4]
    cdef int n = 0
    cdef int colour, i, h
    cdef bint used
    for colour in range(4):
        used = False
        for i in range(g.n_cities):
            used = used or city_is(&g.cities[i], colour)
        for i in range(g.n_stack):
            for h in range(7):
                used = used or (e.hexes[g.stack[i] * 7 + h].site == CITY and e.hexes[g.stack[i] * 7 + h].city == colour)
        if not used:
            free_[n] = <unsigned char> colour
            n += 1
    if n == 0:
        fault(g, FAULT_RANGE)
        return 0
    return free_[pick(g, DRAW_MAP, n)]
