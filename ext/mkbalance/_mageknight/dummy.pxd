"""The dummy players (R16, A.13.6). See dummy.pyx."""

from libc.stdint cimport uint8_t

from mkbalance._kernel.pile cimport PILE_CAP
from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.state cimport ACTOR_DRAGON, ACTOR_DUMMY, Dummy, GameState, fault


cdef inline bint is_dummy(int actor) noexcept nogil:
    return ACTOR_DUMMY <= actor < ACTOR_DRAGON


cdef inline bint is_proxy(const Env *e, int k) noexcept nogil:
    """Whether dummy k is a proxy player (A.11)."""
    return (e.setup.proxies >> k) & 1


cdef inline int proxies(const Env *e) noexcept nogil:
    """Proxy players, who count as players for the Source and the Unit offer (A.11.1)."""
    cdef int n = 0
    cdef int k
    if e.setup.dummy_hero == NONE:
        return 0
    for k in range(e.setup.dummies):
        n += is_proxy(e, k)
    return n


cdef inline bint hero_in_play(const Env *e, const GameState *g, int hero) noexcept nogil:
    """A player's Hero, or that of a dummy."""
    cdef int i
    for i in range(e.setup.seats):
        if e.setup.heroes[i] == hero:
            return True
    for i in range(g.n_dummies):
        if g.dummies[i].hero == hero:
            return True
    return False


cdef inline int proxy_seat(const GameState *g, int k) noexcept nogil:
    """Whose Shields are those of proxy k: the seats come first."""
    return g.n_seats + k


cdef inline int dummy_share(const GameState *g) noexcept nogil:
    """Places of ``dummy_cards`` that belong to one dummy."""
    return PILE_CAP // g.n_dummies if g.n_dummies else PILE_CAP


cdef inline int dummy_card(const GameState *g, int k, int i) noexcept nogil:
    """The i-th card of a dummy's deck from the bottom."""
    return g.dummy_cards[k * dummy_share(g) + i]


cdef inline int dummy_left(const GameState *g) noexcept nogil:
    """Cards of the dummy deck that runs out first: the clock of the Round."""
    cdef int least = g.dummies[0].n_deck
    cdef int k
    for k in range(1, g.n_dummies):
        if g.dummies[k].n_deck < least:
            least = g.dummies[k].n_deck
    return least


cdef inline int dummy_all(const GameState *g) noexcept nogil:
    """Cards not flipped, of all dummies."""
    cdef int n = 0
    cdef int k
    for k in range(g.n_dummies):
        n += g.dummies[k].n_deck
    return n


cdef inline int dummy_cards(const GameState *g) noexcept nogil:
    """Cards that the dummies own."""
    cdef int n = 0
    cdef int k
    for k in range(g.n_dummies):
        n += g.dummies[k].n_deck + g.dummies[k].n_flipped + (g.dummies[k].objective != NONE)
    return n


cdef inline void dummy_push(GameState *g, int k, int card) noexcept nogil:
    """A card on top of a dummy's deck."""
    cdef Dummy *d = &g.dummies[k]
    if d.n_deck + d.n_flipped >= dummy_share(g):
        fault(g, FAULT_CAPACITY)
        return
    g.dummy_cards[k * dummy_share(g) + d.n_deck] = <uint8_t> card
    d.n_deck += 1


cdef inline void dummy_discard(GameState *g, int k, int card) noexcept nogil:
    """A card onto a dummy's discard pile."""
    cdef Dummy *d = &g.dummies[k]
    d.n_flipped += 1
    g.dummy_cards[(k + 1) * dummy_share(g) - d.n_flipped] = <uint8_t> card


cdef void dummy_set_up(const Env *e, GameState *g, int k, int hero) noexcept nogil
cdef bint dummy_turn(const Env *e, GameState *g, int k) noexcept nogil
cdef void dummy_new_round(const Env *e, GameState *g, int k) noexcept nogil
