"""Inside a maze or labyrinth: which path to pay for. See mazes.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.players.policy cimport Policy
from mkbalance._mageknight.state cimport GameState, Options

cdef int path_reward(const Policy *p, int path) noexcept nogil
cdef int choose_path(const Env *e, const GameState *g, const Options *o, const Policy *p) noexcept nogil
