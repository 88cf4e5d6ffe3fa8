"""Faction tokens (A.6): their piles, the tokens a seat holds, and the instructions that only they use.

A seat's tokens lie face up, so only their number by row is kept; a used one is in the discard pile, which is what neither
the draw pile nor a seat holds. A token is used on one's own turn, one of each name a turn.
"""

from libc.stdint cimport int16_t, uint8_t, uint32_t, uint64_t

from mkbalance._kernel.pile cimport short_pop, short_push
from mkbalance._kernel.rng cimport Stream, shuffle8
from mkbalance._mageknight.chance cimport event
from mkbalance._mageknight.charge cimport begin_charge, charge_targets
from mkbalance._mageknight.combat cimport in_combat
from mkbalance._mageknight.content cimport rule
from mkbalance._mageknight.effects cimport SOURCE_SKILL, start_option
from mkbalance._mageknight.foes cimport attack_open, foe_alive
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.points cimport gain_attack
from mkbalance._mageknight.progress cimport NO_INTERACTION, add_fame, add_rep, rep_modifier
from mkbalance._mageknight.readiness cimport option_ready, useful, windows_of
from mkbalance._mageknight.state cimport (
    ATK_DEALT,
    ATK_OPEN,
    CB_NO_UNITS,
    CB_PARTIAL,
    DO_IMPERSONATE,
    FOE_HIDDEN_SUMMONER,
    Foe,
    add_option,
    fault,
    push,
)
from mkbalance._mageknight.trace cimport TOLD_CRYSTAL, TOLD_FACTION, TOLD_GAIN, told
from mkbalance._mageknight.weakening cimport affects, cancel_attacks


cdef void _refill(const Env *e, GameState *g, int faction) noexcept nogil:
    """Shuffle a draw pile from the tokens that neither it nor a seat holds."""
    cdef Stream s
    cdef int row, seat, n, _k
    for row in range(e.n_factions):
        if e.factions[row].faction != faction:
            continue
        n = e.factions[row].count
        for seat in range(g.n_seats):
            n -= tokens_held(&g.players[seat], row)
        for _k in range(n):
            if short_push(&g.faction_piles[faction - 1], <uint8_t> row):
                fault(g, FAULT_CAPACITY)
    event(g, DRAW_FACTION + faction - 1, &s)
    shuffle8(&s, &g.faction_piles[faction - 1].items[0], g.faction_piles[faction - 1].size)


cdef void factions_set_up(const Env *e, GameState *g) noexcept nogil:
    """A draw pile for each faction of the rewards (A.6)."""
    if not rule(e, RULE_JUST_FAME):
        _refill(e, g, FACTION_CULT)
        _refill(e, g, FACTION_COUNCIL)


cdef void gain_faction_token(const Env *e, GameState *g, int faction) noexcept nogil:
    """The top token of a faction's pile, refilled if it is empty; Fame 1 where the game is played without them (A.6.1)."""
    cdef int row
    if rule(e, RULE_JUST_FAME):
        add_fame(e, g, g.seat, 1)
        return
    if g.faction_piles[faction - 1].size == 0:
        _refill(e, g, faction)
    row = short_pop(&g.faction_piles[faction - 1])
    if row == NONE:
        return
    g.players[g.seat].faction_tokens += <uint64_t> 1 << (2 * row)
    g.players[g.seat].tally.faction_tokens += 1
    told(e, g, TOLD_FACTION, row, 1, 0, 0)


cdef int count_tokens(const Env *e, const Player *p) noexcept nogil:
    """Tokens a seat holds: Fame 1 each at the end (A.6.1)."""
    cdef int row
    cdef int n = 0
    for row in range(e.n_factions):
        n += tokens_held(p, row)
    return n


cdef bint token_ready(const Env *e, const GameState *g, int row) noexcept nogil:
    """A token of this name is held, and none was used this turn."""
    return tokens_held(&g.players[g.seat], row) > 0 and not (g.turn.factions_used >> row) & 1


