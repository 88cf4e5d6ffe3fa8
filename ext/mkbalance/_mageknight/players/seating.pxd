"""From the record of a player to a policy that the core calls. See seating.pyx."""

from mkbalance._mageknight.players.digest cimport Digest
from mkbalance._mageknight.players.policy cimport Policy

cdef object seated(object record, const Digest *digest, Policy *policy)
