"""What places promise to a Hero as strong as this one, in tenths of a point.

A promise counts in full if the Hero's might reaches what is to be beaten there, not at all below a share of it (``daring``), and in
proportion between: nobody waits beside a city that he cannot take.
"""

from mkbalance._mageknight.floors cimport has_floors
from mkbalance._mageknight.hexmap cimport active_site, fortified_here, lair_here, rampager_here
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.players.clock cimport fame_worth, growth
from mkbalance._mageknight.players.goals cimport defender_parts, goal_here, part_credit, token_worth
from mkbalance._mageknight.players.harm cimport site_reward
from mkbalance._mageknight.players.ruins cimport ruin_promise
from mkbalance._mageknight.players.riders cimport riders_reward
from mkbalance._mageknight.progress cimport NO_INTERACTION, level_row, rep_modifier
from mkbalance._mageknight.state cimport SP_CONQUERED, SP_DESTROYED, SP_RUIN_UP, City, Player, Space

cdef enum:
    FLOOR = 120           # toughness of a floor of a ziggurat, in tenths; of a pyramid a third more
    SPENT = 60            # per cent of its might that a spent Unit counts for


cdef void look_out(const Env *e, const GameState *g, const Policy *p, Outlook *l) noexcept nogil:
    """The Hero's might by level, Units and cards gained, and the worth of Fame."""
    cdef const Player *q = &g.players[g.seat]
    cdef int i
    cdef int units = 0
    for i in range(q.n_units):
        if not q.units[i].wounds:
            units += e.units[q.units[i].kind].level * (100 if q.units[i].ready else SPENT)
    l.might = 10 * p.weights.might + p.weights.might_level * q.level + p.weights.might_unit * units // 100
    l.might += p.weights.might_card * (q.tally.actions + 2 * q.tally.spells)
    l.grown = growth(e, g, p)
    l.fame = fame_worth(e, g, p, l.grown)


cdef int likely(const Policy *p, int reward, int need, int might) noexcept nogil:
    """What is left of a reward once the cards and Wounds of the fight are paid, and the share of it that might gives hope for."""
    cdef int least
    reward -= need * p.weights.toll // 100
    if reward <= 0:
        return 0
    if might >= need:
        return reward
    least = need * p.weights.daring // 100
    if might <= least:
        return 0
    return reward * (might - least) // (need - least)


cdef int _city(const Env *e, const GameState *g, const Policy *p, const Outlook *l, int space) noexcept nogil:
    cdef const City *c = &g.cities[g.spaces[space].extra]
    cdef int i
    cdef int need = 0
    cdef int reward = site_reward(e, g, p, space) + part_credit(e, g, p) * c.n_garrison * defender_parts(e)
    if g.round < p.weights.dragon_round:
        return 0
    if c.marked != NONE:  # what a ruler lends its defender (A.13.4)
        need += 10 * (e.rulers[c.ruler].armor + e.rulers[c.ruler].attack)
    for i in range(c.n_garrison):
        if c.face_up:
            need += p.digest.tough[c.garrison[i]]
            reward += l.fame * e.enemies[c.garrison[i]].fame
        else:
            need += p.digest.tough_colour[e.enemies[c.garrison[i]].colour]
            reward += 6 * l.fame
    return likely(p, reward, need, l.might)


cdef int _dwellers(const Env *e, const GameState *g, const Policy *p, int site, int space, int *fame) noexcept nogil:
    """Toughness of who lives at an adventure site or holds a fortified one, their Fame left in ``fame``."""
    cdef const Space *s = &g.spaces[space]
    cdef int need = 0
    cdef int i, n, colour
    if site == RUINS:
        for i in range(e.ruins[s.extra].n_enemies):
            colour = e.ruins[s.extra].enemies[i]
            need += p.digest.tough_colour[colour]
            fame[0] += p.digest.fame_colour[colour]
        return need
    colour = TOKEN_BROWN
    n = 1
    if site == KEEP:
        colour = TOKEN_GREY
    elif site == MAGE_TOWER:
        colour = TOKEN_VIOLET
    elif site == TOMB:
        colour = TOKEN_RED
    elif site == SPAWNING_GROUNDS:
        n = 2
    elif site == LABYRINTH:
        colour = TOKEN_RED
    for i in range(n):
        if i < s.n_tokens and (s.face_up >> i) & 1:
            need += p.digest.tough[s.tokens[i]]
            fame[0] += e.enemies[s.tokens[i]].fame
        else:
            need += p.digest.tough_colour[colour]
            fame[0] += p.digest.fame_colour[colour]
    if site == DUNGEON or site == TOMB or site == MAZE or site == LABYRINTH:
        need += need // 4  # no Units there
    return need


