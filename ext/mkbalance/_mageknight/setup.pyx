"""Setup (R2): piles of tokens and cards, players, dummy players, the dragon's heads, opening hands."""

from libc.string cimport memset

from mkbalance._kernel.pile cimport pile_push, short_push
from mkbalance._kernel.rng cimport Stream, below, shuffle8
from mkbalance._mageknight.chance cimport chance_of, event, event_at, pick
from mkbalance._mageknight.character cimport characters_begin
from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.deeds cimport deck_top, draw_one, hand_size
from mkbalance._mageknight.dummy cimport dummy_set_up, hero_in_play, proxies
from mkbalance._mageknight.factions cimport factions_set_up
from mkbalance._mageknight.handlimit cimport hand_limit
from mkbalance._mageknight.horsemen cimport horsemen_set_up
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.mana cimport roll_source
from mkbalance._mageknight.mapstack cimport lay_initial, map_stack
from mkbalance._mageknight.offers cimport deal_units, fill_cards
from mkbalance._mageknight.quests cimport quests_set_up
from mkbalance._mageknight.restoring cimport restoration_set_up
from mkbalance._mageknight.skills cimport skills_set_up
from mkbalance._mageknight.state cimport DO_DRAW, GameState, Player, fault, push
from mkbalance._mageknight.tactics cimport first_chooser
from mkbalance._mageknight.trace cimport TOLD_ROUND, TOLD_SHUFFLE, told
from mkbalance._mageknight.turns cimport clear_turn


cdef void set_up(const Env *e, GameState *g, unsigned long long key, unsigned long long game) noexcept nogil:
    """A new game at the start of Round 1, Tactics to be chosen (R2)."""
    cdef int i
    memset(g, 0, sizeof(GameState))
    g.key = key
    g.game = game
    for i in range(<int> N_PURPOSES):
        g.draws[i] = <unsigned int> e.setup.chance[chance_of(i)] << DEALT_BITS
    g.round = 1
    g.night = e.setup.first_night
    g.n_seats = e.setup.seats
    g.lair = NONE
    g.destroyed_left = e.setup.destroyed_tokens
    for i in range(4):
        g.heads[i] = e.setup.heads[i] if e.setup.dragon else 0
    if e.setup.random_heads and e.setup.dragon and e.setup.dragon_place < DRAGON_FOR_LAST:
        randomize_heads(g)
    for i in range(4):
        g.heads_start[i] = g.heads[i]
    _token_piles(e, g)
    horsemen_set_up(e, g)
    _card_decks(e, g)
    map_stack(e, g)
    told(e, g, TOLD_ROUND, 1, g.night, 0, 0)
    restoration_set_up(e, g)
    for i in range(g.n_seats):
        _seat_set_up(e, g, i)
    if e.setup.start_level:  # characters are made before anything is laid or dealt (T.7)
        _dummies(e, g)
        skills_set_up(e, g)
        clear_turn(e, g, 1)
        characters_begin(e, g)
    else:
        finish_set_up(e, g)


cdef void finish_set_up(const Env *e, GameState *g) noexcept nogil:
    """Map, offers, Source, Skills and opening hands (R2.4 to R2.10)."""
    cdef int i
    lay_initial(e, g)
    fill_cards(e, g)
    deal_units(e, g, True)
    g.n_dice = <unsigned char> (e.setup.seats + proxies(e) + 2 + e.setup.extra_dice)
    roll_source(e, g)
    if not e.setup.start_level:
        _dummies(e, g)
        skills_set_up(e, g)
    quests_set_up(e, g)
    clear_turn(e, g, 1)
    for i in range(g.n_seats):
        shuffle_seat(e, g, i)
    for i in range(g.n_seats - 1, -1, -1):
        opening_hand(e, g, i)
    for i in range(g.n_seats):
        g.order[i] = <unsigned char> i
    g.n_order = g.n_seats
    first_chooser(e, g)


cdef void _token_piles(const Env *e, GameState *g) noexcept nogil:
    """Six shuffled piles of enemy tokens, of the expansions in play (R2.2)."""
    cdef Stream s
    cdef int colour, i
    cdef int at = 0
    cdef int _k
    for colour in range(N_TOKEN_COLOURS):
        g.token_first[colour] = <unsigned char> at
        for i in range(e.n_enemies):
            if e.enemies[i].colour != colour or not (e.setup.expansions >> e.enemies[i].expansion) & 1:
                continue
            for _k in range(e.enemies[i].count):
                if at >= MAX_TOKENS:
                    fault(g, FAULT_CAPACITY)
                    return
                g.tokens[at] = <unsigned char> i
                at += 1
        g.token_total[colour] = <unsigned char> (at - g.token_first[colour])
        g.token_draw[colour] = g.token_total[colour]
        g.token_discard[colour] = 0
        g.token_kept[colour] = 0
        event(g, DRAW_TOKENS + colour, &s)
        shuffle8(&s, &g.tokens[g.token_first[colour]], g.token_total[colour])


