"""Rows of the content tables as the core reads them, and ``Env``: everything a rule may look at.

Each struct is the twin of a numpy dtype in ``content.DTYPES``; ``content.Tables`` owns the arrays and lends the pointers.
"""

from libc.stdint cimport int8_t, int16_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t

from mkbalance._mageknight.ids cimport *

cdef packed struct Instr:
    int16_t a
    uint8_t op            # Op
    uint8_t b
    int8_t c
    int8_t d

cdef packed struct OptionRow:  # one way to play one side of a card, a Unit ability or a Skill
    uint16_t first        # first Instr
    uint16_t windows      # WIN_ bits
    uint8_t n             # number of Instr
    uint8_t cost          # mask of colours, one mana of them (0 = no mana)
    uint8_t cost2         # mask of colours for a second mana (a Spell's black)
    uint8_t group         # ordinal of the printed ability this belongs to (Units, Skills)
    uint16_t flags        # OPT_ bits

cdef enum:  # OptionRow.flags
    OPT_NEEDS = 1         # requirements beyond mana: costs, targets
    OPT_ATTACK = 2
    OPT_BLOCK = 4
    OPT_MOVE = 8
    OPT_INFLUENCE = 16
    OPT_ACTION = 32       # takes the action of the turn
    OPT_COMBAT_START = 64 # before any attack of the Ranged and Siege phase
    OPT_SIEGE = 128       # its Attack is a Siege Attack
    OPT_FIRST = 256       # changes an enemy before it attacks: its targets may be named afterwards
    OPT_BORROWS = 1024    # uses another card's or Unit's effect
    OPT_SPENDS_MOVE = 512 # more Move points make it stronger, in combat too

cdef packed struct CardRow:
    uint16_t basic        # first OptionRow of the basic side
    uint16_t powered      # first OptionRow of the powered side
    uint8_t n_basic
    uint8_t n_powered
    uint8_t kind          # CardKind
    uint8_t colours       # mask of basic colours; 0 for Artifacts and Wounds
    uint8_t flags         # CardFlag bits
    uint8_t hero          # hero row, NONE = anybody
    uint8_t healing       # 1 = no option may be used in combat (the card's icon is healing)

cdef packed struct UnitRow:
    uint16_t options      # first OptionRow
    uint16_t sites        # mask 1 << Site of the printed recruit icons (city = 1 << CITY, glade = 1 << GLADE)
    uint8_t n_options
    uint8_t level
    uint8_t cost
    uint8_t armor
    uint8_t resist        # Resistance bits
    uint8_t copies
    uint8_t flags         # UnitFlag bits
    int8_t rep_factor     # how often the Reputation modifier counts towards its price: 1, Heroes 2, Thugs -1
    uint8_t assault_cost  # Influence to activate in an assault (Heroes 2)
    uint8_t damage_cost   # Influence to assign damage to it (Thugs 2)

cdef packed struct EnemyRow:  # enemy tokens and dragon heads
    uint16_t abilities    # Ability bits
    uint8_t colour        # TokenColour
    uint8_t count
    int8_t fame
    int8_t armor          # 0 = cannot be attacked (control head)
    int8_t armor_high     # elusive; equal to armor otherwise
    uint8_t resist        # Resistance bits
    uint8_t n_attacks
    int8_t value[4]       # attack values; TokenColour for a summon
    uint8_t element[4]    # Element
    int8_t rep            # Reputation on defeat, printed on the token
    uint8_t defend
    uint8_t expansion     # 0 base, 1 The Lost Legion, 2 Shades of Tezla
    uint8_t faction       # 0 none, 1 Elementalist, 2 Dark Crusader
    int8_t bonus          # control head: added to each attack of the other heads

cdef packed struct PreferenceRow:  # where a Horseman rides (A.12.5): masks of Site, the first list with a site left counts
    uint32_t lists[3]
    uint8_t pad

cdef packed struct PossessedRow:
    int8_t armor
    int8_t attack
    int8_t psychic        # 0 = none
    int8_t fame
    uint8_t count

