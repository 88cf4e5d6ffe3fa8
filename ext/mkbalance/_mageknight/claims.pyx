"""Source dice that a player keeps until the end of the Round (OP_CLAIM_DIE): their mana, and what rivals pay for using it.

The die lies before its owner, so the Source is one die smaller; it comes back when the Source is rolled for the next Round.
"""

from libc.stdint cimport uint8_t

from mkbalance._mageknight.effects cimport take_wounds
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.mana cimport gain_mana
from mkbalance._mageknight.state cimport (
    CB_PARTIAL,
    CLAIM_CURSE,
    CLAIM_EACH,
    CLAIM_HELD,
    CLAIM_SEAT,
    CLAIM_STRUCK,
    add_option,
)
from mkbalance._mageknight.trace cimport TOLD_CLAIM, told


cdef int claimed_dice(const GameState *g) noexcept nogil:
    """Mask of the dice that players hold."""
    cdef int mask = 0
    cdef int i
    for i in range(g.n_dice):
        if g.claims[i] & CLAIM_HELD:
            mask |= 1 << i
    return mask


cdef void claim_options(const GameState *g, Options *o) noexcept nogil:
    """A basic die of the Source, one of each face: b 0 all its mana now, 1 one at each later turn."""
    cdef int seen = 0
    cdef int i
    for i in range(g.n_dice):
        if ((g.dice_out | g.turn.dice_used | g.turn.dice_kept) >> i) & 1 or g.dice[i] >= GOLD or (seen >> g.dice[i]) & 1:
            continue
        seen |= 1 << g.dice[i]
        add_option(o, ACT_CHOOSE, i, 0, 0)
        add_option(o, ACT_CHOOSE, i, 1, 0)


cdef void claim(const Env *e, GameState *g, Action act) noexcept nogil:
    """Take the die chosen for the instruction on top."""
    cdef int amount = g.pending[g.n_pending - 1].a
    cdef bint cursed = g.pending[g.n_pending - 1].b != 0
    g.n_pending -= 1
    g.dice_out |= <uint8_t> (1 << act.a)
    g.claims[act.a] = <uint8_t> (g.seat | CLAIM_HELD | (CLAIM_EACH if act.b else 0) | (CLAIM_CURSE if cursed else 0))
    told(e, g, TOLD_CLAIM, act.a, g.dice[act.a], act.b + 2 * cursed, 0)
    if not act.b:
        gain_mana(e, g, g.dice[act.a], amount)


cdef void claim_mana(const Env *e, GameState *g) noexcept nogil:
    """A turn begins: 1 mana of each die that gives it turn by turn."""
    cdef int i
    for i in range(g.n_dice):
        if g.claims[i] & CLAIM_EACH and g.claims[i] & CLAIM_SEAT == g.seat:
            gain_mana(e, g, g.dice[i], 1)


cdef void curse(const Env *e, GameState *g, int colour) noexcept nogil:
    """Mana of a cursed colour was spent: a Wound for a rival of the die's owner, once in a turn of the rival's own."""
    cdef int i
    if STEP_RANGED <= g.step <= STEP_ATTACK and g.combat.flags & CB_PARTIAL:
        return
    for i in range(g.n_dice):
        if not g.claims[i] & CLAIM_CURSE or g.claims[i] & CLAIM_STRUCK:
            continue
        if g.dice[i] == colour and g.claims[i] & CLAIM_SEAT != g.seat:
            g.claims[i] |= CLAIM_STRUCK
            take_wounds(e, g, 1)


cdef void lift_curses(GameState *g) noexcept nogil:
    """A new turn: each curse may strike again."""
    cdef int i
    for i in range(g.n_dice):
        g.claims[i] &= <uint8_t> ~CLAIM_STRUCK
