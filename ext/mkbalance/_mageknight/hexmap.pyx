"""The map (R1.3, R1.6, R8, R18): lattice of tiles, adjacency, placement, distances.

A space is ``tile slot * 7 + hex`` with hexes in the order C, NE, E, SE, SW, W, NW. Directions 0..5 are NE, E, SE, SW, W,
NW. Tiles lie on a lattice of their own, six directions 0..5 from north clockwise; a hex on the rim looks at one or two
neighbouring lattice places. Axial coordinates: pointy-top hexes, +q to the east, +r to the south-east.
"""

from libc.stdint cimport uint8_t

from libc.string cimport memset

from mkbalance._mageknight.content cimport rule
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.state cimport (
    SP_CONQUERED,
    SP_DESTROYED,
    GameState,
    Space,
    TilePlace,
    fault,
)

# axial offsets of the hexes of a tile, and of the tiles around a tile
cdef int HEX_Q[7]
cdef int HEX_R[7]
HEX_Q[:] = [0, 1, 1, 0, -1, -1, 0]
HEX_R[:] = [0, -1, 0, 1, 1, 0, -1]
cdef int DIR_Q[6]
cdef int DIR_R[6]
DIR_Q[:] = [1, 1, 0, -1, -1, 0]
DIR_R[:] = [-1, 0, 1, 1, 0, -1]
cdef int CENTRE_Q[6]
cdef int CENTRE_R[6]
CENTRE_Q[:] = [1, 3, 2, -1, -3, -2]
CENTRE_R[:] = [-3, -2, 1, 3, 2, -1]
cdef int LATTICE_X[6]
cdef int LATTICE_Y[6]
LATTICE_X[:] = [0, 1, 1, 0, -1, -1]
LATTICE_Y[:] = [1, 0, -1, -1, 0, 1]

# neighbour of hex h in direction d: lattice direction (6 = the same tile) and hex
cdef int OVER[42]
cdef int INTO[42]


cdef int _find_hex(int q, int r) noexcept:
    cdef int h
    for h in range(7):
        if HEX_Q[h] == q and HEX_R[h] == r:
            return h
    return -1


cdef int _build() except -1:
    cdef int h, d, k, q, r, found
    for h in range(7):
        for d in range(6):
            q = HEX_Q[h] + DIR_Q[d]
            r = HEX_R[h] + DIR_R[d]
            found = _find_hex(q, r)
            if found >= 0:
                OVER[h * 6 + d] = 6
                INTO[h * 6 + d] = found
                continue
            for k in range(6):
                found = _find_hex(q - CENTRE_Q[k], r - CENTRE_R[k])
                if found >= 0:
                    OVER[h * 6 + d] = k
                    INTO[h * 6 + d] = found
                    break
            else:
                raise AssertionError("the lattice of tiles has a hole")
    return 0


_build()


def axial(int x, int y, int h):
    """Axial coordinates (q, r) of hex ``h`` of the tile at lattice place (x, y)."""
    return 3 * x + y + HEX_Q[h], -2 * x - 3 * y + HEX_R[h]


cdef int neighbour(const GameState *g, int space, int d) noexcept nogil:
    """Space next to this one in direction d, NONE if it is not revealed."""
    cdef int t = space // 7
    cdef int k = OVER[(space % 7) * 6 + d]
    if k == 6:
        return t * 7 + INTO[(space % 7) * 6 + d]
    if g.tiles[t].neighbour[k] == NONE:
        return NONE
    return g.tiles[t].neighbour[k] * 7 + INTO[(space % 7) * 6 + d]


