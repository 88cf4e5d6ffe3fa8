"""States that are alike. See likeness.pyx."""

from libc.stdint cimport uint32_t, uint64_t

from mkbalance._mageknight.state cimport GameState, Options

cdef uint64_t state_key(GameState *g) noexcept nogil
cdef uint32_t sight(const GameState *g, const Options *o) noexcept nogil
