"""Roads and attractions of the maps met in a search: few differ, since little on a map changes within a turn."""

from libc.stdint cimport uint64_t

from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.players.travel cimport attract, survey


cdef const Roads *roads_of(const Env *e, const GameState *h, const Policy *p, Lands *known) noexcept nogil:
    """Roads and attractions of a map, from memory if it was met before."""
    cdef uint64_t key = 1469598103934665603u
    cdef const uint64_t *at = <const uint64_t *> &h.spaces[0]
    cdef int i
    for i in range(<int> (7 * h.n_tiles * sizeof(h.spaces[0]) // 8)):
        key = (key ^ at[i]) * 0x9E3779B97F4A7C15u
        key ^= key >> 31
    at = <const uint64_t *> &h.cities[0]
    for i in range(<int> (h.n_cities * sizeof(h.cities[0]) // 8)):
        key = (key ^ at[i]) * 0x9E3779B97F4A7C15u
        key ^= key >> 31
    for i in range(4):
        key = (key ^ h.heads[i]) * 0x9E3779B97F4A7C15u
    key = (key ^ h.players[h.seat].n_units) * 0x9E3779B97F4A7C15u | 1
    for i in range(known.n):
        if known.of[i].key == key:
            return &known.of[i].roads
    i = known.n if known.n < MAX_LANDS else MAX_LANDS - 1
    known.n = i + 1
    known.of[i].key = key
    survey(e, h, &known.of[i].roads)
    attract(e, h, p, &known.of[i].roads)
    return &known.of[i].roads
