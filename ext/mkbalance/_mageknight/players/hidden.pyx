"""Forgetting what a player cannot see: on a copy of the state, everything face down is put in order and shuffled anew with
a stream of the player's own. Two states that look alike at the table are equal afterwards.

Hidden are the draw piles of enemy tokens and the face-down tokens on the map, the card decks and the own Deed deck, the
dummy deck, piles of Skills, Horseman cards, face-down ruins, and which tiles lie where in the stack (countryside tiles
unless they are sorted); cards put away unseen with the deck they came from, and the hands of the others with their decks.
"""

from libc.stdint cimport uint8_t

from mkbalance._kernel.pile cimport Pile, ShortPile
from mkbalance._kernel.rng cimport Stream, shuffle8, stream_open
from mkbalance._mageknight.chance cimport deal_of, policy_event
from mkbalance._mageknight.dummy cimport dummy_share
from mkbalance._mageknight.hexmap cimport tile_row
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.knowledge cimport garrison_known, token_known, top_known
from mkbalance._mageknight.mapstack cimport tile_has
from mkbalance._mageknight.quests cimport token_hidden
from mkbalance._mageknight.state cimport SP_RUIN_UP, Player


cdef void _mix(Stream *s, uint8_t *items, int n) noexcept nogil:
    """Sort, then shuffle: the result depends on what is there, not on how it lay."""
    cdef int count[256]
    cdef int i, j, k, _c
    if n < 2:
        return
    if n < 24:
        for i in range(1, n):
            k = items[i]
            j = i - 1
            while j >= 0 and items[j] > k:
                items[j + 1] = items[j]
                j -= 1
            items[j + 1] = <uint8_t> k
    else:
        for i in range(256):
            count[i] = 0
        for i in range(n):
            count[items[i]] += 1
        k = 0
        for i in range(256):
            for _c in range(count[i]):
                items[k] = <uint8_t> i
                k += 1
    shuffle8(s, items, n)


cdef void _tokens(const Env *e, GameState *g, Stream *s) noexcept nogil:
    """Draw piles together with the face-down tokens of their colour; what the seat looked at stays where it is."""
    cdef uint8_t *spots[96]
    cdef uint8_t values[240]
    cdef int n_spots = 0
    cdef int i, k, n, m, colour
    for i in range(g.n_tiles * 7):
        for k in range(g.spaces[i].n_tokens):
            if not token_known(g, i, k, g.seat) and n_spots < 96:
                spots[n_spots] = &g.spaces[i].tokens[k]
                n_spots += 1
    for i in range(g.n_cities):
        for k in range(g.cities[i].n_garrison):
            if not garrison_known(g, i, k, g.seat) and n_spots < 96:
                spots[n_spots] = &g.cities[i].garrison[k]
                n_spots += 1
    for i in range(g.n_quests):  # face down on a quest card
        for k in range(4):
            if token_hidden(e, &g.quests[i], k) and n_spots < 96:
                spots[n_spots] = &g.quests[i].held[k]
                n_spots += 1
    for i in range(4):  # horses of the Horsemen that lie face down
        for k in range(g.n_horsemen):
            if g.horsemen_order[k] == i:
                break
        else:
            if g.horsemen[i].horse != NONE and n_spots < 96:
                spots[n_spots] = &g.horsemen[i].horse
                n_spots += 1
    for colour in range(<int> N_TOKEN_COLOURS):
        n = g.token_draw[colour] - (1 if top_known(g, colour, g.seat) else 0)
        for i in range(n):
            values[i] = g.tokens[g.token_first[colour] + i]
        m = n
        for i in range(n_spots):
            if e.enemies[spots[i][0]].colour == colour:
                values[m] = spots[i][0]
                m += 1
        _mix(s, &values[0], m)
        for i in range(n):
            g.tokens[g.token_first[colour] + i] = values[i]
        m = n
        for i in range(n_spots):
            if e.enemies[spots[i][0]].colour == colour:
                spots[i][0] = values[m]
                m += 1


