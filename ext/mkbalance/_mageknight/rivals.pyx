"""Effects on the other players, in games that have some (R16.8): the competitive Spells. A dummy player is no rival.

What a rival decides is asked of that seat: the task names it, and DO_SEAT below it hands the decisions back.
"""

from libc.stdint cimport uint8_t

from mkbalance._mageknight.chance cimport pick
from mkbalance._mageknight.deeds cimport discard_add, discard_card, discard_take, first_copy, hand_add, hand_take
from mkbalance._mageknight.effects cimport take_wounds
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.state cimport (
    DO_SEAT,
    DO_SPEND_UNIT,
    DO_STEAL,
    DO_YIELD,
    Player,
    UnitCard,
    add_option,
    push,
)
from mkbalance._mageknight.trace cimport (
    TOLD_CRYSTAL,
    TOLD_DISCARD,
    TOLD_GAIN,
    TOLD_SHOWN,
    TOLD_SPENT,
    TOLD_WOUND,
    told,
)
from mkbalance._mageknight.units cimport heal_unit, ready_unit


cdef int _rival(const GameState *g, int k) noexcept nogil:
    """The k-th other seat, in the order of seats from the one at turn."""
    return (g.seat + k) % g.n_seats


cdef void _wound(const Env *e, GameState *g, int seat, int n) noexcept nogil:
    """Wounds to the hand of a seat; a rival's are no part of the turn or the fight going on."""
    cdef Player *p = &g.players[seat]
    cdef int own = g.seat
    if n <= 0:
        return
    if seat == own:
        take_wounds(e, g, n)
        return
    p.hand_wounds += <uint8_t> n
    p.tally.wounds_taken += n
    g.seat = <uint8_t> seat
    told(e, g, TOLD_WOUND, n, 0, 0, 0)
    g.seat = <uint8_t> own


cdef int _lose_crystal(const Env *e, GameState *g, int seat) noexcept nogil:
    """A crystal of the seat, each as likely as another, goes; its colour, NONE if there is none."""
    cdef Player *p = &g.players[seat]
    cdef int own = g.seat
    cdef int colour, at
    at = p.crystals[0] + p.crystals[1] + p.crystals[2] + p.crystals[3]
    if at == 0:
        return NONE
    at = <int> pick(g, DRAW_RANDOM_PICK + seat, at)
    for colour in range(4):
        if at < p.crystals[colour]:
            break
        at -= p.crystals[colour]
    p.crystals[colour] -= 1
    g.seat = <uint8_t> seat
    told(e, g, TOLD_CRYSTAL, colour, -1, 0, 0)
    g.seat = <uint8_t> own
    return colour


cdef void _melt(const Env *e, GameState *g) noexcept nogil:
    """Every rival loses a crystal, or takes a Wound; one of the lost ones may be gained."""
    cdef int lost = 0
    cdef int k, colour
    for k in range(1, g.n_seats):
        colour = _lose_crystal(e, g, _rival(g, k))
        if colour == NONE:
            _wound(e, g, _rival(g, k), 1)
        else:
            lost |= 1 << colour
    if lost:
        push(g, OP_CRYSTAL_ANY, 1, lost, 0, 0)
        push(g, OP_OPTIONAL, 1, 0, 0, 0)


cdef bint _yields(const Env *e, const GameState *g, int seat, int colours) noexcept nogil:
    """An Action or Spell of these colours is in the hand."""
    cdef const Player *p = &g.players[seat]
    cdef int i
    for i in range(p.n_hand):
        if e.cards[p.hand[i]].kind <= SPELL and e.cards[p.hand[i]].colours & colours:
            return True
    return False


cdef void _rivals_discard(const Env *e, GameState *g, const Pending *t) noexcept nogil:
    """Every rival discards one card of the colour or shows that there is none."""
    cdef Player *p
    cdef int k, i, seat, _i
    if t.a and not g.announced and not g.ending:  # nothing is taken from rivals any more then (R8.13)
        push(g, DO_STEAL, 0, 0, 0, 0)
    push(g, DO_SEAT, g.seat, 0, 0, 0)
    for k in range(g.n_seats - 1, 0, -1):
        seat = _rival(g, k)
        if _yields(e, g, seat, t.b):
            push(g, DO_YIELD, 0, seat + 1, t.b, 0)
            continue
        p = &g.players[seat]
        for i in range(p.n_hand):
            told(e, g, TOLD_SHOWN, seat, p.hand[i], 0, 0)
        for _i in range(p.hand_wounds):
            told(e, g, TOLD_SHOWN, seat, e.wound, 0, 0)


