"""What a value function says of a state beyond the rules of thumb. See value.pyx."""

from libc.stdint cimport int16_t

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.players.nets cimport Net
from mkbalance._mageknight.players.policy cimport Policy
from mkbalance._mageknight.players.travel cimport Roads
from mkbalance._mageknight.state cimport GameState

cdef const Net *voice(const Env *e, const Policy *p) noexcept nogil
cdef int heard(const Net *net, const int16_t *seen) noexcept nogil
cdef int foreseen(const Env *e, const GameState *g, const Policy *p, const Roads *r, int worth, bint explores) noexcept nogil
