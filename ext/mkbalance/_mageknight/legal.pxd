"""The legal actions of the present decision. See legal.pyx."""

from mkbalance._mageknight.content cimport Env, UnitRow
from mkbalance._mageknight.state cimport GameState, Options

cdef void list_actions(const Env *e, const GameState *g, Options *o) noexcept nogil
cdef void list_plays(const Env *e, const GameState *g, Options *o, int win) noexcept nogil
cdef bint attack_source(const Env *e, const GameState *g) noexcept nogil
cdef int heal_cost(const Env *e, int site) noexcept nogil
cdef int recruit_cost(const Env *e, const GameState *g, const UnitRow *u, int site, int kept) noexcept nogil
cdef bint unit_usable(const Env *e, const GameState *g, int slot, int win) noexcept nogil
cdef bint fits_here(const GameState *g, const UnitRow *u, int site) noexcept nogil
