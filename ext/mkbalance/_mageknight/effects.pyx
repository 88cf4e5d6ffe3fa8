"""Effect programs (R6): how a play starts, and what each instruction does that asks nothing.

A play lays its instructions on the pending stack, its mana costs on top. ``run_instruction`` executes the top one;
instructions that need an answer are listed and answered in choices.pyx; those of fights are in
strikes.pyx, those only Skills use in talents.pyx.
"""

from libc.stdint cimport int16_t, uint16_t, uint8_t

from mkbalance._mageknight.box cimport show_artifact
from mkbalance._mageknight.centre cimport surges
from mkbalance._mageknight.chance cimport pick, roll_die
from mkbalance._mageknight.combat cimport in_combat
from mkbalance._mageknight.content cimport Instr, OptionRow, number
from mkbalance._mageknight.counting cimport counted, holds
from mkbalance._mageknight.damage cimport hero_wounds
from mkbalance._mageknight.deeds cimport discard_add, wounds_to_hand
from mkbalance._mageknight.factions cimport gain_faction_token, run_faction
from mkbalance._mageknight.hexmap cimport terrain_at
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.mana cimport gain_crystal, gain_mana, reroll_die
from mkbalance._mageknight.points cimport boosted, gain_move
from mkbalance._mageknight.progress cimport add_fame, add_rep
from mkbalance._mageknight.quests cimport private_left, private_quest
from mkbalance._mageknight.recalling cimport pick_recalled
from mkbalance._mageknight.rivals cimport run_rivals
from mkbalance._mageknight.state cimport (
    DO_DRAW,
    DO_END_PLAY,
    DO_OTHER_CRYSTAL,
    DO_PAY_COST,
    DO_REWARD_CRYSTAL,
    HOW_AWAY,
    HOW_BOTTOM,
    HOW_SWAP,
    HOW_SWAP_WOUND,
    HOW_TOP,
    Pending,
    Player,
    fault,
    push,
    source_of,
)
from mkbalance._mageknight.strikes cimport run_strike
from mkbalance._mageknight.talents cimport run_talent
from mkbalance._mageknight.trace cimport TOLD_ROLL, told
from mkbalance._mageknight.units cimport heal_unit, ready_unit

