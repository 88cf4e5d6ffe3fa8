"""Random games that look for what is rare: they begin well on, and walk to what was met least so far.

``well_on`` explores part of the map, sets the Hero down on a safe space of it, leaves the quest cards known least in the deck and
gives faction tokens: a place in a game that could have come about. From there every decision is one of the legal options.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from mkbalance._kernel.rng cimport Stream, below
from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.exercise cimport Ledger
from mkbalance._mageknight.exploring cimport lay_tile, next_tile_kind, open_places
from mkbalance._mageknight.factions cimport gain_faction_token
from mkbalance._mageknight.floors cimport FLOORS, floor_of, has_floors
from mkbalance._mageknight.hexmap cimport active_site, distances, fortified_here, lair_here, safe_space
from mkbalance._mageknight.horsemen cimport horsemen_on
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.moving cimport beyond
from mkbalance._mageknight.questoptions cimport step_open
from mkbalance._mageknight.questplaces cimport step_here, step_price
from mkbalance._mageknight.state cimport SP_CONQUERED, GameState, Options

cdef enum:
    NOTHING = 1000000     # interest of a space where nothing is to be met
    FEW = 8               # quest cards left in the deck
    TRIES = 40            # draws of a place on the map
    WORTH = 8             # spaces walked for something met once less

cdef struct Far:
    uint8_t to[MAX_SPACES]
    uint8_t end


cdef void _explore(const Env *e, GameState *g, Stream *s) noexcept nogil:
    """Turn up some of the tiles, each beside one that lies."""
    cdef int left = 1 + below(s, 6)
    cdef int slot, d, _k
    for _k in range(TRIES):
        if not left or g.n_pending or g.n_tiles + 1 >= MAX_TILES or next_tile_kind(e, g) in (<int> NONE, <int> TILE_CAMP):
            return
        slot = below(s, g.n_tiles)
        d = below(s, 6)
        if not (open_places(e, g, slot, next_tile_kind(e, g)) >> d) & 1:
            continue
        lay_tile(e, g, slot, d, False)
        left -= 1


cdef uint64_t _met(const Env *e, const Ledger *seen, int step) noexcept nogil:
    return max(seen.quest_tries[step], seen.quest_steps[step])


cdef uint64_t _card_met(const Env *e, const Ledger *seen, int row) noexcept nogil:
    """How often the step of a card met least was met."""
    cdef uint64_t least = NOTHING
    cdef int k, step
    for k in range(e.quests[row].n_steps):
        step = e.quests[row].first + k
        if e.quest_steps[step].feat != FEAT_PASS and e.quest_steps[step].feat != FEAT_LEAVE:
            least = min(least, _met(e, seen, step))
    return least


cdef void _sort_quests(const Env *e, GameState *g, const Ledger *seen) noexcept nogil:
    """The cards met least stay in the deck, the others have been through the offer."""
    cdef uint32_t kept = 0
    cdef uint64_t met, least
    cdef int row, best, _k
    if not e.setup.quests:
        return
    for _k in range(FEW):
        best = NONE
        least = NOTHING
        for row in range(e.n_quests):
            if not (g.quest_deck >> row) & 1 or (kept >> row) & 1:
                continue
            met = _card_met(e, seen, row)
            if met < least:
                least = met
                best = row
        if best != NONE:
            kept |= <uint32_t> 1 << best
    g.quest_discard |= g.quest_deck & ~kept
    g.quest_deck &= kept
    g.quests_revealed = max(g.quests_revealed, e.setup.quests)


cdef void well_on(const Env *e, GameState *g, const Ledger *seen, Stream *s) noexcept nogil:
    """Some way into a game, before its first decision."""
    cdef int space, _k
    if not e.setup.start_level and not e.setup.free_tiles and e.setup.shape != PREDEFINED:
        _explore(e, g, s)
    for _k in range(3):
        gain_faction_token(e, g, FACTION_CULT + below(s, 2))
    _sort_quests(e, g, seen)
    if e.setup.start_level:
        return
    for _k in range(TRIES):
        space = below(s, g.n_tiles * 7)
        if safe_space(e, g, space, 0) and not horsemen_on(g, space):
            g.players[0].space = <uint8_t> space
            return


# ---------------------------------------------------------------- where to

cdef uint64_t _floors_met(const GameState *g, const Ledger *seen, int space) noexcept nogil:
    cdef int first = FLOORS if active_site(g, space) == PYRAMID else 0
    cdef uint64_t least = NOTHING
    cdef int i
    for i in range(FLOORS):
        least = min(least, seen.floors[first + i])
    return least


cdef uint64_t _interest(const Env *e, const GameState *g, const Ledger *seen, int space) noexcept nogil:
    """How often what can be met on a space was met, of several things the one met least."""
    cdef int site = active_site(g, space)
    cdef uint64_t least = NOTHING
    cdef int i, k, step
    cdef int riders = horsemen_on(g, space)
    if lair_here(e, g, space):
        for i in range(4):
            if g.heads[i]:
                least = min(least, seen.heads[i * 12 + g.heads[i] - 1])
    for i in range(4):
        if (riders >> i) & 1 and g.horsemen[i].level:
            least = min(least, seen.horsemen[i * 6 + g.horsemen[i].level - 1])
    if has_floors(site):
        if floor_of(&g.spaces[space], g.seat) == 0:
            least = min(least, _floors_met(g, seen, space))
    elif site != NO_SITE and site < N_SITES:
        if (e.sites[site].adventure or fortified_here(g, space)) and not g.spaces[space].flags & SP_CONQUERED:
            least = min(least, seen.fought[site])
    for i in range(g.n_quests):
        for k in range(e.quests[g.quests[i].row].n_steps):
            step = e.quests[g.quests[i].row].first + k
            if step_open(e, g, i, step) and step_here(e, g, i, step, space):
                least = min(least, _met(e, seen, step))
    return least


cdef int _target(const Env *e, const GameState *g, const Ledger *seen) noexcept nogil:
    """Space with what was met least, a near one of several; NONE if nothing is known of."""
    cdef Far far
    cdef uint64_t worth, interest
    cdef uint64_t least = NOTHING
    cdef int found = NONE
    cdef int space
    if g.players[g.seat].space == NONE:
        return NONE
    distances(g, g.players[g.seat].space, &far.to[0])
    for space in range(g.n_tiles * 7):
        if far.to[space] == 255:
            continue
        interest = _interest(e, g, seen, space)
        worth = interest * WORTH + far.to[space]
        if interest < NOTHING and worth < least:
            least = worth
            found = space
    return found


cdef bint _gives_up(int kind) noexcept nogil:
    """What ends a turn or a chance."""
    return kind in (ACT_END_TURN, ACT_REST, ACT_DONE, ACT_FORFEIT, ACT_QUEST_LEAVE, ACT_BURN, ACT_DECLINE, ACT_TRADE_IN)


cdef bint _spares(const Env *e, const GameState *g, const Ledger *seen, int slot, int step) noexcept nogil:
    """Another way to do this step, for Influence that has to be made first, was met less often."""
    cdef int space = g.players[g.seat].space
    cdef int k, other
    if g.step != STEP_INTERACT and (g.step != STEP_MOVE or g.turn.action):
        return False
    for k in range(e.quests[g.quests[slot].row].n_steps):
        other = e.quests[g.quests[slot].row].first + k
        if other == step or e.quest_steps[other].number != e.quest_steps[step].number or _met(e, seen, other) >= _met(e, seen, step):
            continue
        if step_open(e, g, slot, other) and step_here(e, g, slot, other, space) and step_price(e, g, other, space) > g.turn.influence:
            return True
    return False


cdef int _quest(const Env *e, const GameState *g, const Options *o, const Ledger *seen) noexcept nogil:
    """The quest step met least among the options, NONE."""
    cdef uint64_t least = NOTHING
    cdef uint64_t met
    cdef int found = NONE
    cdef int i
    for i in range(o.n):
        if o.items[i].kind != ACT_QUEST:
            continue
        met = _met(e, seen, e.quests[g.quests[o.items[i].a].row].first + o.items[i].b)
        if met < least and not _spares(e, g, seen, o.items[i].a, e.quests[g.quests[o.items[i].a].row].first + o.items[i].b):
            least = met
            found = i
    return found


cdef int _towards(const Env *e, const GameState *g, const Options *o, int target) noexcept nogil:
    """A step nearer to the target, or what is to be done there; NONE."""
    cdef Far far
    cdef int here = g.players[g.seat].space
    cdef int i, n
    distances(g, target, &far.to[0])
    for i in range(o.n):
        if here == target and (o.items[i].kind == ACT_ENTER or o.items[i].kind == ACT_INTERACT):
            return i
        if o.items[i].kind != ACT_MOVE:
            continue
        n = beyond(g, o.items[i].a)
        if n != NONE and far.to[n] < far.to[here]:
            return i
    return NONE


cdef bint _step_sold(const Env *e, const GameState *g) noexcept nogil:
    """A quest step here asks more Influence than there is."""
    cdef int i, k, step
    cdef int space = g.players[g.seat].space
    for i in range(g.n_quests):
        for k in range(e.quests[g.quests[i].row].n_steps):
            step = e.quests[g.quests[i].row].first + k
            if step_open(e, g, i, step) and step_here(e, g, i, step, space) and step_price(e, g, step, space) > g.turn.influence:
                return True
    return False


cdef int steered(const Env *e, const GameState *g, const Options *o, const Ledger *seen, Stream *s) noexcept nogil:
    """A quest step, a step nearer to what was met least, else anything that does not give up; NONE = choose as others do."""
    cdef int i, found, target
    cdef int n = 0
    cdef bint paid
    if g.step != STEP_MOVE and g.step != STEP_INTERACT and g.step != STEP_AFTER or g.n_pending or below(s, 8) == 0:
        return NONE
    found = _quest(e, g, o, seen)
    if found == NONE and g.step == STEP_MOVE:
        target = _target(e, g, seen)
        if target != NONE:
            found = _towards(e, g, o, target)
    if found != NONE:
        return found
    paid = g.step == STEP_INTERACT and _step_sold(e, g)
    for i in range(o.n):
        if not _gives_up(o.items[i].kind) and not (paid and ACT_BUY_UNIT <= o.items[i].kind <= ACT_SELL_CRYSTAL):
            n += 1
            if below(s, n) == 0:
                found = i
    return found
