"""Summoned enemies (R9.3.1): drawn as the Block phase begins, gone after Assign Damage."""

from mkbalance._mageknight.content cimport Env, rule
from mkbalance._mageknight.foes cimport add_foe, city_bonus, foe_alive
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.possessed cimport free_possessed, possess
from mkbalance._mageknight.state cimport (
    ATK_CANCELLED,
    ATK_OPEN,
    FOE_GARRISON,
    FOE_GONE,
    FOE_HIDDEN_SUMMONER,
    FOE_NO_ATTACK,
    Combat,
    Foe,
    GameState,
)
from mkbalance._mageknight.tokens cimport discard_token, draw_token
from mkbalance._mageknight.trace cimport *
from mkbalance._mageknight.weakening cimport change_attack


cdef void call_summoned(const Env *e, GameState *g) noexcept nogil:
    """Start of the Block phase: undefeated summoners draw what fights for them, drawn ones too (R9.3.1)."""
    cdef Combat *k = &g.combat
    cdef int i = -1
    cdef int j, row, new, defender
    cdef Foe *f
    while i + 1 < k.n:
        i += 1
        f = &k.foes[i]
        if not foe_alive(f) or f.flags & FOE_NO_ATTACK:
            continue
        for j in range(f.n_attacks):
            if f.element[j] < SUMMON or f.state[j] != ATK_OPEN:
                continue
            f.flags |= FOE_HIDDEN_SUMMONER
            f.state[j] = ATK_CANCELLED
            row = draw_token(g, f.value[j])
            if row == NONE:
                continue
            told(e, g, TOLD_SUMMON, i, row, 0, 0)
            new = add_foe(e, g, row, FROM_SUMMON, i, f.space, 0)
            if new < 0:
                return
            k.foes[new].fort = 0
            k.foes[new].fame = 0
            defender = i
            while k.foes[defender].source == FROM_SUMMON and k.foes[defender].slot != defender:
                defender = k.foes[defender].slot
            if k.foes[defender].flags & FOE_GARRISON and k.site == CITY and rule(e, RULE_SUMMONED_CITY_BONUS):
                city_bonus(g, &k.foes[new])
            if f.element[j] == SUMMON_POSSESSED:
                possess(e, g, &k.foes[new])
                k.foes[new].fame = 0
                told(e, g, TOLD_FOE, new, row, FROM_SUMMON, k.foes[new].possessed)
            if j == 0 and f.possessed != NONE and k.foes[new].element[0] < SUMMON and e.possessed[f.possessed].attack:
                change_attack(e, g, new, 0, e.possessed[f.possessed].attack)  # A.2.1
        if f.flags & FOE_HIDDEN_SUMMONER and not rule(e, RULE_POSSESSED_SUMMONER_STRIKES):
            for j in range(f.n_attacks):
                if f.element[j] == PSYCHIC:
                    f.state[j] = ATK_CANCELLED


cdef void dismiss_summoned(const Env *e, GameState *g) noexcept nogil:
    """After Assign Damage what was summoned is discarded and the summoners stand there again (R9.3.1)."""
    cdef Combat *k = &g.combat
    cdef int i
    for i in range(k.n):
        k.foes[i].flags &= ~FOE_HIDDEN_SUMMONER
        if k.foes[i].source == FROM_SUMMON and foe_alive(&k.foes[i]):
            k.foes[i].flags |= FOE_GONE
            discard_token(e, g, k.foes[i].row)
            free_possessed(g, &k.foes[i])
