"""What the value function sees of a state at the end of a turn. See features.pyx."""

from libc.stdint cimport int16_t

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.players.policy cimport Policy
from mkbalance._mageknight.players.travel cimport Roads
from mkbalance._mageknight.state cimport GameState

cdef int describe(const Env *e, const GameState *g, const Policy *p, const Roads *r, int worth, bint explores, int16_t *x) noexcept nogil
