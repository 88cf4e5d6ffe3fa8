"""Plans worth playing out. See candidates.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.players.memory cimport Goal
from mkbalance._mageknight.players.policy cimport Policy
from mkbalance._mageknight.players.travel cimport Roads
from mkbalance._mageknight.state cimport GameState

cdef enum:
    MAX_LISTED = 48

cdef struct Plans:
    Goal goals[48]
    int worth[48]
    int n

cdef void list_plans(const Env *e, const GameState *g, const Policy *p, Roads *roads, Plans *out) noexcept nogil
