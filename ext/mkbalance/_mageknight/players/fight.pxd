"""Fighting: what to shoot, block, take and attack. See fight.pyx and harm.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.players.memory cimport Memory
from mkbalance._mageknight.players.policy cimport Policy
from mkbalance._mageknight.players.sources cimport Sourced
from mkbalance._mageknight.state cimport GameState, Options

cdef int find(const Options *o, int kind, int a, int b, int c) noexcept nogil
cdef int find_kind(const Options *o, int kind) noexcept nogil
cdef int choose_fight(const Env *e, const GameState *g, const Options *o, const Policy *p, Memory *m) noexcept nogil
cdef int source_block(const GameState *g, const Sourced *s, int element, int traits) noexcept nogil
