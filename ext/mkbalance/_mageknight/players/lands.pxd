"""Maps met in a search, each with its roads and attractions. See lands.pyx."""

from libc.stdint cimport uint64_t

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.players.policy cimport Policy
from mkbalance._mageknight.players.travel cimport Roads
from mkbalance._mageknight.state cimport GameState

cdef enum:
    MAX_LANDS = 6

cdef struct Land:
    Roads roads
    uint64_t key

cdef struct Lands:
    Land of[MAX_LANDS]
    int n

cdef const Roads *roads_of(const Env *e, const GameState *h, const Policy *p, Lands *known) noexcept nogil
