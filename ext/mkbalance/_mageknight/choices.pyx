"""Instructions that ask (R6): the legal answers to the top of the pending stack, and their execution.

``list_choices`` returns False for an instruction that asks nothing. No answers for one that asks means that it has
nothing to work on; the engine then drops it.
"""

from libc.stdint cimport uint8_t

from mkbalance._mageknight.attacking cimport defeat
from mkbalance._mageknight.chance cimport pick
from mkbalance._mageknight.banners cimport assign_banner, bearer_options
from mkbalance._mageknight.borrowed cimport answer_borrowed, list_borrowed
from mkbalance._mageknight.centre cimport card_powered, closest_options
from mkbalance._mageknight.claims cimport claim, claim_options, curse
from mkbalance._mageknight.content cimport EnemyRow, Instr
from mkbalance._mageknight.deeds cimport (
    deck_bottom,
    deck_top,
    discard_add,
    discard_card,
    discard_index,
    discard_from_hand,
    discard_take,
    gain_card,
    hand_take,
    play_area_add,
)
from mkbalance._mageknight.effects cimport SOURCE_CARD, SOURCE_RULE, SOURCE_SKILL, SOURCE_UNIT, crystal_others, start_option
from mkbalance._mageknight.foes cimport attack_open, foe_alive, fortifications, wholly_blocked
from mkbalance._mageknight.points cimport gain_attack, gain_block, gain_move
from mkbalance._mageknight.readiness cimport NOTHING, boostable, still_ready, wanted, window
from mkbalance._mageknight.strikes cimport strip
from mkbalance._mageknight.skills cimport common_options, use_common
from mkbalance._mageknight.factions cimport answer_faction, list_faction
from mkbalance._mageknight.hexmap cimport coastline, distances, fortified_here, neighbour, safe_space, terrain_at, terrain_cost
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.knowledge cimport KNOWN_TOKENS, LOOKED, look_at_token
from mkbalance._mageknight.mana cimport PAY_CARD, PAY_TURNED, gain_crystal, gain_mana, pay, pay_options, payable, reroll_die
from mkbalance._mageknight.offers cimport take_action, take_spell
from mkbalance._mageknight.rivals cimport energize
from mkbalance._mageknight.state cimport (
    DO_ARRIVE,
    DO_HARVEST,
    DO_PAY_COST,
    FOE_HIDDEN_SUMMONER,
    FOE_NO_ATTACK,
    Action,
    City,
    Foe,
    GameState,
    Options,
    Pending,
    Player,
    add_option,
    colours_of,
    push,
    source_of,
)
from mkbalance._mageknight.tokens cimport kept_token, release_token
from mkbalance._mageknight.trace cimport TOLD_MOVE, TOLD_SOURCE, TOLD_THROW, TOLD_TOKEN, told
from mkbalance._mageknight.units cimport free_tokens, heal_unit, prevent_wound, preventable, ready_unit, take_unit
from mkbalance._mageknight.weakening cimport (
    affects,
    cancel_attacks,
    change_armor,
    change_attack,
    ignore,
    may_ignore,
    take_over,
)

cdef struct Seen:  # which card rows were listed already
    unsigned char row[256]
    unsigned char end


cdef int _demands(const GameState *g, uint8_t *masks) noexcept nogil:
    """Mana still due: the top of the stack and what follows in the same program."""
    cdef int n = 0
    cdef int i
    for i in range(g.n_pending - 1, -1, -1):
        if g.pending[i].op == DO_PAY_COST or g.pending[i].op == OP_PAY:
            masks[n] = g.pending[i].b
            n += 1
            if n == 6:
                break
        elif g.pending[i].op == OP_OPTIONAL or g.pending[i].op >= N_OPS:
            break
    return n


cdef void _hand_options(const Env *e, const GameState *g, int mask, int kinds, int kind, Options *o) noexcept nogil:
    """Distinct hand cards of the kinds and colours."""
    cdef const Player *p = &g.players[g.seat]
    cdef Seen seen
    cdef int i, card
    for i in range(p.n_hand):
        seen.row[p.hand[i]] = 0
    for i in range(p.n_hand):
        card = p.hand[i]
        if seen.row[card] or not (kinds >> e.cards[card].kind) & 1:
            continue
        if mask and not e.cards[card].colours & mask:
            continue
        seen.row[card] = 1
        add_option(o, kind, card, 0, 0)


cdef int _next_op(const GameState *g) noexcept nogil:
    """What follows the top instruction."""
    return g.pending[g.n_pending - 2].op if g.n_pending >= 2 else 255


cdef bint _attacks(const GameState *g, int foe) noexcept nogil:
    cdef int j
    for j in range(g.combat.foes[foe].n_attacks):
        if attack_open(g, foe, j):
            return True
    return False


