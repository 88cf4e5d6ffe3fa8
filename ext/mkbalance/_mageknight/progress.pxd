"""Fame, Reputation, levels as numbers (R1.1, R1.2). Level-up rewards are in rewards.pyx (R12.6)."""

from libc.stdint cimport int8_t, int16_t

from mkbalance._mageknight.content cimport Env, LevelRow
from mkbalance._mageknight.factions cimport rep_lost
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.state cimport GameState, Player
from mkbalance._mageknight.trace cimport TOLD_FAME, TOLD_REP, told

cdef enum:
    NO_INTERACTION = -128


cdef inline bint shadowed(const GameState *g) noexcept nogil:
    """No Fame and no Reputation for the rest of the combat (OP_SHADOWS)."""
    return g.combat.no_fame != 0 and STEP_RANGED <= g.step <= STEP_ATTACK


cdef inline void add_fame(const Env *e, GameState *g, int seat, int n) noexcept nogil:
    cdef Player *p = &g.players[seat]
    if n == 0 or (n > 0 and shadowed(g)):
        return
    p.fame += <int16_t> n
    if p.fame < 0:
        p.fame = 0
    told(e, g, TOLD_FAME, n, p.fame, 0, 0)


cdef inline void add_rep(const Env *e, GameState *g, int seat, int n) noexcept nogil:
    """Move on the Reputation track, clamped at both ends."""
    cdef Player *p = &g.players[seat]
    cdef int now = p.rep + n
    cdef int less = p.rep + n + 1
    if n == 0 or shadowed(g):
        return
    if now > 7:
        now = 7
    if now < -7:
        now = -7
    p.rep = <int8_t> now
    told(e, g, TOLD_REP, n, now, 0, 0)
    if n < 0 and p.faction_tokens and seat == g.seat:
        rep_lost(e, g, 1 if less > now else 0)


cdef inline int rep_modifier(const Env *e, const GameState *g, int seat) noexcept nogil:
    """Influence modifier of the seat's space; NO_INTERACTION at X."""
    if g.turn.ignore_rep and seat == g.seat:
        return 0
    return e.reputation[g.players[seat].rep + 7]


cdef inline const LevelRow *level_row(const Env *e, const Player *p) noexcept nogil:
    return &e.levels[p.level - 1]
