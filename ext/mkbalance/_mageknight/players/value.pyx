"""What a value function says of a state beyond the rules of thumb: what games that came through states like it brought in the end.

The mean of eight networks of two layers of 32 (rectified linear) units over the features of features.pyx, in whole numbers, so
that it says the same on every machine: of many turns' ends the one is chosen that is thought to be worth most, and one network
alone is too often wrong just there. There is one value function for each kind of goal, learned by verification/learn_values.py;
where none was learned it says nothing.
"""

from libc.stdint cimport int32_t
from libc.string cimport memset

from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.players.features cimport describe
from mkbalance._mageknight.players.nets cimport HIDDEN, MAX_FEATURES, MEMBERS, NET_APOCALYPSE, NET_CITIES, NET_DRAGON, NET_HORSEMEN, NET_REVEALED
from mkbalance._mageknight.players.owned cimport owned_worth

cdef enum:
    SEEN = 4095           # bounds of what the network sees of a feature


cdef const Net *voice(const Env *e, const Policy *p) noexcept nogil:
    """The network that knows the goal of the scenario, NULL if none was learned or the player does not listen to it."""
    cdef int kind
    if not p.weights.learned or e.setup.seats != 1:
        return NULL
    if e.setup.ends & END_DRAGON and e.setup.horsemen and p.nets[<int> NET_APOCALYPSE].scale[0]:
        kind = NET_APOCALYPSE
    elif e.setup.ends & END_DRAGON:
        kind = NET_DRAGON
    elif e.setup.ends & END_HORSEMEN:
        kind = NET_HORSEMEN
    elif e.setup.ends & END_CITY_REVEALED:
        kind = NET_REVEALED
    elif e.setup.ends & END_CITIES:
        kind = NET_CITIES
    else:
        return NULL
    return &p.nets[kind] if p.nets[kind].scale[0] else NULL


cdef inline int _rectified(int n) noexcept nogil:
    return 0 if n < 0 else 32767 if n > 32767 else n


cdef int heard(const Net *net, const int16_t *seen) noexcept nogil:
    """What the networks say of the features in the mean, in tenths of a point."""
    cdef int16_t x[MAX_FEATURES]
    cdef int16_t h[HIDDEN]
    cdef const int16_t *weights
    cdef int32_t n, out
    cdef int32_t total = 0
    cdef int i, k, member
    for i in range(MAX_FEATURES):
        n = (<int32_t> seen[i] * net.scale[i]) >> 6
        x[i] = <int16_t> (SEEN if n > SEEN else -SEEN if n < -SEEN else n)
    for member in range(MEMBERS):
        for k in range(HIDDEN):
            n = net.bias[member * HIDDEN + k]
            weights = &net.first[member * HIDDEN + k][0]
            for i in range(MAX_FEATURES):
                n += <int32_t> x[i] * <int32_t> weights[i]
            h[k] = <int16_t> _rectified(n >> 8)
        out = net.bias3[member]
        for k in range(HIDDEN):
            n = net.bias2[member * HIDDEN + k]
            weights = &net.second[member][k][0]
            for i in range(HIDDEN):
                n += <int32_t> h[i] * <int32_t> weights[i]
            out += (_rectified(n >> 10) * net.last[member * HIDDEN + k]) >> 4
        total += out >> 10
    return total >> 3  # of eight


cdef int foreseen(const Env *e, const GameState *g, const Policy *p, const Roads *r, int worth, bint explores) noexcept nogil:
    """What the value function adds to ``worth``, the appraisal by the rules of thumb, in tenths of a point."""
    cdef int16_t seen[MAX_FEATURES]
    cdef const Net *net = voice(e, p)
    if net == NULL:
        return 0
    memset(&seen[0], 0, sizeof(seen))
    describe(e, g, p, r, worth, explores, &seen[0])
    return (heard(net, &seen[0]) + owned_worth(e, g, net)) * p.weights.learned // 100
