"""Attacks on enemies (R9.2, R9.6): who may be attacked, what the group needs, what falls."""

from libc.stdint cimport int16_t, uint8_t
from libc.string cimport memset

from mkbalance._mageknight.centre cimport react
from mkbalance._mageknight.content cimport EnemyRow, Env, number
from mkbalance._mageknight.factions cimport gain_faction_token
from mkbalance._mageknight.foes cimport foe_alive, fortifications, wholly_blocked
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.possessed cimport free_possessed
from mkbalance._mageknight.progress cimport add_fame, add_rep
from mkbalance._mageknight.quests cimport note_kill
from mkbalance._mageknight.state cimport (
    CB_AIR,
    FOE_DEFEATED,
    FOE_HIDDEN_SUMMONER,
    FOE_LOOKED,
    FOE_RAMPAGING,
    Combat,
    Foe,
    GameState,
    Player,
    push,
)
from mkbalance._mageknight.strikes cimport soul_colours
from mkbalance._mageknight.tokens cimport discard_token
from mkbalance._mageknight.trace cimport *


cdef bint attackable(const GameState *g, const Foe *f) noexcept nogil:
    """May be a target of an attack in the present phase (R9.2, R9.6, A.7.3)."""
    if not foe_alive(f) or f.source == FROM_SUMMON or f.armor <= 0 or g.combat.flags & CB_AIR:
        return False
    if f.source == FROM_HEAD and (f.slot == HEAD_CONTROL or f.phase_hit or f.marks >= f.levels):
        return False
    return g.step == STEP_ATTACK or fortifications(g, f) < 2


cdef int foe_armor(const GameState *g, const Foe *f) noexcept nogil:
    """Armor in the present phase: the low value of an Elusive enemy only once it is wholly blocked (R9.6.2)."""
    if f.abilities & ELUSIVE and (g.step != STEP_ATTACK or not wholly_blocked(f)):
        return f.armor_high
    return f.armor


cdef int attack_need(const GameState *g) noexcept nogil:
    """Attack needed against the group under attack: the sum of Armor, one level of each head (A.7.3)."""
    cdef int need = 0
    cdef int i
    for i in range(g.combat.n):
        if (g.combat.targets >> i) & 1:
            need += foe_armor(g, &g.combat.foes[i])
    return need


cdef int attack_total(const GameState *g) noexcept nogil:
    """Efficient points plus half of all inefficient ones (R9.2.3); in the first phase what the targets' walls let through."""
    cdef const Combat *k = &g.combat
    cdef int resist = 0
    cdef bint both = False
    cdef bint walls = False
    cdef int i, kind, element, n
    cdef int full = 0
    cdef int half = 0
    for i in range(k.n):
        if (k.targets >> i) & 1:
            resist |= k.foes[i].resist
            both = both or (k.foes[i].resist & (RESIST_FIRE | RESIST_ICE)) == (RESIST_FIRE | RESIST_ICE)
            walls = walls or fortifications(g, &k.foes[i]) > 0
    for kind in range(3):
        if g.step == STEP_RANGED and (kind == MELEE or (walls and kind != SIEGE)):
            continue
        for element in range(4):
            n = k.points[kind * 4 + element]
            if element == PHYSICAL:
                if resist & RESIST_PHYSICAL:
                    half += n
                else:
                    full += n
            elif element == FIRE:
                if resist & RESIST_FIRE:
                    half += n
                else:
                    full += n
            elif element == ICE:
                if resist & RESIST_ICE:
                    half += n
                else:
                    full += n
            elif both:
                half += n
            else:
                full += n
    return full + half // 2


cdef void add_attack(GameState *g, int points, int kind, int element) noexcept nogil:
    if points <= 0:
        return
    g.combat.points[kind * 4 + element] += <int16_t> points
    g.combat.attack_played = 1


