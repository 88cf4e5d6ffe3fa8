"""Own Units (R7): room under Command tokens, joining, readying."""

from mkbalance._mageknight.banners cimport assign_banner, banner_of
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.offers cimport take_offer_unit
from mkbalance._mageknight.progress cimport add_fame, add_rep, level_row
from mkbalance._mageknight.state cimport (
    BARRED,
    BARRED_WOUND,
    DO_COMMAND,
    DO_DISBAND,
    DO_GAIN_UNIT,
    OWN_WOUND,
    PL_COMMAND,
    GameState,
    Player,
    UnitCard,
    fault,
    push,
)
from mkbalance._mageknight.trace cimport TOLD_HEAL, TOLD_READY, TOLD_RECRUIT, told


cdef int command_limit(const Env *e, const Player *p) noexcept nogil:
    return level_row(e, p).command + (p.flags & PL_COMMAND != 0)


cdef bint room_for_unit(const Env *e, const GameState *g) noexcept nogil:
    return free_tokens(e, &g.players[g.seat]) > 0


cdef int free_tokens(const Env *e, const Player *p) noexcept nogil:
    """Command tokens without a Unit."""
    cdef int n = command_limit(e, p) - p.n_units
    cdef int i
    for i in range(p.n_units):
        if p.units[i].bonded or p.units[i].banner != NONE and banner_of(e, &p.units[i]) == BANNER_COMMAND:
            n += 1
    return n if n > 0 else 0


cdef bint bond_free(const Player *p) noexcept nogil:
    """The slot of OP_BOND is there and empty."""
    cdef int i
    for i in range(p.n_units):
        if p.units[i].bonded:
            return False
    return p.bond != 0


cdef void recruit_bonded(const Env *e, GameState *g, int offer_slot) noexcept nogil:
    """Take a Unit of the offer onto the slot of OP_BOND."""
    cdef Player *p = &g.players[g.seat]
    cdef int n = p.n_units
    gain_unit(e, g, take_offer_unit(g, offer_slot))
    if p.n_units > n:
        p.units[n].bonded = 1


cdef void gain_unit(const Env *e, GameState *g, int kind) noexcept nogil:
    """A Unit joins ready and unwounded (R7.2)."""
    cdef Player *p = &g.players[g.seat]
    cdef UnitCard *u
    if p.n_units >= MAX_UNITS:
        fault(g, FAULT_CAPACITY)
        return
    u = &p.units[p.n_units]
    u.kind = <unsigned char> kind
    u.ready = 1
    u.wounds = 0
    u.banner = NONE
    u.banner_up = 0
    u.bonded = 0
    u.barred = 0
    u.resist = 0
    u.healed = 0
    u.extra = NONE
    p.n_units += 1
    p.tally.recruits += 1
    g.turn.recruits += 1
    told(e, g, TOLD_RECRUIT, kind, 0, 0, 0)
    add_rep(e, g, g.seat, g.turn.rep_recruit)
    add_fame(e, g, g.seat, g.turn.fame_recruit)


cdef void take_unit(const Env *e, GameState *g, int offer_slot) noexcept nogil:
    """Take a Unit of the offer; a Banner of Command played this turn may hold its place."""
    if g.turn.command != NONE:
        push(g, DO_COMMAND, offer_slot, 0, 0, 0)
    else:
        recruit(e, g, offer_slot)


cdef void recruit_under_banner(const Env *e, GameState *g, int offer_slot) noexcept nogil:
    """The Banner stands in for a Command token (OP_COMMAND)."""
    cdef int card = g.turn.command
    g.turn.command = NONE
    gain_unit(e, g, take_offer_unit(g, offer_slot))
    assign_banner(e, g, card, g.players[g.seat].n_units - 1)


cdef void recruit(const Env *e, GameState *g, int offer_slot) noexcept nogil:
    """Take a Unit under a Command token; with all of them in use one own Unit leaves first."""
    if room_for_unit(e, g):
        gain_unit(e, g, take_offer_unit(g, offer_slot))
        return
    if bond_free(&g.players[g.seat]):
        recruit_bonded(e, g, offer_slot)
        return
    push(g, DO_GAIN_UNIT, offer_slot, 0, 0, 0)
    push(g, DO_DISBAND, 0, 0, 0, 0)


cdef void ready_unit(const Env *e, GameState *g, int slot) noexcept nogil:
    g.players[g.seat].units[slot].ready = 1
    told(e, g, TOLD_READY, slot, g.players[g.seat].units[slot].kind, 0, 0)


cdef void heal_unit(const Env *e, GameState *g, int slot, int n) noexcept nogil:
    """Wounds off a Unit by healing, whatever the source: it counts as healed, and may be readied for it (OP_DRAW_PER_HEAL)."""
    cdef UnitCard *u = &g.players[g.seat].units[slot]
    if n <= 0:
        return
    u.wounds -= <unsigned char> n
    u.healed = 1
    told(e, g, TOLD_HEAL, 1, slot, 0, 0)
    if g.turn.ready_heal and not u.ready:
        ready_unit(e, g, slot)


cdef bint preventable(const UnitCard *u) noexcept nogil:
    """A Unit whose Wound comes from this combat (OP_PREVENT)."""
    return u.wounds > 0 and (u.barred & (BARRED_WOUND | OWN_WOUND)) != 0


cdef void prevent_wound(const Env *e, GameState *g, int slot) noexcept nogil:
    """Undo a Wound of this combat; damage is assigned to a Unit once all the same (AD p.46)."""
    cdef UnitCard *u = &g.players[g.seat].units[slot]
    u.wounds -= 1
    if not u.wounds:
        u.barred &= BARRED
    told(e, g, TOLD_HEAL, 1, slot, 0, 0)


cdef bint wounded_anything(const GameState *g) noexcept nogil:
    """A Wound that Healing could remove: in hand or on a Unit (R13.1)."""
    cdef const Player *p = &g.players[g.seat]
    cdef int i
    if p.hand_wounds:
        return True
    for i in range(p.n_units):
        if p.units[i].wounds:
            return True
    return False
