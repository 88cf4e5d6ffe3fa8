"""The scenario card of Against the Apocalypse (A.12.2): the sites it destroys, the rampagers it possesses, what is restored.

The neutral Shield stands on a row of the card. A tile turned up from the stack loses the site of that row, or the leftmost of
several; if it has none the Shield goes on down until a row fits, and one row further after that. What restoring asks for is
paid as the action of the turn on the destroyed site: Influence in an interaction, mana, crystals, or a fight.
"""

from libc.stdint cimport uint8_t

from libc.string cimport memset

from mkbalance._mageknight.chance cimport roll_die
from mkbalance._mageknight.floors cimport floor_of, has_floors
from mkbalance._mageknight.mana cimport can_pay
from mkbalance._mageknight.offers cimport add_monastery_action
from mkbalance._mageknight.possessed cimport draw_possessed
from mkbalance._mageknight.progress cimport add_fame, add_rep
from mkbalance._mageknight.state cimport (
    DO_PAY_COST,
    DO_RESTORE,
    FOE_DEFEATED,
    SP_CONQUERED,
    SP_DESTROYED,
    Foe,
    Space,
    add_option,
    push,
)
from mkbalance._mageknight.trace cimport TOLD_CARD_ROW, TOLD_CRYSTAL, TOLD_RESTORED, TOLD_ROLL, told

# spaces of a tile from left to right: W, NW, SW, C, NE, SE, E
cdef int FROM_LEFT[7]
FROM_LEFT[:] = [5, 6, 4, 0, 1, 3, 2]


cdef void restoration_set_up(const Env *e, GameState *g) noexcept nogil:
    """A mana die says on which of the rows with a symbol the neutral Shield starts; which colour means which is unknown."""
    cdef int face, row
    if not e.setup.restoration:
        return
    face = roll_die(g, DRAW_RESTORATION)
    told(e, g, TOLD_ROLL, face, 0, 0, 0)
    for row in range(N_CARD_ROWS):
        if not e.restoration[row].start:
            continue
        g.card_row = <uint8_t> row
        if face == 0:
            return
        face -= 1


cdef int struck_space(const Env *e, GameState *g, int slot) noexcept nogil:
    """Space of a new tile that the card strikes, NONE; a site on it is destroyed, the Shield goes on."""
    cdef const RestoreRow *row
    cdef int i, k, space
    for i in range(N_CARD_ROWS):
        row = &e.restoration[(g.card_row + i) % N_CARD_ROWS]
        for k in range(7):
            space = slot * 7 + FROM_LEFT[k]
            if g.spaces[space].site == NO_SITE or not (row.sites >> g.spaces[space].site) & 1:
                continue
            g.card_row = <uint8_t> ((g.card_row + i + 1) % N_CARD_ROWS)
            if not (row.tokens[0] or row.tokens[1]):
                g.spaces[space].flags |= SP_DESTROYED
                if g.destroyed_left:
                    g.destroyed_left -= 1
            return space
    return NONE


cdef void strike_tile(const Env *e, GameState *g, int space) noexcept nogil:
    """The sites of the tile are set: lay the possessed token under the rampager, and tell what was struck."""
    cdef Space *s = &g.spaces[space]
    cdef int token = NONE
    cdef int what = s.site
    if not s.flags & SP_DESTROYED and s.n_tokens:
        token = draw_possessed(g)
        s.extra = <uint8_t> token
        what = s.tokens[0]
    told(e, g, TOLD_CARD_ROW, space, what, token, s.flags & SP_DESTROYED)


cdef const RestoreRow *restore_row(const Env *e, const GameState *g, int space) noexcept nogil:
    """Row of the destroyed site on a space, NULL if there is nothing to restore."""
    cdef int i
    if not e.setup.restoration or not g.spaces[space].flags & SP_DESTROYED:
        return NULL
    for i in range(N_CARD_ROWS):
        if (e.restoration[i].sites >> g.spaces[space].site) & 1:
            return &e.restoration[i] if e.restoration[i].restorable else NULL
    return NULL


cdef bint restorable_by_influence(const Env *e, const GameState *g, int space) noexcept nogil:
    cdef const RestoreRow *row = restore_row(e, g, space)
    return row != NULL and row.influence > 0


cdef int _crystals_ready(const GameState *g, const RestoreRow *row) noexcept nogil:
    """Whether the seat has the crystals that the row asks for."""
    cdef int i
    cdef int n = 0
    for i in range(4):
        if (row.crystal_mask >> i) & 1:
            n += min(g.players[g.seat].crystals[i], 1) if row.different else g.players[g.seat].crystals[i]
    return row.crystals != 0 and n >= row.crystals


cdef void restore_options(const Env *e, const GameState *g, Options *o) noexcept nogil:
    """Ways to restore the site here that can be paid now; Influence only in the interaction."""
    cdef const RestoreRow *row = restore_row(e, g, g.players[g.seat].space)
    cdef uint8_t mask
    if row == NULL:
        return
    if g.step == STEP_INTERACT:
        if row.influence and g.turn.influence >= row.influence:
            add_option(o, ACT_RESTORE, 0, 0, 0)
        return
    mask = row.mana
    if row.fight != NONE or (mask and can_pay(g, &mask, 1)):
        add_option(o, ACT_RESTORE, 0, 0, 0)
    if _crystals_ready(g, row):
        add_option(o, ACT_RESTORE, 1, 0, 0)


