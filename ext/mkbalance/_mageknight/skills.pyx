"""Skills (R13.3): the piles, the draft at even levels with the common area (R12.6, R16.7), and their use.

Tokens without behaviour are not in the piles. Of each Hero's interactive pair the competitive one leaves solo and
cooperative games, the cooperative one all others (R2.10, R16.8). What they do in the centre stands in centre.pyx.
"""

from libc.stdint cimport uint8_t

from mkbalance._kernel.pile cimport pile_push, pile_take, short_pop, short_push
from mkbalance._kernel.rng cimport Stream, shuffle8
from mkbalance._mageknight.centre cimport claim, claim_options, waits
from mkbalance._mageknight.chance cimport event, roll_die
from mkbalance._mageknight.content cimport OptionRow, SkillRow
from mkbalance._mageknight.effects cimport SOURCE_SKILL, lay_option, start_option
from mkbalance._mageknight.readiness cimport option_ready, useful, window, windows_of
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.offers cimport add_regular
from mkbalance._mageknight.state cimport (
    CB_PARTIAL,
    DO_LEVEL_SKILL,
    DO_SKILL_AGAIN,
    Pending,
    Player,
    ShortPile,
    add_option,
    fault,
    push,
)
from mkbalance._mageknight.trace cimport TOLD_ROLL, TOLD_SKILL, told

cdef enum:
    COOPERATIVE = 1       # SkillRow.flags
    COMPETITIVE = 2
    DEALT = 4


cdef void _fill(const Env *e, GameState *g, ShortPile *pile, int hero, int seat) noexcept nogil:
    cdef Stream s
    cdef int i
    cdef int unused = COOPERATIVE if e.setup.competitive else COMPETITIVE
    for i in range(e.n_skills):
        if e.setup.challenge and seat < g.n_seats and e.challenges[hero].skill == i:
            continue  # lies aside for level 2 (A.12.8)
        if e.skills[i].hero == hero and e.skills[i].flags & DEALT and not e.skills[i].flags & unused:
            if short_push(pile, i):
                fault(g, FAULT_CAPACITY)
    event(g, DRAW_SKILLS + seat, &s)
    shuffle8(&s, &pile.items[0], pile.size)


cdef void skills_set_up(const Env *e, GameState *g) noexcept nogil:
    """A shuffled pile for each Hero, the dummy's too (R2.10, R16.7)."""
    cdef int seat
    for seat in range(g.n_seats):
        _fill(e, g, &g.skill_piles[seat], g.players[seat].hero, seat)
    if g.n_dummies:
        _fill(e, g, &g.dummy_skill_pile, g.dummies[0].hero, MAX_SEATS - 1)


cdef bint flip_skills(const Env *e, GameState *g) noexcept nogil:
    """Turn up two Skills for the choice of a level; False if there is nothing to choose from."""
    cdef int first = short_pop(&g.skill_piles[g.seat])
    cdef int second = short_pop(&g.skill_piles[g.seat])
    cdef int i
    cdef bint there = first != NONE
    for i in range(0 if own_only(e, g) else g.common_skills.size):
        there = there or e.skills[g.common_skills.items[i]].hero != g.players[g.seat].hero
    if there:
        push(g, DO_LEVEL_SKILL, first, second, 0, 0)
    else:
        reveal_dummy_skill(g)
    return there


cdef bint own_only(const Env *e, const GameState *g) noexcept nogil:
    """Skills of the common area are not to be had: in the challenge (A.12.8), and when a character is made (T.7)."""
    return e.setup.challenge or g.step == STEP_SETUP


cdef bint take_first_skill(const Env *e, GameState *g) noexcept nogil:
    """In the challenge the first Skill is the one set aside (A.12.8); False if it is not dealt."""
    cdef int skill = e.challenges[g.players[g.seat].hero].skill
    if not e.setup.challenge or not e.skills[skill].flags & DEALT:
        return False
    reveal_dummy_skill(g)
    told(e, g, TOLD_SKILL, skill, 0, 0, 0)
    gain_skill(e, g, skill)
    return True


cdef void reveal_dummy_skill(GameState *g) noexcept nogil:
    """Each time a Skill is due, one of the dummy's joins the common area (R16.7)."""
    if g.dummy_skill_pile.size:
        pile_push(&g.common_skills, short_pop(&g.dummy_skill_pile))


cdef void skill_choices(const Env *e, const GameState *g, Options *o) noexcept nogil:
    """One of the two flipped, or one of another Hero's in the common area (b = 1)."""
    cdef int first = g.pending[g.n_pending - 1].a
    cdef int second = g.pending[g.n_pending - 1].b
    cdef int i
    if first != NONE:
        add_option(o, ACT_CHOOSE, first, 0, 0)
    if second != NONE:
        add_option(o, ACT_CHOOSE, second, 0, 0)
    for i in range(0 if own_only(e, g) else g.common_skills.size):
        if e.skills[g.common_skills.items[i]].hero != g.players[g.seat].hero:
            add_option(o, ACT_CHOOSE, g.common_skills.items[i], 1, 0)


