"""The enemies of a fight (R9.1): how they join it, and what can be asked of one. See foes.pyx."""

from mkbalance._mageknight.content cimport EnemyRow, Env
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.state cimport (
    ATK_BLOCKED,
    ATK_OPEN,
    CB_UNFORTIFIED,
    FOE_DEFEATED,
    FOE_GONE,
    FOE_NO_ATTACK,
    Foe,
    GameState,
)


cdef enum:
    OFFENSIVE = SWIFT | BRUTAL | POISON | PARALYZE | ASSASSINATION | CUMBERSOME | VAMPIRIC


cdef inline bint foe_alive(const Foe *f) noexcept nogil:
    return (f.flags & (FOE_DEFEATED | FOE_GONE)) == 0


cdef inline bint attack_open(const GameState *g, int foe, int attack) noexcept nogil:
    """An attack that is still to be blocked or to do its damage."""
    cdef const Foe *f = &g.combat.foes[foe]
    if not foe_alive(f) or f.flags & FOE_NO_ATTACK or attack >= f.n_attacks:
        return False
    return f.state[attack] == ATK_OPEN and f.element[attack] < SUMMON


cdef inline bint wholly_blocked(const Foe *f) noexcept nogil:
    """All its attacks were blocked; prevented ones do not count (R9.6.2)."""
    cdef int j
    if f.n_attacks == 0:
        return False
    for j in range(f.n_attacks):
        if f.state[j] != ATK_BLOCKED:
            return False
    return True


cdef inline int fortifications(const GameState *g, const Foe *f) noexcept nogil:
    return f.fort + (f.fort_site if not g.combat.flags & CB_UNFORTIFIED else 0)


cdef bint any_open_attack(const GameState *g) noexcept nogil
cdef void copy_attacks(Foe *f, const EnemyRow *row) noexcept nogil
cdef void city_bonus(const GameState *g, Foe *f) noexcept nogil
cdef int add_foe(const Env *e, GameState *g, int row, int source, int slot, int space, int flags) noexcept nogil
cdef int add_head(const Env *e, GameState *g, int head, int level) noexcept nogil
cdef int add_horseman(const Env *e, GameState *g, int kind) noexcept nogil
cdef int add_trap(const Env *e, GameState *g, int row) noexcept nogil
cdef void control_bonus(const Env *e, GameState *g) noexcept nogil