cdef int axial_q(const GameState *g, int space) noexcept nogil:
    """Axial column of a space."""
    return 3 * g.tiles[space // 7].x + g.tiles[space // 7].y + HEX_Q[space % 7]


cdef int axial_r(const GameState *g, int space) noexcept nogil:
    """Axial row of a space."""
    return -2 * g.tiles[space // 7].x - 3 * g.tiles[space // 7].y + HEX_R[space % 7]


cdef int lattice_x(int k) noexcept nogil:
    return LATTICE_X[k]


cdef int lattice_y(int k) noexcept nogil:
    return LATTICE_Y[k]


cdef int lattice_beyond(int h, int d) noexcept nogil:
    """Lattice direction looked at from hex h in direction d; 6 = inside the tile."""
    return OVER[h * 6 + d]


cdef int explore_mask(const GameState *g, int space) noexcept nogil:
    """Lattice directions with a free place beside this hex."""
    cdef const TilePlace *t = &g.tiles[space // 7]
    cdef int mask = 0
    cdef int d, k
    for d in range(6):
        k = OVER[(space % 7) * 6 + d]
        if k != 6 and t.neighbour[k] == NONE:
            mask |= 1 << k
    return mask


cdef bint adjacent(const GameState *g, int a, int b) noexcept nogil:
    cdef int d
    for d in range(6):
        if neighbour(g, a, d) == b:
            return True
    return False


cdef bint wall_between(const Env *e, const GameState *g, int space, int d) noexcept nogil:
    """A wall on the edge of this space in direction d (L.2.1); walls lie inside tiles."""
    return (hex_row(e, g, space).walls >> d) & 1


cdef int _board_cost(const Env *e, int terrain, bint night) noexcept nogil:
    """Move cost by Day, by Night, or by Night in the other reading (ruling 7b)."""
    return e.terrain[terrain * 3 + (1 + rule(e, RULE_NIGHT_COSTS) if night else 0)]


cdef int printed_cost(const Env *e, const GameState *g, int space, int night) noexcept nogil:
    """Move cost from the board (R1.3), 255 = inaccessible; a city space costs 2."""
    if g.spaces[space].site == CITY:
        return 2
    return _board_cost(e, terrain_at(e, g, space), night)


cdef int terrain_cost(const Env *e, const GameState *g, int space) noexcept nogil:
    """Move cost of a space for the seat at turn, at its lowest; 255 = may not be entered (R8.2)."""
    return entry_cost(e, g, space, g.turn.cheap_left)


cdef int entry_cost(const Env *e, const GameState *g, int space, int named) noexcept nogil:
    """The same with so many of the cheaper spaces still to be named spent on this one (OP_CHEAP_SPACE)."""
    cdef int t = terrain_at(e, g, space)
    cdef int cost, least, i, _i
    if g.spaces[space].site == CITY:
        return 2
    if (g.turn.forbidden >> t) & 1:
        return 255
    cost = _board_cost(e, t, g.night)
    if cost == 255 and not (g.turn.passable >> t) & 1:
        return 255
    if t == FOREST and g.turn.rules & 4 and cost > 3:
        cost = 3
    if t == DESERT and g.turn.rules & 8 and cost > 3:
        cost = 3
    if g.turn.cost_set[t] >= 0 and g.turn.cost_set[t] < cost:
        cost = g.turn.cost_set[t]
    if g.turn.dearer and cost < g.turn.dearer_max:
        cost = min(cost + g.turn.dearer, g.turn.dearer_max)
    for least in range(2, -1, -1):
        cost = _lowered(cost, g.turn.cost_delta[t * 3 + least], least)
    if g.turn.cheap_delta:
        for i in range(MAX_CHEAP):
            named += g.turn.cheap_spaces[i] == space
        for _i in range(named):
            cost = _lowered(cost, g.turn.cheap_delta, g.turn.cheap_min)
    return cost


cdef int cheaper_here(const Env *e, const GameState *g, int space) noexcept nogil:
    """How many of the cheaper spaces still to be named lower the cost of this one."""
    cdef int n = g.turn.cheap_left
    while n and entry_cost(e, g, space, n - 1) == entry_cost(e, g, space, n):
        n -= 1
    return n


cdef int _lowered(int cost, int change, int least) noexcept nogil:
    """A cost changed by an effect that leaves at least ``least``; the strictest come first, which is best (R8.2)."""
    if change >= 0 or cost > least:
        cost += change
        if change < 0 and cost < least:
            cost = least
    return cost


cdef int space_at(const GameState *g, int q, int r) noexcept nogil:
    """Revealed space at axial coordinates, NONE."""
    cdef int t, h, dq, dr
    for t in range(g.n_tiles):
        dq = q - 3 * g.tiles[t].x - g.tiles[t].y
        dr = r + 2 * g.tiles[t].x + 3 * g.tiles[t].y
        for h in range(7):
            if HEX_Q[h] == dq and HEX_R[h] == dr:
                return t * 7 + h
    return NONE


cdef int ring_q(int k) noexcept nogil:
    """Axial column of the k-th of the twelve places two steps off."""
    return DIR_Q[k // 2] + DIR_Q[k // 2 if k % 2 == 0 else (k // 2 + 1) % 6]


cdef int ring_r(int k) noexcept nogil:
    return DIR_R[k // 2] + DIR_R[k // 2 if k % 2 == 0 else (k // 2 + 1) % 6]


cdef int two_away(const GameState *g, int space, int k) noexcept nogil:
    """The k-th of the twelve spaces at distance 2, from north-east clockwise; NONE if it is not revealed."""
    return space_at(g, axial_q(g, space) + ring_q(k), axial_r(g, space) + ring_r(k))


cdef int step_cost(const Env *e, const GameState *g, int space, int d, int target) noexcept nogil:
    """Move points for one step, wall included; 255 = impossible."""
    cdef int cost = terrain_cost(e, g, target)
    if cost != 255 and wall_between(e, g, space, d):
        cost += 1
    return cost


cdef bint foreign_keep(const GameState *g, int space, int seat) noexcept nogil:
    """Another player's keep (R8.3)."""
    cdef const Space *s = &g.spaces[space]
    return s.site == KEEP and not s.flags & SP_DESTROYED and s.shields & 15 != 0 and not (s.shields >> seat) & 1


cdef bint fortified_here(const GameState *g, int space) noexcept nogil:
    """A fortified site to be assaulted: a keep, mage tower or city with its garrison, another player's keep (R8.3)."""
    cdef const Space *s = &g.spaces[space]
    if s.site == KEEP or s.site == MAGE_TOWER:
        return not s.flags & (SP_CONQUERED | SP_DESTROYED) or foreign_keep(g, space, g.seat)
    if s.site == CITY:
        return s.extra != NONE and g.cities[s.extra].n_garrison > 0
    return False


cdef bint rampager_here(const GameState *g, int space) noexcept nogil:
    cdef const Space *s = &g.spaces[space]
    return (s.site == MARAUDING_ORCS or s.site == DRACONUM) and s.n_tokens > 0


cdef bint lair_here(const Env *e, const GameState *g, int space) noexcept nogil:
    """A space covered by the dragon's figure (A.7.1); the figure leaves with the last head."""
    if g.lair == NONE or space // 7 != g.lair:
        return False
    if not (g.heads[0] or g.heads[1] or g.heads[2] or g.heads[3]):
        return False
    cdef int h = space % 7
    return h == e.setup.lair_hexes[0] or h == e.setup.lair_hexes[1] or h == e.setup.lair_hexes[2]


cdef bint ritual_here(const GameState *g, int space) noexcept nogil:
    """The glade in the middle while Horsemen hold it: a fortified site that is no safe space (A.12.3)."""
    cdef int i
    if not g.ritual or space != g.portal:
        return False
    for i in range(4):
        if not g.horsemen[i].round:
            return True
    return False


cdef bint safe_space(const Env *e, const GameState *g, int space, int seat) noexcept nogil:
    """Whether this seat's turn may end here without withdrawal (R8.9)."""
    cdef int t = terrain_at(e, g, space)
    cdef int other
    if g.spaces[space].site != CITY and _board_cost(e, t, g.night) == 255:
        if seat != g.seat:
            return False
        return t == MOUNTAIN and g.turn.rules & 128 or (g.turn.safe >> t) & 1
    if fortified_here(g, space) or rampager_here(g, space) or lair_here(e, g, space) or ritual_here(g, space):
        return False
    if g.spaces[space].site == CITY and e.setup.city_mode == 2:
        return False
    if g.spaces[space].site == PORTAL or g.spaces[space].site == CITY:
        return True
    if g.spaces[space].site == KEEP and g.spaces[space].shields & ~(1 << seat) & 15:
        return False
    for other in range(g.n_seats):
        if other != seat and g.players[other].space == space:
            return False
    for other in range(g.n_dummies):
        if g.dummies[other].space == space:
            return False
    return True


cdef bint _in_shape(int shape, int x, int y) noexcept nogil:
    """Coastline (R18): lattice places a map may ever cover."""
    if shape == WEDGE:
        return x >= 0 and y >= 0
    if x < 0 or (y < 0 and x < -y):
        return False
    if shape == OPEN_FULLY:
        return -2 <= y <= 2
    if shape == OPEN_4:
        return -2 <= y <= 1
    return -1 <= y <= 1


cdef bint coastal(const Env *e, const GameState *g, int slot) noexcept nogil:
    """A tile of the coast: beside it no tile may ever lie (R18)."""
    cdef int k, x, y
    for k in range(6):
        x = g.tiles[slot].x + LATTICE_X[k]
        y = g.tiles[slot].y + LATTICE_Y[k]
        if place_kind(e, x, y) == NONE if e.setup.shape == PREDEFINED else not _in_shape(e.setup.shape, x, y):
            return True
    return False


cdef int place_kind(const Env *e, int x, int y) noexcept nogil:
    """Kind of the face-down tile at a place of a predefined map, NONE outside it (R18.3)."""
    cdef int i
    for i in range(e.setup.n_layout):
        if e.setup.layout_x[i] == x and e.setup.layout_y[i] == y:
            return e.setup.layout_kind[i]
    return NONE


cdef bint coastline(const Env *e, const GameState *g, int space) noexcept nogil:
    """A space on the edge of the map: beside it lies the sea, or a place no tile may ever cover (AD p.46, p.28)."""
    cdef const TilePlace *t = &g.tiles[space // 7]
    cdef int d, k, n, x, y
    if terrain_at(e, g, space) == OCEAN:
        return False
    for d in range(6):
        n = neighbour(g, space, d)
        if n != NONE:
            if terrain_at(e, g, n) == OCEAN:
                return True
            continue
        k = OVER[(space % 7) * 6 + d]
        x = t.x + LATTICE_X[k]
        y = t.y + LATTICE_Y[k]
        if place_kind(e, x, y) == NONE if e.setup.shape == PREDEFINED else not _in_shape(e.setup.shape, x, y):
            return True
    return False


cdef enum:
    GRID = 32
    GRID_ORIGIN = 8

cdef struct Grid:
    uint8_t slot[1024]
    uint8_t end


cdef inline int _at(const Grid *grid, int x, int y) noexcept nogil:
    x += GRID_ORIGIN
    y += GRID_ORIGIN
    if x < 0 or y < 0 or x >= GRID or y >= GRID:
        return NONE
    return grid.slot[y * GRID + x]


cdef void _open_places(const Env *e, GameState *g) noexcept nogil:
    """Which free places beside which tiles may be explored, by kind of tile (R8.7.1 to R8.7.3)."""
    cdef Grid grid
    cdef int t, k, j, x, y, touching, other, second, i
    cdef bint supported
    memset(&grid, NONE, sizeof(Grid))
    for t in range(g.n_tiles):
        x = g.tiles[t].x + GRID_ORIGIN
        y = g.tiles[t].y + GRID_ORIGIN
        grid.slot[y * GRID + x] = <uint8_t> t
    for t in range(g.n_tiles):
        g.tiles[t].open_country = 0
        g.tiles[t].open_core = 0
        g.tiles[t].open_filler = 0
        for k in range(6):
            if g.tiles[t].neighbour[k] != NONE:
                continue
            x = g.tiles[t].x + LATTICE_X[k]
            y = g.tiles[t].y + LATTICE_Y[k]
            if e.setup.shape == PREDEFINED:
                if place_kind(e, x, y) != NONE:
                    g.tiles[t].open_country |= <uint8_t> (1 << k)
                continue
            if not _in_shape(e.setup.shape, x, y):
                continue
            if x + GRID_ORIGIN >= GRID or y + GRID_ORIGIN >= GRID:
                continue
            touching = 0
            supported = False
            for j in range(6):
                other = _at(&grid, x + LATTICE_X[j], y + LATTICE_Y[j])
                if other == NONE:
                    continue
                touching += 1
                second = 0
                for i in range(6):
                    second += g.tiles[other].neighbour[i] != NONE
                supported = supported or second + rule(e, RULE_TILE_SUPPORT) >= 2
            if touching >= 2 or supported:
                g.tiles[t].open_country |= <uint8_t> (1 << k)
            if touching >= 2 and (e.setup.core_on_coast or e.setup.shape != WEDGE or (x > 0 and y > 0)):
                g.tiles[t].open_core |= <uint8_t> (1 << k)
            if touching >= 3 and (g.n_country or (g.tiles[t].open_core >> k) & 1):
                g.tiles[t].open_filler |= <uint8_t> (1 << k)


cdef int add_tile(const Env *e, GameState *g, int row, int x, int y) noexcept nogil:
    """Lay a tile at a lattice place and link it to its neighbours; its sites are set, tokens come from the caller."""
    cdef int slot = g.n_tiles
    cdef int k, t, h
    cdef TilePlace *place
    cdef Space *s
    if slot >= MAX_TILES:
        return fault(g, FAULT_CAPACITY)
    place = &g.tiles[slot]
    place.id = <uint8_t> row
    place.x = <signed char> x
    place.y = <signed char> y
    for k in range(6):
        place.neighbour[k] = NONE
    g.n_tiles += 1
    for t in range(slot):
        for k in range(6):
            if g.tiles[t].x + LATTICE_X[k] == x and g.tiles[t].y + LATTICE_Y[k] == y:
                g.tiles[t].neighbour[k] = <uint8_t> slot
                place.neighbour[(k + 3) % 6] = <uint8_t> t
    for h in range(7):
        s = &g.spaces[slot * 7 + h]
        s.site = e.hexes[row * 7 + h].site
        s.flags = 0
        s.n_tokens = 0
        s.face_up = 0
        s.shields = 0
        s.extra = NONE
    _open_places(e, g)
    return slot


cdef struct Queue:
    uint8_t items[MAX_SPACES]
    uint8_t end


cdef void distances(const GameState *g, int origin, uint8_t *out) noexcept nogil:
    """Steps from origin to every revealed space over any terrain (R1.6); 255 = not connected."""
    cdef Queue q
    cdef int head = 0
    cdef int tail = 1
    cdef int d, s, n
    memset(out, 255, MAX_SPACES)
    out[origin] = 0
    q.items[0] = <uint8_t> origin
    while head < tail:
        s = q.items[head]
        head += 1
        for d in range(6):
            n = neighbour(g, s, d)
            if n != NONE and out[n] == 255:
                out[n] = out[s] + 1
                q.items[tail] = <uint8_t> n
                tail += 1


cdef int mine_colours(const Env *e, const GameState *g, int space) noexcept nogil:
    """Colours of the mine on a space: printed, or that of a Quest marker."""
    cdef int printed = hex_row(e, g, space).mines
    if printed or g.spaces[space].site != MINE or g.spaces[space].extra == NONE:
        return printed
    return 1 << g.spaces[space].extra
