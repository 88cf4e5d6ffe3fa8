"""Quests as a scripted player sees them: what a step is worth, where one can be done, which to take now.

A step without a fight is taken with what a turn has left over: Influence when nothing more is bought, mana when the turn ends.
A fight is a plan of its own, judged like every other by playing it out.
"""

from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.mana cimport can_pay
from mkbalance._mageknight.players.goals cimport point_worth, rep_worth
from mkbalance._mageknight.players.promises cimport likely
from mkbalance._mageknight.questfights cimport step_band
from mkbalance._mageknight.questoptions cimport step_fights, step_open
from mkbalance._mageknight.questplaces cimport step_here, step_mana, step_price
from mkbalance._mageknight.quests cimport holds_token
from mkbalance._mageknight.content cimport OptionRow, QuestRow, StepRow
from mkbalance._mageknight.state cimport QuestCard

cdef enum:
    PROGRESS = 6          # a step that leads on without a point of its own
    PRICE = 2             # a point of Influence
    GOBLINS = 2           # how many are chosen
    UNIT = 45             # a Unit for nothing


cdef int _gains(const Env *e, const GameState *g, const Policy *p, int slot, int step) noexcept nogil:
    """What the step brings beside its points."""
    cdef const StepRow *row = &e.quest_steps[step]
    cdef const OptionRow *o
    cdef int i, a, op
    cdef int n = 0
    if row.feat == FEAT_BEAT_FAME or row.feat == FEAT_RECRUIT or row.feat == FEAT_UNIT:
        n += UNIT
    elif row.feat == FEAT_MERCHANT or row.feat == FEAT_NEW_MINE:
        n += p.weights.crystal // 2
    elif row.feat == FEAT_CARD and e.quests[g.quests[slot].row].reveal == REVEAL_SPELL:
        n += p.weights.spell
    if not row.n_gains:
        return n
    o = &e.options[row.gain + min(step_band(e, g, slot, step), row.n_gains - 1)]
    for i in range(o.n):
        op = e.instrs[o.first + i].op
        a = e.instrs[o.first + i].a
        if op == OP_FAME:
            n += a * p.weights.fame
        elif op == OP_REP:
            n += a * rep_worth(e, g, p)
        elif op == OP_CRYSTAL_RANDOM or op == OP_CRYSTAL_ANY:
            n += a * p.weights.crystal
        elif op == OP_REWARD:
            n += a * (p.weights.artifact if e.instrs[o.first + i].b == 0 else p.weights.spell if e.instrs[o.first + i].b == 1
                      else p.weights.action)
    return n


cdef int _worth(const Env *e, const GameState *g, const Policy *p, int slot, int step, int space) noexcept nogil:
    """Points and gains of a step less what it asks on this space."""
    cdef const StepRow *row = &e.quest_steps[step]
    cdef unsigned char twice[2]
    cdef int n = row.points * point_worth(e, p) + _gains(e, g, p, slot, step)
    if row.points == 0 and n == 0:
        n = PROGRESS
    n -= step_mana(e, g, step, space) * p.weights.crystal // 2 + step_price(e, g, step, space) * PRICE
    n -= row.wounds * p.weights.wound - row.rep * rep_worth(e, g, p)
    if row.feat == FEAT_CURSE:  # only if it can be lifted at once
        twice[0] = 15
        twice[1] = 15
        return n if can_pay(g, twice, 2) else -1
    if row.feat == FEAT_SIEGE and g.players[g.seat].level < 5:
        return -1
    return n


cdef int _need(const Env *e, const GameState *g, const Policy *p, int slot, int step) noexcept nogil:
    """Toughness of who is fought in a step, in tenths."""
    cdef const StepRow *row = &e.quest_steps[step]
    cdef const QuestCard *q = &g.quests[slot]
    cdef const QuestRow *quest = &e.quests[q.row]
    cdef int need = 0
    cdef int i, colour
    if row.feat == FEAT_GOBLINS:
        return 20 * (GOBLINS + 1)
    if row.feat == FEAT_ASSAULT:
        return p.digest.tough_colour[<int> TOKEN_GREY] + 10
    if row.feat == FEAT_FIGHT:
        for i in range(3):
            colour = row.foes[3 * step_band(e, g, slot, step) + i]
            if colour != NONE:
                need += p.digest.tough_colour[colour] + (20 if row.flags & (STEP_CULT | STEP_COUNCIL) else 0)
        return need
    for i in range(4):
        if holds_token(quest, q, i) and (quest.kind != QUEST_INDEPENDENT or i == g.seat):
            need += p.digest.tough_colour[e.enemies[q.held[i]].colour]
            if row.feat == FEAT_ONE:
                break
    return need


