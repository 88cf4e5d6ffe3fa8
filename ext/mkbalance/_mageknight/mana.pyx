"""Mana (R5): who may pay what with which token, crystal or Source die, by Day and by Night.

Whether several mana can be paid together is decided exactly: the sources form a partition matroid (all dice share the
right to use them), and a set of demands can be met if and only if every subset of them finds as many sources as it has
members (Rado 1942). Mana that must be used at once (a card discarded for it, a colour turned into its opposite, a die of
another seat's right) is no token: it is one more way to pay, and is tried one by one where the plain ways do not suffice.
"""

from libc.stdint cimport uint8_t

from libc.string cimport memcpy, memset

from mkbalance._kernel.rng cimport Stream, below
from mkbalance._mageknight.centre cimport mana_spent
from mkbalance._mageknight.chance cimport event, roll_die
from mkbalance._mageknight.claims cimport claimed_dice
from mkbalance._mageknight.content cimport number, rule
from mkbalance._mageknight.deeds cimport discard_add, discard_from_hand
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.state cimport CB_NIGHT, CB_PARTIAL, EXTRA_PAID, Action, GameState, Options, Player, add_option
from mkbalance._mageknight.trace cimport TOLD_CRYSTAL, TOLD_MANA, TOLD_PAID, TOLD_SOURCE, told


cdef bint night_rules(const GameState *g) noexcept nogil:
    """Night, or a combat underground (R5.3)."""
    return g.night or (STEP_RANGED <= g.step <= STEP_ATTACK and (g.combat.flags & CB_NIGHT) != 0)


cdef bint night_effects(const Env *e, const GameState *g) noexcept nogil:
    """Whether effects that ask for Day or Night meet Night: underground too, unless that holds for mana only (ruling 49)."""
    return g.night != 0 if rule(e, RULE_UNDERGROUND_NIGHT) else night_rules(g)


cdef bint gold_usable(const GameState *g) noexcept nogil:
    return not night_rules(g) or (g.turn.rules & 1) != 0


cdef bint black_usable(const GameState *g) noexcept nogil:
    return night_rules(g) or (g.turn.rules & 2) != 0


cdef int _as_colours(const GameState *g, int colour, bint die) noexcept nogil:
    """Mask of the colours that one mana of this colour can count as now."""
    cdef int mask = _of_itself(g, colour, die)
    if die and colour == BLACK and g.turn.wild_dice:
        mask |= BASIC
    return mask


cdef int _of_itself(const GameState *g, int colour, bint die) noexcept nogil:
    """The same without the right to a wild die (OP_EXTRA_DIE)."""
    if colour < GOLD:
        return 1 << colour
    if colour == GOLD:
        if gold_usable(g):
            return BASIC | (1 << GOLD)
        return BASIC if die and (g.turn.rules & 16) else 0
    cdef int mask = (1 << BLACK) if black_usable(g) else 0
    if die and (g.turn.rules & 16):
        mask |= BASIC
    return mask


cdef bint _die_free(const GameState *g, int i) noexcept nogil:
    return ((g.dice_out | g.turn.dice_used | g.turn.dice_kept) >> i) & 1 == 0


cdef bint _stored_die(const GameState *g) noexcept nogil:
    """Mana Steal's die: on own turns only, so not in a partial attendance (R3.2.4, R15.2.2)."""
    if g.players[g.seat].tactic_die == NONE:
        return False
    return not (STEP_RANGED <= g.step <= STEP_ATTACK and g.combat.flags & CB_PARTIAL)


cdef enum:
    N_WAYS = 29           # ways to pay: 6 tokens, 4 crystals, the stored die, 6 unlimited, 6 die faces, 2 cards, 4 open dice
    AT_ONCE = 23          # from here on mana that is no token, crystal or Source die of one's own

cdef struct Purse:        # what a payment changes
    uint8_t token[6]
    uint8_t crystal[4]
    uint8_t stored
    uint8_t rights
    uint8_t wild
    uint8_t used
    uint8_t uses
    uint8_t opposite
    uint8_t open_die
    uint8_t cards
    uint8_t wounds