cdef void gain_skill(const Env *e, GameState *g, int skill) noexcept nogil:
    """A Skill is one's own from now on; a marker that has a place on it is put there by a die (OP_CHAOS)."""
    cdef Player *p = &g.players[g.seat]
    cdef const OptionRow *first = &e.options[e.skills[skill].options]
    cdef int face
    p.skills[p.n_skills] = <uint8_t> skill
    p.skill_used[p.n_skills] = 0
    p.n_skills += 1
    if g.turn.started and g.step != STEP_END_TURN:
        _start_always(e, g, p.n_skills - 1)
    if e.instrs[first.first].op == OP_BOND:
        p.bond = 1
        if g.step != STEP_SETUP:
            add_regular(e, g)
            add_regular(e, g)
    if e.instrs[first.first].op == OP_CHAOS:
        face = roll_die(g, DRAW_DICE)
        told(e, g, TOLD_ROLL, face, 0, 0, 0)
        p.chaos = 4 if face == RED else 0 if face == BLUE else 1 if face == GREEN else 3 if face == WHITE else 5
        if face == BLACK:
            p.chaos = 2


cdef int _turns_up(const Env *e, const OptionRow *o) noexcept nogil:
    """1 + how the option turns its face-down Skill up (OP_TURN_UP), 0 for any other option."""
    cdef int i
    for i in range(o.n):
        if e.instrs[o.first + i].op == OP_TURN_UP:
            return 1 + e.instrs[o.first + i].a
    return 0


cdef void rest_turns_up(const Env *e, GameState *g) noexcept nogil:
    """A rest turns up the Skills that wait for one."""
    cdef Player *p = &g.players[g.seat]
    cdef int slot, k
    for slot in range(p.n_skills):
        for k in range(e.skills[p.skills[slot]].n_options):
            if _turns_up(e, &e.options[e.skills[p.skills[slot]].options + k]) == 3:
                p.skill_used[slot] &= 1


cdef void _start_always(const Env *e, GameState *g, int slot) noexcept nogil:
    """What one Skill does by itself, each own turn (WIN_ALWAYS)."""
    cdef const SkillRow *row = &e.skills[g.players[g.seat].skills[slot]]
    cdef int k
    for k in range(row.n_options):
        if e.options[row.options + k].windows & WIN_ALWAYS:
            start_option(e, g, row.options + k, SOURCE_SKILL, slot, 0, False)


cdef void always_effects(const Env *e, GameState *g) noexcept nogil:
    """What Skills do by themselves at the start of a turn."""
    cdef int slot
    for slot in range(g.players[g.seat].n_skills):
        _start_always(e, g, slot)


cdef bint take_skill(const Env *e, GameState *g, Action act) noexcept nogil:
    """Gain the chosen Skill; what was flipped besides goes to the common area. True if it was flipped, not common."""
    cdef Player *p = &g.players[g.seat]
    cdef int first = g.pending[g.n_pending - 1].a
    cdef int second = g.pending[g.n_pending - 1].b
    cdef int i
    g.n_pending -= 1
    for i in range(g.common_skills.size if act.b else 0):
        if g.common_skills.items[i] == act.a:
            pile_take(&g.common_skills, i)
            break
    if first != NONE and (act.b or first != act.a):
        pile_push(&g.common_skills, first)
    if second != NONE and (act.b or second != act.a):
        pile_push(&g.common_skills, second)
    reveal_dummy_skill(g)
    if p.n_skills >= MAX_SKILLS:
        fault(g, FAULT_CAPACITY)
        return act.b == 0
    gain_skill(e, g, act.a)
    return act.b == 0


cdef bint _motivation(const Env *e, const OptionRow *o) noexcept nogil:
    return o.windows & WIN_BEFORE != 0


cdef void skill_options(const Env *e, const GameState *g, Options *o, int win) noexcept nogil:
    """Skills that may be used in this window; none while a fight is attended partially (R15.2.2)."""
    cdef const Player *p = &g.players[g.seat]
    cdef const OptionRow *opt
    cdef int slot, k
    if STEP_RANGED <= g.step <= STEP_ATTACK and g.combat.flags & CB_PARTIAL:
        return
    for slot in range(p.n_skills):
        for k in range(e.skills[p.skills[slot]].n_options):
            opt = &e.options[e.skills[p.skills[slot]].options + k]
            if p.skill_used[slot] and not (p.skill_used[slot] & 2 and _turns_up(e, opt) in (1, 2)):
                continue
            if not p.skill_used[slot] and _turns_up(e, opt):
                continue
            if _motivation(e, opt) and p.motivated or waits(e, e.skills[p.skills[slot]].options + k):
                continue
            if not windows_of(e, g, opt) & win:
                continue
            if (win == WIN_BEFORE or useful(e, g, opt, win)) and option_ready(e, g, opt, NONE, False):
                add_option(o, ACT_SKILL, slot, k, 0)
    if win != WIN_BEFORE:
        claim_options(e, g, o, win)


