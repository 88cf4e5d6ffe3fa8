"""What could be played for points now, and the cheapest set of it that reaches a need.

A card played is a card less; how much that hurts depends on the clock: cards that would never be played before the dummy
deck runs out cost little (``scarcity``).
"""

from libc.stdint cimport uint8_t

from libc.string cimport memset

from mkbalance._mageknight.centre cimport waits
from mkbalance._mageknight.content cimport OPT_ATTACK, OPT_BLOCK, OPT_INFLUENCE, OPT_MOVE, CardRow, Instr, OptionRow, UnitRow
from mkbalance._mageknight.dummy cimport dummy_left
from mkbalance._mageknight.playing cimport unit_usable
from mkbalance._mageknight.puppets cimport guard
from mkbalance._mageknight.readiness cimport option_ready
from mkbalance._mageknight.factions cimport token_ready
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.mana cimport black_usable, can_pay, night_rules
from mkbalance._mageknight.state cimport CB_PARTIAL, Player
from mkbalance._mageknight.tokens cimport kept_token

cdef enum:
    FOR_FIGHT = 4         # tenths for which a point of Attack or Block is spared
    SPARE_MANA = 2        # manners
    CHANCE = 3
    SPREAD = 16
    COMBAT = WIN_RANGED | WIN_BLOCK | WIN_DAMAGE | WIN_ATTACK
    NO_WAY = -1000


