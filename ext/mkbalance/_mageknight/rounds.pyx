"""Setup (R2), preparing a Round (R3.1), Tactics (R3.2), turn order and the two ways a Round and a game end (R3.3)."""

from libc.string cimport memset

from mkbalance._kernel.pile cimport pile_push, short_push
from mkbalance._kernel.rng cimport Stream, below, shuffle8
from mkbalance._mageknight.banners cimport banner_of
from mkbalance._mageknight.centre cimport take_back
from mkbalance._mageknight.chance cimport event, event_at, pick
from mkbalance._mageknight.character cimport characters_begin
from mkbalance._mageknight.content cimport rule
from mkbalance._mageknight.deeds cimport deck_top, discard_card, draw_one, hand_size
from mkbalance._mageknight.dragon cimport dragon_turn
from mkbalance._mageknight.dummy cimport (
    dummy_new_round,
    dummy_set_up,
    dummy_turn,
    hero_in_play,
    is_dummy,
    is_proxy,
    proxies,
)
from mkbalance._mageknight.handlimit cimport hand_limit
from mkbalance._mageknight.hexmap cimport add_tile
from mkbalance._mageknight.factions cimport factions_set_up
from mkbalance._mageknight.horsemen cimport all_horsemen, horsemen_set_up
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.mana cimport roll_source
from mkbalance._mageknight.offers cimport deal_units, fill_cards, refresh_cards
from mkbalance._mageknight.proxy cimport proxy_dawn, proxy_turn
from mkbalance._mageknight.quests cimport quests_refresh, quests_set_up
from mkbalance._mageknight.progress cimport NO_INTERACTION
from mkbalance._mageknight.restoring cimport goal_restored, restoration_set_up
from mkbalance._mageknight.rides cimport begin_ritual, horsemen_march, horsemen_turn, round_brings_horseman
from mkbalance._mageknight.skills cimport skills_set_up
from mkbalance._mageknight.sites cimport reveal_near, reveal_tile
from mkbalance._mageknight.state cimport (
    ACTOR_DRAGON,
    ACTOR_DUMMY,
    ACTOR_HORSEMEN,
    DO_BANNER,
    DO_DRAW,
    DO_FAMILIAR,
    DO_MANA_STEAL,
    DO_PREPARATION,
    DO_RETHINK,
    PL_BENT,
    PL_DONE,
    PL_FACE_DOWN,
    PL_MARKED,
    PL_PLUNDERED,
    SP_RUIN_UP,
    GameState,
    Options,
    Player,
    add_option,
    fault,
    push,
)
from mkbalance._mageknight.trace cimport TOLD_ANNOUNCED, TOLD_ORDER, TOLD_OVER, TOLD_ROUND, TOLD_SHUFFLE, TOLD_TURN, told
from mkbalance._mageknight.turns cimport begin_turn, clear_turn


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


cdef struct TileList:
    unsigned char items[MAX_TILES]
    int n


cdef void _pool(const Env *e, int kind, TileList *list_) noexcept nogil:
    cdef int i
    list_.n = 0
    for i in range(e.n_tiles):
        if e.tiles[i].kind == kind and (e.setup.tile_expansions >> e.tiles[i].expansion) & 1:
            list_.items[list_.n] = <unsigned char> i
            list_.n += 1


cdef void _challenge_tiles(const Env *e, GameState *g, TileList *country) noexcept nogil:
    """The tiles each Hero's challenge asks for are among those laid, in random places (A.12.8)."""
    cdef Stream s
    cdef int seat, k, j, row, other
    cdef int fixed = 0
    for seat in range(g.n_seats):
        for k in range(4):
            row = e.challenges[e.setup.heroes[seat]].tiles[2 * k]
            other = e.challenges[e.setup.heroes[seat]].tiles[2 * k + 1]
            if row == NONE:
                continue
            if other != NONE and pick(g, DRAW_MAP, 2):
                row = other
            for j in range(fixed, country.n):
                if country.items[j] == row:
                    country.items[j] = country.items[fixed]
                    country.items[fixed] = <unsigned char> row
                    fixed += 1
                    break
    event(g, DRAW_MAP, &s)
    shuffle8(&s, &country.items[0], min(e.setup.countryside, country.n))


