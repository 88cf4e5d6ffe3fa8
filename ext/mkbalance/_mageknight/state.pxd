"""The whole mutable world of one game: a plain struct of fixed arrays, copied by assignment.

No pointers, no allocation; zero is a valid empty value wherever that makes sense. Fixed arrays are never the last member of
their struct, so that the sanitize build can see an index run over. Each capacity is named in ids.pxd with the rule behind it.
"""

from libc.stdint cimport int8_t, int16_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t

from mkbalance._kernel.pile cimport PILE_CAP, Pile, ShortPile
from mkbalance._mageknight.content cimport Instr
from mkbalance._mageknight.ids cimport *

cpdef enum Task:  # internal pending tasks, beside the opcodes of Op; their choices are answered with ACT_CHOOSE
    DO_PAY_COST = 200        # a = mask: mana cost of the play about to happen
    DO_ADD_RAMPAGERS = 201   # R9.1.2
    DO_START_COMBAT = 202
    DO_REST_CARD = 203       # R4.7.3
    DO_REST_WOUNDS = 204
    DO_GLADE = 205           # R12.4.1
    DO_MINE = 206            # R10.12: which colour
    DO_REWARD_CRYSTALS = 207 # a rolls of R1.7
    DO_REWARD_CRYSTAL = 208  # a gold roll: choose the colour (nothing at three)
    DO_REWARD_ARTIFACT = 209 # a drawn: choose the one that goes to the bottom
    DO_REWARD_SPELL = 210
    DO_REWARD_ACTION = 211
    DO_REWARD_UNIT = 212
    DO_LEVEL = 213           # R12.6, a = level reached
    DO_LEVEL_SKILL = 214
    DO_DISBAND = 215         # make room for a Unit: which one leaves
    DO_GAIN_UNIT = 216       # a = offer slot
    DO_RETHINK = 217         # Day Tactic 2: discard up to three
    DO_MANA_STEAL = 218      # Day Tactic 3: which die
    DO_PREPARATION = 219     # Night Tactic 5: which card of the deck
    DO_MEDITATION = 220      # Night Tactic 4: up to five
    DO_SET_ASIDE = 221       # A.4: take the card beside the deck instead of this draw; a = draws still due
    DO_SWAP = 222            # OP_RETURN_SWAP at the end of the turn
    DO_ATTEND = 223          # A.12.4: full or partial attendance
    DO_ALTAR = 225           # R10.9: the mana of the altar, paid colour by colour
    DO_DECK_END = 226        # OP_TO_DECK at the end of the turn
    DO_MANA_SEARCH = 227
    DO_DESTROY_TIE = 228     # A.12.4: which of the tied sites or enemies the dragon takes
    DO_HEAD_MANA = 229       # A.12.4: a glade keeps off the heads whose colours are paid
    DO_FAMILIAR = 230        # L.3.3 upkeep or price
    DO_END_PLAY = 231        # a play is over: nothing of its boost remains
    DO_DRAW = 232            # a cards to draw
    DO_PROTECT = 235         # A.12.4: which head the site keeps off
    DO_AIR_BLOCK = 236       # A.12.4: the heads strike
    DO_HARVEST = 237         # OP_HARVEST: a card for a crystal on entering a space
    DO_ARRIVE = 238          # what waits on the space just entered: a = old space, b = direction taken, NONE = far
    DO_REPEAT = 239          # OP_MAXIMAL: a = card, b = side, c = times left
    DO_STARSDAWN = 240       # OP_STARSDAWN: a points, b AttackKind, c Element
    DO_MORE_ABILITIES = 241  # a Unit that may use several abilities at once, b = slot
    DO_COMMAND = 242         # OP_COMMAND: does the Banner take the Unit of offer slot a
    DO_BANNER = 243          # R3.1.7: a Banner is shuffled in or stays; a = Unit slot, b = seat + 1
    DO_GUEST = 245           # L.2.3: the Unit that comes along
    DO_FORGET = 244          # OP_BANNER_FORGET at the end of the turn: a Wounds of the hand, b of the discard pile at most
    DO_IMPERSONATE = 196     # OP_IMPERSONATE: a = Reputation given back, b = token row
    DO_TRAP = 197            # A.5.2: the trap of a floor; a = mask of the colours rolled once b is 1
    DO_FLOOR = 198           # A.5.2: fight here or ascend
    DO_SKILL_AGAIN = 246     # OP_PROFICIENCY: a Skill used a second time, a = its row
    DO_HORSEMAN = 247        # A.12.5: the turn of Horseman a
    DO_HORSEMAN_GOAL = 248   # which of the closest preferred sites Horseman a rides to; b list, c distance
    DO_HORSEMAN_STEP = 249   # on which of the shortest ways Horseman a rides to space b
    DO_HORSEMAN_MARCH = 195    # A.12.3: where the Horseman of card a goes at the end of the Round
    DO_HORSEMAN_TILE = 250   # where the tile goes that brings the next Horseman
    DO_REWARDS = 251         # R12.5: which kind of reward next
    DO_WITHDRAW = 252        # ruling 19: which of the nearest safe spaces, a = spaces away, b = Wounds on the way so far
    DO_REACT = 253           # a Skill that may be used right now: a = slot, b = option, c = colour spent or enemy row
    DO_SURGE = 254           # OP_SURGE: a points on one effect of the play going on
    DO_SEAT = 194            # decisions go back to seat a
    DO_SPEND_UNIT = 193      # OP_ENERGY: a Unit of seat b of level a at most is spent
    DO_QUEST = 190           # what a quest step leads to once it is paid: a place in the offer, b StepRow, c what was chosen
    DO_QUEST_SPACE = 191     # where its marker goes: a place in the offer, b StepRow
    DO_YIELD = 233           # OP_RIVALS_DISCARD: seat b - 1 discards a card of the colours c
    DO_PROXY_OVER = 180      # A.11.1: the turn of proxy a is over
    DO_PROXY_STEP = 181      # A.11.3: where proxy b goes next; a spaces left, c its distance from the portal as the turn began
    DO_PROXY_TILE = 182      # A.11.4: where proxy b explores
    DO_PROXY_TOKEN = 183     # which of the lowest enemies of space a proxy b discards
    DO_PROXY_CARD = 184      # which card of the offer proxy b discards; a = 0 Unit, 1 Advanced Action, 2 Spell
    DO_RULER = 185           # A.13.4: which of the tied defenders of city a its ruler stands by
    DO_KRANG = 186           # A.13.4: whose like is summoned
    DO_CHARACTER = 179       # T.7: seat a makes its character
    DO_START_SKILL = 178     # T.7: a Skill of a level passed
    DO_START_BUY = 189       # T.7: what the Influence buys; a = free Advanced Actions left, b = first Unit of the offer drawn
    DO_SET_UP = 188          # T.7: all characters are made, the rest is set up
    DO_OTHER_CRYSTAL = 187   # A.13.7: what is gained instead of a random crystal; a = face rolled, b 1 = or a token
    DO_RESTORE = 176         # A.12.2: a site is restored once a crystals are given up; b = mask of colours, c = 1 if all different
    DO_ORIENT = 177          # A.12.7: which way the tile in slot a is turned before it is placed; b = 1 if it came off the stack
    DO_STEAL = 234           # OP_RIVALS_DISCARD: one of the cards just discarded by the seats of mask b is taken