cdef bint run_rivals(const Env *e, GameState *g, const Pending *t) noexcept nogil:
    """Execute an instruction on rivals that asks nothing of the seat at turn; False if it is none."""
    cdef int seat
    if t.op == OP_RIVALS_LOSE_CRYSTAL:
        _melt(e, g)
    elif t.op == OP_WOUND_PER_CRYSTAL:
        for seat in range(g.n_seats):
            _wound(e, g, seat, g.players[seat].crystals[t.b])
    elif t.op == OP_RIVALS_DISCARD:
        _rivals_discard(e, g, t)
    else:
        return False
    return True


cdef bint _may_spend(const Env *e, const UnitCard *u, int level) noexcept nogil:
    return u.ready and e.units[u.kind].level <= level


cdef void energize(const Env *e, GameState *g, Action act) noexcept nogil:
    """Ready the chosen Unit, heal it if that is said, then choose a Unit of every rival to spend (OP_ENERGY)."""
    cdef Pending t = g.pending[g.n_pending - 1]
    cdef UnitCard *u = &g.players[g.seat].units[act.a]
    cdef int k, i, seat
    g.n_pending -= 1
    ready_unit(e, g, act.a)
    if t.b and u.wounds:
        heal_unit(e, g, act.a, 1)
    for k in range(g.n_seats - 1, 0, -1):
        seat = _rival(g, k)
        for i in range(g.players[seat].n_units):
            if _may_spend(e, &g.players[seat].units[i], t.a):
                push(g, DO_SPEND_UNIT, t.a, seat, 0, 0)
                break


cdef bint list_rivals(const Env *e, const GameState *g, Options *o) noexcept nogil:
    """Answers to the task on top if it is one of these."""
    cdef const Pending *t = &g.pending[g.n_pending - 1]
    cdef const Player *p = &g.players[g.seat]
    cdef int i, card
    if t.op == DO_SPEND_UNIT:
        for i in range(g.players[t.b].n_units):
            if _may_spend(e, &g.players[t.b].units[i], t.a):
                add_option(o, ACT_CHOOSE, i, 0, 0)
        add_option(o, ACT_DECLINE, 0, 0, 0)
    elif t.op == DO_YIELD:
        for i in range(p.n_hand):
            card = p.hand[i]
            if e.cards[card].kind <= SPELL and e.cards[card].colours & t.c and first_copy(&p.hand[0], i):
                add_option(o, ACT_DISCARD, card, 0, 0)
    elif t.op == DO_STEAL:
        for i in range(g.n_seats):
            if (t.b >> i) & 1:
                card = discard_card(&g.players[i], g.players[i].n_discard - 1)
                add_option(o, ACT_CHOOSE, card, i, 0)
        if o.n:
            add_option(o, ACT_DECLINE, 0, 0, 0)
    else:
        return False
    return True


cdef void _yield(const Env *e, GameState *g, int card) noexcept nogil:
    """The rival's card goes to its discard pile; an Action may be taken from there by DO_STEAL."""
    cdef Player *p = &g.players[g.seat]
    cdef int i
    g.n_pending -= 1
    hand_take(p, card)
    told(e, g, TOLD_DISCARD, card, 0, 0, 0)
    discard_add(g, p, card)
    for i in range(g.n_pending - 1, -1, -1):
        if g.pending[i].op == DO_SEAT:
            if i and g.pending[i - 1].op == DO_STEAL and e.cards[card].kind <= ADVANCED_ACTION:
                g.pending[i - 1].b |= <uint8_t> (1 << g.seat)
            return


cdef bint answer_rivals(const Env *e, GameState *g, Action act) noexcept nogil:
    """Carry out the answer; False if the task on top is none of these."""
    cdef Pending t = g.pending[g.n_pending - 1]
    cdef Player *p
    if t.op == DO_SPEND_UNIT:
        g.n_pending -= 1
        if act.kind != ACT_DECLINE:
            g.players[t.b].units[act.a].ready = 0
            told(e, g, TOLD_SPENT, t.b, g.players[t.b].units[act.a].kind, 0, 0)
    elif t.op == DO_YIELD:
        _yield(e, g, act.a)
    elif t.op == DO_STEAL:
        g.n_pending -= 1
        if act.kind != ACT_DECLINE:
            p = &g.players[act.b]
            discard_take(p, p.n_discard - 1)
            hand_add(e, g, &g.players[g.seat], act.a)
            told(e, g, TOLD_GAIN, act.a, 1, 0, 0)
    else:
        return False
    return True
