"""Instructions that ask about mana (R5): costs to pay, colours of tokens and crystals, dice of the Source."""

from libc.stdint cimport uint8_t

from mkbalance._mageknight.centre cimport card_powered
from mkbalance._mageknight.claims cimport claim, claim_options, curse
from mkbalance._mageknight.content cimport Env, Instr
from mkbalance._mageknight.effects cimport SOURCE_CARD, crystal_others
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.mana cimport (
    PAY_CARD,
    PAY_TURNED,
    gain_crystal,
    gain_mana,
    pay,
    pay_options,
    payable,
    reroll_die,
)
from mkbalance._mageknight.points cimport gain_attack, gain_block
from mkbalance._mageknight.readiness cimport NOTHING, still_ready, wanted
from mkbalance._mageknight.state cimport (
    DO_PAY_COST,
    Action,
    GameState,
    Options,
    Pending,
    Player,
    add_option,
    push,
    source_of,
)
from mkbalance._mageknight.trace cimport TOLD_SOURCE, told


cdef bint list_mana(const Env *e, const GameState *g, Options *o) noexcept nogil:
    """Answers to the top instruction if it is one of these and asks."""
    cdef const Pending *t = &g.pending[g.n_pending - 1]
    cdef const Player *p = &g.players[g.seat]
    cdef uint8_t masks[8]
    cdef int op = t.op
    cdef int i
    if op == OP_PAY or op == DO_PAY_COST:
        i = _demands(g, masks)
        if op == OP_PAY:
            masks[0] = <uint8_t> cost_mask(e, g)
        pay_options(g, masks, i, o)
        if o.n == 0 and i > 1:
            pay_options(g, masks, 1, o)
        if g.turn.card_uses:
            _spare_cards(e, g, o)
    elif op == OP_MANA_ANY or op == OP_CRYSTAL_ANY:
        for i in range(6):
            if (t.b >> i) & 1:
                add_option(o, ACT_CHOOSE, i, 0, 0)
    elif op == OP_CRYSTAL_OWNED or op == OP_CRYSTAL_UNOWNED:
        for i in range(4):
            if (p.crystals[i] > 0) == (op == OP_CRYSTAL_OWNED):
                add_option(o, ACT_CHOOSE, i, 0, 0)
    elif op == OP_CRYSTAL_OFFER:
        for i in range(g.n_spells_offer):
            if not (t.c >> i) & 1:
                add_option(o, ACT_CHOOSE, i, 0, 0)
    elif op == OP_CRYSTAL_OTHERS:
        for i in range(4):
            if (g.turn.paid >> i) & 1:
                add_option(o, ACT_CHOOSE, i, 0, 0)
        return o.n > 1
    elif op == OP_SET_DIE:
        _die_options(g, False, True, o)
    elif op == OP_DIE_CRYSTAL:
        _die_options(g, True, False, o)
    elif op == OP_REROLL_DIE:
        _die_options(g, False, False, o)
    elif op == OP_CLAIM_DIE:
        claim_options(g, o)
    elif op == OP_ALTEM:
        add_option(o, ACT_DECLINE, 0, 0, 0)
        if payable(g) & (1 << RED) and not t.c & 1:
            add_option(o, ACT_CHOOSE, RED, 0, 0)
        if payable(g) & (1 << BLUE) and not t.c & 2:
            add_option(o, ACT_CHOOSE, BLUE, 0, 0)
    else:
        return False
    return True


