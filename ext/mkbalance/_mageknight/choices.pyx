"""Instructions that ask (R6): the legal answers to the top of the pending stack, and their execution.

``list_choices`` returns False for an instruction that asks nothing. No answers for one that asks means that it has
nothing to work on; the engine then drops it.
"""

from mkbalance._mageknight.borrowed cimport answer_borrowed, list_borrowed
from mkbalance._mageknight.centre cimport closest_options
from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.deeds cimport discard_add, discard_from_hand, first_copy, gain_card, hand_take, play_area_add
from mkbalance._mageknight.effects cimport SOURCE_CARD, start_option
from mkbalance._mageknight.factions cimport answer_faction, list_faction
from mkbalance._mageknight.flying cimport fly, reach_options, temporal
from mkbalance._mageknight.foechoices cimport foe_answer, foe_options
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.mana cimport payable
from mkbalance._mageknight.manachoices cimport answer_mana, cost_mask, list_mana
from mkbalance._mageknight.offers cimport take_action, take_spell
from mkbalance._mageknight.peeking cimport peek, peek_options
from mkbalance._mageknight.puppets cimport puppet, puppet_options
from mkbalance._mageknight.readiness cimport boostable, window
from mkbalance._mageknight.recalling cimport recall_answer, recall_options
from mkbalance._mageknight.skills cimport common_options, use_common
from mkbalance._mageknight.state cimport Action, GameState, Options, Pending, Player, add_option
from mkbalance._mageknight.strengthened cimport play_strengthened, sideways_options
from mkbalance._mageknight.trace cimport TOLD_THROW, told
from mkbalance._mageknight.unitchoices cimport answer_units, list_units


cdef void _hand_options(const Env *e, const GameState *g, int mask, int kinds, int kind, Options *o) noexcept nogil:
    """Distinct hand cards of the kinds and colours."""
    cdef const Player *p = &g.players[g.seat]
    cdef int i, card
    for i in range(p.n_hand):
        card = p.hand[i]
        if not first_copy(&p.hand[0], i) or not (kinds >> e.cards[card].kind) & 1:
            continue
        if mask and not e.cards[card].colours & mask:
            continue
        add_option(o, kind, card, 0, 0)


cdef int next_op(const GameState *g) noexcept nogil:
    """What follows the top instruction."""
    return g.pending[g.n_pending - 2].op if g.n_pending >= 2 else 255


cdef void _boost_options(const Env *e, const GameState *g, Options *o) noexcept nogil:
    cdef const Player *p = &g.players[g.seat]
    cdef int i, k, card
    cdef int win = window(g)
    for i in range(p.n_hand):
        card = p.hand[i]
        if e.cards[card].kind > ADVANCED_ACTION or not first_copy(&p.hand[0], i):
            continue
        for k in range(e.cards[card].n_powered):
            if boostable(e, g, &e.options[e.cards[card].powered + k], card, NONE, win):
                add_option(o, ACT_CHOOSE, card, k, 0)


cdef bint list_choices(const Env *e, const GameState *g, Options *o) noexcept nogil:
    """Fill the answers to the top instruction; False if it asks nothing."""
    cdef const Pending *t = &g.pending[g.n_pending - 1]
    cdef const Player *p = &g.players[g.seat]
    cdef int i
    cdef int op = t.op
    if op == OP_OPTIONAL:
        if next_op(g) == OP_PAY and not payable(g) & g.pending[g.n_pending - 2].b:
            pass
        elif next_op(g) == OP_DISCARD and p.n_hand == 0:
            pass
        else:
            add_option(o, ACT_CHOOSE, 1, 0, 0)
        add_option(o, ACT_DECLINE, 0, 0, 0)
    elif op == OP_DISCARD:
        if t.c != 2:
            _hand_options(e, g, cost_mask(e, g), 15, ACT_DISCARD, o)
        if t.c and p.hand_wounds:
            add_option(o, ACT_DISCARD, e.wound, 0, 0)
    elif op == OP_DISCARD_UPTO:
        _hand_options(e, g, 0, 15, ACT_DISCARD, o)
        if t.b and p.hand_wounds:
            add_option(o, ACT_DISCARD, e.wound, 0, 0)
        add_option(o, ACT_DECLINE, 0, 0, 0)
    elif op == OP_THROW:
        _hand_options(e, g, cost_mask(e, g), 3, ACT_CHOOSE, o)
    elif op == OP_PROFICIENCY:
        common_options(e, g, o)
    elif op == OP_PEEK:
        peek_options(e, g, o)
    elif op == OP_SIDEWAYS:
        sideways_options(e, g, t.b, o)
    elif op == OP_TEMPORAL:
        reach_options(e, g, t.a, False, False, False, o)
        add_option(o, ACT_DECLINE, 0, 0, 0)
    elif op == OP_GIVE_WOUND:
        closest_options(g, o)
    elif op == OP_PUPPET:
        puppet_options(e, g, t.a != 0, o)
    elif op == OP_BOOST:
        _boost_options(e, g, o)
    elif op == OP_FOE_CANCEL:
        if t.d == 0 or g.turn.move >= t.d - 1:
            foe_options(e, g, t, o)
        if (t.b and o.n) or t.d > 1:
            add_option(o, ACT_DECLINE, 0, 0, 0)
    elif op in (OP_FOE_ATTACK, OP_FOE_ATTACK_STRIP, OP_FOE_DESTROY, OP_POSSESS, OP_PREY, OP_FOE_CUMBERSOME):
        foe_options(e, g, t, o)
    elif op == OP_FOE_ARMOR or op == OP_FOE_STRIP:
        if t.b:
            return False
        foe_options(e, g, t, o)
    elif op == OP_GAIN_ACTION:
        for i in range(g.n_actions_offer):
            if g.turn.paid == 0 or e.cards[g.actions[i]].colours & g.turn.paid:
                add_option(o, ACT_CHOOSE, i, 0, 0)
    elif op == OP_GAIN_SPELL:
        for i in range(g.n_spells_offer):
            if g.turn.paid == 0 or e.cards[g.spells[i]].colours & g.turn.paid:
                add_option(o, ACT_CHOOSE, i, 0, 0)
    elif op == OP_RECALL:
        if t.b == 0 and not t.d:
            return False
        recall_options(e, g, t, o)
    elif op == OP_FLY:
        reach_options(e, g, t.a if t.b or t.a < g.turn.move else g.turn.move, False, False, t.c != 0, o)
    elif op == OP_TUNNEL:
        reach_options(e, g, t.a, True, t.b != 0, False, o)
    else:
        return list_mana(e, g, o) or list_units(e, g, o) or list_faction(e, g, o) or list_borrowed(e, g, o)
    return True


