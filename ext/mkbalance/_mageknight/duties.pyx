"""Tasks that the rules put on the pending stack: rests (R4.7), draws, the sides of a combat's start, the dragon's air attack
(A.12.4), and the way to the tasks of other files: rewards and level-ups, Tactics, quests and so on.

``list_duty`` fills the answers of a task that asks; ``run_duty`` carries out one that does not.
"""

from libc.stdint cimport uint8_t

from mkbalance._mageknight.attacking cimport add_attack
from mkbalance._mageknight.banners cimport banner_of
from mkbalance._mageknight.borrowed cimport answer_borrowed, list_borrowed
from mkbalance._mageknight.centre cimport reaction_options, surge, surge_options, take_reaction
from mkbalance._mageknight.character cimport character_begin, characters_done, start_buy, start_options
from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.damage cimport remove_unit
from mkbalance._mageknight.deeds cimport (
    deck_top,
    discard_add,
    discard_card,
    discard_from_hand,
    discard_take,
    distinct_options,
    draw_one,
    hand_add,
)
from mkbalance._mageknight.dragon cimport begin_air_attack, destroy_candidate, open_air_attack
from mkbalance._mageknight.effects cimport end_play
from mkbalance._mageknight.exploring cimport orient_tile
from mkbalance._mageknight.factions cimport answer_faction, list_faction
from mkbalance._mageknight.fights cimport join_combat, rampager_options
from mkbalance._mageknight.floors cimport answer_floor, list_floor, roll_trap
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.mana cimport payable
from mkbalance._mageknight.maze cimport guest_options
from mkbalance._mageknight.moving cimport arrive
from mkbalance._mageknight.offers cimport take_offer_unit
from mkbalance._mageknight.proxy cimport answer_proxy, list_proxy, run_proxy
from mkbalance._mageknight.queststeps cimport answer_quest, list_quest, run_quest
from mkbalance._mageknight.restoring cimport answer_restoring, list_restoring, restored
from mkbalance._mageknight.rewards cimport answer_reward, list_reward, run_reward
from mkbalance._mageknight.rides cimport answer_ride, list_ride, run_ride
from mkbalance._mageknight.rivals cimport answer_rivals, list_rivals
from mkbalance._mageknight.rulers cimport answer_ruler, list_ruler
from mkbalance._mageknight.setup cimport finish_set_up
from mkbalance._mageknight.sites cimport altar_paid, destroy
from mkbalance._mageknight.skills cimport common_options, flip_skills, rest_turns_up, take_first_skill, use_common
from mkbalance._mageknight.state cimport (
    DO_ADD_RAMPAGERS,
    DO_AIR_BLOCK,
    DO_ALTAR,
    DO_ARRIVE,
    DO_ATTEND,
    DO_BANNER,
    DO_CHARACTER,
    DO_COMMAND,
    DO_DECK_END,
    DO_DESTROY_TIE,
    DO_DISBAND,
    DO_DRAW,
    DO_END_PLAY,
    DO_FAMILIAR,
    DO_FLOOR,
    DO_FORGET,
    DO_GAIN_UNIT,
    DO_GUEST,
    DO_HARVEST,
    DO_HEAD_MANA,
    DO_HORSEMAN,
    DO_HORSEMAN_MARCH,
    DO_HORSEMAN_TILE,
    DO_KRANG,
    DO_ORIENT,
    DO_PAY_COST,
    DO_PROTECT,
    DO_PROXY_CARD,
    DO_PROXY_OVER,
    DO_REACT,
    DO_RESTORE,
    DO_REST_CARD,
    DO_REST_WOUNDS,
    DO_RULER,
    DO_SEAT,
    DO_SET_UP,
    DO_SKILL_AGAIN,
    DO_STARSDAWN,
    DO_START_BUY,
    DO_START_COMBAT,
    DO_START_SKILL,
    DO_SURGE,
    DO_SWAP,
    DO_TRAP,
    DO_WITHDRAW,
    FOE_NO_ATTACK,
    HOW_BOTTOM,
    HOW_TOP,
    PL_FACE_DOWN,
    Action,
    GameState,
    Options,
    Pending,
    Player,
    add_option,
    fault,
    push,
)
from mkbalance._mageknight.tacticuses cimport (
    answer_tactic,
    before_turn_options,
    list_tactic,
    long_night_left,
    use_before_turn,
    use_long_night,
)
from mkbalance._mageknight.turns cimport withdraw_options, withdraw_to
from mkbalance._mageknight.units cimport gain_unit, recruit, recruit_under_banner, room_for_unit
from mkbalance._mageknight.weakening cimport cancel_attacks


