"""The state machine: ``advance`` runs to the next decision and lists its options, ``apply`` takes one.

Nobody plays around it: random, scripted and human players all choose among ``Options``.
"""

from libc.string cimport memset

from mkbalance._mageknight.attacking cimport resolve_attack
from mkbalance._mageknight.banners cimport use_banner
from mkbalance._mageknight.blocking cimport resolve_block
from mkbalance._mageknight.borrowed cimport count_spell
from mkbalance._mageknight.box cimport artifact_shown, use_shown
from mkbalance._mageknight.buying cimport buy, interact
from mkbalance._mageknight.centre cimport take_back
from mkbalance._mageknight.choices cimport answer_choice, list_choices, throw_away
from mkbalance._mageknight.combat cimport close_phase, open_phase
from mkbalance._mageknight.content cimport CardRow, Env, OptionRow, RestoreRow, UnitRow, rule
from mkbalance._mageknight.damage cimport assign
from mkbalance._mageknight.deeds cimport discard_from_hand, hand_size, hand_take, play_area_add
from mkbalance._mageknight.duties cimport answer_duty, list_duty, run_duty
from mkbalance._mageknight.effects cimport SOURCE_CARD, SOURCE_RULE, SOURCE_UNIT, run_instruction, start_option
from mkbalance._mageknight.exploring cimport explore
from mkbalance._mageknight.factions cimport trade_in, use_faction_token
from mkbalance._mageknight.fights cimport begin_fight, challenge
from mkbalance._mageknight.floors cimport enter_floors, has_floors, trap_over
from mkbalance._mageknight.foes cimport any_open_attack, foe_alive
from mkbalance._mageknight.hexmap cimport active_site
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.legal cimport list_actions
from mkbalance._mageknight.maze cimport enter_maze, take_path
from mkbalance._mageknight.moving cimport step
from mkbalance._mageknight.outcomes cimport after_combat
from mkbalance._mageknight.points cimport gain_attack, gain_block, gain_move
from mkbalance._mageknight.progress cimport add_fame, rep_modifier
from mkbalance._mageknight.queststeps cimport quest_action
from mkbalance._mageknight.restoring cimport restore, restore_row
from mkbalance._mageknight.rounds cimport announce, end_round, next_actor, turn_over
from mkbalance._mageknight.rulers cimport ruler_watches
from mkbalance._mageknight.sites cimport altar, burn, enter
from mkbalance._mageknight.skills cimport use_skill
from mkbalance._mageknight.state cimport (
    CB_AIR,
    CB_ASSAULT,
    CB_HEROES_PAID,
    CB_REPUTATION,
    CB_TRAP,
    CB_WOUNDED,
    DO_BANNER,
    DO_DRAW,
    DO_FAMILIAR,
    DO_MANA_SEARCH,
    DO_MORE_ABILITIES,
    DO_PAY_COST,
    DO_REST_CARD,
    DO_YIELD,
    VAIN_ATTACK,
    Action,
    Combat,
    GameState,
    Options,
    Player,
    UnitCard,
    fault,
    push,
)
from mkbalance._mageknight.tactics cimport next_chooser, pass_tactic, take_tactic
from mkbalance._mageknight.tacticuses cimport use_before_turn
from mkbalance._mageknight.teleporting cimport teleport
from mkbalance._mageknight.trace cimport TOLD_ACTION, TOLD_HEAL, TOLD_TASK, told
from mkbalance._mageknight.turns cimport end_turn_stage, take_turn
from mkbalance._mageknight.units cimport heal_unit
from mkbalance._mageknight.weakening cimport change_attack


cdef bint is_legal(const Options *o, Action act) noexcept nogil:
    cdef int i
    for i in range(o.n):
        if o.items[i].kind == act.kind and o.items[i].a == act.a and o.items[i].b == act.b and o.items[i].c == act.c:
            return True
    return False


cdef void _start_of_turn(const Env *e, GameState *g) noexcept nogil:
    """Forfeits (R4.3): what an empty Deed deck allows and forces."""
    cdef Player *p = &g.players[g.seat]
    if p.n_deck:
        take_turn(e, g)
    elif hand_size(p) == 0:
        _forfeit(e, g)
    else:
        g.step = STEP_TURN_START


