"""What an enemy is worth and what its attacks would cost. See harm.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.players.policy cimport Policy
from mkbalance._mageknight.state cimport Foe, GameState

cdef int site_reward(const Env *e, const GameState *g, const Policy *p, int space) noexcept nogil
cdef int foe_worth(const Env *e, const GameState *g, const Policy *p, int foe) noexcept nogil
cdef int hero_harm(const Env *e, const GameState *g, const Policy *p, const Foe *f, int attack, int damage) noexcept nogil
cdef int unit_harm(const Env *e, const GameState *g, const Policy *p, const Foe *f, int attack, int slot, int damage) noexcept nogil
cdef int attack_harm(const Env *e, const GameState *g, const Policy *p, int foe, int attack) noexcept nogil
cdef int foe_harm(const Env *e, const GameState *g, const Policy *p, int foe) noexcept nogil
