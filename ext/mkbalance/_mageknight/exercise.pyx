"""Random games with every check on, and a ledger of what happened in them.

Every fourth game is uniformly random; in the others a quarter, a half or three quarters of the decisions are
curious ones, which take the option whose content was met least so far in this call. Both choose among legal options
only, and nothing goes around advance, legal and apply. ``seasoned`` games start with a Hero some way into its career,
with what was used least so far; a ``fighter`` steers them to what was met least (steering.pyx).

A Hero with more than WEARY cards is curious no more: one that looks for a fight every turn and never rests would come to
more Wounds than MAX_CARDS has room for, which is a fault.
"""

import numpy as np

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from mkbalance._kernel.pile cimport Pile, pile_take, short_take
from mkbalance._kernel.rng cimport Stream, below, stream_open
from mkbalance._mageknight.content cimport Env, SkillRow, Tables
from mkbalance._mageknight.deeds cimport deck_bottom, deck_top, hand_add
from mkbalance._mageknight.dummy cimport dummy_cards
from mkbalance._mageknight.engine cimport advance, apply
from mkbalance._mageknight.floors cimport FLOORS
from mkbalance._mageknight.hexmap cimport active_site
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.invariants cimport Census, check, count_all
from mkbalance._mageknight.mana cimport PAY_CARD, PAY_TURNED
from mkbalance._mageknight.moving cimport beyond
from mkbalance._mageknight.players.digest cimport Digest, build_digest
from mkbalance._mageknight.players.memory cimport Memory
from mkbalance._mageknight.players.policy cimport Policy
from mkbalance._mageknight.players.seating cimport seated
from mkbalance._mageknight.setup cimport set_up
from mkbalance._mageknight.skills cimport gain_skill
from mkbalance._mageknight.state cimport CB_AIR, CB_LAIR, DO_REACT, Action, GameState, Options, Player, fault
from mkbalance._mageknight.steering cimport steered, well_on
from mkbalance._mageknight.trace cimport (
    TOLD_ACTION,
    TOLD_COMBAT,
    TOLD_FACTION,
    TOLD_FOE,
    TOLD_MOVE,
    TOLD_QUEST,
    TOLD_SITE,
    TOLD_TILE,
    Event,
    TraceBuffer,
    WHAT_DONE,
    WHAT_FAILED,
    WHAT_OFFERED,
    WHAT_STEP,
)
from mkbalance._mageknight.units cimport command_limit, gain_unit

from mkbalance._mageknight.session import EVENT_DTYPE

cdef enum:
    START_INDEX = 0xFFFFFFFF  # of the policy stream: what a seasoned Hero owns; decisions never get there
    EVENTS = 20000            # told between two decisions
    LAST = 16                 # actions before a fault that are reported
    SITE_CONQUERED = 1        # TOLD_SITE.c
    WEARY = 120               # cards of a seat, most of them Wounds

LEDGER_DTYPE = np.dtype([
    ("acts", "<u8", 64), ("plays", "<u8", (256, 3)), ("units", "<u8", (256, 8)), ("skills", "<u8", (256, 16)),
    ("owned", "<u8", 256), ("tactics", "<u8", 32), ("asked", "<u8", 256), ("entered", "<u8", 32), ("fought", "<u8", 32), ("conquered", "<u8", 32),
    ("interacted", "<u8", 32), ("enemies", "<u8", 256), ("possessed", "<u8", 32), ("heads", "<u8", 64), ("cities", "<u8", 8),
    ("horsemen", "<u8", 32), ("traps", "<u8", 16), ("floors", "<u8", 8), ("factions", "<u8", 32),
    ("tiles", "<u8", 64), ("quests", "<u8", 32), ("quest_steps", "<u8", 256),
    ("quest_tries", "<u8", 256), ("quest_ends", "<u8", (32, 2)), ("most", "<u8", 32), ("fights", "<u8"), ("air", "<u8"), ("lair", "<u8"), ("decisions", "<u8"),
])
if LEDGER_DTYPE.itemsize != sizeof(Ledger):
    raise TypeError("LEDGER_DTYPE does not mirror Ledger")

