"""Which way a tile of the fractured lands is turned (A.12.7). See folding.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.players.policy cimport Policy
from mkbalance._mageknight.state cimport GameState, Options

cdef int choose_orientation(const Env *e, const GameState *g, const Options *o, const Policy *p) noexcept nogil
