"""Named weights of the scripted players, read from players/*.toml. ``weights.WEIGHTS_DTYPE`` is the numpy twin.

Worths are in tenths of a point of score unless a comment says otherwise.
"""

from libc.stdint cimport int16_t

from mkbalance._mageknight.players.nets cimport HIDDEN, MAX_FEATURES, MAX_OWNED, MEMBERS, N_NETS, UNITS, Net

cdef packed struct Weights:
    int16_t scripted      # 0 = uniformly random, 1 = the turn planner
    int16_t plans         # plans of a turn that are played out on a copy, per kind of plan
    int16_t samples       # times a fight with something hidden is played out
    int16_t fame          # worth of a point of Fame
    int16_t level         # worth of a level beyond its Fame
    int16_t wound         # cost of a Wound in hand
    int16_t wound_deck    # cost of a Wound in deck or discard pile
    int16_t unit_wound    # cost of a Wound on a Unit, per level
    int16_t unit          # worth of a Unit, per cent of the appraisal
    int16_t unit_use      # cost of spending a Unit, per level
    int16_t reputation    # worth of a step on the Reputation track
    int16_t spell         # worth of a Spell gained
    int16_t action        # worth of an Advanced Action gained
    int16_t artifact      # worth of an Artifact gained
    int16_t crystal       # worth of a crystal
    int16_t card          # cost of a card played, per cent of the appraisal
    int16_t explore       # worth of a new tile
    int16_t seek          # per cent of both where turning up tiles is the goal
    int16_t frontier      # promise of a place to explore from
    int16_t shield        # worth of a site conquered
    int16_t head          # worth of a dragon head level
    int16_t goal          # worth of reaching the goal of the scenario
    int16_t credit        # share of that, and of its points, credited for part of the way, per cent
    int16_t heal          # worth of a Wound healed
    int16_t move          # cost of a Move point on the way to something
    int16_t sideways      # 1 = plays cards sideways
    int16_t crystals      # 1 = spends crystals on powered sides, 0 = tokens and dice only
    int16_t units         # 1 = uses Units in fights
    int16_t ranged        # 1 = shoots before the Block phase
    int16_t block         # 1 = compares blocking with attacking, 0 = blocks whatever it can
    int16_t dragon_round  # first Round in which it goes for the lair
    int16_t fear          # Wounds expected in a fight count so many per cent
    int16_t shelter       # worth of each head a site keeps off when the dragon strikes next
    int16_t guard         # worth of a card left to meet the next air attack with
    int16_t silence       # worth per Round left of ending the air attacks
    int16_t turn          # worth of a turn, lost by attending an air attack fully
    int16_t pull          # share of what a place promises that draws the Hero there, per cent
    int16_t recruit       # promise of a place with Units while a Command token is free
    int16_t might         # what the Hero thinks to beat from the start: Armor and attack of an enemy
    int16_t might_level   # more by each level, in tenths
    int16_t might_unit    # more by each level of its Units, in tenths
    int16_t might_card    # more by each Advanced Action, twice by a Spell, in tenths
    int16_t toll          # cards and Wounds that each point to be beaten is thought to cost
    int16_t daring        # share of what is to be beaten below which might gives no hope, per cent
    int16_t fresh         # discards cards worth less than this for fresh ones when they are plenty
    int16_t lair          # promise of the lair beyond its levels
    int16_t hunt          # worth of a new tile while the dragon's lair is not found
    int16_t near          # cost of each Move point between the Hero and the lair, or a place to look for it from
    int16_t late          # per cent of that in the last two Rounds
    int16_t clog          # cost of the square of the Wounds in hand
    int16_t manners       # other ways to choose the cards of a fight, and of the way to it, that are tried
    int16_t stances       # 1 = plays the choices of its own fights out, 2 = of fights in the lair on its mind too
    int16_t deep          # lines that are judged by the turns after this one, 0 = none
    int16_t close         # how far behind the best line another may be to deserve that look
    int16_t ahead         # share of that look in the verdict, per cent
    int16_t span          # turns for which levels, Units and cards gained are worth what their weights say; more with more turns
    int16_t turns         # turns that a quick player plays on for it
    int16_t guesses       # guesses at what is hidden for it, before the worse half of the lines is given up
    int16_t search        # times the line of the turn is gone through for something better, 0 = never
    int16_t beam          # states kept at each decision of such a search, 1 to 8
    int16_t wide          # lines played on before the beam of the search for the plan chosen is narrowed to that
    int16_t doubt         # other guesses on which a line that turns something up is tried, 0 = none
    int16_t rivals        # such lines that are tried, each with another chance that it takes first
    int16_t rounds        # 1 = reckons with the end of the Round: cards left over then are worth nothing, Units are ready again
    int16_t learned       # per cent of what the value function says beyond the rules of thumb
    int16_t noise         # random spread on the worth of a plan

cdef packed struct PlayerRow:  # what a player file comes to
    Net nets[5]           # by NetKind; zeros say nothing
    Weights weights
