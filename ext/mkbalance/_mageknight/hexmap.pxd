"""The map (R1.3, R1.6, R8, R18): lattice of tiles, adjacency, placement, distances. See hexmap.pyx."""

from libc.stdint cimport uint8_t

from mkbalance._mageknight.content cimport Env, HexRow
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.state cimport SP_BURNED, SP_DESTROYED, GameState

cdef struct Far:  # steps to each space, 255 = no way
    uint8_t to[MAX_SPACES]
    uint8_t end


cdef inline const HexRow *hex_row(const Env *e, const GameState *g, int space) noexcept nogil:
    return &e.hexes[g.tiles[space // 7].id * 7 + space % 7]

cdef inline int tile_row(const Env *e, const GameState *g, int slot) noexcept nogil:
    """Row of the tile in a slot, however it is turned."""
    return g.tiles[slot].id % e.n_tiles

cdef inline int terrain_at(const Env *e, const GameState *g, int space) noexcept nogil:
    """Terrain of a space; where a city no longer stands it is plains (A.12.5)."""
    cdef const HexRow *row = hex_row(e, g, space)
    return PLAINS if row.site == CITY and g.spaces[space].site != CITY else row.terrain

cdef inline int active_site(const GameState *g, int space) noexcept nogil:
    """The site that still stands on a space; destroyed sites and burned monasteries are gone (A.8.1, R10.2)."""
    if g.spaces[space].flags & (SP_DESTROYED | SP_BURNED):
        return NO_SITE
    return g.spaces[space].site

cdef int neighbour(const GameState *g, int space, int d) noexcept nogil
cdef int space_at(const GameState *g, int q, int r) noexcept nogil
cdef int two_away(const GameState *g, int space, int k) noexcept nogil
cdef int ring_q(int k) noexcept nogil
cdef int ring_r(int k) noexcept nogil
cdef bint ritual_here(const GameState *g, int space) noexcept nogil
cdef int axial_q(const GameState *g, int space) noexcept nogil
cdef int axial_r(const GameState *g, int space) noexcept nogil
cdef int lattice_x(int k) noexcept nogil
cdef int lattice_y(int k) noexcept nogil
cdef int lattice_beyond(int h, int d) noexcept nogil
cdef int explore_mask(const GameState *g, int space) noexcept nogil
cdef bint adjacent(const GameState *g, int a, int b) noexcept nogil
cdef bint wall_between(const Env *e, const GameState *g, int space, int d) noexcept nogil
cdef int step_cost(const Env *e, const GameState *g, int space, int d, int target) noexcept nogil
cdef int terrain_cost(const Env *e, const GameState *g, int space) noexcept nogil
cdef int entry_cost(const Env *e, const GameState *g, int space, int named) noexcept nogil
cdef int cheaper_here(const Env *e, const GameState *g, int space) noexcept nogil
cdef int printed_cost(const Env *e, const GameState *g, int space, int night) noexcept nogil
cdef bint foreign_keep(const GameState *g, int space, int seat) noexcept nogil
cdef bint fortified_here(const GameState *g, int space) noexcept nogil
cdef bint rampager_here(const GameState *g, int space) noexcept nogil
cdef bint lair_here(const Env *e, const GameState *g, int space) noexcept nogil
cdef bint safe_space(const Env *e, const GameState *g, int space, int seat) noexcept nogil
cdef bint coastal(const Env *e, const GameState *g, int slot) noexcept nogil
cdef int mine_colours(const Env *e, const GameState *g, int space) noexcept nogil
cdef bint coastline(const Env *e, const GameState *g, int space) noexcept nogil
cdef int place_kind(const Env *e, int x, int y) noexcept nogil
cdef int add_tile(const Env *e, GameState *g, int row, int x, int y) noexcept nogil
cdef void distances(const GameState *g, int origin, uint8_t *out) noexcept nogil