cdef int _cost_mask(const Env *e, const GameState *g) noexcept nogil:
    """Colours that the cost on top may have, so that what it buys has something to give."""
    cdef const Pending *t = &g.pending[g.n_pending - 1]
    cdef Instr then
    cdef int mask
    if g.n_pending < 2:
        return t.b
    then.op = g.pending[g.n_pending - 2].op
    then.a = g.pending[g.n_pending - 2].a
    then.b = g.pending[g.n_pending - 2].b
    then.c = 0
    then.d = 0
    mask = wanted(e, g, &then, t.b, NONE, NONE)
    return t.b if mask == NOTHING else mask


cdef void _spare_cards(const Env *e, const GameState *g, Options *o) noexcept nogil:
    """Leave out payments with a card that the rest of the play needs."""
    cdef int i
    cdef int kept = 0
    for i in range(o.n):
        if o.items[i].b % PAY_TURNED != PAY_CARD or o.items[i].c == NONE or still_ready(e, g, o.items[i].c):
            o.items[kept] = o.items[i]
            kept += 1
    o.n = <unsigned short> kept


cdef void _foe_options(const Env *e, const GameState *g, const Pending *t, Options *o) noexcept nogil:
    cdef int i, j
    cdef const Foe *f
    for i in range(g.combat.n):
        f = &g.combat.foes[i]
        if not foe_alive(f) or f.flags & FOE_HIDDEN_SUMMONER:
            continue
        if g.turn.last_foe != NONE and g.turn.last_foe != i and t.d == 0:
            continue
        if t.op == OP_FOE_ATTACK or t.op == OP_FOE_ATTACK_STRIP:
            if t.op == OP_FOE_ATTACK_STRIP and colours_of(t) & (1 << BLUE) and f.resist & RESIST_ICE:
                continue
            for j in range(f.n_attacks):
                if attack_open(g, i, j):
                    add_option(o, ACT_CHOOSE, i, j, 0)
            continue
        if t.op == OP_FOE_ARMOR and g.turn.last_foe == NONE and _next_op(g) == OP_FOE_ATTACK and _attacks(g, i):
            add_option(o, ACT_CHOOSE, i, 0, 0)
            continue
        if t.op == OP_FOE_CUMBERSOME:
            if _attacks(g, i):
                add_option(o, ACT_CHOOSE, i, 0, 0)
            continue
        if not affects(g, f, colours_of(t)) or f.source == FROM_HEAD:
            continue
        if t.op == OP_PREY:
            for j in range(16 + 2 * f.n_attacks):
                if may_ignore(g, i, j):
                    add_option(o, ACT_CHOOSE, i, j, 0)
            continue
        if t.op == OP_FOE_ARMOR and t.d == 2 and g.step == STEP_RANGED and fortifications(g, f):
            continue
        if t.op == OP_FOE_CANCEL and t.c and fortifications(g, f):
            continue
        if (t.op == OP_FOE_CANCEL or t.op == OP_POSSESS) and f.flags & FOE_NO_ATTACK and _next_op(g) >= N_OPS:
            continue
        if t.op == OP_FOE_DESTROY and t.a and not wholly_blocked(f):
            continue
        add_option(o, ACT_CHOOSE, i, 0, 0)


cdef void _boost_options(const Env *e, const GameState *g, Options *o) noexcept nogil:
    cdef const Player *p = &g.players[g.seat]
    cdef Seen seen
    cdef int i, k, card
    cdef int win = window(g)
    for i in range(p.n_hand):
        seen.row[p.hand[i]] = 0
    for i in range(p.n_hand):
        card = p.hand[i]
        if seen.row[card] or e.cards[card].kind > ADVANCED_ACTION:
            continue
        seen.row[card] = 1
        for k in range(e.cards[card].n_powered):
            if boostable(e, g, &e.options[e.cards[card].powered + k], card, NONE, win):
                add_option(o, ACT_CHOOSE, card, k, 0)


cdef void _die_options(const GameState *g, bint basic, bint colours, Options *o) noexcept nogil:
    """Dice in the Source, one option per face, and with ``colours`` each colour it may be set to."""
    cdef int i, colour
    cdef int seen = 0
    for i in range(g.n_dice):
        if ((g.dice_out | g.turn.dice_used | g.turn.dice_kept) >> i) & 1 or (seen >> g.dice[i]) & 1:
            continue
        if basic and g.dice[i] >= GOLD:
            continue
        seen |= 1 << g.dice[i]
        if not colours:
            add_option(o, ACT_CHOOSE, i, 0, 0)
            continue
        for colour in range(6):
            if colour != GOLD:
                add_option(o, ACT_CHOOSE, i, colour, 0)


