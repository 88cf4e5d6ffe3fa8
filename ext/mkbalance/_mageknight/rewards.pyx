"""Rewards (R12.4, R12.5) and level-ups (R12.6), as tasks of the end of a turn."""

from libc.stdint cimport uint8_t

from mkbalance._kernel.pile cimport pile_pop, pile_push_bottom, short_push, short_take
from mkbalance._mageknight.content cimport Env, number, rule
from mkbalance._mageknight.deeds cimport discard_card, discard_take, distinct_options, gain_card
from mkbalance._mageknight.effects cimport other_crystal, other_crystals, random_crystal
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.mana cimport gain_crystal
from mkbalance._mageknight.offers cimport take_action, take_spell
from mkbalance._mageknight.progress cimport add_fame
from mkbalance._mageknight.skills cimport flip_skills, skill_choices, take_first_skill, take_skill
from mkbalance._mageknight.state cimport (
    DO_GLADE,
    DO_LEVEL,
    DO_LEVEL_SKILL,
    DO_MINE,
    DO_OTHER_CRYSTAL,
    DO_REWARDS,
    DO_REWARD_ACTION,
    DO_REWARD_ARTIFACT,
    DO_REWARD_CRYSTAL,
    DO_REWARD_CRYSTALS,
    DO_REWARD_SPELL,
    DO_REWARD_UNIT,
    Action,
    GameState,
    Options,
    Pending,
    Player,
    add_option,
    fault,
    push,
)
from mkbalance._mageknight.trace cimport TOLD_DRAWN_ARTIFACT, TOLD_LEVEL, told
from mkbalance._mageknight.turns cimport next_reward, reward_options, take_reward
from mkbalance._mageknight.units cimport take_unit


cdef bint list_reward(const Env *e, const GameState *g, Options *o) noexcept nogil:
    """Answers to the task on top if it is one of these and asks."""
    cdef const Pending *t = &g.pending[g.n_pending - 1]
    cdef const Player *p = &g.players[g.seat]
    cdef int op = t.op
    cdef int i
    if op == DO_GLADE:
        if p.hand_wounds:
            add_option(o, ACT_CHOOSE, 0, 0, 0)
        if _discard_has_wound(e, p):
            add_option(o, ACT_CHOOSE, 1, 0, 0)
        if o.n:
            add_option(o, ACT_DECLINE, 0, 0, 0)
    elif op == DO_MINE or op == DO_REWARD_CRYSTAL:
        for i in range(4):
            if (op == DO_REWARD_CRYSTAL or (t.b >> i) & 1) and p.crystals[i] < number(e, NUMBER_CRYSTAL_LIMIT):
                add_option(o, ACT_CHOOSE, i, 0, 0)
    elif op == DO_OTHER_CRYSTAL:
        for i in range(3):  # ELSE_REROLL, ELSE_FACTION, ELSE_QUEST
            if (other_crystals(e, g) >> i) & 1:
                add_option(o, ACT_CHOOSE, 1 << i, 0, 0)
    elif op == DO_REWARD_ARTIFACT:
        if t.c == 0:
            return False
        distinct_options(&g.drawn.items[0], g.drawn.size, ACT_CHOOSE, o)
    elif op == DO_REWARDS:
        return reward_options(e, g, o)
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
    elif op == DO_LEVEL_SKILL:
        skill_choices(e, g, o)
    else:
        return False
    return True


cdef bint answer_reward(const Env *e, GameState *g, Action act) noexcept nogil:
    """Carry out the answer to the task on top if it is one of these."""
    cdef Pending *t = &g.pending[g.n_pending - 1]
    cdef Player *p = &g.players[g.seat]
    cdef int op = t.op
    cdef int i, n
    if op == DO_GLADE:
        g.n_pending -= 1
        if act.kind == ACT_DECLINE:
            return True
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
    elif op == DO_LEVEL_SKILL and g.step == STEP_SETUP:
        take_skill(e, g, act)
    elif op == DO_LEVEL_SKILL:
        if take_skill(e, g, act):
            push(g, DO_REWARD_ACTION, 0, 0, 0, 0)
        elif g.n_actions_offer:
            gain_card(e, g, p, take_action(e, g, 0), 2)
    else:
        return False
    return True


cdef bint run_reward(const Env *e, GameState *g, const Pending *t) noexcept nogil:
    """Carry out a task that asks nothing if it is one of these."""
    cdef int card, _i
    if t.op == DO_REWARD_CRYSTALS:
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
    else:
        return False
    return True


cdef bint _discard_has_wound(const Env *e, const Player *p) noexcept nogil:
    cdef int i
    for i in range(p.n_discard):
        if discard_card(p, i) == e.wound:
            return True
    return False


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