LIMITS = {  # place in Ledger.most: capacity; at each decision
    "options": MAX_OPTIONS,
    "deck and discard pile": MAX_CARDS,
    "hand": MAX_HAND,
    "play area": MAX_PLAYED,
    "pending tasks": MAX_PENDING,
    "Units": MAX_UNITS,
    "Skills": MAX_SKILLS,
    "foes": MAX_FOES,
    "path": MAX_PATH,
    "Unit offer": MAX_OFFER,
    "monastery offer": MAX_MONASTERIES,
    "tiles": MAX_TILES,
    "stored cards": 16,
    "dummy deck": MAX_DUMMY,
    "Wounds in hand": 240,
    "decisions": MAX_DECISIONS,
    "events between decisions": EVENTS,
}


cdef inline void _most(Ledger *seen, int what, uint64_t n) noexcept nogil:
    if n > seen.most[what]:
        seen.most[what] = n


cdef void _measure(const GameState *g, const Options *o, Ledger *seen, int events) noexcept nogil:
    """Largest numbers so far, in the order of LIMITS."""
    cdef const Player *p = &g.players[g.seat]
    _most(seen, 0, o.n)
    _most(seen, 1, p.n_deck + p.n_discard)
    _most(seen, 2, p.n_hand)
    _most(seen, 3, p.n_played)
    _most(seen, 4, g.n_pending)
    _most(seen, 5, p.n_units)
    _most(seen, 6, p.n_skills)
    if STEP_RANGED <= g.step <= STEP_ATTACK:
        _most(seen, 7, g.combat.n)
    _most(seen, 8, g.turn.n_path)
    _most(seen, 9, g.n_offer_units)
    _most(seen, 10, g.n_offer_actions)
    _most(seen, 11, g.n_tiles)
    _most(seen, 12, p.n_stored)
    _most(seen, 13, dummy_cards(g))
    _most(seen, 14, p.hand_wounds)
    _most(seen, 15, g.n_actions)
    _most(seen, 16, events)


cdef uint64_t *_pays(const Env *e, const Player *p, int op, Ledger *seen) noexcept nogil:
    """The count of the Skill that is a way to pay."""
    cdef const SkillRow *row
    cdef int i
    for i in range(p.n_skills):
        row = &e.skills[p.skills[i]]
        if row.n_options and e.instrs[e.options[row.options].first].op == op:
            return &seen.skills[p.skills[i] * 16]
    return NULL


cdef uint64_t *_entry(const Env *e, const GameState *g, Ledger *seen, Action act) noexcept nogil:
    """The count that taking this option raises."""
    cdef const Player *p = &g.players[g.seat]
    if act.kind == ACT_PLAY:
        return &seen.plays[act.a * 3 + act.b]
    if act.kind == ACT_SIDEWAYS:
        return &seen.plays[act.a * 3 + 2]
    if act.kind == ACT_UNIT:
        return &seen.units[p.units[act.a].kind * 8 + (act.b & 7)]
    if act.kind == ACT_SKILL:
        return &seen.skills[p.skills[act.a] * 16 + (act.b & 15)]
    if act.kind == ACT_PAY and act.b >= PAY_TURNED:
        return _pays(e, p, OP_OPPOSITE, seen)
    if act.kind == ACT_PAY and act.b == PAY_CARD:
        return _pays(e, p, OP_CARD_MANA, seen)
    if act.kind == ACT_TACTIC:
        return &seen.tactics[act.a]
    if act.kind == ACT_CHOOSE and g.n_pending and g.pending[g.n_pending - 1].op == DO_REACT:
        return &seen.skills[p.skills[g.pending[g.n_pending - 1].a] * 16 + (g.pending[g.n_pending - 1].b & 15)]
    if act.kind == ACT_CHOOSE and g.n_pending:
        return &seen.asked[g.pending[g.n_pending - 1].op]
    if act.kind == ACT_QUEST:
        return &seen.quest_tries[e.quests[g.quests[act.a].row].first + act.b]
    if act.kind == ACT_FACTION and g.step != STEP_SETUP:
        return &seen.factions[act.a]
    if act.kind == ACT_INTERACT:
        return &seen.interacted[active_site(g, p.space)]
    return NULL


cdef uint64_t _least_held(const GameState *g, const Ledger *seen) noexcept nogil:
    """How often the least known side of a card in hand was played: an attack or a block may let it be."""
    cdef const Player *p = &g.players[g.seat]
    cdef uint64_t least = seen.acts[<int> ACT_TARGET]
    cdef int i, side
    for i in range(p.n_hand):
        for side in range(2):
            least = min(least, seen.plays[p.hand[i] * 3 + side])
    return least


