"""The legal actions of the present decision, step by step in the order of a turn.

Every action that changes the game is listed; an action that could change nothing is not. Equal cards are listed once.
"""


from libc.stdint cimport uint8_t

from mkbalance._mageknight.attacking cimport attackable
from mkbalance._mageknight.banners cimport banner_options
from mkbalance._mageknight.box cimport artifact_shown
from mkbalance._mageknight.charge cimport charge_only
from mkbalance._mageknight.content cimport OPT_ATTACK, OPT_BLOCK, OPT_BORROWS, OPT_SIEGE, CardRow, OptionRow, SiteRow, UnitRow, rule
from mkbalance._mageknight.damage cimport assign_options
from mkbalance._mageknight.deeds cimport hand_size
from mkbalance._mageknight.duties cimport before_turn_options
from mkbalance._mageknight.factions cimport faction_options, token_ready, trade_in_options
from mkbalance._mageknight.foes cimport attack_open, foe_alive, fortifications
from mkbalance._mageknight.readiness cimport heroes_to_pay, option_ready, useful, window, windows_of
from mkbalance._mageknight.hexmap cimport active_site, lattice_x, lattice_y, neighbour
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.mana cimport black_usable, payable
from mkbalance._mageknight.maze cimport PATHS, maze_play, path_cost
from mkbalance._mageknight.progress cimport NO_INTERACTION, rep_modifier
from mkbalance._mageknight.questoptions cimport quest_options
from mkbalance._mageknight.restoring cimport restore_options
from mkbalance._mageknight.rounds cimport tactic_options
from mkbalance._mageknight.skills cimport skill_options, skill_row
from mkbalance._mageknight.sites cimport explore_places, may_step, site_actions
from mkbalance._mageknight.state cimport (
    CB_AIR,
    CB_ASSAULT,
    CB_HEROES_PAID,
    CB_NO_UNITS,
    CB_PARTIAL,
    VAIN_ATTACK,
    Combat,
    Foe,
    GameState,
    Options,
    Player,
    UnitCard,
    add_option,
    city_has,
)
from mkbalance._mageknight.teleporting cimport teleport_options
from mkbalance._mageknight.turns cimport must_rest
from mkbalance._mageknight.units cimport BOND_DISCOUNT, bond_free, wounded_anything

cdef enum:
    COMBAT_WINDOWS = WIN_RANGED | WIN_BLOCK | WIN_DAMAGE | WIN_ATTACK
    POWERED = 1


cdef struct Seen:
    unsigned char row[256]
    unsigned char end


cdef bint _playable(const Env *e, const GameState *g, const OptionRow *o, int card, int win) noexcept nogil:
    return (windows_of(e, g, o) & win) != 0 and useful(e, g, o, win) and option_ready(e, g, o, card, False)


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
            if _psychic_influence(e, g, g.combat.block_foe, g.combat.block_attack) and not heroes_to_pay(e, g):
                add_option(o, ACT_SIDEWAYS, card, 1, 0)
        if _cumbersome_left(g):
            add_option(o, ACT_SIDEWAYS, card, 0, 0)


cdef bint _psychic_influence(const Env *e, const GameState *g, int foe, int attack) noexcept nogil:
    """Influence blocks this attack (A.3); by ruling 72 not at X Reputation."""
    if g.combat.foes[foe].element[attack] != PSYCHIC:
        return False
    return not rule(e, RULE_PSYCHIC_BLOCK_REPUTATION) or rep_modifier(e, g, g.seat) != NO_INTERACTION


cdef bint _cumbersome_left(const GameState *g) noexcept nogil:
    cdef int i, j
    for i in range(g.combat.n):
        for j in range(g.combat.foes[i].n_attacks):
            if attack_open(g, i, j) and g.combat.foes[i].traits[j] & CUMBERSOME:
                return True
    return False


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


