"""Plays of a fight that give no points: enemies kept from attacking, destroyed, weakened. See tricks.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.players.policy cimport Policy
from mkbalance._mageknight.state cimport GameState, Options

cdef int choose_trick(const Env *e, const GameState *g, const Options *o, const Policy *p) noexcept nogil
