"""What each option of the content gives, read from its program once: points by kind, mana, and a rough worth of the rest.

No card is known by name: a card is worth what its options can give.
"""

from libc.stdint cimport int16_t
from libc.string cimport memset

from mkbalance._mageknight.content cimport EnemyRow, Instr, OptionRow
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.players.nets cimport MAX_OWNED


cdef int _extra(const Instr *code) noexcept nogil:
    """Worth in tenths of an instruction that gives no points to spend."""
    cdef int op = code.op
    cdef int a = code.a
    if op == OP_FAME:
        return 10 * a
    if op == OP_REP:
        return 8 * a
    if op == OP_WOUND:
        return -25 * a
    if op == OP_MANA or op == OP_MANA_ANY:
        return 7 * a
    if op == OP_CRYSTAL or op == OP_CRYSTAL_ANY or op == OP_CRYSTAL_PAID or op == OP_CRYSTAL_OWNED:
        return 14 * a
    if op == OP_CRYSTAL_UNOWNED or op == OP_CRYSTAL_RANDOM or op == OP_CRYSTAL_OFFER:
        return 13 * a
    if op == OP_DIE_CRYSTAL or op == OP_KEEP_FOE:
        return 14
    if op == OP_CENTRE:
        return 12
    if op == OP_OPEN_DIE:
        return 20
    if op == OP_MANA_PAID or op == OP_CARD_MANA or op == OP_OPPOSITE:
        return 7
    if op == OP_CRYSTAL_OTHERS:
        return 40
    if op == OP_DISCARD:
        return -12 * a
    if op == OP_THROW:
        return -20
    if op == OP_HAND_LIMIT:
        return 10 * a
    if op == OP_EXTRA_DIE:
        return 7 * a
    if op == OP_SET_DIE:
        return 8 * a
    if op == OP_GAIN_SPELL or op == OP_GAIN_ACTION or op == OP_GAIN_UNIT:
        return 45
    if op == OP_UNIT_WOUND:
        return -25
    if op == OP_HEAL_UNITS_ALL:
        return 15
    return 0


cdef void _read(const Env *e, const OptionRow *o, Gain *gain, bint night) noexcept nogil:
    """Walk a program under Day or Night conditions; optional parts are taken."""
    cdef const Instr *code
    cdef int i = 0
    cdef int k
    memset(gain, 0, sizeof(Gain))
    if o.cost:
        gain.masks[gain.n_masks] = o.cost
        gain.n_masks += 1
    if o.cost2:
        gain.masks[gain.n_masks] = o.cost2
        gain.n_masks += 1
    while i < o.n:
        code = &e.instrs[o.first + i]
        i += 1
        if code.op == OP_IF:
            if (code.b == IF_DAY and night) or (code.b == IF_NIGHT and not night) or code.b == IF_FOREST:
                i += code.a
        elif code.op == OP_PER:
            # what depends on the fight is not counted on, but for one enemy at least
            if code.b != PER_FOE:
                i += 1
        elif code.op == OP_PAY:
            if gain.n_masks < 3:
                gain.masks[gain.n_masks] = code.b
                gain.n_masks += 1
        elif code.op == OP_MOVE:
            gain.move += <signed char> code.a
        elif code.op == OP_INFLUENCE:
            gain.influence += <signed char> code.a
        elif code.op == OP_ATTACK:
            k = 1 if gain.attack[0] else 0
            if k and gain.element[0] == code.c:
                k = 0
            gain.attack[k] += <signed char> code.a
            gain.element[k] = <unsigned char> code.c
            gain.kind = code.b
        elif code.op == OP_BLOCK:
            gain.block += <signed char> code.a
            gain.block_element = code.b
            gain.swift = code.c != 0
        elif code.op == OP_HEAL or code.op == OP_HEAL_FOREST:
            gain.heal += <signed char> code.a
        elif code.op == OP_THROW_WOUND:
            gain.heal += <signed char> code.a
        elif code.op == OP_PUPPET and code.a == 0:
            gain.attack[0] += 2
        elif code.op == OP_PUPPET:
            gain.block += 2
        elif code.op == OP_DRAW:
            gain.draw += <signed char> code.a
        elif code.op == OP_READY or code.op == OP_READY_TOTAL:
            gain.ready += <signed char> code.a
        elif code.op == OP_READY_ALL:
            gain.ready += 9
        elif code.op == OP_ALTEM:
            if code.b:
                gain.block += <signed char> code.a
                gain.block_element = COLDFIRE
            else:
                gain.attack[0] += <signed char> code.a
                gain.element[0] = COLDFIRE
        elif code.op == OP_MANA or code.op == OP_MANA_ANY or code.op == OP_EXTRA_DIE or code.op == OP_SET_DIE:
            gain.mana += <signed char> code.a
            gain.extra += <short> _extra(code)
        elif code.op == OP_CENTRE and gain.mana:
            pass  # a Skill that gives mana first is not played for its place in the centre
        elif code.op == OP_LATER_ATTACK or code.op == OP_BLOCK_THEN_ATTACK:
            gain.extra += 6 * code.a
        else:
            gain.extra += <short> _extra(code)