cdef void _ruins(GameState *g, Stream *s) noexcept nogil:
    """Face-down ruins tokens with their pile."""
    cdef uint8_t values[240]
    cdef int n = g.deck_ruins.size
    cdef int i
    for i in range(n):
        values[i] = g.deck_ruins.items[i]
    for i in range(g.n_tiles * 7):
        if g.spaces[i].site == RUINS and not g.spaces[i].flags & SP_RUIN_UP and g.spaces[i].extra != NONE:
            values[n] = g.spaces[i].extra
            n += 1
    _mix(s, &values[0], n)
    n = g.deck_ruins.size
    for i in range(n):
        g.deck_ruins.items[i] = values[i]
    for i in range(g.n_tiles * 7):
        if g.spaces[i].site == RUINS and not g.spaces[i].flags & SP_RUIN_UP and g.spaces[i].extra != NONE:
            g.spaces[i].extra = values[n]
            n += 1


cdef inline void _pile(Stream *s, Pile *pile) noexcept nogil:
    _mix(s, &pile.items[0], pile.size)


cdef inline void _short(Stream *s, ShortPile *pile) noexcept nogil:
    _mix(s, &pile.items[0], pile.size)


cdef void _deeds(const Env *e, Player *p, bint own, Stream *s) noexcept nogil:
    """A Deed deck with the cards under Sparing Power, which nobody looked at; another's hand too, Wounds and all."""
    cdef uint8_t values[MAX_CARDS + 16 + MAX_HAND + 250]
    cdef int hand = 0 if own else p.n_hand + p.hand_wounds
    cdef int n = 0
    cdef int i, _i
    for i in range(p.n_deck):
        values[n] = p.cards[i]
        n += 1
    for i in range(p.n_stored):
        values[n] = p.stored[i]
        n += 1
    if not own:
        for i in range(p.n_hand):
            values[n] = p.hand[i]
            n += 1
        for _i in range(p.hand_wounds):
            values[n] = <uint8_t> e.wound
            n += 1
    _mix(s, &values[0], n)
    n = 0
    for i in range(p.n_deck):
        p.cards[i] = values[n]
        n += 1
    for i in range(p.n_stored):
        p.stored[i] = values[n]
        n += 1
    if not own:
        p.n_hand = 0
        p.hand_wounds = 0
        for i in range(hand):
            if values[n + i] == e.wound or p.n_hand == MAX_HAND:
                p.hand_wounds += 1
            else:
                p.hand[p.n_hand] = values[n + i]
                p.n_hand += 1


cdef void _all(const Env *e, GameState *g, Stream *s) noexcept nogil:
    cdef int i
    _tokens(e, g, s)
    _ruins(g, s)
    _pile(s, &g.deck_actions)
    _pile(s, &g.deck_spells)
    _pile(s, &g.deck_artifacts)
    _pile(s, &g.deck_elites)
    _pile(s, &g.deck_regulars)
    _short(s, &g.deck_possessed)
    for i in range(g.n_dummies):
        _mix(s, &g.dummy_cards[i * dummy_share(g)], g.dummies[i].n_deck)
    _short(s, &g.dummy_skill_pile)
    for i in range(g.n_seats):
        _deeds(e, &g.players[i], i == g.seat, s)
        _short(s, &g.skill_piles[i])
    _mix(s, &g.horsemen_order[g.n_horsemen], 4 - g.n_horsemen)
    for i in range(MAX_FACTIONS):
        _short(s, &g.faction_piles[i])


cdef int _asked_for(const Env *e, const GameState *g, int row, int place) noexcept nogil:
    """What the scenario says of the tile, so that so many like it are laid: 1 its site (A.12.2), 2 a Hero's challenge (A.12.8)."""
    cdef int seat, k
    if e.setup.challenge and place == 0:
        for seat in range(g.n_seats):
            for k in range(4):
                if e.challenges[e.setup.heroes[seat]].tiles[2 * k] == row and e.challenges[e.setup.heroes[seat]].tiles[2 * k + 1] == NONE:
                    return 2
    return e.setup.kept_site[place] != NO_SITE and tile_has(e, row, e.setup.kept_site[place])