cdef bint tile_has(const Env *e, int row, int site) noexcept nogil:
    """Whether a tile shows this site."""
    cdef int h
    for h in range(7):
        if e.hexes[row * 7 + h].site == site:
            return True
    return False


cdef void _keep_sites(const Env *e, GameState *g, TileList *list_, int place, int wanted) noexcept nogil:
    """Exactly so many of the tiles drawn have the site, the others have none (A.12.2); the list is in random order."""
    cdef Stream s
    cdef TileList chosen, rest
    cdef int left[2]  # tiles still wanted without the site, with it
    cdef int i, with_
    if e.setup.kept_site[place] == NO_SITE:
        return
    chosen.n = 0
    rest.n = 0
    left[1] = e.setup.kept_number[place]
    left[0] = wanted - left[1]
    for i in range(list_.n):
        with_ = tile_has(e, list_.items[i], e.setup.kept_site[place])
        if left[with_] > 0:
            chosen.items[chosen.n] = list_.items[i]
            chosen.n += 1
            left[with_] -= 1
        else:
            rest.items[rest.n] = list_.items[i]
            rest.n += 1
    event(g, DRAW_MAP, &s)
    shuffle8(&s, &chosen.items[0], chosen.n)
    for i in range(chosen.n):
        list_.items[i] = chosen.items[i]
    for i in range(rest.n):
        list_.items[chosen.n + i] = rest.items[i]


cdef void _top_tile(const Env *e, GameState *g, TileList *list_) noexcept nogil:
    """The first countryside tile is one of those with the site, each as likely (A.12.1)."""
    cdef int i, k, which
    cdef int n = 0
    cdef unsigned char tile
    if e.setup.top_site == NO_SITE:
        return
    for i in range(list_.n):
        n += tile_has(e, list_.items[i], e.setup.top_site)
    which = pick(g, DRAW_MAP, n)
    for i in range(list_.n):
        if not tile_has(e, list_.items[i], e.setup.top_site):
            continue
        if which == 0:
            tile = list_.items[i]
            for k in range(i, 0, -1):
                list_.items[k] = list_.items[k - 1]
            list_.items[0] = tile
            return
        which -= 1


cdef void _piles(GameState *g, const TileList *cities, const TileList *country, const TileList *cores) noexcept nogil:
    """A pile for each kind of place of a predefined map: its face-down tiles are as good as drawn when turned up."""
    cdef int i
    for i in range(cities.n):
        g.stack[i] = cities.items[i]
    g.n_stack = <unsigned char> cities.n
    g.country_at = g.n_stack
    for i in range(country.n):
        g.stack[g.country_at + i] = country.items[i]
    g.n_country = <unsigned char> country.n
    g.core_at = g.country_at + g.n_country
    for i in range(cores.n):
        g.stack[g.core_at + i] = cores.items[i]
    g.n_cores = <unsigned char> cores.n


