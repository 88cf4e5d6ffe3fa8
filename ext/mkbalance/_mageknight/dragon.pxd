"""The Apocalypse Dragon in the air (A.12.4). See dragon.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport GameState

cdef void dragon_turn(const Env *e, GameState *g) noexcept nogil
cdef bint destroy_candidate(const Env *e, const GameState *g, int space, int only_rampagers, int distance) noexcept nogil
cdef void begin_air_attack(const Env *e, GameState *g, bint full) noexcept nogil
cdef void open_air_attack(const Env *e, GameState *g) noexcept nogil
