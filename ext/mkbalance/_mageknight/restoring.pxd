"""The scenario card of Against the Apocalypse, and restoring what it destroyed (A.12.2). See restoring.pyx."""

from mkbalance._mageknight.content cimport Env, RestoreRow
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.state cimport Action, GameState, Options

cdef struct Ascents:
    int floors            # with a Shield
    int ziggurats         # with a floor conquered
    int pyramids

cdef void restoration_set_up(const Env *e, GameState *g) noexcept nogil
cdef int struck_space(const Env *e, GameState *g, int slot) noexcept nogil
cdef void strike_tile(const Env *e, GameState *g, int space) noexcept nogil
cdef const RestoreRow *restore_row(const Env *e, const GameState *g, int space) noexcept nogil
cdef bint restorable_by_influence(const Env *e, const GameState *g, int space) noexcept nogil
cdef void restore_options(const Env *e, const GameState *g, Options *o) noexcept nogil
cdef void restore(const Env *e, GameState *g, int how) noexcept nogil
cdef bint restore_fight(const GameState *g) noexcept nogil
cdef void restored(const Env *e, GameState *g) noexcept nogil
cdef void beaten_possessed(const Env *e, GameState *g) noexcept nogil
cdef void count_ascents(const GameState *g, int seat, Ascents *a) noexcept nogil
cdef bint goal_restored(const Env *e, const GameState *g) noexcept nogil
cdef bint list_restoring(const Env *e, const GameState *g, Options *o) noexcept nogil
cdef void answer_restoring(const Env *e, GameState *g, Action act) noexcept nogil
