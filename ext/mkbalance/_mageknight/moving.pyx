"""Moving (R8.1 to R8.5): a step and its price, whom it provokes, what the space entered holds, an assault."""

from mkbalance._mageknight.content cimport Env, number
from mkbalance._mageknight.fights cimport begin_fight
from mkbalance._mageknight.hexmap cimport (
    adjacent,
    cheaper_here,
    entry_cost,
    fortified_here,
    lair_here,
    neighbour,
    rampager_here,
    ritual_here,
    safe_space,
    two_away,
    wall_between,
)
from mkbalance._mageknight.horsemen cimport all_horsemen
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.progress cimport add_rep
from mkbalance._mageknight.revealing cimport reveal_near, turn_up
from mkbalance._mageknight.rulers cimport rule_city
from mkbalance._mageknight.state cimport (
    CB_ASSAULT,
    CB_LAIR,
    CB_MOVED,
    CHARGE_MOVED,
    DO_ADD_RAMPAGERS,
    DO_ARRIVE,
    DO_HARVEST,
    GameState,
    Player,
    push,
)
from mkbalance._mageknight.trace cimport TOLD_MOVE, TOLD_PROVOKED, told


cdef int beyond(const GameState *g, int d) noexcept nogil:
    """Space in direction d: 0 to 5 next to the Hero, 6 to 17 two away (OP_BEND)."""
    cdef int space = g.players[g.seat].space
    return neighbour(g, space, d) if d < 6 else two_away(g, space, d - 6)


cdef bint may_step(const Env *e, const GameState *g, int d, int kept) noexcept nogil:
    """Whether the Hero may move in this direction with the Move points at hand (R8.1 to R8.4)."""
    cdef int target = beyond(g, d)
    cdef int cost
    if target == NONE or rampager_here(g, target):
        return False
    if g.spaces[target].site == CITY and e.setup.city_mode == 2:
        return False
    cost = _move_cost(e, g, d, target, kept)
    if cost > g.turn.move:
        return False
    if cost == 0 and g.turn.free_steps >= 60:
        return False
    return g.turn.n_path < MAX_PATH - 1


cdef int _move_cost(const Env *e, const GameState *g, int d, int target, int kept) noexcept nogil:
    """Move points for a step that keeps so many of the cheaper spaces for later; 255 = impossible."""
    cdef int named = cheaper_here(e, g, target) - kept
    cdef int cost = entry_cost(e, g, target, named) if named >= 0 else 255
    if cost != 255 and d < 6 and wall_between(e, g, g.players[g.seat].space, d):
        cost += 1
    return cost


cdef void step(const Env *e, GameState *g, int d, int kept) noexcept nogil:
    """Move one space; entering a fortified site or the lair, or provoking, ends movement in a fight (R8.3 to R8.5)."""
    cdef Player *p = &g.players[g.seat]
    cdef int old = p.space
    cdef int target = beyond(g, d)
    cdef int cost = _move_cost(e, g, d, target, kept)
    _name_cheap(g, target, cheaper_here(e, g, target) - kept)
    g.turn.move -= <short> cost
    g.turn.moved = 1
    if g.turn.charge:
        g.turn.charge_points |= CHARGE_MOVED
    if cost == 0:
        g.turn.free_steps += 1
    p.space = <unsigned char> target
    if safe_space(e, g, target, g.seat):
        g.turn.n_path = 0
    g.turn.path[g.turn.n_path] = <unsigned char> target
    g.turn.n_path += 1
    told(e, g, TOLD_MOVE, target, cost, 0, 0)
    if g.turn.harvest:
        push(g, DO_ARRIVE, old, d, 0, 0)
        push(g, DO_HARVEST, 0, 0, 0, 0)
    else:
        arrive(e, g, old, d)


cdef void _name_cheap(GameState *g, int space, int n) noexcept nogil:
    """So many of the cheaper spaces of this turn are the one entered (OP_CHEAP_SPACE)."""
    cdef int i
    for i in range(MAX_CHEAP):
        if n > 0 and g.turn.cheap_spaces[i] == NONE:
            g.turn.cheap_spaces[i] = <unsigned char> space
            g.turn.cheap_left -= 1
            n -= 1


cdef int provoked_at(const Env *e, const GameState *g, int old, int new) noexcept nogil:
    """Directions around the new space of rampagers that the seat at turn provokes."""
    return 0 if g.turn.no_provoke else provoking(e, g, old, new)


cdef int provoking(const Env *e, const GameState *g, int old, int new) noexcept nogil:
    """Directions around the new space of rampagers adjacent to both spaces (R8.5)."""
    cdef int mask = 0
    cdef int d, n
    for d in range(6):
        n = neighbour(g, new, d)
        if n != NONE and rampager_here(g, n) and adjacent(g, n, old) and not wall_between(e, g, new, d):
            mask |= 1 << d
    return mask


cdef void arrive(const Env *e, GameState *g, int old, int d) noexcept nogil:
    """What the space just entered holds; old = NONE or d = NONE for a move by an effect, which provokes nobody (R8.5)."""
    cdef int target = g.players[g.seat].space
    cdef int provoked
    cdef bint wall = d < 6 and wall_between(e, g, old, d)
    if d == NONE:
        if ritual_here(g, target):
            begin_fight(e, g, target, NO_SITE, CB_MOVED, all_horsemen(g))
            g.combat.from_space = <unsigned char> old
        elif fortified_here(g, target):
            assault(e, g, target, old, False, 0)
        else:
            reveal_near(e, g)
        return
    provoked = provoked_at(e, g, old, target)
    if provoked:
        told(e, g, TOLD_PROVOKED, provoked, 0, 0, 0)
    if lair_here(e, g, target):
        begin_fight(e, g, target, NO_SITE, CB_LAIR | CB_MOVED, provoked)
        g.combat.from_space = <unsigned char> old
        push(g, DO_ADD_RAMPAGERS, 0, 0, 0, 0)
    elif ritual_here(g, target):
        begin_fight(e, g, target, NO_SITE, CB_MOVED, provoked | all_horsemen(g))
        g.combat.from_space = <unsigned char> old
        push(g, DO_ADD_RAMPAGERS, 0, 0, 0, 0)
    elif fortified_here(g, target):
        assault(e, g, target, old, wall, provoked)
    elif provoked:
        begin_fight(e, g, NONE, NO_SITE, CB_MOVED, provoked)
        push(g, DO_ADD_RAMPAGERS, 0, 0, 0, 0)
    else:
        reveal_near(e, g)


cdef void assault(const Env *e, GameState *g, int target, int from_space, bint wall, int provoked) noexcept nogil:
    """The Hero stands before an unconquered fortified site and attacks it (R8.3)."""
    add_rep(e, g, g.seat, number(e, NUMBER_ASSAULT_REPUTATION))
    turn_up(e, g, target)
    begin_fight(e, g, target, g.spaces[target].site, CB_ASSAULT | CB_MOVED, provoked)
    g.combat.from_space = <unsigned char> from_space
    g.combat.wall = wall
    push(g, DO_ADD_RAMPAGERS, 0, 0, 0, 0)
    rule_city(e, g, target)
