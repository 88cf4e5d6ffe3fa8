"""The quest offer (A.9): revealing cards (A.9.1, A.9.2), Shields and progress (A.9.4, A.9.5), abandoning and failing (A.9.6),
the refresh before a Round (A.9.7), points (A.9.3, A.13.1).

The order of the deck does not exist before a card is turned up: the next one is drawn among those left, at first among
the starting cards, as many as the offer holds. What a step does is in queststeps.pyx.
"""

from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t

from mkbalance._kernel.pile cimport pile_pop, pile_push_bottom
from mkbalance._mageknight.chance cimport pick, roll_die
from mkbalance._mageknight.damage cimport remove_unit
from mkbalance._mageknight.hexmap cimport active_site
from mkbalance._mageknight.possessed cimport return_possessed
from mkbalance._mageknight.progress cimport add_rep
from mkbalance._mageknight.state cimport (
    QUEST_DECLARED,
    QUEST_DUE,
    QUEST_FOUGHT,
    QUEST_NEUTRAL,
    SP_CONQUERED,
    Space,
    fault,
)
from mkbalance._mageknight.tokens cimport discard_token
from mkbalance._mageknight.trace cimport (
    TOLD_QUEST,
    TOLD_ROLL,
    TOLD_UNIT_LOST,
    WHAT_ABANDONED,
    WHAT_DONE,
    WHAT_FAILED,
    WHAT_LEAVES,
    WHAT_MARKER,
    WHAT_OFFERED,
    WHAT_OPENED,
    WHAT_PRIVATE,
    WHAT_STEP,
    WHAT_TAKEN,
    told,
)


cdef void quests_set_up(const Env *e, GameState *g) noexcept nogil:
    """All cards in the deck, the first ones revealed (A.9.1)."""
    cdef int i, _k
    if not e.setup.quests:
        return
    for i in range(e.n_quests):
        if e.quests[i].dealt:
            g.quest_deck |= <uint32_t> 1 << i
    for _k in range(e.setup.quest_first):
        _to_the_offer(e, g)


cdef void quests_turn(const Env *e, GameState *g) noexcept nogil:
    """The start of a player's turn: one card more if the offer is short (A.9.2)."""
    if on_offer(g) < e.setup.quests:
        _to_the_offer(e, g)


cdef int _next_card(const Env *e, GameState *g) noexcept nogil:
    """Take a random card of those that may be next; NONE if the deck and its discard pile are empty (A.9.8)."""
    cdef uint32_t mask
    cdef int i, n
    if g.quest_deck == 0:
        g.quest_deck = g.quest_discard
        g.quest_discard = 0
    mask = g.quest_deck
    if g.quests_revealed < e.setup.quests:  # the cards set aside lie on top
        for i in range(e.n_quests):
            if not e.quests[i].starting:
                mask &= ~(<uint32_t> 1 << i)
        if not mask:
            mask = g.quest_deck
    n = 0
    for i in range(e.n_quests):
        n += mask >> i & 1
    if n == 0:
        return NONE
    n = <int> pick(g, DRAW_QUESTS, n)
    for i in range(e.n_quests):
        if mask >> i & 1:
            if n == 0:
                g.quest_deck &= ~(<uint32_t> 1 << i)
                return i
            n -= 1
    return NONE


cdef void _to_the_offer(const Env *e, GameState *g) noexcept nogil:
    """A card more in the leftmost place of the offer (A.9.2)."""
    if on_offer(g) >= MAX_QUESTS:
        fault(g, FAULT_CAPACITY)
        return
    _reveal(e, g, 0, WHAT_OFFERED)


cdef bint private_left(const Env *e, const GameState *g) noexcept nogil:
    """Whether there is a card to turn up for a random crystal, and room for it (A.13.7, ruling 107)."""
    return e.setup.quests and g.n_private < MAX_PRIVATE and g.quest_deck | g.quest_discard


cdef void private_quest(const Env *e, GameState *g) noexcept nogil:
    """A card turned up into the player's own area (A.13.7)."""
    g.quest_owner[g.n_private] = g.seat
    _reveal(e, g, g.n_quests, WHAT_PRIVATE)