cdef int quest_promise(const Env *e, const GameState *g, const Policy *p, const Outlook *l, int space) noexcept nogil:
    """The best that the quests of the offer promise on a space."""
    cdef const QuestRow *row
    cdef int slot, k, step, n
    cdef int best = 0
    for slot in range(g.n_quests):
        row = &e.quests[g.quests[slot].row]
        for k in range(row.n_steps):
            step = row.first + k
            if not step_open(e, g, slot, step) or e.quest_steps[step].where & WHERE_TAKEN:
                continue
            if FEAT_BEAT <= e.quest_steps[step].feat <= FEAT_BEAT_OTHER or not step_here(e, g, slot, step, space):
                continue
            n = _worth(e, g, p, slot, step, space)
            if step_fights(e.quest_steps[step].feat):
                n = likely(p, n, _need(e, g, p, slot, step), l.might)
            best = max(best, n)
    return best


cdef int quest_fight_here(const Env *e, const GameState *g, const Policy *p, const Outlook *l, int space, int *slot) noexcept nogil:
    """What the best fight of a quest promises on a space, and its place in the offer; 0 if there is none."""
    cdef const QuestRow *row
    cdef int i, k, step, n
    cdef int best = 0
    for i in range(g.n_quests):
        row = &e.quests[g.quests[i].row]
        for k in range(row.n_steps):
            step = row.first + k
            if not step_fights(e.quest_steps[step].feat) or not step_open(e, g, i, step) or not step_here(e, g, i, step, space):
                continue
            n = likely(p, _worth(e, g, p, i, step, space) + l.fame, _need(e, g, p, i, step), l.might)
            if n > best:
                best = n
                slot[0] = i
    return best


cdef int choose_quest(const Env *e, const GameState *g, const Options *o, const Policy *p) noexcept nogil:
    """The best step without a fight that is worth what it asks; -1 if there is none."""
    cdef int i, n, step
    cdef int best = 0
    cdef int index = -1
    for i in range(o.n):
        if o.items[i].kind != ACT_QUEST:
            continue
        step = e.quests[g.quests[o.items[i].a].row].first + o.items[i].b
        if step_fights(e.quest_steps[step].feat):
            continue
        n = _worth(e, g, p, o.items[i].a, step, g.players[g.seat].space)
        if e.quest_steps[step].feat == FEAT_RECRUIT or e.quest_steps[step].feat == FEAT_UNIT:
            n += p.digest.unit[g.offer_units[o.items[i].c]] // 4
        if n > best:
            best = n
            index = i
    return index


cdef int choose_quest_fight(const Env *e, const GameState *g, const Options *o, const Policy *p, int slot) noexcept nogil:
    """The fight of this card that promises most; -1 if there is none."""
    cdef int i, n, step
    cdef int best = -(1 << 20)
    cdef int index = -1
    for i in range(o.n):
        if o.items[i].kind != ACT_QUEST or o.items[i].a != slot:
            continue
        step = e.quests[g.quests[slot].row].first + o.items[i].b
        if not step_fights(e.quest_steps[step].feat):
            continue
        n = _worth(e, g, p, slot, step, g.players[g.seat].space) - _need(e, g, p, slot, step) // 4
        if e.quest_steps[step].feat == FEAT_GOBLINS:
            n -= 4 * abs(o.items[i].c - GOBLINS)
        if n > best:
            best = n
            index = i
    return index


cdef int quest_foe_worth(const Env *e, const GameState *g, const Policy *p) noexcept nogil:
    """A share of the quest for each of its enemies in the fight going on."""
    cdef int slot = g.combat.quest - 1
    cdef int n = _worth(e, g, p, slot, g.combat.quest_step, g.players[g.seat].space)
    if e.quest_steps[g.combat.quest_step].flags & STEP_FAILS:
        n += p.weights.reputation
    return max(n, 0) // max(g.combat.n, 1)
