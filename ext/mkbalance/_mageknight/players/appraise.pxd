"""What a state is worth to a player at the end of its turn. See appraise.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.players.policy cimport Policy
from mkbalance._mageknight.players.travel cimport Roads
from mkbalance._mageknight.state cimport GameState

cdef int unit_worth(const Env *e, const Policy *p, const GameState *g, int slot) noexcept nogil
cdef int appraise(const Env *e, const GameState *g, const Policy *p, const Roads *r) noexcept nogil
cdef int new_tile(const Env *e, const GameState *g, const Policy *p) noexcept nogil
cdef int appraise_tile(const Env *e, const GameState *g, const Policy *p, const Roads *r) noexcept nogil
cdef int by_rules(const Env *e, const GameState *g, const Policy *p, const Roads *r) noexcept nogil
