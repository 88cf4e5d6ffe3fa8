"""Starting at a higher level (T.7, AD pp. 20-21): Skills, crystals, what is drawn, what Influence buys; cards kept in a campaign.

Characters are made before the map is laid and the offers are dealt. What a seat has drawn and not bought lies in its hand,
Units among the places of the Unit offer from ``Pending.b`` on, faction tokens in the path of the turn; when all are done it
goes back to decks and piles, which are shuffled, and the rest of the game is set up.
"""

from libc.stdint cimport uint8_t, uint64_t

from mkbalance._kernel.pile cimport Pile, pile_pop, pile_push, pile_take, short_pop, short_push
from mkbalance._kernel.rng cimport Stream, shuffle8
from mkbalance._mageknight.chance cimport event
from mkbalance._mageknight.content cimport number
from mkbalance._mageknight.deeds cimport deck_top, hand_take
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.state cimport (
    DO_CHARACTER,
    DO_SET_UP,
    DO_START_BUY,
    DO_START_SKILL,
    Pending,
    Player,
    add_option,
    fault,
    push,
)
from mkbalance._mageknight.units cimport free_tokens, gain_unit


cdef void characters_begin(const Env *e, GameState *g) noexcept nogil:
    """Each seat makes its character, in seat order; then the rest is set up."""
    cdef int seat
    g.step = STEP_SETUP
    push(g, DO_SET_UP, 0, 0, 0, 0)
    for seat in range(g.n_seats - 1, -1, -1):
        push(g, DO_CHARACTER, seat, 0, 0, 0)


cdef void _draw(GameState *g, Player *p, Pile *deck, int n) noexcept nogil:
    cdef int card, _k
    for _k in range(n):
        card = pile_pop(deck)
        if card == NONE:
            return
        if p.n_hand >= MAX_HAND:
            fault(g, FAULT_CAPACITY)
            return
        p.hand[p.n_hand] = <uint8_t> card
        p.n_hand += 1


cdef bint _take_out(Pile *deck, int row) noexcept nogil:
    """Take one copy of a card or Unit out of its deck."""
    cdef int i
    for i in range(deck.size):
        if deck.items[i] == row:
            pile_take(deck, i)
            return True
    return False


cdef Pile *_deck_of(const Env *e, GameState *g, int card) noexcept nogil:
    if e.cards[card].kind == ADVANCED_ACTION:
        return &g.deck_actions
    return &g.deck_spells if e.cards[card].kind == SPELL else &g.deck_artifacts


cdef void _draw_units(const Env *e, GameState *g, int n) noexcept nogil:
    cdef int unit, _k
    for _k in range(n):
        unit = pile_pop(&g.deck_regulars)
        if unit == NONE:
            return
        if g.n_offer_units >= MAX_OFFER:
            fault(g, FAULT_CAPACITY)
            return
        g.offer_units[g.n_offer_units] = <uint8_t> unit
        g.n_offer_units += 1


cdef void _draw_tokens(const Env *e, GameState *g, int n) noexcept nogil:
    """From each pile in turn that the scenario names."""
    cdef int faction, row, _k
    for _k in range(n):
        for faction in range(2):
            if not (e.setup.start_tokens >> faction) & 1 or (e.setup.start_tokens == 3 and _k % 2 != faction):
                continue
            row = short_pop(&g.faction_piles[FACTION_CULT - 1 + faction])
            if row != NONE and g.turn.n_path < MAX_PATH:
                g.turn.path[g.turn.n_path] = <uint8_t> row
                g.turn.n_path += 1


cdef int _drawn(const Env *e, int what) noexcept nogil:
    cdef int n = e.setup.start_level + e.setup.start_draws[what]
    return n if n > 0 else 0


cdef void _kept(const Env *e, GameState *g, Player *p) noexcept nogil:
    """The cards and Units of the last scenario are what may be chosen from (A.14.1)."""
    cdef int i
    for i in range(e.setup.n_kept):
        if not _take_out(_deck_of(e, g, e.setup.kept[i]), e.setup.kept[i]):
            continue  # no longer in the game
        p.hand[p.n_hand] = e.setup.kept[i]
        p.n_hand += 1
    for i in range(e.setup.n_kept_units):
        if _take_out(&g.deck_elites if e.units[e.setup.kept_units[i]].flags & UNIT_ELITE else &g.deck_regulars, e.setup.kept_units[i]):
            g.offer_units[g.n_offer_units] = e.setup.kept_units[i]
            g.n_offer_units += 1


