"""Instructions that choose a Unit (R7): healed, readied, protected, gained."""

from mkbalance._mageknight.banners cimport assign_banner, bearer_options
from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.effects cimport SOURCE_UNIT
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.rivals cimport energize
from mkbalance._mageknight.state cimport Action, GameState, Options, Pending, Player, add_option, source_of
from mkbalance._mageknight.units cimport heal_unit, prevent_wound, preventable, ready_unit, take_unit


cdef bint list_units(const Env *e, const GameState *g, Options *o) noexcept nogil:
    """Answers to the top instruction if it is one of these."""
    cdef const Pending *t = &g.pending[g.n_pending - 1]
    cdef const Player *p = &g.players[g.seat]
    cdef int op = t.op
    cdef int i
    if op == OP_HEAL_UNIT:
        for i in range(p.n_units):
            if p.units[i].wounds:
                add_option(o, ACT_CHOOSE, i, 0, 0)
    elif op == OP_PREVENT:
        for i in range(p.n_units):
            if preventable(&p.units[i]):
                add_option(o, ACT_CHOOSE, i, 0, 0)
    elif op == OP_BANNER:
        bearer_options(e, g, o)
    elif op == OP_ENERGY:
        for i in range(p.n_units):
            if not p.units[i].ready:
                add_option(o, ACT_CHOOSE, i, 0, 0)
    elif op == OP_READY or op == OP_READY_TOTAL:
        for i in range(p.n_units):
            if source_of(t) == SOURCE_UNIT and t.ref == i:
                continue
            if not p.units[i].ready and e.units[p.units[i].kind].level <= t.a and not (op == OP_READY_TOTAL and (t.c >> i) & 1):
                add_option(o, ACT_CHOOSE, i, 0, 0)
        if op == OP_READY_TOTAL and o.n:
            add_option(o, ACT_DECLINE, 0, 0, 0)
    elif op == OP_READY_FOR_INFLUENCE:
        for i in range(p.n_units):
            if not p.units[i].ready and e.units[p.units[i].kind].level <= t.b:
                if g.turn.influence >= t.a * e.units[p.units[i].kind].level and not (t.c >> i) & 1:
                    add_option(o, ACT_CHOOSE, i, 0, 0)
        if o.n:
            add_option(o, ACT_DECLINE, 0, 0, 0)
    elif op == OP_UNIT_RESIST:
        for i in range(p.n_units):
            add_option(o, ACT_CHOOSE, i, 0, 0)
    elif op == OP_GAIN_UNIT:
        for i in range(g.n_offer_units):
            if not e.units[g.offer_units[i]].flags & (UNIT_FAMILIAR | UNIT_MULTI):
                add_option(o, ACT_CHOOSE, i, 0, 0)
    else:
        return False
    return True


cdef bint answer_units(const Env *e, GameState *g, Action act) noexcept nogil:
    """Carry out the answer to the top instruction if it is one of these."""
    cdef Pending *t = &g.pending[g.n_pending - 1]
    cdef Player *p = &g.players[g.seat]
    cdef int op = t.op
    cdef int i
    if op == OP_HEAL_UNIT:
        g.n_pending -= 1
        heal_unit(e, g, act.a, 1)
    elif op == OP_PREVENT:
        g.n_pending -= 1
        prevent_wound(e, g, act.a)
    elif op == OP_BANNER:
        i = t.ref
        g.n_pending -= 1
        assign_banner(e, g, i, act.a)
    elif op == OP_ENERGY:
        energize(e, g, act)
    elif op == OP_READY:
        g.n_pending -= 1
        ready_unit(e, g, act.a)
    elif op == OP_READY_FOR_INFLUENCE:
        if act.kind == ACT_DECLINE:
            g.n_pending -= 1
        else:
            g.turn.influence -= t.a * e.units[p.units[act.a].kind].level
            ready_unit(e, g, act.a)
            t.c |= 1 << act.a
    elif op == OP_UNIT_RESIST:
        g.n_pending -= 1
        p.units[act.a].resist |= <unsigned char> t.a
    elif op == OP_GAIN_UNIT:
        g.n_pending -= 1
        take_unit(e, g, act.a)
    elif op == OP_READY_TOTAL:
        if act.kind == ACT_DECLINE:
            g.n_pending -= 1
        else:
            ready_unit(e, g, act.a)
            t.a -= e.units[p.units[act.a].kind].level
            if t.a <= 0:
                g.n_pending -= 1
    else:
        return False
    return True