cdef void _keep(const GameState *g, Purse *s) noexcept nogil:
    cdef const Player *p = &g.players[g.seat]
    memcpy(&s.token[0], &g.turn.mana[0], 6)
    memcpy(&s.crystal[0], &p.crystals[0], 4)
    s.stored = p.tactic_die
    s.rights = g.turn.dice_rights
    s.wild = g.turn.wild_dice
    s.used = g.turn.dice_used
    s.uses = g.turn.card_uses
    s.opposite = g.turn.opposite
    s.open_die = g.turn.open_die
    s.cards = p.n_hand
    s.wounds = p.hand_wounds


cdef void _put_back(GameState *g, const Purse *s) noexcept nogil:
    cdef Player *p = &g.players[g.seat]
    memcpy(&g.turn.mana[0], &s.token[0], 6)
    memcpy(&p.crystals[0], &s.crystal[0], 4)
    p.tactic_die = s.stored
    g.turn.dice_rights = s.rights
    g.turn.wild_dice = s.wild
    g.turn.dice_used = s.used
    g.turn.card_uses = s.uses
    g.turn.opposite = s.opposite
    g.turn.open_die = s.open_die
    p.n_hand = s.cards
    p.hand_wounds = s.wounds


cdef int _opposite_of(const GameState *g, int colour) noexcept nogil:
    """What a mana counts as when it is turned (OP_OPPOSITE): black by Day any other colour, gold by Night black."""
    if colour < GOLD:
        return 1 << (colour ^ 1)
    if colour == GOLD:
        return 1 << BLACK if night_rules(g) else 0
    return 0 if night_rules(g) else BASIC | (1 << GOLD)


cdef bint _die_shows(const GameState *g, int colour) noexcept nogil:
    cdef int i
    for i in range(g.n_dice):
        if g.dice[i] == colour and _die_free(g, i):
            return True
    return False


cdef int _way(const GameState *g, int k, int *source, int *actual) noexcept nogil:
    """The k-th way to pay: where it comes from, its own colour, the mask of its colours; 0 = not there."""
    cdef const Player *p = &g.players[g.seat]
    actual[0] = NONE
    if k < 6:
        source[0] = PAY_TOKEN
        actual[0] = k
        return 1 << k if g.turn.mana[k] else 0
    if k < 10:
        source[0] = PAY_CRYSTAL
        actual[0] = k - 6
        return 1 << (k - 6) if p.crystals[k - 6] else 0
    if k == 10:
        source[0] = PAY_STORED
        actual[0] = p.tactic_die
        return 1 << p.tactic_die if _stored_die(g) else 0
    if k < 17:
        source[0] = PAY_UNLIMITED
        actual[0] = k - 11
        return g.turn.unlimited & (1 << (k - 11))
    if k < AT_ONCE:
        source[0] = PAY_DIE
        actual[0] = k - 17
        return 1 << (k - 17) if g.turn.dice_rights and _die_shows(g, k - 17) else 0
    if k < 25:
        source[0] = PAY_CARD
        if not g.turn.card_uses:
            return 0
        if k == 23:
            return g.turn.wound_mana if p.hand_wounds else 0
        actual[0] = 0
        return g.turn.card_mana if p.n_hand > g.turn.held else 0
    source[0] = PAY_OPEN_DIE
    actual[0] = k - 25
    return 1 << (k - 25) if g.turn.open_die and _die_shows(g, k - 25) else 0


cdef int _serves(const GameState *g, int k, int source, int colours, bint turned, int demand, bint strong) noexcept nogil:
    """Colours of a demand that this way to pay can serve; ``turned``: as the opposite colour."""
    cdef int mask = 0
    cdef int i
    for i in range(6):
        if not (colours >> i) & 1:
            continue
        if not turned:
            mask |= _as_colours(g, i, False)
        elif i == BLACK and strong or i == GOLD and demand != 1 << BLACK:
            pass  # black by Day not for the strong effect of a Spell, gold by Night for nothing else
        elif source == PAY_DIE and not g.turn.opposite & DEPLETED_TOO and not _as_colours(g, i, True):
            pass
        else:
            mask |= _opposite_of(g, i)
    return mask & demand


