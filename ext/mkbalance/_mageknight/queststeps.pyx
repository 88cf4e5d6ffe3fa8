"""Doing a step of a quest card (A.9.3): it is paid, then done, then it brings what it says.

Influence is paid in an interaction, mana where nobody lives. What a card notes of a step lies in ``QuestCard.held``.
"""

from libc.stdint cimport uint8_t

from mkbalance._mageknight.chance cimport roll_die
from mkbalance._mageknight.content cimport QuestRow, StepRow
from mkbalance._mageknight.deeds cimport wounds_to_hand
from mkbalance._mageknight.effects cimport SOURCE_RULE, lay_option
from mkbalance._mageknight.hexmap cimport mine_colours, terrain_at
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.mana cimport gain_crystal
from mkbalance._mageknight.offers cimport add_monastery_action
from mkbalance._mageknight.progress cimport add_fame, add_rep
from mkbalance._mageknight.questfights cimport quest_fight, step_band
from mkbalance._mageknight.questoptions cimport step_fights
from mkbalance._mageknight.questplaces cimport marker_spaces, step_mana, step_price
from mkbalance._mageknight.quests cimport (
    KILL_COUNTED,
    alone,
    leave_quest,
    open_quest,
    open_to,
    put_marker,
    reached,
    set_reached,
    shield_on,
    step_done,
    take_quest,
)
from mkbalance._mageknight.state cimport (
    DO_PAY_COST,
    DO_QUEST,
    DO_QUEST_SPACE,
    PL_COMMAND,
    QUEST_DECLARED,
    QUEST_DUE,
    QUEST_FOUGHT,
    SP_BURNED,
    SP_DESTROYED,
    Pending,
    Player,
    QuestCard,
    Space,
    fault,
    push,
)
from mkbalance._mageknight.tokens cimport draw_token
from mkbalance._mageknight.trace cimport TOLD_CRYSTAL, TOLD_QUEST, TOLD_ROLL, TOLD_SITE, WHAT_MARKER, told
from mkbalance._mageknight.units cimport gain_unit, take_unit

cdef enum:
    FINISH = 1            # DO_QUEST.d: what was waited for is done
    SITE_RESTORED = 6     # TOLD_SITE.c
    SITE_NEW = 7


cdef void quest_action(const Env *e, GameState *g, Action act) noexcept nogil:
    """Take, leave or continue a personal quest, open a private one, or do a step: it is paid first."""
    cdef int step = e.quests[g.quests[act.a].row].first + act.b
    cdef const StepRow *row = &e.quest_steps[step]
    cdef int space = g.players[g.seat].space
    cdef int _k
    if act.kind == ACT_QUEST_OPEN:
        open_quest(e, g, act.a)
        return
    if act.kind == ACT_QUEST_LEAVE:
        g.quests[act.a].progress &= <unsigned short> ~(QUEST_DECLARED | QUEST_DUE | QUEST_FOUGHT)
        leave_quest(e, g, act.a)
        return
    if act.kind == ACT_QUEST_TAKE:
        take_quest(e, g, act.a)
        if e.quest_steps[e.quests[g.quests[act.a].row].first].feat == FEAT_MERCHANT:
            g.quests[act.a].progress |= QUEST_DECLARED
        return
    if e.quests[g.quests[act.a].row].kind == QUEST_PERSONAL and shield_on(&g.quests[act.a]) == 0:
        take_quest(e, g, act.a)
    push(g, DO_QUEST, act.a, step, 0, 0)
    g.pending[g.n_pending - 1].ref = act.c
    for _k in range(step_mana(e, g, step, space)):
        push(g, DO_PAY_COST, 0, 15, 0, 0)
    g.turn.influence -= <short> step_price(e, g, step, space)
    wounds_to_hand(e, g, &g.players[g.seat], row.wounds)
    add_rep(e, g, g.seat, row.rep)


cdef bint run_quest(const Env *e, GameState *g) noexcept nogil:
    """A task of a quest that asks nothing (it is off the stack already); False if it is another's."""
    cdef Pending t = g.pending[g.n_pending]
    if t.op == DO_QUEST_SPACE:  # nowhere to go: the marker stays
        finish_step(e, g, t.a, t.b, e.quest_steps[t.b].points)
    elif t.op != DO_QUEST:
        return False
    elif t.d == FINISH:
        _joined(e, g, t.a, t.b, t.ref)
    else:
        _perform(e, g, t.a, t.b, t.ref)
    return True