cdef enum:  # Space.flags
    SP_DESTROYED = 1
    SP_BURNED = 2        # burned monastery (R10.2)
    SP_CONQUERED = 4     # keep, tower or adventure site carries a Shield
    SP_RUIN_UP = 8       # ruins token face up
    SP_DRAWN = 16        # the site's dwellers were drawn before
    SP_LOOKED = 32       # token 0 was looked at in this turn (OP_PEEK); 64 = token 1

cdef enum:  # GameState.claims
    CLAIM_SEAT = 3           # mask of the seat
    CLAIM_HELD = 4
    CLAIM_EACH = 8           # gives its mana at each turn of the seat
    CLAIM_CURSE = 16         # rivals pay for its colour
    CLAIM_STRUCK = 32        # the seat at turn did so already

cdef enum:  # Player.played_how
    HOW_BOTTOM = 1           # end of turn: to the bottom of the Deed deck
    HOW_TOP = 2
    HOW_SWAP = 4             # may come back for a card
    HOW_SWAP_WOUND = 8       # or for a Wound
    HOW_AWAY = 16            # out of play for the Round (OP_TIME_BEND)
    HOW_SHOWS = 32           # shows an Artifact, not used yet (OP_BOX)

cdef enum:  # Player.flags
    PL_FACE_DOWN = 1     # Round Order token face down (R4.2.1)
    PL_MARKED = 2        # attacked by the dragon this Round (A.12.4)
    PL_PLUNDERED = 4     # since the end of the last turn (R10.1.3)
    PL_DONE = 8          # no more turns this Round (R3.3.5)
    PL_BENT = 16         # this turn came by OP_TIME_BEND
    PL_COMMAND = 32      # a quest marker kept as a Command token

cdef enum:  # Player.skill_used
    SK_USED = 1          # this turn
    SK_DOWN = 2          # face down
    SK_CENTRE = 4        # lies in the common centre (OP_CENTRE)
    SK_STAYED = 8        # a lone owner's, in the turn after (OP_CLAIM)
    SK_MARK = 16         # times 1 + Colour, or bits of the basic colours paid to it (OP_SURCHARGE)

cdef enum:
    EXTRA_PAID = 128     # Turn.surcharge: the first mana was spent, the extra one is due

cdef enum:  # Foe.flags
    FOE_DEFEATED = 1
    FOE_HIDDEN_SUMMONER = 2  # replaced by what it summoned until Assign Damage is over (R9.3.1)
    FOE_GONE = 4             # a summoned token after its fight
    FOE_NO_ATTACK = 8        # "does not attack" (not a block)
    FOE_RAMPAGING = 16
    FOE_BONUS_DEFEND = 32    # received a Defend bonus (T.2.1)
    FOE_GARRISON = 64        # defends the site, gets the city's bonus
    FOE_LOOKED = 128         # its token was looked at in this turn (OP_PEEK)

cdef enum:  # Turn.charge_points
    CHARGE_MOVED = 128       # a step was made since

