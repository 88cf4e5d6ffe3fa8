"""What an enemy is worth and what its attacks would cost, in tenths of a point."""

from mkbalance._mageknight.content cimport RuinsRow, UnitRow
from mkbalance._mageknight.damage cimport SHIELDED, attack_damage
from mkbalance._mageknight.floors cimport floors_left, has_floors
from mkbalance._mageknight.foes cimport foe_alive
from mkbalance._mageknight.handlimit cimport knockout_limit
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.players.clock cimport action_worth, artifact_worth, blend, fame_worth, growth, horizon, spell_worth
from mkbalance._mageknight.players.goals cimport ascent_worth, defender_parts, part_credit
from mkbalance._mageknight.players.questing cimport quest_foe_worth
from mkbalance._mageknight.progress cimport level_row
from mkbalance._mageknight.state cimport (
    CB_NO_UNITS,
    CB_THUGS_PAID,
    FOE_GARRISON,
    FOE_NO_ATTACK,
    FOE_RAMPAGING,
    SP_CONQUERED,
    Player,
    UnitCard,
)

cdef enum:
    BANNER_SPENT = 10     # worth of a Banner's help kept for later in the Round


cdef int site_reward(const Env *e, const GameState *g, const Policy *p, int space) noexcept nogil:
    """What clearing the site brings beyond the Fame of its enemies."""
    cdef int site = g.spaces[space].site
    cdef const RuinsRow *row
    cdef int grown = growth(e, g, p)
    cdef int spell = spell_worth(p, grown)
    cdef int artifact = artifact_worth(p, grown)
    cdef int action = action_worth(p, grown)
    if g.spaces[space].flags & SP_CONQUERED and site != CITY and not has_floors(site):
        return 0
    if site == KEEP:
        return p.weights.shield + 10
    if site == MAGE_TOWER:
        return p.weights.shield + spell
    if site == DUNGEON:
        return p.weights.shield + (2 * artifact + spell) // 3
    if site == TOMB:
        return p.weights.shield + artifact + spell
    if site == MONSTER_DEN:
        return p.weights.shield + 2 * p.weights.crystal
    if site == SPAWNING_GROUNDS:
        return p.weights.shield + artifact + 3 * p.weights.crystal
    if site == RUINS and g.spaces[space].extra != NONE:
        row = &e.ruins[g.spaces[space].extra]
        return (p.weights.shield + row.artifacts * artifact + row.spells * spell
                + row.actions * action + row.units * blend(15, 45, grown) + row.crystals * 4 * p.weights.crystal
                + row.fame * p.weights.fame)
    if site == MAZE or site == LABYRINTH:
        if (g.spaces[space].shields >> g.seat) & 1 or g.spaces[space].extra == 7:
            return 0
        return (p.weights.shield + (spell + artifact) // 2
                + (action if site == LABYRINTH else 0))
    if has_floors(site):
        if (g.spaces[space].shields >> g.seat) & 1 or not floors_left(&g.spaces[space], 0):
            return 0
        return p.weights.shield + p.weights.fame + (2 * p.weights.crystal + spell + artifact) // 3 + ascent_worth(e, g, p, site)
    if site == CITY:
        return p.weights.shield + 10 * e.setup.score_city
    return 0


cdef int _site_foes(const GameState *g) noexcept nogil:
    cdef int i
    cdef int n = 0
    for i in range(g.combat.n):
        n += foe_alive(&g.combat.foes[i]) and (g.combat.foes[i].source == FROM_SITE or g.combat.foes[i].source == FROM_DRAW)
    return n if n else 1


cdef int foe_worth(const Env *e, const GameState *g, const Policy *p, int foe) noexcept nogil:
    """Worth of defeating an enemy, a share of its site's reward included; of a head: of one level."""
    cdef const Foe *f = &g.combat.foes[foe]
    cdef int worth
    if f.source == FROM_HEAD:
        return p.weights.head + p.weights.fame + part_credit(e, g, p)
    worth = fame_worth(e, g, p, growth(e, g, p)) * f.fame
    if f.source != FROM_HORSEMAN:
        worth += p.weights.reputation * e.enemies[f.row].rep
    if g.combat.quest:
        worth += quest_foe_worth(e, g, p)
    if f.flags & FOE_RAMPAGING:
        worth += p.weights.reputation * (2 if e.enemies[f.row].colour == TOKEN_RED else 1)
    if (f.source == FROM_SITE or f.source == FROM_DRAW) and g.combat.space != NONE:
        worth += site_reward(e, g, p, g.combat.space) // _site_foes(g)
        if f.flags & FOE_GARRISON and g.combat.site == CITY and e.setup.ends & END_CITIES:
            worth += part_credit(e, g, p) * defender_parts(e)
    return worth