cdef void _forfeit(const Env *e, GameState *g) noexcept nogil:
    """The turn ends at once, without benefits or drawing (R4.3.5)."""
    take_back(e, g)
    if not g.announced:
        announce(e, g, g.seat)
    turn_over(e, g, g.seat)
    g.turn.extra_turn = 0
    g.step = STEP_NEXT


cdef bint _idle_window(const Env *e, const GameState *g, Options *o) noexcept nogil:
    """Nothing to do before the turn but begin it."""
    return o.n == 1 and o.items[0].kind == ACT_DONE


cdef void _phase_over(const Env *e, GameState *g) noexcept nogil:
    """From phase to phase; empty ones are passed over (R9.1.4)."""
    cdef int phase = g.step
    cdef int i
    cdef bint left = False
    close_phase(e, g)
    if phase == STEP_RANGED:
        open_phase(e, g, STEP_BLOCK)
        return
    if phase == STEP_BLOCK:
        open_phase(e, g, STEP_DAMAGE)
        return
    if phase == STEP_DAMAGE and g.combat.flags & CB_TRAP:
        trap_over(e, g)
        return
    if phase == STEP_DAMAGE:
        for i in range(g.combat.n):
            left = left or (foe_alive(&g.combat.foes[i]) and g.combat.foes[i].armor > 0)
        if left and not g.combat.flags & CB_AIR:
            open_phase(e, g, STEP_ATTACK)
            return
    after_combat(e, g)


cdef bint _combat_over(const GameState *g) noexcept nogil:
    """No enemy is left."""
    cdef int i
    for i in range(g.combat.n):
        if foe_alive(&g.combat.foes[i]):
            return False
    return True


cdef bint fits(GameState *g, const Options *o) noexcept nogil:
    """Every legal action found room in the list; a fault otherwise."""
    if o.full:
        fault(g, FAULT_CAPACITY)
    return not o.full


cdef bint advance(const Env *e, GameState *g, Options *o) noexcept nogil:
    """Run to the next decision and list its options; False once the game is over or faulty."""
    while True:
        if g.fault:
            return False
        o.n = 0
        o.full = 0
        if g.n_pending:
            if g.pending[g.n_pending - 1].op in (DO_DRAW, DO_BANNER, DO_FAMILIAR, DO_YIELD) and g.pending[g.n_pending - 1].b:
                g.seat = g.pending[g.n_pending - 1].b - 1
            if g.pending[g.n_pending - 1].op < N_OPS or g.pending[g.n_pending - 1].op == DO_PAY_COST:
                if not list_choices(e, g, o):
                    run_instruction(e, g)
                    continue
            elif not list_duty(e, g, o):
                run_duty(e, g)
                continue
            if o.n == 0:
                g.n_pending -= 1
                continue
            if o.n == 1:
                apply(e, g, o.items[0])
                continue
            return fits(g, o)
        if g.step == STEP_OVER:
            return False
        if g.step == STEP_NEXT:
            next_actor(e, g)
            continue
        if g.step == STEP_ROUND_END:
            end_round(e, g)
            continue
        if g.step == STEP_END_TURN:
            end_turn_stage(e, g)
            if g.step == STEP_NEXT:
                turn_over(e, g, g.seat)
            continue
        if g.step == STEP_TACTIC:
            next_chooser(e, g)
            if g.step != STEP_TACTIC:
                continue
        if STEP_RANGED <= g.step <= STEP_ATTACK:
            ruler_watches(e, g)
            if _combat_over(g):
                close_phase(e, g)
                after_combat(e, g)
                continue
            if (g.step == STEP_BLOCK or g.step == STEP_DAMAGE) and not any_open_attack(g):
                _phase_over(e, g)
                continue
        list_actions(e, g, o)
        if g.step == STEP_BEFORE_TURN and _idle_window(e, g, o):
            _start_of_turn(e, g)
            continue
        if o.n == 0:
            fault(g, FAULT_NO_OPTION)
            return False
        return fits(g, o)


