"""Rounds: preparing one (R3.1), turn order (R3.2.3), whose turn it is, the ways a Round and a game end (R3.3)."""

from mkbalance._mageknight.banners cimport banner_of
from mkbalance._mageknight.centre cimport take_back
from mkbalance._mageknight.content cimport Env, rule
from mkbalance._mageknight.deeds cimport deck_top, discard_card
from mkbalance._mageknight.dragon cimport dragon_turn
from mkbalance._mageknight.dummy cimport dummy_new_round, dummy_turn, is_dummy, is_proxy
from mkbalance._mageknight.horsemen cimport all_horsemen
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.mana cimport roll_source
from mkbalance._mageknight.offers cimport deal_units, refresh_cards
from mkbalance._mageknight.progress cimport NO_INTERACTION
from mkbalance._mageknight.proxy cimport proxy_dawn, proxy_turn
from mkbalance._mageknight.quests cimport quests_refresh
from mkbalance._mageknight.restoring cimport goal_restored
from mkbalance._mageknight.revealing cimport reveal_near
from mkbalance._mageknight.rides cimport begin_ritual, horsemen_march, horsemen_turn, round_brings_horseman
from mkbalance._mageknight.setup cimport opening_hand, shuffle_seat
from mkbalance._mageknight.state cimport (
    ACTOR_DRAGON,
    ACTOR_DUMMY,
    ACTOR_HORSEMEN,
    DO_BANNER,
    DO_FAMILIAR,
    PL_BENT,
    PL_DONE,
    PL_FACE_DOWN,
    PL_MARKED,
    PL_PLUNDERED,
    SP_RUIN_UP,
    GameState,
    Player,
    push,
)
from mkbalance._mageknight.tactics cimport dummy_tactics, first_chooser
from mkbalance._mageknight.trace cimport TOLD_ANNOUNCED, TOLD_OVER, TOLD_ROUND, TOLD_TURN, told
from mkbalance._mageknight.turns cimport begin_turn, clear_turn


cdef int _number(const Env *e, const GameState *g, int actor) noexcept nogil:
    if actor >= ACTOR_DRAGON:
        return 100
    if is_dummy(actor):
        return e.tactics[g.dummies[actor - ACTOR_DUMMY].tactic].number if g.dummies[actor - ACTOR_DUMMY].tactic != NONE else 99
    return e.tactics[g.players[actor].tactic].number


cdef void turn_order(const Env *e, GameState *g) noexcept nogil:
    """All have chosen: order by Tactic number, the dragon last (R3.2.3, A.12.4)."""
    cdef int i, j, swap
    dummy_tactics(e, g)
    g.n_order = 0
    for i in range(g.n_seats):
        g.order[g.n_order] = <unsigned char> i
        g.n_order += 1
    for i in range(g.n_dummies):
        g.order[g.n_order] = <unsigned char> (ACTOR_DUMMY + i)
        g.n_order += 1
    if e.setup.dragon and not e.setup.dragon_place and not g.lair_attacked:
        g.order[g.n_order] = ACTOR_DRAGON
        g.n_order += 1
    if e.setup.horsemen == HORSEMEN_RIDE and not g.lair_attacked:
        g.order[g.n_order] = ACTOR_HORSEMEN
        g.n_order += 1
    for i in range(g.n_order):
        for j in range(g.n_order - 1 - i):
            if _number(e, g, g.order[j]) > _number(e, g, g.order[j + 1]):
                swap = g.order[j]
                g.order[j] = g.order[j + 1]
                g.order[j + 1] = <unsigned char> swap
    g.order_at = <unsigned char> (g.n_order - 1)
    g.announced = 0
    g.last_turns = 0
    g.dragon_turn = 0
    clear_turn(e, g, 0)
    g.step = STEP_NEXT
    round_brings_horseman(e, g)


cdef void announce(const Env *e, GameState *g, int actor) noexcept nogil:
    """End of the Round is announced: every other player has one turn left (R3.3.2, R16.5)."""
    cdef int i
    g.announced = <unsigned char> (actor + 1)
    g.last_turns = 0
    for i in range(g.n_order):
        if g.order[i] != actor and g.order[i] < ACTOR_DRAGON:
            if is_dummy(g.order[i]) and not rule(e, RULE_DUMMY_AFTER_ANNOUNCEMENT):
                continue
            g.last_turns |= <unsigned char> (1 << g.order[i])
    told(e, g, TOLD_ANNOUNCED, actor, 0, 0, 0)


