"""Chance: every random event opens its own block of a purpose stream, numbered by ``GameState.draws``.

Two variants of one game therefore meet the same n-th event of each purpose. See docs/random-streams.md.
"""

from libc.stdint cimport uint8_t, uint32_t

from mkbalance._kernel.rng cimport Stream, below, shuffle8, stream_open
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.state cimport GameState


cdef inline void event(GameState *g, int purpose, Stream *s) noexcept nogil:
    """Open the next event of a purpose."""
    stream_open(s, g.key, g.game, <uint32_t> purpose, g.draws[purpose])
    g.draws[purpose] += 1


cdef inline void event_at(GameState *g, int purpose, uint32_t index, Stream *s) noexcept nogil:
    """Open an event with a fixed number (a shuffle keyed by the Round)."""
    stream_open(s, g.key, g.game, <uint32_t> purpose, index)
    g.draws[purpose] += 1


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
