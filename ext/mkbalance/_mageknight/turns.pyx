"""A seat's turn: its start (R4.2), what it must do (R4.4, R4.7.6), and the end-of-turn sequence in strict order (R12)."""

from libc.stdint cimport uint8_t

from libc.string cimport memset

from mkbalance._mageknight.box cimport put_shown_back
from mkbalance._mageknight.centre cimport centre_effects, take_back
from mkbalance._mageknight.claims cimport claim_mana, lift_curses
from mkbalance._mageknight.content cimport number, rule
from mkbalance._mageknight.deeds cimport (
    deck_bottom,
    deck_top,
    discard_add,
    discard_hand,
    hand_add,
    hand_size,
    wounds_to_hand,
)
from mkbalance._mageknight.handlimit cimport hand_limit, knockout_limit
from mkbalance._mageknight.hexmap cimport Far, active_site, distances, mine_colours, safe_space, terrain_at
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.knowledge cimport end_looks
from mkbalance._mageknight.mana cimport gain_crystal, gain_mana, return_dice
from mkbalance._mageknight.outcomes cimport lose_protection
from mkbalance._mageknight.quests cimport quests_turn, quests_turn_over
from mkbalance._mageknight.revealing cimport reveal_near
from mkbalance._mageknight.skills cimport always_effects
from mkbalance._mageknight.state cimport (
    CB_AIR,
    DO_DECK_END,
    DO_DRAW,
    DO_FORGET,
    DO_GLADE,
    DO_LEVEL,
    DO_MINE,
    DO_REWARD_ACTION,
    DO_REWARD_ARTIFACT,
    DO_REWARD_CRYSTAL,
    DO_REWARD_CRYSTALS,
    DO_REWARD_SPELL,
    DO_REWARD_UNIT,
    DO_REWARDS,
    DO_SWAP,
    DO_WITHDRAW,
    HOW_AWAY,
    HOW_BOTTOM,
    HOW_SWAP,
    HOW_SWAP_WOUND,
    HOW_TOP,
    PL_BENT,
    PL_PLUNDERED,
    SK_USED,
    GameState,
    Options,
    Player,
    Turn,
    add_option,
    fault,
    push,
)
from mkbalance._mageknight.trace cimport TOLD_KNOCKED_OUT, TOLD_TURN, TOLD_WITHDRAW, told


cdef void clear_turn(const Env *e, GameState *g, int dice) noexcept nogil:
    """An empty turn with the right to so many Source dice."""
    cdef Turn *t = &g.turn
    cdef int i
    end_looks(g)
    memset(t, 0, sizeof(Turn))
    for i in range(9):
        t.cost_set[i] = -1
    lift_curses(g)
    t.dice_rights = <unsigned char> dice
    t.last_foe = NONE
    t.acting = NONE
    for i in range(MAX_CHEAP):
        t.cheap_spaces[i] = NONE
    t.command = NONE
    t.box = NONE
    for i in range(g.players[g.seat].n_skills):
        g.players[g.seat].skill_used[i] &= <unsigned char> ~SK_USED


cdef void begin_turn(const Env *e, GameState *g, int seat) noexcept nogil:
    """The window before a turn opens (R4.1); the turn itself starts in ``take_turn``."""
    g.seat = <unsigned char> seat
    clear_turn(e, g, 1)
    g.combat.flags = 0
    told(e, g, TOLD_TURN, seat, 0, 0, 0)
    g.step = STEP_BEFORE_TURN


cdef void start_benefits(const Env *e, GameState *g) noexcept nogil:
    """What the start of a turn gives (R4.2.3): glade mana, oasis Move, mana of dice kept."""
    cdef int site = active_site(g, g.players[g.seat].space)
    if site == GLADE:
        gain_mana(e, g, BLACK if g.night else GOLD, 1)
    elif site == OASIS:
        g.turn.move += 2
    claim_mana(e, g)


