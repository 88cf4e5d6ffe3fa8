"""Effects that use another card's or Unit's effect (R6.9): repeated Actions, Spells and Actions of the offers, Units of the
offer. What is used keeps its own colour for resistances; costs printed in its effect are still paid.
"""

from libc.stdint cimport uint8_t

from mkbalance._mageknight.choices cimport throw_away
from mkbalance._mageknight.content cimport CardRow, OptionRow, UnitRow
from mkbalance._mageknight.deeds cimport first_copy, hand_take, play_area_add
from mkbalance._mageknight.effects cimport SOURCE_CARD, SOURCE_UNIT, lay_option, start_option
from mkbalance._mageknight.readiness cimport ready_as, useful, window, windows_of
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.mana cimport black_usable
from mkbalance._mageknight.progress cimport add_fame
from mkbalance._mageknight.state cimport (
    CB_ASSAULT,
    CB_HEROES_PAID,
    CB_NO_UNITS,
    DO_MORE_ABILITIES,
    DO_REPEAT,
    Pending,
    Player,
    UnitCard,
    add_option,
    push,
)
from mkbalance._mageknight.trace cimport TOLD_THROW, told


cdef bint _now(const Env *e, const GameState *g, const OptionRow *o, int held, int held2, int colours, bint free,
               int times) noexcept nogil:
    """The option may be used at this moment."""
    cdef int win = window(g)
    return (windows_of(e, g, o) & win) != 0 and useful(e, g, o, win) and ready_as(e, g, o, held, held2, colours, free, times)


cdef int _side(const CardRow *row, bint powered) noexcept nogil:
    return row.powered if powered else row.basic


cdef bint _repeatable(const Env *e, const GameState *g, int card, int k, bint powered, int held, int times) noexcept nogil:
    return _now(e, g, &e.options[_side(&e.cards[card], powered) + k], card, held, e.cards[card].colours, True, times)


cdef bint maximal_partner(const Env *e, const GameState *g, const Instr *code, int held, int held2) noexcept nogil:
    """Another Action in hand whose effect can be used that often now (OP_MAXIMAL)."""
    cdef const Player *p = &g.players[g.seat]
    cdef bint powered = code.a == 0
    cdef int skip = held
    cdef int skip2 = held2
    cdef int i, k, card
    for i in range(p.n_hand):
        card = p.hand[i]
        if card == skip:
            skip = NONE
            continue
        if card == skip2:
            skip2 = NONE
            continue
        if e.cards[card].kind > ADVANCED_ACTION or not e.cards[card].flags & CARD_DEALT:
            continue
        for k in range(e.cards[card].n_powered if powered else e.cards[card].n_basic):
            if _repeatable(e, g, card, k, powered, held, code.b if powered else code.a):
                return True
    return False


cdef bint offered_power(const Env *e, const GameState *g, int held, int held2) noexcept nogil:
    """A card of the Advanced Action offer whose powered side can be used now (OP_OFFER_POWER)."""
    cdef int i, k
    for i in range(g.n_actions_offer):
        for k in range(e.cards[g.actions[i]].n_powered):
            if _now(e, g, &e.options[e.cards[g.actions[i]].powered + k], held, held2, e.cards[g.actions[i]].colours, True, 1):
                return True
    return False


cdef bint _castable(const Env *e, const GameState *g, int card, int k, int side, bint free, int held, int held2) noexcept nogil:
    if side and not free and not black_usable(g):
        return False
    return _now(e, g, &e.options[_side(&e.cards[card], side != 0) + k], held, held2, e.cards[card].colours, free, 1)


cdef int castable(const Env *e, const GameState *g, int side, bint free, int held, int held2) noexcept nogil:
    """Colours of the Spells in the offer that can be cast now (OP_CAST_OFFER)."""
    cdef int mask = 0
    cdef int i, k, card
    for i in range(g.n_spells_offer):
        card = g.spells[i]
        for k in range(e.cards[card].n_powered if side else e.cards[card].n_basic):
            if _castable(e, g, card, k, side, free, held, held2):
                mask |= e.cards[card].colours
    return mask