cdef enum:  # Foe.state[]
    ATK_OPEN = 0
    ATK_BLOCKED = 1
    ATK_CANCELLED = 2
    ATK_DEALT = 3

cdef enum:  # Combat.vain[]
    VAIN_ATTACK = 128

cdef enum:  # Combat.flags
    CB_ASSAULT = 1
    CB_NIGHT = 2             # night rules (R5.3)
    CB_NO_UNITS = 4          # R9.5.9
    CB_MOVED = 8             # begun by a move
    CB_AIR = 16              # the dragon's air attack
    CB_LAIR = 32
    CB_KNOCKED_OUT = 64
    CB_PARTIAL = 128         # R15.2.2
    CB_UNFORTIFIED = 256     # site fortifications are off
    CB_HEROES_PAID = 512     # L.3.1
    CB_THUGS_PAID = 1024
    CB_WOUNDED = 2048        # the hand took a Wound in this combat
    CB_MONASTERY = 4096
    CB_REPUTATION = 8192     # counted in a psychic block (ruling 72)
    CB_TRAP = 16384          # a trap strikes (A.5.2)

cdef enum:  # UnitCard.barred
    BARRED = 1               # took damage in this combat
    BARRED_WOUND = 2         # and with it a Wound
    OWN_WOUND = 4            # wounded itself in this combat

cdef struct UnitCard:
    uint8_t kind          # UnitRow
    uint8_t ready         # 1 ready, 0 spent
    uint8_t wounds        # 0, 1, 2 (Poison)
    uint8_t banner        # card row, NONE
    uint8_t banner_up     # 1 = its once-per-Round use is there
    uint8_t barred        # no more damage this combat (R9.5.4); BARRED_ bits
    uint8_t resist        # Resistance bits lent for this turn; from bit 4 the Attack it gives to the other Units
    uint8_t healed        # 1 = healed this turn
    uint8_t bonded        # 1 = on the slot of OP_BOND
    uint8_t extra         # Magic Familiars: colour of the crystal on the card; multi-ability use mask

cdef struct Tally:  # what the result row reports
    uint16_t defeated[6]  # by TokenColour
    uint16_t combats
    uint16_t wounds_taken # to hand or discard pile
    uint8_t actions
    uint8_t spells
    uint8_t artifacts
    uint8_t recruits
    uint8_t tiles
    uint8_t air_attacks
    uint8_t turns
    uint8_t knocked_out
    uint8_t possessed     # possessed enemies defeated
    uint8_t faction_tokens  # gained
    uint8_t quests_taken  # personal ones begun or continued
    uint8_t quest_steps
    uint8_t quests_done
    uint8_t quests_failed
    uint8_t quests_left   # abandoned
    uint8_t quest_points

cdef struct Player:
    Tally tally
    uint64_t faction_tokens  # two bits a row: how many of it are held
    int16_t fame
    uint16_t n_deck       # cards[0 .. n_deck-1], top last
    uint16_t n_discard    # cards[MAX_CARDS - n_discard ..]
    int8_t rep            # -7..7
    uint8_t hero
    uint8_t level         # level token in force
    uint8_t space         # NONE = off the map
    uint8_t flags         # PL_ bits
    uint8_t n_hand
    uint8_t hand_wounds   # Wounds in hand, counted apart
    uint8_t n_played
    uint8_t n_stored      # cards under Sparing Power
    uint8_t n_units
    uint8_t n_skills
    uint8_t tactic        # TacticRow, NONE
    uint8_t tactic_used   # flipped
    uint8_t tactic_die    # Mana Steal: colour on the card, NONE
    uint8_t draw_bonus    # added to the Hand limit at the next draw
    uint8_t set_aside     # card lying beside the deck (A.4), NONE
    uint8_t cities        # Shields on cities
    uint8_t crystals[4]
    uint8_t kept_mana[6]  # tokens left from a combat attended partially (R15.2.2)
    uint8_t cards[MAX_CARDS]
    uint8_t hand[MAX_HAND]
    uint8_t played[MAX_PLAYED]
    uint8_t played_how[MAX_PLAYED]  # HOW_ bits: what the end of the turn does with it
    uint8_t stored[16]
    uint8_t skills[MAX_SKILLS]
    uint8_t skill_used[MAX_SKILLS]  # SK_ bits
    uint8_t exploited     # OP_EXPLOIT: mask of colours whose Wound was taken
    uint8_t bond          # OP_BOND: 1 = its Unit slot is there
    uint8_t chaos         # OP_CHAOS: where the marker stands, 0 to 5
    UnitCard units[MAX_UNITS]
    uint8_t away[2]       # cards out of play for the rest of the Round (OP_TIME_BEND)
    uint8_t n_away
    uint8_t motivated     # turns until the end of which no motivating Skill may be used
    uint8_t conquests[2]  # PER_ADVENTURE, PER_STRONGHOLD: counted by a Skill
    uint8_t last_space    # where the last turn ended

cdef struct Space:
    uint8_t tokens[3]     # EnemyRow ids; dwellers, garrison or rampager
    uint8_t n_tokens
    uint8_t face_up       # mask over tokens; from bit 4 the seats that know token 1 (knowledge.pxd)
    uint8_t site          # Site; NO_SITE once it is gone
    uint8_t flags         # SP_ bits
    uint8_t shields       # mask of seats with a Shield here; from bit 4 the seats that know token 0 (knowledge.pxd)
    uint8_t extra         # ruins row or city index, NONE

