"""What a fight leaves behind: tokens, Shields, rewards, retreat (R9.8, R10, R11.3, A.7.5, A.12.4)."""

from mkbalance._mageknight.box cimport put_shown_back
from mkbalance._mageknight.chance cimport roll_die
from mkbalance._mageknight.content cimport RuinsRow, rule
from mkbalance._mageknight.floors cimport floor_won, has_floors
from mkbalance._mageknight.hexmap cimport foreign_keep
from mkbalance._mageknight.horsemen cimport horsemen_after
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.knowledge cimport KNOWN_TOKENS, take_tokens_off
from mkbalance._mageknight.mana cimport return_dice
from mkbalance._mageknight.maze cimport maze_won
from mkbalance._mageknight.possessed cimport free_possessed
from mkbalance._mageknight.progress cimport add_fame
from mkbalance._mageknight.revealing cimport reveal_near
from mkbalance._mageknight.rulers cimport ruler_moves
from mkbalance._mageknight.questfights cimport quest_fought
from mkbalance._mageknight.restoring cimport beaten_possessed, restore_fight, restored
from mkbalance._mageknight.sites cimport destroy
from mkbalance._mageknight.skills cimport count_conquest
from mkbalance._mageknight.state cimport (
    CB_AIR,
    CB_ASSAULT,
    CB_LAIR,
    CB_MONASTERY,
    CB_PARTIAL,
    FOE_DEFEATED,
    FOE_NO_ATTACK,
    PL_FACE_DOWN,
    PL_MARKED,
    SP_BURNED,
    SP_CONQUERED,
    SP_LOOKED,
    City,
    Combat,
    Foe,
    GameState,
    Player,
    Space,
)
from mkbalance._mageknight.tokens cimport discard_token, draw_token
from mkbalance._mageknight.trace cimport TOLD_HEAD, TOLD_ROLL, TOLD_SITE, told

cdef enum:  # TOLD_SITE.c
    SITE_CONQUERED = 1
    SITE_BURNED = 2
    SITE_WITHDRAWN = 4


cdef void _collect(const Env *e, GameState *g) noexcept nogil:
    """Survivors stay on their spaces, face up; emptied rampager spaces become plain ones (R9.8.1, R9.8.5)."""
    cdef Combat *k = &g.combat
    cdef Foe *f
    cdef Space *s
    cdef City *c = NULL
    cdef int i
    cdef int old = NONE
    cdef bint city = k.site == CITY and k.flags & CB_ASSAULT
    for i in range(k.n):
        f = &k.foes[i]
        if f.source == FROM_MAP or (f.source == FROM_SITE and not city):
            take_tokens_off(&g.spaces[f.space])
    if city:
        c = &g.cities[g.spaces[k.space].extra]
        old = c.marked
        c.marked = NONE
        c.n_garrison = 0
    for i in range(k.n):
        f = &k.foes[i]
        if f.flags & FOE_DEFEATED:
            continue
        if f.source == FROM_DRAW:
            discard_token(e, g, f.row)
            free_possessed(g, f)
        elif f.source == FROM_SITE and city:
            if f.slot == old:
                c.marked = c.n_garrison
            c.garrison[c.n_garrison] = f.row
            c.n_garrison += 1
        elif f.source == FROM_MAP or f.source == FROM_SITE:
            s = &g.spaces[f.space]
            s.tokens[s.n_tokens] = f.row
            s.face_up |= <unsigned char> (1 << s.n_tokens)
            s.n_tokens += 1
    for i in range(k.n):
        f = &k.foes[i]
        if f.source == FROM_MAP and g.spaces[f.space].n_tokens == 0:
            g.spaces[f.space].site = NO_SITE
            g.spaces[f.space].extra = NONE
    if city:
        ruler_moves(e, g, g.spaces[k.space].extra, old)
    if e.setup.horsemen:
        horsemen_after(e, g)


cdef bint _site_clear(const GameState *g) noexcept nogil:
    """Every dweller of the site fought over was defeated."""
    cdef const Combat *k = &g.combat
    cdef int i
    for i in range(k.n):
        if (k.foes[i].source == FROM_SITE or k.foes[i].source == FROM_DRAW) and not k.foes[i].flags & FOE_DEFEATED:
            return False
    return True