cdef void answer_choice(const Env *e, GameState *g, Action act) noexcept nogil:
    """Carry out the answer to the top instruction."""
    cdef Pending *t = &g.pending[g.n_pending - 1]
    cdef Pending was
    cdef Player *p = &g.players[g.seat]
    cdef int op = t.op
    if answer_mana(e, g, act) or answer_units(e, g, act) or answer_faction(e, g, act) or answer_borrowed(e, g, act):
        return
    if op == OP_OPTIONAL:
        g.n_pending -= 1
        if act.kind == ACT_DECLINE:
            g.n_pending -= <unsigned char> t.a
    elif op == OP_DISCARD:
        if act.a == e.wound:
            p.hand_wounds -= 1
            discard_add(g, p, e.wound)
            g.turn.played += 1
            g.turn.paid = 0
        else:
            g.turn.paid = e.cards[act.a].colours & 15 & (t.b if t.b else 15)
            discard_from_hand(e, g, p, act.a)
        t.a -= 1
        if t.a <= 0:
            g.n_pending -= 1
    elif op == OP_DISCARD_UPTO:
        if act.kind == ACT_DECLINE or t.a <= 0:
            g.turn.count = <unsigned char> t.c
            g.n_pending -= 1
        elif act.a == e.wound:
            p.hand_wounds -= 1
            discard_add(g, p, e.wound)
            g.turn.played += 1
            t.b = 0
            t.c += 1
            t.a -= 1
        else:
            discard_from_hand(e, g, p, act.a)
            t.c += 1
            t.a -= 1
    elif op == OP_THROW:
        g.n_pending -= 1
        g.turn.paid = e.cards[act.a].colours & t.b & 15
        if hand_take(p, act.a):
            told(e, g, TOLD_THROW, act.a, 0, 0, 0)
            throw_away(g, act.a)
            g.turn.played += 1
    elif op == OP_PROFICIENCY:
        use_common(e, g, act)
    elif op == OP_PEEK:
        g.n_pending -= 1
        peek(e, g, act)
    elif op == OP_SIDEWAYS:
        was = t[0]
        g.n_pending -= 1
        play_strengthened(e, g, &was, act)
    elif op == OP_TEMPORAL:
        was = t[0]
        g.n_pending -= 1
        temporal(e, g, was.b, act)
    elif op == OP_GIVE_WOUND:
        g.n_pending -= 1
        g.players[act.a].hand_wounds += 1
        g.players[act.a].tally.wounds_taken += 1
    elif op == OP_PUPPET:
        g.n_pending -= 1
        puppet(e, g, t.a != 0, act)
    elif op == OP_BOOST:
        g.n_pending -= 1
        was = t[0]
        if hand_take(p, act.a):
            play_area_add(g, p, act.a)
            g.turn.played += 1
            g.turn.boost = <unsigned char> was.a
            start_option(e, g, e.cards[act.a].powered + act.b, SOURCE_CARD, act.a, e.cards[act.a].colours, True)
    elif op in (OP_FOE_CANCEL, OP_FOE_ATTACK, OP_FOE_ATTACK_STRIP, OP_FOE_DESTROY, OP_FOE_ARMOR, OP_FOE_STRIP, OP_POSSESS,
                OP_PREY, OP_FOE_CUMBERSOME):
        if act.kind == ACT_DECLINE:
            g.n_pending -= 1
        else:
            foe_answer(e, g, t, act)
    elif op == OP_GAIN_ACTION:
        g.n_pending -= 1
        gain_card(e, g, p, take_action(e, g, act.a), t.b)
    elif op == OP_GAIN_SPELL:
        g.n_pending -= 1
        g.turn.paid = e.cards[g.spells[act.a]].colours & 15
        gain_card(e, g, p, take_spell(e, g, act.a), t.b)
    elif op == OP_RECALL:
        recall_answer(e, g, t, act)
    elif op == OP_FLY or op == OP_TUNNEL:
        was = t[0]
        g.n_pending -= 1
        fly(e, g, &was, act)


cdef void throw_away(GameState *g, int card) noexcept nogil:
    """A Deed card leaves the game (R6.10)."""
    g.n_out += 1