cdef void character_begin(const Env *e, GameState *g, int seat) noexcept nogil:
    """Fame, level, two crystals, the draw, Skills and then purchases of one seat (T.7.1)."""
    cdef Player *p = &g.players[seat]
    cdef int level = e.setup.start_level
    cdef int first = g.n_offer_units
    cdef int free_ = level // 2
    cdef int there = 0
    cdef int i, _k
    g.seat = <uint8_t> seat
    p.level = <uint8_t> level
    p.fame = e.levels[level - 1].fame + e.setup.fame_per_level
    for i in range(4):
        if e.heroes[p.hero].crystals[i]:
            p.crystals[i] = 1
    g.turn.influence = level * e.setup.start_influence
    g.turn.n_path = 0
    if e.setup.campaign:
        _kept(e, g, p)
        for i in range(p.n_hand):
            there += e.cards[p.hand[i]].kind == ADVANCED_ACTION
        for _k in range(there, free_):  # one drawn at random for each that is lacking, and kept
            i = pile_pop(&g.deck_actions)
            if i != NONE:
                deck_top(g, p, i)
        free_ = min(free_, there)
    else:
        _draw(g, p, &g.deck_actions, _drawn(e, START_ACTIONS))
        _draw_units(e, g, _drawn(e, START_UNITS))
        _draw(g, p, &g.deck_spells, _drawn(e, START_SPELLS))
        _draw(g, p, &g.deck_artifacts, _drawn(e, START_ARTIFACTS))
    if e.setup.start_tokens:
        _draw_tokens(e, g, _drawn(e, START_TOKENS))
    push(g, DO_START_BUY, free_, first, 0, 0)
    for _k in range(level // 2):
        push(g, DO_START_SKILL, 0, 0, 0, 0)


cdef int start_price(const Env *e, const GameState *g, Action act) noexcept nogil:
    """Influence that an option of the purchases takes (AD p.21)."""
    cdef const uint8_t *price = &e.setup.start_prices[0]
    if act.kind == ACT_BUY_UNIT:
        return e.units[g.offer_units[act.a]].cost
    if act.kind == ACT_FACTION:
        return price[PRICE_TOKEN]
    if act.kind == ACT_BUY_CRYSTAL:
        return price[PRICE_CRYSTAL]
    if act.kind != ACT_CHOOSE:
        return 0
    if e.cards[act.a].kind == ADVANCED_ACTION:
        return 0 if g.pending[g.n_pending - 1].a > 0 else price[PRICE_ACTION]
    if e.cards[act.a].kind == SPELL:
        return price[PRICE_SPELL_CRYSTAL] if act.b else price[PRICE_SPELL]
    return price[PRICE_ARTIFACT]


cdef int _crystal_for(const Env *e, const Player *p, int card) noexcept nogil:
    """Crystal of the Spell's colour that is there, NONE."""
    cdef int i
    for i in range(4):
        if e.cards[card].colours & (1 << i) and p.crystals[i]:
            return i
    return NONE


cdef void start_options(const Env *e, const GameState *g, Options *o) noexcept nogil:
    """The free Advanced Actions first; then whatever the Influence buys."""
    cdef const Player *p = &g.players[g.seat]
    cdef const Pending *t = &g.pending[g.n_pending - 1]
    cdef int have = g.turn.influence
    cdef int i, j, kind, unit
    cdef bint again
    for i in range(p.n_hand):
        again = False
        for j in range(i):
            again = again or p.hand[j] == p.hand[i]
        kind = e.cards[p.hand[i]].kind
        if again or (t.a > 0 and kind != ADVANCED_ACTION):
            continue
        if kind == ADVANCED_ACTION:
            if t.a > 0 or have >= e.setup.start_prices[PRICE_ACTION]:
                add_option(o, ACT_CHOOSE, p.hand[i], 0, 0)
        elif kind == SPELL:
            if have >= e.setup.start_prices[PRICE_SPELL]:
                add_option(o, ACT_CHOOSE, p.hand[i], 0, 0)
            if have >= e.setup.start_prices[PRICE_SPELL_CRYSTAL] and _crystal_for(e, p, p.hand[i]) != NONE:
                add_option(o, ACT_CHOOSE, p.hand[i], 1, 0)
        elif have >= e.setup.start_prices[PRICE_ARTIFACT]:
            add_option(o, ACT_CHOOSE, p.hand[i], 0, 0)
    if t.a > 0:
        return
    for i in range(t.b, g.n_offer_units):
        unit = g.offer_units[i]
        if have < e.units[unit].cost or not free_tokens(e, p):
            continue
        if not e.units[unit].flags & UNIT_FAMILIAR:
            add_option(o, ACT_BUY_UNIT, i, 0, 0)
            continue
        for j in range(4):  # a Familiar's price has a mana in it, which is a crystal here (L.3.3)
            if p.crystals[j]:
                add_option(o, ACT_BUY_UNIT, i, 1 + j, 0)
    if have >= e.setup.start_prices[PRICE_TOKEN]:
        for i in range(g.turn.n_path):
            again = False
            for j in range(i):
                again = again or g.turn.path[j] == g.turn.path[i]
            if not again:
                add_option(o, ACT_FACTION, g.turn.path[i], 0, 0)
    if have >= e.setup.start_prices[PRICE_CRYSTAL]:
        for i in range(4):
            if p.crystals[i] < number(e, NUMBER_CRYSTAL_LIMIT):
                add_option(o, ACT_BUY_CRYSTAL, i, 0, 0)
    add_option(o, ACT_DONE, 0, 0, 0)


cdef void start_buy(const Env *e, GameState *g, Action act) noexcept nogil:
    """Pay and take; at the end Influence left is Fame 1, however much it is (AD p.20)."""
    cdef Player *p = &g.players[g.seat]
    cdef Pending *t = &g.pending[g.n_pending - 1]
    cdef int price = start_price(e, g, act)
    cdef int i, unit
    if act.kind == ACT_DONE:
        p.fame += g.turn.influence > 0
        g.turn.influence = 0
        for i in range(g.turn.n_path):
            if short_push(&g.faction_piles[e.factions[g.turn.path[i]].faction - 1], g.turn.path[i]):
                fault(g, FAULT_CAPACITY)
        g.turn.n_path = 0
        g.n_pending -= 1
        return
    g.turn.influence -= price
    if act.kind == ACT_BUY_UNIT:
        unit = g.offer_units[act.a]
        for i in range(act.a, g.n_offer_units - 1):
            g.offer_units[i] = g.offer_units[i + 1]
        g.n_offer_units -= 1
        gain_unit(e, g, unit)
        p.tally.recruits -= 1
        g.turn.recruits = 0
        if act.b:
            p.crystals[act.b - 1] -= 1
            p.units[p.n_units - 1].extra = act.b - 1
    elif act.kind == ACT_FACTION:
        p.faction_tokens += <uint64_t> 1 << (2 * act.a)
        g.turn.n_path -= 1
        for i in range(g.turn.n_path):
            if g.turn.path[i] == act.a:
                g.turn.path[i] = g.turn.path[g.turn.n_path]
                break
    elif act.kind == ACT_BUY_CRYSTAL:
        p.crystals[act.a] += 1
    elif hand_take(p, act.a):
        if e.cards[act.a].kind == ADVANCED_ACTION and t.a > 0:
            t.a -= 1
        if act.b:
            p.crystals[_crystal_for(e, p, act.a)] -= 1
        deck_top(g, p, act.a)


cdef void _shuffle(GameState *g, int purpose, Pile *deck) noexcept nogil:
    cdef Stream s
    event(g, purpose, &s)
    shuffle8(&s, &deck.items[0], deck.size)


cdef void characters_done(const Env *e, GameState *g) noexcept nogil:
    """What nobody chose goes back to its deck or pile and is shuffled."""
    cdef Player *p
    cdef Stream s
    cdef int seat, i, faction
    for seat in range(g.n_seats):
        p = &g.players[seat]
        for i in range(p.n_hand):
            if pile_push(_deck_of(e, g, p.hand[i]), p.hand[i]):
                fault(g, FAULT_CAPACITY)
        p.n_hand = 0
    for i in range(g.n_offer_units):
        if pile_push(&g.deck_elites if e.units[g.offer_units[i]].flags & UNIT_ELITE else &g.deck_regulars, g.offer_units[i]):
            fault(g, FAULT_CAPACITY)
    g.n_offer_units = 0
    _shuffle(g, DRAW_ACTIONS, &g.deck_actions)
    _shuffle(g, DRAW_SPELLS, &g.deck_spells)
    _shuffle(g, DRAW_ARTIFACTS, &g.deck_artifacts)
    _shuffle(g, DRAW_REGULARS, &g.deck_regulars)
    _shuffle(g, DRAW_ELITES, &g.deck_elites)
    for faction in range(FACTION_CULT, FACTION_COUNCIL + 1):
        event(g, DRAW_FACTION + faction - 1, &s)
        shuffle8(&s, &g.faction_piles[faction - 1].items[0], g.faction_piles[faction - 1].size)
