"""Names of the game as integers: colours, terrains, sites, steps, actions, opcodes.

The single source of every enumeration: Python reads the same values through ``mkbalance._mageknight.ids``.
Capacities stand at the end, each with the rule that bounds it. Rule numbers point into docs/rules-coverage.md.
"""

cpdef enum Colour:  # R5.1: four basic colours, then the two special ones
    RED = 0
    BLUE = 1
    GREEN = 2
    WHITE = 3
    GOLD = 4
    BLACK = 5

cpdef enum Element:
    PHYSICAL = 0
    FIRE = 1
    ICE = 2
    COLDFIRE = 3
    PSYCHIC = 4
    SUMMON = 5            # an attack that draws a token of the colour held in its value (R9.3.1)
    SUMMON_POSSESSED = 6  # the same, with a possessed token (A.7.4)

cpdef enum AttackKind:
    MELEE = 0
    RANGED = 1
    SIEGE = 2

cpdef enum Terrain:
    PLAINS = 0
    HILLS = 1
    FOREST = 2
    WASTELAND = 3
    DESERT = 4
    SWAMP = 5
    LAKE = 6
    MOUNTAIN = 7
    OCEAN = 8

cpdef enum Site:
    NO_SITE = 0
    PORTAL = 1
    VILLAGE = 2
    MONASTERY = 3
    KEEP = 4
    MAGE_TOWER = 5
    CITY = 6
    MINE = 7               # crystal mine and deep mine: the colours stand in the hex row
    GLADE = 8
    DUNGEON = 9
    TOMB = 10
    MONSTER_DEN = 11
    SPAWNING_GROUNDS = 12
    RUINS = 13
    MAZE = 14
    LABYRINTH = 15
    REFUGEE_CAMP = 16
    OASIS = 17
    ZIGGURAT = 18
    PYRAMID = 19
    MARAUDING_ORCS = 20
    DRACONUM = 21
    VOLKARES_CAMP = 22
    N_SITES = 23

cpdef enum TokenColour:  # R2.2
    TOKEN_GREEN = 0
    TOKEN_GREY = 1
    TOKEN_BROWN = 2
    TOKEN_VIOLET = 3
    TOKEN_WHITE = 4
    TOKEN_RED = 5
    N_TOKEN_COLOURS = 6

cpdef enum Ability:  # bits
    SWIFT = 1
    BRUTAL = 2
    POISON = 4
    PARALYZE = 8
    ASSASSINATION = 16
    CUMBERSOME = 32
    VAMPIRIC = 64
    FORTIFIED = 128
    UNFORTIFIED = 256
    ELUSIVE = 512
    ARCANE_IMMUNITY = 1024

cpdef enum Resistance:  # bits
    RESIST_PHYSICAL = 1
    RESIST_FIRE = 2
    RESIST_ICE = 4

cpdef enum CardKind:
    BASIC_ACTION = 0
    ADVANCED_ACTION = 1
    SPELL = 2
    ARTIFACT = 3
    WOUND = 4

cpdef enum CardFlag:  # bits
    CARD_COMPETITIVE = 1      # leaves the deck in solo and cooperative games (R16.8)
    CARD_BANNER = 2
    CARD_SET_ASIDE = 4        # A.4
    CARD_DEALT = 8            # has behaviour on both sides, so it may be dealt
    CARD_ESTIMATED = 16

cpdef enum UnitFlag:  # bits
    UNIT_ELITE = 1
    UNIT_DEALT = 2
    UNIT_MULTI = 4            # one activation may use several abilities
    UNIT_FAMILIAR = 8         # price includes a mana, upkeep each Round

cpdef enum TileKind:
    TILE_START = 0
    TILE_COUNTRYSIDE = 1
    TILE_CORE = 2
    TILE_CITY = 3
    TILE_CAMP = 4

cpdef enum Shape:
    WEDGE = 0
    OPEN_FULLY = 1
    OPEN_4 = 2
    OPEN_3 = 3
    PREDEFINED = 4       # the places are printed with the scenario (R18.3)

cpdef enum Effect:  # when an option may be played, bits of OptionRow.windows
    WIN_MOVE = 1         # before the action, movement still allowed
    WIN_INTERACT = 2     # during an interaction
    WIN_RANGED = 4       # Ranged and Siege phase
    WIN_BLOCK = 8
    WIN_DAMAGE = 16
    WIN_ATTACK = 32
    WIN_AFTER = 64       # after the action, before the turn ends
    WIN_REST = 128
    WIN_BEFORE = 256     # before the turn (R4.1)
    WIN_ALWAYS = 512     # by itself at the start of each own turn
    WIN_OTHERS = 1024    # a Skill in the centre: by itself at the start of each other seat's turn
    WIN_HOME = 2048      # by itself when the Skill comes back from the centre
    WIN_SPENT = 4096     # in reaction, right after a basic mana was spent
    WIN_BEATEN = 8192    # in reaction, right after an enemy was defeated

cpdef enum Step:  # where the state machine stands
    STEP_SETUP = 0
    STEP_TACTIC = 1
    STEP_BEFORE_TURN = 2    # R4.1
    STEP_TURN_START = 3     # R4.2, R4.3
    STEP_MOVE = 4           # R4.6, movement and everything before the action
    STEP_INTERACT = 5       # R14
    STEP_RANGED = 6         # R9.2
    STEP_BLOCK = 7          # R9.3
    STEP_DAMAGE = 8         # R9.5
    STEP_ATTACK = 9         # R9.6
    STEP_AFTER = 10         # the action is over, the turn is not
    STEP_REST = 11          # R4.7
    STEP_END_TURN = 12      # R12, automatic parts
    STEP_REWARD = 13        # R12.4, R12.5 choices
    STEP_LEVEL = 14         # R12.6
    STEP_DISCARD = 15       # R12.7
    STEP_NEXT = 16          # whose turn is next
    STEP_DRAGON = 17        # A.12.4
    STEP_PROTECT = 18       # choosing heads a site keeps off, A.12.4
    STEP_ROUND_END = 19
    STEP_OVER = 20
    STEP_MAZE = 21          # L.2.3: inside a maze or labyrinth, before the fight