cdef void faction_options(const Env *e, const GameState *g, Options *o, int win) noexcept nogil:
    """Tokens that may be used in this window; none in a fight attended partially, which is not one's turn (R15.2.2)."""
    cdef const OptionRow *opt
    cdef int row, k
    if not g.players[g.seat].faction_tokens or (in_combat(g) and g.combat.flags & CB_PARTIAL):
        return
    for row in range(e.n_factions):
        if not token_ready(e, g, row):
            continue
        for k in range(e.factions[row].n_options):
            opt = &e.options[e.factions[row].options + k]
            if windows_of(e, g, opt) & win and useful(e, g, opt, win) and option_ready(e, g, opt, NONE, False):
                add_option(o, ACT_FACTION, row, k, 0)


cdef void trade_in_options(const Env *e, const GameState *g, Options *o) noexcept nogil:
    """A token handed over while interacting, for Fame or Influence (A.6.1)."""
    cdef int row
    if not g.players[g.seat].faction_tokens:
        return
    for row in range(e.n_factions):
        if tokens_held(&g.players[g.seat], row):
            add_option(o, ACT_TRADE_IN, row, 0, 0)
            add_option(o, ACT_TRADE_IN, row, 1, 0)


cdef void _give_up(const Env *e, GameState *g, int row) noexcept nogil:
    g.players[g.seat].faction_tokens -= <uint64_t> 1 << (2 * row)
    told(e, g, TOLD_FACTION, row, 0, 0, 0)


cdef void use_faction_token(const Env *e, GameState *g, Action act) noexcept nogil:
    """The token goes to the discard pile, its effect is played."""
    _give_up(e, g, act.a)
    g.turn.factions_used |= <uint32_t> 1 << act.a
    start_option(e, g, e.factions[act.a].options + act.b, SOURCE_SKILL, NONE, 0, False)


cdef void trade_in(const Env *e, GameState *g, Action act) noexcept nogil:
    _give_up(e, g, act.a)
    if act.b:
        g.turn.influence += TOKEN_INFLUENCE
    else:
        add_fame(e, g, g.seat, 1)


cdef void rep_lost(const Env *e, GameState *g, int restored) noexcept nogil:
    """Reputation was lost: the token that lessens it may be used now (OP_IMPERSONATE)."""
    cdef int row
    if not g.turn.started or not (restored or g.n_seats > 1):
        return
    for row in range(e.n_factions):
        if token_ready(e, g, row) and e.instrs[e.options[e.factions[row].options].first].op == OP_IMPERSONATE:
            push(g, DO_IMPERSONATE, restored, row, 0, 0)
            return


# ---------------------------------------------------------------- their instructions

cdef int _attack_sum(const GameState *g, int foe) noexcept nogil:
    """Sum of the attacks an enemy still has to make; -1 if it has none or an attack without a value (a summons)."""
    cdef const Foe *f = &g.combat.foes[foe]
    cdef int j
    cdef int n = -1
    for j in range(f.n_attacks):
        if f.state[j] == ATK_OPEN and f.element[j] >= SUMMON:
            return -1
        if attack_open(g, foe, j):
            n = (n if n > 0 else 0) + f.value[j]
    return n


cdef int _attack_at_hand(const GameState *g) noexcept nogil:
    """Attack points of the attack in the making that count in this phase."""
    cdef int i
    cdef int n = 0
    for i in range(4 if g.step == STEP_RANGED else 0, 12):
        n += g.combat.points[i]
    return n


cdef bint _dominated(const Env *e, const GameState *g, int foe) noexcept nogil:
    """An enemy whose attacks can be paid off with the Attack at hand; Arcane Immunity keeps the effect off (R9.7)."""
    cdef const Foe *f = &g.combat.foes[foe]
    cdef int n = _attack_sum(g, foe)
    if not foe_alive(f) or f.flags & FOE_HIDDEN_SUMMONER or f.source == FROM_HEAD or not affects(g, f, 0):
        return False
    return 0 <= n <= _attack_at_hand(g)


cdef void _spend_attack(GameState *g, int n) noexcept nogil:
    """Points leave the attack in the making, Ranged before Siege."""
    cdef int i, part
    for i in range(4 if g.step == STEP_RANGED else 0, 12):
        part = min(n, g.combat.points[i])
        g.combat.points[i] -= <int16_t> part
        n -= part


