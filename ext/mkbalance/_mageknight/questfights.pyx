"""Fights of quest steps (A.9.3, A.9.8): drawn enemies, those on the card, Goblins, a keep assaulted, and what comes of them."""

from libc.stdint cimport uint8_t

from mkbalance._mageknight.chance cimport roll_die
from mkbalance._mageknight.combat cimport combat_begin, open_phase
from mkbalance._mageknight.content cimport QuestRow, StepRow
from mkbalance._mageknight.deeds cimport gain_card
from mkbalance._mageknight.foes cimport add_foe
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.moving cimport assault
from mkbalance._mageknight.possessed cimport draw_possessed, possess, possess_with
from mkbalance._mageknight.questplaces cimport steps_between
from mkbalance._mageknight.quests cimport POSSESSED_AT, alone, holds_token, put_marker, quest_fails, step_done
from mkbalance._mageknight.queststeps cimport finish_step
from mkbalance._mageknight.state cimport FOE_DEFEATED, QUEST_FOUGHT, QUEST_LOOKED_AT, Foe, Player, QuestCard
from mkbalance._mageknight.tokens cimport draw_token
from mkbalance._mageknight.trace cimport TOLD_FOE, TOLD_ROLL, told

cdef enum:
    SIEGE_BLOCK = 5       # given to the besieged


cdef int step_band(const Env *e, const GameState *g, int slot, int step) noexcept nogil:
    """Which of a step's enemies or gains count."""
    cdef const StepRow *row = &e.quest_steps[step]
    cdef const QuestCard *q = &g.quests[slot]
    cdef int value, i
    if row.measure == BY_NOTHING:
        return 0
    if row.measure == BY_LEVEL:
        value = g.players[g.seat].level
    elif row.measure == BY_DISTANCE:
        value = steps_between(g, q.marker, g.players[g.seat].space)
    else:
        value = q.held[0]
    for i in range(3):
        if row.limits[i] == NONE or value <= row.limits[i]:
            return i
    return 3


cdef void quest_fight(const Env *e, GameState *g, int slot, int step, int c) noexcept nogil:
    """Begin the fight of a step: drawn enemies, those on the card, Goblins, or a keep assaulted."""
    cdef QuestCard *q = &g.quests[slot]
    cdef const QuestRow *quest = &e.quests[q.row]
    cdef const StepRow *row = &e.quest_steps[step]
    cdef Player *p = &g.players[g.seat]
    cdef int space = p.space
    cdef int i, _k
    if row.feat == FEAT_ASSAULT:
        p.space = <uint8_t> c
        g.turn.moved = 1
        assault(e, g, c, space, False, 0)
        g.n_pending -= 1  # no rampager is challenged in it
        g.combat.quest = <uint8_t> (slot + 1)
        g.combat.quest_step = <uint8_t> step
        return
    g.turn.action = 1
    combat_begin(e, g, NONE, NO_SITE, 0)
    g.combat.from_space = <uint8_t> space
    g.combat.quest = <uint8_t> (slot + 1)
    g.combat.quest_step = <uint8_t> step
    if row.where & WHERE_MARK and q.marker == NONE:
        put_marker(e, g, q, space)
    if row.feat == FEAT_GOBLINS:
        i = roll_die(g, DRAW_DICE)
        told(e, g, TOLD_ROLL, i, 0, 0, 0)
        for _k in range(c + (2 if i == BLACK else 1 if i == RED or i == GREEN else 0)):
            add_foe(e, g, quest.enemy, FROM_PRINT, 0, space, 0)
    elif row.feat == FEAT_FIGHT:
        for i in range(3):
            _draw_foe(e, g, row, row.foes[3 * step_band(e, g, slot, step) + i], q)
    else:
        for i in range(4):
            if holds_token(quest, q, i) and (row.feat != FEAT_ONE or i == c) and (not alone(quest) or i == g.seat):
                _card_foe(e, g, q, row, q.held[i], FROM_CARD, i)
        if alone(quest):
            q.progress |= <unsigned short> (QUEST_LOOKED_AT << g.seat)
        if g.combat.n == 0 and quest.enemy != NONE:  # every such token lies elsewhere
            _card_foe(e, g, q, row, quest.enemy, FROM_PRINT, 0)
    if row.feat == FEAT_STAND:
        g.combat.parts = 1
        g.combat.part_points = SIEGE_BLOCK
        g.combat.part_element = PHYSICAL
    open_phase(e, g, STEP_BLOCK if row.flags & STEP_NO_RANGED else STEP_RANGED)


