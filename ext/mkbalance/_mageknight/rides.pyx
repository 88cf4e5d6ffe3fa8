"""The turns of the Horsemen (A.12.5): what they ride to, on which way, what they destroy; how a late one comes.

Choices that the rules leave to the player with the lowest Tactic are decisions of that seat.
"""

from libc.stdint cimport uint8_t

from mkbalance._mageknight.content cimport number
from mkbalance._mageknight.exploring cimport lay_tile, next_tile_kind, open_places
from mkbalance._mageknight.hexmap cimport (
    Far,
    active_site,
    axial_q,
    axial_r,
    distances,
    lattice_x,
    lattice_y,
    rampager_here,
    ring_q,
    ring_r,
)
from mkbalance._mageknight.horsemen cimport all_horsemen, horseman_comes, horseman_leaves, reveal_riders
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.sites cimport destroy
from mkbalance._mageknight.state cimport (
    DO_HORSEMAN,
    DO_HORSEMAN_GOAL,
    DO_HORSEMAN_MARCH,
    DO_HORSEMAN_STEP,
    DO_HORSEMAN_TILE,
    Action,
    GameState,
    Horseman,
    Options,
    Pending,
    add_option,
    push,
)
from mkbalance._mageknight.trace cimport RAISES, RIDES, RITUAL, STAYS, TOLD_HORSEMAN, told

cdef enum:
    MARCH = 2             # spaces nearer to the glade (A.12.3): a place of the second ring
    LISTS = 3             # A, B, C of the card

cdef void _lowest_tactic(GameState *g) noexcept nogil:
    """Who decides for the Horsemen: the player with the lowest Tactic."""
    cdef int i
    for i in range(g.n_order):
        if g.order[i] < MAX_SEATS:
            g.seat = g.order[i]
            return


cdef void round_brings_horseman(const Env *e, GameState *g) noexcept nogil:
    """After the Tactics of a Round (2 to 5): a Horseman that no tile has brought comes with one turned up now (A.12.5)."""
    if e.setup.horsemen != HORSEMEN_RIDE or g.lair_attacked or g.n_horsemen >= g.round - 1:
        return
    if not number(e, NUMBER_HORSEMAN_FIRST_ROUND) <= g.round <= number(e, NUMBER_HORSEMAN_LAST_ROUND):
        return
    _lowest_tactic(g)
    push(g, DO_HORSEMAN_TILE, 0, 0, 0, 0)


cdef void horsemen_turn(const Env *e, GameState *g) noexcept nogil:
    """Every Horseman on the map takes its turn, in order of reveal."""
    cdef int i, kind
    _lowest_tactic(g)
    g.step = STEP_NEXT
    for i in range(g.n_horsemen - 1, -1, -1):
        kind = g.horsemen_order[i]
        if g.horsemen[kind].space != NONE:
            push(g, DO_HORSEMAN, kind, 0, 0, 0)


cdef bint _preferred(const Env *e, const GameState *g, int kind, int which, int space) noexcept nogil:
    """A site of the list that still stands; an emptied rampager's space and a burned monastery are none."""
    cdef int site = active_site(g, space)
    if site == NO_SITE or not (e.preferences[kind].lists[which] >> site) & 1:
        return False
    if site == MARAUDING_ORCS or site == DRACONUM:
        return rampager_here(g, space)
    return True


cdef int _closest(const Env *e, const GameState *g, int kind, int which, const uint8_t *steps) noexcept nogil:
    """Distance of the closest site of a list, 255 if none is left."""
    cdef int best = 255
    cdef int s
    for s in range(g.n_tiles * 7):
        if steps[s] < best and _preferred(e, g, kind, which, s):
            best = steps[s]
    return best


cdef void _set_out(const Env *e, GameState *g, int kind) noexcept nogil:
    """Find the closest preferred site: list A before B before C, over revealed spaces of any terrain."""
    cdef Far steps
    cdef int which, best, s, found, tied
    if g.horsemen[kind].space == NONE:
        return
    distances(g, g.horsemen[kind].space, &steps.to[0])
    for which in range(LISTS):
        best = _closest(e, g, kind, which, &steps.to[0])
        if best == 255:
            continue
        tied = 0
        found = NONE
        for s in range(g.n_tiles * 7):
            if steps.to[s] == best and _preferred(e, g, kind, which, s):
                tied += 1
                found = s
        if tied == 1:
            _ride(e, g, kind, found)
        else:
            push(g, DO_HORSEMAN_GOAL, kind, which, best, 0)
        return
    told(e, g, TOLD_HORSEMAN, kind, STAYS, 0, 0)


cdef bint _on_the_way(const Env *e, int space, const uint8_t *here, const uint8_t *goal, int distance) noexcept nogil:
    """A space that lies a ride along a shortest way."""
    return here[space] == number(e, NUMBER_HORSEMAN_RIDE) and goal[space] == distance - number(e, NUMBER_HORSEMAN_RIDE)


