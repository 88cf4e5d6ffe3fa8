"""The Solo Conquest Challenge (A.12.8): the goal of each Hero. See challenge.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport GameState

cdef struct Holdings:  # what a seat owns at this moment, in every zone
    int spells
    int actions
    int artifacts
    int basics
    int action_masks[16]  # Advanced Actions by their colours
    int crystals
    int colours           # of these, different ones
    int conqueror         # Shields (R17.1)
    int adventurer

cdef void holdings(const Env *e, const GameState *g, int seat, Holdings *h) noexcept nogil
cdef bint goal_met(const Env *e, const GameState *g, int seat) noexcept nogil
cdef int goal_share(const Env *e, const GameState *g, int seat) noexcept nogil
cdef int kept_points(const Env *e, const GameState *g) noexcept nogil
