"""Everything a turn asks besides its plan and its fights: payments, choices of effects, rewards, healing, discards."""

from libc.stdint cimport int16_t, uint8_t

from mkbalance._mageknight.content cimport EnemyRow
from mkbalance._mageknight.damage cimport attack_damage
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.mana cimport (
    PAY_CARD,
    PAY_DIE,
    PAY_OPEN_DIE,
    PAY_OPEN_KEPT,
    PAY_STORED,
    PAY_TOKEN,
    PAY_TURNED,
    PAY_UNLIMITED,
    night_rules,
)
from mkbalance._mageknight.players.appraise cimport unit_worth
from mkbalance._mageknight.players.digest cimport Gain, gain_worth
from mkbalance._mageknight.players.fight cimport find_kind
from mkbalance._mageknight.players.goals cimport ascent_worth
from mkbalance._mageknight.players.harm cimport foe_harm
from mkbalance._mageknight.players.patrons cimport choose_for_others
from mkbalance._mageknight.players.purchases cimport choose_character
from mkbalance._mageknight.players.ruins cimport choose_crystal
from mkbalance._mageknight.players.sources cimport card_cost, scarcity
from mkbalance._mageknight.progress cimport level_row
from mkbalance._mageknight.skills cimport skill_row
from mkbalance._mageknight.state cimport *


cdef inline const Gain *_gain(const GameState *g, const Policy *p, int option) noexcept nogil:
    return &p.digest.night[option] if night_rules(g) else &p.digest.day[option]


cdef int _colour_use(const Env *e, const GameState *g, const Policy *p, int colour) noexcept nogil:
    """How much a mana of this colour would help the cards in hand."""
    cdef const Player *q = &g.players[g.seat]
    cdef int i
    cdef int n = 0
    for i in range(q.n_hand):
        if (e.cards[q.hand[i]].colours >> colour) & 1:
            n += p.digest.keep[q.hand[i]]
    return n


cdef int _crystal_use(const Env *e, const GameState *g, const Policy *p, int colour) noexcept nogil:
    """Colours not yet held first, then those of the hand."""
    if colour > 3:
        return 0
    return _colour_use(e, g, p, colour) - 12 * g.players[g.seat].crystals[colour] + 40


cdef int _payment(const Env *e, const GameState *g, const Policy *p, const Action *act) noexcept nogil:
    """Worth of keeping a source: the lowest is paid first."""
    cdef int n = 0
    if act.b >= PAY_TURNED:
        return 40
    if act.b == PAY_UNLIMITED:
        return -10
    if act.b == PAY_CARD:
        return -20 if act.c == NONE else 14 + p.digest.keep[act.c]
    if act.b == PAY_OPEN_DIE or act.b == PAY_OPEN_KEPT:
        return -15
    if act.b == PAY_TOKEN:
        n = 0
    elif act.b == PAY_STORED:
        n = 12
    elif act.b == PAY_DIE:
        n = 10
    else:
        n = 30 + g.players[g.seat].crystals[act.c] * -4
    if act.c == GOLD:
        n += 4
    elif act.c != BLACK:
        n += _colour_use(e, g, p, act.c) // 20
    return n


cdef int _worst_card(const Env *e, const GameState *g, const Options *o, const Policy *p, int kind) noexcept nogil:
    cdef int i, cost
    cdef int best = 1 << 20
    cdef int index = -1
    for i in range(o.n):
        if o.items[i].kind != kind:
            continue
        cost = -100 if o.items[i].a == e.wound else p.digest.keep[o.items[i].a]
        if cost < best:
            best = cost
            index = i
    return index if index >= 0 else 0


cdef int _best_card(const Options *o, const int16_t *worth, const uint8_t *rows) noexcept nogil:
    """The option whose card (row given, or a slot of rows) is worth most."""
    cdef int i, n
    cdef int best = -1
    cdef int index = 0
    for i in range(o.n):
        if o.items[i].kind == ACT_DECLINE or o.items[i].kind == ACT_DONE:
            continue
        n = worth[rows[o.items[i].a] if rows != NULL else o.items[i].a]
        if n > best:
            best = n
            index = i
    return index


cdef int _foe_choice(const Env *e, const GameState *g, const Options *o, const Policy *p, int op) noexcept nogil:
    """Enemy for an effect: the worst attack, or the thickest Armor."""
    cdef int i, n
    cdef int best = -1
    cdef int index = 0
    for i in range(o.n):
        if o.items[i].kind != ACT_CHOOSE:
            continue
        if op == OP_FOE_ARMOR or op == OP_FOE_STRIP:
            n = g.combat.foes[o.items[i].a].armor + g.combat.foes[o.items[i].a].fort * 3
        elif op == OP_FOE_ATTACK or op == OP_FOE_ATTACK_STRIP:
            n = attack_damage(g, o.items[i].a, o.items[i].b)
        else:
            n = foe_harm(e, g, p, o.items[i].a) + (g.combat.foes[o.items[i].a].armor if op == OP_FOE_DESTROY else 0)
        if n > best:
            best = n
            index = i
    return index


