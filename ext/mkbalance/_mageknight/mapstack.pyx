"""The map at setup: tiles drawn, stacked or put in the piles of a predefined map (R2.6), and those laid at once (R2.7)."""

from mkbalance._kernel.rng cimport Stream, shuffle8
from mkbalance._mageknight.chance cimport event, pick
from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.hexmap cimport add_tile
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.revealing cimport reveal_tile
from mkbalance._mageknight.state cimport GameState


cdef void map_stack(const Env *e, GameState *g) noexcept nogil:
    """Draw and stack the scenario's tiles, countryside on top of core (R2.6); the others stay as fillers (R8.7.3)."""
    cdef Stream s
    cdef TileList country, cores, cities
    cdef unsigned char chosen[MAX_TILES]
    cdef int i, j, n, swap
    _pool(e, TILE_COUNTRYSIDE, &country)
    _pool(e, TILE_CORE, &cores)
    _pool(e, TILE_CITY, &cities)
    if e.setup.shape == PREDEFINED:
        for i in range(country.n):  # its middle tile lies there
            if country.items[i] == e.setup.first_tile:
                country.n -= 1
                country.items[i] = country.items[country.n]
                break
    event(g, DRAW_MAP, &s)
    if not e.setup.sorted_tiles:
        shuffle8(&s, &country.items[0], country.n)
    else:
        for i in range(country.n):
            for j in range(country.n - 1 - i):
                if e.tiles[country.items[j]].number > e.tiles[country.items[j + 1]].number:
                    swap = country.items[j]
                    country.items[j] = country.items[j + 1]
                    country.items[j + 1] = <unsigned char> swap
    event(g, DRAW_MAP, &s)
    shuffle8(&s, &cores.items[0], cores.n)
    event(g, DRAW_MAP, &s)
    shuffle8(&s, &cities.items[0], cities.n)
    _keep_sites(e, g, &country, 0, e.setup.countryside)
    _keep_sites(e, g, &cores, 1, e.setup.cores)
    _top_tile(e, g, &country)
    if e.setup.forced_core != NONE:
        for i in range(cores.n):
            if cores.items[i] == e.setup.forced_core:
                cores.items[i] = cores.items[0]
                cores.items[0] = e.setup.forced_core
                break
    if e.setup.shape == PREDEFINED:
        _piles(g, &cities, &country, &cores)
        return
    if e.setup.challenge:
        _challenge_tiles(e, g, &country)
    n = 0
    for i in range(min(e.setup.cores, cores.n)):
        chosen[n] = cores.items[i]
        n += 1
    for i in range(min(e.setup.cities, cities.n)):
        chosen[n] = cities.items[i]
        n += 1
    event(g, DRAW_MAP, &s)
    shuffle8(&s, &chosen[0], n)
    for i in range(n):
        g.stack[g.n_stack] = chosen[i]
        g.n_stack += 1
    n = min(e.setup.countryside, country.n)
    for i in range(n - 1, -1, -1):
        g.stack[g.n_stack] = country.items[i]
        g.n_stack += 1
    g.country_at = g.n_stack
    for i in range(n, country.n):
        g.stack[g.country_at + g.n_country] = country.items[i]
        g.n_country += 1
    g.core_at = g.country_at + g.n_country
    for i in range(min(e.setup.cores, cores.n), cores.n):
        g.stack[g.core_at + g.n_cores] = cores.items[i]
        g.n_cores += 1
    event(g, DRAW_MAP, &s)
    shuffle8(&s, &g.stack[g.country_at], g.n_country)
    event(g, DRAW_MAP, &s)
    shuffle8(&s, &g.stack[g.core_at], g.n_cores)


cdef struct TileList:
    unsigned char items[MAX_TILES]
    int n


cdef void _pool(const Env *e, int kind, TileList *list_) noexcept nogil:
    cdef int i
    list_.n = 0
    for i in range(e.n_tiles):
        if e.tiles[i].kind == kind and (e.setup.tile_expansions >> e.tiles[i].expansion) & 1:
            list_.items[list_.n] = <unsigned char> i
            list_.n += 1


cdef bint tile_has(const Env *e, int row, int site) noexcept nogil:
    """Whether a tile shows this site."""
    cdef int h
    for h in range(7):
        if e.hexes[row * 7 + h].site == site:
            return True
    return False


