"""What a state is worth to a player at the end of its turn, in tenths of a point of score."""

from mkbalance._mageknight.content cimport number
from mkbalance._mageknight.deeds cimport count_wounds
from mkbalance._mageknight.dummy cimport dummy_left
from mkbalance._mageknight.hexmap cimport active_site, mine_colours, safe_space
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.players.clock cimport action_worth, artifact_worth, blend, growth, horizon, spell_worth
from mkbalance._mageknight.players.goals cimport Aims, aims_of, goal_worth, point_worth, urge
from mkbalance._mageknight.players.sources cimport card_cost
from mkbalance._mageknight.players.value cimport foreseen
from mkbalance._mageknight.progress cimport level_row
from mkbalance._mageknight.state cimport PL_MARKED, Player, UnitCard


cdef int unit_worth(const Env *e, const Policy *p, const GameState *g, int slot) noexcept nogil:
    cdef const UnitCard *u = &g.players[g.seat].units[slot]
    cdef int worth = p.digest.unit[u.kind] * p.weights.unit // 100
    cdef int level = e.units[u.kind].level
    if u.wounds:
        worth -= p.weights.unit_wound * level * u.wounds
    if not u.ready and not (p.weights.rounds and g.announced):  # ready again in the next Round
        worth -= p.weights.unit_use * level
    return worth if worth > 0 else 0


cdef int _place(const Env *e, const GameState *g, const Policy *p) noexcept nogil:
    """Benefits of the end of the turn (R12.4) and of own keeps near by."""
    cdef const Player *q = &g.players[g.seat]
    cdef int site = active_site(g, q.space)
    cdef int mines, i
    if site == MINE:
        mines = mine_colours(e, g, q.space)
        for i in range(4):
            if (mines >> i) & 1 and q.crystals[i] < number(e, NUMBER_CRYSTAL_LIMIT):
                return p.weights.crystal
    elif site == GLADE:
        return 4 + (p.weights.wound if q.hand_wounds else p.weights.wound_deck if count_wounds(e, q) else 0)
    elif site == KEEP and (g.spaces[q.space].shields >> g.seat) & 1:
        return 8
    return 0


cdef int _dragon_threat(const Env *e, const GameState *g, const Policy *p, int space) noexcept nogil:
    """Before an air attack (A.12.4): places that keep heads off, cards to block with."""
    cdef const Player *q = &g.players[g.seat]
    cdef int turn = g.dragon_turn if g.dragon_turn < 4 else 4
    cdef int heads, site
    cdef int turns = 0
    cdef int cards = level_row(e, q).hand_limit - q.hand_wounds
    if not e.setup.dragon or g.lair_attacked or q.flags & PL_MARKED or g.announced:
        return 0
    while turn < 4 and e.setup.dragon_turns[turn] != 2:
        turn += 1
        turns += 1
    if e.setup.dragon_turns[turn] != 2 or 3 * turns > dummy_left(g):
        return 0
    # four cards a turn until then
    if cards > q.n_hand + q.n_deck - 4 * turns:
        cards = q.n_hand + q.n_deck - 4 * turns
    if cards < 0:
        cards = 0
    if turns:
        return cards * p.weights.guard
    site = active_site(g, space)
    heads = e.sites[site].protects
    if site == GLADE:
        heads = 1 + q.crystals[0] + q.crystals[1] + q.crystals[2] + q.crystals[3]
    if heads > 3:
        heads = 3
    return heads * p.weights.shelter + cards * p.weights.guard


cdef int new_tile(const Env *e, const GameState *g, const Policy *p) noexcept nogil:
    """Worth of turning a tile up, its Fame included."""
    cdef Aims aims
    cdef int n = p.weights.explore + e.setup.fame_per_tile * p.weights.fame + 10 - p.weights.move
    if e.setup.ends & END_CITY_REVEALED:
        n += p.weights.explore * (p.weights.seek - 100) // 100
    aims_of(e, g, &aims)
    if aims.hidden:
        n += p.weights.hunt * urge(e, g) // 100
    return n