cdef void _card_plays(const Env *e, const GameState *g, Options *o, int win) noexcept nogil:
    cdef const Player *p = &g.players[g.seat]
    cdef Seen seen
    cdef int i, card
    for i in range(p.n_hand):
        seen.row[p.hand[i]] = 0
    for i in range(p.n_hand):
        card = p.hand[i]
        if seen.row[card]:
            continue
        seen.row[card] = 1
        _sides(e, g, o, card, card, win)
        _sideways(e, g, card, win, o)
    if artifact_shown(g):
        _sides(e, g, o, g.turn.box, NONE, win)


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


cdef void list_plays(const Env *e, const GameState *g, Options *o, int win) noexcept nogil:
    """Cards and Units that may be played in this window."""
    _card_plays(e, g, o, win)
    if g.players[g.seat].n_units:
        _unit_plays(e, g, o, win)
        banner_options(e, g, o, win)
    skill_options(e, g, o, win)
    faction_options(e, g, o, win)
    if win & COMBAT_WINDOWS:
        _learning(e, g, o)


cdef void _healing(const GameState *g, Options *o, const Env *e) noexcept nogil:
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


cdef void _tactic_uses(const Env *e, const GameState *g, Options *o) noexcept nogil:
    """What the taken Tactic offers during the own turn (R3.2.4)."""
    cdef const Player *p = &g.players[g.seat]
    cdef int what
    if p.tactic == NONE:
        return
    what = e.tactics[p.tactic].behaviour
    if what == TACTIC_RIGHT_MOMENT and not p.tactic_used and not g.turn.extra_turn and not g.combat.flags & CB_AIR:
        add_option(o, ACT_TACTIC_USE, 0, 0, 0)
    elif what == TACTIC_LONG_NIGHT and not p.tactic_used and p.n_deck == 0 and p.n_discard > 0:
        add_option(o, ACT_TACTIC_USE, 0, 0, 0)
    elif what == TACTIC_MANA_SEARCH and not g.turn.search_used and not g.turn.source_used and g.turn.dice_rights:
        add_option(o, ACT_MANA_SEARCH, 0, 0, 0)


cdef void _learning(const Env *e, const GameState *g, Options *o) noexcept nogil:
    """Learning: an Advanced Action of the offer, anywhere (OP_LEARN)."""
    cdef int i
    if g.turn.learn and g.turn.influence >= g.turn.learn:
        for i in range(g.n_actions_offer):
            add_option(o, ACT_BUY_ACTION, i, 2, 0)


cdef void _exploring(const Env *e, const GameState *g, int space, Options *o) noexcept nogil:
    """Places that may be explored from a space, each listed once."""
    cdef int places = explore_places(e, g, space)
    cdef int slot = space // 7
    cdef int d, i, x, y
    cdef bint known
    for d in range(6):
        if not (places >> d) & 1:
            continue
        x = g.tiles[slot].x + lattice_x(d)
        y = g.tiles[slot].y + lattice_y(d)
        known = False
        for i in range(o.n):
            if o.items[i].kind == ACT_EXPLORE:
                if (g.tiles[o.items[i].a].x + lattice_x(o.items[i].b) == x
                        and g.tiles[o.items[i].a].y + lattice_y(o.items[i].b) == y):
                    known = True
        if not known:
            add_option(o, ACT_EXPLORE, slot, d, 0)


cdef void _move_step(const Env *e, const GameState *g, Options *o) noexcept nogil:
    cdef const Player *p = &g.players[g.seat]
    cdef bint rest = must_rest(e, g)
    cdef int d, n
    list_plays(e, g, o, WIN_MOVE)
    _healing(g, o, e)
    _tactic_uses(e, g, o)
    _learning(e, g, o)
    if not g.turn.moved and not g.turn.sideways and hand_size(p) > 0:
        add_option(o, ACT_REST, 0, 0, 0)
    if rest:
        return
    for d in range(18 if g.turn.bend else 6):
        for n in range(1 + g.turn.cheap_left):
            if may_step(e, g, d, n):
                add_option(o, ACT_MOVE, d, n, 0)
    if e.setup.teleport:
        teleport_options(e, g, o)
    _exploring(e, g, p.space, o)
    if g.turn.explore_far:
        for d in range(6):
            n = neighbour(g, p.space, d)
            if n != NONE:
                _exploring(e, g, n, o)
    site_actions(e, g, o)
    if g.n_quests:
        quest_options(e, g, o)
    add_option(o, ACT_END_TURN, 0, 0, 0)
    if g.turn.charge:
        charge_only(e, g, o)


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
        cost -= rep_modifier(e, g, g.seat) * (u.rep_factor - 1)
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


