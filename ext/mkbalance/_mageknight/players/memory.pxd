"""What a player remembers between the decisions of one turn: the plan it follows. Only a cache; see docs/players.md."""

from libc.stdint cimport int16_t, uint8_t, uint32_t

from mkbalance._mageknight.state cimport Action

cdef enum GoalKind:
    GOAL_NONE = 0         # nothing planned yet
    GOAL_END = 1          # walk there and end the turn
    GOAL_INTERACT = 2
    GOAL_ENTER = 3
    GOAL_CHALLENGE = 4    # direction dir, from the last space of the path
    GOAL_ASSAULT = 5      # the last step of the path starts the fight
    GOAL_EXPLORE = 6      # lattice direction dir
    GOAL_REST = 7
    GOAL_ALTAR = 8
    GOAL_QUEST = 9        # the fight of the card at place dir of the quest offer
    GOAL_RESTORE = 10     # by a fight, mana or crystals (A.12.2)

cdef enum:
    PATH = 24
    MAX_STEPS = 160       # decisions of one played-out plan

cdef enum:                # Memory.chosen
    STANCE_SHOTS = 1
    STANCE_BLOCKS = 2     # the same << 4: considered, and left to the rules of thumb

cdef struct Goal:
    int16_t guess         # first estimate of its worth
    uint8_t kind          # GoalKind
    uint8_t target        # space it ends on
    uint8_t dir
    uint8_t path[24]      # directions to walk
    uint8_t n
    uint8_t origin        # space the walk starts from
    uint8_t face          # what was seen of the target when the plan was made
    uint8_t tiles         # tiles on the map then
    uint8_t manner        # how its cards are chosen: see sources.pyx

cdef struct Memory:
    Goal goal
    Action line[160]      # what is to be done in the rest of the turn: see lines.pyx
    uint32_t sights[160]  # how the game should look then
    uint8_t n_line
    uint8_t at_line
    uint32_t turn         # turn the plan belongs to
    uint32_t group        # foes still to be named as targets
    uint32_t aimed        # decision at which the group was made
    uint8_t want[20]      # levels of each still to be aimed at
    uint32_t stance       # foes to be blocked in this fight, if it is chosen
    uint32_t shots        # foes that may be shot first, if it is chosen
    uint8_t chosen        # STANCE_ bits: what of these two was chosen
    uint8_t fights        # tally of the fight they belong to
    uint8_t simulated     # 1 = inside a played-out plan: no planning; 2 = inside a played-out fight
    uint8_t plans         # plans made this turn
