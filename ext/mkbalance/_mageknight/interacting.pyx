"""Interaction with locals (R14): what is for sale, what a Unit costs here."""

from mkbalance._mageknight.content cimport Env, SiteRow, UnitRow, number, rule
from mkbalance._mageknight.factions cimport trade_in_options
from mkbalance._mageknight.hexmap cimport active_site
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.mana cimport payable
from mkbalance._mageknight.playing cimport healing, list_plays, mana_search
from mkbalance._mageknight.progress cimport rep_modifier
from mkbalance._mageknight.questoptions cimport quest_options
from mkbalance._mageknight.restoring cimport restore_options
from mkbalance._mageknight.state cimport GameState, Options, add_option, city_has
from mkbalance._mageknight.units cimport BOND_DISCOUNT, bond_free, wounded_anything


cdef void interact_step(const Env *e, const GameState *g, Options *o) noexcept nogil:
    cdef int space = g.players[g.seat].space
    cdef int site = active_site(g, space)
    cdef const SiteRow *row = &e.sites[site]
    cdef int i, heal, have = g.turn.influence
    list_plays(e, g, o, WIN_INTERACT)
    healing(g, o, e)
    mana_search(e, g, o)
    trade_in_options(e, g, o)
    if g.n_quests:
        quest_options(e, g, o)
    if g.turn.seek >= 2:  # one Unit, and nothing else is sold (OP_SEEK)
        _recruits_here(e, g, VILLAGE, o)
        learning(e, g, o)
        add_option(o, ACT_DONE, 0, 0, 0)
        return
    heal = heal_cost(e, site)
    if heal and have >= heal and wounded_anything(g) and g.turn.heal < 40:
        add_option(o, ACT_BUY_HEAL, 0, 0, 0)
    if row.recruits or site == GLADE:
        _recruits_here(e, g, site, o)
    if (site == MAGE_TOWER or city_has(g, space, BLUE)) and row.spell_cost and have >= row.spell_cost:
        for i in range(g.n_spells_offer):
            if payable(g) & e.cards[g.spells[i]].colours:
                add_option(o, ACT_BUY_SPELL, i, 0, 0)
    if site == MONASTERY and row.action_cost and have >= row.action_cost:
        for i in range(g.n_offer_actions):
            add_option(o, ACT_BUY_ACTION, i, 0, 0)
    if city_has(g, space, GREEN) and row.action_cost and have >= row.action_cost:
        for i in range(g.n_actions_offer):
            add_option(o, ACT_BUY_ACTION, i, 1, 0)
        if g.deck_actions.size:
            add_option(o, ACT_BUY_ACTION, NONE, 1, 0)
    if city_has(g, space, RED) and row.artifact_cost and have >= row.artifact_cost:
        add_option(o, ACT_BUY_ARTIFACT, 0, 0, 0)
    if city_has(g, space, WHITE) and row.elite_cost and have >= row.elite_cost and g.deck_elites.size:
        add_option(o, ACT_BUY_ELITE, 0, 0, 0)
    if e.setup.restoration:
        restore_options(e, g, o)
    if site == OASIS:
        for i in range(4):
            if row.crystal_cost and have >= row.crystal_cost and g.players[g.seat].crystals[i] < number(e, NUMBER_CRYSTAL_LIMIT):
                add_option(o, ACT_BUY_CRYSTAL, i, 0, 0)
            if row.crystal_price and g.players[g.seat].crystals[i]:
                add_option(o, ACT_SELL_CRYSTAL, i, 0, 0)
    learning(e, g, o)
    add_option(o, ACT_DONE, 0, 0, 0)


cdef int heal_cost(const Env *e, int site) noexcept nogil:
    """Influence per Healing point, 0 = none; a refugee camp may sell it like a village (ruling 22)."""
    if site == REFUGEE_CAMP and rule(e, RULE_REFUGEE_HEALING):
        return e.sites[<int> VILLAGE].heal_cost
    return e.sites[site].heal_cost