cdef void _interact_step(const Env *e, const GameState *g, Options *o) noexcept nogil:
    cdef int space = g.players[g.seat].space
    cdef int site = active_site(g, space)
    cdef const SiteRow *row = &e.sites[site]
    cdef int i, heal, have = g.turn.influence
    list_plays(e, g, o, WIN_INTERACT)
    _healing(g, o, e)
    _mana_search(e, g, o)
    trade_in_options(e, g, o)
    if g.n_quests:
        quest_options(e, g, o)
    if g.turn.seek >= 2:  # one Unit, and nothing else is sold (OP_SEEK)
        _recruits_here(e, g, VILLAGE, o)
        _learning(e, g, o)
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
            if row.crystal_cost and have >= row.crystal_cost and g.players[g.seat].crystals[i] < 3:
                add_option(o, ACT_BUY_CRYSTAL, i, 0, 0)
            if row.crystal_price and g.players[g.seat].crystals[i]:
                add_option(o, ACT_SELL_CRYSTAL, i, 0, 0)
    _learning(e, g, o)
    add_option(o, ACT_DONE, 0, 0, 0)


cdef bint _gives(const Env *e, const GameState *g, const OptionRow *o, int card, int win, int flag, bint siege) noexcept nogil:
    """An option gives Attack (or Block) in this window, of itself or through what it uses."""
    if not o.windows & win:
        return False
    if o.flags & flag and (not siege or o.flags & OPT_SIEGE or g.turn.all_siege or g.turn.starsdawn):
        return option_ready(e, g, o, card, False)
    return o.flags & OPT_BORROWS != 0 and flag == OPT_ATTACK and _lends_attack(e, g, o, card, siege)


cdef bint _lends_attack(const Env *e, const GameState *g, const OptionRow *o, int card, bint siege) noexcept nogil:
    """The option could be used if an attack were in the making, on a fortified enemy if asked; it may lend something else."""
    cdef GameState *h = <GameState *> g
    cdef unsigned int targets = h.combat.targets
    cdef uint8_t attacking = h.combat.attacking
    cdef int i
    cdef bint without, with_
    if attacking:
        return option_ready(e, g, o, card, False)
    without = option_ready(e, g, o, card, False)
    h.combat.attacking = 1
    if siege:
        for i in range(h.combat.n):
            if attackable(g, &h.combat.foes[i]) and fortifications(g, &h.combat.foes[i]):
                h.combat.targets = <unsigned int> 1 << i
                break
    with_ = option_ready(e, g, o, card, False)
    h.combat.attacking = attacking
    h.combat.targets = targets
    return with_ and (not without or g.step == STEP_ATTACK or not siege)


cdef bint _attack_listed(const Env *e, const Options *o, const GameState *g) noexcept nogil:
    """Something listed would go into the attack in the making."""
    cdef const OptionRow *opt
    cdef int i
    for i in range(o.n):
        if o.items[i].kind == ACT_SIDEWAYS or o.items[i].kind == ACT_CONVERT:
            return True
        if o.items[i].kind == ACT_PLAY:
            opt = &e.options[(e.cards[o.items[i].a].powered if o.items[i].b else e.cards[o.items[i].a].basic) + o.items[i].c]
        elif o.items[i].kind == ACT_SKILL:
            opt = &e.options[e.skills[skill_row(g, o.items[i])].options + o.items[i].b]
        elif o.items[i].kind == ACT_FACTION:
            opt = &e.options[e.factions[o.items[i].a].options + o.items[i].b]
        elif o.items[i].kind == ACT_UNIT:
            opt = &e.options[e.units[g.players[g.seat].units[o.items[i].a].kind].options + o.items[i].b]
        else:
            continue
        if opt.flags & (OPT_ATTACK | OPT_BORROWS):
            return True
    return False


