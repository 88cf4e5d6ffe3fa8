"""A line through the rest of the turn, improved decision by decision.

The line that the rules of thumb play from here is carried out on a copy in which everything hidden is forgotten. At each of
its decisions every other option is tried, the rules of thumb play on from there, and the line is changed where that comes to
more; as often as ``search`` says, or until nothing changes. States met before are not played on from again. The line is
followed for as long as the game looks as it did on the copy.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from mkbalance._mageknight.engine cimport advance, apply
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.players.appraise cimport appraise, new_tile
from mkbalance._mageknight.players.fight cimport find
from mkbalance._mageknight.players.hidden cimport forget
from mkbalance._mageknight.players.likeness cimport sight, state_key
from mkbalance._mageknight.players.memory cimport *
from mkbalance._mageknight.players.planner cimport decide
from mkbalance._mageknight.players.travel cimport Roads, attract, survey
from mkbalance._mageknight.state cimport Action

cdef enum:
    KNOWN = 4096          # states remembered in one search, a power of two
    LANDS = 6             # maps whose attractions are remembered
    NOWHERE = -(1 << 22)

cdef struct Land:
    Roads roads
    uint64_t key

cdef struct Search:
    uint64_t known[4096]
    Land lands[6]
    int n_lands
    int n_known
    int steps             # decisions taken on copies
    int seat
    int tally             # turns the seat had had when the search began
    bint fought           # the search began in a fight


cdef bint in_turn(const GameState *g) noexcept nogil:
    """A step in which the turn is played, not begun or ended."""
    return STEP_MOVE <= g.step <= STEP_REST or g.step == STEP_MAZE


cdef int next_of_line(const GameState *g, const Options *o, Memory *m) noexcept nogil:
    """The option that the line foresaw for this decision, -1 if it foresaw another one or is over."""
    cdef const Action *act = &m.line[m.at_line]
    if m.at_line >= m.n_line:
        return -1
    if m.sights[m.at_line] != sight(g, o):
        m.n_line = 0
        return -1
    m.at_line += 1
    return find(o, act.kind, act.a, act.b, act.c)


cdef bint _meet(Search *s, uint64_t key) noexcept nogil:
    """Remember a state; True if it was met before."""
    cdef uint64_t i = key & (KNOWN - 1)
    while s.known[i]:
        if s.known[i] == key:
            return True
        i = (i + 1) & (KNOWN - 1)
    if s.n_known < KNOWN * 7 // 8:
        s.known[i] = key
        s.n_known += 1
    return False


cdef const Roads *_roads(const Env *e, const GameState *h, const Policy *p, Search *s) noexcept nogil:
    """Roads and attractions of a map, from memory if it was met before."""
    cdef uint64_t key = 1469598103934665603u
    cdef const uint64_t *at = <const uint64_t *> &h.spaces[0]
    cdef int i
    for i in range(<int> (7 * h.n_tiles * sizeof(h.spaces[0]) // 8)):
        key = (key ^ at[i]) * 0x9E3779B97F4A7C15u
        key ^= key >> 31
    at = <const uint64_t *> &h.cities[0]
    for i in range(<int> (h.n_cities * sizeof(h.cities[0]) // 8)):
        key = (key ^ at[i]) * 0x9E3779B97F4A7C15u
        key ^= key >> 31
    for i in range(4):
        key = (key ^ h.heads[i]) * 0x9E3779B97F4A7C15u
    key = (key ^ h.players[s.seat].n_units) * 0x9E3779B97F4A7C15u | 1
    for i in range(s.n_lands):
        if s.lands[i].key == key:
            return &s.lands[i].roads
    i = s.n_lands if s.n_lands < LANDS else LANDS - 1
    s.n_lands = i + 1
    s.lands[i].key = key
    survey(e, h, &s.lands[i].roads)
    attract(e, h, p, &s.lands[i].roads)
    return &s.lands[i].roads


cdef int _play_on(const Env *e, GameState *h, const Policy *p, Memory *m, Search *s, int at, Action *line, uint32_t *sights,
                  int *length) noexcept nogil:
    """Play on by the rules of thumb to the end of the turn, or to a tile turned up; what that comes to."""
    cdef Options o
    cdef Action act
    cdef int tiles = 0
    cdef int i
    while at < MAX_STEPS:
        if not advance(e, h, &o) or h.seat != s.seat or not in_turn(h) or h.players[s.seat].tally.turns != s.tally:
            break
        if s.fought and h.step == STEP_MOVE:
            break
        if o.n > 1 and at and _meet(s, state_key(h)):
            return NOWHERE
        i = decide(e, h, &o, p, m)
        act = o.items[i]
        line[at] = act
        sights[at] = sight(h, &o)
        at += 1
        s.steps += 1
        if h.n_pending == 0 and act.kind == ACT_EXPLORE:
            tiles = new_tile(e, h, p)
            break
        if h.n_pending == 0 and act.kind == ACT_END_TURN:
            break
        apply(e, h, act)
    length[0] = at
    if h.fault or at >= MAX_STEPS:
        return NOWHERE
    if h.players[s.seat].space == NONE:
        h.players[s.seat].space = h.portal
    return appraise(e, h, p, _roads(e, h, p, s)) + tiles


cdef bint _improve(const Env *e, const GameState *base, const Policy *p, const Memory *m, Search *s, Memory *best, int *worth) noexcept nogil:
    """Try every other option at every decision of the line, in order; True if the line was changed."""
    cdef GameState h = base[0]
    cdef GameState t
    cdef Options o
    cdef Memory mind = m[0]
    cdef Memory other
    cdef Action line[160]
    cdef uint32_t sights[160]
    cdef Action act
    cdef bint changed = False
    cdef int i = 0
    cdef int k, j, n, w
    while i < best.n_line:
        if not advance(e, &h, &o):
            break
        act = best.line[i]
        if o.n > 1:
            for k in range(o.n):
                if o.items[k].kind == act.kind and o.items[k].a == act.a and o.items[k].b == act.b and o.items[k].c == act.c:
                    continue
                if o.items[k].kind == ACT_QUEST_LEAVE:  # what a quest half done is worth, the appraisal does not say
                    continue
                t = h
                other = mind
                if o.items[k].kind == ACT_END_TURN and h.n_pending == 0:
                    n = i + 1
                    w = appraise(e, &t, p, _roads(e, &t, p, s))
                elif o.items[k].kind == ACT_EXPLORE and h.n_pending == 0:
                    n = i + 1
                    w = appraise(e, &t, p, _roads(e, &t, p, s)) + new_tile(e, &t, p)
                else:
                    apply(e, &t, o.items[k])
                    w = _play_on(e, &t, p, &other, s, i + 1, line, sights, &n)
                if w > worth[0]:
                    worth[0] = w
                    changed = True
                    best.line[i] = o.items[k]
                    for j in range(i + 1, n):
                        best.line[j] = line[j]
                        best.sights[j] = sights[j]
                    best.n_line = <uint8_t> n
                    act = o.items[k]
            decide(e, &h, &o, p, &mind)
        apply(e, &h, act)
        i += 1
    return changed


cdef int draw_line(const Env *e, const GameState *base, const Policy *p, const Memory *m, Memory *out) noexcept nogil:
    """Find a line for the rest of the turn on a copy in which what is hidden is forgotten; returns what it comes to."""
    cdef Env quiet = e[0]
    cdef GameState h = base[0]
    cdef Policy quick = p[0]
    cdef Search s
    cdef Memory mind = m[0]
    cdef Memory other
    cdef int worth, n, _k
    quiet.trace = NULL
    quick.manner = m.goal.manner
    quick.weights.stances = 0
    mind.simulated = 1
    mind.chosen = 0
    mind.n_line = 0
    memset(&s.known[0], 0, sizeof(s.known))
    s.n_lands = 0
    s.n_known = 0
    s.steps = 0
    s.seat = base.seat
    s.tally = base.players[base.seat].tally.turns
    s.fought = STEP_RANGED <= base.step <= STEP_ATTACK
    other = mind
    out.at_line = 0
    worth = _play_on(&quiet, &h, &quick, &other, &s, 0, &out.line[0], &out.sights[0], &n)
    out.n_line = <uint8_t> n
    for _k in range(p.weights.search):
        if not _improve(&quiet, base, &quick, &mind, &s, out, &worth):
            break
    return worth


cdef void think_on(const Env *e, const GameState *g, const Policy *p, Memory *m) noexcept nogil:
    """Find a line from the decision at hand and keep it in mind."""
    cdef GameState base = g[0]
    forget(e, &base, 0)
    draw_line(e, &base, p, m, m)
