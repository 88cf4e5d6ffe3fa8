"""Instructions that choose an enemy (R9.1.6): which ones can be meant, and what is done to the one chosen."""

from mkbalance._mageknight.attacking cimport defeat
from mkbalance._mageknight.choices cimport next_op
from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.effects cimport SOURCE_RULE, SOURCE_UNIT
from mkbalance._mageknight.foes cimport attack_open, foe_alive, fortifications, wholly_blocked
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.state cimport (
    FOE_HIDDEN_SUMMONER,
    FOE_NO_ATTACK,
    Action,
    Foe,
    GameState,
    Options,
    Pending,
    add_option,
    colours_of,
    source_of,
)
from mkbalance._mageknight.strikes cimport strip
from mkbalance._mageknight.weakening cimport (
    affects,
    cancel_attacks,
    change_armor,
    change_attack,
    ignore,
    may_ignore,
    take_over,
)


cdef void foe_options(const Env *e, const GameState *g, const Pending *t, Options *o) noexcept nogil:
    cdef int i, j
    cdef const Foe *f
    for i in range(g.combat.n):
        f = &g.combat.foes[i]
        if not foe_alive(f) or f.flags & FOE_HIDDEN_SUMMONER:
            continue
        if g.turn.last_foe != NONE and g.turn.last_foe != i and t.d == 0:
            continue
        if t.op == OP_FOE_ATTACK or t.op == OP_FOE_ATTACK_STRIP:
            if t.op == OP_FOE_ATTACK_STRIP and colours_of(t) & (1 << BLUE) and f.resist & RESIST_ICE:
                continue
            for j in range(f.n_attacks):
                if attack_open(g, i, j):
                    add_option(o, ACT_CHOOSE, i, j, 0)
            continue
        if t.op == OP_FOE_ARMOR and g.turn.last_foe == NONE and next_op(g) == OP_FOE_ATTACK and _attacks(g, i):
            add_option(o, ACT_CHOOSE, i, 0, 0)
            continue
        if t.op == OP_FOE_CUMBERSOME:
            if _attacks(g, i):
                add_option(o, ACT_CHOOSE, i, 0, 0)
            continue
        if not affects(g, f, colours_of(t)) or f.source == FROM_HEAD:
            continue
        if t.op == OP_PREY:
            for j in range(16 + 2 * f.n_attacks):
                if may_ignore(g, i, j):
                    add_option(o, ACT_CHOOSE, i, j, 0)
            continue
        if t.op == OP_FOE_ARMOR and t.d == 2 and g.step == STEP_RANGED and fortifications(g, f):
            continue
        if t.op == OP_FOE_CANCEL and t.c and fortifications(g, f):
            continue
        if (t.op == OP_FOE_CANCEL or t.op == OP_POSSESS) and f.flags & FOE_NO_ATTACK and next_op(g) >= N_OPS:
            continue
        if t.op == OP_FOE_DESTROY and t.a and not wholly_blocked(f):
            continue
        add_option(o, ACT_CHOOSE, i, 0, 0)


cdef bint _attacks(const GameState *g, int foe) noexcept nogil:
    cdef int j
    for j in range(g.combat.foes[foe].n_attacks):
        if attack_open(g, foe, j):
            return True
    return False


cdef void foe_answer(const Env *e, GameState *g, Pending *t, Action act) noexcept nogil:
    cdef int amount, resist, j
    g.turn.last_foe = act.a
    if source_of(t) == SOURCE_UNIT:
        g.combat.foes[act.a].unit_met = 1
    if t.op == OP_FOE_CANCEL:
        cancel_attacks(e, g, act.a)
        if t.d:
            g.turn.last_foe = NONE
            g.turn.move -= t.d - 1
            t.d += 1
            return
        if t.a > 1:
            g.turn.last_foe = NONE
            t.a -= 1
            return
    elif t.op == OP_POSSESS:
        take_over(e, g, act.a)
    elif t.op == OP_FOE_ATTACK:
        g.turn.last_attack = act.b
        change_attack(e, g, act.a, act.b, t.a)
        if t.b > 1:
            g.turn.last_foe = NONE
            t.b -= 1
            t.d = 1
            return
    elif t.op == OP_FOE_ATTACK_STRIP:
        g.combat.foes[act.a].traits[act.b] = 0
    elif t.op == OP_FOE_DESTROY:
        g.turn.last_foe = NONE
        defeat(e, g, act.a)
    elif t.op == OP_FOE_ARMOR:
        amount = t.a + (t.c if fortifications(g, &g.combat.foes[act.a]) else 0)
        if t.d == 1:
            resist = g.combat.foes[act.a].resist
            amount *= (resist & 1) + (resist >> 1 & 1) + (resist >> 2 & 1)
        if source_of(t) == SOURCE_RULE:  # one of several, each chosen anew (OP_EXPLOSIVE)
            g.turn.last_foe = NONE
        if affects(g, &g.combat.foes[act.a], colours_of(t)):
            change_armor(e, g, act.a, amount)
    elif t.op == OP_PREY:
        ignore(e, g, act.a, act.b)
    elif t.op == OP_FOE_CUMBERSOME:
        for j in range(g.combat.foes[act.a].n_attacks):
            g.combat.foes[act.a].traits[j] |= CUMBERSOME
    else:
        strip(e, g, act.a, t.a)
    g.n_pending -= 1