cdef bint _source_in(const Env *e, const GameState *g, int win, int flag, bint siege) noexcept nogil:
    """Something in hand or among the Units gives Attack (or Block) in this window."""
    cdef const Player *p = &g.players[g.seat]
    cdef const CardRow *row
    cdef const OptionRow *opt
    cdef int i, k
    if win == WIN_ATTACK or win == WIN_BLOCK:
        if p.n_hand:
            return True
    for i in range(p.n_hand):
        row = &e.cards[p.hand[i]]
        if not row.flags & CARD_DEALT:
            continue
        for k in range(row.n_basic):
            opt = &e.options[row.basic + k]
            if _gives(e, g, opt, p.hand[i], win, flag, siege):
                return True
        if row.kind == SPELL and not black_usable(g):
            continue
        for k in range(row.n_powered):
            opt = &e.options[row.powered + k]
            if _gives(e, g, opt, p.hand[i], win, flag, siege):
                return True
    if artifact_shown(g):
        row = &e.cards[g.turn.box]
        for k in range(row.n_basic):
            if _gives(e, g, &e.options[row.basic + k], NONE, win, flag, siege):
                return True
        for k in range(row.n_powered):
            if _gives(e, g, &e.options[row.powered + k], NONE, win, flag, siege):
                return True
    for i in range(p.n_units):
        if not unit_usable(e, g, i, win):
            continue
        for k in range(e.units[p.units[i].kind].n_options):
            opt = &e.options[e.units[p.units[i].kind].options + k]
            if _gives(e, g, opt, NONE, win, flag, siege):
                return True
    return _skill_in(e, g, win, flag, siege) or _token_in(e, g, win, flag, siege)


cdef bint _skill_in(const Env *e, const GameState *g, int win, int flag, bint siege) noexcept nogil:
    cdef const Player *p = &g.players[g.seat]
    cdef int i, k
    if g.combat.flags & CB_PARTIAL:
        return False
    for i in range(p.n_skills):
        if not p.skill_used[i]:
            for k in range(e.skills[p.skills[i]].n_options):
                if _gives(e, g, &e.options[e.skills[p.skills[i]].options + k], NONE, win, flag, siege):
                    return True
    return False


cdef bint _token_in(const Env *e, const GameState *g, int win, int flag, bint siege) noexcept nogil:
    cdef int row, k
    if g.combat.flags & CB_PARTIAL or not g.players[g.seat].faction_tokens:
        return False
    for row in range(e.n_factions):
        if token_ready(e, g, row):
            for k in range(e.factions[row].n_options):
                if _gives(e, g, &e.options[e.factions[row].options + k], NONE, win, flag, siege):
                    return True
    return False


cdef bint attack_source(const Env *e, const GameState *g) noexcept nogil:
    """Something is left to attack with in the present phase."""
    cdef int win = window(g)
    cdef int i
    if g.combat.fork:
        return True
    if g.step == STEP_ATTACK:
        if g.combat.duel_points and foe_alive(&g.combat.foes[g.combat.duel - 1]):
            return True
        if g.combat.charge_points and foe_alive(&g.combat.foes[g.combat.charge - 1]):
            return True
        if g.combat.later_clean > 0 or (_own_attack(g) and not (g.combat.targets >> g.combat.own_foe) & 1):
            return True
        for i in range(4):
            if g.combat.later[i] > 0:
                return True
        if g.turn.convert & 3 and g.turn.move > 0:
            return True
    elif g.turn.convert & 2 and g.turn.move > 1:
        return True
    return _source_in(e, g, win, OPT_ATTACK, False)


cdef bint _siege_source(const Env *e, const GameState *g) noexcept nogil:
    return _source_in(e, g, WIN_RANGED, OPT_ATTACK, True)


