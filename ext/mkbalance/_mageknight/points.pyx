"""Points that plays give: Move, Attack and Block with what cards, Skills and Banners lend them (R6, R9)."""

from libc.stdint cimport int16_t, uint32_t

from mkbalance._mageknight.attacking cimport add_attack
from mkbalance._mageknight.banners cimport banner_of
from mkbalance._mageknight.effects cimport SOURCE_CARD, SOURCE_UNIT
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.progress cimport add_fame
from mkbalance._mageknight.state cimport DO_STARSDAWN, UnitCard, push


cdef int boosted(GameState *g, int n) noexcept nogil:
    n += g.turn.boost
    g.turn.boost = 0
    return n


cdef void gain_move(const Env *e, GameState *g, int n, bint card) noexcept nogil:
    """Move points; a card gets the bonus waiting for cards once (OP_NEXT_MOVE)."""
    n = boosted(g, n)
    if card and not g.turn.move_given:
        n += g.turn.next_move + g.turn.each_move
        g.turn.next_move = 0
        g.turn.move_given = 1
    g.turn.move += <int16_t> n


cdef int _unit_bonus(const Env *e, GameState *g, bint attack) noexcept nogil:
    """What the acting Unit's Attack or Block gains, and the Fame of a Unit that attacks or blocks; once a play."""
    cdef UnitCard *u
    cdef int n
    if g.turn.acting == NONE or g.turn.acted:
        return 0
    u = &g.players[g.seat].units[g.turn.acting]
    n = g.turn.units_attack - (u.resist >> 4) if attack else g.turn.units_block
    if banner_of(e, u) == BANNER_GLORY:
        n += 1
    g.turn.acted = 1
    add_fame(e, g, g.seat, g.turn.units_fame + (banner_of(e, u) == BANNER_GLORY))
    return n


cdef int _lead(GameState *g, int kind) noexcept nogil:
    """What the next ability of a Unit gains if it is a melee or Ranged Attack (OP_LEAD)."""
    cdef int n = g.turn.lead_attack if kind == MELEE else g.turn.lead_ranged
    if kind == SIEGE or not n:
        return 0
    _lead_over(g)
    return n


cdef void _lead_over(GameState *g) noexcept nogil:
    g.turn.lead_block = 0
    g.turn.lead_attack = 0
    g.turn.lead_ranged = 0


cdef int _coordinated(GameState *g, int n) noexcept nogil:
    """One more for an Attack of a printed value not played before in the Attack phase (OP_COORDINATE, AD p.46)."""
    cdef uint32_t bit = <uint32_t> 1 << min(n, 31)
    if g.step != STEP_ATTACK or n <= 0:
        return 0
    cdef bint new = not g.turn.coordinated & bit
    g.turn.coordinated |= bit
    return 1 if new and g.turn.coordinated & 1 else 0


cdef void gain_attack(const Env *e, GameState *g, int n, int kind, int element, int source) noexcept nogil:
    """Attack points for the group under attack, with what cards and Units lend them."""
    cdef int more = _coordinated(g, n)
    n = boosted(g, n) + more
    if source == SOURCE_UNIT:
        n = max(n + _unit_bonus(e, g, True) + _lead(g, kind), 0)
        g.combat.attack_units = 1
    elif source == SOURCE_CARD and g.turn.ambush_attack:
        n += g.turn.ambush_attack
        g.turn.ambush_attack = 0
        g.turn.ambush_block = 0
    if source == SOURCE_CARD and g.turn.aim:
        n += g.turn.aim
        g.turn.aim = 0
    if g.turn.double_attack and g.step == STEP_ATTACK and element == PHYSICAL:
        n *= 2
    if g.turn.all_cold:
        element = COLDFIRE
    if g.turn.all_siege:
        kind = SIEGE
    if g.turn.starsdawn and g.step == STEP_RANGED and kind != MELEE and n > 0:
        push(g, DO_STARSDAWN, n, kind, element, 0)
        return
    add_attack(g, n, kind, element)


cdef void gain_block(const Env *e, GameState *g, int n, int element, int source, bint swift) noexcept nogil:
    n = boosted(g, n)
    if source == SOURCE_UNIT:
        n = max(n + _unit_bonus(e, g, False) + g.turn.lead_block, 0)
        _lead_over(g)
        g.combat.foes[g.combat.block_foe].unit_met = 1
    elif source == SOURCE_CARD and g.turn.ambush_block:
        n += g.turn.ambush_block
        g.turn.ambush_attack = 0
        g.turn.ambush_block = 0
    if source == SOURCE_UNIT and element != PSYCHIC:
        g.combat.block_units += <int16_t> n
    g.combat.block[element] += <int16_t> n
    g.combat.block_played = 1
    if swift:
        g.combat.block_swift[element] += <int16_t> n
