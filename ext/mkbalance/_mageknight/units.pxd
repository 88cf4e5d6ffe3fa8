"""Own Units (R7): room, recruiting, readying, healing. See units.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport GameState, Player, UnitCard

cdef enum:
    BOND_DISCOUNT = 5     # Influence (OP_BOND)

cdef int command_limit(const Env *e, const Player *p) noexcept nogil
cdef void gain_unit(const Env *e, GameState *g, int kind) noexcept nogil
cdef void take_unit(const Env *e, GameState *g, int offer_slot) noexcept nogil
cdef int free_tokens(const Env *e, const Player *p) noexcept nogil
cdef bint bond_free(const Player *p) noexcept nogil
cdef void recruit_bonded(const Env *e, GameState *g, int offer_slot) noexcept nogil
cdef bint room_for_unit(const Env *e, const GameState *g) noexcept nogil
cdef void ready_unit(const Env *e, GameState *g, int slot) noexcept nogil
cdef void heal_unit(const Env *e, GameState *g, int slot, int n) noexcept nogil
cdef bint preventable(const UnitCard *u) noexcept nogil
cdef void prevent_wound(const Env *e, GameState *g, int slot) noexcept nogil
cdef bint wounded_anything(const GameState *g) noexcept nogil
cdef void recruit(const Env *e, GameState *g, int offer_slot) noexcept nogil
cdef void recruit_under_banner(const Env *e, GameState *g, int offer_slot) noexcept nogil
