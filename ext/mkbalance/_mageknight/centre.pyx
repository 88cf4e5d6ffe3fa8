"""Interactive Skills in the common centre, and Skills used in reaction (R13.3).

A Skill laid in the centre (OP_CENTRE) stays there until the start of its owner's next turn or the end of the Round
(R4.2.1). Meanwhile each option of it works in its own way: one begun by OP_CLAIM is another seat's to use, and sends the
token back face down; WIN_OTHERS acts on every other seat from the start of its turn; WIN_HOME acts when the owner takes
the token back; OP_SURGE waits for the first card powered with the colour marked. Where it lies, and the mark on it, stand
in ``Player.skill_used``.
"""

from libc.stdint cimport uint8_t

from mkbalance._mageknight.content cimport OptionRow, SkillRow
from mkbalance._mageknight.effects cimport SOURCE_RULE, SOURCE_SKILL, lay_option, start_option, take_wounds
from mkbalance._mageknight.hexmap cimport Far, distances
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.readiness cimport option_ready, useful, windows_of
from mkbalance._mageknight.state cimport (
    CB_PARTIAL,
    DO_END_PLAY,
    DO_PAY_COST,
    DO_REACT,
    DO_SURGE,
    EXTRA_PAID,
    SK_CENTRE,
    SK_DOWN,
    SK_MARK,
    SK_STAYED,
    SK_USED,
    Pending,
    Player,
    add_option,
    push,
    source_of,
)


cdef inline int _first_op(const Env *e, int option) noexcept nogil:
    return e.instrs[e.options[option].first].op


cdef bint waits(const Env *e, int option) noexcept nogil:
    """The option is not one the owner may use by itself: it needs the token in the centre."""
    return _first_op(e, option) == OP_CLAIM or _first_op(e, option) == OP_SURGE


cdef void lay_in_centre(GameState *g, const Pending *t) noexcept nogil:
    """The Skill in use goes to the centre, with its mark: a colour, or the one last paid (OP_CENTRE)."""
    cdef Player *p = &g.players[g.seat]
    cdef int mark = t.a
    cdef int i
    if source_of(t) != SOURCE_SKILL or t.ref >= p.n_skills:
        return
    if mark == 7:
        mark = 0
        for i in range(4):
            if (g.turn.paid >> i) & 1:
                mark = 1 + i
    p.skill_used[t.ref] = <uint8_t> (SK_USED | SK_DOWN | SK_CENTRE | SK_MARK * mark)


cdef bint _stays(const Env *e, const SkillRow *row) noexcept nogil:
    """A lone owner may claim it in the turn after (OP_CLAIM a = 1)."""
    cdef int k
    for k in range(row.n_options):
        if _first_op(e, row.options + k) == OP_CLAIM and e.instrs[e.options[row.options + k].first].a:
            return True
    return False


cdef void take_back(const Env *e, GameState *g) noexcept nogil:
    """Start of a turn: one's own Skills come back from the centre, face down (R4.2.1)."""
    cdef Player *p = &g.players[g.seat]
    cdef const SkillRow *row
    cdef int slot, k, i, mark
    for slot in range(p.n_skills):
        if not p.skill_used[slot] & SK_CENTRE:
            continue
        row = &e.skills[p.skills[slot]]
        if g.n_seats == 1 and not p.skill_used[slot] & SK_STAYED and _stays(e, row):
            p.skill_used[slot] |= SK_STAYED
            continue
        mark = p.skill_used[slot] // SK_MARK
        p.skill_used[slot] = SK_DOWN
        for k in range(row.n_options):
            if e.options[row.options + k].windows & WIN_HOME:
                g.turn.paid = <uint8_t> mark
                start_option(e, g, row.options + k, SOURCE_SKILL, slot, 0, False)
            if _first_op(e, row.options + k) == OP_EXPLOIT:
                for i in range(g.n_seats):
                    g.players[i].exploited = 0


