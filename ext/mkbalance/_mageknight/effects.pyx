"""Effect programs (R6): how a play starts, and what each instruction does that asks nothing.

A play lays its instructions on the pending stack, its mana costs on top. ``run_instruction`` executes the top one;
instructions that need an answer are listed and answered in choices.pyx.
"""

from libc.stdint cimport int16_t, uint8_t, uint16_t

from mkbalance._mageknight.chance cimport roll_die
from mkbalance._mageknight.banners cimport banner_of, bearer
from mkbalance._mageknight.borrowed cimport borrowable, castable, maximal_partner, offered_power, shapeable
from mkbalance._mageknight.combat cimport (
    add_attack,
    affects,
    attack_open,
    change_armor,
    foe_alive,
    fortifications,
    hero_wounds,
    in_combat,
    may_ignore,
    wholly_blocked,
)
from mkbalance._mageknight.content cimport (
    OPT_ATTACK,
    OPT_BLOCK,
    OPT_ACTION,
    OPT_COMBAT_START,
    OPT_FIRST,
    OPT_INFLUENCE,
    OPT_MOVE,
    OPT_NEEDS,
    OPT_SIEGE,
    OPT_SPENDS_MOVE,
    Instr,
)
from mkbalance._mageknight.deeds cimport discard_add, wounds_to_hand
from mkbalance._mageknight.hexmap cimport active_site, hex_row, printed_cost
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.mana cimport (
    black_usable,
    can_pay,
    gain_crystal,
    gain_mana,
    gold_usable,
    night_rules,
    payable,
    reroll_die,
)
from mkbalance._mageknight.progress cimport add_fame, add_rep
from mkbalance._mageknight.sites cimport reveal_near
from mkbalance._mageknight.skills cimport proficient
from mkbalance._mageknight.state cimport (
    ATK_BLOCKED,
    CB_ASSAULT,
    CB_HEROES_PAID,
    CB_THUGS_PAID,
    CB_UNFORTIFIED,
    CB_WOUNDED,
    DO_DRAW,
    DO_END_PLAY,
    DO_PAY_COST,
    DO_REWARD_CRYSTAL,
    DO_STARSDAWN,
    FOE_HIDDEN_SUMMONER,
    PL_BENT,
    Combat,
    Foe,
    GameState,
    Pending,
    Player,
    UnitCard,
    fault,
    push,
)
from mkbalance._mageknight.trace cimport TOLD_CHANGE, TOLD_ROLL, told
from mkbalance._mageknight.units cimport ready_unit

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
    OP_BLOCK_BONUS, OP_FLIP, OP_TURN_UP, OP_IGNORE_REP, OP_LEAD, OP_SHAPESHIFT, OP_FORK, OP_PREY, OP_CHAOS, OP_DUEL, OP_IDLE,
    OP_FOE_CUMBERSOME, OP_BOND,
})


def implemented():
    """Opcodes with behaviour; content that uses any other is not dealt.

    Returns
    -------
    frozenset of int
    """
    return frozenset(int(op) for op in IMPLEMENTED)


cdef int window(const GameState *g) noexcept nogil:
    """The WIN_ bit of the present step."""
    if g.step == STEP_MOVE or g.step == STEP_MAZE:
        return WIN_MOVE
    if g.step == STEP_INTERACT:
        return WIN_INTERACT
    if g.step == STEP_RANGED:
        return WIN_RANGED
    if g.step == STEP_BLOCK:
        return WIN_BLOCK
    if g.step == STEP_DAMAGE:
        return WIN_DAMAGE
    if g.step == STEP_ATTACK:
        return WIN_ATTACK
    if g.step == STEP_REST:
        return WIN_REST
    return WIN_AFTER


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
        p.colours = <unsigned char> colours
        p.source = <unsigned char> source
        p.ref = <unsigned char> ref
        g.n_pending += 1
    if not free:
        if o.cost2:
            push(g, DO_PAY_COST, 0, o.cost2, 0, 0)
        if o.cost:
            push(g, DO_PAY_COST, 0, o.cost, 0, 0)


cdef int _cards_of(const Env *e, const GameState *g, int mask, int kinds, int held, int held2) noexcept nogil:
    """Hand cards of any colour of the mask (0 = every card) and of the kinds, one copy of two cards left out."""
    cdef const Player *p = &g.players[g.seat]
    cdef int n = 0
    cdef int i
    for i in range(p.n_hand):
        if p.hand[i] == held:
            held = NONE
            continue
        if p.hand[i] == held2:
            held2 = NONE
            continue
        if (kinds >> e.cards[p.hand[i]].kind) & 1 and (mask == 0 or e.cards[p.hand[i]].colours & mask):
            n += 1
    return n