cdef struct Reach:
    uint8_t far[MAX_SPACES]
    uint8_t queue[MAX_SPACES]
    uint8_t end


cdef void _reach_options(const Env *e, const GameState *g, int range_, bint under, bint forts, bint coast, Options *o) noexcept nogil:
    """Safe spaces within some steps over revealed spaces (OP_FLY, OP_TUNNEL).

    Under the ground not through swamp or lake; by ship along the coastline only.
    """
    cdef Reach r
    cdef int head = 0
    cdef int tail = 1
    cdef int i, d, s, n, terrain
    for i in range(MAX_SPACES):
        r.far[i] = 255
    r.queue[0] = g.players[g.seat].space
    r.far[r.queue[0]] = 0
    if coast and not coastline(e, g, r.queue[0]):
        return
    while head < tail:
        s = r.queue[head]
        head += 1
        if r.far[s] >= range_:
            continue
        for d in range(6):
            n = neighbour(g, s, d)
            if n == NONE or r.far[n] != 255:
                continue
            terrain = terrain_at(e, g, n)
            if terrain == OCEAN or (g.turn.forbidden >> terrain) & 1 or (coast and not coastline(e, g, n)):
                continue
            if under and g.spaces[n].site != CITY:
                if terrain == SWAMP or terrain == LAKE or (terrain == MOUNTAIN and terrain_cost(e, g, n) == 255):
                    continue
            r.far[n] = r.far[s] + 1
            r.queue[tail] = <uint8_t> n
            tail += 1
            if fortified_here(g, n) if forts else safe_space(e, g, n, g.seat):
                add_option(o, ACT_CHOOSE, n, r.far[n], 0)


cdef bint sails(const Env *e, const GameState *g) noexcept nogil:
    """Another space of the coastline can be reached with the Move at hand (OP_FLY along the coast)."""
    cdef Options o
    o.n = 0
    o.full = 0
    if g.players[g.seat].space != NONE:
        _reach_options(e, g, g.turn.move, False, False, True, &o)
    return o.n > 0


