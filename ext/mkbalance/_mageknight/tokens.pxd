"""Enemy token piles (R2.2): one array, each colour's draw pile growing from its low end, its discard from the high end.

Tokens that a Skill keeps lie next to the discard pile, towards the low end: as many places are free as tokens are out.
"""

from libc.stdint cimport uint8_t

from mkbalance._kernel.rng cimport Stream, shuffle8
from mkbalance._mageknight.chance cimport event
from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.knowledge cimport LOOKED
from mkbalance._mageknight.state cimport GameState, fault


cdef inline int draw_token(GameState *g, int colour) noexcept nogil:
    """Draw an enemy token; an empty pile is refilled from its shuffled discard. NONE if every token is on the map."""
    cdef Stream s
    cdef int first = g.token_first[colour]
    cdef int last = first + g.token_total[colour]
    cdef uint8_t held[MAX_TOKENS]
    cdef int i
    if g.token_draw[colour] == 0:
        if g.token_discard[colour] == 0:
            return NONE
        for i in range(g.token_discard[colour]):
            held[i] = g.tokens[last - g.token_discard[colour] + i]
        for i in range(g.token_kept[colour]):  # upwards before the new draw pile is written over their places
            g.tokens[last - 1 - i] = g.tokens[last - 1 - i - g.token_discard[colour]]
        for i in range(g.token_discard[colour]):
            g.tokens[first + i] = held[i]
        g.token_draw[colour] = g.token_discard[colour]
        g.token_discard[colour] = 0
        event(g, DRAW_TOKENS + colour, &s)
        shuffle8(&s, &g.tokens[first], g.token_draw[colour])
    g.turn.drawn_looked = (g.pile_seen[colour] & LOOKED) != 0
    g.pile_seen[colour] = 0
    g.token_draw[colour] -= 1
    return g.tokens[first + g.token_draw[colour]]


cdef inline void discard_token(const Env *e, GameState *g, int row) noexcept nogil:
    cdef int colour = e.enemies[row].colour
    cdef int top = g.token_first[colour] + g.token_total[colour] - g.token_discard[colour] - 1  # highest place kept, or free
    if g.token_draw[colour] + g.token_discard[colour] + g.token_kept[colour] >= g.token_total[colour]:
        fault(g, FAULT_TOKENS)
        return
    g.tokens[top - g.token_kept[colour]] = g.tokens[top]
    g.token_discard[colour] += 1
    g.tokens[g.token_first[colour] + g.token_total[colour] - g.token_discard[colour]] = <uint8_t> row


cdef inline void keep_token(const Env *e, GameState *g, int row) noexcept nogil:
    """Take a token out of the discard pile to those kept (OP_KEEP_FOE)."""
    cdef int colour = e.enemies[row].colour
    cdef int last = g.token_first[colour] + g.token_total[colour]
    cdef int low = last - g.token_discard[colour]
    cdef int i
    for i in range(low, last):
        if g.tokens[i] == row:
            g.tokens[i] = g.tokens[low]
            g.tokens[low] = <uint8_t> row
            g.token_discard[colour] -= 1
            g.token_kept[colour] += 1
            return


cdef inline void release_token(const Env *e, GameState *g, int row) noexcept nogil:
    """Discard a kept token (OP_PUPPET)."""
    cdef int colour = e.enemies[row].colour
    cdef int top = g.token_first[colour] + g.token_total[colour] - g.token_discard[colour] - 1
    cdef int i
    for i in range(top, top - g.token_kept[colour], -1):
        if g.tokens[i] == row:
            g.tokens[i] = g.tokens[top]
            g.tokens[top] = <uint8_t> row
            g.token_kept[colour] -= 1
            g.token_discard[colour] += 1
            return


cdef inline int kept_token(const GameState *g, int n) noexcept nogil:
    """Row of the n-th kept token, colour by colour; NONE beyond the last."""
    cdef int colour
    for colour in range(N_TOKEN_COLOURS):
        if n < g.token_kept[colour]:
            return g.tokens[g.token_first[colour] + g.token_total[colour] - g.token_discard[colour] - 1 - n]
        n -= g.token_kept[colour]
    return NONE
