"""Mana (R5): who may pay what with which token, crystal or Source die, by Day and by Night.

Whether several mana can be paid together is decided exactly: the sources form a partition matroid (all dice share the
right to use them), and a set of demands can be met if and only if every subset of them finds as many sources as it has
members (Rado 1942).
"""

from libc.stdint cimport uint8_t

from mkbalance._kernel.rng cimport Stream, below
from mkbalance._mageknight.chance cimport event, roll_die
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.state cimport CB_NIGHT, CB_PARTIAL, Action, GameState, Options, Player, add_option
from mkbalance._mageknight.trace cimport TOLD_CRYSTAL, TOLD_MANA, TOLD_PAID, TOLD_SOURCE, told


cdef bint night_rules(const GameState *g) noexcept nogil:
    """Night, or a combat underground (R5.3)."""
    return g.night or (STEP_RANGED <= g.step <= STEP_ATTACK and (g.combat.flags & CB_NIGHT) != 0)


cdef bint gold_usable(const GameState *g) noexcept nogil:
    return not night_rules(g) or (g.turn.rules & 1) != 0


cdef bint black_usable(const GameState *g) noexcept nogil:
    return night_rules(g) or (g.turn.rules & 2) != 0


cdef int _as_colours(const GameState *g, int colour, bint die) noexcept nogil:
    """Mask of the colours that one mana of this colour can count as now."""
    if colour < GOLD:
        return 1 << colour
    if colour == GOLD:
        if gold_usable(g):
            return BASIC | (1 << GOLD)
        return BASIC if die and (g.turn.rules & 16) else 0
    cdef int mask = (1 << BLACK) if black_usable(g) else 0
    if die and (g.turn.rules & 16):
        mask |= BASIC
    if die and g.turn.wild_dice:
        mask |= BASIC | (1 << BLACK if black_usable(g) else 0)
    return mask


cdef bint _die_free(const GameState *g, int i) noexcept nogil:
    return ((g.dice_out | g.turn.dice_used | g.turn.dice_kept) >> i) & 1 == 0


cdef bint _stored_die(const GameState *g) noexcept nogil:
    """Mana Steal's die: on own turns only, so not in a partial attendance (R3.2.4, R15.2.2)."""
    if g.players[g.seat].tactic_die == NONE:
        return False
    return not (STEP_RANGED <= g.step <= STEP_ATTACK and g.combat.flags & CB_PARTIAL)


cdef int payable(const GameState *g) noexcept nogil:
    """Mask of the colours of which at least one mana can be paid."""
    cdef const Player *p = &g.players[g.seat]
    cdef int mask = g.turn.unlimited
    cdef int i
    if mask & (1 << BLACK) and not black_usable(g):
        mask &= ~(1 << BLACK)
    for i in range(6):
        if g.turn.mana[i]:
            mask |= _as_colours(g, i, False)
    for i in range(4):
        if p.crystals[i]:
            mask |= 1 << i
    if _stored_die(g):
        mask |= _as_colours(g, p.tactic_die, False)
    if g.turn.dice_rights:
        for i in range(g.n_dice):
            if _die_free(g, i):
                mask |= _as_colours(g, g.dice[i], True)
    return mask


cdef int _sources(const GameState *g, int mask) noexcept nogil:
    """Number of mana, dice limited by the right to use them, that can serve a colour of the mask."""
    cdef const Player *p = &g.players[g.seat]
    cdef int n = 0
    cdef int dice = 0
    cdef int i
    cdef int unlimited = g.turn.unlimited
    if not black_usable(g):
        unlimited &= ~(1 << BLACK)
    if unlimited & mask:
        return 8
    for i in range(6):
        if g.turn.mana[i] and _as_colours(g, i, False) & mask:
            n += g.turn.mana[i]
    for i in range(4):
        if (mask >> i) & 1:
            n += p.crystals[i]
    if _stored_die(g) and _as_colours(g, p.tactic_die, False) & mask:
        n += 1
    if g.turn.dice_rights:
        for i in range(g.n_dice):
            if _die_free(g, i) and _as_colours(g, g.dice[i], True) & mask:
                dice += 1
        n += dice if dice < g.turn.dice_rights else g.turn.dice_rights
    return n


cdef bint can_pay(const GameState *g, const uint8_t *masks, int n) noexcept nogil:
    """Whether n mana, each of a colour of its mask, can be paid together (n at most 6)."""
    cdef int subset, mask, size, i
    for subset in range(1, 1 << n):
        mask = 0
        size = 0
        for i in range(n):
            if (subset >> i) & 1:
                mask |= masks[i]
                size += 1
        if _sources(g, mask) < size:
            return False
    return True


cdef inline void _spend(GameState *g, int source, int actual) noexcept nogil:
    cdef Player *p = &g.players[g.seat]
    cdef int i
    if source == PAY_TOKEN:
        g.turn.mana[actual] -= 1
    elif source == PAY_CRYSTAL:
        p.crystals[actual] -= 1
    elif source == PAY_STORED:
        p.tactic_die = NONE
    elif source == PAY_DIE:
        g.turn.dice_rights -= 1
        if actual == BLACK and g.turn.wild_dice:
            g.turn.wild_dice -= 1
        for i in range(g.n_dice):
            if _die_free(g, i) and g.dice[i] == actual:
                g.turn.dice_used |= <uint8_t> (1 << i)
                break