cdef struct TilePlace:
    uint8_t id            # TileRow, plus the number of tiles for each sixth it is turned (A.12.7)
    int8_t x
    int8_t y
    uint8_t neighbour[6]  # tile slot in lattice direction, NONE
    uint8_t open_country  # mask of lattice directions where a countryside tile may go (R8.7.1)
    uint8_t open_core     # R8.7.2
    uint8_t open_filler   # R8.7.3

cdef struct City:
    uint8_t space
    uint8_t colour
    uint8_t second        # colour of the other half of a Megapolis (R20.9), NONE
    uint8_t level
    uint8_t garrison[MAX_GARRISON]
    uint8_t shields[MAX_GARRISON]  # seats in the order placed
    uint8_t seen[MAX_GARRISON]  # seats that know a face-down token, + LOOKED (knowledge.pxd)
    uint8_t n_garrison
    uint8_t face_up
    uint8_t n_shields
    uint8_t ruler         # HeroRow of the Mage Knight ruling it (A.13.4), NONE
    uint8_t marked        # defender that carries the ruler's Shield, NONE

cdef struct Dummy:       # a dummy player, or a proxy player (R16, A.11)
    uint8_t hero
    uint8_t tactic        # TacticRow, NONE
    uint8_t n_deck        # cards of its share of dummy_cards, from the low end, top last
    uint8_t n_flipped     # its discard pile, from the high end
    uint8_t crystals[4]
    uint8_t space         # of a proxy, NONE = off the map
    uint8_t objective     # card row, NONE
    uint8_t shields       # on the objective

cdef struct ProxyTally:  # what the proxies took (A.11.4)
    uint8_t tiles
    uint8_t rampagers
    uint8_t adventures
    uint8_t fortified     # keeps and mage towers
    uint8_t city_tokens
    uint8_t monasteries
    uint8_t units
    uint8_t actions
    uint8_t spells

cdef struct Horseman:
    uint8_t level
    uint8_t space         # NONE = not on the map
    uint8_t horse         # EnemyRow of its horse, NONE
    uint8_t sites         # sites destroyed
    uint8_t round         # Round of its defeat, 0 = undefeated
    uint8_t start         # level it came with

cdef enum:  # QuestCard.progress of all kinds but the independent one, above the step reached (three bits)
    QUEST_OWNER = 8       # times 1 + seat, or QUEST_NEUTRAL: whose Shield lies on it
    QUEST_NEUTRAL = 5
    QUEST_DECLARED = 64   # the next turn of the owner decides
    QUEST_DUE = 128       # this is that turn
    QUEST_FOUGHT = 256    # and its fight took place
    QUEST_LOOKED_AT = 4096  # of an independent one, << seat: what lies face down was seen; or the seat is done with it

cdef enum:  # GameState.quest_owner
    QUEST_SEAT = 3           # mask of the seat
    QUEST_OPENED = 4         # others may do its steps

cdef struct QuestCard:  # a card of the quest offer (A.9)
    uint16_t progress     # the step reached, three bits a seat on an independent quest
    uint8_t held[4]       # tokens and notes on the card, NONE; by seat on an independent quest
    uint8_t row           # QuestRow
    uint8_t marker        # space of the Quest marker, NONE; HERO = on a Unit: held[0] its slot, held[1] the seat

cdef struct Foe:
    uint16_t abilities
    uint8_t row           # EnemyRow, or head * 12 + level - 1
    uint8_t source        # Source
    uint8_t slot          # token slot, summoner or head
    uint8_t space
    uint8_t flags         # FOE_ bits
    uint8_t resist
    uint8_t fort          # fortifications of its own: icon, wall
    uint8_t fort_site     # 1 = the site fortifies it
    int8_t fame
    int8_t armor          # low value of an Elusive enemy
    int8_t armor_high
    uint8_t defend        # T.2.1, unused bonus
    uint8_t n_attacks
    int8_t value[MAX_ATTACKS]
    uint8_t element[MAX_ATTACKS]
    uint8_t state[MAX_ATTACKS]
    uint8_t traits[MAX_ATTACKS]  # offensive Ability bits of this attack
    uint8_t levels        # dragon head: levels left to mark
    uint8_t marks         # levels marked in this combat
    uint8_t want          # levels aimed at first by the attack in the making
    uint8_t hits          # levels that attack takes
    uint8_t phase_hit     # 1 = attacked in this phase already (A.7.3)
    uint8_t fell          # Step in which it was defeated
    uint8_t parted        # mask of attacks that met a part of a divided block
    uint16_t undoubled    # four bits an attack: reductions that Swift does not double (ruling 37)
    uint8_t redirect[MAX_ATTACKS]  # own Unit slot + 1 that has to take the damage first
    uint8_t possessed     # PossessedRow, NONE
    uint8_t faction       # whose faction token its defeat gives (A.2.1)
    uint8_t hurt          # Wounds its attacks gave the Hero
    uint8_t unit_met      # an own Unit acted on it or took its damage (OP_DUEL)