cdef void _mix_tiles(const Env *e, const GameState *g, Stream *s, uint8_t *tiles, int n, int laid, int place) noexcept nogil:
    """Unseen tiles of a kind, the first of which are to be laid: as many of those asked for stay among these."""
    cdef uint8_t like[64]
    cdef int kind, i, m
    if e.setup.kept_site[place] == NO_SITE and not (e.setup.challenge and place == 0):
        _mix(s, tiles, n)
        return
    for kind in range(3):
        m = 0
        for i in range(n):
            if _asked_for(e, g, tiles[i], place) == kind:
                like[m] = tiles[i]
                m += 1
        _mix(s, &like[0], m)
        m = 0
        for i in range(n):
            if _asked_for(e, g, tiles[i], place) == kind:
                tiles[i] = like[m]
                m += 1
    _mix(s, tiles, laid)
    _mix(s, &tiles[laid], n - laid)


cdef void _stack(const Env *e, GameState *g, Stream *s) noexcept nogil:
    """Unseen tiles: countryside ones with those left over (unless sorted), core ones likewise, the city tiles among all."""
    cdef uint8_t values[64]
    cdef uint8_t spare[32]
    cdef int n = 0
    cdef int i, k, low, n_spare
    low = 0
    for i in range(g.n_stack):
        low += e.tiles[g.stack[i]].kind != TILE_COUNTRYSIDE
    if not e.setup.sorted_tiles:
        for i in range(low, g.n_stack):
            values[n] = g.stack[i]
            n += 1
        k = n
        for i in range(g.n_country):
            values[n] = g.stack[g.country_at + i]
            n += 1
        _mix_tiles(e, g, s, &values[0], n, k, 0)
        n = 0
        for i in range(low, g.n_stack):
            g.stack[i] = values[n]
            n += 1
        for i in range(g.n_country):
            g.stack[g.country_at + i] = values[n]
            n += 1
    n = 0
    for i in range(low):
        if e.tiles[g.stack[i]].kind == TILE_CORE and g.stack[i] != e.setup.forced_core:
            values[n] = g.stack[i]
            n += 1
    k = n
    for i in range(g.n_cores):
        values[n] = g.stack[g.core_at + i]
        n += 1
    _mix_tiles(e, g, s, &values[0], n, k, 1)
    n_spare = 0
    for k in range(e.n_tiles):
        if e.tiles[k].kind != TILE_CITY or not (e.setup.tile_expansions >> e.tiles[k].expansion) & 1:
            continue
        for i in range(g.n_tiles):
            if tile_row(e, g, i) == k:
                break
        else:
            spare[n_spare] = <uint8_t> k
            n_spare += 1
    shuffle8(s, &spare[0], n_spare)
    n = 0
    for i in range(low):
        if e.tiles[g.stack[i]].kind == TILE_CITY and n_spare:
            n_spare -= 1
            g.stack[i] = spare[n_spare]
        elif e.tiles[g.stack[i]].kind == TILE_CORE and g.stack[i] != e.setup.forced_core:
            g.stack[i] = values[n]
            n += 1
    for i in range(g.n_cores):
        g.stack[g.core_at + i] = values[n]
        n += 1
    _mix(s, &g.stack[0], low)


cdef void forget(const Env *e, GameState *g, int sample) noexcept nogil:
    """Replace what is hidden by a sample of what it may be; later chance comes from other streams too.

    They are the player's own, whatever of the real game was dealt anew.
    """
    cdef Stream s
    cdef unsigned int deal = deal_of(g, DRAW_POLICY + g.seat)
    cdef int i
    policy_event(g, (<unsigned long long> g.n_actions << 8) + 1 + sample, &s)
    for i in range(<int> N_PURPOSES):
        g.draws[i] += deal - deal_of(g, i)
    g.key ^= 0x9E3779B97F4A7C15u
    _all(e, g, &s)
    _stack(e, g, &s)


cdef void permute_hidden(const Env *e, GameState *g, unsigned long long salt) noexcept nogil:
    """Another world that looks the same from the seat at turn, for the test of honest sight."""
    cdef Stream s
    stream_open(&s, g.key ^ salt, g.game, DRAW_POLICY + g.seat, salt)
    _all(e, g, &s)
    _stack(e, g, &s)
