"""Rewards and level-ups (R12.4 to R12.6). See rewards.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport Action, GameState, Options, Pending


cdef bint list_reward(const Env *e, const GameState *g, Options *o) noexcept nogil
cdef bint answer_reward(const Env *e, GameState *g, Action act) noexcept nogil
cdef bint run_reward(const Env *e, GameState *g, const Pending *t) noexcept nogil