cdef void take_turn(const Env *e, GameState *g) noexcept nogil:
    """The turn is taken, not forfeited."""
    cdef Player *p = &g.players[g.seat]
    cdef int i
    g.turn.started = 1
    p.tally.turns += 1
    g.turn.exempt = hand_size(p) == 0 and p.n_deck > 0
    if p.space == NONE:
        p.space = g.portal
    g.turn.path[0] = p.space
    g.turn.n_path = 1
    for i in range(6):
        g.turn.mana[i] += p.kept_mana[i]
        p.kept_mana[i] = 0
    start_benefits(e, g)
    reveal_near(e, g)
    quests_turn(e, g)
    g.step = STEP_MOVE
    centre_effects(e, g)
    always_effects(e, g)
    take_back(e, g)


cdef bint must_rest(const Env *e, const GameState *g) noexcept nogil:
    """A hand of nothing but Wounds leaves no turn but a rest (R4.7.6)."""
    cdef const Player *p = &g.players[g.seat]
    return (p.n_hand == 0 and p.hand_wounds > 0 and g.turn.played == 0 and rule(e, RULE_REST_FORCED)
            and not g.turn.moved and not g.turn.exempt)


cdef int _mountain_lore(const Env *e, const GameState *g) noexcept nogil:
    """What Mountain Lore adds to the next draw for ending the turn in hills or mountains."""
    cdef int terrain
    if not g.turn.mountain_lore or g.players[g.seat].space == NONE:
        return 0
    terrain = terrain_at(e, g, g.players[g.seat].space)
    if terrain == MOUNTAIN:
        return g.turn.mountain_lore2
    return g.turn.mountain_lore if terrain == HILLS else 0


cdef bint _last_turn(const GameState *g) noexcept nogil:
    """The seat's last turn of the Round or of the game: nothing is drawn any more (R3.3.5)."""
    return g.announced != 0 or (g.final_turns >> g.seat) & 1 != 0


cdef void draw_up(const Env *e, GameState *g) noexcept nogil:
    """Draw to the Hand limit; above it all cards are kept (R12.8.3)."""
    cdef Player *p = &g.players[g.seat]
    cdef int limit = hand_limit(e, g, g.seat)
    if p.tactic != NONE and e.tactics[p.tactic].behaviour == TACTIC_PLANNING and hand_size(p) >= 2 and g.step == STEP_END_TURN:
        limit += 1
    limit += _mountain_lore(e, g)
    p.draw_bonus = 0
    if hand_size(p) < limit:
        push(g, DO_DRAW, limit - hand_size(p), 0, 0, 0)


cdef void _withdraw(const Env *e, GameState *g) noexcept nogil:
    """Forced Withdrawal (R12.2): back along the path to a safe space, a Wound to hand for each space."""
    cdef Player *p = &g.players[g.seat]
    cdef Far far
    cdef int s, best
    cdef int n = 0
    if safe_space(e, g, p.space, g.seat):
        return
    while g.turn.n_path > 1 and not safe_space(e, g, p.space, g.seat):
        g.turn.n_path -= 1
        p.space = g.turn.path[g.turn.n_path - 1]
        wounds_to_hand(e, g, p, 1)
        n += 1
        told(e, g, TOLD_WITHDRAW, p.space, 0, 0, 0)
    if safe_space(e, g, p.space, g.seat):
        _knocked_out_in_withdrawal(e, g, n)
        return
    distances(g, p.space, &far.to[0])
    best = NONE
    for s in range(g.n_tiles * 7):
        if safe_space(e, g, s, g.seat) and (best == NONE or far.to[s] < far.to[best]):
            best = s
    if best == NONE:
        fault(g, FAULT_RANGE)
        return
    push(g, DO_WITHDRAW, far.to[best], n, 0, 0)


cdef void withdraw_options(const Env *e, const GameState *g, Options *o, int distance) noexcept nogil:
    """Without a way back: the nearest safe spaces (ruling 19)."""
    cdef Far far
    cdef int s
    distances(g, g.players[g.seat].space, &far.to[0])
    for s in range(g.n_tiles * 7):
        if far.to[s] == distance and safe_space(e, g, s, g.seat):
            add_option(o, ACT_CHOOSE, s, 0, 0)


