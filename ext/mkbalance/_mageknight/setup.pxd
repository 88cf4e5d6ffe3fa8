"""Setup (R2). See setup.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport GameState


cdef void set_up(const Env *e, GameState *g, unsigned long long key, unsigned long long game) noexcept nogil
cdef void finish_set_up(const Env *e, GameState *g) noexcept nogil
cdef void randomize_heads(GameState *g) noexcept nogil
cdef void shuffle_seat(const Env *e, GameState *g, int seat) noexcept nogil
cdef void opening_hand(const Env *e, GameState *g, int seat) noexcept nogil
