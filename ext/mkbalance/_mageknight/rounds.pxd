"""Setup, Rounds, Tactics, turn order, the dummy (R2, R3, R16). See rounds.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport Action, GameState, Options

cdef void set_up(const Env *e, GameState *g, unsigned long long key, unsigned long long game) noexcept nogil
cdef void finish_set_up(const Env *e, GameState *g) noexcept nogil
cdef void tactic_options(const Env *e, const GameState *g, Options *o) noexcept nogil
cdef void pass_tactic(GameState *g) noexcept nogil
cdef void randomize_heads(GameState *g) noexcept nogil
cdef void take_tactic(const Env *e, GameState *g, int tactic) noexcept nogil
cdef void next_actor(const Env *e, GameState *g) noexcept nogil
cdef void announce(const Env *e, GameState *g, int actor) noexcept nogil
cdef void look_at_end(const Env *e, GameState *g, int seat) noexcept nogil
cdef void turn_over(const Env *e, GameState *g, int seat) noexcept nogil
cdef void end_round(const Env *e, GameState *g) noexcept nogil
cdef void next_chooser(const Env *e, GameState *g) noexcept nogil
