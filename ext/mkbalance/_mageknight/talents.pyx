"""Instructions that only Skills use, those that ask nothing (R13.3)."""

from libc.stdint cimport uint8_t

from mkbalance._mageknight.centre cimport lay_in_centre
from mkbalance._mageknight.effects cimport SOURCE_SKILL
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.mana cimport DEPLETED_TOO, TURNS, gain_mana
from mkbalance._mageknight.revealing cimport reveal_near
from mkbalance._mageknight.state cimport SK_MARK, Player, fault, source_of
from mkbalance._mageknight.tokens cimport keep_token


cdef void run_talent(const Env *e, GameState *g, const Pending *t) noexcept nogil:
    """Execute the instruction."""
    cdef Player *p = &g.players[g.seat]
    cdef int op = t.op
    cdef int i
    if op == OP_SOAK:
        for i in range(5):
            g.turn.soak[i] += <uint8_t> (t.a if (t.b >> i) & 1 else t.c)
    elif op == OP_EXPLORE:
        g.turn.explore_less += <uint8_t> t.a
    elif op == OP_SEE:
        g.turn.see = <uint8_t> t.a
        reveal_near(e, g)
    elif op == OP_AIM:
        g.turn.aim += <uint8_t> (t.a if g.step == STEP_RANGED else t.b)
    elif op == OP_BLOCK_BONUS:
        g.turn.block_bonus += <uint8_t> t.a
    elif op == OP_FLIP:
        if source_of(t) == SOURCE_SKILL and t.ref < p.n_skills:
            p.skill_used[t.ref] |= 2
    elif op == OP_TURN_UP:
        if source_of(t) == SOURCE_SKILL and t.ref < p.n_skills:
            p.skill_used[t.ref] &= 1
        if t.a == 1:
            g.turn.action = 1
            g.turn.move = 0
            g.turn.influence = 0
            g.step = STEP_AFTER
    elif op == OP_IGNORE_REP:
        g.turn.ignore_rep = 1
    elif op == OP_LEAD:
        g.turn.lead_block = <uint8_t> t.a
        g.turn.lead_attack = t.b
        g.turn.lead_ranged = <uint8_t> t.c
    elif op == OP_FORK:
        g.combat.fork = <uint8_t> t.a
        g.combat.forked = 0
    elif op == OP_CHAOS:
        p.chaos = (p.chaos + 1) % 6
    elif op == OP_DUEL:
        if g.combat.block_foe != NONE:
            g.combat.duel = g.combat.block_foe + 1
            g.combat.duel_points = <uint8_t> t.a
    elif op == OP_BOND:
        p.bond = 1
    elif op == OP_CARD_MANA:
        g.turn.card_mana = t.a & 63
        g.turn.wound_mana = t.a >> 6
        g.turn.card_uses += 1
    elif op == OP_CENTRE:
        lay_in_centre(g, t)
    elif op == OP_CLAIM:
        pass
    elif op == OP_OPEN_DIE:
        g.turn.open_die = 1 + t.ref // MAX_SKILLS
    elif op == OP_SURCHARGE:
        g.turn.surcharge = 1 + t.ref
    elif op == OP_EXPLOIT:
        g.turn.exploit = g.players[t.ref // MAX_SKILLS].skill_used[t.ref % MAX_SKILLS] // SK_MARK
    elif op == OP_DEARER:
        g.turn.dearer += <uint8_t> t.a
        g.turn.dearer_max = t.b
    elif op == OP_FOES_ATTACK:
        g.turn.foes_attack += <uint8_t> t.a
    elif op == OP_MANA_PAID:
        for i in range(4):
            if (g.turn.paid >> i) & 1:
                gain_mana(e, g, i, 1)
    elif op == OP_KEEP_FOE:
        keep_token(e, g, t.a)
    elif op == OP_COORDINATE:
        g.turn.coordinated |= 1
    elif op == OP_OPPOSITE:
        g.turn.opposite = <uint8_t> ((g.turn.opposite & TURNS) + 1 | (DEPLETED_TOO if t.a else 0))
    else:
        fault(g, FAULT_OPCODE)