cdef struct Combat:
    Foe foes[MAX_FOES]
    int16_t points[12]    # attack in the making: AttackKind * 4 + Element
    int16_t block[5]      # block in the making, by Element
    int16_t block_swift[5]  # of these, points that count twice against Swift
    int16_t later[4]      # points usable once in the Attack phase, by Element
    int16_t later_clean   # physical ones, lost if the hand takes a Wound first
    uint32_t targets      # mask of foes under the attack in the making
    uint32_t pool_mask    # enemies defeated in this combat
    uint32_t challenge    # who joins: a mask of directions around the Hero (rampagers), from HORSEMAN_BIT on the Horsemen
    uint16_t flags        # CB_ bits
    int16_t damage_left   # of the attack being assigned
    uint8_t damage_foe    # NONE
    uint8_t damage_attack
    uint8_t n
    uint8_t space         # site fought over, NONE
    uint8_t site          # Site fought over
    uint8_t wall          # assaulted across a wall (L.2.1)
    uint8_t from_space    # where a failed assault goes back to
    uint8_t attacking     # an attack is in the making
    uint8_t attack_played # something was played into it
    uint8_t late_group    # its targets may still be named after that
    uint8_t attack_rep    # OP_CHIVALRY per enemy it beats
    uint8_t attack_fame
    uint8_t attack_explosive # OP_EXPLOSIVE
    uint8_t explosive_colours
    uint8_t attack_units  # an own Unit took part in it
    uint8_t fork          # OP_FORK: enemies that may still be struck in this phase
    uint32_t forked       # mask of enemies struck
    uint8_t duel          # OP_DUEL: foe + 1
    uint8_t duel_points   # left against it
    uint8_t attack_harvest # OP_HARVESTER: a crystal for one of them
    uint8_t phase_harvest # a crystal for each enemy beaten in this phase
    uint8_t parts         # OP_DIVIDE_BLOCK: parts left
    uint8_t part_points
    uint8_t part_element
    uint8_t vain[MAX_FOES] # mask of its attacks a block came to nothing against, VAIN_ATTACK = an attack on it did
    uint8_t in_vain       # 1 = one of them did and nothing else happened since
    uint8_t own_foe       # OP_POSSESS: enemy whose attack is one's own, NONE
    uint8_t guest         # own Unit slot + 1 that may act where Units may not
    uint8_t path          # L.2.3: Move paid for the way in
    uint8_t martyr        # OP_MARTYR: Unit slot + 1
    uint8_t no_regulars   # OP_NO_REGULARS
    uint8_t no_fame       # OP_SHADOWS
    int16_t block_units   # of the block in the making, what Units gave that is not psychic
    int16_t own[4]        # that attack, by Element
    uint8_t block_foe     # NONE
    uint8_t block_attack
    uint8_t block_played
    uint8_t block_armor   # OP_BLOCK_ARMOR to apply
    uint8_t block_destroy
    uint8_t block_bash    # OP_SHIELD_BASH, times
    uint8_t block_later   # OP_BLOCK_THEN_ATTACK points
    uint8_t block_later_element
    uint8_t wounds        # to hand in this combat (knock-out)
    uint8_t blocked       # enemies wholly blocked
    uint8_t defeated
    uint8_t phase_defeated
    uint8_t ruled         # bonuses of the ruler by the Source that are in force, a mask of colours (A.13.4)
    uint8_t protection    # heads the site may still keep off
    uint8_t protected_used
    uint8_t quest         # 1 + place in the quest offer of the card it is fought for
    uint8_t quest_step    # StepRow
    uint8_t charge        # OP_CHARGE: foe + 1
    uint8_t charge_points # left against it
    uint8_t floor

