"""Sites (R10): what may be done where the Hero stands, who dwells there, altars, what is destroyed.

How their fights begin is in fights.pyx, what a fight leaves behind in outcomes.pyx.
"""

from libc.stdint cimport uint8_t

from mkbalance._mageknight.content cimport Env, RuinsRow, number
from mkbalance._mageknight.fights cimport begin_fight
from mkbalance._mageknight.floors cimport floors_left, has_floors
from mkbalance._mageknight.hexmap cimport active_site, fortified_here, neighbour, rampager_here
from mkbalance._mageknight.horsemen cimport horsemen_options
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.knowledge cimport take_tokens_off
from mkbalance._mageknight.mana cimport can_pay
from mkbalance._mageknight.possessed cimport return_possessed
from mkbalance._mageknight.progress cimport NO_INTERACTION, add_fame, add_rep, rep_modifier
from mkbalance._mageknight.restoring cimport restorable_by_influence, restore_options
from mkbalance._mageknight.revealing cimport put_token
from mkbalance._mageknight.skills cimport count_conquest
from mkbalance._mageknight.state cimport (
    CB_MONASTERY,
    CB_NIGHT,
    CB_NO_UNITS,
    DO_ALTAR,
    DO_PAY_COST,
    SP_CONQUERED,
    SP_DESTROYED,
    SP_DRAWN,
    GameState,
    Options,
    Space,
    add_option,
    push,
)
from mkbalance._mageknight.tokens cimport discard_token
from mkbalance._mageknight.trace cimport TOLD_SITE, told


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
            put_token(e, g, space, e.ruins[s.extra].enemies[i], True)
    else:
        for _i in range(2 if s.site == SPAWNING_GROUNDS else 1):
            put_token(e, g, space, TOKEN_BROWN, True)


cdef void burn(const Env *e, GameState *g) noexcept nogil:
    """Burn a monastery (R10.2): Reputation, a violet enemy, no Units."""
    add_rep(e, g, g.seat, number(e, NUMBER_BURNING_REPUTATION))
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


cdef enum:  # TOLD_SITE.c
    SITE_CONQUERED = 1
    SITE_BURNED = 2
    SITE_DESTROYED = 3
