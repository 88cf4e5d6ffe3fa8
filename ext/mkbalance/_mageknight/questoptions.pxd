"""Which quest steps can be done now (A.9.3). See questoptions.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport GameState, Options

cdef bint step_open(const Env *e, const GameState *g, int slot, int step) noexcept nogil
cdef bint step_fights(int feat) noexcept nogil
cdef void quest_options(const Env *e, const GameState *g, Options *o) noexcept nogil