cdef void open_quest(const Env *e, GameState *g, int slot) noexcept nogil:
    """Others may do its steps too from now on (A.13.7)."""
    g.quest_owner[slot - on_offer(g)] |= QUEST_OPENED
    told(e, g, TOLD_QUEST, g.quests[slot].row, WHAT_OPENED, 0, 0)


cdef void _reveal(const Env *e, GameState *g, int place, int what) noexcept nogil:
    """Turn up a card in this place and do what it says before its first step."""
    cdef QuestCard *q = &g.quests[place]
    cdef int row = _next_card(e, g)
    cdef int i
    if row == NONE:
        return
    for i in range(g.n_quests, place, -1):
        g.quests[i] = g.quests[i - 1]
    g.n_quests += 1
    g.n_private += what == WHAT_PRIVATE
    if g.quests_revealed < 255:
        g.quests_revealed += 1
    q.row = <uint8_t> row
    q.marker = NONE
    q.progress = 0
    for i in range(4):
        q.held[i] = NONE
    told(e, g, TOLD_QUEST, row, what, 0, 0)
    if e.quests[row].reveal == REVEAL_UNIT:
        q.held[0] = <uint8_t> _unit_under(e, g)
    elif e.quests[row].reveal == REVEAL_SPELL:
        q.held[0] = pile_pop(&g.deck_spells)
    elif e.quests[row].reveal == REVEAL_MANA:
        q.held[0] = <uint8_t> roll_die(g, DRAW_DICE)
        told(e, g, TOLD_ROLL, q.held[0], 0, 0, 0)
    elif e.quests[row].reveal == REVEAL_ENEMY:
        q.held[0] = <uint8_t> _take_token(e, g, e.quests[row].enemy)


cdef int _unit_under(const Env *e, GameState *g) noexcept nogil:
    """The first Regular Unit of level II but Magic Familiars (A.9.9); those turned up before go under the deck."""
    cdef int unit, _k
    for _k in range(g.deck_regulars.size):
        unit = pile_pop(&g.deck_regulars)
        if e.units[unit].level == 2 and not e.units[unit].flags & UNIT_FAMILIAR:
            return unit
        pile_push_bottom(&g.deck_regulars, <uint8_t> unit)
    return NONE


cdef int _take_token(const Env *e, GameState *g, int row) noexcept nogil:
    """A named token out of its draw pile, or its discard pile; NONE if all of them are on the map."""
    cdef int colour = e.enemies[row].colour
    cdef int first = g.token_first[colour]
    cdef int last = first + g.token_total[colour]
    cdef int low = last - g.token_discard[colour]
    cdef int i
    for i in range(first, first + g.token_draw[colour]):
        if g.tokens[i] == row:
            g.token_draw[colour] -= 1
            if i == first + g.token_draw[colour]:
                g.pile_seen[colour] = 0
            while i < first + g.token_draw[colour]:
                g.tokens[i] = g.tokens[i + 1]
                i += 1
            return row
    for i in range(low, last):
        if g.tokens[i] == row:
            g.tokens[i] = g.tokens[low]
            g.tokens[low] = g.tokens[low - g.token_kept[colour]]
            g.token_discard[colour] -= 1
            return row
    return NONE


# ---------------------------------------------------------------- Shields and progress

cdef void set_reached(const Env *e, QuestCard *q, int seat, int n) noexcept nogil:
    cdef int shift = 3 * seat if alone(&e.quests[q.row]) else 0
    q.progress = <uint16_t> (q.progress & ~(7 << shift) | n << shift)


cdef void set_shield(QuestCard *q, int whose) noexcept nogil:
    q.progress = <uint16_t> (q.progress & ~(7 * QUEST_OWNER) | whose * QUEST_OWNER)


cdef int own_quest(const Env *e, const GameState *g, int seat) noexcept nogil:
    """The personal quest with the seat's Shield, NONE: one at a time (A.9.4)."""
    cdef int i
    for i in range(g.n_quests):
        if e.quests[g.quests[i].row].kind == QUEST_PERSONAL and shield_on(&g.quests[i]) == seat + 1:
            return i
    return NONE