cdef uint64_t _known(const Env *e, const GameState *g, Ledger *seen, Action act) noexcept nogil:
    """How often what this option leads to was met."""
    cdef uint64_t *entry = _entry(e, g, seen, act)
    cdef int target, site
    if (act.kind == ACT_PLAY or act.kind == ACT_SIDEWAYS) and entry[0] > 10 + 2 * min(seen.plays[act.a * 3], seen.plays[act.a * 3 + 1]):
        return seen.acts[act.kind]  # kept for its other side
    if entry != NULL:
        return entry[0]
    if act.kind == ACT_MOVE:
        target = beyond(g, act.a)
        site = active_site(g, target) if target != NONE else <int> NO_SITE
        if site != NO_SITE:
            return seen.entered[site]
    elif act.kind == ACT_TARGET or act.kind == ACT_BLOCK:
        return _least_held(g, seen)
    elif act.kind == ACT_ENTER and g.step != STEP_MAZE:
        return seen.fought[active_site(g, g.players[g.seat].space)]
    return seen.acts[act.kind]


cdef int _choose(const Env *e, const GameState *g, const Options *o, Ledger *seen, int curious) noexcept nogil:
    """Any option with equal chance; with ``curious`` quarters of chance one of those least known."""
    cdef Stream s
    cdef uint64_t known, least
    cdef int i
    cdef int n = 0
    cdef int index = 0
    if o.n == 1:
        return 0
    stream_open(&s, g.key, g.game, DRAW_POLICY + g.seat, g.n_actions)
    if g.players[g.seat].n_deck + g.players[g.seat].n_discard > WEARY:
        curious = 0
    if curious == 0 or <int> below(&s, 4) >= curious:
        return <int> below(&s, o.n)
    least = 0
    for i in range(o.n):
        known = _known(e, g, seen, o.items[i])
        if n == 0 or known < least:
            least = known
            n = 0
        if known == least:
            n += 1
            if below(&s, n) == 0:
                index = i
    return index


cdef void _read(const Env *e, const GameState *g, Ledger *seen, const TraceBuffer *told) noexcept nogil:
    """What was told since the last decision."""
    cdef const Event *v
    cdef unsigned int i
    cdef int act = ACT_NONE
    for i in range(told.n):
        v = &told.events[i]
        if v.kind == TOLD_ACTION:
            seen.acts[v.a] += 1
            act = v.a
        elif v.kind == TOLD_MOVE:
            seen.entered[active_site(g, v.a)] += 1
        elif v.kind == TOLD_COMBAT:
            seen.fights += 1
            seen.air += (v.c & CB_AIR) != 0
            seen.lair += (v.c & CB_LAIR) != 0
            if v.b < N_SITES:
                seen.fought[v.b] += 1
            if v.b == CITY and v.a != NONE:
                seen.cities[g.cities[g.spaces[v.a].extra].colour] += 1
        elif v.kind == TOLD_FOE and v.c == FROM_HEAD:
            seen.heads[v.b] += 1
        elif v.kind == TOLD_FOE and v.c == FROM_HORSEMAN:
            seen.horsemen[v.b] += 1
        elif v.kind == TOLD_FOE and v.c == FROM_TRAP:
            seen.traps[v.b] += 1
        elif v.kind == TOLD_FOE:
            seen.enemies[v.b] += v.d == NONE
            if v.d != NONE:
                seen.possessed[v.d] += 1
            if v.c == FROM_DRAW and v.d == NONE and g.combat.floor:
                seen.floors[(FLOORS if g.combat.site == PYRAMID else 0) + g.combat.floor - 1] += 1
        elif v.kind == TOLD_FACTION and v.b == 0 and act == ACT_CHOOSE:  # offered by the rules, not taken up by itself
            seen.factions[v.a] += 1
        elif v.kind == TOLD_SITE and v.c == SITE_CONQUERED:
            seen.conquered[v.b] += 1
        elif v.kind == TOLD_TILE:
            seen.tiles[v.a] += 1
        elif v.kind == TOLD_QUEST and v.b == WHAT_OFFERED:
            seen.quests[v.a] += 1
        elif v.kind == TOLD_QUEST and v.b == WHAT_STEP:
            seen.quest_steps[v.c] += 1
        elif v.kind == TOLD_QUEST and (v.b == WHAT_DONE or v.b == WHAT_FAILED):
            seen.quest_ends[v.a * 2 + v.b - WHAT_DONE] += 1


