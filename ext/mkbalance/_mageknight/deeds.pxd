"""Deed cards of a seat (R6): hand, Deed deck, discard pile, play area. Wounds in hand are a count, not cards."""

from libc.stdint cimport uint8_t

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.state cimport DO_DRAW, GameState, Options, Player, add_option, fault, push
from mkbalance._mageknight.trace cimport TOLD_DISCARD, TOLD_DRAW, TOLD_GAIN, TOLD_WOUND, told


cdef inline int hand_size(const Player *p) noexcept nogil:
    return p.n_hand + p.hand_wounds


cdef inline void hand_add(const Env *e, GameState *g, Player *p, int card) noexcept nogil:
    if card == e.wound:
        p.hand_wounds += 1
    elif p.n_hand < MAX_HAND:
        p.hand[p.n_hand] = <uint8_t> card
        p.n_hand += 1
    else:
        fault(g, FAULT_CAPACITY)


cdef inline int hand_index(const Player *p, int card) noexcept nogil:
    cdef int i
    for i in range(p.n_hand):
        if p.hand[i] == card:
            return i
    return -1


cdef inline bint first_copy(const uint8_t *cards, int i) noexcept nogil:
    """None of the cards before is like the i-th: equal cards are listed once."""
    cdef int k
    for k in range(i):
        if cards[k] == cards[i]:
            return False
    return True


cdef inline void distinct_options(const uint8_t *cards, int n, int kind, Options *o) noexcept nogil:
    """An option of a kind for each different one of these cards."""
    cdef int i
    for i in range(n):
        if first_copy(cards, i):
            add_option(o, kind, cards[i], 0, 0)


cdef inline bint hand_take(Player *p, int card) noexcept nogil:
    """Take a non-Wound card out of the hand; False if it is not there."""
    cdef int i = hand_index(p, card)
    if i < 0:
        return False
    p.n_hand -= 1
    while i < p.n_hand:
        p.hand[i] = p.hand[i + 1]
        i += 1
    return True


cdef inline void discard_add(GameState *g, Player *p, int card) noexcept nogil:
    if p.n_deck + p.n_discard >= MAX_CARDS:
        fault(g, FAULT_CAPACITY)
        return
    p.n_discard += 1
    p.cards[MAX_CARDS - p.n_discard] = <uint8_t> card


cdef inline void discard_take(Player *p, int index) noexcept nogil:
    """Remove the index-th card of the discard pile (0 = oldest)."""
    cdef int i
    for i in range(index, p.n_discard - 1):
        p.cards[MAX_CARDS - 1 - i] = p.cards[MAX_CARDS - 2 - i]
    p.n_discard -= 1


cdef inline int discard_card(const Player *p, int index) noexcept nogil:
    return p.cards[MAX_CARDS - 1 - index]


cdef inline int owned_card(const Player *p, int k) noexcept nogil:
    """The k-th Deed card of a seat, wherever it lies: deck, discard pile, hand, play area, stored, away, set aside, Banners at
    Units; NONE beyond the last. Wounds in hand are not among them."""
    cdef int i
    if k < p.n_deck:
        return p.cards[k]
    k -= p.n_deck
    if k < p.n_discard:
        return discard_card(p, k)
    k -= p.n_discard
    if k < p.n_hand:
        return p.hand[k]
    k -= p.n_hand
    if k < p.n_played:
        return p.played[k]
    k -= p.n_played
    if k < p.n_stored:
        return p.stored[k]
    k -= p.n_stored
    if k < p.n_away:
        return p.away[k]
    k -= p.n_away
    if p.set_aside != NONE:
        if k == 0:
            return p.set_aside
        k -= 1
    for i in range(p.n_units):
        if p.units[i].banner != NONE:
            if k == 0:
                return p.units[i].banner
            k -= 1
    return NONE


cdef inline int discard_index(const Player *p, int card) noexcept nogil:
    """Place of the oldest card of this row in the discard pile; -1 if there is none."""
    cdef int i
    for i in range(p.n_discard):
        if discard_card(p, i) == card:
            return i
    return -1


