"""Possessed tokens (A.2): their pile, and what one lying under an enemy changes."""

from libc.stdint cimport uint8_t

from mkbalance._kernel.pile cimport SHORT_CAP, short_push
from mkbalance._mageknight.chance cimport pick
from mkbalance._mageknight.content cimport Env, PossessedRow, rule
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.state cimport ATK_BLOCKED, ATK_CANCELLED, ATK_OPEN, Foe, GameState


cdef int draw_possessed(GameState *g) noexcept nogil:
    """A possessed token out of the pile, NONE if all are in use (A.2.2)."""
    cdef int i, token
    if g.deck_possessed.size == 0:  # the discarded ones again; none if all are in use (A.2.2)
        while g.possessed_discard:
            i = SHORT_CAP - g.possessed_discard
            g.possessed_discard -= 1
            short_push(&g.deck_possessed, g.deck_possessed.items[i])
    if g.deck_possessed.size == 0:
        return NONE
    i = <int> pick(g, DRAW_POSSESSED, g.deck_possessed.size)
    token = g.deck_possessed.items[i]
    g.deck_possessed.size -= 1
    g.deck_possessed.items[i] = g.deck_possessed.items[g.deck_possessed.size]
    return token


cdef void return_possessed(GameState *g, int token) noexcept nogil:
    """A token goes to the discard pile of the possessed ones (A.2.2)."""
    g.possessed_discard += 1
    g.deck_possessed.items[SHORT_CAP - g.possessed_discard] = <uint8_t> token


cdef void possess(const Env *e, GameState *g, Foe *f) noexcept nogil:
    """A possessed token under an enemy (A.2.1): Armor, topmost attack, Fame, a psychic attack."""
    cdef int token = draw_possessed(g)
    if token != NONE:
        possess_with(e, f, token)


cdef void possess_with(const Env *e, Foe *f, int token) noexcept nogil:
    """Lay this token under the enemy."""
    cdef const PossessedRow *p = &e.possessed[token]
    f.possessed = <uint8_t> token
    f.armor = f.armor + p.armor if f.armor + p.armor > 1 else 1
    f.armor_high = f.armor_high + p.armor if f.armor_high + p.armor > 1 else 1
    f.fame = f.fame + p.fame if f.fame + p.fame > 0 else 0
    if f.n_attacks and f.element[0] < SUMMON:
        f.value[0] += p.attack
        if f.value[0] <= 0:
            f.value[0] = 0
            f.state[0] = ATK_BLOCKED if rule(e, RULE_POSSESSED_ZERO_IS_BLOCKED) else ATK_CANCELLED
    if p.psychic and f.n_attacks < MAX_ATTACKS:
        f.value[f.n_attacks] = p.psychic
        f.element[f.n_attacks] = PSYCHIC
        f.state[f.n_attacks] = ATK_OPEN
        f.traits[f.n_attacks] = 0
        f.n_attacks += 1


cdef void free_possessed(GameState *g, const Foe *f) noexcept nogil:
    """The possessed token of an enemy that has gone is discarded (A.2.2)."""
    if f.possessed != NONE:
        return_possessed(g, f.possessed)
