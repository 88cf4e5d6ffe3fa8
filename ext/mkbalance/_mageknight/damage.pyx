"""Damage of attacks that were not blocked (R9.5): to the Hero or to Units."""

from libc.stdint cimport int16_t, uint8_t
from libc.string cimport memset

from mkbalance._mageknight.banners cimport banner_of, lose_banner
from mkbalance._mageknight.content cimport Env, UnitRow, rule
from mkbalance._mageknight.deeds cimport discard_add, discard_hand, wounds_to_hand
from mkbalance._mageknight.foes cimport attack_open
from mkbalance._mageknight.handlimit cimport knockout_limit
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.progress cimport level_row
from mkbalance._mageknight.quests cimport unit_gone
from mkbalance._mageknight.state cimport (
    ATK_DEALT,
    BARRED,
    BARRED_WOUND,
    CB_KNOCKED_OUT,
    CB_NO_UNITS,
    CB_THUGS_PAID,
    CB_WOUNDED,
    Combat,
    Foe,
    GameState,
    Options,
    Player,
    UnitCard,
    add_option,
)
from mkbalance._mageknight.trace cimport *


cdef int attack_damage(const GameState *g, int foe, int attack) noexcept nogil:
    cdef const Foe *f = &g.combat.foes[foe]
    return f.value[attack] * 2 if f.traits[attack] & BRUTAL else f.value[attack]


cdef void assign_options(const Env *e, const GameState *g, Options *o) noexcept nogil:
    """Who may take the damage: the attack in progress, or any attack not yet dealt with (R9.5.1)."""
    cdef int i, j
    if g.combat.damage_foe != NONE:
        _options_of(e, g, g.combat.damage_foe, g.combat.damage_attack, o)
        return
    for i in range(g.combat.n):
        for j in range(g.combat.foes[i].n_attacks):
            if attack_open(g, i, j):
                _options_of(e, g, i, j, o)


cdef void _options_of(const Env *e, const GameState *g, int foe, int attack, Options *o) noexcept nogil:
    cdef int slot = g.combat.foes[foe].redirect[attack] - 1
    if slot >= 0 and _unit_may_take(e, g, slot, 0):
        _unit_options(e, g, foe, attack, slot, o)
        return
    add_option(o, ACT_ASSIGN, foe, attack, HERO)
    for slot in range(g.players[g.seat].n_units):
        if _unit_may_take(e, g, slot, g.combat.foes[foe].traits[attack]):
            _unit_options(e, g, foe, attack, slot, o)


cdef void _unit_options(const Env *e, const GameState *g, int foe, int attack, int slot, Options *o) noexcept nogil:
    """Damage to a Unit, with its Banner's help where it has that (SHIELDED)."""
    add_option(o, ACT_ASSIGN, foe, attack, slot)
    if g.players[g.seat].units[slot].banner_up and banner_of(e, &g.players[g.seat].units[slot]) == BANNER_FORTITUDE:
        add_option(o, ACT_ASSIGN, foe, attack, slot + SHIELDED)


cdef bint _unit_may_take(const Env *e, const GameState *g, int slot, int traits) noexcept nogil:
    cdef const UnitCard *u = &g.players[g.seat].units[slot]
    cdef int price = e.units[u.kind].damage_cost
    if g.combat.martyr != slot + 1 and (u.wounds or u.barred):
        return False
    if g.turn.units_safe or traits & ASSASSINATION or (g.combat.no_regulars and not e.units[u.kind].flags & UNIT_ELITE):
        return False
    if g.combat.flags & CB_NO_UNITS and g.combat.guest != slot + 1:
        return False
    return not price or g.combat.flags & CB_THUGS_PAID or g.turn.influence >= price


