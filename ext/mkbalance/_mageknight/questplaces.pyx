"""Where the steps of quest cards are done (A.9.3), what they cost there, and where their markers go.

Sites, terrains, lines and distances as the cards show them; a keep, mage tower or city must be open to interaction.
"""

from libc.stdint cimport uint8_t

from mkbalance._mageknight.content cimport StepRow
from mkbalance._mageknight.floors cimport has_floors
from mkbalance._mageknight.hexmap cimport (
    Far,
    active_site,
    axial_q,
    axial_r,
    coastal,
    distances,
    fortified_here,
    lair_here,
    neighbour,
    safe_space,
    terrain_at,
)
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.quests cimport marker_on
from mkbalance._mageknight.state cimport SP_BURNED, SP_CONQUERED, SP_DESTROYED, QuestCard, Space, add_option

cdef bint _open_to(const Env *e, const GameState *g, int space, int site) noexcept nogil:
    """Interaction is possible at a keep, mage tower or city (A.9.3)."""
    if site == KEEP:
        return (g.spaces[space].shields >> g.seat) & 1 != 0
    if site == MAGE_TOWER:
        return (g.spaces[space].flags & SP_CONQUERED) != 0
    if site == CITY:
        return e.setup.city_mode != 2 and not fortified_here(g, space)
    return True


cdef bint _unconquered(const GameState *g, int space) noexcept nogil:
    cdef int site = active_site(g, space)
    if site == MAZE or site == LABYRINTH or has_floors(site):
        return not (g.spaces[space].shields >> g.seat) & 1
    return not g.spaces[space].flags & SP_CONQUERED


cdef bint _adventure_near(const Env *e, const GameState *g, int space, int most) noexcept nogil:
    """An adventure site one to so many spaces away."""
    cdef Far far
    cdef int s
    distances(g, space, &far.to[0])
    for s in range(g.n_tiles * 7):
        if 1 <= far.to[s] <= most and e.sites[active_site(g, s)].adventure:
            return True
    return False


cdef bint _tomb_near(const GameState *g, int space) noexcept nogil:
    cdef Far far
    cdef int s
    distances(g, space, &far.to[0])
    for s in range(g.n_tiles * 7):
        if far.to[s] <= 2 and (active_site(g, s) == DUNGEON or active_site(g, s) == TOMB):
            return True
    return False


cdef bint keep_to_assault(const GameState *g, int space, const uint8_t *far) noexcept nogil:
    """A keep nobody owns within three revealed spaces."""
    return far[space] <= 3 and active_site(g, space) == KEEP and fortified_here(g, space)


cdef bint _keep_near(const GameState *g, int space) noexcept nogil:
    cdef Far far
    cdef int s
    distances(g, space, &far.to[0])
    for s in range(g.n_tiles * 7):
        if keep_to_assault(g, s, &far.to[0]):
            return True
    return False


cdef bint _in_line(const GameState *g, int space, int other) noexcept nogil:
    """Along one of the three axes of the map."""
    cdef int q = axial_q(g, space) - axial_q(g, other)
    cdef int r = axial_r(g, space) - axial_r(g, other)
    return q == 0 or r == 0 or q + r == 0


cdef int steps_between(const GameState *g, int one, int other) noexcept nogil:
    """Revealed spaces from one to the other."""
    cdef Far far
    if one == NONE or other == NONE:
        return 255
    distances(g, one, &far.to[0])
    return far.to[other]


cdef bint _by_a_lake(const Env *e, const GameState *g, int space) noexcept nogil:
    cdef int d, n
    for d in range(6):
        n = neighbour(g, space, d)
        if n != NONE and terrain_at(e, g, n) == LAKE:
            return True
    return False


