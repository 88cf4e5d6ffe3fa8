"""Plans worth playing out: for every space in reach what could be done there, the best few of each kind by a first estimate."""

from libc.stdint cimport int16_t, uint8_t

from libc.string cimport memset

from mkbalance._mageknight.floors cimport floors_left, has_floors
from mkbalance._mageknight.hexmap cimport active_site, fortified_here, lair_here, rampager_here, ritual_here, safe_space
from mkbalance._mageknight.horsemen cimport horsemen_on
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.players.goals cimport goal_here
from mkbalance._mageknight.players.memory cimport *
from mkbalance._mageknight.players.promises cimport Outlook, look_out, promise
from mkbalance._mageknight.players.questing cimport quest_fight_here
from mkbalance._mageknight.players.riders cimport riders_reward
from mkbalance._mageknight.players.ruins cimport paid_in_talk, paid_otherwise
from mkbalance._mageknight.players.sources cimport WANT_MOVE, Cover, Sources, cover, gather
from mkbalance._mageknight.players.travel cimport attract, open_places, ways
from mkbalance._mageknight.progress cimport NO_INTERACTION, rep_modifier
from mkbalance._mageknight.state cimport SP_CONQUERED, Player

cdef enum:
    REACH = 16            # most Move points a plan spends
    KINDS = 6             # classes with a quota: end, interact, fight, enter, explore, attack on the goal of the scenario

cdef struct Best:
    Goal goals[48]        # KINDS * 8
    int n[6]
    int end

cdef struct Prices:
    int of[17]            # what so many more Move points cost, -1 = not to be had
    int most


cdef void _offer(Best *b, int group, int quota, const Goal *goal) noexcept nogil:
    """Keep the best plans of a group, one per target and kind."""
    cdef Goal *list_ = &b.goals[group * 8]
    cdef int i, j
    cdef int n = b.n[group]
    for i in range(n):
        if list_[i].target == goal.target and list_[i].kind == goal.kind and (goal.kind != GOAL_EXPLORE or list_[i].dir == goal.dir):
            if goal.guess <= list_[i].guess:
                return
            for j in range(i, n - 1):
                list_[j] = list_[j + 1]
            n -= 1
            break
    i = n
    while i > 0 and list_[i - 1].guess < goal.guess:
        i -= 1
    if i >= quota:
        b.n[group] = n
        return
    j = n if n < quota else quota - 1
    while j > i:
        list_[j] = list_[j - 1]
        j -= 1
    list_[i] = goal[0]
    b.n[group] = n + 1 if n < quota else quota


cdef void _path(const Roads *r, int space, Goal *goal) noexcept nogil:
    """The way to a space, as directions from the Hero."""
    cdef uint8_t back[24]
    cdef int n = 0
    cdef int i
    while r.prev[space] != NONE and n < 20:
        back[n] = r.dir[space]
        n += 1
        space = r.prev[space]
    goal.n = <uint8_t> n
    for i in range(n):
        goal.path[i] = back[n - 1 - i]


cdef void _prices(const Env *e, const GameState *g, const Policy *p, Prices *out) noexcept nogil:
    cdef Sources s
    cdef Cover found
    cdef int16_t points[96]
    cdef int i, k
    gather(e, g, p, WIN_MOVE, WANT_MOVE, &s)
    for i in range(s.n):
        points[i] = 1 if s.items[i].gain == NULL else s.items[i].gain.move
    out.most = g.turn.move
    for k in range(REACH + 1):
        out.of[k] = -1
    for k in range(REACH + 1):
        if k <= g.turn.move:
            out.of[k] = 0
        elif cover(g, &s, points, k - g.turn.move, 0, &found):
            out.of[k] = found.cost
            out.most = k
        else:
            break
    if out.most > REACH:
        out.most = REACH


cdef bint _enterable(const GameState *g, int space, int site) noexcept nogil:
    """An adventure site that still holds something."""
    if site == MAZE or site == LABYRINTH:
        return not (g.spaces[space].shields >> g.seat) & 1
    if site == RUINS:
        return g.spaces[space].extra != NONE
    if has_floors(site):
        return not (g.spaces[space].shields >> g.seat) & 1 and floors_left(&g.spaces[space], 0)
    return ((site == DUNGEON or site == TOMB or site == MONSTER_DEN or site == SPAWNING_GROUNDS)
            and not g.spaces[space].flags & SP_CONQUERED)