cdef int gain_worth(const Gain *g) noexcept nogil:
    """Rough worth of an option, mana paid, in tenths."""
    cdef int best = 0
    cdef int attack = g.attack[0] + g.attack[1]
    cdef int n = attack * (7 if g.kind == MELEE else 11 if g.kind == RANGED else 13)
    if g.element[0] == FIRE or g.element[0] == ICE:
        n += attack
    elif g.element[0] == COLDFIRE:
        n += 3 * attack
    best = n
    n = g.block * (5 if g.block_element == PHYSICAL else 7)
    best = n if n > best else best
    n = g.move * 6
    best = n if n > best else best
    n = g.influence * 6
    best = n if n > best else best
    return best + g.heal * 12 + g.draw * 11 + g.ready * 6 + g.extra - 6 * g.n_masks


cdef int _toughness(const EnemyRow *row) noexcept nogil:
    """Armor and attacks as points that have to be found against them, in tenths."""
    cdef int i, n
    cdef int total = 10 * (row.armor + row.armor_high) // 2
    if row.resist & RESIST_PHYSICAL:
        total += 4 * row.armor
    if (row.resist & (RESIST_FIRE | RESIST_ICE)) == (RESIST_FIRE | RESIST_ICE):
        total += row.armor
    if row.abilities & FORTIFIED:
        total += 10
    for i in range(row.n_attacks):
        if row.element[i] >= SUMMON:
            total += 60
            continue
        n = 10 * row.value[i]
        if row.element[i] != PHYSICAL:
            n += n // 4
        if row.abilities & (SWIFT | PARALYZE):
            n += n // 3
        if row.abilities & (BRUTAL | POISON | ASSASSINATION | VAMPIRIC):
            n += n // 5
        total += n
    return total