cdef void _retreat(const Env *e, GameState *g) noexcept nogil:
    """A failed assault goes back to the space it came from, at no cost (R9.8.4)."""
    cdef Player *p = &g.players[g.seat]
    p.space = g.combat.from_space
    if g.turn.n_path > 1:
        g.turn.n_path -= 1
    told(e, g, TOLD_SITE, g.combat.space, g.combat.site, SITE_WITHDRAWN, 0)


cdef void _shield(const Env *e, GameState *g, Space *s, int space) noexcept nogil:
    s.flags |= SP_CONQUERED
    if foreign_keep(g, space, g.seat):
        s.shields &= 0xF0  # another player's Shield comes off (R9.8.6)
    s.shields |= <unsigned char> (1 << g.seat)
    told(e, g, TOLD_SITE, space, s.site, SITE_CONQUERED, 0)
    count_conquest(e, g, s.site)
    g.turn.n_path = 1
    g.turn.path[0] = g.players[g.seat].space
    g.turn.taken = <unsigned char> (space + 1)


cdef void _city(const Env *e, GameState *g) noexcept nogil:
    """A Shield per defender defeated; the last one's fall conquers the city (R11.3, R11.4)."""
    cdef City *c = &g.cities[g.spaces[g.combat.space].extra]
    cdef int i
    for i in range(g.combat.n):
        if g.combat.foes[i].source == FROM_SITE and g.combat.foes[i].flags & FOE_DEFEATED and c.n_shields < MAX_GARRISON:
            c.shields[c.n_shields] = g.seat
            c.n_shields += 1
            g.players[g.seat].cities += 1
    if c.n_garrison:
        c.face_up = 1
        _retreat(e, g)
        return
    g.n_conquered += 1
    _shield(e, g, &g.spaces[g.combat.space], g.combat.space)


cdef void _ruins(const Env *e, GameState *g, Space *s) noexcept nogil:
    cdef const RuinsRow *row = &e.ruins[s.extra]
    g.turn.reward_artifacts += row.artifacts
    g.turn.reward_spells += row.spells
    g.turn.reward_actions += row.actions
    g.turn.reward_units += row.units
    g.turn.reward_sets += row.crystals
    s.extra = NONE


cdef void _adventure(const Env *e, GameState *g, bint clear) noexcept nogil:
    """Rewards of adventure sites (R10.5 to R10.9); they are handed out at the end of the turn."""
    cdef int space = g.combat.space
    cdef Space *s = &g.spaces[space]
    cdef int face, row, missing
    if not clear:
        if s.site == SPAWNING_GROUNDS and rule(e, RULE_SPAWNING_GROUNDS_REFILL):
            missing = 2 - s.n_tokens
            while missing > 0:
                row = draw_token(g, TOKEN_BROWN)
                if row != NONE:
                    s.tokens[s.n_tokens] = <unsigned char> row
                    if g.turn.drawn_looked and s.n_tokens < KNOWN_TOKENS:
                        s.flags |= <unsigned char> (SP_LOOKED << s.n_tokens)
                    s.n_tokens += 1
                missing -= 1
        return
    if s.flags & SP_CONQUERED and s.site != MAZE and s.site != LABYRINTH and not has_floors(s.site):
        return
    _shield(e, g, s, space)
    if s.site == DUNGEON:
        face = roll_die(g, DRAW_DICE)
        told(e, g, TOLD_ROLL, face, 0, 0, 0)
        if face >= GOLD:
            g.turn.reward_spells += 1
        else:
            g.turn.reward_artifacts += 1
    elif s.site == TOMB:
        g.turn.reward_spells += 1
        g.turn.reward_artifacts += 1
    elif s.site == MONSTER_DEN:
        g.turn.reward_crystals += 2
    elif s.site == SPAWNING_GROUNDS:
        g.turn.reward_artifacts += 1
        g.turn.reward_crystals += 3
    elif s.site == RUINS:
        _ruins(e, g, s)
    elif s.site == MAZE or s.site == LABYRINTH:
        maze_won(e, g)
    elif has_floors(s.site):
        floor_won(e, g)