cdef bint _scenario_ends(const Env *e, const GameState *g) noexcept nogil:
    """The end trigger of the scenario (R3.3.3)."""
    if e.setup.ends & END_DRAGON and not (g.heads[0] or g.heads[1] or g.heads[2] or g.heads[3]):
        return True
    if e.setup.ends & END_CITY_REVEALED and g.n_cities:
        return True
    if e.setup.ends & END_HORSEMEN and not all_horsemen(g):
        return True
    if e.setup.ends & END_RESTORED and goal_restored(e, g):
        return True
    return e.setup.ends & END_CITIES != 0 and g.n_conquered >= e.setup.cities


cdef void turn_over(const Env *e, GameState *g, int seat) noexcept nogil:
    """After a seat's turn: its last turn is used up, the scenario's end is looked at."""
    if not g.turn.extra:
        g.last_turns &= <unsigned char> ~(1 << seat)
        g.final_turns &= <unsigned char> ~(1 << seat)
    look_at_end(e, g, seat)


cdef void look_at_end(const Env *e, GameState *g, int seat) noexcept nogil:
    """The scenario's end is triggered after a turn, a proxy's too: one last turn for every seat (R3.3.3)."""
    cdef int i
    if g.ending or not _scenario_ends(e, g):
        return
    g.ending = 2 if g.announced else 1
    g.won = 1
    g.round_won = g.round
    g.turn_won = g.players[seat].tally.turns
    for i in range(g.n_seats):
        g.final_turns |= <unsigned char> (1 << i)


cdef bint _may_act(const GameState *g, int actor) noexcept nogil:
    """Whether the actor still has a turn; the pending end that came first decides (R3.3.4)."""
    if g.ending == 1:
        return actor < MAX_SEATS and (g.final_turns >> actor) & 1
    if g.announced:
        return (g.last_turns >> actor) & 1
    if actor >= ACTOR_DRAGON:
        return not g.lair_attacked
    return True


cdef bint _esteemed(const Env *e, const GameState *g) noexcept nogil:
    """Every seat has the Reputation that the scenario asks for at its end (A.12.1)."""
    cdef int seat
    for seat in range(g.n_seats):
        if e.reputation[g.players[seat].rep + 7] < e.setup.goal_reputation:
            return False
    return True


cdef void _over(const Env *e, GameState *g) noexcept nogil:
    if e.setup.goal_reputation != NO_INTERACTION and _esteemed(e, g):
        g.won = 1
        g.round_won = g.round
        g.turn_won = g.players[g.seat].tally.turns
    told(e, g, TOLD_OVER, g.won, 0, 0, 0)
    g.step = STEP_OVER


cdef void _dummy_acts(const Env *e, GameState *g, int actor) noexcept nogil:
    """A dummy's turn, the last one after an announcement too; a proxy's goes on on the map (R16.3, A.11.1)."""
    cdef int k = actor - ACTOR_DUMMY
    cdef bint flipped
    told(e, g, TOLD_TURN, actor, 0, 0, 0)
    flipped = dummy_turn(e, g, k)
    if g.announced:
        g.last_turns &= <unsigned char> ~(1 << actor)
    elif not flipped:
        announce(e, g, actor)
    if flipped and is_proxy(e, k):
        proxy_turn(e, g, k)


cdef void next_actor(const Env *e, GameState *g) noexcept nogil:
    """Whose turn it is; with nobody left the Round or the game is over."""
    cdef int _k, actor
    cdef Player *p
    if g.turn.extra_turn:
        begin_turn(e, g, g.seat)
        g.turn.extra = 1
        return
    for _k in range(g.n_order):
        g.order_at = (g.order_at + 1) % g.n_order
        actor = g.order[g.order_at]
        if not _may_act(g, actor):
            continue
        if is_dummy(actor):
            _dummy_acts(e, g, actor)
            return
        if actor == ACTOR_DRAGON:
            dragon_turn(e, g)
            return
        if actor == ACTOR_HORSEMEN:
            horsemen_turn(e, g)
            return
        p = &g.players[actor]
        if p.flags & PL_FACE_DOWN:
            p.flags &= ~PL_FACE_DOWN
            g.seat = <unsigned char> actor
            told(e, g, TOLD_TURN, actor, 2, 0, 0)
            g.turn.extra = 0
            take_back(e, g)
            turn_over(e, g, actor)
            return
        begin_turn(e, g, actor)
        return
    if g.ending == 1:
        _over(e, g)
    else:
        g.turn.stage = 0
        g.step = STEP_ROUND_END


