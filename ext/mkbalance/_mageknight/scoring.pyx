"""Final scoring of a solo game: standard achievements without titles (R17.1), then goal and time (R17.4, A.12.4).

In the challenge a Hero scores some of them otherwise (A.12.8).
"""

from libc.string cimport memset

from mkbalance._mageknight.challenge cimport Holdings, goal_met, holdings, kept_points
from mkbalance._mageknight.content cimport ChallengeRow, number, rule
from mkbalance._mageknight.deeds cimport count_wounds
from mkbalance._mageknight.dummy cimport dummy_all
from mkbalance._mageknight.factions cimport count_tokens
from mkbalance._mageknight.hexmap cimport printed_cost, terrain_at
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.quests cimport quest_score
from mkbalance._mageknight.progress cimport NO_INTERACTION
from mkbalance._mageknight.restoring cimport Ascents, count_ascents
from mkbalance._mageknight.state cimport GameState, Player

cdef enum:  # R17.1
    PER_SPELL = 2
    PER_ACTION = 1
    PER_ARTIFACT = 2
    PER_SHIELD = 2


cdef inline int _or(int points, int standard) noexcept nogil:
    return points if points else standard


cdef bint victory(const Env *e, const GameState *g, int seat) noexcept nogil:
    """The scenario's goal was reached, and in the challenge the Hero's own (A.12.8)."""
    return g.won != 0 and (not e.setup.challenge or goal_met(e, g, seat))


cdef int _last_space(const Env *e, const GameState *g, const Player *p) noexcept nogil:
    """Move cost at Night of the space the game ended in; mountains 5, lakes 2 (A.12.8)."""
    cdef int space = p.space if p.space != NONE else p.last_space
    cdef int cost
    if space == NONE:
        return 0
    cost = printed_cost(e, g, space, 1)
    if cost != 255:
        return cost
    return 5 if terrain_at(e, g, space) == MOUNTAIN else 2


cdef void score_seat(const Env *e, const GameState *g, int seat, Score *s) noexcept nogil:
    """Every line of the score of one seat; ``total`` is their sum."""
    cdef const Player *p = &g.players[seat]
    cdef Ascents ascents
    cdef ChallengeRow c
    cdef Holdings h
    cdef int i, level
    memset(s, 0, sizeof(Score))
    memset(&c, 0, sizeof(ChallengeRow))
    if e.setup.challenge:
        c = e.challenges[p.hero]
    holdings(e, g, seat, &h)
    s.fame = p.fame
    s.knowledge = h.spells * _or(c.per_spell, PER_SPELL) + h.actions * _or(c.per_action, PER_ACTION)
    s.loot = h.artifacts * _or(c.per_artifact, PER_ARTIFACT) + (h.crystals if c.each_crystal else h.crystals // 2)
    for i in range(p.n_units):
        level = e.units[p.units[i].kind].level
        if p.units[i].wounds:
            s.leader += level if c.wounded_full else level // 2
        else:
            s.leader += level * _or(c.per_level, 1)
    s.conqueror = h.conqueror * _or(c.per_conqueror, PER_SHIELD)
    s.adventurer = h.adventurer * _or(c.per_adventurer, PER_SHIELD)
    s.tokens = count_tokens(e, p)
    s.beating = 0 if c.no_beating else number(e, NUMBER_WOUND_SCORE) * count_wounds(e, p)
    for i in range(4):
        if g.heads_start[i] and not g.heads[i]:
            s.heads += e.setup.score_head
    for i in range(4):
        if g.horsemen[i].round:
            s.horsemen += e.setup.score_horseman
    count_ascents(g, seat, &ascents)
    s.restored = e.setup.score_restored * g.site_tokens[seat]
    s.ascended = e.setup.score_ascended * (ascents.ziggurats + ascents.pyramids)
    s.cities = e.setup.score_city * g.n_conquered
    if e.reputation[p.rep + 7] == NO_INTERACTION:
        s.reputation = -e.setup.score_outcast
    else:
        s.reputation = e.setup.score_reputation * e.reputation[p.rep + 7]
    if e.setup.score_base:  # quest points instead (A.12.1)
        s.fame = s.knowledge = s.loot = s.leader = s.conqueror = s.adventurer = s.beating = s.tokens = 0
    if g.won:
        s.goal = e.setup.score_goal
        s.rounds = e.setup.score_round * (e.setup.rounds - g.round + rule(e, RULE_ROUNDS_EARLY))
    s.dummy = e.setup.score_dummy * dummy_all(g)
    if not g.announced:
        s.unannounced = e.setup.score_unannounced
    s.quests = quest_score(e, g, seat)
    if e.setup.challenge:
        s.challenge = kept_points(e, g)
        if c.score_space:
            s.challenge += _last_space(e, g, p)
    s.total = (s.fame + s.knowledge + s.loot + s.leader + s.conqueror + s.adventurer + s.beating + s.heads + s.horsemen + s.cities
               + s.goal + s.rounds + s.dummy + s.unannounced + s.tokens + s.quests + s.challenge
               + s.restored + s.ascended + s.reputation)
