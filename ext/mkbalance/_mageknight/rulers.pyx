"""Mage Knights ruling cities (A.13.4): who rules, which defender carries the ruler's Shield, what that does in an assault.

What each ruler does is content (``RulerRow``). The bonuses of the city itself come first and follow the printed attack.
"""

from libc.stdint cimport uint8_t

from mkbalance._kernel.rng cimport Stream, shuffle8
from mkbalance._mageknight.chance cimport event_at
from mkbalance._mageknight.content cimport EnemyRow, RulerRow
from mkbalance._mageknight.dummy cimport hero_in_play
from mkbalance._mageknight.foes cimport add_foe, attack_open, foe_alive
from mkbalance._mageknight.hexmap cimport adjacent, terrain_at
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.state cimport (
    CB_ASSAULT,
    DO_KRANG,
    DO_RULER,
    City,
    Foe,
    Pending,
    add_option,
    fault,
    push,
)
from mkbalance._mageknight.summoning cimport call_summoned
from mkbalance._mageknight.tokens cimport draw_token
from mkbalance._mageknight.trace cimport TOLD_RULER, TOLD_SUMMON, TOLD_TOKEN, told

cdef enum:
    DECK = 16             # first index of the rulers' shuffles among the events of DRAW_HEROES
    ALONE = 16            # Combat.ruled: the bonus of a lone defender is in force
    BY_DAY = 1            # RulerRow.from_cold
    BY_NIGHT = 2


# ---------------------------------------------------------------- who rules, who carries the Shield

