"""The proxy player (A.11): what its objective makes it go for, how far and which way, and the choices left open.

Its cards are flipped by ``dummy``, what it does where it arrives is in ``takings``. Choices that the rules leave to the
player with the lowest Fame are decisions of that seat (A.11.5).
"""

from libc.stdint cimport uint8_t
from libc.string cimport memset

from mkbalance._mageknight.chance cimport roll_die
from mkbalance._mageknight.exploring cimport lay_tile, next_tile_kind, open_places
from mkbalance._mageknight.hexmap cimport (
    Far,
    distances,
    explore_mask,
    lair_here,
    neighbour,
    rampager_here,
    ritual_here,
    terrain_at,
)
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.moving cimport provoking
from mkbalance._mageknight.revealing cimport reveal_around
from mkbalance._mageknight.rounds cimport look_at_end
from mkbalance._mageknight.state cimport (
    DO_PROXY_CARD,
    DO_PROXY_OVER,
    DO_PROXY_STEP,
    DO_PROXY_TILE,
    DO_PROXY_TOKEN,
    SP_RUIN_UP,
    Dummy,
    Pending,
    add_option,
    push,
)
from mkbalance._mageknight.takings cimport (
    GIVES_ADVENTURE,
    GIVES_CARD,
    GIVES_FIGHT,
    beat_rampager,
    burn_down,
    card_options,
    cheapest,
    drop_token,
    lowest_tokens,
    objective_done,
    proxy_assaults,
    proxy_gives,
    raid,
    storm,
    take_card,
)
from mkbalance._mageknight.trace cimport EXPLORES, GOES, HEADS_FOR, OFF_MAP, SETS_OUT, TOLD_PROXY, TOLD_SOURCE, WAITS, told
from mkbalance._mageknight.turns cimport clear_turn

cdef enum:  # what the proxy goes for (A.11.2)
    TO_SITE = 0           # a site that its objective names
    TO_EXPLORE = 1        # none: a space to explore from
    TO_ANY = 2            # nor that: any site of the other colours
    TO_NOTHING = 3

cdef enum:
    FREE = 255            # no fight on the way of this turn
    BURN_OR_DEAL = 3      # Pending.a of DO_PROXY_CARD: the choice at a monastery

cdef struct Plan:
    uint8_t to[MAX_SPACES]      # steps from the proxy, 255 = no path
    uint8_t goal[MAX_SPACES]    # 1 = one of the closest goals
    uint8_t way[MAX_SPACES]     # 1 = on a shortest path to one of them
    uint8_t spared[MAX_SPACES]  # spaces moved from here before a fight at best, FREE = no fight this turn
    uint8_t queue[MAX_SPACES]
    int what                    # TO_…
    int distance
    uint8_t end

cdef void _decider(GameState *g) noexcept nogil:
    """Who decides for the proxy: the lowest Fame, of equals the later one in the Round order (A.11.5)."""
    cdef int best = NONE
    cdef int i, seat
    for i in range(g.n_order):
        seat = g.order[i]
        if seat < MAX_SEATS and (best == NONE or g.players[seat].fame <= g.players[best].fame):
            best = seat
    if best != NONE:
        g.seat = <uint8_t> best


# ---------------------------------------------------------------- where to

cdef bint _enterable(const Env *e, const GameState *g, int k, int space) noexcept nogil:
    """No lake, no mountain, no other Hero (A.11.3); nor what no proxy has a way to deal with."""
    cdef int t, i
    if g.spaces[space].site == CITY:
        if e.setup.city_mode == 2:
            return False
    else:
        t = terrain_at(e, g, space)
        if t == LAKE or t == MOUNTAIN or t == OCEAN:
            return False
    if lair_here(e, g, space) or ritual_here(g, space):
        return False
    for i in range(g.n_seats):
        if g.players[i].space == space:
            return False
    for i in range(g.n_dummies):
        if i != k and g.dummies[i].space == space:
            return False
    return True


cdef void _walk(const Env *e, const GameState *g, int k, Plan *p) noexcept nogil:
    """Steps from the proxy over spaces it may enter; rampagers and fortified sites lie on paths like any other space."""
    cdef int head = 0
    cdef int tail = 1
    cdef int s, d, n
    memset(&p.to[0], 255, MAX_SPACES)
    p.queue[0] = g.dummies[k].space
    p.to[g.dummies[k].space] = 0
    while head < tail:
        s = p.queue[head]
        head += 1
        for d in range(6):
            n = neighbour(g, s, d)
            if n != NONE and p.to[n] == 255 and _enterable(e, g, k, n):
                p.to[n] = p.to[s] + 1
                p.queue[tail] = <uint8_t> n
                tail += 1