IMPLEMENTED = frozenset({
    OP_NOP, OP_MOVE, OP_INFLUENCE, OP_ATTACK, OP_BLOCK, OP_HEAL, OP_DRAW, OP_FAME, OP_REP, OP_WOUND, OP_MANA, OP_MANA_ANY,
    OP_CRYSTAL, OP_CRYSTAL_ANY, OP_CRYSTAL_PAID, OP_CRYSTAL_OTHERS, OP_CRYSTAL_OWNED, OP_CRYSTAL_UNOWNED, OP_CRYSTAL_OFFER,
    OP_CRYSTAL_RANDOM, OP_PAY, OP_OPTIONAL, OP_DISCARD, OP_DISCARD_UPTO, OP_THROW, OP_PER, OP_IF, OP_READY, OP_READY_TOTAL,
    OP_READY_ALL, OP_HAND_LIMIT, OP_EXTRA_DIE, OP_SET_DIE, OP_BOOST, OP_TERRAIN, OP_PASS, OP_NO_PROVOKE, OP_FOE_CANCEL,
    OP_FOE_ATTACK, OP_FOE_ARMOR, OP_FOE_DESTROY, OP_FOE_STRIP, OP_FOE_BLOCKED_ARMOR1, OP_SITE_UNFORTIFY, OP_BLOCK_ARMOR,
    OP_BLOCK_DESTROY, OP_BLOCK_THEN_ATTACK, OP_LATER_ATTACK, OP_BLOCK_ICONS, OP_BLOCK_TERRAIN, OP_NEXT_MOVE, OP_AMBUSH,
    OP_UNITS_BONUS, OP_UNITS_SAFE, OP_UNITS_RESIST, OP_UNIT_RESIST, OP_UNIT_WOUND, OP_TO_DECK, OP_RETURN_SWAP,
    OP_RECRUIT_DISCOUNT, OP_READY_FOR_INFLUENCE, OP_CONVERT, OP_LEARN, OP_GAIN_ACTION, OP_GAIN_SPELL, OP_GAIN_UNIT,
    OP_UNLIMITED, OP_RULES, OP_DICE_WOUNDS, OP_REROLL_SOURCE, OP_DIE_CRYSTAL, OP_HEAL_FOREST, OP_RECALL,
    OP_REP_PER_RECRUIT, OP_FLY, OP_TUNNEL, OP_FAME_PER_DEFEAT, OP_DOUBLE_ATTACK, OP_SPELL_FAME, OP_ALL_COLDFIRE, OP_ALTEM,
    OP_HEAL_UNITS_ALL, OP_FAME_PER_HEAL, OP_DRAW_PER_HEAL, OP_MOUNTAIN_LORE, OP_MIST, OP_FOE_ATTACK_STRIP,
    OP_CRYSTALS_RETURN, OP_HARVEST, OP_UNITS_ARMOR, OP_UNITS_FAME, OP_CHEAP_SPACE, OP_SHIELD_BASH, OP_CHIVALRY, OP_EXPLOSIVE,
    OP_HARVESTER, OP_DIVIDE_BLOCK, OP_SACRIFICE, OP_STARSDAWN, OP_VEIL, OP_ADRENALINE, OP_INFLUENCE_HEAL, OP_TEMPORAL, OP_BEND,
    OP_SWIFT_SCOUT, OP_TIME_BEND, OP_COMMAND, OP_BANNER, OP_BANNER_FORGET, OP_REDIRECT, OP_MAXIMAL, OP_CAST_OFFER,
    OP_OFFER_POWER, OP_BORROW_UNIT, OP_POSSESS,
    OP_PROFICIENCY, OP_PEEK, OP_SIDEWAYS, OP_HEAL_UNIT, OP_THROW_WOUND, OP_NO_RECRUIT, OP_SOAK, OP_EXPLORE, OP_SEE, OP_AIM,
    OP_BLOCK_BONUS, OP_FLIP, OP_TURN_UP, OP_IGNORE_REP, OP_LEAD, OP_SHAPESHIFT, OP_FORK, OP_PREY, OP_CHAOS, OP_DUEL, OP_CARD_MANA,
    OP_FOE_CUMBERSOME, OP_BOND, OP_OPPOSITE, OP_CENTRE, OP_CLAIM, OP_SURGE, OP_REROLL_DIE, OP_OPEN_DIE, OP_GIVE_WOUND,
    OP_SURCHARGE, OP_EXPLOIT, OP_DEARER, OP_FOES_ATTACK, OP_MANA_PAID, OP_KEEP_FOE, OP_PUPPET,
    OP_ENERGY, OP_RIVALS_LOSE_CRYSTAL, OP_WOUND_PER_CRYSTAL, OP_CLAIM_DIE, OP_RIVALS_DISCARD,
    OP_MARTYR, OP_NO_REGULARS, OP_DOMINATE, OP_SHADOWS, OP_SPEND_CRYSTAL, OP_MIND, OP_IMPERSONATE, OP_SEEK, OP_TRADE_CARD,
    OP_SHOWN, OP_FURY,
    OP_BOX, OP_REWARD, OP_CHARGE, OP_COORDINATE, OP_PREVENT,
})


def implemented():
    """Opcodes with behaviour; content that uses any other is not dealt.

    Returns
    -------
    frozenset of int
    """
    return frozenset(int(op) for op in IMPLEMENTED)


cdef void start_option(const Env *e, GameState *g, int option, int source, int ref, int colours, bint free) noexcept nogil:
    """Begin a play: the end of it, an option's program and its costs go on the pending stack."""
    if source != SOURCE_RULE:
        push(g, DO_END_PLAY, 0, 0, 0, 0)
    lay_option(e, g, option, source, ref, colours, free)