cdef void use_skill(const Env *e, GameState *g, Action act) noexcept nogil:
    """Once this turn or once this Round; a motivating one bars the next until the end of the next turn (R13.3)."""
    if act.c:
        claim(e, g, act)
        return
    cdef Player *p = &g.players[g.seat]
    cdef int option = e.skills[p.skills[act.a]].options + act.b
    if not _turns_up(e, &e.options[option]) and not _again(e, &e.options[option]):
        p.skill_used[act.a] = 3 if e.skills[p.skills[act.a]].per_round else 1
    if _motivation(e, &e.options[option]):
        p.motivated = 1 if g.step == STEP_BEFORE_TURN else 2
    start_option(e, g, option, SOURCE_SKILL, act.a, 0, False)


cdef bint _again(const Env *e, const OptionRow *o) noexcept nogil:
    """A way of moving, as often as one likes in a turn (OP_FLY along the coast)."""
    return e.instrs[o.first].op == OP_FLY and e.instrs[o.first].c != 0


cdef void count_conquest(const Env *e, GameState *g, int site) noexcept nogil:
    """A Shield on each Skill that counts conquests of this kind of site (PER_ADVENTURE, PER_STRONGHOLD)."""
    cdef Player *p = &g.players[g.seat]
    cdef const OptionRow *o
    cdef int slot, i, k
    cdef int kind = 0 if e.sites[site].adventure else 1
    if not e.sites[site].adventure and site != KEEP and site != MAGE_TOWER:
        return
    for slot in range(p.n_skills):
        for k in range(e.skills[p.skills[slot]].n_options):
            o = &e.options[e.skills[p.skills[slot]].options + k]
            for i in range(o.n):
                if e.instrs[o.first + i].op == OP_PER and e.instrs[o.first + i].b == PER_ADVENTURE + kind:
                    if p.conquests[kind] < 255:
                        p.conquests[kind] += 1
                    return


cdef bint _common_now(const Env *e, const GameState *g, int skill, int k) noexcept nogil:
    """An option of a common Skill may be used at this moment."""
    cdef const OptionRow *opt = &e.options[e.skills[skill].options + k]
    cdef int win = window(g)
    if _motivation(e, opt) and g.players[g.seat].motivated or _turns_up(e, opt) or waits(e, e.skills[skill].options + k):
        return False
    if e.instrs[opt.first].op == OP_CARD_MANA or e.instrs[opt.first].op == OP_OPPOSITE:
        return True
    return (windows_of(e, g, opt) & win) != 0 and useful(e, g, opt, win) and option_ready(e, g, opt, NONE, False)


cdef bint proficient(const Env *e, const GameState *g, bint gain) noexcept nogil:
    """A Skill of the common area can be gained, or used now (OP_PROFICIENCY)."""
    cdef int i, k
    if gain:
        return g.common_skills.size > 0 and g.players[g.seat].n_skills < MAX_SKILLS
    for i in range(g.common_skills.size):
        for k in range(e.skills[g.common_skills.items[i]].n_options):
            if _common_now(e, g, g.common_skills.items[i], k):
                return True
    return False


cdef void common_options(const Env *e, const GameState *g, Options *o) noexcept nogil:
    """a = Skill row, b = option; the second use of one may be left out."""
    cdef const Pending *t = &g.pending[g.n_pending - 1]
    cdef int i, k, skill
    if t.op == DO_SKILL_AGAIN:
        for k in range(e.skills[t.a].n_options):
            if _common_now(e, g, t.a, k):
                add_option(o, ACT_CHOOSE, t.a, k, 0)
        if o.n:
            add_option(o, ACT_DECLINE, 0, 0, 0)
        return
    for i in range(g.common_skills.size):
        skill = g.common_skills.items[i]
        if t.a:
            add_option(o, ACT_CHOOSE, skill, 0, 0)
            continue
        for k in range(e.skills[skill].n_options):
            if _common_now(e, g, skill, k):
                add_option(o, ACT_CHOOSE, skill, k, 0)


cdef void use_common(const Env *e, GameState *g, Action act) noexcept nogil:
    """Gain the common Skill, or use it: one of every turn twice (OP_PROFICIENCY)."""
    cdef Pending t = g.pending[g.n_pending - 1]
    cdef Player *p = &g.players[g.seat]
    cdef int i, option
    g.n_pending -= 1
    if act.kind == ACT_DECLINE:
        return
    if t.op == OP_PROFICIENCY and t.a:
        for i in range(g.common_skills.size):
            if g.common_skills.items[i] == act.a:
                pile_take(&g.common_skills, i)
                break
        gain_skill(e, g, act.a)
        reveal_dummy_skill(g)
        return
    option = e.skills[act.a].options + act.b
    if _motivation(e, &e.options[option]):
        p.motivated = 2
    if t.op == OP_PROFICIENCY and not e.skills[act.a].per_round:
        push(g, DO_SKILL_AGAIN, act.a, 0, 0, 0)
    lay_option(e, g, option, SOURCE_SKILL, NONE, 0, False)
