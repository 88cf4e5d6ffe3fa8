"""The result row: one per game, fixed width. ``record.ROW_DTYPE`` is its numpy twin."""

from libc.stdint cimport int8_t, int16_t, uint8_t, uint16_t, uint32_t, uint64_t

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.state cimport GameState

cdef packed struct ResultRow:
    uint64_t key
    uint64_t game
    uint32_t actions
    int16_t score
    int16_t score_fame
    int16_t score_knowledge
    int16_t score_loot
    int16_t score_leader
    int16_t score_conqueror
    int16_t score_adventurer
    int16_t score_beating
    int16_t score_heads
    int16_t score_horsemen
    int16_t score_cities
    int16_t score_goal
    int16_t score_rounds
    int16_t score_dummy
    int16_t score_unannounced
    int16_t score_tokens
    int16_t score_quests
    int16_t score_challenge
    int16_t score_restored
    int16_t score_ascended
    int16_t score_reputation
    int16_t fame
    int16_t reputation
    uint16_t wounds
    uint16_t wounds_taken
    uint16_t combats
    uint16_t defeated_green
    uint16_t defeated_grey
    uint16_t defeated_brown
    uint16_t defeated_violet
    uint16_t defeated_white
    uint16_t defeated_red
    uint8_t hero
    uint8_t player
    uint8_t win
    uint8_t objective     # per cent of the Hero's own goal (A.12.8)
    uint8_t round_won
    uint8_t turn_won
    uint8_t rounds
    uint8_t turns
    uint8_t level
    uint8_t actions_gained
    uint8_t spells_gained
    uint8_t artifacts_gained
    uint8_t recruits
    uint8_t units
    uint8_t crystals
    uint8_t tiles
    uint8_t knocked_out
    uint8_t dragon_turns
    uint8_t air_attacks
    uint8_t sites_destroyed
    uint8_t cities_conquered
    uint8_t war_start
    uint8_t famine_start
    uint8_t death_start
    uint8_t pestilence_start
    uint8_t war_removed
    uint8_t famine_removed
    uint8_t death_removed
    uint8_t pestilence_removed
    uint8_t war_round
    uint8_t famine_round
    uint8_t death_round
    uint8_t pestilence_round
    uint8_t war_raised
    uint8_t famine_raised
    uint8_t death_raised
    uint8_t pestilence_raised
    uint8_t horsemen_defeated
    uint8_t war_horseman_level
    uint8_t famine_horseman_level
    uint8_t death_horseman_level
    uint8_t pestilence_horseman_level
    uint8_t war_horseman_sites
    uint8_t famine_horseman_sites
    uint8_t death_horseman_sites
    uint8_t pestilence_horseman_sites
    uint8_t war_horseman_round
    uint8_t famine_horseman_round
    uint8_t death_horseman_round
    uint8_t pestilence_horseman_round
    uint8_t proxy_tiles   # what the proxies did and took (A.11.4)
    uint8_t proxy_rampagers
    uint8_t proxy_adventures
    uint8_t proxy_fortified
    uint8_t proxy_city_tokens
    uint8_t proxy_monasteries
    uint8_t proxy_units
    uint8_t proxy_actions
    uint8_t proxy_spells
    uint8_t rulers_met    # cities whose ruler was revealed (A.13.4)
    uint8_t rulers_defeated  # of these, cities conquered
    uint8_t ruler_1       # 1 + row of the Hero ruling the first city, 0 = none
    uint8_t ruler_2
    uint8_t ruler_3
    uint8_t ruler_4
    uint8_t dragon_city   # 1 = the dragon lies in place of a city (A.13.2)
    uint8_t faction_tokens
    uint8_t possessed_defeated
    uint8_t sites_restored
    uint8_t ziggurat_floor
    uint8_t pyramid_floor
    uint8_t quests_taken
    uint8_t quest_steps
    uint8_t quests_completed
    uint8_t quests_failed
    uint8_t quests_abandoned
    uint8_t quest_points
    uint8_t site_tokens
    uint8_t possessed_rampagers
    uint8_t floors_conquered
    uint8_t teleports
    uint8_t announced
    uint8_t fault

cdef packed struct KeptRow:  # what a campaign may keep of a seat (A.14.1)
    int8_t reputation
    uint8_t level
    uint8_t n                       # 255 = more than there is room for
    uint8_t cards[MAX_KEPT]         # non-basic Deed cards of every zone
    uint8_t n_units
    uint8_t units[MAX_KEPT_UNITS]
    uint8_t pad

cdef void fill_kept(const Env *e, const GameState *g, int seat, KeptRow *row) noexcept nogil
cdef void fill_row(const Env *e, const GameState *g, int seat, int player, ResultRow *row) noexcept nogil
