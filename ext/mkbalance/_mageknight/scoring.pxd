"""Final scoring (R17, A.12). See scoring.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport GameState

cdef struct Score:
    int total
    int fame
    int knowledge
    int loot
    int leader
    int conqueror
    int adventurer
    int beating
    int heads
    int horsemen
    int cities
    int goal
    int rounds
    int dummy
    int unannounced
    int tokens
    int quests
    int challenge
    int restored
    int ascended
    int reputation

cdef bint victory(const Env *e, const GameState *g, int seat) noexcept nogil
cdef void score_seat(const Env *e, const GameState *g, int seat, Score *s) noexcept nogil
