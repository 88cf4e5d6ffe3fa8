"""Effects on enemies other than Attack and Block (R9.1.6, R9.7): Armor and attacks changed, abilities ignored, attacks prevented."""

from libc.stdint cimport int16_t, uint16_t, uint8_t
from libc.string cimport memset

from mkbalance._mageknight.blocking cimport mark_blocked
from mkbalance._mageknight.content cimport Env, rule
from mkbalance._mageknight.foes cimport OFFENSIVE, attack_open, city_bonus, copy_attacks
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.state cimport ATK_CANCELLED, ATK_OPEN, FOE_GARRISON, FOE_NO_ATTACK, Combat, Foe, GameState
from mkbalance._mageknight.tokens cimport discard_token, draw_token
from mkbalance._mageknight.trace cimport *


cdef bint affects(const GameState *g, const Foe *f, int colours) noexcept nogil:
    """Whether an effect other than Attack and Block, from a source of these colours, works on the enemy (R9.1.6, R9.7)."""
    if f.abilities & ARCANE_IMMUNITY:
        return False
    if colours & (1 << RED) and f.resist & RESIST_FIRE:
        return False
    return not (colours & (1 << BLUE) and f.resist & RESIST_ICE)


cdef void change_attack(const Env *e, GameState *g, int foe, int attack, int amount) noexcept nogil:
    """One attack grows or shrinks; at 0 it counts as blocked."""
    cdef Foe *f = &g.combat.foes[foe]
    if f.state[attack] != ATK_OPEN:
        return
    cdef int value = f.value[attack] + amount
    if amount < 0 and rule(e, RULE_SWIFT_REDUCTION):
        f.undoubled += <uint16_t> (min(-amount, 15 - ((f.undoubled >> 4 * attack) & 15)) << 4 * attack)
    f.value[attack] = <signed char> (value if value > 0 else 0)
    told(e, g, TOLD_CHANGE, foe, 1, amount, attack)
    if value <= 0 and rule(e, RULE_ZERO_ATTACK_IS_BLOCKED):
        mark_blocked(e, g, foe, attack)
    elif value <= 0:
        f.state[attack] = ATK_CANCELLED


cdef void change_armor(const Env *e, GameState *g, int foe, int amount) noexcept nogil:
    """Armor, both values of an Elusive enemy, at least 1."""
    cdef Foe *f = &g.combat.foes[foe]
    if f.armor <= 0:  # it cannot be attacked
        return
    f.armor = <signed char> (f.armor + amount if f.armor + amount > 1 else 1)
    f.armor_high = <signed char> (f.armor_high + amount if f.armor_high + amount > 1 else 1)
    told(e, g, TOLD_CHANGE, foe, 0, amount, 0)


cdef bint may_ignore(const GameState *g, int foe, int what) noexcept nogil:
    """Whether this can be ignored (OP_PREY): 0 to 9 an Ability bit, 10 to 12 a resistance, 13 fortifications; from 16 the
    attacks: attack * 2 + 16 its fire, + 17 its ice."""
    cdef const Foe *f = &g.combat.foes[foe]
    cdef int attack = (what - 16) // 2
    cdef int j
    if what == 13:
        return f.fort + f.fort_site > 0
    if what >= 16:
        if not attack_open(g, foe, attack):
            return False
        return f.element[attack] == COLDFIRE or f.element[attack] == (ICE if what & 1 else FIRE)
    if what >= 10:
        return (f.resist >> (what - 10)) & 1
    if 1 << what == FORTIFIED or 1 << what == UNFORTIFIED:
        return False
    if (f.abilities >> what) & 1 and (1 << what) & ~OFFENSIVE:
        return True
    for j in range(f.n_attacks):
        if attack_open(g, foe, j) and (f.traits[j] >> what) & 1 and (1 << what) & OFFENSIVE:
            return True
    return False


cdef void ignore(const Env *e, GameState *g, int foe, int what) noexcept nogil:
    """Take from the enemy what may_ignore named."""
    cdef Foe *f = &g.combat.foes[foe]
    cdef int attack = (what - 16) // 2
    cdef int j
    if what == 13:
        if f.fort:
            f.fort -= 1
        else:
            f.fort_site = 0
    elif what >= 16:
        if f.element[attack] == COLDFIRE:
            f.element[attack] = FIRE if what & 1 else ICE
        else:
            f.element[attack] = PHYSICAL
    elif what >= 10:
        f.resist &= <uint8_t> ~(1 << (what - 10))
    else:
        f.abilities &= <uint16_t> ~(1 << what)
        for j in range(f.n_attacks):
            f.traits[j] &= <uint8_t> ~(1 << what)
    told(e, g, TOLD_CHANGE, foe, 2, 0, 0)


cdef void cancel_attacks(const Env *e, GameState *g, int foe) noexcept nogil:
    """The enemy does not attack in this combat and summons nothing; not a block."""
    cdef Foe *f = &g.combat.foes[foe]
    cdef int j
    f.flags |= FOE_NO_ATTACK
    for j in range(f.n_attacks):
        if f.state[j] == ATK_OPEN:
            f.state[j] = ATK_CANCELLED
    told(e, g, TOLD_CANCEL, foe, 0, 0, 0)


cdef void take_over(const Env *e, GameState *g, int foe) noexcept nogil:
    """The enemy attacks nobody; its attacks, a summoned token's for a summoner, are one's own against others (OP_POSSESS)."""
    cdef Combat *k = &g.combat
    cdef Foe *f = &k.foes[foe]
    cdef Foe drawn
    cdef int i, j, row
    memset(&k.own[0], 0, 4 * sizeof(int16_t))
    k.own_foe = <uint8_t> foe
    for i in range(f.n_attacks):
        if f.state[i] != ATK_OPEN:
            continue
        if f.element[i] < SUMMON:
            k.own[f.element[i] if f.element[i] <= COLDFIRE else <int> PHYSICAL] += f.value[i]
            continue
        row = draw_token(g, f.value[i])
        if row == NONE:
            continue
        told(e, g, TOLD_SUMMON, foe, row, 0, 0)
        memset(&drawn, 0, sizeof(Foe))
        copy_attacks(&drawn, &e.enemies[row])
        if f.flags & FOE_GARRISON and k.site == CITY:
            city_bonus(g, &drawn)
        for j in range(drawn.n_attacks):
            if drawn.element[j] <= COLDFIRE:
                k.own[drawn.element[j]] += drawn.value[j]
        discard_token(e, g, row)
    cancel_attacks(e, g, foe)