cdef void lay_option(const Env *e, GameState *g, int option, int source, int ref, int colours, bint free) noexcept nogil:
    """Lay an option's program and costs on the pending stack; ``free`` waives the standard mana."""
    cdef const OptionRow *o = &e.options[option]
    cdef const Instr *code
    cdef Pending *p
    cdef int i
    if g.n_pending + o.n + 3 >= MAX_PENDING:
        fault(g, FAULT_CAPACITY)
        return
    for i in range(o.n - 1, -1, -1):
        code = &e.instrs[o.first + i]
        p = &g.pending[g.n_pending]
        p.op = code.op
        p.a = code.a
        p.b = code.b
        p.c = code.c
        p.d = code.d
        p.origin = <unsigned char> (colours | source << 6)
        p.ref = <unsigned char> ref
        g.n_pending += 1
    if not free:
        if o.cost2:
            push(g, DO_PAY_COST, 0, o.cost2, 0, 0)
            g.pending[g.n_pending - 1].origin = <unsigned char> (source << 6)
        if o.cost:
            push(g, DO_PAY_COST, 0, o.cost, 0, 0)
            g.pending[g.n_pending - 1].origin = <unsigned char> (source << 6)


cdef void _hook(GameState *g, const Pending *t, int bit) noexcept nogil:
    """An end-of-turn hook on the card in play."""
    cdef Player *p = &g.players[g.seat]
    cdef int i
    if source_of(t) != SOURCE_CARD:
        return
    for i in range(p.n_played - 1, -1, -1):
        if p.played[i] == t.ref:
            p.played_how[i] |= <unsigned char> bit
            return


cdef void take_wounds(const Env *e, GameState *g, int n) noexcept nogil:
    """Wounds from an own effect; in combat they count for knock-out."""
    if in_combat(g):
        hero_wounds(e, g, n)
    else:
        wounds_to_hand(e, g, &g.players[g.seat], n)


cdef void _dice_wounds(const Env *e, GameState *g, int n) noexcept nogil:
    cdef int face, _i
    cdef int wounds = 0
    for _i in range(n):
        face = roll_die(g, DRAW_DICE)
        told(e, g, TOLD_ROLL, face, 0, 0, 0)
        wounds += face == RED or face == BLACK
    take_wounds(e, g, wounds)


cdef bint _otherwise(const Env *e, const Player *p, int face) noexcept nogil:
    """Whether the variant gives something else for this face (A.13.7)."""
    cdef int when = e.setup.crystal_when
    if face < GOLD:
        return when & WHEN_FULL != 0 and p.crystals[face] >= number(e, NUMBER_CRYSTAL_LIMIT)
    if face == BLACK:
        return when & WHEN_BLACK != 0
    return when & WHEN_ALL_FULL != 0 and p.crystals[0] + p.crystals[1] + p.crystals[2] + p.crystals[3] >= 4 * number(e, NUMBER_CRYSTAL_LIMIT)


cdef void other_crystal(const Env *e, GameState *g, int what, bint or_token) noexcept nogil:
    """What is gained in place of a random crystal: another roll for a face allowed, a faction token, a quest card (A.13.7)."""
    cdef int face
    cdef int faces = 0
    if what == ELSE_FACTION:
        if e.setup.crystal_factions == 3:
            gain_faction_token(e, g, FACTION_CULT + <int> pick(g, DRAW_DICE, 2))
        else:
            gain_faction_token(e, g, FACTION_CULT if e.setup.crystal_factions == 1 else FACTION_COUNCIL)
        return
    if what == ELSE_QUEST:
        private_quest(e, g)
        return
    for face in range(6):
        faces += not _otherwise(e, &g.players[g.seat], face)
    if not faces:
        return  # nothing is allowed: nothing comes of it
    face = roll_die(g, DRAW_DICE)
    while _otherwise(e, &g.players[g.seat], face):
        told(e, g, TOLD_ROLL, face, 0, 0, 0)
        face = roll_die(g, DRAW_DICE)
    _crystal_of(e, g, face, or_token)


