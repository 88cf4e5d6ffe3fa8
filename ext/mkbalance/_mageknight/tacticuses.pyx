"""Tactics at work (R3.2.4): before the turn, where a village may be plundered too (R4.1), in its midst, and what they ask."""

from libc.stdint cimport uint8_t

from mkbalance._kernel.rng cimport Stream, shuffle8
from mkbalance._mageknight.chance cimport event
from mkbalance._mageknight.content cimport Env, number, rule
from mkbalance._mageknight.deeds cimport (
    deck_top,
    discard_add,
    discard_card,
    distinct_options,
    draw_one,
    hand_add,
    hand_size,
    hand_take,
)
from mkbalance._mageknight.hexmap cimport active_site
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.mana cimport reroll_die
from mkbalance._mageknight.progress cimport add_rep
from mkbalance._mageknight.quests cimport guarded
from mkbalance._mageknight.state cimport (
    DO_DRAW,
    DO_MANA_SEARCH,
    DO_MANA_STEAL,
    DO_MEDITATION,
    DO_PREPARATION,
    DO_RETHINK,
    PL_PLUNDERED,
    Action,
    GameState,
    Options,
    Pending,
    Player,
    add_option,
    push,
)
from mkbalance._mageknight.trace cimport TOLD_SHUFFLE, told


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
        add_rep(e, g, g.seat, number(e, NUMBER_PLUNDER_REPUTATION))
        push(g, DO_DRAW, number(e, NUMBER_PLUNDER_CARDS), 0, 0, 0)
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


cdef bint long_night_left(const Env *e, const GameState *g) noexcept nogil:
    """Long Night may still fill the empty deck."""
    cdef const Player *p = &g.players[g.seat]
    return (p.tactic != NONE and not p.tactic_used and e.tactics[p.tactic].behaviour == TACTIC_LONG_NIGHT
            and p.n_deck == 0 and p.n_discard > 0)


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


cdef bint list_tactic(const Env *e, const GameState *g, Options *o) noexcept nogil:
    """Answers to the task on top if a Tactic asks it."""
    cdef const Pending *t = &g.pending[g.n_pending - 1]
    cdef const Player *p = &g.players[g.seat]
    cdef int op = t.op
    cdef int i, seen
    if op == DO_RETHINK or op == DO_MEDITATION:
        if t.a > 0:
            distinct_options(&p.hand[0], p.n_hand, ACT_DISCARD, o)
            if p.hand_wounds:
                add_option(o, ACT_DISCARD, e.wound, 0, 0)
        add_option(o, ACT_DONE, 0, 0, 0)
    elif op == DO_MANA_STEAL:
        seen = 0
        for i in range(g.n_dice):
            if g.dice[i] < GOLD and not (seen >> g.dice[i]) & 1:
                seen |= 1 << g.dice[i]
                add_option(o, ACT_CHOOSE, i, 0, 0)
    elif op == DO_PREPARATION:
        _in_deck(e, p, o)
    elif op == DO_MANA_SEARCH:
        seen = 0
        if t.a > 0:
            for i in range(g.n_dice):
                if not _in_source(g, i) or (t.c >> i) & 1 or (seen >> g.dice[i]) & 1:
                    continue
                if _gold_left(g, t.c) and g.dice[i] != GOLD:
                    continue
                seen |= 1 << g.dice[i]
                add_option(o, ACT_CHOOSE, i, 0, 0)
        add_option(o, ACT_DONE, 0, 0, 0)
    else:
        return False
    return True


cdef bint answer_tactic(const Env *e, GameState *g, Action act) noexcept nogil:
    """Carry out the answer to the task on top if a Tactic asks it."""
    cdef Pending *t = &g.pending[g.n_pending - 1]
    cdef Player *p = &g.players[g.seat]
    cdef int op = t.op
    cdef int i, n
    if op == DO_RETHINK or op == DO_MEDITATION:
        if act.kind == ACT_DONE:
            n = t.c
            g.n_pending -= 1
            if op == DO_RETHINK:
                _finish_rethink(e, g, n)
            else:
                _finish_meditation(e, g, n)
            return True
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
    elif op == DO_MANA_SEARCH:
        if act.kind == ACT_DONE:
            n = t.c
            g.n_pending -= 1
            for i in range(g.n_dice):
                if (n >> i) & 1:
                    reroll_die(e, g, i)
            return True
        t.c |= 1 << act.a
        t.a -= 1
    else:
        return False
    return True


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


cdef void _finish_meditation(const Env *e, GameState *g, int n) noexcept nogil:
    """Shuffle what was put on the deck, then draw as many (Night Tactic 4)."""
    _shuffle_deck(e, g)
    if n:
        push(g, DO_DRAW, n, 0, 0, 0)


cdef void _shuffle_deck(const Env *e, GameState *g) noexcept nogil:
    cdef Stream s
    event(g, DRAW_RANDOM_PICK + g.seat, &s)
    shuffle8(&s, &g.players[g.seat].cards[0], g.players[g.seat].n_deck)
    told(e, g, TOLD_SHUFFLE, g.seat, 0, 0, 0)


cdef bint _in_source(const GameState *g, int die) noexcept nogil:
    return not ((g.dice_out | g.turn.dice_used | g.turn.dice_kept) >> die) & 1


cdef bint _gold_left(const GameState *g, int chosen) noexcept nogil:
    """Gold dice have to be picked first by Mana Search."""
    cdef int i
    for i in range(g.n_dice):
        if _in_source(g, i) and g.dice[i] == GOLD and not (chosen >> i) & 1:
            return True
    return False


cdef void _in_deck(const Env *e, const Player *p, Options *o) noexcept nogil:
    """The cards of the Deed deck by row: a search says what is there, not how it lay."""
    cdef int card, i
    for card in range(e.n_cards):
        for i in range(p.n_deck):
            if p.cards[i] == card:
                add_option(o, ACT_CHOOSE, card, 0, 0)
                break