cdef struct Turn:
    int16_t move
    int16_t influence
    uint8_t heal
    uint8_t mana[6]       # tokens
    int8_t cost_delta[27] # terrain cost changes of this turn, by terrain * 3 + the lowest cost they leave (0, 1, 2)
    int8_t cheap_delta    # OP_CHEAP_SPACE: change for one space
    int8_t cheap_min
    uint8_t cheap_left    # such spaces still to be named
    uint8_t cheap_spaces[MAX_CHEAP]  # named on entering, NONE before
    int8_t cost_set[9]    # -1 = none
    uint16_t passable     # terrain bits entered against the rule
    uint16_t forbidden
    uint8_t dice_rights   # Source dice still allowed
    uint8_t wild_dice     # of these, how many may take a black die as any colour
    uint8_t dice_used     # mask, rerolled at the end of the turn
    uint8_t dice_kept     # mask, returned as set
    uint8_t unlimited     # mask of colours
    uint8_t rules         # OP_RULES bits
    uint8_t started       # the turn was taken (not forfeited)
    uint8_t action        # the action of the turn was used
    uint8_t moved
    uint8_t rested
    uint8_t sideways      # cards played sideways
    uint8_t played        # cards played or discarded from hand
    uint8_t exempt        # R4.4.1
    uint8_t extra_turn    # another turn follows
    uint8_t interacting
    uint8_t recruits
    int8_t rep_then       # Reputation modifier when the interaction began (R14.1)
    uint8_t hero_recruits # Reputation counted this interaction: 1 for Heroes, 2 for Thugs
    uint8_t no_provoke
    uint8_t stage         # of the end-of-turn sequence
    uint8_t free_steps    # moves at cost 0
    uint8_t boost         # OP_BOOST on the next amount
    uint8_t next_move     # OP_NEXT_MOVE
    uint8_t each_move
    uint8_t move_given    # the play going on had its bonus
    uint8_t acting        # own Unit whose ability is going on, NONE
    uint8_t acted         # its Attack or Block gave Fame already
    uint8_t units_armor   # OP_UNITS_ARMOR
    uint8_t units_fame    # OP_UNITS_FAME
    uint8_t healed_hand   # Wounds healed from hand this turn
    uint8_t ready_heal    # OP_DRAW_PER_HEAL: healed Units are readied
    uint8_t adrenaline[MAX_ADRENALINE]  # OP_ADRENALINE: cards drawn for the n-th Wound of the turn
    uint8_t adrenaline_throw # 1 = the first Wound will be thrown away, 2 = it was
    uint8_t starsdawn     # OP_STARSDAWN
    uint8_t time_bend     # OP_TIME_BEND
    uint8_t no_recruit    # OP_NO_RECRUIT
    uint16_t safe         # terrain bits that are safe to end on (OP_PASS)
    uint8_t soak[5]       # OP_SOAK: damage to the Hero ignored, by Element
    uint8_t explore_less  # OP_EXPLORE
    uint8_t see           # OP_SEE
    uint8_t aim           # OP_AIM
    uint8_t block_bonus   # OP_BLOCK_BONUS
    uint8_t ignore_rep    # OP_IGNORE_REP
    uint8_t lead_block    # OP_LEAD
    uint8_t lead_attack
    uint8_t lead_ranged
    uint8_t wounds_pile   # Wounds taken to the discard pile this turn
    uint32_t factions_used  # mask of faction token rows used this turn
    uint8_t mind          # OP_MIND
    uint8_t seek          # OP_SEEK: 1 any site for one Unit, 2 a village for one, 3 used up
    uint8_t looks         # OP_PEEK: something was looked at in this turn
    uint8_t drawn_looked  # the token drawn last was
    uint8_t box           # OP_BOX: the Artifact shown, NONE
    uint8_t explore_far   # exploring two spaces away
    uint8_t command       # OP_COMMAND: card row of the Banner, NONE
    uint8_t ambush_attack
    uint8_t ambush_block
    int8_t units_attack
    int8_t units_block
    uint8_t units_safe
    uint8_t units_resist
    uint8_t convert       # bits: 1 Move->Attack, 2 Move->Ranged, 4 Influence->Block, 8 ... fire, 16 ... ice
    uint8_t n_discounts   # OP_RECRUIT_DISCOUNT: each may lower the price of one Unit
    uint8_t discounts[MAX_DISCOUNTS]
    int8_t discount_reps[MAX_DISCOUNTS]
    uint8_t spells_red    # Spells cast this turn by colour, for the rings
    uint8_t paid          # mask of basic colours last paid, discarded or thrown away
    uint8_t count         # OP_DISCARD_UPTO
    uint8_t wounds        # Wounds taken to hand this turn
    uint8_t search_used   # Mana Search, or the step of Sparing Power
    uint8_t source_used   # a Source die was used as mana this turn
    uint8_t extra         # this turn is an extra one
    uint8_t mine_done
    uint8_t kills         # enemies defeated, see quests.pxd
    uint8_t taken         # 1 + space of the site conquered
    uint8_t charge        # OP_CHARGE: 1 + space of the rampager
    uint8_t charge_points
    uint8_t reward_artifacts
    uint8_t reward_spells
    uint8_t reward_actions
    uint8_t reward_units
    uint8_t reward_crystals
    uint8_t wound_mana    # OP_CARD_MANA: colours a discarded Wound gives
    uint8_t card_mana     # colours another discarded card gives
    uint8_t card_uses     # how often
    uint8_t held          # cards of the hand that a check counts as played
    uint8_t opposite      # OP_OPPOSITE: how often, with DEPLETED_TOO
    uint8_t open_die      # OP_OPEN_DIE: 1 + the seat that gains the crystal
    uint8_t surcharge     # OP_SURCHARGE: 1 + seat * MAX_SKILLS + slot of the Skill that wants one more for the first mana
    uint8_t exploit       # OP_EXPLOIT: 1 + the colour that wounds nobody
    uint8_t dearer        # OP_DEARER
    uint8_t dearer_max
    uint8_t foes_attack   # OP_FOES_ATTACK
    uint8_t guest         # own Unit slot + 1 that came along into a maze
    uint32_t coordinated  # OP_COORDINATE: bit 0 in force, bit n an Attack of n was played in the Attack phase
    uint8_t reward_choice # crystals of chosen colours
    uint8_t reward_sets   # one crystal of each basic colour
    uint8_t last_foe      # enemy chosen by the play going on, NONE
    uint8_t last_attack   # its attack
    uint8_t combat_started # an attack was made or a phase closed in this combat
    uint8_t rep_recruit   # OP_REP_PER_RECRUIT: Reputation and Fame per Unit recruited this turn
    uint8_t fame_recruit
    uint8_t fame_defeat   # OP_FAME_PER_DEFEAT per enemy defeated from now on
    uint8_t fame_phase    # the same, in this phase only
    uint8_t spell_fame    # mask of colours whose Spells give Fame
    uint8_t spells_cast[4]
    uint8_t double_attack # OP_DOUBLE_ATTACK
    uint8_t all_cold      # OP_ALL_COLDFIRE
    uint8_t all_siege
    uint8_t crystals_back # OP_CRYSTALS_RETURN
    uint8_t crystals_spent[4]
    uint8_t draw_heal     # OP_DRAW_PER_HEAL: cards drawn per hand Wound healed
    uint8_t fame_heal     # Healing points left that give Fame
    uint8_t influence_heal # OP_INFLUENCE_HEAL: price of a Healing point
    uint8_t influence_ready # 1 = may ready one Unit for that price x level
    uint8_t harvest       # OP_HARVEST: how many spaces, HARVEST_EACH = all
    uint8_t bend          # OP_BEND
    uint8_t veil          # OP_VEIL
    uint8_t forget        # OP_BANNER_FORGET
    uint8_t learn         # OP_LEARN: price
    uint8_t learn_left    # how often that may be paid
    uint8_t learn_to
    uint8_t mountain_lore
    uint8_t mountain_lore2
    uint8_t path[MAX_PATH]
    uint8_t n_path
    uint8_t window        # not saved: WIN_ bit of the present step

