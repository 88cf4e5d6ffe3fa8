"""What comes to light on the map: the sites of a new tile (R8.7.5), face-down garrisons (R8.8)."""


from mkbalance._kernel.pile cimport short_pop
from mkbalance._kernel.rng cimport Stream, below
from mkbalance._mageknight.chance cimport event_at
from mkbalance._mageknight.cities cimport reveal_city
from mkbalance._mageknight.content cimport Env, HexRow, TileRow, rule
from mkbalance._mageknight.floors cimport has_floors
from mkbalance._mageknight.hexmap cimport Far, distances, fortified_here, lair_here, neighbour, rampager_here, tile_row
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.knowledge cimport KNOWN_TOKENS
from mkbalance._mageknight.offers cimport add_monastery_action
from mkbalance._mageknight.possessed cimport draw_possessed
from mkbalance._mageknight.progress cimport add_fame
from mkbalance._mageknight.restoring cimport strike_tile, struck_space
from mkbalance._mageknight.rulers cimport rule_city
from mkbalance._mageknight.setup cimport randomize_heads
from mkbalance._mageknight.state cimport SP_DESTROYED, SP_LOOKED, SP_RUIN_UP, GameState, Space, fault
from mkbalance._mageknight.tokens cimport draw_token
from mkbalance._mageknight.trace cimport TOLD_ROLL, TOLD_TILE, TOLD_TOKEN, told


cdef enum:
    SIGHT = 32            # OP_RULES bit: garrisons and ruins are seen as by Day


cdef void put_token(const Env *e, GameState *g, int space, int colour, bint face_up) noexcept nogil:
    """Draw an enemy token onto a space; with none left nothing is put."""
    cdef Space *s = &g.spaces[space]
    cdef int row
    if s.n_tokens >= 3:
        fault(g, FAULT_CAPACITY)
        return
    row = draw_token(g, colour)
    if row == NONE:
        return
    s.tokens[s.n_tokens] = <unsigned char> row
    if face_up:
        s.face_up |= <unsigned char> (1 << s.n_tokens)
        told(e, g, TOLD_TOKEN, space, row, 1, 0)
    if g.turn.drawn_looked and s.n_tokens < KNOWN_TOKENS:
        s.flags |= <unsigned char> (SP_LOOKED << s.n_tokens)
    s.n_tokens += 1


cdef void reveal_tile(const Env *e, GameState *g, int slot, bint played, bint stacked) noexcept nogil:
    """Set what the sites of a new tile need (R8.7.5); ``played`` = revealed by the seat at turn, not at setup; ``stacked`` = off
    the map stack, not to fill a hole."""
    cdef const TileRow *tile = &e.tiles[tile_row(e, g, slot)]
    cdef const HexRow *row
    cdef int h, space, ruins
    cdef int struck = NONE
    told(e, g, TOLD_TILE, tile_row(e, g, slot), g.tiles[slot].x, g.tiles[slot].y, slot)
    if tile.kind >= TILE_CORE:
        g.core_revealed = 1
    if e.setup.dragon and (tile_row(e, g, slot) == e.setup.lair_tile or _dragons_city(e, g, tile)):
        g.lair = <unsigned char> slot
        _heads_of_city(e, g)
    if e.setup.restoration and stacked and tile.kind != TILE_START:
        struck = struck_space(e, g, slot)
    for h in range(7):
        row = &e.hexes[g.tiles[slot].id * 7 + h]
        space = slot * 7 + h
        if g.spaces[space].site == CITY and row.site != CITY:  # under the second half of a Megapolis
            continue
        if lair_here(e, g, space):  # sites under the dragon are ignored
            g.spaces[space].site = NO_SITE
        elif g.spaces[space].flags & SP_DESTROYED:
            continue
        elif row.site == MARAUDING_ORCS:
            put_token(e, g, space, TOKEN_GREEN, True)
        elif row.site == DRACONUM:
            put_token(e, g, space, TOKEN_RED, True)
        elif row.site == KEEP:
            put_token(e, g, space, TOKEN_GREY, False)
        elif row.site == MAGE_TOWER:
            put_token(e, g, space, TOKEN_VIOLET, False)
        elif row.site == CITY:
            reveal_city(e, g, space, row.city)
        elif row.site == MONASTERY:
            add_monastery_action(e, g)
        elif row.site == MAZE or row.site == LABYRINTH or has_floors(row.site):
            g.spaces[space].extra = 0
        elif row.site == RUINS:
            ruins = short_pop(&g.deck_ruins)
            g.spaces[space].extra = <unsigned char> ruins
            if ruins == NONE:
                g.spaces[space].site = NO_SITE
            elif not g.night or g.turn.rules & SIGHT:
                g.spaces[space].flags |= SP_RUIN_UP
    if e.setup.dragon_place == DRAGON_LAST_CITY and g.lair == slot:
        _possess_rampagers(e, g, slot)
    if struck != NONE:
        strike_tile(e, g, struck)
    if played:
        g.players[g.seat].tally.tiles += 1
        add_fame(e, g, g.seat, e.setup.fame_per_tile)