cdef void assign(const Env *e, GameState *g, int foe, int attack, int target) noexcept nogil:
    """Assign the damage of one attack, or what is left of it, to a Unit or the Hero (R9.5)."""
    cdef Combat *k = &g.combat
    cdef Foe *f = &k.foes[foe]
    if k.damage_foe == NONE:
        k.damage_foe = <uint8_t> foe
        k.damage_attack = <uint8_t> attack
        k.damage_left = <int16_t> attack_damage(g, foe, attack)
        told(e, g, TOLD_DAMAGE, foe, attack, k.damage_left, 0)
    if target == HERO:
        _soak(g, f.element[attack])
        _hurt_hero(e, g, f, f.traits[attack], k.damage_left)
        k.damage_left = 0
    else:
        k.damage_left = <int16_t> _hurt_unit(e, g, f, attack, target % SHIELDED, target >= SHIELDED, k.damage_left)
    if k.damage_left <= 0:
        f.state[attack] = ATK_DEALT
        k.damage_foe = NONE
        k.damage_left = 0


cdef void _soak(GameState *g, int element) noexcept nogil:
    """Damage to the Hero that is ignored, after Brutal (OP_SOAK); used up by this attack."""
    cdef int n = g.turn.soak[element] if element <= PSYCHIC else 0
    g.combat.damage_left -= <int16_t> (n if n < g.combat.damage_left else g.combat.damage_left)
    memset(&g.turn.soak[0], 0, 5)


cdef void _hurt_hero(const Env *e, GameState *g, Foe *f, int traits, int damage) noexcept nogil:
    cdef Player *p = &g.players[g.seat]
    cdef int armor = level_row(e, p).armor
    cdef int n = (damage + armor - 1) // armor
    cdef int _i
    if n > 0 and g.turn.veil == 1:
        g.turn.veil = 2
        n -= 1
    if n <= 0:
        return
    if traits & POISON:
        for _i in range(n):
            discard_add(g, p, e.wound)
        p.tally.wounds_taken += n
        g.turn.wounds_pile += <uint8_t> n
        told(e, g, TOLD_WOUND, 0, n, 0, 0)
    hero_wounds(e, g, n)
    f.hurt = <uint8_t> min(200, f.hurt + (2 * n if traits & POISON else n))
    if traits & PARALYZE:
        told(e, g, TOLD_PARALYZED, 0, 0, 0, 0)
        discard_hand(e, g, p)
    if traits & VAMPIRIC:
        if traits & POISON and rule(e, RULE_VAMPIRIC_DISCARD):
            n *= 2
        f.armor += <signed char> n
        f.armor_high += <signed char> n


cdef void hero_wounds(const Env *e, GameState *g, int n) noexcept nogil:
    """Wounds to hand in combat; as many as the unmodified Hand limit knock the Hero out (R9.5.8)."""
    cdef Player *p = &g.players[g.seat]
    cdef Combat *k = &g.combat
    wounds_to_hand(e, g, p, n)
    k.wounds = <uint8_t> (k.wounds + n if k.wounds + n < 250 else 250)
    if n:
        k.flags |= CB_WOUNDED
    if not k.flags & CB_KNOCKED_OUT and k.wounds >= knockout_limit(e, g, g.seat):
        k.flags |= CB_KNOCKED_OUT
        p.tally.knocked_out += 1
        told(e, g, TOLD_KNOCKED_OUT, 0, 0, 0, 0)
        discard_hand(e, g, p)
    elif k.flags & CB_KNOCKED_OUT:
        discard_hand(e, g, p)


