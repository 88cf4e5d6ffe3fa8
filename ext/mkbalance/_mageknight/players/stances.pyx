"""How to meet a fight: which enemies to shoot first, which to block.

The rules of thumb of fight.pyx judge one attack at a time. Where several enemies strike at once the choices are listed here
and played out to the end of the turn; the best is kept in the memory of the fight. Whether to attend an air attack fully or
in part (A.12.4) is played out likewise.
"""

from libc.stdint cimport int16_t, uint8_t, uint32_t

from libc.string cimport memset

from mkbalance._mageknight.attacking cimport foe_armor
from mkbalance._mageknight.blocking cimport block_need
from mkbalance._mageknight.engine cimport advance, apply
from mkbalance._mageknight.foes cimport attack_open, foe_alive
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.players.appraise cimport appraise
from mkbalance._mageknight.players.fight cimport find_kind, source_block
from mkbalance._mageknight.players.groups cimport source_attack
from mkbalance._mageknight.players.hidden cimport forget
from mkbalance._mageknight.players.memory cimport *
from mkbalance._mageknight.players.planner cimport decide
from mkbalance._mageknight.players.sources cimport WANT_ATTACK, WANT_BLOCK, Cover, Sources, cover, gather
from mkbalance._mageknight.players.travel cimport Roads, attract, survey
from mkbalance._mageknight.state cimport CB_LAIR, Foe


cdef bint _elusive(const GameState *g) noexcept nogil:
    """Whether an enemy is easier to defeat once it is blocked."""
    cdef int i
    for i in range(g.combat.n):
        if g.combat.foes[i].abilities & ELUSIVE and foe_alive(&g.combat.foes[i]):
            return True
    return False


cdef bint stance_due(const GameState *g, const Policy *p, const Memory *m) noexcept nogil:
    """Whether the choice of this phase is still to be made, and worth the trouble."""
    if not p.weights.stances or m.simulated > 1 or g.n_pending or g.combat.attacking or g.combat.block_foe != NONE:
        return False
    if m.simulated and p.weights.stances < (2 if g.combat.flags & CB_LAIR or g.combat.site == CITY or _elusive(g) else 3):
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


cdef void choose_stance(const Env *e, const GameState *g, const Policy *p, Memory *m) noexcept nogil:
    """Choose whom to shoot, or whom to block: every choice, and the rules of thumb, are played out to the end of the turn."""
    cdef Env quiet = e[0]
    cdef GameState base
    cdef Stances stances
    cdef Roads roads
    cdef Memory mind
    cdef uint8_t bit = STANCE_SHOTS if g.step == STEP_RANGED else STANCE_BLOCKS
    cdef int i, worth
    cdef int best, pick
    m.chosen |= bit
    quiet.trace = NULL
    list_stances(&quiet, g, p, &stances)
    if stances.n < 2:
        m.chosen &= ~bit
        m.chosen |= <uint8_t> (bit << 4)
        return
    base = g[0]
    if not m.simulated:
        forget(&quiet, &base, 0)
    survey(&quiet, g, &roads)
    attract(&quiet, g, p, &roads)
    mind = m[0]
    mind.simulated = 2
    mind.chosen &= ~bit
    best = _fight_on(&quiet, &base, p, &mind, &roads) + 1
    pick = -1
    for i in range(stances.n):
        mind = m[0]
        mind.simulated = 2
        if bit == STANCE_SHOTS:
            mind.shots = stances.masks[i]
        else:
            mind.stance = stances.masks[i]
        worth = _fight_on(&quiet, &base, p, &mind, &roads)
        if worth > best:
            best = worth
            pick = i
    if pick < 0:
        m.chosen &= ~bit
        m.chosen |= <uint8_t> (bit << 4)
    elif bit == STANCE_SHOTS:
        m.shots = stances.masks[pick]
    else:
        m.stance = stances.masks[pick]


cdef int _fight_on(const Env *e, const GameState *g, const Policy *p, Memory *m, const Roads *roads) noexcept nogil:
    """Play the fight and the rest of the turn on a copy."""
    cdef GameState h = g[0]
    cdef Options o
    cdef int seat = g.seat
    cdef int _k
    for _k in range(MAX_STEPS):
        if not advance(e, &h, &o) or h.seat != seat or h.step == STEP_MOVE:
            break
        if h.n_pending == 0 and find_kind(&o, ACT_END_TURN) >= 0:
            break
        apply(e, &h, o.items[decide(e, &h, &o, p, m)])
        if h.step == STEP_END_TURN or h.step == STEP_NEXT:
            break
    return appraise(e, &h, p, roads)


cdef int choose_attendance(const Env *e, const GameState *g, const Options *o, const Policy *p) noexcept nogil:
    """Attend the air attack fully, which is the next turn in advance, or in part (A.12.4): both are played out."""
    cdef Env quiet = e[0]
    cdef GameState base = g[0]
    cdef GameState h
    cdef Options other
    cdef Memory m
    cdef Roads roads
    cdef int i, worth, _k
    cdef int seat = g.seat
    cdef int best = -(1 << 21)
    cdef int index = 0
    quiet.trace = NULL
    forget(&quiet, &base, 0)
    survey(&quiet, g, &roads)
    memset(&roads.pull[0], 0, sizeof(roads.pull))
    memset(&roads.aim[0], 0, sizeof(roads.aim))
    for i in range(o.n):
        h = base
        memset(&m, 0, sizeof(Memory))
        m.simulated = 1
        apply(&quiet, &h, o.items[i])
        for _k in range(MAX_STEPS):
            if not advance(&quiet, &h, &other) or h.seat != seat or not (h.n_pending or STEP_RANGED <= h.step <= STEP_ATTACK):
                break
            apply(&quiet, &h, other.items[decide(&quiet, &h, &other, p, &m)])
        worth = appraise(&quiet, &h, p, &roads) - (p.weights.turn if o.items[i].a else 0)
        if worth > best:
            best = worth
            index = i
    return index
