"""The dummy player (R16): a clock made of a deck and crystals."""

from mkbalance._kernel.pile cimport PILE_CAP, pile_pop, pile_push
from mkbalance._kernel.rng cimport Stream, shuffle8
from mkbalance._mageknight.chance cimport event_at
from mkbalance._mageknight.content cimport rule
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.state cimport GameState
from mkbalance._mageknight.trace cimport TOLD_DUMMY, told


cdef void _shuffle(GameState *g) noexcept nogil:
    cdef Stream s
    event_at(g, DRAW_DUMMY, g.round, &s)
    shuffle8(&s, &g.dummy_deck.items[0], g.dummy_deck.size)


cdef void dummy_set_up(const Env *e, GameState *g, int hero) noexcept nogil:
    """16 Basic Actions of an unused Hero, a crystal per dot of its card (R16.1)."""
    cdef int i
    g.dummy_hero = <unsigned char> hero
    for i in range(16):
        pile_push(&g.dummy_deck, e.heroes[hero].deck[i])
    for i in range(4):
        g.dummy_crystals[i] = e.heroes[hero].crystals[i]
    _shuffle(g)


cdef inline int _flip(GameState *g) noexcept nogil:
    """The top card onto the discard pile."""
    cdef int card = pile_pop(&g.dummy_deck)
    g.dummy_flipped += 1
    g.dummy_deck.items[PILE_CAP - g.dummy_flipped] = <unsigned char> card
    return card


cdef int _matching(const Env *e, const GameState *g, int colours) noexcept nogil:
    """Crystals of the colour of a card; of two colours the larger count, their sum or the smaller one (ruling 56)."""
    cdef int how = rule(e, RULE_DUMMY_TWO_COLOURS)
    cdef int n = -1
    cdef int colour, there
    for colour in range(4):
        if not (colours >> colour) & 1:
            continue
        there = g.dummy_crystals[colour]
        if n < 0:
            n = there
        elif how == 1:
            n += there
        else:
            n = min(n, there) if how == 2 else max(n, there)
    return n if n > 0 else 0


cdef bint dummy_turn(const Env *e, GameState *g) noexcept nogil:
    """Flip three cards, and one more per crystal of the last one's colour (R16.3). False if the deck was empty."""
    cdef int _i, card, extra
    cdef int flipped = 0
    if g.dummy_deck.size == 0:
        return False
    card = NONE
    for _i in range(3):
        if g.dummy_deck.size:
            card = _flip(g)
            flipped += 1
    extra = _matching(e, g, e.cards[card].colours)
    for _i in range(extra):
        if g.dummy_deck.size:
            _flip(g)
            flipped += 1
    told(e, g, TOLD_DUMMY, flipped, e.cards[card].colours, extra, card)
    return True


cdef void dummy_new_round(const Env *e, GameState *g) noexcept nogil:
    """Deck and discard pile together again (R16.4); what the offers give it is done by ``offers``."""
    cdef unsigned char card
    while g.dummy_flipped:
        card = g.dummy_deck.items[PILE_CAP - g.dummy_flipped]
        g.dummy_deck.items[PILE_CAP - g.dummy_flipped] = 0
        g.dummy_flipped -= 1
        pile_push(&g.dummy_deck, card)
    _shuffle(g)