cdef void list_plans(const Env *e, const GameState *g, const Policy *p, Roads *roads, Plans *out) noexcept nogil:
    """Fill the list; ``roads`` has been surveyed, ways and attraction are added here."""
    cdef const Player *q = &g.players[g.seat]
    cdef Prices prices
    cdef Outlook outlook
    cdef Best best
    cdef Goal goal
    cdef int quota = p.weights.plans
    cdef int s, d, n, site, places, base, i, cost
    cdef int slot = 0
    cdef bint friendly = rep_modifier(e, g, g.seat) != NO_INTERACTION
    out.n = 0
    look_out(e, g, p, &outlook)
    memset(&best, 0, sizeof(Best))
    memset(&goal, 0, sizeof(Goal))
    if quota > 7:
        quota = 7
    _prices(e, g, p, &prices)
    ways(e, g, roads, prices.most)
    attract(e, g, p, roads)
    goal.origin = q.space
    for s in range(roads.n):
        if roads.cost[s] > REACH or prices.of[roads.cost[s]] < 0:
            continue
        _path(roads, s, &goal)
        base = -prices.of[roads.cost[s]]
        site = active_site(g, s)
        goal.target = <uint8_t> s
        if safe_space(e, g, s, g.seat):
            goal.kind = GOAL_END
            goal.guess = <int16_t> (base + roads.pull[s] + roads.aim[s])
            _offer(&best, 0, quota, &goal)
            if friendly and (paid_in_talk(e, g, s) or (e.sites[site].inhabited and not (site == KEEP and not g.spaces[s].shields & 15))):
                goal.kind = GOAL_INTERACT
                goal.guess = <int16_t> (base + roads.pull[s] + roads.aim[s] + 20)
                _offer(&best, 1, quota, &goal)
        if e.setup.restoration and paid_otherwise(e, g, s):
            goal.kind = GOAL_RESTORE
            goal.guess = <int16_t> (base + promise(e, g, p, &outlook, s) + roads.aim[s])
            _offer(&best, 3, quota, &goal)
        if _enterable(g, s, site):
            n = promise(e, g, p, &outlook, s)
            goal.kind = GOAL_ENTER
            if site == RUINS and g.spaces[s].extra != NONE and e.ruins[g.spaces[s].extra].altar:
                goal.kind = GOAL_ALTAR
            goal.guess = <int16_t> (base + n + roads.aim[s])
            _offer(&best, 3, quota, &goal)
        if g.n_quests:
            n = quest_fight_here(e, g, p, &outlook, s, &slot)
            if n > 0:
                goal.kind = GOAL_QUEST
                goal.dir = <uint8_t> slot
                goal.guess = <int16_t> (base + n + roads.aim[s])
                _offer(&best, 3, quota, &goal)
        places = open_places(e, g, s)
        if places and roads.cost[s] + 2 <= REACH and prices.of[roads.cost[s] + 2] >= 0:
            goal.kind = GOAL_EXPLORE
            goal.guess = <int16_t> (roads.pull[s] - prices.of[roads.cost[s] + 2])
            goal.target = <uint8_t> (s // 7 * 7)
            for d in range(6):
                if (places >> d) & 1:
                    goal.dir = <uint8_t> d
                    _offer(&best, 4, quota, &goal)
            goal.target = <uint8_t> s
        if e.setup.horsemen and horsemen_on(g, s):
            n = horsemen_on(g, s)
            for d in range(4):
                if (n >> d) & 1:
                    goal.kind = GOAL_CHALLENGE
                    goal.dir = <uint8_t> (HORSEMAN_BIT + d)
                    goal.guess = <int16_t> (base + riders_reward(e, g, p, s, 20) + roads.aim[s])
                    _offer(&best, 2, quota, &goal)
        for d in range(6):
            n = roads.to[s * 6 + d]
            if n == NONE or not roads.shut[n]:
                continue
            goal.target = <uint8_t> n
            if rampager_here(g, n):
                goal.kind = GOAL_CHALLENGE
                goal.dir = <uint8_t> d
                goal.guess = <int16_t> (base + promise(e, g, p, &outlook, n) + roads.aim[s] + (roads.pull[s] if roads.pull[s] > 0 else 0))
                _offer(&best, 2, quota, &goal)
            elif (fortified_here(g, n) and not (g.spaces[n].site == CITY and e.setup.city_mode)) or lair_here(e, g, n) or ritual_here(g, n):
                cost = roads.cost[s] + roads.price[s * 6 + d]
                if cost > REACH or prices.of[cost] < 0 or goal.n >= 23:
                    continue
                goal.kind = GOAL_ASSAULT
                goal.path[goal.n] = <uint8_t> d
                goal.n += 1
                goal.guess = <int16_t> (promise(e, g, p, &outlook, n) - prices.of[cost])
                _offer(&best, 5 if goal_here(e, g, n) else 2, quota, &goal)
                goal.n -= 1
            goal.target = <uint8_t> s
    for d in range(KINDS):
        for i in range(best.n[d]):
            out.goals[out.n] = best.goals[d * 8 + i]
            out.n += 1
    if not g.turn.moved and not g.turn.sideways and q.n_hand:
        memset(&goal, 0, sizeof(Goal))
        goal.kind = GOAL_REST
        goal.origin = q.space
        goal.target = q.space
        out.goals[out.n] = goal
        out.n += 1
