"""How fights on the map begin (R9.1). See fights.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport GameState, Options


cdef void begin_fight(const Env *e, GameState *g, int space, int site, int flags, int rampagers) noexcept nogil
cdef void challenge(const Env *e, GameState *g, int d) noexcept nogil
cdef void rampager_options(const Env *e, const GameState *g, Options *o) noexcept nogil
cdef void join_combat(const Env *e, GameState *g) noexcept nogil
cdef int control_level(const GameState *g) noexcept nogil
