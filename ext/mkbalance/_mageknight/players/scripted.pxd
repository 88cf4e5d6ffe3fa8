"""The scripted player: a turn planner over named weights. See scripted.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.players.weights cimport Weights
from mkbalance._mageknight.state cimport GameState, Options

cdef int choose_scripted(const Env *e, const GameState *g, const Options *o, const Weights *w) noexcept nogil
