"""Source dice that a player keeps for the Round (OP_CLAIM_DIE). See claims.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport Action, GameState, Options

cdef int claimed_dice(const GameState *g) noexcept nogil
cdef void claim_options(const GameState *g, Options *o) noexcept nogil
cdef void claim(const Env *e, GameState *g, Action act) noexcept nogil
cdef void claim_mana(const Env *e, GameState *g) noexcept nogil
cdef void curse(const Env *e, GameState *g, int colour) noexcept nogil
cdef void lift_curses(GameState *g) noexcept nogil