cdef bint _strong(const uint8_t *masks, int n) noexcept nogil:
    """The strong effect of a Spell is among the demands: nothing else asks for black alone."""
    cdef int i
    for i in range(n):
        if masks[i] == 1 << BLACK:
            return True
    return False


cdef inline bint _extra_due(const GameState *g) noexcept nogil:
    """The next mana is the first one of a turn in which that one costs more (OP_SURCHARGE)."""
    return g.turn.surcharge != 0 and not g.turn.surcharge & EXTRA_PAID


cdef int _at_once(const GameState *g) noexcept nogil:
    """Colours that mana used at once could pay, beyond what tokens, crystals and dice can (OP_CARD_MANA, OP_OPPOSITE, OP_OPEN_DIE)."""
    cdef int k, colours, source, actual
    cdef int mask = 0
    if not (g.turn.card_uses or g.turn.opposite or g.turn.open_die):
        return 0
    for k in range(N_WAYS):
        colours = _way(g, k, &source, &actual)
        if colours and k >= AT_ONCE:
            mask |= _serves(g, k, source, colours, False, ANY_COLOUR, False)
        if colours and g.turn.opposite & TURNS:
            mask |= _serves(g, k, source, colours, True, ANY_COLOUR, False)
    return mask


cdef int payable(const GameState *g) noexcept nogil:
    """Mask of the colours of which at least one mana can be paid."""
    cdef const Player *p = &g.players[g.seat]
    cdef int mask = g.turn.unlimited
    cdef int i
    cdef uint8_t one
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
    mask |= _at_once(g)
    if _extra_due(g):
        for i in range(6):
            one = <uint8_t> (1 << i)
            if mask & one and not can_pay(g, &one, 1):
                mask &= ~one
    return mask


cdef int _sources(const GameState *g, int mask) noexcept nogil:
    """Number of mana, dice limited by the right to use them, that can serve a colour of the mask."""
    cdef const Player *p = &g.players[g.seat]
    cdef int n = 0
    cdef int dice = 0
    cdef int wild = 0
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
            if not _die_free(g, i):
                continue
            if _of_itself(g, g.dice[i], True) & mask:
                dice += 1
            elif _as_colours(g, g.dice[i], True) & mask:
                wild += 1
        dice += wild if wild < g.turn.wild_dice else g.turn.wild_dice
        n += dice if dice < g.turn.dice_rights else g.turn.dice_rights
    return n


cdef bint _plainly(const GameState *g, const uint8_t *masks, int n) noexcept nogil:
    """Whether n mana can be paid together with tokens, crystals and dice."""
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


cdef bint _after(const GameState *g, int source, int actual, const uint8_t *rest, int n) noexcept nogil:
    """Whether the other demands can be met once this way to pay is used."""
    cdef GameState *h = <GameState *> g
    cdef Purse purse
    cdef bint ok
    if n <= 0:
        return True
    _keep(g, &purse)
    _spend(h, source, actual)
    ok = _met(h, rest, n)
    _put_back(h, &purse)
    return ok


cdef bint _met(const GameState *g, const uint8_t *masks, int n) noexcept nogil:
    """Whether n mana, each of a colour of its mask, can be paid together, with mana used at once if need be."""
    cdef uint8_t rest[8]
    cdef int i, j, k, colours, source, actual
    cdef bint strong
    if _plainly(g, masks, n):
        return True
    if not (g.turn.card_uses or g.turn.opposite or g.turn.open_die):
        return False
    strong = _strong(masks, n)
    for i in range(n):
        for j in range(n - 1):
            rest[j] = masks[j if j < i else j + 1]
        for k in range(N_WAYS):
            colours = _way(g, k, &source, &actual)
            if not colours:
                continue
            if k >= AT_ONCE and _serves(g, k, source, colours, False, masks[i], strong):
                if _after(g, source, actual, rest, n - 1):
                    return True
            if g.turn.opposite & TURNS and _serves(g, k, source, colours, True, masks[i], strong):
                if _after(g, source + PAY_TURNED, actual, rest, n - 1):
                    return True
    return False


