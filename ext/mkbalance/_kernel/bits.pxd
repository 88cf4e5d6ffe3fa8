"""Sets of small integers as bits of a byte array, and the population count. Header only."""

from libc.stdint cimport uint8_t, uint64_t

cdef inline bint bit_test(const uint8_t *bits, int i) noexcept nogil:
    """Tell whether ``i`` is in the set."""
    return (bits[i >> 3] >> (i & 7)) & 1

cdef inline void bit_set(uint8_t *bits, int i) noexcept nogil:
    """Put ``i`` into the set."""
    bits[i >> 3] = <uint8_t>(bits[i >> 3] | (1 << (i & 7)))

cdef inline void bit_clear(uint8_t *bits, int i) noexcept nogil:
    """Take ``i`` out of the set."""
    bits[i >> 3] = <uint8_t>(bits[i >> 3] & ~(1 << (i & 7)))

cdef inline int popcount64(uint64_t word) noexcept nogil:
    """Count the ones of a word."""
    word = word - ((word >> 1) & <uint64_t>0x5555555555555555)
    word = (word & <uint64_t>0x3333333333333333) + ((word >> 2) & <uint64_t>0x3333333333333333)
    word = (word + (word >> 4)) & <uint64_t>0x0F0F0F0F0F0F0F0F
    return <int>((word * <uint64_t>0x0101010101010101) >> 56)
