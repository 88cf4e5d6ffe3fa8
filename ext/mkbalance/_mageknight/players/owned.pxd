"""How many of each card, Unit and Skill a player has. See owned.pyx."""

from libc.stdint cimport uint8_t

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.players.nets cimport Net
from mkbalance._mageknight.state cimport GameState

cdef void count_owned(const Env *e, const GameState *g, uint8_t *n) noexcept nogil
cdef int owned_worth(const Env *e, const GameState *g, const Net *net) noexcept nogil
