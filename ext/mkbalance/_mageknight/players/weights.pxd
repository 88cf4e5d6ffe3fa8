"""Named weights of the scripted players, read from players/*.toml. ``weights.WEIGHTS_DTYPE`` is the numpy twin."""

from libc.stdint cimport int16_t

cdef packed struct Weights:
    int16_t scripted      # 0 = uniformly random, 1 = the turn planner
    int16_t fame          # worth of a point of Fame, in tenths
    int16_t wound         # cost of a Wound to hand
    int16_t unit_wound    # cost of a Wound on a Unit, per level
    int16_t reputation    # worth of a step on the Reputation track
    int16_t spell         # worth of a Spell gained
    int16_t action        # worth of an Advanced Action gained
    int16_t artifact
    int16_t unit          # worth of a Unit per level
    int16_t crystal
    int16_t explore       # worth of a new tile
    int16_t core          # worth of a core tile beyond that
    int16_t head          # worth of a dragon head level
    int16_t heal          # worth of a Wound healed
    int16_t rest_wounds   # rest when the hand holds at least so many Wounds
    int16_t sideways      # 1 = plays cards sideways in fights and on the move
    int16_t mana          # 1 = pays mana for powered sides freely, 0 = only tokens and dice
    int16_t units         # 1 = uses Units in fights
    int16_t ranged        # 1 = shoots before the Block phase
    int16_t block         # share of attacks worth blocking, per hundred
    int16_t risk          # fights accepted when the estimate says so many Wounds at most
    int16_t dragon_round  # first Round in which it goes for the lair
    int16_t noise         # random spread on estimates, in tenths
    int16_t hoard         # keeps crystals unless it holds more than this
