"""Value functions as the core reads them: small networks of whole numbers. See value.pyx."""

from libc.stdint cimport int16_t, int32_t

cdef enum:
    MAX_FEATURES = 192
    MEMBERS = 8           # networks whose mean a value function says
    HIDDEN = 32           # units in each layer of one
    UNITS = 256           # of all members
    MAX_OWNED = 256       # cards, Units and Skills of the content
    N_NETS = 5

cdef enum NetKind:  # the goal that a value function has learned to reach
    NET_CITIES = 0
    NET_DRAGON = 1
    NET_HORSEMEN = 2
    NET_REVEALED = 3
    NET_APOCALYPSE = 4    # the dragon, with the Horsemen riding (A.12.5)

cdef packed struct Net:
    int16_t scale[192]         # of a feature in natural units, times 64: a standard deviation becomes 32
    int16_t first[256][192]    # weights times 1024, by unit of all members
    int32_t bias[256]
    int16_t second[8][32][32]  # by member, to each unit from each
    int32_t bias2[256]
    int16_t last[256]          # tenths of a point
    int32_t bias3[8]
    int16_t owned[256]         # what the networks do not see in a card, Unit or Skill, with all turns left, in tenths of a point
    int32_t pad
