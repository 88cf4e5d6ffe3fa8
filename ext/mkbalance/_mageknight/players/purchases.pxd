"""Interactions: what to buy. See purchases.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.players.policy cimport Policy
from mkbalance._mageknight.state cimport GameState, Options

cdef int choose_interaction(const Env *e, const GameState *g, const Options *o, const Policy *p) noexcept nogil
cdef int choose_character(const Env *e, const GameState *g, const Options *o, const Policy *p) noexcept nogil