cdef int hero_harm(const Env *e, const GameState *g, const Policy *p, const Foe *f, int attack, int damage) noexcept nogil:
    """Cost of Wounds to the Hero: hand, Poison's discard pile, Paralyze's lost hand, a knock-out."""
    cdef const Player *q = &g.players[g.seat]
    cdef int armor = level_row(e, q).armor
    cdef int n = (damage + armor - 1) // armor
    cdef int future = horizon(e, g)
    cdef int cost
    if n <= 0:
        return 0
    cost = n * blend(20, p.weights.wound, future)
    if f.traits[attack] & POISON:
        cost += n * blend(20, p.weights.wound_deck, future)
    if f.traits[attack] & PARALYZE:
        cost += 9 * q.n_hand * future // 100
    elif g.combat.wounds + n >= knockout_limit(e, g, g.seat):
        cost += (9 * q.n_hand + 10) * future // 100
    return cost * p.weights.fear // 100


cdef bint _resists(int resist, int element) noexcept nogil:
    if element == COLDFIRE:
        return (resist & (RESIST_FIRE | RESIST_ICE)) == (RESIST_FIRE | RESIST_ICE)
    if element == PHYSICAL:
        return resist & RESIST_PHYSICAL != 0
    if element == FIRE:
        return resist & RESIST_FIRE != 0
    if element == ICE:
        return resist & RESIST_ICE != 0
    return False


cdef int unit_harm(const Env *e, const GameState *g, const Policy *p, const Foe *f, int attack, int slot, int damage) noexcept nogil:
    """Cost of giving the damage to a Unit first, the Hero taking the rest; -1 = not allowed. ``slot`` may say that its Banner
    helps (SHIELDED)."""
    cdef const UnitCard *u = &g.players[g.seat].units[slot % SHIELDED]
    cdef const UnitRow *row = &e.units[u.kind]
    cdef int armor = row.level if f.element[attack] == PSYCHIC else row.armor
    cdef int left = damage
    cdef int future = horizon(e, g)
    cdef int cost
    if u.wounds or u.barred or g.turn.units_safe or g.combat.flags & CB_NO_UNITS or f.traits[attack] & ASSASSINATION:
        return -1
    if row.damage_cost and not g.combat.flags & CB_THUGS_PAID and g.turn.influence < row.damage_cost:
        return -1
    if _resists(row.resist | u.resist | g.turn.units_resist, f.element[attack]):
        left -= armor
        if left <= 0:
            return 1
    left -= armor
    if slot >= SHIELDED:
        cost = BANNER_SPENT
    elif f.traits[attack] & PARALYZE:
        cost = blend(10 * row.level, p.digest.unit[u.kind] * p.weights.unit // 100, future)
    else:
        cost = blend(5, p.weights.unit_wound * (2 if f.traits[attack] & POISON else 1), future) * row.level
        if u.ready:
            cost += p.weights.unit_use * row.level // 2
    return cost + hero_harm(e, g, p, f, attack, left)


cdef int attack_harm(const Env *e, const GameState *g, const Policy *p, int foe, int attack) noexcept nogil:
    """Least cost of letting one attack through."""
    cdef const Foe *f = &g.combat.foes[foe]
    cdef int damage, best, n, slot
    if f.element[attack] >= SUMMON:
        return 2 * p.weights.wound if f.value[attack] != TOKEN_RED else 4 * p.weights.wound
    damage = attack_damage(g, foe, attack)
    best = hero_harm(e, g, p, f, attack, damage)
    for slot in range(g.players[g.seat].n_units):
        n = unit_harm(e, g, p, f, attack, slot, damage)
        if n >= 0 and n < best:
            best = n
    return best


cdef int foe_harm(const Env *e, const GameState *g, const Policy *p, int foe) noexcept nogil:
    """Least cost of all open attacks of an enemy."""
    cdef const Foe *f = &g.combat.foes[foe]
    cdef int j
    cdef int n = 0
    if not foe_alive(f) or f.flags & FOE_NO_ATTACK:
        return 0
    for j in range(f.n_attacks):
        if f.state[j] == 0:
            n += attack_harm(e, g, p, foe, j)
    return n