cpdef enum Act:  # kinds of Action; the meaning of a, b, c stands behind
    ACT_NONE = 0
    ACT_TACTIC = 1          # a = tactic row
    ACT_TAKE_TURN = 2
    ACT_FORFEIT = 3         # R4.3, announces the End of the Round if nobody has
    ACT_PLAY = 4            # a = card row, b = side (0 basic, 1 powered), c = option of that side
    ACT_SIDEWAYS = 5        # a = card row, b = 0 move, 1 influence, 2 attack, 3 block
    ACT_UNIT = 6            # a = unit slot, b = option
    ACT_SKILL = 7           # a = skill slot, b = option, c = 1 + owner of a Skill in the centre
    ACT_MOVE = 8            # a = direction 0..5 (NE, E, SE, SW, W, NW), b = cheaper spaces kept for later (OP_CHEAP_SPACE)
    ACT_EXPLORE = 9         # a = tile slot, b = lattice direction 0..5
    ACT_INTERACT = 10
    ACT_ENTER = 11          # adventure site; inside a maze a = path 1..3
    ACT_CHALLENGE = 12      # a = direction of the rampager
    ACT_BURN = 13
    ACT_ALTAR = 14
    ACT_REST = 15
    ACT_END_TURN = 16
    ACT_BUY_UNIT = 17       # a = offer slot
    ACT_BUY_SPELL = 18      # a = offer slot
    ACT_BUY_ACTION = 19     # a = slot of the Unit offer (monastery) or of the Advanced Action offer (green city)
    ACT_BUY_HEAL = 20
    ACT_BUY_ARTIFACT = 21
    ACT_BUY_ELITE = 22
    ACT_BUY_CRYSTAL = 23    # oasis, a = colour
    ACT_SELL_CRYSTAL = 24   # oasis, a = colour
    ACT_HEAL_HAND = 25
    ACT_HEAL_UNIT = 26      # a = unit slot
    ACT_TARGET = 27         # a = foe: add to the group under attack
    ACT_RESOLVE = 28        # resolve the attack or block in the making
    ACT_BLOCK = 29          # a = foe, b = attack
    ACT_REDUCE = 30         # a = foe, b = attack: Cumbersome, 1 Move (R9.3.4)
    ACT_ASSIGN = 31         # a = foe, b = attack, c = unit slot or HERO
    ACT_END_PHASE = 32
    ACT_PAY = 33            # a = colour, b = source (0 token, 1 crystal, 2 Source die, 3 unlimited, 4 stored die, ... mana.pxd), c = its own colour or the card
    ACT_CHOOSE = 34         # a, b: answer to the pending effect
    ACT_DECLINE = 35        # the optional part is not taken
    ACT_DISCARD = 36        # a = card row
    ACT_DONE = 37
    ACT_PLUNDER = 38
    ACT_TACTIC_USE = 39     # the taken Tactic's once-effect
    ACT_DISBAND = 40        # a = unit slot
    ACT_BANNER = 41         # a = card row, b = unit slot
    ACT_CONVERT = 42        # a = 0 Move to Attack, 1 Move to Ranged Attack, 2 Influence to Block, 3 set aside points to Attack
    ACT_MANA_SEARCH = 43
    ACT_FACTION = 44        # a = faction token row, b = option
    ACT_TRADE_IN = 45       # a = faction token row, b = 0 for Fame, 1 for Influence
    ACT_QUEST = 46          # a = place in the quest offer, b = step row of the card, c = what the step lets choose
    ACT_QUEST_LEAVE = 47    # a = place in the quest offer: the personal quest is abandoned (A.9.6)
    ACT_QUEST_TAKE = 48     # a = place in the quest offer: an abandoned personal quest is continued
    ACT_RESTORE = 49        # a destroyed site: a = 0 by Influence, mana or a fight, 1 by crystals (A.12.2)
    ACT_TELEPORT = 50       # a = space (A.12.7)
    ACT_QUEST_OPEN = 51     # a = place behind the quest offer: a private card is everybody's from now on (A.13.7)
    N_ACTS = 52

