"""The scripted player: a turn planner over named weights. See scripted.pyx and planner.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.players.memory cimport Memory
from mkbalance._mageknight.players.policy cimport Policy
from mkbalance._mageknight.state cimport GameState, Options

cdef int choose_scripted(const Env *e, const GameState *g, const Options *o, const Policy *p, Memory *m) noexcept nogil
