"""From the record of a player to a policy that the core calls."""

import numpy as np

from libc.string cimport memset

from mkbalance._mageknight.players.random_player cimport choose_random
from mkbalance._mageknight.players.scripted cimport choose_scripted
from mkbalance._mageknight.players.weights cimport PlayerRow

from mkbalance._mageknight.players.weights import WEIGHTS_DTYPE


cdef object seated(object record, const Digest *digest, Policy *policy):
    """Fill the policy; the array returned has to live as long as it, since the networks are not copied."""
    row = np.ascontiguousarray(np.asarray(record, dtype=WEIGHTS_DTYPE).reshape(1))
    cdef const PlayerRow *player = <const PlayerRow *> <size_t> row.ctypes.data
    memset(policy, 0, sizeof(Policy))
    policy.digest = digest
    policy.weights = player.weights
    policy.nets = &player.nets[0]
    policy.choose = choose_scripted if player.weights.scripted else choose_random
    return row