cpdef enum Op:  # one instruction of an effect program; (a, b, c, d) explained in docs/effect-notation.md
    OP_NOP = 0
    OP_MOVE = 1             # a points
    OP_INFLUENCE = 2        # a points
    OP_ATTACK = 3           # a points, b AttackKind, c Element
    OP_BLOCK = 4            # a points, b Element, c 1 = counts twice against Swift
    OP_HEAL = 5             # a points
    OP_DRAW = 6             # a cards
    OP_FAME = 7
    OP_REP = 8
    OP_WOUND = 9            # a Wounds to hand
    OP_MANA = 10            # a = n, b Colour
    OP_MANA_ANY = 11        # a = n, b = mask of colours to choose from, one choice each
    OP_CRYSTAL = 12         # a = n, b Colour
    OP_CRYSTAL_ANY = 13     # a = n, b = mask of basic colours, one choice each
    OP_CRYSTAL_PAID = 14    # a = n crystals of the colour last paid, discarded or thrown away
    OP_CRYSTAL_OTHERS = 15  # one crystal of each basic colour but that one
    OP_CRYSTAL_OWNED = 16   # a = n, choice among colours held
    OP_CRYSTAL_UNOWNED = 17
    OP_CRYSTAL_OFFER = 18   # a = n different Spells of the Spell offer, a crystal of each colour
    OP_CRYSTAL_RANDOM = 19  # a rolls of R1.7
    OP_PAY = 20             # cost: 1 mana, b = mask of allowed colours
    OP_OPTIONAL = 21        # may decline the next a instructions
    OP_DISCARD = 22         # cost: a non-Wound cards from hand, b = mask of colours (0 any card), c 1 = Wounds too
    OP_DISCARD_UPTO = 23    # up to a non-Wound cards; their number becomes the count
    OP_THROW = 24           # cost: throw away 1 Action card from hand, b = mask of colours
    OP_PER = 25             # multiply the next instruction's a by counter b
    OP_IF = 26              # skip the next a instructions unless condition b holds
    OP_READY = 27           # ready one Unit of level <= a
    OP_READY_TOTAL = 28     # ready Units of total level <= a
    OP_READY_ALL = 29
    OP_HAND_LIMIT = 30      # next draw +a
    OP_EXTRA_DIE = 31       # a more Source dice this turn; b 1 = a black die is wild for it
    OP_SET_DIE = 32         # a dice: choose the die and its colour, gain b mana of it; it returns unrolled
    OP_BOOST = 33           # play another Action card powered, free, +a on what it gives
    OP_TERRAIN = 34         # a = terrain mask, b 0 = cost +c (min d), 1 = cost becomes c
    OP_PASS = 35            # a = terrain mask enterable this turn
    OP_NO_PROVOKE = 36
    OP_FOE_CANCEL = 37      # a targets (may be fewer if b 1), none of their attacks happens; c 1 = not a fortified one
    OP_FOE_ATTACK = 38      # one enemy attack +a (negative), b times
    OP_FOE_ARMOR = 39       # Armor +a (negative), b 0 one enemy, 1 all; c = extra if fortified
    OP_FOE_DESTROY = 40     # a 1 = only if blocked
    OP_FOE_STRIP = 41       # a bits 1 fortifications, 2 all resistances, 4 Fire, 8 Ice; b 0 one, 1 all
    OP_FOE_BLOCKED_ARMOR1 = 42
    OP_SITE_UNFORTIFY = 43
    OP_BLOCK_ARMOR = 44     # the enemy being blocked: Armor +a
    OP_BLOCK_DESTROY = 45   # if the block in the making succeeds: destroy that enemy
    OP_BLOCK_THEN_ATTACK = 46  # if it succeeds: a points (c Element) usable once in the Attack phase
    OP_LATER_ATTACK = 47    # a points (b kind, c Element) usable once in the Attack phase
    OP_BLOCK_ICONS = 48     # + a per icon on the blocked token, b Element
    OP_BLOCK_TERRAIN = 49   # Block = unmodified Move cost of own space; fire by Day, ice by Night
    OP_NEXT_MOVE = 50       # later cards giving Move +a, b 0 next only, 1 each
    OP_AMBUSH = 51          # first Attack card +a or first Block card +b
    OP_UNITS_BONUS = 52     # own Units' Attack and Block +a, b 1 = attacks only
    OP_UNITS_SAFE = 53      # no damage to own Units this turn
    OP_UNITS_RESIST = 54    # a = resistance mask for all own Units
    OP_UNIT_RESIST = 55     # a = mask, one own Unit
    OP_UNIT_WOUND = 56      # the acting Unit is wounded
    OP_TO_DECK = 57         # end of turn: this card to the Deed deck, a 0 bottom, 1 top
    OP_RETURN_SWAP = 58     # end of turn: may discard a card to take this one back, a 1 = a Wound will do
    OP_RECRUIT_DISCOUNT = 59  # next recruit a cheaper, Reputation b when used
    OP_READY_FOR_INFLUENCE = 60  # any number of: pay a x level Influence, ready a Unit of level <= b
    OP_CONVERT = 61         # a = 0 Move->Attack, 1 Move->Ranged (2:1), 2 Influence->Block (b Element)
    OP_LEARN = 62           # may pay a Influence for an Advanced Action of the offer, b 0 discard pile, 1 hand
    OP_GAIN_ACTION = 63     # from the offer, colour paid or thrown away; b 0 discard pile, 1 hand, 2 deck top
    OP_GAIN_SPELL = 64      # likewise from the Spell offer
    OP_GAIN_UNIT = 65       # free recruit from the Unit offer
    OP_UNLIMITED = 66       # b = mask of colours, any number of mana this turn
    OP_RULES = 67           # a bits 1 gold usable, 2 black usable, 4 forest 3, 8 desert 3, 16 gold and black dice wild
    OP_CRYSTALS_RETURN = 68
    OP_DICE_WOUNDS = 69     # roll a dice, each black or red one: a Wound
    OP_REROLL_SOURCE = 70
    OP_DIE_CRYSTAL = 71     # choose a basic Source die: crystal of its colour, reroll it unless a 1
    OP_HEAL_FOREST = 72     # heal a, in forest b
    OP_RECALL = 73          # a cards of the discard pile to the deck, b 0 random, 1 chosen
    OP_REP_PER_RECRUIT = 74 # Reputation a and Fame b per Unit recruited this turn
    OP_FLY = 75             # move up to a spaces for 1 Move each, over anything, to a safe space
    OP_TUNNEL = 76          # up to a revealed spaces free, never swamp or lake; b 1 = must end on a fortified site
    OP_BEND = 77            # spaces at distance 2 count as adjacent
    OP_FAME_PER_DEFEAT = 78 # Fame +a per enemy defeated this turn, b 1 = only later in this phase
    OP_DOUBLE_ATTACK = 79   # physical Attack of the Attack phase doubled, enemies lose physical resistance
    OP_SPELL_FAME = 80      # Fame +1 per Spell of colour b cast this turn
    OP_MAXIMAL = 81         # throw an Action away: its basic effect a times, or powered b times
    OP_CAST_OFFER = 82      # cast a same-colour Spell of the offer; b 0 pay its mana, 1 free; a side
    OP_TIME_BEND = 83
    OP_BORROW_UNIT = 84     # one ability of a Unit in the offer
    OP_HARVEST = 85         # entering a space: may discard a card for a crystal, a 0 once, 1 each
    OP_BANNER = 86          # assign to a Unit; only in a Banner's basic side
    OP_BANNER_FORGET = 87   # end of turn: throw away Wounds received this turn
    OP_ALL_COLDFIRE = 88    # own attacks become a 0 Cold Fire, 1 Siege this combat
    OP_ALTEM = 89           # cold fire attack or block (b 0, 1) a, +2 for blue, +2 for red mana
    OP_HEAL_UNITS_ALL = 90
    OP_FAME_PER_HEAL = 91   # Fame +1 per Healing point of this card spent
    OP_DRAW_PER_HEAL = 92   # this turn: per hand Wound healed draw 1; a 1 = Units healed are readied
    OP_INFLUENCE_HEAL = 93  # may spend a Influence per Healing point; b 1 = may ready one Unit for a x level
    OP_TEMPORAL = 94        # the action of the turn: a steps, next draw +b
    OP_MOUNTAIN_LORE = 95   # end in hills: next draw +a; in mountains +b
    OP_MIST = 96            # every terrain costs 2, lakes too; no hills or mountains
    OP_VEIL = 97            # first Wound of the turn is void
    OP_SACRIFICE = 98
    OP_POSSESS = 99
    OP_FOE_ATTACK_STRIP = 100  # one attack loses its offensive abilities
    OP_ADRENALINE = 101     # draw for each of the first a Wounds of the turn, b 1 = one more, which is thrown away
    OP_CHIVALRY = 102       # enemies beaten by the attack holding this: Reputation a, Fame b each
    OP_EXPLOSIVE = 103      # enemies beaten by the attack holding this: another's Armor -1
    OP_HARVESTER = 104
    OP_SWIFT_SCOUT = 105    # explore at distance 2
    OP_DIVIDE_BLOCK = 106   # a parts of Block b (c Element) against different attacks
    OP_SHIELD_BASH = 107    # blocked enemy Armor -1 per excess point
    OP_REDIRECT = 108       # damage of that attack goes to this Unit first
    OP_INTERACT_BONUS = 109
    OP_OFFER_POWER = 110    # powered effect of a card in the Advanced Action offer
    OP_PEEK = 111
    OP_STARSDAWN = 112
    OP_PROFICIENCY = 113
    OP_BOX = 114            # show the topmost Artifact, which may be used in place of this card
    OP_ENERGY = 115         # ready a Unit, b 1 = heal a Wound of it; then may spend a Unit of level <= a of every rival
    OP_COMMAND = 116
    OP_UNITS_ARMOR = 117    # own Units' Armor +a this turn
    OP_UNITS_FAME = 118     # Fame +a per own Unit that attacks or blocks this turn
    OP_CHEAP_SPACE = 119    # one space, named on entering, costs +c (min d) this turn
    OP_SIDEWAYS = 120       # a card sideways for a: b bits 1 a Wound, 2 one more unless a Basic Action, 4 one if it matches, 8 no Source dice, 16 per token
    OP_HEAL_UNIT = 121      # one Wound off a Unit
    OP_THROW_WOUND = 122    # throw away a Wounds of the hand, no healing
    OP_NO_RECRUIT = 123     # no Unit is recruited with Influence this turn
    OP_SOAK = 124           # the next damage to the Hero from one attack: a less if its Element is in mask b, else c less
    OP_EXPLORE = 125        # exploring costs a less this turn
    OP_SEE = 126            # garrisons of fortified sites up to a spaces away are seen this turn
    OP_AIM = 127            # the next Attack card +a in the Ranged and Siege phase, +b in the Attack phase
    OP_BLOCK_BONUS = 128    # +a on one block of this turn
    OP_FLIP = 129           # the Skill is face down until it is turned up
    OP_TURN_UP = 130        # a face-down Skill is turned up; a 1 = takes the action of the turn, 2 = by resting, by itself
    OP_IGNORE_REP = 131     # Reputation has no effect this turn
    OP_LEAD = 132           # the next ability of an own Unit: Block +a, Attack +b, Ranged Attack +c
    OP_SHAPESHIFT = 133     # a Basic Action's fixed Move, Attack or Block as one of the other two
    OP_FORK = 134           # Ranged Cold Fire Attack 1 against each of a enemies in this phase
    OP_PREY = 135           # one ability, resistance, fortification of an enemy, or one element of its attack, is ignored
    OP_CHAOS = 136          # the marker of the Skill moves on to position a; 6 = wherever it goes
    OP_DUEL = 137           # with a block: a points against the same enemy in the Attack phase, Fame 1 if no Unit meddled
    OP_CARD_MANA = 138      # this turn, once, a hand card may be discarded as one mana: a = mask of colours, + mask << 6 for a Wound
    OP_FOE_CUMBERSOME = 139 # every attack of one enemy becomes Cumbersome
    OP_BOND = 140           # a Unit slot of its own: 5 Influence less, never barred from acting, never disbanded
    OP_OPPOSITE = 141       # this turn, once, a mana paid counts as its opposite; a 1 = a depleted Source die too
    # faction tokens (A.6)
    OP_MARTYR = 142         # an own Unit takes damage once more, then leaves the game
    OP_NO_REGULARS = 143    # no Regular Unit is used for the rest of the combat
    OP_DOMINATE = 144       # Attack of the attack in the making pays off all attacks of one enemy
    OP_SHADOWS = 145        # no damage from one enemy; no Fame and no Reputation for the rest of the combat
    OP_SPEND_CRYSTAL = 146  # cost: a crystal
    OP_MIND = 147           # all own Block but that of Units counts as psychic too, this turn
    OP_IMPERSONATE = 148    # Reputation lost is 1 less, another seat loses 1; used when it is lost
    OP_SEEK = 149           # interacting: one Unit as if anywhere; else the action: one Unit as if at a village
    OP_TRADE_CARD = 150     # an Advanced Action or Spell of the hand for one of its colour in the offer
    OP_SHOWN = 151          # needs a Source die of colour b
    OP_FURY = 152           # Attack a per Wound of the enemy that gave most, b at most
    # interactive Skills (R13.3) and those that react
    OP_CENTRE = 153         # the Skill goes to the common centre, marked: a = 1 + Colour, 7 = the colour paid
    OP_CLAIM = 154          # first of an option: another seat's, it returns the Skill; a 1 = also the lone owner, in its next turn
    OP_SURGE = 155          # the first card powered with the mark's colour: +a on one of its Move, Influence, Attacks, Blocks
    OP_REROLL_DIE = 156     # one die of the Source is rerolled
    OP_OPEN_DIE = 157       # one more basic Source die this turn, kept or rerolled; the Skill's owner gains its crystal
    OP_GIVE_WOUND = 158     # a Wound to the hand of the closest other Hero
    OP_SURCHARGE = 159      # the first mana spent this turn costs a basic one more, which marks the Skill
    OP_EXPLOIT = 160        # a Wound for each colour of mana spent but the mark's, once each
    OP_DEARER = 161         # every terrain costs a more this turn, not above b
    OP_FOES_ATTACK = 162    # every enemy attack +a while the Block phase lasts
    OP_MANA_PAID = 163      # a token of the colour paid
    OP_KEEP_FOE = 164       # the token of the enemy just defeated, row a, is kept
    OP_PUPPET = 165         # a kept token is discarded: a 0 half of an attack as Attack, 1 half of its Armor as Block
    # rivals
    OP_RIVALS_LOSE_CRYSTAL = 166  # every rival loses a random crystal or takes a Wound; one of those lost may be gained
    OP_WOUND_PER_CRYSTAL = 167  # every player takes a Wound per crystal of colour b owned
    OP_CLAIM_DIE = 168          # take a basic Source die for the Round: a mana now, or 1 each later turn; b 1 = rivals pay its colour with a Wound
    OP_RIVALS_DISCARD = 169 # every rival discards an Action or Spell of the colours b or shows the hand; a 1 = an Action of these may be taken
    OP_REWARD = 170         # a rewards of kind b at the end of the turn (R12.5): 0 Artifact, 1 Spell, 2 Advanced Action
    OP_CHARGE = 171         # Move a that must lead to a rampager, which must be fought this turn; Attack b against it
    # Coral
    OP_COORDINATE = 172     # from now on an Attack of the Attack phase whose value was not played before: +1
    OP_PREVENT = 173        # a Wound that a Unit took in this combat is undone
    N_OPS = 174