cdef packed struct RuinsRow:
    uint8_t altar         # 1 = altar
    uint8_t cost[4]       # mana of each basic colour
    uint8_t fame
    uint8_t n_enemies
    uint8_t enemies[3]    # TokenColour
    uint8_t artifacts
    uint8_t spells
    uint8_t actions
    uint8_t units
    uint8_t crystals      # sets of one crystal of each basic colour
    uint8_t count

cdef packed struct HexRow:  # table "hexes": seven rows a tile, tile * 7 + (C, NE, E, SE, SW, W, NW)
    uint8_t terrain       # Terrain
    uint8_t site          # Site
    uint8_t mines         # mask of basic colours
    uint8_t city          # Colour
    uint8_t walls         # mask of the six directions

cdef packed struct TileRow:
    uint8_t kind          # TileKind
    uint8_t number        # printed number
    uint8_t expansion     # 0 base, 1 The Lost Legion, 2 Shades of Tezla, 3 The Apocalypse Dragon
    uint8_t copies        # 1

cdef packed struct TacticRow:
    uint8_t number
    uint8_t night
    uint8_t behaviour     # Tactic

cdef packed struct HeroRow:
    uint8_t deck[16]      # card rows
    uint8_t crystals[4]   # dots on the hero card, by basic colour (R16.1)
    uint8_t pad

cdef packed struct LevelRow:
    uint8_t fame          # first Fame of the level
    uint8_t armor
    uint8_t hand_limit
    uint8_t command

cdef packed struct CityRow:
    uint8_t garrison[6]   # tokens by TokenColour
    uint8_t pad

cdef packed struct SiteRow:
    uint8_t heal_cost     # Influence per Healing point, 0 = none
    uint8_t recruits      # 1 = Units with this site's icon may be recruited
    uint8_t inhabited
    uint8_t fortified
    uint8_t adventure
    uint8_t protects      # heads a Hero here may keep off in an air attack (A.12.4)
    uint8_t destructible  # may be destroyed by the dragon
    uint8_t spell_cost    # Influence of a Spell, 0 = none
    uint8_t action_cost   # Influence of an Advanced Action
    uint8_t artifact_cost
    uint8_t elite_cost    # Influence to add an Elite Unit to the offer
    uint8_t crystal_cost  # Influence of a crystal (oasis)
    uint8_t crystal_price # Influence for a crystal sold (oasis)

cdef packed struct SkillRow:
    uint16_t options
    uint8_t n_options
    uint8_t hero
    uint8_t per_round     # 1 = once per Round, 0 = once per turn
    uint8_t flags         # 1 = cooperative interactive, 2 = competitive interactive, 4 = dealt

cdef packed struct RulerRow:  # a Mage Knight ruling a city (A.13.4), by HeroRow
    uint8_t mark          # Mark
    uint8_t moves         # 1 = its Shield goes on to the next defender
    uint8_t summons       # 1 = an enemy is summoned in each assault
    int8_t armor
    int8_t attack
    int8_t alone          # attack in place of that if there is no other defender
    uint8_t resist        # Resistance bits gained
    uint8_t element       # Element that the attacks gain
    int8_t source_armor[4]   # while the Source shows a colour: Armor, attack, Element, Ability gained
    int8_t source_attack[4]
    uint8_t source_element[4]
    uint8_t source_ability[4]
    int8_t from_attack[9] # by Terrain of the space assaulted from
    uint8_t from_cold[9]  # its attacks become Cold Fire: bits 1 by Day, 2 by Night
    int8_t instead        # attack in place of the Element gained, for attacks that had it

cdef packed struct FactionRow:  # a faction token (A.6)
    uint16_t options
    uint8_t n_options
    uint8_t faction       # Faction
    uint8_t count

cdef packed struct FloorRow:  # a floor of a ziggurat or pyramid (A.5.2)
    uint8_t colour        # TokenColour of its enemy
    uint8_t crystals      # random ones
    uint8_t spells
    uint8_t artifacts

