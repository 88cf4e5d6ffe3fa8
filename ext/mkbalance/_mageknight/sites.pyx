"""Places of the map: exploring (R8.7), moving (R8), site actions and how their fights begin (R9.1, R10, R11).

What a fight leaves behind is in outcomes.pyx.
"""

from libc.stdint cimport uint8_t

from mkbalance._kernel.pile cimport short_pop
from mkbalance._kernel.rng cimport Stream, below
from mkbalance._mageknight.chance cimport event_at, pick
from mkbalance._mageknight.charge cimport charged_direction
from mkbalance._mageknight.combat cimport combat_begin, open_phase
from mkbalance._mageknight.content cimport HexRow, RuinsRow, TileRow, rule
from mkbalance._mageknight.floors cimport floors_left, has_floors
from mkbalance._mageknight.foes cimport add_foe, add_head, control_bonus
from mkbalance._mageknight.hexmap cimport (
    active_site,
    add_tile,
    cheaper_here,
    distances,
    entry_cost,
    explore_mask,
    foreign_keep,
    fortified_here,
    lair_here,
    lattice_x,
    lattice_y,
    neighbour,
    place_kind,
    rampager_here,
    ritual_here,
    safe_space,
    tile_row,
    two_away,
    wall_between,
)
from mkbalance._mageknight.hexmap cimport adjacent
from mkbalance._mageknight.horsemen cimport all_horsemen, horsemen_join, horsemen_leave, horsemen_options, reveal_riders, tile_brings_horseman
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.knowledge cimport KNOWN_TOKENS, LOOKED, take_tokens_off
from mkbalance._mageknight.mana cimport can_pay
from mkbalance._mageknight.offers cimport add_monastery_action
from mkbalance._mageknight.possessed cimport draw_possessed, possess_with, return_possessed
from mkbalance._mageknight.progress cimport NO_INTERACTION, add_fame, add_rep, rep_modifier
from mkbalance._mageknight.rounds cimport randomize_heads
from mkbalance._mageknight.rulers cimport rule_city, ruler_strengthens
from mkbalance._mageknight.skills cimport count_conquest
from mkbalance._mageknight.restoring cimport (
    restorable_by_influence,
    restore_fight,
    restore_options,
    restore_row,
    strike_tile,
    struck_space,
)
from mkbalance._mageknight.state cimport (
    CHARGE_MOVED,
    CB_ASSAULT,
    CB_LAIR,
    CB_MONASTERY,
    CB_MOVED,
    CB_NIGHT,
    CB_NO_UNITS,
    DO_ADD_RAMPAGERS,
    DO_ALTAR,
    DO_PAY_COST,
    DO_START_COMBAT,
    FOE_GARRISON,
    FOE_RAMPAGING,
    SP_CONQUERED,
    SP_DESTROYED,
    SP_DRAWN,
    SP_LOOKED,
    DO_ARRIVE,
    DO_ORIENT,
    DO_HARVEST,
    SP_RUIN_UP,
    City,
    GameState,
    Options,
    Player,
    Space,
    add_option,
    city_is,
    fault,
    push,
)
from mkbalance._mageknight.tokens cimport discard_token, draw_token
from mkbalance._mageknight.trace cimport TOLD_FOE, TOLD_MOVE, TOLD_PROVOKED, TOLD_ROLL, TOLD_SITE, TOLD_TILE, TOLD_TOKEN, told

cdef enum:
    MEGAPOLIS = 1         # direction of its second half: one space to the right (R20.9)
    SIGHT = 32            # OP_RULES bit: garrisons and ruins are seen as by Day

cdef enum:  # TOLD_SITE.c
    SITE_CONQUERED = 1
    SITE_BURNED = 2
    SITE_DESTROYED = 3


def played():
    """Sites with behaviour; the others stand on the map and offer nothing.

    Returns
    -------
    frozenset of int
    """
    return frozenset(int(site) for site in (
        PORTAL, VILLAGE, MONASTERY, KEEP, MAGE_TOWER, CITY, MINE, GLADE, DUNGEON, TOMB, MONSTER_DEN, SPAWNING_GROUNDS, RUINS,
        MAZE, LABYRINTH, REFUGEE_CAMP, OASIS, ZIGGURAT, PYRAMID, MARAUDING_ORCS, DRACONUM,
    ))