cdef void restore(const Env *e, GameState *g, int how) noexcept nogil:
    """Pay what restoring asks for; a fight is begun elsewhere."""
    cdef const RestoreRow *row = restore_row(e, g, g.players[g.seat].space)
    g.turn.action = 1
    if row.influence:
        g.turn.influence -= row.influence
        restored(e, g)
    elif how:
        push(g, DO_RESTORE, row.crystals, row.crystal_mask, row.different, 0)
    else:
        push(g, DO_RESTORE, 0, 0, 0, 0)
        push(g, DO_PAY_COST, 0, row.mana, 0, 0)


cdef bint list_restoring(const Env *e, const GameState *g, Options *o) noexcept nogil:
    """Which crystal is given up; False once all is paid."""
    cdef int i
    if g.pending[g.n_pending - 1].a == 0:
        return False
    for i in range(4):
        if (g.pending[g.n_pending - 1].b >> i) & 1 and g.players[g.seat].crystals[i]:
            add_option(o, ACT_CHOOSE, i, 0, 0)
    return True


cdef void answer_restoring(const Env *e, GameState *g, Action act) noexcept nogil:
    cdef int left = g.pending[g.n_pending - 1].a - 1
    cdef int mask = g.pending[g.n_pending - 1].b
    cdef int different = g.pending[g.n_pending - 1].c
    g.n_pending -= 1
    g.players[g.seat].crystals[act.a] -= 1
    told(e, g, TOLD_CRYSTAL, act.a, -1, 0, 0)
    push(g, DO_RESTORE, left, mask & ~(1 << act.a) if different else mask, different, 0)


cdef bint restore_fight(const GameState *g) noexcept nogil:
    """The fight going on is for a destroyed site."""
    return g.combat.site != NO_SITE and g.combat.space != NONE and g.spaces[g.combat.space].flags & SP_DESTROYED != 0


cdef void restored(const Env *e, GameState *g) noexcept nogil:
    """The site stands again: its token goes to the Inventory, the row's reward is gained."""
    cdef int space = g.players[g.seat].space
    cdef Space *s = &g.spaces[space]
    cdef const RestoreRow *row = restore_row(e, g, space)
    cdef int _k
    s.flags &= ~SP_DESTROYED
    if row.shield:
        s.flags |= SP_CONQUERED
        s.shields |= <uint8_t> (1 << g.seat)
    g.turn.move = 0
    g.turn.influence = 0
    g.turn.interacting = 0
    g.step = STEP_AFTER
    g.restored[g.seat] += 1
    g.site_tokens[g.seat] += 1
    told(e, g, TOLD_RESTORED, space, s.site, g.site_tokens[g.seat], 0)
    add_rep(e, g, g.seat, row.rep)
    add_fame(e, g, g.seat, row.fame)
    for _k in range(row.actions):
        add_monastery_action(e, g)


cdef void beaten_possessed(const Env *e, GameState *g) noexcept nogil:
    """Destroyed Site tokens out of the supply for each possessed rampager just defeated."""
    cdef const Foe *f
    cdef const RestoreRow *row
    cdef int i, k, n
    for i in range(g.combat.n):
        f = &g.combat.foes[i]
        if f.source != FROM_MAP or f.possessed == NONE or not f.flags & FOE_DEFEATED:
            continue
        g.possessed_beaten[g.seat] += 1
        for k in range(N_CARD_ROWS):
            row = &e.restoration[k]
            n = row.tokens[1 if e.enemies[f.row].colour == TOKEN_RED else 0]
            n = min(n, g.destroyed_left)
            g.site_tokens[g.seat] += <uint8_t> n
            g.destroyed_left -= <uint8_t> n
            if n:
                told(e, g, TOLD_RESTORED, f.space, NO_SITE, g.site_tokens[g.seat], n)


cdef void count_ascents(const GameState *g, int seat, Ascents *a) noexcept nogil:
    """Ziggurats and pyramids with a floor that the seat conquered, NONE = any seat."""
    cdef int i, k, n
    memset(a, 0, sizeof(Ascents))
    for i in range(g.n_tiles * 7):
        if not has_floors(g.spaces[i].site):
            continue
        n = 0
        for k in range(g.n_seats):
            if (seat == NONE or seat == k) and floor_of(&g.spaces[i], k):
                n += 1
        a.floors += n
        if n and g.spaces[i].site == ZIGGURAT:
            a.ziggurats += 1
        elif n:
            a.pyramids += 1


cdef bint goal_restored(const Env *e, const GameState *g) noexcept nogil:
    """All that the scenario's end asks for: tokens, floors, ziggurats and pyramids."""
    cdef Ascents a
    cdef int i
    cdef int tokens = 0
    for i in range(g.n_seats):
        tokens += g.site_tokens[i]
    count_ascents(g, NONE, &a)
    return (tokens >= e.setup.end_tokens and a.floors >= e.setup.end_floors and a.ziggurats >= e.setup.end_ziggurats
            and a.pyramids >= e.setup.end_pyramids)