cpdef enum Cond:  # OP_IF
    IF_DAY = 0
    IF_NIGHT = 1
    IF_INTERACTION = 2
    IF_FOREST = 3
    IF_UNWOUNDED = 4     # the hand took no Wound in this combat
    IF_COMBAT = 5
    IF_PEACE = 6         # not in combat
    IF_ELSEWHERE = 7     # not in a forest
    IF_ON_RED = 8        # a red crystal lies on the acting Unit; + Colour
    IF_ON_BLUE = 9
    IF_ON_GREEN = 10
    IF_ON_WHITE = 11
    IF_LOWEST = 12       # strictly lowest Fame of several players
    IF_FORTIFIED_SITE = 13
    IF_GLADE = 14
    IF_OTHER_SITE = 15   # neither
    IF_PAID = 16         # a colour was paid

cpdef enum Banner:  # behaviour of a Banner assigned to a Unit (R7.6), OP_BANNER a
    BANNER_NONE = 0
    BANNER_GLORY = 1      # Armor, Attacks and Blocks +1; Fame +1 whenever it attacks or blocks
    BANNER_FEAR = 2       # Block phase: spend the Unit to cancel an attack, Fame +1
    BANNER_PROTECTION = 3 # Armor +1, Fire and Ice resistance
    BANNER_COURAGE = 4    # once a Round, not in combat: ready the Unit
    BANNER_FORTITUDE = 5  # once a Round: a Wound on the Unit is ignored
    BANNER_COMMAND = 6    # stands in for a Command token

