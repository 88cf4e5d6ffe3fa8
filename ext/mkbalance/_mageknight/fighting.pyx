"""The legal actions of a fight (R9.2, R9.3, R9.6): targets, plays, points of other kinds, and whether anything is left to fight with."""

from libc.stdint cimport uint8_t

from mkbalance._mageknight.attacking cimport attackable
from mkbalance._mageknight.box cimport artifact_shown
from mkbalance._mageknight.content cimport OPT_ATTACK, OPT_BLOCK, OPT_BORROWS, OPT_SIEGE, CardRow, Env, OptionRow, rule
from mkbalance._mageknight.factions cimport token_ready
from mkbalance._mageknight.foes cimport attack_open, foe_alive, fortifications
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.mana cimport black_usable
from mkbalance._mageknight.playing cimport list_plays, mana_search, unit_usable
from mkbalance._mageknight.progress cimport NO_INTERACTION, rep_modifier
from mkbalance._mageknight.readiness cimport option_ready, window
from mkbalance._mageknight.skills cimport skill_row
from mkbalance._mageknight.state cimport CB_PARTIAL, VAIN_ATTACK, Combat, Foe, GameState, Options, Player, add_option


cdef void attack_step(const Env *e, const GameState *g, Options *o) noexcept nogil:
    """Ranged and Siege phase, Attack phase: pick targets, play, resolve (R9.2, R9.6)."""
    cdef const Combat *k = &g.combat
    cdef const Foe *f
    cdef int i
    cdef int win = window(g)
    cdef bint any_source, siege
    list_plays(e, g, o, win)
    _convert_options(e, g, o)
    mana_search(e, g, o)
    if k.attacking:
        if k.attack_played == 0 or k.late_group:
            for i in range(k.n):
                f = &k.foes[i]
                if not attackable(g, f):
                    continue
                if g.step == STEP_RANGED and fortifications(g, f) and not (
                        _siege_source(e, g) or k.points[SIEGE * 4] or k.points[SIEGE * 4 + 1] or k.points[SIEGE * 4 + 2]
                        or k.points[SIEGE * 4 + 3]):
                    continue
                if (k.targets >> i) & 1:
                    if f.source == FROM_HEAD and f.want + f.marks < f.levels and not k.targets >> (i + 1):
                        add_option(o, ACT_TARGET, i, 0, 0)
                elif not k.targets >> (i + 1):
                    add_option(o, ACT_TARGET, i, 0, 0)
        if k.attack_played or not _attack_listed(e, o, g):
            add_option(o, ACT_RESOLVE, 0, 0, 0)
        return
    any_source = attack_source(e, g)
    if any_source:
        siege = g.step == STEP_ATTACK or _siege_source(e, g)
        for i in range(k.n):
            if attackable(g, &k.foes[i]) and (siege or fortifications(g, &k.foes[i]) == 0) and not k.vain[i] & VAIN_ATTACK:
                add_option(o, ACT_TARGET, i, 0, 0)
    add_option(o, ACT_END_PHASE, 0, 0, 0)


cdef void block_step(const Env *e, const GameState *g, Options *o) noexcept nogil:
    """Block phase: pick an attack, play, resolve; wear down Cumbersome attacks (R9.3)."""
    cdef const Combat *k = &g.combat
    cdef int i, j
    cdef bint source, points
    list_plays(e, g, o, WIN_BLOCK)
    _convert_options(e, g, o)
    mana_search(e, g, o)
    if g.turn.move > 0:
        for i in range(k.n):
            for j in range(k.foes[i].n_attacks):
                if k.foes[i].traits[j] & CUMBERSOME and attack_open(g, i, j) and k.block_foe == NONE:
                    add_option(o, ACT_REDUCE, i, j, 0)
    source = _source_in(e, g, WIN_BLOCK, OPT_BLOCK, False) or (
        k.parts and (k.block_foe == NONE or not (k.foes[k.block_foe].parted >> k.block_attack) & 1)) or (
        g.turn.influence > 0 and g.turn.convert & 28)
    if k.block_foe != NONE:
        if k.block_played or o.n == 0 or not source:
            add_option(o, ACT_RESOLVE, 0, 0, 0)
        return
    points = g.turn.influence > 0
    for i in range(k.n):
        for j in range(k.foes[i].n_attacks):
            if attack_open(g, i, j) and not (k.vain[i] >> j) & 1 and (
                    source or (points and psychic_influence(e, g, i, j))):
                add_option(o, ACT_BLOCK, i, j, 0)
    add_option(o, ACT_END_PHASE, 0, 0, 0)


cdef bint attack_source(const Env *e, const GameState *g) noexcept nogil:
    """Something is left to attack with in the present phase."""
    cdef int win = window(g)
    cdef int i
    if g.combat.fork:
        return True
    if g.step == STEP_ATTACK:
        if g.combat.duel_points and foe_alive(&g.combat.foes[g.combat.duel - 1]):
            return True
        if g.combat.charge_points and foe_alive(&g.combat.foes[g.combat.charge - 1]):
            return True
        if g.combat.later_clean > 0 or (_own_attack(g) and not (g.combat.targets >> g.combat.own_foe) & 1):
            return True
        for i in range(4):
            if g.combat.later[i] > 0:
                return True
        if g.turn.convert & 3 and g.turn.move > 0:
            return True
    elif g.turn.convert & 2 and g.turn.move > 1:
        return True
    return _source_in(e, g, win, OPT_ATTACK, False)


