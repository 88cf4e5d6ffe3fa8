"""Random streams: Philox4x64-10, bit-identical to ``numpy.random.Philox``. Header only.

A stream is named by (key, game, purpose, index) and lives inside the game state, so a copy of the state
copies the stream and two variants of one game meet the same draws wherever they ask for the same name.
Words are those of ``Philox(key=[key, game], counter=[0, index, purpose, 0]).random_raw()``.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

cdef extern from *:
    """
    #ifndef MKBALANCE_MULHI64
    #define MKBALANCE_MULHI64
    #include <stdint.h>
    #if defined(_MSC_VER)
    #include <intrin.h>
    static __forceinline uint64_t mkbalance_mulhi64(uint64_t a, uint64_t b) { return __umulh(a, b); }
    #else
    static inline uint64_t mkbalance_mulhi64(uint64_t a, uint64_t b) {
        return (uint64_t)(((unsigned __int128)a * b) >> 64);
    }
    #endif
    #define MKBALANCE_PHILOX_M0 UINT64_C(0xD2E7470EE14C6C93)
    #define MKBALANCE_PHILOX_M1 UINT64_C(0xCA5A826395121157)
    #define MKBALANCE_PHILOX_W0 UINT64_C(0x9E3779B97F4A7C15)
    #define MKBALANCE_PHILOX_W1 UINT64_C(0xBB67AE8584CAA73B)
    #endif
    """
    uint64_t mulhi64 "mkbalance_mulhi64"(uint64_t a, uint64_t b) noexcept nogil
    const uint64_t PHILOX_M0 "MKBALANCE_PHILOX_M0"
    const uint64_t PHILOX_M1 "MKBALANCE_PHILOX_M1"
    const uint64_t PHILOX_W0 "MKBALANCE_PHILOX_W0"
    const uint64_t PHILOX_W1 "MKBALANCE_PHILOX_W1"

cdef struct Stream:
    uint64_t key[2]       # experiment key, game number
    uint64_t ctr[4]       # block number of the words in buf, index, purpose, 0
    uint64_t buf[4]       # the words of the current block
    uint32_t half         # the high half of the last word split in two
    uint8_t pos           # words of buf already used; 4 = make the next block
    uint8_t has_half      # 1 = half has not been used yet
    uint16_t pad          # always 0

cdef inline void philox_block(const uint64_t *ctr, const uint64_t *key, uint64_t *out) noexcept nogil:
    """Encrypt one counter block: ten rounds of Philox4x64 (Salmon et al. 2011)."""
    cdef uint64_t k0 = key[0]
    cdef uint64_t k1 = key[1]
    cdef uint64_t c0 = ctr[0]
    cdef uint64_t c1 = ctr[1]
    cdef uint64_t c2 = ctr[2]
    cdef uint64_t c3 = ctr[3]
    cdef uint64_t h0
    cdef uint64_t h1
    cdef uint64_t l0
    cdef uint64_t l1
    cdef int _i
    for _i in range(10):
        h0 = mulhi64(PHILOX_M0, c0)
        l0 = PHILOX_M0 * c0
        h1 = mulhi64(PHILOX_M1, c2)
        l1 = PHILOX_M1 * c2
        c0 = h1 ^ c1 ^ k0
        c1 = l1
        c2 = h0 ^ c3 ^ k1
        c3 = l0
        k0 += PHILOX_W0
        k1 += PHILOX_W1
    out[0] = c0
    out[1] = c1
    out[2] = c2
    out[3] = c3

cdef inline void stream_open(Stream *s, uint64_t key, uint64_t game, uint64_t purpose, uint64_t index) noexcept nogil:
    """Start the stream of this name from its first word."""
    s.key[0] = key
    s.key[1] = game
    s.ctr[0] = 0
    s.ctr[1] = index
    s.ctr[2] = purpose
    s.ctr[3] = 0
    s.buf[0] = 0
    s.buf[1] = 0
    s.buf[2] = 0
    s.buf[3] = 0
    s.half = 0
    s.pos = 4
    s.has_half = 0
    s.pad = 0

cdef inline uint64_t next64(Stream *s) noexcept nogil:
    """Draw a word. The block number is raised before use, as numpy does."""
    if s.pos >= 4:
        s.ctr[0] += 1
        if s.ctr[0] == 0:
            s.ctr[1] += 1
        philox_block(s.ctr, s.key, s.buf)
        s.pos = 0
    cdef uint64_t word = s.buf[s.pos]
    s.pos += 1
    return word

cdef inline uint32_t next32(Stream *s) noexcept nogil:
    """Draw half a word: the low half first, then the high one."""
    cdef uint64_t word
    if s.has_half:
        s.has_half = 0
        return s.half
    word = next64(s)
    s.half = <uint32_t>(word >> 32)
    s.has_half = 1
    return <uint32_t>word

cdef inline uint32_t below(Stream *s, uint32_t n) noexcept nogil:
    """Draw from 0 .. n - 1 without bias (Lemire 2019). ``n`` of 0 or 1 gives 0 and draws nothing."""
    if n <= 1:
        return 0
    cdef uint64_t product = <uint64_t>next32(s) * n
    cdef uint32_t low = <uint32_t>product
    cdef uint32_t threshold
    if low < n:
        threshold = (<uint32_t>0 - n) % n
        while low < threshold:
            product = <uint64_t>next32(s) * n
            low = <uint32_t>product
    return <uint32_t>(product >> 32)

cdef inline void shuffle8(Stream *s, uint8_t *items, int n) noexcept nogil:
    """Shuffle ``n`` bytes: Fisher-Yates from the end, ``n - 1`` calls of ``below``."""
    cdef int i = n - 1
    cdef uint32_t j
    cdef uint8_t held
    while i > 0:
        j = below(s, <uint32_t>(i + 1))
        held = items[i]
        items[i] = items[j]
        items[j] = held
        i -= 1

cdef inline uint64_t stream_draws(const Stream *s) noexcept nogil:
    """Count the 64-bit words drawn since the stream was opened."""
    return s.ctr[0] * 4 + s.pos - 4
