"""Attacks on enemies in the Ranged and Siege phase and the Attack phase (R9.2, R9.6). See attacking.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport Foe, GameState


cdef bint attackable(const GameState *g, const Foe *f) noexcept nogil
cdef int foe_armor(const GameState *g, const Foe *f) noexcept nogil
cdef int attack_need(const GameState *g) noexcept nogil
cdef int attack_total(const GameState *g) noexcept nogil
cdef void add_attack(GameState *g, int points, int kind, int element) noexcept nogil
cdef void resolve_attack(const Env *e, GameState *g) noexcept nogil
cdef void defeat(const Env *e, GameState *g, int foe) noexcept nogil
cdef void clear_attack(GameState *g) noexcept nogil
