"""Choices made for a proxy player or a city's ruler. See patrons.pyx."""

from mkbalance._mageknight.players.policy cimport Policy
from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport GameState, Options

cdef int choose_for_others(const Env *e, const GameState *g, const Options *o, const Policy *p) noexcept nogil