cdef packed struct QuestRow:  # a quest card (A.9)
    uint8_t first         # first StepRow
    uint8_t n_steps
    uint8_t numbers       # numbered steps
    uint8_t kind          # QuestKind
    uint8_t starting
    uint8_t dealt         # 0 = left in the box
    uint8_t number
    int8_t requires       # Reputation modifier needed to begin it, -128 = none
    uint8_t reveal        # Reveal
    uint8_t enemy         # EnemyRow laid on it when revealed, or printed on it; NONE
    uint8_t holds         # mask of places on the card for enemy tokens
    uint8_t flags         # QuestFlag bits

cdef packed struct StepRow:
    uint32_t sites        # mask 1 << Site, 1 = no site; 0 = anywhere
    uint16_t terrain      # mask 1 << Terrain, 0 = any
    uint16_t where        # Where bits
    uint16_t gain         # first OptionRow, one a band; two bands may share one
    uint16_t flags        # StepFlag bits
    uint8_t number
    uint8_t letter        # 0 none, 1 a, ...
    uint8_t influence     # paid in an interaction
    uint8_t influence_strong  # at a keep, mage tower or city
    uint8_t mana          # of any basic colours, where nobody lives
    uint8_t wounds        # to hand
    int8_t rep
    uint8_t points
    uint8_t measure       # Measure
    uint8_t limits[3]     # highest value of each band but the last
    uint8_t n_gains
    uint8_t foes[12]      # TokenColour, three a band; NONE
    uint8_t feat          # Feat

cdef packed struct ChallengeRow:  # what a Hero has to reach in the challenge, and how it scores (A.12.8); 0 = nothing asked
    uint8_t skill         # Skill row taken at level 2, NONE
    uint8_t tiles[8]      # four countryside tiles that must be there, two to choose from each; NONE
    uint8_t wounds        # asked: Wounds in the deck and on Units
    uint8_t spells
    uint8_t colours       # 1 = a crystal of each basic colour
    uint8_t unit_levels
    uint8_t conqueror     # Shields that count for the Greatest Conqueror
    uint8_t adventurer
    uint8_t kept          # tokens kept by a Skill, of different Fame
    uint8_t basics        # 1 = no Basic Action thrown away
    uint8_t action_colours  # 1 = an Advanced Action of each colour
    uint8_t artifacts
    uint8_t crystals
    uint8_t per_spell     # points in place of the standard ones (R17.1): a Spell
    uint8_t per_action
    uint8_t per_artifact
    uint8_t per_conqueror
    uint8_t per_adventurer
    uint8_t per_level     # a level of an unwounded Unit
    uint8_t each_crystal  # 1 = a point for each crystal
    uint8_t wounded_full  # 1 = the full level of a wounded Unit
    uint8_t no_beating    # 1 = Wounds cost nothing
    uint8_t score_kept    # 1 = highest Fame of the tokens kept
    uint8_t per_kept      # and this for each different Fame
    uint8_t score_space   # 1 = Move cost at Night of the last space
    uint8_t pad

cdef packed struct RestoreRow:  # a row of the scenario card of Against the Apocalypse (A.12.2)
    uint32_t sites        # mask of Site that the row means; of rampagers their spaces
    uint8_t start         # 1 = bears a die symbol: the neutral Shield may start here
    uint8_t restorable    # 0 = never
    uint8_t influence     # what restoring costs: Influence in an interaction
    uint8_t mana          # or one mana of these colours
    uint8_t crystals      # or so many crystals
    uint8_t crystal_mask  # of these colours
    uint8_t different     # 1 = all of different colours
    uint8_t fight         # or a fight with a token of this TokenColour, NONE
    int8_t rep            # rewards
    uint8_t fame
    uint8_t actions       # Advanced Actions to the Unit offer
    uint8_t tokens[2]     # Destroyed Site tokens for a possessed green, a possessed red rampager
    uint8_t shield        # 1 = own Shield on the site