cdef void _card_decks(const Env *e, GameState *g) noexcept nogil:
    """Advanced Actions, Spells, Artifacts, Units, ruins and possessed tokens (R2.3, R16.8)."""
    cdef Stream s
    cdef int i, _k
    for i in range(e.n_cards):
        if not e.cards[i].flags & CARD_DEALT or (e.cards[i].flags & CARD_COMPETITIVE and not e.setup.competitive):
            continue
        if e.cards[i].kind == ADVANCED_ACTION:
            pile_push(&g.deck_actions, i)
        elif e.cards[i].kind == SPELL:
            pile_push(&g.deck_spells, i)
        elif e.cards[i].kind == ARTIFACT:
            pile_push(&g.deck_artifacts, i)
    for i in range(e.n_units):
        if e.units[i].flags & UNIT_DEALT:
            for _k in range(e.units[i].copies):
                if e.units[i].flags & UNIT_ELITE:
                    pile_push(&g.deck_elites, i)
                else:
                    pile_push(&g.deck_regulars, i)
    for i in range(e.n_ruins):
        for _k in range(e.ruins[i].count):
            if short_push(&g.deck_ruins, i):
                fault(g, FAULT_CAPACITY)
    for i in range(e.n_possessed):
        for _k in range(e.possessed[i].count):
            if short_push(&g.deck_possessed, i):
                fault(g, FAULT_CAPACITY)
    event(g, DRAW_ACTIONS, &s)
    shuffle8(&s, &g.deck_actions.items[0], g.deck_actions.size)
    event(g, DRAW_SPELLS, &s)
    shuffle8(&s, &g.deck_spells.items[0], g.deck_spells.size)
    event(g, DRAW_ARTIFACTS, &s)
    shuffle8(&s, &g.deck_artifacts.items[0], g.deck_artifacts.size)
    event(g, DRAW_REGULARS, &s)
    shuffle8(&s, &g.deck_regulars.items[0], g.deck_regulars.size)
    event(g, DRAW_ELITES, &s)
    shuffle8(&s, &g.deck_elites.items[0], g.deck_elites.size)
    factions_set_up(e, g)
    event(g, DRAW_RUINS, &s)
    shuffle8(&s, &g.deck_ruins.items[0], g.deck_ruins.size)


cdef void _seat_set_up(const Env *e, GameState *g, int seat) noexcept nogil:
    """A player's start (R2.9)."""
    cdef Player *p = &g.players[seat]
    cdef int i
    p.hero = e.setup.heroes[seat]
    p.level = 1
    p.fame = e.setup.start_fame
    p.rep = e.setup.start_rep
    p.space = NONE
    p.last_space = NONE
    p.tactic = NONE
    p.tactic_die = NONE
    p.set_aside = NONE
    for i in range(16):
        deck_top(g, p, e.heroes[p.hero].deck[i])


cdef void _dummies(const Env *e, GameState *g) noexcept nogil:
    """Dummy and proxy players, each with a Hero of its own (R16.1, A.13.6)."""
    cdef unsigned char hero[MAX_DUMMIES]
    cdef int k
    if e.setup.dummy_hero == NONE:
        return
    for k in range(min(e.setup.dummies, MAX_DUMMIES)):
        hero[k] = <unsigned char> _dummy_hero(e, g)
        g.dummies[k].hero = hero[k]
        g.dummies[k].tactic = NONE
        g.n_dummies += 1
    for k in range(g.n_dummies):
        dummy_set_up(e, g, k, hero[k])


cdef int _dummy_hero(const Env *e, GameState *g) noexcept nogil:
    """The Hero named for the first dummy, or one of the unused ones at random (R16.1)."""
    cdef unsigned char unused[16]
    cdef int n = 0
    cdef int i
    if e.setup.dummy_hero != HERO and not g.n_dummies:
        return e.setup.dummy_hero
    for i in range(e.n_heroes):
        if not hero_in_play(e, g, i) and n < 16:
            unused[n] = <unsigned char> i
            n += 1
    return unused[pick(g, DRAW_HEROES, n)]


cdef void randomize_heads(GameState *g) noexcept nogil:
    """All heads one lower, then four dice showing basic colours each raise a head (A.13.3); the sum stays."""
    cdef Stream s
    cdef int i, _i
    event(g, DRAW_HEADS, &s)
    for i in range(4):
        if g.heads[i]:
            g.heads[i] -= 1
    for _i in range(4):
        g.heads[_head_of(<int> below(&s, 4))] += 1
    for i in range(4):
        if g.heads[i] > HEAD_LEVELS:
            g.heads[i] = HEAD_LEVELS


cdef int _head_of(int colour) noexcept nogil:
    """Blue raises Death, white Famine, green Pestilence, red War (A.13.3)."""
    if colour == BLUE:
        return HEAD_DEATH
    if colour == WHITE:
        return HEAD_FAMINE
    return HEAD_PESTILENCE if colour == GREEN else HEAD_WAR


cdef void shuffle_seat(const Env *e, GameState *g, int seat) noexcept nogil:
    """Shuffle the Deed deck, keyed by seat and Round; a card with Set Aside lies beside it (A.4)."""
    cdef Player *p = &g.players[seat]
    cdef Stream s
    cdef int i
    p.set_aside = NONE
    for i in range(p.n_deck):
        if e.cards[p.cards[i]].flags & CARD_SET_ASIDE and p.set_aside == NONE:
            p.set_aside = p.cards[i]
            p.n_deck -= 1
            p.cards[i] = p.cards[p.n_deck]
            break
    event_at(g, DRAW_DECK + seat, g.round, &s)
    shuffle8(&s, &p.cards[0], p.n_deck)
    told(e, g, TOLD_SHUFFLE, seat, 0, 0, 0)


cdef void opening_hand(const Env *e, GameState *g, int seat) noexcept nogil:
    cdef Player *p = &g.players[seat]
    cdef int n = hand_limit(e, g, seat) - hand_size(p)
    cdef int _k
    p.draw_bonus = 0
    if p.set_aside != NONE:
        push(g, DO_DRAW, n, seat + 1, 0, 0)
        return
    for _k in range(n):
        draw_one(e, g, p)
