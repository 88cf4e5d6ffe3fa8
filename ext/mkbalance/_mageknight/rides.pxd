"""The turns of the Horsemen (A.12.5). See rides.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport Action, GameState, Options

cdef void round_brings_horseman(const Env *e, GameState *g) noexcept nogil
cdef void horsemen_march(const Env *e, GameState *g) noexcept nogil
cdef bint begin_ritual(const Env *e, GameState *g) noexcept nogil
cdef void horsemen_turn(const Env *e, GameState *g) noexcept nogil
cdef bint list_ride(const Env *e, const GameState *g, Options *o) noexcept nogil
cdef bint answer_ride(const Env *e, GameState *g, Action act) noexcept nogil
cdef bint run_ride(const Env *e, GameState *g) noexcept nogil
