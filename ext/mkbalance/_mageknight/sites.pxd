"""Places of the map (R8.7, R10, R11): exploring, moving, what can be done there, what a fight leaves. See sites.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.state cimport GameState, Options

cdef void reveal_tile(const Env *e, GameState *g, int slot, bint played, bint stacked) noexcept nogil
cdef void orient_tile(const Env *e, GameState *g, int slot, int sixths, bint played, bint stacked) noexcept nogil
cdef int next_tile_kind(const Env *e, const GameState *g) noexcept nogil
cdef int explore_cost(const GameState *g) noexcept nogil
cdef int explore_places(const Env *e, const GameState *g, int space) noexcept nogil
cdef int open_places(const Env *e, const GameState *g, int slot, int kind) noexcept nogil
cdef int lay_tile(const Env *e, GameState *g, int slot, int d, bint played) noexcept nogil
cdef int beyond(const GameState *g, int d) noexcept nogil
cdef void explore(const Env *e, GameState *g, int slot, int d) noexcept nogil
cdef void arrive(const Env *e, GameState *g, int old, int d) noexcept nogil
cdef void turn_up(const Env *e, GameState *g, int space) noexcept nogil
cdef void reveal_around(const Env *e, GameState *g, int space) noexcept nogil
cdef int provoking(const Env *e, const GameState *g, int old, int new) noexcept nogil
cdef void draw_dwellers(const Env *e, GameState *g, int space) noexcept nogil
cdef void remove_rampager(const Env *e, GameState *g, int space) noexcept nogil
cdef void reveal_near(const Env *e, GameState *g) noexcept nogil
cdef bint may_step(const Env *e, const GameState *g, int d, int kept) noexcept nogil
cdef void step(const Env *e, GameState *g, int d, int kept) noexcept nogil
cdef int provoked_at(const Env *e, const GameState *g, int old, int new) noexcept nogil
cdef bint interactable(const Env *e, const GameState *g) noexcept nogil
cdef bint enterable(const Env *e, const GameState *g) noexcept nogil
cdef void site_actions(const Env *e, const GameState *g, Options *o) noexcept nogil
cdef void enter(const Env *e, GameState *g) noexcept nogil
cdef void burn(const Env *e, GameState *g) noexcept nogil
cdef void challenge(const Env *e, GameState *g, int d) noexcept nogil
cdef void altar(const Env *e, GameState *g) noexcept nogil
cdef void altar_paid(const Env *e, GameState *g) noexcept nogil
cdef void rampager_options(const Env *e, const GameState *g, Options *o) noexcept nogil
cdef void join_combat(const Env *e, GameState *g) noexcept nogil
cdef void destroy(const Env *e, GameState *g, int space) noexcept nogil
cdef int control_level(const GameState *g) noexcept nogil
cdef void assault(const Env *e, GameState *g, int target, int from_space, bint wall, int provoked) noexcept nogil
cdef void begin_fight(const Env *e, GameState *g, int space, int site, int flags, int rampagers) noexcept nogil