cdef bint list_choices(const Env *e, const GameState *g, Options *o) noexcept nogil:
    """Fill the answers to the top instruction; False if it asks nothing."""
    cdef const Pending *t = &g.pending[g.n_pending - 1]
    cdef const Player *p = &g.players[g.seat]
    cdef uint8_t masks[8]
    cdef int i, op
    op = t.op
    if op == OP_PAY or op == DO_PAY_COST:
        i = _demands(g, masks)
        if op == OP_PAY:
            masks[0] = <uint8_t> _cost_mask(e, g)
        pay_options(g, masks, i, o)
        if o.n == 0 and i > 1:
            pay_options(g, masks, 1, o)
        if g.turn.card_uses:
            _spare_cards(e, g, o)
    elif op == OP_MANA_ANY or op == OP_CRYSTAL_ANY:
        for i in range(6):
            if (t.b >> i) & 1:
                add_option(o, ACT_CHOOSE, i, 0, 0)
    elif op == OP_CRYSTAL_OWNED or op == OP_CRYSTAL_UNOWNED:
        for i in range(4):
            if (p.crystals[i] > 0) == (op == OP_CRYSTAL_OWNED):
                add_option(o, ACT_CHOOSE, i, 0, 0)
    elif op == OP_CRYSTAL_OFFER:
        for i in range(g.n_spells_offer):
            if not (t.c >> i) & 1:
                add_option(o, ACT_CHOOSE, i, 0, 0)
    elif op == OP_OPTIONAL:
        if _next_op(g) == OP_PAY and not payable(g) & g.pending[g.n_pending - 2].b:
            pass
        elif _next_op(g) == OP_DISCARD and p.n_hand == 0:
            pass
        else:
            add_option(o, ACT_CHOOSE, 1, 0, 0)
        add_option(o, ACT_DECLINE, 0, 0, 0)
    elif op == OP_DISCARD:
        if t.c != 2:
            _hand_options(e, g, _cost_mask(e, g), 15, ACT_DISCARD, o)
        if t.c and p.hand_wounds:
            add_option(o, ACT_DISCARD, e.wound, 0, 0)
    elif op == OP_DISCARD_UPTO:
        _hand_options(e, g, 0, 15, ACT_DISCARD, o)
        if t.b and p.hand_wounds:
            add_option(o, ACT_DISCARD, e.wound, 0, 0)
        add_option(o, ACT_DECLINE, 0, 0, 0)
    elif op == OP_THROW:
        _hand_options(e, g, _cost_mask(e, g), 3, ACT_CHOOSE, o)
    elif op == OP_CRYSTAL_OTHERS:
        for i in range(4):
            if (g.turn.paid >> i) & 1:
                add_option(o, ACT_CHOOSE, i, 0, 0)
        return o.n > 1
    elif op == OP_HEAL_UNIT:
        for i in range(p.n_units):
            if p.units[i].wounds:
                add_option(o, ACT_CHOOSE, i, 0, 0)
    elif op == OP_PREVENT:
        for i in range(p.n_units):
            if preventable(&p.units[i]):
                add_option(o, ACT_CHOOSE, i, 0, 0)
    elif op == OP_PROFICIENCY:
        common_options(e, g, o)
    elif op == OP_PEEK:
        _peek_options(e, g, o)
    elif op == OP_SIDEWAYS:
        _sideways_options(e, g, t.b, o)
    elif op == OP_BANNER:
        bearer_options(e, g, o)
    elif op == OP_TEMPORAL:
        _reach_options(e, g, t.a, False, False, False, o)
        add_option(o, ACT_DECLINE, 0, 0, 0)
    elif op == OP_CLAIM_DIE:
        claim_options(g, o)
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
    elif op == OP_SET_DIE:
        _die_options(g, False, True, o)
    elif op == OP_DIE_CRYSTAL:
        _die_options(g, True, False, o)
    elif op == OP_REROLL_DIE:
        _die_options(g, False, False, o)
    elif op == OP_GIVE_WOUND:
        closest_options(g, o)
    elif op == OP_PUPPET:
        _puppet_options(e, g, t.a != 0, o)
    elif op == OP_BOOST:
        _boost_options(e, g, o)
    elif op == OP_FOE_CANCEL:
        if t.d == 0 or g.turn.move >= t.d - 1:
            _foe_options(e, g, t, o)
        if (t.b and o.n) or t.d > 1:
            add_option(o, ACT_DECLINE, 0, 0, 0)
    elif op in (OP_FOE_ATTACK, OP_FOE_ATTACK_STRIP, OP_FOE_DESTROY, OP_POSSESS, OP_PREY, OP_FOE_CUMBERSOME):
        _foe_options(e, g, t, o)
    elif op == OP_FOE_ARMOR or op == OP_FOE_STRIP:
        if t.b:
            return False
        _foe_options(e, g, t, o)
    elif op == OP_UNIT_RESIST:
        for i in range(p.n_units):
            add_option(o, ACT_CHOOSE, i, 0, 0)
    elif op == OP_GAIN_ACTION:
        for i in range(g.n_actions_offer):
            if g.turn.paid == 0 or e.cards[g.actions[i]].colours & g.turn.paid:
                add_option(o, ACT_CHOOSE, i, 0, 0)
    elif op == OP_GAIN_SPELL:
        for i in range(g.n_spells_offer):
            if g.turn.paid == 0 or e.cards[g.spells[i]].colours & g.turn.paid:
                add_option(o, ACT_CHOOSE, i, 0, 0)
    elif op == OP_GAIN_UNIT:
        for i in range(g.n_offer_units):
            if not e.units[g.offer_units[i]].flags & (UNIT_FAMILIAR | UNIT_MULTI):
                add_option(o, ACT_CHOOSE, i, 0, 0)
    elif op == OP_RECALL:
        if t.b == 0 and not t.d:
            return False
        if t.c == 0:
            add_option(o, ACT_CHOOSE, 0, 0, 0)
            add_option(o, ACT_CHOOSE, 1, 0, 0)
        elif t.d:
            for i in range(g.drawn.size):
                add_option(o, ACT_CHOOSE, i, 0, 0)
        else:
            for i in range(p.n_discard):
                if discard_index(p, discard_card(p, i)) == i:
                    add_option(o, ACT_CHOOSE, discard_card(p, i), 0, 0)
    elif op == OP_FLY:
        _reach_options(e, g, t.a if t.b or t.a < g.turn.move else g.turn.move, False, False, t.c != 0, o)
    elif op == OP_TUNNEL:
        _reach_options(e, g, t.a, True, t.b != 0, False, o)
    elif op == OP_ALTEM:
        add_option(o, ACT_DECLINE, 0, 0, 0)
        if payable(g) & (1 << RED) and not t.c & 1:
            add_option(o, ACT_CHOOSE, RED, 0, 0)
        if payable(g) & (1 << BLUE) and not t.c & 2:
            add_option(o, ACT_CHOOSE, BLUE, 0, 0)
    else:
        return list_faction(e, g, o) or list_borrowed(e, g, o)
    return True


