"""The turn planner: plans of a turn, played out on copies of the game. See planner.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.players.candidates cimport Plans
from mkbalance._mageknight.players.memory cimport Goal, Memory
from mkbalance._mageknight.players.policy cimport Policy
from mkbalance._mageknight.players.travel cimport Roads
from mkbalance._mageknight.state cimport Action, GameState, Options

cdef struct Ending:       # how a plan came to its end
    int tiles             # worth of the tiles it turned up, that of act included, their Fame aside
    Action act            # still to be taken: it ends the turn, or turns a tile up; kind ACT_NONE if there is none

cdef int decide(const Env *e, const GameState *g, const Options *o, const Policy *p, Memory *m) noexcept nogil
cdef bint carry_out(const Env *e, GameState *h, const Policy *p, const Goal *goal, const Memory *line, Ending *out) noexcept nogil
cdef void weigh(const Env *e, const GameState *g, const GameState *base, const Policy *p, Roads *roads, Plans *plans) noexcept nogil
