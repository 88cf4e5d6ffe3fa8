"""Tasks that the rules put on the pending stack: rewards and level-ups (R12.5, R12.6), rests (R4.7), Tactics (R3.2.4), the
sides of a combat's start, the dragon's air attack (A.12.4).

``list_duty`` fills the answers of a task that asks; ``run_duty`` carries out one that does not.
"""

from libc.stdint cimport uint8_t


from mkbalance._kernel.pile cimport pile_pop, pile_push_bottom, short_push, short_take
from mkbalance._kernel.rng cimport Stream, shuffle8
from mkbalance._mageknight.attacking cimport add_attack
from mkbalance._mageknight.banners cimport banner_of
from mkbalance._mageknight.centre cimport reaction_options, surge, surge_options, take_reaction
from mkbalance._mageknight.chance cimport event
from mkbalance._mageknight.character cimport character_begin, characters_done, start_buy, start_options
from mkbalance._mageknight.borrowed cimport answer_borrowed, list_borrowed
from mkbalance._mageknight.content cimport rule
from mkbalance._mageknight.damage cimport remove_unit
from mkbalance._mageknight.deeds cimport (
    deck_top,
    discard_add,
    discard_card,
    discard_from_hand,
    discard_take,
    draw_one,
    gain_card,
    hand_add,
    hand_size,
    hand_take,
)
from mkbalance._mageknight.dragon cimport begin_air_attack, destroy_candidate, open_air_attack
from mkbalance._mageknight.effects cimport end_play, other_crystal, random_crystal
from mkbalance._mageknight.factions cimport answer_faction, list_faction
from mkbalance._mageknight.floors cimport answer_floor, list_floor, roll_trap
from mkbalance._mageknight.hexmap cimport active_site
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.mana cimport gain_crystal, payable, reroll_die
from mkbalance._mageknight.maze cimport guest_options
from mkbalance._mageknight.offers cimport take_action, take_offer_unit, take_spell
from mkbalance._mageknight.progress cimport add_fame, add_rep
from mkbalance._mageknight.proxy cimport answer_proxy, list_proxy, run_proxy
from mkbalance._mageknight.quests cimport guarded
from mkbalance._mageknight.queststeps cimport answer_quest, list_quest, run_quest
from mkbalance._mageknight.restoring cimport answer_restoring, list_restoring, restored
from mkbalance._mageknight.rides cimport answer_ride, list_ride, run_ride
from mkbalance._mageknight.rulers cimport answer_ruler, list_ruler
from mkbalance._mageknight.rivals cimport answer_rivals, list_rivals
from mkbalance._mageknight.skills cimport common_options, flip_skills, rest_turns_up, skill_choices, take_first_skill, take_skill, use_common
from mkbalance._mageknight.rounds cimport finish_set_up
from mkbalance._mageknight.sites cimport altar_paid, arrive, destroy, join_combat, orient_tile, rampager_options
from mkbalance._mageknight.state cimport *
from mkbalance._mageknight.trace cimport TOLD_DRAWN_ARTIFACT, TOLD_LEVEL, TOLD_SHUFFLE, told
from mkbalance._mageknight.turns cimport next_reward, reward_options, take_reward, withdraw_options, withdraw_to
from mkbalance._mageknight.units cimport gain_unit, recruit, recruit_under_banner, room_for_unit, take_unit
from mkbalance._mageknight.weakening cimport cancel_attacks

cdef struct Listed:
    uint8_t row[256]
    uint8_t end


cdef void _distinct(const uint8_t *cards, int n, int kind, Options *o) noexcept nogil:
    cdef Listed seen
    cdef int i
    for i in range(n):
        seen.row[cards[i]] = 0
    for i in range(n):
        if not seen.row[cards[i]]:
            seen.row[cards[i]] = 1
            add_option(o, kind, cards[i], 0, 0)


cdef void _in_deck(const Env *e, const Player *p, Options *o) noexcept nogil:
    """The cards of the Deed deck by row: a search says what is there, not how it lay."""
    cdef Listed there
    cdef int i
    for i in range(e.n_cards):
        there.row[i] = 0
    for i in range(p.n_deck):
        there.row[p.cards[i]] = 1
    for i in range(e.n_cards):
        if there.row[i]:
            add_option(o, ACT_CHOOSE, i, 0, 0)


