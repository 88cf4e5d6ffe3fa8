"""Interaction carried out (R14.1, R14.2): the Influence it starts with, purchases, discounts used."""

from mkbalance._kernel.pile cimport pile_pop
from mkbalance._mageknight.content cimport Env, UnitRow
from mkbalance._mageknight.deeds cimport gain_card
from mkbalance._mageknight.hexmap cimport active_site
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.interacting cimport fits_here, heal_cost, recruit_cost
from mkbalance._mageknight.mana cimport gain_crystal
from mkbalance._mageknight.offers cimport add_elite, take_action, take_offer_action, take_spell
from mkbalance._mageknight.progress cimport add_rep, rep_modifier
from mkbalance._mageknight.state cimport DO_FAMILIAR, DO_PAY_COST, Action, GameState, Player, push
from mkbalance._mageknight.units cimport BOND_DISCOUNT, ready_unit, recruit_bonded, take_unit


cdef void interact(const Env *e, GameState *g) noexcept nogil:
    """Influence starts at the Reputation modifier plus own Shields on a city (R14.1, R11.5)."""
    cdef int space = g.players[g.seat].space
    cdef int i
    g.turn.action = 1
    g.turn.interacting = active_site(g, space) != GLADE
    g.turn.move = 0
    g.turn.rep_then = <signed char> rep_modifier(e, g, g.seat)
    g.turn.influence = g.turn.rep_then if g.turn.interacting else 0
    if active_site(g, space) == CITY:
        for i in range(g.cities[g.spaces[space].extra].n_shields):
            g.turn.influence += g.cities[g.spaces[space].extra].shields[i] == g.seat
    g.step = STEP_INTERACT


cdef void buy(const Env *e, GameState *g, Action act) noexcept nogil:
    """One purchase of an interaction (R14.2)."""
    cdef Player *p = &g.players[g.seat]
    cdef int site = active_site(g, p.space)
    cdef int colours, card
    if act.kind == ACT_BUY_UNIT:
        _buy_unit(e, g, act.a, act.b != 0, act.c)
    elif act.kind == ACT_BUY_HEAL and act.a:
        if act.b:
            g.turn.influence -= g.turn.influence_heal * e.units[p.units[act.b - 1].kind].level
            g.turn.influence_ready = 0
            ready_unit(e, g, act.b - 1)
        else:
            g.turn.influence -= g.turn.influence_heal
            g.turn.heal += 1
    elif act.kind == ACT_BUY_HEAL:
        g.turn.influence -= heal_cost(e, site)
        g.turn.heal += 1
    elif act.kind == ACT_BUY_SPELL:
        g.turn.influence -= e.sites[site].spell_cost
        colours = e.cards[g.spells[act.a]].colours
        gain_card(e, g, p, take_spell(e, g, act.a), 2)
        push(g, DO_PAY_COST, 0, colours, 0, 0)
    elif act.kind == ACT_BUY_ACTION:
        if act.b == 2:
            g.turn.influence -= g.turn.learn
            g.turn.learn_left -= 1
            if not g.turn.learn_left:
                g.turn.learn = 0
            gain_card(e, g, p, take_action(e, g, act.a), g.turn.learn_to)
            return
        g.turn.influence -= e.sites[site].action_cost
        if act.b == 0:
            card = take_offer_action(g, act.a)
        elif act.a == NONE:
            card = pile_pop(&g.deck_actions)
        else:
            card = take_action(e, g, act.a)
        gain_card(e, g, p, card, 2)
    elif act.kind == ACT_BUY_ARTIFACT:
        g.turn.influence -= e.sites[site].artifact_cost
        g.turn.reward_artifacts += 1
    elif act.kind == ACT_BUY_ELITE:
        g.turn.influence -= e.sites[site].elite_cost
        add_elite(e, g)
    elif act.kind == ACT_BUY_CRYSTAL:
        g.turn.influence -= e.sites[site].crystal_cost
        gain_crystal(e, g, act.a, 1, True)
    else:
        g.turn.influence += e.sites[site].crystal_price
        p.crystals[act.a] -= 1


cdef void _buy_unit(const Env *e, GameState *g, int slot, bint bonded, int kept) noexcept nogil:
    cdef int unit = g.offer_units[slot]
    cdef const UnitRow *row = &e.units[unit]
    cdef int site = VILLAGE if g.turn.seek >= 2 else active_site(g, g.players[g.seat].space)
    cdef int cost = recruit_cost(e, g, row, site, kept) - (BOND_DISCOUNT if bonded else 0)
    g.turn.influence -= <short> (cost if cost > 0 else 0)
    if g.turn.seek == 2:
        g.turn.seek = 3
    elif g.turn.seek == 1 and (site == REFUGEE_CAMP or not fits_here(g, row, site)):
        g.turn.seek = 0
    if row.rep_factor != 1:
        g.turn.hero_recruits |= 1 if row.rep_factor > 1 else 2
    _use_discounts(e, g, kept)
    if row.flags & UNIT_FAMILIAR:
        push(g, DO_FAMILIAR, 0, 0, 1, 0)
    if bonded:
        recruit_bonded(e, g, slot)
    else:
        take_unit(e, g, slot)
    if row.flags & UNIT_FAMILIAR:
        push(g, DO_PAY_COST, 0, 15, 0, 0)


cdef void _use_discounts(const Env *e, GameState *g, int kept) noexcept nogil:
    """What was not kept is used up, with what it costs in Reputation (OP_RECRUIT_DISCOUNT)."""
    cdef int left = 0
    cdef int i
    for i in range(g.turn.n_discounts):
        if (kept >> i) & 1:
            g.turn.discounts[left] = g.turn.discounts[i]
            g.turn.discount_reps[left] = g.turn.discount_reps[i]
            left += 1
        else:
            add_rep(e, g, g.seat, g.turn.discount_reps[i])
    g.turn.n_discounts = <unsigned char> left