cdef void _foe_answer(const Env *e, GameState *g, Pending *t, Action act) noexcept nogil:
    cdef int amount, resist, j
    g.turn.last_foe = act.a
    if source_of(t) == SOURCE_UNIT:
        g.combat.foes[act.a].unit_met = 1
    if t.op == OP_FOE_CANCEL:
        cancel_attacks(e, g, act.a)
        if t.d:
            g.turn.last_foe = NONE
            g.turn.move -= t.d - 1
            t.d += 1
            return
        if t.a > 1:
            g.turn.last_foe = NONE
            t.a -= 1
            return
    elif t.op == OP_POSSESS:
        take_over(e, g, act.a)
    elif t.op == OP_FOE_ATTACK:
        g.turn.last_attack = act.b
        change_attack(e, g, act.a, act.b, t.a)
        if t.b > 1:
            g.turn.last_foe = NONE
            t.b -= 1
            t.d = 1
            return
    elif t.op == OP_FOE_ATTACK_STRIP:
        g.combat.foes[act.a].traits[act.b] = 0
    elif t.op == OP_FOE_DESTROY:
        g.turn.last_foe = NONE
        defeat(e, g, act.a)
    elif t.op == OP_FOE_ARMOR:
        amount = t.a + (t.c if fortifications(g, &g.combat.foes[act.a]) else 0)
        if t.d == 1:
            resist = g.combat.foes[act.a].resist
            amount *= (resist & 1) + (resist >> 1 & 1) + (resist >> 2 & 1)
        if source_of(t) == SOURCE_RULE:  # one of several, each chosen anew (OP_EXPLOSIVE)
            g.turn.last_foe = NONE
        if affects(g, &g.combat.foes[act.a], colours_of(t)):
            change_armor(e, g, act.a, amount)
    elif t.op == OP_PREY:
        ignore(e, g, act.a, act.b)
    elif t.op == OP_FOE_CUMBERSOME:
        for j in range(g.combat.foes[act.a].n_attacks):
            g.combat.foes[act.a].traits[j] |= CUMBERSOME
    else:
        strip(e, g, act.a, t.a)
    g.n_pending -= 1


cdef void pick_recalled(const Env *e, GameState *g, const Pending *t) noexcept nogil:
    """The random cards are taken out of the discard pile first and lie open (R6.11)."""
    cdef Player *p = &g.players[g.seat]
    cdef Pending shown = t[0]
    cdef int index, _i
    g.drawn.size = 0
    for _i in range(min(t.a, p.n_discard)):
        index = <int> pick(g, DRAW_RANDOM_PICK + g.seat, p.n_discard)
        g.drawn.items[g.drawn.size] = <uint8_t> discard_card(p, index)
        g.drawn.size += 1
        discard_take(p, index)
    if g.drawn.size:
        shown.d = 1
        g.pending[g.n_pending] = shown
        g.n_pending += 1


cdef void _take_recalled(GameState *g, int index) noexcept nogil:
    cdef int i
    g.drawn.size -= 1
    for i in range(index, g.drawn.size):
        g.drawn.items[i] = g.drawn.items[i + 1]


cdef void _recall_answer(const Env *e, GameState *g, Pending *t, Action act) noexcept nogil:
    """First the end of the deck (0 bottom, 1 top), then card after card in the order the owner likes (R6.11)."""
    cdef Player *p = &g.players[g.seat]
    cdef int card, left, index
    if t.c == 0:
        t.c = 1 + act.a
        if not t.d and p.n_discard == 0:
            g.n_pending -= 1
        return
    if t.d:
        card = g.drawn.items[act.a]
        _take_recalled(g, act.a)
        left = g.drawn.size
    else:
        index = discard_index(p, act.a)
        card = discard_card(p, index)
        discard_take(p, index)
        left = p.n_discard
    if t.c == 2:
        deck_top(g, p, card)
    else:
        deck_bottom(g, p, card)
    t.a -= 1
    if t.a == 0 or left == 0:
        g.n_pending -= 1


cdef void _peek_options(const Env *e, const GameState *g, Options *o) noexcept nogil:
    """Face-down tokens up to three spaces away (a = space, b = token), and the piles (a = colour, c = 1)."""
    cdef Reach r
    cdef const City *c
    cdef int s, i
    distances(g, g.players[g.seat].space, &r.far[0])
    for s in range(g.n_tiles * 7):
        if r.far[s] > 3:
            continue
        for i in range(min(g.spaces[s].n_tokens, KNOWN_TOKENS)):
            if not (g.spaces[s].face_up >> i) & 1:
                add_option(o, ACT_CHOOSE, s, i, 0)
        if g.spaces[s].site == CITY and g.spaces[s].extra != NONE:
            c = &g.cities[g.spaces[s].extra]
            for i in range(0 if c.face_up else c.n_garrison):
                add_option(o, ACT_CHOOSE, s, i, 0)
    for i in range(N_TOKEN_COLOURS):
        if g.token_draw[i]:
            add_option(o, ACT_CHOOSE, i, 0, 1)


