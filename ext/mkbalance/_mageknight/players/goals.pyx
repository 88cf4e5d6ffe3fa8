"""The goal of the scenario: how much of it is left, what a part of it is worth, where it lies.

A goal is made of parts: the levels of the dragon's heads (A.12.4), the defenders of the cities (R11.3), Destroyed Site tokens and
the ziggurats and pyramids with a floor conquered (A.12.2). Parts done stay done, so that turns add up.
"""

from libc.string cimport memset

from mkbalance._mageknight.challenge cimport goal_share
from mkbalance._mageknight.hexmap cimport lair_here
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.players.clock cimport turns_left
from mkbalance._mageknight.progress cimport NO_INTERACTION
from mkbalance._mageknight.restoring cimport Ascents, count_ascents, goal_restored

cdef enum:
    PACE_HEADS = 2        # levels of heads that a turn may remove
    PACE_CITY = 1         # defenders that a turn may defeat
    ESTEEM = 4            # a step of Reputation towards the goal counts for so many parts of it
    SOLE = 6              # times the worth of a quest point where nothing but they are scored
    SOUGHT = 3            # last Rounds in which cities are sought
    HOPE = 8              # levels of heads that a Hero may hope to remove
    CITY_LEVELS = 11      # rows of a colour in the table of garrisons; a Megapolis has more