cdef bint _some_foe(const Env *e, const GameState *g, int colours, const Instr *code, bint attack_too) noexcept nogil:
    """Whether an enemy-affecting instruction has anything to work on; ``attack_too``: a changed attack will do."""
    cdef int i, j
    cdef int op = code.op
    cdef int a = code.a
    cdef int c = code.c
    cdef const Foe *f
    for i in range(g.combat.n):
        f = &g.combat.foes[i]
        if not foe_alive(f) or f.flags & FOE_HIDDEN_SUMMONER:
            continue
        if op == OP_FOE_ATTACK or op == OP_FOE_CUMBERSOME or attack_too:
            for j in range(f.n_attacks):
                if attack_open(g, i, j):
                    return True
            if op == OP_FOE_ATTACK or op == OP_FOE_CUMBERSOME:
                continue
        if op == OP_FOE_ATTACK_STRIP:
            for j in range(f.n_attacks):
                if attack_open(g, i, j) and not (colours & (1 << BLUE) and f.resist & RESIST_ICE):
                    return True
            continue
        if not affects(g, f, colours):
            continue
        if op == OP_FOE_CANCEL and c and fortifications(g, f):
            continue
        if f.source == FROM_HEAD:
            continue
        if op == OP_FOE_DESTROY and a and not wholly_blocked(f):
            continue
        if op == OP_FOE_ARMOR and code.d == 2 and g.step == STEP_RANGED and fortifications(g, f):
            continue
        if op == OP_PREY and not _prey(g, i):
            continue
        return True
    return False


cdef bint _prey(const GameState *g, int foe) noexcept nogil:
    cdef int what
    for what in range(16 + 2 * MAX_ATTACKS):
        if may_ignore(g, foe, what):
            return True
    return False


cdef bint option_ready(const Env *e, const GameState *g, const OptionRow *o, int card, bint free) noexcept nogil:
    """Whether the option's mana and other costs can be met and its compulsory targets exist (R6.8)."""
    cdef int colours = e.cards[card].colours if card != NONE else (o.cost if o.cost < 16 else 0)
    return ready_as(e, g, o, card, NONE, colours, free, 1)


cdef bint ready_as(const Env *e, const GameState *g, const OptionRow *o, int held, int held2, int colours, bint free,
                   int times) noexcept nogil:
    """The same with one copy each of two hand cards out of reach, a source of other colours, and costs paid several times."""
    cdef uint8_t masks[8]
    cdef int n = 0
    cdef int i, mask, _k
    cdef const Instr *code
    if not free:
        if o.cost:
            masks[n] = o.cost
            n += 1
        if o.cost2:
            masks[n] = o.cost2
            n += 1
    if not o.flags & OPT_NEEDS:
        if n == 0:
            return True
        if n == 1:
            return (payable(g) & masks[0]) != 0
        return can_pay(g, masks, n)
    i = 0
    while i < o.n:
        code = &e.instrs[o.first + i]
        i += 1
        mask = code.b
        if code.op in (OP_PAY, OP_DISCARD, OP_THROW) and i < o.n:
            mask = wanted(e, g, &e.instrs[o.first + i], code.b, held, held2)
            if mask == NOTHING:
                return False
        if code.op == OP_OPTIONAL or code.op == OP_IF:
            i += code.a
        elif code.op == OP_PAY:
            for _k in range(times):
                if n < 6:
                    masks[n] = <uint8_t> mask
                    n += 1
        elif code.op == OP_DISCARD:
            if code.c == 2:
                if g.players[g.seat].hand_wounds < code.a * times:
                    return False
            elif _cards_of(e, g, mask, 15, held, held2) + (g.players[g.seat].hand_wounds if code.c else 0) < code.a * times:
                return False
        elif code.op == OP_THROW:
            if _cards_of(e, g, mask, 3, held, held2) < times:
                return False
        elif code.op == OP_BOOST:
            if not _boost_partner(e, g, held, held2):
                return False
        elif code.op == OP_MAXIMAL:
            if not maximal_partner(e, g, code, held, held2):
                return False
        elif code.op == OP_OFFER_POWER:
            if not offered_power(e, g, held, held2):
                return False
        elif code.op == OP_BORROW_UNIT:
            if not borrowable(e, g):
                return False
        elif code.op == OP_BANNER:
            if not bearer(e, g):
                return False
        elif code.op == OP_SACRIFICE:
            if not (g.players[g.seat].crystals[code.a] and g.players[g.seat].crystals[code.b]):
                return False
        elif code.op == OP_SIDEWAYS:
            if not sideways_ready(e, g, code.b):
                return False
        elif code.op == OP_PROFICIENCY:
            if not proficient(e, g, code.a != 0):
                return False
        elif code.op == OP_THROW_WOUND:
            if g.players[g.seat].hand_wounds < code.a:
                return False
        elif code.op == OP_SHAPESHIFT:
            if not shapeable(e, g):
                return False
        elif code.op == OP_CHAOS:
            if code.a < 6 and (g.players[g.seat].chaos + 1) % 6 != code.a:
                return False
        elif code.op == OP_IDLE:
            if not g.turn.mana[code.b] or (black_usable(g) if code.b == BLACK else gold_usable(g)):
                return False
        elif code.op == OP_NO_RECRUIT:
            if g.turn.recruits:
                return False
        elif code.op == OP_TIME_BEND:
            if g.turn.time_bend or g.players[g.seat].flags & PL_BENT:
                return False
        elif code.op == OP_CRYSTAL_OWNED:
            if not (g.players[g.seat].crystals[0] or g.players[g.seat].crystals[1] or g.players[g.seat].crystals[2]
                    or g.players[g.seat].crystals[3]):
                return False
        elif code.op == OP_CRYSTAL_UNOWNED:
            if (g.players[g.seat].crystals[0] and g.players[g.seat].crystals[1] and g.players[g.seat].crystals[2]
                    and g.players[g.seat].crystals[3]):
                return False
        elif code.op == OP_CRYSTAL_OFFER:
            if g.n_spells_offer < code.a:
                return False
        elif code.op == OP_SET_DIE:
            if not _free_dice(g, False):
                return False
        elif code.op == OP_DIE_CRYSTAL:
            if not _free_dice(g, True):
                return False
        elif code.op == OP_GAIN_UNIT:
            if g.n_offer_units == 0:
                return False
        elif code.op == OP_GAIN_ACTION:
            if g.n_actions_offer == 0:
                return False
        elif code.op == OP_GAIN_SPELL:
            if g.n_spells_offer == 0:
                return False
        elif code.op == OP_UNIT_RESIST:
            if g.players[g.seat].n_units == 0:
                return False
        elif (code.op in (OP_FOE_CANCEL, OP_FOE_ARMOR, OP_FOE_STRIP) and code.b == 0) or code.op in (
                OP_FOE_DESTROY, OP_FOE_ATTACK, OP_FOE_ATTACK_STRIP, OP_POSSESS, OP_PREY, OP_FOE_CUMBERSOME):
            if not _some_foe(e, g, colours, code, i < o.n and e.instrs[o.first + i].op == OP_FOE_ATTACK):
                return False
    if n == 0:
        return True
    return can_pay(g, masks, n)