cdef bint can_pay(const GameState *g, const uint8_t *masks, int n) noexcept nogil:
    """Whether n mana, each of a colour of its mask, can be paid together (n at most 6), the first with what it costs beside."""
    cdef uint8_t more[8]
    if not _extra_due(g) or n <= 0:
        return _met(g, masks, n)
    memcpy(more, masks, n)
    more[n] = BASIC
    return _met(g, more, n + 1)


cdef inline void _spend(GameState *g, int source, int actual) noexcept nogil:
    cdef Player *p = &g.players[g.seat]
    cdef int i
    cdef bint turned = source >= PAY_TURNED
    if turned:
        g.turn.opposite -= 1
        source -= PAY_TURNED
    if source == PAY_TOKEN:
        g.turn.mana[actual] -= 1
    elif source == PAY_CRYSTAL:
        p.crystals[actual] -= 1
    elif source == PAY_STORED:
        p.tactic_die = NONE
    elif source == PAY_CARD:
        g.turn.card_uses -= 1
        if actual == NONE:
            p.hand_wounds -= 1
        else:
            p.n_hand -= 1
    elif source == PAY_DIE or source == PAY_OPEN_DIE or source == PAY_OPEN_KEPT:
        if source == PAY_DIE:
            g.turn.dice_rights -= 1
            if actual == BLACK and g.turn.wild_dice and not turned:
                g.turn.wild_dice -= 1
        else:
            g.turn.open_die = 0
        for i in range(g.n_dice):
            if _die_free(g, i) and g.dice[i] == actual:
                if source == PAY_OPEN_KEPT:
                    g.turn.dice_kept |= <uint8_t> (1 << i)
                else:
                    g.turn.dice_used |= <uint8_t> (1 << i)
                break


cdef void _offer(const GameState *g, int source, int actual, int counts_as, const uint8_t *masks, int n, Options *o) noexcept nogil:
    cdef int colour
    cdef int mask = counts_as & masks[0]
    if not mask or not _after(g, source, actual, masks + 1, n - 1):
        return
    for colour in range(6):
        if (mask >> colour) & 1:
            add_option(o, ACT_PAY, colour, source, actual)


cdef void _offer_cards(const GameState *g, int flag, int counts_as, const uint8_t *masks, int n, Options *o) noexcept nogil:
    """One of the hand cards is discarded for the mana: each once."""
    cdef const Player *p = &g.players[g.seat]
    cdef int i, j
    cdef bint seen
    for i in range(p.n_hand):
        seen = False
        for j in range(i):
            seen = seen or p.hand[j] == p.hand[i]
        if not seen:
            _offer(g, PAY_CARD + flag, p.hand[i], counts_as, masks, n, o)


cdef void _offer_at_once(const GameState *g, const uint8_t *masks, int n, Options *o) noexcept nogil:
    """Mana that is used at once, and mana turned into its opposite."""
    cdef int k, colours, source, actual, mask, turned
    cdef bint strong = _strong(masks, n)
    for k in range(N_WAYS):
        colours = _way(g, k, &source, &actual)
        if not colours:
            continue
        for turned in range(2):
            if turned and not g.turn.opposite & TURNS or not turned and k < AT_ONCE:
                continue
            mask = _serves(g, k, source, colours, turned != 0, masks[0], strong)
            if source == PAY_CARD and actual != NONE:
                _offer_cards(g, PAY_TURNED * turned, mask, masks, n, o)
                continue
            _offer(g, source + PAY_TURNED * turned, actual, mask, masks, n, o)
            if source == PAY_OPEN_DIE:
                _offer(g, PAY_OPEN_KEPT + PAY_TURNED * turned, actual, mask, masks, n, o)


