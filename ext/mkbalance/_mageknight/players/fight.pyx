"""Fighting: what to shoot, block, take and attack.

Every phase asks the same question: is what the cards buy here worth more than what they would buy in the Attack phase?
``prospects`` answers the second half.
"""

from libc.stdint cimport int16_t, uint32_t

from mkbalance._mageknight.attacking cimport attack_need
from mkbalance._mageknight.blocking cimport block_need
from mkbalance._mageknight.damage cimport attack_damage
from mkbalance._mageknight.foes cimport attack_open
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.players.groups cimport Group, best_group, prospects, source_attack
from mkbalance._mageknight.players.harm cimport attack_harm, hero_harm, unit_harm
from mkbalance._mageknight.players.memory cimport STANCE_BLOCKS, STANCE_SHOTS
from mkbalance._mageknight.players.tricks cimport choose_trick
from mkbalance._mageknight.players.sources cimport (
    WANT_ATTACK,
    WANT_BLOCK,
    Cover,
    Sourced,
    Sources,
    cover,
    gather,
)
from mkbalance._mageknight.state cimport CB_AIR, Action, Combat, Foe


cdef int find(const Options *o, int kind, int a, int b, int c) noexcept nogil:
    cdef int i
    for i in range(o.n):
        if o.items[i].kind == kind and o.items[i].a == a and o.items[i].b == b and o.items[i].c == c:
            return i
    return -1


cdef int find_kind(const Options *o, int kind) noexcept nogil:
    cdef int i
    for i in range(o.n):
        if o.items[i].kind == kind:
            return i
    return -1


cdef int _play(const Options *o, const Sources *s, const Cover *c) noexcept nogil:
    """The first source of a cover that is legal now; sideways cards last."""
    cdef int k, i, index
    cdef int side = -1
    for k in range(c.n):
        i = c.at[k]
        index = find(o, s.items[i].kind, s.items[i].a, s.items[i].b, s.items[i].c)
        if index < 0:
            continue
        if s.items[i].gain != NULL:
            return index
        side = index
    return side


cdef int _leave(const Options *o, int kind) noexcept nogil:
    """The way out of a decision, or the first option."""
    cdef int i = find_kind(o, kind)
    if i >= 0:
        return i
    i = find_kind(o, ACT_END_PHASE)
    if i >= 0:
        return i
    i = find_kind(o, ACT_SIDEWAYS)
    return i if i >= 0 else 0


cdef int _points_on(const GameState *g, bint ranged) noexcept nogil:
    """Twice the Attack points of the attack in the making, for its targets."""
    cdef int resist = 0
    cdef bint both = False
    cdef int i, kind, element, n
    cdef int total = 0
    for i in range(g.combat.n):
        if (g.combat.targets >> i) & 1:
            resist |= g.combat.foes[i].resist
            both = both or (g.combat.foes[i].resist & (RESIST_FIRE | RESIST_ICE)) == (RESIST_FIRE | RESIST_ICE)
    for kind in range(3):
        if ranged and kind == MELEE:
            continue
        for element in range(4):
            n = g.combat.points[kind * 4 + element]
            if ((element == PHYSICAL and resist & RESIST_PHYSICAL) or (element == FIRE and resist & RESIST_FIRE)
                    or (element == ICE and resist & RESIST_ICE) or (element == COLDFIRE and both)):
                total += n
            else:
                total += 2 * n
    return total


cdef int _next_target(const GameState *g, const Options *o, const Memory *m) noexcept nogil:
    """The next foe of the group in mind, -1 if all are named or the group is stale."""
    cdef int i, index
    cdef uint32_t named = 0
    for i in range(g.combat.n):
        named += g.combat.foes[i].want
    if g.n_actions - m.aimed != named or g.combat.attack_played:
        return -1
    for i in range(g.combat.n):
        if not (m.group >> i) & 1:
            continue
        if (g.combat.targets >> i) & 1 and (g.combat.foes[i].source != FROM_HEAD or g.combat.foes[i].want >= m.want[i]):
            continue
        index = find(o, ACT_TARGET, i, 0, 0)
        if index >= 0:
            return index
    return -1