cdef int appraise(const Env *e, const GameState *g, const Policy *p, const Roads *r) noexcept nogil:
    """What the state is worth at the end of the turn."""
    cdef int v = by_rules(e, g, p, r)
    return v + foreseen(e, g, p, r, v, False)


cdef int appraise_tile(const Env *e, const GameState *g, const Policy *p, const Roads *r) noexcept nogil:
    """What it is worth if a tile is turned up now."""
    cdef int v = by_rules(e, g, p, r) + new_tile(e, g, p)
    return v + foreseen(e, g, p, r, v, True)


cdef int by_rules(const Env *e, const GameState *g, const Policy *p, const Roads *r) noexcept nogil:
    """Fame, health, army, crystals, rewards to come, progress towards the goal, place and cards left."""
    cdef const Player *q = &g.players[g.seat]
    cdef int future = horizon(e, g)
    cdef int grown = growth(e, g, p)
    cdef int v = p.weights.fame * q.fame
    cdef int level = q.level
    cdef int wounds = q.hand_wounds
    cdef int space = q.space
    cdef int n_path = g.turn.n_path
    cdef bint over = p.weights.rounds and g.announced
    cdef int beaten = -10 * number(e, NUMBER_WOUND_SCORE)
    cdef int i, fame
    cdef int later = 0
    fame = q.fame
    while level < 10 and fame >= e.levels[level].fame:
        level += 1
        fame += e.setup.fame_per_level
        v += e.setup.fame_per_level * p.weights.fame
    v += level * p.weights.level * grown // 100
    if level < 10:
        v += p.weights.level * grown // 100 * (fame - e.levels[level - 1].fame) // (2 * (e.levels[level].fame - e.levels[level - 1].fame))
    # Forced Withdrawal (R12.2)
    while n_path > 1 and not safe_space(e, g, space, g.seat):
        n_path -= 1
        space = g.turn.path[n_path - 1]
        wounds += 1
    v -= wounds * blend(beaten, p.weights.wound_deck if over else p.weights.wound, future)
    if not over:
        later -= wounds * wounds * p.weights.clog
    i = count_wounds(e, q) - q.hand_wounds
    v -= i * blend(beaten, p.weights.wound_deck, future)
    later += q.rep * p.weights.reputation
    for i in range(q.n_units):
        v += blend(5 * e.units[q.units[i].kind].level * (1 if q.units[i].wounds else 2), unit_worth(e, p, g, i), grown)
    for i in range(4):
        v += q.crystals[i] * blend(5, p.weights.crystal, future)
    for i in range(q.n_hand):
        later += 0 if over else card_cost(e, g, p, q.hand[i])
    v += (g.turn.reward_spells + q.tally.spells) * spell_worth(p, grown)
    v += (g.turn.reward_artifacts + q.tally.artifacts) * artifact_worth(p, grown)
    v += (g.turn.reward_actions + q.tally.actions) * action_worth(p, grown)
    v += g.turn.reward_units * blend(15, 45, grown)
    v += (g.turn.reward_crystals + 4 * g.turn.reward_sets) * blend(5, p.weights.crystal, future)
    later += q.draw_bonus * 8
    for i in range(4):
        v += g.heads_removed[i] * p.weights.head
        if g.heads_start[i] and not g.heads[i]:
            v += 50
    v += q.tally.quest_points * point_worth(e, p)
    v += goal_worth(e, g, p)
    if e.setup.ends & END_DRAGON and g.lair_attacked:
        v += p.weights.silence * (e.setup.rounds - g.round + 1)
    for i in range(g.n_tiles * 7):
        if (g.spaces[i].shields >> g.seat) & 1:
            v += p.weights.shield
    later += r.pull[space] + _place(e, g, p) + _dragon_threat(e, g, p, space)
    return v + r.aim[space] + later * future // 100
