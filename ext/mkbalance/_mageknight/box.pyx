"""An Artifact of the deck used as the card in play (OP_BOX).

The card lies in the play area; the topmost Artifact is shown, and its sides may be used in place of the card's until the
turn ends. The shown Artifact stays out of the deck that long (``Turn.box``) and then goes to the bottom of it.
"""

from mkbalance._kernel.pile cimport pile_pop, pile_push_bottom
from mkbalance._mageknight.banners cimport banner_of
from mkbalance._mageknight.choices cimport throw_away
from mkbalance._mageknight.content cimport CardRow
from mkbalance._mageknight.damage cimport remove_unit
from mkbalance._mageknight.deeds cimport hand_add
from mkbalance._mageknight.effects cimport SOURCE_CARD, start_option
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.progress cimport add_fame
from mkbalance._mageknight.state cimport HOW_SHOWS, Player
from mkbalance._mageknight.trace cimport TOLD_DRAWN_ARTIFACT, TOLD_THROW, told


cdef int _waiting(const Player *p) noexcept nogil:
    """Place in the play area of the card that shows an Artifact and was not used yet, -1."""
    cdef int i
    for i in range(p.n_played):
        if p.played_how[i] & HOW_SHOWS:
            return i
    return -1


cdef void _take(Player *p, int index) noexcept nogil:
    cdef int i
    p.n_played -= 1
    for i in range(index, p.n_played):
        p.played[i] = p.played[i + 1]
        p.played_how[i] = p.played_how[i + 1]


cdef void show_artifact(const Env *e, GameState *g, const Pending *t) noexcept nogil:
    """Draw the topmost Artifact; to show it is not yet to play a card (R4.4)."""
    cdef Player *p = &g.players[g.seat]
    cdef int i
    g.turn.box = <unsigned char> pile_pop(&g.deck_artifacts)
    if g.turn.box == NONE:
        return
    told(e, g, TOLD_DRAWN_ARTIFACT, g.turn.box, 0, 0, 0)
    for i in range(p.n_played - 1, -1, -1):
        if p.played[i] == t.ref:
            p.played_how[i] |= HOW_SHOWS
            g.turn.played -= 1
            return


cdef bint artifact_shown(const GameState *g) noexcept nogil:
    """An Artifact is shown and may still be used."""
    return g.turn.box != NONE and _waiting(&g.players[g.seat]) >= 0


cdef void use_shown(const Env *e, GameState *g, Action act) noexcept nogil:
    """Use a side of the shown Artifact: Fame 1; its strong side throws the card in play away."""
    cdef Player *p = &g.players[g.seat]
    cdef const CardRow *row = &e.cards[act.a]
    cdef int i = _waiting(p)
    cdef int card = p.played[i]
    p.played_how[i] &= <unsigned char> ~HOW_SHOWS
    g.turn.played += 1
    add_fame(e, g, g.seat, 1)
    if act.b:
        _take(p, i)
        told(e, g, TOLD_THROW, card, 0, 0, 0)
        throw_away(g, card)
    start_option(e, g, (row.powered if act.b else row.basic) + act.c, SOURCE_CARD, act.a, row.colours, False)


cdef void put_shown_back(const Env *e, GameState *g) noexcept nogil:
    """End of the turn: a Banner leaves its Unit, an unused card returns to hand, the Artifact goes to the bottom of its deck."""
    cdef Player *p = &g.players[g.seat]
    cdef int i
    if g.turn.box == NONE:
        return
    for i in range(p.n_units - 1, -1, -1):
        if p.units[i].banner == g.turn.box:
            if banner_of(e, &p.units[i]) == BANNER_COMMAND:  # it stood in for a Command token
                remove_unit(g, p, i)
            else:
                p.units[i].banner = NONE
    i = _waiting(p)
    if i >= 0:
        hand_add(e, g, p, p.played[i])
        _take(p, i)
    pile_push_bottom(&g.deck_artifacts, g.turn.box)
    g.turn.box = NONE
