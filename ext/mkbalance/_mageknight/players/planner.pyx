"""The turn planner: plans of a turn, played out on copies of the game.

A plan is a walk and what is done at its end. The most promising ones of each kind are carried out by the same decisions
that play the game (``decide``), on a copy in which everything hidden is forgotten, and the outcomes are appraised. The best
plan is followed until something new turns up.
"""

from libc.stdint cimport int16_t, uint8_t

from libc.string cimport memset

from mkbalance._kernel.rng cimport Stream, below
from mkbalance._mageknight.chance cimport policy_event
from mkbalance._mageknight.content cimport OptionRow
from mkbalance._mageknight.engine cimport advance, apply
from mkbalance._mageknight.hexmap cimport lair_here, step_cost
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.knowledge cimport garrison_known, token_known
from mkbalance._mageknight.players.advice cimport choose_gain
from mkbalance._mageknight.players.ahead cimport MOST_LINES, Thoughts, look_ahead
from mkbalance._mageknight.players.appraise cimport appraise, appraise_tile, new_tile
from mkbalance._mageknight.players.candidates cimport MAX_LISTED, Plans, list_plans
from mkbalance._mageknight.players.errands cimport (
    choose_discard,
    choose_leftover,
    choose_mana,
    choose_pending,
    choose_tactic,
)
from mkbalance._mageknight.players.fight cimport choose_fight, find, find_kind
from mkbalance._mageknight.players.folding cimport choose_orientation
from mkbalance._mageknight.players.hidden cimport forget
from mkbalance._mageknight.players.mazes cimport choose_path
from mkbalance._mageknight.players.lines cimport draw_line, in_turn, next_of_line, think_on
from mkbalance._mageknight.players.memory cimport *
from mkbalance._mageknight.players.purchases cimport choose_interaction
from mkbalance._mageknight.players.questing cimport choose_quest, choose_quest_fight
from mkbalance._mageknight.players.sources cimport WANT_MOVE, Cover, Sources, cover, gather
from mkbalance._mageknight.players.stances cimport choose_attendance, choose_stance, stance_due
from mkbalance._mageknight.players.travel cimport FAR, Roads, attract, find_step, survey, way_on
from mkbalance._mageknight.skills cimport skill_row
from mkbalance._mageknight.state cimport DO_ATTEND, DO_ORIENT, Action
from mkbalance._mageknight.teleporting cimport teleport_cost

cdef enum:
    MAX_PLANS_A_TURN = 8

cdef int seen_at(const GameState *g, int space) noexcept nogil:
    """What the seat can see of the tokens on a space, as a number."""
    cdef int seen = 0
    cdef int i
    if space == NONE:
        return 0
    if g.spaces[space].site == CITY and g.spaces[space].extra != NONE:
        for i in range(g.cities[g.spaces[space].extra].n_garrison):
            seen += garrison_known(g, g.spaces[space].extra, i, g.seat)
        return 64 + seen
    for i in range(g.spaces[space].n_tokens):
        seen |= token_known(g, space, i, g.seat) << i
    return seen


cdef int _leave_turn(const Env *e, const GameState *g, const Options *o, const Policy *p) noexcept nogil:
    """Use what is left, then end the turn, or rest if that is all there is."""
    cdef int index = choose_leftover(e, g, o, p)
    if index < 0 and g.n_quests:
        index = choose_quest(e, g, o, p)
    if index >= 0:
        return index
    index = find_kind(o, ACT_END_TURN)
    if index >= 0:
        return index
    index = find_kind(o, ACT_REST)
    return index if index >= 0 else 0


cdef int _progress(const GameState *g, const Goal *goal) noexcept nogil:
    """Steps of the walk done already; -1 if the Hero is not on it."""
    cdef int s = goal.origin
    cdef int i
    for i in range(goal.n + 1):
        if s == g.players[g.seat].space:
            return i
        if i == goal.n or s == NONE:
            break
        s = way_on(g, s, goal.path[i])
    return -1


cdef int _way_cost(const Env *e, const GameState *g, const Goal *goal, int at) noexcept nogil:
    cdef int s = g.players[g.seat].space
    cdef int cost = 2 if goal.kind == GOAL_EXPLORE else 0
    cdef int i, n, c
    for i in range(at, goal.n):
        n = way_on(g, s, goal.path[i])
        if n == NONE:
            return 255
        c = teleport_cost(g, s, n) if goal.path[i] >= FAR else step_cost(e, g, s, goal.path[i], n)
        if c == 255:
            return 255
        cost += c
        s = n
    return cost


