"""Combat with enemies (R9): Ranged and Siege, Block, Assign Damage, Attack; every enemy ability.

An attack (or block) is made in three moves: name the targets (the attack to block), play whatever gives points, resolve.
Attack and Block points are never kept. The fight's consequences for the map are in sites.pyx.
"""

from libc.stdint cimport int16_t, uint8_t, uint16_t

from libc.string cimport memset

from mkbalance._kernel.pile cimport SHORT_CAP, short_push
from mkbalance._mageknight.banners cimport banner_of, lose_banner
from mkbalance._mageknight.centre cimport react
from mkbalance._mageknight.chance cimport pick
from mkbalance._mageknight.deeds cimport discard_add, discard_hand, wounds_to_hand
from mkbalance._mageknight.handlimit cimport knockout_limit
from mkbalance._mageknight.strikes cimport soul_colours
from mkbalance._mageknight.factions cimport gain_faction_token
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.knowledge cimport looked_at
from mkbalance._mageknight.rulers cimport ruler_summons
from mkbalance._mageknight.progress cimport add_fame, add_rep, level_row
from mkbalance._mageknight.quests cimport curse, note_kill, unit_gone
from mkbalance._mageknight.state cimport (
    ATK_BLOCKED,
    ATK_CANCELLED,
    ATK_DEALT,
    BARRED,
    BARRED_WOUND,
    ATK_OPEN,
    CB_AIR,
    CB_ASSAULT,
    CB_KNOCKED_OUT,
    CB_NO_UNITS,
    CB_THUGS_PAID,
    CB_UNFORTIFIED,
    CB_WOUNDED,
    FOE_DEFEATED,
    FOE_GARRISON,
    FOE_GONE,
    FOE_HIDDEN_SUMMONER,
    FOE_LOOKED,
    FOE_NO_ATTACK,
    FOE_RAMPAGING,
    City,
    Combat,
    Foe,
    GameState,
    Options,
    Player,
    UnitCard,
    add_option,
    city_is,
    fault,
    push,
)
from mkbalance._mageknight.content cimport EnemyRow, PossessedRow, UnitRow, rule
from mkbalance._mageknight.tokens cimport discard_token, draw_token
from mkbalance._mageknight.trace cimport *

cdef enum:
    SHIELDED = 128        # ACT_ASSIGN.c: slot of a Unit whose Banner of Fortitude ignores the Wound
    OFFENSIVE = SWIFT | BRUTAL | POISON | PARALYZE | ASSASSINATION | CUMBERSOME | VAMPIRIC


cdef void combat_begin(const Env *e, GameState *g, int space, int site, int flags) noexcept nogil:
    """Start a fight (R9.1): leftover Healing, Move and Influence are lost (R9.1.5, R4.6.3)."""
    cdef Combat *k = &g.combat
    memset(k, 0, sizeof(Combat))
    k.space = <uint8_t> space
    k.site = <uint8_t> site
    k.flags = flags
    k.damage_foe = NONE
    k.block_foe = NONE
    k.from_space = NONE
    k.own_foe = NONE
    g.turn.combat_started = 0
    g.turn.heal = 0
    if not rule(e, RULE_LEFTOVER_MOVE_IN_COMBAT):
        g.turn.move = 0
    g.turn.influence = 0
    g.players[g.seat].tally.combats += 1
    told(e, g, TOLD_COMBAT, space, site, flags, 0)


cdef void copy_attacks(Foe *f, const EnemyRow *row) noexcept nogil:
    cdef int i
    f.n_attacks = row.n_attacks if row.n_attacks < MAX_ATTACKS else MAX_ATTACKS
    for i in range(f.n_attacks):
        f.value[i] = row.value[i]
        f.element[i] = row.element[i]
        f.state[i] = ATK_OPEN
        f.traits[i] = <uint8_t> (row.abilities & OFFENSIVE) if row.element[i] != PSYCHIC else 0


cdef void _city_bonus(const GameState *g, Foe *f) noexcept nogil:
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