cdef packed struct Setup:  # one scenario, expanded
    uint8_t seats
    uint8_t heroes[4]     # hero rows
    uint8_t dummy_hero    # NONE = none, HERO = drawn at random among the unused
    uint8_t dummies       # their number
    uint8_t proxies       # mask: these of them are proxy players (A.11)
    uint8_t proxy_floors  # 1 = ziggurats and pyramids are objectives of a proxy
    uint8_t pass_tactics  # 1 = a player may pass when Tactics are chosen (A.13.5)
    uint8_t rounds
    uint8_t first_night   # 1 = the first Round is a Night
    uint8_t shape         # Shape
    uint8_t n_layout      # places of a predefined map, the first one laid at setup
    int8_t layout_x[MAX_LAYOUT]
    int8_t layout_y[MAX_LAYOUT]
    uint8_t layout_kind[MAX_LAYOUT]  # TileKind
    uint8_t first_tile    # tile row in the middle of a predefined map
    uint8_t core_on_coast # 1 = no limitation for core tiles
    uint8_t sorted_tiles  # 1 = countryside tiles in number order
    uint8_t countryside   # numbers of tiles
    uint8_t cores
    uint8_t cities
    uint8_t forced_core   # tile row that must be among the core tiles, NONE = none
    uint8_t kept_site[2]  # Site on exactly kept_number of the countryside tiles, of the core tiles; NO_SITE = no such rule
    uint8_t kept_number[2]
    uint8_t top_site      # Site on the first countryside tile, NO_SITE = no such rule
    uint8_t free_tiles    # 1 = a tile that is explored may be turned (A.12.7)
    uint8_t teleport      # 1 = teleporting to a like space (A.12.7)
    uint8_t start_fame
    int8_t start_rep
    uint8_t fame_per_level
    uint8_t fame_per_tile
    uint8_t extra_dice
    uint8_t extra_units
    uint8_t elites        # 0 = no Elite Units in this scenario
    uint8_t village_units # 1 = at least one village Unit in the first offer
    uint8_t city_mode     # 0 to be conquered, 1 friendly, 2 closed
    uint8_t city_levels[4]
    uint8_t dragon        # 1 = the dragon acts and has its lair (A.12.4)
    uint8_t lair_tile     # tile row of the lair
    uint8_t lair_hexes[3] # hexes of that tile
    uint8_t heads[4]      # start levels
    uint8_t random_heads  # 1 = each one lower, then four basic dice raise the heads of their colours (A.13.3)
    uint8_t dragon_turns[5]  # 0 none, 1 destroy, 2 attack; fifth = every later turn
    uint8_t destroyed_tokens
    uint8_t dragon_place  # DragonPlace
    uint8_t rulers        # 1 = a Mage Knight rules each city to be conquered (A.13.4)
    uint8_t horsemen      # HORSEMEN_RIDE (A.12.5), HORSEMEN_GATHER (A.12.3), 0 = none
    uint8_t horseman_level
    uint8_t horses        # 1 = each Horseman has a horse (variant)
    uint8_t horseman_tiles[4]  # tiles revealed that bring the first, second, third, fourth
    uint8_t restoration   # 1 = the scenario card destroys sites and possesses rampagers (A.12.2)
    uint8_t end_tokens    # Destroyed Site tokens that the goal asks for
    uint8_t end_floors    # floors of ziggurats and pyramids conquered
    uint8_t end_ziggurats # ziggurats with a conquered floor
    uint8_t end_pyramids
    uint8_t ends          # Ends bits
    uint8_t remove_tactics   # 1 = both used Tactics leave the game each Round (SOLO)
    uint8_t score_head    # points per head defeated
    uint8_t score_horseman
    uint8_t score_goal    # points for the whole goal
    uint8_t score_city
    uint8_t score_round   # per Round early
    uint8_t score_dummy   # per unflipped dummy card
    uint8_t score_unannounced
    uint8_t score_restored   # per Destroyed Site token
    uint8_t score_ascended   # per ziggurat or pyramid with a floor conquered
    uint8_t score_reputation # per point of the Reputation modifier
    uint8_t score_outcast    # points lost at X
    uint8_t score_base       # 0 = Fame and achievements, 1 = quest points in their place (A.12.1)
    int8_t goal_reputation   # modifier that every seat must have at the end, -128 = no such goal
    uint8_t expansions    # mask of token and Unit expansions in play: 1 base, 2 The Lost Legion, 4 Shades of Tezla
    uint8_t tile_expansions  # mask by 1 << TileRow.expansion
    uint8_t rules[N_RULES]   # by Rule: the switches of docs/rulings.md
    uint8_t challenge     # 1 = each Hero has a goal of its own (A.12.8)
    uint8_t crystal_when  # WHEN_ bits: when something else comes of a random crystal (A.13.7)
    uint8_t crystal_else  # ELSE_ bits: what
    uint8_t crystal_factions  # 1 Cult, 2 Council
    uint8_t start_level   # characters made for this level (T.7), 0 = the printed start
    uint8_t start_influence  # per level
    int8_t start_draws[5] # cards drawn beyond the level: Advanced Actions, Regular Units, Spells, Artifacts, faction tokens
    uint8_t start_prices[6]  # Advanced Action, Spell, Spell and a crystal, Artifact, faction token, crystal
    uint8_t start_tokens  # 1 Cult, 2 Council: piles drawn from
    uint8_t campaign      # 1 = nothing is drawn, the kept cards are chosen from (A.14)
    uint8_t n_kept
    uint8_t kept[MAX_KEPT]   # card rows
    uint8_t n_kept_units
    uint8_t kept_units[MAX_KEPT_UNITS]
    uint8_t competitive   # 0 = solo or cooperative
    uint16_t chance[N_CHANCES]  # by Chance: the deal, 0 = that of the game's number
    uint8_t quests        # cards of the quest offer, 0 = no quests (A.9)
    uint8_t quest_first   # of these, revealed at the start
    uint8_t quest_leave   # cards that leave the offer before each Round
    uint8_t quest_fame    # Fame a quest point (A.13.1)
    uint8_t quest_title   # more for the Greatest Quester of a competitive game
    uint8_t quest_tied