cdef bint answer_mana(const Env *e, GameState *g, Action act) noexcept nogil:
    """Carry out the answer to the top instruction if it is one of these."""
    cdef Pending *t = &g.pending[g.n_pending - 1]
    cdef Pending was
    cdef int op = t.op
    cdef int i
    if op == OP_PAY or op == DO_PAY_COST:
        was = t[0]
        g.n_pending -= 1
        pay(e, g, act)
        if op == DO_PAY_COST and source_of(&was) == SOURCE_CARD:
            card_powered(e, g, act.a)
        curse(e, g, act.a)
    elif op == OP_MANA_ANY or op == OP_CRYSTAL_ANY:
        if op == OP_MANA_ANY:
            gain_mana(e, g, act.a, 1)
        else:
            gain_crystal(e, g, act.a, 1, True)
        t.a -= 1
        if t.a <= 0:
            g.n_pending -= 1
    elif op == OP_CRYSTAL_OWNED or op == OP_CRYSTAL_UNOWNED:
        g.n_pending -= 1
        gain_crystal(e, g, act.a, t.a, True)
    elif op == OP_CRYSTAL_OFFER:
        for i in range(4):
            if (e.cards[g.spells[act.a]].colours >> i) & 1:
                gain_crystal(e, g, i, 1, True)
        t.c |= 1 << act.a
        t.a -= 1
        if t.a <= 0:
            g.n_pending -= 1
    elif op == OP_CRYSTAL_OTHERS:
        g.n_pending -= 1
        g.turn.paid = <uint8_t> (1 << act.a)
        crystal_others(e, g)
    elif op == OP_SET_DIE:
        g.dice[act.a] = act.b
        g.turn.dice_kept |= <unsigned char> (1 << act.a)
        told(e, g, TOLD_SOURCE, act.a, act.b, 1, 0)
        gain_mana(e, g, act.b, t.b)
        t.a -= 1
        if t.a <= 0:
            g.n_pending -= 1
    elif op == OP_DIE_CRYSTAL:
        g.n_pending -= 1
        gain_crystal(e, g, g.dice[act.a], 1, True)
        if not t.a:
            reroll_die(e, g, act.a)
    elif op == OP_REROLL_DIE:
        g.n_pending -= 1
        reroll_die(e, g, act.a)
    elif op == OP_CLAIM_DIE:
        claim(e, g, act)
    elif op == OP_ALTEM:
        g.n_pending -= 1
        if act.kind == ACT_DECLINE:
            if t.b:
                gain_block(e, g, t.a, COLDFIRE, source_of(t), False)
            else:
                gain_attack(e, g, t.a, MELEE, COLDFIRE, source_of(t))
        else:
            t.a += 2
            t.c |= 1 if act.a == RED else 2
            g.n_pending += 1
            push(g, OP_PAY, 0, 1 << act.a, 0, 0)
    else:
        return False
    return True


cdef int _demands(const GameState *g, uint8_t *masks) noexcept nogil:
    """Mana still due: the top of the stack and what follows in the same program."""
    cdef int n = 0
    cdef int i
    for i in range(g.n_pending - 1, -1, -1):
        if g.pending[i].op == DO_PAY_COST or g.pending[i].op == OP_PAY:
            masks[n] = g.pending[i].b
            n += 1
            if n == 6:
                break
        elif g.pending[i].op == OP_OPTIONAL or g.pending[i].op >= N_OPS:
            break
    return n


cdef int cost_mask(const Env *e, const GameState *g) noexcept nogil:
    """Colours that the cost on top may have, so that what it buys has something to give."""
    cdef const Pending *t = &g.pending[g.n_pending - 1]
    cdef Instr then
    cdef int mask
    if g.n_pending < 2:
        return t.b
    then.op = g.pending[g.n_pending - 2].op
    then.a = g.pending[g.n_pending - 2].a
    then.b = g.pending[g.n_pending - 2].b
    then.c = 0
    then.d = 0
    mask = wanted(e, g, &then, t.b, NONE, NONE)
    return t.b if mask == NOTHING else mask


cdef void _spare_cards(const Env *e, const GameState *g, Options *o) noexcept nogil:
    """Leave out payments with a card that the rest of the play needs."""
    cdef int i
    cdef int kept = 0
    for i in range(o.n):
        if o.items[i].b % PAY_TURNED != PAY_CARD or o.items[i].c == NONE or still_ready(e, g, o.items[i].c):
            o.items[kept] = o.items[i]
            kept += 1
    o.n = <unsigned short> kept


cdef void _die_options(const GameState *g, bint basic, bint colours, Options *o) noexcept nogil:
    """Dice in the Source, one option per face, and with ``colours`` each colour it may be set to."""
    cdef int i, colour
    cdef int seen = 0
    for i in range(g.n_dice):
        if ((g.dice_out | g.turn.dice_used | g.turn.dice_kept) >> i) & 1 or (seen >> g.dice[i]) & 1:
            continue
        if basic and g.dice[i] >= GOLD:
            continue
        seen |= 1 << g.dice[i]
        if not colours:
            add_option(o, ACT_CHOOSE, i, 0, 0)
            continue
        for colour in range(6):
            if colour != GOLD:
                add_option(o, ACT_CHOOSE, i, colour, 0)