cpdef enum Counter:  # OP_PER
    PER_WOUND = 0        # Wounds in hand and on own Units
    PER_BLOCKED = 1      # enemies wholly blocked this turn
    PER_FOE = 2          # enemy tokens still faced
    PER_SET = 3          # full sets of four crystals
    PER_DISCARD = 4      # cards discarded by the last OP_DISCARD_UPTO
    PER_COLOUR = 5       # colours of crystals held
    PER_READY = 6        # ready, unwounded own Units, three at most
    PER_ADVENTURE = 7    # adventure sites conquered while a Skill counted them
    PER_STRONGHOLD = 8   # keeps and mage towers likewise

cpdef enum Faction:  # whose faction token (A.6, T.5)
    FACTION_NONE = 0
    FACTION_ELEMENTALIST = 1
    FACTION_CRUSADER = 2
    FACTION_CULT = 3
    FACTION_COUNCIL = 4

cpdef enum Source:  # where a foe comes from
    FROM_SITE = 0        # garrison or site dweller; slot = map token
    FROM_MAP = 1         # rampager; slot = map token
    FROM_DRAW = 2        # drawn for this fight only, discarded either way
    FROM_SUMMON = 3      # slot = summoner's foe index
    FROM_HEAD = 4        # dragon head; slot = head 0..4
    FROM_HORSEMAN = 5    # slot = Horseman 0..3; row = slot * 6 + level - 1
    FROM_HORSE = 6       # the horse of a Horseman; slot = Horseman
    FROM_TRAP = 7        # trap of a ziggurat or pyramid; row = trap
    FROM_CARD = 8        # lies on a quest card; slot = its place on the card
    FROM_PRINT = 9       # printed on a quest card: no token