cdef void withdraw_to(const Env *e, GameState *g, int space, int distance, int before) noexcept nogil:
    """Retreat over so many spaces, a Wound for each, after those on the way back."""
    cdef Player *p = &g.players[g.seat]
    wounds_to_hand(e, g, p, distance)
    p.space = <uint8_t> space
    told(e, g, TOLD_WITHDRAW, space, 0, 0, 0)
    _knocked_out_in_withdrawal(e, g, distance + before)


cdef void _knocked_out_in_withdrawal(const Env *e, GameState *g, int wounds) noexcept nogil:
    """Wounds of a withdrawal, with those of the turn's fight, knock the Hero out if ruling 18 says so."""
    cdef Player *p = &g.players[g.seat]
    if not rule(e, RULE_WITHDRAWAL_KNOCKS_OUT):
        return
    if g.turn.combat_started:
        wounds += g.combat.wounds
    if wounds >= knockout_limit(e, g, g.seat):
        p.tally.knocked_out += 1
        told(e, g, TOLD_KNOCKED_OUT, 0, 0, 0, 0)
        discard_hand(e, g, p)


cdef void _clean_up(const Env *e, GameState *g) noexcept nogil:
    """Tokens to the bank, played cards to the discard pile (R12.3)."""
    cdef Player *p = &g.players[g.seat]
    cdef int i
    for i in range(6):
        g.turn.mana[i] = 0
    put_shown_back(e, g)
    for i in range(p.n_played):
        if g.turn.time_bend:
            if p.played_how[i] & HOW_AWAY and p.n_away < 2:
                p.away[p.n_away] = p.played[i]
                p.n_away += 1
            else:
                hand_add(e, g, p, p.played[i])
        elif p.played_how[i] & HOW_TOP:
            deck_top(g, p, p.played[i])
        elif p.played_how[i] & HOW_BOTTOM and p.n_deck > 0:
            deck_bottom(g, p, p.played[i])
        else:
            discard_add(g, p, p.played[i])
    p.n_played = 0
    for i in range(p.n_units):
        p.units[i].resist = 0
        p.units[i].healed = 0
    if g.turn.crystals_back:
        for i in range(4):
            if rule(e, RULE_LATE_TOKEN) and p.crystals[i] + g.turn.crystals_spent[i] > number(e, NUMBER_CRYSTAL_LIMIT):
                p.kept_mana[i] += p.crystals[i] + g.turn.crystals_spent[i] - number(e, NUMBER_CRYSTAL_LIMIT)
            gain_crystal(e, g, i, g.turn.crystals_spent[i], False)


cdef void _benefits(const Env *e, GameState *g) noexcept nogil:
    """Glade and mine (R12.4)."""
    cdef Player *p = &g.players[g.seat]
    cdef int site = active_site(g, p.space)
    cdef int mines, i
    if site == GLADE:
        push(g, DO_GLADE, 0, 0, 0, 0)
    elif site == MINE:
        mines = mine_colours(e, g, p.space)
        for i in range(4):
            if mines == 1 << i:
                gain_crystal(e, g, i, 1, False)
                return
        push(g, DO_MINE, 0, mines, 0, 0)


cdef int reward_due(const GameState *g, int kind) noexcept nogil:
    """Whether a kind of reward is still due: 0 crystals, 1 Artifacts, 2 Spells, 3 Advanced Actions."""
    cdef const Turn *t = &g.turn
    if kind == 0:
        return t.reward_sets + t.reward_choice + t.reward_crystals
    if kind == 1:
        return t.reward_artifacts
    return t.reward_spells if kind == 2 else t.reward_actions


cdef bint reward_options(const Env *e, const GameState *g, Options *o) noexcept nogil:
    """Kinds of reward to choose among, in any order (R12.5) unless ruling 14 fixes it; False with nothing to choose.

    Units come after the level-ups: they may wait for a Command token, and nothing else depends on them (R12.5.4).
    """
    cdef int i
    for i in range(4):
        if reward_due(g, i):
            add_option(o, ACT_CHOOSE, i, 0, 0)
    return o.n > 1 and not rule(e, RULE_REWARD_ORDER)


cdef void next_reward(const Env *e, GameState *g) noexcept nogil:
    """The first kind still due, then the others."""
    cdef int i
    for i in range(4):
        if reward_due(g, i):
            push(g, DO_REWARDS, 0, 0, 0, 0)
            take_reward(e, g, i)
            return


