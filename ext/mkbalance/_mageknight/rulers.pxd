"""Mage Knights ruling cities (A.13.4). See rulers.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport Action, GameState, Options

cdef void rule_city(const Env *e, GameState *g, int space) noexcept nogil
cdef void look_for(const Env *e, GameState *g, int city) noexcept nogil
cdef void ruler_moves(const Env *e, GameState *g, int city, int old) noexcept nogil
cdef void ruler_strengthens(const Env *e, GameState *g) noexcept nogil
cdef void ruler_watches(const Env *e, GameState *g) noexcept nogil
cdef void ruler_summons(const Env *e, GameState *g) noexcept nogil
cdef bint list_ruler(const Env *e, const GameState *g, Options *o) noexcept nogil
cdef bint answer_ruler(const Env *e, GameState *g, Action act) noexcept nogil