cdef bint step_here(const Env *e, const GameState *g, int slot, int step, int space) noexcept nogil:
    """Whether the seat at turn could do the step on this space, as far as the place goes."""
    cdef const StepRow *row = &e.quest_steps[step]
    cdef const QuestCard *q = &g.quests[slot]
    cdef const Space *s = &g.spaces[space]
    cdef int site = active_site(g, space)
    cdef int where = row.where
    cdef int i
    if row.sites:
        if site == PORTAL or site == NO_SITE:
            if not row.sites & 1 or lair_here(e, g, space):
                return False
        elif not (row.sites >> site) & 1 or not _open_to(e, g, space, site):
            return False
    if row.terrain and not (row.terrain >> terrain_at(e, g, space)) & 1:
        return False
    if where & WHERE_MARK and (q.marker != space if q.marker != NONE else marker_on(e, g, space)):
        return False
    if where & WHERE_MARKER and q.marker != space or where & WHERE_AWAY and q.marker == space:
        return False
    if where & WHERE_SAFE and not safe_space(e, g, space, g.seat):
        return False
    if where & WHERE_UNCONQUERED and not _unconquered(g, space):
        return False
    if where & WHERE_OWN and not (s.shields >> g.seat) & 1:
        return False
    if where & WHERE_TAKEN and g.turn.taken != space + 1:
        return False
    if where & WHERE_RUINED and (s.site != MONASTERY or not s.flags & (SP_BURNED | SP_DESTROYED)):
        return False
    if where & WHERE_COAST and not coastal(e, g, space // 7):
        return False
    if where & WHERE_LAKESIDE and not _by_a_lake(e, g, space):
        return False
    if where & WHERE_LINE:
        for i in range(3):
            if q.held[i] == NONE or not _in_line(g, space, q.held[i]):
                return False
    if where & WHERE_UNMOVED and (g.turn.moved or g.players[g.seat].space != space):
        return False
    if where & WHERE_KEEP_NEAR and not _keep_near(g, space):
        return False
    if where & WHERE_TOMB_NEAR and not _tomb_near(g, space):
        return False
    if where & WHERE_MARKER_NEAR and steps_between(g, q.marker, space) > 2:
        return False
    return row.feat != FEAT_OWN_MARKER or not marker_on(e, g, space)


cdef int step_price(const Env *e, const GameState *g, int step, int space) noexcept nogil:
    """Influence asked on a space where somebody lives."""
    cdef int site = active_site(g, space)
    if not e.sites[site].inhabited:
        return 0
    if site == KEEP or site == MAGE_TOWER or site == CITY:
        return e.quest_steps[step].influence_strong
    return e.quest_steps[step].influence


cdef int step_mana(const Env *e, const GameState *g, int step, int space) noexcept nogil:
    """Mana asked on a space where nobody lives, or where the step has no price in Influence."""
    return e.quest_steps[step].mana if step_price(e, g, step, space) == 0 else 0


cdef void marker_spaces(const Env *e, const GameState *g, int slot, int step, Options *o) noexcept nogil:
    """Spaces the step's marker may go to."""
    cdef int feat = e.quest_steps[step].feat
    cdef int own = g.quests[slot].marker
    cdef int here = g.players[g.seat].space
    cdef Far far
    cdef int s
    cdef int nearest = 255
    distances(g, here if feat == FEAT_HIDE or feat == FEAT_FLEE or own == NONE else own, &far.to[0])
    if feat == FEAT_FLEE:
        for s in range(g.n_tiles * 7):
            if 3 <= far.to[s] < nearest and safe_space(e, g, s, g.seat) and not marker_on(e, g, s):
                nearest = far.to[s]
    for s in range(g.n_tiles * 7):
        if far.to[s] == 255 or s != own and marker_on(e, g, s):
            continue
        if feat == FEAT_LAIR:
            if far.to[s] <= 2 and e.sites[active_site(g, s)].adventure:
                add_option(o, ACT_CHOOSE, s, 0, 0)
        elif feat == FEAT_FLEE:
            if far.to[s] == nearest and safe_space(e, g, s, g.seat):
                add_option(o, ACT_CHOOSE, s, 0, 0)
        elif far.to[s] == 3 and safe_space(e, g, s, g.seat):
            if feat == FEAT_WANDER or active_site(g, s) in (NO_SITE, PORTAL) and _adventure_near(e, g, s, 2):
                add_option(o, ACT_CHOOSE, s, 0, 0)