cdef bint _long_night(const Env *e, const GameState *g) noexcept nogil:
    """Long Night may still fill the empty deck."""
    cdef const Player *p = &g.players[g.seat]
    return (p.tactic != NONE and not p.tactic_used and e.tactics[p.tactic].behaviour == TACTIC_LONG_NIGHT
            and p.n_deck == 0 and p.n_discard > 0)


cdef bint _discard_has_wound(const Env *e, const Player *p) noexcept nogil:
    cdef int i
    for i in range(p.n_discard):
        if discard_card(p, i) == e.wound:
            return True
    return False


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
        _distinct(&p.hand[0], p.n_hand, ACT_DISCARD, o)
        if p.n_hand == 0 and p.hand_wounds:
            add_option(o, ACT_DISCARD, e.wound, 0, 0)
    elif op == DO_REST_WOUNDS:
        for i in range(p.hand_wounds + 1):
            if i <= 60:
                add_option(o, ACT_CHOOSE, i, 0, 0)
    elif op == DO_GLADE:
        if p.hand_wounds:
            add_option(o, ACT_CHOOSE, 0, 0, 0)
        if _discard_has_wound(e, p):
            add_option(o, ACT_CHOOSE, 1, 0, 0)
        if o.n:
            add_option(o, ACT_DECLINE, 0, 0, 0)
    elif op == DO_MINE or op == DO_REWARD_CRYSTAL:
        for i in range(4):
            if (op == DO_REWARD_CRYSTAL or (t.b >> i) & 1) and p.crystals[i] < 3:
                add_option(o, ACT_CHOOSE, i, 0, 0)
    elif op == DO_START_BUY:
        start_options(e, g, o)
    elif op == DO_OTHER_CRYSTAL:
        if e.setup.crystal_else & ELSE_REROLL:
            add_option(o, ACT_CHOOSE, ELSE_REROLL, 0, 0)
        if e.setup.crystal_else & ELSE_FACTION:
            add_option(o, ACT_CHOOSE, ELSE_FACTION, 0, 0)
    elif op == DO_REWARD_ARTIFACT:
        if t.c == 0:
            return False
        _distinct(&g.drawn.items[0], g.drawn.size, ACT_CHOOSE, o)
    elif op == DO_REWARDS:
        return reward_options(e, g, o)
    elif op == DO_WITHDRAW:
        withdraw_options(e, g, o, t.a)
    elif op == DO_REWARD_SPELL:
        for i in range(g.n_spells_offer):
            add_option(o, ACT_CHOOSE, i, 0, 0)
    elif op == DO_REWARD_ACTION:
        for i in range(g.n_actions_offer):
            add_option(o, ACT_CHOOSE, i, 0, 0)
    elif op == DO_REWARD_UNIT:
        for i in range(g.n_offer_units):
            if not e.units[g.offer_units[i]].flags & UNIT_FAMILIAR:
                add_option(o, ACT_CHOOSE, i, 0, 0)
        add_option(o, ACT_DECLINE, 0, 0, 0)
    elif op == DO_DISBAND:
        for i in range(p.n_units):
            # only a Unit under a Command token makes room (R7.2)
            if not p.units[i].bonded and banner_of(e, &p.units[i]) != BANNER_COMMAND:
                add_option(o, ACT_DISBAND, i, 0, 0)
    elif op == DO_RETHINK or op == DO_MEDITATION:
        if t.a > 0:
            _distinct(&p.hand[0], p.n_hand, ACT_DISCARD, o)
            if p.hand_wounds:
                add_option(o, ACT_DISCARD, e.wound, 0, 0)
        add_option(o, ACT_DONE, 0, 0, 0)
    elif op == DO_MANA_STEAL:
        k = 0
        for i in range(g.n_dice):
            if g.dice[i] < GOLD and not (k >> g.dice[i]) & 1:
                k |= 1 << g.dice[i]
                add_option(o, ACT_CHOOSE, i, 0, 0)
    elif op == DO_PREPARATION:
        _in_deck(e, p, o)
    elif op == DO_DRAW:
        if p.set_aside != NONE and t.a > 0 and p.n_deck > 0:
            add_option(o, ACT_CHOOSE, 1, 0, 0)
            add_option(o, ACT_DECLINE, 0, 0, 0)
            return True
        if t.a > 0 and _long_night(e, g) and p.set_aside == NONE:
            add_option(o, ACT_TACTIC_USE, 0, 0, 0)
            add_option(o, ACT_DECLINE, 0, 0, 0)
            return True
        return False
    elif op == DO_SWAP:
        _distinct(&p.hand[0], p.n_hand, ACT_DISCARD, o)
        if t.b and p.hand_wounds:
            add_option(o, ACT_DISCARD, e.wound, 0, 0)
        add_option(o, ACT_DECLINE, 0, 0, 0)
    elif op == DO_TRAP or op == DO_FLOOR:
        return list_floor(e, g, o)
    elif op == DO_LEVEL_SKILL:
        skill_choices(e, g, o)
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
        _distinct(&p.hand[0], p.n_hand, ACT_DISCARD, o)
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
    elif op == DO_MANA_SEARCH:
        k = 0
        if t.a > 0:
            for i in range(g.n_dice):
                if not _in_source(g, i) or (t.c >> i) & 1 or (k >> g.dice[i]) & 1:
                    continue
                if _gold_left(g, t.c) and g.dice[i] != GOLD:
                    continue
                k |= 1 << g.dice[i]
                add_option(o, ACT_CHOOSE, i, 0, 0)
        add_option(o, ACT_DONE, 0, 0, 0)
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
        return list_faction(e, g, o) or list_rivals(e, g, o) or list_borrowed(e, g, o) or list_quest(e, g, o)
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