cdef void _peek(const Env *e, GameState *g, Action act) noexcept nogil:
    """Look at a token; it stays known to this seat alone, and gives Fame if it is defeated this turn (OP_PEEK)."""
    cdef int city = g.spaces[act.a].extra
    g.turn.looks = 1
    if act.c:
        g.pile_seen[act.a] |= <uint8_t> (LOOKED | (1 << g.seat))
        told(e, g, TOLD_TOKEN, NONE, g.tokens[g.token_first[act.a] + g.token_draw[act.a] - 1], 0, 0)
    elif g.spaces[act.a].site == CITY:
        g.cities[city].seen[act.b] |= <uint8_t> (LOOKED | (1 << g.seat))
        told(e, g, TOLD_TOKEN, act.a, g.cities[city].garrison[act.b], 0, 0)
    else:
        look_at_token(g, act.a, act.b)
        told(e, g, TOLD_TOKEN, act.a, g.spaces[act.a].tokens[act.b], 0, 0)


cdef void _sideways_options(const Env *e, const GameState *g, int how, Options *o) noexcept nogil:
    """Card and use of a strengthened sideways play: b 0 Move, 1 Influence, 2 Attack, 3 Block."""
    cdef const Player *p = &g.players[g.seat]
    cdef int use = 0 if g.step == STEP_MOVE else 1 if g.step == STEP_INTERACT else 2 if g.step == STEP_ATTACK else 3
    cdef Seen seen
    cdef int i
    if how & 1:
        if p.hand_wounds:
            add_option(o, ACT_CHOOSE, e.wound, use, 0)
        return
    for i in range(p.n_hand):
        seen.row[p.hand[i]] = 0
    for i in range(p.n_hand):
        if not seen.row[p.hand[i]]:
            seen.row[p.hand[i]] = 1
            add_option(o, ACT_CHOOSE, p.hand[i], use, 0)


cdef void _sideways(const Env *e, GameState *g, const Pending *t, Action act) noexcept nogil:
    """A card played sideways for more than 1 (OP_SIDEWAYS); a Wound played so goes to the discard pile."""
    cdef Player *p = &g.players[g.seat]
    cdef int n = t.a
    if act.a == e.wound:
        p.hand_wounds -= 1
    else:
        hand_take(p, act.a)
        if t.b & 2 and e.cards[act.a].kind != BASIC_ACTION:
            n += 1
        if t.b & 4 and e.cards[act.a].kind != ARTIFACT and e.cards[act.a].colours & g.turn.paid:
            n += 1
    if t.b & 16:
        n += free_tokens(e, p)
    play_area_add(g, p, act.a)
    g.turn.played += 1
    g.turn.sideways += 1
    if t.b & 8:
        g.turn.dice_rights = 0
    if act.b == 0:
        gain_move(e, g, n, True)
    elif act.b == 1:
        g.turn.influence += <short> n
    elif act.b == 2:
        gain_attack(e, g, n, MELEE, PHYSICAL, SOURCE_CARD)
    else:
        gain_block(e, g, n, PHYSICAL, SOURCE_CARD, False)


cdef void _temporal(const Env *e, GameState *g, int bonus, Action act) noexcept nogil:
    """The action of the turn: a step past everything, and more cards at the next draw (OP_TEMPORAL)."""
    cdef Player *p = &g.players[g.seat]
    p.draw_bonus += <uint8_t> bonus
    g.turn.action = 1
    g.turn.move = 0
    g.turn.influence = 0
    g.step = STEP_AFTER
    if act.kind == ACT_DECLINE:
        return
    p.space = act.a
    g.turn.moved = 1
    g.turn.path[0] = act.a
    g.turn.n_path = 1
    told(e, g, TOLD_MOVE, act.a, 0, 1, 0)
    push(g, DO_ARRIVE, NONE, NONE, 0, 0)
    if g.turn.harvest:
        push(g, DO_HARVEST, 0, 0, 0, 0)


cdef void _puppet_options(const Env *e, const GameState *g, bint block, Options *o) noexcept nogil:
    """Kept tokens: a = row, b = the attack used (OP_PUPPET)."""
    cdef Seen seen
    cdef int n = 0
    cdef int row, j
    row = kept_token(g, n)
    while row != NONE:
        seen.row[row] = 0
        n += 1
        row = kept_token(g, n)
    n = 0
    row = kept_token(g, n)
    while row != NONE:
        if not seen.row[row]:
            seen.row[row] = 1
            for j in range(1 if block else e.enemies[row].n_attacks):
                if block or e.enemies[row].element[j] <= COLDFIRE:
                    add_option(o, ACT_CHOOSE, row, j, 0)
        n += 1
        row = kept_token(g, n)


