"""Offers: Units (R2.4, R3.1.3), Advanced Actions (R3.1.4), Spells (R3.1.5), and how they refill (R6.11)."""

from mkbalance._kernel.pile cimport Pile, pile_pop, pile_push_bottom
from mkbalance._mageknight.dummy cimport dummy_push, proxies
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.state cimport SP_BURNED, SP_DESTROYED, GameState, fault
from mkbalance._mageknight.trace cimport TOLD_OFFER, told


cdef void _offer_unit(const Env *e, GameState *g, bint elite) noexcept nogil:
    cdef int unit
    if g.n_offer_units >= MAX_OFFER:
        fault(g, FAULT_CAPACITY)
        return
    unit = pile_pop(&g.deck_elites) if elite else pile_pop(&g.deck_regulars)
    if unit == NONE:
        return
    g.offer_units[g.n_offer_units] = <unsigned char> unit
    g.n_offer_units += 1
    told(e, g, TOLD_OFFER, 0, unit, 0, 0)


cdef void add_regular(const Env *e, GameState *g) noexcept nogil:
    """One more Regular Unit in the offer."""
    if g.deck_regulars.size:
        _offer_unit(e, g, False)


cdef void add_elite(const Env *e, GameState *g) noexcept nogil:
    """The white city adds an Elite Unit to the offer (R11.5)."""
    _offer_unit(e, g, True)


cdef bint _village_unit(const Env *e, const GameState *g) noexcept nogil:
    cdef int i
    for i in range(g.n_offer_units):
        if e.units[g.offer_units[i]].sites & (1 << VILLAGE):
            return True
    return False


cdef void deal_units(const Env *e, GameState *g, bint first) noexcept nogil:
    """A new Unit offer; what lay in the old one goes to the bottom of its decks (R3.1.3)."""
    cdef int i, n, unit, _i
    for i in range(g.n_offer_units):
        unit = g.offer_units[i]
        if e.units[unit].flags & UNIT_ELITE:
            pile_push_bottom(&g.deck_elites, unit)
        else:
            pile_push_bottom(&g.deck_regulars, unit)
    g.n_offer_units = 0
    if not first:
        for i in range(g.n_offer_actions):
            pile_push_bottom(&g.deck_actions, g.offer_actions[i])
        g.n_offer_actions = 0
    n = e.setup.seats + proxies(e) + 2 + e.setup.extra_units
    for i in range(n):
        _offer_unit(e, g, g.core_revealed and e.setup.elites and i % 2 == 0)
    if first and e.setup.village_units:
        for _i in range(g.deck_regulars.size):
            if _village_unit(e, g):
                break
            g.n_offer_units -= 1
            pile_push_bottom(&g.deck_regulars, g.offer_units[g.n_offer_units])
            _offer_unit(e, g, False)
    if not first:
        for i in range(g.n_tiles * 7):
            if g.spaces[i].site == MONASTERY and not g.spaces[i].flags & (SP_BURNED | SP_DESTROYED):
                add_monastery_action(e, g)


cdef void add_monastery_action(const Env *e, GameState *g) noexcept nogil:
    """One Advanced Action of the deck joins the Unit offer (R10.2)."""
    cdef int card
    if g.n_offer_actions >= MAX_MONASTERIES:
        fault(g, FAULT_CAPACITY)
        return
    card = pile_pop(&g.deck_actions)
    if card == NONE:
        return
    g.offer_actions[g.n_offer_actions] = <unsigned char> card
    g.n_offer_actions += 1
    told(e, g, TOLD_OFFER, 3, card, 0, 0)


cdef void _fill(const Env *e, GameState *g, Pile *deck, unsigned char *offer, unsigned char *n, int which) noexcept nogil:
    """Three cards in an offer, new ones off the top of the deck while it lasts."""
    cdef int card
    while n[0] < 3:
        card = pile_pop(deck)
        if card == NONE:
            break
        offer[n[0]] = <unsigned char> card
        n[0] += 1
        told(e, g, TOLD_OFFER, which, card, 0, 0)


cdef void fill_cards(const Env *e, GameState *g) noexcept nogil:
    """Refill both card offers from the top (R6.11)."""
    _fill(e, g, &g.deck_actions, &g.actions[0], &g.n_actions_offer, 1)
    _fill(e, g, &g.deck_spells, &g.spells[0], &g.n_spells_offer, 2)


cdef int _take(unsigned char *offer, unsigned char *n, int slot) noexcept nogil:
    """Take a card or Unit out of an offer; the others close up."""
    cdef int taken = offer[slot]
    cdef int i
    n[0] -= 1
    for i in range(slot, n[0]):
        offer[i] = offer[i + 1]
    return taken


cdef int take_action(const Env *e, GameState *g, int slot) noexcept nogil:
    """Take a card of the Advanced Action offer; the others shift down, a new one comes on top."""
    cdef int card = _take(&g.actions[0], &g.n_actions_offer, slot)
    fill_cards(e, g)
    return card


cdef int take_spell(const Env *e, GameState *g, int slot) noexcept nogil:
    cdef int card = _take(&g.spells[0], &g.n_spells_offer, slot)
    fill_cards(e, g)
    return card


cdef int take_offer_action(GameState *g, int slot) noexcept nogil:
    """Take an Advanced Action out of the Unit offer; not refilled before the next Round."""
    return _take(&g.offer_actions[0], &g.n_offer_actions, slot)


cdef int take_offer_unit(GameState *g, int slot) noexcept nogil:
    return _take(&g.offer_units[0], &g.n_offer_units, slot)


cdef void refresh_cards(const Env *e, GameState *g) noexcept nogil:
    """New Round: the lowest cards leave; each dummy gets an Action and a crystal of a Spell's colour (R16.4, ruling 91)."""
    cdef int k
    for k in range(max(1, <int> g.n_dummies)):
        _leave(e, g, k)
    fill_cards(e, g)


cdef void _leave(const Env *e, GameState *g, int k) noexcept nogil:
    """The lowest card of each offer leaves, to dummy k if there is one."""
    cdef int card, colour
    if g.n_actions_offer:
        card = _take(&g.actions[0], &g.n_actions_offer, 0)
        if g.n_dummies:
            dummy_push(g, k, card)
        else:
            pile_push_bottom(&g.deck_actions, card)
    if g.n_spells_offer:
        card = _take(&g.spells[0], &g.n_spells_offer, 0)
        pile_push_bottom(&g.deck_spells, card)
        if g.n_dummies:
            for colour in range(4):
                if (e.cards[card].colours >> colour) & 1:
                    g.dummies[k].crystals[colour] += 1
