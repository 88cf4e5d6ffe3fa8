"""Mazes and labyrinths (L.2.3). See maze.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport Action, GameState, Options

cdef enum:
    PATHS = 3

cdef void enter_maze(const Env *e, GameState *g) noexcept nogil
cdef void guest_options(const GameState *g, Options *o) noexcept nogil
cdef int path_cost(int path) noexcept nogil
cdef bint maze_play(const Env *e, const GameState *g, Action act) noexcept nogil
cdef void take_path(const Env *e, GameState *g, int path) noexcept nogil
cdef void maze_won(const Env *e, GameState *g) noexcept nogil
