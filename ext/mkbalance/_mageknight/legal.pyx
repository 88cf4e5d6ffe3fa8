"""The legal actions of the present decision, step by step in the order of a turn.

Every action that changes the game is listed; an action that could change nothing is not. Equal cards are listed once.
"""

from mkbalance._mageknight.charge cimport charge_only
from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.damage cimport assign_options
from mkbalance._mageknight.deeds cimport distinct_options, hand_size
from mkbalance._mageknight.exploring cimport explore_places
from mkbalance._mageknight.fighting cimport attack_step, block_step
from mkbalance._mageknight.hexmap cimport lattice_x, lattice_y, neighbour
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.interacting cimport interact_step, learning
from mkbalance._mageknight.maze cimport PATHS, maze_play, path_cost
from mkbalance._mageknight.moving cimport may_step
from mkbalance._mageknight.playing cimport healing, list_plays, mana_search
from mkbalance._mageknight.questoptions cimport quest_options
from mkbalance._mageknight.sites cimport site_actions
from mkbalance._mageknight.skills cimport skill_options
from mkbalance._mageknight.state cimport CB_AIR, GameState, Options, Player, add_option
from mkbalance._mageknight.tactics cimport tactic_options
from mkbalance._mageknight.tacticuses cimport before_turn_options
from mkbalance._mageknight.teleporting cimport teleport_options
from mkbalance._mageknight.turns cimport must_rest
from mkbalance._mageknight.units cimport wounded_anything


cdef void _tactic_uses(const Env *e, const GameState *g, Options *o) noexcept nogil:
    """What the taken Tactic offers during the own turn (R3.2.4)."""
    cdef const Player *p = &g.players[g.seat]
    cdef int what
    if p.tactic == NONE:
        return
    what = e.tactics[p.tactic].behaviour
    if what == TACTIC_RIGHT_MOMENT and not p.tactic_used and not g.turn.extra_turn and not g.combat.flags & CB_AIR:
        add_option(o, ACT_TACTIC_USE, 0, 0, 0)
    elif what == TACTIC_LONG_NIGHT and not p.tactic_used and p.n_deck == 0 and p.n_discard > 0:
        add_option(o, ACT_TACTIC_USE, 0, 0, 0)
    elif what == TACTIC_MANA_SEARCH and not g.turn.search_used and not g.turn.source_used and g.turn.dice_rights:
        add_option(o, ACT_MANA_SEARCH, 0, 0, 0)


cdef void _exploring(const Env *e, const GameState *g, int space, Options *o) noexcept nogil:
    """Places that may be explored from a space, each listed once."""
    cdef int places = explore_places(e, g, space)
    cdef int slot = space // 7
    cdef int d, i, x, y
    cdef bint known
    for d in range(6):
        if not (places >> d) & 1:
            continue
        x = g.tiles[slot].x + lattice_x(d)
        y = g.tiles[slot].y + lattice_y(d)
        known = False
        for i in range(o.n):
            if o.items[i].kind == ACT_EXPLORE:
                if (g.tiles[o.items[i].a].x + lattice_x(o.items[i].b) == x
                        and g.tiles[o.items[i].a].y + lattice_y(o.items[i].b) == y):
                    known = True
        if not known:
            add_option(o, ACT_EXPLORE, slot, d, 0)


cdef void _move_step(const Env *e, const GameState *g, Options *o) noexcept nogil:
    cdef const Player *p = &g.players[g.seat]
    cdef bint rest = must_rest(e, g)
    cdef int d, n
    list_plays(e, g, o, WIN_MOVE)
    healing(g, o, e)
    _tactic_uses(e, g, o)
    learning(e, g, o)
    if not g.turn.moved and not g.turn.sideways and hand_size(p) > 0:
        add_option(o, ACT_REST, 0, 0, 0)
    if rest:
        return
    for d in range(18 if g.turn.bend else 6):
        for n in range(1 + g.turn.cheap_left):
            if may_step(e, g, d, n):
                add_option(o, ACT_MOVE, d, n, 0)
    if e.setup.teleport:
        teleport_options(e, g, o)
    _exploring(e, g, p.space, o)
    if g.turn.explore_far:
        for d in range(6):
            n = neighbour(g, p.space, d)
            if n != NONE:
                _exploring(e, g, n, o)
    site_actions(e, g, o)
    if g.n_quests:
        quest_options(e, g, o)
    add_option(o, ACT_END_TURN, 0, 0, 0)
    if g.turn.charge:
        charge_only(e, g, o)


