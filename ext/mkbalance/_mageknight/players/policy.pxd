"""What a player is to the core: a function from what it may see and its options to the index of one of them.

Players read the state through rules of honest sight: see docs/players.md and tests/mageknight/test_information.py.
"""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.players.digest cimport Digest
from mkbalance._mageknight.players.memory cimport Memory
from mkbalance._mageknight.players.nets cimport Net
from mkbalance._mageknight.players.weights cimport Weights
from mkbalance._mageknight.state cimport GameState, Options

cdef struct Policy
ctypedef int (*Choose)(const Env *e, const GameState *g, const Options *o, const Policy *p, Memory *m) noexcept nogil

cdef struct Policy:
    Choose choose
    const Digest *digest  # what every option of the content gives; shared by the seats
    const Net *nets       # value functions by NetKind; owned by whoever plays the games
    Weights weights
    int manner            # how cards are chosen now; 0 = by their plain costs
