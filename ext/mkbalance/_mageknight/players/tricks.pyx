"""Plays of a fight that give no points: enemies kept from attacking, destroyed, weakened.

Each is judged by the first enemy-affecting instruction of its program, against the enemy for whom it does most.
"""

from mkbalance._mageknight.content cimport Instr, OptionRow
from mkbalance._mageknight.foes cimport attack_open, foe_alive, fortifications, wholly_blocked
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.players.harm cimport attack_harm, foe_harm, foe_worth
from mkbalance._mageknight.players.sources cimport card_cost, scarcity
from mkbalance._mageknight.skills cimport skill_row
from mkbalance._mageknight.state cimport FOE_NO_ATTACK, Foe
from mkbalance._mageknight.weakening cimport affects


cdef int _cancel_worth(const Env *e, const GameState *g, const Policy *p, const Instr *code, int colours) noexcept nogil:
    """Harm averted by the enemies that would not attack."""
    cdef const Foe *f
    cdef int i, harm
    cdef int best = 0
    for i in range(g.combat.n):
        f = &g.combat.foes[i]
        if not foe_alive(f) or f.flags & FOE_NO_ATTACK or f.source == FROM_HEAD or not affects(g, f, colours):
            continue
        if code.c and fortifications(g, f):
            continue
        harm = foe_harm(e, g, p, i)
        best = harm if harm > best else best
    return best


cdef int _destroy_worth(const Env *e, const GameState *g, const Policy *p, const Instr *code, int colours) noexcept nogil:
    cdef const Foe *f
    cdef int i, worth
    cdef int best = 0
    for i in range(g.combat.n):
        f = &g.combat.foes[i]
        if not foe_alive(f) or f.source == FROM_HEAD or f.source == FROM_SUMMON or not affects(g, f, colours):
            continue
        if code.a and not wholly_blocked(f):
            continue
        worth = foe_worth(e, g, p, i)
        best = worth if worth > best else best
    return best


cdef int _weaken_worth(const Env *e, const GameState *g, const Policy *p, const Instr *code) noexcept nogil:
    """Part of an attack's harm that a smaller attack value spares."""
    cdef const Foe *f
    cdef int i, j, harm
    cdef int best = 0
    for i in range(g.combat.n):
        f = &g.combat.foes[i]
        for j in range(f.n_attacks):
            if not attack_open(g, i, j) or f.value[j] <= 0:
                continue
            harm = attack_harm(e, g, p, i, j)
            if -code.a < f.value[j]:
                harm = harm * -code.a // (2 * f.value[j])
            best = harm if harm > best else best
    return best


cdef int choose_trick(const Env *e, const GameState *g, const Options *o, const Policy *p) noexcept nogil:
    """The trick most worth its card, -1 if none is worth it."""
    cdef const OptionRow *row
    cdef const Instr *code
    cdef int i, k, option, cost, worth, colours
    cdef int best = 0
    cdef int index = -1
    for i in range(o.n):
        if o.items[i].kind == ACT_PLAY:
            if e.cards[o.items[i].a].kind == ARTIFACT and o.items[i].b:
                continue
            option = (e.cards[o.items[i].a].powered if o.items[i].b else e.cards[o.items[i].a].basic) + o.items[i].c
            cost = card_cost(e, g, p, o.items[i].a)
            colours = e.cards[o.items[i].a].colours
        elif o.items[i].kind == ACT_UNIT and p.weights.units:
            k = g.players[g.seat].units[o.items[i].a].kind
            option = e.units[k].options + o.items[i].b
            cost = p.weights.unit_use * e.units[k].level * scarcity(g) // 100
            colours = e.options[option].cost & 15
        elif o.items[i].kind == ACT_FACTION:
            option = e.factions[o.items[i].a].options + o.items[i].b
            cost = p.weights.fame
            colours = 0
        elif o.items[i].kind == ACT_SKILL:
            option = e.skills[skill_row(g, o.items[i])].options + o.items[i].b
            cost = 4
            colours = 0
        else:
            continue
        row = &e.options[option]
        cost += 4 * ((row.cost != 0) + (row.cost2 != 0))
        worth = 0
        for k in range(row.n):
            code = &e.instrs[row.first + k]
            if code.op == OP_FOE_CANCEL:
                worth = _cancel_worth(e, g, p, code, colours)
            elif code.op == OP_FOE_DESTROY:
                worth = _destroy_worth(e, g, p, code, colours)
            elif code.op == OP_FOE_ATTACK and code.a < 0:
                worth = _weaken_worth(e, g, p, code)
            if worth:
                break
        if worth - cost > best:
            best = worth - cost
            index = i
    return index
