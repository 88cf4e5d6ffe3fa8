"""Instructions that ask about mana. See manachoices.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport Action, GameState, Options


cdef bint list_mana(const Env *e, const GameState *g, Options *o) noexcept nogil
cdef bint answer_mana(const Env *e, GameState *g, Action act) noexcept nogil
cdef int cost_mask(const Env *e, const GameState *g) noexcept nogil
