"""Interaction with locals (R14). See interacting.pyx."""

from mkbalance._mageknight.content cimport Env, UnitRow
from mkbalance._mageknight.state cimport GameState, Options


cdef void interact_step(const Env *e, const GameState *g, Options *o) noexcept nogil
cdef int heal_cost(const Env *e, int site) noexcept nogil
cdef bint fits_here(const GameState *g, const UnitRow *u, int site) noexcept nogil
cdef int recruit_cost(const Env *e, const GameState *g, const UnitRow *u, int site, int kept) noexcept nogil
cdef void learning(const Env *e, const GameState *g, Options *o) noexcept nogil
