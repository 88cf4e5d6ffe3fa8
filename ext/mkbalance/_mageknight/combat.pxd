"""Combat with enemies (R9): four phases, every enemy ability. See combat.pyx."""

from libc.stdint cimport int16_t, uint8_t

from mkbalance._mageknight.content cimport Env, EnemyRow
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.state cimport (
    FOE_DEFEATED,
    FOE_GONE,
    FOE_HIDDEN_SUMMONER,
    Action,
    Foe,
    GameState,
    Options,
    Player,
)


cdef inline bint foe_alive(const Foe *f) noexcept nogil:
    return (f.flags & (FOE_DEFEATED | FOE_GONE)) == 0


cdef inline bint in_combat(const GameState *g) noexcept nogil:
    return STEP_RANGED <= g.step <= STEP_ATTACK


cdef void combat_begin(const Env *e, GameState *g, int space, int site, int flags) noexcept nogil
cdef int add_foe(const Env *e, GameState *g, int row, int source, int slot, int space, int flags) noexcept nogil
cdef int add_horseman(const Env *e, GameState *g, int kind) noexcept nogil
cdef int draw_possessed(GameState *g) noexcept nogil
cdef void return_possessed(GameState *g, int token) noexcept nogil
cdef void possess_with(const Env *e, Foe *f, int token) noexcept nogil
cdef int add_head(const Env *e, GameState *g, int head, int level) noexcept nogil
cdef void copy_attacks(Foe *f, const EnemyRow *row) noexcept nogil
cdef void free_possessed(GameState *g, const Foe *f) noexcept nogil
cdef void possess(const Env *e, GameState *g, Foe *f) noexcept nogil
cdef void control_bonus(const Env *e, GameState *g) noexcept nogil
cdef void call_summoned(const Env *e, GameState *g) noexcept nogil
cdef void open_phase(const Env *e, GameState *g, int step) noexcept nogil
cdef void close_phase(const Env *e, GameState *g) noexcept nogil
cdef bint attackable(const GameState *g, const Foe *f) noexcept nogil
cdef int foe_armor(const GameState *g, const Foe *f) noexcept nogil
cdef int attack_need(const GameState *g) noexcept nogil
cdef int attack_total(const GameState *g) noexcept nogil
cdef int block_need(const GameState *g, int foe, int attack) noexcept nogil
cdef int block_total(const GameState *g) noexcept nogil
cdef int attack_damage(const GameState *g, int foe, int attack) noexcept nogil
cdef bint attack_open(const GameState *g, int foe, int attack) noexcept nogil
cdef bint any_open_attack(const GameState *g) noexcept nogil
cdef bint wholly_blocked(const Foe *f) noexcept nogil
cdef int fortifications(const GameState *g, const Foe *f) noexcept nogil
cdef void add_attack(GameState *g, int points, int kind, int element) noexcept nogil
cdef void resolve_attack(const Env *e, GameState *g) noexcept nogil
cdef void resolve_block(const Env *e, GameState *g) noexcept nogil
cdef void defeat(const Env *e, GameState *g, int foe) noexcept nogil
cdef void take_over(const Env *e, GameState *g, int foe) noexcept nogil
cdef void assign(const Env *e, GameState *g, int foe, int attack, int target) noexcept nogil
cdef void change_attack(const Env *e, GameState *g, int foe, int attack, int amount) noexcept nogil
cdef void change_armor(const Env *e, GameState *g, int foe, int amount) noexcept nogil
cdef void cancel_attacks(const Env *e, GameState *g, int foe) noexcept nogil
cdef bint affects(const GameState *g, const Foe *f, int colours) noexcept nogil
cdef void assign_options(const Env *e, const GameState *g, Options *o) noexcept nogil
cdef void hero_wounds(const Env *e, GameState *g, int n) noexcept nogil
cdef void remove_unit(GameState *g, Player *p, int slot) noexcept nogil
cdef bint may_ignore(const GameState *g, int foe, int what) noexcept nogil
cdef void ignore(const Env *e, GameState *g, int foe, int what) noexcept nogil