cdef void resolve_attack(const Env *e, GameState *g) noexcept nogil:
    """All or nothing against the group; a head loses a level per full Armor (R9.2.3, A.7.3)."""
    cdef Combat *k = &g.combat
    cdef int total = attack_total(g)
    cdef int need = attack_need(g)
    cdef int beaten = 0
    cdef int souls = 0
    cdef int i, levels, left
    g.turn.combat_started = 1
    cdef Foe *f
    told(e, g, TOLD_ATTACK, total, need, total >= need, <int> k.targets)
    for i in range(k.n):
        if (k.targets >> i) & 1 and k.foes[i].source == FROM_HEAD:
            k.foes[i].phase_hit = 1
        if (k.targets >> i) & 1 and k.attack_units:
            k.foes[i].unit_met = 1
    if total >= need:
        left = total - need
        for i in range(k.n):
            if not (k.targets >> i) & 1:
                continue
            f = &k.foes[i]
            if f.source != FROM_HEAD:
                defeat(e, g, i)
                beaten += 1
                souls |= soul_colours(f)
                continue
            levels = 1
            while levels < f.want and left >= foe_armor(g, f):
                left -= foe_armor(g, f)
                levels += 1
            f.hits = <uint8_t> levels
        for i in range(k.n):
            f = &k.foes[i]
            if not (k.targets >> i) & 1 or f.source != FROM_HEAD:
                continue
            levels = f.hits + left // foe_armor(g, f)
            if levels > f.levels - f.marks:
                levels = f.levels - f.marks
            left -= (levels - f.hits) * foe_armor(g, f)
            f.marks += <uint8_t> levels
            told(e, g, TOLD_HEAD, f.slot, levels, f.marks, 0)
            if f.marks >= f.levels:
                f.fell = g.step
                if k.duel == i + 1 and not f.unit_met:
                    add_fame(e, g, g.seat, 1)
                _beaten(e, g, f)
                beaten += 1
                souls |= soul_colours(f)
        if beaten:
            _attack_tail(e, g, beaten, souls)
    clear_attack(g)


cdef void _beaten(const Env *e, GameState *g, const Foe *f) noexcept nogil:
    """An enemy fell, or the last level of a head: what is counted per enemy."""
    g.combat.defeated += 1
    g.combat.phase_defeated += 1
    add_fame(e, g, g.seat, g.turn.fame_defeat + g.turn.fame_phase)
    if g.combat.phase_harvest:
        push(g, OP_CRYSTAL_ANY, 1, soul_colours(f), 0, 0)


cdef void defeat(const Env *e, GameState *g, int foe) noexcept nogil:
    """An enemy is defeated: token to the discard, Fame, Reputation (R9.2.4, R9.8.1)."""
    cdef Foe *f = &g.combat.foes[foe]
    cdef Player *p = &g.players[g.seat]
    cdef const EnemyRow *row = &e.horsemen[f.row] if f.source == FROM_HORSEMAN else &e.enemies[f.row]
    if f.flags & FOE_DEFEATED or f.source == FROM_HEAD or f.source == FROM_CARD and f.armor <= 0:
        return
    f.flags |= FOE_DEFEATED
    f.flags &= ~FOE_HIDDEN_SUMMONER
    f.fell = g.step
    told(e, g, TOLD_DEFEATED, foe, f.row, f.fame, f.source)
    if g.combat.duel == foe + 1 and not f.unit_met:
        add_fame(e, g, g.seat, 1)
    if f.source != FROM_HORSEMAN and f.source != FROM_PRINT:
        discard_token(e, g, f.row)
        react(e, g, WIN_BEATEN, f.row)
    free_possessed(g, f)
    if f.flags & FOE_LOOKED:
        add_fame(e, g, g.seat, 1)
    if f.source == FROM_SUMMON:
        return
    if f.source != FROM_HORSEMAN and f.source != FROM_PRINT:
        p.tally.defeated[row.colour] += 1
    p.tally.possessed += f.possessed != NONE
    note_kill(e, g, f)
    add_fame(e, g, g.seat, f.fame)
    if f.faction:
        gain_faction_token(e, g, f.faction)
    _beaten(e, g, f)
    add_rep(e, g, g.seat, row.rep)
    if f.flags & FOE_RAMPAGING:
        add_rep(e, g, g.seat, number(e, NUMBER_DRACONUM_REPUTATION if row.colour == TOKEN_RED else NUMBER_ORC_REPUTATION))


cdef void _attack_tail(const Env *e, GameState *g, int beaten, int souls) noexcept nogil:
    """What cards in the attack give for the enemies it beat (OP_CHIVALRY, OP_EXPLOSIVE, OP_HARVESTER)."""
    cdef int _i
    add_rep(e, g, g.seat, beaten * g.combat.attack_rep)
    add_fame(e, g, g.seat, beaten * g.combat.attack_fame)
    for _i in range(beaten * g.combat.attack_explosive):
        push(g, OP_FOE_ARMOR, -1, 0, 0, 0)
        g.pending[g.n_pending - 1].origin |= g.combat.explosive_colours
    for _i in range(g.combat.attack_harvest):
        push(g, OP_CRYSTAL_ANY, 1, souls, 0, 0)


cdef void clear_attack(GameState *g) noexcept nogil:
    cdef int i
    memset(&g.combat.points[0], 0, 12 * sizeof(int16_t))
    g.combat.targets = 0
    g.combat.attacking = 0
    g.combat.attack_played = 0
    g.combat.late_group = 0
    g.combat.attack_rep = 0
    g.combat.attack_fame = 0
    g.combat.attack_explosive = 0
    g.combat.attack_harvest = 0
    g.combat.attack_units = 0
    for i in range(g.combat.n):
        g.combat.foes[i].want = 0