cdef int _next_ruler(const Env *e, GameState *g) noexcept nogil:
    """The next of the shuffled Heroes that nobody plays; shuffled again when all rule somewhere, else the dummy's."""
    cdef Stream s
    cdef uint8_t unused[16]
    cdef int n = 0
    cdef int revealed = 0
    cdef int i
    for i in range(e.n_heroes):
        if not hero_in_play(e, g, i) and n < 16:
            unused[n] = <uint8_t> i
            n += 1
    if n == 0:
        return g.dummies[0].hero if g.n_dummies else g.players[0].hero
    for i in range(g.n_cities):
        revealed += g.cities[i].ruler != NONE
    event_at(g, DRAW_HEROES, DECK + revealed // n, &s)
    shuffle8(&s, &unused[0], n)
    return unused[revealed % n]


cdef int _fame(const Env *e, const City *c, int i) noexcept nogil:
    return e.enemies[c.garrison[i]].fame


cdef int _sought(const Env *e, const City *c, int mark) noexcept nogil:
    """Fame of the defenders that come into question: the highest, the lowest, the second highest."""
    cdef int best = _fame(e, c, 0)
    cdef int second = -1
    cdef int i, fame
    for i in range(1, c.n_garrison):
        fame = _fame(e, c, i)
        if mark == MARK_LOWEST:
            best = min(best, fame)
        elif fame > best:
            second = best
            best = fame
        elif fame > second:
            second = fame
    return second if mark == MARK_ADDED else best


cdef void _candidates(const Env *e, const City *c, int mark, Options *o) noexcept nogil:
    """Defenders of that Fame, alike ones once; of those whose type is added, each type once."""
    cdef int sought = _sought(e, c, mark)
    cdef int i, j
    cdef bint known
    for i in range(c.n_garrison):
        if _fame(e, c, i) != sought:
            continue
        known = False
        for j in range(i):
            if _fame(e, c, j) != sought:
                continue
            if mark == MARK_ADDED:
                known = known or e.enemies[c.garrison[j]].colour == e.enemies[c.garrison[i]].colour
            else:
                known = known or c.garrison[j] == c.garrison[i]
        if not known:
            add_option(o, ACT_CHOOSE, i, 0, 0)


cdef void rule_city(const Env *e, GameState *g, int space) noexcept nogil:
    """The garrison of a city is seen for the first time: its ruler is revealed (A.13.4)."""
    cdef City *c
    if not e.setup.rulers or e.setup.city_mode or g.spaces[space].site != CITY or g.spaces[space].extra == NONE:
        return
    c = &g.cities[g.spaces[space].extra]
    if c.ruler != NONE or not c.face_up or not c.n_garrison:
        return
    c.ruler = <uint8_t> _next_ruler(e, g)
    look_for(e, g, g.spaces[space].extra)


cdef void look_for(const Env *e, GameState *g, int city) noexcept nogil:
    """Who is to carry the Shield; nobody is asked without a difference."""
    cdef City *c = &g.cities[city]
    cdef int mark = e.rulers[c.ruler].mark
    if mark == MARK_NONE:
        told(e, g, TOLD_RULER, city, c.ruler, NONE, 0)
    elif mark == MARK_ADDED and c.n_garrison == 1:
        _add_defender(e, g, city, TOKEN_GREY)
    else:
        push(g, DO_RULER, city, 0, 0, 0)


cdef void _add_defender(const Env *e, GameState *g, int city, int colour) noexcept nogil:
    """One more defender, with the ruler's Shield."""
    cdef City *c = &g.cities[city]
    cdef int row = draw_token(g, colour)
    if row == NONE or c.n_garrison >= MAX_GARRISON:
        if row != NONE:
            fault(g, FAULT_CAPACITY)
        return
    c.garrison[c.n_garrison] = <uint8_t> row
    c.seen[c.n_garrison] = 0
    c.marked = c.n_garrison
    c.n_garrison += 1
    told(e, g, TOLD_TOKEN, c.space, row, 1, 0)
    told(e, g, TOLD_RULER, city, c.ruler, c.marked, 0)


cdef void ruler_moves(const Env *e, GameState *g, int city, int old) noexcept nogil:
    """The defender with the Shield is gone: it may go on to another one."""
    cdef City *c = &g.cities[city]
    if old == NONE or c.marked != NONE or c.ruler == NONE or not e.rulers[c.ruler].moves or not c.n_garrison:
        return
    push(g, DO_RULER, city, 1, 0, 0)


cdef bint list_ruler(const Env *e, const GameState *g, Options *o) noexcept nogil:
    """Answers to a ruler's task on top; False if it is another's."""
    cdef const Pending *t = &g.pending[g.n_pending - 1]
    if t.op == DO_RULER:
        _candidates(e, &g.cities[t.a], e.rulers[g.cities[t.a].ruler].mark, o)
        return True
    if t.op == DO_KRANG:
        _models(e, g, o)
        return True
    return False


cdef bint answer_ruler(const Env *e, GameState *g, Action act) noexcept nogil:
    """Carry out the answer to a ruler's task; False if the task on top is another."""
    cdef Pending t = g.pending[g.n_pending - 1]
    cdef City *c
    if t.op == DO_RULER:
        g.n_pending -= 1
        c = &g.cities[t.a]
        if e.rulers[c.ruler].mark == MARK_ADDED:
            _add_defender(e, g, t.a, e.enemies[c.garrison[act.a]].colour)
        else:
            c.marked = act.a
            told(e, g, TOLD_RULER, t.a, c.ruler, act.a, t.b)
    elif t.op == DO_KRANG:
        g.n_pending -= 1
        _summon_like(e, g, act.a)
        call_summoned(e, g)
    else:
        return False
    return True


# ---------------------------------------------------------------- in an assault

cdef inline City *_ruled_city(GameState *g) noexcept nogil:
    """The city under assault if somebody rules it, else NULL."""
    cdef City *c
    if g.combat.site != CITY or not g.combat.flags & CB_ASSAULT or g.spaces[g.combat.space].extra == NONE:
        return NULL
    c = &g.cities[g.spaces[g.combat.space].extra]
    return c if c.ruler != NONE else NULL


cdef Foe *_marked_foe(GameState *g, const City *c) noexcept nogil:
    """The enemy that carries the ruler's Shield, NULL if it is defeated."""
    cdef int i
    for i in range(g.combat.n):
        if g.combat.foes[i].source == FROM_SITE and g.combat.foes[i].slot == c.marked and foe_alive(&g.combat.foes[i]):
            return &g.combat.foes[i]
    return NULL


cdef int _with(int element, int gained) noexcept nogil:
    """An attack that gains an element in addition to its own."""
    if not gained or element == gained or element >= COLDFIRE:
        return element
    return gained if element == PHYSICAL else COLDFIRE


cdef void _raise(Foe *f, int i, int change) noexcept nogil:
    """An attack's value; a summons has none."""
    if f.element[i] < SUMMON:
        f.value[i] = <signed char> max(f.value[i] + change, 0)


cdef void _armour(Foe *f, int change) noexcept nogil:
    f.armor += <signed char> change
    f.armor_high += <signed char> change


cdef void ruler_strengthens(const Env *e, GameState *g) noexcept nogil:
    """What the ruler does for the defender with its Shield, as the assault begins."""
    cdef City *c = _ruled_city(g)
    cdef const RulerRow *r
    cdef Foe *f
    cdef int i, t, change
    cdef bint had
    if c == NULL or c.marked == NONE:
        return
    f = _marked_foe(g, c)
    if f == NULL:
        return
    r = &e.rulers[c.ruler]
    _armour(f, r.armor)
    f.resist |= r.resist
    for i in range(f.n_attacks):
        had = r.element != 0 and (f.element[i] == r.element or f.element[i] == COLDFIRE)
        _raise(f, i, r.instead if had else r.attack)
        f.element[i] = <uint8_t> _with(f.element[i], r.element)
    if g.combat.from_space != NONE and adjacent(g, g.combat.from_space, g.combat.space):
        t = terrain_at(e, g, g.combat.from_space)
        change = r.from_attack[t]
        for i in range(f.n_attacks):
            _raise(f, i, change)
            if r.from_cold[t] & (BY_NIGHT if g.night else BY_DAY) and f.element[i] < COLDFIRE:
                f.element[i] = COLDFIRE
    ruler_watches(e, g)


cdef int _source(const GameState *g) noexcept nogil:
    """Basic colours that dice show in the Source."""
    cdef int mask = 0
    cdef int i
    for i in range(g.n_dice):
        if g.dice[i] < GOLD and not ((g.dice_out | g.turn.dice_used | g.turn.dice_kept) >> i) & 1:
            mask |= 1 << g.dice[i]
    return mask


cdef void _colour(const Env *e, Foe *f, const RulerRow *r, int colour, int sign) noexcept nogil:
    """A bonus by a colour of the Source comes or goes; what the token has by itself stays."""
    cdef const EnemyRow *printed = &e.enemies[f.row]
    cdef int gained = r.source_element[colour]
    cdef int i
    _armour(f, sign * r.source_armor[colour])
    for i in range(f.n_attacks):
        _raise(f, i, sign * r.source_attack[colour])
        if sign > 0:
            f.element[i] = <uint8_t> _with(f.element[i], gained)
        elif gained and f.element[i] != printed.element[i] and f.element[i] == _with(printed.element[i], gained):
            f.element[i] = printed.element[i]
        if not r.source_ability[colour] or f.element[i] >= PSYCHIC:
            continue
        if sign > 0:
            f.traits[i] |= r.source_ability[colour]
        elif not printed.abilities & r.source_ability[colour]:
            f.traits[i] &= <uint8_t> ~r.source_ability[colour]


cdef void ruler_watches(const Env *e, GameState *g) noexcept nogil:
    """Bonuses that change in the fight: with the dice of the Source, and once a defender is alone."""
    cdef City *c
    cdef const RulerRow *r
    cdef Foe *f
    cdef int i, now, changed
    cdef int there = 0
    if not e.setup.rulers:
        return
    c = _ruled_city(g)
    if c == NULL or c.marked == NONE:
        return
    r = &e.rulers[c.ruler]
    f = _marked_foe(g, c)
    if f == NULL:
        return
    now = _source(g)
    changed = (now ^ g.combat.ruled) & 15
    for i in range(4):
        if (changed >> i) & 1:
            _colour(e, f, r, i, 1 if (now >> i) & 1 else -1)
    g.combat.ruled = <uint8_t> (g.combat.ruled & ALONE | now)
    if r.alone == r.attack or g.combat.ruled & ALONE:
        return
    for i in range(g.combat.n):
        there += g.combat.foes[i].source == FROM_SITE and foe_alive(&g.combat.foes[i])
    if there == 1:
        g.combat.ruled |= ALONE
        for i in range(f.n_attacks):
            _raise(f, i, r.alone - r.attack)


# ---------------------------------------------------------------- the summons of each assault

cdef void _models(const Env *e, const GameState *g, Options *o) noexcept nogil:
    """Defenders of the highest Fame still standing, one of each type."""
    cdef const Foe *f
    cdef int best = -128
    cdef int i
    cdef int seen = 0
    for i in range(g.combat.n):
        f = &g.combat.foes[i]
        if f.source == FROM_SITE and foe_alive(f):
            best = max(best, e.enemies[f.row].fame)
    for i in range(g.combat.n):
        f = &g.combat.foes[i]
        if f.source != FROM_SITE or not foe_alive(f) or e.enemies[f.row].fame != best or (seen >> e.enemies[f.row].colour) & 1:
            continue
        seen |= 1 << e.enemies[f.row].colour
        add_option(o, ACT_CHOOSE, i, 0, 0)


cdef void _summon_like(const Env *e, GameState *g, int model) noexcept nogil:
    """An enemy of the type, its attacks halved, rounded up; it is no defender, and nothing fortifies it."""
    cdef int row = draw_token(g, e.enemies[g.combat.foes[model].row].colour)
    cdef Foe *f
    cdef int new, i
    if row == NONE:
        return
    told(e, g, TOLD_SUMMON, model, row, 1, 0)
    new = add_foe(e, g, row, FROM_SUMMON, g.combat.n, g.combat.space, 0)
    if new < 0:
        return
    f = &g.combat.foes[new]
    f.fort = 0
    f.fame = 0
    for i in range(f.n_attacks):
        if f.element[i] < SUMMON:
            f.value[i] = (f.value[i] + 1) // 2
            if attack_open(g, new, i):
                f.value[i] += <signed char> g.turn.foes_attack


cdef void ruler_summons(const Env *e, GameState *g) noexcept nogil:
    """Start of the Block phase: a ruler that summons does so; of tied defenders the player names one (A.13.4)."""
    cdef Options o
    cdef City *c
    if not e.setup.rulers:
        return
    c = _ruled_city(g)
    if c == NULL or not e.rulers[c.ruler].summons:
        return
    o.n = 0
    o.full = 0
    _models(e, g, &o)
    if o.n:
        push(g, DO_KRANG, 0, 0, 0, 0)
