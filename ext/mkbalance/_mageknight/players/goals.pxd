"""The goal of the scenario: how much of it is left, what a part of it is worth, where it lies. See goals.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.players.policy cimport Policy
from mkbalance._mageknight.state cimport GameState

cdef struct Aims:
    int all_              # parts of the goal: levels of heads, defenders of cities, tokens and buildings
    int left
    int tokens            # Destroyed Site tokens still wanted
    int ziggurats         # a floor of so many more
    int pyramids
    bint done
    bint hidden           # some of it is still to be found

cdef bint dragon_for_city(const Env *e, const GameState *g) noexcept nogil
cdef int defender_parts(const Env *e) noexcept nogil
cdef void aims_of(const Env *e, const GameState *g, Aims *a) noexcept nogil
cdef bint goal_here(const Env *e, const GameState *g, int space) noexcept nogil
cdef bint siege_time(const Env *e, const GameState *g) noexcept nogil
cdef int victory_worth(const Env *e, const GameState *g, const Policy *p) noexcept nogil
cdef int part_credit(const Env *e, const GameState *g, const Policy *p) noexcept nogil
cdef int token_worth(const Env *e, const GameState *g, const Policy *p, int n) noexcept nogil
cdef int ascent_worth(const Env *e, const GameState *g, const Policy *p, int site) noexcept nogil
cdef int point_worth(const Env *e, const Policy *p) noexcept nogil
cdef int rep_worth(const Env *e, const GameState *g, const Policy *p) noexcept nogil
cdef int goal_worth(const Env *e, const GameState *g, const Policy *p) noexcept nogil
cdef int urge(const Env *e, const GameState *g) noexcept nogil