cdef bint _lends(const Env *e, const GameState *g, int slot, int k) noexcept nogil:
    """One ability of a Unit in the offer can be used now; not Familiars or Units of several abilities (L.3.3)."""
    cdef const UnitRow *row = &e.units[g.offer_units[slot]]
    if row.flags & (UNIT_FAMILIAR | UNIT_MULTI):
        return False
    if STEP_RANGED <= g.step <= STEP_ATTACK:
        if g.combat.flags & CB_NO_UNITS:
            return False
        if g.combat.flags & CB_ASSAULT and row.assault_cost and not g.combat.flags & CB_HEROES_PAID:
            if g.turn.influence < row.assault_cost:
                return False
    return _now(e, g, &e.options[row.options + k], NONE, NONE, e.options[row.options + k].cost & 15, False, 1)


cdef bint borrowable(const Env *e, const GameState *g) noexcept nogil:
    cdef int i, k
    for i in range(g.n_offer_units):
        for k in range(e.units[g.offer_units[i]].n_options):
            if _lends(e, g, i, k):
                return True
    return False


cdef int _shape_now(const GameState *g) noexcept nogil:
    """What a shifted card can give at this moment; OP_NOP for nothing (OP_SHAPESHIFT)."""
    if g.step == STEP_MOVE and not g.turn.rested:
        return OP_MOVE
    if g.step == STEP_ATTACK and g.combat.attacking:
        return OP_ATTACK
    if g.step == STEP_BLOCK and g.combat.block_foe != NONE:
        return OP_BLOCK
    return OP_NOP


cdef bint _shifts(const Env *e, const GameState *g, int card, const OptionRow *o) noexcept nogil:
    """The option gives a fixed Move, Attack or Block that is not what is wanted, and can be paid for."""
    cdef int want = _shape_now(g)
    cdef int found = OP_NOP
    cdef int i, op
    for i in range(o.n):
        op = e.instrs[o.first + i].op
        if op == OP_PER or op == OP_IF:
            return False
        if op == OP_MOVE or op == OP_ATTACK or op == OP_BLOCK:
            if found != OP_NOP:
                return False
            found = op
    if found == OP_NOP or want == OP_NOP or found == want:
        return False
    return ready_as(e, g, o, card, NONE, e.cards[card].colours, False, 1)


cdef void _shape_options(const Env *e, const GameState *g, Options *o) noexcept nogil:
    """Basic Actions to shift: a = card, b = option, c = side."""
    cdef const Player *p = &g.players[g.seat]
    cdef int i, k, card
    for i in range(p.n_hand):
        card = p.hand[i]
        if e.cards[card].kind != BASIC_ACTION or not e.cards[card].flags & CARD_DEALT or not first_copy(&p.hand[0], i):
            continue
        for k in range(e.cards[card].n_basic):
            if _shifts(e, g, card, &e.options[e.cards[card].basic + k]):
                add_option(o, ACT_CHOOSE, card, k, 0)
        for k in range(e.cards[card].n_powered):
            if _shifts(e, g, card, &e.options[e.cards[card].powered + k]):
                add_option(o, ACT_CHOOSE, card, k, 1)


cdef bint shapeable(const Env *e, const GameState *g) noexcept nogil:
    """A Basic Action in hand can be shifted now."""
    cdef const Player *p = &g.players[g.seat]
    cdef const CardRow *row
    cdef int i, k
    for i in range(p.n_hand):
        row = &e.cards[p.hand[i]]
        if row.kind != BASIC_ACTION or not row.flags & CARD_DEALT:
            continue
        for k in range(row.n_basic):
            if _shifts(e, g, p.hand[i], &e.options[row.basic + k]):
                return True
        for k in range(row.n_powered):
            if _shifts(e, g, p.hand[i], &e.options[row.powered + k]):
                return True
    return False


