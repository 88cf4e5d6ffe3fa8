"""The numpy dtypes of the scripted players' weights, and of the value functions that go with them."""

import numpy as np

from mkbalance._mageknight.content import _dtype


def _weights_fields():
    cdef Weights w
    return _dtype(<Weights[:1]> &w).descr


NET_DTYPE = np.dtype(
    [
        ("scale", "<i2", MAX_FEATURES),
        ("first", "<i2", (UNITS, MAX_FEATURES)),
        ("bias", "<i4", UNITS),
        ("second", "<i2", (MEMBERS, HIDDEN, HIDDEN)),
        ("bias2", "<i4", UNITS),
        ("last", "<i2", UNITS),
        ("bias3", "<i4", MEMBERS),
        ("owned", "<i2", MAX_OWNED),
        ("pad", "<i4"),
    ]
)
WEIGHTS_DTYPE = np.dtype([("nets", NET_DTYPE, (N_NETS,)), *_weights_fields()])
if NET_DTYPE.itemsize != sizeof(Net) or WEIGHTS_DTYPE.itemsize != sizeof(PlayerRow):
    raise TypeError("the records of players do not fit their structs")