cdef bint sideways_ready(const Env *e, const GameState *g, int how) noexcept nogil:
    """A card for a sideways effect is there, and a sideways card is of use now (OP_SIDEWAYS, R6.5)."""
    if how & 8 and g.turn.source_used:
        return False
    if g.step == STEP_ATTACK and not g.combat.attacking or g.step == STEP_BLOCK and g.combat.block_foe == NONE:
        return False
    if g.step != STEP_MOVE and g.step != STEP_INTERACT and g.step != STEP_ATTACK and g.step != STEP_BLOCK:
        return False
    return g.players[g.seat].hand_wounds > 0 if how & 1 else g.players[g.seat].n_hand > 0


cdef int wanted(const Env *e, const GameState *g, const Instr *then, int mask, int held, int held2) noexcept nogil:
    """Colours of a cost for which what it buys has something to give; NOTHING if there are none."""
    cdef int i
    cdef int there = 0
    if then.op == OP_GAIN_ACTION:
        for i in range(g.n_actions_offer):
            there |= e.cards[g.actions[i]].colours
    elif then.op == OP_GAIN_SPELL:
        for i in range(g.n_spells_offer):
            there |= e.cards[g.spells[i]].colours
    elif then.op == OP_CAST_OFFER:
        there = castable(e, g, then.a, then.b != 0, held, held2)
    else:
        return mask
    there &= mask if mask else 15
    return there if there else NOTHING


cdef bint _free_dice(const GameState *g, bint basic) noexcept nogil:
    cdef int i
    for i in range(g.n_dice):
        if not ((g.dice_out | g.turn.dice_used | g.turn.dice_kept) >> i) & 1 and (not basic or g.dice[i] < GOLD):
            return True
    return False


cdef bint _boost_partner(const Env *e, const GameState *g, int held, int held2) noexcept nogil:
    """Another Action card in hand whose powered side can be used now (Concentration)."""
    cdef const Player *p = &g.players[g.seat]
    cdef int i, k, other
    cdef int win = window(g)
    cdef int skip = held
    cdef int skip2 = held2
    for i in range(p.n_hand):
        other = p.hand[i]
        if other == skip:
            skip = NONE
            continue
        if other == skip2:
            skip2 = NONE
            continue
        if e.cards[other].kind > ADVANCED_ACTION:
            continue
        for k in range(e.cards[other].n_powered):
            if boostable(e, g, &e.options[e.cards[other].powered + k], other, held, win):
                return True
    return False


