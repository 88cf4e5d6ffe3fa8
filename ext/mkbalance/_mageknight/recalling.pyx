"""Cards put back from the discard pile into the Deed deck, chosen or at random (R6.11, OP_RECALL)."""

from libc.stdint cimport uint8_t

from mkbalance._mageknight.chance cimport pick
from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.deeds cimport deck_bottom, deck_top, discard_card, discard_index, discard_take
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.state cimport Action, GameState, Options, Pending, Player, add_option


cdef void pick_recalled(const Env *e, GameState *g, const Pending *t) noexcept nogil:
    """The random cards are taken out of the discard pile first and lie open (R6.11)."""
    cdef Player *p = &g.players[g.seat]
    cdef Pending shown = t[0]
    cdef int index, _i
    g.drawn.size = 0
    for _i in range(min(t.a, p.n_discard)):
        index = <int> pick(g, DRAW_RANDOM_PICK + g.seat, p.n_discard)
        g.drawn.items[g.drawn.size] = <uint8_t> discard_card(p, index)
        g.drawn.size += 1
        discard_take(p, index)
    if g.drawn.size:
        shown.d = 1
        g.pending[g.n_pending] = shown
        g.n_pending += 1


cdef void recall_options(const Env *e, const GameState *g, const Pending *t, Options *o) noexcept nogil:
    """The end of the deck first, then the cards left: those drawn at random, or the kinds of the discard pile."""
    cdef const Player *p = &g.players[g.seat]
    cdef int i
    if t.c == 0:
        add_option(o, ACT_CHOOSE, 0, 0, 0)
        add_option(o, ACT_CHOOSE, 1, 0, 0)
    elif t.d:
        for i in range(g.drawn.size):
            add_option(o, ACT_CHOOSE, i, 0, 0)
    else:
        for i in range(p.n_discard):
            if discard_index(p, discard_card(p, i)) == i:
                add_option(o, ACT_CHOOSE, discard_card(p, i), 0, 0)


cdef void recall_answer(const Env *e, GameState *g, Pending *t, Action act) noexcept nogil:
    """First the end of the deck (0 bottom, 1 top), then card after card in the order the owner likes (R6.11)."""
    cdef Player *p = &g.players[g.seat]
    cdef int card, left, index
    if t.c == 0:
        t.c = 1 + act.a
        if not t.d and p.n_discard == 0:
            g.n_pending -= 1
        return
    if t.d:
        card = g.drawn.items[act.a]
        _take_recalled(g, act.a)
        left = g.drawn.size
    else:
        index = discard_index(p, act.a)
        card = discard_card(p, index)
        discard_take(p, index)
        left = p.n_discard
    if t.c == 2:
        deck_top(g, p, card)
    else:
        deck_bottom(g, p, card)
    t.a -= 1
    if t.a == 0 or left == 0:
        g.n_pending -= 1


cdef void _take_recalled(GameState *g, int index) noexcept nogil:
    cdef int i
    g.drawn.size -= 1
    for i in range(index, g.drawn.size):
        g.drawn.items[i] = g.drawn.items[i + 1]