cdef int _set_aside_option(const Options *o) noexcept nogil:
    """Use of points set aside, or of Move turned into Attack; -1 if there is none."""
    cdef int i
    for i in range(o.n):
        if o.items[i].kind == ACT_CONVERT and (o.items[i].a == 3 or o.items[i].a == 0):
            return i
    return -1


cdef int _attack(const Env *e, const GameState *g, const Options *o, const Policy *p, Memory *m) noexcept nogil:
    """Ranged and Siege phase, Attack phase."""
    cdef Sources s, later
    cdef Group group
    cdef Cover found
    cdef int16_t points[96]
    cdef bint ranged = g.step == STEP_RANGED
    cdef int i, n, need, index, loss
    if g.combat.attacking:
        index = _next_target(g, o, m)
        if index >= 0:
            return index
        need = 2 * attack_need(g) - _points_on(g, ranged)
        if need <= 0:
            return _leave(o, ACT_RESOLVE)
        index = _set_aside_option(o)
        if index >= 0:
            return index
        gather(e, g, p, WIN_RANGED if ranged else WIN_ATTACK, WANT_ATTACK, &s)
        for i in range(s.n):
            points[i] = <int16_t> source_attack(g, &s.items[i], g.combat.targets, ranged)
        if cover(g, &s, points, need, 0, &found):
            index = _play(o, &s, &found)
            if index >= 0:
                return index
        return _leave(o, ACT_RESOLVE)
    index = choose_trick(e, g, o, p)
    if index >= 0:
        return index
    if ranged and not p.weights.ranged:
        return _leave(o, ACT_END_PHASE)
    gather(e, g, p, WIN_RANGED if ranged else WIN_ATTACK, WANT_ATTACK, &s)
    if not best_group(e, g, p, &s, ranged, not ranged, 0, ~m.shots if ranged and m.chosen & STANCE_SHOTS else 0, &group):
        return _leave(o, ACT_END_PHASE)
    if ranged and not m.chosen & STANCE_SHOTS:
        gather(e, g, p, WIN_ATTACK, WANT_ATTACK, &later)
        loss = prospects(e, g, p, &later, 0, 0) - prospects(e, g, p, &later, group.cover.used, group.mask)
        if group.net <= loss:
            return _leave(o, ACT_END_PHASE)
    for i in range(g.combat.n):
        if (group.mask >> i) & 1:
            index = find(o, ACT_TARGET, i, 0, 0)
            if index < 0:
                break
            m.group = group.mask
            m.aimed = g.n_actions
            for n in range(20):
                m.want[n] = group.want[n]
            return index
    return _leave(o, ACT_END_PHASE)


cdef int source_block(const GameState *g, const Sourced *s, int element, int traits) noexcept nogil:
    """Twice the Block points a source gives against an attack (R9.3.2)."""
    cdef int n
    if s.gain == NULL:
        return 2 if element == PHYSICAL else 1
    n = s.gain.block
    if s.kind == ACT_UNIT:
        n += g.turn.units_block
    if traits & SWIFT and s.gain.swift:
        n *= 2
    return 2 * n if _efficient(element, s.gain.block_element) else n


cdef inline bint _efficient(int element, int block) noexcept nogil:
    """Whether Block of an element counts in full against an attack of one (R9.3.2)."""
    if element == PSYCHIC or block == PSYCHIC:
        return element == block
    return element == PHYSICAL or block == COLDFIRE or (element == FIRE and block == ICE) or (element == ICE and block == FIRE)


cdef int _blocked_so_far(const GameState *g, int element, int traits) noexcept nogil:
    cdef int i
    cdef int total = 0
    cdef int n
    for i in range(5):
        n = g.combat.block[i]
        if traits & SWIFT:
            n += g.combat.block_swift[i]
        if _efficient(element, i):
            total += 2 * n
        elif i != PSYCHIC:
            total += n
    return total