cdef int add_foe(const Env *e, GameState *g, int row, int source, int slot, int space, int flags) noexcept nogil:
    """An enemy token joins the fight; returns its index."""
    cdef Combat *k = &g.combat
    cdef const EnemyRow *r = &e.enemies[row]
    cdef Foe *f
    if k.n >= MAX_FOES:
        return fault(g, FAULT_CAPACITY)
    f = &k.foes[k.n]
    memset(f, 0, sizeof(Foe))
    f.row = <uint8_t> row
    f.source = <uint8_t> source
    f.slot = <uint8_t> slot
    f.space = <uint8_t> space
    f.flags = <uint8_t> flags
    f.abilities = r.abilities
    f.resist = r.resist
    f.fame = r.fame
    f.armor = r.armor
    f.armor_high = r.armor_high if r.armor_high > r.armor else r.armor
    f.defend = r.defend
    f.possessed = NONE
    if looked_at(g, source, space, slot):
        f.flags |= FOE_LOOKED
    f.fort = 1 if r.abilities & FORTIFIED else 0
    copy_attacks(f, r)
    if flags & FOE_GARRISON and k.flags & CB_ASSAULT and not r.abilities & UNFORTIFIED:
        f.fort_site = 1
    if flags & FOE_GARRISON and k.site == CITY:
        _city_bonus(g, f)
    if g.n_quests:
        curse(e, g, f)
    k.n += 1
    told(e, g, TOLD_FOE, k.n - 1, row, source, NONE)
    return k.n - 1


cdef int add_head(const Env *e, GameState *g, int head, int level) noexcept nogil:
    """A dragon head at a level (A.7); its row is head * 12 + level - 1."""
    cdef Combat *k = &g.combat
    cdef const EnemyRow *r = &e.heads[head * 12 + level - 1]
    cdef Foe *f
    if k.n >= MAX_FOES:
        return fault(g, FAULT_CAPACITY)
    f = &k.foes[k.n]
    memset(f, 0, sizeof(Foe))
    f.row = <uint8_t> (head * 12 + level - 1)
    f.source = FROM_HEAD
    f.slot = <uint8_t> head
    f.space = k.space
    f.abilities = r.abilities
    f.resist = r.resist
    f.armor = r.armor
    f.armor_high = r.armor
    f.levels = <uint8_t> level
    f.possessed = NONE
    copy_attacks(f, r)
    if g.n_quests:
        curse(e, g, f)
    k.n += 1
    told(e, g, TOLD_FOE, k.n - 1, f.row, FROM_HEAD, NONE)
    return k.n - 1


cdef int add_horseman(const Env *e, GameState *g, int kind) noexcept nogil:
    """A Horseman at its level (A.8.2); it is never fortified by the place."""
    cdef Combat *k = &g.combat
    cdef int number = kind * HORSEMAN_LEVELS + g.horsemen[kind].level - 1
    cdef const EnemyRow *r = &e.horsemen[number]
    cdef Foe *f
    if k.n >= MAX_FOES:
        return fault(g, FAULT_CAPACITY)
    f = &k.foes[k.n]
    memset(f, 0, sizeof(Foe))
    f.row = <uint8_t> number
    f.source = FROM_HORSEMAN
    f.slot = <uint8_t> kind
    f.faction = FACTION_CULT
    f.space = g.horsemen[kind].space
    f.abilities = r.abilities
    f.resist = r.resist
    f.fame = r.fame
    f.armor = r.armor
    f.armor_high = r.armor
    f.possessed = NONE
    copy_attacks(f, r)
    if g.n_quests:
        curse(e, g, f)
    k.n += 1
    told(e, g, TOLD_FOE, k.n - 1, number, FROM_HORSEMAN, NONE)
    return k.n - 1


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


cdef void free_possessed(GameState *g, const Foe *f) noexcept nogil:
    """The possessed token of an enemy that has gone is discarded (A.2.2)."""
    if f.possessed != NONE:
        return_possessed(g, f.possessed)


cdef void possess(const Env *e, GameState *g, Foe *f) noexcept nogil:
    """A possessed token under an enemy (A.2.1): Armor, topmost attack, Fame, a psychic attack."""
    cdef int token = draw_possessed(g)
    if token != NONE:
        possess_with(e, f, token)


cdef void return_possessed(GameState *g, int token) noexcept nogil:
    """A token goes to the discard pile of the possessed ones (A.2.2)."""
    g.possessed_discard += 1
    g.deck_possessed.items[SHORT_CAP - g.possessed_discard] = <uint8_t> token