cdef bint boostable(const Env *e, const GameState *g, const OptionRow *o, int card, int held, int win) noexcept nogil:
    """A powered option that may be played through another card (``held``, if it is in hand) now; not a second booster."""
    if not windows_of(e, g, o) & win or not useful(e, g, o, win) or not e.cards[card].flags & CARD_DEALT:
        return False
    if e.instrs[o.first].op == OP_BOOST:
        return False
    return ready_as(e, g, o, card, held, e.cards[card].colours, True, 1)


cdef int windows_of(const Env *e, const GameState *g, const OptionRow *o) noexcept nogil:
    """Windows of an option, wider while something waits for its points: Learning for Influence, Wings of Night for Move."""
    cdef int w = o.windows
    if o.flags & OPT_INFLUENCE and g.turn.learn:
        w |= WIN_MOVE | WIN_AFTER | WIN_REST | WIN_RANGED | WIN_BLOCK | WIN_DAMAGE | WIN_ATTACK
    if o.flags & OPT_INFLUENCE and g.turn.influence_heal:
        w |= WIN_AFTER
    if o.flags & OPT_INFLUENCE and heroes_to_pay(e, g):
        w |= WIN_RANGED | WIN_BLOCK | WIN_ATTACK
    if o.flags & OPT_MOVE and g.step == STEP_RANGED and _move_wanted(e, g):
        w |= WIN_RANGED
    return w


cdef bint heroes_to_pay(const Env *e, const GameState *g) noexcept nogil:
    """Ready Heroes in an assault wait for Influence before they act (R7.8)."""
    cdef const Player *p = &g.players[g.seat]
    cdef int i
    if not in_combat(g) or not g.combat.flags & CB_ASSAULT or g.combat.flags & CB_HEROES_PAID:
        return False
    for i in range(p.n_units):
        if p.units[i].ready and not p.units[i].wounds and e.units[p.units[i].kind].assault_cost > g.turn.influence:
            return True
    return False


cdef bint _move_wanted(const Env *e, const GameState *g) noexcept nogil:
    """A card in hand that spends Move points in combat."""
    cdef const Player *p = &g.players[g.seat]
    cdef int i, k
    for i in range(p.n_hand):
        for k in range(e.cards[p.hand[i]].n_powered):
            if e.options[e.cards[p.hand[i]].powered + k].flags & OPT_SPENDS_MOVE:
                return True
    return False


cdef bint _open_attack_of(const GameState *g, int trait, int element) noexcept nogil:
    cdef int i, j
    for i in range(g.combat.n):
        for j in range(g.combat.foes[i].n_attacks):
            if attack_open(g, i, j):
                if trait and g.combat.foes[i].traits[j] & trait:
                    return True
                if element >= 0 and g.combat.foes[i].element[j] == element:
                    return True
    return False


cdef bint useful(const Env *e, const GameState *g, const OptionRow *o, int win) noexcept nogil:
    """Whether the points an option gives could be used in the present window (R4.5.1, R6.6)."""
    cdef const Combat *k = &g.combat
    cdef int i
    if o.flags & OPT_COMBAT_START and (win != WIN_RANGED or g.turn.combat_started):
        return False
    if o.flags & OPT_ACTION and (g.step != STEP_MOVE or g.turn.action):
        return False
    if o.flags & OPT_ATTACK and win & (WIN_RANGED | WIN_ATTACK):
        if o.flags & OPT_FIRST:
            return True
        if not k.attacking:
            return False
        if win == WIN_RANGED and not o.flags & OPT_SIEGE and not g.turn.all_siege and not g.turn.starsdawn:
            for i in range(k.n):
                if (k.targets >> i) & 1 and fortifications(g, &k.foes[i]):
                    return False
        return True
    if o.flags & OPT_BLOCK and win == WIN_BLOCK:
        return k.block_foe != NONE
    if o.flags & OPT_MOVE and win & (WIN_BLOCK | WIN_RANGED | WIN_ATTACK | WIN_DAMAGE):
        if win == WIN_BLOCK and _open_attack_of(g, CUMBERSOME, -1):
            return True
        if win & (WIN_BLOCK | WIN_RANGED) and _move_wanted(e, g):
            return True
        return (win == WIN_ATTACK and g.turn.convert & 3 and k.attacking) or (
            win == WIN_RANGED and g.turn.convert & 2 and k.attacking) or not o.flags & OPT_NEEDS and _converts(e, o)
    if o.flags & OPT_INFLUENCE and win & (WIN_RANGED | WIN_BLOCK | WIN_DAMAGE | WIN_ATTACK) and g.turn.learn:
        return True
    if o.flags & OPT_INFLUENCE and win & (WIN_RANGED | WIN_BLOCK | WIN_ATTACK) and heroes_to_pay(e, g):
        return True
    if o.flags & OPT_INFLUENCE and win & (WIN_BLOCK | WIN_DAMAGE):
        if win == WIN_DAMAGE:
            return _thugs_to_pay(e, g)
        if g.turn.convert & 28 and k.block_foe != NONE:
            return True
        if k.block_foe != NONE and k.foes[k.block_foe].element[k.block_attack] == PSYCHIC:
            return True
        return _converts(e, o)
    if o.flags & OPT_INFLUENCE and win & (WIN_MOVE | WIN_AFTER):
        return g.turn.learn != 0 or g.turn.influence_heal != 0 or o.windows & WIN_MOVE != 0
    return True


