"""Final scoring of a solo game: standard achievements without titles (R17.1), then goal and time (R17.4, A.12.4)."""

from libc.string cimport memset

from mkbalance._mageknight.content cimport rule
from mkbalance._mageknight.deeds cimport count_wounds, discard_card
from mkbalance._mageknight.dummy cimport dummy_all
from mkbalance._mageknight.factions cimport count_tokens
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.quests cimport quest_score
from mkbalance._mageknight.state cimport SP_BURNED, GameState, Player


cdef void _card(const Env *e, int card, Score *s) noexcept nogil:
    if e.cards[card].kind == SPELL:
        s.knowledge += 2
    elif e.cards[card].kind == ADVANCED_ACTION:
        s.knowledge += 1
    elif e.cards[card].kind == ARTIFACT:
        s.loot += 2


cdef void score_seat(const Env *e, const GameState *g, int seat, Score *s) noexcept nogil:
    """Every line of the score of one seat; ``total`` is their sum."""
    cdef const Player *p = &g.players[seat]
    cdef int i, level, site
    cdef int crystals = 0
    cdef bint won = g.won != 0
    memset(s, 0, sizeof(Score))
    s.fame = p.fame
    for i in range(p.n_deck):
        _card(e, p.cards[i], s)
    for i in range(p.n_discard):
        _card(e, discard_card(p, i), s)
    for i in range(p.n_hand):
        _card(e, p.hand[i], s)
    for i in range(p.n_played):
        _card(e, p.played[i], s)
    for i in range(p.n_stored):
        _card(e, p.stored[i], s)
    for i in range(p.n_away):
        _card(e, p.away[i], s)
    if p.set_aside != NONE:
        _card(e, p.set_aside, s)
    for i in range(p.n_units):
        level = e.units[p.units[i].kind].level
        s.leader += level // 2 if p.units[i].wounds else level
        if p.units[i].banner != NONE:
            _card(e, p.units[i].banner, s)
    for i in range(4):
        crystals += p.crystals[i]
    s.loot += crystals // 2
    for i in range(g.n_tiles * 7):
        if not (g.spaces[i].shields >> seat) & 1:
            continue
        site = g.spaces[i].site
        if site == KEEP or site == MAGE_TOWER or (site == MONASTERY and g.spaces[i].flags & SP_BURNED):
            s.conqueror += 2
        elif e.sites[site].adventure:
            s.adventurer += 2
    s.tokens = count_tokens(e, p)
    s.beating = -2 * count_wounds(e, p)
    for i in range(4):
        if g.heads_start[i] and not g.heads[i]:
            s.heads += e.setup.score_head
    for i in range(4):
        if g.horsemen[i].round:
            s.horsemen += e.setup.score_horseman
    s.cities = e.setup.score_city * g.n_conquered
    if won:
        s.goal = e.setup.score_goal
        s.rounds = e.setup.score_round * (e.setup.rounds - g.round + rule(e, RULE_ROUNDS_EARLY))
    s.dummy = e.setup.score_dummy * dummy_all(g)
    if not g.announced:
        s.unannounced = e.setup.score_unannounced
    s.quests = quest_score(e, g, seat)
    s.total = (s.fame + s.knowledge + s.loot + s.leader + s.conqueror + s.adventurer + s.beating + s.heads + s.horsemen + s.cities
               + s.goal + s.rounds + s.dummy + s.unannounced + s.tokens + s.quests)