cdef int draw_possessed(GameState *g) noexcept nogil:
    """A possessed token out of the pile, NONE if all are in use (A.2.2)."""
    cdef int i, token
    if g.deck_possessed.size == 0:  # the discarded ones again; none if all are in use (A.2.2)
        while g.possessed_discard:
            i = SHORT_CAP - g.possessed_discard
            g.possessed_discard -= 1
            short_push(&g.deck_possessed, g.deck_possessed.items[i])
    if g.deck_possessed.size == 0:
        return NONE
    i = <int> pick(g, DRAW_POSSESSED, g.deck_possessed.size)
    token = g.deck_possessed.items[i]
    g.deck_possessed.size -= 1
    g.deck_possessed.items[i] = g.deck_possessed.items[g.deck_possessed.size]
    return token


cdef void possess_with(const Env *e, Foe *f, int token) noexcept nogil:
    """Lay this token under the enemy."""
    cdef const PossessedRow *p = &e.possessed[token]
    f.possessed = <uint8_t> token
    f.armor = f.armor + p.armor if f.armor + p.armor > 1 else 1
    f.armor_high = f.armor_high + p.armor if f.armor_high + p.armor > 1 else 1
    f.fame = f.fame + p.fame if f.fame + p.fame > 0 else 0
    if f.n_attacks and f.element[0] < SUMMON:
        f.value[0] += p.attack
        if f.value[0] <= 0:
            f.value[0] = 0
            f.state[0] = ATK_BLOCKED if rule(e, RULE_POSSESSED_ZERO_IS_BLOCKED) else ATK_CANCELLED
    if p.psychic and f.n_attacks < MAX_ATTACKS:
        f.value[f.n_attacks] = p.psychic
        f.element[f.n_attacks] = PSYCHIC
        f.state[f.n_attacks] = ATK_OPEN
        f.traits[f.n_attacks] = 0
        f.n_attacks += 1


cdef void call_summoned(const Env *e, GameState *g) noexcept nogil:
    """Start of the Block phase: undefeated summoners draw what fights for them, drawn ones too (R9.3.1)."""
    cdef Combat *k = &g.combat
    cdef int i = -1
    cdef int j, row, new, defender
    cdef Foe *f
    while i + 1 < k.n:
        i += 1
        f = &k.foes[i]
        if not foe_alive(f) or f.flags & FOE_NO_ATTACK:
            continue
        for j in range(f.n_attacks):
            if f.element[j] < SUMMON or f.state[j] != ATK_OPEN:
                continue
            f.flags |= FOE_HIDDEN_SUMMONER
            f.state[j] = ATK_CANCELLED
            row = draw_token(g, f.value[j])
            if row == NONE:
                continue
            told(e, g, TOLD_SUMMON, i, row, 0, 0)
            new = add_foe(e, g, row, FROM_SUMMON, i, f.space, 0)
            if new < 0:
                return
            k.foes[new].fort = 0
            k.foes[new].fame = 0
            defender = i
            while k.foes[defender].source == FROM_SUMMON and k.foes[defender].slot != defender:
                defender = k.foes[defender].slot
            if k.foes[defender].flags & FOE_GARRISON and k.site == CITY and rule(e, RULE_SUMMONED_CITY_BONUS):
                _city_bonus(g, &k.foes[new])
            if f.element[j] == SUMMON_POSSESSED:
                possess(e, g, &k.foes[new])
                k.foes[new].fame = 0
                told(e, g, TOLD_FOE, new, row, FROM_SUMMON, k.foes[new].possessed)
            if j == 0 and f.possessed != NONE and k.foes[new].element[0] < SUMMON and e.possessed[f.possessed].attack:
                change_attack(e, g, new, 0, e.possessed[f.possessed].attack)  # A.2.1
        if f.flags & FOE_HIDDEN_SUMMONER and not rule(e, RULE_POSSESSED_SUMMONER_STRIKES):
            for j in range(f.n_attacks):
                if f.element[j] == PSYCHIC:
                    f.state[j] = ATK_CANCELLED


cdef void _silence_heads(GameState *g) noexcept nogil:
    """A head whose level 1 is marked does not attack; with all of them silent the control head is too (A.7.4)."""
    cdef Combat *k = &g.combat
    cdef bint speaking = False
    cdef int i, j
    for i in range(k.n):
        if k.foes[i].source == FROM_HEAD and k.foes[i].slot != HEAD_CONTROL and k.foes[i].marks < k.foes[i].levels:
            speaking = True
    for i in range(k.n):
        if k.foes[i].source != FROM_HEAD:
            continue
        if k.foes[i].slot == HEAD_CONTROL:
            if speaking:
                continue
        elif k.foes[i].marks < k.foes[i].levels:
            continue
        k.foes[i].flags |= FOE_NO_ATTACK
        for j in range(k.foes[i].n_attacks):
            if k.foes[i].state[j] == ATK_OPEN:
                k.foes[i].state[j] = ATK_CANCELLED


