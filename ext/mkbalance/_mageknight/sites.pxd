"""Sites (R10): what may be done where the Hero stands. See sites.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport GameState, Options


cdef bint interactable(const Env *e, const GameState *g) noexcept nogil
cdef bint enterable(const Env *e, const GameState *g) noexcept nogil
cdef void site_actions(const Env *e, const GameState *g, Options *o) noexcept nogil
cdef void enter(const Env *e, GameState *g) noexcept nogil
cdef void draw_dwellers(const Env *e, GameState *g, int space) noexcept nogil
cdef void burn(const Env *e, GameState *g) noexcept nogil
cdef void altar(const Env *e, GameState *g) noexcept nogil
cdef void altar_paid(const Env *e, GameState *g) noexcept nogil
cdef void destroy(const Env *e, GameState *g, int space) noexcept nogil
cdef void remove_rampager(const Env *e, GameState *g, int space) noexcept nogil