cdef void centre_effects(const Env *e, GameState *g) noexcept nogil:
    """What other seats' Skills in the centre do to the seat whose turn begins (WIN_OTHERS)."""
    cdef const SkillRow *row
    cdef int seat, slot, k
    for seat in range(g.n_seats):
        if seat == g.seat:
            continue
        for slot in range(g.players[seat].n_skills):
            if not g.players[seat].skill_used[slot] & SK_CENTRE:
                continue
            row = &e.skills[g.players[seat].skills[slot]]
            for k in range(row.n_options):
                if e.options[row.options + k].windows & WIN_OTHERS:
                    lay_option(e, g, row.options + k, SOURCE_RULE, seat * MAX_SKILLS + slot, 0, True)


cdef void claim_options(const Env *e, const GameState *g, Options *o, int win) noexcept nogil:
    """Skills in the centre that the seat may return: c = 1 + their owner."""
    cdef const SkillRow *row
    cdef const OptionRow *opt
    cdef int seat, slot, k, used
    for seat in range(g.n_seats):
        for slot in range(g.players[seat].n_skills):
            used = g.players[seat].skill_used[slot]
            if not used & SK_CENTRE or seat == g.seat and not used & SK_STAYED:
                continue
            row = &e.skills[g.players[seat].skills[slot]]
            for k in range(row.n_options):
                opt = &e.options[row.options + k]
                if e.instrs[opt.first].op != OP_CLAIM or not windows_of(e, g, opt) & win:
                    continue
                if useful(e, g, opt, win) and option_ready(e, g, opt, NONE, False):
                    add_option(o, ACT_SKILL, slot, k, 1 + seat)


cdef void claim(const Env *e, GameState *g, Action act) noexcept nogil:
    """Return another seat's Skill face down and use what it gives."""
    cdef int owner = act.c - 1
    cdef Player *p = &g.players[owner]
    cdef int mark = p.skill_used[act.a] // SK_MARK
    p.skill_used[act.a] = SK_USED | SK_DOWN
    if mark:
        g.turn.paid = <uint8_t> (1 << (mark - 1)) & 15
    push(g, DO_END_PLAY, 0, 0, 0, 0)
    lay_option(e, g, e.skills[p.skills[act.a]].options + act.b, SOURCE_RULE, owner * MAX_SKILLS + act.a, 0, False)