cdef bint attack_open(const GameState *g, int foe, int attack) noexcept nogil:
    """An attack that is still to be blocked or to do its damage."""
    cdef const Foe *f = &g.combat.foes[foe]
    if not foe_alive(f) or f.flags & FOE_NO_ATTACK or attack >= f.n_attacks:
        return False
    return f.state[attack] == ATK_OPEN and f.element[attack] < SUMMON


cdef bint any_open_attack(const GameState *g) noexcept nogil:
    cdef int i, j
    for i in range(g.combat.n):
        for j in range(g.combat.foes[i].n_attacks):
            if attack_open(g, i, j):
                return True
    return False


cdef bint wholly_blocked(const Foe *f) noexcept nogil:
    """All its attacks were blocked; prevented ones do not count (R9.6.2)."""
    cdef int j
    if f.n_attacks == 0:
        return False
    for j in range(f.n_attacks):
        if f.state[j] != ATK_BLOCKED:
            return False
    return True


cdef int fortifications(const GameState *g, const Foe *f) noexcept nogil:
    return f.fort + (f.fort_site if not g.combat.flags & CB_UNFORTIFIED else 0)


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
        add_rep(e, g, g.seat, 2 if row.colour == TOKEN_RED else 1)


cdef void _clear_attack(GameState *g) noexcept nogil:
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
    _clear_attack(g)


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


cdef int block_need(const GameState *g, int foe, int attack) noexcept nogil:
    cdef const Foe *f = &g.combat.foes[foe]
    if f.traits[attack] & SWIFT:
        return f.value[attack] * 2 + ((f.undoubled >> 4 * attack) & 15)
    return f.value[attack]


cdef int block_total(const GameState *g) noexcept nogil:
    """Efficient Block plus half of all inefficient Block (R9.3.2)."""
    return _block_points(g, True)


cdef int _block_points(const GameState *g, bint doubled) noexcept nogil:
    """The same with or without what counts twice against Swift."""
    cdef const Combat *k = &g.combat
    cdef const Foe *f
    cdef int element, i, n
    cdef int full = 0
    cdef int half = 0
    if k.block_foe == NONE:
        return 0
    f = &k.foes[k.block_foe]
    element = f.element[k.block_attack]
    for i in range(5):
        n = k.block[i]
        if doubled and f.traits[k.block_attack] & SWIFT:
            n += k.block_swift[i]
        if i == PSYCHIC:
            full += n if element == PSYCHIC else 0
        elif element == PSYCHIC and g.turn.mind:
            full += n
        elif element == PHYSICAL or i == COLDFIRE and element != PSYCHIC:
            full += n
        elif (element == FIRE and i == ICE) or (element == ICE and i == FIRE):
            full += n
        else:
            half += n
    if element == PSYCHIC and g.turn.mind:  # what Units gave stays inefficient (OP_MIND)
        full -= k.block_units
        half += k.block_units
    return full + half // 2


cdef void _mark_blocked(const Env *e, GameState *g, int foe, int attack) noexcept nogil:
    cdef Foe *f = &g.combat.foes[foe]
    f.state[attack] = ATK_BLOCKED
    if wholly_blocked(f) and f.source != FROM_TRAP:
        g.combat.blocked += 1


cdef void _clear_block(GameState *g) noexcept nogil:
    memset(&g.combat.block[0], 0, 5 * sizeof(int16_t))
    memset(&g.combat.block_swift[0], 0, 5 * sizeof(int16_t))
    g.combat.block_units = 0
    g.combat.block_foe = NONE


