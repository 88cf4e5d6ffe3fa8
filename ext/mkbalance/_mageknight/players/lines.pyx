"""A line through the rest of the turn, improved decision by decision.

The line that the rules of thumb play from here is carried out on a copy in which everything hidden is forgotten. From there a
beam search looks for a better one: at each decision every option of the best few states (``beam``) is taken, the rules of thumb
play on, and the best few of what this leads to are kept. States met before are not played on from again. The line is followed
for as long as the game looks as it did on the copy.

The best of many lines on one guess at what is hidden is often the luckiest. A line that turns something up, a card drawn, a
token, a roll, is therefore tried on other guesses (``doubt``), with a search of its own from where it turned out otherwise.
So are the best few that take another chance first (``rivals``); the line is taken whose mean is best, or one that turns nothing
up if that is worth more.
"""

from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcmp, memset

from mkbalance._mageknight.engine cimport advance, apply
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.players.appraise cimport appraise, appraise_tile
from mkbalance._mageknight.players.fight cimport find
from mkbalance._mageknight.players.hidden cimport forget
from mkbalance._mageknight.players.lands cimport Lands, roads_of
from mkbalance._mageknight.players.likeness cimport sight, state_key
from mkbalance._mageknight.players.memory cimport *
from mkbalance._mageknight.players.planner cimport decide
from mkbalance._mageknight.state cimport Action

cdef enum:
    WIDEST = 48
    KNOWN = 8192          # states remembered in one search, a power of two
    NOWHERE = -(1 << 22)
    DOUBTS = 40           # guesses at what is hidden, apart from those of the planner
    RIVALS = 8

cdef struct Branch:       # decisions from the beginning of the search
    Action line[160]
    uint32_t sights[160]
    int n
    bint known            # it led to a state met before
    bint lucky            # it turned something up that was hidden
    uint32_t chance       # the decision that did so first

cdef struct Found:        # the best lines of a search
    Branch best
    Branch safe           # of those that turn nothing up
    Branch rival[8]       # of those that take one chance first, for the best few chances
    int hope[8]           # worth of these on the guess at hand
    int n_rivals
    int worth
    int sure              # worth of the one that turns nothing up

cdef struct Beam:         # the best few states at one depth
    GameState states[48]
    Memory minds[48]
    Branch branches[48]
    int worth[48]
    int n

cdef struct Search:
    const GameState *base # where it began
    uint64_t known[8192]
    int worth[8192]       # what the rules of thumb make of a state
    bint taken[8192]      # it has been in the beam
    Lands lands           # the maps met
    int n_known
    int rolled            # lines played on by the rules of thumb
    int wide              # so many of them before the beam is narrowed
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


cdef int _slot(Search *s, uint64_t key) noexcept nogil:
    """Where a state is remembered, or would be; -1 if there is no room for another."""
    cdef int i = <int> (key & (KNOWN - 1))
    while s.known[i]:
        if s.known[i] == key:
            return i
        i = (i + 1) & (KNOWN - 1)
    return i if s.n_known < KNOWN * 7 // 8 else -1


cdef bint _turned_up(const GameState *g, const GameState *h) noexcept nogil:
    """Whether something hidden in the one state is known in the other, later one: cards drawn, tokens, dice."""
    cdef int i
    if h.players[g.seat].n_deck < g.players[g.seat].n_deck or h.deck_ruins.size != g.deck_ruins.size:
        return True
    if memcmp(&g.draws[0], &h.draws[0], sizeof(g.draws)) or memcmp(&g.token_draw[0], &h.token_draw[0], sizeof(g.token_draw)):
        return True
    for i in range(7 * g.n_tiles):
        if h.spaces[i].face_up & ~g.spaces[i].face_up:
            return True
    for i in range(g.n_cities):
        if h.cities[i].face_up & ~g.cities[i].face_up:
            return True
    return False