cdef int other_crystals(const Env *e, const GameState *g) noexcept nogil:
    """The alternatives of the variant (bits) that can be had now (A.13.7)."""
    cdef int found = e.setup.crystal_else
    return found if private_left(e, g) else found & ~ELSE_QUEST


cdef void random_crystal(const Env *e, GameState *g, bint or_token) noexcept nogil:
    """R1.7: a die decides; with the variant some faces give something else (A.13.7)."""
    cdef int face = roll_die(g, DRAW_DICE)
    if other_crystals(e, g) and _otherwise(e, &g.players[g.seat], face):
        told(e, g, TOLD_ROLL, face, 0, 0, 0)
        push(g, DO_OTHER_CRYSTAL, face, or_token, 0, 0)
        return
    _crystal_of(e, g, face, or_token)


cdef void _crystal_of(const Env *e, GameState *g, int face, bint or_token) noexcept nogil:
    """A basic colour gives its crystal, gold a choice, black Fame +1."""
    told(e, g, TOLD_ROLL, face, 0, 0, 0)
    if face < GOLD:
        gain_crystal(e, g, face, 1, or_token)
    elif face == BLACK:
        add_fame(e, g, g.seat, 1)
    elif or_token:
        push(g, OP_CRYSTAL_ANY, 1, 15, 0, 0)
    else:
        push(g, DO_REWARD_CRYSTAL, 0, 0, 0, 0)


