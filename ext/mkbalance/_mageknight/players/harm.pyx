"""What an enemy is worth and what its attacks would cost, in tenths of a point."""

from mkbalance._mageknight.combat cimport attack_damage, foe_alive
from mkbalance._mageknight.content cimport RuinsRow, UnitRow
from mkbalance._mageknight.floors cimport floors_left, has_floors
from mkbalance._mageknight.handlimit cimport knockout_limit
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.progress cimport level_row
from mkbalance._mageknight.state cimport (
    CB_NO_UNITS,
    CB_THUGS_PAID,
    FOE_NO_ATTACK,
    FOE_RAMPAGING,
    SP_CONQUERED,
    Player,
    UnitCard,
)

cdef enum:
    PACE = 2              # levels of heads that a turn may remove
    HOPE = 8              # levels of heads that a Hero may hope to remove


cdef int site_reward(const Env *e, const GameState *g, const Policy *p, int space) noexcept nogil:
    """What clearing the site brings beyond the Fame of its enemies."""
    cdef int site = g.spaces[space].site
    cdef const RuinsRow *row
    if g.spaces[space].flags & SP_CONQUERED and site != CITY and not has_floors(site):
        return 0
    if site == KEEP:
        return p.weights.shield + 10
    if site == MAGE_TOWER:
        return p.weights.shield + p.weights.spell
    if site == DUNGEON:
        return p.weights.shield + (2 * p.weights.artifact + p.weights.spell) // 3
    if site == TOMB:
        return p.weights.shield + p.weights.artifact + p.weights.spell
    if site == MONSTER_DEN:
        return p.weights.shield + 2 * p.weights.crystal
    if site == SPAWNING_GROUNDS:
        return p.weights.shield + p.weights.artifact + 3 * p.weights.crystal
    if site == RUINS and g.spaces[space].extra != NONE:
        row = &e.ruins[g.spaces[space].extra]
        return (p.weights.shield + row.artifacts * p.weights.artifact + row.spells * p.weights.spell
                + row.actions * p.weights.action + row.units * 50 + row.crystals * 4 * p.weights.crystal
                + row.fame * p.weights.fame)
    if site == MAZE or site == LABYRINTH:
        if (g.spaces[space].shields >> g.seat) & 1 or g.spaces[space].extra == 7:
            return 0
        return (p.weights.shield + (p.weights.spell + p.weights.artifact) // 2
                + (p.weights.action if site == LABYRINTH else 0))
    if has_floors(site):
        if (g.spaces[space].shields >> g.seat) & 1 or not floors_left(&g.spaces[space], 0):
            return 0
        return p.weights.shield + p.weights.fame + (2 * p.weights.crystal + p.weights.spell + p.weights.artifact) // 3
    if site == CITY:
        return 100
    return 0


cdef int _site_foes(const GameState *g) noexcept nogil:
    cdef int i
    cdef int n = 0
    for i in range(g.combat.n):
        n += foe_alive(&g.combat.foes[i]) and (g.combat.foes[i].source == FROM_SITE or g.combat.foes[i].source == FROM_DRAW)
    return n if n else 1


cdef int turns_left(const Env *e, const GameState *g) noexcept nogil:
    """Own turns to come, about, by the dummy's clock."""
    cdef int turns
    if g.ending:
        return 1 if g.ending == 1 else 2
    turns = (e.setup.rounds - g.round) * 5
    if not g.announced:
        turns += g.dummy_deck.size // 3 + 1
    return turns


cdef int victory_worth(const Env *e, const GameState *g, const Policy *p) noexcept nogil:
    """Worth of the dragon's defeat in this Round, the points of its heads aside (A.12.4)."""
    return p.weights.goal + 10 * e.setup.score_goal + 10 * e.setup.score_round * (e.setup.rounds - g.round)


cdef int urge(const GameState *g) noexcept nogil:
    """How much of its drive to the dragon the Hero follows, per cent: the stronger the heads, the less it hopes to beat them."""
    cdef int left = g.heads[0] + g.heads[1] + g.heads[2] + g.heads[3]
    return 100 if left <= HOPE else 100 * HOPE // left


cdef int level_credit(const Env *e, const GameState *g, const Policy *p) noexcept nogil:
    """What a level off a head brings the dragon's defeat nearer by, less if there is hardly time for the rest."""
    cdef int i, n
    cdef int all_ = 0
    cdef int left = 0
    for i in range(4):
        all_ += g.heads_start[i]
        left += g.heads[i]
    if not all_ or not e.setup.ends & END_DRAGON:
        return 0
    n = victory_worth(e, g, p) * p.weights.credit // (100 * all_)
    i = PACE * turns_left(e, g)
    return n if i >= left else n * i // left


cdef int foe_worth(const Env *e, const GameState *g, const Policy *p, int foe) noexcept nogil:
    """Worth of defeating an enemy, a share of its site's reward included; of a head: of one level."""
    cdef const Foe *f = &g.combat.foes[foe]
    cdef int worth
    if f.source == FROM_HEAD:
        return p.weights.head + p.weights.fame + level_credit(e, g, p)
    worth = p.weights.fame * f.fame
    if f.source != FROM_HORSEMAN:
        worth += p.weights.reputation * e.enemies[f.row].rep
    if f.flags & FOE_RAMPAGING:
        worth += p.weights.reputation * (2 if e.enemies[f.row].colour == TOKEN_RED else 1)
    if (f.source == FROM_SITE or f.source == FROM_DRAW) and g.combat.space != NONE:
        worth += site_reward(e, g, p, g.combat.space) // _site_foes(g)
    return worth


cdef int hero_harm(const Env *e, const GameState *g, const Policy *p, const Foe *f, int attack, int damage) noexcept nogil:
    """Cost of Wounds to the Hero: hand, Poison's discard pile, Paralyze's lost hand, a knock-out."""
    cdef const Player *q = &g.players[g.seat]
    cdef int armor = level_row(e, q).armor
    cdef int n = (damage + armor - 1) // armor
    cdef int cost
    if n <= 0:
        return 0
    cost = n * p.weights.wound
    if f.traits[attack] & POISON:
        cost += n * p.weights.wound_deck
    if f.traits[attack] & PARALYZE:
        cost += 9 * q.n_hand
    elif g.combat.wounds + n >= knockout_limit(e, g, g.seat):
        cost += 9 * q.n_hand + 10
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
    """Cost of giving the damage to a Unit first, the Hero taking the rest; -1 = not allowed."""
    cdef const UnitCard *u = &g.players[g.seat].units[slot]
    cdef const UnitRow *row = &e.units[u.kind]
    cdef int armor = row.level if f.element[attack] == PSYCHIC else row.armor
    cdef int left = damage
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
    if f.traits[attack] & PARALYZE:
        cost = p.digest.unit[u.kind] * p.weights.unit // 100
    else:
        cost = p.weights.unit_wound * row.level * (2 if f.traits[attack] & POISON else 1)
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
