"""Assign Damage (R9.5). See damage.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport GameState, Options, Player

cdef enum:
    SHIELDED = 128        # ACT_ASSIGN.c: slot of a Unit whose Banner of Fortitude ignores the Wound


cdef int attack_damage(const GameState *g, int foe, int attack) noexcept nogil
cdef void assign_options(const Env *e, const GameState *g, Options *o) noexcept nogil
cdef void assign(const Env *e, GameState *g, int foe, int attack, int target) noexcept nogil
cdef void hero_wounds(const Env *e, GameState *g, int n) noexcept nogil
cdef void spend_martyr(const Env *e, GameState *g) noexcept nogil
cdef void remove_unit(GameState *g, Player *p, int slot) noexcept nogil
