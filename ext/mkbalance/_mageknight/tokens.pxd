"""Enemy token piles (R2.2): one array, each colour's draw pile growing from its low end, its discard from the high end."""

from libc.stdint cimport uint8_t

from mkbalance._kernel.rng cimport Stream, shuffle8
from mkbalance._mageknight.chance cimport event
from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.state cimport GameState, fault


cdef inline int draw_token(GameState *g, int colour) noexcept nogil:
    """Draw an enemy token; an empty pile is refilled from its shuffled discard. NONE if every token is on the map."""
    cdef Stream s
    cdef int first = g.token_first[colour]
    cdef int last = first + g.token_total[colour]
    cdef int i
    if g.token_draw[colour] == 0:
        if g.token_discard[colour] == 0:
            return NONE
        for i in range(g.token_discard[colour]):
            g.tokens[first + i] = g.tokens[last - g.token_discard[colour] + i]
        g.token_draw[colour] = g.token_discard[colour]
        g.token_discard[colour] = 0
        event(g, DRAW_TOKENS + colour, &s)
        shuffle8(&s, &g.tokens[first], g.token_draw[colour])
    g.token_draw[colour] -= 1
    return g.tokens[first + g.token_draw[colour]]


cdef inline void discard_token(const Env *e, GameState *g, int row) noexcept nogil:
    cdef int colour = e.enemies[row].colour
    if g.token_draw[colour] + g.token_discard[colour] >= g.token_total[colour]:
        fault(g, FAULT_TOKENS)
        return
    g.token_discard[colour] += 1
    g.tokens[g.token_first[colour] + g.token_total[colour] - g.token_discard[colour]] = <uint8_t> row