cdef void _recruits_here(const Env *e, const GameState *g, int site, Options *o) noexcept nogil:
    """Units of the offer that can be recruited and paid, also onto the slot of OP_BOND."""
    if g.turn.seek == 3:
        return
    _recruits(e, g, site, False, o)
    if bond_free(&g.players[g.seat]):
        _recruits(e, g, site, True, o)


cdef void _recruits(const Env *e, const GameState *g, int site, bint bonded, Options *o) noexcept nogil:
    """Units that can be recruited: b = 1 onto the slot of OP_BOND, c = mask of discounts kept for later."""
    cdef const UnitRow *u
    cdef int have = g.turn.influence + (BOND_DISCOUNT if bonded else 0)
    cdef int i, kept
    if g.turn.no_recruit:
        return
    for i in range(g.n_offer_units):
        u = &e.units[g.offer_units[i]]
        if not _recruitable(e, g, u, site) or _other_folk(g, u) or (u.flags & UNIT_FAMILIAR and not payable(g) & 15):
            continue
        for kept in range(1 << g.turn.n_discounts):
            if _kept_sensibly(g, kept) and have >= recruit_cost(e, g, u, site, kept):
                add_option(o, ACT_BUY_UNIT, i, bonded, kept)


cdef bint _recruitable(const Env *e, const GameState *g, const UnitRow *u, int site) noexcept nogil:
    """The Unit's icon fits the place (R14.3, L.2.5, A.5.1, R11.5), or an effect makes up for it (OP_SEEK)."""
    if g.turn.seek == 1:
        return u.sites != 0
    return fits_here(g, u, site)


cdef bint fits_here(const GameState *g, const UnitRow *u, int site) noexcept nogil:
    """The Unit's icon fits the place without any effect."""
    if site == OASIS:
        return (u.sites >> VILLAGE) & 1
    if site == REFUGEE_CAMP:
        return u.sites != 0
    if g.turn.seek < 2 and city_has(g, g.players[g.seat].space, WHITE):
        return True
    return (u.sites >> site) & 1


cdef int recruit_cost(const Env *e, const GameState *g, const UnitRow *u, int site, int kept) noexcept nogil:
    """Price of a Unit here and now: refugee surcharge, discounts but those kept (a mask), Reputation of Heroes and Thugs (R7.8)."""
    cdef int cost = u.cost
    cdef int i
    if site == REFUGEE_CAMP and g.turn.seek != 1:
        if not (u.sites >> VILLAGE) & 1:
            cost += 1 if u.sites & ((1 << KEEP) | (1 << MAGE_TOWER) | (1 << MONASTERY)) else 3
    for i in range(g.turn.n_discounts):
        if not (kept >> i) & 1:
            cost -= g.turn.discounts[i]
    if u.rep_factor != 1 and not g.turn.hero_recruits & (1 if u.rep_factor > 1 else 2):
        cost -= (g.turn.rep_then if g.turn.interacting else rep_modifier(e, g, g.seat)) * (u.rep_factor - 1)
    return cost if cost > 0 else 0


cdef bint _kept_sensibly(const GameState *g, int kept) noexcept nogil:
    """Of equal discounts the first ones are used."""
    cdef int i
    for i in range(g.turn.n_discounts - 1):
        if (kept >> i) & 1 and not (kept >> (i + 1)) & 1:
            if g.turn.discounts[i] == g.turn.discounts[i + 1] and g.turn.discount_reps[i] == g.turn.discount_reps[i + 1]:
                return False
    return True


cdef bint _other_folk(const GameState *g, const UnitRow *u) noexcept nogil:
    """Heroes and Thugs do not join in the same interaction (R7.8)."""
    return u.rep_factor != 1 and g.turn.hero_recruits & (2 if u.rep_factor > 1 else 1)


cdef void learning(const Env *e, const GameState *g, Options *o) noexcept nogil:
    """Learning: an Advanced Action of the offer, anywhere (OP_LEARN)."""
    cdef int i
    if g.turn.learn and g.turn.influence >= g.turn.learn:
        for i in range(g.n_actions_offer):
            add_option(o, ACT_BUY_ACTION, i, 2, 0)
