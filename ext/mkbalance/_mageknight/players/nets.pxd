"""Value functions as the core reads them: small networks of whole numbers. See value.pyx."""

from libc.stdint cimport int16_t, int32_t

cdef enum:
    MAX_FEATURES = 176
    HIDDEN = 32
    N_NETS = 4

cdef enum NetKind:  # the goal that a network has learned to reach
    NET_CITIES = 0
    NET_DRAGON = 1
    NET_HORSEMEN = 2
    NET_REVEALED = 3

cdef packed struct Net:
    int16_t scale[176]         # of a feature in natural units, times 64: a standard deviation becomes 32
    int16_t first[32][176]     # weights times 1024
    int32_t bias[32]
    int16_t second[32][32]
    int32_t bias2[32]
    int16_t last[32]           # tenths of a point
    int32_t bias3