cpdef enum QuestKind:  # A.9.4
    QUEST_SIMPLE = 0
    QUEST_PERSONAL = 1
    QUEST_INDEPENDENT = 2
    QUEST_COLLECTIVE = 3

cpdef enum Reveal:  # what is done when a quest card is revealed (A.9.1)
    REVEAL_NOTHING = 0
    REVEAL_UNIT = 1      # the first Regular Unit of level II goes under it
    REVEAL_SPELL = 2     # the top Spell goes under it
    REVEAL_MANA = 3      # a random mana token lies on it
    REVEAL_ENEMY = 4     # the named enemy token lies on it

cpdef enum QuestFlag:  # bits
    QUEST_UNBURNED = 1   # only for a Hero who has burned no monastery
    QUEST_STAYS = 2      # until every player has finished it
    QUEST_BOUND = 4      # not abandoned once begun
    QUEST_FOLLOWS = 8    # the marker lies on an own Unit; without it the quest fails
    QUEST_KEEPS = 16     # markers are kept once it is done, the card lies beside them

cpdef enum Where:  # where a step is done, beyond site and terrain; bits
    WHERE_MARK = 1       # puts the marker here; once it lies, there (A.9.8)
    WHERE_MARKER = 2
    WHERE_AWAY = 4       # not at the marker
    WHERE_SAFE = 8
    WHERE_UNCONQUERED = 16
    WHERE_OWN = 32       # a Shield of the Hero lies here
    WHERE_TAKEN = 64     # conquered by the Hero in this turn
    WHERE_RUINED = 128   # a burned or destroyed monastery
    WHERE_COAST = 256    # on a tile of the coast
    WHERE_LAKESIDE = 512
    WHERE_LINE = 1024    # in a line with each of the three markers
    WHERE_KEEP_NEAR = 2048    # a keep to be conquered within three spaces
    WHERE_TOMB_NEAR = 4096    # a dungeon or tomb within two spaces
    WHERE_MARKER_NEAR = 8192  # the marker within two spaces
    WHERE_UNMOVED = 16384     # at the start of the turn

cpdef enum Measure:  # what chooses among the bands of a step
    BY_NOTHING = 0
    BY_LEVEL = 1         # of the Hero
    BY_DISTANCE = 2      # from the marker
    BY_NOTE = 3          # what the card remembers

cpdef enum StepFlag:  # bits
    STEP_FAILS = 1       # the quest fails with it
    STEP_ENDS = 2        # completes the quest, whatever its number
    STEP_LAYS = 4        # its enemies are laid on the card
    STEP_HIDDEN = 8      # face down
    STEP_CULT = 16       # possessed by the Apocalypse
    STEP_COUNCIL = 32    # by the Council of the Void
    STEP_HALF = 64       # half Fame, rounded up
    STEP_KEPT = 128      # the marker is kept as a token
    STEP_NO_RANGED = 256 # no Ranged and Siege phase
    STEP_UNBEATABLE = 512  # the enemy is not defeated this time

cpdef enum Feat:  # what a step is about beside paying and gaining
    FEAT_NONE = 0
    FEAT_FIGHT = 1       # enemies drawn for it
    FEAT_CARD = 2        # the enemies on the card
    FEAT_ONE = 3         # one of them, c = its place
    FEAT_BEAT = 4        # an enemy defeated in this turn
    FEAT_BEAT_FAME = 5   # one worth Fame 4; the Unit under the card and a Command token are gained
    FEAT_BEAT_BROWN = 6
    FEAT_BEAT_RED = 7
    FEAT_BEAT_OTHER = 8  # neither
    FEAT_TERRAIN = 9     # the colour of the terrain is noted
    FEAT_HERB = 10       # a die, then the marker is kept
    FEAT_GOBLINS = 11    # c = how many
    FEAT_NEW_MINE = 12   # c = colour; every player has done the first step
    FEAT_OWN_MARKER = 13 # one of several markers
    FEAT_HIDE = 14       # the marker goes three spaces away, near an adventure site
    FEAT_LAIR = 15       # the marker goes to an adventure site within two spaces
    FEAT_FLEE = 16       # the marker goes to the nearest safe space three or more away
    FEAT_WANDER = 17     # the marker goes to a safe space three away, a new mana token is rolled
    FEAT_ASSAULT = 18    # c = the keep assaulted from here
    FEAT_MINE = 19       # c = colour of the mine
    FEAT_RECRUIT = 20    # c = offer slot, a Unit without its price
    FEAT_ESCORT = 21     # the marked Unit survived
    FEAT_RESTORE = 22    # the monastery at the marker is restored
    FEAT_SIEGE = 23      # a fight in the next turn, at the marker
    FEAT_STAND = 24      # that fight: unfortified, Block 5
    FEAT_LEAVE = 25      # the siege given up; never chosen
    FEAT_TIER = 26       # a tier is noted
    FEAT_UNIT = 27       # c = offer slot, a Unit of that tier at most
    FEAT_MERCHANT = 28   # a die decides
    FEAT_CURSE = 29      # the Hero is cursed
    FEAT_PASS = 30       # c = the seat cursed instead
    FEAT_LIFT = 31
    FEAT_DESTINY = 32    # a die, its colour is noted
    FEAT_CRYSTAL = 33    # c = a crystal of a colour not yet on the card, three in all
    FEAT_SITE = 34       # a new adventure site here
    FEAT_OMEN = 35       # a black mana token lies on the card

cpdef enum Head:
    HEAD_WAR = 0
    HEAD_FAMINE = 1
    HEAD_DEATH = 2
    HEAD_PESTILENCE = 3
    HEAD_CONTROL = 4

cpdef enum Ends:  # scenario end triggers, bits
    END_DRAGON = 1       # all four heads gone
    END_CITY_REVEALED = 2
    END_CITIES = 4       # all cities conquered
    END_HORSEMEN = 8     # all four Horsemen defeated
    END_RESTORED = 16    # Destroyed Site tokens held, floors of ziggurats and pyramids conquered (A.12.2)

