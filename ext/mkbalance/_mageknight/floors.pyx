"""Ziggurats and pyramids (A.5.2): a trap on each floor, then an Apocalypse-possessed enemy or the next floor.

The whole action is one combat without Units: Wounds of the traps count towards a knock-out (ruling 73). A trap is blocked or
takes its toll like an attack, has no Armor, and cannot be prevented. ``Space.extra`` holds the floor that each seat has its
Shield on, two bits a seat.
"""

from libc.stdint cimport uint8_t

from mkbalance._mageknight.chance cimport roll_die
from mkbalance._mageknight.combat cimport combat_begin, open_phase
from mkbalance._mageknight.foes cimport add_foe, add_trap
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.possessed cimport possess
from mkbalance._mageknight.state cimport CB_NO_UNITS, CB_TRAP, DO_FLOOR, DO_TRAP, FOE_GONE, add_option, push
from mkbalance._mageknight.tokens cimport draw_token
from mkbalance._mageknight.trace cimport TOLD_FLOOR, TOLD_FOE, TOLD_ROLL, told


cdef int floor_of(const Space *s, int seat) noexcept nogil:
    """Floor that carries the seat's Shield, 0 = none."""
    return (s.extra >> (2 * seat)) & 3


cdef bint floor_marked(const Space *s, int floor) noexcept nogil:
    cdef int seat
    for seat in range(MAX_SEATS):
        if floor_of(s, seat) == floor:
            return True
    return False


cdef bint floors_left(const Space *s, int above) noexcept nogil:
    """A floor higher than this one carries no Shield."""
    cdef int floor
    for floor in range(above + 1, FLOORS + 1):
        if not floor_marked(s, floor):
            return True
    return False


cdef const FloorRow *floor_row(const Env *e, int site, int floor) noexcept nogil:
    return &e.floors[(FLOORS if site == PYRAMID else 0) + floor - 1]


cdef void enter_floors(const Env *e, GameState *g) noexcept nogil:
    """The action begins on the first floor."""
    cdef int space = g.players[g.seat].space
    g.turn.action = 1
    combat_begin(e, g, space, g.spaces[space].site, CB_NO_UNITS)
    g.combat.from_space = <uint8_t> space
    g.combat.floor = 1
    push(g, DO_TRAP, 0, 0, 0, 0)


cdef void roll_trap(const Env *e, GameState *g) noexcept nogil:
    """Three dice on the first floor, two on the second, one on the third."""
    cdef int faces = 0
    cdef int face, _k
    for _k in range(FLOORS + 1 - g.combat.floor):
        face = roll_die(g, DRAW_DICE)
        told(e, g, TOLD_ROLL, face, 0, 0, 0)
        faces |= 1 << face
    push(g, DO_TRAP, faces, 1, 0, 0)


cdef bint list_floor(const Env *e, const GameState *g, Options *o) noexcept nogil:
    """One of the colours rolled; then the enemy of this floor (a = 0), or the next floor (a = 1)."""
    cdef int faces = g.pending[g.n_pending - 1].a
    cdef const Space *s = &g.spaces[g.combat.space]
    cdef int i
    if g.pending[g.n_pending - 1].op == DO_TRAP:
        if not g.pending[g.n_pending - 1].b:
            return False
        for i in range(6):
            if (faces >> i) & 1:
                add_option(o, ACT_CHOOSE, i, 0, 0)
        return True
    if not floor_marked(s, g.combat.floor):
        add_option(o, ACT_CHOOSE, 0, 0, 0)
    if g.combat.floor < FLOORS and floors_left(s, g.combat.floor):
        add_option(o, ACT_CHOOSE, 1, 0, 0)
    return True


cdef void _trap(const Env *e, GameState *g, int colour) noexcept nogil:
    """The trap of a colour strikes: an attack to be blocked or to be suffered."""
    cdef int row = (6 if g.combat.site == PYRAMID else 0) + colour
    if add_trap(e, g, row) < 0:
        return
    g.combat.flags |= CB_TRAP
    open_phase(e, g, STEP_BLOCK)


cdef void trap_over(const Env *e, GameState *g) noexcept nogil:
    """The trap is done with; fight here and leave, or ascend."""
    cdef int i
    for i in range(g.combat.n):
        g.combat.foes[i].flags |= FOE_GONE
    push(g, DO_FLOOR, 0, 0, 0, 0)


cdef void _fight(const Env *e, GameState *g) noexcept nogil:
    """A possessed enemy of the floor's colour; its faction token is the Apocalypse Cult's."""
    cdef int row = draw_token(g, floor_row(e, g.combat.site, g.combat.floor).colour)
    cdef int foe
    g.combat.flags &= ~CB_TRAP
    g.turn.combat_started = 0
    if row != NONE:
        foe = add_foe(e, g, row, FROM_DRAW, 0, g.combat.space, 0)
        if foe >= 0:
            possess(e, g, &g.combat.foes[foe])
            if g.combat.foes[foe].possessed != NONE:
                g.combat.foes[foe].faction = FACTION_CULT
            told(e, g, TOLD_FOE, foe, row, FROM_DRAW, g.combat.foes[foe].possessed)
    open_phase(e, g, STEP_RANGED)


cdef void answer_floor(const Env *e, GameState *g, Action act) noexcept nogil:
    cdef int op = g.pending[g.n_pending - 1].op
    g.n_pending -= 1
    if op == DO_TRAP:
        _trap(e, g, act.a)
    elif act.a:
        g.combat.floor += 1
        told(e, g, TOLD_FLOOR, g.combat.floor, 0, 0, 0)
        push(g, DO_TRAP, 0, 0, 0, 0)
    else:
        _fight(e, g)


cdef void floor_won(const Env *e, GameState *g) noexcept nogil:
    """The floor's reward, and the Shield on its number."""
    cdef const FloorRow *row = floor_row(e, g.combat.site, g.combat.floor)
    g.spaces[g.combat.space].extra |= <uint8_t> (g.combat.floor << (2 * g.seat))
    g.turn.reward_crystals += row.crystals
    g.turn.reward_spells += row.spells
    g.turn.reward_artifacts += row.artifacts