cdef bint _converts(const Env *e, const OptionRow *o) noexcept nogil:
    """The option itself turns its points into Attack or Block."""
    cdef int i
    for i in range(o.n):
        if e.instrs[o.first + i].op in (OP_CONVERT, OP_AMBUSH, OP_FAME, OP_BLOCK_BONUS):
            return True
    return False


cdef bint _thugs_to_pay(const Env *e, const GameState *g) noexcept nogil:
    """Thugs ask for Influence before they take damage (R7.8)."""
    cdef const Player *p = &g.players[g.seat]
    cdef int i
    if g.combat.flags & CB_THUGS_PAID:
        return False
    for i in range(p.n_units):
        if e.units[p.units[i].kind].damage_cost > g.turn.influence and not p.units[i].wounds:
            return True
    return False


cdef inline int _boosted(GameState *g, int n) noexcept nogil:
    n += g.turn.boost
    g.turn.boost = 0
    return n


cdef void gain_move(const Env *e, GameState *g, int n, bint card) noexcept nogil:
    """Move points; a card gets the bonus waiting for cards once (OP_NEXT_MOVE)."""
    n = _boosted(g, n)
    if card and not g.turn.move_given:
        n += g.turn.next_move + g.turn.each_move
        g.turn.next_move = 0
        g.turn.move_given = 1
    g.turn.move += <int16_t> n


cdef int _unit_bonus(const Env *e, GameState *g, bint attack) noexcept nogil:
    """What the acting Unit's Attack or Block gains, and the Fame of a Unit that attacks or blocks; once a play."""
    cdef UnitCard *u
    cdef int n
    if g.turn.acting == NONE or g.turn.acted:
        return 0
    u = &g.players[g.seat].units[g.turn.acting]
    n = g.turn.units_attack if attack else g.turn.units_block
    if banner_of(e, u) == BANNER_GLORY:
        n += 1
    g.turn.acted = 1
    add_fame(e, g, g.seat, g.turn.units_fame + (banner_of(e, u) == BANNER_GLORY))
    return n


cdef int _lead(GameState *g, int kind) noexcept nogil:
    """What the next ability of a Unit gains if it is a melee or Ranged Attack (OP_LEAD)."""
    cdef int n = g.turn.lead_attack if kind == MELEE else g.turn.lead_ranged
    if kind == SIEGE or not n:
        return 0
    _lead_over(g)
    return n


cdef void _lead_over(GameState *g) noexcept nogil:
    g.turn.lead_block = 0
    g.turn.lead_attack = 0
    g.turn.lead_ranged = 0


cdef void gain_attack(const Env *e, GameState *g, int n, int kind, int element, int source) noexcept nogil:
    """Attack points for the group under attack, with what cards and Units lend them."""
    n = _boosted(g, n)
    if source == SOURCE_UNIT:
        n += _unit_bonus(e, g, True) + _lead(g, kind)
        g.combat.attack_units = 1
    elif source == SOURCE_CARD and g.turn.ambush_attack:
        n += g.turn.ambush_attack
        g.turn.ambush_attack = 0
        g.turn.ambush_block = 0
    if source == SOURCE_CARD and g.turn.aim:
        n += g.turn.aim
        g.turn.aim = 0
    if g.turn.double_attack and g.step == STEP_ATTACK and element == PHYSICAL:
        n *= 2
    if g.turn.all_cold:
        element = COLDFIRE
    if g.turn.all_siege:
        kind = SIEGE
    if g.turn.starsdawn and g.step == STEP_RANGED and kind != MELEE and n > 0:
        push(g, DO_STARSDAWN, n, kind, element, 0)
        return
    add_attack(g, n, kind, element)


cdef void gain_block(const Env *e, GameState *g, int n, int element, int source, bint swift) noexcept nogil:
    n = _boosted(g, n)
    if source == SOURCE_UNIT:
        n += _unit_bonus(e, g, False) + g.turn.lead_block
        _lead_over(g)
        g.combat.foes[g.combat.block_foe].unit_met = 1
    elif source == SOURCE_CARD and g.turn.ambush_block:
        n += g.turn.ambush_block
        g.turn.ambush_attack = 0
        g.turn.ambush_block = 0
    g.combat.block[element] += <int16_t> n
    g.combat.block_played = 1
    if swift:
        g.combat.block_swift[element] += <int16_t> n