cdef void run_instruction(const Env *e, GameState *g) noexcept nogil:
    """Execute the top instruction, one that asks nothing."""
    cdef Pending t = g.pending[g.n_pending - 1]
    cdef Player *p = &g.players[g.seat]
    cdef int op = t.op
    cdef int i, n, _i
    g.n_pending -= 1
    if t.d and surges(op) and op != OP_LATER_ATTACK:
        g.turn.boost += <uint8_t> t.d
    if op == OP_MOVE:
        gain_move(e, g, t.a, source_of(&t) == SOURCE_CARD)
    elif op == OP_INFLUENCE:
        g.turn.influence += <int16_t> boosted(g, t.a)
    elif op == OP_HEAL:
        g.turn.heal += <unsigned char> t.a
    elif op == OP_HEAL_FOREST:
        g.turn.heal += t.b if terrain_at(e, g, p.space) == FOREST else t.a
    elif op == OP_DRAW:
        push(g, DO_DRAW, t.a, 0, 0, 0)
    elif op == OP_FAME:
        add_fame(e, g, g.seat, t.a)
    elif op == OP_REP:
        add_rep(e, g, g.seat, t.a)
    elif op == OP_WOUND:
        if t.b:
            for _i in range(t.a):
                discard_add(g, p, e.wound)
            p.tally.wounds_taken += t.a
            g.turn.wounds_pile += <uint8_t> t.a
        else:
            take_wounds(e, g, t.a)
    elif op == OP_MANA:
        gain_mana(e, g, t.b, t.a)
    elif op == OP_CRYSTAL:
        gain_crystal(e, g, t.b, t.a, True)
    elif op == OP_CRYSTAL_PAID:
        n = g.turn.paid if g.turn.paid else 15
        for i in range(4):
            if n == 1 << i:
                gain_crystal(e, g, i, t.a, True)
                return
        push(g, OP_CRYSTAL_ANY, t.a, n, 0, 0)
    elif op == OP_CRYSTAL_OTHERS:
        crystal_others(e, g)
    elif op == OP_CRYSTAL_RANDOM:
        if t.a > 1:
            push(g, OP_CRYSTAL_RANDOM, t.a - 1, 0, 0, 0)
        random_crystal(e, g, True)
    elif op == OP_PER:
        if g.n_pending:
            g.pending[g.n_pending - 1].a *= <int16_t> counted(e, g, t.b)
    elif op == OP_IF:
        if not holds(e, g, &t):
            g.n_pending -= <unsigned char> t.a
        elif t.b == IF_UNWOUNDED and g.pending[g.n_pending - 1].op == OP_LATER_ATTACK:
            g.pending[g.n_pending - 1].d = 1  # judged again when the points are used
    elif op == OP_READY_ALL:
        for i in range(p.n_units):
            if not p.units[i].ready:
                ready_unit(e, g, i)
    elif op == OP_HAND_LIMIT:
        p.draw_bonus += <unsigned char> t.a
    elif op == OP_EXTRA_DIE:
        g.turn.dice_rights = <unsigned char> (g.turn.dice_rights + t.a if g.turn.dice_rights + t.a > 0 else 0)
        if t.b:
            g.turn.wild_dice += <unsigned char> t.a
    elif op == OP_TERRAIN:
        for i in range(9):
            if (t.a >> i) & 1:
                if t.b:
                    if g.turn.cost_set[i] < 0 or t.c < g.turn.cost_set[i]:
                        g.turn.cost_set[i] = t.c
                else:
                    g.turn.cost_delta[i * 3 + (t.d if t.d < 2 else 2)] += t.c
    elif op == OP_PASS:
        g.turn.passable |= <uint16_t> t.a
        if t.b:
            g.turn.safe |= <uint16_t> t.a
        if (t.a >> MOUNTAIN) & 1:
            g.turn.rules |= 128
    elif op == OP_NO_PROVOKE:
        g.turn.no_provoke = 1
    elif op == OP_NEXT_MOVE:
        if t.b:
            g.turn.each_move += <unsigned char> t.a
        else:
            g.turn.next_move += <unsigned char> t.a
    elif op == OP_TO_DECK:
        _hook(g, &t, HOW_TOP if t.a else HOW_BOTTOM)
    elif op == OP_RETURN_SWAP:
        _hook(g, &t, HOW_SWAP_WOUND if t.a else HOW_SWAP)
    elif op == OP_RECRUIT_DISCOUNT:
        if g.turn.n_discounts < MAX_DISCOUNTS:
            g.turn.discounts[g.turn.n_discounts] = <unsigned char> t.a
            g.turn.discount_reps[g.turn.n_discounts] = <signed char> t.b
            g.turn.n_discounts += 1
    elif op == OP_LEARN:
        g.turn.learn = <unsigned char> t.a
        g.turn.learn_to = t.b
        g.turn.learn_left += 1
    elif op == OP_UNLIMITED:
        g.turn.unlimited |= t.b
    elif op == OP_RULES:
        g.turn.rules |= <unsigned char> t.a
    elif op == OP_DICE_WOUNDS:
        _dice_wounds(e, g, t.a)
    elif op == OP_REROLL_SOURCE:
        for i in range(g.n_dice):
            if not ((g.dice_out | g.turn.dice_used | g.turn.dice_kept) >> i) & 1:
                reroll_die(e, g, i)
    elif op == OP_REP_PER_RECRUIT:
        g.turn.rep_recruit += <unsigned char> t.a
        g.turn.fame_recruit += t.b
        add_rep(e, g, g.seat, t.a * g.turn.recruits)
        add_fame(e, g, g.seat, t.b * g.turn.recruits)
    elif op == OP_SPELL_FAME:
        g.turn.spell_fame |= <unsigned char> (1 << t.b)
        add_fame(e, g, g.seat, g.turn.spells_cast[t.b])
    elif op == OP_HEAL_UNITS_ALL:
        for i in range(p.n_units):
            heal_unit(e, g, i, p.units[i].wounds)
    elif op == OP_FAME_PER_HEAL:
        g.turn.fame_heal += 2
    elif op == OP_DRAW_PER_HEAL:
        g.turn.draw_heal += 1
        if t.a:
            g.turn.ready_heal = 1
            for i in range(p.n_units):
                if p.units[i].healed and not p.units[i].ready:
                    ready_unit(e, g, i)
            if g.turn.healed_hand:
                push(g, DO_DRAW, g.turn.healed_hand, 0, 0, 0)
    elif op == OP_MOUNTAIN_LORE:
        g.turn.mountain_lore += <unsigned char> t.a
        g.turn.mountain_lore2 += t.b
    elif op == OP_MIST:
        for i in range(9):
            g.turn.cost_set[i] = 2
        g.turn.passable |= 1 << LAKE
        g.turn.forbidden |= (1 << HILLS) | (1 << MOUNTAIN)
    elif op == OP_CRYSTALS_RETURN:
        g.turn.crystals_back = 1
    elif op == OP_HARVEST:
        if t.a:
            g.turn.harvest = HARVEST_EACH
        elif g.turn.harvest < HARVEST_EACH:
            g.turn.harvest += 1
    elif op == OP_CHEAP_SPACE:
        g.turn.cheap_delta = t.c
        g.turn.cheap_min = t.d
        if g.turn.cheap_left < MAX_CHEAP:
            g.turn.cheap_left += 1
    elif op == OP_THROW_WOUND:
        p.hand_wounds -= min(p.hand_wounds, t.a)
    elif op == OP_NO_RECRUIT:
        g.turn.no_recruit = 1
    elif op == OP_REWARD:
        if t.b == 0:
            g.turn.reward_artifacts += <uint8_t> t.a
        elif t.b == 1:
            g.turn.reward_spells += <uint8_t> t.a
        else:
            g.turn.reward_actions += <uint8_t> t.a
    elif OP_MARTYR <= op <= OP_FURY:
        run_faction(e, g, &t)
    elif OP_SOAK <= op <= OP_OPPOSITE or OP_CENTRE <= op <= OP_PUPPET or op == OP_COORDINATE:
        run_talent(e, g, &t)
    elif op == OP_ADRENALINE:
        _adrenaline(e, g, t.a, t.b != 0)
    elif op == OP_INFLUENCE_HEAL:
        g.turn.action = 1
        g.turn.move = 0
        g.turn.influence = 0
        g.turn.influence_heal = <uint8_t> t.a
        g.turn.influence_ready = t.b
        g.step = STEP_AFTER
    elif op == OP_BEND:
        g.turn.bend = 1
        g.turn.explore_far = 1
    elif op == OP_SWIFT_SCOUT:
        g.turn.explore_far = 1
    elif op == OP_TIME_BEND:
        g.turn.time_bend = 1
        _hook(g, &t, HOW_AWAY)
    elif op == OP_RECALL:
        pick_recalled(e, g, &t)
    elif op == OP_BOX:
        show_artifact(e, g, &t)
    elif op == OP_COMMAND:
        if source_of(&t) == SOURCE_CARD:
            g.turn.command = t.ref
    elif op == OP_BANNER_FORGET:
        g.turn.forget = 1
    elif op != OP_NOP and not run_strike(e, g, &t) and not run_rivals(e, g, &t):
        fault(g, FAULT_OPCODE)