cdef int promise(const Env *e, const GameState *g, const Policy *p, const Outlook *l, int space) noexcept nogil:
    """What a place promises to a Hero who gets there; with a Horseman on it the better of the two."""
    cdef int reward = _site(e, g, p, l, space)
    if e.setup.horsemen:
        return max(reward, riders_reward(e, g, p, space, l.might // 10))
    return reward


cdef int _site(const Env *e, const GameState *g, const Policy *p, const Outlook *l, int space) noexcept nogil:
    cdef const Player *q = &g.players[g.seat]
    cdef const Space *s = &g.spaces[space]
    cdef int site = active_site(g, space)
    cdef int reward = 0
    cdef int need = 0
    cdef int fame = 0
    cdef int i, mod
    if lair_here(e, g, space):
        i = g.heads[0] + g.heads[1] + g.heads[2] + g.heads[3]
        if g.round < p.weights.dragon_round:
            return 0
        return p.weights.lair + i * p.weights.head // 2
    if rampager_here(g, space):
        for i in range(s.n_tokens):
            need += p.digest.tough[s.tokens[i]]
            reward += l.fame * e.enemies[s.tokens[i]].fame
            if s.extra != NONE:
                need += 10 * (e.possessed[s.extra].armor + e.possessed[s.extra].attack + e.possessed[s.extra].psychic)
                reward += token_worth(e, g, p, 2 if e.enemies[s.tokens[i]].colour == TOKEN_RED else 1)
        return likely(p, reward + p.weights.reputation, need, l.might)
    if site == CITY and goal_here(e, g, space):
        return _city(e, g, p, l, space)
    if (fortified_here(g, space) or site == DUNGEON or site == TOMB or site == MONSTER_DEN or site == SPAWNING_GROUNDS
            or site == RUINS or site == MAZE or site == LABYRINTH):
        if site == RUINS and (s.extra == NONE or e.ruins[s.extra].altar or not s.flags & SP_RUIN_UP):
            if s.extra == NONE:
                return 0
            return p.weights.shield + 5 * l.fame if e.ruins[s.extra].altar and s.flags & SP_RUIN_UP else 0
        if s.flags & SP_CONQUERED and site != MAZE and site != LABYRINTH:
            return 0
        reward = site_reward(e, g, p, space)
        if not reward:
            return 0
        need = _dwellers(e, g, p, site, space, &fame)
        return likely(p, reward + fame * l.fame, need, l.might)
    if has_floors(site):
        reward = site_reward(e, g, p, space)
        return likely(p, reward + 3 * l.fame, FLOOR if site == ZIGGURAT else FLOOR + FLOOR // 3, l.might) if reward else 0
    if s.flags & SP_DESTROYED and e.setup.restoration:
        return ruin_promise(e, g, p, l, space)
    if e.sites[site].inhabited:
        mod = rep_modifier(e, g, g.seat)
        if mod == NO_INTERACTION or (site == CITY and e.setup.city_mode == 2):
            return 0
        reward = 8 + 2 * mod
        if q.n_units < level_row(e, q).command and e.sites[site].recruits:
            reward += p.weights.recruit * (l.grown if l.grown < 100 else 100) // 100
        reward += q.hand_wounds * (p.weights.heal // 2)
        return reward if reward > 0 else 0
    if site == MINE:
        return p.weights.crystal
    if site == GLADE:
        return 8 + (p.weights.heal if q.hand_wounds else 0)
    return 0
