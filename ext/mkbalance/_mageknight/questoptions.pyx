"""Which steps of the quest offer can be done now, and what each lets choose (A.9.3, A.9.4, A.9.6)."""


from mkbalance._mageknight.content cimport QuestRow, StepRow
from mkbalance._mageknight.hexmap cimport Far, active_site, distances, mine_colours
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.interacting cimport fits_here
from mkbalance._mageknight.mana cimport payable
from mkbalance._mageknight.questplaces cimport keep_to_assault, marker_spaces, step_here, step_mana, step_price, steps_between
from mkbalance._mageknight.quests cimport (
    KILL_BROWN,
    KILL_COUNTED,
    KILL_FAME,
    KILL_OTHER,
    KILL_RED,
    KILLS,
    alone,
    everybodys,
    holds_token,
    open_to,
    own_quest,
    reached,
    shield_on,
)
from mkbalance._mageknight.state cimport QUEST_DUE, QUEST_NEUTRAL, Player, QuestCard, add_option

cdef bint step_fights(int feat) noexcept nogil:
    """The step is the action of the turn (A.9.8)."""
    return feat in (FEAT_FIGHT, FEAT_CARD, FEAT_ONE, FEAT_GOBLINS, FEAT_ASSAULT, FEAT_STAND)


cdef bint _may_begin(const Env *e, const GameState *g, const QuestRow *row) noexcept nogil:
    """What the card asks of a Hero who begins it: Reputation, no monastery burned."""
    cdef int i
    if row.requires != -128 and e.reputation[g.players[g.seat].rep + 7] < row.requires:
        return False
    if row.flags & QUEST_UNBURNED:
        for i in range(g.n_tiles * 7):
            if g.spaces[i].site == MONASTERY and (g.spaces[i].shields >> g.seat) & 1:
                return False
    return True


cdef bint step_open(const Env *e, const GameState *g, int slot, int step) noexcept nogil:
    """Whether it is the turn of this step for the seat, wherever it is done (A.9.3, A.9.4)."""
    cdef const QuestCard *q = &g.quests[slot]
    cdef const QuestRow *row = &e.quests[q.row]
    cdef const StepRow *s = &e.quest_steps[step]
    cdef int done = reached(row, q, g.seat)
    if not open_to(g, slot, g.seat):
        return False
    if s.number != done + 1:
        if e.quest_steps[step - 1].feat != FEAT_CRYSTAL or done != s.number - 2 or q.held[0] == NONE:
            return False  # three crystals are not needed, one is
    if row.kind == QUEST_PERSONAL:
        if shield_on(q) != g.seat + 1 and (shield_on(q) or own_quest(e, g, g.seat) != NONE):
            return False
    if done == 0 and not _may_begin(e, g, row):
        return False
    return s.feat != FEAT_LEAVE and (s.where & WHERE_UNMOVED == 0 and s.feat != FEAT_STAND or q.progress & QUEST_DUE != 0)


cdef bint _every_player(const Env *e, const GameState *g, int slot) noexcept nogil:
    """Every player who may has done the first step."""
    cdef int seat
    for seat in range(g.n_seats):
        if open_to(g, slot, seat) and reached(&e.quests[g.quests[slot].row], &g.quests[slot], seat) < 1:
            return False
    return True


cdef bint _feat_ready(const Env *e, const GameState *g, int slot, int step) noexcept nogil:
    """What the step is about is there."""
    cdef const QuestCard *q = &g.quests[slot]
    cdef const QuestRow *row = &e.quests[q.row]
    cdef int feat = e.quest_steps[step].feat
    cdef int kills = g.turn.kills
    cdef Options o
    cdef int i
    if feat == FEAT_CARD or feat == FEAT_STAND:
        if alone(row):
            return holds_token(row, q, g.seat)
        for i in range(4):
            if holds_token(row, q, i):
                return True
        return row.enemy != NONE
    if feat == FEAT_BEAT:
        return kills & KILLS > 0
    if feat == FEAT_BEAT_FAME:
        return kills & KILL_FAME and kills & KILLS > (kills & KILL_COUNTED != 0)
    if feat == FEAT_BEAT_BROWN:
        return kills & KILL_BROWN != 0
    if feat == FEAT_BEAT_RED:
        return kills & KILL_RED != 0
    if feat == FEAT_BEAT_OTHER:
        return kills & KILL_OTHER != 0
    if feat == FEAT_NEW_MINE:
        return _every_player(e, g, slot)
    if feat == FEAT_RECRUIT:
        return g.step == STEP_INTERACT and g.turn.interacting and g.turn.seek < 2 and not g.turn.no_recruit
    if feat == FEAT_ESCORT:
        return q.marker == HERO and q.held[0] != NONE and q.held[1] == g.seat
    if feat == FEAT_LIFT or feat == FEAT_PASS:
        return q.held[g.seat] == 1
    if feat == FEAT_HIDE or feat == FEAT_LAIR or feat == FEAT_FLEE:
        o.n = 0
        o.full = 0
        marker_spaces(e, g, slot, step, &o)
        return o.n > 0
    return True