cpdef enum Tactic:  # behaviour of a Tactic card
    TACTIC_PLAIN = 0
    TACTIC_RETHINK = 1
    TACTIC_MANA_STEAL = 2
    TACTIC_PLANNING = 3
    TACTIC_GREAT_START = 4
    TACTIC_RIGHT_MOMENT = 5
    TACTIC_LONG_NIGHT = 6
    TACTIC_MANA_SEARCH = 7
    TACTIC_MEDITATION = 8
    TACTIC_PREPARATION = 9
    TACTIC_SPARING_POWER = 10

cpdef enum Number:  # numbers of the rules, content/numbers.toml
    NUMBER_EXPLORE_MOVE = 0
    NUMBER_CRYSTAL_LIMIT = 1
    NUMBER_DUMMY_FLIPS = 2
    NUMBER_WOUND_SCORE = 3
    NUMBER_ORC_REPUTATION = 4
    NUMBER_DRACONUM_REPUTATION = 5
    NUMBER_ASSAULT_REPUTATION = 6
    NUMBER_PLUNDER_REPUTATION = 7
    NUMBER_PLUNDER_CARDS = 8
    NUMBER_BURNING_REPUTATION = 9
    NUMBER_HORSEMAN_RIDE = 10
    NUMBER_HORSEMAN_SITES = 11
    NUMBER_HORSEMAN_FIRST_ROUND = 12
    NUMBER_HORSEMAN_LAST_ROUND = 13
    N_NUMBERS = 14

cpdef enum Rule:  # switches rules.ID of content/rules.toml; Setup.rules holds the place of the value in `values`, or 0 and 1
    RULE_RETHINK_ORDER = 0           # 1; 1 = shuffle, then draw
    RULE_HEALED_WOUND_COUNTS = 1     # 2
    RULE_REST_FORCED = 2             # 3
    RULE_SPAWNING_GROUNDS_REFILL = 3 # 5
    RULE_NIGHT_COSTS = 4             # 7b; 1 = plains, hills and wasteland cost more too
    RULE_LATE_TOKEN = 5              # 13; 1 = kept for the next turn
    RULE_REWARD_ORDER = 6            # 14; 1 = fixed
    RULE_WITHDRAWAL_KNOCKS_OUT = 7   # 18
    RULE_KNOCKOUT_LIMIT = 8          # 21; 1 = with the bonus of keeps and cities
    RULE_REFUGEE_HEALING = 9         # 22
    RULE_VAMPIRIC_DISCARD = 10       # 36
    RULE_SWIFT_REDUCTION = 11        # 37; 1 = double, then reduce
    RULE_SUMMONED_CITY_BONUS = 12    # 39
    RULE_LEFTOVER_MOVE_IN_COMBAT = 13  # 43
    RULE_ZERO_ATTACK_IS_BLOCKED = 14 # 46
    RULE_BANNERS_WITHOUT_UNITS = 15  # 48
    RULE_UNDERGROUND_NIGHT = 16      # 49; 1 = for mana only
    RULE_GARRISON_REVEAL = 17        # 50; 1 = when the turn ends
    RULE_RUINS_AT_DAWN = 18          # 51
    RULE_TILE_SUPPORT = 19           # 54; 1 = the new tile counts
    RULE_DUMMY_TWO_COLOURS = 20      # 56; 0 larger count, 1 sum, 2 smaller count
    RULE_DUMMY_AFTER_ANNOUNCEMENT = 21  # 58
    RULE_ROUNDS_EARLY = 22           # 59; 1 = with the Round under way
    RULE_POSSESSED_ZERO_IS_BLOCKED = 23 # 71
    RULE_POSSESSED_SUMMONER_STRIKES = 24  # 71b
    RULE_PSYCHIC_BLOCK_REPUTATION = 25  # 72
    RULE_DEEP_MINE_PROTECTS = 26     # 75
    RULE_AIR_FAME_WHEN_STOPPED = 27  # 75
    RULE_PROTECTING_SITE_LOST = 28   # 78; 1 = when the turn ends
    RULE_JUST_FAME = 29              # 85
    RULE_ESTIMATES = 30              # 90; applied when the content is compiled
    N_RULES = 31

cpdef enum CrystalElse:  # A.13.7, bits
    WHEN_FULL = 1        # the colour rolled is full
    WHEN_ALL_FULL = 2    # gold, and every colour is
    WHEN_BLACK = 4
    ELSE_REROLL = 1      # until a colour that is allowed
    ELSE_FACTION = 2     # a random faction token
    ELSE_QUEST = 4       # a private quest card

cpdef enum Fault:
    FAULT_NONE = 0
    FAULT_CAPACITY = 1       # a pile or table is full
    FAULT_NO_OPTION = 2      # a decision without a legal option
    FAULT_ILLEGAL = 3        # an action that is not among the options
    FAULT_STEP_LIMIT = 4     # a game without end
    FAULT_CARDS = 5          # Deed cards not conserved
    FAULT_TOKENS = 6         # enemy tokens not conserved
    FAULT_RANGE = 7          # a counter out of its range
    FAULT_OPCODE = 8         # an instruction without behaviour was reached

