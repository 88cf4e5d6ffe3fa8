"""How fights on the map begin (R9.1): who is challenged, who stands there, who joins."""

from mkbalance._mageknight.charge cimport charged_direction
from mkbalance._mageknight.combat cimport combat_begin, open_phase
from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.foes cimport add_foe, add_head, control_bonus
from mkbalance._mageknight.hexmap cimport foreign_keep, neighbour, rampager_here, wall_between
from mkbalance._mageknight.horsemen cimport horsemen_join, horsemen_leave, horsemen_options
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.possessed cimport possess_with
from mkbalance._mageknight.restoring cimport restore_fight, restore_row
from mkbalance._mageknight.rulers cimport ruler_strengthens
from mkbalance._mageknight.state cimport (
    CB_LAIR,
    CHARGE_MOVED,
    DO_ADD_RAMPAGERS,
    DO_START_COMBAT,
    FOE_GARRISON,
    FOE_RAMPAGING,
    GameState,
    Options,
    Space,
    add_option,
    push,
)
from mkbalance._mageknight.tokens cimport draw_token
from mkbalance._mageknight.trace cimport TOLD_FOE, told


cdef void begin_fight(const Env *e, GameState *g, int space, int site, int flags, int rampagers) noexcept nogil:
    """Open a fight; more adjacent rampagers may be challenged into it before it starts (R9.1.2)."""
    g.turn.action = 1
    combat_begin(e, g, space, site, flags)
    g.combat.challenge = rampagers | charged_direction(g, g.players[g.seat].space)
    push(g, DO_START_COMBAT, 0, 0, 0, 0)


cdef void challenge(const Env *e, GameState *g, int d) noexcept nogil:
    begin_fight(e, g, NONE, NO_SITE, 0, 1 << d)
    push(g, DO_ADD_RAMPAGERS, 0, 0, 0, 0)


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


cdef int control_level(const GameState *g) noexcept nogil:
    """The control head stands at the highest of the others (A.7.1)."""
    cdef int level = 0
    cdef int i
    for i in range(4):
        if g.heads[i] > level:
            level = g.heads[i]
    return level


cdef bint _dragons_city_space(const Env *e, const GameState *g, int space) noexcept nogil:
    """The space of the city that the dragon lies on: it fortifies the heads (A.12.5)."""
    return e.setup.dragon_place and e.hexes[g.tiles[space // 7].id * 7 + space % 7].site == CITY


cdef int _dweller(int site) noexcept nogil:
    """Colour of the token that is drawn for one fight and discarded either way."""
    if site == TOMB or site == LABYRINTH:
        return TOKEN_RED
    return TOKEN_VIOLET if site == MONASTERY else TOKEN_BROWN


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


cdef void behind_wall(GameState *g, int foe) noexcept nogil:
    """A wall between makes one more fortification of the place, nothing to an Unfortified enemy (L.2.1, R9.7)."""
    if not g.combat.foes[foe].abilities & UNFORTIFIED:
        g.combat.foes[foe].fort_site += 1