cdef struct Env:  # read-only surroundings of a game; never stored in the state
    const Instr *instrs
    const OptionRow *options
    const CardRow *cards
    const UnitRow *units
    const EnemyRow *enemies
    const EnemyRow *heads        # 5 x 12
    const EnemyRow *horsemen     # 4 x 6
    const PreferenceRow *preferences  # 4
    const PossessedRow *possessed
    const RuinsRow *ruins
    const TileRow *tiles
    const HexRow *hexes          # seven a tile, then all of them turned by a sixth, by two, ... (TilePlace.id)
    const TacticRow *tactics
    const HeroRow *heroes
    const LevelRow *levels       # 10
    const CityRow *city_rows     # 4 x 11, by Colour
    const SiteRow *sites         # N_SITES
    const SkillRow *skills
    const FactionRow *factions
    const RulerRow *rulers       # n_heroes
    const ChallengeRow *challenges  # by Hero
    const FloorRow *floors       # 2 x 3: ziggurat, pyramid
    const EnemyRow *traps        # 2 x 6, by Colour
    const QuestRow *quests
    const StepRow *quest_steps
    const RestoreRow *restoration  # N_CARD_ROWS
    const int8_t *reputation     # 15 modifiers, position -7 first; -128 = X
    const int8_t *numbers        # by Number
    const uint8_t *terrain       # 9 x 3 Move costs (Day, Night, Night read otherwise); 255 = inaccessible
    Setup setup
    int n_cards
    int n_units
    int n_enemies
    int n_possessed
    int n_ruins
    int n_tiles
    int n_tactics
    int n_heroes
    int n_skills
    int n_factions
    int n_quests
    int wound                    # card row of the Wound
    void *trace                  # NULL = off


cdef inline int rule(const Env *e, int which) noexcept nogil:
    """Value of a switch (Rule): 0 or 1, or the place of the choice among its values."""
    return e.setup.rules[which]


cdef inline int number(const Env *e, int which) noexcept nogil:
    """A number of the rules (Number)."""
    return e.numbers[which]


cdef class Tables:
    cdef Env env
    cdef object turned    # the hexes of every tile in its six orientations
    cdef readonly dict arrays
    cdef Env with_setup(self, object setup)