cdef void _watch(Branch *b, const GameState *base, const GameState *h, Action act) noexcept nogil:
    """Note if this decision has turned something up."""
    if not b.lucky and _turned_up(base, h):
        b.lucky = True
        b.chance = act.kind | <uint32_t> act.a << 8 | <uint32_t> act.b << 16 | <uint32_t> act.c << 24


cdef int _worth(const Env *e, const GameState *h, const Policy *p, Search *s, bint explores) noexcept nogil:
    """What it comes to if the turn ends here, or a tile is turned up."""
    if explores:
        return appraise_tile(e, h, p, roads_of(e, h, p, &s.lands))
    return appraise(e, h, p, roads_of(e, h, p, &s.lands))


cdef int _play_on(const Env *e, GameState *h, const Policy *p, Memory *m, Search *s, Branch *b) noexcept nogil:
    """Play on by the rules of thumb to the end of the turn, or to a tile turned up; what that comes to.

    States met on the way are remembered with it; from one met before nothing is played, since what it comes to is known.
    """
    cdef Options o
    cdef Action act
    cdef int slots[160]
    cdef int n_slots = 0
    cdef bint explores = False
    cdef int worth = NOWHERE
    cdef int i
    cdef uint64_t key
    while b.n < MAX_STEPS:
        if not advance(e, h, &o) or h.seat != s.seat or not in_turn(h) or h.players[s.seat].tally.turns != s.tally:
            break
        if s.fought and h.step == STEP_MOVE:
            break
        if o.n > 1:
            key = state_key(h)
            i = _slot(s, key)
            if i >= 0 and s.known[i]:
                worth = s.worth[i]
                b.known = True
                break
            if i >= 0:
                s.known[i] = key
                s.worth[i] = NOWHERE
                s.taken[i] = False
                s.n_known += 1
                slots[n_slots] = i
                n_slots += 1
        i = decide(e, h, &o, p, m)
        act = o.items[i]
        b.line[b.n] = act
        b.sights[b.n] = sight(h, &o)
        b.n += 1
        if h.n_pending == 0 and act.kind == ACT_EXPLORE:
            explores = True
            break
        if h.n_pending == 0 and act.kind == ACT_END_TURN:
            break
        apply(e, h, act)
        _watch(b, s.base, h, act)
    if not b.known and not h.fault and b.n < MAX_STEPS:
        if h.players[s.seat].space == NONE:
            h.players[s.seat].space = h.portal
        worth = _worth(e, h, p, s, explores)
    for i in range(n_slots):
        s.worth[slots[i]] = worth
    return worth


cdef bint _ends(const GameState *h, const Search *s) noexcept nogil:
    """Whether the stretch of the game that is searched is over."""
    return (h.seat != s.seat or not in_turn(h) or h.players[s.seat].tally.turns != s.tally
            or (s.fought and h.step == STEP_MOVE))


cdef void _keep(Beam *next_, int width, const Branch *b, const GameState *t, const Memory *m, int worth) noexcept nogil:
    """Keep a branch if it is among the best ``width``."""
    cdef int i = next_.n
    if i == width:
        i = 0
        for k in range(1, width):
            if next_.worth[k] < next_.worth[i]:
                i = k
        if next_.worth[i] >= worth:
            return
    else:
        next_.n += 1
    next_.worth[i] = worth
    next_.branches[i] = b[0]
    next_.states[i] = t[0]
    next_.minds[i] = m[0]


cdef void _better(const Branch *b, int worth, Found *out) noexcept nogil:
    """Keep a line that is better than those found, or than those that take the same chance."""
    cdef int i
    cdef int least = 0
    if worth > out.worth:
        out.worth = worth
        out.best = b[0]
    if not b.lucky and worth > out.sure:
        out.sure = worth
        out.safe = b[0]
    if not b.lucky:
        return
    for i in range(out.n_rivals):
        if out.rival[i].chance == b.chance:
            if worth > out.hope[i]:
                out.hope[i] = worth
                out.rival[i] = b[0]
            return
        if out.hope[i] < out.hope[least]:
            least = i
    if out.n_rivals < RIVALS:
        least = out.n_rivals
        out.n_rivals += 1
    elif worth <= out.hope[least]:
        return
    out.hope[least] = worth
    out.rival[least] = b[0]


