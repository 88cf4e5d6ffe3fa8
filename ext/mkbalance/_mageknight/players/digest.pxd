"""What each option of the content gives, read from its program once. See digest.pyx."""

from libc.stdint cimport int8_t, int16_t, uint8_t

from mkbalance._mageknight.content cimport Env

cdef enum:
    MAX_GAINS = 1024      # rows of the options table
    N_SHAPES = 9          # what a card is good for: Attack, Block, Move, Influence, shots, Healing, cards drawn, the rest, Siege

cdef struct Gain:
    int16_t extra         # worth of everything else, in tenths
    int8_t move
    int8_t influence
    int8_t heal
    int8_t draw
    int8_t attack[2]      # points of up to two elements
    uint8_t element[2]
    uint8_t kind          # AttackKind
    int8_t block
    uint8_t block_element
    uint8_t swift         # the Block counts twice against Swift
    int8_t ready          # levels of spent Units it readies
    uint8_t masks[3]      # mana it costs
    uint8_t n_masks
    int8_t mana           # mana of this turn it gives, as tokens or rights to dice

cdef struct Digest:
    Gain day[1024]
    Gain night[1024]
    int16_t keep[256]     # worth of a card in hand, by card row, in tenths
    int16_t fights[256]   # Attack or Block points of a card at its best, by card row
    int16_t gain[256]     # worth of owning a card
    int16_t shape[256][9] # points of a card at its best of each kind, both sides added
    int16_t unit_shape[256][9]  # the same of a Unit
    int16_t tough[256]    # what it takes to beat an enemy, by its row, in tenths of a point
    int16_t tough_colour[6]  # the same of a face-down token
    int16_t fame_colour[6]
    int16_t unit[256]     # worth of a Unit, by Unit row
    int16_t skill[256]    # worth of a Skill, by Skill row
    int n

cdef int gain_worth(const Gain *g) noexcept nogil
cdef int build_digest(const Env *e, int n_options, Digest *d) noexcept nogil
