"""The Solo Conquest Challenge (A.12.8): what a seat holds, and how much of its Hero's goal that is.

What each Hero has to reach stands in ``content/challenges.toml``; nothing here knows a Hero.
"""

from libc.string cimport memset

from mkbalance._mageknight.content cimport ChallengeRow
from mkbalance._mageknight.deeds cimport count_wounds, owned_card
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.state cimport SP_BURNED, Player
from mkbalance._mageknight.tokens cimport kept_token


cdef void _card(const Env *e, int card, Holdings *h) noexcept nogil:
    cdef int kind = e.cards[card].kind
    if kind == SPELL:
        h.spells += 1
    elif kind == ADVANCED_ACTION:
        h.actions += 1
        h.action_masks[e.cards[card].colours & 15] += 1
    elif kind == ARTIFACT:
        h.artifacts += 1
    elif kind == BASIC_ACTION:
        h.basics += 1


cdef void holdings(const Env *e, const GameState *g, int seat, Holdings *h) noexcept nogil:
    """Deed cards of every zone, crystals, and Shields that count for the standard achievements (R17.1)."""
    cdef const Player *p = &g.players[seat]
    cdef int i, site
    cdef int k = 0
    cdef int card = owned_card(p, 0)
    memset(h, 0, sizeof(Holdings))
    while card != NONE:
        _card(e, card, h)
        k += 1
        card = owned_card(p, k)
    for i in range(4):
        h.crystals += p.crystals[i]
        h.colours += p.crystals[i] > 0
    for i in range(g.n_tiles * 7):
        if not (g.spaces[i].shields >> seat) & 1:
            continue
        site = g.spaces[i].site
        if site == KEEP or site == MAGE_TOWER or (site == MONASTERY and g.spaces[i].flags & SP_BURNED):
            h.conqueror += 1
        elif e.sites[site].adventure:
            h.adventurer += 1


cdef int _matched(const Holdings *h) noexcept nogil:
    """Basic colours that Advanced Actions of their own can be named for, a card of two colours for one of them."""
    cdef int wanted, mask, have, size, i
    cdef int short_ = 0
    for wanted in range(1, 16):
        size = 0
        for i in range(4):
            size += (wanted >> i) & 1
        have = 0
        for mask in range(1, 16):
            if mask & wanted:
                have += h.action_masks[mask]
        if size - have > short_:
            short_ = size - have
    return 4 - short_


cdef int _fames(const Env *e, const GameState *g, int *highest) noexcept nogil:
    """Different Fame values among the tokens kept by a Skill; the highest in ``highest``."""
    cdef int seen[64]
    cdef int n = 0
    cdef int different = 0
    cdef int row, fame
    memset(&seen[0], 0, sizeof(seen))
    highest[0] = 0
    while True:
        row = kept_token(g, n)
        if row == NONE:
            return different
        n += 1
        fame = min(e.enemies[row].fame, 63)
        different += not seen[fame]
        seen[fame] = 1
        highest[0] = max(highest[0], fame)


cdef int kept_points(const Env *e, const GameState *g) noexcept nogil:
    """The highest Fame of the tokens kept and points for each different one, where the Hero scores them."""
    cdef const ChallengeRow *c = &e.challenges[g.players[0].hero]
    cdef int highest
    cdef int different = _fames(e, g, &highest)
    return (highest if c.score_kept else 0) + different * c.per_kept


cdef int _wounds(const Env *e, const Player *p) noexcept nogil:
    """Wounds in the deck and on Units."""
    cdef int i
    cdef int n = count_wounds(e, p)
    for i in range(p.n_units):
        n += p.units[i].wounds
    return n


cdef int _levels(const Env *e, const Player *p) noexcept nogil:
    cdef int i
    cdef int n = 0
    for i in range(p.n_units):
        n += e.units[p.units[i].kind].level
    return n


cdef void _part(int asked, int have, int *sum_, int *parts) noexcept nogil:
    """One condition: how much of it there is, in per cent."""
    if asked:
        parts[0] += 1
        sum_[0] += 100 if have >= asked else 100 * have // asked


cdef int goal_share(const Env *e, const GameState *g, int seat) noexcept nogil:
    """How much of the goal is there, per cent: the mean over what is asked; 100 exactly when it is met."""
    cdef const Player *p = &g.players[seat]
    cdef const ChallengeRow *c = &e.challenges[p.hero]
    cdef Holdings h
    cdef int sum_ = 0
    cdef int parts = 0
    cdef int highest = 0
    holdings(e, g, seat, &h)
    _part(c.wounds, _wounds(e, p), &sum_, &parts)
    _part(c.spells, h.spells, &sum_, &parts)
    _part(4 if c.colours else 0, h.colours, &sum_, &parts)
    _part(c.unit_levels, _levels(e, p), &sum_, &parts)
    _part(c.conqueror, h.conqueror, &sum_, &parts)
    _part(c.adventurer, h.adventurer, &sum_, &parts)
    _part(c.kept, _fames(e, g, &highest), &sum_, &parts)
    _part(16 if c.basics else 0, h.basics, &sum_, &parts)
    _part(4 if c.action_colours else 0, _matched(&h), &sum_, &parts)
    _part(c.artifacts, h.artifacts, &sum_, &parts)
    _part(c.crystals, h.crystals, &sum_, &parts)
    return sum_ // parts if parts else 100


cdef bint goal_met(const Env *e, const GameState *g, int seat) noexcept nogil:
    """The additional objective of the seat's Hero is complete."""
    return goal_share(e, g, seat) == 100
