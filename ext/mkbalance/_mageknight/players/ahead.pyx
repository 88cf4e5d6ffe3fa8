"""The look beyond the turn: the best few lines through it are judged by the turns after them.

Each line is carried out on several guesses at what is hidden, the same for all of them; a quick player plays the next turns, with
the cards that are drawn, and what that comes to is appraised. After so many guesses the worse half of the lines is given up and
the others are looked at on as many guesses more, until one is left (sequential halving: Karnin, Koren and Somekh 2013). So a line
is worth what it prepares, the hand it leaves and the tile it turns up included.
"""

from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memset

from mkbalance._mageknight.engine cimport advance, apply
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.players.appraise cimport appraise, new_tile
from mkbalance._mageknight.players.hidden cimport forget
from mkbalance._mageknight.players.planner cimport Ending, carry_out, decide
from mkbalance._mageknight.players.travel cimport Roads, attract, survey
from mkbalance._mageknight.players.value cimport voice
from mkbalance._mageknight.state cimport Action, Options

cdef enum:
    MOST_STEPS = 600      # decisions of the turns played on from a line
    GUESSES = 64          # guesses at what is hidden, apart from those of planner.pyx and lines.pyx
    FAULTY = -(1 << 20)


cdef void _hurry(const Env *e, Policy *p) noexcept nogil:
    """Make a quick player of this one: one plan of each kind, hardly a search, and that only where a value function judges it."""
    p.weights.plans = 1
    p.weights.samples = 1
    p.weights.manners = 0
    p.weights.stances = 0
    p.weights.deep = 0
    p.weights.search = 0 if voice(e, p) == NULL else 1
    p.weights.beam = 1
    p.weights.wide = 0
    p.weights.doubt = 0


cdef int _play_ahead(const Env *e, GameState *h, const Policy *p, const Policy *quick, const Memory *line) noexcept nogil:
    """Carry a line out, play a few turns on, and appraise where they end."""
    cdef Options o
    cdef Memory m
    cdef Roads roads
    cdef Ending end
    cdef Action act
    cdef int seat = h.seat
    cdef int last = h.players[seat].tally.turns + p.weights.turns
    cdef int _k
    if not carry_out(e, h, p, &line.goal, line, &end):
        return FAULTY
    if end.act.kind != ACT_NONE:
        apply(e, h, end.act)
    memset(&m, 0, sizeof(Memory))
    for _k in range(MOST_STEPS):
        if not advance(e, h, &o):
            break
        act = o.items[decide(e, h, &o, quick, &m)]
        if h.n_pending == 0 and act.kind == ACT_EXPLORE and h.seat == seat:
            end.tiles += new_tile(e, h, p) - e.setup.fame_per_tile * p.weights.fame
        if h.n_pending == 0 and act.kind == ACT_END_TURN and h.players[seat].tally.turns >= last:
            break
        apply(e, h, act)
    if h.fault:
        return FAULTY
    if h.players[seat].space == NONE:
        h.players[seat].space = h.portal
    survey(e, h, &roads)
    attract(e, h, p, &roads)
    return appraise(e, h, p, &roads) + (end.tiles if voice(e, p) == NULL else 0)


cdef int _promising(const Policy *p, const Thoughts *thoughts, int *order) noexcept nogil:
    """The best few lines, if they are close, best first; of those worth the same, which end alike, one."""
    cdef int taken = 0
    cdef int n = 0
    cdef int i, top
    while n < p.weights.deep:
        top = -1
        for i in range(thoughts.n):
            if not (taken >> i) & 1 and (top < 0 or thoughts.worth[i] > thoughts.worth[top]):
                top = i
        if top < 0 or thoughts.worth[top] < thoughts.worth[order[0] if n else top] - p.weights.close:
            break
        taken |= 1 << top
        if n and thoughts.worth[top] == thoughts.worth[order[n - 1]]:
            continue
        order[n] = top
        n += 1
    return n


cdef int look_ahead(const Env *e, const GameState *g, const Policy *p, const Thoughts *thoughts) noexcept nogil:
    """The line to take, -1 where none was thought of."""
    cdef GameState other
    cdef Policy quick = p[0]
    cdef int order[MOST_LINES]
    cdef int64_t total[MOST_LINES]
    cdef int64_t verdict[MOST_LINES]
    cdef int guess = 0
    cdef int _k, i, j, line
    cdef int pool = _promising(p, thoughts, &order[0])
    if not pool:
        return -1
    _hurry(e, &quick)
    memset(&total[0], 0, sizeof(total))
    while pool > 1:
        for _k in range(p.weights.guesses):
            guess += 1
            for i in range(pool):
                other = g[0]
                other.key ^= <uint64_t> guess * 0xD6E8FEB86659FD93u
                forget(e, &other, GUESSES + guess)
                total[order[i]] += _play_ahead(e, &other, p, &quick, &thoughts.lines[order[i]])
        for i in range(pool):
            line = order[i]
            verdict[line] = total[line] * p.weights.ahead // guess + <int64_t> thoughts.worth[line] * (100 - p.weights.ahead)
            j = i
            while j and verdict[order[j - 1]] < verdict[line]:
                order[j] = order[j - 1]
                j -= 1
            order[j] = line
        pool = (pool + 1) // 2
    return order[0]
