"""Roads: what a step costs, the cheapest ways from here, and how attractive every space is.

Ways keep off fights: rampagers are not provoked, fortified sites and the lair are entered only as the last step of a plan.
"""

from libc.string cimport memset

from mkbalance._mageknight.floors cimport has_floors
from mkbalance._mageknight.hexmap cimport (
    active_site,
    explore_mask,
    fortified_here,
    lair_here,
    neighbour,
    rampager_here,
    step_cost,
)
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.players.harm cimport site_reward, urge
from mkbalance._mageknight.players.riders cimport riders_reward
from mkbalance._mageknight.progress cimport NO_INTERACTION, level_row, rep_modifier
from mkbalance._mageknight.sites cimport next_tile_kind
from mkbalance._mageknight.state cimport SP_CONQUERED, Player, Space


cdef enum:
    AFAR = 16             # Move points beyond which the way to the goal counts no more


cdef void survey(const Env *e, const GameState *g, Roads *r) noexcept nogil:
    """Neighbours, step prices and dangers of every revealed space."""
    cdef int s, d, n, bits
    r.n = g.n_tiles * 7
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
        elif fortified_here(g, s) or lair_here(e, g, s):
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


cdef int _might(const Env *e, const GameState *g, const Policy *p) noexcept nogil:
    """A rough measure of what the Hero can beat: level, Units, cards gained."""
    cdef const Player *q = &g.players[g.seat]
    cdef int i
    cdef int n = p.weights.might + q.level + q.tally.actions + 2 * q.tally.spells
    for i in range(q.n_units):
        n += 2 * e.units[q.units[i].kind].level
    return n


cdef int place_reward(const Env *e, const GameState *g, const Policy *p, int space) noexcept nogil:
    """What a place promises to a Hero who gets there, in tenths; with a Horseman on it the better of the two."""
    cdef int reward = _site_promise(e, g, p, space)
    if e.setup.horsemen:
        return max(reward, riders_reward(e, g, p, space, _might(e, g, p)))
    return reward


cdef int _site_promise(const Env *e, const GameState *g, const Policy *p, int space) noexcept nogil:
    cdef const Player *q = &g.players[g.seat]
    cdef const Space *s = &g.spaces[space]
    cdef int site = active_site(g, space)
    cdef int might = _might(e, g, p)
    cdef int reward = 0
    cdef int i, need, mod
    if lair_here(e, g, space):
        i = g.heads[0] + g.heads[1] + g.heads[2] + g.heads[3]
        if g.round < p.weights.dragon_round:
            return 0
        return p.weights.lair + i * p.weights.head // 2
    if rampager_here(g, space):
        need = 0
        for i in range(s.n_tokens):
            need += e.enemies[s.tokens[i]].armor + e.enemies[s.tokens[i]].value[0]
            reward += p.weights.fame * e.enemies[s.tokens[i]].fame
        reward += p.weights.reputation
        if need > might + 2:
            reward = reward * might // (2 * need)
        return reward * 2 // 3
    if fortified_here(g, space):
        reward = site_reward(e, g, p, space) + 3 * p.weights.fame
        need = 9 if site == KEEP else 12 if site == MAGE_TOWER else 40
        if need > might:
            reward = reward * might // (2 * need)
        return reward // 2
    if site == DUNGEON or site == TOMB or site == MONSTER_DEN or site == SPAWNING_GROUNDS or site == RUINS:
        if s.flags & SP_CONQUERED or (site == RUINS and s.extra == NONE):
            return 0
        reward = site_reward(e, g, p, space) + 4 * p.weights.fame
        need = 10 if site == MONSTER_DEN or site == DUNGEON else 18 if site == TOMB else 16
        if need > might:
            reward = reward * might // (2 * need)
        return reward // 2
    if site == MAZE or site == LABYRINTH:
        reward = site_reward(e, g, p, space)
        if not reward:
            return 0
        reward += (4 if site == MAZE else 7) * p.weights.fame
        need = 14 if site == MAZE else 22
        if need > might:
            reward = reward * might // (2 * need)
        return reward // 2
    if has_floors(site):
        reward = site_reward(e, g, p, space)
        if not reward:
            return 0
        reward += 3 * p.weights.fame
        need = 12 if site == ZIGGURAT else 16
        if need > might:
            reward = reward * might // (2 * need)
        return reward // 2
    if e.sites[site].inhabited:
        mod = rep_modifier(e, g, g.seat)
        if mod == NO_INTERACTION or (site == CITY and e.setup.city_mode == 2):
            return 0
        reward = 8 + 2 * mod
        if q.n_units < level_row(e, q).command and e.sites[site].recruits:
            reward += p.weights.recruit
        reward += q.hand_wounds * (p.weights.heal // 2)
        return reward if reward > 0 else 0
    if site == MINE:
        return p.weights.crystal
    if site == GLADE:
        return 8 + (p.weights.heal if q.hand_wounds else 0)
    return 0


cdef bint _pulls(const Env *e, const GameState *g, int space) noexcept nogil:
    """Places fought from next to them pull on their neighbours."""
    return rampager_here(g, space) or fortified_here(g, space) or lair_here(e, g, space)


cdef void _aim(const Env *e, const GameState *g, const Policy *p, Roads *r) noexcept nogil:
    """What is still to walk to the dragon: to the spaces next to its lair, or to where it may be looked for (A.12.4)."""
    cdef int s, d, n, i, cost, _k
    cdef int step = p.weights.near
    cdef bint changed
    memset(&r.aim[0], 0, sizeof(int16_t) * r.n)
    if not e.setup.ends & END_DRAGON or not step or not (g.heads[0] or g.heads[1] or g.heads[2] or g.heads[3]):
        return
    if g.round + 2 > e.setup.rounds:
        step = step * p.weights.late // 100
    elif g.lair != NONE and g.round + 1 < p.weights.dragon_round:
        return
    step = (step * urge(g) + 50) // 100
    for s in range(r.n):
        r.aim[s] = <int16_t> (-AFAR * step)
        if r.shut[s]:
            continue
        if g.lair == NONE:
            if open_places(e, g, s):
                r.aim[s] = 0
            continue
        for d in range(6):
            n = r.to[s * 6 + d]
            if n != NONE and lair_here(e, g, n):
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


cdef void attract(const Env *e, const GameState *g, const Policy *p, Roads *r) noexcept nogil:
    """How good it is to stand somewhere at the end of the turn: the best promise less the way to it."""
    cdef int s, d, n, i, reward, cost, _k
    cdef int search = p.weights.frontier
    cdef bint changed
    _aim(e, g, p, r)
    if g.n_stack == 0:
        search = search // 8
    elif e.setup.ends & END_CITY_REVEALED:
        search = search * p.weights.seek // 100
    for s in range(r.n):
        r.pull[s] = -300
    for s in range(r.n):
        reward = place_reward(e, g, p, s) * p.weights.pull // 100
        if reward > 0:
            if _pulls(e, g, s):
                for d in range(6):
                    n = r.to[s * 6 + d]
                    if n != NONE and not r.shut[n] and r.pull[n] < reward - 2 * p.weights.move:
                        r.pull[n] = <int16_t> (reward - 2 * p.weights.move)
            elif reward > r.pull[s]:
                r.pull[s] = <int16_t> reward
        if search and not r.shut[s] and open_places(e, g, s):
            reward = search - 2 * p.weights.move
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
                cost = r.pull[n] - p.weights.move * r.price[s * 6 + d]
                if r.near[s] & r.near[n]:
                    cost -= 8
                if cost > r.pull[s]:
                    r.pull[s] = <int16_t> cost
                    changed = True
        if not changed:
            break
