"""What a state is worth to a player at the end of its turn, in tenths of a point of score."""

from mkbalance._mageknight.deeds cimport count_wounds
from mkbalance._mageknight.hexmap cimport active_site, hex_row, safe_space
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.players.sources cimport card_cost
from mkbalance._mageknight.progress cimport level_row
from mkbalance._mageknight.state cimport SP_CONQUERED, Player, UnitCard


cdef int unit_worth(const Env *e, const Policy *p, const GameState *g, int slot) noexcept nogil:
    cdef const UnitCard *u = &g.players[g.seat].units[slot]
    cdef int worth = p.digest.unit[u.kind] * p.weights.unit // 100
    cdef int level = e.units[u.kind].level
    if u.wounds:
        worth -= p.weights.unit_wound * level * u.wounds
    if not u.ready:
        worth -= p.weights.unit_use * level
    return worth if worth > 0 else 0


cdef int _place(const Env *e, const GameState *g, const Policy *p) noexcept nogil:
    """Benefits of the end of the turn (R12.4) and of own keeps near by."""
    cdef const Player *q = &g.players[g.seat]
    cdef int site = active_site(g, q.space)
    cdef int mines, i
    if site == MINE:
        mines = hex_row(e, g, q.space).mines
        for i in range(4):
            if (mines >> i) & 1 and q.crystals[i] < 3:
                return p.weights.crystal
    elif site == GLADE:
        return 4 + (p.weights.wound if q.hand_wounds else p.weights.wound_deck if count_wounds(e, q) else 0)
    elif site == KEEP and (g.spaces[q.space].shields >> g.seat) & 1:
        return 8
    return 0


cdef int appraise(const Env *e, const GameState *g, const Policy *p, const Roads *r) noexcept nogil:
    """Fame, health, army, crystals, rewards to come, progress towards the goal, place and cards left."""
    cdef const Player *q = &g.players[g.seat]
    cdef int v = p.weights.fame * q.fame
    cdef int level = q.level
    cdef int wounds = q.hand_wounds
    cdef int space = q.space
    cdef int n_path = g.turn.n_path
    cdef int i, fame
    fame = q.fame
    while level < 10 and fame >= e.levels[level].fame:
        level += 1
        fame += e.setup.fame_per_level
        v += e.setup.fame_per_level * p.weights.fame
    v += level * p.weights.level
    if level < 10:
        v += p.weights.level * (fame - e.levels[level - 1].fame) // (2 * (e.levels[level].fame - e.levels[level - 1].fame))
    # Forced Withdrawal (R12.2)
    while n_path > 1 and not safe_space(e, g, space, g.seat):
        n_path -= 1
        space = g.turn.path[n_path - 1]
        wounds += 1
    v -= wounds * p.weights.wound
    i = count_wounds(e, q) - q.hand_wounds
    v -= i * p.weights.wound_deck
    v += q.rep * p.weights.reputation
    for i in range(q.n_units):
        v += unit_worth(e, p, g, i)
    for i in range(4):
        v += q.crystals[i] * p.weights.crystal
    for i in range(q.n_hand):
        v += card_cost(e, g, p, q.hand[i])
    v += (g.turn.reward_spells + q.tally.spells) * p.weights.spell
    v += (g.turn.reward_artifacts + q.tally.artifacts) * p.weights.artifact
    v += (g.turn.reward_actions + q.tally.actions) * p.weights.action
    v += g.turn.reward_units * 40
    v += (g.turn.reward_crystals + 4 * g.turn.reward_sets) * p.weights.crystal
    v += q.draw_bonus * 8
    for i in range(4):
        v += g.heads_removed[i] * p.weights.head
        if g.heads_start[i] and not g.heads[i]:
            v += 50
    if e.setup.ends & END_DRAGON and g.lair_attacked and not (g.heads[0] or g.heads[1] or g.heads[2] or g.heads[3]):
        v += p.weights.goal
    for i in range(g.n_tiles * 7):
        if g.spaces[i].shields:
            v += p.weights.shield
    if q.tactic != NONE and q.tactic_used == 0:
        v += 5
    v += r.pull[space]
    v += _place(e, g, p)
    return v
