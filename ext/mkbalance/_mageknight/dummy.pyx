"""The dummy player (R16): a clock made of a deck and crystals. A proxy player flips by the same law (A.11.1).

With several of them (A.13.6) each has its own deck, crystals and Tactic.
"""

from mkbalance._kernel.rng cimport Stream, shuffle8
from mkbalance._mageknight.chance cimport event_at
from mkbalance._mageknight.content cimport number, rule
from mkbalance._mageknight.trace cimport TAKES_OBJECTIVE, TOLD_DUMMY, TOLD_PROXY, told


cdef void _shuffle(GameState *g, int k) noexcept nogil:
    """Keyed by the Round; each further dummy has numbers of its own."""
    cdef Stream s
    event_at(g, DRAW_DUMMY, g.round + (k << 8), &s)
    shuffle8(&s, &g.dummy_cards[k * dummy_share(g)], g.dummies[k].n_deck)


cdef void dummy_set_up(const Env *e, GameState *g, int k, int hero) noexcept nogil:
    """16 Basic Actions of an unused Hero, a crystal per dot of its card (R16.1)."""
    cdef Dummy *d = &g.dummies[k]
    cdef int i
    d.hero = <uint8_t> hero
    for i in range(16):
        dummy_push(g, k, e.heroes[hero].deck[i])
    for i in range(4):
        d.crystals[i] = e.heroes[hero].crystals[i]
    d.space = NONE
    d.objective = NONE
    _shuffle(g, k)


cdef inline int _pop(GameState *g, int k) noexcept nogil:
    """The top card of the deck."""
    cdef int at = k * dummy_share(g) + g.dummies[k].n_deck - 1
    cdef int card = g.dummy_cards[at]
    g.dummy_cards[at] = 0
    g.dummies[k].n_deck -= 1
    return card


cdef inline int _flip(GameState *g, int k) noexcept nogil:
    """The top card onto the discard pile."""
    cdef int card = _pop(g, k)
    dummy_discard(g, k, card)
    return card


cdef int _matching(const Env *e, const Dummy *d, int colours) noexcept nogil:
    """Crystals of the colour of a card; of two colours the larger count, their sum or the smaller one (ruling 56)."""
    cdef int how = rule(e, RULE_DUMMY_TWO_COLOURS)
    cdef int n = -1
    cdef int colour, there
    for colour in range(4):
        if not (colours >> colour) & 1:
            continue
        there = d.crystals[colour]
        if n < 0:
            n = there
        elif how == 1:
            n += there
        else:
            n = min(n, there) if how == 2 else max(n, there)
    return n if n > 0 else 0


cdef bint dummy_turn(const Env *e, GameState *g, int k) noexcept nogil:
    """Flip cards (three), and one more per crystal of the last one's colour (R16.3). False if the deck was empty.

    A proxy without an objective takes the first of them for one; with one it puts a Shield on it (A.11.1).
    """
    cdef Dummy *d = &g.dummies[k]
    cdef int _i, extra
    cdef int flipped = 0
    cdef int card = NONE
    if d.n_deck == 0:
        return False
    if is_proxy(e, k):
        if d.objective == NONE:
            card = _pop(g, k)
            d.objective = <uint8_t> card
            flipped = 1
        else:
            d.shields += 1
        told(e, g, TOLD_PROXY, k, TAKES_OBJECTIVE, d.objective, d.shields)
    while flipped < number(e, NUMBER_DUMMY_FLIPS) and d.n_deck:
        card = _flip(g, k)
        flipped += 1
    extra = _matching(e, d, e.cards[card].colours)
    for _i in range(extra):
        if d.n_deck:
            _flip(g, k)
            flipped += 1
    told(e, g, TOLD_DUMMY, flipped, e.cards[card].colours, extra, card)
    return True


cdef void dummy_new_round(const Env *e, GameState *g, int k) noexcept nogil:
    """Deck, discard pile and objective together again (R16.4, A.11.5); what the offers give it is done by ``offers``."""
    cdef Dummy *d = &g.dummies[k]
    cdef int at, card
    if d.objective != NONE:
        dummy_discard(g, k, d.objective)
        d.objective = NONE
        d.shields = 0
    while d.n_flipped:
        at = (k + 1) * dummy_share(g) - d.n_flipped
        card = g.dummy_cards[at]
        g.dummy_cards[at] = 0
        d.n_flipped -= 1
        dummy_push(g, k, card)
    _shuffle(g, k)