cdef bint _unit_for_martyr(const Env *e, const GameState *g) noexcept nogil:
    if g.turn.units_safe or (g.combat.flags & CB_NO_UNITS and not g.combat.guest):
        return False
    return g.players[g.seat].n_units > 0 and g.combat.martyr == 0


cdef int _hurt_most(const GameState *g) noexcept nogil:
    """Wounds from the attacks of the one enemy that gave most."""
    cdef int i
    cdef int n = 0
    for i in range(g.combat.n):
        if g.combat.foes[i].source != FROM_TRAP:
            n = max(n, g.combat.foes[i].hurt)
    return n


cdef bint _any_attack(const GameState *g, int foe) noexcept nogil:
    """An enemy whose attacks could do damage; a trap is none."""
    cdef int j
    if g.combat.foes[foe].source == FROM_TRAP:
        return False
    for j in range(g.combat.foes[foe].n_attacks):
        if attack_open(g, foe, j):
            return True
    return False


cdef void _trades(const Env *e, const GameState *g, Options *o) noexcept nogil:
    """Hand cards (a) with a card of their kind and colour in the offer (b) (OP_TRADE_CARD)."""
    cdef int i, k, card
    for i in range(g.players[g.seat].n_hand):
        card = g.players[g.seat].hand[i]
        if e.cards[card].kind == ADVANCED_ACTION:
            for k in range(g.n_actions_offer):
                if e.cards[g.actions[k]].colours & e.cards[card].colours & 15:
                    add_option(o, ACT_CHOOSE, card, k, 0)
        elif e.cards[card].kind == SPELL:
            for k in range(g.n_spells_offer):
                if e.cards[g.spells[k]].colours & e.cards[card].colours & 15:
                    add_option(o, ACT_CHOOSE, card, k, 0)


cdef void _trade(const Env *e, GameState *g, int card, int slot) noexcept nogil:
    cdef Player *p = &g.players[g.seat]
    cdef uint8_t *place = &g.actions[slot] if e.cards[card].kind == ADVANCED_ACTION else &g.spells[slot]
    cdef int i
    for i in range(p.n_hand):
        if p.hand[i] == card:
            p.hand[i] = place[0]
            told(e, g, TOLD_GAIN, place[0], 1, 0, 0)
            place[0] = <uint8_t> card
            return


cdef bint faction_ready(const Env *e, const GameState *g, int op, int b) noexcept nogil:
    """What the instruction needs is there (R6.8)."""
    cdef const Player *p = &g.players[g.seat]
    cdef Options o
    cdef int i
    if op == OP_MARTYR:
        return _unit_for_martyr(e, g)
    if op == OP_DOMINATE:
        if not g.combat.attacking:
            return False
        for i in range(g.combat.n):
            if _dominated(e, g, i):
                return True
        return False
    if op == OP_SHADOWS:
        for i in range(g.combat.n):
            if _any_attack(g, i):
                return True
        return False
    if op == OP_FURY:
        return _hurt_most(g) > 0
    if op == OP_SPEND_CRYSTAL:
        return p.crystals[0] or p.crystals[1] or p.crystals[2] or p.crystals[3]
    if op == OP_SEEK:
        if g.step == STEP_INTERACT:
            return g.turn.seek == 0 and g.turn.interacting != 0
        return not g.turn.action and rep_modifier(e, g, g.seat) != NO_INTERACTION
    if op == OP_TRADE_CARD:
        o.n = 0
        _trades(e, g, &o)
        return o.n > 0
    if op == OP_CHARGE:
        o.n = 0
        o.full = 0
        if g.step == STEP_MOVE and not g.turn.action and not g.turn.charge:
            charge_targets(e, g, b, &o)
        return o.n > 0
    if op == OP_SHOWN:
        for i in range(g.n_dice):
            if g.dice[i] == b and not ((g.dice_out | g.turn.dice_used | g.turn.dice_kept) >> i) & 1:
                return True
        return False
    return True


