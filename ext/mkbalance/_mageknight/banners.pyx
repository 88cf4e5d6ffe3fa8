"""Banners assigned to Units (R7.6): assigning, replacing, and what a bearer does with its Banner on its own."""

from libc.stdint cimport uint8_t

from mkbalance._mageknight.content cimport rule
from mkbalance._mageknight.deeds cimport discard_add
from mkbalance._mageknight.foes cimport attack_open, foe_alive
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.progress cimport add_fame
from mkbalance._mageknight.state cimport ATK_CANCELLED, CB_ASSAULT, CB_HEROES_PAID, CB_NO_UNITS, Player, add_option
from mkbalance._mageknight.trace cimport TOLD_CANCEL, told
from mkbalance._mageknight.units cimport ready_unit
from mkbalance._mageknight.weakening cimport affects


cdef int banner_of(const Env *e, const UnitCard *u) noexcept nogil:
    """Behaviour of the Banner a Unit bears, BANNER_NONE without one."""
    cdef const CardRow *row
    cdef const OptionRow *opt
    cdef int i, k
    if u.banner == NONE:
        return BANNER_NONE
    row = &e.cards[u.banner]
    for k in range(row.n_basic):
        opt = &e.options[row.basic + k]
        for i in range(opt.n):
            if e.instrs[opt.first + i].op == OP_BANNER:
                return e.instrs[opt.first + i].a
            if e.instrs[opt.first + i].op == OP_COMMAND:
                return BANNER_COMMAND
    return BANNER_NONE


cdef bint bearer(const Env *e, const GameState *g) noexcept nogil:
    """A Unit that may take a Banner; one that holds its place by a Banner keeps that one."""
    cdef int i
    for i in range(g.players[g.seat].n_units):
        if banner_of(e, &g.players[g.seat].units[i]) != BANNER_COMMAND:
            return True
    return False


cdef void bearer_options(const Env *e, const GameState *g, Options *o) noexcept nogil:
    cdef int i
    for i in range(g.players[g.seat].n_units):
        if banner_of(e, &g.players[g.seat].units[i]) != BANNER_COMMAND:
            add_option(o, ACT_CHOOSE, i, 0, 0)


cdef void assign_banner(const Env *e, GameState *g, int card, int slot) noexcept nogil:
    """Move a Banner from the play area to a Unit; the one it had goes to the discard pile. A shown one is in no pile (OP_BOX)."""
    cdef Player *p = &g.players[g.seat]
    cdef UnitCard *u = &p.units[slot]
    cdef int i, k
    if card == g.turn.box:
        _bear(g, p, u, card)
        return
    for i in range(p.n_played - 1, -1, -1):
        if p.played[i] != card:
            continue
        p.n_played -= 1
        for k in range(i, p.n_played):
            p.played[k] = p.played[k + 1]
            p.played_how[k] = p.played_how[k + 1]
        _bear(g, p, u, card)
        return


cdef void _bear(GameState *g, Player *p, UnitCard *u, int card) noexcept nogil:
    lose_banner(g, p, u)
    u.banner = <uint8_t> card
    u.banner_up = 1


cdef void lose_banner(GameState *g, Player *p, UnitCard *u) noexcept nogil:
    """A Unit's Banner goes to the discard pile (R7.6); one that was only shown lies in no pile (OP_BOX)."""
    if u.banner != NONE and u.banner != g.turn.box:
        discard_add(g, p, u.banner)
    u.banner = NONE


cdef bint _may_frighten(const Env *e, const GameState *g, int slot) noexcept nogil:
    """The Unit could be activated here (R7.3, R9.5.9); Heroes in an assault once they are paid (R7.8)."""
    cdef const UnitCard *u = &g.players[g.seat].units[slot]
    if not u.ready or u.wounds:
        return False
    if (g.combat.flags & CB_NO_UNITS and g.combat.guest != slot + 1 and not u.bonded
            and not rule(e, RULE_BANNERS_WITHOUT_UNITS)):
        return False
    if g.combat.flags & CB_ASSAULT and not g.combat.flags & CB_HEROES_PAID:
        return g.turn.influence >= e.units[u.kind].assault_cost
    return True


cdef void banner_options(const Env *e, const GameState *g, Options *o, int win) noexcept nogil:
    """What bearers may do with their Banners now; c = enemy * 4 + attack where one is meant."""
    cdef const UnitCard *u
    cdef int slot, kind, i, j
    for slot in range(g.players[g.seat].n_units):
        u = &g.players[g.seat].units[slot]
        if u.banner == NONE:
            continue
        kind = banner_of(e, u)
        if kind == BANNER_COURAGE and win & (WIN_MOVE | WIN_INTERACT | WIN_AFTER | WIN_REST):
            if u.banner_up and not u.ready:
                add_option(o, ACT_BANNER, u.banner, slot, 0)
        elif kind == BANNER_FEAR and win == WIN_BLOCK and _may_frighten(e, g, slot):
            for i in range(g.combat.n):
                if not foe_alive(&g.combat.foes[i]) or not affects(g, &g.combat.foes[i], 0):
                    continue
                for j in range(g.combat.foes[i].n_attacks):
                    if attack_open(g, i, j) and not (g.combat.block_foe == i and g.combat.block_attack == j):
                        add_option(o, ACT_BANNER, u.banner, slot, i * 4 + j)


cdef void use_banner(const Env *e, GameState *g, Action act) noexcept nogil:
    cdef UnitCard *u = &g.players[g.seat].units[act.b]
    if banner_of(e, u) == BANNER_COURAGE:
        u.banner_up = 0
        ready_unit(e, g, act.b)
        return
    u.ready = 0
    if g.combat.flags & CB_ASSAULT and e.units[u.kind].assault_cost and not g.combat.flags & CB_HEROES_PAID:
        g.turn.influence -= e.units[u.kind].assault_cost
        g.combat.flags |= CB_HEROES_PAID
    g.combat.foes[act.c // 4].state[act.c % 4] = ATK_CANCELLED
    told(e, g, TOLD_CANCEL, act.c // 4, act.c % 4, 0, 0)
    add_fame(e, g, g.seat, 1)
