"""Combat with enemies (R9): how a fight starts, and its phases.

A fight is told in the order of the rulebook: who takes part (foes.pyx, possessed.pyx), attacks (attacking.pyx), summoned
enemies (summoning.pyx) and blocks (blocking.pyx), damage (damage.pyx); effects on enemies are in weakening.pyx. An attack (or
block) is made in three moves: name the targets (the attack to block), play whatever gives points, resolve. Attack and Block
points are never kept. What a fight leaves behind is in outcomes.pyx.
"""

from libc.stdint cimport uint8_t
from libc.string cimport memset

from mkbalance._mageknight.attacking cimport clear_attack
from mkbalance._mageknight.blocking cimport clear_block
from mkbalance._mageknight.content cimport Env, rule
from mkbalance._mageknight.damage cimport spend_martyr
from mkbalance._mageknight.foes cimport attack_open
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.rulers cimport ruler_summons
from mkbalance._mageknight.state cimport ATK_CANCELLED, ATK_OPEN, FOE_NO_ATTACK, Combat, Foe, GameState
from mkbalance._mageknight.summoning cimport call_summoned, dismiss_summoned
from mkbalance._mageknight.trace cimport *


cdef void combat_begin(const Env *e, GameState *g, int space, int site, int flags) noexcept nogil:
    """Start a fight (R9.1): leftover Healing, Move and Influence are lost (R9.1.5, R4.6.3)."""
    cdef Combat *k = &g.combat
    memset(k, 0, sizeof(Combat))
    k.space = <uint8_t> space
    k.site = <uint8_t> site
    k.flags = flags
    k.damage_foe = NONE
    k.block_foe = NONE
    k.from_space = NONE
    k.own_foe = NONE
    g.turn.combat_started = 0
    g.turn.heal = 0
    if not rule(e, RULE_LEFTOVER_MOVE_IN_COMBAT):
        g.turn.move = 0
    g.turn.influence = 0
    g.players[g.seat].tally.combats += 1
    told(e, g, TOLD_COMBAT, space, site, flags, 0)


cdef void _silence_heads(GameState *g) noexcept nogil:
    """A head whose level 1 is marked does not attack; with all of them silent the control head is too (A.7.4)."""
    cdef Combat *k = &g.combat
    cdef bint speaking = False
    cdef int i, j
    for i in range(k.n):
        if k.foes[i].source == FROM_HEAD and k.foes[i].slot != HEAD_CONTROL and k.foes[i].marks < k.foes[i].levels:
            speaking = True
    for i in range(k.n):
        if k.foes[i].source != FROM_HEAD:
            continue
        if k.foes[i].slot == HEAD_CONTROL:
            if speaking:
                continue
        elif k.foes[i].marks < k.foes[i].levels:
            continue
        k.foes[i].flags |= FOE_NO_ATTACK
        for j in range(k.foes[i].n_attacks):
            if k.foes[i].state[j] == ATK_OPEN:
                k.foes[i].state[j] = ATK_CANCELLED


cdef void _strengthen(GameState *g, int change) noexcept nogil:
    """Every attack still to be blocked changes as the Block phase begins, and back as it ends (OP_FOES_ATTACK)."""
    cdef Foe *f
    cdef int i, j
    if change == 0:
        return
    for i in range(g.combat.n):
        f = &g.combat.foes[i]
        for j in range(f.n_attacks):
            if attack_open(g, i, j):
                f.value[j] = <signed char> max(f.value[j] + change, 0)


cdef void open_phase(const Env *e, GameState *g, int step) noexcept nogil:
    """Enter a phase and do what happens at its start."""
    cdef int i
    g.step = <uint8_t> step
    told(e, g, TOLD_PHASE, step, 0, 0, 0)
    g.combat.phase_defeated = 0
    g.combat.phase_harvest = 0
    g.turn.fame_phase = 0
    for i in range(g.combat.n):
        g.combat.foes[i].phase_hit = 0
    if step == STEP_BLOCK:
        _silence_heads(g)
        call_summoned(e, g)
        _strengthen(g, g.turn.foes_attack)
        ruler_summons(e, g)


cdef void close_phase(const Env *e, GameState *g) noexcept nogil:
    """Leave a phase; points not used are lost."""
    clear_attack(g)
    g.turn.combat_started = 1
    g.turn.aim = 0
    g.combat.fork = 0
    if g.step == STEP_DAMAGE:
        spend_martyr(e, g)
        dismiss_summoned(e, g)
    elif g.step == STEP_BLOCK:
        _strengthen(g, -<int> g.turn.foes_attack)
        g.combat.parts = 0
        clear_block(g)
