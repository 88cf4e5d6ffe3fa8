"""Effects on enemies other than Attack and Block (R9.1.6). See weakening.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport Foe, GameState


cdef bint affects(const GameState *g, const Foe *f, int colours) noexcept nogil
cdef void change_attack(const Env *e, GameState *g, int foe, int attack, int amount) noexcept nogil
cdef void change_armor(const Env *e, GameState *g, int foe, int amount) noexcept nogil
cdef bint may_ignore(const GameState *g, int foe, int what) noexcept nogil
cdef void ignore(const Env *e, GameState *g, int foe, int what) noexcept nogil
cdef void cancel_attacks(const Env *e, GameState *g, int foe) noexcept nogil
cdef void take_over(const Env *e, GameState *g, int foe) noexcept nogil
