"""Samples of what chance decides, over many games at once: for tests against exact laws."""

import numpy as np

from mkbalance._mageknight.content cimport Env, Tables
from mkbalance._mageknight.dummy cimport dummy_turn
from mkbalance._mageknight.effects cimport other_crystal, random_crystal
from mkbalance._mageknight.factions cimport tokens_held
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.setup cimport set_up
from mkbalance._mageknight.state cimport DO_OTHER_CRYSTAL, GameState


def openings(Tables tables, setup, unsigned long long key, unsigned long long first, int count):
    """Openings of many games, for laws of chance.

    Returns
    -------
    hands : numpy.ndarray of uint8, shape (count, 5)
        Opening hand of seat 0.
    dice : numpy.ndarray of uint8, shape (count, n)
        Faces of the Source.
    dummies : numpy.ndarray of uint8, shape (count,)
        Hero of the dummy player.
    """
    cdef Env env = tables.with_setup(setup)
    cdef GameState g
    cdef int i, k
    cdef int n = env.setup.seats + 2 + env.setup.extra_dice
    hands = np.zeros((count, 5), dtype=np.uint8)
    dice = np.zeros((count, n), dtype=np.uint8)
    dummies = np.zeros(count, dtype=np.uint8)
    cdef unsigned char[:, ::1] hand_view = hands
    cdef unsigned char[:, ::1] dice_view = dice
    cdef unsigned char[::1] dummy_view = dummies
    with nogil:
        for i in range(count):
            set_up(&env, &g, key, first + i)
            for k in range(min(5, g.players[0].n_hand)):
                hand_view[i, k] = g.players[0].hand[k]
            for k in range(n):
                dice_view[i, k] = g.dice[k]
            dummy_view[i] = g.dummies[0].hero
    return hands, dice, dummies


def head_levels(Tables tables, setup, unsigned long long key, unsigned long long first, int count):
    """Start levels of the four heads in many games.

    Returns
    -------
    numpy.ndarray of uint8, shape (count, 4)
        War, Famine, Death, Pestilence.
    """
    cdef Env env = tables.with_setup(setup)
    cdef GameState g
    cdef int i, k
    levels = np.zeros((count, 4), dtype=np.uint8)
    cdef unsigned char[:, ::1] view = levels
    with nogil:
        for i in range(count):
            set_up(&env, &g, key, first + i)
            for k in range(4):
                view[i, k] = g.heads[k]
    return levels


def dummy_clock(Tables tables, setup, unsigned long long key, unsigned long long first, int count, crystals=None):
    """Turns that the dummy player takes until its deck is empty in Round 1 of many games (R16.3).

    Parameters
    ----------
    crystals : sequence of 4 int, optional
        Instead of the Hero card's.

    Returns
    -------
    numpy.ndarray of uint8, shape (count,)
    """
    cdef Env env = tables.with_setup(setup)
    cdef GameState g
    cdef int i, k
    cdef bint own = crystals is None
    cdef unsigned char held[4]
    for k in range(4):
        held[k] = 0 if own else crystals[k]
    turns = np.zeros(count, dtype=np.uint8)
    cdef unsigned char[::1] view = turns
    with nogil:
        for i in range(count):
            set_up(&env, &g, key, first + i)
            if not own:
                for k in range(4):
                    g.dummies[0].crystals[k] = held[k]
            while dummy_turn(&env, &g, 0):
                view[i] += 1
    return turns


def random_crystals(Tables tables, setup, unsigned long long key, unsigned long long first, int count, crystals, int what=1):
    """What one random crystal gives in many games (R1.7, A.13.7).

    Parameters
    ----------
    crystals : sequence of 4 int
        Held before.
    what : int
        The alternative taken where there is a choice, ELSE_ bit.

    Returns
    -------
    numpy.ndarray of uint8, shape (count,)
        0 to 3 the colour gained, 4 a colour to choose, 5 Fame, 6 nothing, 7 and 8 a token of the Cult and of the Council,
        9 a private quest card.
    """
    cdef Env env = tables.with_setup(setup)
    cdef GameState g
    cdef int i, k, row
    cdef unsigned char held[4]
    for k in range(4):
        held[k] = crystals[k]
    outcomes = np.zeros(count, dtype=np.uint8)
    cdef unsigned char[::1] view = outcomes
    with nogil:
        for i in range(count):
            set_up(&env, &g, key, first + i)
            g.n_pending = 0
            g.seat = 0
            g.players[0].fame = 0
            for k in range(4):
                g.players[0].crystals[k] = held[k]
            random_crystal(&env, &g, False)
            if g.n_pending and g.pending[g.n_pending - 1].op == DO_OTHER_CRYSTAL:
                g.n_pending -= 1
                other_crystal(&env, &g, what, False)
            view[i] = 6
            if g.n_pending:
                view[i] = 4
            elif g.players[0].fame:
                view[i] = 5
            for k in range(4):
                if g.players[0].crystals[k] > held[k]:
                    view[i] = <unsigned char> k
            if g.n_private:
                view[i] = 9
            for row in range(env.n_factions):
                if tokens_held(&g.players[0], row):
                    view[i] = <unsigned char> (7 + env.factions[row].faction - FACTION_CULT)
    return outcomes