cdef void _retire_tactics(const Env *e, GameState *g) noexcept nogil:
    """Solo: both used Tactics leave the game (R16.9)."""
    if e.setup.remove_tactics:
        if g.night:
            g.tactics_gone_night |= g.tactics_taken
        else:
            g.tactics_gone |= g.tactics_taken


cdef void _gather(GameState *g, Player *p) noexcept nogil:
    """All Deed cards back into the deck, unshuffled."""
    cdef int i
    cdef int n = p.n_discard
    cdef unsigned char held[MAX_CARDS]
    for i in range(n):
        held[i] = <unsigned char> discard_card(p, i)
    p.n_discard = 0
    for i in range(n):
        deck_top(g, p, held[i])
    for i in range(p.n_hand):
        deck_top(g, p, p.hand[i])
    p.n_hand = 0
    for i in range(p.n_played):
        deck_top(g, p, p.played[i])
    p.n_played = 0
    for i in range(p.n_stored):
        deck_top(g, p, p.stored[i])
    p.n_stored = 0
    for i in range(p.n_away):
        deck_top(g, p, p.away[i])
    p.n_away = 0
    if p.set_aside != NONE:
        deck_top(g, p, p.set_aside)
        p.set_aside = NONE


cdef void end_round(const Env *e, GameState *g) noexcept nogil:
    """The Round is over: the game with it, or the next one is prepared (R3.1, R3.3.6)."""
    cdef int seat, i
    if g.turn.stage == 2:
        _new_hands(e, g)
        return
    if g.turn.stage == 0:
        if g.ending or g.round >= e.setup.rounds:
            _over(e, g)
            return
        horsemen_march(e, g)
        g.turn.stage = 1
        if g.n_pending:
            return
    if not begin_ritual(e, g):
        _over(e, g)
        return
    _retire_tactics(e, g)
    g.round += 1
    g.night = not g.night
    told(e, g, TOLD_ROUND, g.round, g.night, 0, 0)
    clear_turn(e, g, 0)
    roll_source(e, g)
    deal_units(e, g, False)
    refresh_cards(e, g)
    quests_refresh(e, g)
    for i in range(g.n_dummies):
        dummy_new_round(e, g, i)
    if not g.night and rule(e, RULE_RUINS_AT_DAWN):
        for i in range(g.n_tiles * 7):
            if g.spaces[i].site == RUINS:
                g.spaces[i].flags |= SP_RUIN_UP
    for seat in range(g.n_seats - 1, -1, -1):
        for i in range(g.players[seat].n_units):
            if e.units[g.players[seat].units[i].kind].flags & UNIT_FAMILIAR:
                push(g, DO_FAMILIAR, i, seat + 1, 0, 0)
            if g.players[seat].units[i].banner != NONE and banner_of(e, &g.players[seat].units[i]) != BANNER_COMMAND:
                push(g, DO_BANNER, i, seat + 1, 0, 0)
    g.turn.stage = 2


cdef void _new_hands(const Env *e, GameState *g) noexcept nogil:
    """Deed cards shuffled, Units ready, opening hands (R3.1.7)."""
    cdef Player *p
    cdef int seat, i, _k
    for seat in range(g.n_seats):
        p = &g.players[seat]
        p.flags &= ~(PL_MARKED | PL_DONE | PL_PLUNDERED | PL_BENT)
        p.tactic = NONE
        p.tactic_used = 0
        p.tactic_die = NONE
        _gather(g, p)
        for _k in range(p.hand_wounds):
            deck_top(g, p, e.wound)
        p.hand_wounds = 0
        for i in range(6):
            p.kept_mana[i] = 0
        for i in range(p.n_units):
            p.units[i].ready = 1
            p.units[i].banner_up = 1
        for i in range(p.n_skills):
            p.skill_used[i] = 0
        p.exploited = 0
        shuffle_seat(e, g, seat)
        if p.space != NONE:
            g.seat = <unsigned char> seat
            reveal_near(e, g)
    for i in range(g.n_dummies):
        proxy_dawn(e, g, i)
    for seat in range(g.n_seats - 1, -1, -1):
        opening_hand(e, g, seat)
    g.turn.stage = 0
    first_chooser(e, g)
