"""Roads: what a step costs, the cheapest ways from here, and how attractive every space is.

Ways keep off fights: rampagers are not provoked, fortified sites and the lair are entered only as the last step of a plan.
"""

from libc.stdint cimport uint8_t
from libc.string cimport memset

from mkbalance._mageknight.exploring cimport next_tile_kind
from mkbalance._mageknight.hexmap cimport (
    distances,
    explore_mask,
    fortified_here,
    lair_here,
    ritual_here,
    neighbour,
    rampager_here,
    step_cost,
)
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.players.goals cimport Aims, aims_of, dragon_for_city, goal_here, siege_time, urge
from mkbalance._mageknight.players.questing cimport quest_promise
from mkbalance._mageknight.players.promises cimport Outlook, look_out, promise
from mkbalance._mageknight.teleporting cimport teleport_goal


cdef enum:
    EAGER = 2             # times the usual drive to ziggurats and pyramids: all of it is to be done in three Rounds (A.12.2)
    FINE = 8              # steps of a tenth in which promises are passed on
    FAR_OFF = 24          # Move points that count as endless
    AFAR = 16             # Move points beyond which the way to the goal counts no more


cdef void survey(const Env *e, const GameState *g, Roads *r) noexcept nogil:
    """Neighbours, step prices and dangers of every revealed space."""
    cdef int s, d, n, bits
    r.n = g.n_tiles * 7
    memset(&r.gap[0][0], FAR_OFF, sizeof(r.gap))
    memset(&r.near[0], 0, sizeof(uint32_t) * r.n)
    bits = 0
    for s in range(r.n):
        r.shut[s] = 0
        if rampager_here(g, s):
            r.shut[s] = 1
            for d in range(6):
                n = neighbour(g, s, d)
                if n != NONE:
                    r.near[n] |= <uint32_t> 1 << (bits & 31)
            bits += 1
        elif fortified_here(g, s) or lair_here(e, g, s) or ritual_here(g, s):
            r.shut[s] = 1
        elif g.spaces[s].site == CITY and e.setup.city_mode == 2:
            r.shut[s] = 1
    for s in range(r.n):
        for d in range(6):
            n = neighbour(g, s, d)
            r.to[s * 6 + d] = <uint8_t> n
            r.price[s * 6 + d] = <uint8_t> step_cost(e, g, s, d, n) if n != NONE else 255


cdef void ways(const Env *e, const GameState *g, Roads *r, int limit) noexcept nogil:
    """Cheapest ways from the Hero's space within the limit (bucket Dijkstra)."""
    cdef int c, s, d, n, cost
    memset(&r.cost[0], 255, r.n)
    s = g.players[g.seat].space
    r.cost[s] = 0
    r.prev[s] = NONE
    for c in range(limit + 1):
        for s in range(r.n):
            if r.cost[s] != c:
                continue
            if r.shut[s] and s != g.players[g.seat].space:
                continue
            for d in range(6):
                n = r.to[s * 6 + d]
                if n == NONE or r.price[s * 6 + d] == 255 or r.shut[n]:
                    continue
                if r.near[s] & r.near[n] and not g.turn.no_provoke:
                    continue
                cost = c + r.price[s * 6 + d]
                if cost < r.cost[n]:
                    r.cost[n] = <uint8_t> cost
                    r.prev[n] = <uint8_t> s
                    r.dir[n] = <uint8_t> d
            if e.setup.teleport and c < limit:
                _folded_ways(e, g, r, s, limit)


cdef struct Steps:
    uint8_t to[MAX_SPACES]
    uint8_t end


cdef void _folded_ways(const Env *e, const GameState *g, Roads *r, int s, int limit) noexcept nogil:
    """Teleports from a space within the limit: nobody is provoked (A.12.7)."""
    cdef Steps steps
    cdef int n, cost
    distances(g, s, &steps.to[0])
    for n in range(r.n):
        cost = r.cost[s] + steps.to[n]
        if cost > limit or cost >= r.cost[n] or not teleport_goal(e, g, s, n):
            continue
        r.cost[n] = <uint8_t> cost
        r.prev[n] = <uint8_t> s
        r.dir[n] = <uint8_t> (FAR + n)


cdef int find_step(const Options *o, int step) noexcept nogil:
    """The option that takes a step of a way, -1."""
    cdef int i
    for i in range(o.n):
        if o.items[i].kind == ACT_TELEPORT and o.items[i].a == step - FAR or (
                o.items[i].kind == ACT_MOVE and o.items[i].a == step and o.items[i].b == 0):
            return i
    return -1