cdef void _map_stack(const Env *e, GameState *g) noexcept nogil:
    """Draw and stack the scenario's tiles, countryside on top of core (R2.6); the others stay as fillers (R8.7.3)."""
    cdef Stream s
    cdef TileList country, cores, cities
    cdef unsigned char chosen[MAX_TILES]
    cdef int i, j, n, swap
    _pool(e, TILE_COUNTRYSIDE, &country)
    _pool(e, TILE_CORE, &cores)
    _pool(e, TILE_CITY, &cities)
    if e.setup.shape == PREDEFINED:
        for i in range(country.n):  # its middle tile lies there
            if country.items[i] == e.setup.first_tile:
                country.n -= 1
                country.items[i] = country.items[country.n]
                break
    event(g, DRAW_MAP, &s)
    if not e.setup.sorted_tiles:
        shuffle8(&s, &country.items[0], country.n)
    else:
        for i in range(country.n):
            for j in range(country.n - 1 - i):
                if e.tiles[country.items[j]].number > e.tiles[country.items[j + 1]].number:
                    swap = country.items[j]
                    country.items[j] = country.items[j + 1]
                    country.items[j + 1] = <unsigned char> swap
    event(g, DRAW_MAP, &s)
    shuffle8(&s, &cores.items[0], cores.n)
    event(g, DRAW_MAP, &s)
    shuffle8(&s, &cities.items[0], cities.n)
    _keep_sites(e, g, &country, 0, e.setup.countryside)
    _keep_sites(e, g, &cores, 1, e.setup.cores)
    _top_tile(e, g, &country)
    if e.setup.forced_core != NONE:
        for i in range(cores.n):
            if cores.items[i] == e.setup.forced_core:
                cores.items[i] = cores.items[0]
                cores.items[0] = e.setup.forced_core
                break
    if e.setup.shape == PREDEFINED:
        _piles(g, &cities, &country, &cores)
        return
    if e.setup.challenge:
        _challenge_tiles(e, g, &country)
    n = 0
    for i in range(min(e.setup.cores, cores.n)):
        chosen[n] = cores.items[i]
        n += 1
    for i in range(min(e.setup.cities, cities.n)):
        chosen[n] = cities.items[i]
        n += 1
    event(g, DRAW_MAP, &s)
    shuffle8(&s, &chosen[0], n)
    for i in range(n):
        g.stack[g.n_stack] = chosen[i]
        g.n_stack += 1
    n = min(e.setup.countryside, country.n)
    for i in range(n - 1, -1, -1):
        g.stack[g.n_stack] = country.items[i]
        g.n_stack += 1
    g.country_at = g.n_stack
    for i in range(n, country.n):
        g.stack[g.country_at + g.n_country] = country.items[i]
        g.n_country += 1
    g.core_at = g.country_at + g.n_country
    for i in range(min(e.setup.cores, cores.n), cores.n):
        g.stack[g.core_at + g.n_cores] = cores.items[i]
        g.n_cores += 1
    event(g, DRAW_MAP, &s)
    shuffle8(&s, &g.stack[g.country_at], g.n_country)
    event(g, DRAW_MAP, &s)
    shuffle8(&s, &g.stack[g.core_at], g.n_cores)


cdef void _lay_initial(const Env *e, GameState *g) noexcept nogil:
    """The starting tile and the two or three tiles next to it (R2.7)."""
    cdef int i, x, y, slot
    cdef int start = 0
    cdef int n = 2 if e.setup.shape == WEDGE else 3
    if e.setup.shape == PREDEFINED:
        g.portal = 0
        reveal_tile(e, g, add_tile(e, g, e.setup.first_tile, 0, 0), False, False)
        return
    for i in range(e.n_tiles):
        if e.tiles[i].kind == TILE_START:
            start = i
            if e.setup.shape == WEDGE:
                break
    slot = add_tile(e, g, start, 0, 0)
    g.portal = <unsigned char> (slot * 7)
    reveal_tile(e, g, slot, False, False)
    for i in range(n):
        if g.n_stack == 0:
            return
        x = 0 if i == 0 else 1
        y = 1 if i == 0 else (0 if i == 1 else -1)
        g.n_stack -= 1
        slot = add_tile(e, g, g.stack[g.n_stack], x, y)
        reveal_tile(e, g, slot, False, True)


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


cdef void _shuffle_seat(const Env *e, GameState *g, int seat) noexcept nogil:
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


cdef void _opening_hand(const Env *e, GameState *g, int seat) noexcept nogil:
    cdef Player *p = &g.players[seat]
    cdef int n = hand_limit(e, g, seat) - hand_size(p)
    cdef int _k
    p.draw_bonus = 0
    if p.set_aside != NONE:
        push(g, DO_DRAW, n, seat + 1, 0, 0)
        return
    for _k in range(n):
        draw_one(e, g, p)


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


cdef int _head_of(int colour) noexcept nogil:
    """Blue raises Death, white Famine, green Pestilence, red War (A.13.3)."""
    if colour == BLUE:
        return HEAD_DEATH
    if colour == WHITE:
        return HEAD_FAMINE
    return HEAD_PESTILENCE if colour == GREEN else HEAD_WAR


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