cdef bint list_duty(const Env *e, const GameState *g, Options *o) noexcept nogil:
    """Answers to the task on top; False if it asks nothing."""
    cdef const Pending *t = &g.pending[g.n_pending - 1]
    cdef const Player *p = &g.players[g.seat]
    cdef int op = t.op
    cdef int i, k
    if op == DO_ADD_RAMPAGERS:
        rampager_options(e, g, o)
    elif op == DO_GUEST:
        guest_options(g, o)
    elif op == DO_REACT:
        reaction_options(g, o)
    elif op == DO_SURGE:
        surge_options(g, o)
    elif op == DO_REST_CARD:
        distinct_options(&p.hand[0], p.n_hand, ACT_DISCARD, o)
        if p.n_hand == 0 and p.hand_wounds:
            add_option(o, ACT_DISCARD, e.wound, 0, 0)
    elif op == DO_REST_WOUNDS:
        for i in range(p.hand_wounds + 1):
            if i <= 60:
                add_option(o, ACT_CHOOSE, i, 0, 0)
    elif op == DO_START_BUY:
        start_options(e, g, o)
    elif op == DO_WITHDRAW:
        withdraw_options(e, g, o, t.a)
    elif op == DO_DISBAND:
        for i in range(p.n_units):
            # only a Unit under a Command token makes room (R7.2)
            if not p.units[i].bonded and banner_of(e, &p.units[i]) != BANNER_COMMAND:
                add_option(o, ACT_DISBAND, i, 0, 0)
    elif op == DO_DRAW:
        if p.set_aside != NONE and t.a > 0 and p.n_deck > 0:
            add_option(o, ACT_CHOOSE, 1, 0, 0)
            add_option(o, ACT_DECLINE, 0, 0, 0)
            return True
        if t.a > 0 and long_night_left(e, g) and p.set_aside == NONE:
            add_option(o, ACT_TACTIC_USE, 0, 0, 0)
            add_option(o, ACT_DECLINE, 0, 0, 0)
            return True
        return False
    elif op == DO_SWAP:
        distinct_options(&p.hand[0], p.n_hand, ACT_DISCARD, o)
        if t.b and p.hand_wounds:
            add_option(o, ACT_DISCARD, e.wound, 0, 0)
        add_option(o, ACT_DECLINE, 0, 0, 0)
    elif op == DO_TRAP or op == DO_FLOOR:
        return list_floor(e, g, o)
    elif op == DO_SKILL_AGAIN:
        common_options(e, g, o)
    elif op == DO_FORGET:
        if (t.a + 1) * (t.b + 1) > 200:  # too many to list: none or all of either
            for i in range(2):
                for k in range(2):
                    add_option(o, ACT_CHOOSE, t.a * i, t.b * k, 0)
            return True
        for i in range(t.a + 1):
            for k in range(t.b + 1):
                add_option(o, ACT_CHOOSE, i, k, 0)
    elif op == DO_FAMILIAR:
        if t.c:
            return False
        for i in range(4):
            if p.crystals[i]:
                add_option(o, ACT_CHOOSE, i, 0, 0)
        add_option(o, ACT_DECLINE, 0, 0, 0)
    elif op == DO_DECK_END:
        add_option(o, ACT_CHOOSE, 1, 0, 0)
        add_option(o, ACT_DECLINE, 0, 0, 0)
    elif op == DO_HARVEST:
        distinct_options(&p.hand[0], p.n_hand, ACT_DISCARD, o)
        if o.n:
            add_option(o, ACT_DECLINE, 0, 0, 0)
    elif op == DO_STARSDAWN:
        add_option(o, ACT_CHOOSE, 0, 0, 0)
        add_option(o, ACT_CHOOSE, 1, 0, 0)
    elif op == DO_COMMAND or op == DO_BANNER:
        add_option(o, ACT_CHOOSE, 1, 0, 0)
        add_option(o, ACT_CHOOSE, 0, 0, 0)
    elif op == DO_ATTEND:
        if not p.flags & PL_FACE_DOWN and p.n_hand > 0:
            add_option(o, ACT_CHOOSE, 1, 0, 0)
        add_option(o, ACT_CHOOSE, 0, 0, 0)
        before_turn_options(e, g, o, t.c != 0)
    elif op == DO_PROTECT:
        for i in range(g.combat.n):
            if not g.combat.foes[i].flags & FOE_NO_ATTACK:
                add_option(o, ACT_CHOOSE, i, 0, 0)
        add_option(o, ACT_DECLINE, 0, 0, 0)
    elif op == DO_HEAD_MANA:
        for i in range(g.combat.n):
            if not g.combat.foes[i].flags & FOE_NO_ATTACK and payable(g) & _head_mask(g.combat.foes[i].slot):
                add_option(o, ACT_CHOOSE, i, 0, 0)
        add_option(o, ACT_DECLINE, 0, 0, 0)
    elif op == DO_DESTROY_TIE:
        for i in range(g.n_tiles * 7):
            if destroy_candidate(e, g, i, t.b, t.a):
                add_option(o, ACT_CHOOSE, i, 0, 0)
    elif op == DO_RESTORE:
        return list_restoring(e, g, o)
    elif op == DO_ORIENT:
        for i in range(6):
            add_option(o, ACT_CHOOSE, i, 0, 0)
    elif op == DO_HORSEMAN_MARCH or DO_HORSEMAN <= op <= DO_HORSEMAN_TILE:
        return list_ride(e, g, o)
    elif DO_PROXY_OVER <= op <= DO_PROXY_CARD:
        return list_proxy(e, g, o)
    elif op == DO_RULER or op == DO_KRANG:
        return list_ruler(e, g, o)
    else:
        return list_tactic(e, g, o) or list_reward(e, g, o) or list_faction(e, g, o) or list_rivals(e, g, o) or list_borrowed(e, g, o) or list_quest(e, g, o)
    return True


