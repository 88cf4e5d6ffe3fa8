"""Choices made for a proxy player or a city's ruler (A.11.5, A.13.4): whatever leaves the most to the player.

A proxy is led away from the Hero, takes the least useful card, deals with monks rather than burn their monastery; a ruler
strengthens or copies the weakest of the tied defenders.
"""

from libc.stdint cimport uint8_t

from mkbalance._mageknight.hexmap cimport distances
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.state cimport DO_KRANG, DO_PROXY_CARD, DO_PROXY_STEP, DO_RULER, City

cdef struct Afar:
    uint8_t steps[MAX_SPACES]
    uint8_t end


cdef int _card(const GameState *g, const Policy *p, int what, int slot) noexcept nogil:
    """Worth of what the proxy would take; of burning a monastery (a = 3, 0) or dealing there."""
    if what == 0:
        return p.digest.unit[g.offer_units[slot]]
    if what == 1:
        return p.digest.gain[g.offer_actions[slot]]
    if what == 2:
        return p.digest.gain[g.spells[slot]]
    return 1 - slot


cdef int choose_for_others(const Env *e, const GameState *g, const Options *o, const Policy *p) noexcept nogil:
    """Index of the answer; -1 if the task on top is another."""
    cdef int op = g.pending[g.n_pending - 1].op
    cdef int a = g.pending[g.n_pending - 1].a
    cdef int best = 1 << 20
    cdef int index = 0
    cdef int i, n, hero
    cdef Afar afar
    cdef const City *c
    if op != DO_PROXY_STEP and op != DO_PROXY_CARD and op != DO_RULER and op != DO_KRANG:
        return -1
    if op == DO_PROXY_STEP:
        hero = g.players[g.seat].space
        distances(g, g.portal if hero == NONE else hero, &afar.steps[0])
    for i in range(o.n):
        if op == DO_PROXY_STEP:
            n = -<int> afar.steps[o.items[i].a]
        elif op == DO_PROXY_CARD:
            n = _card(g, p, a, o.items[i].a)
        elif op == DO_RULER:
            c = &g.cities[a]
            n = p.digest.tough[c.garrison[o.items[i].a]]
        else:
            n = p.digest.tough_colour[e.enemies[g.combat.foes[o.items[i].a].row].colour]
        if n < best:
            best = n
            index = i
    return index