cdef int open_places(const Env *e, const GameState *g, int space) noexcept nogil:
    """Lattice directions that could be explored from a space, the Move aside (R8.7)."""
    cdef int kind
    cdef int mask = explore_mask(g, space)
    if not mask:
        return 0
    kind = next_tile_kind(e, g)
    if kind == NONE:
        return 0
    if kind == TILE_COUNTRYSIDE:
        return mask & g.tiles[space // 7].open_country
    if kind == TILE_CORE:
        return mask & g.tiles[space // 7].open_core
    return mask & g.tiles[space // 7].open_filler


cdef bint _pulls(const Env *e, const GameState *g, int space) noexcept nogil:
    """Places fought from next to them pull on their neighbours."""
    return rampager_here(g, space) or fortified_here(g, space) or lair_here(e, g, space) or ritual_here(g, space)


cdef void _aim(const Env *e, const GameState *g, const Policy *p, Roads *r) noexcept nogil:
    """What is still to walk for the goal: to where it may be looked for, to the spaces next to the dragon's lair (A.12.4), to a
    ziggurat or pyramid of which a floor is wanted (A.12.2), in the last Rounds next to a city that is to be conquered."""
    cdef int s, d, n, i, cost, _k
    cdef int step = p.weights.near
    cdef Aims a
    cdef bint changed
    cdef bint siege = siege_time(e, g)
    memset(&r.aim[0], 0, sizeof(int16_t) * r.n)
    aims_of(e, g, &a)
    if not a.left or not step:
        return
    if not a.hidden and not siege and not e.setup.ends & (END_DRAGON | END_RESTORED) and not dragon_for_city(e, g):
        return
    if g.round + 2 > e.setup.rounds:
        step = step * p.weights.late // 100
    elif not a.hidden and g.round + 1 < p.weights.dragon_round:
        return
    step = (step * urge(e, g) + 50) // 100
    if e.setup.ends & END_RESTORED:
        step *= EAGER
    for s in range(r.n):
        r.aim[s] = <int16_t> (-AFAR * step)
        if r.shut[s]:
            continue
        if a.hidden and open_places(e, g, s):
            r.aim[s] = 0
            continue
        if g.spaces[s].site == ZIGGURAT and a.ziggurats or g.spaces[s].site == PYRAMID and a.pyramids:
            r.aim[s] = 0
            continue
        for d in range(6):
            n = r.to[s * 6 + d]
            if n != NONE and (lair_here(e, g, n) or (siege and goal_here(e, g, n))):
                r.aim[s] = 0
    for _k in range(12):
        changed = False
        for i in range(r.n):
            s = r.n - 1 - i if _k & 1 else i
            for d in range(6):
                n = r.to[s * 6 + d]
                if n == NONE or r.price[s * 6 + d] == 255 or r.shut[n]:
                    continue
                cost = r.aim[n] - step * r.price[s * 6 + d]
                if r.near[s] & r.near[n]:
                    cost -= 2 * step
                if cost > r.aim[s]:
                    r.aim[s] = <int16_t> cost
                    changed = True
        if not changed:
            break


cdef void _gaps(const Env *e, const GameState *g, Roads *r) noexcept nogil:
    """Move points from every space to one next to each of the first two cities with defenders, and next to the lair."""
    cdef int i, k, s, d, n, cost, _k
    cdef bint changed
    for i in range(3):
        if i < 2 and (i >= g.n_cities or not g.cities[i].n_garrison) or i == 2 and g.lair == NONE:
            continue
        for s in range(r.n):
            if s == g.cities[i].space if i < 2 else lair_here(e, g, s):
                for d in range(6):
                    n = r.to[s * 6 + d]
                    if n != NONE and not r.shut[n]:
                        r.gap[i][n] = 0
        for _k in range(12):
            changed = False
            for k in range(r.n):
                s = r.n - 1 - k if _k & 1 else k
                for d in range(6):
                    n = r.to[s * 6 + d]
                    if n == NONE or r.price[s * 6 + d] == 255 or r.shut[n]:
                        continue
                    cost = r.gap[i][n] + r.price[s * 6 + d] + (2 if r.near[s] & r.near[n] else 0)
                    if cost < r.gap[i][s]:
                        r.gap[i][s] = <uint8_t> cost
                        changed = True
            if not changed:
                break


cdef void attract(const Env *e, const GameState *g, const Policy *p, Roads *r) noexcept nogil:
    """How good it is to stand somewhere at the end of the turn: the best promise less the way to it."""
    cdef int s, d, n, i, reward, cost, _k
    cdef int search = p.weights.frontier
    cdef int keep[8]      # per cent of a promise left after so many Move points
    cdef Outlook outlook
    cdef bint changed
    look_out(e, g, p, &outlook)
    keep[0] = 100
    for i in range(1, 8):
        keep[i] = keep[i - 1] * (100 - p.weights.move) // 100
    _aim(e, g, p, r)
    if p.weights.learned:
        _gaps(e, g, r)
    if g.n_stack == 0:
        search = search // 8
    elif e.setup.ends & END_CITY_REVEALED:
        search = search * p.weights.seek // 100
    memset(&r.pull[0], 0, sizeof(int16_t) * r.n)
    for s in range(r.n):
        reward = promise(e, g, p, &outlook, s)
        if g.n_quests:
            reward = max(reward, 0) + quest_promise(e, g, p, &outlook, s)
        reward = FINE * reward * p.weights.pull // 100
        if reward > 0:
            if _pulls(e, g, s):
                reward = reward * keep[2] // 100
                for d in range(6):
                    n = r.to[s * 6 + d]
                    if n != NONE and not r.shut[n] and r.pull[n] < reward:
                        r.pull[n] = <int16_t> reward
            elif reward > r.pull[s]:
                r.pull[s] = <int16_t> reward
        if search and not r.shut[s] and open_places(e, g, s):
            reward = FINE * search * keep[2] // 100
            if reward > r.pull[s]:
                r.pull[s] = <int16_t> reward
    for _k in range(12):
        changed = False
        for i in range(r.n):
            s = r.n - 1 - i if _k & 1 else i
            for d in range(6):
                n = r.to[s * 6 + d]
                if n == NONE or r.price[s * 6 + d] == 255 or r.shut[n]:
                    continue
                cost = r.price[s * 6 + d]
                if r.near[s] & r.near[n]:
                    cost += 2
                cost = r.pull[n] * keep[cost if cost < 8 else 7] // 100
                if cost > r.pull[s]:
                    r.pull[s] = <int16_t> cost
                    changed = True
        if not changed:
            break
    for s in range(r.n):
        r.pull[s] = <int16_t> (r.pull[s] // FINE)