cdef void _draw_foe(const Env *e, GameState *g, const StepRow *row, int colour, const QuestCard *q) noexcept nogil:
    """An enemy drawn for the fight, possessed if the step says so."""
    cdef Foe *f
    cdef int token, foe, j
    if colour == NONE:
        return
    token = draw_token(g, colour)
    if token == NONE:
        return
    foe = add_foe(e, g, token, FROM_DRAW, 0, g.players[g.seat].space, 0)
    if foe < 0:
        return
    f = &g.combat.foes[foe]
    if row.flags & (STEP_CULT | STEP_COUNCIL):
        possess(e, g, f)
        f.faction = FACTION_CULT if row.flags & STEP_CULT else FACTION_COUNCIL
        told(e, g, TOLD_FOE, foe, token, FROM_DRAW, f.possessed)
    if row.flags & STEP_HALF:
        f.fame = (f.fame + 1) // 2
    if row.measure == BY_NOTE and q.held[1] != NONE:  # a mine of several colours
        for j in range(f.n_attacks):
            if f.element[j] < SUMMON:
                f.value[j] += 1


cdef void _card_foe(const Env *e, GameState *g, const QuestCard *q, const StepRow *row, int token, int source, int i) noexcept nogil:
    """An enemy that lies on the card."""
    cdef int foe = add_foe(e, g, token, source, i, g.players[g.seat].space, 0)
    cdef Foe *f
    cdef int j
    if foe < 0:
        return
    f = &g.combat.foes[foe]
    if row.flags & STEP_UNBEATABLE:
        f.armor = 0
        f.armor_high = 0
    elif row.flags & STEP_CULT and q.held[<int> POSSESSED_AT] != NONE:
        possess_with(e, f, q.held[<int> POSSESSED_AT])
        f.faction = FACTION_CULT
        told(e, g, TOLD_FOE, foe, token, source, f.possessed)
    if e.quests[q.row].reveal == REVEAL_ENEMY and q.held[1] != NONE and not g.night:  # the omen (FEAT_OMEN)
        f.abilities &= <unsigned short> ~SWIFT
        for j in range(f.n_attacks):
            f.traits[j] &= <uint8_t> ~SWIFT


cdef bint _beaten(const GameState *g) noexcept nogil:
    """Every enemy of the step fell."""
    cdef int i
    for i in range(g.combat.n):
        if g.combat.foes[i].source in (FROM_DRAW, FROM_CARD, FROM_PRINT) and not g.combat.foes[i].flags & FOE_DEFEATED:
            return False
    return True


cdef void quest_fought(const Env *e, GameState *g) noexcept nogil:
    """After the fight of a step: it is done, the quest fails, or it may be tried again."""
    cdef int slot = g.combat.quest - 1
    cdef int step = g.combat.quest_step
    cdef QuestCard *q = &g.quests[slot]
    cdef const StepRow *row = &e.quest_steps[step]
    cdef bint won = _beaten(g)
    cdef int i
    g.combat.quest = 0
    for i in range(g.combat.n):
        if g.combat.foes[i].source == FROM_CARD and g.combat.foes[i].flags & FOE_DEFEATED:
            q.held[g.combat.foes[i].slot] = NONE
            if e.quests[q.row].kind == QUEST_COLLECTIVE:
                q.held[<int> POSSESSED_AT] = NONE  # discarded with it
    if row.feat == FEAT_ASSAULT:
        if g.turn.taken == g.combat.space + 1:
            step_done(e, g, slot, step + 2, e.quest_steps[step + 2].points)
        else:
            quest_fails(e, g, slot)
    elif row.flags & STEP_UNBEATABLE:
        q.held[<int> POSSESSED_AT] = <uint8_t> draw_possessed(g)
        finish_step(e, g, slot, step, row.points)
    elif row.feat == FEAT_GOBLINS:
        finish_step(e, g, slot, step, row.points if won else 0)
    elif won:
        if e.quests[q.row].reveal == REVEAL_SPELL and q.held[0] != NONE:
            gain_card(e, g, &g.players[g.seat], q.held[0], 2)
            q.held[0] = NONE
        finish_step(e, g, slot, step, row.points)
    elif row.flags & STEP_FAILS:
        quest_fails(e, g, slot)
    elif row.feat == FEAT_STAND:
        q.progress |= QUEST_FOUGHT