cdef void set_up(const Env *e, GameState *g, unsigned long long key, unsigned long long game) noexcept nogil:
    """A new game at the start of Round 1, Tactics to be chosen (R2)."""
    cdef int i
    memset(g, 0, sizeof(GameState))
    g.key = key
    g.game = game
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
    _map_stack(e, g)
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
    _lay_initial(e, g)
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
        _shuffle_seat(e, g, i)
    for i in range(g.n_seats - 1, -1, -1):
        _opening_hand(e, g, i)
    for i in range(g.n_seats):
        g.order[i] = <unsigned char> i
    g.n_order = g.n_seats
    _first_chooser(e, g)


cdef bint _tactic_free(const Env *e, const GameState *g, int tactic) noexcept nogil:
    """Still to be had this Round: of the right half of the day, not gone from the game, not taken."""
    cdef int bit = e.tactics[tactic].number - 1
    cdef int gone = g.tactics_gone_night if g.night else g.tactics_gone
    return e.tactics[tactic].night == g.night and not (gone >> bit) & 1 and not (g.tactics_taken >> bit) & 1


cdef void _first_chooser(const Env *e, GameState *g) noexcept nogil:
    cdef int i
    cdef int free_ = 0
    g.tactics_taken = 0
    g.last_turns = 0
    for i in range(g.n_dummies):
        g.dummies[i].tactic = NONE
    for i in range(e.n_tactics):
        free_ += _tactic_free(e, g, i)
    if free_ < g.n_seats + g.n_dummies:  # not enough: all are there again (A.13.6)
        if g.night:
            g.tactics_gone_night = 0
        else:
            g.tactics_gone = 0
    g.step = STEP_TACTIC


cdef void next_chooser(const Env *e, GameState *g) noexcept nogil:
    """Lowest Fame first, ties to the lower one in last Round's order (R3.2.1)."""
    cdef int i, seat
    cdef int best = NONE
    for i in range(g.n_order):
        seat = g.order[i]
        if seat >= MAX_SEATS or g.players[seat].tactic != NONE or (g.last_turns >> seat) & 1:
            continue
        if best == NONE or g.players[seat].fame <= g.players[best].fame:
            best = seat
    if best == NONE:
        _turn_order(e, g)
        return
    g.seat = <unsigned char> best


cdef bint _may_pass(const Env *e, const GameState *g) noexcept nogil:
    """Somebody with more Fame has not chosen either (A.13.5); of equals the one higher in the Round order has more."""
    cdef int i, seat
    cdef bint before = True  # higher in the order than the seat that chooses
    if not e.setup.pass_tactics:
        return False
    for i in range(g.n_order):
        seat = g.order[i]
        if seat >= MAX_SEATS or g.players[seat].tactic != NONE:
            continue
        if seat == g.seat:
            before = False
        elif g.players[seat].fame > g.players[g.seat].fame or before and g.players[seat].fame == g.players[g.seat].fame:
            return True
    return False


cdef void tactic_options(const Env *e, const GameState *g, Options *o) noexcept nogil:
    cdef int i
    for i in range(e.n_tactics):
        if _tactic_free(e, g, i):
            add_option(o, ACT_TACTIC, i, 0, 0)
    if _may_pass(e, g):
        add_option(o, ACT_DECLINE, 0, 0, 0)


cdef void pass_tactic(GameState *g) noexcept nogil:
    """Wait for what the others take; a choice of anybody's asks everyone anew (A.13.5)."""
    g.last_turns |= <unsigned char> (1 << g.seat)


cdef void take_tactic(const Env *e, GameState *g, int tactic) noexcept nogil:
    """Take a Tactic and do at once what it says on taking (R3.2.2)."""
    cdef Player *p = &g.players[g.seat]
    cdef int what = e.tactics[tactic].behaviour
    p.tactic = <unsigned char> tactic
    p.tactic_used = 0
    g.last_turns = 0
    g.tactics_taken |= <unsigned char> (1 << (e.tactics[tactic].number - 1))
    if what == TACTIC_RETHINK:
        push(g, DO_RETHINK, 3, 0, 0, 0)
    elif what == TACTIC_MANA_STEAL:
        push(g, DO_MANA_STEAL, 0, 0, 0, 0)
    elif what == TACTIC_GREAT_START:
        push(g, DO_DRAW, 2, 0, 0, 0)
    elif what == TACTIC_PREPARATION:
        push(g, DO_PREPARATION, 0, 0, 0, 0)