cdef bint _rest_payable(const GameState *g, int source, int actual, const uint8_t *masks, int n) noexcept nogil:
    """Whether the demands after the first can still be met once this source is spent."""
    if n <= 1:
        return True
    cdef GameState *h = <GameState *> g
    cdef uint8_t token = 0, crystal = 0, stored = h.players[h.seat].tactic_die
    cdef uint8_t rights = h.turn.dice_rights, wild = h.turn.wild_dice, used = h.turn.dice_used
    if source == PAY_TOKEN:
        token = h.turn.mana[actual]
    elif source == PAY_CRYSTAL:
        crystal = h.players[h.seat].crystals[actual]
    _spend(h, source, actual)
    cdef bint ok = can_pay(h, masks + 1, n - 1)
    if source == PAY_TOKEN:
        h.turn.mana[actual] = token
    elif source == PAY_CRYSTAL:
        h.players[h.seat].crystals[actual] = crystal
    h.players[h.seat].tactic_die = stored
    h.turn.dice_rights = rights
    h.turn.wild_dice = wild
    h.turn.dice_used = used
    return ok


cdef void _offer(const GameState *g, int source, int actual, int counts_as, const uint8_t *masks, int n, Options *o) noexcept nogil:
    cdef int colour
    cdef int mask = counts_as & masks[0]
    if not mask or not _rest_payable(g, source, actual, masks, n):
        return
    for colour in range(6):
        if (mask >> colour) & 1:
            add_option(o, ACT_PAY, colour, source, actual)


cdef void pay_options(const GameState *g, const uint8_t *masks, int n, Options *o) noexcept nogil:
    """Ways to pay the first of n demands so that the others stay payable: a = counts as, b = source, c = colour."""
    cdef const Player *p = &g.players[g.seat]
    cdef int i
    cdef int seen = 0
    for i in range(6):
        if g.turn.mana[i]:
            _offer(g, PAY_TOKEN, i, _as_colours(g, i, False), masks, n, o)
    for i in range(4):
        if p.crystals[i]:
            _offer(g, PAY_CRYSTAL, i, 1 << i, masks, n, o)
    if _stored_die(g):
        _offer(g, PAY_STORED, p.tactic_die, _as_colours(g, p.tactic_die, False), masks, n, o)
    for i in range(6):
        if (g.turn.unlimited >> i) & 1 and (i != BLACK or black_usable(g)):
            _offer(g, PAY_UNLIMITED, i, 1 << i, masks, n, o)
    if g.turn.dice_rights:
        for i in range(g.n_dice):
            if _die_free(g, i) and not (seen >> g.dice[i]) & 1:
                seen |= 1 << g.dice[i]
                _offer(g, PAY_DIE, g.dice[i], _as_colours(g, g.dice[i], True), masks, n, o)


cdef void pay(const Env *e, GameState *g, Action act) noexcept nogil:
    """Pay as the option says; the colour it counted as is remembered for effects that use it."""
    _spend(g, act.b, act.c)
    g.turn.paid = <uint8_t> (1 << act.a) & BASIC
    if act.b == PAY_CRYSTAL:
        g.turn.crystals_spent[act.c] += 1
    elif act.b == PAY_DIE:
        g.turn.source_used = 1
    elif act.b == PAY_STORED:
        g.turn.dice_used |= g.dice_out
        g.dice_out = 0
    told(e, g, TOLD_PAID, act.a, act.b, act.c, 0)


cdef void gain_mana(const Env *e, GameState *g, int colour, int n) noexcept nogil:
    """Mana tokens; they vanish at the end of the turn (R5.6)."""
    if n <= 0:
        return
    told(e, g, TOLD_MANA, colour, n, 0, 0)
    if g.turn.mana[colour] + n > 60:
        n = 60 - g.turn.mana[colour]
    g.turn.mana[colour] += <uint8_t> n


cdef void gain_crystal(const Env *e, GameState *g, int colour, int n, bint or_token) noexcept nogil:
    """Crystals; one above three becomes a token (R5.7) or, from mines and rewards, is lost (R12.4.2, R12.5.1)."""
    cdef Player *p = &g.players[g.seat]
    cdef int _i
    for _i in range(n):
        if p.crystals[colour] < 3:
            p.crystals[colour] += 1
            told(e, g, TOLD_CRYSTAL, colour, 1, 0, 0)
        elif or_token:
            gain_mana(e, g, colour, 1)


cdef void roll_source(const Env *e, GameState *g) noexcept nogil:
    """Roll every Source die; reroll all gold and black ones until at least half show basic colours (R2.5)."""
    cdef Stream s
    cdef int i
    cdef int basic = 0
    event(g, DRAW_SOURCE, &s)
    for i in range(g.n_dice):
        g.dice[i] = <uint8_t> below(&s, 6)
        basic += g.dice[i] < GOLD
    while 2 * basic < g.n_dice:
        basic = 0
        for i in range(g.n_dice):
            if g.dice[i] >= GOLD:
                g.dice[i] = <uint8_t> below(&s, 6)
            basic += g.dice[i] < GOLD
    g.dice_out = 0
    for i in range(g.n_dice):
        told(e, g, TOLD_SOURCE, i, g.dice[i], 0, 0)


cdef void reroll_die(const Env *e, GameState *g, int die) noexcept nogil:
    g.dice[die] = <uint8_t> roll_die(g, DRAW_SOURCE)
    told(e, g, TOLD_SOURCE, die, g.dice[die], 0, 0)


cdef void return_dice(const Env *e, GameState *g) noexcept nogil:
    """End of turn (R12.1): used dice are rerolled and returned, set dice return as they are."""
    cdef int i
    for i in range(g.n_dice):
        if (g.turn.dice_used >> i) & 1:
            reroll_die(e, g, i)
    g.turn.dice_used = 0
    g.turn.dice_kept = 0