cdef bint _own_attack(const GameState *g) noexcept nogil:
    """The attack of a possessed enemy is still to be used (OP_POSSESS)."""
    cdef int i
    if g.combat.own_foe == NONE:
        return False
    for i in range(4):
        if g.combat.own[i] > 0:
            return True
    return False


cdef int _fork_target(const GameState *g) noexcept nogil:
    """The first enemy under attack that lightning may still strike (OP_FORK), NONE."""
    cdef int i
    if not g.combat.fork:
        return NONE
    for i in range(g.combat.n):
        if (g.combat.targets & ~g.combat.forked) >> i & 1:
            if g.step == STEP_ATTACK or not fortifications(g, &g.combat.foes[i]):
                return i
    return NONE


cdef void _convert_options(const Env *e, const GameState *g, Options *o) noexcept nogil:
    """Points of another kind turned into Attack or Block (OP_CONVERT, later points)."""
    cdef int i
    if g.step == STEP_ATTACK and g.combat.attacking:
        if g.turn.convert & 1 and g.turn.move > 0:
            add_option(o, ACT_CONVERT, 0, 0, 0)
        if g.combat.later_clean > 0:
            add_option(o, ACT_CONVERT, 3, 4, 0)
        for i in range(4):
            if g.combat.later[i] > 0:
                add_option(o, ACT_CONVERT, 3, i, 0)
    if g.step == STEP_ATTACK and g.combat.attacking and _own_attack(g) and not (g.combat.targets >> g.combat.own_foe) & 1:
        add_option(o, ACT_CONVERT, 4, 0, 0)
    if g.step == STEP_BLOCK and g.combat.block_foe != NONE and g.combat.parts:
        if not (g.combat.foes[g.combat.block_foe].parted >> g.combat.block_attack) & 1:
            add_option(o, ACT_CONVERT, 5, g.combat.part_element, 0)
    if g.step == STEP_ATTACK and g.combat.attacking and g.combat.duel_points:
        if (g.combat.targets >> (g.combat.duel - 1)) & 1:
            add_option(o, ACT_CONVERT, 3, 5, 0)
    if g.step == STEP_ATTACK and g.combat.attacking and g.combat.charge_points:
        if (g.combat.targets >> (g.combat.charge - 1)) & 1:
            add_option(o, ACT_CONVERT, 3, 7, 0)
    if g.combat.attacking and _fork_target(g) != NONE:
        add_option(o, ACT_CONVERT, 3, 6, 0)
    if g.step == STEP_BLOCK and g.combat.block_foe != NONE and g.turn.block_bonus:
        for i in range(5):
            if g.combat.block[i] > 0:
                add_option(o, ACT_CONVERT, 6, i, 0)
    if g.combat.attacking and g.turn.convert & 2 and g.turn.move > 1:
        add_option(o, ACT_CONVERT, 1, 0, 0)
    if g.step == STEP_BLOCK and g.combat.block_foe != NONE and g.turn.influence > 0:
        if g.turn.convert & 4:
            add_option(o, ACT_CONVERT, 2, PHYSICAL, 0)
        if g.turn.convert & 8:
            add_option(o, ACT_CONVERT, 2, FIRE, 0)
        if g.turn.convert & 16:
            add_option(o, ACT_CONVERT, 2, ICE, 0)
        if _psychic_influence(e, g, g.combat.block_foe, g.combat.block_attack):
            add_option(o, ACT_CONVERT, 2, PSYCHIC, 0)