cdef bint _in_source(const GameState *g, int die) noexcept nogil:
    return not ((g.dice_out | g.turn.dice_used | g.turn.dice_kept) >> die) & 1


cdef bint _gold_left(const GameState *g, int chosen) noexcept nogil:
    """Gold dice have to be picked first by Mana Search."""
    cdef int i
    for i in range(g.n_dice):
        if _in_source(g, i) and g.dice[i] == GOLD and not (chosen >> i) & 1:
            return True
    return False


cdef void _shuffle_deck(const Env *e, GameState *g) noexcept nogil:
    cdef Stream s
    event(g, DRAW_RANDOM_PICK + g.seat, &s)
    shuffle8(&s, &g.players[g.seat].cards[0], g.players[g.seat].n_deck)
    told(e, g, TOLD_SHUFFLE, g.seat, 0, 0, 0)


cdef void _discard_into_deck(GameState *g, Player *p) noexcept nogil:
    """Move the whole discard pile onto the deck; the caller shuffles."""
    cdef int i
    cdef int n = p.n_discard
    cdef uint8_t held[MAX_CARDS]
    for i in range(n):
        held[i] = <uint8_t> discard_card(p, i)
    p.n_discard = 0
    for i in range(n):
        deck_top(g, p, held[i])


cdef void _rest_done(const Env *e, GameState *g) noexcept nogil:
    g.turn.rested = 1
    rest_turns_up(e, g)
    g.step = STEP_REST


cdef void use_long_night(const Env *e, GameState *g) noexcept nogil:
    """Shuffle the discard pile, three random cards of it become the deck (Night Tactic 2)."""
    cdef Player *p = &g.players[g.seat]
    cdef Stream s
    cdef int n = p.n_discard if p.n_discard < 3 else 3
    cdef int _i
    p.tactic_used = 1
    event(g, DRAW_RANDOM_PICK + g.seat, &s)
    shuffle8(&s, &p.cards[MAX_CARDS - p.n_discard], p.n_discard)
    for _i in range(n):
        p.n_discard -= 1
        deck_top(g, p, p.cards[MAX_CARDS - 1 - p.n_discard])
    told(e, g, TOLD_SHUFFLE, g.seat, 0, 0, 0)


cdef void before_turn_options(const Env *e, const GameState *g, Options *o, bint stored) noexcept nogil:
    """What may be done in the window before a turn (R4.1): plunder, Tactics; ``stored`` = Sparing Power was used."""
    cdef const Player *p = &g.players[g.seat]
    cdef int what
    if p.space != NONE and active_site(g, p.space) == VILLAGE and not p.flags & PL_PLUNDERED and p.n_deck > 0 and not guarded(e, g, p.space):
        add_option(o, ACT_PLUNDER, 0, 0, 0)
    if p.tactic == NONE or p.tactic_used:
        return
    what = e.tactics[p.tactic].behaviour
    if what == TACTIC_MEDITATION and hand_size(p) > 0:
        add_option(o, ACT_TACTIC_USE, 0, 0, 0)
    elif what == TACTIC_LONG_NIGHT and p.n_deck == 0 and p.n_discard > 0:
        add_option(o, ACT_TACTIC_USE, 0, 0, 0)
    elif what == TACTIC_SPARING_POWER and not stored:
        if p.n_deck and p.n_stored < 16:
            add_option(o, ACT_TACTIC_USE, 0, 0, 0)
        add_option(o, ACT_TACTIC_USE, 1, 0, 0)


