"""What a value function sees of a state at the end of a turn: numbers in natural units, named in ``FEATURES``.

Everything here lies open to the player: its Deed deck counts as a set of cards, tokens that lie face down by their colour.
Each part of the state has its names and its function, in the same order.
"""

from libc.stdint cimport int16_t, uint8_t
from libc.string cimport memset

from mkbalance._mageknight.dummy cimport dummy_left
from mkbalance._mageknight.hexmap cimport active_site, axial_q, axial_r, rampager_here
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.players.clock cimport turns_left
from mkbalance._mageknight.players.digest cimport N_SHAPES
from mkbalance._mageknight.players.goals cimport Aims, aims_of
from mkbalance._mageknight.state cimport PL_MARKED, SP_BURNED, SP_CONQUERED, City, Player, Space

cdef enum:
    NEARBY = 5            # steps from which a place is not near any more
    NEVER = 5             # turns until an air attack that does not come
    DISTANT = 24          # Move points or steps that count as endless
    ROUNDS = 6            # Rounds left that are told apart
    N_LANDS = 14

cdef struct Seen:
    int16_t *x
    int n

SHAPES = ("attack", "block", "move", "influence", "shots", "heal", "draw", "other", "siege")
LANDS = (
    "village", "monastery", "keep", "tower", "mine", "glade", "dungeon", "tomb", "den", "spawning", "ruins", "maze", "orcs", "draconum"
)
OF_CLOCK = (
    "worth", "explores", "turns_left", "announced", "night", "dummy_left", "deck_left", "ending",
    *(f"rounds_left_{n}" for n in range(6)),
)
OF_HERO = ("fame", "level", "to_level", "hand_limit", "armor", "reputation")
OF_CARDS = (
    "hand", "hand_wounds", "hand_wounds_2", "hand_keep",
    *(f"hand_{shape}" for shape in SHAPES),
    *(f"draw_{shape}" for shape in SHAPES),
    *(f"deck_{shape}" for shape in SHAPES),
    "draw_wounds", "rest_wounds", "actions", "spells", "artifacts", "cards",
    "hand_red", "hand_blue", "hand_green", "hand_white",
)
OF_UNITS = (
    "units", "unit_levels", "unit_ready", "unit_wounds", "unit_free", "elites",
    *(f"unit_{shape}" for shape in SHAPES),
    "ready_attack", "ready_block", "ready_shots",
)
OF_WEALTH = (
    "red", "blue", "green", "white", "crystals", "fewest", "skills", "skill_worth",
    "reward_spells", "reward_artifacts", "reward_actions", "reward_units", "reward_crystals", "levels_due", "draw_bonus",
    "die_red", "die_blue", "die_green", "die_white", "die_gold", "die_black",
)
OF_GOAL = ("tiles", "stack", "cores", "goal_hidden", "goal_left", "goal_done", "goal_all", "goal_over")
OF_CITIES = (
    "gap_0", "defenders_0", "tough_0", "gap_1", "defenders_1", "tough_1", "open_cities", "conquered", "beside",
    "city_red", "city_blue", "city_green", "city_white",
)
OF_PLACES = (
    "pull", "aim", "shields",
    *(f"all_{land}" for land in LANDS),
    *(f"near_{land}" for land in LANDS),
    "on_glade", "on_mine", "on_inhabited", "on_keep",
)
OF_DRAGON = (
    "heads_left", "lair", "lair_attacked", "dragon_turn", "marked", "war", "famine", "death", "pestilence",
    "heads_start", "heads_removed", "heads_raised", "heads_dead", "lair_gap", "strike_in", "protects", "destroyed_left",
)
OF_HORSEMEN = ("horsemen", "horsemen_level", "horsemen_beaten", "horseman_near", "horseman_next")
OF_SCENARIO = ("for_dragon", "for_cities", "for_reveal", "for_horsemen", "rounds")
FEATURES = (*OF_CLOCK, *OF_HERO, *OF_CARDS, *OF_UNITS, *OF_WEALTH, *OF_GOAL, *OF_CITIES, *OF_PLACES, *OF_DRAGON, *OF_HORSEMEN, *OF_SCENARIO)


cdef inline void see(Seen *s, int n) noexcept nogil:
    s.x[s.n] = <int16_t> n
    s.n += 1


cdef int _level(const Env *e, const Player *q, int *fame) noexcept nogil:
    """The level that the Fame comes to, with what levels bring (R12.6)."""
    cdef int level = q.level
    fame[0] = q.fame
    while level < 10 and fame[0] >= e.levels[level].fame:
        level += 1
        fame[0] += e.setup.fame_per_level
    return level


