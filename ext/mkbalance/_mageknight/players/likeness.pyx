"""Which states are alike: a number for what matters in one, for searches that meet the same state by several orders of play."""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.state cimport Player


cdef inline uint64_t _mix(uint64_t h, const void *data, size_t n) noexcept nogil:
    """Go on with a hash over n bytes: four lanes, so that the multiplications overlap."""
    cdef const uint8_t *at = <const uint8_t *> data
    cdef const uint64_t *w
    cdef uint64_t h1, h2, h3, tail
    cdef size_t i
    if n >= 32:
        h1 = h + 0x9E3779B97F4A7C15u
        h2 = h ^ 0xBF58476D1CE4E5B9u
        h3 = h - 0x94D049BB133111EBu
        while n >= 32:
            w = <const uint64_t *> at
            h = (h ^ w[0]) * 0x9E3779B97F4A7C15u
            h1 = (h1 ^ w[1]) * 0xBF58476D1CE4E5B9u
            h2 = (h2 ^ w[2]) * 0x94D049BB133111EBu
            h3 = (h3 ^ w[3]) * 0xD6E8FEB86659FD93u
            h ^= h >> 29
            h1 ^= h1 >> 31
            h2 ^= h2 >> 30
            h3 ^= h3 >> 32
            at += 32
            n -= 32
        h = (h ^ (h1 >> 7 | h1 << 57)) * 0x9E3779B97F4A7C15u
        h = (h ^ (h2 >> 13 | h2 << 51)) * 0xBF58476D1CE4E5B9u
        h = (h ^ (h3 >> 23 | h3 << 41)) * 0x94D049BB133111EBu
        h ^= h >> 29
    while n >= 8:
        h = (h ^ (<const uint64_t *> at)[0]) * 0x9E3779B97F4A7C15u
        h ^= h >> 29
        at += 8
        n -= 8
    tail = n
    for i in range(n):
        tail = tail << 8 | at[i]
    h = (h ^ tail) * 0xBF58476D1CE4E5B9u
    return h ^ h >> 32


cdef void _order(Player *p) noexcept nogil:
    """Hand and cards in play by row: their order decides nothing before the end of the turn."""
    cdef int i, k
    cdef uint8_t card, how
    for i in range(1, p.n_hand):
        card = p.hand[i]
        k = i - 1
        while k >= 0 and p.hand[k] > card:
            p.hand[k + 1] = p.hand[k]
            k -= 1
        p.hand[k + 1] = card
    for i in range(1, p.n_played):
        card = p.played[i]
        how = p.played_how[i]
        k = i - 1
        while k >= 0 and (p.played[k] > card or (p.played[k] == card and p.played_how[k] > how)):
            p.played[k + 1] = p.played[k]
            p.played_how[k + 1] = p.played_how[k]
            k -= 1
        p.played[k + 1] = card
        p.played_how[k + 1] = how


cdef uint64_t state_key(GameState *g) noexcept nogil:
    """Number of a state among those of one search; orders it where the order means nothing."""
    cdef Player *p = &g.players[g.seat]
    cdef uint64_t h
    if not g.n_pending:
        _order(p)
        memset(&p.hand[p.n_hand], 0, MAX_HAND - p.n_hand)
        memset(&p.played[p.n_played], 0, MAX_PLAYED - p.n_played)
        memset(&p.played_how[p.n_played], 0, MAX_PLAYED - p.n_played)
    h = _mix(1, &g.draws[0], sizeof(g.draws))
    h = _mix(h, &g.step, <size_t> (<char *> &g.stack[0] - <char *> &g.step))
    h = _mix(h, &g.portal, <size_t> (<char *> &g.horsemen[0] - <char *> &g.portal))
    h = _mix(h, &g.token_draw[0], <size_t> (<char *> &g.token_first[0] - <char *> &g.token_draw[0]))
    h = _mix(h, &g.n_offer_units, <size_t> (<char *> &g.deck_actions - <char *> &g.n_offer_units))
    h = _mix(h, &g.deck_actions.size, sizeof(g.deck_actions.size))
    h = _mix(h, &g.deck_spells.size, sizeof(g.deck_spells.size))
    h = _mix(h, &g.deck_artifacts.size, sizeof(g.deck_artifacts.size))
    h = _mix(h, &g.deck_regulars.size, sizeof(g.deck_regulars.size))
    h = _mix(h, &g.deck_elites.size, sizeof(g.deck_elites.size))
    h = _mix(h, &g.n_out, sizeof(g.n_out))
    h = _mix(h, p, sizeof(Player))
    h = _mix(h, &g.spaces[0], 7 * g.n_tiles * sizeof(g.spaces[0]))
    h = _mix(h, &g.cities[0], g.n_cities * sizeof(g.cities[0]))
    h = _mix(h, &g.turn, sizeof(g.turn))
    h = _mix(h, &g.combat.foes[0], g.combat.n * sizeof(g.combat.foes[0]))
    h = _mix(h, &g.combat.points[0], sizeof(g.combat) - sizeof(g.combat.foes))
    h = _mix(h, &g.pending[0], g.n_pending * sizeof(g.pending[0]))
    h = _mix(h, &g.n_pending, sizeof(g.n_pending))
    return h | 1


cdef uint32_t sight(const GameState *g, const Options *o) noexcept nogil:
    """What a player sees of a decision, as a number: the options in any order, the enemies, the hand, Fame and Wounds."""
    cdef uint32_t n = 0
    cdef uint32_t w
    cdef int i
    for i in range(o.n):
        w = o.items[i].kind | <uint32_t> o.items[i].a << 8 | <uint32_t> o.items[i].b << 16 | <uint32_t> o.items[i].c << 24
        w = (w ^ w >> 15) * 0x85EBCA6Bu
        n += w ^ w >> 13
    n = (n ^ g.players[g.seat].fame) * 0xC2B2AE35u
    n = (n ^ <uint32_t> (g.players[g.seat].n_hand + 64 * g.players[g.seat].hand_wounds)) * 0x9E3779B1u
    n = (n ^ <uint32_t> (g.n_tiles + 64 * g.step)) * 0x9E3779B1u
    if STEP_RANGED <= g.step <= STEP_ATTACK:
        for i in range(g.combat.n):
            n = (n ^ <uint32_t> (g.combat.foes[i].armor + 64 * g.combat.foes[i].row)) * 0x9E3779B1u
    return n
