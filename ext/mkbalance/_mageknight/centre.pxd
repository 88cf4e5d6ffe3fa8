"""Interactive Skills in the common centre, and Skills used in reaction (R13.3). See centre.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport Action, GameState, Options, Pending

cdef void lay_in_centre(GameState *g, const Pending *t) noexcept nogil
cdef void take_back(const Env *e, GameState *g) noexcept nogil
cdef void centre_effects(const Env *e, GameState *g) noexcept nogil
cdef void claim_options(const Env *e, const GameState *g, Options *o, int win) noexcept nogil
cdef void claim(const Env *e, GameState *g, Action act) noexcept nogil
cdef void mana_spent(const Env *e, GameState *g, int counted, int actual) noexcept nogil
cdef void card_powered(const Env *e, GameState *g, int colour) noexcept nogil
cdef void react(const Env *e, GameState *g, int win, int what) noexcept nogil
cdef void reaction_options(const GameState *g, Options *o) noexcept nogil
cdef void take_reaction(const Env *e, GameState *g, Action act) noexcept nogil
cdef void surge_options(const GameState *g, Options *o) noexcept nogil
cdef void surge(GameState *g, Action act) noexcept nogil
cdef bint surges(int op) noexcept nogil
cdef void closest_options(const GameState *g, Options *o) noexcept nogil
cdef bint waits(const Env *e, int option) noexcept nogil
