"""What a proxy player takes (A.11.4): enemies, sites, cards of the offers; then its objective is discarded.

It never fights: tokens are discarded, a Shield is placed. Its Shields bear the number after the last seat's.
"""

from libc.stdint cimport uint8_t

from mkbalance._kernel.pile cimport pile_push_bottom
from mkbalance._mageknight.dummy cimport dummy_discard, proxy_seat
from mkbalance._mageknight.floors cimport floor_marked, floors_left, has_floors
from mkbalance._mageknight.hexmap cimport active_site, foreign_keep
from mkbalance._mageknight.knowledge cimport take_tokens_off
from mkbalance._mageknight.offers cimport take_offer_action, take_offer_unit, take_spell
from mkbalance._mageknight.revealing cimport turn_up
from mkbalance._mageknight.rulers cimport rule_city, ruler_moves
from mkbalance._mageknight.sites cimport draw_dwellers, remove_rampager
from mkbalance._mageknight.state cimport (
    DO_PROXY_TOKEN,
    SP_BURNED,
    SP_CONQUERED,
    SP_DESTROYED,
    SP_LOOKED,
    City,
    Dummy,
    Space,
    add_option,
    city_has,
    push,
)
from mkbalance._mageknight.tokens cimport discard_token
from mkbalance._mageknight.trace cimport CONQUERS, DISCARDS, FALLS_BACK, FIGHTS, TAKES, TAKES_KEEP, TOLD_PROXY, told

cdef enum:
    DEAL_UNIT = 0         # Pending.a of DO_PROXY_CARD
    DEAL_ACTION = 1
    DEAL_SPELL = 2
    CONQUERED = 1         # TOLD_PROXY.d
    BURNED = 2
    ALL_PATHS = 7


cdef void objective_done(const Env *e, GameState *g, int k) noexcept nogil:
    """Its Shields come off, the card goes to the discard pile."""
    cdef Dummy *d = &g.dummies[k]
    if d.objective == NONE:
        return
    dummy_discard(g, k, d.objective)
    d.objective = NONE
    d.shields = 0


# ---------------------------------------------------------------- what is there to take

cdef bint _unconquered(const Env *e, const GameState *g, int space) noexcept nogil:
    """A fortified site that nobody has conquered."""
    cdef const Space *s = &g.spaces[space]
    if s.site == CITY:
        return e.setup.city_mode == 0 and s.extra != NONE and g.cities[s.extra].n_garrison > 0
    return (s.site == KEEP or s.site == MAGE_TOWER) and not s.flags & (SP_CONQUERED | SP_DESTROYED)


cdef bint proxy_assaults(const Env *e, const GameState *g, int k, int space) noexcept nogil:
    """A site that the proxy may not enter without a fight: an unconquered one, another player's keep (A.11.3)."""
    return _unconquered(e, g, space) or foreign_keep(g, space, proxy_seat(g, k))


cdef bint _adventure(const Env *e, const GameState *g, int k, int space) noexcept nogil:
    """An unconquered adventure site; one that has several parts, without a Shield of the proxy (A.11.2)."""
    cdef const Space *s = &g.spaces[space]
    cdef int site = active_site(g, space)
    if not e.sites[site].adventure:
        return False
    if site == RUINS:
        return s.extra != NONE
    if site == MAZE or site == LABYRINTH:
        return not (s.shields >> proxy_seat(g, k)) & 1 and s.extra != ALL_PATHS
    if has_floors(site):
        return e.setup.proxy_floors and not (s.shields >> proxy_seat(g, k)) & 1 and floors_left(s, 0)
    return not s.flags & SP_CONQUERED


cdef bint _recruits(const Env *e, const GameState *g, int unit, int space, int site) noexcept nogil:
    """The Unit's icon fits the site."""
    cdef int where = e.units[unit].sites
    if site == OASIS:
        return (where >> VILLAGE) & 1
    if site == REFUGEE_CAMP:
        return where != 0
    return city_has(g, space, WHITE) or (where >> site) & 1


cdef bint _learnt(const Env *e, const GameState *g, int k, int slot) noexcept nogil:
    """A Spell of the offer that the proxy has a crystal for."""
    cdef int colour
    for colour in range(4):
        if (e.cards[g.spells[slot]].colours >> colour) & 1 and g.dummies[k].crystals[colour]:
            return True
    return False


cdef bint _locals(const Env *e, const GameState *g, int k, int space, int site) noexcept nogil:
    """Somebody lives there who deals with the proxy."""
    if site == GLADE:
        return True
    if not e.sites[site].inhabited or proxy_assaults(e, g, k, space):
        return False
    if site == CITY:
        return e.setup.city_mode != 2
    return site != KEEP or (g.spaces[space].shields >> proxy_seat(g, k)) & 1


cdef int _lowest_unit(const Env *e, const GameState *g, int space, int site) noexcept nogil:
    """Printed cost of the cheapest Unit to be had there, 255 = none."""
    cdef int best = 255
    cdef int i
    for i in range(g.n_offer_units):
        if e.units[g.offer_units[i]].cost < best and _recruits(e, g, g.offer_units[i], space, site):
            best = e.units[g.offer_units[i]].cost
    return best