cdef int _wanted(int colours) noexcept nogil:
    """What a green, red or white objective asks for."""
    cdef int mask = 0
    if (colours >> GREEN) & 1:
        mask |= GIVES_ADVENTURE
    if (colours >> RED) & 1:
        mask |= GIVES_FIGHT
    if (colours >> WHITE) & 1:
        mask |= GIVES_CARD
    return mask


cdef int _open(const Env *e, const GameState *g, int space, int kind) noexcept nogil:
    """Directions that may be explored from a space."""
    cdef int mask
    if rampager_here(g, space):
        return 0
    mask = explore_mask(g, space)
    return mask & open_places(e, g, space // 7, kind) if mask else 0


cdef bint _sites(const Env *e, const GameState *g, int k, int colours, int portal, Plan *p) noexcept nogil:
    """The closest sites of the colours; blue: of any kind, farther from the portal than the proxy (A.11.2)."""
    cdef Far afar
    cdef int wanted = _wanted(colours)
    cdef bint blue = (colours >> BLUE) & 1
    cdef int s, gives
    if blue:
        distances(g, g.portal, &afar.to[0])
    for s in range(g.n_tiles * 7):
        if p.to[s] == 255 or p.to[s] > p.distance:
            continue
        gives = proxy_gives(e, g, k, s)
        if not gives & wanted and not (blue and gives and afar.to[s] > portal):
            continue
        if p.to[s] < p.distance:
            p.distance = p.to[s]
            memset(&p.goal[0], 0, MAX_SPACES)
        p.goal[s] = 1
    return p.distance < 255


cdef bint _frontier(const Env *e, const GameState *g, Plan *p) noexcept nogil:
    """The closest spaces to explore from."""
    cdef int kind = next_tile_kind(e, g)
    cdef int s
    if kind == NONE:
        return False
    for s in range(g.n_tiles * 7):
        if p.to[s] == 255 or p.to[s] > p.distance or not _open(e, g, s, kind):
            continue
        if p.to[s] < p.distance:
            p.distance = p.to[s]
            memset(&p.goal[0], 0, MAX_SPACES)
        p.goal[s] = 1
    return p.distance < 255


cdef void _aim(const Env *e, const GameState *g, int k, int portal, Plan *p) noexcept nogil:
    """The goals of this turn, and which kind they are."""
    cdef int colours = e.cards[g.dummies[k].objective].colours
    memset(&p.goal[0], 0, MAX_SPACES)
    p.distance = 255
    _walk(e, g, k, p)
    if _sites(e, g, k, colours, portal, p):
        p.what = TO_SITE
    elif _frontier(e, g, p):
        p.what = TO_EXPLORE
    elif _sites(e, g, k, (1 << GREEN) | (1 << RED) | (1 << WHITE), portal, p):
        p.what = TO_ANY
    else:
        p.what = TO_NOTHING


# ---------------------------------------------------------------- which way

cdef bint _fights(const Env *e, const GameState *g, int k, const Plan *p, int here, int there) noexcept nogil:
    """Whether this step ends in a fight on the way: a rampager provoked, a fortified site to go through."""
    if proxy_assaults(e, g, k, there) and not (p.goal[there] and p.what != TO_EXPLORE):
        return True
    return provoking(e, g, here, there) != 0


cdef int _prospect(const Env *e, const GameState *g, int k, const Plan *p, int here, int there) noexcept nogil:
    """Spaces it moves before a fight if the next step goes there: none if a rampager is in the way."""
    if rampager_here(g, there):
        return 0
    if _fights(e, g, k, p, here, there):
        return 1
    return FREE if p.spared[there] == FREE else p.spared[there] + 1


cdef void _lay_out(const Env *e, const GameState *g, int k, int left, Plan *p) noexcept nogil:
    """Shortest paths to the goals, and how far each can be walked without a fight; from the goals backwards."""
    cdef int head = 0
    cdef int tail = 0
    cdef int s, d, n, best
    memset(&p.way[0], 0, MAX_SPACES)
    for s in range(g.n_tiles * 7):
        if p.goal[s]:
            p.way[s] = 1
            p.queue[tail] = <uint8_t> s
            tail += 1
    while head < tail:
        s = p.queue[head]
        head += 1
        best = 0
        if p.to[s] >= left or p.goal[s]:
            best = FREE
        for d in range(6):
            n = neighbour(g, s, d)
            if n == NONE:
                continue
            if p.to[n] + 1 == p.to[s] and not p.way[n]:
                p.way[n] = 1
                p.queue[tail] = <uint8_t> n
                tail += 1
            elif best != FREE and p.to[n] == p.to[s] + 1 and p.way[n]:
                best = max(best, _prospect(e, g, k, p, s, n))
        p.spared[s] = <uint8_t> best


cdef void _step_options(const Env *e, const GameState *g, int k, int left, int portal, Options *o) noexcept nogil:
    """Next spaces on the shortest paths that keep off fights, or put them off as long as possible (A.11.3)."""
    cdef Plan p
    cdef int here = g.dummies[k].space
    cdef int d, n
    _aim(e, g, k, portal, &p)
    if left <= 0 or p.what == TO_NOTHING or p.distance == 0:
        return
    _lay_out(e, g, k, left, &p)
    for d in range(6):
        n = neighbour(g, here, d)
        if n != NONE and p.to[n] == 1 and p.way[n] and _prospect(e, g, k, &p, here, n) == p.spared[here]:
            add_option(o, ACT_CHOOSE, n, 0, 0)


# ---------------------------------------------------------------- the turn

cdef int _die(const GameState *g, int colours) noexcept nogil:
    """A die of the Source in a colour of the objective, a gold one by Day if there is none; NONE."""
    cdef int i
    cdef int found = NONE
    for i in range(g.n_dice):
        if (g.dice_out >> i) & 1:
            continue
        if (colours >> g.dice[i]) & 1:
            return i
        if g.dice[i] == GOLD and not g.night and found == NONE:
            found = i
    return found


cdef void proxy_turn(const Env *e, GameState *g, int k) noexcept nogil:
    """What follows the flip of the cards: how far the proxy may go, then step by step (A.11.3)."""
    cdef Dummy *d = &g.dummies[k]
    cdef Far afar
    cdef int die = _die(g, e.cards[d.objective].colours)
    cdef int spaces = 1 + d.shields
    _decider(g)
    clear_turn(e, g, 0)
    if d.space == NONE:
        d.space = g.portal
    if e.cards[d.objective].kind == ADVANCED_ACTION or e.cards[d.objective].hero != NONE:
        spaces += 1
    if die != NONE:
        spaces += 1
    told(e, g, TOLD_PROXY, k, SETS_OUT, spaces, die != NONE)
    if die != NONE:
        g.dice[die] = <uint8_t> roll_die(g, DRAW_PROXY)
        told(e, g, TOLD_SOURCE, die, g.dice[die], 0, 0)
    distances(g, g.portal, &afar.to[0])
    reveal_around(e, g, d.space)
    _tell_aim(e, g, k, afar.to[d.space])
    push(g, DO_PROXY_OVER, 0, k, 0, 0)
    push(g, DO_PROXY_STEP, spaces, k, afar.to[d.space], 0)


cdef void _tell_aim(const Env *e, GameState *g, int k, int portal) noexcept nogil:
    """Where it goes, for the told game."""
    cdef Plan p
    cdef int s
    if e.trace == NULL:
        return
    _aim(e, g, k, portal, &p)
    for s in range(g.n_tiles * 7):
        if p.goal[s]:
            told(e, g, TOLD_PROXY, k, HEADS_FOR, s, p.distance * 4 + p.what)
    if p.what == TO_NOTHING:
        told(e, g, TOLD_PROXY, k, WAITS, 0, 0)


cdef void proxy_dawn(const Env *e, GameState *g, int k) noexcept nogil:
    """A new Round: by Day it sees the garrisons next to it, as a Hero does (R8.8)."""
    if g.dummies[k].space != NONE:
        reveal_around(e, g, g.dummies[k].space)


cdef void _go(const Env *e, GameState *g, int k, int there, int left, int portal) noexcept nogil:
    """One step; a fight ends the movement and is the action of the turn (A.11.3)."""
    cdef Dummy *d = &g.dummies[k]
    cdef int here = d.space
    cdef int provoked, i, n
    cdef bint fort
    if rampager_here(g, there):
        beat_rampager(e, g, k, there)
        objective_done(e, g, k)
        return
    provoked = provoking(e, g, here, there)
    fort = proxy_assaults(e, g, k, there)
    d.space = <uint8_t> there
    told(e, g, TOLD_PROXY, k, GOES, there, 0)
    if g.spaces[there].site == RUINS:
        g.spaces[there].flags |= SP_RUIN_UP
    for i in range(6):
        n = neighbour(g, there, i)
        if (provoked >> i) & 1:
            beat_rampager(e, g, k, n)
    if fort:
        storm(e, g, k, there, here)
    elif provoked:
        objective_done(e, g, k)
    else:
        reveal_around(e, g, there)
        push(g, DO_PROXY_STEP, left - 1, k, portal, 0)


cdef void _arrive(const Env *e, GameState *g, int k, int portal) noexcept nogil:
    """No more steps: if this is what it went for, it acts (A.11.4)."""
    cdef Plan p
    cdef Far afar
    cdef int colours = e.cards[g.dummies[k].objective].colours
    cdef int space = g.dummies[k].space
    cdef int gives
    _aim(e, g, k, portal, &p)
    if p.what == TO_NOTHING or p.distance:
        return
    if p.what == TO_EXPLORE:
        push(g, DO_PROXY_TILE, 0, k, 0, 0)
        return
    gives = proxy_gives(e, g, k, space)
    if p.what == TO_SITE:
        distances(g, g.portal, &afar.to[0])
        if not (colours >> BLUE) & 1 or afar.to[space] <= portal:
            gives &= _wanted(colours)
    if gives & GIVES_ADVENTURE:
        raid(e, g, k)
    elif gives & GIVES_FIGHT and proxy_assaults(e, g, k, space):
        storm(e, g, k, space, NONE)
    elif gives & GIVES_FIGHT and gives & GIVES_CARD:
        push(g, DO_PROXY_CARD, BURN_OR_DEAL, k, 0, 0)
    elif gives & GIVES_FIGHT:
        burn_down(e, g, k)
    else:
        push(g, DO_PROXY_CARD, cheapest(e, g, k, space), k, 0, 0)


cdef void _explore(const Env *e, GameState *g, int k, int d) noexcept nogil:
    """Turn up the next tile there."""
    told(e, g, TOLD_PROXY, k, EXPLORES, d, 0)
    lay_tile(e, g, g.dummies[k].space // 7, d, False)
    g.proxied.tiles += 1
    reveal_around(e, g, g.dummies[k].space)
    objective_done(e, g, k)


cdef void _over(const Env *e, GameState *g, int k) noexcept nogil:
    """The Hero leaves the map from the portal; what it took may end the scenario."""
    if g.dummies[k].space == g.portal:
        g.dummies[k].space = NONE
        told(e, g, TOLD_PROXY, k, OFF_MAP, 0, 0)
    look_at_end(e, g, g.seat)


# ---------------------------------------------------------------- decisions

cdef bint list_proxy(const Env *e, const GameState *g, Options *o) noexcept nogil:
    """Answers to a proxy's task on top; False if it asks nothing."""
    cdef const Pending *t = &g.pending[g.n_pending - 1]
    cdef int mask, d
    if t.op == DO_PROXY_STEP:
        _step_options(e, g, t.b, t.a, <uint8_t> t.c, o)
        return o.n > 0
    if t.op == DO_PROXY_TILE:
        mask = _open(e, g, g.dummies[t.b].space, next_tile_kind(e, g))
        for d in range(6):
            if (mask >> d) & 1:
                add_option(o, ACT_CHOOSE, d, 0, 0)
        return True
    if t.op == DO_PROXY_TOKEN:
        lowest_tokens(e, g, t.a, o)
        return True
    if t.op == DO_PROXY_CARD:
        if t.a == BURN_OR_DEAL:
            add_option(o, ACT_CHOOSE, 0, 0, 0)
            add_option(o, ACT_CHOOSE, 1, 0, 0)
        else:
            card_options(e, g, t.b, t.a, o)
        return True
    return False


cdef bint answer_proxy(const Env *e, GameState *g, Action act) noexcept nogil:
    """Carry out the answer to a proxy's task; False if the task on top is another."""
    cdef Pending t = g.pending[g.n_pending - 1]
    if not DO_PROXY_STEP <= t.op <= DO_PROXY_CARD:
        return False
    g.n_pending -= 1
    if t.op == DO_PROXY_STEP:
        _go(e, g, t.b, act.a, t.a, <uint8_t> t.c)
    elif t.op == DO_PROXY_TILE:
        _explore(e, g, t.b, act.a)
    elif t.op == DO_PROXY_TOKEN:
        drop_token(e, g, t.b, t.a, act.a, t.ref)
    elif t.a != BURN_OR_DEAL:
        take_card(e, g, t.b, t.a, act.a)
    elif act.a:
        push(g, DO_PROXY_CARD, cheapest(e, g, t.b, g.dummies[t.b].space), t.b, 0, 0)
    else:
        burn_down(e, g, t.b)
    return True


cdef bint run_proxy(const Env *e, GameState *g) noexcept nogil:
    """Carry out a proxy's task that asks nothing (it is off the stack already); False if it is another's."""
    cdef const Pending *t = &g.pending[g.n_pending]
    if t.op == DO_PROXY_OVER:
        _over(e, g, t.b)
    elif t.op == DO_PROXY_STEP:
        _arrive(e, g, t.b, <uint8_t> t.c)
    else:
        return False
    return True