cdef void _perform(const Env *e, GameState *g, int slot, int step, int c) noexcept nogil:
    """What the step is about, once it is paid."""
    cdef QuestCard *q = &g.quests[slot]
    cdef const StepRow *row = &e.quest_steps[step]
    cdef Player *p = &g.players[g.seat]
    cdef int feat = row.feat
    cdef int points = row.points
    cdef int face, i
    if step_fights(feat):
        quest_fight(e, g, slot, step, c)
        return
    if feat in (FEAT_HIDE, FEAT_LAIR, FEAT_FLEE) or feat == FEAT_WANDER and not _last_player(e, g, slot):
        if feat == FEAT_WANDER:
            put_marker(e, g, q, p.space)
            q.held[0] = <uint8_t> roll_die(g, DRAW_DICE)
            told(e, g, TOLD_ROLL, q.held[0], 0, 0, 0)
        push(g, DO_QUEST_SPACE, slot, step, 0, 0)
        return
    if feat == FEAT_RECRUIT:
        push(g, DO_QUEST, slot, step, 0, FINISH)
        g.pending[g.n_pending - 1].ref = g.offer_units[c]
        take_unit(e, g, c)
        return
    if feat == FEAT_BEAT:
        g.turn.kills |= KILL_COUNTED
    elif feat == FEAT_BEAT_FAME:
        p.flags |= PL_COMMAND
        if q.held[0] != NONE:
            gain_unit(e, g, q.held[0])
            q.held[0] = NONE
    elif feat in (FEAT_BEAT_OTHER, FEAT_BEAT_BROWN, FEAT_BEAT_RED):
        q.held[0] = row.letter
    elif feat == FEAT_TERRAIN:
        q.held[g.seat] = <uint8_t> _terrain_colour(terrain_at(e, g, p.space))
    elif feat == FEAT_HERB or feat == FEAT_DESTINY:
        face = roll_die(g, DRAW_DICE)
        told(e, g, TOLD_ROLL, face, 0, 0, 0)
        if feat == FEAT_DESTINY:
            q.held[g.seat] = <uint8_t> face
    elif feat == FEAT_NEW_MINE:
        _new_site(e, g, p.space, MINE, c)
    elif feat == FEAT_SITE:
        face = 1
        for i in range(g.n_seats):
            face = max(face, g.players[i].level)
        _new_site(e, g, p.space, MONSTER_DEN if face <= 5 else SPAWNING_GROUNDS, NONE)
    elif feat == FEAT_OWN_MARKER:
        q.held[row.number - 1] = p.space
        told(e, g, TOLD_QUEST, q.row, WHAT_MARKER, p.space, 0)
    elif feat == FEAT_MINE:
        q.held[0] = <uint8_t> c
        q.held[1] = 1 if mine_colours(e, g, p.space) != 1 << c else NONE
    elif feat == FEAT_UNIT:
        take_unit(e, g, c)
    elif feat == FEAT_RESTORE:
        _restore(e, g, q.marker)
    elif feat == FEAT_SIEGE:
        q.progress |= QUEST_DECLARED
    elif feat == FEAT_TIER:
        q.held[0] = 1
    elif feat == FEAT_MERCHANT:
        _merchant(e, g, slot, step)
        return
    elif feat == FEAT_CURSE:
        for i in range(4):
            if q.held[i] != NONE:
                points = 0
        q.held[g.seat] = 1
    elif feat == FEAT_PASS:
        q.held[g.seat] = 2
        q.held[c] = 1
        set_reached(e, q, c, 1)
    elif feat == FEAT_LIFT:
        q.held[g.seat] = 2
    elif feat == FEAT_CRYSTAL:
        p.crystals[c] -= 1
        told(e, g, TOLD_CRYSTAL, c, -1, 0, 0)
        q.held[0] = <uint8_t> ((0 if q.held[0] == NONE else q.held[0]) | 1 << c)
    elif feat == FEAT_OMEN:
        q.held[1] = 1
    finish_step(e, g, slot, step, points)


cdef bint _last_player(const Env *e, const GameState *g, int slot) noexcept nogil:
    """Every other player who may has done the first step."""
    cdef int seat
    for seat in range(g.n_seats):
        if seat != g.seat and open_to(g, slot, seat) and reached(&e.quests[g.quests[slot].row], &g.quests[slot], seat) < 1:
            return False
    return True


cdef int _terrain_colour(int terrain) noexcept nogil:
    """Plains white, forest green, wasteland red, swamp blue."""
    if terrain == PLAINS:
        return WHITE
    if terrain == FOREST:
        return GREEN
    return RED if terrain == WASTELAND else BLUE


cdef void _new_site(const Env *e, GameState *g, int space, int site, int extra) noexcept nogil:
    """A Quest marker stays on the map as a site."""
    cdef Space *s = &g.spaces[space]
    s.site = <uint8_t> site
    s.flags = 0
    s.extra = <uint8_t> extra
    told(e, g, TOLD_SITE, space, site, SITE_NEW, 0)


cdef void _restore(const Env *e, GameState *g, int space) noexcept nogil:
    """The monastery stands again, an Advanced Action joins the Unit offer (A.9.9)."""
    if e.setup.restoration and g.spaces[space].flags & SP_DESTROYED:  # its token goes to the Inventory (A.12.2)
        g.site_tokens[g.seat] += 1
        g.restored[g.seat] += 1
    else:
        g.sites_restored += 1
    g.spaces[space].flags &= <uint8_t> ~(SP_BURNED | SP_DESTROYED)
    told(e, g, TOLD_SITE, space, MONASTERY, SITE_RESTORED, 0)
    add_monastery_action(e, g)