cdef int _defenders(const Env *e, int level) noexcept nogil:
    """Defenders of a city of a level (R11.1), of both halves of a Megapolis (R20.9); every colour has as many."""
    cdef int i
    cdef int n = 0
    if level > CITY_LEVELS:
        return _defenders(e, (level + 1) // 2) + _defenders(e, level // 2)
    if level == 0:
        return 0
    for i in range(6):
        n += e.city_rows[level - 1].garrison[i]
    return n


cdef bint dragon_for_city(const Env *e, const GameState *g) noexcept nogil:
    """The dragon lies in place of a city, for all that is seen (A.13.2)."""
    return e.setup.dragon_place >= DRAGON_FOR_LAST and g.lair != NONE


cdef int defender_parts(const Env *e) noexcept nogil:
    """Parts of the goal that a defender of a city stands for: as many levels of heads are removed in its time."""
    return PACE_HEADS // PACE_CITY if e.setup.dragon_place >= DRAGON_FOR_LAST else 1


cdef bint _lies_open(const GameState *g, int site) noexcept nogil:
    cdef int i
    for i in range(g.n_tiles * 7):
        if g.spaces[i].site == site:
            return True
    return False


cdef void _restoring(const Env *e, const GameState *g, Aims *a) noexcept nogil:
    """Tokens and buildings still wanted (A.12.2)."""
    cdef Ascents had
    cdef int i
    cdef int tokens = e.setup.end_tokens
    count_ascents(g, NONE, &had)
    for i in range(g.n_seats):
        tokens -= g.site_tokens[i]
    a.tokens = max(tokens, 0)
    a.ziggurats = max(e.setup.end_ziggurats - had.ziggurats, 0)
    a.pyramids = max(e.setup.end_pyramids - had.pyramids, 0)
    a.all_ = e.setup.end_tokens + e.setup.end_ziggurats + e.setup.end_pyramids
    a.left = a.tokens + a.ziggurats + a.pyramids
    a.done = goal_restored(e, g)
    a.hidden = (a.ziggurats and not _lies_open(g, ZIGGURAT)) or (a.pyramids and not _lies_open(g, PYRAMID))


cdef void aims_of(const Env *e, const GameState *g, Aims *a) noexcept nogil:
    """Parts of the goal, done and to be done; nothing but zeros where the scenario has no such goal."""
    cdef int i, parts
    memset(a, 0, sizeof(Aims))
    if e.setup.ends & END_DRAGON:
        for i in range(4):
            a.all_ += g.heads_start[i]
            a.left += g.heads[i]
        a.done = a.left == 0
        a.hidden = g.lair == NONE
    elif e.setup.ends & END_CITIES:
        for i in range(g.n_cities):
            a.all_ += _defenders(e, g.cities[i].level) * defender_parts(e)
            a.left += g.cities[i].n_garrison * defender_parts(e)
        if dragon_for_city(e, g):
            for i in range(4):
                a.all_ += g.heads_start[i]
                a.left += g.heads[i]
        for i in range(g.n_cities + dragon_for_city(e, g), e.setup.cities):
            parts = _defenders(e, e.setup.city_levels[i]) * defender_parts(e)
            if e.setup.dragon_place == DRAGON_FOR_LAST and i == e.setup.cities - 1:
                parts = 4 * e.setup.city_levels[i]
            a.all_ += parts
            a.left += parts
        a.done = g.n_conquered >= e.setup.cities
        a.hidden = g.n_cities + dragon_for_city(e, g) < e.setup.cities
    elif e.setup.ends & END_RESTORED:
        _restoring(e, g, a)


cdef bint goal_here(const Env *e, const GameState *g, int space) noexcept nogil:
    """A place that has to be attacked for the goal: the lair, a city that is to be conquered."""
    if e.setup.ends & END_CITIES and not (dragon_for_city(e, g) and lair_here(e, g, space)):
        return g.spaces[space].site == CITY and g.spaces[space].extra != NONE and g.cities[g.spaces[space].extra].n_garrison > 0
    return lair_here(e, g, space)


cdef bint siege_time(const Env *e, const GameState *g) noexcept nogil:
    """The last Rounds, in which the Hero seeks the cities that it knows."""
    return bool(e.setup.ends & END_CITIES) and g.round > e.setup.rounds - SOUGHT


cdef int victory_worth(const Env *e, const GameState *g, const Policy *p) noexcept nogil:
    """Worth of reaching the goal in this Round, the points of its parts aside (R19, A.12.4)."""
    return p.weights.goal + 10 * e.setup.score_goal + 10 * e.setup.score_round * (e.setup.rounds - g.round)


cdef int part_credit(const Env *e, const GameState *g, const Policy *p) noexcept nogil:
    """What a part of the goal brings the whole nearer by, less if there is hardly time for the rest."""
    cdef Aims a
    cdef int n, i
    aims_of(e, g, &a)
    if not a.all_:
        return 0
    n = (victory_worth(e, g, p) + 10 * e.setup.score_city * e.setup.cities) * p.weights.credit // (100 * a.all_)
    i = (PACE_HEADS if e.setup.ends & END_DRAGON else PACE_CITY * defender_parts(e)) * turns_left(e, g)
    return n if i >= a.left else n * i // a.left


cdef int _parts_worth(const Env *e, const GameState *g, const Policy *p, const Aims *a, int n) noexcept nogil:
    """What so many more parts bring: their credit, and with the last one all that is left of the goal's worth."""
    cdef int credit = part_credit(e, g, p)
    if n and n >= a.left:
        return victory_worth(e, g, p) - credit * (a.all_ - a.left)
    return credit * n


cdef int token_worth(const Env *e, const GameState *g, const Policy *p, int n) noexcept nogil:
    """What so many more Destroyed Site tokens bring: their points, and parts of the goal (A.12.2)."""
    cdef Aims a
    if not e.setup.restoration:
        return 0
    aims_of(e, g, &a)
    return 10 * e.setup.score_restored * n + _parts_worth(e, g, p, &a, min(n, a.tokens))


cdef int ascent_worth(const Env *e, const GameState *g, const Policy *p, int site) noexcept nogil:
    """What a first floor of a ziggurat or pyramid brings the goal (A.12.2)."""
    cdef Aims a
    if not e.setup.ends & END_RESTORED:
        return 0
    aims_of(e, g, &a)
    return 10 * e.setup.score_ascended + _parts_worth(e, g, p, &a, min(a.ziggurats if site == ZIGGURAT else a.pyramids, 1))


cdef int _points_held(const Env *e, const GameState *g) noexcept nogil:
    """Points of the seat's Destroyed Site tokens, ziggurats and pyramids."""
    cdef Ascents had
    if not e.setup.restoration:
        return 0
    count_ascents(g, g.seat, &had)
    return 10 * e.setup.score_restored * g.site_tokens[g.seat] + 10 * e.setup.score_ascended * (had.ziggurats + had.pyramids)


cdef int point_worth(const Env *e, const Policy *p) noexcept nogil:
    """Worth of a quest point; more where Fame and achievements do not count (A.12.1)."""
    return e.setup.quest_fame * p.weights.fame * (SOLE if e.setup.score_base else 1)


cdef int _needed(const Env *e) noexcept nogil:
    """Lowest position on the Reputation track that wins (A.12.1)."""
    cdef int need = 7
    while need > -7 and e.reputation[need + 6] >= e.setup.goal_reputation:
        need -= 1
    return need


cdef int rep_worth(const Env *e, const GameState *g, const Policy *p) noexcept nogil:
    """Worth of a step of Reputation, with what it brings victory nearer by."""
    if e.setup.goal_reputation == NO_INTERACTION or g.players[g.seat].rep >= _needed(e):
        return p.weights.reputation
    return p.weights.reputation + p.weights.goal // ESTEEM


cdef int _esteem(const Env *e, const GameState *g, const Policy *p) noexcept nogil:
    """What the Reputation is worth where it is scored or decides over victory (A.12.1)."""
    cdef int rep = g.players[g.seat].rep
    cdef int need
    cdef int worth = 10 * e.setup.score_reputation * e.reputation[rep + 7]
    if e.reputation[rep + 7] == NO_INTERACTION:
        worth = -10 * e.setup.score_outcast
    if e.setup.goal_reputation == NO_INTERACTION:
        return worth
    need = _needed(e)
    return worth + p.weights.goal * min(rep, need) // ESTEEM + (p.weights.goal // 2 if rep >= need else 0)


cdef int goal_worth(const Env *e, const GameState *g, const Policy *p) noexcept nogil:
    """Worth of what is done of the goal."""
    cdef Aims a
    cdef int beside = _esteem(e, g, p)
    aims_of(e, g, &a)
    if not a.all_:
        return beside
    if e.setup.challenge:
        beside += p.weights.goal * goal_share(e, g, g.seat) // 100
    if a.done:
        return beside + victory_worth(e, g, p) + 10 * e.setup.score_city * g.n_conquered + _points_held(e, g)
    return beside + _points_held(e, g) + part_credit(e, g, p) * (a.all_ - a.left) + 10 * e.setup.score_city * g.n_conquered * (100 - p.weights.credit) // 100


cdef int urge(const Env *e, const GameState *g) noexcept nogil:
    """How much of its drive to the goal the Hero follows, per cent: the stronger the heads, the less it hopes to beat them."""
    cdef int left = g.heads[0] + g.heads[1] + g.heads[2] + g.heads[3]
    return 100 if left <= HOPE or not (e.setup.ends & END_DRAGON or dragon_for_city(e, g)) else 100 * HOPE // left