cdef void pay_options(const GameState *g, const uint8_t *demands, int n, Options *o) noexcept nogil:
    """Ways to pay the first of n demands so that the others stay payable: a = counts as, b = source, c = colour or card."""
    cdef const Player *p = &g.players[g.seat]
    cdef uint8_t masks[8]
    cdef int i
    cdef int seen = 0
    memcpy(masks, demands, n)
    if _extra_due(g):
        masks[n] = BASIC
        n += 1
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
    if g.turn.card_uses or g.turn.opposite or g.turn.open_die:
        _offer_at_once(g, masks, n, o)


cdef void pay(const Env *e, GameState *g, Action act) noexcept nogil:
    """Pay as the option says; the colour it counted as is remembered for effects that use it."""
    cdef Player *p = &g.players[g.seat]
    cdef int source = act.b % PAY_TURNED
    cdef int owner = g.turn.open_die
    cdef int wild = g.turn.wild_dice
    cdef bint whole = source == PAY_CARD and act.c != NONE
    _spend(g, act.b, act.c)
    if not g.turn.surcharge & EXTRA_PAID:
        g.turn.paid = <uint8_t> (1 << act.a) & BASIC
    if whole:
        p.n_hand += 1
        discard_from_hand(e, g, p, act.c)
    elif source == PAY_CARD:
        discard_add(g, p, e.wound)
        g.turn.played += 1
    elif source == PAY_CRYSTAL:
        g.turn.crystals_spent[act.c] += 1
    elif source == PAY_DIE:
        g.turn.source_used = 1
        if act.b == PAY_DIE and (_of_itself(g, act.c, True) >> act.a) & 1:  # it needed no right to a wild die
            g.turn.wild_dice = <uint8_t> min(wild, g.turn.dice_rights)
    elif source == PAY_STORED:
        g.turn.dice_used |= g.dice_out & ~<uint8_t> claimed_dice(g)
        g.dice_out = <uint8_t> claimed_dice(g)
    elif source == PAY_OPEN_DIE or source == PAY_OPEN_KEPT:
        g.turn.source_used = 1
        _crystal_of(e, g, owner - 1, act.c)
    told(e, g, TOLD_PAID, act.a, act.b, act.c, 0)
    mana_spent(e, g, act.a, GOLD if source == PAY_CARD else act.c)


cdef void _crystal_of(const Env *e, GameState *g, int seat, int colour) noexcept nogil:
    """A crystal for the owner of an open die; beyond the limit a token, which only the seat whose turn it is can use."""
    if seat == g.seat:
        gain_crystal(e, g, colour, 1, True)
    elif g.players[seat].crystals[colour] < number(e, NUMBER_CRYSTAL_LIMIT):
        g.players[seat].crystals[colour] += 1
        told(e, g, TOLD_CRYSTAL, colour, 1, seat, 0)


cdef void gain_mana(const Env *e, GameState *g, int colour, int n) noexcept nogil:
    """Mana tokens; they vanish at the end of the turn (R5.6)."""
    if n <= 0:
        return
    told(e, g, TOLD_MANA, colour, n, 0, 0)
    if g.turn.mana[colour] + n > 60:
        n = 60 - g.turn.mana[colour]
    g.turn.mana[colour] += <uint8_t> n


cdef void gain_crystal(const Env *e, GameState *g, int colour, int n, bint or_token) noexcept nogil:
    """Crystals; one above the limit becomes a token (R5.7) or, from mines and rewards, is lost (R12.4.2, R12.5.1)."""
    cdef Player *p = &g.players[g.seat]
    cdef int _i
    for _i in range(n):
        if p.crystals[colour] < number(e, NUMBER_CRYSTAL_LIMIT):
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
    memset(&g.claims[0], 0, MAX_DICE)
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