cdef inline void deck_top(GameState *g, Player *p, int card) noexcept nogil:
    if p.n_deck + p.n_discard >= MAX_CARDS:
        fault(g, FAULT_CAPACITY)
        return
    p.cards[p.n_deck] = <uint8_t> card
    p.n_deck += 1


cdef inline void deck_bottom(GameState *g, Player *p, int card) noexcept nogil:
    cdef int i
    if p.n_deck + p.n_discard >= MAX_CARDS:
        fault(g, FAULT_CAPACITY)
        return
    for i in range(p.n_deck, 0, -1):
        p.cards[i] = p.cards[i - 1]
    p.cards[0] = <uint8_t> card
    p.n_deck += 1


cdef inline bint draw_one(const Env *e, GameState *g, Player *p) noexcept nogil:
    """Draw the top card of the Deed deck; False if the deck is empty (R12.8.1)."""
    if p.n_deck == 0:
        return False
    p.n_deck -= 1
    told(e, g, TOLD_DRAW, p.cards[p.n_deck], 0, 0, 0)
    hand_add(e, g, p, p.cards[p.n_deck])
    return True


cdef inline void gain_card(const Env *e, GameState *g, Player *p, int card, int where) noexcept nogil:
    """A card joins the seat's Deed cards (R6.11); where: 0 discard pile, 1 hand, 2 deck top."""
    told(e, g, TOLD_GAIN, card, where, 0, 0)
    if e.cards[card].kind == ADVANCED_ACTION:
        p.tally.actions += 1
    elif e.cards[card].kind == SPELL:
        p.tally.spells += 1
    elif e.cards[card].kind == ARTIFACT:
        p.tally.artifacts += 1
    if where == 0:
        discard_add(g, p, card)
    elif where == 1:
        hand_add(e, g, p, card)
    else:
        deck_top(g, p, card)


cdef inline void play_area_add(GameState *g, Player *p, int card) noexcept nogil:
    if p.n_played >= MAX_PLAYED:
        fault(g, FAULT_CAPACITY)
        return
    p.played[p.n_played] = <uint8_t> card
    p.played_how[p.n_played] = 0
    p.n_played += 1


cdef inline void discard_from_hand(const Env *e, GameState *g, Player *p, int card) noexcept nogil:
    """Discard a non-Wound card from hand; counts for the minimum of a turn (R4.4)."""
    if hand_take(p, card):
        told(e, g, TOLD_DISCARD, card, 0, 0, 0)
        discard_add(g, p, card)
        g.turn.played += 1


cdef inline void discard_hand(const Env *e, GameState *g, Player *p) noexcept nogil:
    """Discard every non-Wound card (knock-out R9.5.8, Paralyze R9.5.5)."""
    cdef int i
    for i in range(p.n_hand):
        discard_add(g, p, p.hand[i])
    p.n_hand = 0


cdef inline void wounds_to_hand(const Env *e, GameState *g, Player *p, int n) noexcept nogil:
    """The seat at turn takes n Wounds to hand; in combat the caller checks for knock-out."""
    cdef int draws = 0
    cdef int i
    if n <= 0:
        return
    if p.hand_wounds + n > 250:
        fault(g, FAULT_CAPACITY)
        return
    p.hand_wounds += <uint8_t> n
    p.tally.wounds_taken += n
    told(e, g, TOLD_WOUND, n, 0, 0, 0)
    if g.turn.adrenaline_throw == 1:
        g.turn.adrenaline_throw = 2
        p.hand_wounds -= 1
    for i in range(n):
        if g.turn.wounds + i < MAX_ADRENALINE:
            draws += g.turn.adrenaline[g.turn.wounds + i]
    if g.turn.wounds + n < 250:
        g.turn.wounds += <uint8_t> n
    if draws:
        push(g, DO_DRAW, draws, 0, 0, 0)


cdef inline int count_wounds(const Env *e, const Player *p) noexcept nogil:
    """Wounds among all Deed cards of the seat."""
    cdef int i
    cdef int n = p.hand_wounds
    for i in range(p.n_deck):
        n += p.cards[i] == e.wound
    for i in range(p.n_discard):
        n += p.cards[MAX_CARDS - 1 - i] == e.wound
    for i in range(p.n_stored):
        n += p.stored[i] == e.wound
    return n
