"""Tactics (R3.2). See tactics.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport GameState, Options


cdef void first_chooser(const Env *e, GameState *g) noexcept nogil
cdef void next_chooser(const Env *e, GameState *g) noexcept nogil
cdef void tactic_options(const Env *e, const GameState *g, Options *o) noexcept nogil
cdef void pass_tactic(GameState *g) noexcept nogil
cdef void take_tactic(const Env *e, GameState *g, int tactic) noexcept nogil
cdef void dummy_tactics(const Env *e, GameState *g) noexcept nogil
