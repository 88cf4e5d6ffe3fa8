"""What may be played in a window (R6.2 to R6.5, R7.3): cards, abilities of Units; Healing points and Mana Search between them."""

from mkbalance._mageknight.banners cimport banner_options
from mkbalance._mageknight.box cimport artifact_shown
from mkbalance._mageknight.content cimport CardRow, Env, OptionRow, UnitRow
from mkbalance._mageknight.deeds cimport first_copy
from mkbalance._mageknight.factions cimport faction_options
from mkbalance._mageknight.fighting cimport cumbersome_left, psychic_influence
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.interacting cimport learning
from mkbalance._mageknight.mana cimport black_usable
from mkbalance._mageknight.readiness cimport heroes_to_pay, option_ready, useful, windows_of
from mkbalance._mageknight.skills cimport skill_options
from mkbalance._mageknight.state cimport (
    CB_ASSAULT,
    CB_HEROES_PAID,
    CB_NO_UNITS,
    GameState,
    Options,
    Player,
    UnitCard,
    add_option,
)


cdef enum:
    COMBAT_WINDOWS = WIN_RANGED | WIN_BLOCK | WIN_DAMAGE | WIN_ATTACK
    POWERED = 1


cdef void list_plays(const Env *e, const GameState *g, Options *o, int win) noexcept nogil:
    """Cards and Units that may be played in this window."""
    _card_plays(e, g, o, win)
    if g.players[g.seat].n_units:
        _unit_plays(e, g, o, win)
        banner_options(e, g, o, win)
    skill_options(e, g, o, win)
    faction_options(e, g, o, win)
    if win & COMBAT_WINDOWS:
        learning(e, g, o)


cdef void _card_plays(const Env *e, const GameState *g, Options *o, int win) noexcept nogil:
    cdef const Player *p = &g.players[g.seat]
    cdef int i, card
    for i in range(p.n_hand):
        if not first_copy(&p.hand[0], i):
            continue
        card = p.hand[i]
        _sides(e, g, o, card, card, win)
        _sideways(e, g, card, win, o)
    if artifact_shown(g):
        _sides(e, g, o, g.turn.box, NONE, win)


cdef void _sides(const Env *e, const GameState *g, Options *o, int card, int held, int win) noexcept nogil:
    """Both sides of a card; ``held`` = its row if it is in hand."""
    cdef const CardRow *row = &e.cards[card]
    cdef int k
    if not row.flags & CARD_DEALT or (row.healing and win & COMBAT_WINDOWS):
        return
    for k in range(row.n_basic):
        if _playable(e, g, &e.options[row.basic + k], held, win):
            add_option(o, ACT_PLAY, card, 0, k)
    if row.kind != SPELL or black_usable(g):
        for k in range(row.n_powered):
            if _playable(e, g, &e.options[row.powered + k], held, win):
                add_option(o, ACT_PLAY, card, POWERED, k)


cdef void _sideways(const Env *e, const GameState *g, int card, int win, Options *o) noexcept nogil:
    """Any non-Wound card as Move, Influence, Attack or Block 1 (R6.5)."""
    if win & (WIN_RANGED | WIN_BLOCK | WIN_ATTACK) and heroes_to_pay(e, g):
        add_option(o, ACT_SIDEWAYS, card, 1, 0)
    if win == WIN_MOVE:
        if not g.turn.rested:
            add_option(o, ACT_SIDEWAYS, card, 0, 0)
            if g.turn.learn:
                add_option(o, ACT_SIDEWAYS, card, 1, 0)
    elif win == WIN_INTERACT:
        add_option(o, ACT_SIDEWAYS, card, 1, 0)
    elif win == WIN_AFTER:
        if (g.turn.learn or g.turn.influence_heal) and not g.turn.rested:
            add_option(o, ACT_SIDEWAYS, card, 1, 0)
    elif win == WIN_ATTACK:
        if g.combat.attacking:
            add_option(o, ACT_SIDEWAYS, card, 2, 0)
    elif win == WIN_BLOCK:
        if g.combat.block_foe != NONE:
            add_option(o, ACT_SIDEWAYS, card, 3, 0)
            if psychic_influence(e, g, g.combat.block_foe, g.combat.block_attack) and not heroes_to_pay(e, g):
                add_option(o, ACT_SIDEWAYS, card, 1, 0)
        if cumbersome_left(g):
            add_option(o, ACT_SIDEWAYS, card, 0, 0)


cdef bint _playable(const Env *e, const GameState *g, const OptionRow *o, int card, int win) noexcept nogil:
    return (windows_of(e, g, o) & win) != 0 and useful(e, g, o, win) and option_ready(e, g, o, card, False)


cdef void _unit_plays(const Env *e, const GameState *g, Options *o, int win) noexcept nogil:
    cdef const Player *p = &g.players[g.seat]
    cdef const UnitRow *row
    cdef const OptionRow *opt
    cdef int slot, k
    for slot in range(p.n_units):
        if not unit_usable(e, g, slot, win):
            continue
        row = &e.units[p.units[slot].kind]
        for k in range(row.n_options):
            opt = &e.options[row.options + k]
            if _playable(e, g, opt, NONE, win):
                add_option(o, ACT_UNIT, slot, k, 0)


cdef bint unit_usable(const Env *e, const GameState *g, int slot, int win) noexcept nogil:
    """Ready, unwounded, and Units are allowed here (R7.3, R9.5.9, R7.8)."""
    cdef const UnitCard *u = &g.players[g.seat].units[slot]
    if not u.ready or u.wounds:
        return False
    if win & COMBAT_WINDOWS:
        if g.combat.flags & CB_NO_UNITS and g.combat.guest != slot + 1 and not u.bonded:
            return False
        if g.combat.no_regulars and not e.units[u.kind].flags & UNIT_ELITE:
            return False
        if g.combat.flags & CB_ASSAULT and e.units[u.kind].assault_cost and not g.combat.flags & CB_HEROES_PAID:
            return g.turn.influence >= e.units[u.kind].assault_cost
    return True


cdef void healing(const GameState *g, Options *o, const Env *e) noexcept nogil:
    """Spend Healing points (R13.1)."""
    cdef const Player *p = &g.players[g.seat]
    cdef int i
    if not g.turn.heal:
        return
    if p.hand_wounds:
        add_option(o, ACT_HEAL_HAND, 0, 0, 0)
    for i in range(p.n_units):
        if p.units[i].wounds and e.units[p.units[i].kind].level <= g.turn.heal:
            add_option(o, ACT_HEAL_UNIT, i, 0, 0)


cdef void mana_search(const Env *e, const GameState *g, Options *o) noexcept nogil:
    """Mana Search in the midst of an action: before Source mana is used, once a turn (R3.2.4)."""
    cdef const Player *p = &g.players[g.seat]
    if p.tactic == NONE or e.tactics[p.tactic].behaviour != TACTIC_MANA_SEARCH:
        return
    if not g.turn.search_used and not g.turn.source_used and g.turn.dice_rights:
        add_option(o, ACT_MANA_SEARCH, 0, 0, 0)