cdef void _put_token(const Env *e, GameState *g, int space, int colour, bint face_up) noexcept nogil:
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


cdef void _reveal_city(const Env *e, GameState *g, int space, int colour) noexcept nogil:
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
            _put_token(e, g, space, TOKEN_GREEN, True)
        elif row.site == DRACONUM:
            _put_token(e, g, space, TOKEN_RED, True)
        elif row.site == KEEP:
            _put_token(e, g, space, TOKEN_GREY, False)
        elif row.site == MAGE_TOWER:
            _put_token(e, g, space, TOKEN_VIOLET, False)
        elif row.site == CITY:
            _reveal_city(e, g, space, row.city)
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


cdef int explore_cost(const GameState *g) noexcept nogil:
    """Move points for exploring (R8.7), less what Skills take off."""
    return 2 - g.turn.explore_less if g.turn.explore_less < 2 else 0


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
    if g.turn.move < explore_cost(g):
        return 0
    mask = explore_mask(g, space)
    if not mask:
        return 0
    return mask & open_places(e, g, space // 7, next_tile_kind(e, g))


cdef void explore(const Env *e, GameState *g, int slot, int d) noexcept nogil:
    """Pay the Move and turn up the next tile at the chosen place beside a tile."""
    g.turn.move -= explore_cost(g)
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


cdef struct Far:
    uint8_t steps[MAX_SPACES]
    uint8_t end


cdef void _see(const Env *e, GameState *g) noexcept nogil:
    """Garrisons farther away are seen too (OP_SEE)."""
    cdef Far far
    cdef int s
    distances(g, g.players[g.seat].space, &far.steps[0])
    for s in range(g.n_tiles * 7):
        if far.steps[s] <= g.turn.see and fortified_here(g, s):
            turn_up(e, g, s)
            rule_city(e, g, s)


cdef int beyond(const GameState *g, int d) noexcept nogil:
    """Space in direction d: 0 to 5 next to the Hero, 6 to 17 two away (OP_BEND)."""
    cdef int space = g.players[g.seat].space
    return neighbour(g, space, d) if d < 6 else two_away(g, space, d - 6)


cdef int _move_cost(const Env *e, const GameState *g, int d, int target, int kept) noexcept nogil:
    """Move points for a step that keeps so many of the cheaper spaces for later; 255 = impossible."""
    cdef int named = cheaper_here(e, g, target) - kept
    cdef int cost = entry_cost(e, g, target, named) if named >= 0 else 255
    if cost != 255 and d < 6 and wall_between(e, g, g.players[g.seat].space, d):
        cost += 1
    return cost


cdef bint may_step(const Env *e, const GameState *g, int d, int kept) noexcept nogil:
    """Whether the Hero may move in this direction with the Move points at hand (R8.1 to R8.4)."""
    cdef int target = beyond(g, d)
    cdef int cost
    if target == NONE or rampager_here(g, target):
        return False
    if g.spaces[target].site == CITY and e.setup.city_mode == 2:
        return False
    cost = _move_cost(e, g, d, target, kept)
    if cost > g.turn.move:
        return False
    if cost == 0 and g.turn.free_steps >= 60:
        return False
    return g.turn.n_path < MAX_PATH - 1


cdef int provoked_at(const Env *e, const GameState *g, int old, int new) noexcept nogil:
    """Directions around the new space of rampagers that the seat at turn provokes."""
    return 0 if g.turn.no_provoke else provoking(e, g, old, new)


cdef int provoking(const Env *e, const GameState *g, int old, int new) noexcept nogil:
    """Directions around the new space of rampagers adjacent to both spaces (R8.5)."""
    cdef int mask = 0
    cdef int d, n
    for d in range(6):
        n = neighbour(g, new, d)
        if n != NONE and rampager_here(g, n) and adjacent(g, n, old) and not wall_between(e, g, new, d):
            mask |= 1 << d
    return mask


cdef void begin_fight(const Env *e, GameState *g, int space, int site, int flags, int rampagers) noexcept nogil:
    """Open a fight; more adjacent rampagers may be challenged into it before it starts (R9.1.2)."""
    g.turn.action = 1
    combat_begin(e, g, space, site, flags)
    g.combat.challenge = rampagers | charged_direction(g, g.players[g.seat].space)
    push(g, DO_START_COMBAT, 0, 0, 0, 0)


cdef void assault(const Env *e, GameState *g, int target, int from_space, bint wall, int provoked) noexcept nogil:
    """The Hero stands before an unconquered fortified site and attacks it (R8.3)."""
    add_rep(e, g, g.seat, -1)
    turn_up(e, g, target)
    begin_fight(e, g, target, g.spaces[target].site, CB_ASSAULT | CB_MOVED, provoked)
    g.combat.from_space = <unsigned char> from_space
    g.combat.wall = wall
    push(g, DO_ADD_RAMPAGERS, 0, 0, 0, 0)
    rule_city(e, g, target)


cdef void step(const Env *e, GameState *g, int d, int kept) noexcept nogil:
    """Move one space; entering a fortified site or the lair, or provoking, ends movement in a fight (R8.3 to R8.5)."""
    cdef Player *p = &g.players[g.seat]
    cdef int old = p.space
    cdef int target = beyond(g, d)
    cdef int cost = _move_cost(e, g, d, target, kept)
    _name_cheap(g, target, cheaper_here(e, g, target) - kept)
    g.turn.move -= <short> cost
    g.turn.moved = 1
    if g.turn.charge:
        g.turn.charge_points |= CHARGE_MOVED
    if cost == 0:
        g.turn.free_steps += 1
    p.space = <unsigned char> target
    if safe_space(e, g, target, g.seat):
        g.turn.n_path = 0
    g.turn.path[g.turn.n_path] = <unsigned char> target
    g.turn.n_path += 1
    told(e, g, TOLD_MOVE, target, cost, 0, 0)
    if g.turn.harvest:
        push(g, DO_ARRIVE, old, d, 0, 0)
        push(g, DO_HARVEST, 0, 0, 0, 0)
    else:
        arrive(e, g, old, d)


cdef void _name_cheap(GameState *g, int space, int n) noexcept nogil:
    """So many of the cheaper spaces of this turn are the one entered (OP_CHEAP_SPACE)."""
    cdef int i
    for i in range(MAX_CHEAP):
        if n > 0 and g.turn.cheap_spaces[i] == NONE:
            g.turn.cheap_spaces[i] = <unsigned char> space
            g.turn.cheap_left -= 1
            n -= 1


cdef void arrive(const Env *e, GameState *g, int old, int d) noexcept nogil:
    """What the space just entered holds; old = NONE or d = NONE for a move by an effect, which provokes nobody (R8.5)."""
    cdef int target = g.players[g.seat].space
    cdef int provoked
    cdef bint wall = d < 6 and wall_between(e, g, old, d)
    if d == NONE:
        if ritual_here(g, target):
            begin_fight(e, g, target, NO_SITE, CB_MOVED, all_horsemen(g))
            g.combat.from_space = <unsigned char> old
        elif fortified_here(g, target):
            assault(e, g, target, old, False, 0)
        else:
            reveal_near(e, g)
        return
    provoked = provoked_at(e, g, old, target)
    if provoked:
        told(e, g, TOLD_PROVOKED, provoked, 0, 0, 0)
    if lair_here(e, g, target):
        begin_fight(e, g, target, NO_SITE, CB_LAIR | CB_MOVED, provoked)
        g.combat.from_space = <unsigned char> old
        push(g, DO_ADD_RAMPAGERS, 0, 0, 0, 0)
    elif ritual_here(g, target):
        begin_fight(e, g, target, NO_SITE, CB_MOVED, provoked | all_horsemen(g))
        g.combat.from_space = <unsigned char> old
        push(g, DO_ADD_RAMPAGERS, 0, 0, 0, 0)
    elif fortified_here(g, target):
        assault(e, g, target, old, wall, provoked)
    elif provoked:
        begin_fight(e, g, NONE, NO_SITE, CB_MOVED, provoked)
        push(g, DO_ADD_RAMPAGERS, 0, 0, 0, 0)
    else:
        reveal_near(e, g)


cdef bint familiar_offered(const Env *e, const GameState *g) noexcept nogil:
    """Magic Familiars come to a glade without any locals (L.3.3)."""
    cdef int i
    for i in range(g.n_offer_units):
        if e.units[g.offer_units[i]].flags & UNIT_FAMILIAR and (e.units[g.offer_units[i]].sites >> GLADE) & 1:
            return True
    return False


cdef bint interactable(const Env *e, const GameState *g) noexcept nogil:
    """Whether the Hero may interact with locals here (R14.1)."""
    cdef int space = g.players[g.seat].space
    cdef int site = active_site(g, space)
    if site == GLADE:
        return familiar_offered(e, g)
    if restorable_by_influence(e, g, space):
        return rep_modifier(e, g, g.seat) != NO_INTERACTION
    if not e.sites[site].inhabited or rep_modifier(e, g, g.seat) == NO_INTERACTION:
        return False
    if site == KEEP:
        return (g.spaces[space].shields >> g.seat) & 1 != 0
    if site == MAGE_TOWER:
        return (g.spaces[space].flags & SP_CONQUERED) != 0
    if site == CITY:
        return e.setup.city_mode != 2 and not fortified_here(g, space)
    return True


cdef bint enterable(const Env *e, const GameState *g) noexcept nogil:
    """An adventure site whose dwellers may be fought here and now (R10)."""
    cdef int space = g.players[g.seat].space
    cdef int site = active_site(g, space)
    if site == DUNGEON or site == TOMB:
        return True
    if site == MONSTER_DEN or site == SPAWNING_GROUNDS:
        return not g.spaces[space].flags & SP_CONQUERED
    if site == RUINS:
        return g.spaces[space].extra != NONE and not e.ruins[g.spaces[space].extra].altar
    if site == MAZE or site == LABYRINTH:  # a path left, and none won by this seat (L.2.3)
        return not (g.spaces[space].shields >> g.seat) & 1 and g.spaces[space].extra != 7
    if has_floors(site):  # none won by this seat, and a floor without a Shield (A.5.2)
        return not (g.spaces[space].shields >> g.seat) & 1 and floors_left(&g.spaces[space], 0)
    return False


cdef int _altar_costs(const Env *e, const GameState *g, uint8_t *masks) noexcept nogil:
    """Mana of the altar here, one mask each; 0 if there is none."""
    cdef int space = g.players[g.seat].space
    cdef const RuinsRow *row
    cdef int n = 0
    cdef int i, _k
    if active_site(g, space) != RUINS or g.spaces[space].extra == NONE:
        return 0
    row = &e.ruins[g.spaces[space].extra]
    if not row.altar:
        return 0
    for i in range(4):
        for _k in range(row.cost[i]):
            masks[n] = <uint8_t> (1 << i)
            n += 1
    return n


cdef void site_actions(const Env *e, const GameState *g, Options *o) noexcept nogil:
    """The actions of the turn that the place offers (R4.6.2)."""
    cdef int space = g.players[g.seat].space
    cdef uint8_t masks[8]
    cdef int d, n
    if interactable(e, g):
        add_option(o, ACT_INTERACT, 0, 0, 0)
    if enterable(e, g):
        add_option(o, ACT_ENTER, 0, 0, 0)
    n = _altar_costs(e, g, masks)
    if n and can_pay(g, masks, n):
        add_option(o, ACT_ALTAR, 0, 0, 0)
    if active_site(g, space) == MONASTERY:
        add_option(o, ACT_BURN, 0, 0, 0)
    if e.setup.restoration:
        restore_options(e, g, o)
    for d in range(6):
        n = neighbour(g, space, d)
        if n != NONE and rampager_here(g, n):
            add_option(o, ACT_CHALLENGE, d, 0, 0)
    if e.setup.horsemen:
        horsemen_options(g, 0, ACT_CHALLENGE, o)


cdef void challenge(const Env *e, GameState *g, int d) noexcept nogil:
    begin_fight(e, g, NONE, NO_SITE, 0, 1 << d)
    push(g, DO_ADD_RAMPAGERS, 0, 0, 0, 0)


cdef void enter(const Env *e, GameState *g) noexcept nogil:
    """Fight what dwells in the adventure site (R10.5 to R10.9)."""
    cdef int space = g.players[g.seat].space
    cdef Space *s = &g.spaces[space]
    cdef int flags = 0
    if s.site == DUNGEON or s.site == TOMB:
        flags = CB_NIGHT | CB_NO_UNITS
    else:
        draw_dwellers(e, g, space)
    begin_fight(e, g, space, s.site, flags, 0)


cdef void draw_dwellers(const Env *e, GameState *g, int space) noexcept nogil:
    """The first to come to ruins, a den or spawning grounds finds what dwells there (R10.7 to R10.9)."""
    cdef Space *s = &g.spaces[space]
    cdef int i, _i
    if s.flags & SP_DRAWN:
        return
    s.flags |= SP_DRAWN
    if s.site == RUINS:
        for i in range(e.ruins[s.extra].n_enemies):
            _put_token(e, g, space, e.ruins[s.extra].enemies[i], True)
    else:
        for _i in range(2 if s.site == SPAWNING_GROUNDS else 1):
            _put_token(e, g, space, TOKEN_BROWN, True)


cdef void burn(const Env *e, GameState *g) noexcept nogil:
    """Burn a monastery (R10.2): Reputation -3, a violet enemy, no Units."""
    add_rep(e, g, g.seat, -3)
    begin_fight(e, g, g.players[g.seat].space, MONASTERY, CB_NO_UNITS | CB_MONASTERY, 0)


cdef void altar(const Env *e, GameState *g) noexcept nogil:
    """Pay an altar's mana, all in one action (R10.9)."""
    cdef uint8_t masks[8]
    cdef int i
    cdef int n = _altar_costs(e, g, masks)
    g.turn.action = 1
    push(g, DO_ALTAR, 0, 0, 0, 0)
    for i in range(n - 1, -1, -1):
        push(g, DO_PAY_COST, 0, masks[i], 0, 0)


cdef void altar_paid(const Env *e, GameState *g) noexcept nogil:
    cdef Space *s = &g.spaces[g.players[g.seat].space]
    s.flags |= SP_CONQUERED
    s.shields |= <unsigned char> (1 << g.seat)
    told(e, g, TOLD_SITE, g.players[g.seat].space, s.site, SITE_CONQUERED, 0)
    count_conquest(e, g, s.site)
    add_fame(e, g, g.seat, e.ruins[s.extra].fame)
    s.extra = NONE
    g.turn.move = 0
    g.turn.influence = 0
    g.step = STEP_AFTER


cdef void rampager_options(const Env *e, const GameState *g, Options *o) noexcept nogil:
    """Adjacent rampagers that may still be challenged into the fight, a whole space at a time."""
    cdef int space = g.players[g.seat].space
    cdef int d, n
    for d in range(6):
        n = neighbour(g, space, d)
        if n != NONE and rampager_here(g, n) and not (g.combat.challenge >> d) & 1:
            add_option(o, ACT_CHOOSE, d, 0, 0)
    if e.setup.horsemen and not g.combat.flags & CB_LAIR:
        horsemen_options(g, g.combat.challenge, ACT_CHOOSE, o)
    if o.n:
        add_option(o, ACT_DONE, 0, 0, 0)


cdef int control_level(const GameState *g) noexcept nogil:
    """The control head stands at the highest of the others (A.7.1)."""
    cdef int level = 0
    cdef int i
    for i in range(4):
        if g.heads[i] > level:
            level = g.heads[i]
    return level


cdef int _dweller(int site) noexcept nogil:
    """Colour of the token that is drawn for one fight and discarded either way."""
    if site == TOMB or site == LABYRINTH:
        return TOKEN_RED
    return TOKEN_VIOLET if site == MONASTERY else TOKEN_BROWN


cdef void behind_wall(GameState *g, int foe) noexcept nogil:
    """A wall between makes one more fortification of the place, nothing to an Unfortified enemy (L.2.1, R9.7)."""
    if not g.combat.foes[foe].abilities & UNFORTIFIED:
        g.combat.foes[foe].fort_site += 1


cdef void join_combat(const Env *e, GameState *g) noexcept nogil:
    """Bring all enemies of the fight together and open the first phase (R9.1.4)."""
    cdef int space = g.players[g.seat].space
    cdef int site = g.combat.site
    cdef int i, d, n, row, foe
    cdef Space *s
    if g.combat.flags & CB_LAIR:
        if not g.lair_attacked:
            horsemen_leave(e, g)
        g.lair_attacked = 1
        for i in range(4):
            if g.heads[i]:
                foe = add_head(e, g, i, g.heads[i])
                if foe >= 0 and _dragons_city_space(e, g, space):
                    g.combat.foes[foe].fort_site = 1
        add_head(e, g, HEAD_CONTROL, control_level(g))
        control_bonus(e, g)
    elif site == CITY:
        for i in range(g.cities[g.spaces[g.combat.space].extra].n_garrison):
            foe = add_foe(e, g, g.cities[g.spaces[g.combat.space].extra].garrison[i], FROM_SITE, i, space, FOE_GARRISON)
            if foe >= 0 and g.combat.wall:
                behind_wall(g, foe)
        ruler_strengthens(e, g)
    elif site == DUNGEON or site == TOMB or site == MONASTERY or site == MAZE or site == LABYRINTH:
        row = draw_token(g, _dweller(site))
        if row != NONE:
            add_foe(e, g, row, FROM_DRAW, 0, space, 0)
    elif restore_fight(g):
        row = draw_token(g, restore_row(e, g, g.combat.space).fight)
        if row != NONE:
            add_foe(e, g, row, FROM_DRAW, 0, space, 0)
    elif site != NO_SITE:
        s = &g.spaces[g.combat.space]
        if foreign_keep(g, g.combat.space, g.seat):
            _hold_keep(e, g)
        s.face_up = <unsigned char> ((1 << s.n_tokens) - 1)
        for i in range(s.n_tokens):
            foe = add_foe(e, g, s.tokens[i], FROM_SITE, i, g.combat.space, FOE_GARRISON)
            if foe >= 0 and g.combat.wall:
                behind_wall(g, foe)
    for d in range(6):
        if not (g.combat.challenge >> d) & 1:
            continue
        n = neighbour(g, space, d)
        for i in range(g.spaces[n].n_tokens):
            foe = add_foe(e, g, g.spaces[n].tokens[i], FROM_MAP, i, n, FOE_RAMPAGING)
            if foe >= 0 and g.spaces[n].extra != NONE:
                possess_with(e, &g.combat.foes[foe], g.spaces[n].extra)
                g.combat.foes[foe].faction = FACTION_CULT
                told(e, g, TOLD_FOE, foe, g.spaces[n].tokens[i], FROM_MAP, g.spaces[n].extra)
            if foe >= 0 and wall_between(e, g, space, d):
                behind_wall(g, foe)
            if foe >= 0 and g.turn.charge == n + 1:
                g.combat.charge = <unsigned char> (foe + 1)
                g.combat.charge_points = g.turn.charge_points & ~CHARGE_MOVED
                g.turn.charge = 0
    if e.setup.horsemen:
        horsemen_join(e, g)
    open_phase(e, g, STEP_RANGED)


cdef void _hold_keep(const Env *e, GameState *g) noexcept nogil:
    """Another player's keep is held by a fresh gray token, for half its Fame (R9.8.6, ruling 32)."""
    cdef int row = draw_token(g, TOKEN_GREY)
    cdef int foe
    if row == NONE:
        return
    foe = add_foe(e, g, row, FROM_DRAW, 0, g.combat.space, FOE_GARRISON)
    if foe < 0:
        return
    g.combat.foes[foe].fame = (g.combat.foes[foe].fame + 1) // 2
    if g.combat.wall:
        behind_wall(g, foe)


cdef bint _dragons_city_space(const Env *e, const GameState *g, int space) noexcept nogil:
    """The space of the city that the dragon lies on: it fortifies the heads (A.12.5)."""
    return e.setup.dragon_place and e.hexes[g.tiles[space // 7].id * 7 + space % 7].site == CITY


cdef void destroy(const Env *e, GameState *g, int space) noexcept nogil:
    """The dragon removes a rampager or destroys a site; Shields stay (A.8.1, A.12.4)."""
    cdef Space *s = &g.spaces[space]
    cdef int i
    told(e, g, TOLD_SITE, space, s.site, SITE_DESTROYED, 0)
    if s.site == MARAUDING_ORCS or s.site == DRACONUM:
        remove_rampager(e, g, space)
        return
    for i in range(s.n_tokens):
        discard_token(e, g, s.tokens[i])
    take_tokens_off(s)
    s.flags |= SP_DESTROYED
    if g.destroyed_left:
        g.destroyed_left -= 1


cdef void remove_rampager(const Env *e, GameState *g, int space) noexcept nogil:
    """Its tokens are discarded, the space is a plain one from now on."""
    cdef Space *s = &g.spaces[space]
    cdef int i
    for i in range(s.n_tokens):
        discard_token(e, g, s.tokens[i])
    take_tokens_off(s)
    if s.extra != NONE:
        return_possessed(g, s.extra)
        s.extra = NONE
    s.site = NO_SITE