cdef void _play(const Env *e, GameState *g, Action act) noexcept nogil:
    """A card's basic or powered side (R6.2 to R6.4); an Artifact's strong side throws it away."""
    cdef Player *p = &g.players[g.seat]
    cdef const CardRow *row = &e.cards[act.a]
    if act.a == g.turn.box and artifact_shown(g):
        use_shown(e, g, act)
        return
    hand_take(p, act.a)
    g.turn.played += 1
    if row.kind == ARTIFACT and act.b:
        throw_away(g, act.a)
    else:
        play_area_add(g, p, act.a)
    if row.kind == SPELL:
        count_spell(e, g, act.a)
    start_option(e, g, (row.powered if act.b else row.basic) + act.c, SOURCE_CARD, act.a, row.colours, False)


cdef void _sideways(const Env *e, GameState *g, Action act) noexcept nogil:
    cdef Player *p = &g.players[g.seat]
    hand_take(p, act.a)
    play_area_add(g, p, act.a)
    g.turn.played += 1
    g.turn.sideways += 1
    if act.b == 0:
        gain_move(e, g, 1, True)
        g.turn.move_given = 0
    elif act.b == 1:
        g.turn.influence += 1
    elif act.b == 2:
        gain_attack(e, g, 1, MELEE, PHYSICAL, SOURCE_CARD)
    else:
        gain_block(e, g, 1, PHYSICAL, SOURCE_CARD, False)


cdef void _activate(const Env *e, GameState *g, Action act) noexcept nogil:
    """One ability of a Unit; it is spent (R7.3). Heroes ask for Influence in an assault (R7.8)."""
    cdef UnitCard *u = &g.players[g.seat].units[act.a]
    cdef const UnitRow *row = &e.units[u.kind]
    cdef const OptionRow *opt = &e.options[row.options + act.b]
    if g.combat.flags & CB_ASSAULT and STEP_RANGED <= g.step <= STEP_ATTACK and row.assault_cost and not g.combat.flags & CB_HEROES_PAID:
        g.turn.influence -= row.assault_cost
        g.combat.flags |= CB_HEROES_PAID
    u.ready = 0
    g.turn.acting = act.a
    if row.flags & UNIT_MULTI:
        u.extra = <unsigned char> (1 << opt.group)
        push(g, DO_MORE_ABILITIES, 0, act.a, 0, 0)
    start_option(e, g, row.options + act.b, SOURCE_UNIT, act.a, opt.cost & 15, False)


cdef void _heal(const Env *e, GameState *g, Action act) noexcept nogil:
    """Healing points spent on a Wound in hand or on a Unit (R13.1)."""
    cdef Player *p = &g.players[g.seat]
    cdef int cost = 1
    if act.kind == ACT_HEAL_HAND:
        p.hand_wounds -= 1
        told(e, g, TOLD_HEAL, 0, 0, 0, 0)
        g.turn.healed_hand += 1
        g.turn.played += rule(e, RULE_HEALED_WOUND_COUNTS)
        if g.turn.draw_heal:
            push(g, DO_DRAW, g.turn.draw_heal, 0, 0, 0)
    else:
        cost = e.units[p.units[act.a].kind].level
        heal_unit(e, g, act.a, 1)
    g.turn.heal -= <unsigned char> cost
    while cost and g.turn.fame_heal:
        g.turn.fame_heal -= 1
        cost -= 1
        add_fame(e, g, g.seat, 1)


cdef void _use_tactic(const Env *e, GameState *g, Action act) noexcept nogil:
    """The once-effect of the taken Tactic (R3.2.4)."""
    cdef Player *p = &g.players[g.seat]
    if e.tactics[p.tactic].behaviour == TACTIC_RIGHT_MOMENT:
        p.tactic_used = 1
        g.turn.extra_turn = 1
        return
    if e.tactics[p.tactic].behaviour == TACTIC_SPARING_POWER:
        g.turn.search_used = 1
    use_before_turn(e, g, act)


