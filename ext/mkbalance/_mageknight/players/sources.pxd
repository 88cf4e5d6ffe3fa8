"""What could be played for points now, and the cheapest set of it that reaches a need. See sources.pyx."""

from libc.stdint cimport int16_t, uint8_t, uint64_t

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.players.digest cimport Gain
from mkbalance._mageknight.players.policy cimport Policy
from mkbalance._mageknight.state cimport GameState

cdef enum:
    MAX_SOURCES = 96
    MAX_COVER = 12

cdef enum Want:
    WANT_MOVE = 0
    WANT_INFLUENCE = 1
    WANT_ATTACK = 2
    WANT_BLOCK = 3

cdef struct Sourced:      # one way to play one card or Unit
    const Gain *gain      # NULL = sideways
    int16_t cost          # what playing it is felt to cost, in tenths
    uint8_t item          # hand index, 48 + Unit slot, 56 + Skill slot
    uint8_t kind          # Act
    uint8_t a
    uint8_t b
    uint8_t c

cdef struct Sources:
    Sourced items[96]
    uint8_t hand[48]      # hand index -> card row
    Gain lent[2]          # what the best kept token gives as Attack and as Block (OP_PUPPET)
    Gain side[4]          # what a card gives sideways with the help of a Skill (OP_SIDEWAYS)
    int n_side
    int n

cdef struct Cover:
    uint64_t used         # items
    int cost
    int n
    uint8_t at[12]        # indices into Sources
    uint8_t end

cdef int card_cost(const Env *e, const GameState *g, const Policy *p, int card) noexcept nogil
cdef void gather(const Env *e, const GameState *g, const Policy *p, int win, int want, Sources *s) noexcept nogil
cdef bint cover(const GameState *g, const Sources *s, const int16_t *points, int need, uint64_t banned, Cover *out) noexcept nogil
cdef int scarcity(const GameState *g) noexcept nogil
