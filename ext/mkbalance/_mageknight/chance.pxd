"""Chance: every random event opens its own block of a purpose stream, numbered by ``GameState.draws``.

Two variants of one game therefore meet the same n-th event of each purpose. A source of chance may be dealt anew: its
streams go on in blocks that no other deal reaches. See docs/random-streams.md.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from mkbalance._kernel.rng cimport Stream, below, shuffle8, stream_open
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.state cimport GameState


cdef inline int chance_of(int purpose) noexcept nogil:
    """The source (Chance) that a purpose belongs to."""
    if purpose == DRAW_MAP:
        return CHANCE_MAP
    if purpose <= DRAW_POSSESSED or DRAW_FACTION <= purpose < DRAW_PROXY:
        return CHANCE_TOKENS
    if purpose <= DRAW_ELITES or DRAW_SKILLS <= purpose < DRAW_POLICY or purpose == DRAW_QUESTS:
        return CHANCE_DECKS
    if purpose <= DRAW_DICE or purpose in (DRAW_PROXY, DRAW_RESTORATION):
        return CHANCE_DICE
    if purpose <= DRAW_HEADS or purpose == DRAW_HORSEMEN:
        return CHANCE_OPPONENTS
    return CHANCE_HANDS if purpose < DRAW_SKILLS else CHANCE_PLAYER


cdef inline uint32_t deal_of(const GameState *g, int purpose) noexcept nogil:
    """The deal of a purpose, in place: what its event numbers are raised by."""
    return g.draws[purpose] >> DEALT_BITS << DEALT_BITS


cdef inline void event(GameState *g, int purpose, Stream *s) noexcept nogil:
    """Open the next event of a purpose."""
    stream_open(s, g.key, g.game, <uint32_t> purpose, g.draws[purpose])
    g.draws[purpose] += 1


cdef inline void event_at(GameState *g, int purpose, uint32_t index, Stream *s) noexcept nogil:
    """Open an event with a fixed number (a shuffle keyed by the Round)."""
    stream_open(s, g.key, g.game, <uint32_t> purpose, deal_of(g, purpose) + index)
    g.draws[purpose] += 1


cdef inline void policy_event(const GameState *g, uint64_t index, Stream *s) noexcept nogil:
    """Open the own chance of the player at turn; the deal lies above every index."""
    cdef int purpose = DRAW_POLICY + g.seat
    stream_open(s, g.key, g.game, <uint32_t> purpose, (<uint64_t> deal_of(g, purpose) << 32) + index)


cdef inline uint32_t pick(GameState *g, int purpose, uint32_t n) noexcept nogil:
    """Uniform number below n as an event of its own; n = 1 draws nothing."""
    cdef Stream s
    if n <= 1:
        return 0
    event(g, purpose, &s)
    return below(&s, n)


cdef inline int roll_die(GameState *g, int purpose) noexcept nogil:
    """A mana die (R1.4): a Colour, each 1/6."""
    cdef Stream s
    event(g, purpose, &s)
    return <int> below(&s, 6)