cdef void _lair(const Env *e, GameState *g) noexcept nogil:
    """Level markers drop below the marked levels, Fame 1 per level (A.7.5)."""
    cdef Combat *k = &g.combat
    cdef Foe *f
    cdef int i
    for i in range(k.n):
        f = &k.foes[i]
        if f.source != FROM_HEAD or f.slot == HEAD_CONTROL or not f.marks:
            continue
        g.heads[f.slot] -= f.marks
        g.heads_removed[f.slot] += f.marks
        if not g.heads_round[f.slot]:
            g.heads_round[f.slot] = g.round
        add_fame(e, g, g.seat, f.marks)
        told(e, g, TOLD_HEAD, f.slot, f.marks, g.heads[f.slot], 1)
    if not (g.heads[0] or g.heads[1] or g.heads[2] or g.heads[3]):
        # the figure is off the map: the space is what its terrain makes it
        if e.setup.dragon_place >= DRAGON_FOR_LAST:  # it stood for a city (ruling 82b)
            g.n_conquered += 1
        g.turn.n_path = 1
        g.turn.path[0] = g.players[g.seat].space


cdef void lose_protection(const Env *e, GameState *g) noexcept nogil:
    """The site that kept off heads is destroyed, a city never (A.12.4)."""
    if g.combat.protected_used and g.spaces[g.players[g.seat].space].site != CITY:
        destroy(e, g, g.players[g.seat].space)
        g.combat.protected_used = 0


cdef void _air(const Env *e, GameState *g) noexcept nogil:
    """After the dragon's air attack: Fame, marker, the protecting site is lost (A.12.4)."""
    cdef Player *p = &g.players[g.seat]
    cdef int i
    cdef bint struck = rule(e, RULE_AIR_FAME_WHEN_STOPPED) != 0
    for i in range(g.combat.n):
        struck = struck or not g.combat.foes[i].flags & FOE_NO_ATTACK
    if struck:
        add_fame(e, g, g.seat, g.round)
    p.flags |= PL_MARKED
    p.tally.air_attacks += 1
    if not rule(e, RULE_PROTECTING_SITE_LOST) or g.combat.flags & CB_PARTIAL:
        lose_protection(e, g)
    if g.combat.flags & CB_PARTIAL:
        for i in range(6):
            p.kept_mana[i] = g.turn.mana[i]
        put_shown_back(e, g)
        return_dice(e, g)
        g.step = STEP_NEXT
    else:
        p.flags |= PL_FACE_DOWN
        g.step = STEP_AFTER


cdef void after_combat(const Env *e, GameState *g) noexcept nogil:
    """Settle the fight just over and go on with the turn."""
    cdef Combat *k = &g.combat
    cdef Player *p = &g.players[g.seat]
    cdef bint clear = _site_clear(g)
    cdef int i
    k.no_fame = 0
    for i in range(p.n_units):
        p.units[i].barred = 0
    g.turn.move = 0
    g.turn.influence = 0
    g.turn.convert = 0
    if k.flags & CB_AIR:
        _air(e, g)
        return
    _collect(e, g)
    if e.setup.restoration:
        beaten_possessed(e, g)
    g.step = STEP_AFTER
    if k.flags & CB_LAIR:
        _lair(e, g)
    elif k.flags & CB_MONASTERY:
        if clear:
            g.spaces[k.space].flags |= SP_BURNED
            g.spaces[k.space].shields |= <unsigned char> (1 << g.seat)
            g.turn.reward_artifacts += 1
            told(e, g, TOLD_SITE, k.space, MONASTERY, SITE_BURNED, 0)
    elif k.flags & CB_ASSAULT:
        if k.site == CITY:
            _city(e, g)
        elif not clear:
            _retreat(e, g)
        else:
            _shield(e, g, &g.spaces[k.space], k.space)
            if k.site == MAGE_TOWER:
                g.turn.reward_spells += 1
    elif e.setup.restoration and restore_fight(g):
        if clear:
            restored(e, g)
    elif k.site != NO_SITE:
        _adventure(e, g, clear)
    if k.quest:
        quest_fought(e, g)
    reveal_near(e, g)
