"""Tactics (R3.2): who chooses when, what is to be had, what one does on taking."""

from mkbalance._kernel.rng cimport Stream, below
from mkbalance._mageknight.chance cimport event_at
from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.rounds cimport turn_order
from mkbalance._mageknight.state cimport (
    ACTOR_DUMMY,
    DO_DRAW,
    DO_MANA_STEAL,
    DO_PREPARATION,
    DO_RETHINK,
    GameState,
    Options,
    Player,
    add_option,
    push,
)
from mkbalance._mageknight.trace cimport TOLD_ORDER, told


cdef void first_chooser(const Env *e, GameState *g) noexcept nogil:
    cdef int i
    cdef int free_ = 0
    g.tactics_taken = 0
    g.last_turns = 0
    for i in range(g.n_dummies):
        g.dummies[i].tactic = NONE
    for i in range(e.n_tactics):
        free_ += tactic_free(e, g, i)
    if free_ < g.n_seats + g.n_dummies:  # not enough: all are there again (A.13.6)
        if g.night:
            g.tactics_gone_night = 0
        else:
            g.tactics_gone = 0
    g.step = STEP_TACTIC


cdef void next_chooser(const Env *e, GameState *g) noexcept nogil:
    """Lowest Fame first, ties to the lower one in last Round's order (R3.2.1)."""
    cdef int i, seat
    cdef int best = NONE
    for i in range(g.n_order):
        seat = g.order[i]
        if seat >= MAX_SEATS or g.players[seat].tactic != NONE or (g.last_turns >> seat) & 1:
            continue
        if best == NONE or g.players[seat].fame <= g.players[best].fame:
            best = seat
    if best == NONE:
        turn_order(e, g)
        return
    g.seat = <unsigned char> best


cdef bint tactic_free(const Env *e, const GameState *g, int tactic) noexcept nogil:
    """Still to be had this Round: of the right half of the day, not gone from the game, not taken."""
    cdef int bit = e.tactics[tactic].number - 1
    cdef int gone = g.tactics_gone_night if g.night else g.tactics_gone
    return e.tactics[tactic].night == g.night and not (gone >> bit) & 1 and not (g.tactics_taken >> bit) & 1


cdef void tactic_options(const Env *e, const GameState *g, Options *o) noexcept nogil:
    cdef int i
    for i in range(e.n_tactics):
        if tactic_free(e, g, i):
            add_option(o, ACT_TACTIC, i, 0, 0)
    if _may_pass(e, g):
        add_option(o, ACT_DECLINE, 0, 0, 0)


cdef bint _may_pass(const Env *e, const GameState *g) noexcept nogil:
    """Somebody with more Fame has not chosen either (A.13.5); of equals the one higher in the Round order has more."""
    cdef int i, seat
    cdef bint before = True  # higher in the order than the seat that chooses
    if not e.setup.pass_tactics:
        return False
    for i in range(g.n_order):
        seat = g.order[i]
        if seat >= MAX_SEATS or g.players[seat].tactic != NONE:
            continue
        if seat == g.seat:
            before = False
        elif g.players[seat].fame > g.players[g.seat].fame or before and g.players[seat].fame == g.players[g.seat].fame:
            return True
    return False


cdef void pass_tactic(GameState *g) noexcept nogil:
    """Wait for what the others take; a choice of anybody's asks everyone anew (A.13.5)."""
    g.last_turns |= <unsigned char> (1 << g.seat)


cdef void take_tactic(const Env *e, GameState *g, int tactic) noexcept nogil:
    """Take a Tactic and do at once what it says on taking (R3.2.2)."""
    cdef Player *p = &g.players[g.seat]
    cdef int what = e.tactics[tactic].behaviour
    p.tactic = <unsigned char> tactic
    p.tactic_used = 0
    g.last_turns = 0
    g.tactics_taken |= <unsigned char> (1 << (e.tactics[tactic].number - 1))
    if what == TACTIC_RETHINK:
        push(g, DO_RETHINK, 3, 0, 0, 0)
    elif what == TACTIC_MANA_STEAL:
        push(g, DO_MANA_STEAL, 0, 0, 0, 0)
    elif what == TACTIC_GREAT_START:
        push(g, DO_DRAW, 2, 0, 0, 0)
    elif what == TACTIC_PREPARATION:
        push(g, DO_PREPARATION, 0, 0, 0, 0)


cdef void dummy_tactics(const Env *e, GameState *g) noexcept nogil:
    """Each dummy gets a random one of the remaining Tactics (R16.2)."""
    cdef Stream s
    cdef int i, k, n
    cdef unsigned char free_[16]
    for k in range(g.n_dummies):
        n = 0
        for i in range(e.n_tactics):
            if tactic_free(e, g, i) and n < 16:
                free_[n] = <unsigned char> i
                n += 1
        if n == 0:
            return
        event_at(g, DRAW_TACTICS, g.round + (k << 8), &s)
        g.dummies[k].tactic = free_[below(&s, n)]
        g.tactics_taken |= <unsigned char> (1 << (e.tactics[g.dummies[k].tactic].number - 1))
        told(e, g, TOLD_ORDER, ACTOR_DUMMY + k, g.dummies[k].tactic, 0, 0)