cdef void _puppet(const Env *e, GameState *g, bint block, Action act) noexcept nogil:
    """Half of its attack in its element, or half of its Armor against what it resists, rounded up (OP_PUPPET)."""
    cdef const EnemyRow *row = &e.enemies[act.a]
    release_token(e, g, act.a)
    if not block:
        gain_attack(e, g, (row.value[act.b] + 1) // 2, MELEE, row.element[act.b], SOURCE_SKILL)
    elif g.combat.block_foe != NONE:
        gain_block(e, g, (row.armor + 1) // 2, guard(row.resist), SOURCE_SKILL, False)


cdef int guard(int resist) noexcept nogil:
    """Element of the Block of a token: ice against fire, fire against ice, both Cold Fire."""
    if resist & RESIST_FIRE:
        return COLDFIRE if resist & RESIST_ICE else ICE
    return FIRE if resist & RESIST_ICE else PHYSICAL


cdef void answer_choice(const Env *e, GameState *g, Action act) noexcept nogil:
    """Carry out the answer to the top instruction."""
    cdef Pending *t = &g.pending[g.n_pending - 1]
    cdef Pending was
    cdef Player *p = &g.players[g.seat]
    cdef int op = t.op
    cdef int i
    if answer_faction(e, g, act) or answer_borrowed(e, g, act):
        return
    if op == OP_PAY or op == DO_PAY_COST:
        was = t[0]
        g.n_pending -= 1
        pay(e, g, act)
        if op == DO_PAY_COST and source_of(&was) == SOURCE_CARD:
            card_powered(e, g, act.a)
        curse(e, g, act.a)
    elif op == OP_MANA_ANY or op == OP_CRYSTAL_ANY:
        if op == OP_MANA_ANY:
            gain_mana(e, g, act.a, 1)
        else:
            gain_crystal(e, g, act.a, 1, True)
        t.a -= 1
        if t.a <= 0:
            g.n_pending -= 1
    elif op == OP_CRYSTAL_OWNED or op == OP_CRYSTAL_UNOWNED:
        g.n_pending -= 1
        gain_crystal(e, g, act.a, t.a, True)
    elif op == OP_CRYSTAL_OFFER:
        for i in range(4):
            if (e.cards[g.spells[act.a]].colours >> i) & 1:
                gain_crystal(e, g, i, 1, True)
        t.c |= 1 << act.a
        t.a -= 1
        if t.a <= 0:
            g.n_pending -= 1
    elif op == OP_OPTIONAL:
        g.n_pending -= 1
        if act.kind == ACT_DECLINE:
            g.n_pending -= <unsigned char> t.a
    elif op == OP_DISCARD:
        if act.a == e.wound:
            p.hand_wounds -= 1
            discard_add(g, p, e.wound)
            g.turn.played += 1
            g.turn.paid = 0
        else:
            g.turn.paid = e.cards[act.a].colours & 15 & (t.b if t.b else 15)
            discard_from_hand(e, g, p, act.a)
        t.a -= 1
        if t.a <= 0:
            g.n_pending -= 1
    elif op == OP_DISCARD_UPTO:
        if act.kind == ACT_DECLINE or t.a <= 0:
            g.turn.count = <unsigned char> t.c
            g.n_pending -= 1
        elif act.a == e.wound:
            p.hand_wounds -= 1
            discard_add(g, p, e.wound)
            g.turn.played += 1
            t.b = 0
            t.c += 1
            t.a -= 1
        else:
            discard_from_hand(e, g, p, act.a)
            t.c += 1
            t.a -= 1
    elif op == OP_THROW:
        g.n_pending -= 1
        g.turn.paid = e.cards[act.a].colours & t.b & 15
        if hand_take(p, act.a):
            told(e, g, TOLD_THROW, act.a, 0, 0, 0)
            throw_away(g, act.a)
            g.turn.played += 1
    elif op == OP_CRYSTAL_OTHERS:
        g.n_pending -= 1
        g.turn.paid = <uint8_t> (1 << act.a)
        crystal_others(e, g)
    elif op == OP_HEAL_UNIT:
        g.n_pending -= 1
        heal_unit(e, g, act.a, 1)
    elif op == OP_PREVENT:
        g.n_pending -= 1
        prevent_wound(e, g, act.a)
    elif op == OP_PROFICIENCY:
        use_common(e, g, act)
    elif op == OP_PEEK:
        g.n_pending -= 1
        _peek(e, g, act)
    elif op == OP_SIDEWAYS:
        was = t[0]
        g.n_pending -= 1
        _sideways(e, g, &was, act)
    elif op == OP_BANNER:
        i = t.ref
        g.n_pending -= 1
        assign_banner(e, g, i, act.a)
    elif op == OP_TEMPORAL:
        was = t[0]
        g.n_pending -= 1
        _temporal(e, g, was.b, act)
    elif op == OP_CLAIM_DIE:
        claim(e, g, act)
    elif op == OP_ENERGY:
        energize(e, g, act)
    elif op == OP_READY:
        g.n_pending -= 1
        ready_unit(e, g, act.a)
    elif op == OP_READY_TOTAL:
        if act.kind == ACT_DECLINE:
            g.n_pending -= 1
        else:
            ready_unit(e, g, act.a)
            t.a -= e.units[p.units[act.a].kind].level
            if t.a <= 0:
                g.n_pending -= 1
    elif op == OP_READY_FOR_INFLUENCE:
        if act.kind == ACT_DECLINE:
            g.n_pending -= 1
        else:
            g.turn.influence -= t.a * e.units[p.units[act.a].kind].level
            ready_unit(e, g, act.a)
            t.c |= 1 << act.a
    elif op == OP_SET_DIE:
        g.dice[act.a] = act.b
        g.turn.dice_kept |= <unsigned char> (1 << act.a)
        told(e, g, TOLD_SOURCE, act.a, act.b, 1, 0)
        gain_mana(e, g, act.b, t.b)
        t.a -= 1
        if t.a <= 0:
            g.n_pending -= 1
    elif op == OP_DIE_CRYSTAL:
        g.n_pending -= 1
        gain_crystal(e, g, g.dice[act.a], 1, True)
        if not t.a:
            reroll_die(e, g, act.a)
    elif op == OP_REROLL_DIE:
        g.n_pending -= 1
        reroll_die(e, g, act.a)
    elif op == OP_GIVE_WOUND:
        g.n_pending -= 1
        g.players[act.a].hand_wounds += 1
        g.players[act.a].tally.wounds_taken += 1
    elif op == OP_PUPPET:
        g.n_pending -= 1
        _puppet(e, g, t.a != 0, act)
    elif op == OP_BOOST:
        g.n_pending -= 1
        was = t[0]
        if hand_take(p, act.a):
            play_area_add(g, p, act.a)
            g.turn.played += 1
            g.turn.boost = <unsigned char> was.a
            start_option(e, g, e.cards[act.a].powered + act.b, SOURCE_CARD, act.a, e.cards[act.a].colours, True)
    elif op in (OP_FOE_CANCEL, OP_FOE_ATTACK, OP_FOE_ATTACK_STRIP, OP_FOE_DESTROY, OP_FOE_ARMOR, OP_FOE_STRIP, OP_POSSESS,
                OP_PREY, OP_FOE_CUMBERSOME):
        if act.kind == ACT_DECLINE:
            g.n_pending -= 1
        else:
            _foe_answer(e, g, t, act)
    elif op == OP_UNIT_RESIST:
        g.n_pending -= 1
        p.units[act.a].resist |= <unsigned char> t.a
    elif op == OP_GAIN_ACTION:
        g.n_pending -= 1
        gain_card(e, g, p, take_action(e, g, act.a), t.b)
    elif op == OP_GAIN_SPELL:
        g.n_pending -= 1
        g.turn.paid = e.cards[g.spells[act.a]].colours & 15
        gain_card(e, g, p, take_spell(e, g, act.a), t.b)
    elif op == OP_GAIN_UNIT:
        g.n_pending -= 1
        take_unit(e, g, act.a)
    elif op == OP_RECALL:
        _recall_answer(e, g, t, act)
    elif op == OP_FLY or op == OP_TUNNEL:
        g.n_pending -= 1
        was = t[0]
        i = p.space
        if op == OP_FLY and not was.b:
            g.turn.move -= act.b
        p.space = act.a
        g.turn.moved = 1
        told(e, g, TOLD_MOVE, act.a, act.b if op == OP_FLY and not was.b else 0, 1, 0)
        if not (op == OP_TUNNEL and was.b):
            g.turn.n_path = 0
        g.turn.path[g.turn.n_path] = act.a
        g.turn.n_path += 1
        push(g, DO_ARRIVE, i, NONE, 0, 0)
        if g.turn.harvest:
            push(g, DO_HARVEST, 0, 0, 0, 0)
    elif op == OP_ALTEM:
        g.n_pending -= 1
        if act.kind == ACT_DECLINE:
            if t.b:
                gain_block(e, g, t.a, COLDFIRE, source_of(t), False)
            else:
                gain_attack(e, g, t.a, MELEE, COLDFIRE, source_of(t))
        else:
            t.a += 2
            t.c |= 1 if act.a == RED else 2
            g.n_pending += 1
            push(g, OP_PAY, 0, 1 << act.a, 0, 0)


cdef void throw_away(GameState *g, int card) noexcept nogil:
    """A Deed card leaves the game (R6.10)."""
    g.n_out += 1
