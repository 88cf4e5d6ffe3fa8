"""What a play needs and when it is of use (R4.5.1, R6.6, R6.8): windows, costs that can be met, targets that exist."""

from libc.stdint cimport uint8_t

from mkbalance._mageknight.banners cimport bearer
from mkbalance._mageknight.borrowed cimport borrowable, castable, maximal_partner, offered_power, shapeable
from mkbalance._mageknight.combat cimport in_combat
from mkbalance._mageknight.content cimport (
    OPT_ACTION,
    OPT_ATTACK,
    OPT_BLOCK,
    OPT_COMBAT_START,
    OPT_FIRST,
    OPT_INFLUENCE,
    OPT_MOVE,
    OPT_NEEDS,
    OPT_SIEGE,
    OPT_SPENDS_MOVE,
)
from mkbalance._mageknight.factions cimport faction_ready
from mkbalance._mageknight.flying cimport sails
from mkbalance._mageknight.foes cimport attack_open, foe_alive, fortifications, wholly_blocked
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.mana cimport can_pay, payable
from mkbalance._mageknight.skills cimport proficient
from mkbalance._mageknight.state cimport (
    CB_ASSAULT,
    CB_HEROES_PAID,
    CB_THUGS_PAID,
    DO_PAY_COST,
    FOE_HIDDEN_SUMMONER,
    PL_BENT,
    Combat,
    Foe,
    Pending,
    Player,
)
from mkbalance._mageknight.tokens cimport kept_token
from mkbalance._mageknight.units cimport preventable
from mkbalance._mageknight.weakening cimport affects, may_ignore


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


cdef int _spoken_for(const Env *e, const GameState *g, const OptionRow *o, int held, int held2) noexcept nogil:
    """Cards of the hand that cannot be discarded for mana: those played, and those the effect needs."""
    cdef const Player *p = &g.players[g.seat]
    cdef const Instr *code
    cdef int n = 0
    cdef int i = 0
    cdef int j
    for j in range(p.n_hand):
        if p.hand[j] == held:
            held = NONE
            n += 1
        elif p.hand[j] == held2:
            held2 = NONE
            n += 1
    while i < o.n:
        code = &e.instrs[o.first + i]
        i += 1
        if code.op == OP_OPTIONAL or code.op == OP_IF:
            i += code.a
        elif code.op == OP_DISCARD and code.c != 2:
            n += code.a
        elif code.op in (OP_THROW, OP_BOOST, OP_MAXIMAL, OP_SHAPESHIFT) or code.op == OP_SIDEWAYS and not code.b & 1:
            n += 1
    return n


cdef bint ready_as(const Env *e, const GameState *g, const OptionRow *o, int held, int held2, int colours, bint free,
                   int times) noexcept nogil:
    """The same with one copy each of two hand cards out of reach, a source of other colours, and costs paid several times."""
    cdef GameState *h = <GameState *> g
    cdef uint8_t before = g.turn.held
    cdef bint ready
    if not g.turn.card_uses:
        return _ready_as(e, g, o, held, held2, colours, free, times)
    h.turn.held = <uint8_t> _spoken_for(e, g, o, held, held2)
    ready = _ready_as(e, g, o, held, held2, colours, free, times)
    h.turn.held = before
    return ready


cdef bint still_ready(const Env *e, const GameState *g, int card) noexcept nogil:
    """What is left of the play going on finds its cards without this one."""
    cdef const Pending *t
    cdef int i = g.n_pending
    while i > 0:
        i -= 1
        t = &g.pending[i]
        if t.op >= N_OPS and t.op != DO_PAY_COST:
            return True
        if t.op == OP_OPTIONAL or t.op == OP_IF:
            i -= t.a
        elif t.op == OP_DISCARD and t.c != 2 and _cards_of(e, g, t.b, 15, card, NONE) < t.a:
            return False
        elif t.op == OP_THROW and not _cards_of(e, g, t.b, 3, card, NONE):
            return False
        elif t.op == OP_BOOST and not _boost_partner(e, g, card, NONE):
            return False
        elif t.op in (OP_MAXIMAL, OP_SHAPESHIFT, OP_SIDEWAYS) and not (t.op == OP_SIDEWAYS and t.b & 1):
            if not _cards_of(e, g, 0, 15 if t.op == OP_SIDEWAYS else 3, card, NONE):
                return False
    return True


cdef bint _ready_as(const Env *e, const GameState *g, const OptionRow *o, int held, int held2, int colours, bint free,
                    int times) noexcept nogil:
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
        elif OP_MARTYR <= code.op <= OP_FURY or code.op == OP_CHARGE:
            if not faction_ready(e, g, code.op, code.a if code.op == OP_CHARGE else code.b):
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
        elif code.op == OP_BOX:
            if g.deck_artifacts.size == 0 or g.turn.box != NONE:
                return False
        elif code.op == OP_ENERGY:
            if not _spent_unit(&g.players[g.seat]):
                return False
        elif code.op == OP_DIE_CRYSTAL or code.op == OP_CLAIM_DIE or code.op == OP_OPEN_DIE:
            if not _free_dice(g, True):
                return False
        elif code.op == OP_REROLL_DIE:
            if not _free_dice(g, False):
                return False
        elif code.op == OP_FLY:
            if code.c and not sails(e, g):
                return False
        elif code.op == OP_PREVENT:
            if not _fresh_wound(&g.players[g.seat]):
                return False
        elif code.op == OP_PUPPET:
            if not puppets(e, g, code.a != 0):
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
            if o.flags & OPT_FIRST:  # the Attack behind it works on any enemy
                continue
            if not _some_foe(e, g, colours, code, i < o.n and e.instrs[o.first + i].op == OP_FOE_ATTACK):
                return False
    if n == 0:
        return True
    return can_pay(g, masks, n)


cdef bint _fresh_wound(const Player *p) noexcept nogil:
    """A Unit took a Wound in this combat (OP_PREVENT)."""
    cdef int i
    for i in range(p.n_units):
        if preventable(&p.units[i]):
            return True
    return False


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


cdef bint puppets(const Env *e, const GameState *g, bint block) noexcept nogil:
    """A kept token can be discarded for Block, or for Attack if it has an attack of its own (OP_PUPPET)."""
    cdef int n = 0
    cdef int row, j
    row = kept_token(g, n)
    while row != NONE:
        if block:
            return True
        for j in range(e.enemies[row].n_attacks):
            if e.enemies[row].element[j] <= COLDFIRE:
                return True
        n += 1
        row = kept_token(g, n)
    return False


cdef bint _spent_unit(const Player *p) noexcept nogil:
    cdef int i
    for i in range(p.n_units):
        if not p.units[i].ready:
            return True
    return False


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