cdef void resolve_block(const Env *e, GameState *g) noexcept nogil:
    """The block in the making holds or does nothing; side effects of its cards happen either way (R9.3.3)."""
    cdef Combat *k = &g.combat
    cdef int foe = k.block_foe
    cdef int attack = k.block_attack
    cdef int total = block_total(g)
    cdef int need = block_need(g, foe, attack)
    cdef int left
    told(e, g, TOLD_BLOCK, foe, attack, total, need)
    if k.block_armor:
        change_armor(e, g, foe, -<int> k.block_armor)
    if total >= need:
        _mark_blocked(e, g, foe, attack)
        left = _block_points(g, False) - k.foes[foe].value[attack]
        if k.block_bash and left > 0:
            change_armor(e, g, foe, -left * k.block_bash)
        if k.block_later:
            k.later[k.block_later_element] += k.block_later
        if k.block_destroy:
            defeat(e, g, foe)
    _clear_block(g)
    k.block_played = 0
    k.block_armor = 0
    k.block_destroy = 0
    k.block_bash = 0
    k.block_later = 0


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
        _mark_blocked(e, g, foe, attack)
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
            _city_bonus(g, &drawn)
        for j in range(drawn.n_attacks):
            if drawn.element[j] <= COLDFIRE:
                k.own[drawn.element[j]] += drawn.value[j]
        discard_token(e, g, row)
    cancel_attacks(e, g, foe)


cdef int attack_damage(const GameState *g, int foe, int attack) noexcept nogil:
    cdef const Foe *f = &g.combat.foes[foe]
    return f.value[attack] * 2 if f.traits[attack] & BRUTAL else f.value[attack]


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


cdef void _shift(uint8_t *mark, int slot) noexcept nogil:
    """A mark of a Unit slot + 1 after that slot has gone."""
    if mark[0] == slot + 1:
        mark[0] = 0
    elif mark[0] > slot + 1:
        mark[0] -= 1


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


cdef void spend_martyr(const Env *e, GameState *g) noexcept nogil:
    """The Unit that took damage once more leaves the game (OP_MARTYR)."""
    cdef int slot = g.combat.martyr - 1
    g.combat.martyr = 0
    if 0 <= slot < g.players[g.seat].n_units:
        told(e, g, TOLD_UNIT_LOST, g.players[g.seat].units[slot].kind, 0, 0, 0)
        remove_unit(g, &g.players[g.seat], slot)


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


cdef void _soak(GameState *g, int element) noexcept nogil:
    """Damage to the Hero that is ignored, after Brutal (OP_SOAK); used up by this attack."""
    cdef int n = g.turn.soak[element] if element <= PSYCHIC else 0
    g.combat.damage_left -= <int16_t> (n if n < g.combat.damage_left else g.combat.damage_left)
    memset(&g.turn.soak[0], 0, 5)


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


cdef void _dismiss_summoned(const Env *e, GameState *g) noexcept nogil:
    """After Assign Damage what was summoned is discarded and the summoners stand there again (R9.3.1)."""
    cdef Combat *k = &g.combat
    cdef int i
    for i in range(k.n):
        k.foes[i].flags &= ~FOE_HIDDEN_SUMMONER
        if k.foes[i].source == FROM_SUMMON and foe_alive(&k.foes[i]):
            k.foes[i].flags |= FOE_GONE
            discard_token(e, g, k.foes[i].row)
            free_possessed(g, &k.foes[i])


cdef void _strengthen(GameState *g, int change) noexcept nogil:
    """Every attack still to be blocked changes as the Block phase begins, and back as it ends (OP_FOES_ATTACK)."""
    cdef Foe *f
    cdef int i, j
    if change == 0:
        return
    for i in range(g.combat.n):
        f = &g.combat.foes[i]
        for j in range(f.n_attacks):
            if attack_open(g, i, j):
                f.value[j] = <signed char> max(f.value[j] + change, 0)


cdef void open_phase(const Env *e, GameState *g, int step) noexcept nogil:
    """Enter a phase and do what happens at its start."""
    cdef int i
    g.step = <uint8_t> step
    told(e, g, TOLD_PHASE, step, 0, 0, 0)
    g.combat.phase_defeated = 0
    g.combat.phase_harvest = 0
    g.turn.fame_phase = 0
    for i in range(g.combat.n):
        g.combat.foes[i].phase_hit = 0
    if step == STEP_BLOCK:
        _silence_heads(g)
        call_summoned(e, g)
        _strengthen(g, g.turn.foes_attack)
        ruler_summons(e, g)


cdef void close_phase(const Env *e, GameState *g) noexcept nogil:
    """Leave a phase; points not used are lost."""
    _clear_attack(g)
    g.turn.combat_started = 1
    g.turn.aim = 0
    g.combat.fork = 0
    if g.step == STEP_DAMAGE:
        spend_martyr(e, g)
        _dismiss_summoned(e, g)
    elif g.step == STEP_BLOCK:
        _strengthen(g, -<int> g.turn.foes_attack)
        g.combat.parts = 0
        _clear_block(g)
