"""Instructions of a fight that ask nothing: Attack and Block with a tail, changes to every enemy, what beaten enemies give (R9)."""

from libc.stdint cimport int8_t, uint8_t

from mkbalance._mageknight.combat cimport in_combat
from mkbalance._mageknight.counting cimport icons
from mkbalance._mageknight.effects cimport SOURCE_RULE, SOURCE_UNIT
from mkbalance._mageknight.foes cimport foe_alive, fortifications, wholly_blocked
from mkbalance._mageknight.hexmap cimport printed_cost, terrain_at
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.mana cimport gain_mana, night_effects
from mkbalance._mageknight.points cimport boosted, gain_attack, gain_block
from mkbalance._mageknight.progress cimport add_fame
from mkbalance._mageknight.state cimport CB_UNFORTIFIED, OWN_WOUND, Player, colours_of, push, source_of
from mkbalance._mageknight.trace cimport TOLD_CHANGE, told
from mkbalance._mageknight.weakening cimport affects, change_armor


cdef void _all_foes(const Env *e, GameState *g, const Pending *t) noexcept nogil:
    """An effect on every enemy it works on."""
    cdef int i, amount
    cdef Foe *f
    for i in range(g.combat.n):
        f = &g.combat.foes[i]
        if not foe_alive(f) or not affects(g, f, colours_of(t)):
            continue
        if source_of(t) == SOURCE_UNIT:
            f.unit_met = 1
        if t.op == OP_FOE_ARMOR:
            amount = t.a + (t.c if fortifications(g, f) else 0)
            change_armor(e, g, i, amount)
        elif t.op == OP_FOE_STRIP:
            strip(e, g, i, t.a)
        elif t.op == OP_FOE_BLOCKED_ARMOR1 and wholly_blocked(f) and f.source != FROM_SUMMON:
            change_armor(e, g, i, -100)


cdef void strip(const Env *e, GameState *g, int foe, int what) noexcept nogil:
    """Take away fortifications (1), all resistances (2), Fire (4) or Ice (8) resistance."""
    cdef Foe *f = &g.combat.foes[foe]
    if what & 1:
        f.fort = 0
        f.fort_site = 0
    if what & 2:
        f.resist = 0
    if what & 4:
        f.resist &= ~RESIST_FIRE
    if what & 8:
        f.resist &= ~RESIST_ICE
    told(e, g, TOLD_CHANGE, foe, 2, what, 0)


cdef void _sacrifice(const Env *e, GameState *g, const Pending *t) noexcept nogil:
    """All pairs of the two colours attack and become mana tokens (OP_SACRIFICE)."""
    cdef Player *p = &g.players[g.seat]
    cdef int n = min(p.crystals[t.a], p.crystals[t.b])
    p.crystals[t.a] -= <uint8_t> n
    p.crystals[t.b] -= <uint8_t> n
    gain_mana(e, g, t.a, n)
    gain_mana(e, g, t.b, n)
    if g.combat.attacking:
        gain_attack(e, g, n * (4 if t.a == GREEN else 6), SIEGE if t.a == GREEN else RANGED,
                    FIRE if t.b == RED else ICE, source_of(t))


cdef int soul_colours(const Foe *f) noexcept nogil:
    """Crystal colours an enemy beaten may give (OP_HARVESTER)."""
    cdef int mask = 1 << WHITE
    if f.resist & RESIST_FIRE:
        mask |= 1 << RED
    if f.resist & RESIST_ICE:
        mask |= 1 << BLUE
    if f.resist & RESIST_PHYSICAL:
        mask |= 1 << GREEN
    return mask


cdef void harvester(const Env *e, GameState *g, bint each) noexcept nogil:
    """A crystal for one enemy that this attack beats, or for each beaten in this phase."""
    cdef int i
    if not each:
        g.combat.attack_harvest += 1
        return
    g.combat.phase_harvest = 1
    for i in range(g.combat.n):
        if g.combat.foes[i].fell == g.step and g.combat.foes[i].source != FROM_SUMMON:
            push(g, OP_CRYSTAL_ANY, 1, soul_colours(&g.combat.foes[i]), 0, 0)


