"""Fights of quest steps (A.9.8). See questfights.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport GameState

cdef int step_band(const Env *e, const GameState *g, int slot, int step) noexcept nogil
cdef void quest_fight(const Env *e, GameState *g, int slot, int step, int c) noexcept nogil
cdef void quest_fought(const Env *e, GameState *g) noexcept nogil