cdef bint marker_on(const Env *e, const GameState *g, int space) noexcept nogil:
    """A Quest marker lies on the space: no second one is put there (A.9.8)."""
    cdef int i, k, n
    for i in range(g.n_quests):
        if g.quests[i].marker == space:
            return True
        n = own_markers(e, &g.quests[i])
        for k in range(n):
            if g.quests[i].held[k] == space:
                return True
    return False


cdef int own_markers(const Env *e, const QuestCard *q) noexcept nogil:
    """Markers of a card that has several on the map; they are noted on it."""
    cdef const QuestRow *row = &e.quests[q.row]
    if e.quest_steps[row.first].feat != FEAT_OWN_MARKER:
        return 0
    return min(q.progress & 7, 3)


cdef bint guarded(const Env *e, const GameState *g, int space) noexcept nogil:
    """A village that cannot be plundered: two enemies of a quest lie in wait there."""
    cdef int i
    for i in range(g.n_quests):
        if g.quests[i].marker == space and e.quest_steps[e.quests[g.quests[i].row].first + 1].feat == FEAT_ONE:
            return True
    return False


cdef void put_marker(const Env *e, GameState *g, QuestCard *q, int space) noexcept nogil:
    if q.marker != space:
        q.marker = <uint8_t> space
        told(e, g, TOLD_QUEST, q.row, WHAT_MARKER, space, 0)


cdef void _to_the_left(GameState *g, int slot) noexcept nogil:
    """The card moves to the leftmost place of the offer (A.9.5), unless it is private."""
    cdef QuestCard q = g.quests[slot]
    cdef int i
    if slot >= on_offer(g):
        return
    for i in range(slot, 0, -1):
        g.quests[i] = g.quests[i - 1]
    g.quests[0] = q


cdef void step_done(const Env *e, GameState *g, int slot, int step, int points) noexcept nogil:
    """Points, the Shield moved on, the card to the left; the quest is over with its last step (A.9.5)."""
    cdef QuestCard *q = &g.quests[slot]
    cdef const QuestRow *row = &e.quests[q.row]
    cdef Player *p = &g.players[g.seat]
    cdef int number = e.quest_steps[step].number
    cdef int seat
    cdef bint over = number >= row.numbers or e.quest_steps[step].flags & STEP_ENDS != 0
    if number == 1 and row.kind != QUEST_PERSONAL:
        p.tally.quests_taken += 1
    p.tally.quest_steps += 1
    p.tally.quest_points += <uint8_t> points
    set_reached(e, q, g.seat, number)
    told(e, g, TOLD_QUEST, q.row, WHAT_STEP, step, points)
    if over and row.flags & QUEST_STAYS:
        for seat in range(g.n_seats):
            over = over and (reached(row, q, seat) >= row.numbers or not open_to(g, slot, seat))
    if over:
        quest_done(e, g, slot)
    else:
        _to_the_left(g, slot)


cdef void quest_done(const Env *e, GameState *g, int slot) noexcept nogil:
    g.players[g.seat].tally.quests_done += 1
    told(e, g, TOLD_QUEST, g.quests[slot].row, WHAT_DONE, 0, 0)
    _strip(e, g, slot, False)
    _remove(e, g, slot, True)


cdef bint _kept_a_marker(const Env *e, const GameState *g, int slot) noexcept nogil:
    """A marker of the card was gained: it lies nearby as a reminder."""
    cdef const QuestCard *q = &g.quests[slot]
    cdef const QuestRow *row = &e.quests[q.row]
    cdef int k, seat
    for k in range(row.n_steps):
        if e.quest_steps[row.first + k].flags & STEP_KEPT:
            for seat in range(g.n_seats):
                if reached(row, q, seat) >= e.quest_steps[row.first + k].number:
                    return True
    return False


cdef void _remove(const Env *e, GameState *g, int slot, bint done) noexcept nogil:
    """The card leaves: to the discard pile, or beside it while a marker is kept."""
    cdef int i
    if not (done and e.quests[g.quests[slot].row].flags & QUEST_KEEPS or _kept_a_marker(e, g, slot)):
        g.quest_discard |= <uint32_t> 1 << g.quests[slot].row
    if slot >= on_offer(g):
        for i in range(slot - on_offer(g), g.n_private - 1):
            g.quest_owner[i] = g.quest_owner[i + 1]
        g.n_private -= 1
        g.quest_owner[g.n_private] = 0
    g.n_quests -= 1
    for i in range(slot, g.n_quests):
        g.quests[i] = g.quests[i + 1]


