"""Mana (R5): Source dice, tokens, crystals, Day and Night. See mana.pyx."""

from libc.stdint cimport uint8_t

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport Action, GameState, Options

cdef enum:
    BASIC = 15            # mask of the four basic colours
    ANY_COLOUR = 63

cdef enum:  # ACT_PAY.b
    PAY_TOKEN = 0
    PAY_CRYSTAL = 1
    PAY_DIE = 2
    PAY_UNLIMITED = 3
    PAY_STORED = 4
    PAY_CARD = 5          # a card discarded for mana used at once (OP_CARD_MANA); c = card row, NONE = a Wound
    PAY_OPEN_DIE = 6      # a die beyond one's own right (OP_OPEN_DIE), rerolled at the end of the turn
    PAY_OPEN_KEPT = 7     # the same, not rerolled
    PAY_TURNED = 8        # added: the mana counts as its opposite (OP_OPPOSITE)

cdef enum:  # Turn.opposite
    TURNS = 3             # how often
    DEPLETED_TOO = 4      # a depleted Source die may be turned

cdef bint night_rules(const GameState *g) noexcept nogil
cdef bint night_effects(const Env *e, const GameState *g) noexcept nogil
cdef bint gold_usable(const GameState *g) noexcept nogil
cdef bint black_usable(const GameState *g) noexcept nogil
cdef int payable(const GameState *g) noexcept nogil
cdef bint can_pay(const GameState *g, const uint8_t *masks, int n) noexcept nogil
cdef void pay_options(const GameState *g, const uint8_t *masks, int n, Options *o) noexcept nogil
cdef void pay(const Env *e, GameState *g, Action act) noexcept nogil
cdef void gain_mana(const Env *e, GameState *g, int colour, int n) noexcept nogil
cdef void gain_crystal(const Env *e, GameState *g, int colour, int n, bint or_token) noexcept nogil
cdef void roll_source(const Env *e, GameState *g) noexcept nogil
cdef void reroll_die(const Env *e, GameState *g, int die) noexcept nogil
cdef void return_dice(const Env *e, GameState *g) noexcept nogil
