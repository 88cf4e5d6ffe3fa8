"""Quests as a scripted player sees them. See questing.pyx."""

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.players.policy cimport Policy
from mkbalance._mageknight.players.promises cimport Outlook
from mkbalance._mageknight.state cimport GameState, Options

cdef int quest_promise(const Env *e, const GameState *g, const Policy *p, const Outlook *l, int space) noexcept nogil
cdef int quest_fight_here(const Env *e, const GameState *g, const Policy *p, const Outlook *l, int space, int *slot) noexcept nogil
cdef int choose_quest(const Env *e, const GameState *g, const Options *o, const Policy *p) noexcept nogil
cdef int choose_quest_fight(const Env *e, const GameState *g, const Options *o, const Policy *p, int slot) noexcept nogil
cdef int quest_foe_worth(const Env *e, const GameState *g, const Policy *p) noexcept nogil