cdef void _strip(const Env *e, GameState *g, int slot, bint away) noexcept nogil:
    """Everything on the card and under it goes; ``away`` = what lies under it leaves the game (A.9.6)."""
    cdef QuestCard *q = &g.quests[slot]
    cdef const QuestRow *row = &e.quests[q.row]
    cdef int i
    for i in range(4):
        if holds_token(row, q, i):
            discard_token(e, g, q.held[i])
    if row.kind == QUEST_COLLECTIVE and row.holds and q.held[<int> POSSESSED_AT] != NONE:
        return_possessed(g, q.held[<int> POSSESSED_AT])
    if row.reveal == REVEAL_UNIT and q.held[0] != NONE and not away:
        pile_push_bottom(&g.deck_regulars, q.held[0])
    elif row.reveal == REVEAL_SPELL and q.held[0] != NONE:
        if away:
            g.n_out += 1
        else:
            pile_push_bottom(&g.deck_spells, q.held[0])
    for i in range(4):
        q.held[i] = NONE
    q.marker = NONE


# ---------------------------------------------------------------- abandoning, continuing, failing

cdef void leave_quest(const Env *e, GameState *g, int slot) noexcept nogil:
    """The personal quest is abandoned: Reputation -1, a neutral Shield, leftmost (A.9.6)."""
    told(e, g, TOLD_QUEST, g.quests[slot].row, WHAT_ABANDONED, 0, 0)
    g.players[g.seat].tally.quests_left += 1
    set_shield(&g.quests[slot], QUEST_NEUTRAL)
    _to_the_left(g, slot)
    add_rep(e, g, g.seat, -1)


cdef void take_quest(const Env *e, GameState *g, int slot) noexcept nogil:
    """Take a personal quest: the own Shield lies on it, in place of a neutral one."""
    told(e, g, TOLD_QUEST, g.quests[slot].row, WHAT_TAKEN, 0, 0)
    g.players[g.seat].tally.quests_taken += 1
    set_shield(&g.quests[slot], g.seat + 1)


cdef void quest_fails(const Env *e, GameState *g, int slot) noexcept nogil:
    """Reputation -1, and the card goes with all that belongs to it (A.9.6)."""
    told(e, g, TOLD_QUEST, g.quests[slot].row, WHAT_FAILED, 0, 0)
    g.players[g.seat].tally.quests_failed += 1
    if e.quest_steps[e.quests[g.quests[slot].row].first].feat == FEAT_SIEGE:
        _site_falls(e, g, slot)
    _disband(e, g, slot)
    _strip(e, g, slot, True)
    _remove(e, g, slot, False)
    add_rep(e, g, g.seat, -1)


cdef void _site_falls(const Env *e, GameState *g, int slot) noexcept nogil:
    """The besiegers garrison the site the Hero held, the Shield is gone."""
    cdef QuestCard *q = &g.quests[slot]
    cdef Space *s
    cdef int i
    if q.marker == NONE:
        return
    s = &g.spaces[q.marker]
    if active_site(g, q.marker) not in (KEEP, MAGE_TOWER) or not (s.shields >> g.seat) & 1 or not s.flags & SP_CONQUERED:
        return
    s.shields &= <uint8_t> ~(1 << g.seat)
    s.flags &= <uint8_t> ~SP_CONQUERED
    for i in range(4):
        if holds_token(&e.quests[q.row], q, i) and s.n_tokens < 3:
            s.tokens[s.n_tokens] = q.held[i]
            s.face_up |= <uint8_t> (1 << s.n_tokens)
            s.n_tokens += 1
            q.held[i] = NONE


cdef void _disband(const Env *e, GameState *g, int slot) noexcept nogil:
    """A Unit with the marker on it leaves when the quest does, unfinished."""
    cdef QuestCard *q = &g.quests[slot]
    cdef Player *p
    cdef int unit = q.held[0]
    if q.marker != HERO or unit == NONE:
        return
    p = &g.players[q.held[1]]
    q.marker = NONE
    if unit < p.n_units:
        told(e, g, TOLD_UNIT_LOST, p.units[unit].kind, 0, 0, 0)
        remove_unit(g, p, unit)