cdef void _shapeshift(const Env *e, GameState *g, Action act) noexcept nogil:
    """Play the card with its points changed; their element is kept."""
    cdef Player *p = &g.players[g.seat]
    cdef const CardRow *row = &e.cards[act.a]
    cdef int want = _shape_now(g)
    cdef int first = g.n_pending
    cdef int i, element
    cdef Pending *t
    if not hand_take(p, act.a):
        return
    play_area_add(g, p, act.a)
    g.turn.played += 1
    lay_option(e, g, _side(row, act.c != 0) + act.b, SOURCE_CARD, act.a, row.colours, False)
    for i in range(first, g.n_pending):
        t = &g.pending[i]
        if t.op != OP_MOVE and t.op != OP_ATTACK and t.op != OP_BLOCK:
            continue
        element = t.c if t.op == OP_ATTACK else t.b if t.op == OP_BLOCK else <int> PHYSICAL
        t.op = <uint8_t> want
        t.b = <uint8_t> (element if want == OP_BLOCK else MELEE)
        t.c = <signed char> (element if want == OP_ATTACK else 0)


cdef void _more_options(const Env *e, const GameState *g, int slot, Options *o) noexcept nogil:
    """Further abilities of the activated Unit, each printed one at most once."""
    cdef const UnitCard *u = &g.players[g.seat].units[slot]
    cdef const OptionRow *opt
    cdef int k
    for k in range(e.units[u.kind].n_options):
        opt = &e.options[e.units[u.kind].options + k]
        if not (u.extra >> opt.group) & 1 and _now(e, g, opt, NONE, NONE, opt.cost & 15, False, 1):
            add_option(o, ACT_CHOOSE, k, 0, 0)
    if o.n:
        add_option(o, ACT_DECLINE, 0, 0, 0)


cdef bint list_borrowed(const Env *e, const GameState *g, Options *o) noexcept nogil:
    """Answers to the top instruction if it is one of these: a = card, offer place or Unit place, b = option."""
    cdef const Pending *t = &g.pending[g.n_pending - 1]
    cdef const Player *p = &g.players[g.seat]
    cdef int i, k, card
    cdef bint powered
    if t.op == OP_MAXIMAL:
        powered = t.a == 0
        for i in range(p.n_hand):
            card = p.hand[i]
            if e.cards[card].kind > ADVANCED_ACTION or not e.cards[card].flags & CARD_DEALT or not first_copy(&p.hand[0], i):
                continue
            for k in range(e.cards[card].n_powered if powered else e.cards[card].n_basic):
                if _repeatable(e, g, card, k, powered, NONE, t.b if powered else t.a):
                    add_option(o, ACT_CHOOSE, card, k, 0)
    elif t.op == DO_REPEAT:
        for k in range(e.cards[t.a].n_powered if t.b else e.cards[t.a].n_basic):
            if _now(e, g, &e.options[_side(&e.cards[t.a], t.b != 0) + k], NONE, NONE, e.cards[t.a].colours, True, t.c):
                add_option(o, ACT_CHOOSE, k, 0, 0)
    elif t.op == DO_MORE_ABILITIES:
        _more_options(e, g, t.b, o)
    elif t.op == OP_SHAPESHIFT:
        _shape_options(e, g, o)
    elif t.op == OP_CAST_OFFER:
        for i in range(g.n_spells_offer):
            card = g.spells[i]
            if not e.cards[card].colours & g.turn.paid:
                continue
            for k in range(e.cards[card].n_powered if t.a else e.cards[card].n_basic):
                if _castable(e, g, card, k, t.a, t.b != 0, NONE, NONE):
                    add_option(o, ACT_CHOOSE, i, k, 0)
    elif t.op == OP_OFFER_POWER:
        for i in range(g.n_actions_offer):
            card = g.actions[i]
            for k in range(e.cards[card].n_powered):
                if _now(e, g, &e.options[e.cards[card].powered + k], NONE, NONE, e.cards[card].colours, True, 1):
                    add_option(o, ACT_CHOOSE, i, k, 0)
    elif t.op == OP_BORROW_UNIT:
        for i in range(g.n_offer_units):
            for k in range(e.units[g.offer_units[i]].n_options):
                if _lends(e, g, i, k):
                    add_option(o, ACT_CHOOSE, i, k, 0)
    else:
        return False
    return True