cdef void _dummy_tactics(const Env *e, GameState *g) noexcept nogil:
    """Each dummy gets a random one of the remaining Tactics (R16.2)."""
    cdef Stream s
    cdef int i, k, n
    cdef unsigned char free_[16]
    for k in range(g.n_dummies):
        n = 0
        for i in range(e.n_tactics):
            if _tactic_free(e, g, i) and n < 16:
                free_[n] = <unsigned char> i
                n += 1
        if n == 0:
            return
        event_at(g, DRAW_TACTICS, g.round + (k << 8), &s)
        g.dummies[k].tactic = free_[below(&s, n)]
        g.tactics_taken |= <unsigned char> (1 << (e.tactics[g.dummies[k].tactic].number - 1))
        told(e, g, TOLD_ORDER, ACTOR_DUMMY + k, g.dummies[k].tactic, 0, 0)


cdef int _number(const Env *e, const GameState *g, int actor) noexcept nogil:
    if actor >= ACTOR_DRAGON:
        return 100
    if is_dummy(actor):
        return e.tactics[g.dummies[actor - ACTOR_DUMMY].tactic].number if g.dummies[actor - ACTOR_DUMMY].tactic != NONE else 99
    return e.tactics[g.players[actor].tactic].number


cdef void _turn_order(const Env *e, GameState *g) noexcept nogil:
    """All have chosen: order by Tactic number, the dragon last (R3.2.3, A.12.4)."""
    cdef int i, j, swap
    _dummy_tactics(e, g)
    g.n_order = 0
    for i in range(g.n_seats):
        g.order[g.n_order] = <unsigned char> i
        g.n_order += 1
    for i in range(g.n_dummies):
        g.order[g.n_order] = <unsigned char> (ACTOR_DUMMY + i)
        g.n_order += 1
    if e.setup.dragon and not e.setup.dragon_place and not g.lair_attacked:
        g.order[g.n_order] = ACTOR_DRAGON
        g.n_order += 1
    if e.setup.horsemen == HORSEMEN_RIDE and not g.lair_attacked:
        g.order[g.n_order] = ACTOR_HORSEMEN
        g.n_order += 1
    for i in range(g.n_order):
        for j in range(g.n_order - 1 - i):
            if _number(e, g, g.order[j]) > _number(e, g, g.order[j + 1]):
                swap = g.order[j]
                g.order[j] = g.order[j + 1]
                g.order[j + 1] = <unsigned char> swap
    g.order_at = <unsigned char> (g.n_order - 1)
    g.announced = 0
    g.last_turns = 0
    g.dragon_turn = 0
    clear_turn(e, g, 0)
    g.step = STEP_NEXT
    round_brings_horseman(e, g)


cdef void announce(const Env *e, GameState *g, int actor) noexcept nogil:
    """End of the Round is announced: every other player has one turn left (R3.3.2, R16.5)."""
    cdef int i
    g.announced = <unsigned char> (actor + 1)
    g.last_turns = 0
    for i in range(g.n_order):
        if g.order[i] != actor and g.order[i] < ACTOR_DRAGON:
            if is_dummy(g.order[i]) and not rule(e, RULE_DUMMY_AFTER_ANNOUNCEMENT):
                continue
            g.last_turns |= <unsigned char> (1 << g.order[i])
    told(e, g, TOLD_ANNOUNCED, actor, 0, 0, 0)


cdef bint _scenario_ends(const Env *e, const GameState *g) noexcept nogil:
    """The end trigger of the scenario (R3.3.3)."""
    if e.setup.ends & END_DRAGON and not (g.heads[0] or g.heads[1] or g.heads[2] or g.heads[3]):
        return True
    if e.setup.ends & END_CITY_REVEALED and g.n_cities:
        return True
    if e.setup.ends & END_HORSEMEN and not all_horsemen(g):
        return True
    if e.setup.ends & END_RESTORED and goal_restored(e, g):
        return True
    return e.setup.ends & END_CITIES != 0 and g.n_conquered >= e.setup.cities