cdef void unit_gone(GameState *g, const Player *p, int slot) noexcept nogil:
    """A Unit left its slot: a marker on a later one moves along, one on it is lost."""
    cdef QuestCard *q
    cdef int i
    for i in range(g.n_quests):
        q = &g.quests[i]
        if q.marker != HERO or &g.players[q.held[1]] != p or q.held[0] == NONE:
            continue
        if q.held[0] == slot:
            q.held[0] = NONE
        elif q.held[0] > slot:
            q.held[0] -= 1


cdef void quests_turn_over(const Env *e, GameState *g) noexcept nogil:
    """The end of a turn: what had to be done in it, and whether the marked Unit is still there."""
    cdef QuestCard *q
    cdef int i
    for i in range(g.n_quests - 1, -1, -1):
        q = &g.quests[i]
        if e.quests[q.row].kind != QUEST_PERSONAL or shield_on(q) != g.seat + 1:
            continue
        if q.progress & QUEST_DECLARED:
            q.progress ^= QUEST_DECLARED | QUEST_DUE
        elif q.progress & QUEST_DUE and (not q.progress & QUEST_FOUGHT or g.players[g.seat].space != q.marker):
            quest_fails(e, g, i)
        elif q.marker == HERO and q.held[0] == NONE:
            quest_fails(e, g, i)
        else:
            q.progress &= <uint16_t> ~QUEST_FOUGHT


cdef void quests_refresh(const Env *e, GameState *g) noexcept nogil:
    """Before a Round: the rightmost cards leave, Reputation -1 for whoever has a Shield on one (A.9.7)."""
    cdef int slot, whose, _k
    for _k in range(e.setup.quest_leave):
        if not on_offer(g):
            return
        slot = on_offer(g) - 1
        told(e, g, TOLD_QUEST, g.quests[slot].row, WHAT_LEAVES, 0, 0)
        whose = shield_on(&g.quests[slot]) if e.quests[g.quests[slot].row].kind == QUEST_PERSONAL else 0
        _disband(e, g, slot)
        _strip(e, g, slot, False)
        _remove(e, g, slot, False)
        if 0 < whose < QUEST_NEUTRAL:
            add_rep(e, g, whose - 1, -1)


# ---------------------------------------------------------------- fights and points

cdef void note_kill(const Env *e, GameState *g, const Foe *f) noexcept nogil:
    """An enemy was defeated in this turn: some steps ask for one."""
    cdef int colour = e.enemies[f.row].colour if f.source != FROM_HORSEMAN else <int> NONE
    if g.turn.kills & KILLS != KILLS:
        g.turn.kills += 1
    if f.fame >= FAMOUS:
        g.turn.kills |= KILL_FAME
    g.turn.kills |= KILL_BROWN if colour == TOKEN_BROWN else KILL_RED if colour == TOKEN_RED else KILL_OTHER


cdef void curse(const Env *e, const GameState *g, Foe *f) noexcept nogil:
    """A cursed Hero's enemies have Armor and each attack 1 higher."""
    cdef int i, j
    for i in range(g.n_quests):
        if e.quest_steps[e.quests[g.quests[i].row].first].feat != FEAT_CURSE or g.quests[i].held[g.seat] != 1:
            continue
        if f.armor > 0:
            f.armor += 1
            f.armor_high += 1
        for j in range(f.n_attacks):
            if f.element[j] < SUMMON:
                f.value[j] += <int8_t> 1


cdef int quest_score(const Env *e, const GameState *g, int seat) noexcept nogil:
    """Fame for the points; the Greatest Quester of a competitive game gets more (A.13.1)."""
    cdef int points = g.players[seat].tally.quest_points
    cdef int title = e.setup.quest_title
    cdef int other
    if not e.setup.quests:
        return 0
    if not e.setup.competitive or g.n_seats < 2 or points == 0:
        return points * e.setup.quest_fame
    for other in range(g.n_seats):
        if other == seat:
            continue
        if g.players[other].tally.quest_points > points:
            return points * e.setup.quest_fame
        if g.players[other].tally.quest_points == points:
            title = e.setup.quest_tied
    return points * e.setup.quest_fame + title