cdef void end_play(GameState *g) noexcept nogil:
    """A play is over: nothing that belongs to one play remains."""
    g.turn.boost = 0
    g.turn.last_foe = NONE
    g.turn.move_given = 0
    g.turn.acting = NONE
    g.turn.acted = 0
    if g.combat.targets:
        g.combat.late_group = 0


cdef void crystal_others(const Env *e, GameState *g) noexcept nogil:
    """A crystal of each basic colour but the one paid (OP_CRYSTAL_OTHERS)."""
    cdef int i
    for i in range(4):
        if not (g.turn.paid >> i) & 1:
            gain_crystal(e, g, i, 1, True)


cdef void _adrenaline(const Env *e, GameState *g, int n, bint throw) noexcept nogil:
    """Each of the first Wounds taken to hand this turn draws a card, those taken before included (OP_ADRENALINE)."""
    cdef Player *p = &g.players[g.seat]
    cdef int taken = g.turn.wounds
    cdef int i
    if throw:
        n += 1
        if g.turn.adrenaline_throw == 0:
            g.turn.adrenaline_throw = 2 if taken else 1
            if taken and p.hand_wounds:
                p.hand_wounds -= 1
    for i in range(min(n, MAX_ADRENALINE)):
        g.turn.adrenaline[i] += 1
    if taken:
        push(g, DO_DRAW, min(taken, n), 0, 0, 0)
