"""The Apocalypse Dragon in the air (A.12.4): its turn, the site it destroys, the seat it attacks.

Its heads on the ground are foes like others: see foes.pyx and outcomes.pyx.
"""

from libc.stdint cimport uint8_t

from mkbalance._mageknight.centre cimport centre_effects
from mkbalance._mageknight.combat cimport combat_begin, open_phase
from mkbalance._mageknight.content cimport rule
from mkbalance._mageknight.foes cimport add_head
from mkbalance._mageknight.hexmap cimport Far, active_site, distances, mine_colours, rampager_here
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.sites cimport destroy
from mkbalance._mageknight.state cimport (
    CB_AIR,
    CB_PARTIAL,
    DO_AIR_BLOCK,
    DO_ATTEND,
    DO_DESTROY_TIE,
    DO_HEAD_MANA,
    DO_PROTECT,
    PL_MARKED,
    GameState,
    Player,
    push,
)
from mkbalance._mageknight.trace cimport TOLD_DRAGON, told
from mkbalance._mageknight.skills cimport always_effects
from mkbalance._mageknight.turns cimport clear_turn, start_benefits

cdef bint _destructible(const Env *e, const GameState *g, int space, int only_rampagers) noexcept nogil:
    if rampager_here(g, space):
        return True
    return not only_rampagers and e.sites[active_site(g, space)].destructible != 0


cdef void _measure(const Env *e, const GameState *g, Far *far) noexcept nogil:
    """Steps from the portal, or once the lair is revealed from the nearest of its spaces."""
    cdef Far one
    cdef int i, s
    if g.lair == NONE:
        distances(g, g.portal, &far.to[0])
        return
    for s in range(MAX_SPACES):
        far.to[s] = 255
    for i in range(3):
        distances(g, g.lair * 7 + e.setup.lair_hexes[i], &one.to[0])
        for s in range(g.n_tiles * 7):
            if one.to[s] < far.to[s]:
                far.to[s] = one.to[s]


cdef bint destroy_candidate(const Env *e, const GameState *g, int space, int only_rampagers, int distance) noexcept nogil:
    """One of the tied things to destroy: the answer is checked against the same measure."""
    cdef Far far
    if not _destructible(e, g, space, only_rampagers):
        return False
    _measure(e, g, &far)
    return far.to[space] == distance


cdef void _destroy(const Env *e, GameState *g) noexcept nogil:
    """Farthest from the portal, or nearest to the revealed lair; the player settles ties."""
    cdef Far far
    cdef int s
    cdef int best = -1
    cdef int tied = 0
    cdef int only = g.destroyed_left == 0
    cdef int found = NONE
    _measure(e, g, &far)
    for s in range(g.n_tiles * 7):
        if not _destructible(e, g, s, only):
            continue
        if best < 0 or (far.to[s] > best if g.lair == NONE else far.to[s] < best):
            best = far.to[s]
            tied = 1
            found = s
        elif far.to[s] == best:
            tied += 1
    told(e, g, TOLD_DRAGON, 1 if tied else 0, found, tied, 0)
    if tied == 1:
        destroy(e, g, found)
    elif tied > 1:
        push(g, DO_DESTROY_TIE, best, only, 0, 0)


cdef int _victim(const Env *e, const GameState *g) noexcept nogil:
    """Unmarked seat on the map: farthest from the portal or nearest to the lair; lowest Tactic on a tie."""
    cdef Far far
    cdef int i, seat, d
    cdef int found = NONE
    cdef int best = -1
    _measure(e, g, &far)
    for i in range(g.n_order):
        seat = g.order[i]
        if seat >= MAX_SEATS or g.players[seat].flags & PL_MARKED or g.players[seat].space == NONE:
            continue
        d = far.to[g.players[seat].space]
        if best < 0 or (d > best if g.lair == NONE else d < best):
            best = d
            found = seat
    return found


cdef void dragon_turn(const Env *e, GameState *g) noexcept nogil:
    """One turn of the dragon (A.12.4): nothing, a destroyed site, or an attack on a seat."""
    cdef int what = e.setup.dragon_turns[g.dragon_turn if g.dragon_turn < 4 else 4]
    cdef int i, victim
    for i in range(g.n_order):
        if g.order[i] < MAX_SEATS:
            g.seat = g.order[i]
            break
    g.dragon_turn += 1
    g.dragon_turns += 1
    g.step = STEP_NEXT
    if what == 0:
        told(e, g, TOLD_DRAGON, 0, NONE, 0, 0)
    elif what == 1:
        _destroy(e, g)
    else:
        victim = _victim(e, g)
        if victim != NONE:
            g.seat = <uint8_t> victim
            told(e, g, TOLD_DRAGON, 2, victim, 0, 0)
            push(g, DO_ATTEND, 0, 0, 0, 0)
            return
        for i in range(g.n_order):
            if g.order[i] < MAX_SEATS and not g.players[g.order[i]].flags & PL_MARKED:
                g.players[g.order[i]].flags |= PL_MARKED
                told(e, g, TOLD_DRAGON, 3, g.order[i], 0, 0)
                _destroy(e, g)
                return


cdef bint _protecting_mine(const Env *e, const GameState *g, int space) noexcept nogil:
    """A crystal mine; a deep mine, of several colours, by ruling 75."""
    cdef int mines = mine_colours(e, g, space)
    return mines & (mines - 1) == 0 or rule(e, RULE_DEEP_MINE_PROTECTS)


cdef void begin_air_attack(const Env *e, GameState *g, bint full) noexcept nogil:
    """Four heads at the level of the Round number strike (A.12.4); a full attendance is the next turn in advance."""
    cdef Player *p = &g.players[g.seat]
    cdef int site = active_site(g, p.space)
    cdef int i
    clear_turn(e, g, 1 if full else 0)
    g.turn.path[0] = p.space
    g.turn.n_path = 1
    g.turn.started = 1
    g.turn.action = 1
    if full:
        p.tally.turns += 1
        start_benefits(e, g)
        g.turn.move = 0
    for i in range(6):
        g.turn.mana[i] += p.kept_mana[i]
        p.kept_mana[i] = 0
    combat_begin(e, g, p.space, NO_SITE, CB_AIR if full else CB_AIR | CB_PARTIAL)
    for i in range(4):
        if g.heads[i]:
            add_head(e, g, i, g.round if g.round < 12 else 12)
    g.step = STEP_BLOCK
    push(g, DO_AIR_BLOCK, 0, 0, 0, 0)
    if site == GLADE:
        push(g, DO_HEAD_MANA, 0, 0, 0, 0)
    elif e.sites[site].protects and (site != MINE or _protecting_mine(e, g, p.space)):
        push(g, DO_PROTECT, e.sites[site].protects, 0, 0, 0)
    centre_effects(e, g)
    if full:
        always_effects(e, g)


cdef void open_air_attack(const Env *e, GameState *g) noexcept nogil:
    open_phase(e, g, STEP_BLOCK)
