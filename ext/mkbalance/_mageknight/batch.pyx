"""Chunks of games without the GIL: ``run`` plays them and fills one row per game.

Any split of the games into chunks gives the same rows: a game depends on its key and number alone.
"""

import numpy as np

from libc.string cimport memset

from mkbalance._mageknight.content cimport Env, Setup, Tables
from mkbalance._mageknight.engine cimport advance, apply
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.invariants cimport Census, check, count_all
from mkbalance._mageknight.players.digest cimport Digest, build_digest
from mkbalance._mageknight.players.memory cimport Memory
from mkbalance._mageknight.players.policy cimport Policy
from mkbalance._mageknight.players.seating cimport seated
from mkbalance._mageknight.record cimport KeptRow, ResultRow, fill_kept, fill_row
from mkbalance._mageknight.setup cimport set_up
from mkbalance._mageknight.state cimport GameState, Options, fault

from mkbalance._mageknight.record import KEPT_DTYPE, ROW_DTYPE


cdef void _play_one(const Env *e, GameState *g, Options *o, const Policy *policies, unsigned long long key,
                    unsigned long long game, bint checked) noexcept nogil:
    cdef Census start
    cdef Memory memory[4]
    cdef int index
    memset(&memory[0], 0, 4 * sizeof(Memory))
    set_up(e, g, key, game)
    if checked:
        count_all(e, g, &start)
    while advance(e, g, o):
        index = policies[g.seat].choose(e, g, o, &policies[g.seat], &memory[g.seat])
        if index < 0 or index >= o.n:
            fault(g, FAULT_ILLEGAL)
            return
        apply(e, g, o.items[index])
        if checked:
            check(e, g, &start)
        if g.n_actions > MAX_DECISIONS:
            fault(g, FAULT_STEP_LIMIT)
            return


def run(Tables tables, setup, weights, unsigned long long key, unsigned long long first, int count, bint checked=False):
    """Play ``count`` games from number ``first`` and report them.

    Parameters
    ----------
    tables : Tables
    setup : numpy record of ``DTYPES["Setup"]``
    weights : sequence of numpy records of ``WEIGHTS_DTYPE``, one per seat
    key : int
        Experiment key (64 bits).
    first, count : int
        Games ``first`` to ``first + count - 1``.
    checked : bool
        Check the conservation laws after every decision.

    Returns
    -------
    numpy.ndarray of ``ROW_DTYPE``, shape (count,)
        The row of seat 0 of each game.
    """
    cdef Env env = tables.with_setup(setup)
    cdef Policy policies[4]
    cdef list held = []
    cdef Digest digest
    cdef GameState g
    cdef Options o
    cdef int i
    if count < 1:
        raise ValueError(f"count must be at least 1, got {count}")
    if len(weights) != env.setup.seats:
        raise ValueError(f"{env.setup.seats} players are needed, got {len(weights)}")
    if build_digest(&env, len(tables.arrays["options"]), &digest) < 0:
        raise ValueError("the content has more options than the players can read")
    for i in range(env.setup.seats):
        held.append(seated(weights[i], &digest, &policies[i]))
    rows = np.zeros(count, dtype=ROW_DTYPE)
    cdef ResultRow[::1] out = rows
    with nogil:
        for i in range(count):
            _play_one(&env, &g, &o, policies, key, first + i, checked)
            fill_row(&env, &g, 0, 0, &out[i])
    return rows


def run_each(Tables tables, setups, weights, unsigned long long key, games):
    """Play games that each have a setup of their own, as the scenarios of a campaign do (A.14).

    Parameters
    ----------
    tables : Tables
    setups : numpy array of ``DTYPES["Setup"]``
        One record a game; all of the same number of seats.
    weights : sequence of numpy records of ``WEIGHTS_DTYPE``, one per seat
    key : int
        Experiment key (64 bits).
    games : numpy array of uint64
        Numbers of the games.

    Returns
    -------
    rows : numpy.ndarray of ``ROW_DTYPE``
        The row of seat 0 of each game.
    kept : numpy.ndarray of ``KEPT_DTYPE``
        What seat 0 may keep of it.
    """
    cdef int count = len(games)
    cdef Env env = tables.with_setup(setups[0])
    cdef const Setup[::1] each = np.ascontiguousarray(setups)
    cdef const unsigned long long[::1] numbers = np.ascontiguousarray(games, dtype=np.uint64)
    cdef Policy policies[4]
    cdef list held = []
    cdef Digest digest
    cdef GameState g
    cdef Options o
    cdef int i
    if len(setups) != count:
        raise ValueError(f"{count} games, {len(setups)} setups")
    if len(weights) != env.setup.seats:
        raise ValueError(f"{env.setup.seats} players are needed, got {len(weights)}")
    if build_digest(&env, len(tables.arrays["options"]), &digest) < 0:
        raise ValueError("the content has more options than the players can read")
    for i in range(env.setup.seats):
        held.append(seated(weights[i], &digest, &policies[i]))
    rows = np.zeros(count, dtype=ROW_DTYPE)
    kept = np.zeros(count, dtype=KEPT_DTYPE)
    cdef ResultRow[::1] out = rows
    cdef KeptRow[::1] left = kept
    with nogil:
        for i in range(count):
            env.setup = each[i]
            _play_one(&env, &g, &o, policies, key, numbers[i], False)
            fill_row(&env, &g, 0, 0, &out[i])
            fill_kept(&env, &g, 0, &left[i])
    return rows, kept