cdef void _after_step(const Env *e, const GameState *g, Options *o, int win) noexcept nogil:
    """What is left to do once the action, or the rest, is over: special and healing effects (R4.5.1)."""
    list_plays(e, g, o, win)
    healing(g, o, e)
    _influence_healing(e, g, o)
    _tactic_uses(e, g, o)
    learning(e, g, o)
    if g.n_quests:
        quest_options(e, g, o)
    add_option(o, ACT_END_TURN, 0, 0, 0)


cdef void _influence_healing(const Env *e, const GameState *g, Options *o) noexcept nogil:
    """Healing points, and one Unit to ready, for Influence (OP_INFLUENCE_HEAL); b = Unit slot + 1 to ready."""
    cdef const Player *p = &g.players[g.seat]
    cdef int price = g.turn.influence_heal
    cdef int i
    if not price:
        return
    if g.turn.influence >= price and wounded_anything(g) and g.turn.heal < 40:
        add_option(o, ACT_BUY_HEAL, 1, 0, 0)
    if not g.turn.influence_ready:
        return
    for i in range(p.n_units):
        if not p.units[i].ready and g.turn.influence >= price * e.units[p.units[i].kind].level:
            add_option(o, ACT_BUY_HEAL, 1, i + 1, 0)


cdef void _maze_step(const Env *e, const GameState *g, Options *o) noexcept nogil:
    """Make Move, take a path that is paid for, or turn back (L.2.3)."""
    cdef int space = g.players[g.seat].space
    cdef int i, path
    cdef int kept = 0
    list_plays(e, g, o, WIN_MOVE)
    for i in range(o.n):
        if maze_play(e, g, o.items[i]):
            o.items[kept] = o.items[i]
            kept += 1
    o.n = <unsigned short> kept
    for path in range(1, PATHS + 1):
        if not (g.spaces[space].extra >> (path - 1)) & 1 and g.turn.move >= path_cost(path):
            add_option(o, ACT_ENTER, path, 0, 0)
    add_option(o, ACT_DONE, 0, 0, 0)


cdef void _before_turn(const Env *e, const GameState *g, Options *o) noexcept nogil:
    """The window before the turn (R4.1); Sparing Power asks for one of its two uses (R3.2.4)."""
    cdef const Player *p = &g.players[g.seat]
    skill_options(e, g, o, WIN_BEFORE)
    before_turn_options(e, g, o, g.turn.search_used != 0)
    if (p.tactic == NONE or p.tactic_used or g.turn.search_used
            or e.tactics[p.tactic].behaviour != TACTIC_SPARING_POWER):
        add_option(o, ACT_DONE, 0, 0, 0)


cdef void _discard_step(const Env *e, const GameState *g, Options *o) noexcept nogil:
    """Discard any number of non-Wound cards; one at least if nothing was played (R12.7, R4.4)."""
    cdef const Player *p = &g.players[g.seat]
    distinct_options(&p.hand[0], p.n_hand, ACT_DISCARD, o)
    if g.turn.played or g.turn.exempt or p.n_hand == 0:
        add_option(o, ACT_DONE, 0, 0, 0)


cdef void list_actions(const Env *e, const GameState *g, Options *o) noexcept nogil:
    """Fill the options of the step that is waiting; pending effects have their own lists."""
    cdef const Player *p = &g.players[g.seat]
    if g.step == STEP_MOVE:
        _move_step(e, g, o)
    elif g.step == STEP_INTERACT:
        interact_step(e, g, o)
    elif g.step == STEP_RANGED or g.step == STEP_ATTACK:
        attack_step(e, g, o)
    elif g.step == STEP_BLOCK:
        block_step(e, g, o)
    elif g.step == STEP_DAMAGE:
        assign_options(e, g, o)
        if g.combat.damage_foe == NONE:
            list_plays(e, g, o, WIN_DAMAGE)
            mana_search(e, g, o)
    elif g.step == STEP_AFTER:
        _after_step(e, g, o, WIN_AFTER)
    elif g.step == STEP_MAZE:
        _maze_step(e, g, o)
    elif g.step == STEP_REST:
        _after_step(e, g, o, WIN_REST)
    elif g.step == STEP_DISCARD:
        _discard_step(e, g, o)
    elif g.step == STEP_TACTIC:
        tactic_options(e, g, o)
    elif g.step == STEP_BEFORE_TURN:
        _before_turn(e, g, o)
    elif g.step == STEP_TURN_START:
        add_option(o, ACT_FORFEIT, 0, 0, 0)
        if hand_size(p) > 0:
            add_option(o, ACT_TAKE_TURN, 0, 0, 0)
