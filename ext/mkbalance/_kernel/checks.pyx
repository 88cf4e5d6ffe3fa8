"""Test-only doors to the header-only kernel: streams, piles and bits. No game uses this module."""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from mkbalance._kernel.bits cimport bit_clear, bit_set, bit_test, popcount64
from mkbalance._kernel.pile cimport (
    PILE_CAP, SHORT_CAP, Pile, ShortPile, pile_clear, pile_count, pile_find, pile_pop, pile_push, pile_push_bottom, pile_take,
    short_pop, short_push, short_take,
)
from mkbalance._kernel.rng cimport Stream, below, next32, next64, philox_block, shuffle8, stream_draws, stream_open

CAPACITY = PILE_CAP
SHORT_CAPACITY = SHORT_CAP
SIZES = {"Stream": sizeof(Stream), "Pile": sizeof(Pile), "ShortPile": sizeof(ShortPile)}


def block(counter, key):
    """Encrypt one counter block of four words under a key of two."""
    cdef uint64_t ctr[4]
    cdef uint64_t k[2]
    cdef uint64_t out[4]
    cdef int i
    for i in range(4):
        ctr[i] = counter[i]
    for i in range(2):
        k[i] = key[i]
    philox_block(ctr, k, out)
    return [out[0], out[1], out[2], out[3]]


cdef class StreamBox:
    """One stream, drawn from Python."""

    cdef Stream s

    def __init__(self, uint64_t key, uint64_t game, uint64_t purpose, uint64_t index):
        stream_open(&self.s, key, game, purpose, index)

    def words(self, int n):
        """Draw ``n`` words."""
        cdef int _i
        return [next64(&self.s) for _i in range(n)]

    def halves(self, int n):
        """Draw ``n`` half words."""
        cdef int _i
        return [next32(&self.s) for _i in range(n)]

    def below(self, unsigned int bound, int n):
        """Draw ``n`` integers below ``bound``."""
        cdef int _i
        return [below(&self.s, bound) for _i in range(n)]

    def shuffled(self, bytes items):
        """Give the items in a drawn order; at most 256 of them."""
        cdef uint8_t held[257]
        cdef int n = len(items)
        cdef int i
        if n > 256:
            raise ValueError("at most 256 items")
        for i in range(n):
            held[i] = items[i]
        shuffle8(&self.s, held, n)
        return bytes([held[i] for i in range(n)])

    def draws(self):
        """Count the words drawn so far."""
        return stream_draws(&self.s)

    def copy(self):
        """Copy the stream by assignment."""
        cdef StreamBox other = StreamBox(0, 0, 0, 0)
        other.s = self.s
        return other

    def raw(self):
        """Give the bytes of the struct."""
        return (<uint8_t *>&self.s)[:sizeof(Stream)]


cdef class PileBox:
    """One pile, handled from Python."""

    cdef Pile p

    def __init__(self, items=b""):
        memset(&self.p, 0, sizeof(Pile))
        for item in items:
            if pile_push(&self.p, item):
                raise OverflowError("more items than a pile holds")

    def items(self):
        """Give the items, bottom to top."""
        cdef int i
        return bytes([self.p.items[i] for i in range(self.p.size)])

    def clear(self):
        """Empty the pile."""
        pile_clear(&self.p)

    def push(self, uint8_t item):
        """Put on top."""
        return pile_push(&self.p, item)

    def push_bottom(self, uint8_t item):
        """Put under everything."""
        return pile_push_bottom(&self.p, item)

    def pop(self):
        """Take the top."""
        return pile_pop(&self.p)

    def take(self, int index):
        """Take the item at ``index``."""
        if not 0 <= index < self.p.size:
            raise IndexError(index)
        return pile_take(&self.p, index)

    def find(self, uint8_t item):
        """Give the lowest position of ``item``, or -1."""
        return pile_find(&self.p, item)

    def count(self, uint8_t item):
        """Count the copies of ``item``."""
        return pile_count(&self.p, item)

    def raw(self):
        """Give the bytes of the struct."""
        return (<uint8_t *>&self.p)[:sizeof(Pile)]


cdef class ShortBox:
    """One short pile, handled from Python as ``PileBox`` is."""

    cdef ShortPile p

    def __init__(self, items=b""):
        memset(&self.p, 0, sizeof(ShortPile))
        for item in items:
            if short_push(&self.p, item):
                raise OverflowError("more items than a short pile holds")

    def items(self):
        """Give the items, bottom to top."""
        cdef int i
        return bytes([self.p.items[i] for i in range(self.p.size)])

    def push(self, uint8_t item):
        """Put on top."""
        return short_push(&self.p, item)

    def pop(self):
        """Take the top."""
        return short_pop(&self.p)

    def take(self, int index):
        """Take the item at ``index``."""
        if not 0 <= index < self.p.size:
            raise IndexError(index)
        return short_take(&self.p, index)

    def raw(self):
        """Give the bytes of the struct."""
        return (<uint8_t *>&self.p)[:sizeof(ShortPile)]


def ones(uint64_t word):
    """Count the ones of a word."""
    return popcount64(word)


def bits_after(int size, setting, clearing):
    """Set, then clear, members of a set of at most 256; give the members left."""
    cdef uint8_t held[33]
    cdef int i
    if not 0 <= size <= 256:
        raise ValueError("a set of at most 256")
    memset(held, 0, sizeof(held))
    for i in setting:
        if not 0 <= i < size:
            raise IndexError(i)
        bit_set(held, i)
    for i in clearing:
        if not 0 <= i < size:
            raise IndexError(i)
        bit_clear(held, i)
    return [i for i in range(size) if bit_test(held, i)]
