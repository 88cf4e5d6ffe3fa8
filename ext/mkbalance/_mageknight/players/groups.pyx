"""Which enemies to attack together: every small group is priced with the cheapest set of sources that defeats it."""

from libc.string cimport memset

from mkbalance._mageknight.attacking cimport foe_armor
from mkbalance._mageknight.foes cimport foe_alive, fortifications
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.players.goals cimport victory_worth
from mkbalance._mageknight.players.harm cimport foe_harm, foe_worth
from mkbalance._mageknight.players.sources cimport cover
from mkbalance._mageknight.state cimport CB_LAIR, FOE_GARRISON, Foe


cdef int source_attack(const GameState *g, const Sourced *s, uint32_t mask, bint ranged) noexcept nogil:
    """Twice the Attack points a source gives against a group: inefficient points count one (R9.2.3)."""
    cdef int resist = 0
    cdef bint both = False
    cdef bint walls = False
    cdef int i, k, kind, element, points, total
    for i in range(g.combat.n):
        if (mask >> i) & 1:
            resist |= g.combat.foes[i].resist
            both = both or (g.combat.foes[i].resist & (RESIST_FIRE | RESIST_ICE)) == (RESIST_FIRE | RESIST_ICE)
            walls = walls or fortifications(g, &g.combat.foes[i]) > 0
    if s.gain == NULL:
        if ranged:
            return 0
        return 1 if resist & RESIST_PHYSICAL and not g.turn.all_cold else 2
    kind = SIEGE if g.turn.all_siege else s.gain.kind
    if ranged and (kind == MELEE or (walls and kind != SIEGE)):
        return 0
    total = 0
    for k in range(2):
        points = s.gain.attack[k]
        if points <= 0:
            continue
        if k == 0 and s.kind == ACT_UNIT:
            points += g.turn.units_attack
        element = COLDFIRE if g.turn.all_cold else s.gain.element[k]
        if ((element == PHYSICAL and resist & RESIST_PHYSICAL) or (element == FIRE and resist & RESIST_FIRE)
                or (element == ICE and resist & RESIST_ICE) or (element == COLDFIRE and both)):
            total += points
        else:
            total += 2 * points
    return total


cdef int set_aside(const GameState *g, uint32_t mask) noexcept nogil:
    """Twice the points that wait for the Attack phase against a group: set aside before, and Move that may become Attack."""
    cdef int resist = 0
    cdef bint both = False
    cdef int i, element, points
    cdef int total = 0
    for i in range(g.combat.n):
        if (mask >> i) & 1:
            resist |= g.combat.foes[i].resist
            both = both or (g.combat.foes[i].resist & (RESIST_FIRE | RESIST_ICE)) == (RESIST_FIRE | RESIST_ICE)
    for i in range(4):
        points = g.combat.later[i]
        if i == PHYSICAL:
            points += g.combat.later_clean + (g.turn.move if g.turn.convert & 1 else 0)
        element = COLDFIRE if g.turn.all_cold else i
        if ((element == PHYSICAL and resist & RESIST_PHYSICAL) or (element == FIRE and resist & RESIST_FIRE)
                or (element == ICE and resist & RESIST_ICE) or (element == COLDFIRE and both)):
            total += points
        else:
            total += 2 * points
    return total


cdef bint _possible(const GameState *g, int foe, bint ranged) noexcept nogil:
    """May be attacked in the Ranged phase now, or in the Attack phase (to come)."""
    cdef const Foe *f = &g.combat.foes[foe]
    if not foe_alive(f) or f.source == FROM_SUMMON or f.armor <= 0:
        return False
    if f.source == FROM_HEAD and (f.slot == HEAD_CONTROL or f.marks >= f.levels):
        return False
    if f.source == FROM_HEAD and f.phase_hit and (g.step == STEP_ATTACK or ranged):
        return False
    return not ranged or fortifications(g, f) < 2


cdef bint _last(const Env *e, const GameState *g, uint32_t mask) noexcept nogil:
    """Whether the defeat of these reaches the goal: no other head is left of the dragon, no other defender of the last city."""
    cdef const Foe *f
    cdef int i
    if g.combat.site == CITY and e.setup.ends & END_CITIES:
        if g.n_conquered + 1 < e.setup.cities:
            return False
        for i in range(g.combat.n):
            f = &g.combat.foes[i]
            if f.flags & FOE_GARRISON and foe_alive(f) and not (mask >> i) & 1:
                return False
        return True
    if not g.combat.flags & CB_LAIR or e.setup.ends & END_CITIES and g.n_conquered + 1 < e.setup.cities:
        return False
    for i in range(g.combat.n):
        f = &g.combat.foes[i]
        if f.source == FROM_HEAD and f.slot != HEAD_CONTROL and f.marks < f.levels and not (mask >> i) & 1:
            return False
    return True