cdef void turn_over(const Env *e, GameState *g, int seat) noexcept nogil:
    """After a seat's turn: its last turn is used up, the scenario's end is looked at."""
    if not g.turn.extra:
        g.last_turns &= <unsigned char> ~(1 << seat)
        g.final_turns &= <unsigned char> ~(1 << seat)
    look_at_end(e, g, seat)


cdef void look_at_end(const Env *e, GameState *g, int seat) noexcept nogil:
    """The scenario's end is triggered after a turn, a proxy's too: one last turn for every seat (R3.3.3)."""
    cdef int i
    if g.ending or not _scenario_ends(e, g):
        return
    g.ending = 2 if g.announced else 1
    g.won = 1
    g.round_won = g.round
    g.turn_won = g.players[seat].tally.turns
    for i in range(g.n_seats):
        g.final_turns |= <unsigned char> (1 << i)


cdef bint _may_act(const GameState *g, int actor) noexcept nogil:
    """Whether the actor still has a turn; the pending end that came first decides (R3.3.4)."""
    if g.ending == 1:
        return actor < MAX_SEATS and (g.final_turns >> actor) & 1
    if g.announced:
        return (g.last_turns >> actor) & 1
    if actor >= ACTOR_DRAGON:
        return not g.lair_attacked
    return True


cdef bint _esteemed(const Env *e, const GameState *g) noexcept nogil:
    """Every seat has the Reputation that the scenario asks for at its end (A.12.1)."""
    cdef int seat
    for seat in range(g.n_seats):
        if e.reputation[g.players[seat].rep + 7] < e.setup.goal_reputation:
            return False
    return True


cdef void _over(const Env *e, GameState *g) noexcept nogil:
    if e.setup.goal_reputation != NO_INTERACTION and _esteemed(e, g):
        g.won = 1
        g.round_won = g.round
        g.turn_won = g.players[g.seat].tally.turns
    told(e, g, TOLD_OVER, g.won, 0, 0, 0)
    g.step = STEP_OVER


cdef void _dummy_acts(const Env *e, GameState *g, int actor) noexcept nogil:
    """A dummy's turn, the last one after an announcement too; a proxy's goes on on the map (R16.3, A.11.1)."""
    cdef int k = actor - ACTOR_DUMMY
    cdef bint flipped
    told(e, g, TOLD_TURN, actor, 0, 0, 0)
    flipped = dummy_turn(e, g, k)
    if g.announced:
        g.last_turns &= <unsigned char> ~(1 << actor)
    elif not flipped:
        announce(e, g, actor)
    if flipped and is_proxy(e, k):
        proxy_turn(e, g, k)


cdef void next_actor(const Env *e, GameState *g) noexcept nogil:
    """Whose turn it is; with nobody left the Round or the game is over."""
    cdef int _k, actor
    cdef Player *p
    if g.turn.extra_turn:
        begin_turn(e, g, g.seat)
        g.turn.extra = 1
        return
    for _k in range(g.n_order):
        g.order_at = (g.order_at + 1) % g.n_order
        actor = g.order[g.order_at]
        if not _may_act(g, actor):
            continue
        if is_dummy(actor):
            _dummy_acts(e, g, actor)
            return
        if actor == ACTOR_DRAGON:
            dragon_turn(e, g)
            return
        if actor == ACTOR_HORSEMEN:
            horsemen_turn(e, g)
            return
        p = &g.players[actor]
        if p.flags & PL_FACE_DOWN:
            p.flags &= ~PL_FACE_DOWN
            g.seat = <unsigned char> actor
            told(e, g, TOLD_TURN, actor, 2, 0, 0)
            g.turn.extra = 0
            take_back(e, g)
            turn_over(e, g, actor)
            return
        begin_turn(e, g, actor)
        return
    if g.ending == 1:
        _over(e, g)
    else:
        g.turn.stage = 0
        g.step = STEP_ROUND_END


