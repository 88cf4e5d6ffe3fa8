"""The quest offer (A.9): cards, Shields and markers on them, points. See quests.pyx."""

from mkbalance._mageknight.content cimport Env, QuestRow
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.state cimport QUEST_OPENED, QUEST_OWNER, QUEST_SEAT, Foe, GameState, Player, QuestCard

cdef enum:  # Turn.kills
    KILLS = 3             # enemies defeated, three at most
    KILL_FAME = 4         # one worth Fame 4 or more
    KILL_BROWN = 8
    KILL_RED = 16
    KILL_OTHER = 32       # one neither brown nor red
    KILL_COUNTED = 64     # one of them counted for a step already

cdef enum:
    FAMOUS = 4
    POSSESSED_AT = 3      # QuestCard.held of a collective quest: the possessed token of the enemy on it


cdef inline bint alone(const QuestRow *row) noexcept nogil:
    """Every player progresses separately (A.9.4)."""
    return row.kind == QUEST_INDEPENDENT


cdef inline int reached(const QuestRow *row, const QuestCard *q, int seat) noexcept nogil:
    """Numbered steps done: by the seat, or by whoever did them."""
    return q.progress >> (3 * seat if alone(row) else 0) & 7


cdef inline int on_offer(const GameState *g) noexcept nogil:
    """Cards of the quest offer; the private ones lie behind them (A.13.7)."""
    return g.n_quests - g.n_private


cdef inline bint everybodys(const GameState *g, int slot) noexcept nogil:
    """Anyone may do the steps of this card."""
    return slot < on_offer(g) or g.quest_owner[slot - on_offer(g)] & QUEST_OPENED != 0


cdef inline bint open_to(const GameState *g, int slot, int seat) noexcept nogil:
    """This seat may do its steps (A.13.7)."""
    return everybodys(g, slot) or g.quest_owner[slot - on_offer(g)] & QUEST_SEAT == seat


cdef inline int shield_on(const QuestCard *q) noexcept nogil:
    """Whose Shield lies on a personal quest: 0 nobody's, 1 + seat, QUEST_NEUTRAL."""
    return q.progress // QUEST_OWNER & 7


cdef inline bint holds_token(const QuestRow *row, const QuestCard *q, int i) noexcept nogil:
    """An enemy token lies at this place on the card."""
    return row.holds >> i & 1 and q.held[i] != NONE


cdef inline bint token_hidden(const Env *e, const QuestCard *q, int i) noexcept nogil:
    """It lies face down, and nobody has fought it yet."""
    cdef const QuestRow *row = &e.quests[q.row]
    cdef int k
    if not holds_token(row, q, i) or q.progress >> (12 + i) & 1:
        return False
    for k in range(row.n_steps):
        if e.quest_steps[row.first + k].flags & STEP_HIDDEN:
            return True
    return False


cdef void quests_set_up(const Env *e, GameState *g) noexcept nogil
cdef void quests_turn(const Env *e, GameState *g) noexcept nogil
cdef bint private_left(const Env *e, const GameState *g) noexcept nogil
cdef void private_quest(const Env *e, GameState *g) noexcept nogil
cdef void open_quest(const Env *e, GameState *g, int slot) noexcept nogil
cdef void quests_turn_over(const Env *e, GameState *g) noexcept nogil
cdef void quests_refresh(const Env *e, GameState *g) noexcept nogil
cdef void set_reached(const Env *e, QuestCard *q, int seat, int n) noexcept nogil
cdef void set_shield(QuestCard *q, int whose) noexcept nogil
cdef int own_quest(const Env *e, const GameState *g, int seat) noexcept nogil
cdef bint marker_on(const Env *e, const GameState *g, int space) noexcept nogil
cdef int own_markers(const Env *e, const QuestCard *q) noexcept nogil
cdef void put_marker(const Env *e, GameState *g, QuestCard *q, int space) noexcept nogil
cdef bint guarded(const Env *e, const GameState *g, int space) noexcept nogil
cdef void step_done(const Env *e, GameState *g, int slot, int step, int points) noexcept nogil
cdef void quest_done(const Env *e, GameState *g, int slot) noexcept nogil
cdef void quest_fails(const Env *e, GameState *g, int slot) noexcept nogil
cdef void leave_quest(const Env *e, GameState *g, int slot) noexcept nogil
cdef void take_quest(const Env *e, GameState *g, int slot) noexcept nogil
cdef void note_kill(const Env *e, GameState *g, const Foe *f) noexcept nogil
cdef void unit_gone(GameState *g, const Player *p, int slot) noexcept nogil
cdef void curse(const Env *e, const GameState *g, Foe *f) noexcept nogil
cdef int quest_score(const Env *e, const GameState *g, int seat) noexcept nogil