cdef int scarcity(const GameState *g) noexcept nogil:
    """How dear cards are, per cent: four cards a turn for the turns left in the Round, to the cards left.

    A card kept into the end of the Round is worth nothing.
    """
    cdef const Player *p = &g.players[g.seat]
    cdef int cards = p.n_deck + p.n_hand + 1
    cdef int n
    if not g.n_dummies:
        return 100
    if g.announced or g.ending:
        return 8
    n = 100 * (dummy_left(g) // 3 + 1) * 4 // cards
    return 20 if n < 20 else 130 if n > 130 else n


cdef int card_cost(const Env *e, const GameState *g, const Policy *p, int card) noexcept nogil:
    return p.digest.keep[card] * p.weights.card // 100 * scarcity(g) // 100


cdef bint _crystal_for(const Player *q, int mask) noexcept nogil:
    cdef int i
    for i in range(4):
        if q.crystals[i] and (mask >> i) & 1:
            return True
    return False


cdef int _mana_cost(const GameState *g, const Policy *p, const Gain *gain) noexcept nogil:
    """Price of the mana of an option: a token or die is nearly free, a crystal or a card is not; NO_WAY = may not be spent."""
    cdef const Player *q = &g.players[g.seat]
    cdef int cost = 0
    cdef int i, k, free
    cdef int dice = g.turn.dice_rights
    for k in range(gain.n_masks):
        free = 0
        for i in range(6):
            if g.turn.mana[i] and ((gain.masks[k] >> i) & 1 or i == GOLD):
                free = 1
        if (g.turn.unlimited & gain.masks[k]) or (q.tactic_die != NONE and (gain.masks[k] >> q.tactic_die) & 1):
            free = 1
        if not free and dice:
            for i in range(g.n_dice):
                if ((g.dice_out | g.turn.dice_used | g.turn.dice_kept) >> i) & 1:
                    continue
                if (gain.masks[k] >> g.dice[i]) & 1 or (g.dice[i] == GOLD and not night_rules(g)):
                    dice -= 1
                    free = 1
                    break
        if not free and g.turn.card_uses and q.hand_wounds and g.turn.wound_mana & gain.masks[k]:
            cost -= p.weights.heal // 2  # a Wound leaves the hand
            free = 1
        if not free and (g.turn.opposite or g.turn.card_uses or g.turn.open_die) and not _crystal_for(q, gain.masks[k]):
            cost += 14
            free = 1
        if not free:
            if not p.weights.crystals:
                return NO_WAY
            cost += p.weights.crystal
        else:
            cost += 2
    return cost


cdef int _manner(const Policy *p, int win, int kind, int a, int masks) noexcept nogil:
    """What a source costs more in this manner: 1 spares what fights on the way, 2 mana too, the others chance upon other choices."""
    cdef unsigned int h
    cdef int n = 0
    if p.manner < CHANCE:
        if win == WIN_MOVE:
            if kind == ACT_PLAY or kind == ACT_SIDEWAYS:
                n = FOR_FIGHT * p.digest.fights[a]
            elif kind == ACT_UNIT:
                n = 4 * FOR_FIGHT
            if p.manner == SPARE_MANA:
                n += 4 * FOR_FIGHT * masks
        return n
    h = <unsigned int> (p.manner * 7919 + win * 104729 + kind * 1299709 + a * 15485863)
    h ^= h >> 15
    h *= 0x2C1B3C6Du
    h ^= h >> 12
    h *= 0x297A2D39u
    h ^= h >> 15
    n = <int> (h % SPREAD)
    if masks and h >> 31:
        n += SPREAD
    return n


cdef inline int _points(const Gain *gain, int want) noexcept nogil:
    if want == WANT_MOVE:
        return gain.move
    if want == WANT_INFLUENCE:
        return gain.influence
    if want == WANT_ATTACK:
        return gain.attack[0] + gain.attack[1]
    return gain.block


cdef inline int _flag(int want) noexcept nogil:
    if want == WANT_MOVE:
        return OPT_MOVE
    if want == WANT_INFLUENCE:
        return OPT_INFLUENCE
    if want == WANT_ATTACK:
        return OPT_ATTACK
    return OPT_BLOCK


cdef void _add(const Env *e, const GameState *g, const Policy *p, Sources *s, int option, int want, int win, int item, int kind,
               int a, int b, int c, int cost, int card) noexcept nogil:
    cdef const OptionRow *o = &e.options[option]
    cdef const Gain *gain = &p.digest.night[option] if night_rules(g) else &p.digest.day[option]
    cdef int mana
    if not o.windows & win or not o.flags & _flag(want) or _points(gain, want) <= 0 or s.n >= MAX_SOURCES:
        return
    if not option_ready(e, g, o, card, False):
        return
    mana = _mana_cost(g, p, gain)
    if mana == NO_WAY:
        return
    cost = cost + mana - gain.extra - gain.draw * 8
    if p.manner:
        cost += _manner(p, win, kind, a, gain.n_masks)
    s.items[s.n].gain = gain
    s.items[s.n].cost = <int16_t> (cost if cost > 1 else 1)
    s.items[s.n].item = <uint8_t> item
    s.items[s.n].kind = <uint8_t> kind
    s.items[s.n].a = <uint8_t> a
    s.items[s.n].b = <uint8_t> b
    s.items[s.n].c = <uint8_t> c
    s.n += 1


cdef void _lend(const Env *e, const GameState *g, Sources *s, int slot, int k, bint block) noexcept nogil:
    """A kept token: as strong as the one that would be chosen (OP_PUPPET)."""
    cdef Gain *gain = &s.lent[block]
    cdef int n = 0
    cdef int row, j, value
    cdef int best = 0
    memset(gain, 0, sizeof(Gain))
    row = kept_token(g, n)
    while row != NONE:
        for j in range(1 if block else e.enemies[row].n_attacks):
            if not block and e.enemies[row].element[j] > COLDFIRE:
                continue
            value = e.enemies[row].armor if block else e.enemies[row].value[j]
            if value > best:
                best = value
                gain.element[0] = e.enemies[row].element[j]
                gain.block_element = <uint8_t> guard(e.enemies[row].resist)
        n += 1
        row = kept_token(g, n)
    if not best or s.n >= MAX_SOURCES:
        return
    if block:
        gain.block = <signed char> ((best + 1) // 2)
    else:
        gain.attack[0] = <signed char> ((best + 1) // 2)
    s.items[s.n].gain = gain
    s.items[s.n].cost = 3
    s.items[s.n].item = <uint8_t> (56 + slot)
    s.items[s.n].kind = ACT_SKILL
    s.items[s.n].a = <uint8_t> slot
    s.items[s.n].b = <uint8_t> k
    s.items[s.n].c = 0
    s.n += 1


cdef void _sideways(const Env *e, const GameState *g, Sources *s, int slot, int k, int item, int cost, bint wounds) noexcept nogil:
    """A card, or a Wound, played sideways for more with a Skill: by its item the same card as the other ways to play it."""
    cdef const OptionRow *o = &e.options[e.skills[g.players[g.seat].skills[slot]].options + k]
    cdef const Instr *code
    cdef Gain *gain
    cdef int i
    if s.n >= MAX_SOURCES or s.n_side >= 4:
        return
    gain = &s.side[s.n_side]
    memset(gain, 0, sizeof(Gain))
    for i in range(o.n):
        code = &e.instrs[o.first + i]
        if code.op == OP_PAY and gain.n_masks == 0:
            gain.masks[0] = code.b
            gain.n_masks = 1
            if not can_pay(g, &gain.masks[0], 1):
                return
            cost += 4
        elif code.op == OP_SIDEWAYS and gain.move == 0:
            if (code.b & 1 != 0) != wounds or (code.b & 8 and g.turn.source_used):
                return
            gain.move = gain.influence = gain.attack[0] = gain.block = <signed char> code.a
            cost += 4 if code.b & 8 else 0
        elif code.op != OP_CENTRE:
            return
    if not gain.move:
        return
    s.n_side += 1
    s.items[s.n].gain = gain
    s.items[s.n].cost = <int16_t> (cost if cost > 1 else 1)
    s.items[s.n].item = <uint8_t> item
    s.items[s.n].kind = ACT_SKILL
    s.items[s.n].a = <uint8_t> slot
    s.items[s.n].b = <uint8_t> k
    s.items[s.n].c = 0
    s.n += 1


cdef bint _plays_sideways(const Env *e, int option) noexcept nogil:
    cdef int i
    for i in range(e.options[option].n):
        if e.instrs[e.options[option].first + i].op == OP_SIDEWAYS:
            return True
    return False


cdef void _helped(const Env *e, const GameState *g, Sources *s, int win, int item, int cost, bint wounds) noexcept nogil:
    """Skills that make more of a card played sideways, or of a Wound."""
    cdef const Player *q = &g.players[g.seat]
    cdef int i, k, option
    if win & COMBAT and g.combat.flags & CB_PARTIAL:
        return
    for i in range(q.n_skills):
        if q.skill_used[i]:
            continue
        for k in range(e.skills[q.skills[i]].n_options):
            option = e.skills[q.skills[i]].options + k
            if e.options[option].windows & win and _plays_sideways(e, option):
                _sideways(e, g, s, i, k, 56 + i if wounds else item, cost + (8 if e.skills[q.skills[i]].per_round else 0), wounds)


cdef void gather(const Env *e, const GameState *g, const Policy *p, int win, int want, Sources *s) noexcept nogil:
    """Every way to get points of the wanted kind in this window, item by item."""
    cdef const Player *q = &g.players[g.seat]
    cdef const CardRow *row
    cdef const UnitRow *unit
    cdef int i, k, card, cost
    cdef int worst = NONE
    cdef bint black = black_usable(g)
    cdef bint side = p.weights.sideways and (win == WIN_MOVE or win == WIN_INTERACT or win == WIN_BLOCK or win == WIN_ATTACK)
    cdef int scarce = scarcity(g)
    s.n = 0
    s.n_side = 0
    for i in range(q.n_hand):
        if side and (worst == NONE or p.digest.keep[q.hand[i]] < p.digest.keep[q.hand[worst]]):
            worst = i
    for i in range(q.n_hand):
        if i >= 40:
            break
        card = q.hand[i]
        row = &e.cards[card]
        cost = p.digest.keep[card] * p.weights.card // 100 * scarce // 100
        if row.flags & CARD_DEALT and not (row.healing and win & COMBAT):
            for k in range(row.n_basic):
                _add(e, g, p, s, row.basic + k, want, win, i, ACT_PLAY, card, 0, k, cost, card)
            if row.kind != SPELL or black:
                for k in range(row.n_powered):
                    _add(e, g, p, s, row.powered + k, want, win, i, ACT_PLAY, card, 1, k,
                         cost + (40 if row.kind == ARTIFACT else 0), card)
        if side and s.n < MAX_SOURCES:
            s.items[s.n].gain = NULL
            s.items[s.n].cost = <int16_t> (cost + 2 + (_manner(p, win, ACT_SIDEWAYS, card, 0) if p.manner else 0))
            s.items[s.n].item = <uint8_t> i
            s.items[s.n].kind = ACT_SIDEWAYS
            s.items[s.n].a = <uint8_t> card
            s.items[s.n].b = <uint8_t> (want if want < 2 else 2 if want == WANT_ATTACK else 3)
            s.items[s.n].c = 0
            s.n += 1
        if i == worst:
            _helped(e, g, s, win, i, cost + 2, False)
    if side and q.hand_wounds:
        _helped(e, g, s, win, 0, 1, True)
    for i in range(q.n_skills):
        if q.skill_used[i] or (win & COMBAT and g.combat.flags & CB_PARTIAL):
            continue
        for k in range(e.skills[q.skills[i]].n_options):
            if q.motivated and e.options[e.skills[q.skills[i]].options + k].windows & WIN_BEFORE:
                continue
            if waits(e, e.skills[q.skills[i]].options + k):
                continue
            if e.instrs[e.options[e.skills[q.skills[i]].options + k].first].op == OP_PUPPET:
                if e.options[e.skills[q.skills[i]].options + k].flags & _flag(want) and win & (WIN_BLOCK | WIN_ATTACK):
                    _lend(e, g, s, i, k, want == WANT_BLOCK)
                continue
            _add(e, g, p, s, e.skills[q.skills[i]].options + k, want, win, 56 + i, ACT_SKILL, i, k, 0,
                 8 * scarce // 100 if e.skills[q.skills[i]].per_round else 0, NONE)
    if q.faction_tokens and not (win & COMBAT and g.combat.flags & CB_PARTIAL):
        k = 0
        for card in range(e.n_factions):  # a token is worth Fame 1 and more later on
            if token_ready(e, g, card) and k < 8:
                for i in range(e.factions[card].n_options):
                    _add(e, g, p, s, e.factions[card].options + i, want, win, 40 + k, ACT_FACTION, card, i, 0, p.weights.fame, NONE)
                k += 1
    if not p.weights.units and win & COMBAT:
        return
    for i in range(q.n_units):
        if not unit_usable(e, g, i, win):
            continue
        unit = &e.units[q.units[i].kind]
        cost = p.weights.unit_use * unit.level * scarce // 100
        for k in range(unit.n_options):
            _add(e, g, p, s, unit.options + k, want, win, 48 + i, ACT_UNIT, i, k, 0, cost, NONE)


cdef struct Search:
    int16_t points[96]
    uint8_t first[48]     # first source of an item group
    uint8_t count[48]
    int16_t rest[50]      # most that the groups from here on can give
    int price[48]         # points for 256 of cost that no way of these groups exceeds
    int groups
    int nodes
    int best
    uint8_t masks[8]
    int n_masks
    uint8_t at[12]
    int n
    int end


cdef void _search(const GameState *g, const Sources *s, Search *x, int group, int need, int cost, Cover *out) noexcept nogil:
    cdef int i, k, j, added, pay
    if need <= 0:
        if cost < x.best:
            x.best = cost
            out.cost = cost
            out.n = x.n
            out.used = 0
            for i in range(x.n):
                out.at[i] = x.at[i]
                out.used |= <uint64_t> 1 << s.items[x.at[i]].item
        return
    if group >= x.groups or x.rest[group] < need or x.n >= MAX_COVER or x.nodes <= 0:
        return
    if cost + 256 * need // x.price[group] >= x.best:
        return
    x.nodes -= 1
    for k in range(x.count[group]):
        i = x.first[group] + k
        if x.points[i] <= 0 or cost + s.items[i].cost >= x.best:
            continue
        added = 0
        if s.items[i].gain != NULL:
            pay = s.items[i].gain.n_masks
            if x.n_masks + pay > 4:
                continue
            for j in range(pay):
                x.masks[x.n_masks + j] = s.items[i].gain.masks[j]
            added = pay
            if added and x.n_masks and not can_pay(g, &x.masks[0], x.n_masks + added):
                continue
        x.at[x.n] = <uint8_t> i
        x.n += 1
        x.n_masks += added
        _search(g, s, x, group + 1, need - x.points[i], cost + s.items[i].cost, out)
        x.n -= 1
        x.n_masks -= added
    _search(g, s, x, group + 1, need, cost, out)


cdef bint cover(const GameState *g, const Sources *s, const int16_t *points, int need, uint64_t banned, Cover *out) noexcept nogil:
    """Cheapest set of sources whose points reach the need, one way per item; branch and bound with a node limit."""
    cdef Search x
    cdef int order[48]
    cdef int ratio[48]
    cdef uint8_t first[48]
    cdef uint8_t count[48]
    cdef int16_t top[48]
    cdef int i, j, n, item, best, key
    out.n = 0
    out.cost = 0
    out.used = 0
    if need <= 0:
        return True
    n = 0
    i = 0
    while i < s.n and n < 48:
        item = s.items[i].item
        j = i
        best = 0
        key = 0
        while j < s.n and s.items[j].item == item:
            if points[j] > best:
                best = points[j]
            if points[j] > 0 and points[j] * 256 // s.items[j].cost > key:
                key = points[j] * 256 // s.items[j].cost
            j += 1
        if best > 0 and not (banned >> item) & 1:
            first[n] = <uint8_t> i
            count[n] = <uint8_t> (j - i)
            top[n] = <int16_t> best
            ratio[n] = key
            order[n] = n
            n += 1
        i = j
    for i in range(1, n):
        key = order[i]
        j = i - 1
        while j >= 0 and ratio[order[j]] < ratio[key]:
            order[j + 1] = order[j]
            j -= 1
        order[j + 1] = key
    x.groups = n
    x.rest[n] = 0
    for i in range(n - 1, -1, -1):
        x.first[i] = first[order[i]]
        x.count[i] = count[order[i]]
        x.rest[i] = x.rest[i + 1] + top[order[i]]
        x.price[i] = ratio[order[i]] + 1
    if x.rest[0] < need:
        return False
    for i in range(s.n):
        x.points[i] = points[i]
    x.nodes = 300
    x.best = 1 << 20
    x.n_masks = 0
    x.n = 0
    x.end = 0
    _search(g, s, &x, 0, need, 0, out)
    return x.best < 1 << 20