cdef void _keep_sites(const Env *e, GameState *g, TileList *list_, int place, int wanted) noexcept nogil:
    """Exactly so many of the tiles drawn have the site, the others have none (A.12.2); the list is in random order."""
    cdef Stream s
    cdef TileList chosen, rest
    cdef int left[2]  # tiles still wanted without the site, with it
    cdef int i, with_
    if e.setup.kept_site[place] == NO_SITE:
        return
    chosen.n = 0
    rest.n = 0
    left[1] = e.setup.kept_number[place]
    left[0] = wanted - left[1]
    for i in range(list_.n):
        with_ = tile_has(e, list_.items[i], e.setup.kept_site[place])
        if left[with_] > 0:
            chosen.items[chosen.n] = list_.items[i]
            chosen.n += 1
            left[with_] -= 1
        else:
            rest.items[rest.n] = list_.items[i]
            rest.n += 1
    event(g, DRAW_MAP, &s)
    shuffle8(&s, &chosen.items[0], chosen.n)
    for i in range(chosen.n):
        list_.items[i] = chosen.items[i]
    for i in range(rest.n):
        list_.items[chosen.n + i] = rest.items[i]


cdef void _top_tile(const Env *e, GameState *g, TileList *list_) noexcept nogil:
    """The first countryside tile is one of those with the site, each as likely (A.12.1)."""
    cdef int i, k, which
    cdef int n = 0
    cdef unsigned char tile
    if e.setup.top_site == NO_SITE:
        return
    for i in range(list_.n):
        n += tile_has(e, list_.items[i], e.setup.top_site)
    which = pick(g, DRAW_MAP, n)
    for i in range(list_.n):
        if not tile_has(e, list_.items[i], e.setup.top_site):
            continue
        if which == 0:
            tile = list_.items[i]
            for k in range(i, 0, -1):
                list_.items[k] = list_.items[k - 1]
            list_.items[0] = tile
            return
        which -= 1


cdef void _challenge_tiles(const Env *e, GameState *g, TileList *country) noexcept nogil:
    """The tiles each Hero's challenge asks for are among those laid, in random places (A.12.8)."""
    cdef Stream s
    cdef int seat, k, j, row, other
    cdef int fixed = 0
    for seat in range(g.n_seats):
        for k in range(4):
            row = e.challenges[e.setup.heroes[seat]].tiles[2 * k]
            other = e.challenges[e.setup.heroes[seat]].tiles[2 * k + 1]
            if row == NONE:
                continue
            if other != NONE and pick(g, DRAW_MAP, 2):
                row = other
            for j in range(fixed, country.n):
                if country.items[j] == row:
                    country.items[j] = country.items[fixed]
                    country.items[fixed] = <unsigned char> row
                    fixed += 1
                    break
    event(g, DRAW_MAP, &s)
    shuffle8(&s, &country.items[0], min(e.setup.countryside, country.n))


cdef void _piles(GameState *g, const TileList *cities, const TileList *country, const TileList *cores) noexcept nogil:
    """A pile for each kind of place of a predefined map: its face-down tiles are as good as drawn when turned up."""
    cdef int i
    for i in range(cities.n):
        g.stack[i] = cities.items[i]
    g.n_stack = <unsigned char> cities.n
    g.country_at = g.n_stack
    for i in range(country.n):
        g.stack[g.country_at + i] = country.items[i]
    g.n_country = <unsigned char> country.n
    g.core_at = g.country_at + g.n_country
    for i in range(cores.n):
        g.stack[g.core_at + i] = cores.items[i]
    g.n_cores = <unsigned char> cores.n


cdef void lay_initial(const Env *e, GameState *g) noexcept nogil:
    """The starting tile and the two or three tiles next to it (R2.7)."""
    cdef int i, x, y, slot
    cdef int start = 0
    cdef int n = 2 if e.setup.shape == WEDGE else 3
    if e.setup.shape == PREDEFINED:
        g.portal = 0
        reveal_tile(e, g, add_tile(e, g, e.setup.first_tile, 0, 0), False, False)
        return
    for i in range(e.n_tiles):
        if e.tiles[i].kind == TILE_START:
            start = i
            if e.setup.shape == WEDGE:
                break
    slot = add_tile(e, g, start, 0, 0)
    g.portal = <unsigned char> (slot * 7)
    reveal_tile(e, g, slot, False, False)
    for i in range(n):
        if g.n_stack == 0:
            return
        x = 0 if i == 0 else 1
        y = 1 if i == 0 else (0 if i == 1 else -1)
        g.n_stack -= 1
        slot = add_tile(e, g, g.stack[g.n_stack], x, y)
        reveal_tile(e, g, slot, False, True)