cdef void mana_spent(const Env *e, GameState *g, int counted, int actual) noexcept nogil:
    """A mana was spent: what Skills in the centre, and one's own, do about it (OP_EXPLOIT, OP_SURCHARGE, WIN_SPENT)."""
    cdef int ref
    if g.turn.exploit and counted != g.turn.exploit - 1 and not (g.players[g.seat].exploited >> counted) & 1:
        g.players[g.seat].exploited |= <uint8_t> (1 << counted)
        take_wounds(e, g, 1)
    if g.turn.surcharge & EXTRA_PAID:
        ref = (g.turn.surcharge & ~EXTRA_PAID) - 1
        g.players[ref // MAX_SKILLS].skill_used[ref % MAX_SKILLS] |= <uint8_t> (SK_MARK << counted)
        g.turn.surcharge = 0
    elif g.turn.surcharge:
        g.turn.surcharge |= EXTRA_PAID
        push(g, DO_PAY_COST, 0, 15, 0, 0)
    if actual < GOLD and counted < GOLD:
        react(e, g, WIN_SPENT, counted)


cdef bint surges(int op) noexcept nogil:
    """An instruction that gives Move, Influence, Attack or Block (OP_SURGE)."""
    return op in (OP_MOVE, OP_INFLUENCE, OP_ATTACK, OP_BLOCK, OP_BLOCK_ICONS, OP_BLOCK_TERRAIN, OP_DIVIDE_BLOCK, OP_SACRIFICE,
                  OP_ALTEM, OP_LATER_ATTACK)


cdef int _surging(const GameState *g, int top, Options *o) noexcept nogil:
    """What of the play going on gives points, from ``top`` of the pending stack down: a = its place there."""
    cdef int n = 0
    cdef int i
    for i in range(top - 1, -1, -1):
        if g.pending[i].op >= N_OPS and g.pending[i].op != DO_PAY_COST:
            break
        if surges(g.pending[i].op):
            n += 1
            if o != NULL:
                add_option(o, ACT_CHOOSE, i, 0, 0)
    return n


cdef void card_powered(const Env *e, GameState *g, int colour) noexcept nogil:
    """The first card powered with the colour marked gets more, and the token goes back (OP_SURGE)."""
    cdef const SkillRow *row
    cdef int seat, slot, k, used
    for seat in range(g.n_seats):
        for slot in range(g.players[seat].n_skills):
            used = g.players[seat].skill_used[slot]
            if not used & SK_CENTRE or used // SK_MARK != 1 + colour:
                continue
            row = &e.skills[g.players[seat].skills[slot]]
            for k in range(row.n_options):
                if _first_op(e, row.options + k) == OP_SURGE and _surging(g, g.n_pending, NULL):
                    g.players[seat].skill_used[slot] = <uint8_t> (SK_DOWN | used & SK_USED)
                    push(g, DO_SURGE, e.instrs[e.options[row.options + k].first].a, 0, 0, 0)
                    return


cdef void surge_options(const GameState *g, Options *o) noexcept nogil:
    _surging(g, g.n_pending - 1, o)


cdef void surge(GameState *g, Action act) noexcept nogil:
    """One effect of the card gets the points."""
    cdef int n = g.pending[g.n_pending - 1].a
    cdef Pending *t = &g.pending[act.a]
    g.n_pending -= 1
    if t.op == OP_ALTEM or t.op == OP_LATER_ATTACK:
        t.a += n
    else:
        t.d += n


cdef void react(const Env *e, GameState *g, int win, int what) noexcept nogil:
    """Own Skills that may be used right now, in reaction: ``what`` is the colour spent, or the row of the enemy beaten."""
    cdef Player *p = &g.players[g.seat]
    cdef const SkillRow *row
    cdef int slot, k
    if not g.turn.started or STEP_RANGED <= g.step <= STEP_ATTACK and g.combat.flags & CB_PARTIAL:
        return
    for slot in range(p.n_skills):
        if p.skill_used[slot]:
            continue
        row = &e.skills[p.skills[slot]]
        for k in range(row.n_options):
            if e.options[row.options + k].windows & win and not waits(e, row.options + k):
                push(g, DO_REACT, slot, k, what, 0)


cdef void reaction_options(const GameState *g, Options *o) noexcept nogil:
    """Use the Skill or not; nothing if it was used meanwhile."""
    if not g.players[g.seat].skill_used[g.pending[g.n_pending - 1].a]:
        add_option(o, ACT_CHOOSE, 1, 0, 0)
        add_option(o, ACT_DECLINE, 0, 0, 0)


cdef void take_reaction(const Env *e, GameState *g, Action act) noexcept nogil:
    cdef Pending t = g.pending[g.n_pending - 1]
    cdef Player *p = &g.players[g.seat]
    cdef const SkillRow *row = &e.skills[p.skills[t.a]]
    g.n_pending -= 1
    if act.kind == ACT_DECLINE:
        return
    p.skill_used[t.a] = SK_USED | SK_DOWN if row.per_round else SK_USED
    if e.options[row.options + t.b].windows & WIN_SPENT:
        g.turn.paid = <uint8_t> (1 << t.c)
    start_option(e, g, row.options + t.b, SOURCE_SKILL, t.a, 0, False)
    if g.pending[g.n_pending - 1].op == OP_KEEP_FOE:
        g.pending[g.n_pending - 1].a = t.c


cdef void closest_options(const GameState *g, Options *o) noexcept nogil:
    """The other Heroes closest on the map (OP_GIVE_WOUND); one off the map counts as standing on the portal."""
    cdef Far far
    cdef int here = g.players[g.seat].space
    cdef int seat, space, d
    cdef int best = 256
    distances(g, g.portal if here == NONE else here, &far.to[0])
    for seat in range(g.n_seats):
        if seat == g.seat:
            continue
        space = g.players[seat].space
        d = far.to[g.portal if space == NONE else space]
        if d < best:
            best = d
            o.n = 0
        if d == best:
            add_option(o, ACT_CHOOSE, seat, 0, 0)
