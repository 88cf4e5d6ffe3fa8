"""Random games that look for what is rare. See steering.pyx."""

from mkbalance._kernel.rng cimport Stream
from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.exercise cimport Ledger
from mkbalance._mageknight.state cimport GameState, Options

cdef void well_on(const Env *e, GameState *g, const Ledger *seen, Stream *s) noexcept nogil
cdef int steered(const Env *e, const GameState *g, const Options *o, const Ledger *seen, Stream *s) noexcept nogil
