"""The result row of a finished game, and its numpy dtype."""

from libc.stdint cimport uint8_t

from libc.string cimport memset

from mkbalance._mageknight.challenge cimport goal_share
from mkbalance._mageknight.content import _dtype
from mkbalance._mageknight.deeds cimport count_wounds, owned_card
from mkbalance._mageknight.floors cimport floor_of
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.restoring cimport Ascents, count_ascents
from mkbalance._mageknight.scoring cimport Score, score_seat, victory
from mkbalance._mageknight.state cimport GameState, Player


def _row_dtype():
    cdef ResultRow row
    return _dtype(<ResultRow[:1]> &row)


def _kept_dtype():
    cdef KeptRow row
    return _dtype(<KeptRow[:1]> &row)


ROW_DTYPE = _row_dtype()
KEPT_DTYPE = _kept_dtype()


cdef void _keep(const Env *e, int card, KeptRow *row) noexcept nogil:
    if not ADVANCED_ACTION <= e.cards[card].kind <= ARTIFACT or row.n == 255:
        return
    if row.n >= MAX_KEPT:
        row.n = 255
        return
    row.cards[row.n] = <unsigned char> card
    row.n += 1


cdef void fill_kept(const Env *e, const GameState *g, int seat, KeptRow *row) noexcept nogil:
    """Cards and Units that a seat still has at the end; Banners come off their Units, Wounds and Basic Actions are no matter."""
    cdef const Player *p = &g.players[seat]
    cdef int i
    cdef int k = 0
    cdef int card = owned_card(p, 0)
    memset(row, 0, sizeof(KeptRow))
    row.reputation = p.rep
    row.level = p.level
    while card != NONE:
        _keep(e, card, row)
        k += 1
        card = owned_card(p, k)
    for i in range(p.n_units):
        row.units[row.n_units] = p.units[i].kind
        row.n_units += 1


cdef int _ruler(const GameState *g, int city) noexcept nogil:
    """1 + row of the Hero ruling a city, 0 = none."""
    return 1 + g.cities[city].ruler if city < g.n_cities and g.cities[city].ruler != NONE else 0


