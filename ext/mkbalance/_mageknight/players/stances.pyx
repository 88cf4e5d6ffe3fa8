"""How to meet a fight: which enemies to shoot first, which to block.

The rules of thumb of fight.pyx judge one attack at a time. Where several enemies strike at once the choices are listed here
and played out to the end of the turn (planner.pyx); the best is kept in the memory of the fight.
"""

from libc.stdint cimport int16_t, uint32_t

from mkbalance._mageknight.combat cimport attack_open, block_need, foe_alive, foe_armor
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.players.fight cimport source_block
from mkbalance._mageknight.players.groups cimport source_attack
from mkbalance._mageknight.players.memory cimport *
from mkbalance._mageknight.players.sources cimport WANT_ATTACK, WANT_BLOCK, Cover, Sources, cover, gather
from mkbalance._mageknight.state cimport CB_LAIR, Foe


cdef bint stance_due(const GameState *g, const Policy *p, const Memory *m) noexcept nogil:
    """Whether the choice of this phase is still to be made, and worth the trouble."""
    if not p.weights.stances or m.simulated > 1 or g.n_pending or g.combat.attacking or g.combat.block_foe != NONE:
        return False
    if m.simulated and not (g.combat.flags & CB_LAIR and p.weights.stances > 1):
        return False
    if g.step == STEP_RANGED:
        return p.weights.ranged and not m.chosen & (STANCE_SHOTS | STANCE_SHOTS << 4)
    return g.step == STEP_BLOCK and not m.chosen & (STANCE_BLOCKS | STANCE_BLOCKS << 4)


cdef uint32_t _shootable(const Env *e, const GameState *g, const Policy *p) noexcept nogil:
    """Foes that could be shot dead."""
    cdef Sources s
    cdef Cover found
    cdef const Foe *f
    cdef int16_t points[96]
    cdef int i, k, need
    cdef uint32_t mask = 0
    gather(e, g, p, WIN_RANGED, WANT_ATTACK, &s)
    if not s.n:
        return 0
    for i in range(g.combat.n):
        f = &g.combat.foes[i]
        if not foe_alive(f) or f.armor <= 0 or (f.source == FROM_HEAD and f.slot == HEAD_CONTROL):
            continue
        need = 2 * foe_armor(g, f) * (f.levels if f.source == FROM_HEAD else 1)
        for k in range(s.n):
            points[k] = <int16_t> source_attack(g, &s.items[k], <uint32_t> 1 << i, True)
        if cover(g, &s, points, need, 0, &found):
            mask |= <uint32_t> 1 << i
    return mask


cdef uint32_t _blockable(const Env *e, const GameState *g, const Policy *p) noexcept nogil:
    """Foes of whose attacks one could be blocked."""
    cdef Sources s
    cdef Cover found
    cdef const Foe *f
    cdef int16_t points[96]
    cdef int i, j, k
    cdef uint32_t mask = 0
    gather(e, g, p, WIN_BLOCK, WANT_BLOCK, &s)
    for i in range(g.combat.n):
        f = &g.combat.foes[i]
        for j in range(f.n_attacks):
            if (mask >> i) & 1 or not attack_open(g, i, j):
                continue
            for k in range(s.n):
                points[k] = <int16_t> source_block(g, &s.items[k], f.element[j], f.traits[j])
            if cover(g, &s, points, 2 * block_need(g, i, j), 0, &found):
                mask |= <uint32_t> 1 << i
    return mask


cdef void list_stances(const Env *e, const GameState *g, const Policy *p, Stances *out) noexcept nogil:
    """No foe, each foe, each pair and all of those that could be met in this phase."""
    cdef uint32_t can = _shootable(e, g, p) if g.step == STEP_RANGED else _blockable(e, g, p)
    cdef int i, k
    cdef int count = 0
    out.n = 1
    out.masks[0] = 0
    for i in range(g.combat.n):
        if not (can >> i) & 1:
            continue
        count += 1
        if out.n < 40:
            out.masks[out.n] = <uint32_t> 1 << i
            out.n += 1
        for k in range(i):
            if (can >> k) & 1 and out.n < 40:
                out.masks[out.n] = (<uint32_t> 1 << i) | (<uint32_t> 1 << k)
                out.n += 1
    if count > 2 and out.n < 40:
        out.masks[out.n] = can
        out.n += 1
