"""What fighting a Horseman promises: its Fame, its points at the end, the levels its head is spared (A.8.2, A.12.5)."""

from mkbalance._mageknight.content cimport EnemyRow
from mkbalance._mageknight.horsemen cimport horsemen_on
from mkbalance._mageknight.ids cimport *


cdef int rider_reward(const Env *e, const GameState *g, const Policy *p, int kind, int might) noexcept nogil:
    """Promise of one Horseman, in tenths, less for a Hero who can hardly beat it."""
    cdef const EnemyRow *row = &e.horsemen[kind * HORSEMAN_LEVELS + g.horsemen[kind].level - 1]
    cdef int need = row.armor + row.value[0]
    cdef int reward = p.weights.fame * (row.fame + e.setup.score_horseman)
    if g.heads[kind]:
        reward += (4 - g.horsemen[kind].sites) * p.weights.head // 2
    if need > might + 2:
        reward = reward * might // (2 * need)
    return reward * 2 // 3


cdef int riders_reward(const Env *e, const GameState *g, const Policy *p, int space, int might) noexcept nogil:
    """Best promise among the Horsemen on a space."""
    cdef int there = horsemen_on(g, space)
    cdef int best = 0
    cdef int kind
    for kind in range(4):
        if (there >> kind) & 1:
            best = max(best, rider_reward(e, g, p, kind, might))
    return best