cdef int _head_mask(int head) noexcept nogil:
    """Mana colour that a glade takes to keep a head off (A.12.4)."""
    if head == HEAD_WAR:
        return 1 << RED
    if head == HEAD_FAMINE:
        return 1 << WHITE
    if head == HEAD_DEATH:
        return 1 << BLUE
    return 1 << GREEN


cdef void _rest_done(const Env *e, GameState *g) noexcept nogil:
    g.turn.rested = 1
    rest_turns_up(e, g)
    g.step = STEP_REST


cdef void answer_duty(const Env *e, GameState *g, Action act) noexcept nogil:
    """Carry out the answer to the task on top."""
    cdef Pending *t = &g.pending[g.n_pending - 1]
    cdef Player *p = &g.players[g.seat]
    cdef int op = t.op
    cdef int i, n, _i
    if g.pending[g.n_pending - 1].op == DO_TRAP or g.pending[g.n_pending - 1].op == DO_FLOOR:
        answer_floor(e, g, act)
        return
    if op == DO_RESTORE:
        answer_restoring(e, g, act)
        return
    if answer_faction(e, g, act) or answer_borrowed(e, g, act) or answer_ride(e, g, act) or answer_rivals(e, g, act) or answer_proxy(e, g, act):
        return
    if answer_ruler(e, g, act) or answer_quest(e, g, act) or answer_tactic(e, g, act) or answer_reward(e, g, act):
        return
    if op == DO_ADD_RAMPAGERS:
        if act.kind == ACT_DONE:
            g.n_pending -= 1
        else:
            g.combat.challenge |= 1 << act.a
    elif op == DO_REACT:
        take_reaction(e, g, act)
    elif op == DO_SURGE:
        surge(g, act)
    elif op == DO_GUEST:
        g.n_pending -= 1
        g.turn.guest = 0 if act.kind == ACT_DECLINE else act.a + 1
    elif op == DO_REST_CARD:
        g.n_pending -= 1
        if act.a == e.wound:
            p.hand_wounds -= 1
            discard_add(g, p, e.wound)
            g.turn.played += 1
            _rest_done(e, g)
        else:
            discard_from_hand(e, g, p, act.a)
            push(g, DO_REST_WOUNDS, 0, 0, 0, 0)
    elif op == DO_REST_WOUNDS:
        g.n_pending -= 1
        p.hand_wounds -= act.a
        for _i in range(act.a):
            discard_add(g, p, e.wound)
        _rest_done(e, g)
    elif op == DO_WITHDRAW:
        n = t.a
        i = t.b
        g.n_pending -= 1
        withdraw_to(e, g, act.a, n, i)
    elif op == DO_DISBAND:
        g.n_pending -= 1
        remove_unit(g, p, act.a)
    elif op == DO_DRAW:
        if act.kind == ACT_TACTIC_USE:
            use_long_night(e, g)
        elif act.kind == ACT_CHOOSE:
            hand_add(e, g, p, p.set_aside)
            p.set_aside = NONE
            t.a -= 1
            if t.a <= 0:
                g.n_pending -= 1
        elif p.n_deck:
            draw_one(e, g, p)
            t.a -= 1
            if t.a <= 0:
                g.n_pending -= 1
        else:
            g.n_pending -= 1
    elif op == DO_SWAP:
        n = t.a
        g.n_pending -= 1
        if act.kind == ACT_DECLINE:
            return
        if act.a == e.wound:
            p.hand_wounds -= 1
            discard_add(g, p, e.wound)
        else:
            discard_from_hand(e, g, p, act.a)
        hand_add(e, g, p, p.played[n])
        p.n_played -= 1
        for i in range(n, p.n_played):
            p.played[i] = p.played[i + 1]
            p.played_how[i] = p.played_how[i + 1]
    elif op == DO_SKILL_AGAIN:
        use_common(e, g, act)
    elif op == DO_FORGET:
        g.n_pending -= 1
        p.hand_wounds -= act.a
        n = act.b
        for i in range(p.n_discard - 1, -1, -1):
            if n and discard_card(p, i) == e.wound:
                discard_take(p, i)
                n -= 1
    elif op == DO_START_BUY:
        start_buy(e, g, act)
    elif op == DO_FAMILIAR:
        n = t.a
        g.n_pending -= 1
        if act.kind == ACT_DECLINE:
            remove_unit(g, p, n)
        else:
            p.crystals[act.a] -= 1
            p.units[n].extra = act.a
    elif op == DO_DECK_END:
        n = t.a
        g.n_pending -= 1
        if act.kind == ACT_DECLINE:
            p.played_how[n] &= ~(HOW_TOP | HOW_BOTTOM)
    elif op == DO_HARVEST:
        g.n_pending -= 1
        if act.kind == ACT_DECLINE:
            return
        if g.turn.harvest < HARVEST_EACH:
            g.turn.harvest -= 1
        g.turn.paid = e.cards[act.a].colours & 15
        discard_from_hand(e, g, p, act.a)
        push(g, OP_CRYSTAL_PAID, 1, 0, 0, 0)
    elif op == DO_STARSDAWN:
        n = t.a
        i = t.b
        _i = t.c
        g.n_pending -= 1
        if i == RANGED:
            add_attack(g, n if act.a else 2 * n, SIEGE if act.a else RANGED, _i)
        else:
            add_attack(g, 2 * n if act.a else n, RANGED if act.a else SIEGE, _i)
    elif op == DO_COMMAND:
        n = t.a
        g.n_pending -= 1
        if act.a:
            recruit_under_banner(e, g, n)
        else:
            recruit(e, g, n)
    elif op == DO_BANNER:
        n = t.a
        g.n_pending -= 1
        if act.a:
            deck_top(g, p, p.units[n].banner)
            p.units[n].banner = NONE
    elif op == DO_ATTEND:
        if act.kind == ACT_PLUNDER or act.kind == ACT_TACTIC_USE:
            t.c = 1
            use_before_turn(e, g, act)
            return
        g.n_pending -= 1
        begin_air_attack(e, g, act.a != 0)
    elif op == DO_PROTECT:
        if act.kind == ACT_DECLINE:
            g.n_pending -= 1
            return
        cancel_attacks(e, g, act.a)
        g.combat.protected_used = 1
        t.a -= 1
        if t.a <= 0:
            g.n_pending -= 1
    elif op == DO_HEAD_MANA:
        if act.kind == ACT_DECLINE:
            g.n_pending -= 1
            return
        cancel_attacks(e, g, act.a)
        g.combat.protected_used = 1
        push(g, DO_PAY_COST, 0, _head_mask(g.combat.foes[act.a].slot), 0, 0)
    elif op == DO_DESTROY_TIE:
        g.n_pending -= 1
        destroy(e, g, act.a)
    elif op == DO_ORIENT:
        i = t.a
        n = t.b
        _i = t.c
        g.n_pending -= 1
        orient_tile(e, g, i, act.a, _i != 0, n != 0)


