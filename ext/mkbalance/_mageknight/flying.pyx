"""Moves by an effect to a space within reach (OP_FLY, OP_TUNNEL, OP_TEMPORAL): flying, sailing, under the ground."""

from libc.stdint cimport uint8_t

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.hexmap cimport coastline, fortified_here, neighbour, safe_space, terrain_at, terrain_cost
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.state cimport (
    DO_ARRIVE,
    DO_HARVEST,
    Action,
    GameState,
    Options,
    Pending,
    Player,
    add_option,
    push,
)
from mkbalance._mageknight.trace cimport TOLD_MOVE, told


cdef struct Reach:
    uint8_t far[MAX_SPACES]
    uint8_t queue[MAX_SPACES]
    uint8_t end


cdef bint sails(const Env *e, const GameState *g) noexcept nogil:
    """Another space of the coastline can be reached with the Move at hand (OP_FLY along the coast)."""
    cdef Options o
    o.n = 0
    o.full = 0
    if g.players[g.seat].space != NONE:
        reach_options(e, g, g.turn.move, False, False, True, &o)
    return o.n > 0


cdef void reach_options(const Env *e, const GameState *g, int range_, bint under, bint forts, bint coast, Options *o) noexcept nogil:
    """Safe spaces within some steps over revealed spaces (OP_FLY, OP_TUNNEL).

    Under the ground not through swamp or lake; by ship along the coastline only.
    """
    cdef Reach r
    cdef int head = 0
    cdef int tail = 1
    cdef int i, d, s, n, terrain
    for i in range(MAX_SPACES):
        r.far[i] = 255
    r.queue[0] = g.players[g.seat].space
    r.far[r.queue[0]] = 0
    if coast and not coastline(e, g, r.queue[0]):
        return
    while head < tail:
        s = r.queue[head]
        head += 1
        if r.far[s] >= range_:
            continue
        for d in range(6):
            n = neighbour(g, s, d)
            if n == NONE or r.far[n] != 255:
                continue
            terrain = terrain_at(e, g, n)
            if terrain == OCEAN or (g.turn.forbidden >> terrain) & 1 or (coast and not coastline(e, g, n)):
                continue
            if under and g.spaces[n].site != CITY:
                if terrain == SWAMP or terrain == LAKE or (terrain == MOUNTAIN and terrain_cost(e, g, n) == 255):
                    continue
            r.far[n] = r.far[s] + 1
            r.queue[tail] = <uint8_t> n
            tail += 1
            if fortified_here(g, n) if forts else safe_space(e, g, n, g.seat):
                add_option(o, ACT_CHOOSE, n, r.far[n], 0)


cdef void fly(const Env *e, GameState *g, const Pending *was, Action act) noexcept nogil:
    """The Hero is on the space chosen, paid for if the effect gave no Move of its own; what it holds comes next."""
    cdef Player *p = &g.players[g.seat]
    cdef int old = p.space
    cdef bint paid = was.op == OP_FLY and not was.b
    if paid:
        g.turn.move -= act.b
    p.space = act.a
    g.turn.moved = 1
    told(e, g, TOLD_MOVE, act.a, act.b if paid else 0, 1, 0)
    if not (was.op == OP_TUNNEL and was.b):
        g.turn.n_path = 0
    g.turn.path[g.turn.n_path] = act.a
    g.turn.n_path += 1
    push(g, DO_ARRIVE, old, NONE, 0, 0)
    if g.turn.harvest:
        push(g, DO_HARVEST, 0, 0, 0, 0)


cdef void temporal(const Env *e, GameState *g, int bonus, Action act) noexcept nogil:
    """The action of the turn: a step past everything, and more cards at the next draw (OP_TEMPORAL)."""
    cdef Player *p = &g.players[g.seat]
    p.draw_bonus += <uint8_t> bonus
    g.turn.action = 1
    g.turn.move = 0
    g.turn.influence = 0
    g.step = STEP_AFTER
    if act.kind == ACT_DECLINE:
        return
    p.space = act.a
    g.turn.moved = 1
    g.turn.path[0] = act.a
    g.turn.n_path = 1
    told(e, g, TOLD_MOVE, act.a, 0, 1, 0)
    push(g, DO_ARRIVE, NONE, NONE, 0, 0)
    if g.turn.harvest:
        push(g, DO_HARVEST, 0, 0, 0, 0)