cdef void _attack_step(const Env *e, const GameState *g, Options *o) noexcept nogil:
    """Ranged and Siege phase, Attack phase: pick targets, play, resolve (R9.2, R9.6)."""
    cdef const Combat *k = &g.combat
    cdef const Foe *f
    cdef int i
    cdef int win = window(g)
    cdef bint any_source, siege
    list_plays(e, g, o, win)
    _convert_options(e, g, o)
    _mana_search(e, g, o)
    if k.attacking:
        if k.attack_played == 0 or k.late_group:
            for i in range(k.n):
                f = &k.foes[i]
                if not attackable(g, f):
                    continue
                if g.step == STEP_RANGED and fortifications(g, f) and not (
                        _siege_source(e, g) or k.points[SIEGE * 4] or k.points[SIEGE * 4 + 1] or k.points[SIEGE * 4 + 2]
                        or k.points[SIEGE * 4 + 3]):
                    continue
                if (k.targets >> i) & 1:
                    if f.source == FROM_HEAD and f.want + f.marks < f.levels and not k.targets >> (i + 1):
                        add_option(o, ACT_TARGET, i, 0, 0)
                elif not k.targets >> (i + 1):
                    add_option(o, ACT_TARGET, i, 0, 0)
        if k.attack_played or not _attack_listed(e, o, g):
            add_option(o, ACT_RESOLVE, 0, 0, 0)
        return
    any_source = attack_source(e, g)
    if any_source:
        siege = g.step == STEP_ATTACK or _siege_source(e, g)
        for i in range(k.n):
            if attackable(g, &k.foes[i]) and (siege or fortifications(g, &k.foes[i]) == 0) and not k.vain[i] & VAIN_ATTACK:
                add_option(o, ACT_TARGET, i, 0, 0)
    add_option(o, ACT_END_PHASE, 0, 0, 0)


cdef void _mana_search(const Env *e, const GameState *g, Options *o) noexcept nogil:
    """Mana Search in the midst of an action: before Source mana is used, once a turn (R3.2.4)."""
    cdef const Player *p = &g.players[g.seat]
    if p.tactic == NONE or e.tactics[p.tactic].behaviour != TACTIC_MANA_SEARCH:
        return
    if not g.turn.search_used and not g.turn.source_used and g.turn.dice_rights:
        add_option(o, ACT_MANA_SEARCH, 0, 0, 0)


cdef void _block_step(const Env *e, const GameState *g, Options *o) noexcept nogil:
    """Block phase: pick an attack, play, resolve; wear down Cumbersome attacks (R9.3)."""
    cdef const Combat *k = &g.combat
    cdef int i, j
    cdef bint source, points
    list_plays(e, g, o, WIN_BLOCK)
    _convert_options(e, g, o)
    _mana_search(e, g, o)
    if g.turn.move > 0:
        for i in range(k.n):
            for j in range(k.foes[i].n_attacks):
                if k.foes[i].traits[j] & CUMBERSOME and attack_open(g, i, j) and k.block_foe == NONE:
                    add_option(o, ACT_REDUCE, i, j, 0)
    source = _source_in(e, g, WIN_BLOCK, OPT_BLOCK, False) or (
        k.parts and (k.block_foe == NONE or not (k.foes[k.block_foe].parted >> k.block_attack) & 1)) or (
        g.turn.influence > 0 and g.turn.convert & 28)
    if k.block_foe != NONE:
        if k.block_played or o.n == 0 or not source:
            add_option(o, ACT_RESOLVE, 0, 0, 0)
        return
    points = g.turn.influence > 0
    for i in range(k.n):
        for j in range(k.foes[i].n_attacks):
            if attack_open(g, i, j) and not (k.vain[i] >> j) & 1 and (
                    source or (points and _psychic_influence(e, g, i, j))):
                add_option(o, ACT_BLOCK, i, j, 0)
    add_option(o, ACT_END_PHASE, 0, 0, 0)


cdef void _after_step(const Env *e, const GameState *g, Options *o, int win) noexcept nogil:
    """What is left to do once the action, or the rest, is over: special and healing effects (R4.5.1)."""
    list_plays(e, g, o, win)
    _healing(g, o, e)
    _influence_healing(e, g, o)
    _tactic_uses(e, g, o)
    _learning(e, g, o)
    if g.n_quests:
        quest_options(e, g, o)
    add_option(o, ACT_END_TURN, 0, 0, 0)


