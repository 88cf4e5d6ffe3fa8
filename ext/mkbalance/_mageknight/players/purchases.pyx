"""Interactions: buy what is most worth the cards that its Influence takes (R14)."""

from libc.stdint cimport int16_t

from mkbalance._mageknight.character cimport start_price
from mkbalance._mageknight.hexmap cimport active_site
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.interacting cimport heal_cost, recruit_cost
from mkbalance._mageknight.players.appraise cimport unit_worth
from mkbalance._mageknight.players.clock cimport action_worth, artifact_worth, blend, growth, spell_worth
from mkbalance._mageknight.players.fight cimport find, find_kind
from mkbalance._mageknight.players.ruins cimport paid_in_talk, restored_worth
from mkbalance._mageknight.players.sources cimport WANT_INFLUENCE, Cover, Sources, cover, gather
from mkbalance._mageknight.progress cimport level_row
from mkbalance._mageknight.restoring cimport restore_row
from mkbalance._mageknight.state cimport Player, city_has


cdef int _purchase_worth(const Env *e, const GameState *g, const Policy *p, int kind, int slot, int *price) noexcept nogil:
    """Worth of a purchase, its price in Influence left in ``price``; 0 = not wanted."""
    cdef const Player *q = &g.players[g.seat]
    cdef int site = active_site(g, q.space)
    cdef int grown = growth(e, g, p)
    cdef int i, worth, least, loss
    if kind == ACT_BUY_UNIT:
        price[0] = recruit_cost(e, g, &e.units[g.offer_units[slot]], site, 0)
        worth = blend(10 * e.units[g.offer_units[slot]].level, p.digest.unit[g.offer_units[slot]] * p.weights.unit // 100, grown)
        if q.n_units >= level_row(e, q).command:
            least = 1 << 20
            for i in range(q.n_units):
                loss = blend(5 * e.units[q.units[i].kind].level * (1 if q.units[i].wounds else 2), unit_worth(e, p, g, i), grown)
                if loss < least:
                    least = loss
            worth -= least
        return worth
    if kind == ACT_BUY_SPELL:
        price[0] = e.sites[site].spell_cost
        return spell_worth(p, grown)
    if kind == ACT_BUY_ACTION:
        price[0] = e.sites[site].action_cost
        return action_worth(p, grown)
    if kind == ACT_BUY_ARTIFACT:
        price[0] = e.sites[site].artifact_cost
        return artifact_worth(p, grown)
    if kind == ACT_RESTORE:
        price[0] = restore_row(e, g, q.space).influence
        return restored_worth(e, g, p, q.space)
    if kind == ACT_BUY_HEAL:
        price[0] = heal_cost(e, site)
        if q.hand_wounds > g.turn.heal:
            return p.weights.heal
        return 0
    return 0


cdef bint _sold_here(const Env *e, const GameState *g, int unit, int site) noexcept nogil:
    if site == OASIS:
        return (e.units[unit].sites >> VILLAGE) & 1
    if site == REFUGEE_CAMP:
        return e.units[unit].sites != 0
    if city_has(g, g.players[g.seat].space, WHITE):
        return True
    return (e.units[unit].sites >> site) & 1


cdef struct Deal:
    int net
    int price
    int kind
    int slot


cdef void _consider(const Env *e, const GameState *g, const Policy *p, const Sources *s, const int16_t *points, int kind, int slot,
                    Deal *deal) noexcept nogil:
    cdef Cover found
    cdef int price = 0
    cdef int worth = _purchase_worth(e, g, p, kind, slot, &price)
    if worth <= deal.net:
        return
    if not cover(g, s, points, price - g.turn.influence, 0, &found):
        return
    if worth - found.cost > deal.net:
        deal.net = worth - found.cost
        deal.price = price
        deal.kind = kind
        deal.slot = slot


cdef int choose_interaction(const Env *e, const GameState *g, const Options *o, const Policy *p) noexcept nogil:
    """Buy what is most worth the cards its Influence takes."""
    cdef Sources s
    cdef Cover found
    cdef Deal deal
    cdef int16_t points[96]
    cdef const Player *q = &g.players[g.seat]
    cdef int space = q.space
    cdef int site = active_site(g, space)
    cdef int i, k, index
    index = find_kind(o, ACT_HEAL_HAND)
    if index < 0:
        index = find_kind(o, ACT_HEAL_UNIT)
    if index >= 0:
        return index
    gather(e, g, p, WIN_INTERACT, WANT_INFLUENCE, &s)
    for i in range(s.n):
        points[i] = 1 if s.items[i].gain == NULL else s.items[i].gain.influence
    deal.net = 0
    deal.kind = ACT_NONE
    deal.slot = 0
    deal.price = 0
    if e.sites[site].recruits:
        for i in range(g.n_offer_units):
            if _sold_here(e, g, g.offer_units[i], site):
                _consider(e, g, p, &s, points, ACT_BUY_UNIT, i, &deal)
    if (site == MAGE_TOWER or city_has(g, space, BLUE)) and e.sites[site].spell_cost:
        _consider(e, g, p, &s, points, ACT_BUY_SPELL, 0, &deal)
    if ((site == MONASTERY and g.n_offer_actions) or city_has(g, space, GREEN)) and e.sites[site].action_cost:
        _consider(e, g, p, &s, points, ACT_BUY_ACTION, 0, &deal)
    if city_has(g, space, RED) and e.sites[site].artifact_cost:
        _consider(e, g, p, &s, points, ACT_BUY_ARTIFACT, 0, &deal)
    if heal_cost(e, site) and q.hand_wounds > g.turn.heal:
        _consider(e, g, p, &s, points, ACT_BUY_HEAL, 0, &deal)
    if paid_in_talk(e, g, space):
        _consider(e, g, p, &s, points, ACT_RESTORE, 0, &deal)
    if deal.kind != ACT_NONE:
        if g.turn.influence >= deal.price:
            if deal.kind == ACT_BUY_UNIT:
                index = find(o, ACT_BUY_UNIT, deal.slot, 0, 0)
                if index >= 0:
                    return index
            else:
                k = -1
                index = -1
                for i in range(o.n):
                    if o.items[i].kind != deal.kind:
                        continue
                    if deal.kind == ACT_BUY_SPELL:
                        k = p.digest.gain[g.spells[o.items[i].a]]
                    elif deal.kind == ACT_BUY_ACTION and o.items[i].b == 0:
                        k = p.digest.gain[g.offer_actions[o.items[i].a]]
                    elif deal.kind == ACT_BUY_ACTION and o.items[i].a != NONE:
                        k = p.digest.gain[g.actions[o.items[i].a]]
                    if index < 0 or k > _best_of(o, g, p, index):
                        index = i
                if index >= 0:
                    return index
        elif cover(g, &s, points, deal.price - g.turn.influence, 0, &found):
            for k in range(found.n):
                i = found.at[k]
                index = find(o, s.items[i].kind, s.items[i].a, s.items[i].b, s.items[i].c)
                if index >= 0:
                    return index
    index = find_kind(o, ACT_DONE)
    return index if index >= 0 else 0


cdef int _best_of(const Options *o, const GameState *g, const Policy *p, int index) noexcept nogil:
    """Worth of the card that a purchase option would bring."""
    if o.items[index].kind == ACT_BUY_SPELL:
        return p.digest.gain[g.spells[o.items[index].a]]
    if o.items[index].kind == ACT_BUY_ACTION and o.items[index].b == 0:
        return p.digest.gain[g.offer_actions[o.items[index].a]]
    if o.items[index].kind == ACT_BUY_ACTION and o.items[index].a != NONE:
        return p.digest.gain[g.actions[o.items[index].a]]
    return 0


cdef int choose_character(const Env *e, const GameState *g, const Options *o, const Policy *p) noexcept nogil:
    """What a character of a higher level owns (T.7): the most worth for its Influence, as long as anything is."""
    cdef int grown = growth(e, g, p)
    cdef int i, worth, price, row
    cdef int best = 0
    cdef int index = find_kind(o, ACT_DONE)
    for i in range(o.n):
        row = o.items[i].a
        price = start_price(e, g, o.items[i])
        worth = 0
        if o.items[i].kind == ACT_BUY_UNIT:
            row = g.offer_units[row]
            worth = blend(10 * e.units[row].level, p.digest.unit[row] * p.weights.unit // 100, grown)
        elif o.items[i].kind == ACT_BUY_CRYSTAL:
            worth = 4 * price
        elif o.items[i].kind == ACT_FACTION:
            worth = 5 * price
        elif o.items[i].kind == ACT_CHOOSE:
            if e.cards[row].kind == SPELL:
                worth = spell_worth(p, grown) - 12 * o.items[i].b
            else:
                worth = action_worth(p, grown) if e.cards[row].kind == ADVANCED_ACTION else artifact_worth(p, grown)
            worth += p.digest.gain[row]
        if price == 0:
            price = 1
        if worth > 0 and 100 * worth // price > best:
            best = 100 * worth // price
            index = i
    return index if index >= 0 else 0
