"""Exploring (R8.7): where the next tile may lie, what it costs, laying and turning it."""

from mkbalance._mageknight.content cimport Env, number
from mkbalance._mageknight.hexmap cimport add_tile, explore_mask, lattice_x, lattice_y, place_kind, tile_row
from mkbalance._mageknight.horsemen cimport reveal_riders, tile_brings_horseman
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.revealing cimport reveal_near, reveal_tile
from mkbalance._mageknight.state cimport DO_ORIENT, GameState, push


cdef int next_tile_kind(const Env *e, const GameState *g) noexcept nogil:
    """Back of the tile that exploring would turn up: TILE_COUNTRYSIDE, TILE_CORE, TILE_CAMP for a filler, NONE."""
    cdef int kind
    if g.n_tiles >= MAX_TILES:
        return NONE
    if e.setup.shape == PREDEFINED:  # every place has its own; the free ones are listed as countryside
        return TILE_COUNTRYSIDE
    if g.n_stack:
        kind = e.tiles[g.stack[g.n_stack - 1]].kind
        return TILE_COUNTRYSIDE if kind == TILE_COUNTRYSIDE else TILE_CORE
    if g.n_country or g.n_cores:
        return TILE_CAMP
    return NONE


cdef int explore_cost(const Env *e, const GameState *g) noexcept nogil:
    """Move points for exploring (R8.7), less what Skills take off."""
    return max(number(e, NUMBER_EXPLORE_MOVE) - <int> g.turn.explore_less, 0)


cdef int open_places(const Env *e, const GameState *g, int slot, int kind) noexcept nogil:
    """Lattice directions beside a tile where a tile with this back may lie (R8.7.1 to R8.7.3)."""
    if kind == NONE:
        return 0
    if kind == TILE_COUNTRYSIDE:
        return g.tiles[slot].open_country
    return g.tiles[slot].open_core if kind == TILE_CORE else g.tiles[slot].open_filler


cdef int explore_places(const Env *e, const GameState *g, int space) noexcept nogil:
    """Lattice directions from a space's tile that may be explored from there now (R8.7)."""
    cdef int mask
    if g.turn.move < explore_cost(e, g):
        return 0
    mask = explore_mask(g, space)
    if not mask:
        return 0
    return mask & open_places(e, g, space // 7, next_tile_kind(e, g))


cdef void explore(const Env *e, GameState *g, int slot, int d) noexcept nogil:
    """Pay the Move and turn up the next tile at the chosen place beside a tile."""
    g.turn.move -= <short> explore_cost(e, g)
    g.turn.moved = 1
    lay_tile(e, g, slot, d, True)
    reveal_near(e, g)


cdef int lay_tile(const Env *e, GameState *g, int slot, int d, bint played) noexcept nogil:
    """Turn up the next tile beside a tile; returns its slot."""
    cdef int x = g.tiles[slot].x + lattice_x(d)
    cdef int y = g.tiles[slot].y + lattice_y(d)
    cdef int kind = place_kind(e, x, y) if e.setup.shape == PREDEFINED else NONE
    cdef bint stacked = g.n_stack > 0 and kind == NONE
    cdef int row, new
    if stacked or kind == TILE_CITY:
        g.n_stack -= 1
        row = g.stack[g.n_stack]
    elif kind == TILE_CORE:
        g.n_cores -= 1
        row = g.stack[g.core_at + g.n_cores]
    elif g.n_country:
        g.n_country -= 1
        row = g.stack[g.country_at + g.n_country]
    else:
        g.n_cores -= 1
        row = g.stack[g.core_at + g.n_cores]
    new = add_tile(e, g, row, x, y)
    if new >= 0:
        if e.setup.free_tiles:
            push(g, DO_ORIENT, new, stacked, played, 0)
        else:
            _set_tile(e, g, new, played, stacked)
    return new


cdef void _set_tile(const Env *e, GameState *g, int slot, bint played, bint stacked) noexcept nogil:
    """The tile lies: its sites, and the Horsemen it shows or brings."""
    reveal_tile(e, g, slot, played, stacked)
    if e.setup.horsemen == HORSEMEN_GATHER:
        reveal_riders(e, g)
    elif stacked:
        tile_brings_horseman(e, g, slot)


cdef void orient_tile(const Env *e, GameState *g, int slot, int sixths, bint played, bint stacked) noexcept nogil:
    """The tile is turned before it is placed (A.12.7)."""
    cdef int h
    g.tiles[slot].id = <unsigned char> (tile_row(e, g, slot) + sixths * e.n_tiles)
    for h in range(7):
        g.spaces[slot * 7 + h].site = e.hexes[g.tiles[slot].id * 7 + h].site
    _set_tile(e, g, slot, played, stacked)
    reveal_near(e, g)