cdef void run_duty(const Env *e, GameState *g) noexcept nogil:
    """Carry out the task on top, one that asks nothing."""
    cdef Pending t = g.pending[g.n_pending - 1]
    cdef Player *p = &g.players[g.seat]
    cdef int _i
    g.n_pending -= 1
    if run_reward(e, g, &t):
        return
    if t.op == DO_START_COMBAT:
        join_combat(e, g)
    elif t.op == DO_ALTAR:
        altar_paid(e, g)
    elif t.op == DO_TRAP:
        roll_trap(e, g)
    elif t.op == DO_RESTORE:
        restored(e, g)
    elif t.op == DO_CHARACTER:
        character_begin(e, g, t.a)
    elif t.op == DO_START_SKILL:
        if not p.n_skills and take_first_skill(e, g):
            return
        flip_skills(e, g)
    elif t.op == DO_SET_UP:
        characters_done(e, g)
        finish_set_up(e, g)
    elif t.op == DO_GAIN_UNIT:
        if room_for_unit(e, g):
            gain_unit(e, g, take_offer_unit(g, t.a))
    elif t.op == DO_DRAW:
        for _i in range(t.a):
            if p.set_aside != NONE and p.n_deck == 0:
                hand_add(e, g, p, p.set_aside)
                p.set_aside = NONE
                continue
            if p.n_deck == 0 and long_night_left(e, g):
                push(g, DO_DRAW, t.a - _i, 0, 0, 0)
                return
            if not draw_one(e, g, p):
                break
    elif t.op == DO_END_PLAY:
        end_play(g)
    elif t.op == DO_FAMILIAR:
        for _i in range(4):
            if g.turn.paid == 1 << _i and p.n_units:
                p.units[p.n_units - 1].extra = <uint8_t> _i
    elif t.op == DO_ARRIVE:
        arrive(e, g, t.a, t.b)
    elif t.op == DO_SEAT:
        g.seat = <uint8_t> t.a
    elif t.op == DO_AIR_BLOCK:
        open_air_attack(e, g)
    elif not run_ride(e, g) and not run_proxy(e, g) and not run_quest(e, g):
        fault(g, FAULT_OPCODE)
