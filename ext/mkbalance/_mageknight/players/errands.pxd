"""Everything a turn asks besides its plan and its fights. See errands.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.players.memory cimport Memory
from mkbalance._mageknight.players.policy cimport Policy
from mkbalance._mageknight.state cimport GameState, Options

cdef int choose_pending(const Env *e, const GameState *g, const Options *o, const Policy *p) noexcept nogil
cdef int choose_tactic(const Env *e, const GameState *g, const Options *o, const Policy *p) noexcept nogil
cdef int choose_mana(const Env *e, const GameState *g, const Options *o, const Policy *p) noexcept nogil
cdef int choose_leftover(const Env *e, const GameState *g, const Options *o, const Policy *p) noexcept nogil
cdef int choose_discard(const Env *e, const GameState *g, const Options *o, const Policy *p) noexcept nogil
