"""Skills (R13.3, R12.6, R16.7). See skills.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.state cimport Action, GameState, Options


cdef inline int skill_row(const GameState *g, Action act) noexcept nogil:
    """Row of the Skill that an ACT_SKILL uses, one's own or one in the centre."""
    return g.players[act.c - 1 if act.c else g.seat].skills[act.a]


cdef void skills_set_up(const Env *e, GameState *g) noexcept nogil
cdef void gain_skill(const Env *e, GameState *g, int skill) noexcept nogil
cdef bint take_first_skill(const Env *e, GameState *g) noexcept nogil
cdef bint flip_skills(const Env *e, GameState *g) noexcept nogil
cdef void skill_choices(const Env *e, const GameState *g, Options *o) noexcept nogil
cdef void rest_turns_up(const Env *e, GameState *g) noexcept nogil
cdef void always_effects(const Env *e, GameState *g) noexcept nogil
cdef bint take_skill(const Env *e, GameState *g, Action act) noexcept nogil
cdef void skill_options(const Env *e, const GameState *g, Options *o, int win) noexcept nogil
cdef bint proficient(const Env *e, const GameState *g, bint gain) noexcept nogil
cdef void common_options(const Env *e, const GameState *g, Options *o) noexcept nogil
cdef void use_common(const Env *e, GameState *g, Action act) noexcept nogil
cdef void count_conquest(const Env *e, GameState *g, int site) noexcept nogil
cdef void use_skill(const Env *e, GameState *g, Action act) noexcept nogil
