"""How much of the game is still to come, and what its length does to worths. See clock.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.players.policy cimport Policy
from mkbalance._mageknight.state cimport GameState

cdef int turns_left(const Env *e, const GameState *g) noexcept nogil
cdef int horizon(const Env *e, const GameState *g) noexcept nogil
cdef int growth(const Env *e, const GameState *g, const Policy *p) noexcept nogil
cdef int fame_worth(const Env *e, const GameState *g, const Policy *p, int grown) noexcept nogil


cdef inline int blend(int now, int worth, int share) noexcept nogil:
    """Points on the score sheet now, and what it is worth beyond them by the share of the future."""
    return now + (worth - now) * share // 100


cdef inline int spell_worth(const Policy *p, int grown) noexcept nogil:
    return blend(20, p.weights.spell, grown)


cdef inline int artifact_worth(const Policy *p, int grown) noexcept nogil:
    return blend(20, p.weights.artifact, grown)


cdef inline int action_worth(const Policy *p, int grown) noexcept nogil:
    return blend(10, p.weights.action, grown)