cdef void _clock(const Env *e, const GameState *g, int worth, bint explores, Seen *s) noexcept nogil:
    cdef int left = e.setup.rounds - g.round
    cdef int i
    see(s, worth)
    see(s, explores)
    see(s, turns_left(e, g))
    see(s, g.announced != 0)
    see(s, g.night)
    see(s, dummy_left(g))
    see(s, g.players[g.seat].n_deck)
    see(s, g.ending)
    for i in range(ROUNDS):
        see(s, left == i)


cdef void _hero(const Env *e, const Player *q, Seen *s) noexcept nogil:
    cdef int fame
    cdef int level = _level(e, q, &fame)
    see(s, fame)
    see(s, level)
    see(s, 0 if level >= 10 else e.levels[level].fame - fame)
    see(s, e.levels[level - 1].hand_limit)
    see(s, e.levels[level - 1].armor)
    see(s, q.rep)


cdef void _add_cards(const Env *e, const Policy *p, const uint8_t *cards, int n, int *wounds, int *shape) noexcept nogil:
    """Add up what cards are good for; Wounds are counted."""
    cdef int i, k
    for i in range(n):
        if cards[i] == e.wound:
            wounds[0] += 1
            continue
        for k in range(N_SHAPES):
            shape[k] += p.digest.shape[cards[i]][k]


cdef void _cards(const Env *e, const Player *q, const Policy *p, Seen *s) noexcept nogil:
    cdef int hand[N_SHAPES]
    cdef int draw[N_SHAPES]
    cdef int deck[N_SHAPES]
    cdef int none = 0
    cdef int draw_wounds = 0
    cdef int rest_wounds = 0
    cdef int keep = 0
    cdef int i, k, colour
    memset(&hand[0], 0, sizeof(hand))
    memset(&draw[0], 0, sizeof(draw))
    _add_cards(e, p, &q.hand[0], q.n_hand, &none, &hand[0])
    _add_cards(e, p, &q.cards[0], q.n_deck, &draw_wounds, &draw[0])
    for i in range(N_SHAPES):
        deck[i] = hand[i] + draw[i]
    _add_cards(e, p, &q.cards[MAX_CARDS - q.n_discard], q.n_discard, &rest_wounds, &deck[0])
    _add_cards(e, p, &q.played[0], q.n_played, &rest_wounds, &deck[0])
    for i in range(q.n_hand):
        keep += p.digest.keep[q.hand[i]]
    see(s, q.n_hand)
    see(s, q.hand_wounds)
    see(s, q.hand_wounds * q.hand_wounds)
    see(s, keep)
    for i in range(N_SHAPES):
        see(s, hand[i])
    for i in range(N_SHAPES):
        see(s, draw[i])
    for i in range(N_SHAPES):
        see(s, deck[i])
    see(s, draw_wounds)
    see(s, rest_wounds)
    see(s, q.tally.actions)
    see(s, q.tally.spells)
    see(s, q.tally.artifacts)
    see(s, q.n_hand + q.n_deck + q.n_discard + q.n_played)
    for k in range(4):
        colour = 0
        for i in range(q.n_hand):
            colour += (e.cards[q.hand[i]].colours >> k) & 1
        see(s, colour)


cdef void _units(const Env *e, const Player *q, const Policy *p, Seen *s) noexcept nogil:
    cdef int unit[N_SHAPES]
    cdef int ready[N_SHAPES]
    cdef int levels = 0
    cdef int ready_levels = 0
    cdef int wounds = 0
    cdef int elites = 0
    cdef int i, k, fame
    memset(&unit[0], 0, sizeof(unit))
    memset(&ready[0], 0, sizeof(ready))
    for i in range(q.n_units):
        k = e.units[q.units[i].kind].level
        levels += k
        elites += k >= 3
        wounds += q.units[i].wounds
        if q.units[i].wounds:
            continue
        if q.units[i].ready:
            ready_levels += k
        for k in range(N_SHAPES):
            unit[k] += p.digest.unit_shape[q.units[i].kind][k]
            if q.units[i].ready:
                ready[k] += p.digest.unit_shape[q.units[i].kind][k]
    see(s, q.n_units)
    see(s, levels)
    see(s, ready_levels)
    see(s, wounds)
    see(s, e.levels[_level(e, q, &fame) - 1].command - q.n_units)
    see(s, elites)
    for i in range(N_SHAPES):
        see(s, unit[i])
    see(s, ready[0])
    see(s, ready[1])
    see(s, ready[4])


