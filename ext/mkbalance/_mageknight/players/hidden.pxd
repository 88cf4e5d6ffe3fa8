"""Forgetting what a player cannot see. See hidden.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport GameState

cdef void forget(const Env *e, GameState *g, int sample) noexcept nogil
cdef void permute_hidden(const Env *e, GameState *g, unsigned long long salt) noexcept nogil
