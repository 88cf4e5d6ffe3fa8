"""Banners assigned to Units (R7.6). See banners.pyx."""

from mkbalance._mageknight.content cimport CardRow, Env, OptionRow
from mkbalance._mageknight.state cimport Action, GameState, Options, Player, UnitCard

cdef int banner_of(const Env *e, const UnitCard *u) noexcept nogil
cdef bint bearer(const Env *e, const GameState *g) noexcept nogil
cdef void bearer_options(const Env *e, const GameState *g, Options *o) noexcept nogil
cdef void assign_banner(const Env *e, GameState *g, int card, int slot) noexcept nogil
cdef void lose_banner(GameState *g, Player *p, UnitCard *u) noexcept nogil
cdef void banner_options(const Env *e, const GameState *g, Options *o, int win) noexcept nogil
cdef void use_banner(const Env *e, GameState *g, Action act) noexcept nogil
