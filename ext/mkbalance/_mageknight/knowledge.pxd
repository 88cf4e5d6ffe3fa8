"""What a seat has looked at face down (OP_PEEK): it stays known to that seat until the token moves (R8.8).

A seat's bit lies in ``Space.shields`` (token 0) and ``Space.face_up`` (token 1) four places up: at most two tokens lie face
down on a space, those of spawning grounds; for the garrison of a city in ``City.seen``, for the top of a pile in
``GameState.pile_seen``. LOOKED marks what was looked at in the turn going on: its defeat in that turn is Fame.
"""

from libc.stdint cimport uint8_t

from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.state cimport SP_LOOKED, GameState, Space

cdef enum:
    LOOKED = 16           # City.seen, GameState.pile_seen
    KNOWN_TOKENS = 2      # tokens of a space that may lie face down


cdef inline bint token_known(const GameState *g, int space, int i, int seat) noexcept nogil:
    """Face up, or looked at by the seat."""
    cdef const Space *s = &g.spaces[space]
    if (s.face_up >> i) & 1:
        return True
    if i == 0:
        return (s.shields >> (4 + seat)) & 1
    return i == 1 and (s.face_up >> (4 + seat)) & 1


cdef inline bint garrison_known(const GameState *g, int city, int i, int seat) noexcept nogil:
    return g.cities[city].face_up or (g.cities[city].seen[i] >> seat) & 1


cdef inline bint top_known(const GameState *g, int colour, int seat) noexcept nogil:
    """The seat knows the topmost token of a draw pile."""
    return g.token_draw[colour] > 0 and (g.pile_seen[colour] >> seat) & 1


cdef inline void look_at_token(GameState *g, int space, int i) noexcept nogil:
    cdef Space *s = &g.spaces[space]
    if i == 0:
        s.shields |= <uint8_t> (16 << g.seat)
    else:
        s.face_up |= <uint8_t> (16 << g.seat)
    s.flags |= <uint8_t> (SP_LOOKED << i)


cdef inline void take_tokens_off(Space *s) noexcept nogil:
    """No token lies on the space any more, and nothing is known of one."""
    s.n_tokens = 0
    s.face_up = 0
    s.shields &= 15
    s.flags &= <uint8_t> ~(3 * SP_LOOKED)


cdef inline bint looked_at(const GameState *g, int source, int space, int slot) noexcept nogil:
    """The token that joins a fight was looked at in this turn."""
    cdef const Space *s
    if source == FROM_DRAW or source == FROM_SUMMON:
        return g.turn.drawn_looked != 0
    if source != FROM_SITE and source != FROM_MAP or space == NONE:
        return False
    s = &g.spaces[space]
    if s.site == CITY and s.extra != NONE:
        return (g.cities[s.extra].seen[slot] & LOOKED) != 0
    return slot < KNOWN_TOKENS and (s.flags >> slot) & SP_LOOKED


cdef inline void end_looks(GameState *g) noexcept nogil:
    """A new turn: what was looked at stays known, its defeat is no more than any other's."""
    cdef int i, k
    if not g.turn.looks:
        return
    for i in range(g.n_tiles * 7):
        g.spaces[i].flags &= <uint8_t> ~(3 * SP_LOOKED)
    for i in range(g.n_cities):
        for k in range(MAX_GARRISON):
            g.cities[i].seen[k] &= <uint8_t> ~LOOKED
    for i in range(N_TOKEN_COLOURS):
        g.pile_seen[i] &= <uint8_t> ~LOOKED
