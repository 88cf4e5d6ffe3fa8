"""The enemies of a fight as they join it (R9.1): tokens, dragon heads, Horsemen, traps; what the place lends them."""

from libc.stdint cimport uint8_t
from libc.string cimport memset

from mkbalance._mageknight.content cimport EnemyRow, Env
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.knowledge cimport looked_at
from mkbalance._mageknight.quests cimport curse
from mkbalance._mageknight.state cimport (
    ATK_OPEN,
    CB_ASSAULT,
    FOE_GARRISON,
    FOE_LOOKED,
    City,
    Combat,
    Foe,
    GameState,
    city_is,
    fault,
)
from mkbalance._mageknight.trace cimport *


cdef bint any_open_attack(const GameState *g) noexcept nogil:
    cdef int i, j
    for i in range(g.combat.n):
        for j in range(g.combat.foes[i].n_attacks):
            if attack_open(g, i, j):
                return True
    return False


cdef void copy_attacks(Foe *f, const EnemyRow *row) noexcept nogil:
    cdef int i
    f.n_attacks = row.n_attacks if row.n_attacks < MAX_ATTACKS else MAX_ATTACKS
    for i in range(f.n_attacks):
        f.value[i] = row.value[i]
        f.element[i] = row.element[i]
        f.state[i] = ATK_OPEN
        f.traits[i] = <uint8_t> (row.abilities & OFFENSIVE) if row.element[i] != PSYCHIC else 0


cdef void city_bonus(const GameState *g, Foe *f) noexcept nogil:
    """What the city under attack lends its defenders (R11.2), each attack on its own; a Megapolis both its colours (R20.9)."""
    cdef const City *c = &g.cities[g.spaces[g.combat.space].extra]
    cdef int i
    if city_is(c, WHITE):
        f.armor += 1
        f.armor_high += 1
    for i in range(f.n_attacks):
        if city_is(c, BLUE):
            if f.element[i] == FIRE or f.element[i] == ICE:
                f.value[i] += 2
            elif f.element[i] == COLDFIRE:
                f.value[i] += 1
        if f.element[i] == PHYSICAL:
            if city_is(c, RED):
                f.traits[i] |= BRUTAL
            if city_is(c, GREEN):
                f.traits[i] |= POISON


cdef Foe *_stand(GameState *g, const EnemyRow *r, int row, int source, int slot, int space) noexcept nogil:
    """An enemy as printed takes its place in the fight; NULL and a fault if there is none."""
    cdef Foe *f
    if g.combat.n >= MAX_FOES:
        fault(g, FAULT_CAPACITY)
        return NULL
    f = &g.combat.foes[g.combat.n]
    memset(f, 0, sizeof(Foe))
    f.row = <uint8_t> row
    f.source = <uint8_t> source
    f.slot = <uint8_t> slot
    f.space = <uint8_t> space
    f.abilities = r.abilities
    f.resist = r.resist
    f.armor = r.armor
    f.armor_high = r.armor_high if r.armor_high > r.armor else r.armor
    f.possessed = NONE
    copy_attacks(f, r)
    return f


cdef int _join(const Env *e, GameState *g, Foe *f) noexcept nogil:
    """It is counted and told; returns its index."""
    if g.n_quests and f.source != FROM_TRAP:  # a trap is no enemy
        curse(e, g, f)
    g.combat.n += 1
    told(e, g, TOLD_FOE, g.combat.n - 1, f.row, f.source, NONE)
    return g.combat.n - 1


cdef int add_foe(const Env *e, GameState *g, int row, int source, int slot, int space, int flags) noexcept nogil:
    """An enemy token joins the fight; returns its index."""
    cdef const Combat *k = &g.combat
    cdef const EnemyRow *r = &e.enemies[row]
    cdef Foe *f = _stand(g, r, row, source, slot, space)
    if f == NULL:
        return -1
    f.flags = <uint8_t> flags
    f.fame = r.fame
    f.defend = r.defend
    if looked_at(g, source, space, slot):
        f.flags |= FOE_LOOKED
    f.fort = 1 if r.abilities & FORTIFIED else 0
    if flags & FOE_GARRISON and k.flags & CB_ASSAULT and not r.abilities & UNFORTIFIED:
        f.fort_site = 1
    if flags & FOE_GARRISON and k.site == CITY:
        city_bonus(g, f)
    return _join(e, g, f)


cdef int add_head(const Env *e, GameState *g, int head, int level) noexcept nogil:
    """A dragon head at a level (A.7); its row is head * HEAD_LEVELS + level - 1, its Fame comes with its last level."""
    cdef int row = head * HEAD_LEVELS + level - 1
    cdef Foe *f = _stand(g, &e.heads[row], row, FROM_HEAD, head, g.combat.space)
    if f == NULL:
        return -1
    f.levels = <uint8_t> level
    return _join(e, g, f)


cdef int add_horseman(const Env *e, GameState *g, int kind) noexcept nogil:
    """A Horseman at its level (A.8.2); it is never fortified by the place."""
    cdef int row = kind * HORSEMAN_LEVELS + g.horsemen[kind].level - 1
    cdef Foe *f = _stand(g, &e.horsemen[row], row, FROM_HORSEMAN, kind, g.horsemen[kind].space)
    if f == NULL:
        return -1
    f.faction = FACTION_CULT
    f.fame = e.horsemen[row].fame
    return _join(e, g, f)


cdef int add_trap(const Env *e, GameState *g, int row) noexcept nogil:
    """A trap strikes (A.5.2): attacks to be blocked or to be suffered."""
    cdef Foe *f = _stand(g, &e.traps[row], row, FROM_TRAP, 0, g.combat.space)
    if f == NULL:
        return -1
    f.abilities |= ARCANE_IMMUNITY
    return _join(e, g, f)


cdef void control_bonus(const Env *e, GameState *g) noexcept nogil:
    """The control head at 4, 8 or 12 strengthens every attack of the others (A.7.4)."""
    cdef Combat *k = &g.combat
    cdef int bonus = 0
    cdef int i, j
    for i in range(k.n):
        if k.foes[i].source == FROM_HEAD and k.foes[i].slot == HEAD_CONTROL:
            bonus = e.heads[k.foes[i].row].bonus
    if not bonus:
        return
    for i in range(k.n):
        if k.foes[i].source == FROM_HEAD and k.foes[i].slot != HEAD_CONTROL:
            for j in range(k.foes[i].n_attacks):
                k.foes[i].value[j] += <signed char> bonus
