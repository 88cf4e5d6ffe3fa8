"""The four Horsemen of the Apocalypse: cards and fights (A.8.2, A.12.5). See horsemen.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.ids cimport NONE
from mkbalance._mageknight.state cimport GameState, Options


cdef inline int horsemen_on(const GameState *g, int space) noexcept nogil:
    """Mask of the Horsemen on a space."""
    cdef int mask = 0
    cdef int i
    for i in range(4):
        if g.horsemen[i].space == space and space != NONE:
            mask |= 1 << i
    return mask


cdef void horsemen_set_up(const Env *e, GameState *g) noexcept nogil
cdef void horseman_comes(const Env *e, GameState *g, int space) noexcept nogil
cdef void horseman_leaves(const Env *e, GameState *g, int kind) noexcept nogil
cdef void reveal_riders(const Env *e, GameState *g) noexcept nogil
cdef int all_horsemen(const GameState *g) noexcept nogil
cdef void tile_brings_horseman(const Env *e, GameState *g, int slot) noexcept nogil
cdef void horsemen_options(const GameState *g, int taken, int kind, Options *o) noexcept nogil
cdef void horsemen_join(const Env *e, GameState *g) noexcept nogil
cdef void horsemen_after(const Env *e, GameState *g) noexcept nogil
cdef void horsemen_leave(const Env *e, GameState *g) noexcept nogil
