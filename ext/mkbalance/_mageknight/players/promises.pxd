"""What places promise to a Hero as strong as this one. See promises.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.players.policy cimport Policy
from mkbalance._mageknight.state cimport GameState

cdef struct Outlook:      # what is the same for every place of a survey
    int might             # what the Hero thinks to beat, in tenths of a point of Armor or attack
    int fame              # worth of a point of Fame
    int grown             # clock.growth

cdef void look_out(const Env *e, const GameState *g, const Policy *p, Outlook *l) noexcept nogil
cdef int likely(const Policy *p, int reward, int need, int might) noexcept nogil
cdef int promise(const Env *e, const GameState *g, const Policy *p, const Outlook *l, int space) noexcept nogil