cdef bint _lowest(const GameState *g) noexcept nogil:
    """Strictly lowest Fame; nobody has it alone in a solo game."""
    cdef int i
    for i in range(g.n_seats):
        if i != g.seat and g.players[i].fame <= g.players[g.seat].fame:
            return False
    return g.n_seats > 1


cdef bint _condition(const Env *e, const GameState *g, const Pending *t) noexcept nogil:
    cdef int which = t.b
    cdef int site
    if which == IF_DAY:
        return not night_rules(g)
    if which == IF_NIGHT:
        return night_rules(g)
    if which == IF_INTERACTION:
        return g.turn.interacting != 0
    if which == IF_FOREST:
        return hex_row(e, g, g.players[g.seat].space).terrain == FOREST
    if which == IF_UNWOUNDED:
        return g.step == STEP_BLOCK or not g.combat.flags & CB_WOUNDED
    if which == IF_COMBAT:
        return in_combat(g)
    if which == IF_LOWEST:
        return _lowest(g)
    if which >= IF_FORTIFIED_SITE:
        site = active_site(g, g.players[g.seat].space)
        if which == IF_GLADE:
            return site == GLADE
        return (e.sites[site].fortified != 0) if which == IF_FORTIFIED_SITE else site != GLADE and not e.sites[site].fortified
    if which == IF_ELSEWHERE:
        return hex_row(e, g, g.players[g.seat].space).terrain != FOREST
    if IF_ON_RED <= which <= IF_ON_WHITE:
        return (t.source == SOURCE_UNIT and t.ref < g.players[g.seat].n_units
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
        if f.source == FROM_SUMMON or f.n_attacks == 0:
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


cdef int _count(const Env *e, const GameState *g, int which) noexcept nogil:
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
            n += (foe_alive(&g.combat.foes[i]) and g.combat.foes[i].source != FROM_SUMMON
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
    else:
        n = g.turn.count
    return n


cdef int _icons(const Env *e, const Foe *f) noexcept nogil:
    """Icons on the token: abilities, resistances, attack colours (Cold Toughness); none against Arcane Immunity."""
    cdef int n = 0
    cdef int i
    if f.abilities & ARCANE_IMMUNITY:
        return 0
    for i in range(11):
        n += (f.abilities >> i) & 1
    for i in range(3):
        n += (f.resist >> i) & 1
    n += f.defend > 0
    for i in range(f.n_attacks):
        if f.element[i] == FIRE or f.element[i] == ICE:
            n += 1
        elif f.element[i] == COLDFIRE:
            n += 2
    return n


cdef void _all_foes(const Env *e, GameState *g, const Pending *t) noexcept nogil:
    """An effect on every enemy it works on."""
    cdef int i, amount
    cdef Foe *f
    for i in range(g.combat.n):
        f = &g.combat.foes[i]
        if not foe_alive(f) or not affects(g, f, t.colours):
            continue
        if t.source == SOURCE_UNIT:
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


cdef void _hook(GameState *g, const Pending *t, int bit) noexcept nogil:
    """An end-of-turn hook on the card in play."""
    cdef Player *p = &g.players[g.seat]
    cdef int i
    if t.source != SOURCE_CARD:
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


cdef void random_crystal(const Env *e, GameState *g, bint or_token) noexcept nogil:
    """R1.7: a basic colour gives its crystal, gold a choice, black Fame +1."""
    cdef int face = roll_die(g, DRAW_DICE)
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
    if op == OP_MOVE:
        gain_move(e, g, t.a, t.source == SOURCE_CARD)
    elif op == OP_INFLUENCE:
        g.turn.influence += <int16_t> _boosted(g, t.a)
    elif op == OP_ATTACK:
        if not g.combat.attacking and (g.step == STEP_RANGED or g.step == STEP_ATTACK):
            g.combat.attacking = 1
            g.combat.late_group = 1
        if g.combat.attacking:
            gain_attack(e, g, t.a, t.b, t.c, t.source)
    elif op == OP_BLOCK:
        if g.combat.block_foe != NONE:
            gain_block(e, g, t.a, t.b, t.source, t.c != 0)
    elif op == OP_HEAL:
        g.turn.heal += <unsigned char> t.a
    elif op == OP_HEAL_FOREST:
        g.turn.heal += t.b if hex_row(e, g, p.space).terrain == FOREST else t.a
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
            g.pending[g.n_pending - 1].a *= <int16_t> _count(e, g, t.b)
    elif op == OP_IF:
        if not _condition(e, g, &t):
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
        g.turn.dice_rights += <unsigned char> t.a
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
    elif op == OP_FOE_ARMOR or op == OP_FOE_STRIP or op == OP_FOE_BLOCKED_ARMOR1:
        _all_foes(e, g, &t)
    elif op == OP_SITE_UNFORTIFY:
        g.combat.flags |= CB_UNFORTIFIED
    elif op == OP_BLOCK_ARMOR:
        if g.combat.block_foe != NONE and affects(g, &g.combat.foes[g.combat.block_foe], t.colours):
            if g.combat.foes[g.combat.block_foe].source != FROM_SUMMON:
                g.combat.block_armor -= <unsigned char> t.a
    elif op == OP_BLOCK_DESTROY:
        if g.combat.block_foe != NONE and affects(g, &g.combat.foes[g.combat.block_foe], t.colours):
            g.combat.block_destroy = 1
    elif op == OP_BLOCK_THEN_ATTACK:
        g.combat.block_later = <unsigned char> t.a
        g.combat.block_later_element = <unsigned char> t.c
    elif op == OP_LATER_ATTACK:
        if t.d:
            g.combat.later_clean += t.a
        else:
            g.combat.later[t.c] += t.a
    elif op == OP_BLOCK_ICONS:
        if g.combat.block_foe != NONE:
            gain_block(e, g, t.a * _icons(e, &g.combat.foes[g.combat.block_foe]), t.b, SOURCE_RULE, False)
    elif op == OP_BLOCK_TERRAIN:
        if g.combat.block_foe != NONE:
            n = printed_cost(e, g, p.space, g.night)
            if n == 255:
                n = 5 if hex_row(e, g, p.space).terrain == MOUNTAIN else 2
            gain_block(e, g, n, ICE if night_rules(g) else FIRE, t.source, False)
    elif op == OP_NEXT_MOVE:
        if t.b:
            g.turn.each_move += <unsigned char> t.a
        else:
            g.turn.next_move += <unsigned char> t.a
    elif op == OP_AMBUSH:
        g.turn.ambush_attack = <unsigned char> t.a
        g.turn.ambush_block = t.b
    elif op == OP_UNITS_BONUS:
        g.turn.units_attack += <unsigned char> t.a
        if not t.b:
            g.turn.units_block += <unsigned char> t.a
    elif op == OP_UNITS_SAFE:
        g.turn.units_safe = 1
    elif op == OP_UNITS_RESIST:
        g.turn.units_resist |= <unsigned char> t.a
    elif op == OP_UNIT_WOUND:
        if t.source == SOURCE_UNIT and t.ref < p.n_units and not p.units[t.ref].wounds:
            p.units[t.ref].wounds = 1
    elif op == OP_TO_DECK:
        _hook(g, &t, 2 if t.a else 1)
    elif op == OP_RETURN_SWAP:
        _hook(g, &t, 8 if t.a else 4)
    elif op == OP_RECRUIT_DISCOUNT:
        g.turn.discount = <unsigned char> t.a
        g.turn.discount_rep = t.b
    elif op == OP_CONVERT:
        if t.a < 2:
            g.turn.convert |= 1 << t.a
        else:
            g.turn.convert |= 8 if t.b == FIRE else 16 if t.b == ICE else 4
    elif op == OP_LEARN:
        g.turn.learn = <unsigned char> t.a
        g.turn.learn_to = t.b
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
    elif op == OP_SPELL_FAME:
        g.turn.spell_fame |= <unsigned char> (1 << t.b)
        add_fame(e, g, g.seat, g.turn.spells_cast[t.b])
    elif op == OP_ALL_COLDFIRE:
        if t.a:
            g.turn.all_siege = 1
        else:
            g.turn.all_cold = 1
    elif op == OP_HEAL_UNITS_ALL:
        for i in range(p.n_units):
            p.units[i].wounds = 0
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
        g.turn.mountain_lore = <unsigned char> t.a
        g.turn.mountain_lore2 = t.b
    elif op == OP_MIST:
        for i in range(9):
            g.turn.cost_set[i] = 2
        g.turn.passable |= 1 << LAKE
        g.turn.forbidden |= (1 << HILLS) | (1 << MOUNTAIN)
    elif op == OP_CRYSTALS_RETURN:
        g.turn.crystals_back = 1
    elif op == OP_HARVEST:
        g.turn.harvest = 2 if t.a else (g.turn.harvest if g.turn.harvest == 2 else 1)
    elif op == OP_UNITS_ARMOR:
        g.turn.units_armor += <uint8_t> t.a
    elif op == OP_UNITS_FAME:
        g.turn.units_fame += <uint8_t> t.a
    elif op == OP_CHEAP_SPACE:
        g.turn.cheap_delta = t.c
        g.turn.cheap_min = t.d
        g.turn.cheap_space = NONE
    elif op == OP_SHIELD_BASH:
        if g.combat.block_foe != NONE and affects(g, &g.combat.foes[g.combat.block_foe], t.colours):
            if g.combat.foes[g.combat.block_foe].source != FROM_SUMMON:
                g.combat.block_bash += 1
    elif op == OP_CHIVALRY:
        g.combat.attack_rep += <uint8_t> t.a
        g.combat.attack_fame += t.b
    elif op == OP_EXPLOSIVE:
        g.combat.attack_explosive += 1
        g.combat.explosive_colours = t.colours
    elif op == OP_HARVESTER:
        harvester(e, g, t.a != 0)
    elif op == OP_DIVIDE_BLOCK:
        if g.combat.block_foe != NONE:
            gain_block(e, g, t.b, t.c, t.source, False)
            g.combat.foes[g.combat.block_foe].parted |= <uint8_t> (1 << g.combat.block_attack)
            g.combat.parts += <uint8_t> (t.a - 1)
            g.combat.part_points = t.b
            g.combat.part_element = <uint8_t> t.c
    elif op == OP_SACRIFICE:
        _sacrifice(e, g, &t)
    elif op == OP_STARSDAWN:
        g.turn.starsdawn = 1
    elif op == OP_VEIL:
        g.turn.veil = 1
    elif op == OP_THROW_WOUND:
        p.hand_wounds -= min(p.hand_wounds, t.a)
    elif op == OP_NO_RECRUIT:
        g.turn.no_recruit = 1
    elif OP_SOAK <= op <= OP_BOND:
        _skill_instruction(e, g, &t)
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
        _hook(g, &t, 16)
    elif op == OP_COMMAND:
        if t.source == SOURCE_CARD:
            g.turn.command = t.ref
    elif op == OP_BANNER_FORGET:
        g.turn.forget = 1
    elif op == OP_REDIRECT:
        if g.turn.last_foe != NONE and t.source == SOURCE_UNIT and t.ref < p.n_units:
            g.combat.foes[g.turn.last_foe].redirect[g.turn.last_attack] = t.ref + 1
    elif op != OP_NOP:
        fault(g, FAULT_OPCODE)


cdef void _skill_instruction(const Env *e, GameState *g, const Pending *t) noexcept nogil:
    """Instructions that only Skills use, those that ask nothing."""
    cdef Player *p = &g.players[g.seat]
    cdef int op = t.op
    cdef int i
    if op == OP_SOAK:
        for i in range(5):
            g.turn.soak[i] += <uint8_t> (t.a if (t.b >> i) & 1 else t.c)
    elif op == OP_EXPLORE:
        g.turn.explore_less += <uint8_t> t.a
    elif op == OP_SEE:
        g.turn.see = <uint8_t> t.a
        reveal_near(e, g)
    elif op == OP_AIM:
        g.turn.aim += <uint8_t> (t.a if g.step == STEP_RANGED else t.b)
    elif op == OP_BLOCK_BONUS:
        g.turn.block_bonus += <uint8_t> t.a
    elif op == OP_FLIP:
        if t.source == SOURCE_SKILL and t.ref < p.n_skills:
            p.skill_used[t.ref] |= 2
    elif op == OP_TURN_UP:
        if t.source == SOURCE_SKILL and t.ref < p.n_skills:
            p.skill_used[t.ref] &= 1
        if t.a == 1:
            g.turn.action = 1
            g.turn.move = 0
            g.turn.influence = 0
            g.step = STEP_AFTER
    elif op == OP_IGNORE_REP:
        g.turn.ignore_rep = 1
    elif op == OP_LEAD:
        g.turn.lead_block = <uint8_t> t.a
        g.turn.lead_attack = t.b
        g.turn.lead_ranged = <uint8_t> t.c
    elif op == OP_FORK:
        g.combat.fork = <uint8_t> t.a
        g.combat.forked = 0
    elif op == OP_CHAOS:
        p.chaos = (p.chaos + 1) % 6
    elif op == OP_DUEL:
        if g.combat.block_foe != NONE:
            g.combat.duel = g.combat.block_foe + 1
            g.combat.duel_points = <uint8_t> t.a
    elif op == OP_BOND:
        p.bond = 1
    elif op == OP_IDLE:
        if g.turn.mana[t.b]:
            g.turn.mana[t.b] -= 1
    else:
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
                    FIRE if t.b == RED else ICE, t.source)


cdef void _adrenaline(const Env *e, GameState *g, int n, bint throw) noexcept nogil:
    """Wounds taken to hand this turn draw cards, those taken before included (OP_ADRENALINE)."""
    cdef Player *p = &g.players[g.seat]
    cdef int taken = g.turn.wounds
    cdef int draws
    if throw:
        n += 1
        if taken == 0:
            g.turn.adrenaline_throw = 1
        elif p.hand_wounds:
            p.hand_wounds -= 1
    draws = taken if taken < n else n
    g.turn.adrenaline += <uint8_t> (n - draws)
    if draws:
        push(g, DO_DRAW, draws, 0, 0, 0)


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
