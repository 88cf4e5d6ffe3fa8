"""Offers (R2.3, R2.4, R3.1.3 to R3.1.5): Units, Advanced Actions, Spells. See offers.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport GameState

cdef void deal_units(const Env *e, GameState *g, bint first) noexcept nogil
cdef void refresh_cards(const Env *e, GameState *g) noexcept nogil
cdef void fill_cards(const Env *e, GameState *g) noexcept nogil
cdef int take_action(const Env *e, GameState *g, int slot) noexcept nogil
cdef int take_spell(const Env *e, GameState *g, int slot) noexcept nogil
cdef int take_offer_action(GameState *g, int slot) noexcept nogil
cdef int take_offer_unit(GameState *g, int slot) noexcept nogil
cdef void add_monastery_action(const Env *e, GameState *g) noexcept nogil
cdef void add_regular(const Env *e, GameState *g) noexcept nogil
cdef void add_elite(const Env *e, GameState *g) noexcept nogil
