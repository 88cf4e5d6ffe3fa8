"""Samples of what chance decides, over many games at once: for tests against exact laws."""

import numpy as np

from mkbalance._mageknight.content cimport Env, Tables
from mkbalance._mageknight.dummy cimport dummy_turn
from mkbalance._mageknight.rounds cimport set_up
from mkbalance._mageknight.state cimport GameState


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
