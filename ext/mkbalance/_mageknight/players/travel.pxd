"""Roads: what a step costs, the cheapest ways from here, and how attractive every space is. See travel.pyx."""

from libc.stdint cimport int16_t, uint8_t, uint32_t

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.hexmap cimport neighbour
from mkbalance._mageknight.players.policy cimport Policy
from mkbalance._mageknight.state cimport GameState, Options

cdef enum:
    FAR = 32              # steps of a way: below it directions, from here on the space teleported to (A.12.7)


cdef inline int way_on(const GameState *g, int space, int step) noexcept nogil:
    """Where a step of a way leads."""
    return step - FAR if step >= FAR else neighbour(g, space, step)


cdef struct Roads:
    uint8_t to[1344]      # space * 6 + direction -> space, NONE
    uint8_t price[1344]   # Move cost, 255 = impossible
    uint32_t near[224]    # rampagers next to a space, one bit each
    uint8_t shut[224]     # 1 = entering starts a fight or is impossible
    uint8_t cost[224]     # cheapest way from the Hero, 255 = none
    uint8_t prev[224]
    uint8_t dir[224]      # the last step of that way
    int16_t pull[224]     # attraction of ending a turn here, in tenths
    int16_t aim[224]      # minus the cost of the way still to go to the goal of the scenario, in tenths
    uint8_t gap[3][224]   # Move points to a space next to a city that is still defended, by city, and next to the lair; 24 = far
    int n

cdef void survey(const Env *e, const GameState *g, Roads *r) noexcept nogil
cdef void ways(const Env *e, const GameState *g, Roads *r, int limit) noexcept nogil
cdef void attract(const Env *e, const GameState *g, const Policy *p, Roads *r) noexcept nogil
cdef int find_step(const Options *o, int step) noexcept nogil
cdef int open_places(const Env *e, const GameState *g, int space) noexcept nogil