cdef void _ride(const Env *e, GameState *g, int kind, int target) noexcept nogil:
    """Some spaces closer to the site (two); fewer or none if that reaches it (ruling 26)."""
    cdef Far here, goal
    cdef int s, distance
    cdef int found = NONE
    cdef int n = 0
    distances(g, g.horsemen[kind].space, &here.to[0])
    distance = here.to[target]
    if distance <= number(e, NUMBER_HORSEMAN_RIDE):
        _arrive(e, g, kind, target)
        return
    distances(g, target, &goal.to[0])
    for s in range(g.n_tiles * 7):
        if _on_the_way(e, s, &here.to[0], &goal.to[0], distance):
            n += 1
            found = s
    if n == 1:
        _move(e, g, kind, found)
    else:
        push(g, DO_HORSEMAN_STEP, kind, target, 0, 0)


cdef void _move(const Env *e, GameState *g, int kind, int space) noexcept nogil:
    g.horsemen[kind].space = <uint8_t> space
    told(e, g, TOLD_HORSEMAN, kind, RIDES, space, 0)


cdef void _arrive(const Env *e, GameState *g, int kind, int target) noexcept nogil:
    """The site is destroyed: its head rises, the Horseman falls a level; with the fourth site it is gone (A.12.5)."""
    cdef Horseman *h = &g.horsemen[kind]
    if h.space != target:
        _move(e, g, kind, target)
    destroy(e, g, target)
    h.sites += 1
    if g.heads[kind] and g.heads[kind] < HEAD_LEVELS:
        g.heads[kind] += 1
        g.heads_raised[kind] += 1
    if h.sites >= number(e, NUMBER_HORSEMAN_SITES):
        told(e, g, TOLD_HORSEMAN, kind, RAISES, g.heads[kind], h.level)
        horseman_leaves(e, g, kind)
        return
    if h.level > 1:
        h.level -= 1
    told(e, g, TOLD_HORSEMAN, kind, RAISES, g.heads[kind], h.level)


# ---------------------------------------------------------------- gathering (A.12.3)

cdef int _from_glade(int q, int r) noexcept nogil:
    """Steps from the middle of the map."""
    return max(abs(q), abs(r), abs(q + r))


cdef void horsemen_march(const Env *e, GameState *g) noexcept nogil:
    """The end of a Round: each undefeated Horseman two spaces closer, into the glade before the last one."""
    cdef int i
    if e.setup.horsemen != HORSEMEN_GATHER:
        return
    _lowest_tactic(g)
    for i in range(3, -1, -1):
        if not g.horsemen[g.horsemen_order[i]].round:
            push(g, DO_HORSEMAN_MARCH, i, 0, 0, 0)


cdef bint _closer(const GameState *g, int i, int k) noexcept nogil:
    """The k-th place two steps off lies two steps closer to the middle."""
    return (_from_glade(g.rider_q[i] + ring_q(k), g.rider_r[i] + ring_r(k))
            == _from_glade(g.rider_q[i], g.rider_r[i]) - MARCH)


cdef void _march(const Env *e, GameState *g, int i, int k) noexcept nogil:
    """Move the Horseman of a card; k = NONE into the glade."""
    if k == NONE:
        g.rider_q[i] = 0
        g.rider_r[i] = 0
    else:
        g.rider_q[i] += <signed char> ring_q(k)
        g.rider_r[i] += <signed char> ring_r(k)
    reveal_riders(e, g)
    if i < g.n_horsemen and g.horsemen[g.horsemen_order[i]].space != NONE:
        told(e, g, TOLD_HORSEMAN, g.horsemen_order[i], RIDES, g.horsemen[g.horsemen_order[i]].space, 0)


cdef bint begin_ritual(const Env *e, GameState *g) noexcept nogil:
    """Before the last Round those left close the portal; False if the only Hero was there and is out (A.12.3)."""
    cdef int seat
    if e.setup.horsemen != HORSEMEN_GATHER or g.round + 1 < e.setup.rounds or not all_horsemen(g):
        return True
    g.ritual = 1
    told(e, g, TOLD_HORSEMAN, g.horsemen_order[0], RITUAL, 0, 0)
    for seat in range(g.n_seats):
        if g.players[seat].space != NONE and g.players[seat].space != g.portal:
            return True
    return False


# ---------------------------------------------------------------- decisions