cdef int _hurt_unit(const Env *e, GameState *g, Foe *f, int attack, int slot, bint shielded, int damage) noexcept nogil:
    """Damage to a Unit (R9.5.2 to R9.5.4), its Banner ignoring the Wound or not; returns what is left."""
    cdef Player *p = &g.players[g.seat]
    cdef UnitCard *u = &p.units[slot]
    cdef const UnitRow *row = &e.units[u.kind]
    cdef int traits = f.traits[attack]
    cdef int armor = row.level if f.element[attack] == PSYCHIC else row.armor
    cdef int left = damage
    cdef int resist = row.resist | (u.resist & 7) | g.turn.units_resist
    cdef int banner = banner_of(e, u)
    f.unit_met = 1
    if f.element[attack] != PSYCHIC:
        armor += g.turn.units_armor + (banner == BANNER_GLORY or banner == BANNER_PROTECTION)
    if banner == BANNER_PROTECTION:
        resist |= RESIST_FIRE | RESIST_ICE
    if row.damage_cost and not g.combat.flags & CB_THUGS_PAID:
        g.turn.influence -= row.damage_cost
        g.combat.flags |= CB_THUGS_PAID
    if g.combat.martyr == slot + 1:
        left -= 2 * armor if _resists(resist, f.element[attack]) else armor
        if traits & VAMPIRIC and (left > -armor or not _resists(resist, f.element[attack])):
            f.armor += 1
            f.armor_high += 1
        spend_martyr(e, g)
        return left if left > 0 else 0
    if _resists(resist, f.element[attack]):
        left -= armor
        if left <= 0:
            u.barred |= BARRED
            told(e, g, TOLD_UNIT_ABSORB, slot, u.kind, 0, 0)
            return 0
    left -= armor
    if shielded:
        u.banner_up = 0
        u.barred |= BARRED
        told(e, g, TOLD_UNIT_ABSORB, slot, u.kind, 0, 0)
        return left if left > 0 else 0
    if traits & PARALYZE:
        told(e, g, TOLD_UNIT_LOST, u.kind, 0, 0, 0)
        remove_unit(g, p, slot)
        return left if left > 0 else 0
    if traits & VAMPIRIC:
        f.armor += 1
        f.armor_high += 1
    u.wounds = 2 if traits & POISON else 1
    u.barred |= BARRED | BARRED_WOUND
    told(e, g, TOLD_UNIT_WOUND, slot, u.kind, u.wounds, 0)
    return left if left > 0 else 0


cdef bint _resists(int resist, int element) noexcept nogil:
    if element == PHYSICAL:
        return (resist & RESIST_PHYSICAL) != 0
    if element == FIRE:
        return (resist & RESIST_FIRE) != 0
    if element == ICE:
        return (resist & RESIST_ICE) != 0
    if element == COLDFIRE:
        return (resist & (RESIST_FIRE | RESIST_ICE)) == (RESIST_FIRE | RESIST_ICE)
    return False


cdef void spend_martyr(const Env *e, GameState *g) noexcept nogil:
    """The Unit that took damage once more leaves the game (OP_MARTYR)."""
    cdef int slot = g.combat.martyr - 1
    g.combat.martyr = 0
    if 0 <= slot < g.players[g.seat].n_units:
        told(e, g, TOLD_UNIT_LOST, g.players[g.seat].units[slot].kind, 0, 0, 0)
        remove_unit(g, &g.players[g.seat], slot)


cdef void remove_unit(GameState *g, Player *p, int slot) noexcept nogil:
    """A Unit leaves the game; its Banner goes to the discard pile (R7.6)."""
    cdef int i
    cdef int j
    lose_banner(g, p, &p.units[slot])
    if g.n_quests:
        unit_gone(g, p, slot)
    for i in range(g.combat.n):
        for j in range(MAX_ATTACKS):
            _shift(&g.combat.foes[i].redirect[j], slot)
    _shift(&g.combat.guest, slot)
    _shift(&g.combat.martyr, slot)
    g.turn.acting = NONE
    for i in range(slot, p.n_units - 1):
        p.units[i] = p.units[i + 1]
    p.n_units -= 1


cdef void _shift(uint8_t *mark, int slot) noexcept nogil:
    """A mark of a Unit slot + 1 after that slot has gone."""
    if mark[0] == slot + 1:
        mark[0] = 0
    elif mark[0] > slot + 1:
        mark[0] -= 1
