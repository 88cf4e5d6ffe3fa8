"""A charge (OP_CHARGE): Move that must lead to a rampaging enemy, which must be fought in this turn.

The enemy is named when the token is used, among those the Move can lead to. From then on only what keeps the charge going is
legal: plays, and steps from which it can still be reached without another fight, until the Hero stands next to it after at
least one step. Whatever fight comes of that last step includes it.
"""

from libc.stdint cimport int16_t, uint8_t

from libc.string cimport memset

from mkbalance._mageknight.content cimport OPT_ACTION, OptionRow
from mkbalance._mageknight.hexmap cimport (
    adjacent,
    cheaper_here,
    entry_cost,
    fortified_here,
    lair_here,
    neighbour,
    rampager_here,
    ritual_here,
    wall_between,
)
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.moving cimport beyond, provoked_at
from mkbalance._mageknight.state cimport CHARGE_MOVED, Action, add_option

cdef enum:
    NO_WAY = 255

cdef struct Ways:
    uint8_t cost[MAX_SPACES]
    uint8_t end


cdef bint _quiet(const Env *e, const GameState *g, int space) noexcept nogil:
    """A space that is entered without a fight for it."""
    if rampager_here(g, space) or fortified_here(g, space) or lair_here(e, g, space) or ritual_here(g, space):
        return False
    return not (g.spaces[space].site == CITY and e.setup.city_mode == 2)


cdef void _survey(const Env *e, const GameState *g, int start, int spent, Ways *w) noexcept nogil:
    """Move cost of every space on ways that provoke nobody; the last step may."""
    cdef uint8_t open_[MAX_SPACES]
    cdef int s, d, n, cost
    cdef bint more = True
    memset(&w.cost[0], NO_WAY, MAX_SPACES)
    memset(&open_[0], 0, MAX_SPACES)
    w.cost[start] = <uint8_t> spent
    open_[start] = 1
    while more:
        more = False
        for s in range(g.n_tiles * 7):
            if not open_[s]:
                continue
            open_[s] = 0
            for d in range(6):
                n = neighbour(g, s, d)
                if n == NONE or not _quiet(e, g, n):
                    continue
                cost = entry_cost(e, g, n, 0)
                if cost == 255:
                    continue
                cost += w.cost[s] + wall_between(e, g, s, d)
                if cost < w.cost[n]:
                    w.cost[n] = <uint8_t> min(cost, NO_WAY - 1)
                    if not provoked_at(e, g, s, n):
                        open_[n] = 1
                        more = True


cdef bint _reaches(const Env *e, const GameState *g, const Ways *w, int start, int target, int move) noexcept nogil:
    """A space next to the target, another than the start, lies within this much Move."""
    cdef int d, n
    for d in range(6):
        n = neighbour(g, target, d)
        if n != NONE and n != start and w.cost[n] <= move:
            return True
    return False


cdef void charge_targets(const Env *e, const GameState *g, int move, Options *o) noexcept nogil:
    """Rampagers that so much more Move can lead to."""
    cdef Ways w
    cdef int start = g.players[g.seat].space
    cdef int s
    _survey(e, g, start, 0, &w)
    for s in range(g.n_tiles * 7):
        if rampager_here(g, s) and _reaches(e, g, &w, start, s, g.turn.move + move):
            add_option(o, ACT_CHOOSE, s, 0, 0)


cdef void begin_charge(GameState *g, int space, int move, int points) noexcept nogil:
    g.turn.move += <int16_t> move
    g.turn.charge = <uint8_t> (space + 1)
    g.turn.charge_points = <uint8_t> points


cdef int charged_direction(const GameState *g, int space) noexcept nogil:
    """Bit of the direction in which the enemy charged at lies next to a space, 0."""
    cdef int d
    if g.turn.charge:
        for d in range(6):
            if neighbour(g, space, d) == g.turn.charge - 1:
                return 1 << d
    return 0


cdef bint _leads(const Env *e, const GameState *g, int d, int kept) noexcept nogil:
    """A step after which the enemy charged at is met, or can still be reached."""
    cdef Ways w
    cdef int here = g.players[g.seat].space
    cdef int target = g.turn.charge - 1
    cdef int next_ = beyond(g, d)
    cdef int left, cost
    if next_ == NONE or not _quiet(e, g, next_):
        return False
    if adjacent(g, next_, target):
        return True
    if provoked_at(e, g, here, next_):
        return False
    cost = entry_cost(e, g, next_, cheaper_here(e, g, next_) - kept)
    left = g.turn.move - cost - (d < 6 and wall_between(e, g, here, d))
    _survey(e, g, next_, 0, &w)
    return left >= 0 and _reaches(e, g, &w, NONE, target, left)


cdef bint _other_deed(const Env *e, const GameState *g, const Action *act) noexcept nogil:
    """A play that is the action of the turn or carries the Hero off."""
    cdef const OptionRow *row
    cdef int i, op
    if act.kind == ACT_PLAY:
        row = &e.options[(e.cards[act.a].powered if act.b else e.cards[act.a].basic) + act.c]
    elif act.kind == ACT_UNIT:
        row = &e.options[e.units[g.players[g.seat].units[act.a].kind].options + act.b]
    elif act.kind == ACT_SKILL:
        row = &e.options[e.skills[g.players[act.c - 1 if act.c else g.seat].skills[act.a]].options + act.b]
    elif act.kind == ACT_FACTION:
        row = &e.options[e.factions[act.a].options + act.b]
    else:
        return False
    for i in range(row.n):
        op = e.instrs[row.first + i].op
        if op in (OP_FLY, OP_TUNNEL, OP_SEEK, OP_CHARGE, OP_TEMPORAL, OP_BOOST, OP_MAXIMAL, OP_CAST_OFFER, OP_OFFER_POWER, OP_BORROW_UNIT):
            return True
    return row.flags & OPT_ACTION != 0


cdef bint _keeps_going(const Env *e, const GameState *g, const Action *act) noexcept nogil:
    """An option that the charge leaves."""
    if act.kind == ACT_MOVE:
        return _leads(e, g, act.a, act.b)
    if act.kind == ACT_CHALLENGE:
        return g.turn.charge_points & CHARGE_MOVED and act.a < 6 and charged_direction(g, g.players[g.seat].space) == 1 << act.a
    if act.kind in (ACT_PLAY, ACT_UNIT, ACT_SKILL, ACT_FACTION):
        return not _other_deed(e, g, act)
    return act.kind in (ACT_SIDEWAYS, ACT_HEAL_HAND, ACT_HEAL_UNIT, ACT_BANNER, ACT_TACTIC_USE, ACT_MANA_SEARCH, ACT_QUEST_LEAVE, ACT_QUEST_TAKE,
                        ACT_QUEST_OPEN)


cdef void charge_only(const Env *e, const GameState *g, Options *o) noexcept nogil:
    """Strike out what a charge under way forbids; nothing if no option would lead on."""
    cdef Options left
    cdef int i
    cdef bint on = False
    left.n = 0
    left.full = o.full
    for i in range(o.n):
        if _keeps_going(e, g, &o.items[i]):
            add_option(&left, o.items[i].kind, o.items[i].a, o.items[i].b, o.items[i].c)
            on = on or o.items[i].kind == ACT_MOVE or o.items[i].kind == ACT_CHALLENGE
    if on:
        o[0] = left