cdef void _convert(const Env *e, GameState *g, Action act) noexcept nogil:
    """Points of another kind become Attack or Block (OP_CONVERT, OP_POSSESS, OP_DIVIDE_BLOCK)."""
    cdef int i
    if act.a == 0:
        g.turn.move -= 1
        gain_attack(e, g, 1, MELEE, PHYSICAL, SOURCE_RULE)
    elif act.a == 1:
        g.turn.move -= 2
        gain_attack(e, g, 1, RANGED, PHYSICAL, SOURCE_RULE)
    elif act.a == 2:
        g.turn.influence -= 1
        gain_block(e, g, 1, act.b, SOURCE_RULE, False)
        if act.b == PSYCHIC and rule(e, RULE_PSYCHIC_BLOCK_REPUTATION) and not g.combat.flags & CB_REPUTATION:
            g.combat.flags |= CB_REPUTATION
            g.combat.block[<int> PSYCHIC] += <short> rep_modifier(e, g, g.seat)
    elif act.a == 4:
        for i in range(4):
            if g.combat.own[i] > 0:
                gain_attack(e, g, g.combat.own[i], MELEE, i, SOURCE_RULE)
            g.combat.own[i] = 0
    elif act.a == 5:
        g.combat.parts -= 1
        g.combat.foes[g.combat.block_foe].parted |= <unsigned char> (1 << g.combat.block_attack)
        gain_block(e, g, g.combat.part_points, g.combat.part_element, SOURCE_RULE, False)
    elif act.a == 6:
        gain_block(e, g, g.turn.block_bonus, act.b, SOURCE_RULE, False)
        g.turn.block_bonus = 0
    elif act.b == 5:
        gain_attack(e, g, g.combat.duel_points, MELEE, PHYSICAL, SOURCE_RULE)
        g.combat.duel_points = 0
    elif act.b == 7:
        gain_attack(e, g, g.combat.charge_points, MELEE, PHYSICAL, SOURCE_RULE)
        g.combat.charge_points = 0
    elif act.b == 6:
        for i in range(g.combat.n):
            if (g.combat.targets & ~g.combat.forked) >> i & 1:
                g.combat.forked |= <unsigned int> 1 << i
                break
        g.combat.fork -= 1
        gain_attack(e, g, 1, RANGED, COLDFIRE, SOURCE_RULE)
    elif act.b == 4:
        if not g.combat.flags & CB_WOUNDED:
            gain_attack(e, g, g.combat.later_clean, MELEE, PHYSICAL, SOURCE_CARD)
        g.combat.later_clean = 0
    else:
        gain_attack(e, g, g.combat.later[act.b], MELEE, act.b, SOURCE_CARD)
        g.combat.later[act.b] = 0


cdef void _turn_action(const Env *e, GameState *g, Action act) noexcept nogil:
    """Actions of the turn and its frame."""
    cdef Player *p = &g.players[g.seat]
    cdef const RestoreRow *row
    cdef int kind = act.kind
    if kind == ACT_MOVE:
        step(e, g, act.a, act.b)
    elif kind == ACT_EXPLORE:
        explore(e, g, act.a, act.b)
    elif kind == ACT_INTERACT:
        interact(e, g)
    elif kind == ACT_ENTER:
        if act.a:
            take_path(e, g, act.a)
        elif active_site(g, p.space) == MAZE or active_site(g, p.space) == LABYRINTH:
            enter_maze(e, g)
        elif has_floors(active_site(g, p.space)):
            enter_floors(e, g)
        else:
            enter(e, g)
    elif kind == ACT_CHALLENGE:
        challenge(e, g, act.a)
    elif kind == ACT_BURN:
        burn(e, g)
    elif kind == ACT_ALTAR:
        altar(e, g)
    elif kind == ACT_RESTORE:
        row = restore_row(e, g, p.space)
        if row.fight != NONE:
            begin_fight(e, g, p.space, g.spaces[p.space].site, 0, 0)
        else:
            restore(e, g, act.a)
    elif kind == ACT_TELEPORT:
        teleport(e, g, act.a)
    elif kind == ACT_REST:
        g.turn.action = 1
        g.turn.move = 0
        push(g, DO_REST_CARD, 0, 0, 0, 0)
    elif kind == ACT_END_TURN:
        g.step = STEP_END_TURN
    elif kind == ACT_TACTIC:
        take_tactic(e, g, act.a)
    elif kind == ACT_DECLINE:
        pass_tactic(g)
    elif kind == ACT_TAKE_TURN:
        take_turn(e, g)
    elif kind == ACT_FORFEIT:
        _forfeit(e, g)
    elif kind == ACT_PLUNDER:
        use_before_turn(e, g, act)
    elif kind == ACT_TACTIC_USE:
        _use_tactic(e, g, act)
    elif kind == ACT_MANA_SEARCH:
        g.turn.search_used = 1
        push(g, DO_MANA_SEARCH, 2, 0, 0, 0)
    elif kind == ACT_DISCARD:
        discard_from_hand(e, g, p, act.a)
        if p.n_hand == 0:
            g.step = STEP_END_TURN
    elif kind == ACT_DONE:
        if g.step == STEP_INTERACT:
            g.turn.interacting = 0
            g.turn.influence = 0
            g.turn.seek = 0
            g.step = STEP_AFTER
        elif g.step == STEP_MAZE:
            g.turn.move = 0
            g.step = STEP_AFTER
        elif g.step == STEP_DISCARD:
            g.step = STEP_END_TURN
        else:
            _start_of_turn(e, g)
    else:
        fault(g, FAULT_ILLEGAL)


