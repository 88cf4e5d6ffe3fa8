"""Rule events for the told game. With tracing off (``Env.trace`` NULL) every call is one comparison."""

from libc.stdint cimport int16_t, uint8_t, uint32_t

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.state cimport GameState

cpdef enum Told:  # meaning of a, b, c, d behind each
    TOLD_ROUND = 1        # Round, night
    TOLD_ACTION = 2       # Act, a, b, c: a decision
    TOLD_ORDER = 3        # actor, tactic
    TOLD_TURN = 4         # actor, extra turn
    TOLD_DRAW = 5         # card
    TOLD_GAIN = 6         # card, to (0 discard, 1 hand, 2 deck top, 3 deck bottom)
    TOLD_THROW = 7        # card leaves the game
    TOLD_DISCARD = 8      # card
    TOLD_PAID = 9         # colour it counts as, source, actual colour
    TOLD_MANA = 10        # colour, n
    TOLD_CRYSTAL = 11     # colour, n (negative = lost)
    TOLD_ROLL = 12        # face
    TOLD_SOURCE = 13      # die, face
    TOLD_FAME = 14        # change, now
    TOLD_REP = 15         # change, now
    TOLD_LEVEL = 16       # level
    TOLD_TILE = 17        # tile row, x, y
    TOLD_TOKEN = 18       # space, enemy row, face up
    TOLD_MOVE = 19        # space, cost
    TOLD_PROVOKED = 20    # space
    TOLD_COMBAT = 21      # space, site, flags
    TOLD_FOE = 22         # foe, row, source, possessed
    TOLD_PHASE = 23       # Step
    TOLD_ATTACK = 24      # total, need, success, targets
    TOLD_DEFEATED = 25    # foe, row, fame
    TOLD_HEAD = 26        # head, levels marked
    TOLD_BLOCK = 27       # foe, attack, total, need
    TOLD_DAMAGE = 28      # foe, attack, damage
    TOLD_WOUND = 29       # n to hand, n to discard pile
    TOLD_UNIT_WOUND = 30  # slot, kind, wounds
    TOLD_UNIT_LOST = 31   # kind
    TOLD_UNIT_ABSORB = 32 # slot, kind
    TOLD_KNOCKED_OUT = 33
    TOLD_PARALYZED = 34
    TOLD_SITE = 35        # space, site, what (1 conquered, 2 burned, 3 destroyed, 4 withdrawn, 5 fame only, 6 restored, 7 new)
    TOLD_WITHDRAW = 36    # space
    TOLD_RECRUIT = 37     # unit kind, cost
    TOLD_DUMMY = 38       # cards flipped, colour of the last, extra
    TOLD_DRAGON = 39      # 0 nothing, 1 destroys, 2 attacks, 3 marks only
    TOLD_ANNOUNCED = 40   # actor
    TOLD_HEAL = 41        # 0 hand, 1 unit; slot
    TOLD_READY = 42       # slot
    TOLD_CANCEL = 43      # foe, attack
    TOLD_CHANGE = 44      # foe, what (0 Armor, 1 attack, 2 stripped), amount, attack
    TOLD_SCORE = 45       # line, points
    TOLD_OVER = 46        # won
    TOLD_OFFER = 47       # kind (0 units, 1 actions, 2 spells, 3 monastery actions), card
    TOLD_SHUFFLE = 48     # seat
    TOLD_DRAWN_ARTIFACT = 49  # card
    TOLD_SUMMON = 50      # summoner, enemy row
    TOLD_FACTION = 53     # faction token row, 1 gained, 0 used or handed over
    TOLD_FLOOR = 54       # floor of a ziggurat or pyramid
    TOLD_TASK = 51        # Op or Task the next action answers, its a, b, c
    TOLD_HORSEMAN = 52    # Horseman, what (below), c, d
    TOLD_SHOWN = 55       # seat, card: a card that a player has to show
    TOLD_CLAIM = 56       # die, face, 1 = its mana comes turn by turn, 2 = rivals are cursed
    TOLD_CARD_ROW = 72    # space, site (of a rampager its enemy row), possessed token or NONE
    TOLD_RESTORED = 73    # space, site, Destroyed Site tokens now
    TOLD_TELEPORT = 74    # space, cost
    TOLD_SPENT = 57       # seat, unit kind: a Unit spent by a rival
    TOLD_QUEST = 58       # quest row, what (below), step row, quest points
    TOLD_SKILL = 59       # Skill row: gained without a choice
    TOLD_PROXY = 70       # proxy, what (below), c, d
    TOLD_RULER = 71       # city, hero, defender (NONE), 1 = the Shield moves on

cpdef enum ProxyTold:  # TOLD_PROXY.b
    TAKES_OBJECTIVE = 0   # c card, d Shields on it
    SETS_OUT = 1          # c spaces it may move, d 1 = by a die of the Source
    HEADS_FOR = 2         # c space, d how far
    GOES = 3              # c space
    FIGHTS = 4            # c space of the rampager, d its row
    DISCARDS = 5          # c space, d row of an enemy it takes off a site
    TAKES = 6             # c Unit or card row, d 0 Unit, 1 Advanced Action, 2 Spell
    EXPLORES = 7
    CONQUERS = 8          # c space, d what (TOLD_SITE.c)
    FALLS_BACK = 9        # c space
    WAITS = 10            # nothing it can go for
    OFF_MAP = 11
    TAKES_KEEP = 12       # c space: another player's Shield is taken off

cdef enum:  # TOLD_HORSEMAN.b
    COMES = 0             # c space, d its horse
    RIDES = 1             # c space
    RAISES = 2            # c level of its head, d its own level
    LEAVES = 3
    FALLS = 4             # c its level
    STAYS = 5             # nothing left to destroy
    RITUAL = 6            # they hold the glade (A.12.3)

cdef enum:  # TOLD_QUEST.b
    WHAT_OFFERED = 0
    WHAT_TAKEN = 1        # a personal one, by its first step or continued
    WHAT_STEP = 2
    WHAT_DONE = 3
    WHAT_FAILED = 4
    WHAT_ABANDONED = 5
    WHAT_LEAVES = 6       # the offer, before a Round
    WHAT_MARKER = 7       # c space: the Quest marker goes there
    WHAT_PRIVATE = 8      # turned up for a random crystal (A.13.7)
    WHAT_OPENED = 9       # a private one, for everybody

cdef struct Event:
    int16_t kind
    int16_t a
    int16_t b
    int16_t c
    int16_t d
    uint8_t seat
    uint8_t round

cdef struct TraceBuffer:
    Event *events         # lent by a numpy array
    uint32_t capacity
    uint32_t n


cdef inline void told(const Env *e, const GameState *g, int kind, int a, int b, int c, int d) noexcept nogil:
    cdef TraceBuffer *t = <TraceBuffer *> e.trace
    if t == NULL or t.n >= t.capacity:
        return
    cdef Event *v = &t.events[t.n]
    v.kind = <int16_t> kind
    v.a = <int16_t> a
    v.b = <int16_t> b
    v.c = <int16_t> c
    v.d = <int16_t> d
    v.seat = g.seat
    v.round = g.round
    t.n += 1