cdef int _finish(const Env *e, const GameState *g, const Options *o, const Policy *p, const Goal *goal) noexcept nogil:
    """What the plan does at the end of its walk; -1 = it cannot be done."""
    if goal.kind == GOAL_INTERACT:
        return find_kind(o, ACT_INTERACT)
    if goal.kind == GOAL_ENTER:
        return find_kind(o, ACT_ENTER)
    if goal.kind == GOAL_ALTAR:
        return find_kind(o, ACT_ALTAR)
    if goal.kind == GOAL_RESTORE:
        return find_kind(o, ACT_RESTORE)
    if goal.kind == GOAL_CHALLENGE:
        return find(o, ACT_CHALLENGE, goal.dir, 0, 0)
    if goal.kind == GOAL_EXPLORE:
        return find(o, ACT_EXPLORE, g.players[g.seat].space // 7, goal.dir, 0)
    if goal.kind == GOAL_REST:
        return find_kind(o, ACT_REST)
    if goal.kind == GOAL_QUEST:
        return choose_quest_fight(e, g, o, p, goal.dir)
    return -1


cdef int _easier(const Env *e, const GameState *g, const Options *o, const Goal *goal, int at) noexcept nogil:
    """A Skill that makes every step of a longer walk cheaper (OP_TERRAIN), -1 if there is none."""
    cdef const OptionRow *row
    cdef int i, k
    if goal.n - at < 2:
        return -1
    for i in range(o.n):
        if o.items[i].kind != ACT_SKILL:
            continue
        row = &e.options[e.skills[skill_row(g, o.items[i])].options + o.items[i].b]
        for k in range(row.n):
            if e.instrs[row.first + k].op == OP_TERRAIN and e.instrs[row.first + k].c < 0:
                return i
    return -1


cdef int _follow(const Env *e, const GameState *g, const Options *o, const Policy *p, const Goal *goal) noexcept nogil:
    """The next option of the plan, -1 if it is over or impossible."""
    cdef Sources s
    cdef Cover found
    cdef int16_t points[96]
    cdef int i, k, need, index
    cdef int at = _progress(g, goal)
    if at < 0:
        return -1
    need = _way_cost(e, g, goal, at)
    if need == 255:
        return -1
    need -= g.turn.move
    if need > 0:
        index = _easier(e, g, o, goal, at)
        if index >= 0:
            return index
        gather(e, g, p, WIN_MOVE, WANT_MOVE, &s)
        for i in range(s.n):
            points[i] = 1 if s.items[i].gain == NULL else s.items[i].gain.move
        if not cover(g, &s, points, need, 0, &found):
            return -1
        for k in range(found.n):
            i = found.at[k]
            index = find(o, s.items[i].kind, s.items[i].a, s.items[i].b, s.items[i].c)
            if index >= 0:
                return index
        return -1
    if at < goal.n:
        return find_step(o, goal.path[at])
    return _finish(e, g, o, p, goal)


cdef int _turn_tag(const GameState *g) noexcept nogil:
    return g.round * 256 + g.players[g.seat].tally.turns


cdef int _draw_first(const Env *e, const GameState *g, const Options *o, const Policy *p) noexcept nogil:
    """A Skill that draws cards or opens a die, before anything is planned; -1 if there is none."""
    cdef int i, option, last
    for i in range(o.n):
        if o.items[i].kind == ACT_SKILL:
            option = e.skills[skill_row(g, o.items[i])].options + o.items[i].b
            last = e.instrs[e.options[option].first + e.options[option].n - 1].op
            if last == OP_OPEN_DIE or last == OP_MANA_PAID:
                return i
            if p.digest.day[option].draw > 0 and not e.options[option].windows & (WIN_RANGED | WIN_ATTACK):
                return i
    return -1


cdef void ready(const Env *e, const GameState *g, const Policy *p, Memory *m) noexcept nogil:
    """Have a plan that suits what is seen now."""
    if m.turn != _turn_tag(g):
        m.turn = _turn_tag(g)
        m.plans = 0
        memset(&m.goal, 0, sizeof(Goal))
    if m.goal.kind != GOAL_NONE and (m.goal.tiles != g.n_tiles or seen_at(g, m.goal.target) != m.goal.face
                                     or _progress(g, &m.goal) < 0):
        memset(&m.goal, 0, sizeof(Goal))
    if m.goal.kind == GOAL_NONE:
        _plan(e, g, p, m)


cdef int _move_step(const Env *e, const GameState *g, const Options *o, const Policy *p, Memory *m) noexcept nogil:
    """Movement: follow the plan; make one where there is none or the world looks different."""
    cdef int index
    if find_kind(o, ACT_END_TURN) < 0:
        return _leave_turn(e, g, o, p)
    if not g.turn.moved and g.players[g.seat].n_deck:
        index = _draw_first(e, g, o, p)
        if index >= 0:
            return index
    if not m.simulated:
        ready(e, g, p, m)
        if m.goal.manner != p.manner:
            return decide(e, g, o, p, m)
    if m.goal.kind == GOAL_NONE:
        return _leave_turn(e, g, o, p)
    if p.weights.crystals and m.goal.kind != GOAL_END and m.goal.kind != GOAL_REST and m.goal.kind != GOAL_ALTAR:
        index = choose_mana(e, g, o, p)
        if index >= 0:
            return index
    index = _follow(e, g, o, p, &m.goal)
    if index >= 0:
        return index
    if not m.simulated and m.goal.kind != GOAL_END and m.plans < MAX_PLANS_A_TURN:
        m.goal.kind = GOAL_NONE
        _plan(e, g, p, m)
        if m.goal.manner != p.manner:
            return decide(e, g, o, p, m)
        if m.goal.kind != GOAL_NONE:
            index = _follow(e, g, o, p, &m.goal)
            if index >= 0:
                return index
    return _leave_turn(e, g, o, p)


cdef int decide(const Env *e, const GameState *g, const Options *o, const Policy *p, Memory *m) noexcept nogil:
    """The option that the player takes."""
    cdef Policy other
    cdef int index, what
    if not m.simulated and p.weights.search and in_turn(g):
        index = next_of_line(g, o, m)
        if index >= 0:
            return index
    if o.n == 1:
        return 0
    if p.manner != m.goal.manner:
        other = p[0]
        other.manner = m.goal.manner
        return decide(e, g, o, &other, m)
    if g.n_pending and g.pending[g.n_pending - 1].op == DO_ATTEND and not m.simulated:
        return choose_attendance(e, g, o, p)
    if not m.simulated and p.weights.search and in_turn(g):
        if g.step == STEP_MOVE and g.n_pending == 0:
            if m.at_line and m.turn == _turn_tag(g) and m.plans < MAX_PLANS_A_TURN:
                m.goal.kind = GOAL_NONE  # something came out otherwise: plan anew
            ready(e, g, p, m)
        index = next_of_line(g, o, m)  # of a plan whose line was looked at
        if index >= 0:
            return index
        think_on(e, g, p, m)
        index = next_of_line(g, o, m)
        if index >= 0:
            return index
    if g.n_pending and g.pending[g.n_pending - 1].op == DO_ORIENT:
        return choose_orientation(e, g, o, p)
    if g.n_pending:
        index = choose_gain(e, g, o, p, m)
        return index if index >= 0 else choose_pending(e, g, o, p)
    if g.step == STEP_MOVE:
        return _move_step(e, g, o, p, m)
    if STEP_RANGED <= g.step <= STEP_ATTACK:
        if m.fights != <uint8_t> g.players[g.seat].tally.combats:
            m.fights = <uint8_t> g.players[g.seat].tally.combats
            m.chosen = 0
        if stance_due(g, p, m):
            choose_stance(e, g, p, m)
        return choose_fight(e, g, o, p, m)
    if g.step == STEP_MAZE:
        return choose_path(e, g, o, p)
    if g.step == STEP_INTERACT:
        index = choose_interaction(e, g, o, p)
        if g.n_quests and o.items[index].kind == ACT_DONE:
            what = choose_quest(e, g, o, p)
            return what if what >= 0 else index
        return index
    if g.step == STEP_AFTER or g.step == STEP_REST:
        return _leave_turn(e, g, o, p)
    if g.step == STEP_DISCARD:
        return choose_discard(e, g, o, p)
    if g.step == STEP_TACTIC:
        return choose_tactic(e, g, o, p)
    if g.step == STEP_BEFORE_TURN:
        what = e.tactics[g.players[g.seat].tactic].behaviour if g.players[g.seat].tactic != NONE else 0
        if what == TACTIC_LONG_NIGHT:
            index = find_kind(o, ACT_TACTIC_USE)
            if index >= 0:
                return index
        elif what == TACTIC_SPARING_POWER:
            index = find(o, ACT_TACTIC_USE, 0 if g.players[g.seat].n_stored < 3 else 1, 0, 0)
            if index >= 0:
                return index
        index = find_kind(o, ACT_DONE)
        return index if index >= 0 else 0
    if g.step == STEP_TURN_START:
        index = find_kind(o, ACT_TAKE_TURN)
        return index if index >= 0 and g.players[g.seat].n_hand else 0
    return 0


cdef bint carry_out(const Env *e, GameState *h, const Policy *p, const Goal *goal, const Memory *line, Ending *out) noexcept nogil:
    """Carry a plan out on a copy, by its line if it has one, up to the end of the turn or to the tile that it turns up; False on a fault."""
    cdef Options o
    cdef Memory m
    cdef Action act
    cdef int seat = h.seat
    cdef int _k, k
    if line == NULL:
        memset(&m, 0, sizeof(Memory))
        m.goal = goal[0]
    else:
        m = line[0]
    memset(out, 0, sizeof(Ending))
    m.simulated = 1
    for _k in range(MAX_STEPS):
        if not advance(e, h, &o) or h.seat != seat:
            break
        k = next_of_line(h, &o, &m)
        act = o.items[k if k >= 0 else decide(e, h, &o, p, &m)]
        if h.n_pending == 0 and act.kind == ACT_EXPLORE:
            # a tile on the map has brought its Fame
            out.tiles += new_tile(e, h, p) - e.setup.fame_per_tile * p.weights.fame
            out.act = act
            break
        if h.n_pending == 0 and act.kind == ACT_END_TURN:
            out.act = act
            break
        apply(e, h, act)
        if h.step == STEP_END_TURN or h.step == STEP_NEXT:
            break
    return not h.fault


cdef int _play_out(const Env *e, const GameState *base, const Policy *p, const Goal *goal, const Roads *roads) noexcept nogil:
    """Carry a plan out on a copy and appraise where it ends."""
    cdef GameState h = base[0]
    cdef Roads fresh
    cdef Ending end
    if not carry_out(e, &h, p, goal, NULL, &end):
        return -(1 << 20)
    if h.players[base.seat].tally.combats != base.players[base.seat].tally.combats and h.players[base.seat].space != NONE:
        survey(e, &h, &fresh)
        attract(e, &h, p, &fresh)
        roads = &fresh
    if end.act.kind == ACT_EXPLORE:
        return appraise_tile(e, &h, p, roads)
    return appraise(e, &h, p, roads)


cdef int _best_manner(const Env *e, const GameState *base, const Policy *p, const Roads *roads, Goal *goal, int worth) noexcept nogil:
    """Try choosing the cards of a fight and of the way to it in other manners; the best is kept in the plan."""
    cdef Goal other = goal[0]
    cdef int k, n
    if goal.kind not in (GOAL_ENTER, GOAL_CHALLENGE, GOAL_ASSAULT, GOAL_RESTORE):
        return worth
    for k in range(1, 1 + p.weights.manners):
        other.manner = <uint8_t> k
        n = _play_out(e, base, p, &other, roads)
        if n > worth:
            worth = n
            goal.manner = other.manner
    return worth


cdef void weigh(const Env *e, const GameState *g, const GameState *base, const Policy *p, Roads *roads, Plans *plans) noexcept nogil:
    """List the plans and play each out; fights with something hidden, and ruins, on several guesses."""
    cdef GameState other
    cdef Stream s
    cdef int i, k, worth
    cdef int spread = p.weights.noise
    survey(e, base, roads)
    list_plans(e, base, p, roads, plans)
    policy_event(g, <unsigned long long> g.n_actions << 8, &s)
    for i in range(plans.n):
        worth = _play_out(e, base, p, &plans.goals[i], roads)
        if plans.goals[i].kind in (GOAL_ENTER, GOAL_ALTAR, GOAL_ASSAULT, GOAL_RESTORE) and not lair_here(e, g, plans.goals[i].target):
            for k in range(1, p.weights.samples):
                other = g[0]
                forget(e, &other, k)
                worth += _play_out(e, &other, p, &plans.goals[i], roads)
            if p.weights.samples > 1:
                worth //= p.weights.samples
        if p.weights.manners:
            worth = _best_manner(e, base, p, roads, &plans.goals[i], worth)
        if spread:
            worth += <int> below(&s, 2 * spread + 1) - spread
        plans.worth[i] = worth


cdef void _think(const Env *e, const GameState *base, const Policy *p, const Memory *mind, bint wide, Thoughts *out) noexcept nogil:
    """Improve the line of a plan and keep it."""
    out.lines[out.n] = mind[0]
    out.worth[out.n] = draw_line(e, base, p, mind, wide, &out.lines[out.n])
    out.n += 1


cdef void _think_through(const Env *e, const GameState *base, const Policy *p, Plans *plans, Thoughts *out) noexcept nogil:
    """Improve the lines of the best plans; what that comes to is their worth. Keep as many more as are looked at beyond the turn."""
    cdef Memory mind
    cdef bint done[MAX_LISTED]
    cdef int n = min(max(p.weights.search, p.weights.deep), MOST_LINES - 1)
    cdef int _k, i, top
    memset(&done[0], 0, sizeof(done))
    for _k in range(n):
        top = -1
        for i in range(plans.n):
            if not done[i] and (top < 0 or plans.worth[i] > plans.worth[top]):
                top = i
        if top < 0:
            break
        done[top] = True
        memset(&mind, 0, sizeof(Memory))
        mind.goal = plans.goals[top]
        if _k < p.weights.search:
            _think(e, base, p, &mind, False, out)
            plans.worth[top] = max(plans.worth[top], out.worth[out.n - 1])
        else:
            out.lines[out.n] = mind
            out.worth[out.n] = plans.worth[top]
            out.n += 1


cdef void _choose_line(const Env *e, const GameState *g, const GameState *base, const Policy *p, Thoughts *thoughts, Memory *m) noexcept nogil:
    """Choose by the turns after this one: among the lines thought of, and the best that a wide search finds for the best plan."""
    cdef Memory mind
    cdef int i
    if p.weights.search:
        memset(&mind, 0, sizeof(Memory))
        mind.goal = m.goal
        _think(e, base, p, &mind, True, thoughts)
    i = look_ahead(e, g, p, thoughts)
    if i < 0:
        return
    m.goal = thoughts.lines[i].goal
    m.line = thoughts.lines[i].line
    m.sights = thoughts.lines[i].sights
    m.n_line = thoughts.lines[i].n_line
    m.at_line = 0


cdef void _plan(const Env *e, const GameState *g, const Policy *p, Memory *m) noexcept nogil:
    """Choose the plan of the turn, or of what is left of it."""
    cdef Env quiet = e[0]
    cdef GameState base = g[0]
    cdef Plans plans
    cdef Roads roads
    cdef Thoughts thoughts
    cdef int i
    cdef int best = -(1 << 21)
    thoughts.n = 0
    quiet.trace = NULL
    m.plans += 1
    memset(&m.goal, 0, sizeof(Goal))
    forget(&quiet, &base, 0)
    weigh(&quiet, g, &base, p, &roads, &plans)
    m.n_line = 0
    if (p.weights.search > 1 or p.weights.deep > 1) and plans.n > 1:
        _think_through(&quiet, &base, p, &plans, &thoughts)
    for i in range(plans.n):
        if plans.worth[i] > best:
            best = plans.worth[i]
            m.goal = plans.goals[i]
    # where a tile may end the game at once, a turn played on says less than the rules of thumb
    if p.weights.deep > 1 and plans.n > 1 and not e.setup.ends & END_CITY_REVEALED:
        _choose_line(&quiet, g, &base, p, &thoughts, m)
    if m.goal.kind != GOAL_NONE:
        m.goal.face = <uint8_t> seen_at(g, m.goal.target)
        m.goal.tiles = g.n_tiles