cdef int _trap_value(const Env *e, const GameState *g, int colour) noexcept nogil:
    """Attack of a trap, its abilities counted as points."""
    cdef const EnemyRow *row = &e.traps[(6 if g.combat.site == PYRAMID else 0) + colour]
    cdef int n = 4 * row.value[0]
    if row.abilities & (BRUTAL | PARALYZE):
        n += 4 * row.value[0]
    if row.abilities & POISON:
        n += 2 * row.value[0]
    return n + (row.abilities & SWIFT != 0) + (row.element[0] != PHYSICAL) + (row.element[0] == COLDFIRE)


cdef int choose_pending(const Env *e, const GameState *g, const Options *o, const Policy *p) noexcept nogil:
    """Answer the task or effect on top of the pending stack."""
    cdef const Player *q = &g.players[g.seat]
    cdef int op = g.pending[g.n_pending - 1].op
    cdef int i, n
    cdef int best = -1 << 20
    cdef int index = 0
    if op == DO_PAY_COST or op == OP_PAY:
        for i in range(o.n):
            n = -_payment(e, g, p, &o.items[i])
            if n > best:
                best = n
                index = i
        return index
    if op == OP_MANA_ANY:
        for i in range(o.n):
            n = _colour_use(e, g, p, o.items[i].a)
            if n > best:
                best = n
                index = i
        return index
    if op == OP_CRYSTAL_ANY or op == OP_CRYSTAL_OWNED or op == OP_CRYSTAL_UNOWNED or op == DO_MINE or op == DO_REWARD_CRYSTAL:
        for i in range(o.n):
            n = _crystal_use(e, g, p, o.items[i].a)
            if n > best:
                best = n
                index = i
        return index
    if op == DO_REACT:
        return find_kind(o, ACT_CHOOSE)
    if op == OP_PUPPET:
        for i in range(o.n):
            n = e.enemies[o.items[i].a].value[o.items[i].b] if g.step == STEP_ATTACK else e.enemies[o.items[i].a].armor
            if n > best:
                best = n
                index = i
        return index
    if op == OP_SIDEWAYS:
        return _worst_card(e, g, o, p, ACT_CHOOSE)
    if op == OP_REROLL_DIE:
        for i in range(o.n):
            n = 2 if g.dice[o.items[i].a] == (GOLD if g.night else BLACK) else 0
            if n > best:
                best = n
                index = i
        return index
    if op == OP_DIE_CRYSTAL:
        for i in range(o.n):
            n = _crystal_use(e, g, p, g.dice[o.items[i].a])
            if n > best:
                best = n
                index = i
        return index
    if op == OP_SET_DIE:
        for i in range(o.n):
            n = _colour_use(e, g, p, o.items[i].b)
            if n > best:
                best = n
                index = i
        return index
    if op == DO_MANA_STEAL:
        for i in range(o.n):
            n = _colour_use(e, g, p, g.dice[o.items[i].a])
            if n > best:
                best = n
                index = i
        return index
    if op == OP_OPTIONAL:
        i = find_kind(o, ACT_CHOOSE)
        return i if i >= 0 else 0
    if op == OP_DISCARD or op == DO_REST_CARD:
        return _worst_card(e, g, o, p, ACT_DISCARD)
    if op == DO_SWAP or op == OP_DISCARD_UPTO or op == DO_RETHINK or op == DO_MEDITATION:
        index = _worst_card(e, g, o, p, ACT_DISCARD)
        n = 14 if op == DO_RETHINK else -1
        if o.items[index].kind == ACT_DISCARD and (o.items[index].a == e.wound or p.digest.keep[o.items[index].a] < n):
            return index
        i = find_kind(o, ACT_DECLINE)
        if i < 0:
            i = find_kind(o, ACT_DONE)
        return i if i >= 0 else index
    if op == OP_THROW:
        return _worst_card(e, g, o, p, ACT_CHOOSE)
    if op == DO_REST_WOUNDS:
        return o.n - 1
    if op == DO_GLADE:
        return 0
    if op == DO_REWARD_ARTIFACT:
        if g.pending[g.n_pending - 1].c == 1 and g.pending[g.n_pending - 1].a > 0:
            for i in range(o.n):
                n = -p.digest.gain[o.items[i].a]
                if n > best:
                    best = n
                    index = i
            return index
        return 0
    if op == DO_REWARD_SPELL or op == OP_GAIN_SPELL:
        return _best_card(o, &p.digest.gain[0], &g.spells[0])
    if op == DO_REWARD_ACTION or op == OP_GAIN_ACTION:
        return _best_card(o, &p.digest.gain[0], &g.actions[0])
    if op == DO_REWARD_UNIT or op == OP_GAIN_UNIT:
        return _best_card(o, &p.digest.unit[0], &g.offer_units[0])
    if op == DO_START_BUY:
        return choose_character(e, g, o, p)
    if op == DO_LEVEL_SKILL:
        return _best_card(o, &p.digest.skill[0], NULL)
    if op == DO_GUEST:
        for i in range(o.n):
            if o.items[i].kind == ACT_CHOOSE and p.digest.unit[q.units[o.items[i].a].kind] > best:
                best = p.digest.unit[q.units[o.items[i].a].kind]
                index = i
        return index
    if op == DO_DISBAND:
        for i in range(o.n):
            n = -unit_worth(e, p, g, o.items[i].a)
            if n > best:
                best = n
                index = i
        return index
    if op == DO_PREPARATION:
        return _best_card(o, &p.digest.keep[0], NULL)
    if op == OP_RECALL:
        if g.pending[g.n_pending - 1].c == 0:
            return o.n - 1
        for i in range(o.n):
            n = p.digest.keep[g.drawn.items[o.items[i].a] if g.pending[g.n_pending - 1].d else o.items[i].a]
            if n > best:
                best = n
                index = i
        return index
    if op == OP_BOOST:
        for i in range(o.n):
            n = gain_worth(_gain(g, p, e.cards[o.items[i].a].powered + o.items[i].b))
            if n > best:
                best = n
                index = i
        return index
    if op == OP_READY or op == OP_READY_TOTAL or op == OP_READY_FOR_INFLUENCE:
        for i in range(o.n):
            if o.items[i].kind != ACT_CHOOSE:
                continue
            if source_of(&g.pending[g.n_pending - 1]) == 1 and g.pending[g.n_pending - 1].ref == o.items[i].a:
                continue
            n = e.units[q.units[o.items[i].a].kind].level * 4 - 20 * q.units[o.items[i].a].wounds
            if n > best:
                best = n
                index = i
        return index
    if op in (OP_FOE_CANCEL, OP_FOE_ATTACK, OP_FOE_ATTACK_STRIP, OP_FOE_DESTROY, OP_FOE_ARMOR, OP_FOE_STRIP):
        return _foe_choice(e, g, o, p, op)
    if op == DO_ATTEND:
        # all there is to block with, if it is the turn that would have come anyway
        return find_kind(o, ACT_CHOOSE) if q.n_hand > 3 and q.hand_wounds < 2 else o.n - 1
    if op == DO_PROTECT or op == DO_HEAD_MANA:
        for i in range(o.n):
            if o.items[i].kind == ACT_DECLINE:
                continue
            n = foe_harm(e, g, p, o.items[i].a)
            if n > best:
                best = n
                index = i
        return index
    if op == DO_TRAP:
        best = -(1 << 20)
        for i in range(o.n):  # the trap that hurts least
            n = -_trap_value(e, g, o.items[i].a)
            if n > best:
                best = n
                index = i
        return index
    if op == DO_RESTORE:
        return choose_crystal(g, o)
    if op == DO_FLOOR and ascent_worth(e, g, p, g.combat.site) > 10 * e.setup.score_ascended:
        return 0  # any floor will do for the goal
    if op == DO_FLOOR:  # higher floors bring more: on while the traps have done no harm and a hand is left to fight with
        return o.n - 1 if g.combat.wounds == 0 and q.n_hand > 3 else 0
    if op == DO_DRAW:
        return 0
    if op == DO_ADD_RAMPAGERS or op == DO_MANA_SEARCH:
        i = find_kind(o, ACT_DONE)
        return i if i >= 0 else 0
    i = choose_for_others(e, g, o, p)
    return i if i >= 0 else 0