cdef int cheapest(const Env *e, const GameState *g, int k, int space) noexcept nogil:
    """What the proxy acquires at a site: a Unit, an Advanced Action or a Spell, a Unit at equal cost; NONE if nothing."""
    cdef int site = active_site(g, space)
    cdef int best, i
    cdef int what = NONE
    if not _locals(e, g, k, space, site):
        return NONE
    best = _lowest_unit(e, g, space, site)
    if best != 255:
        what = DEAL_UNIT
    if site == MONASTERY and g.n_offer_actions and e.sites[site].action_cost < best:
        best = e.sites[site].action_cost
        what = DEAL_ACTION
    if (site == MAGE_TOWER or city_has(g, space, BLUE)) and e.sites[site].spell_cost < best:
        for i in range(g.n_spells_offer):
            if _learnt(e, g, k, i):
                return DEAL_SPELL
    return what


cdef int proxy_gives(const Env *e, const GameState *g, int k, int space) noexcept nogil:
    """Mask of what a space has for a proxy (A.11.2)."""
    cdef int mask = 0
    if g.spaces[space].site == NO_SITE:
        return 0
    if _adventure(e, g, k, space):
        mask = GIVES_ADVENTURE
    elif _unconquered(e, g, space):
        mask = GIVES_FIGHT
    else:
        if active_site(g, space) == MONASTERY:
            mask = GIVES_FIGHT
        if cheapest(e, g, k, space) != NONE:
            mask |= GIVES_CARD
    return mask


# ---------------------------------------------------------------- taking it

cdef void beat_rampager(const Env *e, GameState *g, int k, int space) noexcept nogil:
    """The enemy is off the map."""
    cdef int row = g.spaces[space].tokens[0]
    g.proxied.rampagers += g.spaces[space].n_tokens
    told(e, g, TOLD_PROXY, k, FIGHTS, space, row)
    remove_rampager(e, g, space)


cdef void _shield(const Env *e, GameState *g, int k, int space, int flag) noexcept nogil:
    cdef Space *s = &g.spaces[space]
    s.flags |= <uint8_t> flag
    s.shields |= <uint8_t> (1 << proxy_seat(g, k))
    told(e, g, TOLD_PROXY, k, CONQUERS, space, BURNED if flag == SP_BURNED else CONQUERED)


cdef void _clear(const Env *e, GameState *g, int k, int space) noexcept nogil:
    """All enemies of a site are discarded."""
    cdef Space *s = &g.spaces[space]
    cdef int i
    for i in range(s.n_tokens):
        told(e, g, TOLD_PROXY, k, DISCARDS, space, s.tokens[i])
        discard_token(e, g, s.tokens[i])
    take_tokens_off(s)


cdef void storm(const Env *e, GameState *g, int k, int space, int from_space) noexcept nogil:
    """Conquer a keep or mage tower outright, a city a defender at a time."""
    cdef Space *s = &g.spaces[space]
    if s.site == CITY:
        push(g, DO_PROXY_TOKEN, space, k, 0, 0)
        g.pending[g.n_pending - 1].ref = <uint8_t> from_space
        turn_up(e, g, space)
        rule_city(e, g, space)
        return
    turn_up(e, g, space)
    _clear(e, g, k, space)
    if foreign_keep(g, space, proxy_seat(g, k)):
        told(e, g, TOLD_PROXY, k, TAKES_KEEP, space, 0)
        s.shields &= 0xF0
    g.proxied.fortified += 1
    _shield(e, g, k, space, SP_CONQUERED)
    objective_done(e, g, k)


cdef void raid(const Env *e, GameState *g, int k) noexcept nogil:
    """Conquer an adventure site; ruins with enemies an enemy at a time."""
    cdef int space = g.dummies[k].space
    cdef int seat = proxy_seat(g, k)
    cdef Space *s = &g.spaces[space]
    cdef int part
    if s.site == RUINS and not e.ruins[s.extra].altar:
        draw_dwellers(e, g, space)
        if s.n_tokens:
            push(g, DO_PROXY_TOKEN, space, k, 0, 0)
            return
    _clear(e, g, k, space)
    if s.site == RUINS:
        s.extra = NONE
    elif s.site == MAZE or s.site == LABYRINTH:
        part = 0
        while (s.extra >> part) & 1:
            part += 1
        s.extra |= <uint8_t> (1 << part)
    elif has_floors(s.site):
        part = 1
        while floor_marked(s, part):
            part += 1
        s.extra |= <uint8_t> (part << (2 * seat))
    g.proxied.adventures += 1
    _shield(e, g, k, space, SP_CONQUERED)
    objective_done(e, g, k)


cdef void burn_down(const Env *e, GameState *g, int k) noexcept nogil:
    """Destroy a monastery."""
    g.proxied.monasteries += 1
    _shield(e, g, k, g.dummies[k].space, SP_BURNED)
    objective_done(e, g, k)


