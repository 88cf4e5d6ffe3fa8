"""Cards played sideways for more than 1 (OP_SIDEWAYS)."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.deeds cimport first_copy, hand_take, play_area_add
from mkbalance._mageknight.effects cimport SOURCE_CARD
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.points cimport gain_attack, gain_block, gain_move
from mkbalance._mageknight.state cimport Action, GameState, Options, Pending, Player, add_option
from mkbalance._mageknight.units cimport free_tokens


cdef void sideways_options(const Env *e, const GameState *g, int how, Options *o) noexcept nogil:
    """Card and use of a strengthened sideways play: b 0 Move, 1 Influence, 2 Attack, 3 Block."""
    cdef const Player *p = &g.players[g.seat]
    cdef int use = 0 if g.step == STEP_MOVE else 1 if g.step == STEP_INTERACT else 2 if g.step == STEP_ATTACK else 3
    cdef int i
    if how & 1:
        if p.hand_wounds:
            add_option(o, ACT_CHOOSE, e.wound, use, 0)
        return
    for i in range(p.n_hand):
        if first_copy(&p.hand[0], i):
            add_option(o, ACT_CHOOSE, p.hand[i], use, 0)


cdef void play_strengthened(const Env *e, GameState *g, const Pending *t, Action act) noexcept nogil:
    """A card played sideways for more than 1 (OP_SIDEWAYS); a Wound played so goes to the discard pile."""
    cdef Player *p = &g.players[g.seat]
    cdef int n = t.a
    if act.a == e.wound:
        p.hand_wounds -= 1
    else:
        hand_take(p, act.a)
        if t.b & 2 and e.cards[act.a].kind != BASIC_ACTION:
            n += 1
        if t.b & 4 and e.cards[act.a].kind != ARTIFACT and e.cards[act.a].colours & g.turn.paid:
            n += 1
    if t.b & 16:
        n += free_tokens(e, p)
    play_area_add(g, p, act.a)
    g.turn.played += 1
    g.turn.sideways += 1
    if t.b & 8:
        g.turn.dice_rights = 0
    if act.b == 0:
        gain_move(e, g, n, True)
    elif act.b == 1:
        g.turn.influence += <short> n
    elif act.b == 2:
        gain_attack(e, g, n, MELEE, PHYSICAL, SOURCE_CARD)
    else:
        gain_block(e, g, n, PHYSICAL, SOURCE_CARD, False)