cdef void _spread(const Env *e, const GameState *base, const Policy *p, const Memory *m, Search *s, int least, Found *out) noexcept nogil:
    """Beam search: from the best few states every option is taken, the rules of thumb play on, the best few are kept."""
    cdef Beam beams[2]
    cdef Beam *now
    cdef Beam *next_
    cdef GameState t, played
    cdef Options o, after
    cdef Memory mind, other, rolling
    cdef Branch b, prefix, trial
    cdef int i, k, w, slot, thumb, width
    cdef int turn = 0
    cdef Action act
    t = base[0]
    other = m[0]
    memset(&trial, 0, sizeof(Branch))
    memset(out, 0, sizeof(Found))
    out.worth = out.sure = 2 * NOWHERE
    w = _play_on(e, &t, p, &other, s, &trial)
    _better(&trial, w, out)
    beams[0].n = 1
    beams[0].states[0] = base[0]
    beams[0].minds[0] = m[0]
    beams[0].worth[0] = w
    memset(&beams[0].branches[0], 0, sizeof(Branch))
    while beams[turn].n:
        now = &beams[turn]
        next_ = &beams[1 - turn]
        next_.n = 0
        width = WIDEST if s.rolled < s.wide else least
        turn = 1 - turn
        for i in range(now.n):
            prefix = now.branches[i]
            if prefix.n >= MAX_STEPS - 1 or not advance(e, &now.states[i], &o) or _ends(&now.states[i], s):
                continue
            mind = now.minds[i]
            thumb = decide(e, &now.states[i], &o, p, &mind) if o.n > 1 else 0
            prefix.sights[prefix.n] = sight(&now.states[i], &o)
            for k in range(o.n):
                act = o.items[k]
                if act.kind == ACT_QUEST_LEAVE and k != thumb:  # what a quest half done is worth, the appraisal does not say
                    continue
                t = now.states[i]
                b = prefix
                b.line[b.n] = act
                b.n += 1
                b.known = False
                if now.states[i].n_pending == 0 and (act.kind == ACT_END_TURN or act.kind == ACT_EXPLORE):
                    if t.players[s.seat].space == NONE:
                        t.players[s.seat].space = t.portal
                    w = _worth(e, &t, p, s, act.kind == ACT_EXPLORE)
                    _better(&b, w, out)
                    continue
                apply(e, &t, act)
                _watch(&b, s.base, &t, act)
                if not advance(e, &t, &after) or _ends(&t, s):
                    slot = -1
                elif after.n > 1:
                    slot = _slot(s, state_key(&t))
                    if slot >= 0 and s.known[slot] and s.taken[slot]:
                        continue
                else:
                    slot = -1
                other = mind if k == thumb else now.minds[i]
                if slot >= 0 and s.known[slot]:
                    w = s.worth[slot]
                else:
                    played = t
                    trial = b
                    rolling = other
                    w = _play_on(e, &played, p, &rolling, s, &trial)
                    s.rolled += 1
                    if not trial.known:
                        _better(&trial, w, out)
                if slot >= 0 and s.known[slot]:
                    s.taken[slot] = True
                if w > NOWHERE:
                    _keep(next_, width, &b, &t, &other, w)


cdef void _begin(Search *s, const GameState *base) noexcept nogil:
    """Remember nothing of another search."""
    s.base = base
    memset(&s.known[0], 0, sizeof(s.known))
    s.lands.n = 0
    s.n_known = 0
    s.rolled = 0