cdef void _merchant(const Env *e, GameState *g, int slot, int step) noexcept nogil:
    """A basic colour gives its crystal, gold Fame; with black somebody waits at the marker in the next turn."""
    cdef QuestCard *q = &g.quests[slot]
    cdef int face = roll_die(g, DRAW_DICE)
    told(e, g, TOLD_ROLL, face, 0, 0, 0)
    if face == BLACK:
        put_marker(e, g, q, g.players[g.seat].space)
        q.progress |= QUEST_DECLARED
        step_done(e, g, slot, step, e.quest_steps[step].points)
        return
    if face == GOLD:
        add_fame(e, g, g.seat, 1)
    else:
        gain_crystal(e, g, face, 1, True)
    set_reached(e, q, g.seat, 1)
    step_done(e, g, slot, step + 1, e.quest_steps[step].points)


cdef void _joined(const Env *e, GameState *g, int slot, int step, int unit) noexcept nogil:
    """The Unit recruited for a quest has joined; the marker lies on it."""
    cdef QuestCard *q = &g.quests[slot]
    cdef const Player *p = &g.players[g.seat]
    if p.n_units == 0 or p.units[p.n_units - 1].kind != unit:
        return
    q.held[0] = p.n_units - 1
    q.held[1] = g.seat
    q.marker = HERO
    finish_step(e, g, slot, step, e.quest_steps[step].points)


cdef void finish_step(const Env *e, GameState *g, int slot, int step, int points) noexcept nogil:
    """Marker, enemies laid on the card, gains; then the step is done."""
    cdef QuestCard *q = &g.quests[slot]
    cdef const StepRow *row = &e.quest_steps[step]
    cdef int band = step_band(e, g, slot, step)
    cdef int n, i
    if row.where & WHERE_MARK and q.marker == NONE:
        put_marker(e, g, q, g.players[g.seat].space)
    if row.flags & STEP_LAYS:
        _lay(e, g, slot, step, band)
    if row.n_gains:
        lay_option(e, g, row.gain + min(band, row.n_gains - 1), SOURCE_RULE, NONE, 0, False)
    if row.feat == FEAT_CRYSTAL:
        n = 0
        for i in range(4):
            n += (q.held[0] >> i) & 1
        if n < 3:
            g.players[g.seat].tally.quest_points += <uint8_t> points
            return
    if row.feat == FEAT_PASS:
        _count(e, g, slot, step, points)
        return
    if row.feat == FEAT_LIFT:
        for i in range(4):
            if q.held[i] == 1:
                _count(e, g, slot, step, points)
                return
    step_done(e, g, slot, step, points)


cdef void _count(const Env *e, GameState *g, int slot, int step, int points) noexcept nogil:
    """The step is done, the card stays: somebody is still cursed."""
    g.players[g.seat].tally.quest_steps += 1
    g.players[g.seat].tally.quest_points += <uint8_t> points
    set_reached(e, &g.quests[slot], g.seat, e.quest_steps[step].number)


cdef void _lay(const Env *e, GameState *g, int slot, int step, int band) noexcept nogil:
    """Enemy tokens onto the card, at its places or at that of the seat."""
    cdef QuestCard *q = &g.quests[slot]
    cdef const QuestRow *row = &e.quests[q.row]
    cdef int at = 0
    cdef int i, colour, token
    for i in range(3):
        colour = e.quest_steps[step].foes[3 * band + i]
        if colour == NONE:
            continue
        token = draw_token(g, colour)
        if token == NONE:
            continue
        if alone(row):
            q.held[g.seat] = <uint8_t> token
            continue
        while at < 4 and not (row.holds >> at) & 1:
            at += 1
        if at >= 4:
            fault(g, FAULT_CAPACITY)
            return
        q.held[at] = <uint8_t> token
        at += 1


cdef bint list_quest(const Env *e, const GameState *g, Options *o) noexcept nogil:
    """Answers to a quest's task on top; False if it asks nothing."""
    cdef const Pending *t = &g.pending[g.n_pending - 1]
    if t.op != DO_QUEST_SPACE:
        return False
    marker_spaces(e, g, t.a, t.b, o)
    return o.n > 0


cdef bint answer_quest(const Env *e, GameState *g, Action act) noexcept nogil:
    """The marker goes there; False if the task on top is another's."""
    cdef Pending t = g.pending[g.n_pending - 1]
    if t.op != DO_QUEST_SPACE:
        return False
    g.n_pending -= 1
    put_marker(e, g, &g.quests[t.a], act.a)
    finish_step(e, g, t.a, t.b, e.quest_steps[t.b].points)
    return True