cdef void fill_row(const Env *e, const GameState *g, int seat, int player, ResultRow *row) noexcept nogil:
    """Report one seat of a finished game."""
    cdef const Player *p = &g.players[seat]
    cdef Score s
    cdef Ascents ascents
    cdef int i
    score_seat(e, g, seat, &s)
    memset(row, 0, sizeof(ResultRow))
    row.key = g.key
    row.game = g.game
    row.actions = g.n_actions
    row.score = <short> s.total
    row.score_fame = <short> s.fame
    row.score_knowledge = <short> s.knowledge
    row.score_loot = <short> s.loot
    row.score_leader = <short> s.leader
    row.score_conqueror = <short> s.conqueror
    row.score_adventurer = <short> s.adventurer
    row.score_beating = <short> s.beating
    row.score_heads = <short> s.heads
    row.score_horsemen = <short> s.horsemen
    row.score_cities = <short> s.cities
    row.score_goal = <short> s.goal
    row.score_rounds = <short> s.rounds
    row.score_dummy = <short> s.dummy
    row.score_unannounced = <short> s.unannounced
    row.score_tokens = <short> s.tokens
    row.score_quests = <short> s.quests
    row.score_challenge = <short> s.challenge
    row.score_restored = <short> s.restored
    row.score_ascended = <short> s.ascended
    row.score_reputation = <short> s.reputation
    row.fame = p.fame
    row.reputation = p.rep
    row.wounds = <unsigned short> count_wounds(e, p)
    row.wounds_taken = p.tally.wounds_taken
    row.combats = p.tally.combats
    row.defeated_green = p.tally.defeated[<int> TOKEN_GREEN]
    row.defeated_grey = p.tally.defeated[<int> TOKEN_GREY]
    row.defeated_brown = p.tally.defeated[<int> TOKEN_BROWN]
    row.defeated_violet = p.tally.defeated[<int> TOKEN_VIOLET]
    row.defeated_white = p.tally.defeated[<int> TOKEN_WHITE]
    row.defeated_red = p.tally.defeated[<int> TOKEN_RED]
    row.hero = p.hero
    row.player = <unsigned char> player
    row.win = victory(e, g, seat)
    if row.win:
        row.round_won = g.round_won
        row.turn_won = g.turn_won
    if e.setup.challenge:
        row.objective = <unsigned char> goal_share(e, g, seat)
    row.rounds = g.round
    row.turns = p.tally.turns
    row.level = p.level
    row.actions_gained = p.tally.actions
    row.spells_gained = p.tally.spells
    row.artifacts_gained = p.tally.artifacts
    row.recruits = p.tally.recruits
    row.units = p.n_units
    for i in range(4):
        row.crystals += p.crystals[i]
    row.tiles = p.tally.tiles
    row.knocked_out = p.tally.knocked_out
    row.dragon_turns = g.dragon_turns
    row.air_attacks = p.tally.air_attacks
    row.sites_destroyed = e.setup.destroyed_tokens - g.destroyed_left
    for i in range(g.n_seats):  # tokens of possessed rampagers came out of the same supply
        row.sites_destroyed -= g.site_tokens[i] - g.restored[i]
    row.site_tokens = g.site_tokens[seat]
    row.possessed_rampagers = g.possessed_beaten[seat]
    count_ascents(g, seat, &ascents)
    row.floors_conquered = <uint8_t> ascents.floors
    row.teleports = g.teleports[seat]
    row.cities_conquered = g.n_conquered
    row.war_start = g.heads_start[<int> HEAD_WAR]
    row.famine_start = g.heads_start[<int> HEAD_FAMINE]
    row.death_start = g.heads_start[<int> HEAD_DEATH]
    row.pestilence_start = g.heads_start[<int> HEAD_PESTILENCE]
    row.war_removed = g.heads_removed[<int> HEAD_WAR]
    row.famine_removed = g.heads_removed[<int> HEAD_FAMINE]
    row.death_removed = g.heads_removed[<int> HEAD_DEATH]
    row.pestilence_removed = g.heads_removed[<int> HEAD_PESTILENCE]
    row.war_round = g.heads_round[<int> HEAD_WAR]
    row.famine_round = g.heads_round[<int> HEAD_FAMINE]
    row.death_round = g.heads_round[<int> HEAD_DEATH]
    row.pestilence_round = g.heads_round[<int> HEAD_PESTILENCE]
    for i in range(4):
        row.horsemen_defeated += g.horsemen[i].round > 0
    row.war_raised = g.heads_raised[<int> HEAD_WAR]
    row.famine_raised = g.heads_raised[<int> HEAD_FAMINE]
    row.death_raised = g.heads_raised[<int> HEAD_DEATH]
    row.pestilence_raised = g.heads_raised[<int> HEAD_PESTILENCE]
    row.war_horseman_level = g.horsemen[<int> HEAD_WAR].level
    row.war_horseman_sites = g.horsemen[<int> HEAD_WAR].sites
    row.war_horseman_round = g.horsemen[<int> HEAD_WAR].round
    row.famine_horseman_level = g.horsemen[<int> HEAD_FAMINE].level
    row.famine_horseman_sites = g.horsemen[<int> HEAD_FAMINE].sites
    row.famine_horseman_round = g.horsemen[<int> HEAD_FAMINE].round
    row.death_horseman_level = g.horsemen[<int> HEAD_DEATH].level
    row.death_horseman_sites = g.horsemen[<int> HEAD_DEATH].sites
    row.death_horseman_round = g.horsemen[<int> HEAD_DEATH].round
    row.pestilence_horseman_level = g.horsemen[<int> HEAD_PESTILENCE].level
    row.pestilence_horseman_sites = g.horsemen[<int> HEAD_PESTILENCE].sites
    row.pestilence_horseman_round = g.horsemen[<int> HEAD_PESTILENCE].round
    row.proxy_tiles = g.proxied.tiles
    row.proxy_rampagers = g.proxied.rampagers
    row.proxy_adventures = g.proxied.adventures
    row.proxy_fortified = g.proxied.fortified
    row.proxy_city_tokens = g.proxied.city_tokens
    row.proxy_monasteries = g.proxied.monasteries
    row.proxy_units = g.proxied.units
    row.proxy_actions = g.proxied.actions
    row.proxy_spells = g.proxied.spells
    for i in range(g.n_cities):
        if g.cities[i].ruler != NONE:
            row.rulers_met += 1
            row.rulers_defeated += g.cities[i].n_garrison == 0
    row.ruler_1 = _ruler(g, 0)
    row.ruler_2 = _ruler(g, 1)
    row.ruler_3 = _ruler(g, 2)
    row.ruler_4 = _ruler(g, 3)
    row.dragon_city = e.setup.dragon_place >= DRAGON_FOR_LAST and g.lair != NONE
    row.faction_tokens = p.tally.faction_tokens
    row.possessed_defeated = p.tally.possessed
    row.sites_restored = <uint8_t> (g.restored[seat] + g.sites_restored)
    for i in range(g.n_tiles * 7):
        if g.spaces[i].site == ZIGGURAT:
            row.ziggurat_floor = <unsigned char> max(row.ziggurat_floor, floor_of(&g.spaces[i], seat))
        elif g.spaces[i].site == PYRAMID:
            row.pyramid_floor = <unsigned char> max(row.pyramid_floor, floor_of(&g.spaces[i], seat))
    row.quests_taken = p.tally.quests_taken
    row.quest_steps = p.tally.quest_steps
    row.quests_completed = p.tally.quests_done
    row.quests_failed = p.tally.quests_failed
    row.quests_abandoned = p.tally.quests_left
    row.quest_points = p.tally.quest_points
    row.announced = g.announced
    row.fault = g.fault