cdef int _tried(const Env *e, GameState *h, const Policy *p, const Memory *m, Search *s, const Branch *line, Found *found) noexcept nogil:
    """What a line comes to on another guess: it is followed while it can be, then another is searched for."""
    cdef Options o
    cdef Memory mind = m[0]
    cdef Branch played
    cdef Action act
    cdef int i, k
    for i in range(line.n):
        if not advance(e, h, &o) or _ends(h, s) or line.sights[i] != sight(h, &o):
            break
        act = line.line[i]
        k = find(&o, act.kind, act.a, act.b, act.c)
        if k < 0:
            break
        if h.n_pending == 0 and (act.kind == ACT_END_TURN or act.kind == ACT_EXPLORE):
            if h.players[s.seat].space == NONE:
                h.players[s.seat].space = h.portal
            return _worth(e, h, p, s, act.kind == ACT_EXPLORE)
        apply(e, h, act)
    if not advance(e, h, &o) or _ends(h, s):
        memset(&played, 0, sizeof(Branch))
        return _play_on(e, h, p, &mind, s, &played)
    _spread(e, h, p, &mind, s, p.weights.beam if p.weights.beam < WIDEST else WIDEST, found)
    return found.worth


cdef int _doubted(const Env *e, const GameState *base, const Policy *p, const Memory *m, Search *s, const Branch *line) noexcept nogil:
    """Mean of what a line comes to on a few other guesses at what is hidden."""
    cdef GameState other
    cdef Found found
    cdef int64_t total = 0
    cdef int k
    s.wide = 0
    for k in range(p.weights.doubt):
        other = base[0]
        other.key ^= <uint64_t> (k + 1) * 0xD6E8FEB86659FD93u
        forget(e, &other, DOUBTS + k)
        _begin(s, &other)
        total += _tried(e, &other, p, m, s, line, &found)
    return <int> (total // p.weights.doubt)


cdef const Branch *_trusted(const Env *e, const GameState *base, const Policy *p, const Memory *m, Search *s, Found *found) noexcept nogil:
    """The line that is best on several guesses, of the best few that take a chance and the best that takes none."""
    cdef const Branch *line = &found.safe
    cdef int _k, i, top, worth
    found.worth = found.sure
    for _k in range(p.weights.rivals if p.weights.rivals < found.n_rivals else found.n_rivals):
        top = 0
        for i in range(1, found.n_rivals):
            if found.hope[i] > found.hope[top]:
                top = i
        if found.hope[top] <= found.worth:
            break
        worth = _doubted(e, base, p, m, s, &found.rival[top])
        found.hope[top] = 2 * NOWHERE
        if worth > found.worth or found.worth <= NOWHERE:
            found.worth = worth
            line = &found.rival[top]
    return line


cdef int draw_line(const Env *e, const GameState *base, const Policy *p, const Memory *m, bint wide, Memory *out) noexcept nogil:
    """Find a line for the rest of the turn on a copy in which what is hidden is forgotten; returns what it comes to."""
    cdef Env quiet = e[0]
    cdef Policy quick = p[0]
    cdef Search s
    cdef Found found
    cdef Memory mind = m[0]
    cdef const Branch *line = &found.best
    quiet.trace = NULL
    quick.manner = m.goal.manner
    quick.weights.stances = 0
    mind.simulated = 1
    mind.chosen = 0
    mind.n_line = 0
    _begin(&s, base)
    s.wide = p.weights.wide if wide else 0
    s.seat = base.seat
    s.tally = base.players[base.seat].tally.turns
    s.fought = STEP_RANGED <= base.step <= STEP_ATTACK
    _spread(&quiet, base, &quick, &mind, &s, p.weights.beam if p.weights.beam < WIDEST else WIDEST, &found)
    if line.lucky and p.weights.doubt:
        line = _trusted(&quiet, base, &quick, &mind, &s, &found)
    out.line = line.line
    out.sights = line.sights
    out.n_line = <uint8_t> line.n
    out.at_line = 0
    return found.worth


cdef void think_on(const Env *e, const GameState *g, const Policy *p, Memory *m) noexcept nogil:
    """Find a line from the decision at hand and keep it in mind."""
    cdef GameState base = g[0]
    forget(e, &base, 0)
    draw_line(e, &base, p, m, True, m)
