"""Looking at face-down enemy tokens (OP_PEEK)."""

from libc.stdint cimport uint8_t

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.hexmap cimport Far, distances
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.knowledge cimport KNOWN_TOKENS, LOOKED, look_at_token
from mkbalance._mageknight.state cimport Action, City, GameState, Options, add_option
from mkbalance._mageknight.trace cimport TOLD_TOKEN, told


cdef void peek_options(const Env *e, const GameState *g, Options *o) noexcept nogil:
    """Face-down tokens up to three spaces away (a = space, b = token), and the piles (a = colour, c = 1)."""
    cdef Far far
    cdef const City *c
    cdef int s, i
    distances(g, g.players[g.seat].space, &far.to[0])
    for s in range(g.n_tiles * 7):
        if far.to[s] > 3:
            continue
        for i in range(min(g.spaces[s].n_tokens, KNOWN_TOKENS)):
            if not (g.spaces[s].face_up >> i) & 1:
                add_option(o, ACT_CHOOSE, s, i, 0)
        if g.spaces[s].site == CITY and g.spaces[s].extra != NONE:
            c = &g.cities[g.spaces[s].extra]
            for i in range(0 if c.face_up else c.n_garrison):
                add_option(o, ACT_CHOOSE, s, i, 0)
    for i in range(N_TOKEN_COLOURS):
        if g.token_draw[i]:
            add_option(o, ACT_CHOOSE, i, 0, 1)


cdef void peek(const Env *e, GameState *g, Action act) noexcept nogil:
    """Look at a token; it stays known to this seat alone, and gives Fame if it is defeated this turn (OP_PEEK)."""
    cdef int city = g.spaces[act.a].extra
    g.turn.looks = 1
    if act.c:
        g.pile_seen[act.a] |= <uint8_t> (LOOKED | (1 << g.seat))
        told(e, g, TOLD_TOKEN, NONE, g.tokens[g.token_first[act.a] + g.token_draw[act.a] - 1], 0, 0)
    elif g.spaces[act.a].site == CITY:
        g.cities[city].seen[act.b] |= <uint8_t> (LOOKED | (1 << g.seat))
        told(e, g, TOLD_TOKEN, act.a, g.cities[city].garrison[act.b], 0, 0)
    else:
        look_at_token(g, act.a, act.b)
        told(e, g, TOLD_TOKEN, act.a, g.spaces[act.a].tokens[act.b], 0, 0)
