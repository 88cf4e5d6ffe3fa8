"""Starting at a higher level (T.7), with the cards kept in a campaign (A.14). See character.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport Action, GameState, Options

cdef enum:  # Setup.start_draws, Setup.start_prices
    START_ACTIONS = 0
    START_UNITS = 1
    START_SPELLS = 2
    START_ARTIFACTS = 3
    START_TOKENS = 4
    PRICE_ACTION = 0
    PRICE_SPELL = 1
    PRICE_SPELL_CRYSTAL = 2   # and a crystal of the Spell's colour
    PRICE_ARTIFACT = 3
    PRICE_TOKEN = 4
    PRICE_CRYSTAL = 5

cdef void characters_begin(const Env *e, GameState *g) noexcept nogil
cdef void character_begin(const Env *e, GameState *g, int seat) noexcept nogil
cdef void characters_done(const Env *e, GameState *g) noexcept nogil
cdef void start_options(const Env *e, const GameState *g, Options *o) noexcept nogil
cdef void start_buy(const Env *e, GameState *g, Action act) noexcept nogil
cdef int start_price(const Env *e, const GameState *g, Action act) noexcept nogil
