"""Faction tokens (A.6). See factions.pyx."""

from libc.stdint cimport uint64_t

from mkbalance._mageknight.content cimport Env, OptionRow
from mkbalance._mageknight.state cimport Action, GameState, Options, Pending, Player

cdef enum:
    TOKEN_INFLUENCE = 3   # a token handed over in an interaction (A.6.1), Fame 1 otherwise


cdef inline int tokens_held(const Player *p, int row) noexcept nogil:
    """Tokens of this row in the seat's play area."""
    return <int> (p.faction_tokens >> (2 * row)) & 3


cdef void factions_set_up(const Env *e, GameState *g) noexcept nogil
cdef void gain_faction_token(const Env *e, GameState *g, int faction) noexcept nogil
cdef bint token_ready(const Env *e, const GameState *g, int row) noexcept nogil
cdef void faction_options(const Env *e, const GameState *g, Options *o, int win) noexcept nogil
cdef void trade_in_options(const Env *e, const GameState *g, Options *o) noexcept nogil
cdef void use_faction_token(const Env *e, GameState *g, Action act) noexcept nogil
cdef void trade_in(const Env *e, GameState *g, Action act) noexcept nogil
cdef void rep_lost(const Env *e, GameState *g, int restored) noexcept nogil
cdef bint faction_ready(const Env *e, const GameState *g, int op, int b) noexcept nogil
cdef bint list_faction(const Env *e, const GameState *g, Options *o) noexcept nogil
cdef bint answer_faction(const Env *e, GameState *g, Action act) noexcept nogil
cdef void run_faction(const Env *e, GameState *g, const Pending *t) noexcept nogil
cdef int count_tokens(const Env *e, const Player *p) noexcept nogil
