"""Kept enemy tokens discarded for part of their strength (OP_PUPPET)."""

from libc.stdint cimport uint8_t

from mkbalance._mageknight.content cimport EnemyRow, Env
from mkbalance._mageknight.deeds cimport first_copy
from mkbalance._mageknight.effects cimport SOURCE_SKILL
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.points cimport gain_attack, gain_block
from mkbalance._mageknight.state cimport Action, GameState, Options, add_option
from mkbalance._mageknight.tokens cimport kept_token, release_token


cdef void puppet_options(const Env *e, const GameState *g, bint block, Options *o) noexcept nogil:
    """Kept tokens: a = row, b = the attack used (OP_PUPPET)."""
    cdef uint8_t rows[MAX_TOKENS]
    cdef int n = 0
    cdef int row, j
    row = kept_token(g, n)
    while row != NONE:
        rows[n] = <uint8_t> row
        if first_copy(&rows[0], n):
            for j in range(1 if block else e.enemies[row].n_attacks):
                if block or e.enemies[row].element[j] <= COLDFIRE:
                    add_option(o, ACT_CHOOSE, row, j, 0)
        n += 1
        row = kept_token(g, n)


cdef void puppet(const Env *e, GameState *g, bint block, Action act) noexcept nogil:
    """Half of its attack in its element, or half of its Armor against what it resists, rounded up (OP_PUPPET)."""
    cdef const EnemyRow *row = &e.enemies[act.a]
    release_token(e, g, act.a)
    if not block:
        gain_attack(e, g, (row.value[act.b] + 1) // 2, MELEE, row.element[act.b], SOURCE_SKILL)
    elif g.combat.block_foe != NONE:
        gain_block(e, g, (row.armor + 1) // 2, guard(row.resist), SOURCE_SKILL, False)


cdef int guard(int resist) noexcept nogil:
    """Element of the Block of a token: ice against fire, fire against ice, both Cold Fire."""
    if resist & RESIST_FIRE:
        return COLDFIRE if resist & RESIST_ICE else ICE
    return FIRE if resist & RESIST_ICE else PHYSICAL
