"""What a proxy player takes (A.11.4). See takings.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.state cimport GameState, Options

cdef enum:  # what a site may give a proxy
    GIVES_ADVENTURE = 1
    GIVES_FIGHT = 2       # a fortified site, a monastery to burn
    GIVES_CARD = 4        # something to recruit or learn

cdef bint proxy_assaults(const Env *e, const GameState *g, int k, int space) noexcept nogil
cdef int proxy_gives(const Env *e, const GameState *g, int k, int space) noexcept nogil
cdef void objective_done(const Env *e, GameState *g, int k) noexcept nogil
cdef void beat_rampager(const Env *e, GameState *g, int k, int space) noexcept nogil
cdef void storm(const Env *e, GameState *g, int k, int space, int from_space) noexcept nogil
cdef void raid(const Env *e, GameState *g, int k) noexcept nogil
cdef void burn_down(const Env *e, GameState *g, int k) noexcept nogil
cdef void lowest_tokens(const Env *e, const GameState *g, int space, Options *o) noexcept nogil
cdef void drop_token(const Env *e, GameState *g, int k, int space, int i, int from_space) noexcept nogil
cdef int cheapest(const Env *e, const GameState *g, int k, int space) noexcept nogil
cdef void card_options(const Env *e, const GameState *g, int k, int what, Options *o) noexcept nogil
cdef void take_card(const Env *e, GameState *g, int k, int what, int slot) noexcept nogil