cdef void _wealth(const Env *e, const GameState *g, const Player *q, const Policy *p, Seen *s) noexcept nogil:
    cdef int fewest = q.crystals[0]
    cdef int worth = 0
    cdef int i, k, dice, fame
    for i in range(4):
        see(s, q.crystals[i])
        fewest = q.crystals[i] if q.crystals[i] < fewest else fewest
    see(s, q.crystals[0] + q.crystals[1] + q.crystals[2] + q.crystals[3])
    see(s, fewest)
    for i in range(q.n_skills):
        worth += p.digest.skill[q.skills[i]]
    see(s, q.n_skills)
    see(s, worth)
    see(s, g.turn.reward_spells)
    see(s, g.turn.reward_artifacts)
    see(s, g.turn.reward_actions)
    see(s, g.turn.reward_units)
    see(s, g.turn.reward_crystals + 4 * g.turn.reward_sets)
    see(s, _level(e, q, &fame) - q.level)
    see(s, q.draw_bonus)
    for k in range(6):
        dice = 0
        for i in range(g.n_dice):
            dice += g.dice[i] == k and not ((g.dice_out | g.turn.dice_used | g.turn.dice_kept) >> i) & 1
        see(s, dice)


cdef void _goal(const Env *e, const GameState *g, Seen *s) noexcept nogil:
    cdef Aims aims
    aims_of(e, g, &aims)
    see(s, g.n_tiles)
    see(s, g.n_stack)
    see(s, g.n_cores + g.n_country)
    see(s, aims.hidden)
    see(s, aims.left)
    see(s, aims.all_ - aims.left)
    see(s, aims.all_)
    see(s, aims.done)


cdef int _toughness(const Env *e, const City *c, const Policy *p) noexcept nogil:
    """What it takes to beat the defenders, by their colour where they are not known, in points."""
    cdef int tough = 0
    cdef int i
    for i in range(c.n_garrison):
        tough += p.digest.tough[c.garrison[i]] if c.face_up else p.digest.tough_colour[e.enemies[c.garrison[i]].colour]
    return tough // 10


cdef void _cities(const Env *e, const GameState *g, const Policy *p, const Roads *r, int space, Seen *s) noexcept nogil:
    """The first two cities with defenders, the nearer one first."""
    cdef int gap[2]
    cdef int which[2]
    cdef int open_ = 0
    cdef int i, k
    which[0] = which[1] = -1
    gap[0] = gap[1] = DISTANT
    for i in range(g.n_cities):
        if not g.cities[i].n_garrison:
            continue
        if open_ < 2:
            which[open_] = i
            gap[open_] = min(r.gap[i][space], <int> DISTANT) if i < 2 else DISTANT
        open_ += 1
    k = gap[1] < gap[0]
    for i in range(2):
        see(s, gap[i ^ k])
        see(s, g.cities[which[i ^ k]].n_garrison if which[i ^ k] >= 0 else 0)
        see(s, _toughness(e, &g.cities[which[i ^ k]], p) if which[i ^ k] >= 0 else 0)
    see(s, open_)
    see(s, g.n_conquered)
    see(s, gap[k] == 0)
    for i in range(4):
        see(s, which[k] >= 0 and (g.cities[which[k]].colour == i or g.cities[which[k]].second == i))


cdef int _land(const GameState *g, int space) noexcept nogil:
    """Which of LANDS is open at a space, -1."""
    cdef const Space *t = &g.spaces[space]
    cdef int site
    if rampager_here(g, space):
        return 13 if t.site == DRACONUM else 12
    site = active_site(g, space)
    if site == VILLAGE or site == REFUGEE_CAMP or site == OASIS:
        return 0
    if site == MONASTERY:
        return -1 if t.flags & SP_BURNED else 1
    if site == MINE:
        return 4
    if site == GLADE:
        return 5
    if t.flags & SP_CONQUERED:
        return -1
    if site == KEEP:
        return 2
    if site == MAGE_TOWER:
        return 3
    if site == DUNGEON:
        return 6
    if site == TOMB:
        return 7
    if site == MONSTER_DEN:
        return 8
    if site == SPAWNING_GROUNDS:
        return 9
    if site == RUINS:
        return 10
    return 11 if site == MAZE or site == LABYRINTH else -1


cdef int _steps(const GameState *g, int a, int b) noexcept nogil:
    """Steps between two spaces over any terrain."""
    cdef int q = axial_q(g, a) - axial_q(g, b)
    cdef int r = axial_r(g, a) - axial_r(g, b)
    return (abs(q) + abs(r) + abs(q + r)) // 2


