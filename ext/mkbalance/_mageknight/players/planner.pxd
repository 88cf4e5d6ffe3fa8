"""The turn planner: plans of a turn, played out on copies of the game. See planner.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.players.candidates cimport Plans
from mkbalance._mageknight.players.memory cimport Memory
from mkbalance._mageknight.players.policy cimport Policy
from mkbalance._mageknight.players.travel cimport Roads
from mkbalance._mageknight.state cimport GameState, Options

cdef int decide(const Env *e, const GameState *g, const Options *o, const Policy *p, Memory *m) noexcept nogil
cdef void weigh(const Env *e, const GameState *g, const GameState *base, const Policy *p, Roads *roads, Plans *plans) noexcept nogil
