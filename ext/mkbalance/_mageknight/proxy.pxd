"""The proxy player (A.11): a dummy whose Hero walks the map. See proxy.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport Action, GameState, Options

cdef void proxy_turn(const Env *e, GameState *g, int k) noexcept nogil
cdef void proxy_dawn(const Env *e, GameState *g, int k) noexcept nogil
cdef bint list_proxy(const Env *e, const GameState *g, Options *o) noexcept nogil
cdef bint answer_proxy(const Env *e, GameState *g, Action act) noexcept nogil
cdef bint run_proxy(const Env *e, GameState *g) noexcept nogil
