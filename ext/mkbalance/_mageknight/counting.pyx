"""Conditions and counters of effects: Day or Night, places, what lies in hand, what was blocked (OP_IF, OP_PER, OP_BLOCK_ICONS)."""

from mkbalance._mageknight.combat cimport in_combat
from mkbalance._mageknight.content cimport EnemyRow
from mkbalance._mageknight.effects cimport SOURCE_UNIT
from mkbalance._mageknight.foes cimport foe_alive, wholly_blocked
from mkbalance._mageknight.hexmap cimport active_site, terrain_at
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.mana cimport night_effects
from mkbalance._mageknight.state cimport ATK_BLOCKED, CB_WOUNDED, Player, source_of


cdef bint _lowest(const GameState *g) noexcept nogil:
    """Strictly lowest Fame; nobody has it alone in a solo game."""
    cdef int i
    for i in range(g.n_seats):
        if i != g.seat and g.players[i].fame <= g.players[g.seat].fame:
            return False
    return g.n_seats > 1


cdef bint holds(const Env *e, const GameState *g, const Pending *t) noexcept nogil:
    cdef int which = t.b
    cdef int site
    if which == IF_DAY:
        return not night_effects(e, g)
    if which == IF_NIGHT:
        return night_effects(e, g)
    if which == IF_INTERACTION:
        return g.turn.interacting != 0
    if which == IF_FOREST:
        return terrain_at(e, g, g.players[g.seat].space) == FOREST
    if which == IF_UNWOUNDED:
        return g.step == STEP_BLOCK or not g.combat.flags & CB_WOUNDED
    if which == IF_COMBAT:
        return in_combat(g)
    if which == IF_LOWEST:
        return _lowest(g)
    if which == IF_PAID:
        return g.turn.paid != 0
    if which >= IF_FORTIFIED_SITE:
        site = active_site(g, g.players[g.seat].space)
        if which == IF_GLADE:
            return site == GLADE
        return (e.sites[site].fortified != 0) if which == IF_FORTIFIED_SITE else site != GLADE and not e.sites[site].fortified
    if which == IF_ELSEWHERE:
        return terrain_at(e, g, g.players[g.seat].space) != FOREST
    if IF_ON_RED <= which <= IF_ON_WHITE:
        return (source_of(t) == SOURCE_UNIT and t.ref < g.players[g.seat].n_units
                and g.players[g.seat].units[t.ref].extra == which - IF_ON_RED)
    return not in_combat(g)


cdef int _blocked(const GameState *g) noexcept nogil:
    """Enemies blocked in this combat; a summoner if all it summoned was blocked."""
    cdef const Foe *f
    cdef int n = 0
    cdef int i, j, k
    cdef bint summons, all_
    for i in range(g.combat.n):
        f = &g.combat.foes[i]
        if f.source == FROM_SUMMON or f.source == FROM_TRAP or f.n_attacks == 0:
            continue
        summons = False
        all_ = True
        for k in range(g.combat.n):
            if g.combat.foes[k].source == FROM_SUMMON and g.combat.foes[k].slot == i:
                summons = True
                all_ = all_ and wholly_blocked(&g.combat.foes[k])
        for j in range(f.n_attacks):
            if not (summons and f.element[j] >= SUMMON):
                all_ = all_ and f.state[j] == ATK_BLOCKED
        n += all_
    return n


cdef int counted(const Env *e, const GameState *g, int which) noexcept nogil:
    cdef const Player *p = &g.players[g.seat]
    cdef int n = 0
    cdef int i
    if which == PER_WOUND:
        n = p.hand_wounds
        for i in range(p.n_units):
            n += p.units[i].wounds
    elif which == PER_BLOCKED:
        n = _blocked(g)
    elif which == PER_FOE:
        for i in range(g.combat.n):
            n += (foe_alive(&g.combat.foes[i]) and g.combat.foes[i].source != FROM_SUMMON and g.combat.foes[i].source != FROM_TRAP
                  and not (g.combat.foes[i].source == FROM_HEAD and g.combat.foes[i].levels
                           and g.combat.foes[i].marks >= g.combat.foes[i].levels))
    elif which == PER_SET:
        n = 3
        for i in range(4):
            n = p.crystals[i] if p.crystals[i] < n else n
    elif which == PER_COLOUR:
        for i in range(4):
            n += p.crystals[i] > 0
    elif which == PER_READY:
        for i in range(p.n_units):
            if p.units[i].ready and not p.units[i].wounds:
                n += 1
        n = n if n < 3 else 3
    elif which == PER_ADVENTURE or which == PER_STRONGHOLD:
        n = p.conquests[which - PER_ADVENTURE]
    else:
        n = g.turn.count
    return n


cdef int icons(const Env *e, const Foe *f) noexcept nogil:
    """Icons printed on the token: abilities, resistances, attack colours (OP_BLOCK_ICONS); none against Arcane Immunity."""
    cdef const EnemyRow *row = &e.heads[f.row] if f.source == FROM_HEAD else &e.enemies[f.row]
    cdef int n = 0
    cdef int i
    if row.abilities & ARCANE_IMMUNITY:
        return 0
    for i in range(11):
        n += (row.abilities >> i) & 1
    for i in range(3):
        n += (row.resist >> i) & 1
    n += row.defend > 0
    for i in range(row.n_attacks):
        if row.element[i] == FIRE or row.element[i] == ICE:
            n += 1
        elif row.element[i] == COLDFIRE:
            n += 2
    return n