cdef bint _siege_source(const Env *e, const GameState *g) noexcept nogil:
    return _source_in(e, g, WIN_RANGED, OPT_ATTACK, True)


cdef bint _source_in(const Env *e, const GameState *g, int win, int flag, bint siege) noexcept nogil:
    """Something in hand or among the Units gives Attack (or Block) in this window."""
    cdef const Player *p = &g.players[g.seat]
    cdef const CardRow *row
    cdef const OptionRow *opt
    cdef int i, k
    if win == WIN_ATTACK or win == WIN_BLOCK:
        if p.n_hand:
            return True
    for i in range(p.n_hand):
        row = &e.cards[p.hand[i]]
        if not row.flags & CARD_DEALT:
            continue
        for k in range(row.n_basic):
            opt = &e.options[row.basic + k]
            if _gives(e, g, opt, p.hand[i], win, flag, siege):
                return True
        if row.kind == SPELL and not black_usable(g):
            continue
        for k in range(row.n_powered):
            opt = &e.options[row.powered + k]
            if _gives(e, g, opt, p.hand[i], win, flag, siege):
                return True
    if artifact_shown(g):
        row = &e.cards[g.turn.box]
        for k in range(row.n_basic):
            if _gives(e, g, &e.options[row.basic + k], NONE, win, flag, siege):
                return True
        for k in range(row.n_powered):
            if _gives(e, g, &e.options[row.powered + k], NONE, win, flag, siege):
                return True
    for i in range(p.n_units):
        if not unit_usable(e, g, i, win):
            continue
        for k in range(e.units[p.units[i].kind].n_options):
            opt = &e.options[e.units[p.units[i].kind].options + k]
            if _gives(e, g, opt, NONE, win, flag, siege):
                return True
    return _skill_in(e, g, win, flag, siege) or _token_in(e, g, win, flag, siege)


cdef bint _skill_in(const Env *e, const GameState *g, int win, int flag, bint siege) noexcept nogil:
    cdef const Player *p = &g.players[g.seat]
    cdef int i, k
    if g.combat.flags & CB_PARTIAL:
        return False
    for i in range(p.n_skills):
        if not p.skill_used[i]:
            for k in range(e.skills[p.skills[i]].n_options):
                if _gives(e, g, &e.options[e.skills[p.skills[i]].options + k], NONE, win, flag, siege):
                    return True
    return False


cdef bint _token_in(const Env *e, const GameState *g, int win, int flag, bint siege) noexcept nogil:
    cdef int row, k
    if g.combat.flags & CB_PARTIAL or not g.players[g.seat].faction_tokens:
        return False
    for row in range(e.n_factions):
        if token_ready(e, g, row):
            for k in range(e.factions[row].n_options):
                if _gives(e, g, &e.options[e.factions[row].options + k], NONE, win, flag, siege):
                    return True
    return False


cdef bint _gives(const Env *e, const GameState *g, const OptionRow *o, int card, int win, int flag, bint siege) noexcept nogil:
    """An option gives Attack (or Block) in this window, of itself or through what it uses."""
    if not o.windows & win:
        return False
    if o.flags & flag and (not siege or o.flags & OPT_SIEGE or g.turn.all_siege or g.turn.starsdawn):
        return option_ready(e, g, o, card, False)
    return o.flags & OPT_BORROWS != 0 and flag == OPT_ATTACK and _lends_attack(e, g, o, card, siege)


cdef bint _lends_attack(const Env *e, const GameState *g, const OptionRow *o, int card, bint siege) noexcept nogil:
    """The option could be used if an attack were in the making, on a fortified enemy if asked; it may lend something else."""
    cdef GameState *h = <GameState *> g
    cdef unsigned int targets = h.combat.targets
    cdef uint8_t attacking = h.combat.attacking
    cdef int i
    cdef bint without, with_
    if attacking:
        return option_ready(e, g, o, card, False)
    without = option_ready(e, g, o, card, False)
    h.combat.attacking = 1
    if siege:
        for i in range(h.combat.n):
            if attackable(g, &h.combat.foes[i]) and fortifications(g, &h.combat.foes[i]):
                h.combat.targets = <unsigned int> 1 << i
                break
    with_ = option_ready(e, g, o, card, False)
    h.combat.attacking = attacking
    h.combat.targets = targets
    return with_ and (not without or g.step == STEP_ATTACK or not siege)


