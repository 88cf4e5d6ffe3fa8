"""Which enemies to attack together. See groups.pyx."""

from libc.stdint cimport int16_t, uint8_t, uint32_t, uint64_t

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.players.policy cimport Policy
from mkbalance._mageknight.players.sources cimport Cover, Sourced, Sources
from mkbalance._mageknight.state cimport GameState

cdef struct Group:
    Cover cover
    int net               # worth less cost, in tenths
    uint32_t mask         # foes
    uint8_t want[20]      # levels of heads
    uint8_t end

cdef int source_attack(const GameState *g, const Sourced *s, uint32_t mask, bint ranged) noexcept nogil
cdef bint best_group(const Env *e, const GameState *g, const Policy *p, const Sources *s, bint ranged, bint aside, uint64_t banned,
                     uint32_t excluded, Group *out) noexcept nogil
cdef int prospects(const Env *e, const GameState *g, const Policy *p, const Sources *s, uint64_t banned, uint32_t excluded) noexcept nogil