cdef void take_reward(const Env *e, GameState *g, int kind) noexcept nogil:
    """Hand out one kind of reward."""
    cdef Turn *t = &g.turn
    cdef int i, _k
    if kind == 0:
        if t.reward_crystals:
            push(g, DO_REWARD_CRYSTALS, t.reward_crystals, 0, 0, 0)
        for _k in range(t.reward_choice):
            push(g, DO_REWARD_CRYSTAL, 0, 0, 0, 0)
        for _k in range(t.reward_sets):
            for i in range(4):
                gain_crystal(e, g, i, 1, False)
        t.reward_sets = 0
        t.reward_choice = 0
        t.reward_crystals = 0
    elif kind == 1:
        push(g, DO_REWARD_ARTIFACT, t.reward_artifacts, 0, 0, 0)
        t.reward_artifacts = 0
    elif kind == 2:
        for _k in range(t.reward_spells):
            push(g, DO_REWARD_SPELL, 0, 0, 0, 0)
        t.reward_spells = 0
    else:
        for _k in range(t.reward_actions):
            push(g, DO_REWARD_ACTION, 0, 0, 0, 0)
        t.reward_actions = 0


cdef void _swaps(const Env *e, GameState *g) noexcept nogil:
    """Played cards that may come back to hand for a discard (Crystal Joy)."""
    cdef Player *p = &g.players[g.seat]
    cdef int i
    if g.turn.time_bend:
        return
    for i in range(p.n_played):
        if p.played_how[i] & HOW_TOP or (p.played_how[i] & HOW_BOTTOM and p.n_deck > 0):
            push(g, DO_DECK_END, i, 0, 0, 0)
        if p.played_how[i] & (HOW_SWAP | HOW_SWAP_WOUND):
            push(g, DO_SWAP, i, 1 if p.played_how[i] & HOW_SWAP_WOUND else 0, 0, 0)


cdef void end_turn_stage(const Env *e, GameState *g) noexcept nogil:
    """The next part of the end-of-turn sequence; choices are left on the pending stack (R12)."""
    cdef Player *p = &g.players[g.seat]
    cdef int stage = g.turn.stage
    cdef int _k
    g.turn.stage += 1
    if stage == 0:
        if g.turn.time_bend:
            g.turn.extra_turn = 1
        return_dice(e, g)
        quests_turn_over(e, g)
        _withdraw(e, g)
    elif stage == 1:
        reveal_near(e, g)
        _swaps(e, g)
        if g.turn.forget:  # on top of the swaps: they may take Wounds out of the hand
            push(g, DO_FORGET, min(p.hand_wounds, g.turn.wounds), g.turn.wounds_pile, 0, 0)
    elif stage == 2:
        _clean_up(e, g)
        _benefits(e, g)
    elif stage == 3:
        push(g, DO_REWARDS, 0, 0, 0, 0)
    elif stage == 4:
        if p.level < 10 and p.fame >= e.levels[p.level].fame:
            push(g, DO_LEVEL, p.level + 1, 0, 0, 0)
            g.turn.stage = 4
        elif g.turn.reward_units:  # they may wait for a Command token; what they give may cross a line
            for _k in range(g.turn.reward_units):
                push(g, DO_REWARD_UNIT, 0, 0, 0, 0)
            g.turn.reward_units = 0
            g.turn.stage = 4
    elif stage == 5:
        if p.n_hand:
            g.step = STEP_DISCARD
    elif stage == 6:
        if _last_turn(g) and not g.turn.extra_turn:
            p.draw_bonus += _mountain_lore(e, g)  # carried to the next Round (R3.3.5)
        elif not g.turn.time_bend:
            draw_up(e, g)
    else:
        p.flags &= ~(PL_PLUNDERED | PL_BENT)
        if g.turn.time_bend:
            p.flags |= PL_BENT
        if g.combat.flags & CB_AIR:
            lose_protection(e, g)
        p.last_space = p.space
        if p.motivated:
            p.motivated -= 1
        if p.space == g.portal and not g.ritual:
            p.space = NONE
        g.step = STEP_NEXT