cdef bint _attack_listed(const Env *e, const Options *o, const GameState *g) noexcept nogil:
    """Something listed would go into the attack in the making."""
    cdef const OptionRow *opt
    cdef int i
    for i in range(o.n):
        if o.items[i].kind == ACT_SIDEWAYS or o.items[i].kind == ACT_CONVERT:
            return True
        if o.items[i].kind == ACT_PLAY:
            opt = &e.options[(e.cards[o.items[i].a].powered if o.items[i].b else e.cards[o.items[i].a].basic) + o.items[i].c]
        elif o.items[i].kind == ACT_SKILL:
            opt = &e.options[e.skills[skill_row(g, o.items[i])].options + o.items[i].b]
        elif o.items[i].kind == ACT_FACTION:
            opt = &e.options[e.factions[o.items[i].a].options + o.items[i].b]
        elif o.items[i].kind == ACT_UNIT:
            opt = &e.options[e.units[g.players[g.seat].units[o.items[i].a].kind].options + o.items[i].b]
        else:
            continue
        if opt.flags & (OPT_ATTACK | OPT_BORROWS):
            return True
    return False


cdef void _convert_options(const Env *e, const GameState *g, Options *o) noexcept nogil:
    """Points of another kind turned into Attack or Block (OP_CONVERT, later points)."""
    cdef int i
    if g.step == STEP_ATTACK and g.combat.attacking:
        if g.turn.convert & 1 and g.turn.move > 0:
            add_option(o, ACT_CONVERT, 0, 0, 0)
        if g.combat.later_clean > 0:
            add_option(o, ACT_CONVERT, 3, 4, 0)
        for i in range(4):
            if g.combat.later[i] > 0:
                add_option(o, ACT_CONVERT, 3, i, 0)
    if g.step == STEP_ATTACK and g.combat.attacking and _own_attack(g) and not (g.combat.targets >> g.combat.own_foe) & 1:
        add_option(o, ACT_CONVERT, 4, 0, 0)
    if g.step == STEP_BLOCK and g.combat.block_foe != NONE and g.combat.parts:
        if not (g.combat.foes[g.combat.block_foe].parted >> g.combat.block_attack) & 1:
            add_option(o, ACT_CONVERT, 5, g.combat.part_element, 0)
    if g.step == STEP_ATTACK and g.combat.attacking and g.combat.duel_points:
        if (g.combat.targets >> (g.combat.duel - 1)) & 1:
            add_option(o, ACT_CONVERT, 3, 5, 0)
    if g.step == STEP_ATTACK and g.combat.attacking and g.combat.charge_points:
        if (g.combat.targets >> (g.combat.charge - 1)) & 1:
            add_option(o, ACT_CONVERT, 3, 7, 0)
    if g.combat.attacking and _fork_target(g) != NONE:
        add_option(o, ACT_CONVERT, 3, 6, 0)
    if g.step == STEP_BLOCK and g.combat.block_foe != NONE and g.turn.block_bonus:
        for i in range(5):
            if g.combat.block[i] > 0:
                add_option(o, ACT_CONVERT, 6, i, 0)
    if g.combat.attacking and g.turn.convert & 2 and g.turn.move > 1:
        add_option(o, ACT_CONVERT, 1, 0, 0)
    if g.step == STEP_BLOCK and g.combat.block_foe != NONE and g.turn.influence > 0:
        if g.turn.convert & 4:
            add_option(o, ACT_CONVERT, 2, PHYSICAL, 0)
        if g.turn.convert & 8:
            add_option(o, ACT_CONVERT, 2, FIRE, 0)
        if g.turn.convert & 16:
            add_option(o, ACT_CONVERT, 2, ICE, 0)
        if psychic_influence(e, g, g.combat.block_foe, g.combat.block_attack):
            add_option(o, ACT_CONVERT, 2, PSYCHIC, 0)


cdef bint _own_attack(const GameState *g) noexcept nogil:
    """The attack of a possessed enemy is still to be used (OP_POSSESS)."""
    cdef int i
    if g.combat.own_foe == NONE:
        return False
    for i in range(4):
        if g.combat.own[i] > 0:
            return True
    return False


cdef int _fork_target(const GameState *g) noexcept nogil:
    """The first enemy under attack that lightning may still strike (OP_FORK), NONE."""
    cdef int i
    if not g.combat.fork:
        return NONE
    for i in range(g.combat.n):
        if (g.combat.targets & ~g.combat.forked) >> i & 1:
            if g.step == STEP_ATTACK or not fortifications(g, &g.combat.foes[i]):
                return i
    return NONE


cdef bint psychic_influence(const Env *e, const GameState *g, int foe, int attack) noexcept nogil:
    """Influence blocks this attack (A.3); by ruling 72 not at X Reputation."""
    if g.combat.foes[foe].element[attack] != PSYCHIC:
        return False
    return not rule(e, RULE_PSYCHIC_BLOCK_REPUTATION) or rep_modifier(e, g, g.seat) != NO_INTERACTION


cdef bint cumbersome_left(const GameState *g) noexcept nogil:
    cdef int i, j
    for i in range(g.combat.n):
        for j in range(g.combat.foes[i].n_attacks):
            if attack_open(g, i, j) and g.combat.foes[i].traits[j] & CUMBERSOME:
                return True
    return False