cdef void use_before_turn(const Env *e, GameState *g, Action act) noexcept nogil:
    """Plunder a village (R10.1.3) or use the Tactic before the turn (R3.2.4)."""
    cdef Player *p = &g.players[g.seat]
    cdef int what, i
    if act.kind == ACT_PLUNDER:
        p.flags |= PL_PLUNDERED
        add_rep(e, g, g.seat, -1)
        push(g, DO_DRAW, 2, 0, 0, 0)
        return
    what = e.tactics[p.tactic].behaviour
    if what == TACTIC_LONG_NIGHT:
        use_long_night(e, g)
    elif what == TACTIC_MEDITATION:
        p.tactic_used = 1
        push(g, DO_MEDITATION, 5, 0, 0, 0)
    elif act.a == 0:
        p.n_deck -= 1
        p.stored[p.n_stored] = p.cards[p.n_deck]
        p.n_stored += 1
    else:
        p.tactic_used = 1
        for i in range(p.n_stored):
            hand_add(e, g, p, p.stored[i])
        p.n_stored = 0


cdef void _finish_meditation(const Env *e, GameState *g, int n) noexcept nogil:
    """Shuffle what was put on the deck, then draw as many (Night Tactic 4)."""
    _shuffle_deck(e, g)
    if n:
        push(g, DO_DRAW, n, 0, 0, 0)


cdef void _finish_rethink(const Env *e, GameState *g, int n) noexcept nogil:
    """Draw as many as were discarded, then shuffle the discard pile into the deck (Day Tactic 2)."""
    cdef Player *p = &g.players[g.seat]
    cdef int _i
    if rule(e, RULE_RETHINK_ORDER):
        _discard_into_deck(g, p)
        _shuffle_deck(e, g)
        n = min(n, p.n_deck)
    for _i in range(n):
        draw_one(e, g, p)
    if not rule(e, RULE_RETHINK_ORDER):
        _discard_into_deck(g, p)
        _shuffle_deck(e, g)


cdef void _artifact(const Env *e, GameState *g, Action act) noexcept nogil:
    """First the card that goes to the bottom of the Artifact deck, then the order on the Deed deck."""
    cdef Player *p = &g.players[g.seat]
    cdef int i
    for i in range(g.drawn.size):
        if g.drawn.items[i] == act.a:
            short_take(&g.drawn, i)
            break
    if g.pending[g.n_pending - 1].c == 1 and g.pending[g.n_pending - 1].a > 0:
        pile_push_bottom(&g.deck_artifacts, act.a)
        g.pending[g.n_pending - 1].c = 2
    else:
        gain_card(e, g, p, act.a, 2)
    if g.drawn.size == 0:
        g.n_pending -= 1


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
    if answer_ruler(e, g, act) or answer_quest(e, g, act):
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
    elif op == DO_GLADE:
        g.n_pending -= 1
        if act.kind == ACT_DECLINE:
            return
        if act.a == 0:
            p.hand_wounds -= 1
            g.turn.played += rule(e, RULE_HEALED_WOUND_COUNTS)
        else:
            for i in range(p.n_discard):
                if discard_card(p, i) == e.wound:
                    discard_take(p, i)
                    break
    elif op == DO_MINE or op == DO_REWARD_CRYSTAL:
        g.n_pending -= 1
        gain_crystal(e, g, act.a, 1, False)
    elif op == DO_OTHER_CRYSTAL:
        n = t.b
        g.n_pending -= 1
        other_crystal(e, g, act.a, n != 0)
    elif op == DO_REWARD_ARTIFACT:
        _artifact(e, g, act)
    elif op == DO_REWARDS:
        take_reward(e, g, act.a)
    elif op == DO_WITHDRAW:
        n = t.a
        i = t.b
        g.n_pending -= 1
        withdraw_to(e, g, act.a, n, i)
    elif op == DO_REWARD_SPELL:
        g.n_pending -= 1
        gain_card(e, g, p, take_spell(e, g, act.a), 2)
    elif op == DO_REWARD_ACTION:
        g.n_pending -= 1
        gain_card(e, g, p, take_action(e, g, act.a), 2)
    elif op == DO_REWARD_UNIT:
        g.n_pending -= 1
        if act.kind != ACT_DECLINE:
            take_unit(e, g, act.a)
    elif op == DO_DISBAND:
        g.n_pending -= 1
        remove_unit(g, p, act.a)
    elif op == DO_RETHINK or op == DO_MEDITATION:
        if act.kind == ACT_DONE:
            n = t.c
            g.n_pending -= 1
            if op == DO_RETHINK:
                _finish_rethink(e, g, n)
            else:
                _finish_meditation(e, g, n)
            return
        if act.a == e.wound:
            p.hand_wounds -= 1
        else:
            hand_take(p, act.a)
        if op == DO_RETHINK:
            discard_add(g, p, act.a)
        else:
            deck_top(g, p, act.a)
        t.a -= 1
        t.c += 1
    elif op == DO_MANA_STEAL:
        g.n_pending -= 1
        p.tactic_die = g.dice[act.a]
        g.dice_out |= <uint8_t> (1 << act.a)
    elif op == DO_PREPARATION:
        g.n_pending -= 1
        for i in range(p.n_deck):
            if p.cards[i] == act.a:
                p.n_deck -= 1
                while i < p.n_deck:
                    p.cards[i] = p.cards[i + 1]
                    i += 1
                break
        hand_add(e, g, p, act.a)
        _shuffle_deck(e, g)
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
    elif op == DO_LEVEL_SKILL and g.step == STEP_SETUP:
        take_skill(e, g, act)
    elif op == DO_LEVEL_SKILL:
        if take_skill(e, g, act):
            push(g, DO_REWARD_ACTION, 0, 0, 0, 0)
        elif g.n_actions_offer:
            gain_card(e, g, p, take_action(e, g, 0), 2)
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
    elif op == DO_MANA_SEARCH:
        if act.kind == ACT_DONE:
            n = t.c
            g.n_pending -= 1
            for i in range(g.n_dice):
                if (n >> i) & 1:
                    reroll_die(e, g, i)
            return
        t.c |= 1 << act.a
        t.a -= 1
    elif op == DO_DESTROY_TIE:
        g.n_pending -= 1
        destroy(e, g, act.a)
    elif op == DO_ORIENT:
        i = t.a
        n = t.b
        _i = t.c
        g.n_pending -= 1
        orient_tile(e, g, i, act.a, _i != 0, n != 0)