cdef void lowest_tokens(const Env *e, const GameState *g, int space, Options *o) noexcept nogil:
    """The enemies of lowest Fame in a city or ruins; alike ones are one choice, a ruler's Shield makes a difference."""
    cdef const Space *s = &g.spaces[space]
    cdef const uint8_t *tokens = &s.tokens[0]
    cdef int n = s.n_tokens
    cdef int marked = NONE
    cdef int best = 127
    cdef int i, j
    cdef bint known
    if s.site == CITY:
        tokens = &g.cities[s.extra].garrison[0]
        n = g.cities[s.extra].n_garrison
        marked = g.cities[s.extra].marked
    for i in range(n):
        best = min(best, e.enemies[tokens[i]].fame)
    for i in range(n):
        if e.enemies[tokens[i]].fame != best:
            continue
        known = False
        for j in range(i):
            known = known or (tokens[j] == tokens[i] and (i == marked) == (j == marked))
        if not known:
            add_option(o, ACT_CHOOSE, i, 0, 0)


cdef void _drop_defender(const Env *e, GameState *g, int k, City *c, int i) noexcept nogil:
    """One defender less, a Shield of the proxy's on the city; a ruler's Shield stays with its defender."""
    cdef int old = c.marked
    told(e, g, TOLD_PROXY, k, DISCARDS, c.space, c.garrison[i])
    discard_token(e, g, c.garrison[i])
    c.n_garrison -= 1
    if c.marked == i:
        c.marked = NONE
    elif c.marked != NONE and c.marked > i:
        c.marked -= 1
    for i in range(i, c.n_garrison):
        c.garrison[i] = c.garrison[i + 1]
        c.seen[i] = c.seen[i + 1]
    if c.n_shields < MAX_GARRISON:
        c.shields[c.n_shields] = <uint8_t> proxy_seat(g, k)
        c.n_shields += 1
    g.proxied.city_tokens += 1
    ruler_moves(e, g, g.spaces[c.space].extra, old)


cdef void drop_token(const Env *e, GameState *g, int k, int space, int i, int from_space) noexcept nogil:
    """Discard an enemy of a city or ruins; the last one conquers it."""
    cdef Space *s = &g.spaces[space]
    if s.site == CITY:
        _drop_defender(e, g, k, &g.cities[s.extra], i)
        if g.cities[s.extra].n_garrison == 0:
            g.n_conquered += 1
            _shield(e, g, k, space, SP_CONQUERED)
        elif from_space != NONE:
            g.dummies[k].space = <uint8_t> from_space
            told(e, g, TOLD_PROXY, k, FALLS_BACK, from_space, 0)
        objective_done(e, g, k)
        return
    told(e, g, TOLD_PROXY, k, DISCARDS, space, s.tokens[i])
    discard_token(e, g, s.tokens[i])
    s.n_tokens -= 1
    for i in range(i, s.n_tokens):
        s.tokens[i] = s.tokens[i + 1]
    s.tokens[s.n_tokens] = 0
    s.face_up = <uint8_t> ((1 << s.n_tokens) - 1)
    s.flags &= <uint8_t> ~(3 * SP_LOOKED)
    if s.n_tokens == 0:
        take_tokens_off(s)
        s.extra = NONE
        g.proxied.adventures += 1
        _shield(e, g, k, space, SP_CONQUERED)
    objective_done(e, g, k)


cdef void card_options(const Env *e, const GameState *g, int k, int what, Options *o) noexcept nogil:
    """Cards of the offer that the proxy may take: the cheapest Units alike in cost, any Advanced Action, Spells it can learn."""
    cdef int space = g.dummies[k].space
    cdef int site = active_site(g, space)
    cdef int best, i, j
    cdef bint known
    if what == DEAL_UNIT:
        best = _lowest_unit(e, g, space, site)
        for i in range(g.n_offer_units):
            if e.units[g.offer_units[i]].cost != best or not _recruits(e, g, g.offer_units[i], space, site):
                continue
            known = False
            for j in range(i):
                known = known or g.offer_units[j] == g.offer_units[i]
            if not known:
                add_option(o, ACT_CHOOSE, i, 0, 0)
    elif what == DEAL_ACTION:
        for i in range(g.n_offer_actions):
            add_option(o, ACT_CHOOSE, i, 0, 0)
    else:
        for i in range(g.n_spells_offer):
            if _learnt(e, g, k, i):
                add_option(o, ACT_CHOOSE, i, 0, 0)


cdef void take_card(const Env *e, GameState *g, int k, int what, int slot) noexcept nogil:
    """The card leaves the offer for the bottom of its deck."""
    cdef int card
    if what == DEAL_UNIT:
        card = take_offer_unit(g, slot)
        if e.units[card].flags & UNIT_ELITE:
            pile_push_bottom(&g.deck_elites, card)
        else:
            pile_push_bottom(&g.deck_regulars, card)
        g.proxied.units += 1
    elif what == DEAL_ACTION:
        card = take_offer_action(g, slot)
        pile_push_bottom(&g.deck_actions, card)
        g.proxied.actions += 1
    else:
        card = take_spell(e, g, slot)
        pile_push_bottom(&g.deck_spells, card)
        g.proxied.spells += 1
    told(e, g, TOLD_PROXY, k, TAKES, card, what)
    objective_done(e, g, k)