cdef void _places(const Env *e, const GameState *g, const Roads *r, int space, Seen *s) noexcept nogil:
    """What the map offers, all of it and the nearer the more."""
    cdef int land[N_LANDS]
    cdef int near[N_LANDS]
    cdef int shields = 0
    cdef int site = active_site(g, space)
    cdef int i, k, far
    memset(&land[0], 0, sizeof(land))
    memset(&near[0], 0, sizeof(near))
    for i in range(7 * g.n_tiles):
        shields += (g.spaces[i].shields >> g.seat) & 1
        k = -1 if g.spaces[i].site == NO_SITE else _land(g, i)
        if k >= 0:
            land[k] += 1
            far = _steps(g, space, i)
            if far < NEARBY:
                near[k] += NEARBY - far
    see(s, r.pull[space])
    see(s, r.aim[space])
    see(s, shields)
    for i in range(N_LANDS):
        see(s, land[i])
    for i in range(N_LANDS):
        see(s, near[i])
    see(s, site == GLADE)
    see(s, site == MINE)
    see(s, e.sites[site].inhabited != 0)
    see(s, site == KEEP and (g.spaces[space].shields >> g.seat) & 1)


cdef int _strike_in(const Env *e, const GameState *g) noexcept nogil:
    """Turns of the dragon until its next air attack in this Round (A.12.4)."""
    cdef int turn = g.dragon_turn if g.dragon_turn < 4 else 4
    cdef int n = 0
    if not e.setup.dragon or g.lair_attacked:
        return NEVER
    while turn < 4 and e.setup.dragon_turns[turn] != 2:
        turn += 1
        n += 1
    return n if e.setup.dragon_turns[turn] == 2 else NEVER


cdef int _four(const uint8_t *levels) noexcept nogil:
    return levels[0] + levels[1] + levels[2] + levels[3]


cdef void _dragon(const Env *e, const GameState *g, const Roads *r, int space, Seen *s) noexcept nogil:
    cdef int dead = 0
    cdef int i
    see(s, _four(&g.heads[0]))
    see(s, g.lair != NONE)
    see(s, g.lair_attacked)
    see(s, g.dragon_turn)
    see(s, (g.players[g.seat].flags & PL_MARKED) != 0)
    for i in range(4):
        see(s, g.heads[i])
        dead += g.heads_start[i] > 0 and g.heads[i] == 0
    see(s, _four(&g.heads_start[0]))
    see(s, _four(&g.heads_removed[0]))
    see(s, _four(&g.heads_raised[0]))
    see(s, dead)
    see(s, r.gap[2][space])
    see(s, _strike_in(e, g))
    see(s, e.sites[active_site(g, space)].protects)
    see(s, g.destroyed_left)


cdef void _horsemen(const Env *e, const GameState *g, int space, Seen *s) noexcept nogil:
    """Horsemen out on the map, their levels, those beaten, and how far the two nearest are."""
    cdef int out = 0
    cdef int levels = 0
    cdef int beaten = 0
    cdef int near = DISTANT
    cdef int next_ = DISTANT
    cdef int i, far
    for i in range(4):
        if g.horsemen[i].round:
            beaten += 1
        elif e.setup.horsemen and g.horsemen[i].space != NONE:
            out += 1
            levels += g.horsemen[i].level
            far = _steps(g, space, g.horsemen[i].space)
            if far < near:
                next_ = near
                near = far
            elif far < next_:
                next_ = far
    see(s, out)
    see(s, levels)
    see(s, beaten)
    see(s, near)
    see(s, next_)


cdef int describe(const Env *e, const GameState *g, const Policy *p, const Roads *r, int worth, bint explores, int16_t *x) noexcept nogil:
    """Fill the features of a turn that ends now, or turns a tile up (``explores``); returns how many there are.

    ``worth`` is the appraisal by the rules of thumb, in tenths of a point.
    """
    cdef const Player *q = &g.players[g.seat]
    cdef int space = q.space if q.space != NONE else g.portal
    cdef Seen s
    s.x = x
    s.n = 0
    _clock(e, g, worth, explores, &s)
    _hero(e, q, &s)
    _cards(e, q, p, &s)
    _units(e, q, p, &s)
    _wealth(e, g, q, p, &s)
    _goal(e, g, &s)
    _cities(e, g, p, r, space, &s)
    _places(e, g, r, space, &s)
    _dragon(e, g, r, space, &s)
    _horsemen(e, g, space, &s)
    see(&s, (e.setup.ends & END_DRAGON) != 0)
    see(&s, (e.setup.ends & END_CITIES) != 0)
    see(&s, (e.setup.ends & END_CITY_REVEALED) != 0)
    see(&s, (e.setup.ends & END_HORSEMEN) != 0)
    see(&s, e.setup.rounds)
    return s.n