cdef bint list_faction(const Env *e, const GameState *g, Options *o) noexcept nogil:
    """Answers to the top instruction if it is one of these."""
    cdef int op = g.pending[g.n_pending - 1].op
    cdef int i
    if op == OP_MARTYR:
        for i in range(g.players[g.seat].n_units):
            if not g.combat.flags & CB_NO_UNITS or g.combat.guest == i + 1:
                add_option(o, ACT_CHOOSE, i, 0, 0)
    elif op == OP_DOMINATE:
        for i in range(g.combat.n):
            if _dominated(e, g, i):
                add_option(o, ACT_CHOOSE, i, 0, 0)
    elif op == OP_SHADOWS:
        for i in range(g.combat.n):
            if _any_attack(g, i):
                add_option(o, ACT_CHOOSE, i, 0, 0)
    elif op == OP_SPEND_CRYSTAL:
        for i in range(4):
            if g.players[g.seat].crystals[i]:
                add_option(o, ACT_CHOOSE, i, 0, 0)
    elif op == OP_TRADE_CARD:
        _trades(e, g, o)
    elif op == OP_CHARGE:
        charge_targets(e, g, g.pending[g.n_pending - 1].a, o)
    elif op == DO_IMPERSONATE:
        add_option(o, ACT_DECLINE, 0, 0, 0)
        add_option(o, ACT_CHOOSE, NONE, 0, 0)
        for i in range(g.n_seats):
            if i != g.seat:
                add_option(o, ACT_CHOOSE, i, 0, 0)
    else:
        return False
    return True


cdef bint answer_faction(const Env *e, GameState *g, Action act) noexcept nogil:
    """Carry out the answer; False if the top instruction is none of these."""
    cdef Pending t = g.pending[g.n_pending - 1]
    cdef Foe *f
    cdef int j
    if t.op == OP_MARTYR:
        g.combat.martyr = act.a + 1
    elif t.op == OP_DOMINATE:
        _spend_attack(g, _attack_sum(g, act.a))
        cancel_attacks(e, g, act.a)
    elif t.op == OP_SHADOWS:
        f = &g.combat.foes[act.a]
        for j in range(f.n_attacks):
            if attack_open(g, act.a, j):
                f.state[j] = ATK_DEALT
        g.combat.no_fame = 1
    elif t.op == OP_SPEND_CRYSTAL:
        g.players[g.seat].crystals[act.a] -= 1
        told(e, g, TOLD_CRYSTAL, act.a, -1, 0, 0)
    elif t.op == OP_TRADE_CARD:
        _trade(e, g, act.a, act.b)
    elif t.op == OP_CHARGE:
        begin_charge(g, act.a, t.a, t.b)
    elif t.op == DO_IMPERSONATE:
        g.n_pending -= 1
        if act.kind != ACT_DECLINE:
            _give_up(e, g, t.b)
            g.turn.factions_used |= <uint32_t> 1 << t.b
            add_rep(e, g, g.seat, t.a)
            if act.a != NONE:
                add_rep(e, g, act.a, -1)
        return True
    else:
        return False
    g.n_pending -= 1
    return True


cdef void run_faction(const Env *e, GameState *g, const Pending *t) noexcept nogil:
    """Execute an instruction that asks nothing."""
    if t.op == OP_NO_REGULARS:
        g.combat.no_regulars = 1
    elif t.op == OP_MIND:
        g.turn.mind = 1
    elif t.op == OP_FURY:
        gain_attack(e, g, min(t.b, t.a * _hurt_most(g)), MELEE, PHYSICAL, SOURCE_SKILL)
    elif t.op == OP_SEEK:
        if g.step == STEP_INTERACT:
            g.turn.seek = 1
        else:
            g.turn.seek = 2
            g.turn.action = 1
            g.turn.interacting = 1
            g.turn.move = 0
            g.turn.rep_then = <signed char> rep_modifier(e, g, g.seat)
            g.turn.influence = g.turn.rep_then
            g.step = STEP_INTERACT
    elif t.op != OP_SHOWN:
        fault(g, FAULT_OPCODE)