cdef void count_spell(const Env *e, GameState *g, int card) noexcept nogil:
    """A Spell is cast: Fame for its colours where a ring gives it (OP_SPELL_FAME)."""
    cdef int i
    for i in range(4):
        if (e.cards[card].colours >> i) & 1:
            g.turn.spells_cast[i] += 1
            if (g.turn.spell_fame >> i) & 1:
                add_fame(e, g, g.seat, 1)


cdef bint answer_borrowed(const Env *e, GameState *g, Action act) noexcept nogil:
    """Lay the chosen effect on the stack; False if the top instruction is none of these."""
    cdef Pending t = g.pending[g.n_pending - 1]
    cdef const UnitRow *row
    cdef int card, first
    if t.op == OP_MAXIMAL:
        g.n_pending -= 1
        g.turn.boost = 0
        card = act.a
        if not hand_take(&g.players[g.seat], card):
            return True
        told(e, g, TOLD_THROW, card, 0, 0, 0)
        throw_away(g, card)
        g.turn.played += 1
        push(g, DO_REPEAT, card, t.a == 0, (t.b if t.a == 0 else t.a) - 1, 0)
        lay_option(e, g, _side(&e.cards[card], t.a == 0) + act.b, SOURCE_CARD, card, e.cards[card].colours, True)
    elif t.op == DO_REPEAT:
        g.turn.last_foe = NONE  # each repeat chooses anew
        if t.c > 1:
            g.pending[g.n_pending - 1].c -= 1
        else:
            g.n_pending -= 1
        lay_option(e, g, _side(&e.cards[t.a], t.b != 0) + act.a, SOURCE_CARD, t.a, e.cards[t.a].colours, True)
    elif t.op == DO_MORE_ABILITIES:
        g.n_pending -= 1
        if act.kind == ACT_DECLINE:
            return True
        first = e.units[g.players[g.seat].units[t.b].kind].options + act.a
        g.players[g.seat].units[t.b].extra |= <uint8_t> (1 << e.options[first].group)
        push(g, DO_MORE_ABILITIES, 0, t.b, 0, 0)
        g.turn.acting = t.b
        start_option(e, g, first, SOURCE_UNIT, t.b, e.options[first].cost & 15, False)
    elif t.op == OP_SHAPESHIFT:
        g.n_pending -= 1
        _shapeshift(e, g, act)
    elif t.op == OP_CAST_OFFER:
        g.n_pending -= 1
        card = g.spells[act.a]
        count_spell(e, g, card)
        lay_option(e, g, _side(&e.cards[card], t.a != 0) + act.b, SOURCE_CARD, t.ref, e.cards[card].colours, t.b != 0)
    elif t.op == OP_OFFER_POWER:
        g.n_pending -= 1
        g.turn.boost = 0
        card = g.actions[act.a]
        lay_option(e, g, e.cards[card].powered + act.b, SOURCE_CARD, NONE, e.cards[card].colours, True)
    elif t.op == OP_BORROW_UNIT:
        g.n_pending -= 1
        row = &e.units[g.offer_units[act.a]]
        if g.combat.flags & CB_ASSAULT and STEP_RANGED <= g.step <= STEP_ATTACK and row.assault_cost:
            if not g.combat.flags & CB_HEROES_PAID:
                g.turn.influence -= row.assault_cost
                g.combat.flags |= CB_HEROES_PAID
        first = row.options + act.b
        lay_option(e, g, first, SOURCE_UNIT, NONE, e.options[first].cost & 15, False)
    else:
        return False
    return True
