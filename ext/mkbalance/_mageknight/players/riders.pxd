"""What fighting a Horseman promises (A.8.2). See riders.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.players.policy cimport Policy
from mkbalance._mageknight.state cimport GameState

cdef int rider_reward(const Env *e, const GameState *g, const Policy *p, int kind, int might) noexcept nogil
cdef int riders_reward(const Env *e, const GameState *g, const Policy *p, int space, int might) noexcept nogil