cdef struct Pending:
    int16_t a
    uint8_t op            # Op or Task
    uint8_t b
    int8_t c
    int8_t d
    uint8_t origin        # colour mask of the source (resistances, R9.1.6) + 64 * (0 card, 1 Unit, 2 Skill, 3 rule)
    uint8_t ref           # card row, unit slot, skill slot

cdef struct GameState:
    uint64_t key
    uint64_t game
    uint32_t draws[N_PURPOSES]  # events so far; above DEALT_BITS the deal
    uint32_t n_actions    # decisions taken
    uint32_t fault_at
    uint8_t fault         # Fault
    uint8_t step          # Step
    uint8_t round         # 1..
    uint8_t night         # 1 = Night
    uint8_t seat          # whose decision
    uint8_t n_seats
    uint8_t order[7]      # actors of this Round: seats, dummies, DRAGON, HORSEMEN
    uint8_t n_order
    uint8_t order_at
    uint8_t announced     # 1 + actor who announced the End of the Round, 0 = nobody
    uint8_t last_turns    # mask of actors with one turn left before the Round ends (R3.3.2); of seats that passed (A.13.5)
    uint8_t ending        # scenario end triggered: 1 before, 2 after the End of the Round was announced
    uint8_t final_turns   # mask of seats with one turn left before the game ends (R3.3.3)
    uint8_t won
    uint8_t round_won
    uint8_t turn_won
    uint8_t tactics_gone  # mask bits 0..5 Day, see tactics_gone_night
    uint8_t tactics_gone_night
    uint8_t tactics_taken # mask of the present set
    uint8_t n_dice
    uint8_t dice[MAX_DICE]
    uint8_t dice_out      # mask of dice not in the Source (Mana Steal, OP_CLAIM_DIE)
    uint8_t claims[MAX_DICE]    # OP_CLAIM_DIE: CLAIM_ bits of a die that a seat holds
    uint8_t core_revealed
    uint8_t n_tiles
    uint8_t n_stack
    uint8_t n_country     # filler countryside tiles left
    uint8_t n_cores       # filler core tiles left
    uint8_t country_at    # where they start in stack
    uint8_t core_at
    uint8_t stack[MAX_TILES]    # tiles not laid: the stack, top last; the countryside fillers; the core fillers
    uint8_t portal
    uint8_t n_cities
    uint8_t n_conquered
    uint8_t lair          # tile slot of the lair, NONE = not revealed
    uint8_t lair_attacked
    uint8_t dragon_turn   # the dragon's turns this Round
    uint8_t dragon_turns  # in all
    uint8_t destroyed_left
    uint8_t card_row      # row of the scenario card with the neutral Shield (A.12.2)
    uint8_t site_tokens[MAX_SEATS]  # Destroyed Site tokens in the Inventory of each seat
    uint8_t restored[MAX_SEATS]     # sites restored
    uint8_t possessed_beaten[MAX_SEATS]  # rampagers that the card possessed, defeated
    uint8_t teleports[MAX_SEATS]    # A.12.7
    uint8_t heads[4]      # levels
    uint8_t heads_start[4]
    uint8_t heads_removed[4]
    uint8_t heads_round[4]   # first Round each was hit, 0 = never
    uint8_t heads_raised[4]  # levels gained by destroyed sites (A.12.5)
    Horseman horsemen[4]     # by Head: War, Famine, Death, Pestilence
    uint8_t horsemen_order[4]  # Horseman cards in order of reveal
    uint8_t n_horsemen       # of these, how many were revealed
    int8_t rider_q[4]        # where they stand, in that order, on unrevealed spaces too (A.12.3)
    int8_t rider_r[4]
    uint8_t ritual           # the Horsemen are in the glade: no portal any more
    uint8_t tiles_turned     # tiles of the map stack revealed since setup
    uint8_t token_draw[6]    # tokens left in each draw pile
    uint8_t token_discard[6]
    uint8_t token_kept[6]    # tokens kept by a Skill (OP_KEEP_FOE), below the discard pile
    uint8_t token_first[6]   # offset of each colour in tokens
    uint8_t token_total[6]
    uint8_t pile_seen[6]     # seats that know the top of a draw pile, + LOOKED (knowledge.pxd)
    uint8_t tokens[MAX_TOKENS]  # per colour: draw pile from the low end (top last), discard from the high end
    uint8_t n_offer_units
    uint8_t n_offer_actions
    uint8_t offer_units[MAX_OFFER]
    uint8_t offer_actions[MAX_MONASTERIES]   # Advanced Actions in the Unit offer (monasteries)
    uint8_t actions[3]    # Advanced Action offer, lowest first
    uint8_t spells[3]
    uint8_t n_actions_offer
    uint8_t n_spells_offer
    Pile deck_actions
    Pile deck_spells
    Pile deck_artifacts
    Pile deck_regulars
    Pile deck_elites
    ShortPile deck_ruins  # 12 tokens, three of The Lost Legion
    ShortPile deck_possessed  # 12 tokens (A.1.1); its discard pile lies in the same places from the high end
    uint8_t possessed_discard  # tokens of that discard pile
    ShortPile drawn       # Artifacts on show for the pending choice: those one turn can win, and one
    Dummy dummies[MAX_DUMMIES]
    uint8_t n_dummies
    uint8_t dummy_cards[PILE_CAP]  # an equal share each
    ProxyTally proxied
    uint8_t n_out         # Deed cards out of the game, not Wounds
    ShortPile skill_piles[MAX_SEATS]  # ten Skills a Hero
    ShortPile dummy_skill_pile
    ShortPile faction_piles[MAX_FACTIONS]  # twelve tokens each (A.6), by Faction - 1
    Pile common_skills    # R12.6
    Player players[MAX_SEATS]
    uint32_t quest_deck   # mask of the quest cards in the deck: which is next is drawn when it is revealed
    uint32_t quest_discard
    QuestCard quests[QUEST_PLACES]  # the quest offer, leftmost first, and behind it the private cards (A.13.7)
    uint8_t quest_owner[MAX_PRIVATE]  # whose each of these is: the seat, QUEST_OPENED
    uint8_t n_quests      # all of them
    uint8_t n_private
    uint8_t quests_revealed
    uint8_t sites_restored
    TilePlace tiles[MAX_TILES]
    Space spaces[MAX_SPACES]
    City cities[MAX_CITIES]
    Turn turn
    Combat combat
    Pending pending[MAX_PENDING]
    uint8_t n_pending

