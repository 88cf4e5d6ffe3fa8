"""The state behind a game stepped from Python, for classes that build on it. See session.pyx."""

from mkbalance._mageknight.content cimport Env, Tables
from mkbalance._mageknight.invariants cimport Census
from mkbalance._mageknight.players.digest cimport Digest
from mkbalance._mageknight.players.memory cimport Memory
from mkbalance._mageknight.state cimport GameState, Options
from mkbalance._mageknight.trace cimport TraceBuffer


cdef class Session:
    cdef Tables tables
    cdef Env env
    cdef GameState g
    cdef Options o
    cdef TraceBuffer buffer
    cdef Census start
    cdef Digest digest      # built when a player is first asked
    cdef Memory memory[4]
    cdef Memory thought   # what the seat would remember after the option suggested last
    cdef bint suggested
    cdef object events_array
    cdef readonly bint over
    cdef int told_from
    cdef void remember(self) noexcept
