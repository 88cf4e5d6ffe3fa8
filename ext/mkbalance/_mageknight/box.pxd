"""An Artifact of the deck used as the card in play (OP_BOX). See box.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport Action, GameState, Options, Pending

cdef void show_artifact(const Env *e, GameState *g, const Pending *t) noexcept nogil
cdef bint artifact_shown(const GameState *g) noexcept nogil
cdef void use_shown(const Env *e, GameState *g, Action act) noexcept nogil
cdef void put_shown_back(const Env *e, GameState *g) noexcept nogil