cdef int _wanted(Stream *s, const uint8_t *items, int size, const uint64_t *counts, int width, int sides) noexcept nogil:
    """Place of an entry of a pile: as a rule one of those with a side used least so far, now and then any."""
    cdef uint64_t known, least
    cdef int i, k
    cdef int n = 0
    cdef int index = 0
    if below(s, 4) == 0:
        return <int> below(s, size)
    least = 0
    for i in range(size):
        known = counts[items[i] * width]
        for k in range(1, sides):
            known = min(known, counts[items[i] * width + k])
        if n == 0 or known < least:
            least = known
            n = 0
        if known == least:
            n += 1
            if below(s, n) == 0:
                index = i
    return index


cdef int _fetch(Stream *s, Pile *pile, const uint64_t *counts, int width, int sides) noexcept nogil:
    """Take that entry; NONE if the pile is empty."""
    return pile_take(pile, _wanted(s, &pile.items[0], pile.size, counts, width, sides)) if pile.size else <int> NONE


cdef void _season(const Env *e, GameState *g, const Ledger *seen) noexcept nogil:
    """Some way into a career: a level with the Skills of the levels passed (R12.6), cards, Units up to the Command tokens,
    crystals, Reputation. Everything comes out of its pile, so nothing is made or lost."""
    cdef Player *p = &g.players[0]
    cdef Pile *pile
    cdef Stream s
    cdef int i, card, row
    cdef int _k
    stream_open(&s, g.key, g.game, DRAW_POLICY, START_INDEX)
    p.fame = <short> below(&s, 100)
    while p.level < 10 and p.fame >= e.levels[p.level].fame:
        p.level += 1
    p.rep = <signed char> (<int> below(&s, 15) - 7)
    p.hand_wounds = <unsigned char> below(&s, 3)
    for i in range(4):
        p.crystals[i] = <unsigned char> (1 + below(&s, 3))
    for _k in range(p.level // 2):
        if g.skill_piles[0].size:
            i = _wanted(&s, &g.skill_piles[0].items[0], g.skill_piles[0].size, &seen.skills[0], 16, 1)
            gain_skill(e, g, short_take(&g.skill_piles[0], i))
    for _k in range(2 + p.level):
        i = below(&s, 3)
        pile = &g.deck_actions if i == 0 else (&g.deck_spells if i == 1 else &g.deck_artifacts)
        card = _fetch(&s, pile, &seen.plays[0], 3, 2)
        if card == NONE:
            continue
        i = below(&s, 4)
        if i == 0:
            deck_bottom(g, p, card)
        elif i == 1:
            deck_top(g, p, card)
        else:
            hand_add(e, g, p, card)
    for _k in range(command_limit(e, p)):
        row = _fetch(&s, &g.deck_elites if below(&s, 2) else &g.deck_regulars, &seen.units[0], 8, 2)
        if row != NONE:
            gain_unit(e, g, row)


cdef int _led(const Env *e, const GameState *g, const Options *o, Ledger *seen, const Policy *fighter, Memory *m) noexcept nogil:
    """A steered game: the fights are those of a player, the way there is steered, the rest is curious; now and then anything."""
    cdef Stream s
    cdef int index
    if o.n == 1:
        return 0
    stream_open(&s, g.key, g.game, DRAW_POLICY + g.seat, 2 * g.n_actions + 1)
    if g.players[g.seat].n_deck + g.players[g.seat].n_discard > WEARY or STEP_RANGED <= g.step <= STEP_ATTACK and below(&s, 8):
        index = fighter.choose(e, g, o, fighter, m)
        return index if 0 <= index < o.n else 0
    memset(m, 0, sizeof(Memory))
    index = steered(e, g, o, seen, &s)
    return index if index != NONE else _choose(e, g, o, seen, g.game & 3)


cdef void _one(const Env *e, GameState *g, Options *o, Ledger *seen, uint64_t key, uint64_t game, bint seasoned,
               const Policy *fighter, Action *last) noexcept nogil:
    """One game with the checks on; the last actions lie in a ring."""
    cdef TraceBuffer *told = <TraceBuffer *> e.trace
    cdef Census start
    cdef Memory memory
    cdef Stream s
    cdef uint64_t *entry
    cdef int index
    told.n = 0
    memset(&memory, 0, sizeof(Memory))
    set_up(e, g, key, game)
    if seasoned:
        _season(e, g, seen)
    if fighter != NULL:
        stream_open(&s, g.key, g.game, DRAW_POLICY, START_INDEX - 1)
        well_on(e, g, seen, &s)
    count_all(e, g, &start)
    while advance(e, g, o):
        _read(e, g, seen, told)
        _measure(g, o, seen, <int> told.n)
        told.n = 0
        index = _led(e, g, o, seen, fighter, &memory) if fighter != NULL else _choose(e, g, o, seen, game & 3)
        entry = _entry(e, g, seen, o.items[index])
        if entry != NULL:
            entry[0] += 1
        last[g.n_actions % LAST] = o.items[index]
        apply(e, g, o.items[index])
        check(e, g, &start)
        if g.n_actions > MAX_DECISIONS:
            fault(g, FAULT_STEP_LIMIT)
    _read(e, g, seen, told)
    for index in range(g.players[0].n_skills):
        seen.owned[g.players[0].skills[index]] += 1
    seen.decisions += g.n_actions


def exercise(Tables tables, setup, unsigned long long key, unsigned long long first, int count, bint seasoned=False,
             fighter=None, known=None):
    """Play random games with every check on and count what happened in them.

    Parameters
    ----------
    tables : Tables
    setup : numpy record of ``DTYPES["Setup"]``
    key : int
        Experiment key (64 bits).
    first, count : int
        Games ``first`` to ``first + count - 1``. A curious game depends on the games before it in the call, so a faulty
        one is repeated by the same call.
    seasoned : bool
        Begin some way into the Hero's career: level, Skills, cards, Units, crystals and Reputation drawn at random.
    fighter : numpy record of ``WEIGHTS_DTYPE``, optional
        Steer the games to what was met least, see steering.pyx; this scripted player fights their fights.
    known : numpy record of ``LEDGER_DTYPE``, optional
        What games before these met, for the curious; it is not counted again.

    Returns
    -------
    faults : list of (game, fault, decisions, Round, last actions as (kind, a, b, c))
    ledger : numpy record of ``LEDGER_DTYPE``
    """
    cdef Env env = tables.with_setup(setup)
    cdef TraceBuffer buffer
    cdef GameState g
    cdef Options o
    cdef Action last[LAST]
    cdef Policy policy
    cdef Digest digest
    cdef object _held = None
    cdef const Policy *led = NULL
    cdef int i
    if fighter is not None:
        if build_digest(&env, len(tables.arrays["options"]), &digest) < 0:
            raise ValueError("the content has more options than the players can read")
        _held = seated(fighter, &digest, &policy)
        led = &policy
    events = np.zeros(EVENTS, dtype=EVENT_DTYPE)
    ledger = np.zeros(1, dtype=LEDGER_DTYPE)
    if known is not None:
        ledger[0] = known
    cdef Ledger *seen = <Ledger *> <size_t> ledger.ctypes.data
    buffer.events = <Event *> <size_t> events.ctypes.data
    buffer.capacity = EVENTS
    buffer.n = 0
    env.trace = &buffer
    faults = []
    for i in range(count):
        with nogil:
            _one(&env, &g, &o, seen, key, first + i, seasoned, led, last)
        if g.fault:
            at = range(max(0, <int> g.fault_at - LAST), g.fault_at)
            faults.append((first + i, g.fault, g.fault_at, g.round, [(last[n % LAST].kind, last[n % LAST].a, last[n % LAST].b, last[n % LAST].c) for n in at]))
    if known is not None:
        for name in LEDGER_DTYPE.names:
            if name != "most":
                ledger[0][name] -= known[name]
    return faults, ledger[0]


def merge(ledgers):
    """Add ledgers up; of the largest numbers the largest.

    Parameters
    ----------
    ledgers : sequence of numpy records of ``LEDGER_DTYPE``

    Returns
    -------
    numpy record of ``LEDGER_DTYPE``
    """
    total = np.zeros((), dtype=LEDGER_DTYPE)
    for ledger in ledgers:
        for name in LEDGER_DTYPE.names:
            total[name] = np.maximum(total[name], ledger[name]) if name == "most" else total[name] + ledger[name]
    return total[()]
