"""Conservation laws of the state: Deed cards, enemy tokens, dice, ranges. A broken one latches a fault."""

from libc.string cimport memset

from mkbalance._mageknight.content cimport number
from mkbalance._mageknight.deeds cimport discard_card
from mkbalance._mageknight.dummy cimport dummy_cards
from mkbalance._mageknight.foes cimport foe_alive
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.quests cimport holds_token
from mkbalance._mageknight.state cimport FOE_DEFEATED, Foe, GameState, Player, fault


cdef int _seat_cards(const Env *e, const Player *p, int shown) noexcept nogil:
    """Non-Wound Deed cards of a seat, in every zone; the Artifact shown is counted once (OP_BOX)."""
    cdef int n = p.n_hand + p.n_away + (p.set_aside != NONE)
    cdef int i
    for i in range(p.n_played):
        n += p.played[i] != e.wound
    for i in range(p.n_deck):
        n += p.cards[i] != e.wound
    for i in range(p.n_discard):
        n += discard_card(p, i) != e.wound
    for i in range(p.n_stored):
        n += p.stored[i] != e.wound
    for i in range(p.n_units):
        n += p.units[i].banner != NONE and p.units[i].banner != shown
    return n


cdef void count_all(const Env *e, const GameState *g, Census *c) noexcept nogil:
    """Count what the game may not lose or gain."""
    cdef int i, k, colour
    cdef const Foe *f
    memset(c, 0, sizeof(Census))
    c.deeds = (g.deck_actions.size + g.deck_spells.size + g.deck_artifacts.size + g.n_actions_offer + g.n_spells_offer
               + g.n_offer_actions + dummy_cards(g) + g.n_out + (g.turn.box != NONE))
    for i in range(g.drawn.size):
        c.deeds += g.drawn.items[i] != e.wound
    for i in range(g.n_seats):
        c.deeds += _seat_cards(e, &g.players[i], g.turn.box)
    for colour in range(6):
        c.tokens[colour] = g.token_draw[colour] + g.token_discard[colour] + g.token_kept[colour]
    for i in range(g.n_tiles * 7):
        for k in range(g.spaces[i].n_tokens):
            c.tokens[e.enemies[g.spaces[i].tokens[k]].colour] += 1
    for i in range(g.n_cities):
        for k in range(g.cities[i].n_garrison):
            c.tokens[e.enemies[g.cities[i].garrison[k]].colour] += 1
    for i in range(4):
        if g.horsemen[i].horse != NONE:
            c.tokens[e.enemies[g.horsemen[i].horse].colour] += 1
    for i in range(g.n_quests):
        for k in range(4):
            if holds_token(&e.quests[g.quests[i].row], &g.quests[i], k):
                c.tokens[e.enemies[g.quests[i].held[k]].colour] += 1
        c.deeds += e.quests[g.quests[i].row].reveal == REVEAL_SPELL and g.quests[i].held[0] != NONE
    if not STEP_RANGED <= g.step <= STEP_ATTACK:
        return
    for i in range(g.combat.n):
        f = &g.combat.foes[i]
        if f.source in (FROM_HEAD, FROM_HORSEMAN, FROM_TRAP, FROM_PRINT):
            continue
        if f.source == FROM_DRAW or f.source == FROM_SUMMON:
            if foe_alive(f):
                c.tokens[e.enemies[f.row].colour] += 1
        elif f.flags & FOE_DEFEATED:
            c.tokens[e.enemies[f.row].colour] -= 1


cdef int check(const Env *e, GameState *g, const Census *start) noexcept nogil:
    """Compare with the census at setup; 0 if all is well."""
    cdef Census now
    cdef const Player *p
    cdef int i, k
    count_all(e, g, &now)
    if now.deeds != start.deeds:
        return fault(g, FAULT_CARDS)
    for i in range(6):
        if now.tokens[i] != start.tokens[i]:
            return fault(g, FAULT_TOKENS)
    for i in range(g.n_seats):
        p = &g.players[i]
        if not -7 <= p.rep <= 7 or p.fame < 0 or not 1 <= p.level <= 10:
            return fault(g, FAULT_RANGE)
        if p.hand_wounds > 240 or p.n_hand > MAX_HAND or p.n_skills > MAX_SKILLS:
            return fault(g, FAULT_RANGE)
        for k in range(4):
            if p.crystals[k] > number(e, NUMBER_CRYSTAL_LIMIT):
                return fault(g, FAULT_RANGE)
        if p.n_deck + p.n_discard > MAX_CARDS or p.n_units > MAX_UNITS:
            return fault(g, FAULT_RANGE)
    for i in range(g.n_dice):
        if g.dice[i] > BLACK:
            return fault(g, FAULT_RANGE)
    if g.turn.move < 0 or g.turn.heal > 100:
        return fault(g, FAULT_RANGE)
    return 0