cdef void _tokens(const Env *e, Digest *d) noexcept nogil:
    """Toughness of every token, and the averages of what lies face down."""
    cdef int i, colour
    cdef int tough[6]
    cdef int fame[6]
    cdef int count[6]
    for i in range(6):
        tough[i] = fame[i] = count[i] = 0
    for i in range(e.n_enemies):
        d.tough[i] = <short> _toughness(&e.enemies[i])
        colour = e.enemies[i].colour
        if colour < 6 and (e.setup.expansions >> e.enemies[i].expansion) & 1:
            tough[colour] += d.tough[i] * e.enemies[i].count
            fame[colour] += e.enemies[i].fame * e.enemies[i].count
            count[colour] += e.enemies[i].count
    for i in range(6):
        if count[i]:
            d.tough_colour[i] = <short> (tough[i] // count[i])
            d.fame_colour[i] = <short> ((fame[i] + count[i] // 2) // count[i])


cdef short _fighting(const Gain *g, int most) noexcept nogil:
    cdef int n = g.attack[0] + g.attack[1]
    n = g.block if g.block > n else n
    return <short> (n if n > most else most)


cdef int _sideways_worth(const Env *e, const OptionRow *o) noexcept nogil:
    """Worth of playing a card sideways for more, or a Wound at all (OP_SIDEWAYS)."""
    cdef const Instr *code
    cdef int i
    for i in range(o.n):
        code = &e.instrs[o.first + i]
        if code.op == OP_SIDEWAYS:
            return 7 * code.a if code.b & 1 else 12 * (code.a - 1)
    return 0


cdef void _shape(const Gain *g, int16_t *best) noexcept nogil:
    """Points of each kind, the best so far kept."""
    cdef int now[N_SHAPES]
    cdef int i
    cdef int attack = g.attack[0] + g.attack[1]
    now[0] = attack
    now[1] = g.block
    now[2] = g.move
    now[3] = g.influence
    now[4] = attack if g.kind != MELEE else 0
    now[5] = g.heal
    now[6] = g.draw
    now[7] = g.extra // 10 + g.mana
    now[8] = attack if g.kind == SIEGE else 0
    for i in range(N_SHAPES):
        if now[i] > best[i]:
            best[i] = <int16_t> now[i]


cdef void _card_shape(const Env *e, Digest *d, int card) noexcept nogil:
    cdef int16_t sides[2][9]
    cdef int k
    memset(&sides[0][0], 0, sizeof(sides))
    for k in range(e.cards[card].n_basic):
        _shape(&d.day[e.cards[card].basic + k], &sides[0][0])
    for k in range(e.cards[card].n_powered):
        _shape(&d.day[e.cards[card].powered + k], &sides[1][0])
    for k in range(N_SHAPES):
        d.shape[card][k] = sides[0][k] + sides[1][k]


cdef int build_digest(const Env *e, int n_options, Digest *d) noexcept nogil:
    """Fill the digest; -1 if the content has more options, or cards, Units and Skills, than players can hold."""
    cdef int i, k, worth, best, second
    memset(d, 0, sizeof(Digest))
    if n_options > MAX_GAINS or e.n_cards + e.n_units + e.n_skills > MAX_OWNED:
        return -1
    d.n = n_options
    _tokens(e, d)
    for i in range(n_options):
        _read(e, &e.options[i], &d.day[i], False)
        _read(e, &e.options[i], &d.night[i], True)
    for i in range(e.n_cards):
        if i == e.wound:
            continue
        _card_shape(e, d, i)
        best = 0
        for k in range(e.cards[i].n_basic):
            worth = (gain_worth(&d.day[e.cards[i].basic + k]) + gain_worth(&d.night[e.cards[i].basic + k])) // 2
            best = worth if worth > best else best
        second = 0
        for k in range(e.cards[i].n_powered):
            worth = (gain_worth(&d.day[e.cards[i].powered + k]) + gain_worth(&d.night[e.cards[i].powered + k])) // 2
            second = worth if worth > second else second
        for k in range(e.cards[i].n_basic):
            d.fights[i] = _fighting(&d.day[e.cards[i].basic + k], d.fights[i])
        for k in range(e.cards[i].n_powered):
            d.fights[i] = _fighting(&d.day[e.cards[i].powered + k], d.fights[i])
        if e.cards[i].kind == ARTIFACT:
            d.keep[i] = <short> (12 + best // 2)
            d.gain[i] = <short> (best + second)
        else:
            second = second if second > best else best
            d.keep[i] = <short> (6 + (2 * best + second) // 6)
            d.gain[i] = <short> (best + second)
    for i in range(e.n_units):
        best = 0
        for k in range(e.units[i].n_options):
            _shape(&d.day[e.units[i].options + k], &d.unit_shape[i][0])
            worth = gain_worth(&d.day[e.units[i].options + k])
            best = worth if worth > best else best
        d.unit[i] = <short> (best + 6 * e.units[i].level + 3 * e.units[i].armor + (8 if e.units[i].resist else 0))
    for i in range(e.n_skills):
        best = 0
        for k in range(e.skills[i].n_options):
            # cards drawn come out of the same Round; mana and crystals are what hands lack
            worth = gain_worth(&d.day[e.skills[i].options + k]) - 9 * d.day[e.skills[i].options + k].draw
            worth = (worth + gain_worth(&d.night[e.skills[i].options + k]) - 9 * d.night[e.skills[i].options + k].draw) // 2
            worth += _sideways_worth(e, &e.options[e.skills[i].options + k])
            best = worth if worth > best else best
        d.skill[i] = <short> (best if e.skills[i].per_round else 3 * best)
    return 0