cdef void _retire_tactics(const Env *e, GameState *g) noexcept nogil:
    """Solo: both used Tactics leave the game (R16.9)."""
    if e.setup.remove_tactics:
        if g.night:
            g.tactics_gone_night |= g.tactics_taken
        else:
            g.tactics_gone |= g.tactics_taken


cdef void _gather(GameState *g, Player *p) noexcept nogil:
    """All Deed cards back into the deck, unshuffled."""
    cdef int i
    cdef int n = p.n_discard
    cdef unsigned char held[MAX_CARDS]
    for i in range(n):
        held[i] = <unsigned char> discard_card(p, i)
    p.n_discard = 0
    for i in range(n):
        deck_top(g, p, held[i])
    for i in range(p.n_hand):
        deck_top(g, p, p.hand[i])
    p.n_hand = 0
    for i in range(p.n_played):
        deck_top(g, p, p.played[i])
    p.n_played = 0
    for i in range(p.n_stored):
        deck_top(g, p, p.stored[i])
    p.n_stored = 0
    for i in range(p.n_away):
        deck_top(g, p, p.away[i])
    p.n_away = 0
    if p.set_aside != NONE:
        deck_top(g, p, p.set_aside)
        p.set_aside = NONE


cdef void end_round(const Env *e, GameState *g) noexcept nogil:
    """The Round is over: the game with it, or the next one is prepared (R3.1, R3.3.6)."""
    cdef int seat, i
    if g.turn.stage == 2:
        _new_hands(e, g)
        return
    if g.turn.stage == 0:
        if g.ending or g.round >= e.setup.rounds:
            _over(e, g)
            return
        horsemen_march(e, g)
        g.turn.stage = 1
        if g.n_pending:
            return
    if not begin_ritual(e, g):
        _over(e, g)
        return
    _retire_tactics(e, g)
    g.round += 1
    g.night = not g.night
    told(e, g, TOLD_ROUND, g.round, g.night, 0, 0)
    clear_turn(e, g, 0)
    roll_source(e, g)
    deal_units(e, g, False)
    refresh_cards(e, g)
    quests_refresh(e, g)
    for i in range(g.n_dummies):
        dummy_new_round(e, g, i)
    if not g.night and rule(e, RULE_RUINS_AT_DAWN):
        for i in range(g.n_tiles * 7):
            if g.spaces[i].site == RUINS:
                g.spaces[i].flags |= SP_RUIN_UP
    for seat in range(g.n_seats - 1, -1, -1):
        for i in range(g.players[seat].n_units):
            if e.units[g.players[seat].units[i].kind].flags & UNIT_FAMILIAR:
                push(g, DO_FAMILIAR, i, seat + 1, 0, 0)
            if g.players[seat].units[i].banner != NONE and banner_of(e, &g.players[seat].units[i]) != BANNER_COMMAND:
                push(g, DO_BANNER, i, seat + 1, 0, 0)
    g.turn.stage = 2


cdef void _new_hands(const Env *e, GameState *g) noexcept nogil:
    """Deed cards shuffled, Units ready, opening hands (R3.1.7)."""
    cdef Player *p
    cdef int seat, i, _k
    for seat in range(g.n_seats):
        p = &g.players[seat]
        p.flags &= ~(PL_MARKED | PL_DONE | PL_PLUNDERED | PL_BENT)
        p.tactic = NONE
        p.tactic_used = 0
        p.tactic_die = NONE
        _gather(g, p)
        for _k in range(p.hand_wounds):
            deck_top(g, p, e.wound)
        p.hand_wounds = 0
        for i in range(6):
            p.kept_mana[i] = 0
        for i in range(p.n_units):
            p.units[i].ready = 1
            p.units[i].banner_up = 1
        for i in range(p.n_skills):
            p.skill_used[i] = 0
        p.exploited = 0
        _shuffle_seat(e, g, seat)
        if p.space != NONE:
            g.seat = <unsigned char> seat
            reveal_near(e, g)
    for i in range(g.n_dummies):
        proxy_dawn(e, g, i)
    for seat in range(g.n_seats - 1, -1, -1):
        _opening_hand(e, g, seat)
    g.turn.stage = 0
    _first_chooser(e, g)