cdef bint run_strike(const Env *e, GameState *g, const Pending *t) noexcept nogil:
    """Execute an instruction of a fight; False if it is none."""
    cdef Player *p = &g.players[g.seat]
    cdef int op = t.op
    cdef int i, n
    if op == OP_ATTACK:
        if not g.combat.attacking and (g.step == STEP_RANGED or g.step == STEP_ATTACK):
            g.combat.attacking = 1
            g.combat.late_group = 1
        if g.combat.attacking:
            gain_attack(e, g, t.a, t.b, t.c, source_of(t))
    elif op == OP_BLOCK:
        if g.combat.block_foe != NONE:
            gain_block(e, g, t.a, t.b, source_of(t), t.c != 0)
    elif op == OP_FOE_ARMOR or op == OP_FOE_STRIP or op == OP_FOE_BLOCKED_ARMOR1:
        _all_foes(e, g, t)
    elif op == OP_SITE_UNFORTIFY:
        g.combat.flags |= CB_UNFORTIFIED
    elif op == OP_BLOCK_ARMOR:
        if g.combat.block_foe != NONE and affects(g, &g.combat.foes[g.combat.block_foe], colours_of(t)):
            if g.combat.foes[g.combat.block_foe].source != FROM_SUMMON:
                g.combat.block_armor -= <unsigned char> t.a
    elif op == OP_BLOCK_DESTROY:
        if g.combat.block_foe != NONE and affects(g, &g.combat.foes[g.combat.block_foe], colours_of(t)):
            g.combat.block_destroy = 1
    elif op == OP_BLOCK_THEN_ATTACK:
        g.combat.block_later = <unsigned char> t.a
        g.combat.block_later_element = <unsigned char> t.c
    elif op == OP_LATER_ATTACK:
        if t.d:
            g.combat.later_clean += boosted(g, t.a)
        else:
            g.combat.later[t.c] += boosted(g, t.a)
    elif op == OP_BLOCK_ICONS:
        if g.combat.block_foe != NONE:
            gain_block(e, g, t.a * icons(e, &g.combat.foes[g.combat.block_foe]), t.b, SOURCE_RULE, False)
    elif op == OP_BLOCK_TERRAIN:
        if g.combat.block_foe != NONE:
            n = printed_cost(e, g, p.space, g.night)
            if n == 255:
                n = 5 if terrain_at(e, g, p.space) == MOUNTAIN else 2
            gain_block(e, g, n, ICE if night_effects(e, g) else FIRE, source_of(t), False)
    elif op == OP_AMBUSH:
        g.turn.ambush_attack += <unsigned char> t.a
        g.turn.ambush_block += t.b
    elif op == OP_UNITS_BONUS:
        g.turn.units_attack += <int8_t> t.a
        if not t.b:
            g.turn.units_block += <int8_t> t.a
        elif source_of(t) == SOURCE_UNIT and t.ref < p.n_units:  # its own Attack gains nothing
            p.units[t.ref].resist += <uint8_t> (t.a << 4)
    elif op == OP_UNITS_SAFE:
        g.turn.units_safe = 1
    elif op == OP_UNITS_RESIST:
        g.turn.units_resist |= <unsigned char> t.a
    elif op == OP_UNIT_WOUND:
        if source_of(t) == SOURCE_UNIT and t.ref < p.n_units and not p.units[t.ref].wounds:
            p.units[t.ref].wounds = 1
            if in_combat(g):
                p.units[t.ref].barred |= OWN_WOUND
    elif op == OP_CONVERT:
        if t.a < 2:
            g.turn.convert |= 1 << t.a
        else:
            g.turn.convert |= 8 if t.b == FIRE else 16 if t.b == ICE else 4
    elif op == OP_FAME_PER_DEFEAT:
        if t.b:
            g.turn.fame_phase += <unsigned char> t.a
        else:
            g.turn.fame_defeat += <unsigned char> t.a
        add_fame(e, g, g.seat, t.a * (g.combat.phase_defeated if t.b else g.combat.defeated))
    elif op == OP_DOUBLE_ATTACK:
        g.turn.double_attack = 1
        for i in range(g.combat.n):
            if not g.combat.foes[i].abilities & ARCANE_IMMUNITY:
                g.combat.foes[i].resist &= ~RESIST_PHYSICAL
    elif op == OP_ALL_COLDFIRE:
        if t.a:
            g.turn.all_siege = 1
        else:
            g.turn.all_cold = 1
    elif op == OP_UNITS_ARMOR:
        g.turn.units_armor += <uint8_t> t.a
    elif op == OP_UNITS_FAME:
        g.turn.units_fame += <uint8_t> t.a
    elif op == OP_SHIELD_BASH:
        if g.combat.block_foe != NONE and affects(g, &g.combat.foes[g.combat.block_foe], colours_of(t)):
            if g.combat.foes[g.combat.block_foe].source != FROM_SUMMON:
                g.combat.block_bash += 1
    elif op == OP_CHIVALRY:
        g.combat.attack_rep += <uint8_t> t.a
        g.combat.attack_fame += t.b
    elif op == OP_EXPLOSIVE:
        g.combat.attack_explosive += 1
        g.combat.explosive_colours = colours_of(t)
    elif op == OP_HARVESTER:
        harvester(e, g, t.a != 0)
    elif op == OP_DIVIDE_BLOCK:
        if g.combat.block_foe != NONE:
            gain_block(e, g, t.b, t.c, source_of(t), False)
            g.combat.foes[g.combat.block_foe].parted |= <uint8_t> (1 << g.combat.block_attack)
            g.combat.parts += <uint8_t> (t.a - 1)
            g.combat.part_points = t.b
            g.combat.part_element = <uint8_t> t.c
    elif op == OP_SACRIFICE:
        _sacrifice(e, g, t)
    elif op == OP_STARSDAWN:
        g.turn.starsdawn = 1
    elif op == OP_VEIL:
        g.turn.veil = 1
    elif op == OP_REDIRECT:
        if g.turn.last_foe != NONE and source_of(t) == SOURCE_UNIT and t.ref < p.n_units:
            g.combat.foes[g.turn.last_foe].redirect[g.turn.last_attack] = t.ref + 1
    else:
        return False
    return True
