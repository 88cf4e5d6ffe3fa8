"""How many of each card, Unit and Skill a player has, wherever they are, and what experience says they are worth.

Rows as in ``OWNED``: the tables of the content one after the other. The worth is what a game brings more, or less, after one
was gained than the networks foretell, which see only what a card gives, not which it is.
"""

from libc.string cimport memset

from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.players.clock cimport turns_left
from mkbalance._mageknight.players.nets cimport MAX_OWNED
from mkbalance._mageknight.state cimport Player

OWNED = ("cards", "units", "skills")  # tables of the content

cdef enum:
    ALL_TURNS = 32        # turns left from which it counts in full


cdef void count_owned(const Env *e, const GameState *g, uint8_t *n) noexcept nogil:
    """Count cards in hand, deck, discard pile and play, Units and Skills into ``n``, of ``MAX_OWNED``."""
    cdef const Player *q = &g.players[g.seat]
    cdef int skills = e.n_cards + e.n_units
    cdef int i
    memset(n, 0, MAX_OWNED)
    for i in range(q.n_hand):
        n[q.hand[i]] += 1
    for i in range(q.n_deck):
        n[q.cards[i]] += 1
    for i in range(q.n_discard):
        n[q.cards[MAX_CARDS - 1 - i]] += 1
    for i in range(q.n_played):
        n[q.played[i]] += 1
    for i in range(q.n_units):
        n[e.n_cards + q.units[i].kind] += 1
    for i in range(q.n_skills):
        n[skills + q.skills[i]] += 1


cdef int owned_worth(const Env *e, const GameState *g, const Net *net) noexcept nogil:
    """What all of it is worth with the turns that are left, in tenths of a point."""
    cdef const Player *q = &g.players[g.seat]
    cdef int left = turns_left(e, g)
    cdef int skills = e.n_cards + e.n_units
    cdef int total = 0
    cdef int i
    for i in range(q.n_hand):
        total += net.owned[q.hand[i]]
    for i in range(q.n_deck):
        total += net.owned[q.cards[i]]
    for i in range(q.n_discard):
        total += net.owned[q.cards[MAX_CARDS - 1 - i]]
    for i in range(q.n_played):
        total += net.owned[q.played[i]]
    for i in range(q.n_units):
        total += net.owned[e.n_cards + q.units[i].kind]
    for i in range(q.n_skills):
        total += net.owned[skills + q.skills[i]]
    return total * (left if left < ALL_TURNS else ALL_TURNS) >> 5