cdef int choose_mana(const Env *e, const GameState *g, const Options *o, const Policy *p) noexcept nogil:
    """A Skill that gives mana for nothing, in the colour most use to the hand that no die has; -1 if there is none."""
    cdef const Gain *gain
    cdef int i, k, n, row, option, colour
    cdef int best = 0
    cdef int index = -1
    cdef int dice = 0
    for i in range(6):
        if g.turn.mana[i]:
            return -1
    if g.turn.dice_rights:
        for i in range(g.n_dice):
            if not ((g.dice_out | g.turn.dice_used | g.turn.dice_kept) >> i) & 1:
                dice |= 1 << g.dice[i]
    for i in range(o.n):
        if o.items[i].kind != ACT_SKILL:
            continue
        row = skill_row(g, o.items[i])
        option = e.skills[row].options + o.items[i].b
        gain = _gain(g, p, option)
        if not gain.mana or gain.n_masks or gain.attack[0] or gain.block or gain.move or gain.influence:
            continue
        for k in range(e.options[option].n):
            if e.instrs[e.options[option].first + k].op != OP_MANA:
                continue
            colour = e.instrs[e.options[option].first + k].b
            n = _colour_use(e, g, p, colour) if colour < 4 else 0
            if (dice >> colour) & 1:
                n = n // 3
            if n > best:
                best = n
                index = i
    return index