cdef bint _dragons_city(const Env *e, GameState *g, const TileRow *tile) noexcept nogil:
    """A city tile where the dragon lies in place of the city: the last one, or one whose die shows black (A.12.5, A.13.2)."""
    cdef Stream s
    cdef int face
    if not e.setup.dragon_place or tile.kind != TILE_CITY or g.lair != NONE:
        return False
    if e.setup.dragon_place != DRAGON_BY_DIE:
        return g.n_cities == e.setup.cities - 1
    event_at(g, DRAW_HEADS, 16 + g.n_cities, &s)
    face = <int> below(&s, 6)
    told(e, g, TOLD_ROLL, face, 0, 0, 0)
    return face == BLACK


cdef void _heads_of_city(const Env *e, GameState *g) noexcept nogil:
    """The dragon in place of a city: its heads at the level the city would have had (A.13.2, A.13.3)."""
    cdef int i
    if e.setup.dragon_place < DRAGON_FOR_LAST:
        return
    for i in range(4):
        g.heads[i] = e.setup.city_levels[g.n_cities]
    if e.setup.random_heads:
        randomize_heads(g)
    for i in range(4):
        g.heads_start[i] = g.heads[i]


cdef void _possess_rampagers(const Env *e, GameState *g, int slot) noexcept nogil:
    """Every rampaging enemy of the dragon's tile gets a possessed token, face up (A.12.5)."""
    cdef int space, token
    for space in range(slot * 7, slot * 7 + 7):
        if not rampager_here(g, space):
            continue
        token = draw_possessed(g)
        if token != NONE:
            g.spaces[space].extra = <unsigned char> token


cdef void turn_up(const Env *e, GameState *g, int space) noexcept nogil:
    """Face-down garrison tokens of a fortified site become visible (R8.8)."""
    cdef Space *s = &g.spaces[space]
    cdef int i, all_
    if s.site == CITY:
        if s.extra != NONE and g.cities[s.extra].n_garrison and not g.cities[s.extra].face_up:
            g.cities[s.extra].face_up = 1
            for i in range(g.cities[s.extra].n_garrison):
                told(e, g, TOLD_TOKEN, space, g.cities[s.extra].garrison[i], 1, 0)
        return
    all_ = (1 << s.n_tokens) - 1
    if s.face_up & 7 != all_:
        s.face_up = <unsigned char> all_
        for i in range(s.n_tokens):
            told(e, g, TOLD_TOKEN, space, s.tokens[i], 1, 0)


cdef void reveal_near(const Env *e, GameState *g) noexcept nogil:
    """By Day a Hero sees the garrisons of adjacent fortified sites; ruins are seen when entered (R8.8, R10.9)."""
    cdef int space = g.players[g.seat].space
    if space == NONE:  # off the map: a proxy player explored
        return
    if g.spaces[space].site == RUINS:
        g.spaces[space].flags |= SP_RUIN_UP
    if g.step == STEP_MOVE and rule(e, RULE_GARRISON_REVEAL):
        return
    reveal_around(e, g, space)
    if g.turn.see and not (g.night and not g.turn.rules & SIGHT):
        _see(e, g)


cdef void reveal_around(const Env *e, GameState *g, int space) noexcept nogil:
    """The garrisons next to a space where a Hero stands, unless it is Night (R8.8)."""
    cdef int d, n
    if g.night and not g.turn.rules & SIGHT:
        return
    for d in range(6):
        n = neighbour(g, space, d)
        if n != NONE and fortified_here(g, n):
            turn_up(e, g, n)
            rule_city(e, g, n)


cdef void _see(const Env *e, GameState *g) noexcept nogil:
    """Garrisons farther away are seen too (OP_SEE)."""
    cdef Far far
    cdef int s
    distances(g, g.players[g.seat].space, &far.to[0])
    for s in range(g.n_tiles * 7):
        if far.to[s] <= g.turn.see and fortified_here(g, s):
            turn_up(e, g, s)
            rule_city(e, g, s)
