"""The random player: every legal option with equal chance. See random_player.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.players.memory cimport Memory
from mkbalance._mageknight.players.policy cimport Policy
from mkbalance._mageknight.state cimport GameState, Options

cdef int choose_random(const Env *e, const GameState *g, const Options *o, const Policy *p, Memory *m) noexcept nogil