cdef void _level_up(const Env *e, GameState *g, int level) noexcept nogil:
    """One line crossed (R12.6): new stats and a Command token, or a Skill and an Advanced Action of the offer."""
    cdef Player *p = &g.players[g.seat]
    p.level = <uint8_t> level
    told(e, g, TOLD_LEVEL, level, 0, 0, 0)
    add_fame(e, g, g.seat, e.setup.fame_per_level)
    if level == 2 and take_first_skill(e, g):
        push(g, DO_REWARD_ACTION, 0, 0, 0, 0)
    elif level % 2 == 0 and not flip_skills(e, g):
        push(g, DO_REWARD_ACTION, 0, 0, 0, 0)


cdef void run_duty(const Env *e, GameState *g) noexcept nogil:
    """Carry out the task on top, one that asks nothing."""
    cdef Pending t = g.pending[g.n_pending - 1]
    cdef Player *p = &g.players[g.seat]
    cdef int _i, card
    g.n_pending -= 1
    if t.op == DO_START_COMBAT:
        join_combat(e, g)
    elif t.op == DO_ALTAR:
        altar_paid(e, g)
    elif t.op == DO_TRAP:
        roll_trap(e, g)
    elif t.op == DO_RESTORE:
        restored(e, g)
    elif t.op == DO_REWARD_CRYSTALS:
        if t.a > 1:
            push(g, DO_REWARD_CRYSTALS, t.a - 1, 0, 0, 0)
        random_crystal(e, g, False)
    elif t.op == DO_REWARD_ARTIFACT:
        g.drawn.size = 0
        for _i in range(t.a + 1):
            card = pile_pop(&g.deck_artifacts)
            if card == NONE:
                break
            if short_push(&g.drawn, card):
                fault(g, FAULT_CAPACITY)
            told(e, g, TOLD_DRAWN_ARTIFACT, card, 0, 0, 0)
        if g.drawn.size:
            # short of cards nothing goes back
            push(g, DO_REWARD_ARTIFACT, 1 if g.drawn.size > t.a else 0, 0, 1, 0)
    elif t.op == DO_REWARDS:
        next_reward(e, g)
    elif t.op == DO_LEVEL:
        _level_up(e, g, t.a)
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
            if p.n_deck == 0 and _long_night(e, g):
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