cdef void _note_vain(GameState *g) noexcept nogil:
    """An attack or block begun and closed with nothing in it is not begun again until something else happens."""
    cdef Combat *k = &g.combat
    cdef int i
    if g.step == STEP_BLOCK and not k.block_played:
        k.vain[k.block_foe] |= <unsigned char> (1 << k.block_attack)
        k.in_vain = 1
    elif g.step != STEP_BLOCK and not k.attack_played:
        for i in range(k.n):
            if (k.targets >> i) & 1:
                k.vain[i] |= VAIN_ATTACK
                k.in_vain = 1
                return


cdef void _combat_action(const Env *e, GameState *g, Action act) noexcept nogil:
    if act.kind == ACT_TARGET:
        g.combat.attacking = 1
        g.combat.targets |= <unsigned int> 1 << act.a
        g.combat.foes[act.a].want += 1
    elif act.kind == ACT_BLOCK:
        g.combat.block_foe = act.a
        g.combat.block_attack = act.b
    elif act.kind == ACT_RESOLVE:
        _note_vain(g)
        if g.step == STEP_BLOCK:
            resolve_block(e, g)
        else:
            resolve_attack(e, g)
    elif act.kind == ACT_REDUCE:
        g.turn.move -= 1
        change_attack(e, g, act.a, act.b, -1)
    elif act.kind == ACT_ASSIGN:
        assign(e, g, act.a, act.b, act.c)
    else:
        _phase_over(e, g)


cdef void apply(const Env *e, GameState *g, Action act) noexcept nogil:
    """Take one of the options that ``advance`` listed."""
    cdef int kind = act.kind
    g.n_actions += 1
    if g.combat.in_vain and (g.n_pending or not ACT_TARGET <= kind <= ACT_BLOCK):
        g.combat.in_vain = 0
        memset(&g.combat.vain[0], 0, MAX_FOES)
    if g.n_pending:
        told(e, g, TOLD_TASK, g.pending[g.n_pending - 1].op, g.pending[g.n_pending - 1].a, g.pending[g.n_pending - 1].b,
             g.pending[g.n_pending - 1].c)
    told(e, g, TOLD_ACTION, kind, act.a, act.b, act.c)
    if g.n_pending:
        if g.pending[g.n_pending - 1].op < N_OPS or g.pending[g.n_pending - 1].op == DO_PAY_COST:
            answer_choice(e, g, act)
        else:
            answer_duty(e, g, act)
    elif kind == ACT_PLAY:
        _play(e, g, act)
    elif kind == ACT_SIDEWAYS:
        _sideways(e, g, act)
    elif kind == ACT_UNIT:
        _activate(e, g, act)
    elif kind == ACT_HEAL_HAND or kind == ACT_HEAL_UNIT:
        _heal(e, g, act)
    elif ACT_BUY_UNIT <= kind <= ACT_SELL_CRYSTAL:
        buy(e, g, act)
    elif ACT_TARGET <= kind <= ACT_END_PHASE:
        _combat_action(e, g, act)
    elif kind == ACT_CONVERT:
        _convert(e, g, act)
    elif kind == ACT_BANNER:
        use_banner(e, g, act)
    elif kind == ACT_SKILL:
        use_skill(e, g, act)
    elif kind == ACT_FACTION:
        use_faction_token(e, g, act)
    elif kind == ACT_TRADE_IN:
        trade_in(e, g, act)
    elif ACT_QUEST <= kind <= ACT_QUEST_TAKE or kind == ACT_QUEST_OPEN:
        quest_action(e, g, act)
    else:
        _turn_action(e, g, act)