cdef enum:  # actors in GameState.order beyond the seats
    ACTOR_DUMMY = 4       # + number
    ACTOR_DRAGON = 7
    ACTOR_HORSEMEN = 8

cdef struct Action:
    uint8_t kind
    uint8_t a
    uint8_t b
    uint8_t c

cdef struct Options:
    Action items[MAX_OPTIONS]
    uint16_t n
    uint16_t full         # 1 = an option found no room: the engine latches a fault


cdef inline bint city_is(const City *c, int colour) noexcept nogil:
    """Whether the city, or a half of it, has this colour."""
    return c.colour == colour or c.second == colour


cdef inline bint city_has(const GameState *g, int space, int colour) noexcept nogil:
    """Whether a city of this colour stands on a space."""
    if g.spaces[space].site != CITY or g.spaces[space].extra == NONE:
        return False
    return city_is(&g.cities[g.spaces[space].extra], colour)


cdef inline int fault(GameState *g, int code) noexcept nogil:
    """Latch the first fault; the game ends as soon as the engine sees it."""
    if g.fault == FAULT_NONE:
        g.fault = <uint8_t> code
        g.fault_at = g.n_actions
    return -1


cdef inline void push(GameState *g, int op, int a, int b, int c, int d) noexcept nogil:
    """Put a rule task on top of the pending stack."""
    if g.n_pending >= MAX_PENDING:
        fault(g, FAULT_CAPACITY)
        return
    cdef Pending *p = &g.pending[g.n_pending]
    p.op = <uint8_t> op
    p.a = <int16_t> a
    p.b = <uint8_t> b
    p.c = <int8_t> c
    p.d = <int8_t> d
    p.origin = 3 << 6
    p.ref = NONE
    g.n_pending += 1


cdef inline int colours_of(const Pending *p) noexcept nogil:
    """Colours of what the task comes from."""
    return p.origin & 63


cdef inline int source_of(const Pending *p) noexcept nogil:
    """Whether the task comes from a card, a Unit, a Skill or a rule."""
    return p.origin >> 6


cdef inline void add_option(Options *o, int kind, int a, int b, int c) noexcept nogil:
    if o.n >= MAX_OPTIONS:
        o.full = 1
        return
    o.items[o.n].kind = <uint8_t> kind
    o.items[o.n].a = <uint8_t> a
    o.items[o.n].b = <uint8_t> b
    o.items[o.n].c = <uint8_t> c
    o.n += 1