cpdef enum Purpose:  # one random stream each; see docs/random-streams.md
    DRAW_MAP = 0
    DRAW_TOKENS = 1          # + colour, 1..6
    DRAW_RUINS = 7
    DRAW_POSSESSED = 8
    DRAW_ACTIONS = 9
    DRAW_SPELLS = 10
    DRAW_ARTIFACTS = 11
    DRAW_REGULARS = 12
    DRAW_ELITES = 13
    DRAW_SOURCE = 14
    DRAW_DICE = 15           # dice rolled outside the Source
    DRAW_DUMMY = 16
    DRAW_TACTICS = 17
    DRAW_HEROES = 18
    DRAW_HEADS = 19
    DRAW_DECK = 20           # + seat, 20..23: Deed deck shuffles, keyed by Round
    DRAW_RANDOM_PICK = 24    # + seat, 24..27: random cards out of a pile
    DRAW_SKILLS = 28         # + seat, 28..31
    DRAW_POLICY = 32         # + seat, 32..35: players' own chance
    DRAW_HORSEMEN = 36       # order of the Horseman cards
    DRAW_FACTION = 37        # + faction - 1, 37..40: piles of faction tokens
    DRAW_PROXY = 41          # dice that a proxy rerolls
    DRAW_QUESTS = 42         # the next quest card; what a card asks to be drawn or rolled
    DRAW_RESTORATION = 43    # die for the start row of the scenario card (A.12.2)
    N_PURPOSES = 44

cpdef enum Chance:           # sources of chance that can be dealt anew each by itself; `chance_of` of chance.pxd
    CHANCE_MAP = 0
    CHANCE_TOKENS = 1
    CHANCE_DECKS = 2         # what is dealt to all: offers, Skills, quest cards
    CHANCE_HANDS = 3         # a seat's own deck
    CHANCE_DICE = 4
    CHANCE_OPPONENTS = 5     # dummies, heads, Horsemen
    CHANCE_PLAYER = 6        # the players' own
    N_CHANCES = 7

cdef enum:  # sentinels
    NONE = 255
    HARVEST_EACH = 128
    HERO = 254

cpdef enum DragonPlace:
    DRAGON_FLIES = 0         # on the lair tile, and it flies (A.12.4)
    DRAGON_LAST_CITY = 1     # on the last city tile, its heads named by the scenario (A.12.5)
    DRAGON_FOR_LAST = 2      # in place of the last city, its heads at that city's level (A.13.2)
    DRAGON_BY_DIE = 3        # in place of the first city whose die shows black (A.13.2)

cpdef enum Mark:             # which defender a ruler's Shield lies on (A.13.4)
    MARK_NONE = 0
    MARK_HIGHEST = 1         # highest Fame
    MARK_LOWEST = 2
    MARK_ADDED = 3           # one more, of the type of the second highest

cpdef enum Horsemen:
    HORSEMAN_BIT = 8         # answers and masks of a challenge: below it directions, from here on Horsemen
    HORSEMAN_LEVELS = 6      # A.8.2
    HORSEMEN_RIDE = 1        # from site to site, for their dragon (A.12.5)
    HORSEMEN_GATHER = 2      # towards the glade in the middle, for their ritual (A.12.3)

cdef enum:  # capacities
    MAX_SEATS = 4            # R2: the game seats one to four
    MAX_TILES = 32           # 31 tiles and the second face of the starting tile exist
    MAX_SPACES = 224         # seven to a tile
    MAX_CARDS = 288          # a seat's deck and discard pile together: under 110 non-Wound Deed cards; Wounds have no bound (R2.3)
    MAX_HAND = 48            # non-Wound cards in hand; hand limit 7, keep bonus 5+, draws of cards and Tactics
    MAX_PLAYED = 48          # cards in play: everything a hand can hold
    MAX_FACTIONS = 4         # two of Shades of Tezla, two of The Apocalypse Dragon
    MAX_UNITS = 8            # five Command tokens, a quest marker kept as one, Banner of Command, Bonds of Loyalty: nobody can hold more
    MAX_SKILLS = 8           # five gained in ten levels, three to spare
    MAX_DICE = 7             # four players + 2, Blitz +1
    MAX_OFFER = 40           # Unit offer: players + 3, all 28 Elite Units bought into it at a white city (R11.5), five to spare
    MAX_MONASTERIES = 16     # Advanced Actions in the Unit offer: one per monastery
    MAX_KEPT = 48            # non-basic Deed cards of a seat that a campaign keeps; they lie in the hand while it chooses
    MAX_KEPT_UNITS = 16      # Units of a seat
    MAX_TOKENS = 144         # enemy tokens of all colours in print (R2.2)
    MAX_MAP_TOKENS = 96      # at most three on a space
    MAX_CITIES = 4
    MAX_QUESTS = 6           # quest offer: players + 2 (A.9.2)
    MAX_PRIVATE = 6          # private quest cards (A.13.7, ruling 107)
    QUEST_PLACES = 12        # both together
    QUEST_CARDS = 30         # A.1.1
    MAX_BANDS = 4            # of a quest step: by level or distance three, four tiers
    HEAD_LEVELS = 12         # of each head of the dragon (A.7)
    N_CARD_ROWS = 9          # rows of the scenario card (A.12.2)
    MAX_LAYOUT = 19          # places of a predefined map: a tile and two rings around it (A.12.3)
    MAX_GARRISON = 10        # R11.1, R20.9: two cities of level 11
    MAX_FOES = 20            # a Megapolis garrison of 10, three rampagers about it, a summon each for the worst of them
    MAX_ATTACKS = 4          # three printed, one psychic
    MAX_PENDING = 40         # instructions waiting
    MAX_OPTIONS = 320        # legal actions at one decision
    MAX_DISCOUNTS = 5        # a basic side repeated three times (OP_MAXIMAL), a Spell and a faction token
    MAX_CHEAP = 3            # cheaper spaces of a turn: a basic side is repeated three times at most (OP_MAXIMAL)
    MAX_ADRENALINE = 4       # Wounds that draw: three, and the one thrown away
    MAX_PATH = 24            # spaces since the last safe one
    MAX_DECISIONS = 30000    # of one game; a random game takes a few hundred
    DEALT_BITS = 16          # low bits of `GameState.draws`: events so far, two a decision; above them the deal (Chance)
    MAX_DUMMIES = 3          # with the seats four at most; their cards share PILE_CAP places
    MAX_DUMMY = 48           # dummy deck: 16 and one Advanced Action a Round, four a player
