"""The state behind a game stepped from Python, for classes that build on it. See session.pyx."""

from mkbalance._mageknight.content cimport Env, Tables
from mkbalance._mageknight.invariants cimport Census
from mkbalance._mageknight.state cimport GameState, Options
from mkbalance._mageknight.trace cimport TraceBuffer


cdef class Session:
    cdef Tables tables
    cdef Env env
    cdef GameState g
    cdef Options o
    cdef TraceBuffer buffer
    cdef Census start
    cdef object events_array
    cdef readonly bint over
    cdef int told_from
