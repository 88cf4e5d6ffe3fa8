"""Doing a step of a quest card (A.9.3). See queststeps.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport Action, GameState, Options

cdef void quest_action(const Env *e, GameState *g, Action act) noexcept nogil
cdef void finish_step(const Env *e, GameState *g, int slot, int step, int points) noexcept nogil
cdef bint list_quest(const Env *e, const GameState *g, Options *o) noexcept nogil
cdef bint answer_quest(const Env *e, GameState *g, Action act) noexcept nogil
cdef bint run_quest(const Env *e, GameState *g) noexcept nogil