cdef void _influence_healing(const Env *e, const GameState *g, Options *o) noexcept nogil:
    """Healing points, and one Unit to ready, for Influence (OP_INFLUENCE_HEAL); b = Unit slot + 1 to ready."""
    cdef const Player *p = &g.players[g.seat]
    cdef int price = g.turn.influence_heal
    cdef int i
    if not price:
        return
    if g.turn.influence >= price and wounded_anything(g) and g.turn.heal < 40:
        add_option(o, ACT_BUY_HEAL, 1, 0, 0)
    if not g.turn.influence_ready:
        return
    for i in range(p.n_units):
        if not p.units[i].ready and g.turn.influence >= price * e.units[p.units[i].kind].level:
            add_option(o, ACT_BUY_HEAL, 1, i + 1, 0)


cdef void _maze_step(const Env *e, const GameState *g, Options *o) noexcept nogil:
    """Make Move, take a path that is paid for, or turn back (L.2.3)."""
    cdef int space = g.players[g.seat].space
    cdef int i, path
    cdef int kept = 0
    list_plays(e, g, o, WIN_MOVE)
    for i in range(o.n):
        if maze_play(e, g, o.items[i]):
            o.items[kept] = o.items[i]
            kept += 1
    o.n = <unsigned short> kept
    for path in range(1, PATHS + 1):
        if not (g.spaces[space].extra >> (path - 1)) & 1 and g.turn.move >= path_cost(path):
            add_option(o, ACT_ENTER, path, 0, 0)
    add_option(o, ACT_DONE, 0, 0, 0)


cdef void _before_turn(const Env *e, const GameState *g, Options *o) noexcept nogil:
    """The window before the turn (R4.1); Sparing Power asks for one of its two uses (R3.2.4)."""
    cdef const Player *p = &g.players[g.seat]
    skill_options(e, g, o, WIN_BEFORE)
    before_turn_options(e, g, o, g.turn.search_used != 0)
    if (p.tactic == NONE or p.tactic_used or g.turn.search_used
            or e.tactics[p.tactic].behaviour != TACTIC_SPARING_POWER):
        add_option(o, ACT_DONE, 0, 0, 0)


cdef void _discard_step(const Env *e, const GameState *g, Options *o) noexcept nogil:
    """Discard any number of non-Wound cards; one at least if nothing was played (R12.7, R4.4)."""
    cdef const Player *p = &g.players[g.seat]
    cdef Seen seen
    cdef int i
    for i in range(p.n_hand):
        seen.row[p.hand[i]] = 0
    for i in range(p.n_hand):
        if not seen.row[p.hand[i]]:
            seen.row[p.hand[i]] = 1
            add_option(o, ACT_DISCARD, p.hand[i], 0, 0)
    if g.turn.played or g.turn.exempt or p.n_hand == 0:
        add_option(o, ACT_DONE, 0, 0, 0)


cdef void list_actions(const Env *e, const GameState *g, Options *o) noexcept nogil:
    """Fill the options of the step that is waiting; pending effects have their own lists."""
    cdef const Player *p = &g.players[g.seat]
    if g.step == STEP_MOVE:
        _move_step(e, g, o)
    elif g.step == STEP_INTERACT:
        _interact_step(e, g, o)
    elif g.step == STEP_RANGED or g.step == STEP_ATTACK:
        _attack_step(e, g, o)
    elif g.step == STEP_BLOCK:
        _block_step(e, g, o)
    elif g.step == STEP_DAMAGE:
        assign_options(e, g, o)
        if g.combat.damage_foe == NONE:
            list_plays(e, g, o, WIN_DAMAGE)
            _mana_search(e, g, o)
    elif g.step == STEP_AFTER:
        _after_step(e, g, o, WIN_AFTER)
    elif g.step == STEP_MAZE:
        _maze_step(e, g, o)
    elif g.step == STEP_REST:
        _after_step(e, g, o, WIN_REST)
    elif g.step == STEP_DISCARD:
        _discard_step(e, g, o)
    elif g.step == STEP_TACTIC:
        tactic_options(e, g, o)
    elif g.step == STEP_BEFORE_TURN:
        _before_turn(e, g, o)
    elif g.step == STEP_TURN_START:
        add_option(o, ACT_FORFEIT, 0, 0, 0)
        if hand_size(p) > 0:
            add_option(o, ACT_TAKE_TURN, 0, 0, 0)
