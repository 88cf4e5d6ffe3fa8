"""Blocks (R9.3): what an attack needs, what the Block played gives, what holds."""

from libc.stdint cimport int16_t
from libc.string cimport memset

from mkbalance._mageknight.attacking cimport defeat
from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.foes cimport wholly_blocked
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.state cimport ATK_BLOCKED, Combat, Foe, GameState
from mkbalance._mageknight.trace cimport *
from mkbalance._mageknight.weakening cimport change_armor


cdef int block_need(const GameState *g, int foe, int attack) noexcept nogil:
    cdef const Foe *f = &g.combat.foes[foe]
    if f.traits[attack] & SWIFT:
        return f.value[attack] * 2 + ((f.undoubled >> 4 * attack) & 15)
    return f.value[attack]


cdef int block_total(const GameState *g) noexcept nogil:
    """Efficient Block plus half of all inefficient Block (R9.3.2)."""
    return _block_points(g, True)


cdef int _block_points(const GameState *g, bint doubled) noexcept nogil:
    """The same with or without what counts twice against Swift."""
    cdef const Combat *k = &g.combat
    cdef const Foe *f
    cdef int element, i, n
    cdef int full = 0
    cdef int half = 0
    if k.block_foe == NONE:
        return 0
    f = &k.foes[k.block_foe]
    element = f.element[k.block_attack]
    for i in range(5):
        n = k.block[i]
        if doubled and f.traits[k.block_attack] & SWIFT:
            n += k.block_swift[i]
        if i == PSYCHIC:
            full += n if element == PSYCHIC else 0
        elif element == PSYCHIC and g.turn.mind:
            full += n
        elif element == PHYSICAL or i == COLDFIRE and element != PSYCHIC:
            full += n
        elif (element == FIRE and i == ICE) or (element == ICE and i == FIRE):
            full += n
        else:
            half += n
    if element == PSYCHIC and g.turn.mind:  # what Units gave stays inefficient (OP_MIND)
        full -= k.block_units
        half += k.block_units
    return full + half // 2


cdef void resolve_block(const Env *e, GameState *g) noexcept nogil:
    """The block in the making holds or does nothing; side effects of its cards happen either way (R9.3.3)."""
    cdef Combat *k = &g.combat
    cdef int foe = k.block_foe
    cdef int attack = k.block_attack
    cdef int total = block_total(g)
    cdef int need = block_need(g, foe, attack)
    cdef int left
    told(e, g, TOLD_BLOCK, foe, attack, total, need)
    if k.block_armor:
        change_armor(e, g, foe, -<int> k.block_armor)
    if total >= need:
        mark_blocked(e, g, foe, attack)
        left = _block_points(g, False) - k.foes[foe].value[attack]
        if k.block_bash and left > 0:
            change_armor(e, g, foe, -left * k.block_bash)
        if k.block_later:
            k.later[k.block_later_element] += k.block_later
        if k.block_destroy:
            defeat(e, g, foe)
    clear_block(g)
    k.block_played = 0
    k.block_armor = 0
    k.block_destroy = 0
    k.block_bash = 0
    k.block_later = 0


cdef void mark_blocked(const Env *e, GameState *g, int foe, int attack) noexcept nogil:
    cdef Foe *f = &g.combat.foes[foe]
    f.state[attack] = ATK_BLOCKED
    if wholly_blocked(f) and f.source != FROM_TRAP:
        g.combat.blocked += 1


cdef void clear_block(GameState *g) noexcept nogil:
    memset(&g.combat.block[0], 0, 5 * sizeof(int16_t))
    memset(&g.combat.block_swift[0], 0, 5 * sizeof(int16_t))
    g.combat.block_units = 0
    g.combat.block_foe = NONE
