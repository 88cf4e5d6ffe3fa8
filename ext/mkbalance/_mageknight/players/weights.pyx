"""The numpy dtype of the scripted players' weights."""

from mkbalance._mageknight.content import _dtype


def _weights_dtype():
    cdef Weights w
    return _dtype(<Weights[:1]> &w)


WEIGHTS_DTYPE = _weights_dtype()
