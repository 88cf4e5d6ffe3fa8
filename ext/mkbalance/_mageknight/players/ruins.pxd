"""Destroyed sites to be restored: what they promise and how it is paid for. See ruins.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.players.policy cimport Policy
from mkbalance._mageknight.players.promises cimport Outlook
from mkbalance._mageknight.state cimport GameState, Options

cdef int restored_worth(const Env *e, const GameState *g, const Policy *p, int space) noexcept nogil
cdef int ruin_promise(const Env *e, const GameState *g, const Policy *p, const Outlook *l, int space) noexcept nogil
cdef bint paid_in_talk(const Env *e, const GameState *g, int space) noexcept nogil
cdef bint paid_otherwise(const Env *e, const GameState *g, int space) noexcept nogil
cdef int choose_crystal(const GameState *g, const Options *o) noexcept nogil