cdef int _to_heroes(const GameState *g, int q, int r) noexcept nogil:
    """Distance of a place to the nearest Hero; a Hero off the map counts as on the portal."""
    cdef int best = 255
    cdef int seat, space, dq, dr, d
    for seat in range(g.n_seats):
        space = g.players[seat].space
        if space == NONE:
            space = g.portal
        dq = axial_q(g, space) - q
        dr = axial_r(g, space) - r
        d = max(abs(dq), abs(dr), abs(dq + dr))
        if d < best:
            best = d
    for seat in range(g.n_dummies):  # the Heroes of proxies
        if g.dummies[seat].space == NONE:
            continue
        dq = axial_q(g, g.dummies[seat].space) - q
        dr = axial_r(g, g.dummies[seat].space) - r
        best = min(best, max(abs(dq), abs(dr), abs(dq + dr)))
    return best


cdef bint _doubled(const GameState *g, const Options *o, int x, int y) noexcept nogil:
    """The place is among the options already, seen from another tile."""
    cdef int i, slot, d
    for i in range(o.n):
        slot = o.items[i].a
        d = o.items[i].b
        if g.tiles[slot].x + lattice_x(d) == x and g.tiles[slot].y + lattice_y(d) == y:
            return True
    return False


cdef void _tile_options(const Env *e, const GameState *g, Options *o) noexcept nogil:
    """Valid places for the next tile as far as possible from every Hero (A.12.5)."""
    cdef int slot, d, x, y, far, mask
    cdef int best = -1
    if not g.n_stack:
        return
    for slot in range(g.n_tiles):
        mask = open_places(e, g, slot, next_tile_kind(e, g))
        for d in range(6):
            if not (mask >> d) & 1:
                continue
            x = g.tiles[slot].x + lattice_x(d)
            y = g.tiles[slot].y + lattice_y(d)
            far = _to_heroes(g, 3 * x + y, -2 * x - 3 * y)
            if far > best:
                best = far
                o.n = 0
            if far == best and not _doubled(g, o, x, y):
                add_option(o, ACT_CHOOSE, slot, d, 0)


cdef bint list_ride(const Env *e, const GameState *g, Options *o) noexcept nogil:
    """Answers to a Horseman's task on top; False if it asks nothing."""
    cdef const Pending *t = &g.pending[g.n_pending - 1]
    cdef Far here, goal
    cdef int s
    if t.op == DO_HORSEMAN_TILE:
        _tile_options(e, g, o)
        return o.n > 0
    if t.op == DO_HORSEMAN_GOAL:
        distances(g, g.horsemen[t.a].space, &here.to[0])
        for s in range(g.n_tiles * 7):
            if here.to[s] == <uint8_t> t.c and _preferred(e, g, t.a, t.b, s):
                add_option(o, ACT_CHOOSE, s, 0, 0)
        return True
    if t.op == DO_HORSEMAN_MARCH:
        if g.round + 1 >= e.setup.rounds or _from_glade(g.rider_q[t.a], g.rider_r[t.a]) <= MARCH:
            return False
        for s in range(12):
            if _closer(g, t.a, s):
                add_option(o, ACT_CHOOSE, s, 0, 0)
        return True
    if t.op == DO_HORSEMAN_STEP:
        distances(g, g.horsemen[t.a].space, &here.to[0])
        distances(g, t.b, &goal.to[0])
        for s in range(g.n_tiles * 7):
            if _on_the_way(e, s, &here.to[0], &goal.to[0], here.to[t.b]):
                add_option(o, ACT_CHOOSE, s, 0, 0)
        return True
    return False


cdef bint answer_ride(const Env *e, GameState *g, Action act) noexcept nogil:
    """Carry out the answer to a Horseman's task; False if the task on top is another."""
    cdef Pending t = g.pending[g.n_pending - 1]
    cdef int slot
    if t.op == DO_HORSEMAN_GOAL:
        g.n_pending -= 1
        _ride(e, g, t.a, act.a)
    elif t.op == DO_HORSEMAN_STEP:
        g.n_pending -= 1
        _move(e, g, t.a, act.a)
    elif t.op == DO_HORSEMAN_MARCH:
        g.n_pending -= 1
        _march(e, g, t.a, act.a)
    elif t.op == DO_HORSEMAN_TILE:
        g.n_pending -= 1
        slot = lay_tile(e, g, act.a, act.b, False)
        if slot >= 0 and g.n_horsemen < g.round - 1:
            horseman_comes(e, g, slot * 7)
    else:
        return False
    return True


cdef bint run_ride(const Env *e, GameState *g) noexcept nogil:
    """Carry out a Horseman's task that asks nothing (it is off the stack already); False if it is another's."""
    cdef const Pending *t = &g.pending[g.n_pending]
    if t.op == DO_HORSEMAN:
        _set_out(e, g, t.a)
    elif t.op == DO_HORSEMAN_MARCH:
        _march(e, g, t.a, NONE)
    elif t.op == DO_HORSEMAN_TILE:  # no place or no tile left: it comes on the last tile laid (ruling 88)
        horseman_comes(e, g, (g.n_tiles - 1) * 7)
    else:
        return False
    return True
