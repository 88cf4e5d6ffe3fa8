"""Ordered piles of bytes with a fixed capacity: decks, hands, discards, token stacks. Header only.

The top is ``items[size - 1]``, the bottom ``items[0]``. A pile of zero bytes is a valid empty pile.
Positions given to ``pile_take`` must be below ``size``: the caller knows what it holds.
"""

from libc.stdint cimport uint8_t

cdef enum:
    PILE_CAP = 64         # bounds every deck and token stack; the content check refuses larger ones
    SHORT_CAP = 15        # bounds the small ones
    PILE_EMPTY = 255      # what an empty pile gives; never a valid item

cdef struct Pile:
    uint8_t items[64]     # bottom to top, valid below size
    uint8_t size

cdef struct ShortPile:    # the same for at most SHORT_CAP items
    uint8_t items[15]
    uint8_t size

cdef inline void pile_clear(Pile *p) noexcept nogil:
    """Empty the pile, and zero the items so that equal piles are equal bytes."""
    cdef int i
    for i in range(PILE_CAP):
        p.items[i] = 0
    p.size = 0

cdef inline int pile_push(Pile *p, uint8_t item) noexcept nogil:
    """Put on top. 0 = done, 1 = full and nothing changed."""
    if p.size >= PILE_CAP:
        return 1
    p.items[p.size] = item
    p.size += 1
    return 0

cdef inline int pile_push_bottom(Pile *p, uint8_t item) noexcept nogil:
    """Put under everything else. 0 = done, 1 = full and nothing changed."""
    cdef int i
    if p.size >= PILE_CAP:
        return 1
    i = p.size
    while i > 0:
        p.items[i] = p.items[i - 1]
        i -= 1
    p.items[0] = item
    p.size += 1
    return 0

cdef inline uint8_t _pop(uint8_t *items, uint8_t *size) noexcept nogil:
    cdef uint8_t item
    if size[0] == 0:
        return PILE_EMPTY
    size[0] -= 1
    item = items[size[0]]
    items[size[0]] = 0
    return item

cdef inline uint8_t _take(uint8_t *items, uint8_t *size, int index) noexcept nogil:
    cdef uint8_t item = items[index]
    cdef int i
    size[0] -= 1
    for i in range(index, size[0]):
        items[i] = items[i + 1]
    items[size[0]] = 0
    return item

cdef inline uint8_t pile_pop(Pile *p) noexcept nogil:
    """Take the top item, PILE_EMPTY from an empty pile."""
    return _pop(&p.items[0], &p.size)

cdef inline uint8_t pile_take(Pile *p, int index) noexcept nogil:
    """Take the item at ``index``; the others keep their order."""
    return _take(&p.items[0], &p.size, index)

cdef inline int short_push(ShortPile *p, uint8_t item) noexcept nogil:
    """``pile_push`` for a short pile."""
    if p.size >= SHORT_CAP:
        return 1
    p.items[p.size] = item
    p.size += 1
    return 0

cdef inline uint8_t short_pop(ShortPile *p) noexcept nogil:
    """``pile_pop`` for a short pile."""
    return _pop(&p.items[0], &p.size)

cdef inline uint8_t short_take(ShortPile *p, int index) noexcept nogil:
    """``pile_take`` for a short pile."""
    return _take(&p.items[0], &p.size, index)

cdef inline int pile_find(const Pile *p, uint8_t item) noexcept nogil:
    """Give the lowest position that holds ``item``, or -1."""
    cdef int i
    for i in range(p.size):
        if p.items[i] == item:
            return i
    return -1

cdef inline int pile_count(const Pile *p, uint8_t item) noexcept nogil:
    """Count the copies of ``item``."""
    cdef int i
    cdef int n = 0
    for i in range(p.size):
        if p.items[i] == item:
            n += 1
    return n
