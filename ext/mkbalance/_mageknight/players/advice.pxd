"""What the value function says of the choices at the end of a turn. See advice.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.players.memory cimport Memory
from mkbalance._mageknight.players.policy cimport Policy
from mkbalance._mageknight.state cimport GameState, Options

cdef int choose_gain(const Env *e, const GameState *g, const Options *o, const Policy *p, const Memory *m) noexcept nogil