cdef void _price(const Env *e, const GameState *g, const Policy *p, const Sources *s, bint ranged, bint aside, uint64_t banned,
                 uint32_t mask, const uint8_t *want, const int *worth, Group *best) noexcept nogil:
    cdef int16_t points[96]
    cdef Cover found
    cdef int i, need, net
    cdef bint ends = False
    need = 0
    net = 0
    for i in range(g.combat.n):
        if (mask >> i) & 1:
            if g.combat.foes[i].source == FROM_HEAD:
                need += foe_armor(g, &g.combat.foes[i]) * want[i]
                net += worth[i] * want[i]
                if want[i] + g.combat.foes[i].marks >= g.combat.foes[i].levels:
                    net += 5 * p.weights.fame
                    ends = True
                    if ranged:
                        net += foe_harm(e, g, p, i)
            else:
                need += foe_armor(g, &g.combat.foes[i])
                net += worth[i]
    if (ends or g.combat.site == CITY) and _last(e, g, mask):
        net += victory_worth(e, g, p) * (100 - p.weights.credit) // 100
    if net <= best.net:
        return
    for i in range(s.n):
        points[i] = <int16_t> source_attack(g, &s.items[i], mask, ranged)
    if not cover(g, s, points, 2 * need - (set_aside(g, mask) if aside else 0), banned, &found):
        return
    net -= found.cost
    if net > best.net:
        best.net = net
        best.mask = mask
        best.cover = found
        for i in range(20):
            best.want[i] = want[i]


cdef bint best_group(const Env *e, const GameState *g, const Policy *p, const Sources *s, bint ranged, bint aside, uint64_t banned,
                     uint32_t excluded, Group *out) noexcept nogil:
    """The group with the highest worth less cost; False if none is worth its cards. ``aside``: points set aside are still there."""
    cdef int foes[20]
    cdef int worth[20]
    cdef uint8_t want[20]
    cdef int n = 0
    cdef int heads = 0
    cdef int i, k, left
    cdef uint32_t subset, mask, all_heads
    memset(&want[0], 0, 20)
    out.net = 0
    out.mask = 0
    all_heads = 0
    for i in range(g.combat.n):
        if (excluded >> i) & 1 or not _possible(g, i, ranged):
            continue
        worth[i] = foe_worth(e, g, p, i)
        if g.combat.foes[i].source == FROM_HEAD:
            heads += 1
            all_heads |= <uint32_t> 1 << i
            left = g.combat.foes[i].levels - g.combat.foes[i].marks
            for k in range(1, left + 1):
                want[i] = <uint8_t> k
                _price(e, g, p, s, ranged, aside, banned, <uint32_t> 1 << i, want, worth, out)
            continue
        if ranged:
            worth[i] += foe_harm(e, g, p, i)
        foes[n] = i
        n += 1
    if heads > 1:
        # two heads together, and all of them, to the last level
        mask = all_heads
        while mask:
            i = 0
            while not (mask >> i) & 1:
                i += 1
            mask &= ~(<uint32_t> 1 << i)
            want[i] = g.combat.foes[i].levels - g.combat.foes[i].marks
            for k in range(i + 1, g.combat.n):
                if (all_heads >> k) & 1:
                    want[k] = g.combat.foes[k].levels - g.combat.foes[k].marks
                    _price(e, g, p, s, ranged, aside, banned, (<uint32_t> 1 << i) | (<uint32_t> 1 << k), want, worth, out)
        if heads > 2:
            _price(e, g, p, s, ranged, aside, banned, all_heads, want, worth, out)
    if n <= 4:
        for subset in range(1, 1 << n):
            mask = 0
            for i in range(n):
                if (subset >> i) & 1:
                    mask |= <uint32_t> 1 << foes[i]
            _price(e, g, p, s, ranged, aside, banned, mask, want, worth, out)
    else:
        mask = 0
        for i in range(n):
            mask |= <uint32_t> 1 << foes[i]
            _price(e, g, p, s, ranged, aside, banned, <uint32_t> 1 << foes[i], want, worth, out)
        _price(e, g, p, s, ranged, aside, banned, mask, want, worth, out)
    return out.mask != 0


cdef int prospects(const Env *e, const GameState *g, const Policy *p, const Sources *s, uint64_t banned, uint32_t excluded) noexcept nogil:
    """Worth of the Attack phase with these sources, group after group."""
    cdef Group group
    cdef int total = 0
    cdef int _k
    for _k in range(3):
        if not best_group(e, g, p, s, False, _k == 0, banned, excluded, &group):
            break
        total += group.net
        banned |= group.cover.used
        excluded |= group.mask
    return total
