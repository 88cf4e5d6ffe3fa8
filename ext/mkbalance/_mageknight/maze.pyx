"""Mazes and labyrinths (L.2.3): one Unit at most comes along, Move made inside buys a path, its dweller is fought.

``Space.extra`` is the mask of paths that carry a Shield; a seat wins at most one path of a site.
"""

from mkbalance._mageknight.content cimport OPT_MOVE, OptionRow
from mkbalance._mageknight.fights cimport begin_fight
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.state cimport (
    CB_NO_UNITS,
    DO_GUEST,
    Action,
    GameState,
    Options,
    Player,
    Space,
    add_option,
    push,
)

cdef int path_cost(int path) noexcept nogil:
    """Move for path 1, 2 or 3."""
    return 2 * path


cdef void enter_maze(const Env *e, GameState *g) noexcept nogil:
    """The action begins: Move left from the movement is lost, a Unit may be chosen."""
    g.turn.action = 1
    g.turn.move = 0
    g.turn.influence = 0
    g.turn.guest = 0
    g.step = STEP_MAZE
    push(g, DO_GUEST, 0, 0, 0, 0)


cdef void guest_options(const GameState *g, Options *o) noexcept nogil:
    """At most one ready, unwounded Unit may come along."""
    cdef const Player *p = &g.players[g.seat]
    cdef int i
    for i in range(p.n_units):
        if p.units[i].ready and not p.units[i].wounds:
            add_option(o, ACT_CHOOSE, i, 0, 0)
    if o.n:
        add_option(o, ACT_DECLINE, 0, 0, 0)


cdef bint maze_play(const Env *e, const GameState *g, Action act) noexcept nogil:
    """Plays of the movement window that make sense inside: points of Move, and what may be played at any time."""
    cdef const OptionRow *row
    if act.kind == ACT_SIDEWAYS:
        return act.b == 0
    if act.kind == ACT_PLAY:
        row = &e.options[(e.cards[act.a].powered if act.b else e.cards[act.a].basic) + act.c]
    elif act.kind == ACT_UNIT:
        if act.a + 1 != g.turn.guest:
            return False
        row = &e.options[e.units[g.players[g.seat].units[act.a].kind].options + act.b]
    elif act.kind == ACT_SKILL:  # only Units are kept out (L.2.3, R13.4)
        row = &e.options[e.skills[g.players[g.seat].skills[act.a]].options + act.b]
    elif act.kind == ACT_FACTION:
        row = &e.options[e.factions[act.a].options + act.b]
    else:
        return False
    return row.flags & OPT_MOVE != 0 or row.windows & WIN_AFTER != 0


cdef void take_path(const Env *e, GameState *g, int path) noexcept nogil:
    """The path's dweller stands in the way; only the chosen Unit may fight and suffer."""
    cdef int space = g.players[g.seat].space
    cdef int guest = g.turn.guest
    begin_fight(e, g, space, g.spaces[space].site, CB_NO_UNITS, 0)
    g.combat.guest = <unsigned char> guest
    g.combat.floor = <unsigned char> path


cdef void maze_won(const Env *e, GameState *g) noexcept nogil:
    """A Shield on the path; 2 crystals of choice, a Spell or an Artifact, in a labyrinth an Advanced Action too."""
    cdef Space *s = &g.spaces[g.combat.space]
    cdef int path = g.combat.floor
    s.extra |= <unsigned char> (1 << (path - 1))
    if path == 1:
        g.turn.reward_choice += 2
    elif path == 2:
        g.turn.reward_spells += 1
    else:
        g.turn.reward_artifacts += 1
    if s.site == LABYRINTH:
        g.turn.reward_actions += 1