cdef int _block(const Env *e, const GameState *g, const Options *o, const Policy *p, const Memory *m) noexcept nogil:
    """Block phase: the block whose averted harm most exceeds its cards' worth, in themselves and in the Attack phase."""
    cdef const Combat *k = &g.combat
    cdef const Foe *f
    cdef Sources s, later
    cdef Cover found
    cdef int16_t points[96]
    cdef int i, j, n, need, index, net, all_, harm
    cdef int best = 0
    cdef int best_foe = -1
    cdef int best_attack = 0
    gather(e, g, p, WIN_BLOCK, WANT_BLOCK, &s)
    if k.block_foe != NONE:
        f = &k.foes[k.block_foe]
        need = 2 * block_need(g, k.block_foe, k.block_attack) - _blocked_so_far(g, f.element[k.block_attack], f.traits[k.block_attack])
        if need > 0:
            for i in range(s.n):
                points[i] = <int16_t> source_block(g, &s.items[i], f.element[k.block_attack], f.traits[k.block_attack])
            if cover(g, &s, points, need, 0, &found):
                index = _play(o, &s, &found)
                if index >= 0:
                    return index
        return _leave(o, ACT_RESOLVE)
    index = choose_trick(e, g, o, p)
    if index >= 0:
        return index
    all_ = -1
    for i in range(k.n):
        f = &k.foes[i]
        for j in range(f.n_attacks):
            if not attack_open(g, i, j) or find(o, ACT_BLOCK, i, j, 0) < 0:
                continue
            if m.chosen & STANCE_BLOCKS and not (m.stance >> i) & 1:
                continue
            harm = attack_harm(e, g, p, i, j)
            for n in range(s.n):
                points[n] = <int16_t> source_block(g, &s.items[n], f.element[j], f.traits[j])
            if not cover(g, &s, points, 2 * block_need(g, i, j), 0, &found):
                continue
            net = harm - found.cost
            if m.chosen & STANCE_BLOCKS:
                net += 1 << 12
            if net <= best:
                continue
            if p.weights.block and not k.flags & CB_AIR and not m.chosen & STANCE_BLOCKS:
                if all_ < 0:
                    gather(e, g, p, WIN_ATTACK, WANT_ATTACK, &later)
                    all_ = prospects(e, g, p, &later, 0, 0)
                if all_ > 0:
                    net -= all_ - prospects(e, g, p, &later, found.used, 0)
            if net > best:
                best = net
                best_foe = i
                best_attack = j
    if best_foe >= 0:
        return find(o, ACT_BLOCK, best_foe, best_attack, 0)
    return _leave(o, ACT_END_PHASE)


cdef int _damage(const Env *e, const GameState *g, const Options *o, const Policy *p) noexcept nogil:
    """Assign Damage: the cheapest taker of the worst attack first."""
    cdef int i, cost, damage
    cdef int best = 1 << 20
    cdef int index = 0
    cdef const Action *act
    for i in range(o.n):
        act = &o.items[i]
        if act.kind != ACT_ASSIGN:
            continue
        damage = g.combat.damage_left if g.combat.damage_foe != NONE else attack_damage(g, act.a, act.b)
        if act.c == HERO:
            cost = hero_harm(e, g, p, &g.combat.foes[act.a], act.b, damage)
        else:
            cost = unit_harm(e, g, p, &g.combat.foes[act.a], act.b, act.c, damage)
        # a cheap taker of a bad attack first: compare with what the Hero would suffer
        cost -= hero_harm(e, g, p, &g.combat.foes[act.a], act.b, damage)
        if cost < best:
            best = cost
            index = i
    return index


cdef int choose_fight(const Env *e, const GameState *g, const Options *o, const Policy *p, Memory *m) noexcept nogil:
    """The option to take in a combat phase."""
    if g.step == STEP_BLOCK:
        return _block(e, g, o, p, m)
    if g.step == STEP_DAMAGE:
        return _damage(e, g, o, p)
    return _attack(e, g, o, p, m)