cdef bint _payable_here(const Env *e, const GameState *g, int step) noexcept nogil:
    """What the step asks can be paid now: Influence in an interaction with locals (R14.2)."""
    cdef int space = g.players[g.seat].space
    cdef int price = step_price(e, g, step, space)
    if price and (g.step != STEP_INTERACT or not g.turn.interacting or g.turn.seek >= 2 or g.turn.influence < price):
        return False
    return not step_mana(e, g, step, space) or payable(g) & 15 != 0


cdef void quest_options(const Env *e, const GameState *g, Options *o) noexcept nogil:
    """Steps that can be done here and now; the own personal quest left, an abandoned one continued (A.9.6)."""
    cdef const Player *p = &g.players[g.seat]
    cdef const QuestCard *q
    cdef const QuestRow *row
    cdef int slot, k, step
    for slot in range(g.n_quests):
        q = &g.quests[slot]
        row = &e.quests[q.row]
        if not open_to(g, slot, g.seat):
            continue
        if g.n_seats > 1 and not everybodys(g, slot):
            add_option(o, ACT_QUEST_OPEN, slot, 0, 0)
        if row.kind == QUEST_PERSONAL:
            if shield_on(q) == QUEST_NEUTRAL and own_quest(e, g, g.seat) == NONE:
                add_option(o, ACT_QUEST_TAKE, slot, 0, 0)
            elif shield_on(q) == g.seat + 1 and not (row.flags & QUEST_BOUND and reached(row, q, g.seat)):
                add_option(o, ACT_QUEST_LEAVE, slot, 0, 0)
        for k in range(row.n_steps):
            step = row.first + k
            if not step_open(e, g, slot, step):
                continue
            if step_fights(e.quest_steps[step].feat) and (g.step != STEP_MOVE or g.turn.action):
                continue
            if _feat_ready(e, g, slot, step) and step_here(e, g, slot, step, p.space) and _payable_here(e, g, step):
                _choices(e, g, slot, step, o)


cdef void _choices(const Env *e, const GameState *g, int slot, int step, Options *o) noexcept nogil:
    """The step once for each thing it lets choose."""
    cdef const QuestCard *q = &g.quests[slot]
    cdef const QuestRow *row = &e.quests[q.row]
    cdef const Player *p = &g.players[g.seat]
    cdef int feat = e.quest_steps[step].feat
    cdef Far far
    cdef int i, unit
    if feat == FEAT_ONE:
        for i in range(4):
            if holds_token(row, q, i):
                add_option(o, ACT_QUEST, slot, step - row.first, i)
    elif feat == FEAT_GOBLINS:
        for i in range(1, 4):
            add_option(o, ACT_QUEST, slot, step - row.first, i)
    elif feat == FEAT_NEW_MINE:
        for i in range(4):
            add_option(o, ACT_QUEST, slot, step - row.first, i)
    elif feat == FEAT_MINE:
        for i in range(4):
            if (mine_colours(e, g, p.space) >> i) & 1:
                add_option(o, ACT_QUEST, slot, step - row.first, i)
    elif feat == FEAT_CRYSTAL:
        for i in range(4):
            if p.crystals[i] and (q.held[0] == NONE or not (q.held[0] >> i) & 1):
                add_option(o, ACT_QUEST, slot, step - row.first, i)
    elif feat == FEAT_ASSAULT:
        distances(g, p.space, &far.to[0])
        for i in range(g.n_tiles * 7):
            if keep_to_assault(g, i, &far.to[0]):
                add_option(o, ACT_QUEST, slot, step - row.first, i)
    elif feat == FEAT_RECRUIT or feat == FEAT_UNIT:
        for i in range(g.n_offer_units):
            unit = g.offer_units[i]
            if e.units[unit].flags & UNIT_FAMILIAR:
                continue
            if e.units[unit].level <= q.held[0] if feat == FEAT_UNIT else fits_here(g, &e.units[unit], active_site(g, p.space)):
                add_option(o, ACT_QUEST, slot, step - row.first, i)
    elif feat == FEAT_PASS:
        for i in range(g.n_seats):
            if i != g.seat and q.held[i] == NONE and g.players[i].space != NONE and steps_between(g, p.space, g.players[i].space) <= 1:
                add_option(o, ACT_QUEST, slot, step - row.first, i)
    else:
        add_option(o, ACT_QUEST, slot, step - row.first, 0)