cdef int choose_tactic(const Env *e, const GameState *g, const Options *o, const Policy *p) noexcept nogil:
    """Tactics in an order of preference by what they brought in games with chosen and with random ones."""
    cdef int i, n, what
    cdef int best = -1
    cdef int index = 0
    for i in range(o.n):
        what = e.tactics[o.items[i].a].behaviour
        n = 5
        if what == TACTIC_PLANNING or what == TACTIC_LONG_NIGHT:
            n = 9
        elif what == TACTIC_MANA_STEAL:
            n = 8
        elif what == TACTIC_GREAT_START or what == TACTIC_MANA_SEARCH:
            n = 7
        elif what == TACTIC_RETHINK or what == TACTIC_SPARING_POWER:
            n = 6
        elif what == TACTIC_PREPARATION:
            n = 4
        elif what == TACTIC_RIGHT_MOMENT:
            n = 3
        elif what == TACTIC_MEDITATION:
            n = 2
        if n > best:
            best = n
            index = i
    return index


cdef int choose_leftover(const Env *e, const GameState *g, const Options *o, const Policy *p) noexcept nogil:
    """Healing and other plays worth their card once the rest of the turn is settled; -1 if none."""
    cdef const Player *q = &g.players[g.seat]
    cdef const Gain *gain
    cdef int i, k, net, option, heals, cost, ready
    cdef int best = 0
    cdef int index
    index = find_kind(o, ACT_HEAL_HAND)
    if index < 0:
        index = find_kind(o, ACT_HEAL_UNIT)
    if index >= 0:
        return index
    for i in range(o.n):
        if o.items[i].kind == ACT_PLAY:
            option = (e.cards[o.items[i].a].powered if o.items[i].b else e.cards[o.items[i].a].basic) + o.items[i].c
            cost = card_cost(e, g, p, o.items[i].a)
            if e.cards[o.items[i].a].kind == ARTIFACT and o.items[i].b:
                continue
        elif o.items[i].kind == ACT_UNIT:
            option = e.units[q.units[o.items[i].a].kind].options + o.items[i].b
            cost = p.weights.unit_use * e.units[q.units[o.items[i].a].kind].level * scarcity(g) // 100
        elif o.items[i].kind == ACT_SKILL:
            k = skill_row(g, o.items[i])
            option = e.skills[k].options + o.items[i].b
            cost = 6 if e.skills[k].per_round and not o.items[i].c else 0
        else:
            continue
        gain = _gain(g, p, option)
        heals = q.hand_wounds - g.turn.heal
        if heals < 0:
            heals = 0
        if gain.heal < heals:
            heals = gain.heal
        ready = 0
        for k in range(q.n_units):
            if gain.ready and not q.units[k].ready and not q.units[k].wounds and e.units[q.units[k].kind].level <= gain.ready:
                # a Unit that readies another must gain by it, or two of them would ready each other for ever
                if o.items[i].kind == ACT_UNIT and e.units[q.units[k].kind].level <= e.units[q.units[o.items[i].a].kind].level:
                    continue
                if e.units[q.units[k].kind].level > ready:
                    ready = e.units[q.units[k].kind].level
        net = ready * p.weights.unit_use + heals * p.weights.heal + gain.draw * (9 if q.n_deck else 0) - cost - 4 * gain.n_masks
        if gain.move == 0 and gain.influence == 0 and gain.attack[0] == 0 and gain.block == 0 and gain.extra > 0:
            net += (gain.extra - 7 * gain.mana) * 3 // 4
        if net > best:
            best = net
            index = i
    return index


cdef int choose_discard(const Env *e, const GameState *g, const Options *o, const Policy *p) noexcept nogil:
    """Discard what is worth less than a fresh card; one at least if nothing was played."""
    cdef const Player *q = &g.players[g.seat]
    cdef int index = _worst_card(e, g, o, p, ACT_DISCARD)
    cdef int done = find_kind(o, ACT_DONE)
    if done < 0:
        return index
    if o.items[index].kind == ACT_DISCARD and q.n_deck and scarcity(g) < 100 and p.digest.keep[o.items[index].a] < p.weights.fresh:
        return index
    if q.n_deck and q.n_hand >= level_row(e, q).hand_limit and o.items[index].kind == ACT_DISCARD:
        return index
    return done
